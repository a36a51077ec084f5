/* Sessions: each runs its messages on its own stack, which is suspended while the session waits. */
#define _XOPEN_SOURCE 700
#include "engine/engine_internal.h"

#include <stdlib.h>
#include <string.h>

enum { STACK = 4 << 20 };

/* ---- leaving ---- */
void ip_engine_db_suspend(ip_db_session *session)
{
    session->waits++;
    swapcontext(&session->context, &session->engine->scheduler);
    if (!session->wake_error)
        return;
    const char *message = session->wake_error, *sqlstate = session->wake_sqlstate;
    session->wake_error = NULL;
    session->sleeps_until = 0;
    ip_engine_queue_leave(session);
    ip_engine_db_fail(session, sqlstate, message);
}

void ip_engine_db_resume(ip_db_session *session)
{
    ip_db *engine = session->engine;
    for (int i = 0; i < engine->ready.count; i++)
        if (engine->ready.items[i] == session)
            return;
    IP_PUSH(engine->arena, &engine->ready, session);
}

void ip_engine_db_fail(ip_db_session *session, const char *sqlstate, const char *message)
{
    if (session->in_interpreter)
        ip_exec_session_raise(session->interpreter, sqlstate, message);
    session->error = message;
    session->error_state = sqlstate;
    longjmp(session->trap, 1);
}

void ip_engine_db_refuse_at(ip_db *engine, const char *why, ip_range place)
{
    if (engine->refusal)
        return;
    engine->refusal = ip_arena_strdup(engine->arena, why);
    engine->refusal_place = place;
}

void ip_engine_db_refuse(ip_db_session *session, const char *why)
{
    if (session->in_interpreter)
        ip_exec_session_unable(session->interpreter, why);
    if (session->engine->answers_clients)
        ip_engine_db_fail(session, "0A000", why);
    ip_engine_db_refuse_at(session->engine, why, (ip_range){0});
    longjmp(session->trap, 1);
}

/* ---- coroutines ---- */
static void live(unsigned high, unsigned low)
{
    ip_db_session *session = (void *)(((uintptr_t)high << 32) | low);
    for (;;) {
        ip_engine_db_run_message(session);
        session->running = false;
        swapcontext(&session->context, &session->engine->scheduler);
    }
}

static void start(ip_db_session *session)
{
    uintptr_t address = (uintptr_t)session;
    session->stack = malloc(STACK);
    if (!session->stack || getcontext(&session->context) != 0) {
        ip_engine_db_refuse_at(session->engine, "a session that gets no memory for its stack", (ip_range){0});
        return;
    }
    session->context.uc_stack.ss_sp = session->stack;
    session->context.uc_stack.ss_size = STACK;
    session->context.uc_link = &session->engine->scheduler;
    makecontext(&session->context, (void (*)(void))live, 2, (unsigned)(address >> 32), (unsigned)address);
    session->started = true;
}

void ip_engine_db_settle(ip_db *engine)
{
    while (engine->ready.count && !engine->refusal) {
        ip_db_session *session = engine->ready.items[0];
        memmove(engine->ready.items, engine->ready.items + 1,
                sizeof *engine->ready.items * (size_t)(engine->ready.count - 1));
        engine->ready.count--;
        if (!session->running)
            continue;
        if (!session->started)
            start(session);
        if (!session->started)
            return;
        engine->running = session;
        swapcontext(&engine->scheduler, &session->context);
        engine->running = NULL;
    }
}

/* ---- time ---- */
typedef enum moment { MOMENT_DEADLOCK, MOMENT_LOCK_TIMEOUT, MOMENT_STATEMENT_TIMEOUT, MOMENT_SLEPT } moment;

static void consider(ip_db_session *session, double when, moment what, double *first, moment *kind, ip_db_session **who)
{
    if (*who && when >= *first)
        return;
    *first = when;
    *kind = what;
    *who = session;
}

static ip_db_session *next_moment(ip_db *engine, double *when, moment *what)
{
    ip_db_session *who = NULL;
    for (int i = 0; i < engine->sessions.count; i++) {
        ip_db_session *s = engine->sessions.items[i];
        if (!s->running || (!s->waits_on && !s->sleeps_until))
            continue;
        double lock = ip_engine_db_milliseconds(s, "lock_timeout", 0);
        double statement = ip_engine_db_milliseconds(s, "statement_timeout", 0);
        if (s->waits_on && lock > 0)
            consider(s, s->wait_began + lock, MOMENT_LOCK_TIMEOUT, when, what, &who);
        if (statement > 0)
            consider(s, s->statement_began + statement, MOMENT_STATEMENT_TIMEOUT, when, what, &who);
        if (s->waits_on && !s->looked_for_deadlock)
            consider(s, s->wait_began + ip_engine_db_milliseconds(s, "deadlock_timeout", 1000), MOMENT_DEADLOCK, when,
                     what, &who);
        if (s->sleeps_until)
            consider(s, s->sleeps_until, MOMENT_SLEPT, when, what, &who);
    }
    return who;
}

