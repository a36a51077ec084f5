/* Sends each step in its turn; while a step waits for a lock, the other instances go on. */
#include "live/execute.h"

#include "base/clock.h"
#include "live/clock.h"
#include "live/compare.h"
#include "live/padding.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* For a statement that takes longer than this, the server is asked whether it waits for a lock. */
static const double GRACE = 0.02;

static const char DEADLOCK[] = "40P01";

typedef struct session {
    const char *name;
    PGconn *connection;
    int running;        /* step whose answer is outstanding; -1: none */
    bool waits;         /* seen to wait for another instance */
    bool broken;        /* an error ended its transaction */
    IP_VEC(int) queued; /* steps whose turn came while another one was outstanding */
    int queued_done;
} session;

typedef struct controller {
    ip_stage *stage;
    ip_live_context *context;
    const ip_schedule *schedule;
    const char *const *isolation;
    ip_live_step *steps;
    session *sessions;
    int count;
} controller;

const char *ip_live_begin_text(ip_arena *arena, const char *isolation)
{
    char *level = ip_arena_strdup(arena, isolation);
    for (char *at = level; *at; at++)
        *at = (char)toupper((unsigned char)*at);
    return ip_arena_printf(arena, "BEGIN ISOLATION LEVEL %s READ WRITE; SELECT 1", level);
}

/* ------------------------------------------------------------ outcomes -- */

static bool changes_rows(const char *tag)
{
    static const char *const words[] = {"INSERT ", "UPDATE ", "DELETE ", "MERGE "};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(tag, words[i], strlen(words[i])) == 0)
            return true;
    return false;
}

static ip_outcome rows_of(ip_arena *arena, const PGresult *result)
{
    ip_outcome outcome = {.kind = IP_OUTCOME_ROWS, .row_count = PQntuples(result), .column_count = PQnfields(result)};
    const char **values = IP_NEW_ARRAY(arena, const char *, (size_t)outcome.row_count *(size_t)outcome.column_count);
    for (int r = 0; r < outcome.row_count; r++)
        for (int c = 0; c < outcome.column_count; c++)
            if (!PQgetisnull(result, r, c))
                values[r * outcome.column_count + c] = ip_arena_strdup(arena, PQgetvalue(result, r, c));
    outcome.values = values;
    return outcome;
}

static const Oid *types_of(ip_arena *arena, const PGresult *result)
{
    Oid *types = IP_NEW_ARRAY(arena, Oid, PQnfields(result));
    for (int c = 0; c < PQnfields(result); c++)
        types[c] = PQftype(result, c);
    return types;
}

static ip_outcome outcome_of(ip_arena *arena, PGresult *result)
{
    ip_outcome outcome = {.kind = IP_OUTCOME_DONE};
    switch (PQresultStatus(result)) {
    case PGRES_TUPLES_OK:
        return rows_of(arena, result);
    case PGRES_COMMAND_OK:
        if (changes_rows(PQcmdStatus(result))) {
            outcome.kind = IP_OUTCOME_CHANGED;
            outcome.changed = atol(PQcmdTuples(result));
        }
        return outcome;
    default:
        outcome.kind = IP_OUTCOME_ERROR;
        const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
        const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
        outcome.sqlstate = ip_arena_strdup(arena, state ? state : "XX000");
        outcome.message = ip_arena_strdup(arena, message ? message : PQresultErrorMessage(result));
        return outcome;
    }
}

static bool lost(controller *c, session *s)
{
    return ip_live_fail(c->context, "the connection of %s was lost: %s", s->name,
                        ip_live_message(c->context->arena, s->connection));
}

