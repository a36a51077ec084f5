/* Random clients on a PostgreSQL server, at its levels and mixtures of them: whatever it ends with must be among what
 * the explorer ends with, or a level's file forbids what the server does.
 *
 *   on-server CONNINFO CLIENTS SEED
 *
 * A transaction that deletes a row and inserts it again leaves another row to statements that have waited for it. A
 * transaction with one snapshot that inserts a key which its snapshot still has, another one having deleted it, sees
 * two rows of that key from then on. To the explorer there is one: such clients are left out.
 *
 * Transactions that the server refuses (40001, 40P01) have left nothing: the others are compared with what they do
 * alone. Prints the seed of a client that fails, and a smaller client that fails, too. */
#include "locking.h"
#include "test.h"

#include <libpq-fe.h>
#include <poll.h>
#include <stdlib.h>

enum { SCHEDULES = 6, PATIENCE = 4 /* milliseconds for a statement that may be waiting for a lock */ };

typedef enum session_state { RUNNING, COMMITTED, FAILED, REFUSED } session_state;

typedef struct session {
    PGconn *connection;
    session_state state;
    int next; /* statement; count: COMMIT */
    bool busy;
    char results[TOY_TEXT];
} session;

typedef struct server {
    session sessions[SIMULATED_TRANSACTIONS];
    PGconn *control;
    locking_levels levels;
    long runs, refused;
} server;

static PGconn *connect(const char *conninfo)
{
    PGconn *connection = PQconnectdb(conninfo);
    if (PQstatus(connection) != CONNECTION_OK) {
        fprintf(stderr, "%s", PQerrorMessage(connection));
        exit(1);
    }
    PQclear(PQexec(connection, "SET client_min_messages = error; SET deadlock_timeout = '10ms'"));
    return connection;
}

static void must(PGconn *connection, const char *sql)
{
    PGresult *result = PQexec(connection, sql);
    if (PQresultStatus(result) != PGRES_COMMAND_OK) {
        fprintf(stderr, "%s: %s", sql, PQerrorMessage(connection));
        exit(1);
    }
    PQclear(result);
}

/* ---- one session ---- */

static void send_next(session *s, const struct simulated_transaction *t)
{
    char text[TOY_TEXT] = "COMMIT";
    if (s->next < t->count) {
        *text = 0;
        locking_print_statement(text, &t->statements[s->next]);
    }
    s->busy = PQsendQuery(s->connection, text) == 1;
}

static void take_rows(session *s, const PGresult *result)
{
    for (int row = 0; row < PQntuples(result); row++)
        for (int column = 0; column < PQnfields(result); column++) {
            const char *value = PQgetvalue(result, row, column);
            sprintf(s->results + strlen(s->results), " %s", *value ? value : "-");
        }
}

static void take_result(session *s, const struct simulated_transaction *t, const PGresult *result)
{
    const char *code = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (!code) {
        take_rows(s, result);
        s->state = s->next++ == t->count ? COMMITTED : RUNNING;
        return;
    }
    s->state = !strcmp(code, "40001") || !strcmp(code, "40P01") ? REFUSED : FAILED;
    if (s->state == FAILED && strcmp(code, "23505")) {
        fprintf(stderr, "%s", PQresultErrorMessage(result));
        test_failures++;
    }
}

/* Waits so long for the answer. Once the answer has ended the transaction, waits for the rest of it, however long that
 * takes: a session that is not ready again could not be rolled back. */
static void receive(session *s, const struct simulated_transaction *t, int milliseconds)
{
    struct pollfd waiting = {.fd = PQsocket(s->connection), .events = POLLIN};
    while (s->busy && PQconsumeInput(s->connection)) {
        if (PQisBusy(s->connection)) {
            if (poll(&waiting, 1, s->state == RUNNING ? milliseconds : -1) <= 0)
                return;
            continue;
        }
        PGresult *result = PQgetResult(s->connection);
        if (result)
            take_result(s, t, result);
        else
            s->busy = false;
        PQclear(result);
    }
    if (s->state == FAILED || s->state == REFUSED)
        must(s->connection, "ROLLBACK");
}

/* ---- one execution ---- */

static void set_up(const server *v, const simulated_client *c)
{
    char text[TOY_TEXT] = "TRUNCATE kv; ";
    for (int k = 0; k < SIMULATED_KEYS; k++)
        if (c->present[k])
            sprintf(text + strlen(text), "INSERT INTO kv VALUES (%d, %d); ", k, c->values[k]);
    must(v->control, text);
}

static void execute(server *v, const simulated_client *c, unsigned long *seed)
{
    set_up(v, c);
    for (int t = 0; t < c->count; t++) {
        char text[80];
        v->sessions[t].state = RUNNING;
        v->sessions[t].next = 0;
        *v->sessions[t].results = 0;
        sprintf(text, "BEGIN ISOLATION LEVEL %s", locking_level(c->transactions[t].level));
        must(v->sessions[t].connection, text);
    }
    for (bool running = true; running;) {
        int t = (int)toy_draw(seed, (unsigned)c->count);
        session *s = &v->sessions[t];
        running = false;
        if (s->state == RUNNING) {
            if (!s->busy)
                send_next(s, &c->transactions[t]);
            receive(s, &c->transactions[t], PATIENCE);
        }
        for (int u = 0; u < c->count; u++)
            running |= v->sessions[u].state == RUNNING;
    }
}

