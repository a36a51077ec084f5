/* Runs definitions that clients send. The definitions in the input files and those of the clients are read
 * together as a new schema. Rows of unchanged tables keep their numbers, so that the history can refer to them. Rows of
 * changed tables are inserted again by INSERT, which checks them. The previous schema is kept until the transaction
 * ends, in case of a rollback. */
#define _GNU_SOURCE /* strcasestr */
#include "server/catalog/catalog_text.h"
#include "server/table_change.h"

#include "base/words.h"
#include "missing_names/created_names.h"

#include <string.h>
#include <strings.h>

enum { MOST_BYTES = 1 << 26 }; /* of compiled statements in a schema */

/* ---------------------------------------------------------------- editions -- */

static void use(ip_served *s, ip_edition edition)
{
    s->now = edition;
    s->schema = edition.schema;
    s->rows = edition.rows;
    s->interpreter = edition.interpreter;
    s->database.rows = edition.rows;
    if (edition.schema->width > s->width) {
        s->width = edition.schema->width;
        ip_store_widen(s->store, s->width);
    }
}

static void discard(ip_edition *edition)
{
    ip_exec_interpreter_free(edition->interpreter);
    ip_arena_free(edition->arena);
    edition->schema->users--;
}

/* Goes back to the previous edition. Numbers of rows that were created meanwhile are not used again. */
static void go_back(ip_served *s)
{
    ip_edition abandoned = s->now;
    int count = ip_interpreter_rows_count(s->rows);
    use(s, s->before.items[--s->before.count]);
    ip_interpreter_rows_skip(s->rows, count);
    for (int i = 0; i < s->now.sequences.count; i++) /* numbers of sequences are not transactional */
        for (int k = 0; k < abandoned.sequences.count; k++)
            if (strcmp(s->now.sequences.items[i].name, abandoned.sequences.items[k].name) == 0 &&
                abandoned.sequences.items[k].count > s->now.sequences.items[i].count)
                s->now.sequences.items[i].count = abandoned.sequences.items[k].count;
    discard(&abandoned);
}

void ip_served_undo_definitions(ip_served *s, int editions)
{
    while (s->before.count > editions)
        go_back(s);
}

void ip_served_keep_definitions(ip_served *s)
{
    for (int i = 0; i < s->before.count; i++)
        discard(&s->before.items[i]);
    s->before.count = 0;
}

/* --------------------------------------------------------------- sequences -- */

static bool is_of_a_table_that_goes(const ip_table_change *c, const char *sequence)
{
    for (int i = 0; i < c->before->tables.count; i++) {
        const ip_table *table = c->before->tables.items[i];
        for (int k = 0; !c->same[i] && !c->refills[i] && k < table->columns.count; k++)
            if (table->columns.items[k].sequence_name && strcmp(table->columns.items[k].sequence_name, sequence) == 0)
                return true;
    }
    return false;
}

/* Takes over how many numbers each sequence has given. Dropped and restarted sequences begin again. */
static void carry_sequences(const ip_table_change *c, ip_edition *to)
{
    ip_served *s = c->s;
    for (int i = 0; i < s->now.sequences.count; i++) {
        drawn one = s->now.sequences.items[i];
        if (c->asked->sequence_renamed && strcmp(c->asked->sequence_renamed, one.name) == 0)
            one.name = ip_arena_strdup(s->arena, c->asked->sequence_after);
        bool restarts = c->asked->restarts && strcmp(c->asked->restarts, one.name) == 0;
        if (!restarts && ip_catalog_sequence_rule_named(c->after, ip_table_identifier(c->arena, one.name)) &&
            !is_of_a_table_that_goes(c, one.name))
            IP_PUSH(s->arena, &to->sequences, one);
    }
}

/* --------------------------------------------------------------- statement -- */

static bool is_subject_dropped(const ip_table_change *c, const char *subject)
{
    for (int i = 0; i < c->asked->drops.count; i++)
        if (strcmp(c->asked->drops.items[i], subject) == 0)
            return true;
    return false;
}

static bool is_dropped(const ip_table_change *c, const char *table)
{
    return is_subject_dropped(c, ip_arena_printf(c->arena, "table %s", table));
}

