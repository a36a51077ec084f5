/* Keys drawn from counters: UPDATE counter SET n = n + 1 … RETURNING n, then INSERT with n in the key. */
#ifndef IP_DRAWN_H
#define IP_DRAWN_H

#include "facts/facts.h"

/* Fills .drawn of every table of facts whose inserts all draw their key in one way. */
void ip_facts_drawn_keys_find(ip_arena *arena, ip_facts *facts, const ip_program *const *programs, int count);

/* Follows variables that only rename another expression to that expression. */
const ip_expr *ip_facts_resolved(const ip_program *program, const ip_expr *e);
/* Surely equal values in one instance: the same parameter, variable (outside loops) or integer. */
bool ip_facts_surely_same(const ip_program *program, const ip_expr *a, const ip_expr *b);

#endif
