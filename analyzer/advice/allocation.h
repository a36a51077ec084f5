/* The weakest level of each program such that all of them together are safe. */
#ifndef IP_ALLOCATION_H
#define IP_ALLOCATION_H

#include "advice/mixture_verdicts.h"

/* Fills allocations, allocations_complete and hindrances. levels: the results of all programs at each of the levels. */
void ip_advice_allocate(ip_mixtures *mixtures, const ip_level_result *levels, ip_advice *advice);

#endif
