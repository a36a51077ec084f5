/* From a solver's model to a history. */
#ifndef IP_FOUND_HISTORY_H
#define IP_FOUND_HISTORY_H

#include "compare/unknown_history.h"
#include "history/history.h"

/* What the solver's model says of the unknown history: transactions and objects in use. The arena owns it. */
const ip_history *ip_compare_found_history(ip_arena *arena, Z3_solver solver, const ip_unknown_history *unknown);

#endif
