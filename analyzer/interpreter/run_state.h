/* The state of a run, and the ways in which it ends early. Running allocates from one arena that is reset between runs;
 * errors and stops leave by longjmp. */
#ifndef IP_RUN_STATE_H
#define IP_RUN_STATE_H

#include "interpreter/prepared.h"
#include "interpreter/value/error_about.h"

#include <setjmp.h>

typedef struct ip_cell {
    uint64_t read_at, reread_at, written_at; /* statements */
    uint64_t target_at;                      /* the statement that has read it as IP_READ_TARGET only */
    ip_datum value, reread, written;         /* the second: the current version, not the snapshot's */
    uint64_t locked_at; /* of a row's first cell: the statement that has locked the row, in that mode */
    ip_lock lock;
} ip_cell;

/* Cells that a statement has met; statements of volatile routines called within it have their own. */
typedef struct ip_cells {
    ip_cell *cells;
    size_t capacity;
    uint64_t statement;
    uint64_t written_below; /* the last statement here during which a routine that it called wrote something */
} ip_cells;

enum { IP_MAX_DEPTH = 100 };

typedef struct ip_call_frame {
    const ip_prepared *prepared;
    ip_datum *slots;
    ip_datum result;
    ip_rowset *rows; /* of a set-returning routine */
    int64_t row_count;
    bool shares_statement; /* not volatile: its statements belong to the caller's */
    bool as_owner;         /* a SECURITY DEFINER routine, or called by one */
    bool sets;             /* a routine with settings of its own, or called by one */
} ip_call_frame;

typedef struct ip_error {
    const char *sqlstate, *message;
    ip_error_about about;
} ip_error;

typedef struct ip_trap {
    jmp_buf jump;
    struct ip_trap *outer;
} ip_trap;

typedef struct ip_changes ip_changes;
typedef struct ip_late ip_late;

/* Whose rows the transition tables of the current trigger have. */
typedef struct ip_firing {
    const ip_changes *changes; /* NULL: it has none */
    const ip_write *write;
    ip_code_write_kind event;
} ip_firing;

/* A row that has been entered while others were in the way of a DEFERRABLE constraint. */
typedef struct ip_doubted_row {
    const void *exclusion;
    int row;
} ip_doubted_row;

/* SET CONSTRAINTS, of one name or (NULL) of all. */
typedef struct ip_constraint_mode {
    const char *name;
    bool deferred;
} ip_constraint_mode;

typedef struct ip_change {
    const ip_table_plan *plan;
    int row;             /* that was there; -1: inserted */
    int new_row;         /* that is there now; -1: deleted */
    const bool *changed; /* [columns]; NULL: all */
    const ip_datum *old; /* [columns]: those that other tables refer to, before; NULL for inserted rows */
} ip_change;

/* A recursive query under way. */
typedef struct ip_rounds {
    const ip_code_query *working;
    ip_rowset rows;
    struct ip_rounds *outer;
} ip_rounds;

/* WITH queries of the current statement that run once. Foreign keys are checked when all of them have written. */
typedef struct ip_parts {
    int count;
    const ip_query_plan *const *queries;
    const bool *read_once; /* ip_step.read_once */
    bool *done;
    ip_rowset *rows;
    ip_changes *changes;
} ip_parts;

/* Rows that were found, those from .next on still to be locked and put together. */
typedef struct ip_portal_rows {
    const ip_query_plan *query;
    const ip_datum *slots; /* the variables as they were then */
    ip_tuples tuples;
    int next;
    int64_t skip, left; /* OFFSET, LIMIT */
    /* [tuples.count] of rows that the transaction has changed since: these are passed over. */
    enum { IP_UNTOUCHED, IP_TOUCHED, IP_TOUCHED_AND_UNDONE } * touched;
} ip_portal_rows;

/* The result of OPEN: all rows of the query at that time; locked rows only as far as they have been fetched. */
typedef struct ip_portal {
    const char *name;
    const ip_query_plan *query;
    ip_rowset rows;
    IP_VEC(ip_binding *)
    sources; /* of each row: the current rows of its FROM items; none: they are not rows of tables */
    ip_portal_rows pending;
    bool waits;       /* for FETCH, with some of pending */
    int64_t position; /* 0: before the first row; rows.count + 1: after the last one */
    bool scroll, no_scroll, open;
    bool declared;  /* where each statement is reported: as a cursor */
    bool pinned;    /* of a FOR loop, which goes on when a transaction ends (section 43.8): then it is */
    bool unfetched; /* its rows are not available (ip_code_statement.unfetched) */
    bool held;      /* its rows were all found by the end of another transaction */
} ip_portal;

enum { IP_ROW_MOVED = -2 }; /* in .sources: to another key */

/* A cell of a table of the program's own, or (row -1) whether the table of that number is there, before a change. */
typedef struct ip_own_undo {
    int row, column;
    ip_datum before;
} ip_own_undo;

