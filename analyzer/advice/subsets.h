/* The maximal sets of programs that are safe at a level. */
#ifndef IP_SUBSETS_H
#define IP_SUBSETS_H

#include "advice/inquiry.h"

/* Fills maximal_safe and subsets_complete of each level. inquiry->subsets is set. */
void ip_find_subsets(ip_inquiry *inquiry, ip_advice *advice);

#endif
