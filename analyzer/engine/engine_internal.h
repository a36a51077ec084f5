/* Shared by the files of the engine: storage.c, locks.c, deadlock.c, conflicts.c, transactions.c, session.c. */
#ifndef IP_DB_INTERNAL_H
#define IP_DB_INTERNAL_H

#include "engine/engine.h"
#include "interpreter/run/session.h"

#include <setjmp.h>
#include <ucontext.h>

typedef int ip_xid; /* of a transaction or a part of one, from 1; 0: none */

typedef enum ip_xact_state { IP_XACT_RUNS, IP_XACT_COMMITTED, IP_XACT_ABORTED } ip_xact_state;

/* Transactions and subtransactions that write or lock rows, in the order in which they begin to. */
typedef long ip_real_xid;

typedef struct ip_xact {
    ip_xid parent; /* 0: it is a whole transaction */
    ip_xact_state state;
    long committed;     /* when, counted in commits; whole ones only */
    ip_real_xid number; /* 0: it has not written yet */
    ip_db_session *session;
} ip_xact;

/* The snapshot of a statement: committed transactions, and the own transaction's earlier commands. */
typedef struct ip_db_snapshot {
    long commits;
    int command;
} ip_db_snapshot;

typedef struct ip_db_version {
    ip_xid created, unmade; /* the creating and the deleting transaction; unmade 0: no transaction deleted it, or only a
                            rolled back one */
    ip_xid changing;        /* the transaction that is about to delete it, or to create the next version; 0 */
    int made_at, unmade_at;
    bool key;   /* the deleting transaction has locked it FOR UPDATE: a key changes, or the row is deleted */
    bool apart; /* of key: beside other holders, so that the lock is kept apart from the change (multixact.c) */
    int moved;  /* deleted by a move to another partition: the interpreter's message about it */
    long place; /* order within the table */
    ip_datum *values;
    int64_t partition;
    ip_xid inserted, *writers; /* what inserted the row; [column]: what wrote the value. Only for ip_engine_db_watch */
} ip_db_version;

typedef struct ip_holder {
    ip_xid xid;
    ip_lock lock;
    long place; /* of the version that it was first granted on */
} ip_holder;

typedef struct ip_db_row {
    IP_VEC(ip_db_version) versions; /* each created by the change of the previous one */
    IP_VEC(ip_holder) holders;      /* lock holders; some have ended meanwhile */
    long found_by;                  /* the last search by values that has found it */
} ip_db_row;

/* ---- locks with queues ---- */
typedef enum ip_lock_kind { IP_ON_TABLE, IP_ON_ROW, IP_ON_XID, IP_ON_NUMBER } ip_lock_kind;

typedef struct ip_lock_tag {
    ip_lock_kind kind;
    int64_t a, b; /* table or row or xid; numbers of an advisory lock */
    int count;    /* of them */
} ip_lock_tag;

typedef struct ip_grant {
    ip_db_session *session;
    ip_lock mode; /* one of tables' */
    ip_xid owner; /* 0: the session has it */
    int count;
} ip_grant;

typedef struct ip_queue_lock {
    ip_lock_tag tag;
    IP_VEC(ip_grant) grants;
    IP_VEC(ip_db_session *) queue;
} ip_queue_lock;

/* ---- serializable ---- */
typedef struct ip_sxact ip_sxact;
typedef IP_VEC(ip_sxact *) ip_sxacts;
struct ip_sxact {
    ip_db_session *session; /* NULL: it has ended */
    ip_xid xid;             /* of the whole transaction */
    bool prepared, committed, doomed, rolled_back, read_only, wrote;
    bool conflict_out; /* it has an anti-dependency to a transaction that committed before it; the first of these: */
    long earliest_out;
    bool safe, unsafe; /* its snapshot, if it only reads */
    long before;       /* commits of serializable transactions before its snapshot */
    long prepare_at, commit_at;
    long snapshot;      /* commits that it sees */
    ip_real_xid oldest; /* running when it took its snapshot */
    ip_real_xid finished_before;
    ip_sxacts out, in;    /* anti-dependencies: out to writers, in from readers */
    ip_sxacts watched;    /* read only: those that may make its snapshot unsafe */
    int first_concurrent; /* of all that there were: those before it had ended when it began */
};

typedef enum ip_read_lock_kind { IP_READS_TABLE, IP_READS_PAGE, IP_READS_VERSION, IP_READS_INDEX } ip_read_lock_kind;
typedef struct ip_read_lock {
    ip_sxact *sxact;
    ip_read_lock_kind kind;
    const ip_table *table;
    const void *index; /* ip_db_index */
    long place;        /* of the version */
} ip_read_lock;

