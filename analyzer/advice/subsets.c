/* Sets of programs that are safe at a level, the largest that is not yet refuted first. */
#include "advice/subsets.h"

#include <string.h>

/* Largest sets first: a set is decided if it contains no known cycle and lies in no safe set. A subset of a safe set is
 * safe, since an execution of its programs is also one of the larger set; a set that contains the programs of a cycle
 * is unsafe, for the same reason. So few of the 2^n sets are decided. */

enum { LISTED_SETS = 64, SEARCH_NODES = 2000000 };
static const double SEARCH_PART = 0.5; /* for a level */

typedef struct search {
    ip_mixtures *mixtures;
    int level;
    ip_patterns safe;
    ip_patterns excluded; /* not decided */
    int *set, *best;
    int best_size, nodes;
} search;

static bool within(const ip_mixtures *mixtures, const int *set, const int *larger)
{
    for (int p = 0; p < mixtures->program_count; p++)
        if (set[p] != IP_LEFT_OUT && larger[p] == IP_LEFT_OUT)
            return false;
    return true;
}

static bool in_one_of(const search *s, const ip_patterns *sets)
{
    for (int i = 0; i < sets->count; i++)
        if (within(s->mixtures, s->set, sets->items[i]))
            return true;
    return false;
}

static bool is_excluded(const search *s)
{
    for (int i = 0; i < s->excluded.count; i++)
        if (memcmp(s->set, s->excluded.items[i], sizeof *s->set * (size_t)s->mixtures->program_count) == 0)
            return true;
    return false;
}

/* Programs from here on are still left out. */
static void descend(search *s, int program, int size)
{
    int n = s->mixtures->program_count;
    if (size + n - program <= s->best_size || ++s->nodes > SEARCH_NODES ||
        ip_advice_mixture_refuted(s->mixtures, s->set))
        return;
    if (program == n) {
        if (in_one_of(s, &s->safe) || is_excluded(s))
            return;
        s->best_size = size;
        memcpy(s->best, s->set, sizeof *s->best * (size_t)n);
        return;
    }
    s->set[program] = ip_advice_mixtures_level(s->mixtures, program, s->level);
    descend(s, program + 1, size + 1);
    s->set[program] = IP_LEFT_OUT;
    descend(s, program + 1, size);
}

static bool next_candidate(search *s)
{
    s->best_size = s->nodes = 0;
    descend(s, 0, 0);
    return s->best_size > 0;
}

static const int *copy_of(const search *s)
{
    int *copy = IP_NEW_ARRAY(s->mixtures->arena, int, s->mixtures->program_count);
    memcpy(copy, s->best, sizeof *copy * (size_t)s->mixtures->program_count);
    return copy;
}

/* Sets within larger ones that were not decided may be listed though they are not maximal: then it is not complete. */
static void search_level(ip_mixtures *mixtures, int level, ip_advice_level *result)
{
    int n = mixtures->program_count;
    search s = {.mixtures = mixtures,
                .level = level,
                .set = IP_NEW_ARRAY(mixtures->arena, int, n),
                .best = IP_NEW_ARRAY(mixtures->arena, int, n)};
    for (int p = 0; p < n; p++)
        s.set[p] = IP_LEFT_OUT;
    result->subsets_complete = true;
    while (next_candidate(&s)) {
        const int *candidate = copy_of(&s);
        bool late =
            ip_advice_mixtures_effort_is_spent(mixtures) || s.safe.count == LISTED_SETS || s.nodes > SEARCH_NODES;
        ip_verdict verdict = late ? IP_UNDECIDED : ip_advice_mixture_verdict(mixtures, candidate);
        if (verdict == IP_UNDECIDED)
            result->subsets_complete = false;
        if (late)
            return;
        if (verdict == IP_SAFE) {
            IP_PUSH(mixtures->arena, &s.safe, candidate);
            bool *members = IP_NEW_ARRAY(mixtures->arena, bool, n);
            for (int p = 0; p < n; p++)
                members[p] = candidate[p] != IP_LEFT_OUT;
            const bool *kept = members;
            IP_PUSH(mixtures->arena, &result->maximal_safe, kept);
        } else if (!ip_advice_mixture_refuted(mixtures, candidate)) {
            IP_PUSH(mixtures->arena, &s.excluded, candidate);
        }
    }
    result->subsets_complete = result->subsets_complete && s.nodes <= SEARCH_NODES;
}

void ip_advice_find_subsets(ip_mixtures *mixtures, ip_advice *advice)
{
    for (int l = 0; l < mixtures->level_count; l++) {
        ip_advice_mixtures_give_effort(mixtures, SEARCH_PART);
        search_level(mixtures, l, &advice->levels.items[l]);
    }
}
