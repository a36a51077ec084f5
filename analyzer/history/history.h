/* Histories: transactions with program order, session order and write-read, as Biswas & Enea (OOPSLA 2019) define
 * them, section 2. Flat arrays and bit masks over transactions, since an explorer asks about consistency at every step.
 * Transaction 0 is the initial one; it writes every object and precedes all others. */
#ifndef IP_HISTORY_H
#define IP_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

enum { IP_MAX_TRANSACTIONS = 64 }; /* the initial one included */

typedef uint64_t ip_transactions; /* a set: bit t */

/* An external read: one not preceded by the transaction's own write of the object. */
typedef struct ip_history_read {
    int object;
    int from; /* transaction read from */
    int step; /* statement number within the transaction, from 0: reads of one statement share it */
    /* The newest committed version instead of the snapshot's: of a row that the statement locked, at levels that
     * re-read locked rows, or by a check of a key, at any level of an engine. Other levels ignore this. */
    bool newest;
    bool chooses; /* it decides only which rows to lock; they are re-read then (IP_READ_TARGET) */
    bool check;   /* by the check of a constraint, of a row that the transaction does not touch (IP_READ_CHECK) */
    /* Of a check: writers of the row that leave it in conflict with a row that the reader leaves. The second of the two
     * waits for the first, so its check has seen the first. */
    ip_transactions apart;
    bool unsure; /* it may be the newest version, at levels that re-read locked rows */
} ip_history_read;

/* A lock on a row, held until the transaction ends. A write is also a lock. */
typedef struct ip_history_lock {
    int row;
    int mode;     /* ip_lock (sql-frontend/catalog/lock_mode.h) */
    int step;     /* the last statement that had begun when it was taken */
    bool changes; /* by a write of the row, not only to lock it */
    bool met; /* no lock: ON CONFLICT found that the row exists, by a newest read. A single snapshot must contain it,
                 too */
    bool inserts; /* by a write of an absent row, checked by its key and not by the snapshot */
    bool early;   /* waited for before the transaction's one snapshot is taken: LOCK TABLE */
} ip_history_lock;

typedef struct ip_history_transaction {
    ip_transactions sessions_before; /* earlier transactions of its session, and bit 0 */
    bool aborted;                    /* by its program; its reads count, its writes do not */
    int level;                       /* index into the checker's levels */
    int read_count;
    const ip_history_read *reads; /* in program order */
    int step_count;               /* statements, including those without reads; 0: as many as reads and locks name */
    int lock_count;
    const ip_history_lock *locks; /* in program order; NULL: only its writes are known */
} ip_history_transaction;

typedef struct ip_history {
    int count; /* transactions */
    ip_history_transaction transactions[IP_MAX_TRANSACTIONS];
    int object_count;
    const ip_transactions
        *writers;      /* [object]: the transactions that write it and have not aborted; always has bit 0 */
    const int *row_of; /* [object]: the row it belongs to; NULL: each object is a separate row */
    int row_count;
    const ip_transactions *row_writers; /* [row]: without bit 0; NULL exactly when row_of is */
    /* For levels of commit orders: newest reads, which ignore snapshots, do not constrain other reads. A level from
     * which an engine's histories are explored must be weaker than the engine's. */
    bool newest_apart;
    const ip_transactions *before; /* [transaction]: transactions that must precede it in the commit order besides the
                                      level's requirements; NULL: none */
} ip_history;

#endif