static void wake(ip_db_session *session, const char *sqlstate, const char *error)
{
    session->wake_sqlstate = sqlstate;
    session->wake_error = error;
    ip_engine_db_resume(session);
}

bool ip_engine_db_session_cancel(ip_db_session *session)
{
    if (ip_engine_db_session_state(session) != IP_DB_WAITS)
        return false;
    wake(session, "57014", "canceling statement due to user request");
    ip_engine_db_settle(session->engine);
    return true;
}

static void happen(ip_db *engine, ip_db_session *session, double when, moment what)
{
    engine->clock = when > engine->clock ? when : engine->clock;
    switch (what) {
    case MOMENT_DEADLOCK:
        session->looked_for_deadlock = true;
        if (ip_engine_deadlock(session))
            wake(session, "40P01", "deadlock detected");
        break;
    case MOMENT_LOCK_TIMEOUT:
        wake(session, "55P03", "canceling statement due to lock timeout");
        break;
    case MOMENT_STATEMENT_TIMEOUT:
        wake(session, "57014", "canceling statement due to statement timeout");
        break;
    case MOMENT_SLEPT:
        ip_engine_db_resume(session);
    }
    ip_engine_db_settle(engine);
}

bool ip_engine_db_skip(ip_db *engine)
{
    double when = 0;
    moment what = MOMENT_SLEPT;
    ip_db_session *who = next_moment(engine, &when, &what);
    if (!who || engine->refusal)
        return false;
    happen(engine, who, when, what);
    return true;
}

void ip_engine_db_pass(ip_db *engine, double milliseconds)
{
    double until = engine->clock + milliseconds, when = 0;
    moment what = MOMENT_SLEPT;
    for (ip_db_session *who; !engine->refusal && (who = next_moment(engine, &when, &what)) && when <= until;)
        happen(engine, who, when, what);
    engine->clock = until;
}

/* ---- the interface ---- */
ip_db *ip_engine_db_new(ip_schema *schema)
{
    ip_arena *arena = ip_arena_new();
    ip_db *engine = IP_NEW(arena, ip_db);
    engine->arena = engine->data = arena;
    engine->schema = schema;
    for (int i = 0; i < schema->tables.count; i++)
        schema->tables.items[i]->numbered = !schema->tables.items[i]->locks_only;
    engine->rows = ip_interpreter_rows_new(arena, schema);
    engine->next_real_xid = 1;
    IP_PUSH(engine->data, &engine->xacts, (ip_xact){.state = IP_XACT_ABORTED});
    for (int i = 0; i < schema->tables.count; i++)
        for (int k = 0; k < schema->tables.items[i]->keys.count; k++) {
            const ip_key *key = &schema->tables.items[i]->keys.items[k];
            IP_PUSH(arena, &engine->indexes,
                    ((ip_db_index){schema->tables.items[i], key, true, key->column_count, key->columns}));
        }
    return engine;
}

void ip_engine_db_set_analyzed(ip_db *db)
{
    db->analyzed = true;
}

void ip_engine_db_answer_clients(ip_db *engine)
{
    engine->answers_clients = true;
    if (engine->data == engine->arena)
        engine->data = ip_arena_new();
    for (int i = 0; i < engine->sessions.count; i++)
        engine->sessions.items[i]->database.answers_clients = true;
}

void ip_engine_db_assume_plans(ip_db *db, ip_db_plans plans)
{
    db->plans = plans;
}

bool ip_engine_db_has_guessed(const ip_db *db)
{
    return db->has_guessed;
}

void ip_engine_db_add_index(ip_db *engine, const ip_table *table, const int *columns, int count)
{
    IP_PUSH(engine->arena, &engine->indexes, ((ip_db_index){table, NULL, false, count, columns}));
}

void ip_engine_db_free(ip_db *engine)
{
    if (!engine)
        return;
    for (int i = 0; i < engine->sessions.count; i++) {
        ip_exec_interpreter_free(engine->sessions.items[i]->interpreter);
        free(engine->sessions.items[i]->stack);
        ip_arena_free(engine->sessions.items[i]->noted_arena);
        ip_arena_free(engine->sessions.items[i]->results_arena);
    }
    if (engine->data != engine->arena)
        ip_arena_free(engine->data);
    ip_arena_free(engine->arena);
}

