/* The findings of a report, as CI and editors count them: an anomaly that several levels allow is one finding. */
#ifndef IP_FINDING_H
#define IP_FINDING_H

#include "isoproof.h"
#include "report/cells.h"

typedef struct ip_finding {
    const ip_anomaly *anomaly; /* the level at which it is worst; the first of several */
    ip_severity severity;
    IP_VEC(const ip_level_result *) results; /* that have it */
    const ip_dependency *shown;              /* the place to look at first */
    ip_range read, write;                    /* where it begins and ends; source NULL: no place */
} ip_finding;

/* The reason why something is undecided. */
typedef struct ip_open_question {
    const ip_program *program; /* NULL: all of them */
    const char *reason;
    ip_range range; /* source NULL: no place */
    IP_VEC(const ip_level_result *) results;
} ip_open_question;

typedef struct ip_findings {
    IP_VEC(ip_finding) list;       /* worst first, else in the report's order; the suppressed ones last */
    IP_VEC(ip_open_question) open; /* possible findings are not repeated here */
} ip_findings;

/* The place to look at first: a read of a value that is out of date when the reader commits, else a read of what is
 * written later, else where the cycle starts. */
const ip_dependency *ip_report_shown_dependency(const ip_anomaly *anomaly);

ip_findings ip_report_findings_of(ip_arena *arena, const ip_report_data *report);

/* A range in the file that the user has, whatever was unquoted on the way. Lines and columns count from 1; a column is
 * of a byte, or of a code point. The end is the first place after it. */
typedef struct ip_region {
    const ip_source *source; /* NULL: no place */
    int line, column, end_line, end_column;
    int point, end_point;
} ip_region;

ip_region ip_report_region_of(ip_range range);
/* The path without "./" before it, as CI servers want it. */
const char *ip_report_relative_path(const char *path);

/* ---- in words, one line each, no control bytes ---- */

/* "T1 reads account.balance of id 1 before T2 writes it" */
const char *ip_report_dependency_text(ip_arena *arena, const ip_anomaly *anomaly, const ip_dependency *dependency);
/* "lost update at postgresql/read-committed: transfer beside transfer" */
const char *ip_report_finding_title(ip_arena *arena, const ip_finding *finding);
/* "T1 = transfer('a', 1), T2 = …; T1 reads … before …; T2 …; no serial order gives these results" */
const char *ip_report_text_of_finding(ip_arena *arena, const ip_finding *finding);
/* "account.balance of id 3 ends as -1.00. It should be 0.00, whichever comes first."; "": nothing to say */
const char *ip_report_finding_harm(ip_arena *arena, const ip_report_data *report, const ip_finding *finding);
/* "not decided at postgresql/read-committed: transfer: the time limit …" */
const char *ip_report_open_text(ip_arena *arena, const ip_open_question *open);
/* "a, b" of the results' levels */
const char *ip_report_levels_text(ip_arena *arena, const ip_level_result *const *results, int count);

#endif
