/* Gives the execution numbers in the order of time, if the run stays the same with these numbers. */
#include "replay/search/numbering.h"

#include "replay/search/schedule_of_run.h"
#include "replay/trial/serial_orders.h"

#include <string.h>

enum { MOST_ROUNDS = 4, MOST_EXCHANGED = 3 };

/* The state of a sequence after its draws. */
typedef struct counter {
    const ip_sequence_rule *rule;
    int64_t taken;                                  /* by sessions */
    int64_t from[IP_WORLD_MOST], to[IP_WORLD_MOST]; /* the cached numbers of each that are not drawn yet */
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
    counter *created = IP_NEW(n->arena, counter);
    created->rule = rule;
    IP_PUSH(n->arena, &n->counters, created);
    return created;
}

static void place(numbering *n, int d)
{
    ip_world_draw draw = n->draws->items[d];
    counter *c = counter_of(n, draw.rule);
    int i = draw.instance;
    if (c->from[i] == c->to[i]) {
        c->from[i] = c->taken;
        c->taken += ip_catalog_sequence_taken(c->rule, c->taken);
        c->to[i] = c->taken;
    }
    draw.position = c->from[i] < c->to[i] ? c->from[i]++ : c->from[i];
    n->placed[d] = true;
    IP_PUSH(n->arena, &n->numbered, draw);
}

/* Deferred constraints, and the triggers that they fire, belong to COMMIT. */
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
    for (int d = 0; d < n->draws->count; d++) {
        n->placed[d] = ip_world_is_set(world, n->draws->items[d].rule);
        if (n->placed[d]) /* in time already */
            IP_PUSH(n->arena, &n->numbered, n->draws->items[d]);
        else if (n->draws->items[d].step < 0)
            place(n, d);
    }
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

/* SERIALIZABLE also tracks pages of indexes, which distant numbers do not share. */
static bool looks_at_pages(const ip_trial *trial)
{
    bool looks = false;
    for (int i = 0; i < trial->count; i++)
        looks = looks || (trial->instances[i].level && ip_level_tracks_overwriters(trial->instances[i].level));
    return looks;
}

bool ip_replay_numbers_rise(const ip_world *world, const ip_schedule_acts *acts, const char *sequence)
{
    const ip_world_draws *draws = ip_world_draws_of(world);
    int last_act = -1;
    int64_t last = -1;
    for (int a = 0; a < acts->count; a++)
        for (int d = 0; d < draws->count; d++) {
            const ip_world_draw *draw = &draws->items[d];
            if (strcmp(draw->rule->name, sequence) != 0 || ip_world_is_set(world, draw->rule) ||
                !is_of(world, draw, &acts->items[a]))
                continue;
            if (draw->position < last && last_act != a && draw->rule->cache == 1)
                return false;
            last = draw->position > last ? draw->position : last;
            last_act = a;
        }
    return true;
}

static bool all_rise(const ip_world *world, const ip_schedule_acts *acts)
{
    const ip_world_draws *draws = ip_world_draws_of(world);
    for (int d = 0; d < draws->count; d++)
        if (!ip_replay_numbers_rise(world, acts, draws->items[d].rule->name))
            return false;
    return true;
}

/* The client with other numbers. false: it does not show the anomaly, or not as well. */
static bool run_with(ip_bench *bench, const ip_search_result *result, const ip_trial *trial, ip_search_result *run)
{
    ip_trial_outcome outcome = ip_trial_run(bench, trial);
    if (outcome.end == IP_TRIAL_CYCLE && outcome.length == result->outcome.length) {
        const int *equal = ip_trial_equal_order(bench, trial, &outcome);
        if (!equal || !result->observable) {
            ip_replay_search_take(bench->arena, run, trial, &outcome, equal);
            return true;
        }
    }
    if (outcome.world)
        ip_world_free(outcome.world);
    return false;
}

static const ip_world_draws *copy_draws(ip_arena *arena, const ip_world_draws *draws)
{
    ip_world_draws *copy = IP_NEW(arena, ip_world_draws);
    for (int d = 0; d < draws->count; d++) {
        ip_world_draw draw = draws->items[d];
        ip_sequence_rule *rule = IP_NEW(arena, ip_sequence_rule);
        *rule = *draw.rule;
        rule->name = ip_arena_strdup(arena, draw.rule->name);
        draw.rule = rule;
        IP_PUSH(arena, copy, draw);
    }
    return copy;
}

static void leave(const ip_search_result *run, const ip_search_result *result)
{
    if (run->outcome.world != result->outcome.world)
        ip_world_free(run->outcome.world);
}

/* The same, renumbered until its numbers agree with its order in time. Otherwise it has blocks, which are checked to
 * rise. */
static ip_search_result number_run(ip_bench *bench, const ip_search_result *result)
{
    ip_search_result last = *result;
    bool rises = true;
    for (int round = 0; round <= MOST_ROUNDS; round++) {
        ip_schedule_acts acts = {0};
        numbering n = {.arena = bench->arena};
        bool in_time = ip_replay_order_of_run(bench->arena, bench, &last, &acts);
        if (round == 0)
            rises = !in_time || all_rise(last.outcome.world, &acts);
        n.draws = ip_world_draws_of(last.outcome.world);
        if (n.draws->count == 0 || looks_at_pages(&result->trial) || round == MOST_ROUNDS ||
            !number(&n, last.outcome.world, &acts))
            break;
        if (last.trial.draws && same_draws(last.trial.draws, &n.numbered)) {
            last.ordered = true;
            return last;
        }
        ip_trial trial = last.trial;
        trial.draws = copy_draws(bench->arena, &n.numbered);
        ip_search_result next;
        if (!run_with(bench, result, &trial, &next))
            break;
        leave(&last, result);
        last = next;
    }
    leave(&last, result);
    last = *result;
    last.ordered = rises;
    return last;
}

/* ---- the assignment of blocks ---- */

/* By number; the first is the order in which they are. */
static const int *turns_of(ip_arena *arena, int count, int number)
{
    int *turns = IP_NEW_ARRAY(arena, int, count);
    for (int i = 0; i < count; i++)
        turns[i] = i;
    for (int i = count - 1; i > 0; number /= i + 1, i--) {
        int with = i - number % (i + 1), moved = turns[i];
        turns[i] = turns[with];
        turns[with] = moved;
    }
    return turns;
}

/* If the numbers do not rise with time, the same client with the blocks exchanged. */
static ip_search_result exchange_blocks(ip_bench *bench, const ip_search_result *result)
{
    int n = result->trial.count, orders = 1;
    for (int i = 2; i <= n; i++)
        orders *= i;
    for (int number = 0; n <= MOST_EXCHANGED && number < orders; number++) {
        ip_trial trial = result->trial;
        trial.turns = turns_of(bench->arena, n, number);
        ip_search_result other;
        if (!run_with(bench, result, &trial, &other))
            continue;
        ip_search_result numbered = number_run(bench, &other);
        leave(&other, &numbered);
        if (numbered.ordered)
            return numbered;
        ip_world_free(numbered.outcome.world);
    }
    return *result;
}

ip_search_result ip_replay_number_in_time(ip_bench *bench, const ip_search_result *result)
{
    ip_search_result numbered = number_run(bench, result);
    return numbered.ordered ? numbered : exchange_blocks(bench, &numbered);
}

bool ip_replay_has_ordered_numbers(ip_bench *bench, const ip_search_result *result)
{
    if (ip_world_draws_of(result->outcome.world)->count < 2)
        return true;
    ip_search_result numbered = ip_replay_number_in_time(bench, result);
    leave(&numbered, result);
    return numbered.ordered;
}
