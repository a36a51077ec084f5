/* Compiles an isolation test: each statement becomes code of its own, which all permutations share. */
#include "permutations/compiled.h"

#include "code/code_text.h"
#include "permutations/index.h"
#include "parse/lexer.h"

#include <string.h>

static bool begins_with(ip_arena *arena, ip_range range, const char *const *words)
{
    const char *text = ip_range_text(arena, range);
    for (; *words; words++) {
        size_t length = strlen(*words);
        if (strncasecmp(text, *words, length) == 0 && (!text[length] || strchr(" \t\r\n(", text[length])))
            return true;
    }
    return false;
}

typedef struct compiler {
    ip_arena *arena;
    ip_compiled *result;
    ip_diagnostics *diagnostics;
    IP_VEC(ip_db_statement) prepared; /* statements that the current session has prepared */
    IP_VEC(const char *) written;     /* tables that the setup has written so far; NULL stands for any table */
    IP_VEC(const char *) partitions;
} compiler;

static void refuse(compiler *c, ip_range range, const char *why)
{
    ip_diagnostics_add(c->diagnostics, IP_ERROR, range, NULL, "%s is not run in memory", why);
}

static const ip_code *code_of(compiler *c, const char *name, ip_range text)
{
    const ip_code *code = ip_code_frontend_statements(c->result->workload, name, text, c->diagnostics);
    if (code->why_not)
        return NULL;
    if (!code->body.count || code->body.items[0]->kind == IP_CODE_NOTHING ||
        code->body.items[0]->kind == IP_CODE_NOTIFY)
        refuse(c, text, "this statement");
    return code;
}

/* EXECUTE runs a statement that the session has prepared earlier in the file. EXECUTE with arguments is refused. */
static const ip_code *prepared_code(compiler *c, const ip_client_statement *s)
{
    for (int i = c->prepared.count - 1; i >= 0; i--)
        if (strcmp(c->prepared.items[i].given.name, s->name) == 0 && !s->value)
            return c->prepared.items[i].code;
    refuse(c, s->range, "EXECUTE of a statement that is not prepared in the session before, or with arguments");
    return NULL;
}

static bool mentions(ip_range range, const char *word)
{
    for (size_t at = range.begin;;) {
        ip_token t = ip_parse_next_token(range.source, &at, range.end, false);
        if (t.kind == IP_TOKEN_END)
            return false;
        if (ip_parse_token_is(range.source, t, word))
            return true;
    }
}

static void add(compiler *c, const char *name, const ip_client_statement *given, ip_db_message *message)
{
    static const char *const locks[] = {"lock", NULL};
    ip_db_statement s = {.given = *given};
    if (begins_with(c->arena, given->range, locks) && mentions(given->range, "nowait"))
        refuse(c, given->range, "LOCK TABLE with NOWAIT");
    if (given->kind == IP_CLIENT_SQL) {
        s.code = code_of(c, name, given->range);
    } else if (given->kind == IP_CLIENT_EXECUTE) {
        s.code = prepared_code(c, given);
    } else if (given->kind == IP_CLIENT_PREPARE) {
        s.code = code_of(c, name, given->body);
        IP_PUSH(c->arena, &c->prepared, s);
    } else if (given->kind == IP_CLIENT_UNKNOWN || given->kind == IP_CLIENT_SHOW) {
        refuse(c, given->range, "this statement");
    }
    if (s.code && s.code->parameter_count)
        refuse(c, given->range, "a statement with parameters");
    IP_PUSH(c->arena, &message->statements, s);
}

/* Returns the text between the braces without the blanks around it. */
static const char *shown(ip_arena *arena, ip_range range)
{
    const char *text = range.source->text;
    while (range.begin < range.end && strchr(" \t\r\f", text[range.begin]))
        range.begin++;
    while (range.end > range.begin && strchr(" \t\r\f", text[range.end - 1]))
        range.end--;
    return ip_arena_strndup(arena, text + range.begin, range.end - range.begin);
}

