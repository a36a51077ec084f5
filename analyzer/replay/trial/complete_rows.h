/* Initial rows: missing columns and referenced rows are added, and rows that are refused are repaired. */
#ifndef IP_COMPLETE_ROWS_H
#define IP_COMPLETE_ROWS_H

#include "replay/trial/decisions.h"
#include "replay/trial/initial_rows.h"

/* The rows that a run found in the initial state, with every column, and those that their foreign keys ask for. false:
 * one of these was found to be absent, *why says which. */
bool ip_rows_complete(ip_arena *arena, ip_decider *decider, const ip_world *world, ip_client_rows *rows,
                      const char **why);

/* Changes single values of rows that are refused until all are accepted: a CHECK is hardly ever satisfied by chance.
 * false: no single change helps row *failed. */
bool ip_rows_repair(ip_arena *arena, ip_row_inserter *inserter, ip_subject *subject, ip_client_rows *rows, int *failed,
                    const char **why);

#endif
