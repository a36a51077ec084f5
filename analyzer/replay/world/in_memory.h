/* Which programs the interpreter can run, before anything is run. */
#ifndef IP_IN_MEMORY_H
#define IP_IN_MEMORY_H

#include "isoproof.h"

typedef struct ip_refusal {
    const char *why;
    ip_range range;
} ip_refusal;

/* What keeps a program from being run, or a branch of it: each statement's first reason. None: all of it is run, save
 * what only values decide (a text that EXECUTE is given, a number that is too long). */
typedef struct ip_refusals {
    IP_VEC(ip_refusal) list;
} ip_refusals;

ip_refusals *ip_in_memory_find(ip_arena *arena, const ip_workload *workload); /* [programs] */

#endif
