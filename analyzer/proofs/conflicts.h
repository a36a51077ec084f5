/* Which programs share a column that one of them writes: no other two can have a dependency. */
#ifndef IP_CONFLICTS_H
#define IP_CONFLICTS_H

#include "execution/encoding.h"

/* A pair of programs, a <= b. weight: the less, the sooner it is worth looking at: what is understood, small, and
 * writes what it reads. */
typedef struct ip_conflict {
    int a, b, weight;
} ip_conflict;

typedef struct ip_neighbours {
    IP_VEC(int) list; /* ascending; itself included where it conflicts with itself */
} ip_neighbours;

typedef struct ip_conflicts {
    IP_VEC(ip_conflict) pairs; /* lightest first */
    ip_neighbours *neighbours; /* [programs] */
    bool *guessed;             /* [programs]: a statement of it is not understood */
    int *accesses;             /* [programs]: how much there is to encode */
} ip_conflicts;

/* In the arena. */
ip_conflicts ip_conflicts_of(ip_arena *arena, const ip_encoding_input *input);

#endif