/* If all the dropped objects were created by a client, their definitions are removed from the list. A test that creates
 * its tables and drops them ends with the schema that it began with. Returns false if other definitions may refer to
 * these objects. */
static bool forgets(const ip_table_change *c, const ip_said_definitions *said, ip_said_definitions *kept)
{
    bool all = c->asked->drops.count > 0;
    for (int i = 0; i < said->count; i++)
        all = all && (said->items[i].about || said->items[i].needs_none);
    for (int d = 0; d < c->asked->drops.count && all; d++) {
        bool created = false;
        for (int i = 0; i < said->count; i++)
            created = created || (said->items[i].makes && strcmp(said->items[i].about, c->asked->drops.items[d]) == 0);
        all = created;
    }
    for (int t = 0; t < c->before->tables.count && all && c->asked->cascades; t++)
        for (int k = 0; k < c->before->tables.items[t]->foreign_keys.count; k++)
            all = all && (is_dropped(c, c->before->tables.items[t]->name) ||
                          !is_dropped(c, c->before->tables.items[t]->foreign_keys.items[k].target->name));
    for (int i = 0; i < said->count && all; i++)
        if (!said->items[i].about || !is_subject_dropped(c, said->items[i].about))
            IP_PUSH(c->arena, kept, said->items[i]);
    return all;
}

static ip_served_schema *next_schema(const ip_table_change *c, const char *text, const char **error)
{
    const ip_said_definitions *said = &c->s->schema->said;
    ip_said_definitions list = {0};
    const char *path = ip_workload_existing_path(c->arena, c->s->schema->workload->definitions);
    const char *whole = *path
                            ? ip_arena_printf(c->arena, "SET search_path = %s;%s;SET search_path = public;", path, text)
                            : ip_arena_printf(c->arena, "%s;", text);
    ip_said_definition last = {ip_source_from_text(c->arena, "client", whole, strlen(whole)), c->asked->about,
                               c->asked->makes, c->asked->needs_none};
    if (!forgets(c, said, &list)) {
        list.count = 0;
        for (int i = 0; i < said->count; i++)
            IP_PUSH(c->arena, &list, said->items[i]);
        IP_PUSH(c->arena, &list, last);
    }
    return ip_served_schema_of(c->s, &list, error);
}

static void begin_edition(ip_table_change *c, ip_served_schema *schema)
{
    ip_served *s = c->s;
    ip_edition next = {.arena = ip_arena_new(), .schema = schema, .groups = s->groups};
    schema->users++;
    s->groups += c->after->tables.count;
    next.rows = ip_interpreter_rows_renewed(next.arena, s->rows, c->after, c->same);
    next.interpreter = ip_exec_interpreter_new(c->after);
    carry_sequences(c, &next);
    const ip_interpreter *from = s->interpreter;
    for (int i = 0; i < c->before->tables.count; i++)
        if (!c->same[i])
            ip_served_keep_names(s, c->before->tables.items[i]);
    IP_PUSH(s->arena, &s->before, s->now);
    use(s, next);
    ip_exec_session_begin(s->interpreter, &s->database);
    ip_exec_session_carry(s->interpreter, from);
}

/* Takes over all rows into a schema that has been read again. */
static void renew(ip_served *s, ip_served_schema *schema)
{
    ip_arena *arena = ip_arena_new();
    const ip_client_definition nothing = {.tag = ""};
    ip_table_change c = {.s = s,
                         .arena = arena,
                         .asked = &nothing,
                         .before = &s->schema->workload->schema,
                         .after = &schema->workload->schema};
    bool left = ip_exec_session_leaves_checks(s->interpreter, NULL);
    c.same = IP_NEW_ARRAY(arena, const ip_table *, c.before->tables.count);
    c.refills = IP_NEW_ARRAY(arena, const ip_table *, c.before->tables.count);
    for (int i = 0; i < c.before->tables.count; i++)
        c.same[i] = ip_served_table_is_plain(c.before->tables.items[i])
                        ? ip_served_table_after(&c, c.before->tables.items[i])
                        : NULL;
    begin_edition(&c, schema);
    if (left)
        ip_served_leave_checks(s);
    if (!ip_store_running(s->store))
        ip_served_keep_definitions(s);
    ip_arena_free(arena);
}

