/* Statements prepared by PREPARE. */
#ifndef IP_TEMPLATE_PREPARED_H
#define IP_TEMPLATE_PREPARED_H

#include "server_log/recorded.h"
#include "templates/scan.h"

/* Of EXECUTE p (1, 'a'), with the text of its PREPARE: scan becomes what p is, given its arguments. Another statement
 * stays as it is. */
void ip_prepared_fill(ip_arena *arena, const char *prepare, ip_scan *scan, ip_recorded_values *given);

#endif
