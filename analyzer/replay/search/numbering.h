/* Numbers of sequences as the server gives them: in the order in which a run's statements are sent. */
#ifndef IP_NUMBERING_H
#define IP_NUMBERING_H

#include "replay/search/schedule_of_run.h"
#include "replay/search/search.h"

/* A search gives each instance numbers of its own, so that serial orders can be compared with. The same client once
 * more with those that its draws get in time, from sequences that begin as they are made, if it shows the anomaly with
 * them and is as observable. Else (a row has such a number already, or the numbers decide what happens) the result
 * itself, or the same with other blocks, if these rise in time then (ordered). Another world is for the caller to be
 * freed. */
ip_search_result ip_number_in_time(ip_bench *bench, const ip_search_result *result);
/* Would it be ordered? Else it takes a sequence with CACHE > 1. */
bool ip_has_ordered_numbers(ip_bench *bench, const ip_search_result *result);

/* The numbers of that sequence, in the order of the acts; those of one with CACHE > 1 need not. */
bool ip_numbers_rise(const ip_world *world, const ip_schedule_acts *acts, const char *sequence);

#endif
