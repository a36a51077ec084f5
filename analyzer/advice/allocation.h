/* The weakest level of each program such that all of them together are safe. */
#ifndef IP_ALLOCATION_H
#define IP_ALLOCATION_H

#include "advice/mixture_verdicts.h"

/* Fills allocations, allocations_complete and hindrances. */
void ip_advice_allocate(ip_mixtures *mixtures, ip_advice *advice);

#endif
