/* The maximal sets of programs that are safe at a level. */
#ifndef IP_SUBSETS_H
#define IP_SUBSETS_H

#include "advice/mixture_verdicts.h"

/* Fills maximal_safe and subsets_complete of each level. mixtures->subsets is set. */
void ip_advice_find_subsets(ip_mixtures *mixtures, ip_advice *advice);

#endif
