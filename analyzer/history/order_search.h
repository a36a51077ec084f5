/* Commit orders of a history under levels whose axioms are mask programs (mask_program.h). */
#ifndef IP_ORDER_SEARCH_H
#define IP_ORDER_SEARCH_H

#include "history/history.h"
#include "history/mask_program.h"

typedef struct ip_order_search ip_order_search;

/* programs[level]; kept, not copied. */
ip_order_search *ip_history_order_search_new(const ip_mask_program *const *programs, int count);
void ip_history_order_search_free(ip_order_search *search);

/* Whether there is a commit order. If so, ip_history_order_found returns it until the next call. */
bool ip_history_order_search_run(ip_order_search *search, const ip_history *history);
/* From now on a search ends without an answer (false) after so many steps; 0: never. */
void ip_history_order_search_limit(ip_order_search *search, long most);
bool ip_history_order_gave_up(const ip_order_search *search); /* the last search did */
const int *ip_history_order_found(const ip_order_search *search);

#endif