static bool is_used(const ip_client_file *file, int session, int step)
{
    for (int p = 0; p < file->permutations.count; p++)
        for (int i = 0; i < file->permutations.items[p].turns.count; i++) {
            const ip_client_file_turn *turn = &file->permutations.items[p].turns.items[i];
            if (turn->session == session && turn->step == step)
                return true;
        }
    return !file->permutations.count || file->sessions.items[session].steps.items[step].kind != IP_CLIENT_STEP;
}

static void compile_session(compiler *c, int number)
{
    const ip_client_file_session *given = &c->result->file->sessions.items[number];
    static const char *const drops[] = {"drop", NULL}; /* each permutation has a new database */
    ip_compiled_session session = {.name = given->name, .setup = -1, .teardown = -1};
    c->prepared.count = 0;
    for (int i = 0; i < given->steps.count; i++) {
        const ip_client_file_step *from = &given->steps.items[i];
        ip_compiled_step step = {.name = from->name, .text = shown(c->arena, from->text), .range = from->text};
        step.given = is_used(c->result->file, number, i);
        ip_client_statements list = ip_workload_client_statements_of(c->arena, from->text);
        for (int k = 0; k < list.count && step.given; k++)
            if (from->kind != IP_CLIENT_TEARDOWN || !begins_with(c->arena, list.items[k].range, drops))
                add(c, ip_arena_printf(c->arena, "%s.%s", given->name, from->name), &list.items[k], &step.message);
        if (from->kind == IP_CLIENT_SETUP)
            session.setup = i;
        if (from->kind == IP_CLIENT_TEARDOWN)
            session.teardown = i;
        IP_PUSH(c->arena, &session.steps, step);
    }
    IP_PUSH(c->arena, &c->result->sessions, session);
}

/* ---- setup ---- */
/* Recognizes CREATE TABLE … AS, and returns its table and its query. */
static bool makes_rows(compiler *c, ip_range statement, const char **table, ip_range *query)
{
    const ip_source *source = statement.source;
    size_t at = statement.begin;
    ip_token t = ip_parse_next_token(source, &at, statement.end, false), name = {.kind = IP_TOKEN_END};
    if (!ip_parse_token_is(source, t, "create"))
        return false;
    t = ip_parse_next_token(source, &at, statement.end, false);
    if (ip_parse_token_is(source, t, "unlogged"))
        t = ip_parse_next_token(source, &at, statement.end, false);
    if (!ip_parse_token_is(source, t, "table"))
        return false;
    name = ip_parse_next_token(source, &at, statement.end, false);
    t = ip_parse_next_token(source, &at, statement.end, false);
    if (!ip_parse_token_is(source, t, "as"))
        return false;
    *table = ip_arena_strndup(c->arena, source->text + name.begin, name.end - name.begin);
    *query = (ip_range){source, at, statement.end};
    return true;
}

static ip_range derived(ip_arena *arena, const char *text, ip_range place)
{
    size_t length = strlen(text), *offsets = IP_NEW_ARRAY(arena, size_t, length + 1);
    for (size_t i = 0; i <= length; i++)
        offsets[i] = place.begin;
    return (ip_range){ip_source_derive(arena, place.source, text, length, offsets), 0, length};
}

/* ---- definitions after rows: the rows are written only after all definitions of the file ---- */

/* Returns the name that follows the word, or NULL if there is none. */
static const char *name_after(ip_arena *arena, ip_range range, const char *word)
{
    const ip_source *source = range.source;
    for (size_t at = range.begin;;) {
        ip_token t = ip_parse_next_token(source, &at, range.end, false);
        if (t.kind == IP_TOKEN_END)
            return NULL;
        if (!ip_parse_token_is(source, t, word))
            continue;
        do
            t = ip_parse_next_token(source, &at, range.end, false);
        while (ip_parse_token_is(source, t, "only") || ip_parse_token_is(source, t, "if") ||
               ip_parse_token_is(source, t, "exists"));
        return t.kind == IP_TOKEN_WORD || t.kind == IP_TOKEN_QUOTED ? ip_parse_token_name(arena, source, t) : NULL;
    }
}

