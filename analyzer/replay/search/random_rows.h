/* Random but reproducible initial rows, for anomalies whose model leads to no run: a few rows for each table that the
 * instances name, with keys from few values, so that they refer to the same rows. */
#ifndef IP_RANDOM_ROWS_H
#define IP_RANDOM_ROWS_H

#include "replay/trial/decisions.h"

/* draw: the seed, above 0. */
void ip_replay_random_rows(ip_arena *arena, ip_subject *subject, uint64_t draw, ip_fixed_values *facts);

#endif
