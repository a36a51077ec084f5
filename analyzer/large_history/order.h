/* A topological order that is kept while edges come and go (Pearce & Kelly, 2007): an edge that goes with the order
 * costs nothing, another one reorders what lies between its ends, and finds the cycle if it closes one. */
#ifndef IP_LARGE_ORDER_H
#define IP_LARGE_ORDER_H

#include "large_history/graph.h"

typedef struct ip_kept_edge {
    int from, to, literal; /* literal: what it was added for */
    int next_out, next_in;
} ip_kept_edge;

typedef IP_VEC(ip_kept_edge) ip_kept_edges;

typedef struct ip_kept_order {
    ip_arena *arena;
    const ip_large_graph *graph;
    int *rank, *node_at;   /* of each other */
    int *in_first, *by_to; /* the graph's edges by the node where they end */
    ip_kept_edges edges;   /* added to the graph's, the latest last */
    int *out, *in;         /* [node]: its latest of them, or -1 */
    int *seen, *queue, *from, *by, *back, *pool, round;
} ip_kept_order;

/* For a sorted graph, whose edges stay. */
ip_kept_order *ip_large_kept_order_new(ip_arena *arena, const ip_large_graph *graph);
/* false: it closes a cycle, and is not added. path: what leads from to to from, with literals; -1: of the graph. */
bool ip_large_kept_order_add(ip_kept_order *order, int from, int to, int literal, ip_kept_edges *path);
/* Takes back all but the first so many added edges. */
void ip_large_kept_order_undo(ip_kept_order *order, int count);

#endif
