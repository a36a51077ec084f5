/* Runs code (sql-frontend/code/code.h) on a database that the caller keeps: each access to a cell goes through
 * callbacks, so that the caller decides what an instance sees. Knows nothing of levels, histories or formulas.
 *
 * A cell is a row and a column; column IP_EXISTS tells whether the row is there. Rows are identified by their key and
 * numbered once (ip_rows): a row that was not inserted yet can also be read, as absent. */
#ifndef IP_INTERPRETER_H
#define IP_INTERPRETER_H

#include "base/diagnostic.h"
#include "interpreter/value/datum.h"

enum { IP_EXISTS = -1 };

/* The clock stands still, so that every run can be repeated: now(). */
#define IP_STANDING_CLOCK "2024-01-01 00:00:00+00"

/* Every row that an exploration has met, present or not. Numbers are dense and never change; rows are added when
 * the database's initial rows are, and by INSERT (and UPDATE of a key). Numbers of rows that are forgotten are given to
 * others. */
typedef struct ip_rows ip_rows;

ip_rows *ip_interpreter_rows_new(ip_arena *arena, const ip_schema *schema);
/* The row of that key, created if needed. key: the values of ip_interpreter_rows_key_columns, copied. A table without a
 * key: key[0] is an INTEGER, chosen by ip_interpreter_rows_hidden_key. */
int ip_interpreter_rows_find_or_add(ip_rows *rows, const ip_table *table, const ip_datum *key);
int ip_interpreter_rows_find(const ip_rows *rows, const ip_table *table, const ip_datum *key); /* -1: none */
int ip_interpreter_rows_count(const ip_rows *rows);
/* The same rows by the same numbers for another schema. became: [old table's id] the table that has its rows, whose
 * columns and key are the same; NULL: they can be found no more, and have no table. */
ip_rows *ip_interpreter_rows_renewed(ip_arena *arena, const ip_rows *rows, const ip_schema *schema,
                                     const ip_table *const *became);
void ip_interpreter_rows_skip(ip_rows *rows, int count); /* that many numbers are taken by rows that are not there */
/* The same rows except those, among them all of own tables, whose numbers the rows that are added get. */
ip_rows *ip_interpreter_rows_without(ip_arena *arena, const ip_rows *rows, const bool *gone);
/* The same, in place: what it consists of is in the arena from now on. */
void ip_interpreter_rows_forget(ip_rows *rows, ip_arena *arena, const bool *gone);
int ip_interpreter_rows_given_again(ip_rows *rows);             /* such a number that was given, once; -1: no more */
bool ip_interpreter_rows_is_free(const ip_rows *rows, int row); /* its number has not been given again */
/* 0: it is the only row so far that has had its key; else it and this number are. */
int ip_interpreter_rows_round(const ip_rows *rows, int row);
const ip_table *ip_interpreter_rows_table(const ip_rows *rows, int row);
const ip_datum *ip_interpreter_rows_key(const ip_rows *rows, int row);
/* Rows of a table in the order of their keys. */
int ip_interpreter_rows_of(const ip_rows *rows, const ip_table *table, const int **in_key_order);
/* Columns that identify a row: the primary key, else the first unique key whose columns are all NOT NULL. 0: none. */
int ip_interpreter_rows_key_columns(const ip_table *table, const int **columns);
/* The column's place among them; -1: it is not one of them. */
int ip_interpreter_rows_key_position(const ip_table *table, int column);
bool ip_interpreter_rows_in_key(const ip_table *table, int column);
/* The key of the ordinal-th row that this instance inserts into a table without a key; instance 0: initial rows. */
ip_datum ip_interpreter_rows_hidden_key(int instance, int ordinal);

