/* A client's blocks as messages: setup that the schema has, and the statements of sessions. */
#ifndef IP_COMPILED_H
#define IP_COMPILED_H

#include "workload/client_file.h"
#include "frontend.h"
#include "engine/engine.h"

typedef struct ip_compiled_step {
    const char *name, *text; /* as it is shown */
    ip_range range;
    bool given; /* it is compiled */
    ip_db_message message;
} ip_compiled_step;

typedef struct ip_compiled_session {
    const char *name;
    IP_VEC(ip_compiled_step) steps; /* as of the client */
    int setup, teardown;            /* of them; -1: none */
} ip_compiled_session;

/* CREATE INDEX, but of keys. */
typedef struct ip_compiled_index {
    const char *table; /* without quotes, "schema.name" unless public */
    int column_count;  /* 0: they are not plain columns, or not all rows are in it, or it is no B-tree */
    const char **columns;
} ip_compiled_index;

typedef struct ip_compiled {
    ip_client_file *file;
    ip_workload *workload;
    ip_db_message setup; /* of files and the client */
    IP_VEC(ip_compiled_session) sessions;
    IP_VEC(ip_compiled_index) indexes;
    bool analyzed; /* the setup has VACUUM or ANALYZE */
} ip_compiled;

/* NULL after reporting as errors what cannot be run. */
ip_compiled *ip_compile_client(ip_arena *arena, const ip_source *spec, const ip_source *const *files, int file_count,
                               unsigned flags, ip_diagnostics *diagnostics);

#endif
