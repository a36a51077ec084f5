/* A database: the interpreter, which runs the statements, on a store or an engine, and its transactions. */
#include "server/database_state.h"
#include "server/parameters.h"

#include <string.h>

static void forget_sends(ip_served *s)
{
    memset(&s->sends, 0, sizeof s->sends);
    ip_arena_reset(s->sent);
    s->blocks.count = 0;
}

void ip_served_when_notified(ip_served *s, void (*notified)(void *data, const char *channel, const char *payload),
                             void *data)
{
    s->notified = notified;
    s->notified_data = data;
}

/* ---------------------------------------------------------------- set up -- */

static bool set_up(ip_served *s, ip_diagnostics *diagnostics)
{
    const ip_code *setup = s->schema->setup;
    if (setup->why_not) {
        ip_diagnostics_add(diagnostics, IP_ERROR, setup->why_not_range, NULL, "is not run in memory: %s",
                           setup->why_not);
        return false;
    }
    ip_run_outcome outcome = {0};
    ip_store_begin(s->store, ip_store_connect(s->store), IP_STORE_LATEST);
    ip_run_end end = ip_exec_interpreter_run(s->interpreter, setup, NULL, &s->database, &outcome);
    ip_store_commit(s->store);
    ip_store_found(s->store);
    for (int i = 0; i < s->now.sequences.count; i++)
        IP_PUSH(s->arena, &s->drawn_by_files, s->now.sequences.items[i]);
    if (end != IP_RUN_COMMITTED)
        ip_diagnostics_add(diagnostics, IP_ERROR, outcome.range, NULL, "%s%s",
                           end == IP_RUN_ABORTED ? "this fails: " : "is not run in memory: ",
                           outcome.message ? outcome.message : "unknown reason");
    return end == IP_RUN_COMMITTED;
}

static void find_levels(ip_served_schema *schema, const char *engine)
{
    ip_diagnostics ignored_messages = {.arena = schema->arena};
    if (schema->levels.count || !*engine)
        return;
    for (const char *const *name = ip_level_file_names(schema->arena); *name; name++) {
        const ip_level *level = ip_level_load_for_histories(schema->arena, *name, &ignored_messages);
        if (level && strcmp(ip_level_engine(level), engine) == 0)
            IP_PUSH(schema->arena, &schema->levels, level);
    }
}

static const ip_level *level_named(const ip_served *s, const char *isolation)
{
    for (int i = 0; isolation && i < s->schema->root->levels.count; i++) {
        const ip_level *level = s->schema->root->levels.items[i];
        if (strcmp(ip_level_engine(level), ip_level_engine(s->level)) == 0 &&
            strcmp(ip_level_postgresql(level), isolation) == 0)
            return level;
    }
    return s->level;
}

static ip_served *created(ip_served_schema *schema, const ip_level *level, uint64_t seed, ip_diagnostics *diagnostics)
{
    ip_store *store = ip_store_new(level, schema->width, seed, diagnostics);
    if (!store)
        return NULL;
    ip_arena *arena = ip_arena_new();
    ip_served *s = IP_NEW(arena, ip_served);
    s->arena = arena;
    s->sent = ip_arena_new();
    s->failure_arena = ip_arena_new();
    s->place_arena = ip_arena_new();
    s->path_arena = ip_arena_new();
    s->schema = schema;
    s->level = level;
    s->running = level;
    s->era.first = 1;
    s->store = store;
    find_levels(schema->root, ip_level_engine(level));
    s->width = schema->width;
    s->now = (ip_edition){.arena = ip_arena_new(), .schema = schema};
    s->rows = s->now.rows = ip_interpreter_rows_new(s->now.arena, &schema->workload->schema);
    s->interpreter = s->now.interpreter = ip_exec_interpreter_new(&schema->workload->schema);
    s->groups = schema->workload->schema.tables.count;
    schema->users++;
    s->database = ip_served_calls_of_store(s);
    ip_exec_session_begin(s->interpreter, &s->database);
    return s;
}

ip_served *ip_served_new(ip_served_schema *schema, const ip_level *level, uint64_t seed, ip_diagnostics *diagnostics)
{
    ip_served *s = created(schema, level, seed, diagnostics);
    if (s && !set_up(s, diagnostics)) {
        ip_served_free(s);
        return NULL;
    }
    return s;
}

