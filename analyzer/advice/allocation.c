#include "advice/allocation.h"

#include <string.h>

/* Allocations that are no higher than another one in any program, cheapest first: the cheapest mixture that contains no
 * known cycle and is not above one found already is asked about, until none is left. What is unsafe teaches a cycle,
 * and with it many other mixtures (implicit hitting sets; Chandrasekaran, Karp, Moreno-Centeno & Vempala, SODA 2011).
 */

enum { LISTED_ALLOCATIONS = 8, SEARCH_NODES = 2000000 };
static const double SEARCH_PART = 0.5, HINDRANCE_PART = 0.1;

typedef struct search {
    ip_inquiry *inquiry;
    const ip_patterns *found;
    ip_patterns excluded; /* mixtures that were not decided */
    double *weights;      /* [levels] */
    int *mixture, *best;
    double best_cost;
    int nodes;
} search;

/* One program more at the weakest level counts for more than all others at the strongest; next come those at the second
 * weakest, and so on. */
static double *weights_of(ip_arena *arena, int level_count, int program_count)
{
    double *weights = IP_NEW_ARRAY(arena, double, level_count), step = 1;
    for (int l = 2; l < level_count; l++)
        step *= program_count + 1;
    for (int l = 1; l < level_count; l++, step /= program_count + 1)
        weights[l] = weights[l - 1] + step;
    return weights;
}

/* Does a pattern lie within the first programs, count of them, of the mixture? Only those that the last of them
 * completes are looked at. */
static bool completes(const search *s, const int *pattern, int count)
{
    if (pattern[count - 1] == IP_LEFT_OUT)
        return false;
    for (int p = 0; p < s->inquiry->program_count; p++)
        if (pattern[p] != IP_LEFT_OUT && (p >= count || pattern[p] != s->mixture[p]))
            return false;
    return true;
}

static bool fits(const search *s, int count)
{
    for (int i = 0; i < s->inquiry->refuted.count; i++)
        if (completes(s, s->inquiry->refuted.items[i], count))
            return false;
    for (int i = 0; i < s->excluded.count; i++)
        if (completes(s, s->excluded.items[i], count))
            return false;
    return true;
}

static bool above(const search *s, const int *lower)
{
    for (int p = 0; p < s->inquiry->program_count; p++)
        if (s->mixture[p] < lower[p])
            return false;
    return true;
}

static bool above_some(const search *s)
{
    for (int i = 0; i < s->found->count; i++)
        if (above(s, s->found->items[i]))
            return true;
    return false;
}

static void descend(search *s, int program, double cost)
{
    if (cost >= s->best_cost || ++s->nodes > SEARCH_NODES)
        return;
    if (program == s->inquiry->program_count) {
        if (above_some(s))
            return;
        s->best_cost = cost;
        memcpy(s->best, s->mixture, sizeof *s->best * (size_t)program);
        return;
    }
    for (int l = 0; l < s->inquiry->level_count; l++) {
        s->mixture[program] = l;
        if (l == ip_inquiry_level(s->inquiry, program, l) && fits(s, program + 1))
            descend(s, program + 1, cost + s->weights[l]);
    }
}

/* false: no mixture is left, or the search for one was given up. */
static bool next_candidate(search *s)
{
    s->best_cost = 1e300;
    s->nodes = 0;
    descend(s, 0, 0);
    return s->best_cost < 1e300;
}

static const int *copy_of(const ip_inquiry *inquiry, const int *mixture)
{
    int *copy = IP_NEW_ARRAY(inquiry->arena, int, inquiry->program_count);
    memcpy(copy, mixture, sizeof *copy * (size_t)inquiry->program_count);
    return copy;
}

/* Everything found has nothing below it only if every mixture before it was decided. */
static bool search_all(ip_inquiry *inquiry, ip_patterns *found)
{
    int n = inquiry->program_count;
    search s = {.inquiry = inquiry,
                .found = found,
                .weights = weights_of(inquiry->arena, inquiry->level_count, n),
                .mixture = IP_NEW_ARRAY(inquiry->arena, int, n),
                .best = IP_NEW_ARRAY(inquiry->arena, int, n)};
    bool complete = true;
    while (found->count < LISTED_ALLOCATIONS && next_candidate(&s)) {
        complete = complete && s.nodes <= SEARCH_NODES;
        if (ip_inquiry_is_spent(inquiry))
            return false;
        const int *candidate = copy_of(inquiry, s.best);
        ip_verdict verdict = ip_inquire(inquiry, candidate);
        if (verdict == IP_SAFE)
            IP_PUSH(inquiry->arena, found, candidate);
        else if (!ip_inquiry_refuted(inquiry, candidate))
            IP_PUSH(inquiry->arena, &s.excluded, candidate);
        complete = complete && verdict != IP_UNDECIDED;
    }
    return complete && found->count < LISTED_ALLOCATIONS && s.nodes <= SEARCH_NODES;
}

