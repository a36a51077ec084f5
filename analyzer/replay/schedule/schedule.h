/* A schedule: one interleaving of a client's transactions, step by step, as it is sent to a server, with the predicted
 * result of each step. Built where an anomaly is confirmed in memory; printed in reports, run by live/, exported as
 * scripts. Plain text throughout, so that it can be read back from a report (schedule_json.h).
 *
 * An instance's steps are: BEGIN, statements, and COMMIT or ABORT. BEGIN takes the snapshot of levels that have one for
 * the whole transaction, so its place matters. Earlier transactions of its session stand before it, in the same form.
 * Savepoints (a block with handlers) are statements, too: "SAVEPOINT a", "ROLLBACK TO SAVEPOINT a". */
#ifndef IP_SCHEDULE_H
#define IP_SCHEDULE_H

#include "base/diagnostic.h"

#include <stdbool.h>

#define IP_STEP_KINDS(X)                                                                                               \
    X(IP_STEP_BEGIN, "begin")                                                                                          \
    X(IP_STEP_STATEMENT, "statement")                                                                                  \
    X(IP_STEP_COMMIT, "commit")                                                                                        \
    X(IP_STEP_ABORT, "abort") /* ROLLBACK: by the program, or because it failed outside the database */

typedef enum ip_step_kind {
#define X(id, name) id,
    IP_STEP_KINDS(X)
#undef X
} ip_step_kind;

#define IP_OUTCOME_KINDS(X)                                                                                            \
    X(IP_OUTCOME_DONE, "done")       /* nothing to compare: BEGIN, COMMIT, SAVEPOINT */                                \
    X(IP_OUTCOME_ROWS, "rows")       /* SELECT, RETURNING */                                                           \
    X(IP_OUTCOME_CHANGED, "changed") /* INSERT, UPDATE, DELETE: the number of rows */                                  \
    X(IP_OUTCOME_ERROR, "error")

typedef enum ip_outcome_kind {
#define X(id, name) id,
    IP_OUTCOME_KINDS(X)
#undef X
} ip_outcome_kind;

/* The result of a step. Values are the texts that PostgreSQL prints, NULL for NULL. Rows are compared as a multiset. */
typedef struct ip_outcome {
    ip_outcome_kind kind;
    int row_count, column_count; /* ROWS */
    const char *const *values;   /* ROWS: [row_count * column_count] */
    long changed;                /* CHANGED */
    const char *sqlstate;        /* ERROR: five characters */
    const char *message;         /* ERROR: a server's words; NULL in predictions */
} ip_outcome;

typedef struct ip_schedule_step {
    int instance;
    ip_step_kind kind;
    const char *text; /* STATEMENT: the text that is sent to the server, without ";" */
    int statement;    /* STATEMENT: its id in the code (ip_code_statement); -1: not a statement of the program itself */
    const char *file; /* where it stands; NULL: no place */
    int line, column; /* 0: no place */
    bool waits;       /* it waits for a lock; its outcome is known after a later step of another instance */
    bool takes_snapshot; /* a snapshot of everything committed by then */
    ip_outcome expect;   /* what is predicted */
} ip_schedule_step;

typedef struct ip_schedule_instance {
    const char *name;        /* "T1" */
    const char *transaction; /* the program's name */
    const char *level;       /* the level's name */
    const char *arguments;   /* as a call shows them: "'alice', 90" */
    int number;              /* its turn in the assignment of blocks of sequences' numbers; index + 1 */
} ip_schedule_instance;

typedef struct ip_schedule_row {
    const char *table; /* as ip_table names it */
    int count;
    const char *const *columns;
    const char *const *values; /* texts that PostgreSQL prints; NULL for NULL */
} ip_schedule_row;

/* A sequence of which each instance has its own range of numbers. A session gets the range by drawing the number before
 * its first one, with this cache. */
typedef struct ip_schedule_sequence {
    const char *name; /* as SQL names it */
    long long block;
    const long long *before; /* [instances], in the order of their numbers */
} ip_schedule_sequence;

/* A number that an instance draws; each instance's in order. */
typedef struct ip_schedule_draw {
    int instance;
    const char *sequence; /* as ip_sequence_rule names it */
    long long position;   /* how many numbers the sequence gives before it, by its definition */
} ip_schedule_draw;

typedef struct ip_schedule {
    ip_arena *arena;
    IP_VEC(ip_schedule_instance) instances;
    IP_VEC(ip_schedule_row) initial_rows; /* every row of every table; in any order */
    IP_VEC(ip_schedule_step) steps;
    IP_VEC(ip_schedule_row) final_rows; /* all rows at the end, compared if has_final */
    bool has_final;
    IP_VEC(ip_schedule_sequence) sequences; /* other sequences give their numbers in the order of draws */
    IP_VEC(ip_schedule_draw) draws;
    IP_VEC(int) sequence_order;  /* of draws from sequences that some instance sets, and of what sets them: instances */
    IP_VEC(const char *) cached; /* sequences whose numbers do not rise with time: they need CACHE > 1 */
} ip_schedule;

ip_schedule *ip_schedule_new(ip_arena *arena);
/* Texts are copied. arguments may be NULL. The index of the instance. */
int ip_schedule_add_instance(ip_schedule *schedule, const char *name, const char *transaction, const char *level,
                             const char *arguments);
/* Appends a step, by default BEGIN, COMMIT … without a place, predicted to succeed. The step may be filled in until the
 * next one is added; what it points to must live as long as the schedule's arena. */
ip_schedule_step *ip_schedule_add_step(ip_schedule *schedule, int instance, ip_step_kind kind);
/* Sets file, line and column. */
void ip_schedule_place(ip_schedule_step *step, ip_range range);
/* Columns and values are copied. */
void ip_schedule_add_initial_row(ip_schedule *schedule, const char *table, int count, const char *const *columns,
                                 const char *const *values);
void ip_schedule_add_final_row(ip_schedule *schedule, const char *table, int count, const char *const *columns,
                               const char *const *values);

/* Whether it belongs to an earlier transaction of the instance's session. */
bool ip_schedule_is_earlier(const ip_schedule *schedule, const ip_schedule_step *step);
/* Checks that each instance begins before its other steps, and ends, and that each statement has a text. NULL: correct;
 * else the error. */
const char *ip_schedule_fault(const ip_schedule *schedule);

const char *ip_schedule_step_kind_name(ip_step_kind kind);
const char *ip_schedule_outcome_kind_name(ip_outcome_kind kind);
/* One line for people: "SELECT sum(balance) FROM account", "BEGIN", white space folded. */
const char *ip_schedule_step_text(ip_arena *arena, const ip_schedule_step *step);
/* "50 | alice", "2 rows: 1 | a; 2 | b", "no row", "1 row changed", "error 40001 (…)", "" for DONE. */
const char *ip_schedule_outcome_text(ip_arena *arena, const ip_outcome *outcome);
/* The same kind, and the same rows, count or SQLSTATE. */
bool ip_schedule_outcome_equal(const ip_outcome *a, const ip_outcome *b);

#endif
