/* Whether the execution satisfies the level's axioms (encoders/level/evaluate.h, without a solver). */
#include "replay/world/allowed.h"

#include "level/evaluate.h"

#include <string.h>

static bool *matrix(ip_arena *arena, int n)
{
    return IP_NEW_ARRAY(arena, bool, n *n);
}

static void place_all(const ip_world *world, int *place)
{
    for (int o = 0; o < ip_world_count(world); o++)
        place[ip_world_order(world)[o]] = o;
}

static bool stands(const ip_world *world, const ip_world_write *write)
{
    return ip_world_wrote(world, write->instance, write->row, write->column);
}

/* Both write one row. */
static const bool *conflicts(ip_arena *arena, const ip_world *world)
{
    int n = ip_world_count(world);
    bool *result = matrix(arena, n);
    const ip_world_writes *writes = ip_world_writes_of(world);
    for (int a = 0; a < writes->count; a++)
        for (int b = 0; b < writes->count; b++) {
            const ip_world_write *x = &writes->items[a], *y = &writes->items[b];
            if (x->row == y->row && x->instance != y->instance && stands(world, x) && stands(world, y))
                result[x->instance * n + y->instance] = true;
        }
    return result;
}

/* The lock of a change of the column: as on the server, a column of a key that a foreign key could refer to needs a
 * stronger lock. */
static ip_lock mode_of_change(const ip_world *world, int row, int column)
{
    const ip_table *table = ip_interpreter_rows_table(ip_world_all_rows(world), row);
    if (column == IP_EXISTS)
        return IP_LOCK_UPDATE;
    for (int k = 0; k < table->keys.count; k++)
        for (int c = 0; c < table->keys.items[k].column_count; c++)
            if (table->keys.items[k].columns[c] == column)
                return IP_LOCK_UPDATE;
    return IP_LOCK_NO_KEY_UPDATE;
}

/* A change of a row that its transaction has locked FOR UPDATE before keeps that lock's mode, as a change of a key has
 * it (PostgreSQL: compute_new_xmax_infomask in heapam.c). */
static ip_lock mode_of_write(const ip_world *world, const ip_world_write *write)
{
    const ip_view_locks *locks = &ip_world_views(world)->locks;
    for (int l = 0; l < locks->count; l++) {
        const ip_view_lock *lock = &locks->items[l];
        if (lock->instance == write->instance && lock->row == write->row && lock->step <= write->step &&
            lock->mode == IP_LOCK_UPDATE && !lock->inserts && !lock->passing)
            return IP_LOCK_UPDATE;
    }
    return mode_of_change(world, write->row, write->column);
}

/* A foreign key's check has locked the row in its latest version, regardless of the snapshot. */
static bool locks_latest(const ip_world *world, const ip_view_lock *lock)
{
    const ip_world_reads *reads = ip_world_reads_of(world);
    for (int r = 0; r < reads->count; r++) {
        const ip_world_read *read = &reads->items[r];
        if (read->committed && read->newest && read->instance == lock->instance && read->row == lock->row &&
            read->step == lock->step && lock->mode == IP_LOCK_KEY_SHARE)
            return true;
    }
    return false;
}

/* One changes a row that the other changes or locks, except by an INSERT. */
static const bool *changes(ip_arena *arena, const ip_world *world)
{
    int n = ip_world_count(world);
    bool *result = matrix(arena, n);
    const ip_world_writes *writes = ip_world_writes_of(world);
    const ip_view_locks *locks = &ip_world_views(world)->locks;
    for (int w = 0; w < writes->count; w++) {
        const ip_world_write *write = &writes->items[w];
        if (!stands(world, write))
            continue;
        const ip_lock mode = mode_of_write(world, write);
        for (int l = 0; l < locks->count; l++) {
            const ip_view_lock *lock = &locks->items[l];
            if (lock->row == write->row && lock->instance != write->instance && !lock->inserts &&
                ip_catalog_locks_exclude(lock->mode, mode) && !locks_latest(world, lock))
                result[write->instance * n + lock->instance] = true;
        }
    }
    return result;
}

static bool *dependencies(ip_arena *arena, const ip_graph *graph, ip_dependency_type type)
{
    bool *result = matrix(arena, graph->count);
    for (int e = 0; e < graph->edges.count; e++)
        if (graph->edges.items[e].type == type && !graph->edges.items[e].unrecorded)
            result[graph->edges.items[e].from * graph->count + graph->edges.items[e].to] = true;
    return result;
}

/* The server tracks reads by row and ignores savepoints: an unseen attempt to write a row that another instance has
 * read counts as an overwrite, even if a key refuses it or a handler undoes it (heapam.c, nbtinsert.c:
 * CheckForSerializableConflictIn comes before the check of a key). */
