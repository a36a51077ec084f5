/* The weakest level of each program such that all of them together are safe. */
#ifndef IP_ALLOCATION_H
#define IP_ALLOCATION_H

#include "advice/inquiry.h"

/* Fills allocations, allocations_complete and hindrances. */
void ip_allocate(ip_inquiry *inquiry, ip_advice *advice);

#endif