static const char *name_of_mixture(const ip_inquiry *inquiry, const int *mixture)
{
    const char *name = "";
    for (int p = 0; p < inquiry->program_count; p++)
        name = ip_arena_printf(inquiry->arena, "%s%s%s=%s", name, p ? " + " : "",
                               inquiry->workload->programs.items[p]->name, ip_level_name(inquiry->levels[mixture[p]]));
    return name;
}

/* The cycle that is known needs only its own programs: they alone are replayed. */
static const int *smallest_refuted(const ip_inquiry *inquiry, const int *mixture)
{
    const int *best = mixture;
    int best_size = inquiry->program_count + 1;
    for (int i = 0; i < inquiry->refuted.count; i++) {
        const int *pattern = inquiry->refuted.items[i];
        int size = 0;
        bool contained = true;
        for (int p = 0; p < inquiry->program_count; p++) {
            size += pattern[p] != IP_LEFT_OUT;
            contained = contained && (pattern[p] == IP_LEFT_OUT || pattern[p] == mixture[p]);
        }
        if (contained && size < best_size) {
            best = pattern;
            best_size = size;
        }
    }
    return best;
}

static const ip_anomaly *telling_anomaly(const ip_level_result *result)
{
    const ip_anomaly *first = NULL;
    for (int i = 0; i < result->anomalies.count; i++) {
        const ip_anomaly *anomaly = &result->anomalies.items[i];
        if (anomaly->replay.status == IP_REPLAY_CONFIRMED)
            return anomaly;
        if (!first)
            first = anomaly;
    }
    return first;
}

static void add_hindrance(ip_inquiry *inquiry, const int *allocation, int program, ip_advice *advice)
{
    int *lower = IP_NEW_ARRAY(inquiry->arena, int, inquiry->program_count);
    memcpy(lower, allocation, sizeof *lower * (size_t)inquiry->program_count);
    lower[program]--;
    ip_hindrance hindrance = {.program = inquiry->workload->programs.items[program],
                              .level = ip_level_name(inquiry->levels[lower[program]]),
                              .verdict = ip_inquire(inquiry, lower)};
    const int *asked = smallest_refuted(inquiry, lower);
    ip_level_result result = ip_inquire_in_full(inquiry, asked, name_of_mixture(inquiry, lower), 1, HINDRANCE_PART);
    if (!result.anomalies.count && asked != lower)
        result = ip_inquire_in_full(inquiry, lower, result.level, 1, HINDRANCE_PART);
    hindrance.verdict = result.verdict == IP_SAFE ? IP_UNDECIDED : result.verdict;
    hindrance.reason = result.reason;
    hindrance.anomaly = telling_anomaly(&result);
    IP_PUSH(inquiry->arena, &advice->hindrances, hindrance);
}

void ip_allocate(ip_inquiry *inquiry, ip_advice *advice)
{
    ip_patterns found = {0};
    ip_inquiry_give(inquiry, SEARCH_PART);
    advice->allocations_complete = search_all(inquiry, &found);
    for (int i = 0; i < found.count; i++) {
        const char **levels = IP_NEW_ARRAY(inquiry->arena, const char *, inquiry->program_count);
        for (int p = 0; p < inquiry->program_count; p++)
            levels[p] = ip_level_name(inquiry->levels[found.items[i][p]]);
        ip_allocation allocation = {levels};
        IP_PUSH(inquiry->arena, &advice->allocations, allocation);
    }
    for (int p = 0; found.count && p < inquiry->program_count; p++)
        if (found.items[0][p] > 0 && inquiry->fixed[p] == IP_LEFT_OUT)
            add_hindrance(inquiry, found.items[0], p, advice);
}
