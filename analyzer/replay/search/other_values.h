/* From a cycle that is not observable to one that is: other values for arguments and cells that may differ. */
#ifndef IP_OTHER_VALUES_H
#define IP_OTHER_VALUES_H

#include "replay/search/search.h"

/* The result was found and is not observable; it may be so after this, and shows as long a cycle in any case. */
void ip_try_other_values(ip_bench *bench, ip_search_result *result, long run_limit);

#endif
