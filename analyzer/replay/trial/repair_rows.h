/* Initial rows that a constraint refuses, with other values. */
#ifndef IP_REPAIR_ROWS_H
#define IP_REPAIR_ROWS_H

#include "replay/trial/decisions.h"
#include "replay/trial/initial_rows.h"

/* Changes values of rows that are refused, one after the other, until all are accepted: a CHECK is hardly ever
 * satisfied by chance. Adds the new values to changed. false: no such change helps row *failed. */
bool ip_trial_rows_repair(ip_arena *arena, ip_row_inserter *inserter, ip_subject *subject, ip_client_rows *rows,
                          ip_fixed_values *changed, int *failed, const char **why);

#endif
