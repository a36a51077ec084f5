/* A run that fails because the code itself raises an error: which initial values its guard may ask for. */
#ifndef IP_RAISED_GUARD_H
#define IP_RAISED_GUARD_H

#include "replay/search/guide.h"

/* instance: the one whose run has failed. Proposes, for each column of numbers that it has read, one value in every
 * row: the likeliest last. Nothing if the error is not the code's own. */
void ip_propose_for_guard(ip_arena *arena, const ip_subject *subject, const ip_world *world, int instance,
                          ip_moves *moves);

#endif
