/* Which programs share a column that one of them writes: no other two can have a dependency. */
#ifndef IP_CONFLICTS_H
#define IP_CONFLICTS_H

#include "execution/encoding.h"

/* A pair of programs, a <= b. weight: pairs with a lower weight are tried first: programs that are understood, small,
 * and write what they read. */
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
    int *accesses;             /* [programs]: the size of the encoding */
} ip_conflicts;

/* Each use of a column group by a statement of the program; a group comes once for each source and column. */
typedef void ip_group_visitor(void *data, int group, bool reads, bool writes);
void ip_proof_visit_groups(const ip_facts *facts, const ip_program *program, ip_group_visitor *visit, void *data);

/* In the arena. */
ip_conflicts ip_proof_conflicts_of(ip_arena *arena, const ip_encoding_input *input);

#endif
