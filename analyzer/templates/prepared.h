/* Handles statements prepared by PREPARE. */
#ifndef IP_TEMPLATE_PREPARED_H
#define IP_TEMPLATE_PREPARED_H

#include "server_log/recorded.h"
#include "templates/scan.h"

/* For EXECUTE p (1, 'a'), replaces scan by the scan of the prepared statement, whose PREPARE is given, and sets its
 * arguments. Leaves any other statement unchanged. */
void ip_templates_prepared_fill(ip_arena *arena, const char *prepare, ip_scan *scan, ip_recorded_values *given);

#endif
