/* Numbers what was found in the order in time, where the run stays the same with these numbers. */
#include "replay/search/numbering.h"

#include "replay/search/schedule_of_run.h"

#include <string.h>

enum { MOST_ROUNDS = 4 };

/* A sequence as its draws leave it. */
typedef struct counter {
    const ip_sequence_rule *rule;
    int64_t taken;                                  /* by sessions */
    int64_t from[IP_WORLD_MOST], to[IP_WORLD_MOST]; /* what each has taken at once, and not drawn */
} counter;

typedef struct numbering {
    ip_arena *arena;
    const ip_world_draws *draws;
    ip_world_draws numbered;
    IP_VEC(counter *) counters;
    bool *placed; /* [draw] */
} numbering;

static counter *counter_of(numbering *n, const ip_sequence_rule *rule)
{
    for (int c = 0; c < n->counters.count; c++)
        if (strcmp(n->counters.items[c]->rule->name, rule->name) == 0)
            return n->counters.items[c];
    counter *made = IP_NEW(n->arena, counter);
    made->rule = rule;
    IP_PUSH(n->arena, &n->counters, made);
    return made;
}

static void place(numbering *n, int d)
{
    ip_world_draw draw = n->draws->items[d];
    counter *c = counter_of(n, draw.rule);
    int i = draw.instance;
    if (c->from[i] == c->to[i]) {
        c->from[i] = c->taken;
        c->taken += ip_sequence_taken(c->rule, c->taken);
        c->to[i] = c->taken;
    }
    draw.position = c->from[i] < c->to[i] ? c->from[i]++ : c->from[i];
    n->placed[d] = true;
    IP_PUSH(n->arena, &n->numbered, draw);
}

/* Constraints that are deferred, and what they fire, are COMMIT's. */
static bool is_of(const ip_world *world, const ip_world_draw *draw, const ip_schedule_act *act)
{
    int ends = ip_world_ends(world, draw->instance);
    bool at_commit = ends > 0 && draw->step >= ends;
    return draw->instance == act->instance && (act->step == IP_SCHEDULE_COMMIT ? at_commit : draw->step == act->step);
}

/* While an instance that draws waits, the order of its draws and those of others from the same sequence does not
 * matter. */
static bool is_overtaken(const numbering *n, const ip_world *world, const ip_schedule_acts *acts, int a)
{
    const ip_schedule_act *act = &acts->items[a];
    for (int d = 0; d < n->draws->count; d++) {
        if (!is_of(world, &n->draws->items[d], act))
            continue;
        for (int b = a + 1; b < acts->count && acts->items[b].instance != act->instance; b++)
            for (int e = 0; e < n->draws->count; e++)
                if (is_of(world, &n->draws->items[e], &acts->items[b]) &&
                    strcmp(n->draws->items[e].rule->name, n->draws->items[d].rule->name) == 0)
                    return true;
    }
    return false;
}

/* false: some draw has no place in the schedule. */
static bool number(numbering *n, const ip_world *world, const ip_schedule_acts *acts)
{
    n->placed = IP_NEW_ARRAY(n->arena, bool, n->draws->count);
    for (int d = 0; d < n->draws->count; d++)
        if (n->draws->items[d].step < 0)
            place(n, d);
    for (int a = 0; a < acts->count; a++) {
        if (acts->items[a].waits && is_overtaken(n, world, acts, a))
            return false;
        for (int d = 0; d < n->draws->count; d++)
            if (!n->placed[d] && is_of(world, &n->draws->items[d], &acts->items[a]))
                place(n, d);
    }
    return n->numbered.count == n->draws->count;
}

static bool same_draws(const ip_world_draws *a, const ip_world_draws *b)
{
    bool same = a->count == b->count;
    for (int d = 0; same && d < a->count; d++) {
        bool found = false;
        for (int e = 0; e < b->count && !found; e++)
            found = a->items[d].instance == b->items[e].instance && a->items[d].drawn == b->items[e].drawn &&
                    a->items[d].position == b->items[e].position &&
                    strcmp(a->items[d].rule->name, b->items[e].rule->name) == 0;
        same = found;
    }
    return same;
}

static bool same_cycle(const ip_search_result *result, const ip_trial_outcome *outcome)
{
    return outcome->end == IP_TRIAL_CYCLE && outcome->length == result->outcome.length &&
           memcmp(outcome->cycle, result->outcome.cycle, sizeof *outcome->cycle * (size_t)outcome->length) == 0;
}

/* The same statements, with as many rows. */
static bool same_steps(const ip_world *a, const ip_world *b)
{
    const ip_world_steps *x = ip_world_steps_of(a), *y = ip_world_steps_of(b);
    bool same = x->count == y->count;
    for (int s = 0; same && s < x->count; s++)
        same = x->items[s].instance == y->items[s].instance && x->items[s].statement == y->items[s].statement &&
               x->items[s].row_count == y->items[s].row_count && !x->items[s].failed == !y->items[s].failed;
    return same;
}

/* SERIALIZABLE looks at pages of indexes, too, which numbers far apart from each other do not share. */
static bool looks_at_pages(const ip_trial *trial)
{
    bool looks = false;
    for (int i = 0; i < trial->count; i++)
        looks = looks || (trial->instances[i].level && ip_level_tracks_overwriters(trial->instances[i].level));
    return looks;
}

ip_search_result ip_number_in_time(ip_bench *bench, const ip_search_result *result)
{
    ip_search_result last = *result;
    if (looks_at_pages(&result->trial))
        return *result;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        ip_schedule_acts acts = {0};
        numbering n = {.arena = bench->arena};
        ip_order_of_run(bench->arena, bench, &last, &acts);
        n.draws = ip_world_draws_of(last.outcome.world);
        if (n.draws->count == 0 || !number(&n, last.outcome.world, &acts))
            break;
        if (last.trial.draws && same_draws(last.trial.draws, &n.numbered))
            return last;
        ip_world_draws *draws = IP_NEW(bench->arena, ip_world_draws);
        for (int d = 0; d < n.numbered.count; d++) {
            ip_world_draw draw = n.numbered.items[d];
            ip_sequence_rule *rule = IP_NEW(bench->arena, ip_sequence_rule);
            *rule = *draw.rule;
            rule->name = ip_arena_strdup(bench->arena, draw.rule->name);
            draw.rule = rule;
            IP_PUSH(bench->arena, draws, draw);
        }
        ip_trial trial = last.trial;
        trial.draws = draws;
        ip_trial_outcome outcome = ip_trial_run(bench, &trial);
        bool same = same_cycle(result, &outcome) && same_steps(result->outcome.world, outcome.world);
        if (last.outcome.world != result->outcome.world)
            ip_world_free(last.outcome.world);
        last = *result;
        if (same) {
            ip_search_take(bench->arena, &last, &trial, &outcome, result->equal_order);
            last.observable = result->observable;
        } else {
            if (outcome.world)
                ip_world_free(outcome.world);
            return *result;
        }
    }
    if (last.outcome.world != result->outcome.world)
        ip_world_free(last.outcome.world);
    return *result;
}
