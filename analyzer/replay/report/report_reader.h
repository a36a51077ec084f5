/* A report read back, as far as replaying it needs. */
#ifndef IP_REPORT_READER_H
#define IP_REPORT_READER_H

#include "replay/schedule/schedule.h"
#include "replay/world/views.h"

/* The status of a schedule that isoproof rehearse has written. */
#define IP_REHEARSED "rehearsed"

typedef struct ip_reported_argument {
    const char *parameter;
    const char *text; /* as PostgreSQL prints it; NULL: NULL */
} ip_reported_argument;

typedef struct ip_reported_instance {
    const char *id, *transaction, *level;
    IP_VEC(ip_reported_argument) arguments;
} ip_reported_instance;

typedef struct ip_reported_anomaly {
    const char *id, *kind;
    const char *level;  /* of the result it belongs to */
    const char *status; /* of its replay: "confirmed", … */
    const char *reason; /* NULL: none given */
    IP_VEC(ip_reported_instance) instances;
    const int *commit_order;            /* of the instances; NULL: not in the report */
    const bool *visible;                /* [t * count + u]: u's snapshot contains t's writes; NULL with it */
    const ip_snapshot_sizes *snapshots; /* one an instance; NULL: all have one a transaction */
    bool in_time;                       /* the schedule's steps can happen in their order on one server */
    const ip_schedule *schedule;        /* no steps: none in the report */
} ip_reported_anomaly;

typedef struct ip_reported {
    const char *path;
    IP_VEC(const char *) files;
    unsigned flags;                    /* IP_READ_: as the report says, they were read so */
    IP_VEC(const char *) transactions; /* the programs' names */
    IP_VEC(ip_reported_anomaly) anomalies;
    IP_VEC(const ip_source *) sources; /* the files, read again, and then definitions */
} ip_reported;

/* Reads a report ("-": standard input) and its files, and checks that both are what this version can replay: its own
 * format and version, files unchanged since. NULL after reporting what is wrong. */
const ip_reported *ip_replay_report_read(ip_arena *arena, const char *path, ip_diagnostics *diagnostics);

#endif
