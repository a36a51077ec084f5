/* --timeout and --memory, for all that a run does in this process: reading, decisions, the report. */
#ifndef IP_LIMITS_H
#define IP_LIMITS_H

#include "command/options/command.h"

typedef struct ip_limits {
    double seconds; /* from now; 0: not limited */
    size_t memory;  /* bytes; 0: not limited */
} ip_limits;

/* The work is asked to end when a limit is reached. If it has not done so when the limit is exceeded by a tenth, the
 * process ends with a message. Until ip_option_report_is_made (interruption.h). */
void ip_option_obey_limits(ip_limits limits);

#endif
