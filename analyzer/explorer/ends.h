/* The states that a history can end in. They consist of the last versions in commit order; where the levels allow
 * several orders, several transactions can be last at a cell. */
#ifndef IP_EXPLORE_ENDS_H
#define IP_EXPLORE_ENDS_H

#include "explorer/explorer.h"

typedef struct ip_ends ip_ends;

/* Those of a history while its visitor runs. */
ip_ends *ip_explore_ends_new(ip_arena *arena, const ip_explored *explored);
/* The last writer of the object in this end; 0: the initial transaction. The first query about an object chooses its
 * last writer, which is a condition on the commit order from then on. */
ip_datum ip_explore_ends_value(ip_ends *ends, int row, int column);
/* Another end, with at least one different answer. false: there is none. */
bool ip_explore_ends_next(ip_ends *ends);
/* A commit order with this end. */
bool ip_explore_ends_order(ip_ends *ends, int order[IP_MAX_TRANSACTIONS]);

#endif