ip_served_schema *ip_served_with_catalog(ip_served_schema *schema, const char *database, ip_arena *messages)
{
    const char *error = NULL;
    ip_arena *arena = ip_arena_new();
    const char *text =
        ip_served_catalog_text(arena, schema->workload->definitions, &schema->workload->schema, database);
    ip_served_schema *created = ip_served_schema_with(schema->root, &schema->said, text, false, messages, &error);
    ip_arena_free(arena);
    return created;
}

static const char *database_of(const ip_served *s)
{
    return s->database_name ? s->database_name : "isoproof";
}

void ip_served_show_catalog(ip_served *s)
{
    if (s->engine || s->schema->shows || ip_exec_session_held_up(s->interpreter))
        return;
    ip_served_schema *schema = ip_served_with_catalog(s->schema, database_of(s), s->arena);
    if (schema)
        renew(s, schema);
}

/* The compiled code is kept for each text, and texts may differ only in constants. Once the code takes much memory, the
 * schema is read again without it. */
void ip_served_tidy(ip_served *s)
{
    const char *error = NULL;
    if (s->engine || ip_store_running(s->store) || ip_arena_bytes(s->schema->arena) - s->schema->bytes < MOST_BYTES)
        return;
    ip_served_schema *before = s->schema;
    ip_served_schema *schema = ip_served_schema_with(before->root, &before->said, NULL, false, s->arena, &error);
    if (!schema)
        return;
    before->full = before != before->root;
    renew(s, schema);
}

static ip_served_error refused(ip_arena *arena, const char *why)
{
    return (ip_served_error){"0A000", ip_arena_printf(arena, "isoproof does not run this: %s", why)};
}

/* The error where a body is not understood: a server's, if it reports such errors when it creates the routine. in_sql:
 * of bodies in SQL alone. */
static ip_served_error unread(const ip_table_change *c, const char *why)
{
    static const struct {
        const char *begin, *part, *sqlstate;
        bool in_sql;
    } known[] = {{"syntax error", "", "42601", false},
                 {"expected ", ", found ", "42601", false},
                 {"\"", "\" is not a variable", "42601", false},
                 {"EXIT or CONTINUE outside a loop", "", "42601", false},
                 {"there is no parameter $", "", "42P02", false},
                 {"\"", "\" is neither a column nor a variable here", "42703", true},
                 {"table \"", "\" has no column \"", "42703", true},
                 {"table \"", "\" does not exist", "42P01", true},
                 {"function ", " is not known", "42883", true}};
    bool routine = strcmp(c->asked->tag, "CREATE FUNCTION") == 0 || strcmp(c->asked->tag, "CREATE PROCEDURE") == 0;
    for (size_t i = 0; routine && i < sizeof known / sizeof *known; i++)
        if (strncmp(why, known[i].begin, strlen(known[i].begin)) == 0 && strstr(why, known[i].part) &&
            (c->asked->sql_body || !known[i].in_sql))
            return (ip_served_error){known[i].sqlstate, why};
    return refused(c->s->arena, why);
}

/* Returns a table of the definition for which deferred checks are still pending, or NULL if there is none. */
static const char *table_in_use(const ip_table_change *c)
{
    for (int i = 0; i < c->before->tables.count; i++) {
        const char *name = c->before->tables.items[i]->name;
        const char *subject = ip_arena_printf(c->arena, "table %s", name);
        bool asked = is_subject_dropped(c, subject) || (c->asked->about && strcmp(c->asked->about, subject) == 0) ||
                     (c->asked->table && strcmp(c->asked->table, name) == 0);
        if (asked && ip_exec_session_leaves_checks(c->s->interpreter, name))
            return name;
    }
    return NULL;
}

/* The error of a default, a CHECK or a generated column that the definition has brought. */
static ip_served_error wrong_table(const ip_table_change *c)
{
    ip_served_error error = {0};
    for (int i = 0; i < c->after->tables.count; i++) {
        const ip_table *table = c->after->tables.items[i];
        const char *name = c->asked->table ? c->asked->table : "", *about = c->asked->about ? c->asked->about : "";
        bool asked =
            strcmp(table->name, name) == 0 || (strncmp(about, "table ", 6) == 0 && strcmp(about + 6, table->name) == 0);
        if (asked && ip_served_table_is_plain(table) && !table->unchecked &&
            ip_exec_session_wrong_table(c->s->interpreter, table, &error.sqlstate, &error.message))
            return error;
    }
    return (ip_served_error){0};
}

