/* A solver over all executions of a few transactions, for questions about levels alone. */
#ifndef IP_LEVEL_WORLD_H
#define IP_LEVEL_WORLD_H

#include "level/instantiate.h"

typedef struct ip_level_world {
    ip_arena *arena;
    Z3_context z3;
    Z3_solver solver;
    ip_relations *relations; /* free, but for what holds at every level */
} ip_level_world;

/* A world of count instances with one to steps statements each; steps 0: without statements, with one snapshot for each
 * instance. */
ip_level_world ip_level_world_open(int count, int steps);
void ip_level_world_close(ip_level_world *world);
void ip_level_world_must(ip_level_world *world, Z3_ast term);
Z3_lbool ip_level_world_check(ip_level_world *world);
Z3_ast ip_level_world_bool(ip_level_world *world, const char *name, int i, int j);

/* Instances at the level have its kind of snapshots: one, or one for each statement. at NULL: all instances. */
void ip_level_world_snapshots(ip_level_world *world, const ip_level *level, const Z3_ast *at_level);
/* Every instance has exactly that many statements. */
void ip_level_world_statements(ip_level_world *world, int steps);
/* One instance after the other. */
void ip_level_world_serial(ip_level_world *world);

/* "T1, T2 one after the other, (conflict T1 T2), …": the atoms that are true in the model besides ar and vis. T2.1 is
 * the first statement of T2. */
const char *ip_level_world_describe(ip_level_world *world, ip_arena *arena, const Z3_ast *at_level);

#endif
