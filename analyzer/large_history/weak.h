/* Levels whose φ follows from the history alone: the edges that they force (Biswas & Enea 2019, section 3; Møldrup &
 * Pavlogiannis, AWDIT, PLDI 2025). The history satisfies the level exactly where these, session order and write-read
 * have no cycle. */
#ifndef IP_LARGE_WEAK_H
#define IP_LARGE_WEAK_H

#include "large_history/forms.h"
#include "large_history/graph.h"

/* Adds edges between transactions to a graph that is not split, from a sorted one for the causal axiom. Edges that
 * others imply are left out. false: stopped (base/stop.h). */
bool ip_large_add_weak(ip_large_graph *graph, const ip_large_form *form);

#endif
