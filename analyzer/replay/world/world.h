/* A few instances run one after the other, in commit order, each reading from the instances that it sees: a concrete
 * execution under atomic visibility (Cerone, Bernardi & Gotsman 2015, section 2), or with a snapshot for each statement
 * (views.h). The initial state is either given, or requested when it is first read: rows are created when the code
 * looks for them. */
#ifndef IP_WORLD_H
#define IP_WORLD_H

#include "replay/world/views.h"

/* Limits: instances; and for one instance, statements and loop iterations, and values written. Anomalies over more rows
 * are not searched. */
enum { IP_WORLD_MOST = 16, IP_WORLD_MOST_STEPS = 10000, IP_WORLD_MOST_WRITES = 1000 };

typedef struct ip_world ip_world;

typedef struct ip_world_instance {
    const ip_code *code;
    const ip_datum *arguments; /* one for each parameter that is in */
} ip_world_instance;

/* Sets the value of a cell of the initial state that is read before it has one, or for IP_EXISTS whether the row
 * exists. statement: the reading statement, NULL if unknown. */
typedef bool ip_world_guess(void *data, int instance, int row, int column, const ip_code_statement *statement,
                            ip_datum *value);

typedef struct ip_world_read {
    int instance, step, row, column;
    int at;         /* the last step that had begun by then: possibly of a routine that the statement has called */
    int from;       /* instance; -1: the initial state */
    int snapshot;   /* in which it is read, counted within the instance */
    bool newest;    /* the newest committed version, regardless of the snapshot */
    bool chooses;   /* only which rows to lock (IP_READ_TARGET) */
    bool check;     /* by a constraint (IP_READ_CHECK) */
    bool committed; /* and waits for no other transaction: the lock of a foreign key check */
    bool emptied;   /* the state after the instance's TRUNCATE, not after its later writes */
    bool search;    /* and newest: only tells whether the row matches its search */
} ip_world_read;

/* A row that a query has read, where all values that it read were its own transaction's. */
typedef struct ip_world_scan {
    int instance, row;
} ip_world_scan;

/* Includes writes that a rollback to a savepoint has undone, or a key refused: ip_world_wrote returns those that were
 * not undone. */
typedef struct ip_world_write {
    int instance, step, row, column;
    bool empties; /* by TRUNCATE */
} ip_world_write;

/* One statement of one instance, in the order run. */
typedef struct ip_world_step {
    int instance, step; /* step: number within the instance */
    int depth;          /* of the calls around it; 0: the program's own */
    int snapshot;       /* that it reads, counted within the instance */
    const ip_code_statement *statement;
    const char *text; /* as sent to a server; only on request */
    bool has_result;
    int row_count, column_count;
    const ip_datum *rows;
    uint64_t written;   /* represents all writes of the statement and of the routines that it called, in any order */
    const char *failed; /* the error that a handler of the program itself has caught; NULL: none, or it is unknown */
} ip_world_step;

/* A statement, or the end, of an earlier transaction of an instance's session (a procedure that commits and goes on,
 * ip_code.begins_after). They run one after the other, alone, before all instances: so they are in all snapshots, and
 * on no cycle. */
typedef struct ip_world_past {
    ip_world_step step; /* statement: NULL: */
    bool committed;     /* how the transaction ended */
} ip_world_past;

/* A block with handlers, of the program itself, and the statements in it. */
typedef struct ip_world_block {
    int instance;
    int first, end;       /* of ip_world_steps_of; end is after the last one, -1: it has not ended */
    const char *sqlstate; /* of the error that has undone it; NULL: none has */
} ip_world_block;

/* A number drawn from a sequence. */
typedef struct ip_world_draw {
    int instance;
    const ip_sequence_rule *rule;
    int64_t drawn; /* by the instance from it before */
    int step;      /* the instance's statement; -1: in an earlier transaction */
    int64_t position;
} ip_world_draw;

/* A draw, or setval, of a sequence. */
typedef struct ip_sequence_use {
    int instance;
    const ip_sequence_rule *rule;
    bool sets;
    int64_t drawn;    /* as of ip_world_draw */
    int64_t position; /* that is drawn; sets: that is drawn next */
    int step;
} ip_sequence_use;

typedef IP_VEC(ip_sequence_use) ip_sequence_uses;
typedef IP_VEC(ip_world_draw) ip_world_draws;
typedef IP_VEC(ip_world_past) ip_world_pasts;
typedef IP_VEC(ip_world_block) ip_world_blocks;
typedef IP_VEC(ip_world_read) ip_world_reads;
typedef IP_VEC(ip_world_write) ip_world_writes;
typedef IP_VEC(ip_world_scan) ip_world_scans;
typedef IP_VEC(ip_world_step) ip_world_steps;

ip_world *ip_world_new(const ip_schema *schema, int count);
void ip_world_free(ip_world *world);
ip_rows *ip_world_rows(ip_world *world);
const ip_rows *ip_world_all_rows(const ip_world *world);
int ip_world_count(const ip_world *world);

/* Kept, not copied. */
void ip_world_set_instance(ip_world *world, int i, ip_world_instance instance);
const ip_code *ip_world_code(const ip_world *world, int i);
const ip_datum *ip_world_arguments(const ip_world *world, int i);
/* order: first to commit first. visible[t*count+u]: u's snapshot contains t's writes; only where t is before u. */
void ip_world_set_visibility(ip_world *world, const int *order, const bool *visible);
const int *ip_world_order(const ip_world *world);
/* By default none: only visibility counts, and nothing is locked. */
void ip_world_set_level(ip_world *world, int i, const ip_level *level);
/* For levels with a snapshot a statement: one an instance, kept; NULL: as choose says, NULL too: all that is committed.
 */
