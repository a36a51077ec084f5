/* The relations themselves, apart from any level. */
#ifndef IP_LEVEL_RELATIONS_H
#define IP_LEVEL_RELATIONS_H

#include "level/level.h"
#include "level/terms.h"

/* Relations over count instances of steps statements each as Bool constants named vis_0_1, sees_0_1_0 …, nothing known
 * about them. For contexts that are not reference-counted (Z3_mk_context). */
ip_relations *ip_level_relations_new(ip_arena *arena, Z3_context z3, int count, int steps);

/* The relation's array in relations; NULL: it is not stored there, or empty. Visibility only. */
const Z3_ast *ip_level_symbol_terms(const ip_relations *relations, ip_level_symbol symbol);

#endif