/* Takes the answer to the running step, which has arrived. */
static bool take(controller *c, session *s)
{
    const ip_schedule_step *step = &c->schedule->steps.items[s->running];
    ip_live_step *created = &c->steps[s->running];
    PGresult *result;
    const Oid *types = NULL;
    bool failed = false;
    while ((result = PQgetResult(s->connection)) != NULL) {
        if (!failed) {
            created->outcome = outcome_of(c->context->arena, result);
            types = types_of(c->context->arena, result);
        }
        failed |= created->outcome.kind == IP_OUTCOME_ERROR;
        PQclear(result);
    }
    if (PQstatus(s->connection) == CONNECTION_BAD)
        return lost(c, s);
    if (step->kind == IP_STEP_BEGIN && !failed)
        created->outcome.kind = IP_OUTCOME_DONE;
    created->answered = true;
    created->same_outcome = ip_live_agrees(c->context->arena, &step->expect, &created->outcome, types);
    created->agrees = created->same_outcome;
    s->broken = PQtransactionStatus(s->connection) == PQTRANS_INERROR ||
                (failed && PQtransactionStatus(s->connection) == PQTRANS_IDLE);
    s->running = -1;
    s->waits = false;
    /* The schedule needs two instances to wait for each other: it cannot be run. */
    if (failed && !created->same_outcome && strcmp(created->outcome.sqlstate, DEADLOCK) == 0)
        return ip_live_fail(c->context, "deadlock: the server broke off %s at step %d (%s)", s->name,
                            (int)(created - c->steps) + 1, ip_schedule_step_text(c->context->arena, step));
    return true;
}

/* ------------------------------------------------------------- waiting -- */

/* Does it wait for a lock of another instance? Locks of other processes (autovacuum) are held only for a moment. */
static bool is_blocked(controller *c, session *s, bool *blocked)
{
    const char *sql =
        ip_arena_printf(c->context->arena, "SELECT unnest(pg_blocking_pids(%d))", PQbackendPID(s->connection));
    PGresult *result = ip_live_query(c->context, c->stage->control, "pg_blocking_pids", sql);
    *blocked = false;
    for (int i = 0; result && i < PQntuples(result); i++)
        for (int j = 0; j < c->count; j++)
            *blocked |=
                c->sessions[j].connection && atoi(PQgetvalue(result, i, 0)) == PQbackendPID(c->sessions[j].connection);
    PQclear(result);
    return result != NULL;
}

static bool report_timeout(controller *c, session *s)
{
    const ip_schedule_step *step = &c->schedule->steps.items[s->running];
    return ip_live_fail(c->context, "no answer within %g s to step %d of %s: %s%s", c->context->seconds, s->running + 1,
                        s->name, ip_schedule_step_text(c->context->arena, step),
                        s->waits ? " (it waits for a lock)" : "");
}

/* Waits until the running step has been answered, or is found to wait for another instance. */
static bool settle(controller *c, session *s)
{
    double deadline = ip_clock() + c->context->seconds;
    for (;;) {
        double soon = ip_clock() + GRACE;
        ip_live_wait wait = ip_live_wait_for(c->context, s->connection, soon < deadline ? soon : deadline);
        if (wait == IP_LIVE_ANSWERED)
            return take(c, s);
        if (wait == IP_LIVE_LOST)
            return lost(c, s);
        if (wait == IP_LIVE_INTERRUPTED)
            return ip_live_fail(c->context, "interrupted");
        bool blocked;
        if (!is_blocked(c, s, &blocked))
            return false;
        s->waits = blocked;
        c->steps[s->running].waited |= blocked;
        if (blocked)
            return true;
        if (ip_clock() > deadline)
            return report_timeout(c, s);
    }
}

/* ------------------------------------------------------------- stepping -- */

static bool is_savepoint_return(const ip_schedule_step *step)
{
    return step->kind == IP_STEP_STATEMENT && strncasecmp(step->text, "ROLLBACK TO", strlen("ROLLBACK TO")) == 0;
}

static const char *text_of(const controller *c, const ip_schedule_step *step)
{
    switch (step->kind) {
    case IP_STEP_BEGIN:
        return ip_live_begin_text(c->context->arena, c->isolation[step->instance]);
    case IP_STEP_STATEMENT:
        return ip_live_clock_text(c->context->arena,
                                  ip_workload_load_in_schema(c->context->arena, step->text, IP_LIVE_SCHEMA));
    case IP_STEP_COMMIT:
        return "COMMIT";
    case IP_STEP_ABORT:
        break;
    }
    return "ROLLBACK";
}

