/* Puts the statements of a run, whose transactions ran one after the other, into the order in which a server would read
 * the same: a statement that has not seen a commit is sent before it. The engine then runs them in this order, which
 * decides whether it is right, and which statements wait. The order begins after the last
 * definition, TRUNCATE or CHECKPOINT. */
#include "server/timed.h"

#include "base/words.h"
#include "server/database_state.h"
#include "server/story.h"
#include "server/wire_values.h"
#include "workload/client_definition.h"
#include "workload/client_statement.h"

#include <string.h>

enum { MOST_STEPS = 2000 };

typedef struct act {
    long number;   /* of its transaction */
    int statement; /* -1: BEGIN; the number of statements: its end */
} act;

typedef struct player {
    ip_db_session *session;
    int of;   /* the session whose transactions it sends */
    int step; /* that waits; -1: none */
    const ip_noted *expected;
} player;

typedef struct timing {
    ip_arena *arena;
    ip_served *served, *beside;
    ip_schedule *schedule;
    const char *why_not;
    bool early;
    long count;    /* transactions have smaller numbers */
    int *sent;     /* [transaction] of its statements, counted from BEGIN; 0: nothing */
    long **sizes;  /* [transaction][statement] of snapshots, in commits */
    int *instance; /* [transaction] */
    IP_VEC(act) acts;
    IP_VEC(player) players; /* [instance] */
} timing;

static bool fail(timing *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(timing *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!t->why_not)
        t->why_not = ip_arena_vprintf(t->arena, format, args);
    va_end(args);
    return false;
}

static bool has_definitions(const ip_noted_transaction *from)
{
    for (int i = 0; i < from->statements.count; i++)
        if (from->statements.items[i].why_not && !from->statements.items[i].changes_nothing)
            return true;
    return false;
}

/* Definitions that were rolled back leave nothing, and what has changed nothing is not sent. */
static const ip_noted_transaction *noted(const timing *t, long number)
{
    const ip_noted_transaction *found = ip_served_noted_transaction(t->served, number);
    bool sends = false;
    if (number < t->served->era.first || !found || !found->ended || (!found->committed && has_definitions(found)))
        return NULL;
    for (int i = 0; i < found->statements.count; i++)
        sends = sends || !found->statements.items[i].changes_nothing;
    return sends ? found : NULL;
}

/* ------------------------------------------------------------- the order -- */

/* The size of each statement's snapshot: the largest that explains what it has read. Later statements' are no smaller.
 * early: the smallest instead, so that each statement is sent as early as possible. */
static bool choose_sizes(timing *t)
{
    t->sizes = IP_NEW_ARRAY(t->arena, long *, t->count);
    for (long n = 1; n < t->count; n++) {
        const ip_noted_transaction *from = noted(t, n);
        if (!from)
            continue;
        long after = n - 1;
        t->sizes[n] = IP_NEW_ARRAY(t->arena, long, from->statements.count);
        for (int i = from->statements.count - 1; i >= 0; i--) {
            const ip_noted *s = &from->statements.items[i];
            if (s->answered && s->touches)
                after = s->most < after ? s->most : after;
            t->sizes[n][i] = !t->early ? after : s->answered && s->touches ? s->least : 0;
            if (s->answered && s->touches && s->least > after)
                return fail(t, "one statement of T%ld has seen several snapshots", n);
        }
    }
    return true;
}

static void send(timing *t, long number)
{
    int statement = t->sent[number]++ - 1;
    IP_PUSH(t->arena, &t->acts, ((act){number, statement}));
}

static void send_rest(timing *t, long number)
{
    while (t->sent[number] < noted(t, number)->statements.count + 2)
        send(t, number);
}

/* Earlier transactions of its session end before it begins. */
static void end_earlier(timing *t, long number)
{
    for (long n = 1; n < number; n++)
        if (noted(t, n) && t->instance[n] == t->instance[number])
            send_rest(t, n);
}

