/* The state of a run, and what the files that run prepared code (prepared.h) share. Running allocates from one arena
 * that is reset between runs; errors and stops leave by longjmp. interpreter/run/write.h has what writes share beside.
 */
#ifndef IP_RUN_H
#define IP_RUN_H

#include "interpreter/prepare/prepared.h"

#include <setjmp.h>

typedef struct ip_cell {
    uint64_t read_at, anew_at, written_at; /* statements */
    uint64_t target_at;                    /* the statement that has read it as IP_READ_TARGET only */
    ip_datum value, anew, written;         /* anew: as it is now, not as the snapshot has it */
} ip_cell;

/* Cells that a statement has met; statements of volatile routines called within it have their own. */
typedef struct ip_cells {
    ip_cell *cells;
    size_t capacity;
    uint64_t statement;
    uint64_t written_below; /* the last statement here during which a routine that it called wrote something */
} ip_cells;

enum { IP_MAX_DEPTH = 100 };

typedef struct ip_frame {
    const ip_prepared *prepared;
    ip_datum *slots;
    ip_datum result;
    ip_rowset *rows; /* of a set-returning routine */
    int64_t row_count;
    bool shares_statement; /* not volatile: its statements belong to the caller's */
} ip_frame;

/* What GET STACKED DIAGNOSTICS gives besides; NULL: not known in memory. */
typedef struct ip_error_about {
    const char *detail, *hint, *column, *constraint, *datatype, *table, *schema;
} ip_error_about;

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

/* What the transition tables of the trigger at hand have the rows of. */
typedef struct ip_firing {
    const ip_changes *changes; /* NULL: it has none */
    const ip_write *write;
    ip_code_write_kind event;
} ip_firing;

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

/* WITH queries of the statement at hand that run once. What foreign keys ask is left until all is written. */
typedef struct ip_parts {
    int count;
    const ip_query *const *queries;
    bool *done;
    ip_rowset *rows;
    ip_changes *changes;
} ip_parts;

/* Rows that were found, those from .next on still to be locked and put together. */
typedef struct ip_pending {
    const ip_query *query;
    const ip_datum *slots; /* the variables as they were then */
    ip_tuples tuples;
    int next;
    int64_t skip, left; /* OFFSET, LIMIT */
    /* [tuples.count] of rows that the transaction has changed since: these are passed over. */
    enum { IP_UNTOUCHED, IP_TOUCHED, IP_TOUCHED_AND_UNDONE } * touched;
} ip_pending;

/* What OPEN makes: all rows of the query, as they were then; those that are locked as far as they have been fetched. */
typedef struct ip_portal {
    const char *name;
    const ip_query *query;
    ip_rowset rows;
    IP_VEC(ip_binding *) sources; /* of each row: what its FROM items stood for; none: they are not rows of tables */
    ip_pending pending;
    bool waits;       /* for FETCH, with some of pending */
    int64_t position; /* 0: before the first row; rows.count + 1: behind the last one */
    bool scroll, no_scroll, open;
    bool declared;  /* to whom statements are told one by one: as a cursor */
    bool pinned;    /* of a FOR loop, which goes on when a transaction ends (section 43.8): then it is */
    bool unfetched; /* its rows cannot be had (ip_code_statement.unfetched) */
    bool held;      /* its rows were all found by the end of another transaction */
} ip_portal;

enum { IP_ROW_MOVED = -2 }; /* in .sources: to another key */

/* A cell of a table of the program's own, or (row -1) whether the table of that number is there, before a change. */
typedef struct ip_own_undo {
    int row, column;
    ip_datum before;
} ip_own_undo;

struct ip_run {
    ip_interpreter *interpreter;
    ip_arena *arena;
    const ip_database *database;
    ip_rows *rows;
    ip_frame *frame;
    ip_datum *slots; /* of the frame */
    ip_scope *scope;
    ip_cells *cells;
    ip_parts *parts; /* NULL: none */
    ip_rounds *rounds;
    int stride; /* cells a row */
    int depth;  /* of calls */
    int trigger_depth;
    int cell_depth; /* index of cells */
    bool in_statement;
    const ip_code_query *scanned; /* the query whose FROM is scanned; NULL: a write's */
    bool has_snapshot;            /* some statement has begun */
    ip_read_mode checking;        /* of cells with the statement's own writes: who asks */
    bool checking_key;            /* for that, whether a key is taken */
    const ip_code_statement *statement;
    uint64_t clock; /* statements so far, of all runs */
    ip_trap *trap, *outermost;
    ip_run_end end;
    ip_error error;
    const ip_error *handled;
    ip_range range;
    const char *label;
    long steps, step_limit;
    long visited; /* rows and their combinations, by queries */
    int hidden_keys;
    long writes;
    uint64_t random;
    IP_VEC(ip_datum) results;
    IP_VEC(ip_portal) portals;
    IP_VEC(ip_late) late;
    IP_VEC(ip_constraint_mode) constraint_modes;
    ip_firing firing;
    bool ending;       /* what was left is being done */
    int guards;        /* blocks with handlers around: the transaction cannot end */
    int writing_loops; /* over rows that a statement has changed: nor can it there */
    int reading_loops; /* over rows of a query: which uses its tables until then */
    bool may_end;      /* called by CALL all the way from the client */
    bool before_begin; /* in the transactions before the one that is to be run (ip_code.begins_behind) */
    int beginning;     /* savepoint at the start of the one that is run */
    int unnamed_portals;
    bool makes_tables; /* some program makes tables for itself */
    struct ip_sequence *sequences;
    /* interpreter/run/own.c: tables that the program has made for itself */
    IP_VEC(const ip_table *) own_made; /* those that are there, by number; NULL */
    IP_VEC(ip_datum *) own_cells;      /* [row]: [1 + columns], existence first; NULL: nothing was written */
    IP_VEC(ip_own_undo) own_undos;     /* of this transaction */
};