/* How a statement reads: PostgreSQL's UPDATE, DELETE, SELECT … FOR and ON CONFLICT re-read the row that they lock. */
typedef enum ip_read_mode {
    IP_READ_SNAPSHOT,
    IP_READ_TARGET, /* of a row that the statement locks if it matches, where locked rows are re-read: the same value as
                       IP_READ_SNAPSHOT, but it only decides which rows to lock */
    IP_READ_BEFORE, /* as IP_READ_SNAPSHOT, of a cell that the statement has written since: the value before its write
                     */
    IP_READ_CURRENT,
    IP_READ_CHECK,  /* by the check of a key that does not identify rows: sees everything committed, and waits for
                       transactions that are inserting or deleting such a row */
    IP_READ_CHILD,  /* by the check of rows that refer to a deleted row, or that the referenced row exists in a
                       partitioned table: sees everything committed, and does not wait for a transaction that inserts
                       such a row */
    IP_READ_PARENT, /* by the check that the referenced row exists: a separate locking SELECT, which sees everything
                       committed where locked rows are re-read, and the transaction's snapshot elsewhere */
    IP_READ_DIRTY /* also uncommitted writes of any transaction: by the check of an EXCLUDE constraint and similar ones,
                     in databases that keep versions */
} ip_read_mode;

static inline bool ip_reads_snapshot(ip_read_mode mode)
{
    return mode == IP_READ_SNAPSHOT || mode == IP_READ_TARGET || mode == IP_READ_BEFORE;
}

/* Past the snapshot, at every level of an engine. */
static inline bool ip_checks_committed(ip_read_mode mode)
{
    return mode == IP_READ_CHECK || mode == IP_READ_CHILD;
}

/* A condition on a column of a FROM item, and what the column is compared with when the item is scanned. */
typedef struct ip_sought {
    int column;
    const char *comparison; /* "=", "<", "<=", ">", ">=": of the column with the value */
    ip_datum value;
} ip_sought;

/* How a table is about to be scanned: from this a server's choice of an index follows, or not. */
typedef struct ip_search {
    const ip_sought *sought; /* conditions that all searched rows satisfy */
    int count;
    const int *named; /* columns that occur in conditions */
    int named_count;
    bool alone;         /* there is no other FROM item */
    const int *ordered; /* columns whose order may matter: of ORDER BY, GROUP BY, min and max */
    int ordered_count;
    bool latest; /* a check of a foreign key: it sees everything committed, whatever the level */
} ip_search;

typedef enum ip_advisory {
    IP_ADVISORY_LOCK,      /* until the session ends, or it is unlocked */
    IP_ADVISORY_LOCK_XACT, /* until the transaction ends */
    IP_ADVISORY_TRY,
    IP_ADVISORY_TRY_XACT,
    IP_ADVISORY_UNLOCK,
    IP_ADVISORY_UNLOCK_ALL
} ip_advisory;

/* Why set_config() fails; sqlstate NULL: it does not. */
typedef struct ip_setting_error {
    const char *sqlstate, *message;
} ip_setting_error;

/* The database as one instance finds it. Callbacks that return false stop the run at once (IP_RUN_STOPPED); the same
 * code with the same arguments and the same answers always calls the same callbacks. */
