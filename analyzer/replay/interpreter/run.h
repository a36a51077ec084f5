/* What the files of the executor share: prepared code, and the state of a run.
 *
 * Code is prepared once: types are resolved as the server's analyzer does, operators and functions become pointers,
 * WHERE falls into conjuncts with the FROM item that each waits for. Running allocates from one arena that is reset
 * between runs; errors and stops leave by longjmp. */
#ifndef IP_RUN_H
#define IP_RUN_H

#include "interpreter.h"
#include "sqltype.h"

#include <setjmp.h>

typedef struct ip_run ip_run;
typedef struct ip_node ip_node;
typedef struct ip_query ip_query;
typedef struct ip_write ip_write;
typedef struct ip_group ip_group;
typedef struct ip_step ip_step;
typedef struct ip_prepared ip_prepared;

typedef ip_datum ip_eval(ip_run *run, const ip_node *node);
typedef ip_datum ip_function(ip_run *run, const ip_datum *args, int count);

/* ---- casts ---- */
typedef struct ip_cast ip_cast;
typedef ip_datum ip_cast_function(ip_run *run, const ip_cast *cast, ip_datum value);
struct ip_cast {
    ip_cast_function *convert; /* NULL: same representation */
    ip_sqltype from, to;
    bool modify; /* apply the modifiers of to */
    bool explicit;
    const ip_cast *fields; /* records: by field; arrays: of the element */
};

/* An operator on values at hand: of ANY, ALL, IN (query), NULLIF. */
typedef struct ip_operator {
    ip_function *call;
    ip_cast left, right;
    ip_sqltype result;
} ip_operator;

/* ---- expressions ---- */
struct ip_node {
    ip_eval *eval;
    ip_sqltype type;
    int arg_count;
    const ip_node **args;
    int level, item, index, key_position;
    bool literal; /* constant is the value */
    bool set;     /* yields rows, as an ARRAY of them */
    ip_datum constant;
    ip_function *call;
    const ip_cast *cast;
    const ip_operator *operators;
    const ip_query *query;
    const ip_code *callee;
    const char *name;
    const struct ip_place *place; /* WITH_PART */
    ip_range range;
};

/* ---- queries ---- */
/* What a FROM item stands for while a row of it is looked at: values, else a row of a table, else all NULL. */
typedef struct ip_binding {
    const ip_datum *values;
    int row; /* -1: none */
    ip_read_mode mode;
    bool after; /* with the statement's own writes: RETURNING */
} ip_binding;

typedef struct ip_scope {
    struct ip_scope *outer;
    ip_binding *items;
    const ip_datum *aggregates, *windows;
} ip_scope;

/* A row on its way to the result: what the FROM items stand for, aggregates, outputs if known, sort keys. */
typedef struct ip_tuple {
    ip_binding *items;
    const ip_datum *aggregates;
    ip_datum *windows, *outputs, *keys;
} ip_tuple;

typedef struct ip_tuples {
    int count;
    ip_tuple *items;
} ip_tuples;

typedef struct ip_nodes {
    int count;
    const ip_node **items;
} ip_nodes;

typedef struct ip_bound {
    int column;
    const char *comparison; /* of the column with the value */
    const ip_node *value;
} ip_bound;

typedef enum ip_unit_kind { IP_UNIT_TABLE, IP_UNIT_DERIVED, IP_UNIT_ROWS_OF, IP_UNIT_OUTER } ip_unit_kind;

/* A FROM item, or an outer join of groups of them, in the order in which they are scanned. */
typedef struct ip_unit {
    ip_unit_kind kind;
    int item;
    const ip_table *table;
    int bound_count; /* TABLE: comparisons of its columns with what is known before it is scanned */
    const struct ip_bound *bounds;
    ip_nodes point;       /* TABLE: the value of each key column; none: not a point lookup */
    ip_nodes key_filters; /* conjuncts decided without reading a cell */
    ip_nodes key_tries;   /* the same, but evaluating them may fail: then nothing is decided */
    int forced_count;     /* columns that the conjuncts name */
    const int *forced;
    ip_nodes filters;       /* the others, and key_tries again */
    const ip_node *current; /* TABLE: the name of the cursor whose row it is; NULL: any row */
    ip_lock lock;
    bool skips_locked, no_wait;
    const ip_query *query; /* DERIVED */
    bool lateral;
    const ip_node *expr;          /* ROWS_OF */
    const ip_group *left, *right; /* OUTER: all rows of left, with those of right that fit or with NULLs */
    ip_nodes condition;           /* FULL: the ON conjuncts */
    bool full;
    int left_item_count, right_item_count;
    const int *left_items, *right_items;
} ip_unit;

