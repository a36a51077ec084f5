/* Messages that are printed next to a verdict, because its reader must not miss them. */
#ifndef IP_VERDICT_REMARKS_H
#define IP_VERDICT_REMARKS_H

#include "isoproof.h"

/* Once all results are there. */
void ip_run_report_beside_verdicts(ip_run *run, const ip_report_data *report);

#endif
