/* The data of a run, for the files that decide its levels: run.c, advice/. */
#ifndef IP_RUN_INTERNAL_H
#define IP_RUN_INTERNAL_H

#include "decide/decide.h"
#include "decide/workers.h"

typedef struct ip_assigned_level {
    const char *program;
    const ip_level *level;
} ip_assigned_level;

typedef struct ip_program_pair {
    const char *a, *b;
} ip_program_pair;

/* A promise or ignore that is not in the sources. */
typedef struct ip_said_elsewhere {
    const char *program; /* NULL: any */
    const char *level;   /* a promise; NULL: to be ignored, the finding with this id: */
    const char *id, *reason;
    ip_range said;
    bool strict;
} ip_said_elsewhere;

/* --at FILE:LINE */
typedef struct ip_looked_at {
    const char *file; /* NULL: not asked for */
    int line;         /* 0: any */
} ip_looked_at;

/* Of the time limit, for decisions: what is left is for those that end late, and for the report. */
#define IP_SHARE_OF_DECISIONS 0.95

struct ip_run {
    ip_arena *arena;
    ip_diagnostics diagnostics;
    IP_VEC(const ip_source *) sources;
    ip_given_values given;             /* --define */
    IP_VEC(const ip_source *) schemas; /* among the sources: no programs */
    IP_VEC(const ip_level *) levels;
    IP_VEC(const char *) selected;
    IP_VEC(ip_program_pair) serialized;
    IP_VEC(ip_assigned_level) assigned;
    IP_VEC(ip_said_elsewhere) said;
    IP_VEC(const ip_level *) declared; /* loaded for programs that declare them */
    IP_VEC(ip_arena *) arenas;
    int max_cycle;
    double timeout;
    ip_looked_at place;
    const char *kept_looks,
        *look_settings; /* looks_kept.h: its file, NULL: none; what a look depends on beside files */
    int shard, shard_count;
    int jobs;                     /* processes at a time */
    size_t memory;                /* bytes; 0: not limited */
    IP_VEC(ip_workers *) workers; /* with results that the report still needs */
    bool timeout_given;
    ip_accepted accepted; /* once the workload is read, with its comments */
    bool all_anomalies, no_replay, whole_only, sessions;
    unsigned flags; /* IP_READ_ */
    bool methods_chosen, methods[IP_PROOF_METHOD_COUNT];
    bool rules[IP_RULE_COUNT];
    bool dropped[IP_DELAYED_CONDITION_COUNT];
    ip_progress *progress;
    void *progress_data;
    ip_query_log log;
    ip_workload *workload;
    bool keeps_assumptions;         /* those of comments are not tried without */
    struct ip_known_clients *known; /* made when the first question is asked */
};

/* For tasks of this run until that time of ip_clock(), with its limits; released with it at the latest. */
ip_workers *ip_run_new_workers(ip_run *run, double deadline);

/* --transactions, --assign and --serialize name programs that there are; the workload then holds the selected ones.
 * false after reporting. */
bool ip_run_check_names(ip_run *run);

/* A level of visibility by its name, in any spelling, or by its file: one object a level, however often it is named.
 * NULL after reporting. */
const ip_level *ip_run_load_level(ip_run *run, const char *name);

/* The names of the programs that there are, for messages. */
const char *ip_run_known_programs(ip_run *run);

/* The level's, with the assignments and pairs asked for. */
const char *ip_run_result_name(ip_run *run, const ip_level *level);

/* A shard's proof is no answer for all programs. */
void ip_run_leave_open(ip_run *run, ip_level_result *result, int count);

/* A question about these programs with the run's options: facts derived, levels left to the caller. In the arena, which
 * must outlive the answer. */
ip_decision_input ip_run_question(ip_run *run, ip_arena *arena, const ip_schema *schema,
                                  const ip_program *const *programs, int count);

#endif
