/* The hierarchy of levels. A history that separates two levels is checked at all of them, since it often separates
 * others, too: so the solver is asked about few pairs. */
#include "compare/hierarchy.h"

#include "compare/level_terms.h"
#include "base/stop.h"
#include "history/consistency.h"

typedef struct finder {
    ip_arena *arena;
    const ip_level *const *levels;
    int count;
    ip_history_scope scope;
    double deadline;
    ip_diagnostics ignored_messages;
    ip_consistency **checkers; /* [level]; NULL: it cannot be compared */
    bool *apart;               /* [a, b]: a history that a allows and b forbids is known */
    bool *allowed;             /* [level], of one history */
    ip_implication *result;
} finder;

static void show(finder *f, const ip_history *history)
{
    for (int l = 0; l < f->count; l++)
        f->allowed[l] = f->checkers[l] && ip_history_consistent(f->checkers[l], history);
    for (int a = 0; a < f->count; a++)
        for (int b = 0; b < f->count; b++)
            f->apart[a * f->count + b] |= f->allowed[a] && f->checkers[b] && !f->allowed[b];
}

/* Follows from the results for other pairs. */
static bool is_implied_through(const finder *f, int a, int b)
{
    for (int c = 0; c < f->count; c++) {
        ip_implication first = f->result[a * f->count + c], second = f->result[c * f->count + b];
        if (c != a && c != b && (first == IP_IMPLIED || first == IP_IMPLIED_WITHIN_SCOPE) &&
            (second == IP_IMPLIED || second == IP_IMPLIED_WITHIN_SCOPE))
            return true;
    }
    return false;
}

static ip_implication decide(finder *f, int a, int b)
{
    ip_comparison question = {.allow = &f->levels[a],
                              .forbid = &f->levels[b],
                              .allow_count = 1,
                              .forbid_count = 1,
                              .scope = f->scope,
                              .deadline = f->deadline};
    if (!f->checkers[a] || !f->checkers[b] || f->apart[a * f->count + b])
        return IP_NOT_IMPLIED;
    if (is_implied_through(f, a, b))
        return IP_IMPLIED_WITHIN_SCOPE;
    if (ip_is_over(f->deadline))
        return IP_IMPLICATION_UNKNOWN;
    ip_compared found = ip_compare(f->arena, &question, &f->ignored_messages);
    if (found.history)
        show(f, found.history);
    return found.history                  ? IP_NOT_IMPLIED
           : found.end == IP_COMPARE_NONE ? IP_IMPLIED_WITHIN_SCOPE
                                          : IP_IMPLICATION_UNKNOWN;
}

ip_implication *ip_compare_hierarchy_find(ip_arena *arena, const ip_level *const *levels, int count,
                                          ip_history_scope scope, double deadline)
{
    finder f = {.arena = arena, .levels = levels, .count = count, .scope = scope, .deadline = deadline};
    f.ignored_messages.arena = arena;
    f.checkers = IP_NEW_ARRAY(arena, ip_consistency *, count);
    f.apart = IP_NEW_ARRAY(arena, bool, count *count);
    f.allowed = IP_NEW_ARRAY(arena, bool, count);
    f.result = IP_NEW_ARRAY(arena, ip_implication, count * count);
    for (int l = 0; l < count; l++)
        if (!ip_compare_comparable_allowed(levels[l]) && !ip_compare_comparable_forbidden(levels[l]))
            f.checkers[l] = ip_history_consistency_new(&levels[l], 1, &f.ignored_messages);
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++)
            if (a != b && f.checkers[a] && f.checkers[b] && ip_level_implies(levels[a], levels[b]))
                f.result[a * count + b] = IP_IMPLIED;
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++)
            if (a != b && f.result[a * count + b] != IP_IMPLIED)
                f.result[a * count + b] = decide(&f, a, b);
    for (int l = 0; l < count; l++)
        ip_history_consistency_free(f.checkers[l]);
    return f.result;
}
