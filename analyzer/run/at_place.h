/* A look at the programs of one place: isoproof analyze --at. */
#ifndef IP_AT_PLACE_H
#define IP_AT_PLACE_H

#include "isoproof.h"

/* *programs: [programs of the workload] those at the place that is asked for: with a line of it, else of its file, else
 * all. NULL: no place is asked for. false after reporting that the file is not one of the run. */
bool ip_run_find_place(ip_run *run, const bool **programs);

#endif
