/* The schema isoproof_replay: refused where it exists, created, filled with the tables and routines of the input and
 * the schedule's rows, dropped. */
#include "live/stage.h"

#include "base/clock.h"
#include "interpreter/interpreter.h"
#include "live/clock.h"
#include "live/sequences.h"
#include "live/triggers.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const double REOPEN_SECONDS = 15.0; /* a server that restarts after a crash is back by then */
static const double CLOSE_SECONDS = 30.0;

static const char *literal(ip_arena *arena, PGconn *connection, const char *text)
{
    if (!text)
        return "NULL";
    char *quoted = PQescapeLiteral(connection, text, strlen(text));
    const char *kept = quoted ? ip_arena_strdup(arena, quoted) : NULL;
    PQfreemem(quoted);
    return kept;
}

/* The server refuses a name that cannot be quoted (not valid in the connection's encoding). */
static const char *identifier(ip_arena *arena, PGconn *connection, const char *name)
{
    char *quoted = PQescapeIdentifier(connection, name, strlen(name));
    const char *kept = ip_arena_strdup(arena, quoted ? quoted : "\"\"");
    PQfreemem(quoted);
    return kept;
}

/* One value of one row; NULL after setting the error or if there is none. */
static const char *single(ip_live_context *context, PGconn *connection, const char *what, const char *sql)
{
    PGresult *result = ip_live_query(context, connection, what, sql);
    const char *value =
        result && PQntuples(result) > 0 ? ip_arena_strdup(context->arena, PQgetvalue(result, 0, 0)) : NULL;
    PQclear(result);
    return value;
}

/* ------------------------------------------------------------- opening -- */

static bool refuse_existing(ip_stage *stage)
{
    ip_live_context *context = stage->context;
    const char *found = single(context, stage->control, "looking for the schema " IP_LIVE_SCHEMA,
                               "SELECT coalesce(obj_description(oid, 'pg_namespace'), '') FROM pg_namespace "
                               "WHERE nspname = '" IP_LIVE_SCHEMA "'");
    if (!found)
        return !context->error;
    bool ours = strncmp(found, "isoproof replay", strlen("isoproof replay")) == 0;
    return ip_live_fail(context,
                        "the database %s has a schema " IP_LIVE_SCHEMA
                        " already%s: replay creates and drops a schema of "
                        "that name, and touches none that it has not created; %s",
                        PQdb(stage->control), ours ? ", of another replay that still runs or was killed" : "",
                        ours ? "if none runs: DROP SCHEMA " IP_LIVE_SCHEMA " CASCADE"
                             : "name another database, or drop or rename that schema");
}

/* pg_current_xact_id() */
static bool refuse_old(const ip_stage *stage)
{
    int version = PQserverVersion(stage->control);
    return version >= 130000 ||
           ip_live_fail(stage->context, "the server is PostgreSQL %d: a replay needs 13 or later", version / 10000);
}

static bool create_schema(ip_stage *stage)
{
    ip_live_context *context = stage->context;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    stage->token = ip_arena_printf(context->arena, "isoproof replay %ld %lld.%09ld", (long)getpid(),
                                   (long long)now.tv_sec, now.tv_nsec);
    /* From here on the schema may exist, even if the answer to COMMIT is lost. */
    stage->created = true;
    return ip_live_command(context, stage->control, "CREATE SCHEMA " IP_LIVE_SCHEMA,
                           ip_arena_printf(context->arena,
                                           "BEGIN; CREATE SCHEMA " IP_LIVE_SCHEMA "; COMMENT ON SCHEMA " IP_LIVE_SCHEMA
                                           " IS '%s'; SET LOCAL search_path = " IP_LIVE_SCHEMA
                                           ", pg_catalog; SET LOCAL check_function_bodies = off; %s",
                                           stage->token, ip_live_clock_functions));
}

/* Refuses a statement of the input that created something outside the schema: it would outlive the run. */
static bool refuse_strays(ip_stage *stage)
{
    static const char sql[] =
        "SELECT format('%s.%s', n.nspname, o.name) FROM ("
        "SELECT relnamespace AS space, relname AS name, xmin FROM pg_class UNION ALL "
        "SELECT pronamespace, proname, xmin FROM pg_proc UNION ALL "
        "SELECT typnamespace, typname, xmin FROM pg_type) o JOIN pg_namespace n ON n.oid = o.space "
        "WHERE o.xmin = pg_current_xact_id()::xid AND n.nspname NOT IN ('" IP_LIVE_SCHEMA "', 'pg_toast') LIMIT 1";
    const char *stray = single(stage->context, stage->control, "looking for strays", sql);
    if (stray)
        return ip_live_fail(stage->context, "the files create or change %s, outside of the schema of the replay",
                            stray);
    return !stage->context->error;
}

