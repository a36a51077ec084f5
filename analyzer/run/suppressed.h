/* The suppressed parts of the report, as notes. */
#ifndef IP_RUN_SUPPRESSED_H
#define IP_RUN_SUPPRESSED_H

#include "run/run_state.h"

/* Comments that suppress something, comments that do not, and findings of the baseline that were not found. */
void ip_run_report_suppressed(ip_run *run, const ip_report_data *report);

#endif