struct ip_group {
    ip_nodes gate; /* conjuncts on none of the items */
    int count;
    const ip_unit *units;
};

typedef struct ip_sort_key {
    const ip_node *expr;
    int output; /* -1: expr */
    bool descending, nulls_first;
} ip_sort_key;

typedef struct ip_aggregate ip_aggregate;
typedef ip_datum ip_finish(ip_run *run, const ip_datum *values, int count, int width);
struct ip_aggregate {
    ip_finish *finish; /* NULL: count(*) */
    bool distinct, keep_nulls;
    ip_nodes args;
    const ip_node *filter;
    int sort_count; /* order of the rows it goes through */
    const ip_sort_key *sort;
};

/* A call with OVER: its value in one row of a sorted partition. */
typedef struct ip_window_place ip_window_place;
typedef ip_datum ip_window_function(ip_run *run, const ip_window_place *place);
typedef struct ip_window {
    ip_window_function *call; /* NULL: aggregate */
    ip_aggregate aggregate;   /* its args and filter are the call's in any case */
    ip_nodes partition_by;
    int sort_count;
    const ip_sort_key *sort;
    ip_code_frame frame;
    const ip_node *distances[2];           /* of the frame's ends; NULL: none */
    const ip_operator *minus[2], *plus[2]; /* RANGE: of ORDER BY's value and that distance; NULL: integers */
    ip_cast compared[2];                   /* … and ORDER BY's value as their result's type */
    ip_datum zeros[2];                     /* RANGE: distances of nothing */
} ip_window;

typedef struct ip_rowset {
    int count, width;
    ip_datum *values;
    int capacity;
} ip_rowset;

struct ip_query {
    const ip_code_query *source;
    int width;
    const ip_sqltype *types;
    const char *const *names;
    const ip_cast *casts; /* [width] of the results; NULL: none */
    ip_code_set_operation operation;
    bool all, recursive;
    bool working; /* rows of the last round of the recursive query around it */
    const ip_query *left, *right;
    const ip_node **values; /* [value_rows * width]; NULL: not VALUES */
    int value_rows;
    int item_count;
    const ip_group *from;
    bool grouped, distinct, locks;
    ip_nodes group_by, targets, distinct_on;
    const ip_node *having;
    int aggregate_count;
    int group_width; /* values a group: of aggregates; where there are sets, of what is grouped by, and whether the set
                        lacks it */
    int set_count;
    const ip_code_group_set *sets; /* of group_by */
    const ip_aggregate *aggregates;
    int window_count;
    const ip_window *windows;
    bool set_returning; /* a target yields rows */
    int sort_count;
    const ip_sort_key *sort;
    const ip_node *limit, *offset;
    bool with_ties;
    const ip_write *writes;
    int part;              /* of its statement, counted from 1; 0: none */
    bool locks_as_fetched; /* locks can wait until each row is asked for: all that is looked at then is locked */
    bool asks_others;      /* a condition or target reads other tables, or calls a routine */
};

/* ---- writes ---- */
typedef struct ip_assignment {
    int column;
    const ip_node *value;
} ip_assignment;

/* WHEN of MERGE. */
typedef struct ip_when {
    const ip_code_merge_when *source;
    const ip_node *condition;
    int set_count;
    const ip_assignment *sets; /* INSERT: of every column but generated ones */
} ip_when;

