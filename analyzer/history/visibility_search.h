/* Arbitration and visibility of a history under levels of visibility whose axioms are Horn clauses in vis and sees:
 * given an order, there is a least visibility that satisfies them, and the history is consistent with the order if and
 * only if with this visibility every read returns the last version it sees. */
#ifndef IP_VISIBILITY_SEARCH_H
#define IP_VISIBILITY_SEARCH_H

#include "history/history.h"
#include "level/instantiate.h"

typedef struct ip_visibility_search ip_visibility_search;

/* NULL: some axiom is not a Horn clause in vis. */
ip_visibility_search *ip_history_visibility_search_new(const ip_level *const *levels, int count);
void ip_history_visibility_search_free(ip_visibility_search *search);

bool ip_history_visibility_search_run(ip_visibility_search *search, const ip_history *history);
/* From now on a search ends without an answer (false) after about so much work; 0: never. */
void ip_history_visibility_search_limit(ip_visibility_search *search, long most);
bool ip_history_visibility_gave_up(const ip_visibility_search *search); /* the last search did */
/* The arbitration found, with the initial transaction first. */
const int *ip_history_visibility_found(const ip_visibility_search *search);

#endif