typedef struct ip_db_index {
    const ip_table *table;
    const ip_key *key; /* whose index it is; NULL */
    bool unique;
    int column_count; /* 0: not known */
    const int *columns;
} ip_db_index;

/* A row on its way into the order of a scan. */
typedef struct ip_found_row {
    int row;
    int64_t partition;
    long place;
} ip_found_row;

/* A version that may still count. */
typedef struct ip_live_version {
    int row, version;
    const ip_datum *entering; /* its values, if another session is entering it; then version is 0 */
    long place;               /* of its entry in an index */
    ip_xid undecided;         /* the running transaction on which that depends; 0 */
} ip_live_version;

/* A row that has, or once had, a version with values of this hash for the columns of a key or foreign key. */
typedef struct ip_keyed_row {
    uint64_t hash;
    const void *constraint;
    int row, next; /* of those in one slot; -1 */
} ip_keyed_row;

/* ---- sessions ---- */
/* A row that a statement has locked FOR KEY SHARE, and uses in its snapshot's version. */
typedef struct ip_kept_row {
    int row, command;
} ip_kept_row;

typedef struct ip_subtransaction { /* a savepoint, or a block with handlers */
    ip_xid xid;
    const char *name; /* NULL: of a block */
    ip_session_mark mark;
    bool read_only; /* of the transaction before it, as it is afterwards (xact.c, prevXactReadOnly) */
} ip_subtransaction;

typedef struct ip_setting {
    const char *name, *value;
    bool local;
    ip_xid owner; /* the part of a transaction that set it; 0: it has committed */
} ip_setting;

typedef struct ip_db_noted { /* for ip_engine_db_watch */
    ip_db_event event;
    ip_xid writer; /* of a write */
    int order;
} ip_db_noted;

typedef struct ip_db_scanned { /* a search of the table; by a key if columns are not NULL */
    const ip_table *table;
    int step, count;
    int known; /* rows of the database at that time */
    const int *columns;
    const ip_datum *values;
} ip_db_scanned;

struct ip_db_session {
    ip_db *engine;
    ip_arena *results_arena; /* of the message's, for clients; NULL: they are kept */
    ip_arena *noted_arena;   /* of the transaction's */
    IP_VEC(ip_db_noted) noted;
    IP_VEC(ip_db_scanned) scanned;
    int number;
    const char *name;
    struct ip_sequence_stock *sequences;
    ip_interpreter *interpreter;
    ip_database database;
    ip_db_client client; /* its members are NULL without one */
    ucontext_t context;
    void *stack;
    bool started, running; /* has a coroutine; has a message */
    bool stop;             /* the coroutine is to end */
    const ip_db_message *message;
    IP_VEC(ip_db_result) results;
    IP_VEC(ip_db_notice) notices;
    /* the transaction */
    bool in_transaction, in_block, failed;
    ip_xid top;
    IP_VEC(ip_subtransaction) parts;
    const char *isolation, *default_isolation;
    bool read_only, deferrable, default_read_only;
    bool waits_for_safety;
    long waits;        /* how often it was suspended */
    bool has_snapshot; /* of repeatable read and serializable: the transaction's */
    ip_db_snapshot transaction_snapshot;
    ip_db_snapshot snapshots[101]; /* by depth of statements */
    bool locks_latest;             /* rows are locked as `latest` shows them */
    bool locks_to_read;            /* rows are locked by a query */
    ip_db_snapshot latest;
    int depth;
    int command;
    IP_VEC(ip_kept_row) kept;
    ip_live_version met;    /* what IP_READ_DIRTY reads */
    const ip_table *enters; /* a row of it is being entered; NULL: */
    int entering_row;
    long entering_place;
    IP_VEC(ip_datum) entering;    /* its values */
    IP_VEC(const void *) entered; /* the ip_key and ip_exclusion whose index has it already */
    int entered_indexes;          /* of the table, in the server's order, whose readers the row has met */
    ip_sxact *sxact;
    bool in_interpreter;
    long changed; /* rows, by the statement */
    jmp_buf trap; /* outside of it */
    /* waiting */
    ip_queue_lock *waits_on;
    ip_lock wait_mode;
    ip_xid wait_owner;
    bool granted;
    bool looked_for_deadlock;
    const char *wake_error, *wake_sqlstate; /* it waits no more, but fails */
    double wait_began, sleeps_until, statement_began;
    IP_VEC(ip_setting) settings;
    const char *error, *error_state; /* what trap is for */
    ip_error_about error_about;
};