/* The first session belongs to no client. It inserts the initial rows. */
static bool set_up_engine(ip_served *s, ip_diagnostics *diagnostics)
{
    const ip_code *setup = s->schema->setup;
    ip_db_session *first = ip_engine_db_connect(s->engine, "setup", NULL);
    ip_db_message *message = IP_NEW(s->arena, ip_db_message);
    ip_db_statement statement = {.given = {.kind = IP_CLIENT_SQL}, .code = setup};
    if (setup->why_not) {
        ip_diagnostics_add(diagnostics, IP_ERROR, setup->why_not_range, NULL, "is not run in memory: %s",
                           setup->why_not);
        return false;
    }
    IP_PUSH(s->arena, &message->statements, statement);
    bool inserts = false;
    for (int i = 0; i < setup->body.count; i++)
        inserts |= setup->body.items[i]->kind != IP_CODE_NOTHING;
    if (!inserts)
        return true;
    ip_engine_db_send(first, message);
    ip_engine_db_settle(s->engine);
    int count = ip_engine_db_result_count(first);
    const char *error = count ? ip_engine_db_session_result(first, count - 1)->error : "unknown reason";
    if (error)
        ip_diagnostics_add(diagnostics, IP_ERROR, (ip_range){0}, NULL, "the rows that the files set up: %s", error);
    return !error;
}

/* An engine keeps its schema, which has the catalog from the beginning. */
static ip_served_schema *with_catalog(ip_served_schema *root)
{
    for (int i = 0; i < root->later.count; i++)
        if (root->later.items[i]->shows && !root->later.items[i]->said.count && !root->later.items[i]->full)
            return root->later.items[i];
    ip_arena *messages = ip_arena_new();
    ip_served_schema *schema = ip_served_with_catalog(root, "isoproof", messages);
    ip_arena_free(messages);
    return schema ? schema : root;
}

static ip_served *on_engine(ip_served_schema *schema, const ip_level *level, ip_diagnostics *diagnostics)
{
    ip_served *s = created(schema, level, 0, diagnostics);
    if (!s)
        return NULL;
    s->engine = ip_engine_db_new(&schema->workload->schema);
    ip_engine_db_answer_clients(s->engine);
    return s;
}

ip_served *ip_served_new_interleaved_empty(ip_served_schema *schema, const ip_level *level, ip_diagnostics *diagnostics)
{
    ip_served_schema *shown = ip_served_with_catalog(schema, "isoproof", diagnostics->arena);
    return on_engine(shown ? shown : schema, level, diagnostics);
}

ip_served *ip_served_new_interleaved(ip_served_schema *root, const ip_level *level, ip_diagnostics *diagnostics)
{
    ip_served *s = on_engine(with_catalog(root), level, diagnostics);
    if (s && !set_up_engine(s, diagnostics)) {
        ip_served_free(s);
        return NULL;
    }
    return s;
}

ip_db *ip_served_engine(const ip_served *served)
{
    return served->engine;
}

void ip_served_free(ip_served *s)
{
    if (!s)
        return;
    ip_engine_db_free(s->engine);
    ip_served_era_free(s);
    ip_served_undo_definitions(s, 0);
    ip_exec_interpreter_free(s->interpreter);
    ip_arena_free(s->now.arena);
    s->schema->users--;
    ip_store_free(s->store);
    ip_arena_free(s->sent);
    ip_arena_free(s->failure_arena);
    ip_arena_free(s->place_arena);
    ip_arena_free(s->path_arena);
    ip_arena_free(s->arena);
}

void ip_served_call(ip_served *served, const char *database)
{
    if (!served->database_name)
        served->database_name = ip_arena_strdup(served->arena, database);
}

unsigned long ip_served_edition(const ip_served *served)
{
    return served->schema->number;
}

ip_store *ip_served_store(ip_served *served)
{
    return served->store;
}

/* ------------------------------------------------------------ statements -- */

/* Returns 2 for $2: the number is the same wherever the text mentions the parameter. */
int ip_served_parameter_number(const ip_code *code, int parameter)
{
    const char *name = code->variables.items[parameter].name;
    int number = 0;
    for (const char *c = *name == '$' ? name + 1 : ""; *c >= '0' && *c <= '9' && number < 100000; c++)
        number = 10 * number + (*c - '0');
    return number;
}

