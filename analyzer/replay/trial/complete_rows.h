/* Initial rows: adds missing columns and referenced rows, and repairs refused rows. */
#ifndef IP_COMPLETE_ROWS_H
#define IP_COMPLETE_ROWS_H

#include "replay/trial/decisions.h"
#include "replay/trial/initial_rows.h"

/* The rows that a run found in the initial state, with every column, and the rows that their foreign keys require.
 * false: one of the latter was read as absent, *why says which. */
bool ip_rows_complete(ip_arena *arena, ip_decider *decider, const ip_world *world, ip_client_rows *rows,
                      const char **why);

/* Changes single values of rows that are refused until all are accepted: a CHECK is hardly ever satisfied by chance.
 * false: no single change helps row *failed. */
bool ip_rows_repair(ip_arena *arena, ip_row_inserter *inserter, ip_subject *subject, ip_client_rows *rows, int *failed,
                    const char **why);

#endif
