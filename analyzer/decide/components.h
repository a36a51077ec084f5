/* Splitting the programs before any formula is built: two programs that share no column that one
 * of them writes have no dependency, so each connected component of the syntactic conflict graph is a
 * question of its own (the cost is then linear in the number of components). Every conflict gives
 * dependencies in both directions, so components are strongly connected. */
#ifndef IP_COMPONENTS_H
#define IP_COMPONENTS_H

#include "facts/facts.h"

typedef struct ip_component {
    IP_VEC(int) programs; /* indexes into the array given, ascending */
    bool conflicts;       /* false: one program that shares no data with any program, itself included */
} ip_component;

typedef IP_VEC(ip_component) ip_components;

/* together: one component of all, which the order of sessions joins. */
ip_components ip_decide_components_split(ip_arena *arena, const ip_facts *facts, const ip_program *const *programs,
                                         int count, bool together);

/* Assigns each component to a shard, from 0: the largest first, each to the shard with the least work so far. The same
 * in every process that reads the same programs. */
const int *ip_decide_components_deal(ip_arena *arena, const ip_components *components, int shards);

#endif
