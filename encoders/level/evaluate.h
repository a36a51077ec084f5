/* A level's axioms on one execution whose relations are known: no solver, no formula. */
#ifndef IP_LEVEL_EVALUATE_H
#define IP_LEVEL_EVALUATE_H

#include "level/level.h"

/* As ip_relations, decided: n×n row-major, or n; NULL: empty, changes: conflict. Diagonals are never read. */
typedef struct ip_known_relations {
    int count;
    const bool *vis, *ar, *so, *wr, *ww, *rw, *conflict, *changes;
    const bool *in_a, *in_b;
    int steps; /* as in ip_relations: places of statements */
    const bool *sees, *locks, *present;
} ip_known_relations;

/* at_level[i]: instance i runs at it; NULL: all do. false for levels that are not of visibility. */
bool ip_level_holds(const ip_level *level, const ip_known_relations *relations, const bool *at_level);

#endif