ip_db_session *ip_engine_db_connect(ip_db *engine, const char *name, const ip_db_session *like)
{
    ip_db_session *session;
    if (engine->left.count) {
        session = engine->left.items[--engine->left.count];
    } else {
        session = IP_NEW(engine->arena, ip_db_session);
        IP_PUSH(engine->arena, &engine->sessions, session);
        session->engine = engine;
        session->number = engine->sessions.count;
    }
    if (engine->answers_clients)
        session->results_arena = ip_arena_new();
    session->name = ip_arena_strdup(engine->arena, name);
    session->default_isolation = session->isolation = "read committed";
    if (like)
        session->default_isolation = like->default_isolation;
    for (int i = 0; like && i < like->settings.count; i++) {
        ip_setting setting = like->settings.items[i];
        setting.name = ip_arena_strdup(engine->arena, setting.name);
        setting.value = ip_arena_strdup(engine->arena, setting.value);
        setting.owner = 0;
        IP_PUSH(engine->arena, &session->settings, setting);
    }
    session->interpreter = ip_exec_interpreter_new(engine->schema);
    ip_engine_storage_callbacks(session);
    session->database.answers_clients = engine->answers_clients;
    return session;
}

static const char *about_session(void *data, const char *what, int index)
{
    const ip_db_session *session = data;
    return session->client.about(session->client.data, what, index);
}

static const char *setting(void *data, const char *name)
{
    const ip_db_session *session = data;
    const char *own = ip_engine_db_setting(session, name);
    return own ? own : session->client.setting(session->client.data, name);
}

void ip_engine_db_refill(ip_db_session *session, bool refills)
{
    session->database.refills = refills;
}

void ip_engine_db_ask_client(ip_db_session *session, const ip_db_client *client)
{
    session->client = *client;
    session->database.about_session = about_session;
    session->database.setting = setting;
}

void ip_engine_db_disconnect(ip_db_session *session)
{
    ip_db *engine = session->engine;
    if (session->running)
        wake(session, "57P01", "terminating connection");
    for (int i = 0; session->running && i < 100; i++) { /* a handler may catch the error and wait again */
        if (i)
            wake(session, "57P01", "terminating connection");
        ip_engine_db_settle(engine);
    }
    if (session->in_transaction && !session->running)
        ip_engine_xact_abort(session);
    session->in_block = session->failed = false;
    ip_engine_queue_locks_end(session, 0);
    ip_engine_db_settle(engine);
}

bool ip_engine_db_session_in_block(const ip_db_session *session)
{
    return session->in_block;
}

bool ip_engine_db_session_has_failed(const ip_db_session *session)
{
    return session->failed;
}

const char *ip_engine_db_session_isolation(const ip_db_session *session)
{
    return session->in_transaction ? session->isolation : session->default_isolation;
}

void ip_engine_db_session_default_read_only(ip_db_session *session, bool read_only)
{
    session->default_read_only = read_only;
}

bool ip_engine_db_session_is_read_only(const ip_db_session *session)
{
    return session->in_transaction ? session->read_only : session->default_read_only;
}

void ip_engine_db_send(ip_db_session *session, const ip_db_message *message)
{
    session->message = message;
    session->running = true;
    session->results.count = 0;
    if (session->results_arena)
        ip_arena_reset(session->results_arena);
    ip_engine_db_resume(session);
}

ip_db_state ip_engine_db_session_state(const ip_db_session *session)
{
    return !session->running                                ? IP_DB_IDLE
           : session->waits_on || session->waits_for_safety ? IP_DB_WAITS
           : session->sleeps_until                          ? IP_DB_SLEEPS
                                                            : IP_DB_READY;
}

int ip_engine_db_result_count(const ip_db_session *session)
{
    return session->results.count;
}

const ip_db_result *ip_engine_db_session_result(const ip_db_session *session, int index)
{
    return &session->results.items[index];
}

int ip_engine_db_notice_count(const ip_db_session *session)
{
    return session->notices.count;
}

const ip_db_notice *ip_engine_db_session_notice(const ip_db_session *session, int index)
{
    return &session->notices.items[index];
}

const char *ip_engine_db_refusal(const ip_db *engine, ip_range *place)
{
    *place = engine->refusal_place;
    return engine->refusal;
}
