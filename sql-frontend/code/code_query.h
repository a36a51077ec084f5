/* Part of code.h: expressions, queries and writes. */
#ifndef IP_CODE_QUERY_H
#define IP_CODE_QUERY_H

#include "catalog/lock_mode.h"
#include "catalog/schema.h"

typedef struct ip_code ip_code;
typedef struct ip_code_expr ip_code_expr;
typedef struct ip_code_query ip_code_query;
typedef struct ip_code_from ip_code_from;
typedef struct ip_code_write ip_code_write;
typedef struct ip_code_statement ip_code_statement;

/* A type as the source writes it, resolved; a domain is its base type, %TYPE the column's or variable's. Composite: the
 * row type of a table or view, a type created by CREATE TYPE. IP_OTHER without a name, row and record: any value, kept
 * as it is (psql variables, what the compiler sets aside). domain: a routine that gives an error unless its argument
 * may be a value of the domain; every assignment, cast and argument that is not of that domain already goes through it.
 * Of an array: each element, unless the domain is over arrays itself. */
typedef struct ip_code_type {
    ip_type type;          /* IP_OTHER for composites and records */
    const ip_table *row;   /* %ROWTYPE or the type's name: its fields (no table of the schema unless it is a table's);
                              of an array: those of its elements; NULL */
    bool record;           /* RECORD: takes the shape of what is assigned */
    int precision, scale;  /* numeric(p,s), varchar(n), char(n) (n is precision); -1: none */
    const ip_code *domain; /* NULL: none, or one without constraints */
} ip_code_type;

typedef struct ip_code_overloads ip_code_overloads;

/* An operator or a cast that the files create: a call of callee where the operands, or what is cast, have these types.
 */
typedef struct ip_code_user_operator {
    ip_code_type operands[2]; /* of a prefix operator or a cast the first one alone */
    const ip_code *callee;    /* NULL: not run */
} ip_code_user_operator;

typedef struct ip_code_user_operators {
    int operands, count;
    ip_code_user_operator *items;
    bool own; /* PostgreSQL has it, too, for other types */
} ip_code_user_operators;

typedef enum ip_code_expr_kind {
    IP_CODE_CONSTANT,   /* text, constant type; null: the constant NULL; unknown: 'literal' whose type is
                           found from its use */
    IP_CODE_VARIABLE,   /* index: slot */
    IP_CODE_COLUMN,     /* level, item, index: column of that FROM item. level 0: this query or write, 1: the one
                           around it …, counting subqueries in expressions and in FROM alike. The two sides of a set
                           operation stand at its own level; VALUES is a query like others */
    IP_CODE_WHOLE_ROW,  /* level, item: all its columns as a record */
    IP_CODE_OUTPUT,     /* index: target of this query (ORDER BY 2, ORDER BY alias, GROUP BY alias) */
    IP_CODE_FIELD,      /* args[0].name */
    IP_CODE_OPERATOR,   /* name over one or two args: "+" "||" "=" "<" "~~" (LIKE) … */
    IP_CODE_FUNCTION,   /* name(args): one of PostgreSQL's own, lower case, without pg_catalog */
    IP_CODE_CALL,       /* callee(args): a routine of the workload; args by parameter, NULL: its default */
    IP_CODE_OVERLOADED, /* name(args[index…]), whose types tell which of args[…index-1], CALLs, it is: overload.h */
    IP_CODE_CAST,       /* args[0] to cast */
    IP_CODE_AND,
    IP_CODE_OR,
    IP_CODE_NOT,
    IP_CODE_IS_NULL,  /* of a record: every field is NULL */
    IP_CODE_NOT_NULL, /* of a record: no field is NULL. For other values NOT IS_NULL is used */
    IP_CODE_IS_TRUE,
    IP_CODE_IS_FALSE,
    IP_CODE_DISTINCT, /* args[0] IS DISTINCT FROM args[1] */
    IP_CODE_CASE,     /* args: when, then, …, [else if the count is odd]; CASE x WHEN is rewritten */
    IP_CODE_COALESCE,
    IP_CODE_NULLIF,
    IP_CODE_GREATEST,
    IP_CODE_LEAST,
    IP_CODE_IN,        /* args[0] = any of args[1…]. Comparisons of rows are spelled out column by column */
    IP_CODE_ARRAY,     /* ARRAY[args] */
    IP_CODE_SUBSCRIPT, /* args[0][args[1]] */
    IP_CODE_WITH_PART, /* args[0] with args[1] in the place that path leads to; the others: its subscripts, in order */
    IP_CODE_ANY,       /* args[0] name ANY (args[1], an array) */
    IP_CODE_ALL,
    IP_CODE_ROW,       /* (args) */
    IP_CODE_AGGREGATE, /* index into the query's aggregates */
    IP_CODE_GROUPED,  /* index into group_by: the group's value of it, NULL if its set does not have it. Only of a query
                         with group_sets, and at its own level */
    IP_CODE_GROUPING, /* args are GROUPED: a bit for each, the last one lowest, which is set if the group's set lacks it
                       */
    IP_CODE_WINDOW,   /* index into the query's windows */
    IP_CODE_EXISTS,   /* query */
    IP_CODE_SCALAR,   /* (query): its one row's one value, NULL if there is none, an error if more */
    IP_CODE_ARRAY_OF, /* ARRAY(query) */
    IP_CODE_ANY_OF,   /* args[0] name ANY (query); IN is "=". args[0] a ROW: each field with its target */
    IP_CODE_ALL_OF,
    IP_CODE_DEFAULT /* DEFAULT in VALUES or SET: the column's */
} ip_code_expr_kind;

