/* The weakest level of each program, level by level and program by program, with the answers of earlier questions. */
#include "advice/allocation.h"

#include "advice/repaired.h"

#include <string.h>

/* Allocations that are no higher than another one in any program, cheapest first: the cheapest mixture that contains no
 * known cycle and is not above a known safe one is decided, until there are no more. An unsafe mixture gives a cycle,
 * which excludes many other mixtures (implicit hitting sets; Chandrasekaran, Karp, Moreno-Centeno & Vempala, SODA
 * 2011). */

enum { LISTED_ALLOCATIONS = 8, SEARCH_NODES = 2000000 };
static const double SEARCH_PART = 0.5, HINDRANCE_PART = 0.1;

typedef struct search {
    ip_mixtures *mixtures;
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

/* Does a pattern lie within the first programs, count of them, of the mixture? Only patterns that the last program
 * completes are considered. */
static bool completes(const search *s, const int *pattern, int count)
{
    if (pattern[count - 1] == IP_LEFT_OUT)
        return false;
    for (int p = 0; p < s->mixtures->program_count; p++)
        if (pattern[p] != IP_LEFT_OUT && (p >= count || pattern[p] != s->mixture[p]))
            return false;
    return true;
}

static bool fits(const search *s, int count)
{
    for (int i = 0; i < s->mixtures->refuted.count; i++)
        if (completes(s, s->mixtures->refuted.items[i], count))
            return false;
    for (int i = 0; i < s->excluded.count; i++)
        if (completes(s, s->excluded.items[i], count))
            return false;
    return true;
}

static bool above(const search *s, const int *lower)
{
    for (int p = 0; p < s->mixtures->program_count; p++)
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
    if (program == s->mixtures->program_count) {
        if (above_some(s))
            return;
        s->best_cost = cost;
        memcpy(s->best, s->mixture, sizeof *s->best * (size_t)program);
        return;
    }
    int levels = ip_advice_mixtures_elsewhere(s->mixtures, program) ? 1 : s->mixtures->level_count;
    for (int l = 0; l < levels; l++) {
        int level = ip_advice_mixtures_level(s->mixtures, program, l);
        s->mixture[program] = level;
        if ((l == level || levels == 1) && fits(s, program + 1))
            descend(s, program + 1, cost + s->weights[level]);
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

static const int *copy_of(const ip_mixtures *mixtures, const int *mixture)
{
    int *copy = IP_NEW_ARRAY(mixtures->arena, int, mixtures->program_count);
    memcpy(copy, mixture, sizeof *copy * (size_t)mixtures->program_count);
    return copy;
}

/* Up to so many mixtures. They are minimal only if every mixture before them was decided. */
static void search_on(ip_mixtures *mixtures, int most, ip_allocating *all)
{
    int n = mixtures->program_count;
    search s = {.mixtures = mixtures,
                .found = &all->found,
                .excluded = all->excluded,
                .weights = weights_of(mixtures->arena, mixtures->level_count, n),
                .mixture = IP_NEW_ARRAY(mixtures->arena, int, n),
                .best = IP_NEW_ARRAY(mixtures->arena, int, n)};
    while (all->found.count < most && next_candidate(&s)) {
        all->complete = all->complete && s.nodes <= SEARCH_NODES;
        if (ip_advice_mixtures_effort_is_spent(mixtures)) {
            all->complete = false;
            break;
        }
        const int *candidate = copy_of(mixtures, s.best);
        ip_verdict verdict = ip_advice_mixture_verdict(mixtures, candidate);
        if (verdict == IP_SAFE)
            IP_PUSH(mixtures->arena, &all->found, candidate);
        else if (!ip_advice_mixture_refuted(mixtures, candidate))
            IP_PUSH(mixtures->arena, &s.excluded, candidate);
        all->complete = all->complete && verdict != IP_UNDECIDED;
    }
    all->complete = all->complete && s.nodes <= SEARCH_NODES;
    all->excluded = s.excluded;
}

static const char *name_of_mixture(const ip_mixtures *mixtures, const int *mixture)
{
    const char *name = "";
    for (int p = 0; p < mixtures->program_count; p++)
        name =
            ip_arena_printf(mixtures->arena, "%s%s%s=%s", name, p ? " + " : "",
                            mixtures->workload->programs.items[p]->name, ip_level_name(mixtures->levels[mixture[p]]));
    return name;
}

/* The known cycle needs only its own programs: only they are replayed. */
static const int *smallest_refuted(const ip_mixtures *mixtures, const int *mixture)
{
    const int *best = mixture;
    int best_size = mixtures->program_count + 1;
    for (int i = 0; i < mixtures->refuted.count; i++) {
        const int *pattern = mixtures->refuted.items[i];
        int size = 0;
        bool contained = true;
        for (int p = 0; p < mixtures->program_count; p++) {
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

/* The allocation with the program at the next weaker level. */
static const int *lowered(const ip_mixtures *mixtures, const int *allocation, int program)
{
    int *lower = IP_NEW_ARRAY(mixtures->arena, int, mixtures->program_count);
    memcpy(lower, allocation, sizeof *lower * (size_t)mixtures->program_count);
    lower[program]--;
    return lower;
}

/* ---------------------------------------------------------- hindrances -- */

/* A program that cannot go lower, and why. */
typedef struct hindered {
    int program;
    const int *lower; /* the allocation with it at the next weaker level */
    bool open;        /* the question is still to be asked */
    ip_full_question question;
    ip_level_result result;
} hindered;

/* Do its programs run at that level in the mixture? Then its run is one of the mixture, too. */
static bool runs_at(const ip_mixtures *mixtures, const ip_anomaly *anomaly, int level, const int *mixture)
{
    for (int p = 0; p < mixtures->program_count; p++)
        if (mixture[p] != level && ip_advice_instances_of(anomaly, mixtures->workload->programs.items[p]))
            return false;
    return true;
}

/* An anomaly of a level that was run, and is one of the mixture. NULL: none. levels: the results of each level. */
static const ip_anomaly *run_before(const ip_mixtures *mixtures, const ip_level_result *levels, const int *mixture)
{
    for (int l = 0; l < mixtures->level_count; l++)
        for (int a = 0; a < levels[l].anomalies.count; a++) {
            const ip_anomaly *anomaly = &levels[l].anomalies.items[a];
            if (anomaly->replay.status == IP_REPLAY_CONFIRMED && !anomaly->suppressed &&
                runs_at(mixtures, anomaly, l, mixture))
                return anomaly;
        }
    return NULL;
}

static void take_run(ip_mixtures *mixtures, const ip_anomaly *anomaly, hindered *one)
{
    one->open = false;
    one->result.verdict = ip_advice_is_harmful(anomaly) ? IP_UNSAFE : IP_BENIGN;
    IP_PUSH(mixtures->arena, &one->result.anomalies, *anomaly);
}

static void ask_open(ip_mixtures *mixtures, hindered *all, int count)
{
    ip_full_question *questions = IP_NEW_ARRAY(mixtures->arena, ip_full_question, count);
    ip_level_result *results = IP_NEW_ARRAY(mixtures->arena, ip_level_result, count);
    int asked = 0;
    for (int i = 0; i < count; i++)
        if (all[i].open)
            questions[asked++] = all[i].question;
    ip_advice_mixtures_full_verdicts(mixtures, questions, asked, results, NULL);
    for (int i = 0, at = 0; i < count; i++)
        if (all[i].open) {
            all[i].result = results[at++];
            all[i].open = false;
        }
}

/* Asked about the programs of the known cycle first, and about all if these have none by themselves. */
static void find_hindrances(ip_mixtures *mixtures, const int *allocation, const ip_level_result *levels,
                            ip_advice *advice)
{
    const int n = mixtures->program_count;
    hindered *all = IP_NEW_ARRAY(mixtures->arena, hindered, n);
    int count = 0;
    for (int p = 0; p < n; p++) {
        if (allocation[p] == 0 || mixtures->fixed[p] != IP_LEFT_OUT || ip_advice_mixtures_elsewhere(mixtures, p))
            continue;
        const int *lower = lowered(mixtures, allocation, p);
        const ip_anomaly *anomaly = run_before(mixtures, levels, lower);
        hindered *one = &all[count++];
        *one = (hindered){.program = p, .lower = lower};
        if (anomaly) {
            take_run(mixtures, anomaly, one);
            continue;
        }
        ip_advice_mixture_verdict(mixtures, lower); /* leaves a pattern */
        one->open = true;
        one->question = (ip_full_question){.mixture = smallest_refuted(mixtures, lower),
                                           .name = name_of_mixture(mixtures, lower),
                                           .few = 1,
                                           .soon = true,
                                           .part = HINDRANCE_PART};
    }
    ask_open(mixtures, all, count);
    for (int i = 0; i < count; i++)
        if (!all[i].result.anomalies.count && all[i].question.mixture != all[i].lower) {
            all[i].question.mixture = all[i].lower;
            all[i].open = true;
        }
    ask_open(mixtures, all, count);
    for (int i = 0; i < count; i++) {
        const ip_level_result *result = &all[i].result;
        ip_hindrance hindrance = {.program = mixtures->workload->programs.items[all[i].program],
                                  .level = ip_level_name(mixtures->levels[all[i].lower[all[i].program]]),
                                  .verdict = result->verdict == IP_SAFE ? IP_UNDECIDED : result->verdict,
                                  .reason = result->reason,
                                  .anomaly = telling_anomaly(result)};
        IP_PUSH(mixtures->arena, &advice->hindrances, hindrance);
    }
}

static void list(const ip_mixtures *mixtures, const ip_allocating *all, ip_advice *advice)
{
    memset(&advice->allocations, 0, sizeof advice->allocations); /* a list of the memory that is written here */
    for (int i = 0; i < all->found.count; i++) {
        const char **levels = IP_NEW_ARRAY(mixtures->arena, const char *, mixtures->program_count);
        for (int p = 0; p < mixtures->program_count; p++)
            if (!ip_advice_mixtures_elsewhere(mixtures, p))
                levels[p] = ip_level_name(mixtures->levels[all->found.items[i][p]]);
        ip_allocation allocation = {levels};
        IP_PUSH(mixtures->arena, &advice->allocations, allocation);
    }
    advice->allocations_complete = all->complete && all->found.count < LISTED_ALLOCATIONS;
}

ip_allocating ip_advice_allocate(ip_mixtures *mixtures, ip_advice *advice)
{
    ip_allocating all = {.complete = true};
    ip_advice_mixtures_give_effort(mixtures, SEARCH_PART);
    search_on(mixtures, 1, &all);
    list(mixtures, &all, advice);
    return all;
}

void ip_advice_allocate_more(ip_mixtures *mixtures, const ip_allocating *so_far, const ip_level_result *levels,
                             ip_advice *advice)
{
    ip_allocating all = {.complete = so_far->complete};
    for (int i = 0; i < so_far->found.count; i++)
        IP_PUSH(mixtures->arena, &all.found, so_far->found.items[i]);
    for (int i = 0; i < so_far->excluded.count; i++)
        IP_PUSH(mixtures->arena, &all.excluded, so_far->excluded.items[i]);
    search_on(mixtures, LISTED_ALLOCATIONS, &all);
    list(mixtures, &all, advice);
    find_hindrances(mixtures, all.found.items[0], levels, advice);
}
