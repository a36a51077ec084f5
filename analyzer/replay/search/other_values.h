/* Tries other values for arguments and cells until a cycle is observable. */
#ifndef IP_OTHER_VALUES_H
#define IP_OTHER_VALUES_H

#include "replay/search/search.h"

/* The result was found and is not observable; it may be observable after this, and has a cycle of the same length in
 * any case. */
void ip_replay_try_other_values(ip_bench *bench, ip_search_result *result, long run_limit);

#endif
