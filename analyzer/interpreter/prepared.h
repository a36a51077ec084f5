/* Code as it is prepared, once: types are resolved as the server's analyzer does, operators and functions become
 * pointers, WHERE is split into conjuncts, each with the FROM item after which it can be evaluated. */
#ifndef IP_PREPARED_H
#define IP_PREPARED_H

#include "interpreter/interpreter.h"
#include "interpreter/value/sqltype.h"

typedef struct ip_run_state ip_run_state;
typedef struct ip_node ip_node;
typedef struct ip_query_plan ip_query_plan;
typedef struct ip_write ip_write;
typedef struct ip_group ip_group;
typedef struct ip_step ip_step;
typedef struct ip_prepared ip_prepared;

typedef ip_datum ip_function(ip_run_state *run, const ip_datum *args, int count);

/* ---- casts ---- */
typedef struct ip_cast ip_cast;
typedef ip_datum ip_cast_function(ip_run_state *run, const ip_cast *cast, ip_datum value);
struct ip_cast {
    ip_cast_function *convert; /* NULL: same representation, or there are fields */
    ip_sqltype from, to;
    bool modify; /* apply the modifiers of to */
    bool explicit;
    const ip_cast *fields; /* records: by field; arrays: of the element */
    const ip_code *check;  /* the value, or (each) every element of it, must pass that routine; NULL: any */
    bool each;
};

static inline bool ip_cast_does_something(const ip_cast *cast)
{
    return cast->convert || cast->fields || cast->modify || cast->check;
}

/* An operator on known values: of ANY, ALL, IN (query), NULLIF. */
typedef struct ip_operator_call {
    ip_function *call;
    ip_cast left, right;
    ip_sqltype result;
} ip_operator_call;

/* ---- expressions ---- */
/* The operation of a node: interpreter/run/evaluate.c has a function for each. */
typedef enum ip_operation {
    IP_EVAL_CONSTANT,
    IP_EVAL_VARIABLE,
    IP_EVAL_RECORD,
    IP_EVAL_COLUMN,
    IP_EVAL_WHOLE_ROW,
    IP_EVAL_WINDOW,
    IP_EVAL_AGGREGATE,
    IP_EVAL_FIELD,
    IP_EVAL_AND,
    IP_EVAL_OR,
    IP_EVAL_NOT,
    IP_EVAL_IS_NULL,
    IP_EVAL_NOT_NULL,
    IP_EVAL_ROW_NOT_NULL,
    IP_EVAL_ROW_IS_NULL,
    IP_EVAL_IS_TRUE,
    IP_EVAL_IS_FALSE,
    IP_EVAL_DISTINCT,
    IP_EVAL_CASE,
    IP_EVAL_COALESCE,
    IP_EVAL_NULL_IF,
    IP_EVAL_GREATEST,
    IP_EVAL_LEAST,
    IP_EVAL_IN,
    IP_EVAL_ARRAY,
    IP_EVAL_SUBSCRIPT,
    IP_EVAL_WITH_PART,
    IP_EVAL_ANY,
    IP_EVAL_ALL,
    IP_EVAL_ROW,
    IP_EVAL_CALL,
    IP_EVAL_EXISTS,
    IP_EVAL_SCALAR,
    IP_EVAL_ARRAY_OF,
    IP_EVAL_ANY_OF,
    IP_EVAL_ALL_OF,
    IP_EVAL_STRICT_BUILTIN,
    IP_EVAL_BUILTIN,
    IP_EVAL_CAST,
    IP_EVAL_FOLDED,
    IP_EVAL_ROWS_EQUAL,
    IP_EVAL_ROWS_DISTINCT,
    IP_EVAL_GROUPING,
    IP_EVAL_REFUSED_ROW,
    IP_EVAL_JSON_ROWS,
    IP_EVAL_SIDE_BY_SIDE,
    IP_EVAL_CHANGED_ROWS,
} ip_operation;

struct ip_node {
    ip_operation operation;
    ip_sqltype type;
    int arg_count;
    const ip_node **args;
    int level, item, index, key_position;
    bool literal; /* constant is the value */
    bool set;     /* yields rows, as an ARRAY of them */
    ip_datum constant;
    ip_function *call;
    const ip_cast *cast;
    const ip_operator_call *operators;
    const ip_query_plan *query;
    const ip_code *callee;
    const char *name;
    const struct ip_part_path *place; /* WITH_PART */
    ip_range range;
};

enum { IP_MAX_ARGS = 100 }; /* of a function of the server: its FUNC_MAX_ARGS */

/* The result is NULL if an argument is. */
static inline bool ip_is_strict(const ip_node *node)
{
    return !node->set &&
           (node->operation == IP_EVAL_STRICT_BUILTIN || (node->operation == IP_EVAL_CALL && node->callee->strict));
}