struct ip_db {
    ip_arena *arena;
    ip_arena *data; /* rows, transactions, and what refers to them; for clients one of its own, which tidy.c renews */
    size_t data_bytes;            /* of it, after it was renewed last */
    IP_VEC(ip_db_session *) left; /* sessions of clients that have disconnected, to be used again */
    ip_schema *schema;
    ip_rows *rows;
    IP_VEC(ip_db_row) storage; /* by number of the row */
    IP_VEC(ip_xact) xacts;     /* [0] is none; [1] has committed before all others, once ip_engine_db_tidy has run */
    long commits;
    long places;
    double clock;
    IP_VEC(ip_queue_lock *) locks;
    IP_VEC(ip_db_session *) sessions;
    IP_VEC(ip_db_session *) ready; /* in the order in which they go on */
    ip_db_session *running;
    ucontext_t scheduler;
    const char *refusal;
    ip_range refusal_place;
    /* serializable */
    long sxact_commits;
    ip_real_xid next_real_xid;
    IP_VEC(ip_db_index) indexes;
    ip_db_plans plans;
    bool analyzed, answers_clients;
    const ip_table *unsure; /* the table of the last scan with an unknown plan; NULL */
    bool has_guessed;
    ip_sxacts sxacts;
    int first_running; /* of them; all before it have ended */
    IP_VEC(ip_read_lock) read_locks;
    IP_VEC(int) scan; /* of the last scan */
    IP_VEC(ip_found_row) found;
    IP_VEC(ip_live_version) live;
    IP_VEC(ip_keyed_row) keyed;
    int *keyed_slots, keyed_slot_count; /* the last of keyed in each; -1 */
    long searches;                      /* by values of a key or reference; of the last: */
    IP_VEC(int) with_values;
    struct ip_sequence_state *sequences;
    void (*ended)(void *data, const ip_db_ended *transaction);
    void *ended_data;
};

/* history.c: for ip_engine_db_watch. snapshot: NULL for a read of the last version; seen: what was read. */
void ip_engine_history_read(ip_db_session *session, int row, int column, const ip_db_version *seen,
                            const ip_db_snapshot *snapshot);
void ip_engine_history_seeks(void *session, const ip_table *table, const ip_sought *sought, int count);
void ip_engine_history_scan(ip_db_session *session, const ip_table *table);
void ip_engine_history_write(ip_db_session *session, int row, int column, ip_db_version *version);
void ip_engine_history_created(ip_db_session *session, ip_db_version *version, const ip_db_version *old, int columns);
void ip_engine_history_end(ip_db_session *session, bool committed);

/* statements.c, settings.c */
void ip_engine_db_run_message(ip_db_session *session);
void ip_engine_db_set(ip_db_session *session, const ip_client_statement *statement);
/* session.c */
void ip_engine_db_refuse_at(ip_db *db, const char *why, ip_range place);
_Noreturn void ip_engine_db_fail(ip_db_session *session, const char *sqlstate, const char *message);
void ip_engine_db_suspend(ip_db_session *session); /* until a call of: */
void ip_engine_db_resume(ip_db_session *session);
const char *ip_engine_db_setting(const ip_db_session *session, const char *name); /* NULL: as it is by default */
double ip_engine_db_milliseconds(const ip_db_session *session, const char *name, double otherwise);
bool ip_engine_db_one_snapshot(const ip_db_session *session); /* repeatable read, serializable */

/* transactions.c */
ip_xid ip_engine_xact_top(const ip_db *engine, ip_xid xid);
ip_xact_state ip_engine_xact_now(const ip_db *engine, ip_xid xid); /* with its parents */
bool ip_engine_xact_is_own(const ip_db_session *session, ip_xid xid);
bool ip_engine_xact_committed_before(const ip_db *engine, ip_xid xid, long commits);
ip_xid ip_engine_xact_current(ip_db_session *session); /* of the innermost part */
void ip_engine_xact_writes(ip_db_session *session);    /* or locks a row */
ip_lock_tag ip_engine_xact_tag(ip_xid xid);            /* of the lock by which its end is waited for */
void ip_engine_xact_begin(ip_db_session *session);
void ip_engine_xact_commit(ip_db_session *session);
void ip_engine_xact_abort(ip_db_session *session);
int ip_engine_part_begin(ip_db_session *session, const char *name);
void ip_engine_part_commit(ip_db_session *session,
                           int level); /* the part, and the parts within it, become the parent's */
void ip_engine_part_rollback(ip_db_session *session, int level); /* they are undone */
ip_db_snapshot ip_engine_snapshot_now(ip_db_session *session);

/* tidy.c: for what the message's results consist of */
ip_arena *ip_engine_results_arena(const ip_db_session *session);

