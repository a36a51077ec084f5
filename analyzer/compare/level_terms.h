/* What a level says about an unknown history. */
#ifndef IP_LEVEL_TERMS_OF_HISTORY_H
#define IP_LEVEL_TERMS_OF_HISTORY_H

#include "compare/unknown_history.h"
#include "level/level.h"

/* NULL, or why the level cannot be allowed, or forbidden, in a comparison. */
const char *ip_comparable_allowed(const ip_level *level);
const char *ip_comparable_forbidden(const ip_level *level);

/* Asserts that the history satisfies the level, in the order of the transactions' numbers, or in some order. number:
 * tells the unknowns of several levels apart. */
void ip_assert_allowed(ip_arena *arena, Z3_solver solver, const ip_unknown_history *history, const ip_level *level,
                       bool by_number, int number);

/* How often the axioms of a level of visibility have to be applied to so ∪ wr until they give the least snapshots, of
 * any history within the scope; 0: the solver does not know. 1 for levels of commit orders. */
int ip_rounds_needed(ip_arena *arena, Z3_solver solver, const ip_unknown_history *history, const ip_level *level);

/* The history violates the level where transactions commit in this order, whatever the snapshots are: a Bool term.
 * order: [n], transaction 0 first. Least snapshots decide, since snapshots that are larger contradict more reads. */
Z3_ast ip_violated_in_order(ip_arena *arena, const ip_unknown_history *history, const ip_level *level, const int *order,
                            int rounds);

#endif
