/* Random executions of clients at levels of an engine, for executions.py: usage: executions SEED COUNT CLIENT LEVEL….
 * Each transaction is given one of the levels; commits get a random order, snapshots random numbers of commits. What
 * the levels allow, and can be put in time, is written as a line of JSON: the schedule of a report. */
#include "suite.h"
#include "replay/world/allowed.h"
#include "explorer/load.h"
#include "replay/schedule/schedule_json.h"
#include "replay/search/schedule_of_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SNAPSHOTS = 12 };

static uint64_t state;

static int below(int limit)
{
    uint64_t z = state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (int)((z ^ (z >> 31)) % (uint64_t)limit);
}

/* Numbers that never fall, each at most the instance's place. */
static ip_snapshot_sizes draw_cuts(ip_arena *arena, int place)
{
    int *items = IP_NEW_ARRAY(arena, int, SNAPSHOTS);
    for (int s = 0, now = below(place + 1); s < SNAPSHOTS; s++) {
        items[s] = now;
        now += now < place && below(3) == 0;
    }
    return (ip_snapshot_sizes){SNAPSHOTS, items};
}

static ip_trial draw_trial(ip_arena *arena, const ip_loaded_client *loaded, const ip_level *const *levels, int count)
{
    int n = loaded->client.sessions.count;
    ip_trial trial = {.count = n, .satisfies_constraints = true};
    trial.instances = IP_NEW_ARRAY(arena, ip_trial_instance, n);
    trial.order = IP_NEW_ARRAY(arena, int, n);
    trial.visible = IP_NEW_ARRAY(arena, bool, n *n);
    trial.cuts = IP_NEW_ARRAY(arena, ip_snapshot_sizes, n);
    for (int i = 0; i < n; i++) {
        int other = below(i + 1);
        trial.order[i] = trial.order[other];
        trial.order[other] = i;
        const ip_client_transaction *of = &loaded->client.sessions.items[i].transactions.items[0];
        trial.instances[i] = (ip_trial_instance){.of = i, .code = of->code, .level = levels[below(count)]};
    }
    for (int o = 0; o < n; o++) {
        trial.cuts[trial.order[o]] = draw_cuts(arena, o);
        for (int b = 0, holds = below(o + 1); b < holds; b++)
            trial.visible[trial.order[b] * n + trial.order[o]] = true;
    }
    for (int r = 0; r < loaded->client.rows.count; r++)
        IP_PUSH(arena, &trial.rows, loaded->client.rows.items[r]);
    return trial;
}

static ip_world *world_of(const ip_schema *schema, const ip_trial *trial)
{
    ip_world *world = ip_world_new(schema, trial->count);
    for (int i = 0; i < trial->count; i++) {
        ip_world_set_instance(world, i, (ip_world_instance){trial->instances[i].code, NULL});
        ip_world_set_level(world, i, trial->instances[i].level);
    }
    ip_world_set_visibility(world, trial->order, trial->visible);
    ip_world_set_snapshot_sizes(world, trial->cuts);
    ip_trial_initial_rows_give(&trial->rows, world);
    return world;
}

/* Scans meet rows that later instances insert once these have run. */
static bool run(ip_world *world, ip_interpreter *interpreter)
{
    for (int rows = -1; rows != ip_interpreter_rows_count(ip_world_rows(world));) {
        rows = ip_interpreter_rows_count(ip_world_rows(world));
        if (ip_world_run(world, interpreter) >= 0)
            return false;
    }
    return true;
}

static void tell(ip_arena *arena, ip_bench *bench, ip_search_result *result)
{
    int n = result->trial.count, number[IP_WORLD_MOST];
    ip_anomaly anomaly = {.instance_count = n, .instances = IP_NEW_ARRAY(arena, ip_instance, n)};
    ip_program program = {.name = "p"};
    json_t *replay = json_object(), *levels = json_array();
    for (int i = 0; i < n; i++) {
        number[i] = i;
        anomaly.instances[i] =
            (ip_instance){.program = &program, .level = ip_level_name(result->trial.instances[i].level)};
        json_array_append_new(levels, json_string(anomaly.instances[i].level));
    }
    bool in_time;
    const ip_schedule *schedule = ip_replay_schedule_of_run(arena, bench, result, number, &anomaly, &in_time);
    ip_schedule_to_json(schedule, replay);
    json_object_set_new(replay, "levels", levels);
    json_dumpf(replay, stdout, JSON_COMPACT);
    printf("\n");
    json_decref(replay);
}

static bool waits(const ip_timing *timing)
{
    for (int a = 0; a < timing->acts.count; a++)
        if (timing->acts.items[a].waits)
            return true;
    return false;
}

static bool execute(ip_arena *arena, ip_bench *bench, const ip_loaded_client *loaded, const ip_level *const *levels,
                    int count, bool waiting)
{
    ip_search_result result = {.trial = draw_trial(arena, loaded, levels, count)};
    ip_world *world = world_of(bench->schema, &result.trial);
    result.outcome.world = world;
    bool good = run(world, bench->interpreter) &&
                ip_schedule_timing_find(arena, world, bench->interpreter, &result.outcome.timing);
    if (good) {
        ip_graph graph;
        ip_timing *timing = &result.outcome.timing;
        ip_world_graph_build(arena, world, &graph);
        good = ip_world_allowed(arena, world, &graph, timing->cuts, timing->visible, NULL, 0);
        ip_world_set_visibility(world, result.trial.order, timing->visible);
        ip_world_set_snapshot_sizes(world, timing->cuts);
    }
    good = good && (!waiting || waits(&result.outcome.timing));
    if (good)
        tell(arena, bench, &result);
    ip_world_free(world);
    return good;
}

TEST_SUITE(executions)
{
    ip_arena *arena = ip_arena_new();
    ip_diagnostics diagnostics = {.arena = arena};
    const ip_level *levels[8];
    int count = 0;
    if (argc < 5 || argc > 12)
        return 2;
    state = strtoull(argv[1], NULL, 10);
    for (int i = 4; i < argc; i++)
        if ((levels[count] = ip_level_load(arena, argv[i], &diagnostics)) != NULL)
            count++;
    const char *error = NULL;
    const ip_source *spec = ip_source_read(arena, argv[3], &error);
    ip_loaded_client *loaded =
        spec && count ? ip_explore_client_load(arena, spec, NULL, 0, levels[0], 0, &diagnostics) : NULL;
    for (int i = 0; i < diagnostics.list.count; i++)
        fprintf(stderr, "%s\n", diagnostics.list.items[i].message);
    if (!loaded)
        return 1;
    ip_interpreter *interpreter = ip_exec_interpreter_new(loaded->client.schema);
    ip_bench bench = {.arena = arena, .schema = loaded->client.schema, .interpreter = interpreter};
    int wanted = atoi(argv[2]), created = 0;
    /* Executions with a wait are rare, and the most useful. */
    for (int tries = 0; created < wanted && tries < 40 * wanted; tries++)
        created += execute(arena, &bench, loaded, levels, count, tries < 36 * wanted);
    ip_exec_interpreter_free(interpreter);
    ip_arena_free(arena);
    return 0;
}