/* A field of a record, or (field NULL) an element of an array, and then a part of that. */
typedef struct ip_code_path_step {
    const char *field;
    const ip_code_expr *subscript;
} ip_code_path_step;

typedef IP_VEC(ip_code_path_step) ip_code_path;

struct ip_code_expr {
    ip_code_expr_kind kind;
    ip_code_type cast;  /* CAST; CONSTANT: its type */
    const char *text;   /* CONSTANT: digits, string bytes, "t"/"f" */
    const char *name;   /* OPERATOR, FUNCTION, FIELD, ANY…: see there */
    bool null, unknown; /* CONSTANT */
    int level, item, index;
    int arg_count;
    const ip_code_expr **args;
    const ip_code *callee;
    const ip_code_query *query;
    const ip_code_path *path; /* WITH_PART */
    const ip_code_overloads *overloads;
    const ip_code_user_operators *user_operators; /* OPERATOR, CAST: what else it may be; NULL: nothing */
    ip_type type; /* of its value, if the source alone determines it: a name such as "bigint"; NULL: not known */
    ip_range range;
};

typedef struct ip_code_sort {
    const ip_code_expr *expr;
    bool descending, nulls_first;
} ip_code_sort;

typedef struct ip_code_aggregate {
    const char *name; /* count, sum, avg, min, max, bool_and, bool_or, string_agg, array_agg … */
    bool star, distinct;
    int arg_count;
    const ip_code_expr **args;
    const ip_code_expr *filter;    /* FILTER (WHERE …) or NULL */
    IP_VEC(ip_code_sort) order_by; /* of the rows it goes through; only where the order matters */
    /* A user-defined aggregate: `transition` is called for each row with the state so far (at first `start`; NULL:
     * NULL) and the arguments, then `final` with the last state, if there is one. */
    const ip_code *transition, *final;
    const char *start;
} ip_code_aggregate;

/* Where a window frame begins or ends, relative to the current row. */
typedef enum ip_code_edge {
    IP_CODE_FIRST, /* of the partition */
    IP_CODE_PRECEDING,
    IP_CODE_CURRENT,
    IP_CODE_FOLLOWING,
    IP_CODE_LAST
} ip_code_edge;

typedef enum ip_code_frame_unit {
    IP_CODE_RANGE, /* CURRENT: with all its peers in ORDER BY; distances are of ORDER BY's one value */
    IP_CODE_ROWS,
    IP_CODE_GROUPS /* of rows that ORDER BY does not tell apart */
} ip_code_frame_unit;