struct ip_write {
    const ip_code_write *source;
    const ip_write *next; /* of another table of the family */
    const ip_table *table;
    const struct ip_table_plan *plan;
    int item_count;
    const ip_group *from; /* the target is item 0 */
    int set_count;
    const ip_assignment *sets;
    const ip_query *rows; /* INSERT; NULL: DEFAULT VALUES */
    const ip_node **defaults;
    int conflict_set_count;
    const ip_assignment *conflict_sets;
    const ip_node *conflict_where;
    const struct ip_row_expr *within;
    int when_count;
    const ip_when *whens;
    ip_nodes returning;
    const ip_sqltype *returning_types;
    const char *const *returning_names;
};

/* An expression over the row, which is item 0. */
typedef struct ip_row_expr {
    const ip_node *expr;
    const bool *columns; /* that it mentions */
    const char *name;    /* of the constraint */
} ip_row_expr;

/* Of each part of an exclusion: its value in a row, and the comparison of two of them. */
typedef struct ip_exclusion_plan {
    const ip_exclusion *source;
    int count;
    const ip_row_expr *parts;
    const ip_operator *operators;
    const ip_row_expr *where; /* NULL: all rows */
    const bool *columns;      /* that any of them mentions */
} ip_exclusion_plan;

/* What constraints ask of a table, found once. */
typedef struct ip_table_plan {
    const ip_table *table;
    int key_count;
    const int *key_columns;
    const int *key_position; /* [columns]: place in the key, -1 */
    const ip_sqltype *types; /* [columns] */
    int check_count;
    const struct ip_row_expr *checks;
    int exclusion_count;
    const ip_exclusion_plan *exclusions;
    const struct ip_row_expr *generated; /* [columns]; expr NULL: not generated */
    struct ip_row_expr partition;        /* expr NULL: it has no partitions */
    const ip_node **defaults;            /* [columns], coerced; NULL items: NULL */
    int child_count;                     /* foreign keys of tables that refer to this one */
    const struct ip_child {
        const ip_table *table;
        const ip_foreign_key *key;
    } * children;
    const char *unable; /* something in it cannot be run */
    bool ready;
} ip_table_plan;

/* ---- statements ---- */
typedef enum ip_flow { IP_FLOW_NEXT, IP_FLOW_EXIT, IP_FLOW_CONTINUE, IP_FLOW_RETURN, IP_FLOW_END } ip_flow;
typedef ip_flow ip_exec(ip_run *run, const ip_step *step);

typedef struct ip_steps {
    int count;
    const ip_step *items;
} ip_steps;

/* A field of a record, or an element of an array. */
typedef struct ip_place_step {
    int field; /* -1: */
    const ip_node *subscript;
    const ip_shape *shape; /* of the record */
} ip_place_step;

/* Where in a value: a part of a part of … it; no steps: all of it. */
typedef struct ip_place {
    int count;
    const ip_place_step *steps;
    ip_sqltype type; /* of what stands there */
} ip_place;

typedef struct ip_lvalue {
    int slot;
    ip_place place;
    ip_cast cast;
    bool not_null, record; /* record: of no fixed shape */
    const char *name;
} ip_lvalue;

typedef struct ip_step_branch {
    const ip_node *condition;
    ip_steps body;
    ip_nodes places;
} ip_step_branch;

typedef struct ip_step_handler {
    int condition_count;
    const char **conditions; /* SQLSTATEs; NULL: OTHERS; "XX000" … classes end in "000" */
    ip_steps body;
    int sqlstate, message; /* slots */
} ip_step_handler;

struct ip_step {
    ip_exec *exec;
    const ip_code_statement *source;
    ip_steps body;
    int branch_count, handler_count, target_count;
    const ip_step_branch *branches;
    const ip_step_handler *handlers;
    const ip_lvalue *targets;
    bool whole;               /* the one target takes a whole row */
    bool row_value;           /* … or NULL, where there is none */
    int outs;                 /* CALL: its OUT parameters */
    const ip_cast *row_casts; /* RETURN QUERY: to the result's columns */
    const ip_node *expr, *low, *high, *by;
    const ip_query *query;
    const ip_write *write;
    int part_count;
    const ip_query *const *parts;
    ip_nodes args;
    const char *sqlstate;
    const char *unable;
    ip_range unable_range;
    ip_nodes places; /* of the statement's text */
};

