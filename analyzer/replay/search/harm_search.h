/* Before a cycle counts as benign: a long search for rows, arguments and an interleaving of the same programs with
 * which it is observable. */
#ifndef IP_HARM_SEARCH_H
#define IP_HARM_SEARCH_H

#include "replay/search/known_clients.h"
#include "replay/search/search.h"

/* The result is not observable before, and may be after this. known: NULL, or clients that are tried first; run_limit:
 * further runs, which begin with the client first: an execution of all its instances, with a cycle. NULL: none. near:
 * also with the changes to it that are not random, which one search is enough for. */
void ip_replay_search_for_harm(ip_bench *bench, ip_subject *subject, const ip_known_clients *known,
                               ip_search_result *result, const ip_trial *first, bool near, long run_limit);
/* The result is a whole cycle. If its numbers of sequences do not rise with time (numbering.h), tries the same client
 * in other orders, until they do. */
void ip_replay_search_for_order(ip_bench *bench, ip_subject *subject, ip_search_result *result);

#endif
