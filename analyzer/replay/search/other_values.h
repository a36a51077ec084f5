/* From a cycle that nobody notices to one that somebody does: other values for what need not be as it is. */
#ifndef IP_OTHER_VALUES_H
#define IP_OTHER_VALUES_H

#include "replay/search/search.h"

/* The result was found and is not observable; it may be so after this, and shows as long a cycle in any case. */
void ip_try_other_values(ip_bench *bench, ip_search_result *result, long run_limit);

#endif
