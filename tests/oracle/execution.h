/* One execution of instances at chosen visibility: which levels allow it, and
 * whether it is an anomaly. */
#ifndef ORACLE_EXECUTION_H
#define ORACLE_EXECUTION_H

#include "run.h"

/* Weakest first as far as they form chains; serializability itself allows no anomaly. The first seven are what
 * program_set.assigned may hold. */
typedef enum oracle_level {
    READ_ATOMIC,
    CAUSAL_CONSISTENCY,
    PREFIX_CONSISTENCY,
    UPDATE_ATOMIC,
    PARALLEL_SNAPSHOT_ISOLATION,
    SNAPSHOT_ISOLATION,
    SERIALIZABILITY,
    MIXED, /* the set's own assignment of levels to programs, and serialized pair */
    LEVELS
} oracle_level;

extern const char *const level_names[LEVELS];

/* How certain an anomaly is; README.md has the definitions. */
typedef enum certainty {
    CYCLE,      /* the dependency graph is cyclic if a predicate reads every row that could match */
    SURE_CYCLE, /* cyclic although only dependencies count that change what a query returns */
    OBSERVABLE, /* no serial order of the instances returns the same results and leaves the same state */
    CERTAINTIES
} certainty;

/* Instances are numbered in commit order. */
typedef struct execution {
    int count;
    int program[MAX_INSTANCES];
    int parameters[MAX_INSTANCES][MAX_PARAMETERS];
    unsigned visible[MAX_INSTANCES]; /* earlier instances in the snapshot */
    view initial;
} execution;

typedef struct verdict {
    bool committed;     /* every instance */
    unsigned levels;    /* mask: those that allow it */
    bool unchecked_key; /* only if the engine did not check keys against transactions that the writer cannot see */
    bool is[CERTAINTIES];
} verdict;

/* From now on, for the grade SURE_CYCLE, a write of the value that a query has read anyway is no write for that query.
 */
void execution_by_values(void);

/* wanted: a mask of levels; of an execution that none of these allows nothing more is said. */
verdict execution_judge(const program_set *set, const execution *x, unsigned wanted);

/* How an execution ends, instances that abort included: they write nothing. */
typedef struct ending {
    bool left_domain; /* says nothing */
    unsigned aborted; /* mask of instances */
    int result[MAX_INSTANCES];
    unsigned levels;
    bool unchecked_key;
    uint64_t state; /* hash of the rows at the end */
} ending;

void execution_end(const program_set *set, const execution *x, ending *out);
/* A state's hash is the sum of its rows'. fields: the key, then the columns. */
uint64_t row_hash(int table, const int *fields, int count);
bool execution_serial(const execution *x);

/* Visibility is transitive; snapshots are prefixes of the commit order. */
bool execution_causal(const execution *x);
bool execution_prefix(const execution *x);

/* "-- f0 at read-atomic, …" */
void assignment_print(const program_set *set, FILE *out);
void execution_print(const program_set *set, const execution *x, FILE *out);

#endif
