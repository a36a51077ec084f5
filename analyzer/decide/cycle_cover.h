/* Programs that are not safe together, and which of them to leave out: a hypergraph, whose edges are the programs of a
 * cycle, and a greedy vertex cover of it (Johnson, Approximation algorithms for combinatorial problems, 1974). */
#ifndef IP_DECIDE_CYCLE_COVER_H
#define IP_DECIDE_CYCLE_COVER_H

#include "base/arena.h"

#include <stdbool.h>

/* Programs that are not all in one safe set: indices below ip_cycle_cover.count. */
typedef struct ip_cycle_cover_edge {
    const int *ends; /* [count], each once */
    int count;
} ip_cycle_cover_edge;

typedef struct ip_cycle_cover {
    int count;        /* of programs */
    const bool *hard; /* [count]: left out first */
    bool *given_up;   /* [count]: left out, except for a forced program */
    IP_VEC(ip_cycle_cover_edge) edges;
} ip_cycle_cover;

/* Adds an edge, unless another one implies it. ends is copied into the arena, and may name a program twice. */
void ip_decide_cycle_cover_add(ip_arena *arena, ip_cycle_cover *cover, const int *ends, int count);
/* Some edge has just these programs. first == second: this program alone. */
bool ip_decide_cycle_cover_has(const ip_cycle_cover *cover, int first, int second);
/* out: [count], which programs to leave out so that no edge has all its programs. forced: this one stays, -1: none.
 * false: it has an edge of its own. */
bool ip_decide_cycle_cover_find(ip_arena *arena, const ip_cycle_cover *cover, int forced, bool *out);

#endif
