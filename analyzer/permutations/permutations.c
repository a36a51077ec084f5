/* Runs permutations step by step, as isolationtester.c of PostgreSQL does. The database in memory reports when a
 * session waits, so the loop needs no polling. */
#include "permutations/permutations.h"

#include "permutations/compiled.h"
#include "permutations/transcript.h"

#include <string.h>

/* How long, in milliseconds, the isolation tester waits for a session before it asks whether the session is blocked. */
static const double POLL = 10.5;

typedef struct turn {
    const ip_client_file_turn *given;
    const ip_compiled_step *step;
    int session;
    int *targets; /* [blocker] the number of notices that the blocker waits for */
} turn;

typedef struct connection {
    ip_db_session *session;
    const turn *active;
    int shown; /* notices printed so far */
} connection;

typedef struct tester {
    ip_arena *arena;
    const ip_compiled *client;
    ip_diagnostics *diagnostics;
    ip_transcript transcript;
    ip_db *db;
    ip_db_session *control;
    connection *connections; /* [session] */
    IP_VEC(const turn *) waiting;
    bool failed, new_notice;
    ip_db_plans plans;
    bool guessed;
} tester;

static void refuse(tester *t, ip_range range, const char *why)
{
    if (!t->failed)
        ip_diagnostics_add(t->diagnostics, IP_ERROR, range, NULL, "%s", why);
    t->failed = true;
}

static bool check(tester *t)
{
    ip_range place;
    const char *why = ip_engine_db_refusal(t->db, &place);
    if (why)
        refuse(t, place, why);
    return !t->failed;
}

static void show_notices(tester *t, int number)
{
    connection *c = &t->connections[number];
    for (; c->shown < ip_engine_db_notice_count(c->session); c->shown++) {
        const ip_db_notice *n = ip_engine_db_session_notice(c->session, c->shown);
        ip_permutations_transcript_add(&t->transcript, "%s: %s:  %s\n", t->client->sessions.items[number].name,
                                       n->level, n->text);
        t->new_notice = true;
    }
}

/* ---- one step ---- */
static bool has_blocker(const tester *t, const turn *turn)
{
    for (int i = 0; i < turn->given->blockers.count; i++) {
        const ip_client_file_blocker *b = &turn->given->blockers.items[i];
        const connection *c = &t->connections[b->session];
        if (b->kind == IP_BLOCKER_STEP && c->active && c->active->given->step == b->step)
            return true;
        if (b->kind == IP_BLOCKER_NOTICES && c->shown < turn->targets[i])
            return true;
    }
    return false;
}

static bool waits_first(const turn *turn)
{
    for (int i = 0; i < turn->given->blockers.count; i++)
        if (turn->given->blockers.items[i].kind == IP_BLOCKER_ONCE)
            return true;
    return false;
}

static void show_results(tester *t, const ip_db_session *session)
{
    for (int i = 0; i < ip_engine_db_result_count(session); i++) {
        const ip_db_result *r = ip_engine_db_session_result(session, i);
        if (r->error)
            ip_permutations_transcript_add(&t->transcript, "ERROR:  %s\n", r->error);
        else
            ip_permutations_transcript_table(&t->transcript, r);
    }
}

/* Tries to report the step. Returns true if the step is still running or must not be reported yet. */
static bool try_complete(tester *t, const turn *turn, bool may_wait, bool again)
{
    connection *c = &t->connections[turn->session];
    if (!again && waits_first(turn)) {
        ip_permutations_transcript_add(&t->transcript, "step %s: %s <waiting ...>\n", turn->step->name,
                                       turn->step->text);
        return true;
    }
    if (ip_engine_db_session_state(c->session) != IP_DB_IDLE)
        ip_engine_db_pass(t->db, POLL);
    while (check(t) && ip_engine_db_session_state(c->session) != IP_DB_IDLE) {
        if (may_wait && ip_engine_db_session_state(c->session) == IP_DB_WAITS) {
            show_notices(t, turn->session);
            if (!again)
                ip_permutations_transcript_add(&t->transcript, "step %s: %s <waiting ...>\n", turn->step->name,
                                               turn->step->text);
            return true;
        }
        if (!ip_engine_db_skip(t->db) && check(t))
            refuse(t, turn->step->range, "this step never ends in this permutation");
    }
    show_notices(t, turn->session);
    if (has_blocker(t, turn)) {
        if (!again)
            ip_permutations_transcript_add(&t->transcript, "step %s: %s <waiting ...>\n", turn->step->name,
                                           turn->step->text);
        return true;
    }
    if (again)
        ip_permutations_transcript_add(&t->transcript, "step %s: <... completed>\n", turn->step->name);
    else
        ip_permutations_transcript_add(&t->transcript, "step %s: %s\n", turn->step->name, turn->step->text);
    show_results(t, c->session);
    c->active = NULL;
    return false;
}

