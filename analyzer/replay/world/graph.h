/* The dependency graph of an execution, cell by cell (Adya 1999). */
#ifndef IP_GRAPH_H
#define IP_GRAPH_H

#include "isoproof.h"
#include "replay/world/world.h"

typedef struct ip_graph_edge {
    int from, to;
    ip_dependency_type type;
    int row, column;
    int from_step, to_step;
    bool search;     /* WR: of a check or a foreign key's action, which may look for the row because of that write */
    bool outside;    /* through a sequence that is set: at every level */
    bool unrecorded; /* RW: the reader has read past its one snapshot, which an engine's level does not track */
} ip_graph_edge;

typedef struct ip_graph {
    int count;
    IP_VEC(ip_graph_edge) edges;
} ip_graph;

/* Of the last run of the world; versions by the world's commit order. */
void ip_world_graph_build(ip_arena *arena, const ip_world *world, ip_graph *graph);

/* Adds dependencies through sequences that some instance sets. No level isolates them: the others decide whether the
 * execution is allowed. uses: ip_world_sequence_uses. */
void ip_world_graph_add_sequences(ip_arena *arena, ip_world *world, const ip_sequence_uses *uses, ip_graph *graph);

/* Leaves out dependencies through an INSERT or DELETE of a row that the reading statement does not notice: a scan reads
 * every row, but its result depends on few of them. And dependencies of checks on writes after which no row starts or
 * stops to match. values: also, at an engine's levels, dependencies through values of a row that the statement uses
 * neither with nor without them. */
void ip_world_graph_keep_noticed(ip_arena *arena, ip_world *world, ip_interpreter *interpreter, bool values,
                                 ip_graph *graph);

/* A cycle of dependencies: cycle[0] → cycle[1] → … → cycle[0]; its length, 0: none. Through all instances if there is
 * such a cycle, in the order 0, 1, 2 … if possible. */
int ip_world_graph_cycle(const ip_graph *graph, int *cycle);

#endif