typedef enum ip_code_frame_without {
    IP_CODE_WITHOUT_NONE,
    IP_CODE_WITHOUT_CURRENT,
    IP_CODE_WITHOUT_GROUP, /* the current row and its peers (equal under ORDER BY) */
    IP_CODE_WITHOUT_TIES   /* the peers, but not the current row */
} ip_code_frame_without;

/* The rows of a partition that an aggregate, first_value, last_value and nth_value look at. */
typedef struct ip_code_frame {
    ip_code_frame_unit unit;
    ip_code_edge begin, end;
    const ip_code_expr *before, *after; /* the distances of begin and end, which name no column; NULL: none */
    ip_code_frame_without without;
} ip_code_frame;

typedef unsigned long long ip_code_group_set; /* a bit for each item of group_by */

/* A call with OVER, computed once rows are grouped and HAVING is decided. */
typedef struct ip_code_window {
    ip_code_aggregate call;
    bool aggregate; /* else row_number, rank, lag … */
    IP_VEC(const ip_code_expr *) partition_by;
    IP_VEC(ip_code_sort) order_by;
    ip_code_frame frame;
} ip_code_window;

typedef enum ip_code_from_kind {
    IP_CODE_TABLE,   /* table, lock */
    IP_CODE_DERIVED, /* query; lateral. A CTE used in FROM is one, too (each use evaluates it once more) */
    IP_CODE_ROWS_OF, /* expr (which sees the items before it): generate_series, unnest, a routine of the workload: its
                        rows; column names in names. A routine whose result is a record gives its fields, unnest of
                        several arrays an element of each */
    IP_CODE_JOIN     /* left, right, condition; outer joins by left_outer (keep unmatched left rows), right_outer */
} ip_code_from_kind;

struct ip_code_from {
    ip_code_from_kind kind;
    int item; /* leaves: number of this FROM item in its query */
    const ip_table *table;
    ip_lock lock;
    bool skip_locked, no_wait;
    const ip_code_query *query;
    bool lateral;
    const ip_code_expr *expr;
    bool ordinality; /* ROWS_OF: the last column counts the rows */
    bool whole;      /* ROWS_OF: each row is the value of one column, be it a record */
    bool of_target;  /* ROWS_OF: a call in the SELECT list, evaluated for each row of the other items of FROM */
    int width;       /* columns of the item */
    const char **names;
    const ip_code_from *left, *right;
    const ip_code_expr *condition; /* JOIN: ON or USING; NULL: true */
    bool left_outer, right_outer;
};

typedef struct ip_code_target {
    const char *name;
    const ip_code_expr *expr;
} ip_code_target;

typedef enum ip_code_set_operation {
    IP_CODE_PLAIN,
    IP_CODE_UNION,
    IP_CODE_INTERSECT,
    IP_CODE_EXCEPT
} ip_code_set_operation;

struct ip_code_query {
    ip_code_set_operation operation; /* not PLAIN: left and right, all; only order, limit, offset besides */
    bool all;
    const ip_code_query *left, *right;
    /* WITH RECURSIVE, a UNION: its right side is evaluated again with the rows that are new, for which DERIVED items
     * over this query stand, until there are none. */
    const ip_code_query *working;
    bool is_working;              /* it is such a query: .left's columns */
    const ip_code_expr ***values; /* VALUES: [value_rows][target_count]; NULL: not VALUES */
    int value_rows;
    int item_count;
    const ip_code_from *from; /* NULL: none. Several FROM items are joins without condition */
    const ip_code_expr *where;
    bool grouped;                          /* GROUP BY, or aggregates, or HAVING */
    IP_VEC(const ip_code_expr *) group_by; /* never OUTPUT: the target's own expression */
    IP_VEC(ip_code_group_set) group_sets;  /* the rows are grouped once by each; none: by all of group_by */
    const ip_code_expr *having;
    IP_VEC(ip_code_aggregate) aggregates;
    IP_VEC(ip_code_window) windows;
    int target_count;
    const ip_code_target *targets; /* of a set operation or VALUES: names only */
    bool distinct;
    IP_VEC(const ip_code_expr *) distinct_on;
    IP_VEC(ip_code_sort) order_by;
    const ip_code_expr *limit, *offset; /* NULL: none */
    bool with_ties;                     /* WITH TIES: also the peers of the last row in ORDER BY */
    /* This query is the RETURNING of that write, a part of its statement (ip_code_statement.parts). */
    const ip_code_write *writes;
};