static void drop_waiting(tester *t, int index)
{
    memmove(t->waiting.items + index, t->waiting.items + index + 1,
            sizeof *t->waiting.items * (size_t)(t->waiting.count - index - 1));
    t->waiting.count--;
}

/* Reports the waiting steps that have completed by now. */
static void try_waiting(tester *t, bool may_wait)
{
    bool blocked;
    int before;
    do {
        t->new_notice = blocked = false;
        before = t->waiting.count;
        for (int w = 0; w < t->waiting.count && !t->failed;) {
            if (try_complete(t, t->waiting.items[w], may_wait, true)) {
                blocked = blocked || t->waiting.items[w]->given->blockers.count > 0;
                w++;
            } else {
                drop_waiting(t, w);
            }
        }
    } while (blocked && !t->failed && (t->waiting.count < before || t->new_notice));
}

/* Waits for the session's previous step, which must be reported before the session can take another one. */
static void finish_step(tester *t, connection *c)
{
    for (int rounds = 0; c->active && !t->failed; rounds++) {
        const turn *old = c->active;
        if (!try_complete(t, old, false, true))
            for (int w = 0; w < t->waiting.count; w++)
                if (t->waiting.items[w] == old)
                    drop_waiting(t, w--);
        try_waiting(t, true);
        if (rounds > 1000)
            refuse(t, old->step->range, "this step is never reported in this permutation");
    }
}

static void take_turn(tester *t, turn *turn)
{
    connection *c = &t->connections[turn->session];
    finish_step(t, c);
    if (t->failed)
        return;
    ip_engine_db_send(c->session, &turn->step->message);
    c->active = turn;
    int count = turn->given->blockers.count;
    turn->targets = IP_NEW_ARRAY(t->arena, int, count);
    for (int i = 0; i < count; i++) {
        const ip_client_file_blocker *b = &turn->given->blockers.items[i];
        turn->targets[i] = b->notices + t->connections[b->session].shown;
    }
    ip_engine_db_settle(t->db);
    bool waits = try_complete(t, turn, true, false);
    try_waiting(t, true);
    if (waits)
        IP_PUSH(t->arena, &t->waiting, turn);
}

/* ---- a permutation ---- */
static void run_alone(tester *t, ip_db_session *session, const ip_db_message *message, ip_range place, const char *what)
{
    if (t->failed || !message->statements.count)
        return;
    ip_engine_db_send(session, message);
    ip_engine_db_settle(t->db);
    while (check(t) && ip_engine_db_session_state(session) != IP_DB_IDLE)
        if (!ip_engine_db_skip(t->db) && check(t))
            refuse(t, place, ip_arena_printf(t->arena, "the %s never ends", what));
    for (int i = 0; i < ip_engine_db_result_count(session) && !t->failed; i++)
        if (ip_engine_db_session_result(session, i)->error)
            refuse(t, place,
                   ip_arena_printf(t->arena, "the %s fails: %s", what, ip_engine_db_session_result(session, i)->error));
    int last = ip_engine_db_result_count(session) - 1;
    if (!t->failed && last >= 0 && session != t->control)
        ip_permutations_transcript_table(&t->transcript, ip_engine_db_session_result(session, last));
}

static void run_block(tester *t, int number, int step, const char *what)
{
    if (step < 0)
        return;
    const ip_compiled_step *block = &t->client->sessions.items[number].steps.items[step];
    run_alone(t, t->connections[number].session, &block->message, block->range, what);
    if (!t->failed)
        show_notices(t, number);
}

static void add_indexes(tester *t)
{
    const ip_schema *schema = &t->client->workload->schema;
    for (int i = 0; i < t->client->indexes.count; i++) {
        const ip_compiled_index *index = &t->client->indexes.items[i];
        const ip_table *table = ip_catalog_schema_table(schema, index->table);
        int *columns = IP_NEW_ARRAY(t->arena, int, index->column_count), known = 0;
        while (table && known < index->column_count &&
               (columns[known] = ip_catalog_table_column(table, index->columns[known])) >= 0)
            known++;
        if (table)
            ip_engine_db_add_index(t->db, table, columns, known == index->column_count ? known : 0);
    }
}

