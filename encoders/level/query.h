/* Questions about levels alone, without programs: answered by a solver over
 * free relations between a few transactions. */
#ifndef IP_LEVEL_QUERY_H
#define IP_LEVEL_QUERY_H

#include "level/instantiate.h"

/* Reports an error and returns false when some number of transactions (1 to 4), at the level or beside
 * it, has no execution at all; a remark when the level forbids a serial execution. */
bool ip_level_check_consistency(ip_arena *arena, const ip_level *level, ip_diagnostics *diagnostics);

#endif
