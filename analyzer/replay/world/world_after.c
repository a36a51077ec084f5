/* The outcome of a run. */
#include "replay/world/world_state.h"

static const cell *known_cell(const ip_world *world, int row, int column)
{
    return row < world->cells.count ? &world->cells.items[row][column + 1] : NULL;
}

const ip_world_reads *ip_world_reads_of(const ip_world *world)
{
    return &world->reads;
}

const ip_world_scans *ip_world_scans_of(const ip_world *world)
{
    return &world->scans;
}

const ip_world_writes *ip_world_writes_of(const ip_world *world)
{
    return &world->writes;
}

int ip_world_ends(const ip_world *world, int i)
{
    return world->ends[i];
}

const ip_world_steps *ip_world_steps_of(const ip_world *world)
{
    return &world->steps;
}

const ip_world_blocks *ip_world_blocks_of(const ip_world *world)
{
    return &world->blocks;
}

const ip_world_pasts *ip_world_pasts_of(const ip_world *world)
{
    return &world->pasts;
}

const ip_views *ip_world_views(const ip_world *world)
{
    return &world->views;
}

const ip_run_outcome *ip_world_outcome(const ip_world *world, int i)
{
    return &world->outcomes[i];
}

bool ip_world_wrote(const ip_world *world, int i, int row, int column)
{
    const cell *c = known_cell(world, row, column);
    return c && c->versions[i].written;
}

bool ip_world_changed(const ip_world *world, int i, int row)
{
    for (int c = IP_EXISTS; c < ip_interpreter_rows_table(world->rows, row)->columns.count; c++)
        if (ip_world_wrote(world, i, row, c))
            return true;
    return false;
}

bool ip_world_wrote_any(const ip_world *world, int row, int column)
{
    const cell *c = known_cell(world, row, column);
    for (int i = 0; i < world->count; i++)
        if (ip_world_wrote(world, i, row, column))
            return true;
    return c && c->before.written;
}

bool ip_world_initial(const ip_world *world, int row, int column, ip_datum *value)
{
    const cell *c = known_cell(world, row, column);
    if (!c || !c->decided)
        return false;
    *value = c->initial;
    return true;
}

bool ip_world_final(const ip_world *world, int row, int column, ip_datum *value)
{
    return ip_world_after(world, world->count, row, column, value);
}

bool ip_world_after(const ip_world *world, int commits, int row, int column, ip_datum *value)
{
    const cell *c = known_cell(world, row, column);
    for (int o = commits - 1; c && o >= 0; o--)
        if (c->versions[world->views.order[o]].written) {
            *value = c->versions[world->views.order[o]].value;
            return true;
        }
    if (c && c->before.written) {
        *value = c->before.value;
        return true;
    }
    return ip_world_initial(world, row, column, value);
}
