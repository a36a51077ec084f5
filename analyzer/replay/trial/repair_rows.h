/* Initial rows that a constraint refuses, with other values. */
#ifndef IP_REPAIR_ROWS_H
#define IP_REPAIR_ROWS_H

#include "replay/trial/initial_rows.h"
#include "replay/trial/subject.h"

/* Changes values of rows that are refused, one after the other, until all are accepted: a CHECK is hardly ever
 * satisfied by chance. false: no such change helps row *failed. */
bool ip_rows_repair(ip_arena *arena, ip_row_inserter *inserter, ip_subject *subject, ip_client_rows *rows, int *failed,
                    const char **why);

#endif
