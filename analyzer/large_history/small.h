/* Histories of up to 63 transactions in the form that history/ checks. */
#ifndef IP_LARGE_SMALL_H
#define IP_LARGE_SMALL_H

#include "history/recorded.h"
#include "large_history/large_history.h"

/* Has it room for these, and can it say all of this one? It does not know the order of lists' elements. */
bool ip_large_is_small(const ip_large_history *history);
const ip_recorded_history *ip_large_as_recorded(ip_arena *arena, const ip_large_history *history);

#endif