/* Sends what the transaction must have read before the commit of that number. */
static void send_before(timing *t, long number, long commit)
{
    const ip_noted_transaction *from = noted(t, number);
    int last = ip_level_has_statement_snapshots(from->level) ? from->statements.count : 0;
    while (t->sent[number] <= last) {
        int next = t->sent[number] ? t->sent[number] - 1 : 0;
        if (next >= from->statements.count || t->sizes[number][next] >= commit)
            return;
        if (!t->sent[number])
            end_earlier(t, number);
        send(t, number);
    }
    if (t->early && !from->committed && t->sent[number] == from->statements.count + 1)
        send(t, number);
}

static void put_in_order(timing *t)
{
    t->sent = IP_NEW_ARRAY(t->arena, int, t->count);
    t->acts.count = 0;
    for (long n = 1; n < t->count; n++) {
        const ip_noted_transaction *from = noted(t, n);
        if (!from)
            continue;
        end_earlier(t, n);
        while (t->sent[n] <= from->statements.count)
            send(t, n);
        for (long later = n + 1; later < t->count; later++)
            if (noted(t, later))
                send_before(t, later, n);
        send_rest(t, n);
    }
}

/* -------------------------------------------------------- the engine's part -- */

static const ip_code *compiled_text(timing *t, const char *text)
{
    ip_served_error error = {0};
    const ip_code *code = ip_served_compile(t->beside, text, &error);
    if (!code)
        fail(t, "%s (%s)", error.message, ip_served_on_one_line(t->arena, text));
    return code;
}

static const ip_db_statement *statement_of(timing *t, const char *text)
{
    const ip_source *source = ip_source_from_text(t->arena, "client", text, strlen(text));
    ip_client_statements list = ip_workload_client_statements_of(t->arena, (ip_range){source, 0, source->length});
    ip_db_statement *statement = IP_NEW(t->arena, ip_db_statement);
    statement->given = list.count ? list.items[0] : (ip_client_statement){.kind = IP_CLIENT_UNKNOWN};
    if (statement->given.kind == IP_CLIENT_SQL) {
        statement->code = compiled_text(t, text);
        if (statement->code)
            statement->arguments = ip_served_arguments(t->arena, statement->code, NULL, 0);
    }
    return statement;
}

static void push_end(timing *t, ip_db_message *message, ip_client_statement_kind kind, const char *isolation)
{
    ip_db_statement statement = {.given = {.kind = kind, .isolation = isolation, .read_only = -1, .deferrable = -1}};
    IP_PUSH(t->arena, &message->statements, statement);
}

static void settle(timing *t, const ip_db_session *session)
{
    do
        ip_engine_db_settle(ip_served_engine(t->beside));
    while (ip_engine_db_session_state(session) == IP_DB_READY);
}

static ip_outcome outcome_of(timing *t, const ip_db_result *result)
{
    ip_outcome outcome = {.kind = IP_OUTCOME_DONE};
    if (result->error)
        return (ip_outcome){.kind = IP_OUTCOME_ERROR, .sqlstate = ip_arena_strdup(t->arena, result->sqlstate)};
    if (result->width < 0)
        return (ip_outcome){.kind = IP_OUTCOME_CHANGED, .changed = result->changed};
    const char **values = IP_NEW_ARRAY(t->arena, const char *, (size_t)result->row_count *(size_t)result->width);
    for (int i = 0; i < result->row_count * result->width; i++) {
        const char *text = ip_value_datum_text(t->arena, result->values[i]);
        values[i] = text ? ip_arena_strdup(t->arena, text) : NULL;
    }
    outcome = (ip_outcome){
        .kind = IP_OUTCOME_ROWS, .row_count = result->row_count, .column_count = result->width, .values = values};
    return outcome;
}

static ip_outcome expected_of(const ip_noted *s)
{
    if (s && s->sqlstate)
        return (ip_outcome){.kind = IP_OUTCOME_ERROR, .sqlstate = s->sqlstate};
    if (!s || !s->touches || (!s->has_rows && !s->changes))
        return (ip_outcome){.kind = IP_OUTCOME_DONE};
    if (s->has_rows)
        return (ip_outcome){
            .kind = IP_OUTCOME_ROWS, .row_count = (int)s->row_count, .column_count = s->width, .values = s->values};
    return (ip_outcome){.kind = IP_OUTCOME_CHANGED, .changed = s->row_count};
}

