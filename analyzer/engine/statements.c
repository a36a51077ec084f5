/* Runs the statements of a message: SQL in the interpreter, transaction commands in the session. */
#include "engine/engine_internal.h"

#include <string.h>

/* ---- results ---- */
static void add_error(ip_db_session *session, const char *sqlstate, const char *message)
{
    ip_arena *arena = ip_engine_results_arena(session);
    ip_db_result result = {.sqlstate = ip_arena_strdup(arena, sqlstate),
                           .error = ip_arena_strdup(arena, message),
                           .about = ip_value_error_about_copy(arena, &session->error_about),
                           .width = -1};
    IP_PUSH(session->engine->arena, &session->results, result);
}

static bool has_time(ip_datum value)
{
    bool parts = value.kind == IP_DATUM_ARRAY || value.kind == IP_DATUM_RECORD || value.kind == IP_DATUM_RANGE;
    for (int i = 0; parts && value.as.items && i < value.count; i++)
        if (has_time(value.as.items[i]))
            return true;
    return !parts && value.kind >= IP_DATUM_DATE;
}

/* DateStyle is ISO, or else what pg_regress sets: of times of the day with a zone, and of intervals, that is not
 * followed. */
static const char *text_of(ip_db_session *session, ip_datum value)
{
    ip_arena *arena = ip_engine_results_arena(session);
    const char *text = ip_value_datum_text(arena, value);
    if (!has_time(value) || !text || !ip_engine_db_setting(session, "datestyle"))
        return text;
    if (value.kind == IP_DATUM_DATE && strncmp(text, IP_STANDING_CLOCK, 10) == 0)
        ip_engine_db_refuse(session, "a date that may be today's");
    if (value.kind == IP_DATUM_DATE && strlen(text) == 10)
        return ip_arena_printf(arena, "%.2s-%.2s-%.4s", text + 5, text + 8, text);
    ip_engine_db_refuse(session, "a result with times, whose form settings decide,");
}

static void add_rows(ip_db_session *session, const ip_session_result *from)
{
    ip_arena *arena = ip_engine_results_arena(session);
    ip_db_result result = {.width = -1, .changed = session->changed};
    if (from->has_rows) {
        size_t count = (size_t)from->row_count * (size_t)from->width;
        ip_datum *values = IP_NEW_ARRAY(arena, ip_datum, count);
        ip_sqltype *types = IP_NEW_ARRAY(arena, ip_sqltype, from->width);
        for (size_t i = 0; i < count; i++)
            values[i] = ip_value_datum_copy(arena, from->values[i]);
        for (int i = 0; i < from->width; i++)
            types[i] = from->types[i];
        const char *const **rows = IP_NEW_ARRAY(arena, const char *const *, from->row_count);
        const char **names = IP_NEW_ARRAY(arena, const char *, from->width);
        for (int i = 0; i < from->width; i++)
            names[i] = ip_arena_strdup(arena, from->names[i]);
        for (int r = 0; r < from->row_count; r++) {
            const char **row = IP_NEW_ARRAY(arena, const char *, from->width);
            for (int i = 0; i < from->width; i++)
                row[i] = text_of(session, from->values[(size_t)r * (size_t)from->width + (size_t)i]);
            rows[r] = row;
        }
        result = (ip_db_result){.row_count = from->row_count,
                                .width = from->width,
                                .names = names,
                                .texts = (void *)rows,
                                .types = types,
                                .values = values,
                                .changed = session->changed};
    }
    IP_PUSH(session->engine->arena, &session->results, result);
}

/* ---- errors and ends ---- */

/* Undoes the effects of an error: up to the last savepoint, or the whole transaction; its block remains, failed. A
 * COMMIT that fails has ended the block, and so undoes everything. */
static void undo_after_error(ip_db_session *session)
{
    bool block = session->in_block;
    int last = block ? session->parts.count - 1 : -1;
    while (last >= 0 && !session->parts.items[last].name)
        last--;
    if (!session->in_transaction)
        return;
    if (last < 0) {
        ip_engine_xact_abort(session);
    } else {
        ip_subtransaction part = session->parts.items[last];
        ip_engine_part_rollback(session, last);
        IP_PUSH(session->engine->arena, &session->parts, part); /* for ROLLBACK TO */
    }
    session->in_block = session->failed = block;
}

