/* Choices between two orders each, such that no cycle comes about: conflict-driven clause learning, where the only
 * clauses are those that cycles teach. Variable v is the pair number v; literal 2v is "the first before the second",
 * 2v+1 the reverse. */
#ifndef IP_LARGE_SOLVER_H
#define IP_LARGE_SOLVER_H

#include "large_history/order.h"

typedef struct ip_choice_edge {
    int from, to;
    int object, third; /* as in ip_large_edge */
} ip_choice_edge;

typedef struct ip_choices {
    int count;        /* pairs */
    const int *first; /* [2 * count + 1] into edges: what a literal adds */
    const ip_choice_edge *edges;
    const int *first_node, *second_node; /* [pair]: whose order it is */
} ip_choices;

typedef enum ip_choice_answer { IP_CHOICE_FOUND, IP_CHOICE_NONE, IP_CHOICE_STOPPED } ip_choice_answer;

typedef struct ip_choice_result {
    ip_choice_answer answer;
    const int *rank; /* found: [node] its place in an order that agrees with all choices */
    /* none: cycles, of the graph's edges (literal -1) and of literals', that exclude all choices together. */
    IP_VEC(ip_kept_edges) cycles;
    long conflicts;
} ip_choice_result;

void ip_large_choices_solve(ip_arena *arena, const ip_large_graph *graph, const ip_choices *choices,
                            ip_choice_result *result);

#endif
