/* Initial rows, made whole and mended where they are refused. */
#ifndef IP_SEED_H
#define IP_SEED_H

#include "replay/search/guess.h"
#include "replay/search/sower.h"

/* The rows that a run found in the initial state, with every column, and those that their foreign keys ask for. false:
 * one of these was found to be absent, *why says which. */
bool ip_seed_complete(ip_arena *arena, ip_guesser *guesser, const ip_world *world, ip_client_rows *rows,
                      const char **why);

/* Changes single values of rows that are not accepted, until all are: CHECKs are hardly ever met by chance. false: no
 * single change does it for row *failed. */
bool ip_seed_repair(ip_arena *arena, ip_sower *sower, ip_subject *subject, ip_client_rows *rows, int *failed,
                    const char **why);

#endif
