/* What saturation leaves open: pairs of transactions that may commit in either order. A search with learning (conflict-
 * driven, as SAT solvers do: Marques-Silva & Sakallah 1999; Moskewicz et al. 2001) over one variable a pair, where a
 * contradiction is a cycle of edges, found as each edge is added (Pearce & Kelly 2007). Pairs are first tried in the
 * order that a topological order of what is known gives them, so that histories that are consistent seldom need a
 * second try. */
#ifndef IP_LARGE_SEARCH_H
#define IP_LARGE_SEARCH_H

#include "large_history/check.h"

/* For a saturated graph. */
void ip_large_search(ip_large_graph *graph, const ip_large_form *form, ip_large_verdict *verdict);

#endif