static void add_recorded(const ip_world *world, const bool *visible, bool *rw)
{
    int n = ip_world_count(world);
    const ip_world_reads *reads = ip_world_reads_of(world);
    const ip_world_writes *writes = ip_world_writes_of(world);
    const ip_world_scans *scans = ip_world_scans_of(world);
    for (int s = 0; s < scans->count; s++)
        for (int w = 0; w < writes->count; w++) {
            int reader = scans->items[s].instance, writer = writes->items[w].instance;
            if (scans->items[s].row == writes->items[w].row && reader != writer && !visible[writer * n + reader])
                rw[reader * n + writer] = true;
        }
    for (int r = 0; r < reads->count; r++)
        for (int w = 0; w < writes->count; w++) {
            const ip_world_read *read = &reads->items[r];
            const ip_world_write *write = &writes->items[w];
            if (read->row == write->row && read->instance != write->instance && (!read->newest || read->emptied) &&
                !visible[write->instance * n + read->instance])
                rw[read->instance * n + write->instance] = true;
        }
}

/* ---- statements ---- */

static int places_needed(const ip_world *world, const ip_snapshot_sizes *cuts)
{
    int most = 0;
    for (int i = 0; i < ip_world_count(world); i++) {
        int count = ip_world_views_per_statement(ip_world_views(world), i) ? cuts[i].count : 1;
        most = count > most ? count : most;
    }
    return most;
}

static const bool *seen(ip_arena *arena, const ip_world *world, const ip_snapshot_sizes *cuts, const bool *visible,
                        int steps)
{
    int n = ip_world_count(world), place[IP_WORLD_MOST];
    bool *result = IP_NEW_ARRAY(arena, bool, n *n *steps);
    place_all(world, place);
    for (int t = 0; t < n; t++)
        for (int u = 0; u < n; u++)
            for (int s = 0; s < steps; s++) {
                bool taken = ip_world_views_per_statement(ip_world_views(world), u) && s < cuts[u].count;
                result[(t * n + u) * steps + s] = t != u && (taken ? place[t] < cuts[u].items[s] : visible[t * n + u]);
            }
    return result;
}

static const bool *present(ip_arena *arena, const ip_world *world, const ip_snapshot_sizes *cuts, int steps)
{
    int n = ip_world_count(world);
    bool *result = IP_NEW_ARRAY(arena, bool, n *steps);
    for (int u = 0; u < n; u++)
        for (int s = 0; s < steps; s++)
            result[u * steps + s] =
                s == 0 || (ip_world_views_per_statement(ip_world_views(world), u) && s < cuts[u].count);
    return result;
}

static const bool *locked(ip_arena *arena, const ip_world *world, int steps)
{
    int n = ip_world_count(world);
    bool *result = IP_NEW_ARRAY(arena, bool, n *n *steps);
    const ip_view_locks *locks = &ip_world_views(world)->locks;
    for (int a = 0; a < locks->count; a++)
        for (int b = 0; b < locks->count; b++) {
            const ip_view_lock *x = &locks->items[a], *y = &locks->items[b];
            if (!y->early && ip_world_views_excludes(ip_world_views(world), x, y))
                result[(x->instance * n + y->instance) * steps + y->snapshot] = true;
        }
    return result;
}

static void report_statements(ip_arena *arena, const ip_world *world, const ip_snapshot_sizes *cuts,
                              ip_known_relations *relations)
{
    relations->steps = places_needed(world, cuts);
    if (relations->steps == 0)
        return;
    relations->sees = seen(arena, world, cuts, relations->vis, relations->steps);
    relations->locks = locked(arena, world, relations->steps);
    relations->present = present(arena, world, cuts, relations->steps);
}

/* ---- all ---- */

bool ip_world_allowed(ip_arena *arena, const ip_world *world, const ip_graph *graph, const ip_snapshot_sizes *cuts,
                      const bool *visible, const ip_allowed_extra *extras, int extra_count)
{
    const ip_views *views = ip_world_views(world);
    int n = ip_world_count(world);
    bool *ar = matrix(arena, n), *at_level = IP_NEW_ARRAY(arena, bool, n);
    const int *order = ip_world_order(world);
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++)
            ar[order[a] * n + order[b]] = true;
    ip_known_relations relations = {.count = n, .vis = visible, .ar = ar};
    relations.wr = dependencies(arena, graph, IP_WR);
    relations.ww = dependencies(arena, graph, IP_WW);
    bool *rw = dependencies(arena, graph, IP_RW);
    relations.conflict = conflicts(arena, world);
    relations.rw = rw;
    if (ip_world_views_of_engine(views)) {
        add_recorded(world, visible, rw);
        relations.changes = changes(arena, world);
        report_statements(arena, world, cuts, &relations);
    }
    for (int i = 0; i < n; i++) {
        bool first = true;
        for (int j = 0; j < n; j++) {
            at_level[j] = views->levels[j] == views->levels[i];
            first = first && !(j < i && at_level[j]);
        }
        if (first && !ip_level_holds(views->levels[i], &relations, at_level))
            return false;
    }
    for (int x = 0; x < extra_count; x++) {
        relations.in_a = extras[x].in_a;
        relations.in_b = extras[x].in_b;
        if (!ip_level_holds(extras[x].level, &relations, NULL))
            return false;
    }
    return true;
}