/* ---- queries ---- */
/* The current row of a FROM item: values, else a row of a table, else all NULL. */
typedef struct ip_binding {
    const ip_datum *values;
    int row; /* -1: none */
    ip_read_mode mode;
    bool after; /* with the statement's own writes: RETURNING */
} ip_binding;

typedef struct ip_row_scope {
    struct ip_row_scope *outer;
    ip_binding *items;
    const ip_datum *aggregates, *windows;
    bool changes_first; /* the statement changes the rows of the first item */
} ip_row_scope;

/* A row of the result under construction: the current rows of the FROM items, aggregates, outputs if known, sort
 * keys. */
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

typedef enum ip_scan_unit_kind { IP_SCAN_TABLE, IP_SCAN_DERIVED, IP_SCAN_ROWS_OF, IP_SCAN_OUTER } ip_scan_unit_kind;

/* A FROM item, or an outer join of groups of them, in the order in which they are scanned. */
typedef struct ip_scan_unit {
    ip_scan_unit_kind kind;
    int item;
    const ip_table *table;
    int bound_count; /* TABLE: comparisons of its columns with values that are known before it is scanned */
    const struct ip_bound *bounds;
    ip_nodes point;       /* TABLE: the value of each key column; none: not a point lookup */
    ip_nodes key_filters; /* conjuncts decided without reading a cell */
    ip_nodes key_tries;   /* the same, but their evaluation may fail: then they decide nothing */
    int forced_count;     /* columns that the conjuncts name */
    const int *forced;
    ip_nodes filters;       /* the others, and key_tries again */
    const ip_node *current; /* TABLE: the name of the cursor whose row it is; NULL: any row */
    ip_lock lock;
    bool skips_locked, no_wait;
    const ip_query_plan *query; /* DERIVED */
    bool lateral;
    const ip_node *expr;          /* ROWS_OF */
    const ip_group *left, *right; /* OUTER: all rows of left, with the matching rows of right or with NULLs */
    ip_nodes condition;           /* FULL: the ON conjuncts */
    bool full;
    int left_item_count, right_item_count;
    const int *left_items, *right_items;
} ip_scan_unit;

struct ip_group {
    ip_nodes gate; /* conjuncts on none of the items */
    int count;
    const ip_scan_unit *units;
    const ip_query_plan *leads; /* of a write: of the one other item, each row of which can match one row of the target,
                                   by its key; NULL: another FROM */
    int leading_item;
};

typedef struct ip_sort_key {
    const ip_node *expr;
    int output; /* -1: expr */
    bool descending, nulls_first;
} ip_sort_key;

typedef struct ip_aggregate_call ip_aggregate_call;
typedef ip_datum ip_finish(ip_run_state *run, const ip_datum *values, int count, int width);
struct ip_aggregate_call {
    ip_finish *finish;                 /* NULL: count(*) */
    const ip_code *transition, *final; /* of a user-defined aggregate: in place of finish */
    ip_datum start;
    bool distinct, keep_nulls;
    ip_nodes args;
    const ip_node *filter;
    int sort_count; /* order of the rows it goes through */
    const ip_sort_key *sort;
};

/* A call with OVER: its value in one row of a sorted partition. */
typedef enum ip_window_function {
    IP_WINDOW_AGGREGATE,
    IP_WINDOW_ROW_NUMBER,
    IP_WINDOW_RANK,
    IP_WINDOW_DENSE_RANK,
    IP_WINDOW_PERCENT_RANK,
    IP_WINDOW_CUME_DIST,
    IP_WINDOW_NTILE,
    IP_WINDOW_LAG,
    IP_WINDOW_LEAD,
    IP_WINDOW_FIRST_VALUE,
    IP_WINDOW_LAST_VALUE,
    IP_WINDOW_NTH_VALUE,
} ip_window_function;

typedef struct ip_window {
    ip_window_function function;
    ip_aggregate_call aggregate; /* its args and filter are the call's in any case */
    ip_nodes partition_by;
    int sort_count;
    const ip_sort_key *sort;
    ip_code_frame frame;
    const ip_node *distances[2];                /* of the frame's ends; NULL: none */
    const ip_operator_call *minus[2], *plus[2]; /* RANGE: of ORDER BY's value and that distance; NULL: integers */
    ip_cast compared[2];                        /* … and ORDER BY's value as their result's type */
    ip_datum zeros[2];                          /* RANGE: distances of nothing */
} ip_window;

typedef struct ip_rowset {
    int count, width;
    ip_datum *values;
    int capacity;
} ip_rowset;

