/* Branch and bound over the clauses, cheapest choice first. */
#include "advice/cover.h"

#include <limits.h>
#include <string.h>

enum { SEARCH_NODES = 300000 };

typedef struct search {
    const ip_cover *cover;
    bool *chosen, *excluded, *best, *counted;
    int best_cost, nodes;
} search;

static bool satisfied(const search *s, const ip_clause *clause)
{
    for (int i = 0; i < clause->some.count; i++)
        if (s->chosen[clause->some.items[i]])
            return true;
    for (int i = 0; i < clause->not_all.count; i++)
        if (!s->chosen[clause->not_all.items[i]])
            return true;
    return false;
}

static bool may_choose(const search *s, int item)
{
    if (s->excluded[item] || s->cover->barred[item])
        return false;
    const bool *scarce = s->cover->scarce;
    int used = 0;
    for (int i = 0; i < s->cover->count; i++) {
        if (s->chosen[i] && !s->cover->compatible(s->cover->data, i, item))
            return false;
        used += scarce && s->chosen[i] && scarce[i];
    }
    return !scarce || !scarce[item] || used < s->cover->most_scarce;
}

static int cheapest_way(const search *s, const ip_clause *clause)
{
    int cost = INT_MAX;
    for (int i = 0; i < clause->some.count; i++) {
        int item = clause->some.items[i];
        if (s->cover->costs[item] < cost && may_choose(s, item))
            cost = s->cover->costs[item];
    }
    return cost;
}

/* Open clauses without a common literal cost at least the sum of their cheapest literals. INT_MAX: one has none. */
static int lower_bound(search *s)
{
    int bound = 0;
    memset(s->counted, 0, sizeof *s->counted * (size_t)s->cover->count);
    for (int c = 0; c < s->cover->clauses.count; c++) {
        const ip_clause *clause = &s->cover->clauses.items[c];
        if (satisfied(s, clause))
            continue;
        int cost = cheapest_way(s, clause);
        if (cost == INT_MAX)
            return INT_MAX;
        bool shared = false;
        for (int i = 0; i < clause->some.count; i++)
            shared = shared || s->counted[clause->some.items[i]];
        if (shared)
            continue;
        for (int i = 0; i < clause->some.count; i++)
            s->counted[clause->some.items[i]] = true;
        bound += cost;
    }
    return bound;
}

static const ip_clause *open_clause(const search *s)
{
    const ip_clause *best = NULL;
    int fewest = INT_MAX;
    for (int c = 0; c < s->cover->clauses.count; c++) {
        const ip_clause *clause = &s->cover->clauses.items[c];
        if (satisfied(s, clause))
            continue;
        int ways = 0;
        for (int i = 0; i < clause->some.count; i++)
            ways += may_choose(s, clause->some.items[i]);
        if (ways < fewest) {
            fewest = ways;
            best = clause;
        }
    }
    return best;
}

static void descend(search *s, int cost)
{
    if (++s->nodes > SEARCH_NODES || cost >= s->best_cost)
        return;
    const ip_clause *clause = open_clause(s);
    if (!clause) {
        s->best_cost = cost;
        memcpy(s->best, s->chosen, sizeof *s->best * (size_t)s->cover->count);
        return;
    }
    int bound = lower_bound(s);
    if (bound == INT_MAX || cost + bound >= s->best_cost)
        return;
    /* A choice tried in one branch is excluded in the next ones. Cheapest first. */
    bool *mine = s->excluded;
    ip_arena *arena = ip_arena_new();
    s->excluded = IP_NEW_ARRAY(arena, bool, s->cover->count);
    memcpy(s->excluded, mine, sizeof *mine * (size_t)s->cover->count);
    for (;;) {
        int next = -1;
        for (int i = 0; i < clause->some.count; i++) {
            int item = clause->some.items[i];
            if (may_choose(s, item) && (next < 0 || s->cover->costs[item] < s->cover->costs[next]))
                next = item;
        }
        if (next < 0)
            break;
        s->chosen[next] = true;
        descend(s, cost + s->cover->costs[next]);
        s->chosen[next] = false;
        s->excluded[next] = true;
    }
    s->excluded = mine;
    ip_arena_free(arena);
}

bool ip_advice_cover_cheapest(ip_arena *arena, const ip_cover *cover, bool *chosen)
{
    search s = {.cover = cover,
                .chosen = IP_NEW_ARRAY(arena, bool, cover->count),
                .excluded = IP_NEW_ARRAY(arena, bool, cover->count),
                .counted = IP_NEW_ARRAY(arena, bool, cover->count),
                .best = chosen,
                .best_cost = INT_MAX};
    descend(&s, 0);
    return s.best_cost < INT_MAX;
}
