/* Before a cycle counts as one that nobody notices: a long look for rows, arguments and an interleaving of the same
 * programs with which somebody does. */
#ifndef IP_INSIST_H
#define IP_INSIST_H

#include "replay/search/known.h"
#include "replay/search/search.h"

/* The result is not observable; it may be so after this. known: NULL, or clients that are tried first; run_limit: runs
 * besides those, which begin with the client first: an execution of all its instances, with a cycle. NULL: none. */
void ip_insist(ip_bench *bench, ip_subject *subject, const ip_known_clients *known, ip_search_result *result,
               const ip_trial *first, long run_limit);

#endif