static bool perform(controller *c, session *s, int index)
{
    const ip_schedule_step *step = &c->schedule->steps.items[index];
    ip_live_step *created = &c->steps[index];
    if (s->broken && step->kind != IP_STEP_ABORT && !is_savepoint_return(step)) {
        bool ends = step->kind == IP_STEP_COMMIT;
        return !ends || PQtransactionStatus(s->connection) == PQTRANS_IDLE ||
               ip_live_command(c->context, s->connection, s->name, "ROLLBACK");
    }
    if (!PQsendQuery(s->connection, text_of(c, step)))
        return lost(c, s);
    created->sent = true;
    s->running = index;
    return settle(c, s);
}

/* Sends the steps that were queued after a step which has been answered, until one of them waits. */
static bool catch_up(controller *c, session *s)
{
    while (s->running < 0 && s->queued_done < s->queued.count)
        if (!perform(c, s, s->queued.items[s->queued_done++]))
            return false;
    return true;
}

/* After the release of a lock, waiting instances go on before the schedule's next step, until none can. */
static bool settle_waiting(controller *c)
{
    for (bool moved = true; moved;) {
        moved = false;
        for (int i = 0; i < c->count; i++) {
            session *s = &c->sessions[i];
            if (s->running < 0)
                continue;
            if (!settle(c, s))
                return false;
            moved |= s->running < 0;
            if (!catch_up(c, s))
                return false;
        }
    }
    return true;
}

/* All steps have had their turn; deadlocks are left to the server's deadlock detection. */
static bool finish(controller *c)
{
    double deadline = ip_clock() + c->context->seconds;
    for (;;) {
        int outstanding = 0;
        session *last = NULL;
        if (!settle_waiting(c))
            return false;
        for (int i = 0; i < c->count; i++)
            if (c->sessions[i].running >= 0) {
                outstanding++;
                last = &c->sessions[i];
            }
        if (!outstanding)
            return true;
        if (ip_clock() > deadline)
            return report_timeout(c, last);
    }
}

static bool run(controller *c)
{
    for (int i = 0; i < c->schedule->steps.count; i++) {
        session *s = &c->sessions[c->schedule->steps.items[i].instance];
        if (s->running >= 0)
            IP_PUSH(c->context->arena, &s->queued, i);
        else if (!perform(c, s, i))
            return false;
        if (!settle_waiting(c))
            return false;
    }
    return finish(c);
}

bool ip_live_execute(ip_stage *stage, const ip_schedule *schedule, const char *const *isolation, ip_live_step *steps)
{
    ip_arena *arena = stage->context->arena;
    controller c = {.stage = stage,
                    .context = stage->context,
                    .schedule = schedule,
                    .isolation = isolation,
                    .steps = steps,
                    .sessions = IP_NEW_ARRAY(arena, session, schedule->instances.count),
                    .count = schedule->instances.count};
    memset(steps, 0, sizeof *steps * (size_t)schedule->steps.count);
    bool good = true;
    for (int i = 0; i < c.count; i++) {
        c.sessions[i] = (session){.name = schedule->instances.items[i].name, .running = -1};
        c.sessions[i].connection =
            good ? ip_live_stage_connect(stage, c.sessions[i].name, schedule, schedule->instances.items[i].number)
                 : NULL;
        good &= c.sessions[i].connection != NULL;
    }
    for (int i = 0; good && i < c.count; i++)
        if (strcmp(isolation[i], "serializable") == 0)
            good = ip_live_command(stage->context, c.sessions[i].connection, c.sessions[i].name, IP_LIVE_BY_INDEX);
    good = good && run(&c);
    for (int i = 0; i < c.count; i++)
        ip_live_disconnect(c.sessions[i].connection);
    return good;
}
