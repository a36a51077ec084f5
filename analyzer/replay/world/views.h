/* The content of each snapshot, and the locks that determine it. At levels with one snapshot for each transaction,
 * visibility is a relation between transactions. Where each statement has its own snapshot, it is a prefix of the
 * commits, and the prefix grows where necessary: a lock that an earlier transaction holds is granted after its commit,
 * and then the next snapshot contains its writes (PostgreSQL 15, sections 13.2.1 and 13.3). */
#ifndef IP_VIEWS_H
#define IP_VIEWS_H

#include "level/level.h"
#include "interpreter/interpreter.h"

/* The numbers of commits in the snapshots of one instance, in the order in which they are taken. Snapshots beyond
 * count, or with too large a number, contain as many commits as possible. */
typedef struct ip_snapshot_sizes {
    int count;
    const int *items;
} ip_snapshot_sizes;

/* The same, called when the snapshot is taken. -1: all. */
typedef int ip_views_choose(void *data, int instance, int snapshot, const ip_code_statement *statement);

typedef struct ip_view_lock {
    int instance, row;
    int step;     /* of the instance (ip_world_step) */
    int snapshot; /* the last snapshot that the instance had taken by then */
    ip_lock mode;
    bool inserts; /* by inserting the row, or another row with its key: no conflict with an instance that has changed it
                   */
    bool passing; /* waited for and not kept: ON CONFLICT, which waits for the outcome of the row's writer; a rollback
                     to a savepoint keeps it */
    bool early;   /* passing: not waited for. The instances that change the row do so only later, also those that commit
                     before this one */
    int until;    /* undone: the instance's last step before the rollback to a savepoint */
    bool at_once; /* not waited for: SKIP LOCKED, NOWAIT */
} ip_view_lock;

/* A row that SKIP LOCKED has passed over. */
typedef struct ip_view_skip {
    int instance, row, step;
    ip_lock mode;
    int holder; /* the lock holder at that time, which commits before the instance */
} ip_view_skip;

/* An advisory lock of a session (pg_advisory_lock): kept across transactions and rollbacks to savepoints. */
typedef struct ip_view_session_lock {
    int instance, row;
    ip_lock mode;
    int step;  /* -1: since a transaction of the session before this one */
    int until; /* -1: not released while the instance runs */
} ip_view_session_lock;

typedef IP_VEC(ip_view_lock) ip_view_locks;

typedef struct ip_views {
    int count;
    const int *order;    /* of commits */
    const bool *visible; /* [t*count+u]; for levels with one snapshot a transaction */
    const ip_level **levels;
    const ip_snapshot_sizes *given; /* [count]; NULL: ask, or all */
    ip_views_choose *choose;
    void *choose_data;
    bool (*changed)(const void *data, int instance,
                    int row); /* by writes that are not undone: it has changed the row, not only locked it */
    const void *changed_data;

    /* of one run */
    ip_arena *run;
    ip_view_locks locks;
    ip_view_locks undone; /* kept no longer than to a rollback to a savepoint */
    IP_VEC(ip_view_skip) skips;
    IP_VEC(ip_view_session_lock) of_sessions;
    ip_snapshot_sizes *taken; /* [count] */
    /* of the instance that runs */
    bool again; /* not for the first time: nothing is kept of it */
    int instance, place, floor;
    IP_VEC(int) cuts;    /* of its snapshots so far */
    IP_VEC(int) reading; /* [depth]: snapshot that the statement under way reads */
} ip_views;

void ip_world_views_init(ip_views *views, ip_arena *arena, int count);
bool ip_world_views_per_statement(const ip_views *views, int instance);
bool ip_world_views_locks(const ip_views *views, int instance); /* the level is one of an engine */
/* All levels are of an engine. */
bool ip_world_views_of_engine(const ip_views *views);

void ip_world_views_clear(ip_views *views, ip_arena *run);
void ip_world_views_begin(ip_views *views, int instance, bool again);
void ip_world_views_end(ip_views *views);
void ip_world_views_statement(ip_views *views, const ip_code_statement *statement, int depth, bool new_snapshot);
void ip_world_views_resumed(ip_views *views, int depth);
int ip_world_views_snapshot(const ip_views *views); /* that the current statement reads; 0 if there is only one */

/* Whether the current snapshot contains the commit at that position of the order. */
bool ip_world_views_sees(const ip_views *views, int place);
/* Whether this read of the row returns its newest committed version. */
bool ip_world_views_newest(const ip_views *views, int row, ip_read_mode mode);

/* An instance that commits before the running instance, holds an excluding lock on the row, and is not in the running
 * instance's snapshot: it still holds the lock. -1: none. */
int ip_world_views_holder(const ip_views *views, int row, ip_lock mode);
/* Whether y must wait for x. A search for a conflicting row waits for transactions that change the row, not for
 * transactions that only hold a lock on it (heapam_visibility.c, HeapTupleSatisfiesDirty). */
bool ip_world_views_excludes(const ip_views *views, const ip_view_lock *x, const ip_view_lock *y);
/* The running instance gets a lock (snapshot is filled in). true: it is new. */
bool ip_world_views_lock(ip_views *views, ip_view_lock lock);
/* step: -1: in an earlier transaction. Releases the last lock of its kind; false: there is none. */
bool ip_world_views_session_lock(ip_views *views, int instance, int step, int row, ip_lock mode, bool taken);
void ip_world_views_release(ip_views *views, int step); /* the last one kept; step: of the instance */

#endif
