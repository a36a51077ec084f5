/* Initial rows, made whole and mended where they are refused. */
#ifndef IP_COMPLETE_ROWS_H
#define IP_COMPLETE_ROWS_H

#include "replay/search/decisions.h"
#include "replay/search/initial_rows.h"

/* The rows that a run found in the initial state, with every column, and those that their foreign keys ask for. false:
 * one of these was found to be absent, *why says which. */
bool ip_rows_complete(ip_arena *arena, ip_decider *decider, const ip_world *world, ip_client_rows *rows,
                      const char **why);

/* Changes single values of rows that are not accepted, until all are: CHECKs are hardly ever met by chance. false: no
 * single change does it for row *failed. */
bool ip_rows_repair(ip_arena *arena, ip_row_inserter *inserter, ip_subject *subject, ip_client_rows *rows, int *failed,
                    const char **why);

#endif