const ip_datum *ip_served_arguments(ip_arena *arena, const ip_code *code, const ip_datum *values, int count)
{
    ip_datum *arguments = IP_NEW_ARRAY(arena, ip_datum, code->parameter_count + 1);
    for (int i = 0; i < code->parameter_count; i++) {
        int number = ip_served_parameter_number(code, i);
        arguments[i] = number >= 1 && number <= count ? values[number - 1] : (ip_datum){.kind = IP_DATUM_NULL};
    }
    return arguments;
}

long ip_served_begin(ip_served *s, int session, ip_store_policy policy, const char *isolation)
{
    long number = s->last = ip_store_begin(s->store, session, policy);
    ip_served_forget_rows(s);
    s->running = level_named(s, isolation);
    s->database.rereads_locked_rows = ip_level_rereads_locked_rows(s->running);
    if (*ip_level_engine(s->level))
        ip_store_run_at(s->store, s->running);
    ip_served_note_begin(s, number, session);
    s->database.instance = (int)number + 1;
    s->found.count = 0;
    s->emptied = false;
    forget_sends(s);
    ip_exec_session_begin(s->interpreter, &s->database);
    return number;
}

static ip_served_error failure_of(ip_served *s, const ip_session_result *result)
{
    if (result->end == IP_RUN_COMMITTED)
        return (ip_served_error){0};
    if (result->end == IP_RUN_ABORTED) {
        ip_served_keep_failure(s, result);
        bool wrong = result->sqlstate && strncmp(result->sqlstate, "42", 2) == 0; /* found before it runs */
        return wrong ? ip_served_error_at(s, result->sqlstate, result->message, result->range)
                     : (ip_served_error){result->sqlstate, result->message};
    }
    if (result->end == IP_RUN_TOO_LONG)
        return (ip_served_error){"54000", result->message};
    return ip_served_refusal(s, result->message, result->range);
}

bool ip_served_locks_table(const ip_code *code)
{
    return code && code->body.count == 1 && code->body.items[0]->kind == IP_CODE_LOCK_TABLE;
}

const char *ip_served_verb(const ip_code *code)
{
    const ip_code_statement *statement = code->body.count ? code->body.items[0] : NULL;
    if (!statement)
        return "";
    switch (statement->kind) {
    case IP_CODE_SELECT:
    case IP_CODE_PERFORM:
        return "SELECT";
    case IP_CODE_FETCH:
        return statement->move ? "MOVE" : "FETCH";
    case IP_CODE_WRITE:
        switch (statement->write->kind) {
        case IP_CODE_INSERT:
            return "INSERT 0";
        case IP_CODE_UPDATE_ROWS:
            return "UPDATE";
        case IP_CODE_DELETE_ROWS:
            return "DELETE";
        case IP_CODE_MERGE_ROWS:
            return "MERGE";
        }
        return "";
    case IP_CODE_CALL_PROCEDURE:
        return "CALL";
    case IP_CODE_EMPTY_TABLES:
        return "TRUNCATE TABLE";
    case IP_CODE_LOCK_TABLE:
        return "LOCK TABLE";
    case IP_CODE_SET_CONSTRAINTS:
        return "SET CONSTRAINTS";
    case IP_CODE_OPEN:
        return "DECLARE CURSOR";
    case IP_CODE_CLOSE:
        return "CLOSE CURSOR";
    case IP_CODE_BLOCK:
        return "DO";
    default:
        return "";
    }
}

/* The server's message where a body names a table that has not been created since; NULL: it is something else. */
static const char *missing_table(ip_served *s, const char *message)
{
    static const char before[] = "use of the undefined table \"";
    const char *name = message && strncmp(message, before, sizeof before - 1) == 0 ? message + sizeof before - 1 : NULL;
    const char *end = name ? strchr(name, '"') : NULL;
    if (!end || strncmp(name, "pg_", 3) == 0 || strncmp(name, "information_schema.", 19) == 0)
        return NULL;
    return ip_arena_printf(s->arena, "relation \"%.*s\" does not exist", (int)(end - name), name);
}

/* Returns the error of a failed run. A function that does not exist is reported as the server would report it. */
static ip_served_error error_in(ip_served *s, const ip_code *code, const ip_session_result *from)
{
    const char *missing = from->end == IP_RUN_UNABLE ? ip_served_missing_function(s->arena, code) : NULL;
    const char *table = from->end == IP_RUN_UNABLE && !missing ? missing_table(s, from->message) : NULL;
    if (table)
        return (ip_served_error){"42P01", table};
    return missing ? (ip_served_error){"42883", missing} : failure_of(s, from);
}

