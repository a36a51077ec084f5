/* Initial rows: adds missing columns and referenced rows. */
#ifndef IP_COMPLETE_ROWS_H
#define IP_COMPLETE_ROWS_H

#include "replay/trial/decisions.h"
#include "replay/trial/initial_rows.h"

/* The rows that a run found in the initial state, with every column, and the rows that their foreign keys require.
 * false: one of the latter was read as absent, *why says which. */
bool ip_trial_rows_complete(ip_arena *arena, ip_decider *decider, const ip_world *world, ip_client_rows *rows,
                            const char **why);

/* The column is one of some key's, or of some foreign key's. */
bool ip_trial_is_of_key(const ip_table *table, int column);
bool ip_trial_is_reference(const ip_table *table, int column);

#endif