static ip_body_error body_error(const ip_table_change *c, const ip_served_schema *schema)
{
    const ip_served *s = c->s;
    const char *checks = s->asked.setting ? s->asked.setting(s->asked.data, "check_function_bodies") : NULL;
    if (!schema->said.count || (checks && strcmp(checks, "off") == 0))
        return (ip_body_error){0};
    return ip_workload_body_error(c->arena, schema->workload->definitions,
                                  schema->said.items[schema->said.count - 1].text, ip_exec_session_condition);
}

static ip_served_error change_schema(ip_table_change *c, const char *text)
{
    ip_served *s = c->s;
    const char *why = ip_exec_session_held_up(s->interpreter), *error = NULL;
    bool left = ip_exec_session_leaves_checks(s->interpreter, NULL);
    if (why)
        return refused(s->arena, why);
    const char *used = table_in_use(c);
    if (used)
        return (ip_served_error){
            "55006", ip_arena_printf(c->arena, "cannot change \"%s\" because it has pending trigger events", used)};
    ip_served_schema *schema = next_schema(c, text, &error);
    if (!schema)
        return unread(c, error);
    if (strcmp(c->asked->tag, "CREATE FUNCTION") == 0 || strcmp(c->asked->tag, "CREATE PROCEDURE") == 0) {
        ip_body_error wrong = body_error(c, schema);
        if (wrong.sqlstate)
            return (ip_served_error){wrong.sqlstate, wrong.message};
    }
    c->after = &schema->workload->schema;
    ip_served_find_tables(c);
    ip_refills list = ip_served_rows_before(c);
    if (list.count && ip_store_take_latest(s->store) == IP_STORE_CONFLICT)
        return (ip_served_error){"40001", "could not serialize access: the rows of a table that the definition changes "
                                          "are newer than what the transaction has read"};
    ip_served_mark mark = ip_served_now(s);
    begin_edition(c, schema);
    s->emptied = true;
    ip_served_error failed = wrong_table(c);
    if (!failed.sqlstate)
        failed = ip_served_refill(c, &list);
    if (!failed.sqlstate && left)
        ip_served_leave_checks(s);
    if (!failed.sqlstate)
        return failed;
    failed.message = ip_arena_strdup(c->arena, failed.message); /* the message belongs to an edition that is released */
    ip_served_rollback_to(s, mark);
    return failed;
}

/* The error for a name in the definition that nothing creates. */
static ip_served_error missing_name(const ip_served *s, ip_arena *arena, const char *text)
{
    const ip_served_schema *root = s->schema->root;
    const ip_definitions *definitions = s->schema->workload->definitions;
    IP_VEC(const ip_source *) sources = {0};
    for (int i = 0; i < root->files.count; i++)
        IP_PUSH(arena, &sources, root->files.items[i]);
    for (int i = 0; i < s->schema->said.count; i++)
        IP_PUSH(arena, &sources, s->schema->said.items[i].text);
    ip_client_absence absence = {0};
    ip_workload_client_definition_misses(
        arena, definitions, ip_missing_created_read(arena, definitions, sources.items, sources.count), text, &absence);
    return (ip_served_error){absence.sqlstate, absence.message};
}

/* Names in the database's texts so far, in whatever role: those count as created. */
static bool is_named(const ip_served *s, const char *name)
{
    const ip_served_schema *root = s->schema->root;
    for (int i = 0; i < root->files.count; i++)
        if (strcasestr(root->files.items[i]->text, name))
            return true;
    for (int i = 0; i < s->schema->said.count; i++)
        if (strcasestr(s->schema->said.items[i].text->text, name))
            return true;
    for (int i = 0; i < root->created_elsewhere.count; i++)
        if (strcasestr(root->created_elsewhere.items[i], name))
            return true;
    return false;
}