/* Errors whose text is the server's; of others only the SQLSTATE is. */
static bool has_known_text(const ip_session_result *result)
{
    static const char *const known[] = {"23505", "23503", "23502", "23P01", "40001", "40P01",
                                        "55P03", "57014", "22012", "21000", "P0001", "P0002",
                                        "P0003", "P0004", "3B001", "25P02", "25P01", "25006"};
    if (strstr(result->message, "\"\"")) /* of something without a name of its own */
        return false;
    if (strcmp(result->sqlstate, "23514") == 0)
        return strncmp(result->message, "new row for relation", 20) == 0 ||
               strncmp(result->message, "value for domain", 16) == 0 ||
               strncmp(result->message, "no partition of relation", 24) == 0;
    if (strcmp(result->sqlstate, "55000") == 0)
        return strncmp(result->message, "ON CONFLICT", 11) == 0;
    if (strcmp(result->sqlstate, "22003") == 0)
        return strstr(result->message, "integer out of range") || strstr(result->message, "bigint out of range");
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i], result->sqlstate) == 0)
            return true;
    return false;
}

/* false after an error, which is reported. */
static bool check_interpreter(ip_db_session *session, const ip_session_result *result)
{
    session->in_interpreter = false;
    if (result->end == IP_RUN_COMMITTED)
        return true;
    if (result->end != IP_RUN_ABORTED && session->engine->answers_clients) {
        session->error_state = result->end == IP_RUN_TOO_LONG ? "54000" : "0A000";
        session->error = result->message ? result->message : "isoproof does not run this statement";
        return false;
    }
    if (result->end != IP_RUN_ABORTED) {
        ip_engine_db_refuse_at(session->engine, result->message ? result->message : "this statement", result->range);
        longjmp(session->trap, 1);
    }
    if (!session->engine->answers_clients && !has_known_text(result)) {
        ip_engine_db_refuse_at(session->engine,
                               ip_arena_printf(ip_engine_results_arena(session),
                                               "an error whose text is not known (%s)", result->sqlstate),
                               result->range);
        longjmp(session->trap, 1);
    }
    session->error = result->message;
    session->error_state = result->sqlstate;
    session->error_about = result->about;
    return false;
}

static void demand_block(ip_db_session *session, const char *statement)
{
    if (!session->in_block)
        ip_engine_db_fail(
            session, "25P01",
            ip_arena_printf(ip_engine_results_arena(session), "%s can only be used in transaction blocks", statement));
}

static bool is_lock_table(const ip_code *code)
{
    return code && code->body.count == 1 && code->body.items[0]->kind == IP_CODE_LOCK_TABLE;
}

static bool run_sql(ip_db_session *session, const ip_db_statement *statement)
{
    /* Several statements of one message are a block. */
    if (is_lock_table(statement->code) && session->message->statements.count == 1)
        demand_block(session, "LOCK TABLE");
    session->database.rereads_locked_rows = !ip_engine_db_one_snapshot(session);
    session->in_interpreter = true;
    session->depth = 0;
    session->changed = 0;
    ip_session_result result = ip_exec_session_run(session->interpreter, statement->code, statement->arguments);
    if (!check_interpreter(session, &result))
        return false;
    add_rows(session, &result);
    return true;
}

static bool commit(ip_db_session *session)
{
    session->in_block = false; /* whatever comes of it */
    session->database.rereads_locked_rows = !ip_engine_db_one_snapshot(session);
    session->in_interpreter = true;
    ip_session_result result = ip_exec_session_finish(session->interpreter);
    if (!check_interpreter(session, &result))
        return false;
    ip_engine_conflicts_prepare(session);
    ip_engine_xact_commit(session);
    return true;
}

static int savepoint_named(const ip_db_session *session, const char *name)
{
    for (int i = session->parts.count - 1; i >= 0; i--)
        if (session->parts.items[i].name && strcmp(session->parts.items[i].name, name) == 0)
            return i;
    return -1;
}

static void demand_savepoint(ip_db_session *session, int level, const char *name)
{
    if (level < 0)
        ip_engine_db_fail(session, "3B001",
                          ip_arena_printf(ip_engine_results_arena(session), "savepoint \"%s\" does not exist", name));
}

static void set_modes(ip_db_session *session, const ip_client_statement *s)
{
    if (s->isolation)
        session->isolation = s->isolation;
    if (s->read_only >= 0)
        session->read_only = session->database.read_only = s->read_only;
    if (s->deferrable >= 0)
        session->deferrable = s->deferrable;
}

/* After a query only READ ONLY may still be set (variable.c, check_transaction_read_only and others). */
static void check_late_modes(ip_db_session *session, const ip_client_statement *s)
{
    if (s->isolation)
        ip_engine_db_fail(session, "25001", "SET TRANSACTION ISOLATION LEVEL must be called before any query");
    if (s->read_only == 0 && session->read_only)
        ip_engine_db_fail(session, "25001", "transaction read-write mode must be set before any query");
    if (s->deferrable >= 0)
        ip_engine_db_fail(session, "25001", "SET TRANSACTION [NOT] DEFERRABLE must be called before any query");
}

static bool finish_block(ip_db_session *session, bool commits)
{
    bool good = true;
    if (session->failed || !commits) {
        if (session->in_transaction)
            ip_engine_xact_abort(session);
        session->failed = session->in_block = false;
    } else if (session->in_transaction) {
        good = commit(session);
    }
    return good;
}

