/* Makes a client that shows an anomaly small and readable: fewer instances, rows, array elements; short values. */
#ifndef IP_MINIMISE_H
#define IP_MINIMISE_H

#include "replay/search/search.h"

/* Changes result->trial and its outcome; each change is kept only if a cycle through all instances remains, and stays
 * observable if it was. run_limit: attempts. */
void ip_replay_minimise(ip_bench *bench, ip_search_result *result, long run_limit);

#endif
