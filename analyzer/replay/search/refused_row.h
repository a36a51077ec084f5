/* A run that fails because a CHECK refuses a row that it writes: the initial values that the CHECK may need. */
#ifndef IP_REFUSED_ROW_H
#define IP_REFUSED_ROW_H

#include "replay/search/guide.h"

/* instance: the instance whose run has failed. Proposes NULL for a column that it has read last, for each of a few such
 * columns: the likeliest last. Nothing if no CHECK has refused a row. */
void ip_replay_propose_for_refused_row(ip_arena *arena, const ip_world *world, int instance, ip_moves *moves);

#endif