typedef struct ip_database {
    void *data;
    ip_rows *rows;
    int instance;  /* ≥ 1; for hidden keys and sequences. 0: sets up the initial rows */
    int instances; /* their number; 0: unknown */
    /* A row that is looked for by its key and unknown is added, and asked for; else it is absent without question. */
    bool meets_rows;
    /* A statement that locks rows asks again, with IP_READ_CURRENT and after lock, for the cells of theirs that it has
     * read, and goes on with rows that still match: EvalPlanQual, at levels with one snapshot for each statement.
     * Otherwise a statement requests a cell once, in any mode. */
    bool rereads_locked_rows;
    /* So does the check of a key before INSERT or a change of it: the snapshot that the statement has read may be old.
     */
    bool rechecks_keys;
    /* Of a session (run/session.h) whose results go to clients: rows may come in any order that SQL allows, while
     * otherwise code that depends on a server's plan is not run. A constraint without a name has the server's default
     * name. */
    bool answers_clients;
    /* The transaction is READ ONLY: statements that write are refused (25006). */
    bool read_only;
    /* Rows come back into a table whose definition has changed: constraints are checked, foreign keys at the end of the
     * transaction, and no trigger fires. */
    bool refills;
    /* A statement that accesses tables begins. May be NULL. depth: the number of enclosing statements that have
     * called a volatile routine; 0: it is the program's own. new_snapshot: where statements have their own snapshots it
     * takes one now, which IP_READ_SNAPSHOT at this depth means until the next one; else it shares that of the
     * statement before (a program that is a STABLE function runs on its caller's). */
    bool (*statement)(void *data, const ip_code_statement *statement, int depth, bool new_snapshot);
    /* The statement has finished its changes, and its foreign keys are checked, each on its own snapshot where
     * statements have them. May be NULL. */
    bool (*checks)(void *data, int depth);
    /* Only the checks of deferred foreign keys remain in the transaction, on a separate snapshot where statements have
     * them. Not called if there are none. May be NULL. */
    bool (*ends)(void *data);
    /* A volatile routine has ended: the statement at that depth goes on, on the snapshot that it took. May be NULL.
     * After an error that a handler catches there may be no such call: then the next statement begins at its depth. */
    void (*resumed)(void *data, int depth);
    /* column IP_EXISTS: a BOOLEAN. Own writes first. Within one statement a cell is asked for once; once more with
     * IP_READ_SNAPSHOT or IP_READ_BEFORE, for the same value, if it was with IP_READ_TARGET before; and once more with
     * IP_READ_CURRENT if locked rows are re-read. */
    bool (*read)(void *data, int row, int column, ip_read_mode mode, ip_datum *value);
    /* Text of the value need not outlive the call. Column IP_EXISTS: inserted or deleted. */
    bool (*write)(void *data, int row, int column, ip_datum value);
    /* A value of a row of a table that the program has created for itself, which no other instance sees. May be
     * NULL. */
    void (*writes_own)(void *data, int column, ip_datum value);
    /* TRUNCATE: removes all rows of the table, also rows that no run has used so far, for all transactions that use the
     * table after this one has ended, regardless of the snapshot. NULL: such code is not run. */
    bool (*empty)(void *data, const ip_table *table);
    /* Requests a lock, held until the transaction ends: before the row is re-read or written. On a row of a locks_only
     * table: an advisory lock, or a lock of a whole table. INSERT's new row is written and not reported as locked in
     * addition. May be NULL. */
    bool (*lock)(void *data, int row, ip_lock lock);
    /* A session-level advisory lock: taken, or released (false: it has none), independent of the transaction's outcome.
     * NULL: not reported. */
    bool (*session_lock)(void *data, int row, ip_lock lock, bool taken);
    /* SKIP LOCKED or NOWAIT: whether another transaction currently holds a lock on the row that excludes this one.
     * NULL: unknown, and such code is not run beside others that lock. */
    bool (*held)(void *data, int row, ip_lock lock);
    /* Whether that lock would be waited for, or the statement's snapshot lacks a change of the row. May be NULL. */
    bool (*overtaken)(void *data, int row, ip_lock lock);
    /* The statement skips locked rows of the table: rows that it does not lock count as not read. May be NULL. */
    void (*passes_over)(void *data, const ip_table *table);
    /* Is the key taken? Called before if it does not identify rows, else when it is found to be taken. Waits for
     * transactions that change rows with this key. columns: of the table. May be NULL. */
    void (*looks_for_key)(void *data, const ip_table *table, const int *columns, const ip_datum *values, int count);
    /* A key or an EXCLUDE constraint refuses a row that the statement was about to insert or change: the error follows.
     * May be NULL. */
    void (*refused)(void *data, int row);
    /* ON CONFLICT has found this conflicting row. May be NULL. */
    bool (*met)(void *data, int row);
    /* A block with handlers begins; and an error in it: the writes since then are undone. */
    int (*savepoint)(void *data);
    void (*rollback_to)(void *data, int savepoint);
    /* The same for reports, depth as of statement: sqlstate of the error, NULL: the block has ended without an error;
     * its detail, if some code reads details, and it is known. May be NULL. */
    void (*block_begins)(void *data, int depth);
    void (*block_ends)(void *data, int depth, const char *sqlstate, const char *detail);
    /* Code that begins after another transaction's end (ip_code.begins_after): that transaction, run before, has ended;
     * its writes are undone already if it did not commit. begins: the next transaction is the one to be run. May be
     * NULL. */
    bool (*passes_end)(void *data, bool committed, bool begins);
    /* Which position of the sequence (sequence_rule.h) is drawn next, by an instance with this number of earlier draws;
     * -1: unknown. NULL: instances have their own blocks (ip_catalog_sequence_of_block), so that no two draw the same.
     */
    int64_t (*draws)(void *data, const ip_sequence_rule *rule, int64_t drawn);
    /* The sequence goes on at that position; undone: unless the transaction is rolled back. NULL, or false: code that
     * asks for this is not run. */
    bool (*restarts)(void *data, const ip_sequence_rule *rule, int64_t position, bool undone);
    /* The rows that a statement returned or changed, for schedules and comparison with a server; may be NULL. rows:
     * row_count × column_count. For a write without RETURNING column_count is 0. */
    void (*result)(void *data, const ip_code_statement *statement, int row_count, int column_count,
                   const ip_datum *rows);
    /* The statement's text as sent to a server, with values in place of variables: computed only if text is not NULL.
     * Called before the statement runs. */
    void (*text)(void *data, const ip_code_statement *statement, const char *sql);
    /* ---- A database that keeps versions of rows, and waits (replay/engine). Its answers to IP_READ_CURRENT change
     * while a statement runs, so they are requested each time. All callbacks below are NULL elsewhere, or may be.
     * ---- */
    bool keeps_versions;
    /* The rows that the statement may see, in the order in which they lie in the table. */
    int (*scans)(void *data, const ip_table *table, const int **rows);
    /* A row other than own_row that has the key; waits for transactions that are inserting or deleting such a row. -1:
     * none. */
    int (*key_taken)(void *data, const ip_table *table, const ip_key *key, const ip_datum *wanted, int own_row);
    /* Which entry the indexes have for the row as it is now: another one after an UPDATE that makes new ones. */
    long (*entry)(void *data, const ip_table *table, int row);
    long (*waits)(void *data); /* how often the session has waited so far */
    /* The rows that have a version with these values in the columns of that ip_key or ip_foreign_key of their table,
     * and perhaps others. May be NULL. */
    int (*with_values)(void *data, const void *constraint, const ip_datum *wanted, int count, const int **rows);
    /* The columns have the values that they had before an UPDATE, and the version that it changed is not the
     * transaction's own: then its references are not checked, and otherwise they are, whatever columns it sets
     * (ri_triggers.c, RI_FKey_fk_upd_check_required). new_row: another one if its key has changed. */
    bool (*refers_as_before)(void *data, int row, int new_row, const int *columns, int count);
    void (*sorts)(void *data, int *rows, int count); /* as a scan of everything committed finds them */
    /* From now on rows are locked as everything committed shows them, whatever the level; or no longer so. */
    void (*locks_latest)(void *data, bool begins);
    /* From now on rows are locked for a query, or for the check of what a row refers to, and not to change them. */
    void (*locks_to_read)(void *data, bool begins);
    void (*inserts)(void *data, int row, const ip_datum *values); /* unless a key of it is taken */
    void (*takes_back)(void *data);                               /* that row, which is in no index any more */
    /* That key is taken, which is an error; NULL: a deferrable one. */
    void (*duplicates)(void *data, const ip_table *table, const ip_key *key);
    /* The row that is being inserted or changed is in the index of this constraint from now on: others meet it there,
     * also while it waits for what is in its way. */
    void (*enters)(void *data, const ip_exclusion *exclusion);
    /* How many versions of the table's rows may still count, in the order of that constraint's index; and the row of
     * one of them, which IP_READ_DIRTY reads from now on. undecided: that depends on a running transaction, for whose
     * end settles waits. */
    int (*versions)(void *data, const ip_table *table, const ip_exclusion *exclusion);
    int (*meets)(void *data, int i, bool *undecided);
    void (*settles)(void *data);
    /* A statement is about to use the table. false: it would have to wait, and must not. */
    bool (*lock_table)(void *data, const ip_table *table, ip_lock lock, bool no_wait);
    /* RAISE of a level that is no error. */
    void (*notice)(void *data, const char *level, const char *text);
    /* pg_notify() and NOTIFY, which the transaction does when it commits; NULL: they are part of the outcome. */
    void (*notifies)(void *data, const char *channel, const char *payload);
    /* The value of a session's setting, NULL if it has none; and set_config(), which returns an error that it raises,
     * or an empty one. Both are NULL for callers without sessions. */
    const char *(*setting)(void *data, const char *name);
    /* What identifies the session: "user", "database", "pid", "version", and "schema", of which there may be several,
     * in the order of its search_path: NULL after the last. NULL for callers without sessions. */
    const char *(*about_session)(void *data, const char *what, int index);
    ip_setting_error (*configures)(void *data, const char *name, const char *value, bool local);
    /* An advisory lock of one or two numbers; false: an attempt that fails, or nothing to unlock. */
    bool (*advisory)(void *data, ip_advisory what, const ip_datum *key, int count, bool shared);
    void (*sleeps)(void *data, double seconds);
    void (*searches)(void *data, const ip_table *table, const ip_search *search);
    void (*begins)(void *data, const ip_code_statement *statement); /* it is about to lock its tables */
    /* The row is locked, and going to be changed; values NULL: deleted. Returns whether the new version gets entries of
     * its own in the indexes, in all of them. */
    bool (*changes)(void *data, int row, const ip_datum *values, const bool *changed);
    void (*finds)(void *data, int row); /* a row that satisfies all conditions on its table */
    /* A table is about to be scanned for rows that satisfy these, among other conditions: for callers that invent rows.
     * May be NULL. */
    void (*seeks)(void *data, const ip_table *table, const ip_sought *sought, int count);
    long step_limit;  /* statements and loop iterations; 0: 100000 */
    long write_limit; /* values of rows; 0: any number */
} ip_database;

