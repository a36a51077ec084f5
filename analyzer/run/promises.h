/* "-- isoproof: level L" before a program: it is safe at L, and the run fails once that is no longer proved. */
#ifndef IP_PROMISES_H
#define IP_PROMISES_H

#include "run/run_state.h"

/* Adds the levels that are promised to those that are decided. false: one is not known; reported with its place. */
bool ip_promises_add_levels(ip_run *run);
/* Once all levels are decided: report->promises; each that is broken is an error at its comment. */
void ip_promises_check(ip_run *run, ip_report_data *report);

#endif
