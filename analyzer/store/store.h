/* A store that answers each read with any value that its isolation level allows (Biswas, Kakwani, Vedurada, Enea & Lal,
 * "MonkeyDB", OOPSLA 2021): transactions run one after the other, and a read chooses its writer among all that keep the
 * history consistent, by numbers drawn from a seed.
 *
 * At an engine's level nothing has to be checked afterwards: the transaction commits after all others, each snapshot is
 * a prefix of the commits, no shorter than session order, earlier snapshots and locks require, and locked or checked
 * rows are read in their current version.
 *
 * Objects are numbered by the caller, in rows of a fixed width: object / width is the row, the first of each row is its
 * presence. Values are copied. */
#ifndef IP_STORE_H
#define IP_STORE_H

#include "catalog/lock_mode.h"
#include "history/history.h"
#include "interpreter/value/datum.h"
#include "level/level.h"

typedef enum ip_store_policy {
    IP_STORE_UNIFORM,       /* every writer that is allowed is as likely as the others */
    IP_STORE_LATEST,        /* the last committed of the allowed versions */
    IP_STORE_LATEST_OF_EACH /* one of these: of each session the last committed of those that are allowed,
                               each as likely as the others (section 6 of the paper); at an engine's level: the same
                               as IP_STORE_LATEST, as what its last snapshot holds is the same for all */
} ip_store_policy;

typedef struct ip_store ip_store;

/* Why the running transaction cannot go on. */
typedef enum ip_store_answer {
    IP_STORE_ANSWERED,
    IP_STORE_CONFLICT /* no answer is allowed, or its writes are not: the transaction must be rolled back */
} ip_store_answer;

/* A read that did not return the last committed value. Numbers are those of transactions, from 1; 0: the initial
 * value. */
typedef struct ip_stale_read {
    long reader, from, missed;
    int object;
} ip_stale_read;

typedef struct ip_store_counts {
    long transactions, reads, choices; /* choices: reads with more than one writer allowed */
    long conflicts;                    /* answers IP_STORE_CONFLICT */
    uint64_t outcome;                  /* equal where each session has read the same from the same */
} ip_store_counts;

/* seed: any. NULL after reporting why the level cannot be checked on histories. */
ip_store *ip_store_new(const ip_level *level, int width, uint64_t seed, ip_diagnostics *diagnostics);
void ip_store_free(ip_store *store); /* NULL is allowed */

/* The current values become the initial ones, as if no transaction had run. No transaction runs. */
void ip_store_found(ip_store *store);
/* A session begins: its number. */
int ip_store_connect(ip_store *store);

/* ---- the one transaction that runs ---- */
/* Its number. */
long ip_store_begin(ip_store *store, int session, ip_store_policy policy);
/* Before its first statement, at an engine's level: it runs at another one of that engine. */
void ip_store_run_at(ip_store *store, const ip_level *level);
long ip_store_running(const ip_store *store); /* its number; 0: none */
/* A statement begins at that depth of calls. takes: where statements have snapshots it takes a new one; else it uses
 * the snapshot of that depth. */
void ip_store_statement(ip_store *store, int depth, bool takes);
void ip_store_resume(ip_store *store, int depth); /* the statement at that depth goes on */
/* now: the last committed value, regardless of the snapshot; at an engine's levels. */
ip_store_answer ip_store_read(ip_store *store, int object, bool now, ip_datum *value);
/* At an engine's levels: the snapshot of the statement that clients have sent has the first *least commits at least,
 * and the first *most at most; what it has read is the same with each. */
void ip_store_seen(const ip_store *store, long *least, long *most);
void ip_store_write(ip_store *store, int object, ip_datum value);
/* Takes a lock of the row until the end of the transaction. */
ip_store_answer ip_store_lock(ip_store *store, int row, ip_lock lock);
/* ON CONFLICT is about this row. At an engine's levels with one snapshot for all statements it is a conflict if the
 * snapshot does not hold the row's last version. */
ip_store_answer ip_store_found_row(ip_store *store, int row);
bool ip_store_has_locked(const ip_store *store, int row);
/* The running transaction and earlier ones have looked for all rows of the group: rows that are inserted later were
 * absent for them. */
