/* What a cycle says of every choice: one of the changes that help at it is made. */
#ifndef IP_CLAUSES_H
#define IP_CLAUSES_H

#include "advice/search_state.h"

/* One of the changes that help at the cycle, which is there with the choice. *hope: some of them may be chosen. */
ip_clause ip_advice_clause_of(const ip_fix_search *s, ip_arena *arena, const ip_changed *changed, const bool *chosen,
                              const ip_anomaly *cycle, bool *hope);
/* Without hope the search is over. */
void ip_advice_clause_add(ip_fix_search *s, const ip_clause *clause, bool hope);
/* Not all of these together. */
void ip_advice_clause_exclude(ip_fix_search *s, const bool *chosen);

#endif
