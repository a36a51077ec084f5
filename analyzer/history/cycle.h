/* Cycles of a relation between transactions. */
#ifndef IP_CYCLE_H
#define IP_CYCLE_H

#include "history/consistency.h"

/* after[t]: the transactions that t is related to. A shortest cycle, without the initial transaction; its length, 0:
 * none. */
int ip_history_shortest_cycle(const ip_transactions *after, int count, int cycle[IP_MAX_TRANSACTIONS]);

#endif
