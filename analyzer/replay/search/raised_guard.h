/* A run that fails because the code itself raises an error: the initial values that its guard may need. */
#ifndef IP_RAISED_GUARD_H
#define IP_RAISED_GUARD_H

#include "replay/search/guide.h"

/* instance: the instance whose run has failed. Proposes, for each column of numbers that it has read, the same value in
 * every row: the likeliest last. Nothing if the code did not raise the error itself. */
void ip_replay_propose_for_guard(ip_arena *arena, const ip_subject *subject, const ip_world *world, int instance,
                                 ip_moves *moves);

#endif
