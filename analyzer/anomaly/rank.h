/* Which anomalies a report lists first, and which programs take part in one. */
#ifndef IP_ANOMALY_RANK_H
#define IP_ANOMALY_RANK_H

#include "isoproof.h"

/* What the rank depends on, whether it comes from an anomaly or from a report that was read back. */
typedef struct ip_ranked {
    const char *kind;     /* by its name; an unknown kind counts as the worst */
    int instances, steps; /* of the schedule */
    bool suppressed, confirmed, observable, rows_differ, guesses_number;
} ip_ranked;

/* The lower, the earlier: what was confirmed and loses rows or money before reads that differ, then what takes a caller
 * who guesses a number, then what is harmless, then what no run showed, then what is suppressed. Of anomalies that do
 * the same the shortest story comes first: the first one is reported in full. */
int ip_anomaly_rank(ip_ranked anomaly);

/* Some instance on it is the program's. */
bool ip_anomaly_takes_part(const ip_anomaly *anomaly, const ip_program *program);

#endif
