/* The weakest level of each program such that all of them together are safe. */
#ifndef IP_ALLOCATION_H
#define IP_ALLOCATION_H

#include "advice/mixture_verdicts.h"

typedef struct ip_allocating {
    ip_patterns found;    /* the mixtures; the recommended one first */
    ip_patterns excluded; /* mixtures that were not decided */
    bool complete;        /* every mixture before the last one found was decided */
} ip_allocating;

/* Fills allocations and allocations_complete: with the recommended mixture, if there is one. */
ip_allocating ip_advice_allocate(ip_mixtures *mixtures, ip_advice *advice);
/* Goes on with the others, and fills hindrances: of the recommended one. levels: the results of all programs at each of
 * the levels. */
void ip_advice_allocate_more(ip_mixtures *mixtures, const ip_allocating *so_far, const ip_level_result *levels,
                             ip_advice *advice);

#endif