typedef enum ip_code_write_kind {
    IP_CODE_INSERT,
    IP_CODE_UPDATE_ROWS,
    IP_CODE_DELETE_ROWS,
    IP_CODE_MERGE_ROWS
} ip_code_write_kind;

/* A trigger that the write fires, if one of the rows that it writes has that event. Its function takes NEW and OLD,
 * records of the table (NULL where there is none), and returns the row to go on with; NULL: none. WHEN is part of the
 * function. */
typedef struct ip_code_trigger {
    const char *name;
    ip_code_write_kind event;  /* an INSERT with DO UPDATE fires those of UPDATE, too */
    bool instead;              /* of the write of a view */
    bool before, row;          /* else after; else once for the statement, with neither NEW nor OLD */
    bool inherited;            /* each partition has it from its parent */
    bool deferrable, deferred; /* until the transaction ends, or SET CONSTRAINTS says so */
    const ip_code *function;
} ip_code_trigger;

typedef struct ip_code_set {
    int column;
    const ip_code_expr *expr; /* over item 0 (the target row), the FROM items, and for DO UPDATE item 1: excluded */
} ip_code_set;

/* WHEN of MERGE: the first WHEN that matches a row is used. */
typedef struct ip_code_merge_when {
    bool matched, nothing;
    const ip_code_expr *condition; /* NULL: always */
    ip_code_write_kind kind;       /* INSERT if not matched, else UPDATE_ROWS or DELETE_ROWS */
    IP_VEC(ip_code_set) sets;      /* INSERT: the columns given */
} ip_code_merge_when;

struct ip_code_write {
    ip_code_write_kind kind;
    /* Of a view, by INSTEAD OF triggers: .source gives the rows, for .columns: of UPDATE and DELETE all of OLD's, and
     * then those of NEW that are set. */
    bool instead;
    const ip_table *table; /* item 0 of its conditions */
    const ip_table *named; /* the table that the statement names: .table, or a partition of it */
    /* A partition is named: what the rows that are written must satisfy to be in it; over the row as item 0. NULL: any.
     */
    const ip_code_expr *within;
    bool through_view; /* .within is what a view's CHECK OPTION asks: of rows once they are written */
    /* UPDATE and DELETE of a table that others inherit from: the same for the next of them, in the same statement. */
    const ip_code_write *next;
    const ip_code_from *from; /* UPDATE … FROM, DELETE … USING: items 1…; NULL. MERGE: the source's, and item 0 on the
                                 optional side of a join with them */
    IP_VEC(ip_code_merge_when) whens;
    int item_count;
    const ip_code_expr *where;
    const ip_code_expr *current;         /* WHERE CURRENT OF: the cursor's name; its row is the target. NULL: no */
    IP_VEC(ip_code_set) sets;            /* UPDATE */
    const ip_code_query *source;         /* INSERT: rows to insert, VALUES too; NULL: DEFAULT VALUES */
    IP_VEC(int) columns;                 /* INSERT: which column each of the source's targets goes to */
    const ip_code_expr *const *defaults; /* [table columns]: for INSERT and DEFAULT; NULL pointer: NULL. As in
                                            table->code, whose generated columns are computed last */
    bool on_conflict, do_nothing;
    const ip_key *conflict_key;             /* this key, */
    const ip_exclusion *conflict_exclusion; /* or that unique index, which is no key; neither: any key or index */
    IP_VEC(ip_code_set) conflict_sets;
    const ip_code_expr *conflict_where;
    IP_VEC(ip_code_trigger) triggers; /* in the order of their names */
    bool transitions;                 /* some of them have transition tables */
    bool
        fires_on_passage; /* triggers of INSERT or DELETE that an UPDATE fires if it takes a row to another partition */
    int returning_count;
    const ip_code_target *returning; /* over the row after the write (before, for DELETE) and the FROM items */
};

#endif
