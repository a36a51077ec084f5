/* An isolation test in compiled form: the setup and the statements of each session. */
#ifndef IP_COMPILED_H
#define IP_COMPILED_H

#include "workload/client_file.h"
#include "frontend.h"
#include "engine/engine.h"

typedef struct ip_compiled_step {
    const char *name, *text; /* as shown in the transcript */
    ip_range range;
    bool given; /* compiled, as a permutation uses it */
    ip_db_message message;
} ip_compiled_step;

typedef struct ip_compiled_session {
    const char *name;
    IP_VEC(ip_compiled_step) steps; /* in the order of the file, including setup and teardown */
    int setup, teardown;            /* indexes into steps; -1 if absent */
} ip_compiled_session;

/* An index created by CREATE INDEX. Indexes of keys are not listed. */
typedef struct ip_compiled_index {
    const char *table; /* without quotes; "schema.name" unless the schema is public */
    int column_count;  /* 0 for an index on expressions, a partial index, or an index that is no B-tree */
    const char **columns;
} ip_compiled_index;

typedef struct ip_compiled {
    ip_client_file *file;
    ip_workload *workload;
    ip_db_message setup; /* of the input files and the isolation test */
    IP_VEC(ip_compiled_session) sessions;
    IP_VEC(ip_compiled_index) indexes;
    bool analyzed; /* the setup runs VACUUM or ANALYZE */
} ip_compiled;

/* Returns NULL after reporting an error for each statement that cannot be run. */
ip_compiled *ip_permutations_compile_client(ip_arena *arena, const ip_source *spec, const ip_source *const *files,
                                            int file_count, unsigned flags, ip_diagnostics *diagnostics);

#endif
