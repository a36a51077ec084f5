/* I0 of EXPLORE-CE*(I0, I), section 6: a causally extensible level weaker than the requested one. */
#ifndef IP_EXPLORE_BASE_H
#define IP_EXPLORE_BASE_H

#include "level/level.h"

/* The level itself if it is causally extensible, else the level that its file declares, else the strongest of the
 * levels that ship that its axioms imply. NULL: none is known, and every history must be explored. sessions: some
 * session has two transactions. */
const ip_level *ip_explore_base(ip_arena *arena, const ip_level *level, bool sessions, ip_diagnostics *diagnostics);
/* Whether base can be used for level. Reports why not. */
bool ip_explore_base_fits(ip_arena *arena, const ip_level *base, const ip_level *level, bool sessions,
                          ip_diagnostics *diagnostics);

/* Whether the claims that exploration from base rests on are true for small histories (history/claims.h). Reports false
 * ones. The files in the folder of levels are left out, since the tests check them. */
bool ip_explore_claims_hold(ip_arena *arena, const ip_level *base, const ip_level *level, ip_diagnostics *diagnostics);

#endif
