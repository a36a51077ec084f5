/* What is known of one program at one level, in a word: the cells of the table that every report for people begins
 * with. */
#ifndef IP_CELLS_H
#define IP_CELLS_H

#include "isoproof.h"

typedef enum ip_severity {
    IP_SEVERITY_UNSAFE,  /* run, and no serial order gives its results; or found where no runs were asked for */
    IP_SEVERITY_BENIGN,  /* run, and some serial order gives its results */
    IP_SEVERITY_POSSIBLE /* found by the solver, and shown by no run */
} ip_severity;

ip_severity ip_severity_of(const ip_anomaly *anomaly);

/* What is known of a program at a level. */
typedef enum ip_cell {
    IP_CELL_SAFE,
    IP_CELL_SAFE_APART, /* safe as long as programs outside of its safe set are not run */
    IP_CELL_BENIGN,
    IP_CELL_UNSAFE,
    IP_CELL_SUPPRESSED, /* some of what was found of it is suppressed, and it is proved that there is nothing else */
    IP_CELL_UNDECIDED
} ip_cell;

ip_cell ip_cell_of(const ip_report_data *report, const ip_level_result *result, int program);
const char *ip_cell_name(ip_cell cell);
/* What to know about a cell: why it is undecided, or which programs must not run beside it; else NULL. */
const char *ip_cell_remark(ip_arena *arena, const ip_report_data *report, const ip_level_result *result, int program);

#endif