/* Runs statements at once, in a session of their own. Returns the last result, or NULL after a failure. */
static const ip_db_result *run_alone(timing *t, ip_db_session *session, const char *text)
{
    ip_db_message *message = IP_NEW(t->arena, ip_db_message);
    IP_PUSH(t->arena, &message->statements, *statement_of(t, text));
    if (t->why_not)
        return NULL;
    ip_engine_db_send(session, message);
    settle(t, session);
    int count = ip_engine_db_result_count(session);
    const ip_db_result *result = count ? ip_engine_db_session_result(session, count - 1) : NULL;
    if (result && !result->error)
        return result;
    fail(t, "%s: %s", text, result ? result->error : "it waits");
    return NULL;
}

/* ------------------------------------------------------------------- rows -- */

static void add_rows(timing *t, const ip_table *table, const ip_outcome *rows, bool final)
{
    int n = table->columns.count;
    const char **columns = IP_NEW_ARRAY(t->arena, const char *, n);
    for (int c = 0; c < n; c++)
        columns[c] = table->columns.items[c].name;
    for (int r = 0; r < rows->row_count; r++) {
        const char *const *values = rows->values + (size_t)r * (size_t)n;
        if (final)
            ip_schedule_add_final_row(t->schedule, table->name, n, columns, values);
        else
            ip_schedule_add_initial_row(t->schedule, table->name, n, columns, values);
    }
}

/* The rows that the run has left, committed. */
static ip_outcome left_rows(timing *t, const ip_table *table)
{
    const ip_era_rows left = ip_served_era_rows(t->served, t->arena, table);
    return (ip_outcome){
        .kind = IP_OUTCOME_ROWS, .row_count = left.count, .column_count = left.width, .values = left.values};
}

/* The INSERT of a row whose values are $1, … in the order of the columns. */
static const char *insert_into(timing *t, const ip_table *table)
{
    const char *names = "", *values = "", *name = ip_quoted(t->arena, table->name, '"');
    for (int c = 0; c < table->columns.count; c++) {
        const ip_column *column = &table->columns.items[c];
        if (column->generated)
            continue;
        names = ip_arena_printf(t->arena, "%s%s%s", names, *names ? ", " : "", ip_quoted(t->arena, column->name, '"'));
        values = ip_arena_printf(t->arena, "%s%s$%d", values, *values ? ", " : "", c + 1);
    }
    return *names ? ip_arena_printf(t->arena, "INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE VALUES (%s)", name, names,
                                    values)
                  : ip_arena_printf(t->arena, "INSERT INTO %s DEFAULT VALUES", name);
}

static bool push_rows(timing *t, ip_db_message *message, const ip_era_rows *rows)
{
    const ip_schema *schema = &t->beside->schema->workload->schema;
    const ip_table *table = ip_catalog_schema_table(schema, rows->table);
    if (!table || table->columns.count != rows->width || strchr(rows->table, '.'))
        return fail(t, "%s is not in the schema public", rows->table);
    const ip_code *code = rows->count ? compiled_text(t, insert_into(t, table)) : NULL;
    for (int r = 0; code && r < rows->count; r++) {
        ip_datum *values = IP_NEW_ARRAY(t->arena, ip_datum, rows->width + 1);
        for (int c = 0; c < rows->width; c++) {
            const char *text = rows->values[r * rows->width + c];
            values[c] = text ? ip_served_wire_read(0, text) : (ip_datum){.kind = IP_DATUM_NULL};
        }
        ip_db_statement statement = {.given = {.kind = IP_CLIENT_SQL},
                                     .code = code,
                                     .arguments = ip_served_arguments(t->arena, code, values, rows->width)};
        IP_PUSH(t->arena, &message->statements, statement);
    }
    return !t->why_not;
}