/* The client of those that were not refused, and what they ended with. */
static simulated_client outcome(server *v, const simulated_client *c, char *text)
{
    simulated_client rest = *c;
    rest.count = 0;
    *text = 0;
    for (int t = 0; t < c->count; t++) {
        const session *s = &v->sessions[t];
        if (s->state == REFUSED)
            continue;
        rest.transactions[rest.count++] = c->transactions[t];
        sprintf(text + strlen(text), "%s%s;", s->state == FAILED ? "!" : "", s->results);
    }
    PGresult *rows = PQexec(v->control, "SELECT k, v FROM kv ORDER BY k");
    for (int row = 0; row < PQntuples(rows); row++)
        sprintf(text + strlen(text), " %s %s", PQgetvalue(rows, row, 0), PQgetvalue(rows, row, 1));
    PQclear(rows);
    return rest;
}

/* Several executions of it: does the explorer find each of them, too? */
static bool agrees(server *v, const simulated_client *c, unsigned long seed, bool tell)
{
    toy_set explored[1 << SIMULATED_TRANSACTIONS] = {{0}};
    bool known[1 << SIMULATED_TRANSACTIONS] = {false}, good = true;
    for (int i = 0; i < SCHEDULES && good; i++) {
        char text[TOY_TEXT];
        unsigned set = 0;
        execute(v, c, &seed);
        simulated_client rest = outcome(v, c, text);
        for (int t = 0; t < c->count; t++)
            set |= (unsigned)(v->sessions[t].state != REFUSED) << t;
        v->runs++;
        v->refused += rest.count < c->count;
        if (!known[set])
            good = locking_explore(&v->levels, &rest, &explored[set]);
        known[set] = true;
        char *ended[] = {text};
        const char *forbidden = locking_missing(&(toy_set){ended, 1, 1}, &explored[set]);
        good = good && !forbidden;
        if (!good && tell) {
            char client[TOY_TEXT];
            locking_print(&rest, client);
            fprintf(stderr, "the server ends with this, the levels forbid it: %s\n%s", text, client);
        }
    }
    for (int set = 0; set < 1 << SIMULATED_TRANSACTIONS; set++)
        toy_set_free(&explored[set]);
    return good;
}

/* Timing is the server's, so a failure may need several attempts. */
static bool fails(server *v, const simulated_client *c, unsigned long seed)
{
    for (int attempt = 0; attempt < 5; attempt++)
        if (!agrees(v, c, seed + (unsigned long)attempt, false))
            return true;
    return false;
}

static void shrink(server *v, simulated_client *c, unsigned long seed)
{
    for (bool smaller = true; smaller;) {
        smaller = false;
        for (int t = 0; t < c->count; t++)
            for (int i = 0; i < c->transactions[t].count; i++) {
                simulated_client less = *c;
                memmove(&less.transactions[t].statements[i], &less.transactions[t].statements[i + 1],
                        sizeof(simulated_statement) * (size_t)(SIMULATED_STATEMENTS - 1 - i));
                less.transactions[t].count--;
                if (fails(v, &less, seed)) {
                    *c = less;
                    smaller = true;
                }
            }
    }
}

static bool sees_two_rows(const simulated_client *c)
{
    bool one_snapshot = false;
    for (int t = 0; t < c->count; t++)
        one_snapshot |= c->transactions[t].level != SIMULATED_READ_COMMITTED;
    return one_snapshot && locking_reinserts_a_row(c);
}

TEST_SUITE(explorer_on_server)
{
    if (argc != 4)
        return 2;
    server v = {0};
    ip_arena *arena = ip_arena_new();
    CHECK(locking_load_levels(arena, &v.levels));
    v.control = connect(argv[1]);
    must(v.control, "DROP TABLE IF EXISTS kv; CREATE TABLE kv (k int primary key, v int)");
    for (int t = 0; t < SIMULATED_TRANSACTIONS; t++)
        v.sessions[t].connection = connect(argv[1]);
    for (long i = 0; i < atol(argv[2]) && test_failures < 3; i++) {
        simulated_client client;
        unsigned long seed = strtoul(argv[3], NULL, 10) + (unsigned long)i, random = seed * 2654435761UL + 99;
        locking_draw(&client, true, &random);
        test_checks++;
        if (sees_two_rows(&client) || locking_renews_a_row(&client) || agrees(&v, &client, random, false))
            continue;
        test_failures++;
        fprintf(stderr, "seed %lu fails\n", seed);
        shrink(&v, &client, random);
        for (int attempt = 0; attempt < 10 && agrees(&v, &client, random + (unsigned long)attempt, true); attempt++)
            ;
    }
    printf("%ld executions, %ld of them with transactions that were refused\n", v.runs, v.refused);
    for (int t = 0; t < SIMULATED_TRANSACTIONS; t++)
        PQfinish(v.sessions[t].connection);
    PQfinish(v.control);
    ip_arena_free(arena);
    return TEST_RESULT();
}
