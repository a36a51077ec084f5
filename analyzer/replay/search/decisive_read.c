/* The run again, with ever more reads after the other transaction's commit. */
#include "replay/search/decisive_read.h"

#include "replay/trial/serial_orders.h"

#include <string.h>

enum { MOST_TRIED = 8 };

int ip_replay_snapshot_of_step(const ip_world *world, int instance, int step)
{
    const ip_world_step *found = ip_world_step_of(world, instance, step);
    return found ? found->snapshot : -1;
}

/* The latest snapshot before this one in which the reader reads what the writer overwrites; -1: none. */
static int stale_before(const ip_trial_outcome *outcome, int reader, int writer, int snapshot)
{
    int latest = -1;
    for (int e = 0; e < outcome->graph.edges.count; e++) {
        const ip_graph_edge *edge = &outcome->graph.edges.items[e];
        if (edge->type != IP_RW || edge->from != reader || edge->to != writer)
            continue;
        int of = ip_replay_snapshot_of_step(outcome->world, reader, edge->from_step);
        if (of < snapshot && of > latest)
            latest = of;
    }
    return latest;
}

/* With the writer's commit in this snapshot of the reader, and in later ones, some serial order gives the same; or an
 * instance fails, as it would there. */
static bool repairs(ip_bench *bench, const ip_trial *trial, int reader, int writer, int snapshot)
{
    int place = 0;
    while (trial->order[place] != writer)
        place++;
    ip_trial other = *trial;
    other.cuts = IP_NEW_ARRAY(bench->arena, ip_snapshot_sizes, trial->count);
    memcpy(other.cuts, trial->cuts, sizeof *other.cuts * (size_t)trial->count);
    ip_snapshot_sizes *sizes = &other.cuts[reader];
    int *items = IP_NEW_ARRAY(bench->arena, int, sizes->count);
    for (int s = 0; s < sizes->count; s++)
        items[s] = s >= snapshot && sizes->items[s] <= place ? place + 1 : sizes->items[s];
    sizes->items = items;
    ip_trial_outcome outcome = ip_trial_run(bench, &other);
    if (outcome.end != IP_TRIAL_CYCLE)
        return outcome.end == IP_TRIAL_ACYCLIC || outcome.end == IP_TRIAL_ABORTS;
    bool equal = ip_trial_equal_order(bench, &other, &outcome) != NULL;
    ip_world_free(outcome.world);
    return equal;
}

int ip_replay_decisive_snapshot(ip_bench *bench, const ip_trial *trial, const ip_trial_outcome *outcome, int reader)
{
    if (trial->count != 2 || !trial->cuts || !ip_level_has_statement_snapshots(trial->instances[reader].level))
        return -1;
    int writer = 1 - reader, snapshot = trial->cuts[reader].count;
    for (int tried = 0; tried < MOST_TRIED; tried++) {
        snapshot = stale_before(outcome, reader, writer, snapshot);
        if (snapshot < 0 || repairs(bench, trial, reader, writer, snapshot))
            return snapshot;
    }
    return -1;
}