typedef enum ip_run_end {
    IP_RUN_COMMITTED,
    IP_RUN_ABORTED,  /* an error: RAISE, a constraint, a failed cast … */
    IP_RUN_STOPPED,  /* by a callback */
    IP_RUN_TOO_LONG, /* step limit */
    IP_RUN_UNABLE    /* something that this interpreter does not run: message names it, range is its place */
} ip_run_end;

/* The results of an instance for its client, in order: a script's SELECTs, a function's value or rows, OUT values. */
typedef struct ip_run_outcome {
    ip_run_end end;
    const char *sqlstate, *message; /* ABORTED */
    ip_range range;                 /* where it ended; ABORTED, TOO_LONG, UNABLE */
    bool unknown;                   /* UNABLE: whatever the values, only a server knows what the code gets there */
    const bool *checked; /* 23514: [columns] that the CHECK names which has refused the row; NULL: not known */
    int check;           /* and its number among the CHECKs of the table, from 1 */
    int result_count;
    const ip_datum *results; /* flattened values; every row of every result */
    /* "NOTIFY channel, 'payload'": what others get when it commits, if the database has no notifies. */
    int notification_count;
    const char *const *notifications;
    /* What is reported to a script's client beside rows: "2 rows changed", "statement error 23505" before ROLLBACK TO.
     */
    int reported_count;
    const char *const *reported;
} ip_run_outcome;

