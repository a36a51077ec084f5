/* Which programs the interpreter can run, before anything is run. */
#ifndef IP_IN_MEMORY_H
#define IP_IN_MEMORY_H

#include "isoproof.h"

typedef struct ip_refusal {
    const char *why;
    ip_range range;
} ip_refusal;

/* Why a program, or a branch of it, cannot be run: each statement's first reason. None: all of it can be run, except
 * where it depends on values (the text of an EXECUTE, a number that is too long). */
typedef struct ip_refusals {
    IP_VEC(ip_refusal) list;
} ip_refusals;

ip_refusals *ip_world_in_memory_find(ip_arena *arena, const ip_workload *workload); /* [programs] */

#endif