static bool load_files(ip_stage *stage, const ip_load *load)
{
    ip_live_context *context = stage->context;
    for (int i = 0; i < load->statements.count; i++) {
        const ip_load_statement *statement = &load->statements.items[i];
        ip_position place = ip_range_position(statement->range);
        const char *where =
            ip_arena_printf(context->arena, "%s:%d:%d", statement->range.source ? statement->range.source->path : "",
                            place.line, place.column);
        if (!ip_live_command(context, stage->control, where, ip_live_clock_text(context->arena, statement->text)))
            return false;
    }
    return refuse_strays(stage);
}

/* For our clock to hide PostgreSQL's, the schema comes before pg_catalog; but not if the user's own names would then
 * hide PostgreSQL's, which they do not elsewhere, where pg_catalog comes first. */
static bool choose_path(ip_stage *stage)
{
    static const char clashes[] =
        "SELECT count(*) FROM (SELECT FROM pg_proc p JOIN pg_proc q USING (proname, proargtypes) WHERE p.pronamespace "
        "= "
        "'" IP_LIVE_SCHEMA
        "'::regnamespace AND q.pronamespace = 'pg_catalog'::regnamespace AND NOT (proargtypes = '' AND "
        "proname IN (" IP_LIVE_CLOCK_NAMES ")) UNION ALL SELECT FROM pg_type p JOIN pg_type q USING (typname) WHERE "
        "p.typnamespace = '" IP_LIVE_SCHEMA "'::regnamespace AND q.typnamespace = 'pg_catalog'::regnamespace) o";
    const char *count = single(stage->context, stage->control, "names", clashes);
    if (count && strcmp(count, "0") != 0)
        stage->path = "SET search_path = " IP_LIVE_SCHEMA;
    return count && ip_live_command(stage->context, stage->control, "search_path", stage->path);
}

bool ip_live_stage_open(ip_stage *stage, ip_live_context *context, const ip_load *load)
{
    *stage = (ip_stage){.context = context, .path = "SET search_path = " IP_LIVE_SCHEMA ", pg_catalog"};
    stage->control = ip_live_connect(context, "");
    return stage->control && refuse_old(stage) && refuse_existing(stage) && create_schema(stage) &&
           load_files(stage, load) && ip_live_command(context, stage->control, "COMMIT", "COMMIT") &&
           choose_path(stage);
}

/* ---------------------------------------------------------------- rows -- */

/* INSERT gives no values to generated columns; the server computes them. */
static bool is_generated(PGresult *generated, const char *table, const char *column)
{
    for (int i = 0; i < PQntuples(generated); i++)
        if (strcmp(PQgetvalue(generated, i, 0), table) == 0 && strcmp(PQgetvalue(generated, i, 1), column) == 0)
            return true;
    return false;
}

static const char *insert_text(ip_stage *stage, PGresult *generated, const ip_schedule_row *row)
{
    ip_arena *arena = stage->context->arena;
    const char *columns = "", *values = "";
    for (int c = 0; c < row->count; c++) {
        if (is_generated(generated, row->table, row->columns[c]))
            continue;
        const char *name = identifier(arena, stage->control, row->columns[c]);
        const char *value = literal(arena, stage->control, row->values[c]);
        if (!value) {
            ip_live_fail(stage->context, "a row of %s: %s", row->table, ip_live_message(arena, stage->control));
            return NULL;
        }
        columns = ip_arena_printf(arena, "%s%s%s", columns, *columns ? ", " : "", name);
        values = ip_arena_printf(arena, "%s%s%s", values, *values ? ", " : "", value);
    }
    if (!*columns)
        return ip_arena_printf(arena, "INSERT INTO %s DEFAULT VALUES", identifier(arena, stage->control, row->table));
    return ip_arena_printf(arena, "INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE VALUES (%s)",
                           identifier(arena, stage->control, row->table), columns, values);
}

/* Rows that foreign keys refuse are tried again once others exist. If no order works, the server's error is reported. A
 * savepoint before each row keeps the transaction usable. */