typedef struct ip_interpreter ip_interpreter; /* scratch memory, prepared code; reused from run to run */

ip_interpreter *ip_exec_interpreter_new(const ip_schema *schema);
void ip_exec_interpreter_free(ip_interpreter *interpreter);
/* What all runs so far took: statements, rows, cells and calls of functions. It is the same on every machine. */
double ip_exec_interpreter_work(const ip_interpreter *interpreter);
/* arguments: one for each parameter that is in. Code is prepared once and must outlive the interpreter. The outcome's
 * data live until the next run. */
ip_run_end ip_exec_interpreter_run(ip_interpreter *interpreter, const ip_code *code, const ip_datum *arguments,
                                   const ip_database *database, ip_run_outcome *outcome);

/* Reports the parts of the code, and of routines that it calls, that cannot be run, as far as that is known without
 * values: the first reason of each statement. */
typedef void ip_refusal_visitor(void *data, const char *why, ip_range range);
void ip_prepare_interpreter_refusals(ip_interpreter *interpreter, const ip_code *code, const ip_datum *arguments,
                                     ip_refusal_visitor *visit,
                                     void *data); /* arguments: for the types of untyped parameters */

/* Whether a key that does not identify rows, or another constraint of the table, excludes rows with these values.
 * values: [columns]; NULL: also unknown ones. */
bool ip_exec_interpreter_keeps_apart(ip_interpreter *interpreter, ip_rows *rows, const ip_table *table,
                                     ip_datum *values, ip_datum *others);

/* A value as gen_random_uuid() gives them: nothing has one before it is drawn. */
bool ip_builtin_is_random_uuid(ip_datum value);

#endif
