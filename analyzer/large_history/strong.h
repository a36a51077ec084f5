/* Prefixes, snapshot isolation and serializability: what follows without a choice. A pair of writers of an object may
 * commit in either order, and each order forces others: a reader of the earlier one's version was before the later one
 * (Papadimitriou 1979: polygraphs). Where a known path excludes one order of a pair, the other holds; that is repeated
 * until nothing follows any more (PolySI's pruning: Huang et al., VLDB 2023). */
#ifndef IP_LARGE_STRONG_H
#define IP_LARGE_STRONG_H

#include "large_history/check.h"

/* Adds edges to a sorted graph. false: stopped, or there is no memory for the clocks. *answer becomes
 * IP_LARGE_INCONSISTENT where there is a cycle; else the graph is sorted and has clocks. */
bool ip_large_saturate(ip_large_graph *graph, const ip_large_form *form, ip_large_answer *answer);

/* Marks the transactions of the edges, and of the paths that the edges follow from. */
void ip_large_add_core(const ip_large_graph *graph, const ip_large_form *form, const ip_large_edges *edges, bool *core);

/* Writers of each row, each once; of each object, where rows are objects. They are cut into runs of one session each.
 */
typedef struct ip_large_rows {
    const int *run_first; /* [row + 1] into run_begin */
    const int *run_begin; /* into writers; the next one's is where a run ends */
    const int *writers;   /* transactions, ascending for each row */
} ip_large_rows;

ip_large_rows ip_large_objects_of(ip_arena *arena, const ip_large_history *history);
ip_large_rows ip_large_rows_of(ip_arena *arena, const ip_large_history *history);

/* Of the run from begin to end, the last transaction that has committed before the node (begin - 1: none), the first
 * that commits after it (end: none). For a graph with ip_large_graph_reach. */
int ip_large_last_before(const ip_large_graph *graph, const int *writers, int begin, int end, int node);
int ip_large_first_after(const ip_large_graph *graph, const int *writers, int begin, int end, int node);

#endif