void ip_run_begin(ip_interpreter *interpreter, const ip_database *database);
ip_run *ip_interpreter_state(ip_interpreter *interpreter);
/* interpreter.c. These end the run or jump to the handler around. */
ip_error_about ip_usual_about(const char *sqlstate);
_Noreturn void ip_raise_again(ip_run *run, const ip_error *error);
/* Of a constraint of the table, or (NULL) of a column; the message may name both. */
_Noreturn void ip_raise_violation(ip_run *run, const char *sqlstate, const ip_table *table, const char *constraint,
                                  const char *column, const char *format, ...) __attribute__((format(printf, 6, 7)));
/* Without its schema, as errors name it. */
const char *ip_bare_name(const ip_table *table);
_Noreturn void ip_raise(ip_run *run, const char *sqlstate, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void ip_raise_failure(ip_run *run, const ip_failure *failure);
_Noreturn void ip_unable(ip_run *run, ip_range range, const char *format, ...) __attribute__((format(printf, 3, 4)));
_Noreturn void ip_stop(ip_run *run);
/* Unable, if the run has taken too much memory already. */
void ip_check_memory(ip_run *run);
/* A query goes through one more row. */
void ip_count_visit(ip_run *run);
/* The cell as the statement sees it: read once, own writes of the statement not included. */
ip_datum ip_read_cell(ip_run *run, int row, int column, ip_read_mode mode);
/* The same with the statement's own writes: what constraints look at. */
ip_datum ip_current_cell(ip_run *run, int row, int column);
void ip_write_cell(ip_run *run, int row, int column, ip_datum value);
bool ip_row_present(ip_run *run, int row, ip_read_mode mode);
/* Has something that the statement at hand has called written the row? */
bool ip_row_written_below(const ip_run *run, int row);
ip_cells *ip_cells_at(ip_run *run, int depth);
/* The row of that key, -1: nobody knows of one. */
int ip_find_by_key(ip_run *run, const ip_table *table, const ip_datum *key);
/* The tables that the text names are locked as wholes, those that some program locks so. */
void ip_lock_tables(ip_run *run, const ip_code_sql *sql);
void ip_lock_whole(ip_run *run, const ip_table *table, ip_lock lock);
/* An advisory lock of the session. false: it had none to give back. */
bool ip_lock_for_session(ip_run *run, ip_lock_space space, const ip_datum *key, ip_lock lock, bool taken);
/* An advisory lock of the transaction, or a lock of a whole table. */
void ip_lock_key(ip_run *run, ip_lock_space space, const ip_datum *key, ip_lock lock);
const ip_prepared *ip_prepared_of(ip_interpreter *interpreter, const ip_code *code, const ip_datum *arguments);
/* A statement that an EXECUTE made of its text, where that code runs; kept. */
const ip_step *ip_step_of_text(ip_interpreter *interpreter, const ip_prepared *prepared,
                               const ip_code_statement *statement);
/* FETCH from a cursor that was opened on that query: whose targets take its columns. */
const ip_step *ip_step_of_fetch(ip_interpreter *interpreter, const ip_prepared *prepared,
                                const ip_code_statement *statement, const ip_query *query);
const ip_schema *ip_interpreter_schema(const ip_interpreter *interpreter);
const ip_table_plan *ip_plan_of_table(ip_interpreter *interpreter, const ip_table *table);
/* The types of a table's columns that a query has made; false: it has made others before. */
bool ip_plan_own_table(ip_interpreter *interpreter, const ip_table *table, const ip_sqltype *types);

static inline ip_datum ip_evaluate(ip_run *run, const ip_node *node)
{
    return node->eval(run, node);
}

static inline bool ip_is_true(ip_datum datum)
{
    return datum.kind == IP_DATUM_BOOLEAN && datum.as.boolean;
}

static inline bool ip_is_null(ip_datum datum)
{
    return datum.kind == IP_DATUM_NULL;
}

/* interpreter/run/own.c: tables that the program has made for itself: nobody else sees them, so no database is asked.
 */
static inline bool ip_is_own(const ip_run *run, int row)
{
    return run->makes_tables && ip_rows_table(run->rows, row)->own;
}
ip_datum ip_own_cell(ip_run *run, int row, int column);
void ip_set_own_cell(ip_run *run, int row, int column, ip_datum value);
void ip_demand_own_tables(ip_run *run, const ip_code_sql *sql); /* an error if one that is named is not there */
void ip_undo_own(ip_run *run, int count);                       /* all but the first so many changes */
void ip_commit_own(ip_run *run);

/* interpreter/run/scan.c: a scan calls emit for each combination of rows, with the scope's items bound. */
typedef void ip_emit(ip_run *run, void *data);
void ip_scan(ip_run *run, const ip_group *group, ip_rowset **derived, ip_emit *emit, void *data);
/* The row's lock was got: do the items, of which those that are locked are read anew, still fit? items: of the scope
 * at hand. Rows of an optional side that no longer fit become NULLs. */
bool ip_scan_again(ip_run *run, const ip_group *group);

/* interpreter/run/query.c */
ip_rowset ip_query_run(ip_run *run, const ip_query *query);
ip_rowset ip_query_evaluate(ip_run *run, const ip_query *query); /* anew, though it may be a part */
ip_datum *ip_rowset_add(ip_run *run, ip_rowset *rows);           /* a new row's values */
/* A plain query without groups, windows, DISTINCT: the rows that it finds, in order, before LIMIT; its scope is at
 * hand. And the lock of one of them; false: somebody has it, or it no longer fits. */
ip_tuples ip_query_found(ip_run *run, const ip_query *query);
bool ip_query_lock(ip_run *run, const ip_query *query, ip_tuple *tuple);
void ip_query_limits(ip_run *run, const ip_query *query, int64_t *skip, int64_t *most);
void ip_query_outputs(ip_run *run, const ip_query *query, ip_tuple *tuple, ip_datum *outputs);
void ip_pass_over(ip_run *run, const ip_group *group); /* tells of SKIP LOCKED */
void ip_enter_tuple(ip_run *run, const ip_tuple *tuple);
/* Order of two rows by their sort keys' values. */
int ip_compare_keys(const ip_sort_key *keys, int count, const ip_datum *a, const ip_datum *b);
/* interpreter/run/group.c */
void ip_group_run(ip_run *run, const ip_query *query, ip_binding *tuples, int count, ip_binding **representatives,
                  ip_datum **aggregates, int *groups);
/* interpreter/run/window.c */
void ip_windows_run(ip_run *run, const ip_query *query, ip_tuple *tuples, int count); /* sets their .windows */

/* interpreter/run/part.c: queries of WITH. A statement with parts begins, and ends: parts that write and were not asked
 * for run now. Gives what was at hand. */
ip_parts *ip_parts_begin(ip_run *run, const ip_step *step);
void ip_parts_end(ip_run *run, ip_parts *outer);
ip_rowset ip_part_rows(ip_run *run, const ip_query *query);

/* interpreter/run/statement.c, interpreter/run/call.c */
void ip_count_round(ip_run *run); /* of anything that may go on for ever */
ip_flow ip_steps_run(ip_run *run, const ip_steps *steps);
ip_datum ip_user_aggregate_run(ip_run *run, const ip_aggregate *a, const ip_datum *values, int count);
ip_datum ip_call_routine(ip_run *run, const ip_code *callee, const ip_datum *arguments, const bool *given,
                         ip_rowset *rows);
void ip_run_script(ip_run *run, const ip_prepared *prepared, const ip_datum *arguments); /* in a session */
void ip_run_code(ip_run *run, const ip_prepared *prepared, const ip_datum *arguments);
/* Text of the statement for a server. */
const char *ip_statement_text(ip_run *run, const ip_code_sql *sql, const ip_nodes *places);
/* The name as it must stand in a statement: quote_ident(). */
const char *ip_quoted_name(ip_arena *arena, const char *name);

/* interpreter/run/portal.c: the row of that cursor in the table; -1: none. Raises where the server does. */
int ip_current_row(ip_run *run, const ip_node *name, const ip_table *table);
/* The transaction changes the row, or gives it another key. */
void ip_tell_cursors(ip_run *run, int row, bool moves);
void ip_undo_for_cursors(ip_run *run); /* some changes are undone */

/* The value with another in that place. */
ip_datum ip_with_part(ip_run *run, const ip_place *place, ip_datum whole, ip_datum value);
ip_datum ip_cast_apply(ip_run *run, const ip_cast *cast, ip_datum value);
void ip_check_domain(ip_run *run, ip_sqltype type, ip_datum value); /* an error unless the type has that value */
const char *ip_condition_sqlstate(const char *name); /* "unique_violation" → "23505"; an SQLSTATE itself; else NULL */

#endif