struct ip_query_plan {
    const ip_code_query *source;
    int width;
    const ip_sqltype *types;
    const char *const *names;
    const ip_cast *casts; /* [width] of the results; NULL: none */
    ip_code_set_operation operation;
    bool all, recursive;
    bool working; /* rows of the last iteration of the enclosing recursive query */
    const ip_query_plan *left, *right;
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
    const ip_aggregate_call *aggregates;
    int window_count;
    const ip_window *windows;
    bool set_returning; /* a target yields rows */
    int sort_count;
    const ip_sort_key *sort;
    const ip_node *limit, *offset;
    bool with_ties;
    const ip_write *writes;
    int part;              /* of its statement, counted from 1; 0: none */
    bool locks_as_fetched; /* locks can be delayed until each row is requested: every row that is read then is locked */
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
    const ip_query_plan *rows; /* INSERT; NULL: DEFAULT VALUES */
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
    const ip_operator_call *operators;
    const ip_row_expr *where; /* NULL: all rows */
    const bool *columns;      /* that any of them mentions */
} ip_exclusion_plan;

/* An index that keeps rows apart: of a key, or of an exclusion. */
typedef struct ip_unique_plan {
    const ip_key *key; /* NULL: */
    const ip_exclusion_plan *exclusion;
} ip_unique_plan;

/* The constraints of a table, prepared once. */
typedef struct ip_table_plan {
    const ip_table *table;
    int key_count;
    const int *key_columns;
    const int *key_position; /* [columns]: place in the key, -1 */
    const ip_sqltype *types; /* [columns] */
    int check_count;
    const struct ip_row_expr *checks;
    const int *check_order; /* [check_count]: what comes in with its type, then by name */
    int exclusion_count;
    const ip_exclusion_plan *exclusions;
    int unique_count; /* keys and exclusions, in the order in which they were made */
    const ip_unique_plan *uniques;
    const struct ip_row_expr *generated; /* [columns]; expr NULL: not generated */
    struct ip_row_expr partition;        /* expr NULL: it has no partitions */
    const ip_node **defaults;            /* [columns], coerced; NULL items: NULL */
    int child_count;                     /* foreign keys of tables that refer to this one */
    const struct ip_child {
        const ip_table *table;
        const ip_foreign_key *key;
    } * children;
    const char *unable;              /* something in it cannot be run */
    const char *wrong_state, *wrong; /* the server's error, which is why; NULL: it is not supported */
    bool ready;
} ip_table_plan;

/* ---- statements ---- */
typedef enum ip_flow { IP_FLOW_NEXT, IP_FLOW_EXIT, IP_FLOW_CONTINUE, IP_FLOW_RETURN, IP_FLOW_END } ip_flow;

typedef struct ip_steps {
    int count;
    const ip_step *items;
} ip_steps;

/* A field of a record, or an element of an array. */
typedef struct ip_part_step {
    int field; /* -1: */
    const ip_node *subscript;
    const ip_shape *shape; /* of the record */
} ip_part_step;

/* A path to a part of a value; no steps: all of it. */
typedef struct ip_part_path {
    int count;
    const ip_part_step *steps;
    ip_sqltype type; /* of what stands there */
} ip_part_path;

typedef struct ip_lvalue {
    int slot;
    ip_part_path place;
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
    const ip_code_statement *source;
    ip_steps body;
    int branch_count, handler_count, target_count;
    const ip_step_branch *branches;
    const ip_step_handler *handlers;
    const ip_lvalue *targets;
    bool whole;     /* the one target takes a whole row */
    bool row_value; /* … or NULL, where there is none */
    int outs;       /* CALL: its OUT parameters */
    const char *const *out_names;
    const ip_sqltype *out_types;
    const ip_cast *row_casts; /* RETURN QUERY: to the result's columns */
    const ip_node *expr, *low, *high, *by;
    const ip_query_plan *query;
    const ip_write *write;
    int part_count;
    const ip_query_plan *const *parts;
    const bool *read_once; /* [part_count]: its rows are read in one place */
    ip_nodes args;
    const char *sqlstate;
    const char *unable;
    ip_range unable_range;
    const char *wrong_state, *wrong; /* of unable: the server's error, which is why; NULL: it is not supported */
    ip_nodes places;                 /* of the statement's text */
};

struct ip_prepared {
    const ip_code *code;
    ip_steps body;
    int slot_count;
    ip_sqltype *slot_types;
    const ip_query_plan **slot_queries; /* of cursors: the query opened last in the text */
    const ip_node **defaults;           /* of parameters */
    ip_sqltype result;
    const char *unable;
    ip_range unable_range;
    const ip_datum_kind *untyped;    /* [parameters]: kinds that parameters without a type were prepared for */
    IP_VEC(const ip_code *) callees; /* routines that it calls, triggers' functions too */
};

#endif
