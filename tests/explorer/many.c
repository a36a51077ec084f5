/* Many clients in one process, for sql_clients.py: arguments are levels, "--", client files. For each client and level
 * it writes the counts of the whole, each history as its reads, the counts of three shards added up, and after how many
 * histories an assertion fails; at snapshot isolation and above, whether the client is robust. */
#include "suite.h"
#include "code/code_text.h"
#include "explorer/assertion.h"
#include "explorer/delayed.h"
#include "explorer/describe.h"
#include "explorer/load.h"
#include "explorer/serializable.h"

#include <stdio.h>
#include <string.h>

static const char assertion[] = "SELECT count(*) = 0 FROM kv WHERE k = 'w' AND v = 2 OR k = 'x' AND v = 1";

typedef struct visited {
    ip_arena *arena;
    ip_interpreter *interpreter;
    const ip_code *query;
    long failures;
} visited;

static const char *step_of(const char *name)
{
    return name ? strrchr(name, 't') + 1 : "0";
}

static bool visit(void *data, const ip_explored *explored)
{
    visited *v = data;
    const ip_described_history *history = ip_explore_explored_describe(v->arena, explored, NULL);
    printf("history");
    for (int t = 0; t < history->transactions.count; t++) {
        const ip_described_transaction *transaction = &history->transactions.items[t];
        for (int r = 0; r < transaction->reads.count; r++) {
            const ip_described_access *a = &transaction->reads.items[r];
            printf("\t%s|%s|%s|%s|%s", step_of(transaction->name), a->table, a->key, a->column ? a->column : "",
                   step_of(a->from));
        }
    }
    printf("\n");
    v->failures += ip_explore_explored_assert(v->interpreter, explored, v->query).end == IP_ASSERTION_FAILS;
    return true;
}

static void print_counts(const char *what, const ip_exploration *e)
{
    printf("%s\t%ld\t%ld\t%ld\t%ld\t%ld\n", what, e->histories, e->histories_serializable, e->end_states, e->explored,
           e->blocked);
}

static void note_found(void *data, const ip_explored *explored, const ip_delayed_run *how)
{
    (void)how;
    bool good = !explored->serializable && !ip_explore_history_serializable(explored->history) &&
                ip_history_consistent(explored->levels, explored->history);
    *(const char **)data = good ? "good" : "wrong";
}

static void explore(ip_loaded_client *loaded, const ip_level *level, visited *v, ip_diagnostics *diagnostics)
{
    for (int s = 0; s < loaded->client.sessions.count; s++)
        for (int t = 0; t < loaded->client.sessions.items[s].transactions.count; t++)
            loaded->client.sessions.items[s].transactions.items[t].level = level;
    ip_explore_options options = {.serializable_counts = true, .visit = visit, .data = v};
    v->failures = 0;
    ip_exploration whole = ip_explore(&loaded->client, &options, diagnostics), sum = {0};
    print_counts(whole.end == IP_EXPLORE_COMPLETE ? "whole" : "incomplete", &whole);
    printf("fails\t%ld\n", v->failures);
    options.visit = NULL;
    options.shard_count = 3;
    for (options.shard = 1; options.shard <= 3; options.shard++) {
        ip_exploration part = ip_explore(&loaded->client, &options, diagnostics);
        sum.histories += part.histories;
        sum.histories_serializable += part.histories_serializable;
        sum.end_states += part.end_states;
        sum.explored += part.explored;
        sum.blocked += part.blocked;
    }
    print_counts("shards", &sum);
    if (!ip_level_within_snapshot_isolation(level, true))
        return;
    const char *found = "";
    const ip_robust_options robust = {.found = note_found, .data = &found};
    ip_robustness answer = ip_explore_robust(&loaded->client, &robust, diagnostics);
    static const char *const ends[] = {
        [IP_ROBUST] = "yes", [IP_NOT_ROBUST] = "no", [IP_ROBUST_STOPPED] = "stopped", [IP_ROBUST_FAILED] = "failed"};
    printf("robust\t%s\t%s\t%ld\t%s\n", ends[answer.end], answer.explored ? "explored" : "delayed", answer.states,
           found);
}

static void explore_file(const char *path, const ip_level *const *levels, int count)
{
    ip_arena *arena = ip_arena_new();
    ip_diagnostics diagnostics = {.arena = arena};
    const char *error;
    const ip_source *spec = ip_source_read(arena, path, &error);
    ip_loaded_client *loaded = spec ? ip_explore_client_load(arena, spec, NULL, 0, levels[0], 0, &diagnostics) : NULL;
    if (loaded) {
        const ip_source *source = ip_source_from_text(arena, "assertion", assertion, strlen(assertion));
        visited v = {.arena = arena};
        v.query =
            ip_code_frontend_query(loaded->workload, "assertion", (ip_range){source, 0, source->length}, &diagnostics);
        v.interpreter = ip_exec_interpreter_new(loaded->client.schema);
        for (int l = 0; l < count; l++)
            explore(loaded, levels[l], &v, &diagnostics);
        ip_exec_interpreter_free(v.interpreter);
    }
    for (int i = 0; i < diagnostics.list.count; i++)
        if (diagnostics.list.items[i].kind == IP_ERROR)
            printf("error\t%s\n", diagnostics.list.items[i].message);
    ip_arena_free(arena);
}

TEST_SUITE(explorer_many)
{
    ip_arena *arena = ip_arena_new();
    ip_diagnostics diagnostics = {.arena = arena};
    const ip_level *levels[16];
    int count = 0, at = 1;
    for (; at < argc && strcmp(argv[at], "--") && count < 16; at++)
        levels[count++] = ip_level_load_for_histories(arena, argv[at], &diagnostics);
    for (at++; at < argc; at++)
        explore_file(argv[at], levels, count);
    ip_arena_free(arena);
    return diagnostics.list.count > 0;
}