/* The engine gets the rows, and its sequences go on, as the era has begun. */
static bool begin_as_era(timing *t, ip_db_session *session)
{
    const ip_era *era = &t->served->era;
    const ip_schema *schema = &t->beside->schema->workload->schema;
    ip_db_message *message = IP_NEW(t->arena, ip_db_message);
    for (int i = 0; i < schema->tables.count; i++)
        if (ip_workload_is_materialized(t->beside->schema->workload->definitions, schema->tables.items[i]))
            return fail(t, "%s is a materialized view, which replay does not fill", schema->tables.items[i]->name);
    push_end(t, message, IP_CLIENT_BEGIN, NULL);
    for (int i = 0; i < era->rows.count; i++)
        if (!push_rows(t, message, &era->rows.items[i]))
            return false;
    push_end(t, message, IP_CLIENT_COMMIT, NULL);
    ip_engine_db_refill(session, true);
    ip_engine_db_send(session, message);
    settle(t, session);
    ip_engine_db_refill(session, false);
    for (int i = 0; i < ip_engine_db_result_count(session); i++)
        if (ip_engine_db_session_result(session, i)->error)
            return fail(t, "the rows at its begin: %s", ip_engine_db_session_result(session, i)->error);
    for (int i = 0; i < era->sequences.count; i++) {
        const ip_sequence_rule *rule = ip_catalog_sequence_rule_named(schema, era->sequences.items[i].name);
        if (rule)
            ip_engine_db_sequence_continues(ip_served_engine(t->beside), rule, era->sequences.items[i].count);
    }
    return true;
}

/* Reads all tables of the engine. final: they must have the rows that the run has left; if a definition has changed
 * them since, a server must leave what the engine has. */
static bool read_tables(timing *t, ip_db_session *session, bool final)
{
    const ip_schema *schema = &t->beside->schema->workload->schema;
    for (int i = 0; i < schema->tables.count; i++) {
        const ip_table *table = schema->tables.items[i];
        if (!ip_served_era_holds(table))
            continue;
        if (strchr(table->name, '.'))
            return fail(t, "%s is not in the schema public", table->name);
        const char *text = ip_arena_printf(t->arena, "SELECT * FROM %s", ip_quoted(t->arena, table->name, '"'));
        const ip_db_result *result = run_alone(t, session, text);
        if (!result)
            return false;
        ip_outcome rows = outcome_of(t, result);
        if (final && !t->served->era.defines) {
            const ip_table *same = ip_catalog_schema_table(&t->served->schema->workload->schema, table->name);
            ip_outcome left = same ? left_rows(t, same) : (ip_outcome){.kind = IP_OUTCOME_DONE};
            if (!ip_schedule_outcome_equal(&rows, &left))
                return fail(t, "in this order a server would leave other rows in %s", table->name);
        }
        add_rows(t, table, &rows, final);
    }
    t->schedule->has_final = final;
    return true;
}

/* On a server, sequences that have given numbers before go on where they are. */
static void set_sequences(timing *t)
{
    const ip_schema *schema = &t->beside->schema->workload->schema;
    const ip_era *era = &t->served->era;
    bool begun = false;
    int count = era->arena ? era->sequences.count : t->served->drawn_by_files.count;
    for (int i = 0; i < count; i++) {
        const drawn *d = era->arena ? &era->sequences.items[i] : &t->served->drawn_by_files.items[i];
        const ip_sequence_rule *rule = ip_catalog_sequence_rule_named(schema, d->name);
        int64_t next;
        if (!rule || !ip_catalog_sequence_number(rule, d->count, &next))
            continue;
        if (!begun)
            ip_schedule_add_step(t->schedule, 0, IP_STEP_BEGIN);
        begun = true;
        ip_schedule_add_step(t->schedule, 0, IP_STEP_STATEMENT)->text =
            ip_arena_printf(t->arena, "SELECT setval(%s, %lld, false)",
                            ip_quoted(t->arena, ip_quoted(t->arena, rule->name, '"'), '\''), (long long)next);
    }
    if (begun)
        ip_schedule_add_step(t->schedule, 0, IP_STEP_COMMIT);
}

/* ------------------------------------------------------------------ steps -- */

