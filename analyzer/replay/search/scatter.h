/* Initial rows drawn at random, the same each time, where the model's lead nowhere: a few for each table that the
 * instances name, with keys from few values, so that they meet. */
#ifndef IP_SCATTER_H
#define IP_SCATTER_H

#include "replay/search/guess.h"

/* draw: the number by which they are drawn, above 0. */
void ip_scatter(ip_arena *arena, ip_subject *subject, uint64_t draw, ip_facts *facts);

#endif
