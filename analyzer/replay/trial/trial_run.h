/* Runs one concrete client once, with one visibility: whether it has a cycle that its levels allow, and whether a
 * serial order of the same transactions gives the same results. */
#ifndef IP_TRIAL_RUN_H
#define IP_TRIAL_RUN_H

#include "replay/trial/snapshot_choices.h"
#include "replay/world/graph.h"
#include "replay/trial/complete_rows.h"
#include "replay/trial/repair_rows.h"
#include "replay/schedule/timing.h"

typedef struct ip_trial_instance {
    int of; /* instance of the anomaly */
    const ip_program *program;
    const ip_code *code;
    ip_datum *arguments;
    int argument_count;
    const ip_level *level;
} ip_trial_instance;

typedef struct ip_trial {
    int count;
    ip_trial_instance *instances;
    int *order;              /* first to commit first */
    bool *visible;           /* [t*count+u] */
    ip_snapshot_sizes *cuts; /* [count]; for instances whose statements have their own snapshots. NULL: these contain as
                                many commits as possible */
    ip_client_rows rows;
    const ip_world_draws *draws; /* NULL: each instance has its own blocks of numbers */
    const int *turns;            /* [count]: which of these blocks, from 0 on; NULL: in the order of instances */
    const int *sequence_order;   /* of ip_world_set_sequence_order; NULL: in commit order */
    int sequence_order_count;
    bool satisfies_constraints; /* the rows are known to satisfy all constraints, and are as the columns have them */
} ip_trial;

typedef enum ip_trial_end {
    IP_TRIAL_UNABLE,    /* the interpreter cannot run something */
    IP_TRIAL_ROWS,      /* the rows break a constraint */
    IP_TRIAL_ABORTS,    /* an instance does not commit */
    IP_TRIAL_FORBIDDEN, /* the levels do not allow it */
    IP_TRIAL_ACYCLIC,
    IP_TRIAL_CYCLE
} ip_trial_end;

typedef struct ip_trial_outcome {
    ip_trial_end end;
    const char *why; /* everything but a cycle */
    ip_range where;
    int instance; /* ABORTS, UNABLE */
    int row;      /* ROWS: that is not accepted */
    ip_graph graph;
    int length, *cycle;
    ip_timing timing;            /* engines' levels; else no acts */
    ip_snapshot_choices choices; /* of a run in which all have committed; in the bench's arena */
    ip_sequence_uses uses;       /* of sequences that are set, of such a run; in the bench's arena */
    ip_world *world;             /* CYCLE: the run, to be freed by the caller */
} ip_trial_outcome;

/* The first run that the interpreter could not finish since only a server knows what the code gets at some place,
 * whatever the values: of such an error's text, for example. It may have had any result. */
typedef struct ip_unfinished {
    ip_arena *arena;           /* of why */
    const char *program, *why; /* NULL: there was none */
    ip_range where;
} ip_unfinished;

/* What runs trials. */
typedef struct ip_bench {
    ip_arena *arena; /* for the data of a few trials; callers that run many replace it */
    const ip_schema *schema;
    ip_interpreter *interpreter;
    ip_row_inserter *inserter;
    /* beside the levels */
    const ip_replay_pair *pairs;
    const ip_assumed *assumed;
    int assumed_count;
    int pair_count;
    double deadline;
    double most_work; /* of the interpreter, in all, while nothing is found; 0: any */
    long runs;
    ip_unfinished *unfinished; /* may be NULL */
} ip_bench;

/* Deep copies, of the trial and of an outcome's graph, cycle and timing. */
ip_trial ip_trial_copy(ip_arena *arena, const ip_trial *trial);
void ip_trial_keep_outcome(ip_arena *arena, ip_trial_outcome *outcome);

/* Its initial state and its instances, to be run and freed. NULL: the rows break a constraint. */
ip_world *ip_trial_world(ip_bench *bench, const ip_trial *trial);
ip_trial_outcome ip_trial_run(ip_bench *bench, const ip_trial *trial);
void ip_trial_note_unfinished(ip_bench *bench, const ip_program *program, const ip_run_outcome *ended);
/* The rows once so many have committed, with values of the world's. */
ip_client_rows ip_trial_rows_after(ip_arena *arena, const ip_world *world, int commits);

#endif