static int instance_of(timing *t, int session, const ip_level *level)
{
    for (int i = 0; i < t->players.count; i++)
        if (t->players.items[i].of == session &&
            strcmp(t->schedule->instances.items[i].level, ip_level_name(level)) == 0)
            return i;
    const char *name = ip_arena_printf(t->arena, "T%d", t->players.count + 1);
    player added = {.of = session, .step = -1};
    added.session = ip_engine_db_connect(ip_served_engine(t->beside), name, NULL);
    IP_PUSH(t->arena, &t->players, added);
    return ip_schedule_add_instance(t->schedule, name, ip_arena_printf(t->arena, "connection %d", session + 1),
                                    ip_level_name(level), "");
}

static bool find_instances(timing *t)
{
    t->instance = IP_NEW_ARRAY(t->arena, int, t->count);
    for (long n = 1; n < t->count; n++) {
        const ip_noted_transaction *from = noted(t, n);
        if (!from)
            continue;
        if (from->left_out)
            return fail(t, "T%ld has too many statements", n);
        for (int i = 0; i < from->statements.count; i++) {
            const ip_noted *s = &from->statements.items[i];
            if (s->why_not && !s->changes_nothing)
                return fail(t, "%s: T%ld, %s", s->why_not, n, ip_served_on_one_line(t->arena, s->text));
        }
        t->instance[n] = instance_of(t, from->session, from->level);
    }
    if (t->schedule->instances.count > 0)
        return true;
    return t->served->era.arena
               ? fail(t, "nothing was sent after T%ld, which defines or empties tables", t->served->era.first - 1)
               : fail(t, "nothing was sent");
}

/* Takes the answer of a step, which must be that of the run. */
static bool take(timing *t, player *p)
{
    int count = ip_engine_db_result_count(p->session);
    const ip_db_result *result = count ? ip_engine_db_session_result(p->session, count - 1) : NULL;
    const ip_outcome expected = expected_of(p->expected);
    ip_schedule_step *step = &t->schedule->steps.items[p->step];
    p->step = -1;
    step->expect = expected;
    if (!result)
        return fail(t, "no answer");
    ip_outcome got = outcome_of(t, result);
    bool same = expected.kind == IP_OUTCOME_DONE ? !result->error : ip_schedule_outcome_equal(&expected, &got);
    return same ||
           fail(t, "in this order a server would answer '%s' with %s, not with %s",
                ip_schedule_step_text(t->arena, step),
                result->error && strcmp(result->sqlstate, "0A000") == 0 ? result->error
                                                                        : ip_schedule_outcome_text(t->arena, &got),
                ip_schedule_outcome_text(t->arena, &expected));
}

static bool take_answered(timing *t)
{
    for (int i = 0; i < t->players.count; i++) {
        player *p = &t->players.items[i];
        if (p->step < 0)
            continue;
        settle(t, p->session);
        if (ip_engine_db_session_state(p->session) == IP_DB_IDLE && !take(t, p))
            return false;
    }
    return true;
}

static bool run_step(timing *t, const act *a)
{
    const ip_noted_transaction *from = noted(t, a->number);
    player *p = &t->players.items[t->instance[a->number]];
    ip_db_message *message = IP_NEW(t->arena, ip_db_message);
    if (a->statement >= 0 && a->statement < from->statements.count &&
        from->statements.items[a->statement].changes_nothing)
        return true;
    bool ends = a->statement == from->statements.count, begins = a->statement < 0;
    ip_step_kind kind = begins            ? IP_STEP_BEGIN
                        : !ends           ? IP_STEP_STATEMENT
                        : from->committed ? IP_STEP_COMMIT
                                          : IP_STEP_ABORT;
    if (p->step >= 0)
        return fail(t, "in this order a server would let '%s' wait for longer",
                    ip_schedule_step_text(t->arena, &t->schedule->steps.items[p->step]));
    ip_schedule_step *step = ip_schedule_add_step(t->schedule, t->instance[a->number], kind);
    p->expected = begins || ends ? NULL : &from->statements.items[a->statement];
    p->step = t->schedule->steps.count - 1;
    if (begins) {
        push_end(t, message, IP_CLIENT_BEGIN, ip_level_postgresql(from->level));
        IP_PUSH(t->arena, &message->statements, *statement_of(t, "SELECT 1"));
    } else if (ends) {
        push_end(t, message, from->committed ? IP_CLIENT_COMMIT : IP_CLIENT_ROLLBACK, NULL);
    } else {
        step->text = p->expected->text;
        IP_PUSH(t->arena, &message->statements, *statement_of(t, step->text));
    }
    step->takes_snapshot = ip_level_has_statement_snapshots(from->level) ? kind == IP_STEP_STATEMENT : begins;
    if (t->why_not)
        return false;
    ip_engine_db_send(p->session, message);
    settle(t, p->session);
    step->waits = ip_engine_db_session_state(p->session) != IP_DB_IDLE;
    return take_answered(t);
}

