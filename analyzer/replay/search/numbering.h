/* Numbers of sequences as the server gives them: in the order in which a run's statements are sent. */
#ifndef IP_NUMBERING_H
#define IP_NUMBERING_H

#include "replay/search/schedule_of_run.h"
#include "replay/search/search.h"

/* A search gives each instance its own range of numbers, to compare with serial orders. This tries the same client with
 * the numbers that its draws get in the order of time, from newly created sequences, and returns it if it still shows
 * the anomaly and is equally observable. Otherwise (a row has such a number already, or the numbers decide what
 * happens) it returns the result itself, or the same with other blocks, if these then rise with time (ordered). The
 * caller frees another world. */
ip_search_result ip_replay_number_in_time(ip_bench *bench, const ip_search_result *result);
/* Whether it would be ordered. If not, it needs a sequence with CACHE > 1. */
bool ip_replay_has_ordered_numbers(ip_bench *bench, const ip_search_result *result);

/* The numbers of that sequence, in the order of the acts; those of one with CACHE > 1 need not. */
bool ip_replay_numbers_rise(const ip_world *world, const ip_schedule_acts *acts, const char *sequence);

#endif
