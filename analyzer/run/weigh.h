/* Which of the assumptions that comments state ("-- assume: …") a verdict needs. */
#ifndef IP_WEIGH_H
#define IP_WEIGH_H

#include "isoproof.h"

/* Decides again, without them, what was proved: all at once, then those of one program, then each in turn. What no
 * proof needs becomes a remark. A level that was not proved as a whole keeps those that its sets of programs may need.
 * Ends by the deadline; what was not tried by then stays an assumption. */
void ip_assumptions_weigh(ip_run *run, const ip_report_data *report, double deadline);

#endif