static bool run_steps(timing *t)
{
    for (int i = 0; i < t->acts.count; i++)
        if (!run_step(t, &t->acts.items[i]))
            return false;
    for (int i = 0; i < t->players.count; i++)
        if (t->players.items[i].step >= 0)
            return fail(t, "in this order a server would let some statements wait");
    return true;
}

/* The definitions of clients, which complete the schema of the input files as the era begins; NULL after the last. */
static const char *const *definitions_of(ip_arena *arena, const ip_served *served)
{
    const ip_served_schema *schema = served->era.schema;
    int count = schema ? schema->said.count : 0;
    const char **texts = IP_NEW_ARRAY(arena, const char *, count + 1);
    for (int i = 0; i < count; i++)
        texts[i] = ip_arena_strdup(arena, schema->said.items[i].text->text);
    return texts;
}

/* What the definition's transaction itself has read would be missing from the order. */
static bool does_more_than_define(const ip_served *served, long number)
{
    const ip_noted_transaction *from = ip_served_noted_transaction(served, number);
    for (int i = 0; from && i < from->statements.count; i++)
        if (from->statements.items[i].touches && from->statements.items[i].has_rows)
            return true;
    return false;
}

static ip_timed attempt(ip_arena *arena, ip_served *served, ip_served *beside, bool early)
{
    timing t = {.arena = arena,
                .served = served,
                .beside = beside,
                .schedule = ip_schedule_new(arena),
                .early = early,
                .count = served->era.end ? served->era.end : ip_served_noted_transactions(served)};
    ip_db_session *reader = ip_engine_db_connect(ip_served_engine(beside), "reader", NULL);
    bool good = find_instances(&t) && choose_sizes(&t);
    if (good && served->era.defines && does_more_than_define(served, served->era.end))
        good = fail(&t, "T%ld defines objects, and reads", served->era.end);
    good = good && (!served->era.arena || begin_as_era(&t, reader));
    if (good)
        put_in_order(&t);
    if (good && t.acts.count > MOST_STEPS)
        good = fail(&t, "more than %d statements were sent", MOST_STEPS);
    good = good && read_tables(&t, reader, false);
    if (good)
        set_sequences(&t);
    int first = t.schedule->steps.count;
    good = good && run_steps(&t) && read_tables(&t, reader, true);
    return (ip_timed){good ? t.schedule : NULL, t.why_not, first, served->era.first - 1, definitions_of(arena, served)};
}

ip_timed ip_served_timed(ip_arena *arena, ip_served *served, ip_served_schema *schema, const ip_level *level)
{
    ip_diagnostics ignored_messages = {.arena = arena};
    ip_timed timed = {.why_not = "the files cannot be set up for several transactions at a time"};
    for (int i = 0; i < 2 && !timed.schedule; i++) {
        ip_served *beside = served->era.arena
                                ? ip_served_new_interleaved_empty(served->era.schema, level, &ignored_messages)
                                : ip_served_new_interleaved(schema, level, &ignored_messages);
        ip_timed tried = beside ? attempt(arena, served, beside, i == 1) : timed;
        timed = tried.schedule || i == 0 ? tried : timed;
        ip_served_free(beside);
    }
    return timed;
}
