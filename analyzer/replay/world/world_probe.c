/* The result that a statement would have had if other instances had left a row in another state: its instance runs
 * again, up to that statement. */
#include "replay/world/world_state.h"

#include <string.h>

const ip_world_step *ip_world_step_of(const ip_world *world, int instance, int step)
{
    for (int s = 0; s < world->steps.count; s++)
        if (world->steps.items[s].instance == instance && world->steps.items[s].step == step)
            return &world->steps.items[s];
    return NULL;
}

bool ip_world_answered(const ip_world *world, int instance, int step)
{
    const ip_world_step *original = ip_world_step_of(world, instance, step);
    return original && (original->has_result || original->failed);
}

/* Takes the instance's versions out of the cells, or puts them back. */
static void exchange(ip_world *world, int instance, version *saved)
{
    int at = 0;
    for (int r = 0; r < world->cells.count; r++)
        for (int c = 0; c <= ip_interpreter_rows_table(world->rows, r)->columns.count; c++, at++) {
            version *here = &world->cells.items[r][c].versions[instance], before = *here;
            *here = saved[at];
            saved[at] = before;
        }
}

/* Runs the instance up to the probed statement. */
static probe run_to(ip_world *world, ip_interpreter *interpreter, int instance, probe asked)
{
    int cells = 0, rows = world->cells.count, emptyings = world->emptyings.count;
    for (int r = 0; r < rows; r++)
        cells += ip_interpreter_rows_table(world->rows, r)->columns.count + 1;
    version *saved = IP_NEW_ARRAY(world->run, version, cells);
    exchange(world, instance, saved);
    asked.active = true;
    asked.original = ip_world_step_of(world, instance, asked.step);
    world->probe = asked;
    ip_world_run_one(world, interpreter, instance);
    asked = world->probe;
    world->probe.active = false;
    world->emptyings.count = emptyings;
    world->cells.count = rows; /* rows that are first used here are absent anyway */
    exchange(world, instance, saved);
    return asked;
}

static bool same_failure(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : !a && !b;
}

static bool comes_out_otherwise(const probe *came)
{
    const ip_world_step *original = came->original;
    return came->answered != original->has_result || came->differs || came->written != original->written ||
           !same_failure(came->failed, original->failed);
}

bool ip_world_notices(ip_world *world, ip_interpreter *interpreter, int instance, int step, int row, int other,
                      bool after)
{
    if (!ip_world_answered(world, instance, step))
        return true;
    probe came =
        run_to(world, interpreter, instance, (probe){.after = after, .step = step, .row = row, .other = other});
    return comes_out_otherwise(&came);
}

bool ip_world_uses(ip_world *world, ip_interpreter *interpreter, int instance, int step, int row)
{
    if (!ip_world_answered(world, instance, step))
        return true;
    probe came = run_to(world, interpreter, instance, (probe){.absent = true, .step = step, .row = row, .other = -1});
    return comes_out_otherwise(&came);
}

bool ip_world_matters(ip_world *world, ip_interpreter *interpreter, int instance, int step, int row, int other)
{
    if (!ip_world_answered(world, instance, step))
        return true;
    int place = 0;
    while (world->views.order[place] != other)
        place++;
    probe asked = {.searches = true, .step = step, .row = row, .other = other, .commits = place};
    probe before = run_to(world, interpreter, instance, asked);
    asked.commits = place + 1;
    probe after = run_to(world, interpreter, instance, asked);
    bool same = before.answered == after.answered && before.written == after.written && !before.differs &&
                !after.differs && same_failure(before.failed, after.failed);
    return !same;
}
