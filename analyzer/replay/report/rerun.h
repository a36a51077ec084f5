/* Runs a confirmed anomaly in memory again, from the data in the report. */
#ifndef IP_RERUN_H
#define IP_RERUN_H

#include "isoproof.h"
#include "replay/report/report_reader.h"

typedef enum ip_rerun_end {
    IP_RERUN_CONFIRMED,
    IP_RERUN_REFUTED, /* it ran, but differs from the report */
    IP_RERUN_UNABLE   /* it could not be run */
} ip_rerun_end;

typedef struct ip_rerun {
    ip_rerun_end end;
    const char *why; /* not confirmed */
} ip_rerun;

/* workload: of the report's files. levels: one for each instance. */
ip_rerun ip_replay_report_rerun_anomaly(ip_arena *arena, const ip_workload *workload,
                                        const ip_reported_anomaly *anomaly, const ip_level *const *levels);

#endif
