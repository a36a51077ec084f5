/* Numbers drawn from sequences: the position of each draw, and the record of draws. */
#include "replay/world/world_state.h"

#include <string.h>

void ip_world_set_draws(ip_world *world, const ip_world_draws *draws)
{
    world->given_draws = draws;
}

void ip_world_set_turns(ip_world *world, const int *turns)
{
    world->turns = turns;
}

void ip_world_set_pool(ip_world *world, const ip_world_draws *pool)
{
    world->pool = pool;
}

const ip_world_draws *ip_world_draws_of(const ip_world *world)
{
    return &world->draws;
}

static const ip_world_draw *find(const ip_world_draws *draws, int instance, const ip_sequence_rule *rule, int64_t drawn)
{
    for (int d = 0; draws && d < draws->count; d++) {
        const ip_world_draw *draw = &draws->items[d];
        if (draw->instance == instance && draw->drawn == drawn && strcmp(draw->rule->name, rule->name) == 0)
            return draw;
    }
    return NULL;
}

const ip_sequence_rule *ip_world_kept_rule(ip_world *world, const ip_sequence_rule *rule)
{
    if (ip_catalog_sequence_rule_named(world->schema, rule->name) == rule)
        return rule;
    ip_sequence_rule *copy = IP_NEW(world->run, ip_sequence_rule);
    *copy = *rule;
    copy->name = ip_arena_strdup(world->run, rule->name);
    return copy;
}

/* The lowest position above all that were drawn in this run; else the next one. */
static int64_t next_of_pool(const ip_world *world, const ip_sequence_rule *rule)
{
    int64_t last = -1, next = INT64_MAX;
    for (int d = 0; d < world->draws.count; d++)
        if (strcmp(world->draws.items[d].rule->name, rule->name) == 0 && world->draws.items[d].position > last)
            last = world->draws.items[d].position;
    for (int d = 0; d < world->pool->count; d++) {
        const ip_world_draw *draw = &world->pool->items[d];
        if (strcmp(draw->rule->name, rule->name) == 0 && draw->position > last && draw->position < next)
            next = draw->position;
    }
    return next < INT64_MAX ? next : last + 1;
}

static int64_t choose(const ip_world *world, const ip_sequence_rule *rule, int64_t drawn)
{
    int i = world->instance;
    const ip_world_draw *settled = find(&world->settled, i, rule, drawn);
    const ip_world_draw *given = find(world->given_draws, i, rule, drawn);
    if (settled)
        return settled->position;
    if (ip_world_is_set(world, rule))
        return ip_world_position_after(world, rule);
    if (world->pool)
        return next_of_pool(world, rule);
    return given ? given->position
                 : ip_catalog_sequence_of_block(rule, world->count, (world->turns ? world->turns[i] : i) + 1, drawn);
}

/* When the instance repeats statements, in a probe or to reach its own transaction, it draws the same numbers again. */
int64_t ip_world_draw_next(void *data, const ip_sequence_rule *rule, int64_t drawn)
{
    ip_world *world = data;
    int i = world->instance;
    const ip_world_draw *before = find(&world->draws, i, rule, drawn);
    if (before)
        return before->position;
    int64_t position = choose(world, rule, drawn);
    if (!world->probe.active) {
        ip_world_draw draw = {.instance = i,
                              .rule = ip_world_kept_rule(world, rule),
                              .drawn = drawn,
                              .step = world->under_way.count ? world->under_way.items[0] : -1,
                              .position = position};
        IP_PUSH(world->run, &world->draws, draw);
        ip_world_note_use(world, (ip_sequence_use){.rule = draw.rule, .drawn = drawn, .position = position});
    }
    return position;
}