struct ip_run_state {
    ip_interpreter *interpreter;
    ip_arena *arena;
    ip_arena *lasts; /* arena is a statement's: as long as the transaction; NULL: so does arena */
    const ip_database *database;
    ip_rows *rows;
    ip_call_frame *frame;
    ip_datum *slots; /* of the frame */
    ip_row_scope *scope;
    ip_cells *cells;
    ip_parts *parts; /* NULL: none */
    ip_rounds *rounds;
    int stride; /* cells a row */
    int depth;  /* of calls */
    int trigger_depth;
    int cell_depth; /* index of cells */
    bool in_statement;
    const ip_code_query *scanned; /* the query whose FROM is scanned; NULL: a write's */
    bool joined; /* in EXISTS or IN (SELECT …), of which the planner may make a join (prepjointree.c, pull_up_sublinks)
                  */
    bool has_snapshot;     /* some statement has begun */
    ip_read_mode checking; /* of cells with the statement's own writes: the kind of check */
    bool checking_key;     /* for that, whether a key is taken */
    const ip_code_statement *statement;
    uint64_t clock; /* statements so far, of all runs */
    ip_trap *trap, *outermost;
    ip_run_end end;
    ip_error error;
    bool unknown; /* UNABLE: whatever the values are, only a server knows what the code gets there */
    const struct ip_row_expr *refusing; /* the CHECK that has refused a row last */
    int refusing_number;                /* among the CHECKs of its table, from 1 */
    const ip_error *handled;
    ip_range range;
    const char *label;
    long steps, step_limit;
    long visited; /* rows and their combinations, by queries */
    int hidden_keys;
    long writes;
    uint64_t random;
    IP_VEC(ip_datum) results;
    IP_VEC(const char *) notifications, reported;
    IP_VEC(ip_portal) portals;
    IP_VEC(ip_late) late;
    int late_done;                  /* of these, by the transaction */
    IP_VEC(ip_doubted_row) doubted; /* by the statement */
    IP_VEC(ip_constraint_mode) constraint_modes;
    ip_firing firing;
    bool ending;       /* what was left is being done */
    int guards;        /* blocks with handlers around: the transaction cannot end */
    int writing_loops; /* over rows that a statement has changed: nor can it there */
    int reading_loops; /* over rows of a query: which uses its tables until then */
    bool may_end;      /* called by CALL all the way from the client */
    bool before_begin; /* in the transactions before the transaction to be run (ip_code.begins_after) */
    int beginning;     /* savepoint at the start of the transaction that is run */
    int unnamed_portals;
    bool makes_tables; /* some program creates tables for itself */
    struct ip_sequence *sequences;
    /* interpreter/run/own.c: tables that the program has created for itself */
    IP_VEC(const ip_table *) own_made; /* those that are there, by number; NULL */
    IP_VEC(ip_datum *) own_cells;      /* [row]: [1 + columns], existence first; NULL: nothing was written */
    IP_VEC(ip_own_undo) own_undos;     /* of this transaction */
};

/* What stays from run to run. */
struct ip_interpreter {
    const ip_schema *schema;
    ip_arena *arena; /* of prepared code */
    struct ip_plan_cache *cache;
    /* Of a session for clients: what a statement takes is given back before the next one, unless something of the
     * transaction refers to it (run/session.c). */
    ip_arena *scratch;
    bool scratch_lasts;         /* the transaction refers to it */
    struct ip_kept_arena *kept; /* of earlier statements to which the running transaction refers */
    size_t kept_bytes;
    bool asks_detail; /* some code asks for PG_EXCEPTION_DETAIL */
    double work;      /* ip_exec_interpreter_work */
    ip_cells cells[IP_MAX_DEPTH];
    ip_run_state run;
};

static inline bool ip_is_true(ip_datum datum)
{
    return datum.kind == IP_DATUM_BOOLEAN && datum.as.boolean;
}

static inline bool ip_is_null(ip_datum datum)
{
    return datum.kind == IP_DATUM_NULL;
}

/* error.c: these end the run or jump to the handler around. */
ip_error_about ip_interpreter_usual_about(const char *sqlstate);
_Noreturn void ip_interpreter_raise_again(ip_run_state *run, const ip_error *error);
/* Of a constraint of the table, or (NULL) of a column; the message may name both. detail: NULL: not known. */
_Noreturn void ip_interpreter_raise_violation(ip_run_state *run, const char *sqlstate, const ip_table *table,
                                              const char *constraint, const char *column, const char *detail,
                                              const char *format, ...) __attribute__((format(printf, 7, 8)));
/* Without its schema, as errors name it. */
const char *ip_interpreter_bare_name(const ip_table *table);
_Noreturn void ip_interpreter_raise(ip_run_state *run, const char *sqlstate, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void ip_interpreter_raise_failure(ip_run_state *run, const ip_failure *failure);
_Noreturn void ip_interpreter_unable(ip_run_state *run, ip_range range, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same, whatever the values are: only a server knows what the code gets there. */
_Noreturn void ip_interpreter_unknown(ip_run_state *run, ip_range range, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void ip_interpreter_stop(ip_run_state *run);
/* Unable, if the run has taken too much memory already. */
void ip_interpreter_check_memory(ip_run_state *run);
/* A query goes through one more row. */
void ip_interpreter_count_visit(ip_run_state *run);
void ip_interpreter_count_visits(ip_run_state *run, int count);
/* lock.c */
void ip_interpreter_lock_row(ip_run_state *run, int row, ip_lock lock);
void ip_interpreter_lock_to_read(ip_run_state *run, int row, ip_lock lock); /* not to change it */
/* An advisory lock of the session. false: it had none to release. */
bool ip_interpreter_lock_for_session(ip_run_state *run, ip_lock_space space, const ip_datum *key, ip_lock lock,
                                     bool taken);
/* An advisory lock of the transaction, or a lock of a whole table. */
void ip_interpreter_lock_key(ip_run_state *run, ip_lock_space space, const ip_datum *key, ip_lock lock);

/* The row is one of a table that the program has created for itself: no database is asked for it. */
static inline bool ip_is_own(const ip_run_state *run, int row)
{
    return run->makes_tables && ip_interpreter_rows_table(run->rows, row)->own;
}

/* condition.c */
const char *
ip_interpreter_condition_sqlstate(const char *name); /* "unique_violation" → "23505"; an SQLSTATE itself; else NULL */

#endif