struct ip_prepared {
    const ip_code *code;
    ip_steps body;
    int slot_count;
    ip_sqltype *slot_types;
    const ip_query **slot_queries; /* of cursors: what was opened last in the text */
    const ip_node **defaults;      /* of parameters */
    ip_sqltype result;
    const char *unable;
    ip_range unable_range;
    const ip_datum_kind *untyped;    /* [parameters]: kinds that parameters without a type were prepared for */
    IP_VEC(const ip_code *) callees; /* routines that it calls, triggers' functions too */
};

/* ---- the state of a run ---- */
typedef struct ip_cell {
    uint64_t read_at, anew_at, written_at; /* statements */
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

typedef struct ip_error {
    const char *sqlstate, *message;
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
    bool declared; /* to whom statements are told one by one: as a cursor */
    bool pinned;   /* of a FOR loop, which goes on when a transaction ends (section 43.8): then it is */
    bool held;     /* its rows were all found by the end of another transaction */
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
    bool has_snapshot;     /* some statement has begun */
    ip_read_mode checking; /* of cells with the statement's own writes: who asks */
    bool checking_key;     /* for that, whether a key is taken */
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
    bool may_end;      /* called by CALL all the way from the client */
    bool before_begin; /* in the transactions before the one that is to be run (ip_code.begins_behind) */
    int beginning;     /* savepoint at the start of the one that is run */
    int unnamed_portals;
    bool makes_tables; /* some program makes tables for itself */
    struct ip_sequence *sequences;
    /* run_own.c: tables that the program has made for itself */
    IP_VEC(const ip_table *) own_made; /* those that are there, by number; NULL */
    IP_VEC(ip_datum *) own_cells;      /* [row]: [1 + columns], existence first; NULL: nothing was written */
    IP_VEC(ip_own_undo) own_undos;     /* of this transaction */
};

/* Ends the run or jumps to the handler around. */
_Noreturn void ip_raise(ip_run *run, const char *sqlstate, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void ip_raise_failure(ip_run *run, const ip_failure *failure);
_Noreturn void ip_stop(ip_run *run);
/* Unable, if the run has taken too much memory already. */
void ip_check_memory(ip_run *run);
/* A query goes through one more row. */
void ip_count_visit(ip_run *run);
_Noreturn void ip_unable(ip_run *run, ip_range range, const char *format, ...) __attribute__((format(printf, 3, 4)));

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

/* The cell as the statement sees it: read once, own writes of the statement not included. */
ip_datum ip_read_cell(ip_run *run, int row, int column, ip_read_mode mode);
/* The same with the statement's own writes: what constraints look at. */
ip_datum ip_current_cell(ip_run *run, int row, int column);
/* The row of that key, -1: nobody knows of one. */
int ip_find_by_key(ip_run *run, const ip_table *table, const ip_datum *key);
void ip_write_cell(ip_run *run, int row, int column, ip_datum value);
/* Tables that the program has made for itself: nobody else sees them, so no database is asked. */
static inline bool ip_is_own(const ip_run *run, int row)
{
    return run->makes_tables && ip_rows_table(run->rows, row)->own;
}
ip_datum ip_own_cell(ip_run *run, int row, int column);
void ip_set_own_cell(ip_run *run, int row, int column, ip_datum value);
void ip_demand_own_tables(ip_run *run, const ip_code_sql *sql); /* an error if one that is named is not there */
void ip_undo_own(ip_run *run, int count);                       /* all but the first so many changes */
void ip_commit_own(ip_run *run);
bool ip_row_present(ip_run *run, int row, ip_read_mode mode);
/* Has something that the statement at hand has called written the row? */
bool ip_row_written_below(const ip_run *run, int row);

/* A scan calls emit for each combination of rows, with the scope's items bound. */
typedef void ip_emit(ip_run *run, void *data);
void ip_scan(ip_run *run, const ip_group *group, ip_rowset **derived, ip_emit *emit, void *data);

ip_rowset ip_query_run(ip_run *run, const ip_query *query);
ip_rowset ip_query_evaluate(ip_run *run, const ip_query *query); /* anew, though it may be a part */
ip_rowset ip_part_rows(ip_run *run, const ip_query *query);
ip_rowset ip_write_run(ip_run *run, const ip_write *write, int64_t *affected);
/* A statement with parts begins, and ends: parts that write and were not asked for run now. Gives what was at hand. */
ip_parts *ip_parts_begin(ip_run *run, const ip_step *step);
void ip_parts_end(ip_run *run, ip_parts *outer);
int64_t ip_merge_run(ip_run *run, const ip_write *write, ip_changes *changes);
void ip_refuse_changed(ip_run *run, int row); /* a row that another part of the statement has changed */
bool ip_is_deferred(const ip_run *run, const char *name, bool deferrable, bool deferred);
void ip_leave(ip_run *run, ip_late late);
void ip_end_transaction(ip_run *run); /* does what was left */
void ip_check_reference_late(ip_run *run, const ip_late *late);
void ip_fire_late(ip_run *run, const ip_late *late);
void ip_run_after(ip_run *run, ip_changes *changes);   /* at the end of the statement: foreign keys, AFTER triggers */
ip_datum *ip_rowset_add(ip_run *run, ip_rowset *rows); /* a new row's values */
/* A plain query without groups, windows, DISTINCT: the rows that it finds, in order, before LIMIT; its scope is at
 * hand. And the lock of one of them; false: somebody has it, or it no longer fits. */
ip_tuples ip_query_found(ip_run *run, const ip_query *query);
bool ip_query_lock(ip_run *run, const ip_query *query, ip_tuple *tuple);
void ip_query_limits(ip_run *run, const ip_query *query, int64_t *skip, int64_t *most);
void ip_query_outputs(ip_run *run, const ip_query *query, ip_tuple *tuple, ip_datum *outputs);
void ip_pass_over(ip_run *run, const ip_group *group); /* tells of SKIP LOCKED */
/* Order of two rows by their sort keys' values. */
int ip_compare_keys(const ip_sort_key *keys, int count, const ip_datum *a, const ip_datum *b);
void ip_group_run(ip_run *run, const ip_query *query, ip_binding *tuples, int count, ip_binding **representatives,
                  ip_datum **aggregates, int *groups);

void ip_enter_tuple(ip_run *run, const ip_tuple *tuple);
void ip_windows_run(ip_run *run, const ip_query *query, ip_tuple *tuples, int count); /* sets their .windows */

void ip_count_round(ip_run *run); /* of anything that may go on for ever */
ip_flow ip_steps_run(ip_run *run, const ip_steps *steps);
ip_datum ip_call_routine(ip_run *run, const ip_code *callee, const ip_datum *arguments, const bool *given,
                         ip_rowset *rows);
void ip_run_code(ip_run *run, const ip_prepared *prepared, const ip_datum *arguments);
/* The name as it must stand in a statement: quote_ident(). */
const char *ip_quoted_name(ip_arena *arena, const char *name);
/* A statement that an EXECUTE made of its text, where that code runs; kept. */
const ip_step *ip_step_of_text(ip_interpreter *interpreter, const ip_prepared *prepared,
                               const ip_code_statement *statement);
/* FETCH from a cursor that was opened on that query: whose targets take its columns. */
const ip_step *ip_step_of_fetch(ip_interpreter *interpreter, const ip_prepared *prepared,
                                const ip_code_statement *statement, const ip_query *query);
const ip_prepared *ip_prepared_of(ip_interpreter *interpreter, const ip_code *code, const ip_datum *arguments);
ip_cells *ip_cells_at(ip_run *run, int depth);
/* The value with another in that place. */
ip_datum ip_with_part(ip_run *run, const ip_place *place, ip_datum whole, ip_datum value);
ip_datum ip_cast_apply(ip_run *run, const ip_cast *cast, ip_datum value);

/* What a statement did to one row. */
/* What waits for the end of a statement, as the server queues it: a change of a row, whose foreign keys are to be
 * checked and whose AFTER triggers are to be run; or triggers once for the statement. */
typedef struct ip_after {
    ip_change change;
    const ip_write *write; /* whose triggers; NULL: none */
    ip_code_write_kind event;
    bool once;
    const ip_datum *old_row, *new_row; /* [columns]; NULL: there is none, or no trigger asks for it */
} ip_after;

struct ip_changes {
    IP_VEC(ip_after) list;
};

/* What is left until the transaction ends, or until SET CONSTRAINTS: a trigger for a row, or a foreign key's check of
 * one, from either side. */
struct ip_late {
    ip_after after;
    const ip_code_trigger *trigger; /* NULL: */
    const ip_foreign_key *key;      /* of the row's table; or: */
    const struct ip_child *child;   /* that refers to it; or: */
    const ip_exclusion_plan *exclusion;
    bool done;
};

/* Computes generated columns and checks NOT NULL and CHECK. changed NULL: a new row; else values holds the columns that
 * changed, and gets others of the row that are needed. */
void ip_check_row(ip_run *run, const ip_table_plan *plan, int row, ip_datum *values, bool *changed);
/* run_partition.c: the number of the partition that takes the new or changed row; an error if none does. */
int64_t ip_partition_of(ip_run *run, const ip_table_plan *plan, int row, ip_datum *values, const bool *changed);
int64_t ip_partition_if_any(ip_run *run, const ip_table_plan *plan, ip_datum *values); /* of a new row; -1: none */
typedef enum ip_passage { IP_STAYS, IP_MAY_MOVE, IP_MOVES } ip_passage;
/* Does this UPDATE take the row to another partition? */
ip_passage ip_passes(ip_run *run, const ip_table_plan *plan, int row, const ip_datum *values, const bool *changed);
/* What existence becomes of a row that has gone to another partition, or may have. */
ip_datum ip_gone_elsewhere(ip_passage passage);
/* Such a row is met by a statement that locks it, which has seen it where it was: an error. */
void ip_refuse_gone(ip_run *run, ip_datum exists);
/* Would the view that is written through show the row (CHECK OPTION)? The error comes once the row is written. */
bool ip_view_shows(ip_run *run, const ip_write *write, int row, ip_datum *values, const bool *changed);
void ip_refuse_hidden(ip_run *run, bool shown);
void ip_check_within(ip_run *run, const ip_write *write, int row, ip_datum *values, const bool *changed);
/* An expression on the row as it will be. Columns of it that are not set are read. */
ip_datum ip_evaluate_on(ip_run *run, const ip_table_plan *plan, const ip_row_expr *expr, int row, ip_datum *values,
                        const bool *changed);
bool ip_row_expr_touched(const ip_table_plan *plan, const ip_row_expr *expr, const bool *changed);
/* Another row with the values' key (only: that key), or -1. */
int ip_find_duplicate(ip_run *run, const ip_table_plan *plan, const ip_datum *values, const bool *changed, int own_row,
                      const ip_key *only, const ip_key **which);
_Noreturn void ip_raise_duplicate(ip_run *run, const ip_key *key);
/* run_exclusion.c: other rows that an EXCLUDE constraint and the like keep apart from this one. values, changed,
 * own_row: as above; row: the one that is there, -1. Those that are DEFERRABLE are looked at later. */
void ip_check_exclusions(ip_run *run, const ip_table_plan *plan, int row, ip_datum *values, const bool *changed);
int ip_find_excluded(ip_run *run, const ip_table_plan *plan, ip_datum *values); /* by any of a new row; -1: none */
void ip_check_deferrable_exclusions(ip_run *run, const ip_change *change);
bool ip_are_kept_apart(ip_run *run, const ip_table_plan *plan, ip_datum *values, ip_datum *others); /* keys, too */
void ip_check_exclusion_late(ip_run *run, const ip_late *late);
/* Foreign keys, from both sides, with the actions they have; what these change goes to the queue's end. Those that are
 * deferred are kept for later. */
void ip_check_references(ip_run *run, const ip_change *change, ip_changes *changes);
ip_change ip_insert_row(ip_run *run, const ip_table_plan *plan, int row, const ip_datum *values);
ip_change ip_update_row(ip_run *run, const ip_table_plan *plan, int row, ip_datum *values, bool *changed);
ip_change ip_delete_row(ip_run *run, const ip_table_plan *plan, int row);
/* run_trigger.c */
bool ip_has_triggers(const ip_write *write, ip_code_write_kind event, bool before, bool row);
bool ip_tells_rows(const ip_write *write, ip_code_write_kind event); /* to triggers that run after it */
/* Runs BEFORE ROW triggers, which may change values; false: the row is left out. changed: as of ip_update_row, NULL of
 * an INSERT. row: the one that is there, -1. */
bool ip_before_row(ip_run *run, const ip_write *write, ip_code_write_kind event, int row, ip_datum *values,
                   bool *changed);
/* The columns of the row that is there which such triggers use. */
const ip_datum *ip_row_for_triggers(ip_run *run, const ip_write *write, ip_code_write_kind event, bool before, int row,
                                    const bool *changed);
/* What AFTER triggers will be told of a row's change: changed: as above. */
ip_after ip_after_row(ip_run *run, const ip_write *write, ip_code_write_kind event, const ip_datum *old_row,
                      const ip_datum *values, const bool *changed);
/* The rows in the old (true) or new transition table of the trigger that is run, as records. */
ip_datum ip_transition_rows(ip_run *run, bool old_rows);
/* A write of a view: how many rows its triggers have taken. */
int64_t ip_instead_run(ip_run *run, const ip_write *write);
void ip_fire_row(ip_run *run, const ip_after *after, const ip_changes *changes);
void ip_fire_before_statement(ip_run *run, const ip_write *write);
void ip_fire_once(ip_run *run, const ip_after *after, const ip_changes *changes);
void ip_queue_after_statement(ip_run *run, const ip_write *write, ip_changes *changes);
/* A row's change, with what is to be done after it in the queue. */
ip_change ip_update_target(ip_run *run, const ip_write *write, int row, ip_datum *values, bool *changed,
                           ip_changes *changes);
ip_change ip_delete_target(ip_run *run, const ip_write *write, int row, ip_changes *changes);
/* -1: a trigger leaves it out. */
int ip_insert_target(ip_run *run, const ip_write *write, int row, ip_datum *values, ip_changes *changes);
/* BEFORE ROW triggers of an INSERT, and what the row must satisfy; false: it is left out. */
bool ip_prepare_insert(ip_run *run, const ip_write *write, ip_datum *values);
/* The row's lock was got: do the items, of which those that are locked are read anew, still fit? items: of the scope
 * at hand. Rows of an optional side that no longer fit become NULLs. */
bool ip_scan_again(ip_run *run, const ip_group *group);
/* The tables that the text names are locked as wholes, those that some program locks so. */
void ip_lock_tables(ip_run *run, const ip_code_sql *sql);
void ip_lock_whole(ip_run *run, const ip_table *table, ip_lock lock);
/* An advisory lock, or one of a whole table. */
void ip_lock_key(ip_run *run, ip_lock_space space, const ip_datum *key, ip_lock lock);
int ip_row_of_values(ip_run *run, const ip_table_plan *plan, const ip_datum *values); /* made if need be */
/* The types of a table's columns that a query has made; false: it has made others before. */
bool ip_plan_own_table(ip_interpreter *interpreter, const ip_table *table, const ip_sqltype *types);
const ip_schema *ip_interpreter_schema(const ip_interpreter *interpreter);
const ip_table_plan *ip_plan_of_table(ip_interpreter *interpreter, const ip_table *table);
/* A column's value: from the key if it is part of it, else its cell as the statement has it now. */
ip_datum ip_row_value(ip_run *run, const ip_table_plan *plan, int row, int column);
void ip_lock_row(ip_run *run, int row, ip_lock lock);

/* run_cursor.c: the row of that cursor in the table; -1: none. Raises where the server does. */
int ip_current_row(ip_run *run, const ip_node *name, const ip_table *table);
/* The transaction changes the row, or gives it another key. */
void ip_tell_cursors(ip_run *run, int row, bool moves);
void ip_undo_for_cursors(ip_run *run); /* some changes are undone */

/* Text of the statement for a server. */
const char *ip_statement_text(ip_run *run, const ip_code_sql *sql, const ip_nodes *places);

const char *ip_condition_sqlstate(const char *name); /* "unique_violation" → "23505"; an SQLSTATE itself; else NULL */

#endif
