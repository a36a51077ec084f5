/* Sequences that an instance sets (setval): their numbers count in the order of time, whatever commits and whatever is
 * rolled back. A run needs the numbers before it can be in time, so it is repeated with the numbers of the order that
 * is asked for, until they are those that it draws. */
#include "replay/world/world_state.h"

#include <string.h>

enum { MOST_REPEATED = 24 };

void ip_world_set_sequence_order(ip_world *world, const int *order, int count)
{
    int *copy = IP_NEW_ARRAY(world->arena, int, count);
    if (count)
        memcpy(copy, order, sizeof *copy * (size_t)count);
    world->sequence_order = order ? copy : NULL;
    world->sequence_order_count = order ? count : 0;
    memset(&world->settled, 0, sizeof world->settled);
}

bool ip_world_on_restarts(void *data, const ip_sequence_rule *rule, int64_t position, bool undone)
{
    ip_world *world = data;
    if (undone || rule->cache != 1 || ip_world_has_past(world, world->instance))
        return false;
    ip_world_note_use(world,
                      (ip_sequence_use){.rule = ip_world_kept_rule(world, rule), .sets = true, .position = position});
    return true;
}

void ip_world_note_use(ip_world *world, ip_sequence_use use)
{
    if (world->probe.active)
        return;
    use.instance = world->instance;
    use.step = world->under_way.count ? world->under_way.items[0] : -1;
    IP_PUSH(world->run, &world->uses, use);
}

bool ip_world_is_set(const ip_world *world, const ip_sequence_rule *rule)
{
    for (int u = 0; u < world->uses.count; u++)
        if (world->uses.items[u].sets && strcmp(world->uses.items[u].rule->name, rule->name) == 0)
            return true;
    return false;
}

/* The next use by the instance, from index *at on, of a sequence that is set; NULL: it has no more. */
static const ip_sequence_use *next_use(const ip_world *world, int instance, int *at)
{
    while (*at < world->uses.count) {
        const ip_sequence_use *use = &world->uses.items[(*at)++];
        if (use->instance == instance && ip_world_is_set(world, use->rule))
            return use;
    }
    return NULL;
}

void ip_world_sequence_uses(const ip_world *world, ip_arena *arena, ip_sequence_uses *uses)
{
    int at[IP_WORLD_MOST] = {0};
    const ip_sequence_use *use;
    memset(uses, 0, sizeof *uses);
    for (int o = 0; o < world->sequence_order_count; o++)
        if ((use = next_use(world, world->sequence_order[o], &at[world->sequence_order[o]])))
            IP_PUSH(arena, uses, *use);
    for (int o = 0; o < world->count; o++)
        while ((use = next_use(world, world->views.order[o], &at[world->views.order[o]])))
            IP_PUSH(arena, uses, *use);
}

/* The position of a draw, by the uses before it. */
static int64_t position_of(const ip_sequence_uses *uses, int draw)
{
    int64_t position = 0;
    for (int u = 0; u < draw; u++) {
        const ip_sequence_use *use = &uses->items[u];
        if (strcmp(use->rule->name, uses->items[draw].rule->name) == 0)
            position = use->sets ? use->position : position + 1;
    }
    return position;
}

static ip_world_draw *settled_draw(ip_world *world, const ip_sequence_use *use)
{
    for (int d = 0; d < world->settled.count; d++) {
        ip_world_draw *draw = &world->settled.items[d];
        if (draw->instance == use->instance && draw->drawn == use->drawn &&
            strcmp(draw->rule->name, use->rule->name) == 0)
            return draw;
    }
    return NULL;
}

/* false: some draw had another position in this run. */
static bool settle(ip_world *world)
{
    ip_sequence_uses uses;
    bool same = true;
    ip_world_sequence_uses(world, world->run, &uses);
    for (int u = 0; u < uses.count; u++) {
        const ip_sequence_use *use = &uses.items[u];
        int64_t position = use->sets ? 0 : position_of(&uses, u);
        if (use->sets || use->position == position)
            continue;
        ip_world_draw *known = settled_draw(world, use);
        same = false;
        if (known) {
            known->position = position;
            continue;
        }
        ip_sequence_rule *rule = IP_NEW(world->arena, ip_sequence_rule);
        *rule = *use->rule;
        rule->name = ip_arena_strdup(world->arena, use->rule->name);
        IP_PUSH(world->arena, &world->settled, ((ip_world_draw){use->instance, rule, use->drawn, use->step, position}));
    }
    return same;
}

int64_t ip_world_position_after(const ip_world *world, const ip_sequence_rule *rule)
{
    int64_t position = 0;
    for (int u = 0; u < world->uses.count; u++) {
        const ip_sequence_use *use = &world->uses.items[u];
        if (strcmp(use->rule->name, rule->name) == 0)
            position = use->sets ? use->position : use->position + 1;
    }
    return position;
}

/* While rows are still being invented, the numbers are those of a serial run. */
bool ip_world_settles(ip_world *world, int round)
{
    bool sets = false;
    for (int u = 0; u < world->uses.count && !world->guess; u++)
        sets = sets || world->uses.items[u].sets;
    world->unsettled = sets && !settle(world);
    return !world->unsettled || round == MOST_REPEATED;
}

bool ip_world_has_settled(const ip_world *world)
{
    for (int u = 0; u < world->uses.count; u++)
        if (world->uses.items[u].step < 0 && ip_world_is_set(world, world->uses.items[u].rule))
            return false; /* before the instance's own transaction */
    return !world->unsettled;
}

int ip_world_sequence_row(ip_world *world, const ip_sequence_rule *rule)
{
    const ip_table *of = NULL;
    for (int t = 0; t < world->schema->tables.count; t++) {
        const ip_table *table = world->schema->tables.items[t];
        if (!table->outside)
            continue;
        if (strcmp(table->name, "sequences") == 0)
            of = of ? of : table;
        else if (strncmp(table->name, "sequence ", 9) == 0 && strcmp(table->name + 9, rule->name) == 0)
            of = table;
    }
    ip_datum key = ip_value_datum_integer(0);
    return of ? ip_interpreter_rows_find_or_add(world->rows, of, &key) : -1;
}