static bool run_in_failed(ip_db_session *session, const ip_client_statement *s)
{
    int level;
    switch (s->kind) {
    case IP_CLIENT_COMMIT:
    case IP_CLIENT_ROLLBACK:
        return finish_block(session, false);
    case IP_CLIENT_ROLLBACK_TO:
        level = savepoint_named(session, s->name);
        demand_savepoint(session, level, s->name);
        ip_engine_part_rollback(session, level);
        ip_engine_part_begin(session, s->name);
        session->failed = false;
        return true;
    default:
        ip_engine_db_fail(session, "25P02",
                          "current transaction is aborted, commands ignored until end of transaction block");
    }
}

static bool run_statement(ip_db_session *session, const ip_db_statement *statement)
{
    const ip_client_statement *s = &statement->given;
    int level;
    if (session->failed)
        return run_in_failed(session, s);
    if (!session->in_transaction)
        ip_engine_xact_begin(session);
    if (statement->error)
        ip_engine_db_fail(session, statement->sqlstate, statement->error);
    switch (s->kind) {
    case IP_CLIENT_SQL:
    case IP_CLIENT_EXECUTE:
        return run_sql(session, statement);
    case IP_CLIENT_BEGIN:
        if (session->in_block && !session->engine->answers_clients)
            ip_engine_db_refuse(session, "BEGIN within a transaction");
        if (session->in_block)
            IP_PUSH(session->engine->arena, &session->notices,
                    ((ip_db_notice){"WARNING", "there is already a transaction in progress"}));
        session->in_block = true;
        set_modes(session, s);
        return true;
    case IP_CLIENT_COMMIT:
    case IP_CLIENT_ROLLBACK:
        if (!session->in_block)
            IP_PUSH(session->engine->arena, &session->notices,
                    ((ip_db_notice){"WARNING", "there is no transaction in progress"}));
        return finish_block(session, s->kind == IP_CLIENT_COMMIT);
    case IP_CLIENT_SAVEPOINT:
        demand_block(session, "SAVEPOINT");
        ip_engine_part_begin(session, s->name);
        return true;
    case IP_CLIENT_ROLLBACK_TO:
        demand_block(session, "ROLLBACK TO SAVEPOINT");
        level = savepoint_named(session, s->name);
        demand_savepoint(session, level, s->name);
        ip_engine_part_rollback(session, level);
        ip_engine_part_begin(session, s->name);
        return true;
    case IP_CLIENT_RELEASE:
        demand_block(session, "RELEASE SAVEPOINT");
        level = savepoint_named(session, s->name);
        demand_savepoint(session, level, s->name);
        ip_engine_part_commit(session, level);
        return true;
    case IP_CLIENT_SET_TRANSACTION:
        if (session->has_snapshot)
            check_late_modes(session, s);
        set_modes(session, s);
        return true;
    case IP_CLIENT_SET:
        ip_engine_db_set(session, s);
        return true;
    case IP_CLIENT_PREPARE:
    case IP_CLIENT_DEALLOCATE:
        return true; /* the caller that sends messages knows what is prepared */
    case IP_CLIENT_SHOW:
    case IP_CLIENT_UNKNOWN:
        break;
    }
    ip_engine_db_refuse(session, "this statement");
}

/* false: the rest of the message is not run. */
static bool run_guarded(ip_db_session *session, const ip_db_statement *statement)
{
    int results = session->results.count;
    bool good;
    session->error_about = (ip_error_about){0};
    if (setjmp(session->trap)) {
        session->in_interpreter = false;
        if (session->engine->refusal) {
            if (!session->engine->refusal_place.source)
                session->engine->refusal_place = session->message->statements.items[0].given.range;
            return false;
        }
        good = false;
    } else {
        good = run_statement(session, statement);
    }
    if (good) {
        if (session->results.count == results)
            IP_PUSH(session->engine->arena, &session->results, ((ip_db_result){.width = -1}));
        return true;
    }
    add_error(session, session->error_state, session->error);
    undo_after_error(session);
    return false;
}

static bool end_message(ip_db_session *session)
{
    static const ip_db_statement end = {.given = {.kind = IP_CLIENT_COMMIT}};
    if (!session->in_transaction || session->in_block)
        return true;
    int results = session->results.count;
    session->in_block = true; /* no warning */
    bool good = run_guarded(session, &end);
    session->in_block = false;
    if (good)
        session->results.count = results;
    return good;
}

void ip_engine_db_run_message(ip_db_session *session)
{
    bool good = true;
    session->statement_began = session->engine->clock;
    for (int i = 0; i < session->message->statements.count && good; i++)
        good = run_guarded(session, &session->message->statements.items[i]);
    if (good)
        end_message(session);
}
