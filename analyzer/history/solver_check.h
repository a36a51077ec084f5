/* Consistency by a solver: exact for every level, and slow. The history's relations are constants, the order (and the
 * visibility) are unknown, and the axioms are instantiated over its transactions. */
#ifndef IP_SOLVER_CHECK_H
#define IP_SOLVER_CHECK_H

#include "history/history.h"
#include "level/level.h"

/* Levels of one vocabulary; order gets the commit order of a consistent history. */
bool ip_history_solver_consistent(const ip_level *const *levels, int count, const ip_history *history,
                                  int order[IP_MAX_TRANSACTIONS]);

#endif
