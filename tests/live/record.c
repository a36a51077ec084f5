/* The other direction of replay: what a real server does is never forbidden by the level file that stands for its
 * level. Random small clients run concurrently by several connections; unique values give the writer of each read.
 *
 *   record CONNINFO SEED CLIENTS [--wrong]
 *
 * --wrong checks each level with the file of a stronger one, and succeeds if that is noticed. */
#include "suite.h"
#include "record.h"

#include "level/level.h"
#include "history/consistency.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MORE = 10 };

/* Levels of histories, by what the server is set to: of commit orders, and of visibility, where read committed cannot
 * be said without snapshots of statements. */
static const char *const files[LEVELS] = {"read-committed", "snapshot-isolation", "serializability"};
static const char *const visibility_files[LEVELS] = {NULL, "strong-session-snapshot-isolation", "serializability"};

typedef struct checkers {
    ip_consistency *mixed;            /* by commit orders, all levels */
    ip_consistency *by_files[LEVELS]; /* by visibility, for histories at one level */
} checkers;

typedef struct tally {
    long clients, transactions, committed, reads, foreign_reads, forbidden;
} tally;

static bool open_connections(const char *conninfo, PGconn **connections)
{
    for (int i = 0; i < SESSIONS; i++) {
        connections[i] = PQconnectdb(conninfo);
        if (PQstatus(connections[i]) != CONNECTION_OK) {
            fprintf(stderr, "%s", PQerrorMessage(connections[i]));
            return false;
        }
        PQclear(PQexec(connections[i], "SET deadlock_timeout = '3ms'"));
    }
    PGresult *result = PQexec(connections[0], "CREATE TABLE kv (k integer PRIMARY KEY, a integer, b integer)");
    bool good = PQresultStatus(result) == PGRES_COMMAND_OK;
    if (!good)
        fprintf(stderr, "%s", PQresultErrorMessage(result));
    PQclear(result);
    return good;
}

static void count(tally *sum, const client *c)
{
    sum->clients++;
    for (int t = 1; t < MOST; t++) {
        const transaction *about = &c->transactions[t];
        sum->transactions += about->count > 0;
        sum->committed += about->committed;
        sum->reads += about->read_count;
        for (int r = 0; r < about->read_count; r++)
            sum->foreign_reads += about->reads[r].from > 0;
    }
}

static void raise_levels(ip_history *history)
{
    for (int t = 1; t < history->count; t++)
        history->transactions[t].level += history->transactions[t].level < SERIALIZABLE;
}

/* false: it cannot go on. */
static bool one_client(const checkers *check, PGconn *const *connections, level level, bool mixed, bool wrong,
                       uint64_t *random, tally *sum)
{
    static client c;
    static ip_history history;
    client_draw(&c, level, mixed, random);
    if (!client_run(&c, connections, random))
        return false;
    const char *fault = client_history(&c, &history);
    count(sum, &c);
    if (wrong)
        raise_levels(&history);
    bool consistent = !fault && ip_history_consistent(check->mixed, &history);
    if (consistent && !mixed && !wrong && check->by_files[level]) {
        for (int t = 0; t < history.count; t++)
            history.transactions[t].level = 0;
        consistent = ip_history_consistent(check->by_files[level], &history);
    }
    if (consistent)
        return true;
    sum->forbidden++;
    if (!wrong) {
        printf("forbidden: %s\n", fault ? fault : "no commit order is as the level demands");
        client_print(&c, stdout);
    }
    return true;
}

static const ip_level *load_level(ip_arena *arena, const char *folder, const char *name)
{
    ip_diagnostics diagnostics = {.arena = arena};
    const char *path = ip_arena_printf(arena, "%s/%s%s.smt2", ip_level_file_folder(), folder, name);
    const ip_level *level = ip_level_load(arena, path, &diagnostics);
    if (!level)
        fprintf(stderr, "%s: %s\n", path, diagnostics.list.count ? diagnostics.list.items[0].message : "");
    return level;
}

static bool make_checkers(ip_arena *arena, checkers *check)
{
    ip_diagnostics diagnostics = {.arena = arena};
    const ip_level *levels[LEVELS];
    for (int l = 0; l < LEVELS; l++) {
        if (!(levels[l] = load_level(arena, "biswas-enea/", files[l])))
            return false;
        const ip_level *other = visibility_files[l] ? load_level(arena, "", visibility_files[l]) : NULL;
        check->by_files[l] = other ? ip_history_consistency_new(&other, 1, &diagnostics) : NULL;
        if (visibility_files[l] && !check->by_files[l])
            return false;
    }
    check->mixed = ip_history_consistency_new(levels, LEVELS, &diagnostics);
    return check->mixed != NULL;
}

TEST_SUITE(record)
{
    if (argc < 4)
        return 2;
    bool wrong = argc > 4 && strcmp(argv[4], "--wrong") == 0;
    uint64_t random = strtoull(argv[2], NULL, 10);
    long clients = atol(argv[3]), forbidden = 0;
    ip_arena *arena = ip_arena_new();
    checkers check = {0};
    PGconn *connections[SESSIONS];
    if (!make_checkers(arena, &check) || !open_connections(argv[1], connections))
        return 2;
    printf("seed %s\n", argv[2]);
    bool good = true;
    /* The last round mixes the first two levels; serializable makes promises only among its own. */
    for (int l = 0; l <= LEVELS - wrong && good; l++) {
        tally sum = {0};
        /* Whether sessions meet is up to the machine: more clients where nothing has been noticed. */
        for (long i = 0; i < (wrong && !sum.forbidden ? MORE * clients : clients) && good; i++)
            good = one_client(&check, connections, l < LEVELS ? (level)l : REPEATABLE_READ, l == LEVELS, wrong, &random,
                              &sum);
        printf("%s: %ld clients, %ld transactions, %ld committed, %ld reads, %ld of them from another one, %ld "
               "forbidden\n",
               l < LEVELS ? files[l] : "mixed", sum.clients, sum.transactions, sum.committed, sum.reads,
               sum.foreign_reads, sum.forbidden);
        /* Sessions that never meet would show nothing. */
        good = good && sum.foreign_reads * 20 > sum.reads && sum.committed * 4 > sum.transactions;
        if (wrong && l < SERIALIZABLE)
            good = good && sum.forbidden > 0;
        else
            forbidden += sum.forbidden;
    }
    for (int i = 0; i < SESSIONS; i++)
        PQfinish(connections[i]);
    ip_history_consistency_free(check.mixed);
    for (int l = 0; l < LEVELS; l++)
        ip_history_consistency_free(check.by_files[l]);
    ip_arena_free(arena);
    return good && !forbidden ? 0 : 1;
}
