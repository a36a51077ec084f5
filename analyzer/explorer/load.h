/* A client from an isolation-tester file: its statements as code, its setup run in memory for the initial rows. */
#ifndef IP_EXPLORE_LOAD_H
#define IP_EXPLORE_LOAD_H

#include "frontend.h"
#include "replay/world/client.h"

typedef struct ip_loaded_client {
    ip_client client; /* every transaction at the level */
    ip_workload *workload;
} ip_loaded_client;

/* files: schema, routines, rows; they are read before the client's own setup. NULL after reporting errors. */
ip_loaded_client *ip_explore_client_load(ip_arena *arena, const ip_source *spec, const ip_source *const *files,
                                         int file_count, const ip_level *level, unsigned flags,
                                         ip_diagnostics *diagnostics);

/* The rows that exist after the code has run on an empty database; false after reporting why it does not run. */
bool ip_explore_client_run_setup(ip_arena *arena, const ip_schema *schema, const ip_code *setup, ip_client *client,
                                 ip_diagnostics *diagnostics);

#endif