static void note_rows(compiler *c, ip_range statement)
{
    static const char *const inserts[] = {"insert", NULL}, *const updates[] = {"update", NULL},
                             *const deletes[] = {"delete", NULL};
    const char *table = begins_with(c->arena, statement, inserts)   ? name_after(c->arena, statement, "into")
                        : begins_with(c->arena, statement, updates) ? name_after(c->arena, statement, "update")
                        : begins_with(c->arena, statement, deletes) ? name_after(c->arena, statement, "from")
                                                                    : NULL;
    IP_PUSH(c->arena, &c->written, table);
}

/* Tells whether the setup has written rows of the table so far. A partition may have been written by the name of its
 * parent. */
static bool is_written(const compiler *c, const char *table)
{
    for (int i = 0; i < c->written.count; i++)
        if (!table || !c->written.items[i] || strcmp(c->written.items[i], table) == 0)
            return true;
    for (int i = 0; table && i < c->partitions.count; i++)
        if (strcmp(c->partitions.items[i], table) == 0)
            return c->written.count > 0;
    return false;
}

/* Tells whether the definition changes what writes of the table did before it, or what has become of their rows. */
static bool comes_late(compiler *c, ip_range statement)
{
    static const char *const create[] = {"create", NULL}, *const alter[] = {"alter", NULL},
                             *const drop[] = {"drop", NULL};
    static const char *const altered[] = {"column", "drop", "rename", "type", "disable", "enable", "attach", "detach"};
    if (begins_with(c->arena, statement, create)) {
        if (mentions(statement, "partition") && mentions(statement, "of"))
            IP_PUSH(c->arena, &c->partitions, name_after(c->arena, statement, "table"));
        if (mentions(statement, "replace") || mentions(statement, "rule"))
            return c->written.count > 0;
        return mentions(statement, "trigger") && !mentions(statement, "returns") &&
               is_written(c, name_after(c->arena, statement, "on"));
    }
    if (begins_with(c->arena, statement, drop))
        return is_written(c, name_after(c->arena, statement, "table"));
    for (size_t i = 0; i < sizeof altered / sizeof altered[0]; i++)
        if (begins_with(c->arena, statement, alter) && mentions(statement, altered[i]))
            return is_written(c, name_after(c->arena, statement, "table"));
    return false;
}

/* Compiles the setup's statements that change rows, one by one. They run after all definitions; a definition that would
 * have affected an earlier write is refused. */
static void compile_setup(compiler *c, const ip_source *source)
{
    static const char *const definitions[] = {"create", "alter",   "comment", "grant", "drop",
                                              "vacuum", "analyze", "revoke",  NULL};
    ip_client_statements list = ip_workload_client_statements_of(c->arena, (ip_range){source, 0, source->length});
    for (int i = 0; i < list.count; i++) {
        ip_client_statement s = list.items[i];
        const char *table;
        ip_range query;
        if (s.kind == IP_CLIENT_SQL && makes_rows(c, s.range, &table, &query)) {
            const char *text = ip_arena_printf(c->arena, "INSERT INTO %s %s", table, ip_range_text(c->arena, query));
            s.range = derived(c->arena, text, s.range);
        } else if (begins_with(c->arena, s.range, definitions)) {
            if (comes_late(c, s.range))
                refuse(c, s.range, "this definition after the setup has written rows");
            continue;
        }
        note_rows(c, s.range);
        add(c, "setup", &s, &c->result->setup);
    }
}