static ip_served_result result_of(ip_served *s, const ip_code *code, const ip_session_result *from)
{
    return (ip_served_result){.error = error_in(s, code, from),
                              .has_rows = from->has_rows,
                              .width = from->width,
                              .row_count = from->has_rows ? from->row_count : s->changed,
                              .names = from->names,
                              .types = from->types,
                              .values = from->values,
                              .verb = ip_served_verb(code),
                              .code = code};
}

ip_served_result ip_served_run(ip_served *s, const ip_code *code, const ip_datum *arguments)
{
    s->changed = 0;
    ip_session_result result = ip_exec_session_run(s->interpreter, code, arguments);
    ip_served_meet(s);
    if (result.end == IP_RUN_COMMITTED && ip_store_check(s->store) == IP_STORE_CONFLICT)
        result = (ip_session_result){.end = IP_RUN_ABORTED, .sqlstate = "40001", .message = IP_NO_SERIALIZATION};
    return result_of(s, code, &result);
}

struct ip_sequence *ip_served_drawn(const ip_served *s, ip_arena *arena)
{
    return ip_exec_session_drawn(s->interpreter, arena);
}

void ip_served_drew(ip_served *s, const struct ip_sequence *drawn)
{
    ip_exec_session_drew(s->interpreter, drawn);
}

void ip_served_keep_result(ip_served *s)
{
    ip_exec_session_keep(s->interpreter);
}

ip_served_result ip_served_describe(ip_served *s, const ip_code *code, const ip_datum *arguments)
{
    ip_session_result result = ip_exec_session_describe(s->interpreter, code, arguments);
    return result_of(s, code, &result);
}

ip_served_error ip_served_finish(ip_served *s)
{
    ip_session_result result = ip_exec_session_finish(s->interpreter);
    ip_served_meet(s);
    if (result.end == IP_RUN_COMMITTED && ip_store_check(s->store) == IP_STORE_CONFLICT)
        result = (ip_session_result){.end = IP_RUN_ABORTED, .sqlstate = "40001", .message = IP_NO_SERIALIZATION};
    return failure_of(s, &result);
}

static void settle(ip_served *s, bool defines)
{
    ip_served_era_end(s, defines);
    if (s->before_settling)
        s->before_settling(s->before_settling_data, s);
    ip_store_settle(s->store);
    ip_served_era_begin(s);
}

void ip_served_settle(ip_served *s)
{
    settle(s, false);
}

void ip_served_before_settling(ip_served *s, void (*tell)(void *data, ip_served *served), void *data)
{
    s->before_settling = tell;
    s->before_settling_data = data;
}

bool ip_served_commit(ip_served *s, ip_served_error *error)
{
    *error = ip_served_finish(s);
    if (error->sqlstate) {
        if (s->before.count && error->message) /* the message belongs to the schema that is rolled back */
            error->message = ip_arena_strdup(s->arena, error->message);
        ip_served_abort(s);
    } else {
        ip_served_note_end(s, ip_store_running(s->store), true);
        ip_store_commit(s->store);
        ip_served_keep_definitions(s);
        s->restarted.count = 0;
        for (int i = 0; i < s->sends.count && s->notified; i++)
            s->notified(s->notified_data, s->sends.items[i].channel, s->sends.items[i].payload);
    }
    if (s->emptied && !error->sqlstate)
        settle(s, true);
    return !error->sqlstate;
}

void ip_served_abort(ip_served *s)
{
    ip_served_note_end(s, ip_store_running(s->store), false);
    ip_store_abort(s->store);
    ip_served_undo_definitions(s, 0);
    ip_served_undo_restarts(s, 0);
}

ip_served_mark ip_served_now(ip_served *s)
{
    return (ip_served_mark){ip_store_savepoint(s->store), s->before.count, s->restarted.count, s->sends.count,
                            ip_exec_session_now(s->interpreter)};
}

void ip_served_rollback_to(ip_served *s, ip_served_mark mark)
{
    ip_store_rollback_to(s->store, mark.store);
    ip_served_undo_definitions(s, mark.editions);
    ip_served_undo_restarts(s, mark.restarts);
    s->sends.count = mark.sends < s->sends.count ? mark.sends : s->sends.count;
    ip_exec_session_undo(s->interpreter, mark.session);
}
