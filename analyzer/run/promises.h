/* "-- isoproof: level L" before a program: it is safe at L, and the run fails if that is not proved. */
#ifndef IP_PROMISES_H
#define IP_PROMISES_H

#include "run/run_state.h"

/* Adds the promised levels to the decided ones. false: a level is unknown; reported with its place. */
bool ip_run_promises_add_levels(ip_run *run);
/* The same without adding them, for callers that decide an engine's levels in any case. */
bool ip_run_promises_know_levels(ip_run *run);

/* What was decided, in the order of the report's results. */
typedef struct ip_decided_levels {
    const ip_level *const *levels;
    int count;
    const ip_level *const *const *own; /* [levels][programs]: at which the program runs there; NULL: all at that one */
} ip_decided_levels;

/* Once all levels are decided: report->promises; each that is broken is an error at its comment. One at a level that
 * was not decided is a remark. */
void ip_run_promises_check(ip_run *run, ip_report_data *report, const ip_decided_levels *decided);

#endif