static void run_permutation(tester *t, const ip_client_file_turn *turns, int count)
{
    const ip_compiled *client = t->client;
    turn *steps = IP_NEW_ARRAY(t->arena, turn, count);
    ip_db *before = t->db;
    connection *old = t->connections;
    ip_permutations_transcript_add(&t->transcript, "\nstarting permutation:");
    for (int i = 0; i < count; i++) {
        steps[i] = (turn){.given = &turns[i],
                          .step = &client->sessions.items[turns[i].session].steps.items[turns[i].step],
                          .session = turns[i].session};
        ip_permutations_transcript_add(&t->transcript, " %s", steps[i].step->name);
    }
    ip_permutations_transcript_add(&t->transcript, "\n");
    t->db = ip_engine_db_new(&client->workload->schema);
    ip_engine_db_assume_plans(t->db, t->plans);
    if (client->analyzed)
        ip_engine_db_set_analyzed(t->db);
    add_indexes(t);
    t->control = ip_engine_db_connect(t->db, "control connection", NULL);
    t->connections = IP_NEW_ARRAY(t->arena, connection, client->sessions.count);
    t->waiting.count = 0;
    for (int s = 0; s < client->sessions.count; s++)
        t->connections[s].session =
            ip_engine_db_connect(t->db, client->sessions.items[s].name, before ? old[s].session : NULL);
    ip_engine_db_free(before);
    for (int s = 0; s < client->sessions.count; s++)
        ip_engine_db_session_set(t->connections[s].session, "datestyle", "Postgres, MDY"); /* as set by pg_regress */
    run_alone(t, t->control, &client->setup, (ip_range){0}, "setup");
    for (int s = 0; s < client->sessions.count && !t->failed; s++)
        run_block(t, s, client->sessions.items[s].setup, "setup of the session");
    for (int i = 0; i < count && !t->failed; i++)
        take_turn(t, &steps[i]);
    if (!t->failed)
        try_waiting(t, false);
    if (!t->failed && t->waiting.count)
        refuse(t, t->waiting.items[0]->step->range, "this step is never reported in this permutation");
    for (int s = 0; s < client->sessions.count && !t->failed; s++)
        run_block(t, s, client->sessions.items[s].teardown, "teardown of the session");
    t->guessed = t->guessed || ip_engine_db_has_guessed(t->db);
}

/* Runs all interleavings of the sessions' steps. */
static void run_all(tester *t, ip_client_file_turn *turns, int count, int *next)
{
    bool any = false;
    for (int s = 0; s < t->client->sessions.count && !t->failed; s++) {
        const ip_compiled_session *session = &t->client->sessions.items[s];
        int from = next[s], step = from;
        const ip_client_file_session *given = &t->client->file->sessions.items[s];
        while (step < session->steps.count && given->steps.items[step].kind != IP_CLIENT_STEP)
            step++;
        if (step == session->steps.count)
            continue;
        any = true;
        turns[count] = (ip_client_file_turn){.session = s, .step = step};
        next[s] = step + 1;
        run_all(t, turns, count + 1, next);
        next[s] = from;
    }
    if (!any && !t->failed) {
        ip_client_file_turn *copy = IP_NEW_ARRAY(t->arena, ip_client_file_turn, count);
        if (count)
            memcpy(copy, turns, sizeof *copy * (size_t)count);
        run_permutation(t, copy, count);
    }
}

/* Returns NULL if the test is refused. *guessed is set if the transcript depends on a query plan that is not known;
 * `plans` says which plan was assumed. */
static const char *transcript_of(tester *t, ip_db_plans plans, bool *guessed)
{
    const ip_compiled *client = t->client;
    int total = 0;
    for (int s = 0; s < client->sessions.count; s++)
        total += client->sessions.items[s].steps.count;
    t->transcript = (ip_transcript){.arena = t->arena};
    t->db = NULL;
    t->plans = plans;
    ip_permutations_transcript_add(&t->transcript, "Parsed test spec with %d sessions\n", client->sessions.count);
    if (!client->file->permutations.count)
        run_all(t, IP_NEW_ARRAY(t->arena, ip_client_file_turn, total + 1), 0,
                IP_NEW_ARRAY(t->arena, int, client->sessions.count));
    for (int p = 0; p < client->file->permutations.count && !t->failed; p++)
        run_permutation(t, client->file->permutations.items[p].turns.items,
                        client->file->permutations.items[p].turns.count);
    ip_engine_db_free(t->db);
    *guessed = t->guessed;
    return t->failed ? NULL : t->transcript.text;
}

const char *ip_permutations_run(ip_arena *arena, const ip_source *spec, const ip_source *const *files, int file_count,
                                unsigned flags, ip_diagnostics *diagnostics)
{
    bool guessed;
    const ip_compiled *client = ip_permutations_compile_client(arena, spec, files, file_count, flags, diagnostics);
    if (!client)
        return NULL;
    tester t = {.arena = arena, .client = client, .diagnostics = diagnostics};
    const char *transcript = transcript_of(&t, IP_DB_PLANS_SCAN, &guessed);
    for (ip_db_plans plans = IP_DB_PLANS_SEARCH; transcript && guessed && plans <= IP_DB_PLANS_FIND; plans++) {
        const char *other = transcript_of(&t, plans, &guessed);
        if (other && strcmp(other, transcript) != 0)
            refuse(&t, (ip_range){spec, 0, 0}, "what happens at serializable depends on the server's plans here");
        transcript = t.failed ? NULL : transcript;
    }
    return transcript;
}