/* storage.c */
ip_db_row *ip_engine_storage_row(ip_db *engine, int row);
const ip_db_version *ip_engine_storage_seen(const ip_db_session *session, const ip_db_row *row,
                                            const ip_db_snapshot *snapshot);
/* The last version that is the own transaction's or committed; NULL: none, or it is deleted. */
const ip_db_version *ip_engine_storage_current(const ip_db_session *session, const ip_db_row *row);
void ip_engine_storage_callbacks(ip_db_session *session);
/* The version whose change made this one; NULL for a new row's. */
const ip_db_version *ip_engine_storage_changed_to(const ip_db_row *row, const ip_db_version *version);
/* keys.c: whether the new version gets entries in the indexes; old NULL: it is a new row's. */
bool ip_engine_keys_make_entry(const ip_db *db, const ip_table *table, const ip_db_version *old,
                               const ip_db_version *new);
/* The version of that row has a new value in this column; IP_EXISTS: in all. */
void ip_engine_keys_note(ip_db *db, const ip_table *table, int row, const ip_db_version *version, int column);
/* The rows with an entry in the key's index where the search looks, and perhaps others; key NULL: all. In the order of
 * ip_interpreter_rows_of, until the next search. */
int ip_engine_keys_rows_sought(ip_db *db, const ip_table *table, const ip_key *key, const ip_search *search,
                               const int **rows);
void ip_engine_keys_callbacks(ip_database *database);
const ip_db_snapshot *ip_engine_storage_snapshot(const ip_db_session *session);

/* row_locks.c */
bool ip_engine_row_lock(void *data, int row, ip_lock lock);
bool ip_engine_row_is_locked_by(ip_db_session *session, const ip_db_row *row, ip_lock lock); /* as strongly */
/* Beside the innermost part of the transaction. */
bool ip_engine_row_has_other_holders(ip_db_session *session, const ip_db_row *row, const ip_db_version *version);
bool ip_engine_row_held(void *data, int row, ip_lock lock);
bool ip_engine_row_overtaken(void *data, int row, ip_lock lock);
void ip_engine_wait_for_xid(ip_db_session *session, ip_xid xid);

/* locks.c. owner 0: the session. false: it would have to wait (no_wait). */
bool ip_engine_queue_lock_take(ip_db_session *session, ip_lock_tag tag, ip_lock mode, ip_xid owner, bool no_wait);
bool ip_engine_queue_lock_give(ip_db_session *session, ip_lock_tag tag, ip_lock mode, ip_xid owner); /* one of it */
void ip_engine_queue_locks_end(ip_db_session *session, ip_xid owner); /* all of that owner */
void ip_queue_locks_inherit(ip_db_session *session, ip_xid from, ip_xid to);
void ip_engine_queue_wake(ip_queue_lock *lock);
void ip_engine_queue_leave(ip_db_session *session); /* it waits no more */
/* deadlock.c: true: there is a deadlock; else queues may have been reordered. */
bool ip_engine_deadlock(ip_db_session *session);

/* conflicts.c */
void ip_engine_conflicts_begin(ip_db_session *session);     /* with the transaction's snapshot; may wait (DEFERRABLE) */
bool ip_engine_conflicts_are_noted(ip_db_session *session); /* false: it is not serializable */
bool ip_engine_conflicts_matter(ip_db_session *session);    /* the same; fails if it must */
void ip_engine_conflicts_read(ip_db_session *session,
                              ip_xid xid); /* writes of that transaction that the session has not seen */
void ip_engine_conflicts_written(ip_db_session *session, ip_sxact *reader); /* what that one has read */
void ip_engine_conflicts_prepare(ip_db_session *session);
void ip_engine_conflicts_end(ip_db_session *session, bool committed);

/* read_locks.c */
void ip_engine_conflicts_scan(ip_db_session *session, const ip_table *table, const ip_search *search);
void ip_engine_conflicts_find(ip_db_session *session, int row);
void ip_engine_conflicts_insert(ip_db_session *session, const ip_table *table); /* before it looks at keys */
/* old NULL: an INSERT; new_entry: in the table's indexes. */
void ip_engine_conflicts_write(ip_db_session *session, const ip_table *table, const ip_db_version *old, bool new_entry);
/* A row enters the key's index, or is refused as its duplicate, and has entered those before. NULL: it is refused when
 * a deferrable key is checked, and entered all of them before. */
void ip_engine_conflicts_of_key(ip_db_session *session, const ip_table *table, const ip_key *key);
/* It has entered those before, and waits at this one. */
void ip_engine_conflicts_before_key(ip_db_session *session, const ip_table *table, const ip_key *key);
void ip_engine_read_locks_end(ip_db *db, const ip_sxact *sxact);

#endif