static bool insert_rows(ip_stage *stage, PGresult *generated, const ip_schedule *schedule)
{
    ip_live_context *context = stage->context;
    int n = schedule->initial_rows.count, left = n;
    bool *done = IP_NEW_ARRAY(context->arena, bool, n);
    while (left > 0) {
        int before = left;
        const char *refused = NULL;
        for (int i = 0; i < n; i++) {
            const ip_schedule_row *row = &schedule->initial_rows.items[i];
            const char *sql = done[i] ? NULL : insert_text(stage, generated, row);
            if (done[i])
                continue;
            if (!sql || !ip_live_command(context, stage->control, "SAVEPOINT", "SAVEPOINT row"))
                return false;
            ip_live_context trial = *context;
            const char *what = ip_arena_printf(context->arena, "initial row of %s", row->table);
            done[i] = ip_live_command(&trial, stage->control, what, sql);
            left -= done[i];
            if (!done[i]) {
                refused = trial.error;
                if (!strstr(trial.error, "(23503)"))
                    return ip_live_fail(context, "%s", trial.error);
            }
            if (!ip_live_command(context, stage->control, "SAVEPOINT",
                                 done[i] ? "RELEASE SAVEPOINT row" : "ROLLBACK TO SAVEPOINT row"))
                return false;
        }
        if (left == before)
            return ip_live_fail(context, "%s", refused);
    }
    return true;
}

static bool prepare_sequences(ip_stage *stage, const ip_schedule *schedule)
{
    const char *sql = ip_live_sequences_in_blocks(stage->context->arena, schedule);
    return !*sql || ip_live_command(stage->context, stage->control, "sequences", sql);
}

static bool give_block(ip_stage *stage, PGconn *connection, const char *who, const ip_schedule *schedule, int number)
{
    ip_arena *arena = stage->context->arena;
    return schedule->sequences.count == 0 ||
           (ip_live_command(stage->context, stage->control, "sequences",
                            ip_live_sequences_set(arena, schedule, number)) &&
            ip_live_command(stage->context, connection, who, ip_live_sequences_draw(arena, schedule)));
}

bool ip_live_stage_fill(ip_stage *stage, const ip_schedule *schedule)
{
    ip_live_context *context = stage->context;
    PGresult *generated = ip_live_query(context, stage->control, "generated columns",
                                        "SELECT c.relname, a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = "
                                        "a.attrelid WHERE attgenerated <> '' AND c.relnamespace = "
                                        "'" IP_LIVE_SCHEMA "'::regnamespace");
    bool good =
        generated && ip_live_command(context, stage->control, "BEGIN", "BEGIN") &&
        ip_live_command(context, stage->control, "triggers", IP_LIVE_TRIGGERS_OFF) &&
        ip_live_command(context, stage->control, "constraints", "SET CONSTRAINTS ALL DEFERRED") &&
        insert_rows(stage, generated, schedule) &&
        ip_live_command(context, stage->control, "constraints of the initial rows", "SET CONSTRAINTS ALL IMMEDIATE") &&
        ip_live_command(context, stage->control, "triggers", IP_LIVE_TRIGGERS_ON) &&
        prepare_sequences(stage, schedule) &&
        ip_live_command(context, stage->control, "COMMIT of the initial rows", "COMMIT");
    PQclear(generated);
    return good;
}

bool ip_live_stage_rows(ip_stage *stage, ip_schedule *into, ip_stage_columns *types)
{
    ip_arena *arena = stage->context->arena;
    PGresult *tables = ip_live_query(stage->context, stage->control, "tables",
                                     /* ONLY: rows of tables that inherit are listed with those tables; a partitioned
                                        table has no rows of its own. */
                                     "SELECT relname, CASE relkind WHEN 'r' THEN 'ONLY ' ELSE '' END FROM pg_class "
                                     "WHERE relkind IN ('r', 'p') AND NOT relispartition "
                                     "AND relnamespace = '" IP_LIVE_SCHEMA "'::regnamespace ORDER BY relname");
    bool good = tables != NULL;
    for (int t = 0; good && t < PQntuples(tables); t++) {
        const char *table = PQgetvalue(tables, t, 0);
        PGresult *rows = ip_live_query(stage->context, stage->control, "final rows",
                                       ip_arena_printf(arena, "SELECT * FROM %s%s", PQgetvalue(tables, t, 1),
                                                       identifier(arena, stage->control, table)));
        int count = PQnfields(rows);
        const char **columns = IP_NEW_ARRAY(arena, const char *, count),
                   **values = IP_NEW_ARRAY(arena, const char *, count);
        for (int c = 0; c < count; c++) {
            ip_stage_column column = {ip_arena_strdup(arena, table), ip_arena_strdup(arena, PQfname(rows, c)),
                                      PQftype(rows, c)};
            IP_PUSH(arena, types, column);
        }
        for (int r = 0; r < PQntuples(rows); r++) {
            for (int c = 0; c < count; c++) {
                columns[c] = PQfname(rows, c);
                values[c] = PQgetisnull(rows, r, c) ? NULL : PQgetvalue(rows, r, c);
            }
            ip_schedule_add_final_row(into, table, count, columns, values);
        }
        good = rows != NULL;
        PQclear(rows);
    }
    PQclear(tables);
    into->has_final = good;
    return good;
}

