/* Where a schedule runs: a schema of its own on the server, with the tables and routines of the input and the rows of
 * the schedule. It is created first and dropped in any case. */
#ifndef IP_LIVE_STAGE_H
#define IP_LIVE_STAGE_H

#include "live/connection.h"

typedef struct ip_stage {
    ip_live_context *context;
    PGconn *control;   /* owns the schema; no transaction of the schedule runs on it */
    const char *token; /* the schema's comment: this run's, so that no other's is dropped */
    const char *path;  /* SET search_path … */
    bool created;
    IP_VEC(int) backends; /* process ids of the connections that were made for instances */
} ip_stage;

/* Connects, refuses a database that has the schema, creates and fills it. false after setting the context's error;
 * ip_live_stage_close is to be called all the same. */
bool ip_live_stage_open(ip_stage *stage, ip_live_context *context, const ip_load *load);
bool ip_live_stage_fill(ip_stage *stage, const ip_schedule *schedule);
/* A connection for an instance, in the schema; number: of the instance (ip_schedule_instance). */
PGconn *ip_live_stage_connect(ip_stage *stage, const char *who, const ip_schedule *schedule, int number);
/* All rows of all tables, as rows of a schedule, and the types of the columns. */
typedef struct ip_stage_column {
    const char *table, *column;
    Oid type;
} ip_stage_column;

typedef IP_VEC(ip_stage_column) ip_stage_columns;

bool ip_live_stage_rows(ip_stage *stage, ip_schedule *into, ip_stage_columns *types);
/* Drops the schema; connections of instances must have been closed. NULL: nothing is left over. Else what may be, and
 * why. */
const char *ip_live_stage_close(ip_stage *stage);

#endif