void ip_world_set_snapshot_sizes(ip_world *world, const ip_snapshot_sizes *cuts);
void ip_world_set_choice(ip_world *world, ip_views_choose *choose, void *data);
/* NULL: rows that are not given are absent. */
void ip_world_set_guess(ip_world *world, ip_world_guess *guess, void *data);
/* Called with the conditions of each scan. */
typedef void ip_world_seeks(void *data, int instance, int step, const ip_table *table, const ip_sought *sought,
                            int count);
void ip_world_set_seeks(ip_world *world, ip_world_seeks *seeks, void *data);
/* Keep texts of statements from now on. */
void ip_world_keep_texts(ip_world *world, bool keep);

/* Which positions of sequences are drawn; kept. NULL: each instance has its own blocks. */
void ip_world_set_draws(ip_world *world, const ip_world_draws *draws);
/* Which block each instance has, from 0 on; kept. NULL: in the order of instances. */
void ip_world_set_turns(ip_world *world, const int *turns);
/* The positions of the draws, in their order, by any instance; kept. NULL: as above. */
void ip_world_set_pool(ip_world *world, const ip_world_draws *pool);

/* The order in time of all draws from sequences that some instance sets, and of what sets them: the instances, one for
 * each use. Copied. NULL: in commit order, each instance's together. Their numbers then do not depend on the three
 * above. */
void ip_world_set_sequence_order(ip_world *world, const int *order, int count);

/* A cell of the initial state, for all runs to come, as the column has it. The value is copied. */
void ip_world_give(ip_world *world, int row, int column, ip_datum value);

/* Runs them in commit order, after the earlier transactions of their sessions (ip_world_past), up to the first that
 * does not commit: its number, or -1 when all have committed. Clears the results of the previous run. */
int ip_world_run(ip_world *world, ip_interpreter *interpreter);
/* The same, where some need not commit: each runs regardless of the others' outcomes (the writes of a failed instance
 * are ignored). */
void ip_world_run_all(ip_world *world, ip_interpreter *interpreter);
/* The same, to the first instance after which it need not go on: its place in the order; -1: all have run. Not for
 * worlds in which an instance sets a sequence: these are run several times. */
typedef bool ip_world_goes_on(void *data, const ip_world *world, int instance);
int ip_world_run_all_while(ip_world *world, ip_interpreter *interpreter, ip_world_goes_on *goes_on, void *data);

/* Of the last run: valid until the next. */
const ip_world_reads *ip_world_reads_of(const ip_world *world);
const ip_world_writes *ip_world_writes_of(const ip_world *world);
const ip_world_scans *ip_world_scans_of(const ip_world *world);
const ip_world_steps *ip_world_steps_of(const ip_world *world);
/* That step of the instance. NULL: it has none. */
const ip_world_step *ip_world_step_of(const ip_world *world, int instance, int step);
const ip_world_blocks *ip_world_blocks_of(const ip_world *world); /* those around others first */
const ip_world_pasts *ip_world_pasts_of(const ip_world *world);   /* each instance's together, in order */
const ip_world_draws *ip_world_draws_of(const ip_world *world);
/* Those of sequences that some instance sets, in that order. */
void ip_world_sequence_uses(const ip_world *world, ip_arena *arena, ip_sequence_uses *uses);
bool ip_world_is_set(const ip_world *world, const ip_sequence_rule *rule);
/* false: no numbers agree with that order, or it is not known how the sequence was when the instance began. */
bool ip_world_has_settled(const ip_world *world);
/* Stands for the sequence in dependencies; -1: nothing does. */
int ip_world_sequence_row(ip_world *world, const ip_sequence_rule *rule);
/* The step from which on the instance, having run all statements, checks deferred constraints; 0: it has none. */
int ip_world_ends(const ip_world *world, int i);
const ip_views *ip_world_views(const ip_world *world); /* locks and snapshots */
const ip_run_outcome *ip_world_outcome(const ip_world *world, int i);
bool ip_world_wrote(const ip_world *world, int i, int row, int column);
bool ip_world_changed(const ip_world *world, int i, int row); /* wrote any of its columns */
bool ip_world_wrote_any(const ip_world *world, int row, int column);
/* The value in the initial state; false: no statement has read it. */
bool ip_world_initial(const ip_world *world, int row, int column, ip_datum *value);
/* Whether that statement would have had another result or other writes if the row had been as the instance other leaves
 * it (after), or as it was without that instance. After a run, whose state is restored. */
bool ip_world_notices(ip_world *world, ip_interpreter *interpreter, int instance, int step, int row, int other,
                      bool after);
/* The same if the row had been absent. */
bool ip_world_uses(ip_world *world, ip_interpreter *interpreter, int instance, int step, int row);
/* Whether the checks of that statement would have had another result on the version just before, or just after, the
 * commit of the other instance. true also if this is unknown. */
bool ip_world_matters(ip_world *world, ip_interpreter *interpreter, int instance, int step, int row, int other);
/* The statement gave a result, or failed, to be compared with. */
bool ip_world_answered(const ip_world *world, int instance, int step);
/* After the first `commits` commits: the version of the last writer among them, else the initial one. */
bool ip_world_after(const ip_world *world, int commits, int row, int column, ip_datum *value);
/* After all: the version of the last writer in commit order, else the initial one. */
bool ip_world_final(const ip_world *world, int row, int column, ip_datum *value);

#endif
