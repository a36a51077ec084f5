/* Brute force: random executions of a program set, their levels, and whether
 * they are anomalies. */
#ifndef ORACLE_SEARCH_H
#define ORACLE_SEARCH_H

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

verdict execution_judge(const program_set *set, const execution *x);

typedef struct budget {
    int pairs, triples, quadruples; /* executions tried */
} budget;

typedef struct findings {
    /* found with keys checked (MODEL, section 4), and without */
    bool found[LEVELS][CERTAINTIES], found_unchecked[LEVELS][CERTAINTIES];
    int least[LEVELS][CERTAINTIES];         /* fewest instances */
    execution witness[LEVELS][CERTAINTIES]; /* of found */
    long tried, committed, cyclic;
} findings;

/* Tries executions until the budget is spent or every level has an observable anomaly. */
void search_run(const program_set *set, random_state *random, const budget *budget, findings *out);

/* "-- f0 at read-atomic, …" */
void assignment_print(const program_set *set, FILE *out);
void execution_print(const program_set *set, const execution *x, FILE *out);

#endif
