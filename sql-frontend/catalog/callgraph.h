/* Which units may call which, by the names in their texts alone: an over-approximation, before overload resolution. */
#ifndef IP_CALLGRAPH_H
#define IP_CALLGRAPH_H

#include "catalog/definition.h"

typedef IP_VEC(int) ip_unit_list; /* indexes into ip_definitions.units */

typedef struct ip_call_graph {
    int count;             /* units */
    ip_unit_list *callees; /* [count]: routines, each once */
} ip_call_graph;

const ip_call_graph *ip_catalog_call_graph_of(ip_arena *arena, const ip_definitions *definitions);

/* Calls visit for every text (SQL, expression, bound, argument) of a body, down to the innermost block. */
typedef void (*ip_text_visitor)(void *context, const ip_pl_statement *statement, ip_pl_text text);

#endif
