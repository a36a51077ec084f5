/* What each snapshot holds, and the locks that decide it. At levels with one snapshot a transaction, who sees whom is
 * all there is to say; where each statement has its own, each holds the first so many commits, and more than the one
 * before, if need be: a lock that an earlier transaction had is granted once that one has committed, and then the next
 * snapshot has its writes (PostgreSQL 15, sections 13.2.1 and 13.3). */
#ifndef IP_VIEWS_H
#define IP_VIEWS_H

#include "level/level.h"
#include "interpreter/interpreter.h"

/* How many commits the snapshots of one instance hold, in the order in which they are taken. Those beyond count, and
 * those where a number is too large, hold all that can be. */
typedef struct ip_snapshot_sizes {
    int count;
    const int *items;
} ip_snapshot_sizes;

/* The same, asked for when the snapshot is taken. -1: all. */
typedef int ip_views_choose(void *data, int instance, int snapshot, const ip_code_statement *statement);

typedef struct ip_view_lock {
    int instance, row;
    int step;     /* of the instance (ip_world_step) */
    int snapshot; /* the last one that the instance had taken by then */
    ip_lock mode;
    bool inserts; /* by bringing the row into being, or another one with its key: no conflict with who has changed it */
    bool passing; /* waited for and not kept: ON CONFLICT, which must know what becomes of the row; a rollback to a
                     savepoint leaves it */
    int until;    /* undone: the instance's last step before the rollback to a savepoint */
    bool at_once; /* not waited for: SKIP LOCKED, NOWAIT */
} ip_view_lock;

/* A row that SKIP LOCKED has passed over. */
typedef struct ip_view_skip {
    int instance, row, step;
    ip_lock mode;
    int holder; /* who had it locked then, and commits before the instance */
} ip_view_skip;

/* An advisory lock of a session (pg_advisory_lock): kept across transactions, and by a rollback to a savepoint. */
typedef struct ip_view_session_lock {
    int instance, row;
    ip_lock mode;
    int step;  /* -1: since a transaction of the session before this one */
    int until; /* -1: not given back while the instance runs */
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
    bool (*changed)(const void *data, int instance, int row); /* by what stands: has it, and not only locked it? */
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

void ip_views_init(ip_views *views, ip_arena *arena, int count);
bool ip_views_per_statement(const ip_views *views, int instance);
bool ip_views_locks(const ip_views *views, int instance); /* the level is one of an engine */
/* All levels are of an engine. */
bool ip_views_of_engine(const ip_views *views);

void ip_views_clear(ip_views *views, ip_arena *run);
void ip_views_begin(ip_views *views, int instance, bool again);
void ip_views_end(ip_views *views);
void ip_views_statement(ip_views *views, const ip_code_statement *statement, int depth, bool new_snapshot);
void ip_views_resumed(ip_views *views, int depth);
int ip_views_snapshot(const ip_views *views); /* that the statement under way reads; 0 where there is but one */

/* Does the snapshot under way hold the commit at that place of the order? */
bool ip_views_sees(const ip_views *views, int place);
/* Does reading the row so give its newest committed version? */
bool ip_views_newest(const ip_views *views, int row, ip_read_mode mode);

/* Of those who commit before the instance that runs, one whose lock on the row excludes this one, and whom its snapshot
 * does not have: it takes the row to be locked still. -1: there is none. */
int ip_views_holder(const ip_views *views, int row, ip_lock mode);
/* Does what x has keep y waiting? What looks whether a row is in its way waits for those who change it, not for those
 * who have it locked and leave it as it is (heapam_visibility.c, HeapTupleSatisfiesDirty). */
bool ip_views_excludes(const ip_views *views, const ip_view_lock *x, const ip_view_lock *y);
/* The instance that runs gets a lock (snapshot is filled in). true: it is a new one. */
bool ip_views_lock(ip_views *views, ip_view_lock lock);
/* step: -1: in a transaction before. Given back: the last one of its kind; false: there is none. */
bool ip_views_session_lock(ip_views *views, int instance, int step, int row, ip_lock mode, bool taken);
void ip_views_release(ip_views *views, int step); /* the last one kept; step: of the instance */

#endif
