/* Numbers of sequences as the server gives them: in the order in which a run's statements are sent. */
#ifndef IP_NUMBERING_H
#define IP_NUMBERING_H

#include "replay/search/search.h"

/* A search gives each instance numbers of its own, so that serial orders can be compared with. The same client once
 * more with those that its draws get in time, from sequences that begin as they are made: what was found, if it comes
 * to the same. Else (a row has such a number already, or the numbers decide what happens) the result itself. Another
 * world is for the caller to be freed. */
ip_search_result ip_number_in_time(ip_bench *bench, const ip_search_result *result);

#endif
