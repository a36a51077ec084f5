/* The result for one program at one level, in a word: the cells of the table at the beginning of every report for
 * people. */
#ifndef IP_CELLS_H
#define IP_CELLS_H

#include "isoproof.h"

typedef enum ip_severity {
    IP_SEVERITY_UNSAFE,  /* confirmed, and no serial order gives its results; or found, if nothing is replayed */
    IP_SEVERITY_BENIGN,  /* confirmed, and some serial order gives its results */
    IP_SEVERITY_POSSIBLE /* found by the solver, but not confirmed */
} ip_severity;

ip_severity ip_report_severity_of(const ip_anomaly *anomaly);

/* The result for a program at a level. */
typedef enum ip_report_cell {
    IP_CELL_SAFE,
    IP_CELL_PARTLY_SAFE, /* safe as long as programs outside of its safe set are not run */
    IP_CELL_BENIGN,
    IP_CELL_UNSAFE,
    IP_CELL_SUPPRESSED, /* some of its findings are suppressed, and it is proved that there are no others */
    IP_CELL_UNDECIDED
} ip_report_cell;

ip_report_cell ip_report_cell_of(const ip_report_data *report, const ip_level_result *result, int program);
const char *ip_report_cell_name(ip_report_cell cell);
/* A note on a cell: why it is undecided, or which programs must not run beside it; else NULL. */
const char *ip_report_cell_remark(ip_arena *arena, const ip_report_data *report, const ip_level_result *result,
                                  int program);

#endif
