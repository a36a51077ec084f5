/* Which of the assumptions that comments state ("-- assume: …") a verdict needs. */
#ifndef IP_WEIGH_H
#define IP_WEIGH_H

#include "isoproof.h"

/* Repeats the proofs without them: without all, then without those of one program, then without each. An assumption
 * that no proof needs becomes a remark. A level that was not proved as a whole keeps the assumptions that its sets of
 * programs may need. Ends by the deadline; untried comments stay assumptions. */
void ip_run_assumptions_weigh(ip_run *run, const ip_report_data *report, double deadline);

#endif