PGconn *ip_live_stage_connect(ip_stage *stage, const char *who, const ip_schedule *schedule, int number)
{
    PGconn *connection = ip_live_connect(stage->context, who);
    if (connection && !(ip_live_command(stage->context, connection, who, stage->path) &&
                        give_block(stage, connection, who, schedule, number))) {
        ip_live_disconnect(connection);
        connection = NULL;
    }
    if (connection)
        IP_PUSH(stage->context->arena, &stage->backends, PQbackendPID(connection));
    return connection;
}

/* ------------------------------------------------------------- closing -- */

/* A control connection that is broken, or still busy, is replaced. */
static bool reopen(ip_stage *stage, ip_live_context *context)
{
    if (stage->control && PQstatus(stage->control) == CONNECTION_OK &&
        PQtransactionStatus(stage->control) != PQTRANS_ACTIVE &&
        ip_live_command(context, stage->control, "ROLLBACK", "ROLLBACK"))
        return true;
    ip_live_disconnect(stage->control);
    context->error = NULL;
    stage->control = ip_live_connect(context, "");
    return stage->control != NULL;
}

/* A server process outlives its client's connection while it waits for a lock, and would keep the schema locked. */
static bool end_backends(ip_stage *stage, ip_live_context *context)
{
    for (int i = 0; i < stage->backends.count; i++) {
        const char *sql = ip_arena_printf(context->arena,
                                          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = %d AND "
                                          "application_name = 'isoproof replay' AND usename = current_user",
                                          stage->backends.items[i]);
        if (!ip_live_command(context, stage->control, "ending a connection", sql))
            return false;
    }
    return true;
}

static bool drop_schema(ip_stage *stage, ip_live_context *context)
{
    const char *comment = single(context, stage->control, "looking for the schema " IP_LIVE_SCHEMA,
                                 "SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = "
                                 "'" IP_LIVE_SCHEMA "'");
    if (!comment || strcmp(comment, stage->token) != 0)
        return !context->error; /* the schema was never committed, or belongs to another run */
    return end_backends(stage, context) &&
           ip_live_command(context, stage->control, "DROP SCHEMA", "DROP SCHEMA " IP_LIVE_SCHEMA " CASCADE");
}

/* Waits for a server that restarts after a crash. */
static bool clear_away(ip_stage *stage, ip_live_context *context)
{
    double until = ip_clock() + REOPEN_SECONDS;
    for (;;) {
        context->error = NULL;
        if (reopen(stage, context) && drop_schema(stage, context))
            return true;
        if ((stage->control && PQstatus(stage->control) == CONNECTION_OK) || ip_clock() > until)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = 300 * 1000 * 1000}, NULL);
    }
}

const char *ip_live_stage_close(ip_stage *stage)
{
    /* Not interrupted by the user: it has its own time limits. */
    ip_live_context context = *stage->context;
    context.interrupted = NULL;
    context.error = NULL;
    context.seconds = CLOSE_SECONDS;
    const char *left = NULL;
    if (stage->created && !clear_away(stage, &context))
        left = ip_arena_printf(context.arena,
                               "the schema " IP_LIVE_SCHEMA " may be left in the database: %s; when the server is "
                               "back: DROP SCHEMA " IP_LIVE_SCHEMA " CASCADE",
                               context.error);
    ip_live_disconnect(stage->control);
    stage->control = NULL;
    stage->created = false;
    return left;
}
