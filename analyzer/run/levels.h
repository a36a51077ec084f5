/* The levels of a run, each in a separate process if there are several jobs. */
#ifndef IP_RUN_LEVELS_H
#define IP_RUN_LEVELS_H

#include "run/run_state.h"

/* The level of each program: the one asked for, or the one assigned, or else its declared level. In the arena of
 * the run. */
const ip_level **ip_run_levels_of_programs(ip_run *run, const ip_level *level);

/* One result for each level of the run, in order, into the report. levels[l]: the programs' levels. */
void ip_run_decide_levels(ip_run *run, const ip_decision_input *input, const ip_level **const *levels,
                          ip_report_data *report);

/* Undecided results at an engine's levels get the proof at a weaker level of that engine, as they would if it had been
 * asked for, too. */
void ip_run_try_weaker_levels(ip_run *run, const ip_decision_input *input, ip_report_data *report);

#endif