void ip_store_scan(ip_store *store, int group);
/* A row of the group is used for the first time. */
void ip_store_met(ip_store *store, int group, int row);
/* At the begin of a transaction: the rows [row] that every transaction from now on sees as absent, or that have no
 * table, and to which nothing refers that is kept. They are as new: their numbers may be given to others, which are
 * met. NULL: there are few. group_of: the group in which the row is met; IP_ROW_IS_GONE, IP_ROW_IS_FREE: it is in none,
 * and if it is free it was returned here before. */
enum { IP_ROW_IS_GONE = -1, IP_ROW_IS_FREE = -2 };
typedef int ip_row_group_of(void *data, int row);
const bool *ip_store_forgotten_rows(ip_store *store, ip_arena *arena, int rows, ip_row_group_of *group_of, void *data);
/* Whether the history satisfies the level with the writes so far. */
ip_store_answer ip_store_check(ip_store *store);
/* Reads that follow choose so until the transaction ends. Returns the policy before. */
ip_store_policy ip_store_prefer(ip_store *store, ip_store_policy policy);
int ip_store_savepoint(ip_store *store);
void ip_store_rollback_to(ip_store *store, int savepoint);
void ip_store_commit(ip_store *store);
void ip_store_abort(ip_store *store);

/* Objects are in rows of that width from now on, with the numbers that follow from it. */
void ip_store_widen(ip_store *store, int width);
/* The running transaction reads from now on what was written last, as a definition asks for whose rows it changes.
 * CONFLICT: what it has read so far does not go with that. */
ip_store_answer ip_store_take_latest(ip_store *store);
/* Its own value of the object, or what was committed last. No read of the history. */
ip_datum ip_store_latest(ip_store *store, int object);

/* From now on every session sees everything committed so far. No transaction runs. After a number of transactions this
 * happens automatically for the older half of them: 1,024 where a level's axioms speak of session order and write-read
 * alone, and at an engine's levels; 64 where orders of commits are searched. */
void ip_store_settle(ip_store *store);

/* ---- afterwards ---- */
int ip_store_object_count(const ip_store *store);
/* The value that was committed last. */
ip_store_counts ip_store_counted(const ip_store *store);
int ip_store_width(const ip_store *store); /* objects of a row; the first is its presence */
/* What is initial, or has been settled, does not have the row of this presence. */
bool ip_store_began_absent(const ip_store *store, int object);
enum { IP_STALE_NAMED = 12 }; /* the objects of the first ones are not forgotten */
int ip_store_stale_count(const ip_store *store);
const ip_stale_read *ip_store_stale(const ip_store *store, int index);
/* The last transactions, for checks: those that are not forgotten. None runs. */
typedef struct ip_kept_transaction {
    long number;
    int session;
    bool aborted;
    int read_count;
    const ip_history_read *reads; /* from: for ip_store_number */
} ip_kept_transaction;
int ip_store_kept(const ip_store *store);
ip_kept_transaction ip_store_kept_transaction(const ip_store *store, int index); /* from 0 */
/* The number of the writer read from; 0: the value before all kept transactions. */
long ip_store_number(const ip_store *store, int from);
/* Of each object that those have written, in no order. */
void ip_store_kept_writes(const ip_store *store, void (*writes)(void *data, long number, int object), void *data);

/* -1: it is forgotten */
int ip_store_session_of(const ip_store *store, long transaction);

/* Where each transaction is reported as it ends; names objects and their rows. */
typedef struct ip_store_witness {
    void *data;
    const char *(*object_name)(void *data, ip_arena *arena, int object);
    const char *(*row_name)(void *data, ip_arena *arena, int row);
    void (*line)(void *data, const char *text); /* a line of JSON (docs/histories.md) */
    void *line_data;
} ip_store_witness;
void ip_store_watch(ip_store *store, const ip_store_witness *witness);

/* A transaction of any database whose objects are numbered in the same way, for such a witness. */
typedef struct ip_store_event {
    bool write;
    int object;
    long from;   /* a read: the number of the writer; 0: the initial value */
    int step;    /* a read: of its statement */
    bool newest; /* a read: of the last committed value, regardless of the snapshot */
} ip_store_event;
typedef struct ip_store_ended {
    int session; /* from 1 */
    long number;
    bool committed;
    int width, count;
    const ip_store_event *events;
    bool *(*is_named)(void *data, int object); /* whether it was in some line before; set here */
    void *is_named_data;
} ip_store_ended;
void ip_store_witness_end(const ip_store_witness *witness, const ip_store_ended *transaction);

#endif
