/* Who depends on whom in an execution, cell by cell (Adya 1999). */
#ifndef IP_GRAPH_H
#define IP_GRAPH_H

#include "isoproof.h"
#include "replay/world/world.h"

typedef struct ip_graph_edge {
    int from, to;
    ip_dependency_type type;
    int row, column;
    int from_step, to_step;
    bool search;     /* WR: what a check or a foreign key's action looks for: perhaps the row, by that write */
    bool unrecorded; /* RW: the reader has looked past its one snapshot, of which levels of an engine do not know */
} ip_graph_edge;

typedef struct ip_graph {
    int count;
    IP_VEC(ip_graph_edge) edges;
} ip_graph;

/* Of the last run of the world; versions by the world's commit order. */
void ip_graph_build(ip_arena *arena, const ip_world *world, ip_graph *graph);

/* Leaves out dependencies through a row's coming or going that the reading statement does not notice: a scan looks at
 * every row there is, and is about few of them. And those of checks on writes by which no row comes to be one that they
 * look for, or is one no longer. values: also those, at an engine's levels, through values of a row that the statement
 * does not use, with them or without. */
void ip_graph_keep_noticed(ip_arena *arena, ip_world *world, ip_interpreter *interpreter, bool values, ip_graph *graph);

/* A cycle of dependencies: cycle[0] → cycle[1] → … → cycle[0]; its length, 0: there is none. Through all instances
 * where there is one such, in the order 0, 1, 2 … if possible. */
int ip_graph_cycle(const ip_graph *graph, int *cycle);

#endif
