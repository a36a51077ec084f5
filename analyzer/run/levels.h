/* The levels of a run, each in a process of its own where there are several jobs. */
#ifndef IP_RUN_LEVELS_H
#define IP_RUN_LEVELS_H

#include "run/run_state.h"

/* One result a level of the run, in their order, into the report. levels[l]: those of the programs. */
void ip_run_decide_levels(ip_run *run, const ip_decision_input *input, const ip_level **const *levels,
                          ip_report_data *report);

#endif
