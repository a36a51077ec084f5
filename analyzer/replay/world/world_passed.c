/* SKIP LOCKED and NOWAIT in a run in commit order: another instance holds the lock of a row if it commits before but is
 * not in the statement's snapshot, since then it has not ended. SKIP LOCKED could pass over the same rows in a serial
 * execution (docs/encoding.md): only the rows that it locks have been read. */
#include "replay/world/world_state.h"

bool ip_world_held(void *data, int row, ip_lock mode)
{
    ip_world *world = data;
    if (!ip_world_views_locks(&world->views, world->instance))
        return false;
    int holder = ip_world_views_holder(&world->views, row, mode);
    world->free_row = holder < 0 ? row : -1;
    if (holder >= 0 && !world->probe.active)
        IP_PUSH(world->run, &world->views.skips, ((ip_view_skip){world->instance, row, world->step, mode, holder}));
    return holder >= 0;
}

bool ip_world_overtaken(void *data, int row, ip_lock mode)
{
    ip_world *world = data;
    return ip_world_views_locks(&world->views, world->instance) && ip_world_views_holder(&world->views, row, mode) >= 0;
}

void ip_world_passes_over(void *data, const ip_table *table)
{
    ip_world *world = data;
    if (!world->probe.active)
        IP_PUSH(world->run, &world->passing, ((passing){world->instance, world->current, table}));
}

static bool has_locked(const ip_world *world, const ip_world_read *read)
{
    const ip_view_locks *locks = &world->views.locks;
    for (int l = 0; l < locks->count; l++)
        if (locks->items[l].instance == read->instance && locks->items[l].row == read->row &&
            locks->items[l].step <= read->at && !locks->items[l].passing)
            return true;
    return false;
}

static bool is_passed(const ip_world *world, const ip_world_read *read)
{
    for (int p = 0; p < world->passing.count; p++) {
        const passing *by = &world->passing.items[p];
        if (by->instance == read->instance && by->step == read->step &&
            by->table == ip_interpreter_rows_table(world->rows, read->row))
            return !has_locked(world, read);
    }
    return false;
}

void ip_world_forget_passed(ip_world *world)
{
    int kept = 0;
    for (int r = 0; r < world->reads.count && world->passing.count > 0 && !world->probe.active; r++)
        if (world->reads.items[r].instance != world->instance || !is_passed(world, &world->reads.items[r]))
            world->reads.items[kept++] = world->reads.items[r];
    if (world->passing.count > 0 && !world->probe.active)
        world->reads.count = kept;
}
