/* The algorithm alone: transactions read and write numbered objects, independent of how they run. See engine.c for the
 * search, engine_state.c for histories that grow and shrink, engine_swap.c for reordering.
 *
 * Bouajjani, Enea & Román-Calvo, "Dynamic Partial Order Reduction for Checking Correctness against Transaction
 * Isolation Levels", PLDI 2023. */
#ifndef IP_EXPLORE_ENGINE_H
#define IP_EXPLORE_ENGINE_H

#include "explorer/paths.h"
#include "history/consistency.h"

typedef struct ip_explorer_engine ip_explorer_engine;

typedef enum ip_engine_end {
    IP_ENGINE_COMPLETE,
    IP_ENGINE_STOPPED, /* by a callback */
    IP_ENGINE_FAILED   /* a run failed, or did not repeat itself: see ip_explore_engine_failure */
} ip_engine_end;

typedef struct ip_engine_counts {
    long leaves;   /* complete runs */
    long explored; /* calls of EXPLORE, leaving out reads that only the initial transaction can answer */
    long blocked;  /* reads that no transaction may answer */
} ip_engine_counts;

typedef struct ip_engine_input {
    int count;                                            /* transactions, the initial one included; their numbers
                                                             are the oracle order (section 5.1) */
    ip_transactions sessions_before[IP_MAX_TRANSACTIONS]; /* as in history.h */
    int level[IP_MAX_TRANSACTIONS];                       /* index into the base's levels */
    ip_consistency *base;                                 /* NULL: every history is consistent */
    int objects_per_row;                                  /* row of an object: object / objects_per_row */
    bool models_locks;                                    /* histories have locks; otherwise locks are unknown */
    bool plain;             /* depth first without reduction: every order of transactions, histories repeated */
    int shard, shard_count; /* 1…n; 0, 0: all */
    size_t cache_bytes;     /* beyond it the cache is emptied; 0: the default */
    void *data;
    /* Runs a transaction, which calls ip_explore_engine_statement, _read, _write …; the same answers must give the same
     * calls. Returns how it ended; false of ip_explore_engine_read must give IP_RUN_STOPPED. */
    ip_run_end (*run)(void *data, int transaction, ip_run_outcome *outcome);
    ip_datum (*initial)(void *data, int object); /* the initial transaction's value */
    /* Whether it has an initial value; an object without one can only be read from other transactions. NULL: all have
     * one. */
    bool (*defined)(void *data, int object);
    /* A complete run, its history consistent with the base. false: stop. */
    bool (*leaf)(void *data);
    /* Between steps; false: stop. */
    bool (*proceed)(void *data);
} ip_engine_input;

typedef struct ip_engine_question {
    int object;
    bool newest, check, chooses; /* as in ip_history_read */
    bool before_own;             /* without the transaction's own writes */
} ip_engine_question;

ip_explorer_engine *ip_explore_engine_new(const ip_engine_input *input);
void ip_explore_engine_free(ip_explorer_engine *engine);
ip_engine_end ip_explore_engine_explore(ip_explorer_engine *engine);
const ip_engine_counts *ip_explore_engine_counted(const ip_explorer_engine *engine);
/* The transaction whose run failed, and how; transaction 0: a run that did not repeat itself. */
int ip_explore_engine_failure(const ip_explorer_engine *engine, const ip_run_outcome **outcome);

/* For the transaction that runs. Own writes are answered from within. */
int ip_explore_engine_statement(ip_explorer_engine *engine); /* begins; its number */
/* The reads to come are on the snapshot of a statement that began earlier. */
void ip_explore_engine_resume(ip_explorer_engine *engine, int statement);
bool ip_explore_engine_read(ip_explorer_engine *engine, ip_engine_question question, ip_datum *value);
void ip_explore_engine_write(ip_explorer_engine *engine, int object, ip_datum value);
/* mode: ip_lock. A rollback to a savepoint releases the locks that it undoes. */
/* early: before the transaction takes its one snapshot. */
void ip_explore_engine_lock(ip_explorer_engine *engine, int row, int mode, bool early);
/* It writes the row, under its last lock: an inserted row is locked now. */
void ip_explore_engine_change(ip_explorer_engine *engine, int row, bool inserts);
/* ON CONFLICT has found that it exists: that counts even after a rollback to a savepoint. */
void ip_explore_engine_meet(ip_explorer_engine *engine, int row);
bool ip_explore_engine_has_locked(const ip_explorer_engine *engine, int row);
/* The row was deleted meanwhile: the last statement's request is no lock. */
void ip_explore_engine_unlock(ip_explorer_engine *engine, int row);
int ip_explore_engine_savepoint(ip_explorer_engine *engine);
void ip_explore_engine_rollback(ip_explorer_engine *engine, int savepoint);

/* At a leaf. */
const ip_history *ip_explore_engine_history(ip_explorer_engine *engine);
const ip_run_outcome *ip_explore_engine_outcome(const ip_explorer_engine *engine, int transaction);
/* The value that a transaction wrote to an object, the initial one for 0. */
ip_datum ip_explore_engine_written(ip_explorer_engine *engine, int transaction, int object);
/* A copy that outlives the interpreter's next run. */
ip_run_outcome ip_explore_engine_keep_outcome(ip_arena *arena, ip_run_outcome outcome);

#endif
