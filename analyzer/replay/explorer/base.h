/* I0 of EXPLORE-CE*(I0, I), section 6: a causally extensible level weaker than the one asked for. */
#ifndef IP_EXPLORE_BASE_H
#define IP_EXPLORE_BASE_H

#include "level.h"

/* The strongest causally extensible level among those that ship that is known to be weaker; the level itself if it is
 * one. NULL: none is known, every history is to be explored. */
const ip_level *ip_explore_base(ip_arena *arena, const ip_level *level, ip_diagnostics *diagnostics);
/* Can base be used for level? Reports why not. */
bool ip_explore_base_fits(const ip_level *base, const ip_level *level, ip_diagnostics *diagnostics);

#endif