/* Checks statements that the frontend skips because they change no row, but that may matter here. */
static void check_setup(compiler *c, ip_range text)
{
    static const char *const followed[] = {"create",  "insert", "update",   "delete", "alter",
                                           "comment", "do",     "truncate", "with",   "drop",
                                           "grant",   "vacuum", "analyze",  "select", NULL};
    static const char *const shows[] = {"select", NULL};
    ip_client_statements list = ip_workload_client_statements_of(c->arena, text);
    for (int i = 0; i < list.count; i++) {
        const ip_client_statement *s = &list.items[i];
        if (s->kind != IP_CLIENT_SQL || !begins_with(c->arena, s->range, followed))
            refuse(c, s->range, "this statement of the setup");
        static const char *const analyzes[] = {"vacuum", "analyze", NULL};
        c->result->analyzed = c->result->analyzed || begins_with(c->arena, s->range, analyzes);
        static const char *const tables[] = {"create", "alter", NULL};
        bool makes = begins_with(c->arena, s->range, tables);
        if (makes && (mentions(s->range, "increment") || mentions(s->range, "start") || mentions(s->range, "restart")))
            refuse(c, s->range, "a sequence that does not count from 1");
        ip_compiled_index index;
        if (ip_permutations_read_index(c->arena, s->range, &index))
            IP_PUSH(c->arena, &c->result->indexes, index);
        if (i == list.count - 1 && begins_with(c->arena, s->range, shows))
            refuse(c, s->range, "a setup that ends with a query");
    }
}

static void check_teardown(compiler *c, ip_range text)
{
    static const char *const silent[] = {"drop", "truncate", "delete", "update", "insert", "alter", NULL};
    ip_client_statements list = ip_workload_client_statements_of(c->arena, text);
    for (int i = 0; i < list.count; i++)
        if (!begins_with(c->arena, list.items[i].range, silent))
            refuse(c, list.items[i].range, "this statement of the teardown");
}

ip_compiled *ip_permutations_compile_client(ip_arena *arena, const ip_source *spec, const ip_source *const *files,
                                            int file_count, unsigned flags, ip_diagnostics *diagnostics)
{
    int errors = ip_diagnostics_count(diagnostics, IP_ERROR);
    compiler c = {.arena = arena, .result = IP_NEW(arena, ip_compiled), .diagnostics = diagnostics};
    ip_client_file *file = c.result->file = ip_workload_client_file_read_steps(arena, spec, diagnostics);
    IP_VEC(const ip_source *) sources = {0};
    for (int i = 0; i < file_count; i++)
        IP_PUSH(arena, &sources, files[i]);
    for (int i = 0; i < file->setups.count; i++) {
        IP_PUSH(arena, &sources, file->setups.items[i]);
        check_setup(&c, (ip_range){file->setups.items[i], 0, file->setups.items[i]->length});
    }
    if (file->teardown.source)
        check_teardown(&c, file->teardown);
    if (ip_diagnostics_count(diagnostics, IP_ERROR) > errors)
        return NULL;
    const ip_code *setup = NULL;
    ip_diagnostics reading = {.arena = arena};
    c.result->workload = ip_frontend_read_setup_as(arena, sources.items, sources.count, flags, &reading, &setup);
    for (int i = 0; i < reading.list.count; i++) {
        const ip_diagnostic *d = &reading.list.items[i];
        if (d->kind == IP_ERROR || d->kind == IP_UNSUPPORTED)
            ip_diagnostics_add(diagnostics, IP_ERROR, d->range, d->transaction, "%s", d->message);
    }
    for (int i = 0; i < sources.count && ip_diagnostics_count(diagnostics, IP_ERROR) == errors; i++)
        compile_setup(&c, sources.items[i]);
    for (int s = 0; s < file->sessions.count && ip_diagnostics_count(diagnostics, IP_ERROR) == errors; s++)
        compile_session(&c, s);
    return ip_diagnostics_count(diagnostics, IP_ERROR) == errors ? c.result : NULL;
}