/* The error of an object that no text names; or the definition is skipped. */
static void need_named(const ip_served *s, ip_arena *arena, ip_client_definition *asked)
{
    const char *error = asked->sqlstate;
    for (int i = 0; i < asked->unless_named.count && (!error || strcmp(error, "0A000") == 0); i++) {
        const ip_client_unless_named *one = &asked->unless_named.items[i];
        const char *own = s->asked.about ? s->asked.about(s->asked.data, one->database ? "database" : "user", 0) : NULL;
        if ((own && strcmp(own, one->name) == 0) || is_named(s, one->name))
            continue;
        if (one->may_be) {
            ip_client_notice notice = {ip_arena_printf(arena, "%s, skipping", one->message), NULL};
            IP_PUSH(arena, &asked->notices, notice);
            asked->skipped = asked->unless_named.count == 1;
            continue;
        }
        asked->sqlstate = error = one->sqlstate;
        asked->message = one->message;
        return;
    }
}

/* What is created beside the schema: a role, a collation. */
static void keep_name(ip_served *s, const char *text)
{
    const char *word = text + strspn(text, " \t\r\n");
    ip_served_schema *root = s->schema->root;
    for (int i = 0; i < root->created_elsewhere.count; i++) /* clients send the same for hours */
        if (strcmp(root->created_elsewhere.items[i], text) == 0)
            return;
    if (strncasecmp(word, "create", 6) == 0 || strncasecmp(word, "alter", 5) == 0)
        IP_PUSH(root->arena, &root->created_elsewhere, (const char *)ip_arena_strdup(root->arena, text));
}

static void give_notices(const ip_served *s, const ip_client_definition *asked)
{
    for (int i = 0; i < asked->notices.count; i++)
        if (s->asked.notice)
            s->asked.notice(s->asked.data, "notice", asked->notices.items[i].message, asked->notices.items[i].detail);
}

ip_served_error ip_served_idles(ip_served *s, const char *text)
{
    ip_arena *arena = ip_arena_new();
    ip_code_frontend_look_along(s->schema->workload, s->path, s->path_exact);
    ip_client_definition asked = ip_workload_client_definition_of(arena, s->schema->workload->definitions, text);
    need_named(s, arena, &asked);
    ip_served_error error = {asked.sqlstate, asked.message ? ip_arena_strdup(s->arena, asked.message) : NULL};
    if (!error.sqlstate) {
        give_notices(s, &asked);
        keep_name(s, text);
    }
    ip_arena_free(arena);
    return error;
}

ip_served_defined ip_served_define(ip_served *s, const char *text)
{
    ip_arena *arena = ip_arena_new();
    ip_code_frontend_look_along(s->schema->workload, s->path, s->path_exact);
    ip_client_definition asked = ip_workload_client_definition_of(arena, s->schema->workload->definitions, text);
    if (s->database.read_only && asked.tag && *asked.tag && strcmp(asked.sqlstate ? asked.sqlstate : "", "42601") != 0)
        asked = (ip_client_definition){
            .sqlstate = "25006",
            .message = ip_arena_printf(arena, "cannot execute %s in a read-only transaction", asked.tag),
            .tag = asked.tag};
    need_named(s, arena, &asked);
    ip_served_defined answer = {.error = {asked.sqlstate, asked.message}, .tag = asked.tag, .skipped = asked.skipped};
    bool changes = !asked.sqlstate && !asked.skipped && asked.changes;
    if (changes)
        answer.error = missing_name(s, arena, text);
    if (changes && !answer.error.sqlstate)
        answer.error = (ip_served_error){asked.late_sqlstate, asked.late_message};
    if (changes && !answer.error.sqlstate) {
        ip_table_change c = {.s = s, .arena = arena, .asked = &asked, .before = &s->schema->workload->schema};
        ip_store_statement(s->store, 0, true);
        answer.error = change_schema(&c, text);
        answer.changed = !answer.error.sqlstate;
    }
    answer.tag = ip_arena_strdup(s->arena, answer.tag);
    if (!answer.error.sqlstate) {
        give_notices(s, &asked);
        keep_name(s, asked.changes ? "" : text);
    }
    answer.error.message = answer.error.message ? ip_arena_strdup(s->arena, answer.error.message) : NULL;
    ip_arena_free(arena);
    return answer;
}
