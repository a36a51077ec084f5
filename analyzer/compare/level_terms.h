/* What a level says about an unknown history. */
#ifndef IP_LEVEL_TERMS_OF_HISTORY_H
#define IP_LEVEL_TERMS_OF_HISTORY_H

#include "compare/unknown_history.h"
#include "level/level.h"

/* NULL, or why the level cannot be allowed, or forbidden, in a comparison. */
const char *ip_compare_comparable_allowed(const ip_level *level);
const char *ip_compare_comparable_forbidden(const ip_level *level);

/* Asserts that the history satisfies the level, in the order of the transactions' numbers, or in some order. number:
 * tells the unknowns of several levels apart. */
void ip_compare_assert_allowed(ip_arena *arena, Z3_solver solver, const ip_unknown_history *history,
                               const ip_level *level, bool by_number, int number);

/* The least snapshots at a level of visibility. */
typedef struct ip_least_snapshots {
    int rounds; /* that often its axioms have to be applied to wr, for any history within the scope; 0: unknown */
    Z3_ast *by_number; /* [t, u] of transactions 1 …: those where transactions commit in the order of their numbers */
} ip_least_snapshots;

/* Asks the solver. causal: it also keeps that snapshots lie within causal order, round by round, while they do, for a
 * comparison with a level that speaks of that order: at once that takes an induction, which it does not do. Levels of
 * commit orders have no snapshots, and one round. */
ip_least_snapshots ip_compare_find_least_snapshots(ip_arena *arena, Z3_solver solver, const ip_unknown_history *history,
                                                   const ip_level *level, bool causal);

/* The history violates the level where transactions commit in this order, whatever the snapshots are: a Bool term.
 * order: [n], transaction 0 first; NULL: that of their numbers. Least snapshots decide, since snapshots that are larger
 * contradict more reads. */
Z3_ast ip_compare_violated_in_order(ip_arena *arena, const ip_unknown_history *history, const ip_level *level,
                                    const int *order, const ip_least_snapshots *least);

#endif
