/* Compiling definitions (definition.h) to executable code (code.h): what the files of this folder share.
 *
 * One ip_coder for each workload knows every unit and its code; one ip_compiler compiles one unit. Whatever
 * cannot be compiled exactly is refused: the code keeps the first reason (why_not), and compiling goes on with
 * NULL in its place, so that callers need not check. A server plans a statement of PL/pgSQL only when it reaches
 * it: the statement alone gets the reason (IP_CODE_REFUSED). */
#ifndef IP_CODER_H
#define IP_CODER_H

#include "code/code.h"
#include "catalog/definition.h"
#include "parse/pg_parse.h"
#include "catalog/relation.h"

typedef IP_VEC(int) ip_code_numbers;

typedef IP_VEC(const ip_code_expr *) ip_code_args;

/* A table that the unit has created, by the name that it has there. */
typedef struct ip_code_temporary {
    const char *name;
    ip_table *table;
} ip_code_temporary;

/* DROP TABLE IF EXISTS of a table that is created further down, perhaps before it in another iteration. */
typedef struct ip_code_awaited {
    ip_code_statement *drop;
    const char *name;
} ip_code_awaited;

typedef struct ip_code_unit {
    const ip_unit *unit;
    ip_code *code;
    const ip_trigger *trigger; /* the unit as the function of that trigger, and: */
    const ip_table *table;
    ip_code_write_kind event;
    const char *domain; /* it is what the constraints of that domain ask; NULL */
    bool compiled;
    bool touches; /* reads or writes a table; calls count only after ip_code_coder_finish */
    ip_code_numbers callees;
    IP_VEC(ip_code_temporary) temporaries; /* made by what was compiled so far */
    IP_VEC(ip_code_awaited) awaited;
} ip_code_unit;

/* A statement's (or branch's) accesses are set when this callee turns out to touch tables. */
typedef struct ip_code_waiting {
    bool *accesses;
    int callee;
} ip_code_waiting;

typedef struct ip_coder {
    ip_arena *arena;
    const ip_definitions *definitions;
    ip_schema *schema; /* gets tables for locks where they are taken */
    IP_VEC(ip_code_unit *) units;
    IP_VEC(ip_code_waiting) waiting;
    ip_code_user_operators *unasked; /* of every code; NULL: not looked for yet */
} ip_coder;

/* PL/pgSQL's namespace as a stack: a label opens a level, its variables follow. */
typedef struct ip_code_name {
    const char *name; /* of a label: NULL if it has none */
    int slot;         /* -1: a label */
} ip_code_name;

/* Which one a name means that could be both. */
typedef enum ip_code_conflict { IP_CONFLICT_ERROR, IP_CONFLICT_VARIABLE, IP_CONFLICT_COLUMN } ip_code_conflict;

typedef struct ip_code_label {
    const char *name;
    bool loop;
} ip_code_label;

typedef struct ip_code_cursor {
    int slot;
    const ip_pl_declaration *declaration;
    int names; /* how many its query sees */
} ip_code_cursor;

/* A column in scope, and how its query reads it. */
typedef struct ip_code_column {
    const char *name;
    const ip_code_expr *expr;
} ip_code_column;

typedef IP_VEC(ip_code_column) ip_code_columns;

struct ip_code_cte;

typedef struct ip_compiler {
    ip_coder *coder;
    ip_arena *arena;
    const ip_schema *schema;
    ip_code_unit *self;
    const ip_unit *unit;
    ip_code *code;
    int views_used;
    const ip_path *path;       /* where names are looked for; NULL: as the unit says */
    ip_code_conflict conflict; /* SQL functions and scripts: columns win */
    IP_VEC(ip_code_name) names;
    IP_VEC(ip_code_label) labels; /* of the enclosing loops and blocks */
    /* The text being compiled. An offset in a parse tree minus shift is a byte of the text, and that plus
     * range.begin a byte of the source. */
    const ip_source *text;
    size_t shift;
    ip_range range;
    ip_code_sql *sql;   /* receives the places of variables; NULL: this text is never sent */
    bool accesses;      /* the text names a table */
    bool no_such_table; /* that is why the code cannot be run */
    bool not_made;      /* a server does not make the routine at all */
    ip_code_numbers callees;
    int depth;            /* of expressions and queries within each other */
    bool rows_allowed;    /* the current call may return rows: it stands in FROM */
    bool default_allowed; /* DEFAULT may stand in VALUES: they are inserted */
    bool unseen_snapshot; /* a statement before took a snapshot but is not run, since it reads nothing */
    bool parts_allowed;   /* the current WITH is the statement's own: its queries may write */
    IP_VEC(const ip_code_query *) parts;
    IP_VEC(const struct ip_code_cte *) with_queries; /* SELECTs that stand in the current text */
    bool in_action;                                  /* compiling the action of a foreign key */
    const ip_code_write *fires;               /* the one of them that fires AFTER triggers, as far as is known; NULL */
    int queries;                              /* compiled for this statement; WITH queries are compiled at each use */
    int error_code, error_message;            /* slots, in a handler; -1 */
    IP_VEC(ip_code_cursor) cursors;           /* declared with a query */
    bool in_when;                             /* a trigger's condition, which is evaluated outside its function */
    bool hands_back;                          /* the row is named to be returned */
    const ip_code_columns *written;           /* the columns of the view that is written through; NULL: a table is */
    IP_VEC(const ip_code_expr *) view_checks; /* what CHECK OPTION asks of rows written through it */
    bool checks_views;                        /* CHECK OPTION of an outer view applies to the current view, too */
    const ip_table *below;                    /* the table or partition whose rows the current view shows */
    const ip_table *member; /* the current one of the tables in an inheritance tree that UPDATE or DELETE touches */
} ip_compiler;

typedef struct ip_code_relation {
    const char *alias;
    const char *qualified; /* "schema.table" where no alias was given; else NULL */
    const ip_table *table; /* a table without alias columns, for its key; else NULL */
    int item;              /* -1: a join with an alias */
    bool partial;          /* a view of that item: its columns are not the item's own */
    bool scalar;           /* its row is the value of its one column */
    int transition;        /* a trigger's transition table: 1: NEW, 2: OLD; else 0 */
    ip_code_columns columns;
} ip_code_relation;

struct ip_code_scope;

/* A call that returns rows, in a SELECT list: its value for the current row. */
typedef struct ip_code_set_call {
    const ip_tree *node;
    const ip_code_expr *value;
} ip_code_set_call;

/* A WITH query, visible to later ones. It is compiled again at each use. */
typedef struct ip_code_cte {
    const char *name;
    const PgQuery__SelectStmt *query;
    const ip_tree *column_names;
    struct ip_code_scope *scope; /* the one of the query that it stands in */
    int *uses;
    const struct ip_code_cte *before;
    const ip_code_query **part; /* *part: one of its statement's parts; NULL: it is not, or not yet */
    bool recursive;             /* may name itself */
} ip_code_cte;

/* An item that stands for the rows of several tables: the query of each, and which column of the table each of the
 * item's is. */
typedef struct ip_code_member {
    ip_code_query *query;
    int *columns;
} ip_code_member;

typedef struct ip_code_family {
    int item;
    IP_VEC(ip_code_member) members;
} ip_code_family;

typedef struct ip_code_scope {
    struct ip_code_scope *around; /* the query that this one stands in */
    struct ip_code_scope *seen;   /* the next one whose columns can be named here */
    int depth;                    /* queries around it; a set operation counts as none */
    IP_VEC(ip_code_relation) relations;
    ip_code_columns columns; /* without qualification: what USING merged stands once */
    const ip_code_cte *ctes;
    ip_code_query *query; /* takes aggregates; NULL: none may stand here */
    bool in_aggregate, in_window;
    bool asks_grouping;     /* GROUPING() stands in it */
    const ip_tree *windows; /* the WINDOW clause */
    int item_count;
    IP_VEC(ip_code_set_call) sets; /* functions that return rows among the targets */
    /* Conditions of views that became items of this query; ip_code_where adds them to its own. */
    IP_VEC(const ip_code_expr *) conditions;
    bool takes_conditions; /* and not where an item's rows may be NULLs of an outer join */
    IP_VEC(ip_code_family) families;
} ip_code_scope;

/* coder.c */
ip_coder *ip_code_coder_new(ip_arena *arena, const ip_definitions *definitions, ip_schema *schema);
int ip_code_coder_unit(ip_coder *coder, const ip_unit *unit); /* index of its entry; its code is compiled by: */
ip_code *ip_code_coder_code(ip_coder *coder, const ip_unit *unit);
ip_code *ip_code_coder_compiled(ip_coder *coder,
                                const ip_unit *unit); /* the same, with its body; callees follow later */
void ip_code_coder_finish(ip_coder *coder);           /* everything that was asked for */
/* A unit that is not one of the definitions: it is compiled now, and its faults are reported as errors. */
const ip_code *ip_code_coder_script(ip_coder *coder, const ip_unit *unit, ip_diagnostics *diagnostics);
void ip_code_refuse(ip_compiler *c, ip_range range, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The same for a name that does not exist: the server's error, if the files are its whole schema. */
void ip_code_refuse_name(ip_compiler *c, ip_range range, const char *sqlstate, const char *error, const char *format,
                         ...) __attribute__((format(printf, 5, 6)));
/* The same for a statement of a client that is wrong whatever the schema is: the server's error, if sqlstate is not
 * NULL. */
void ip_code_refuse_wrong(ip_compiler *c, ip_range range, const char *sqlstate, const char *error, const char *format,
                          ...) __attribute__((format(printf, 5, 6)));
/* The server's error when the routine is created, whichever statement causes it. */
void ip_code_refuse_routine(ip_compiler *c, ip_range range, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
ip_range ip_code_place_of(const ip_compiler *c, const ip_tree *node);
/* argument.c: the routine meant by a call; NULL: none, or more than one matches. */
typedef struct ip_called_as {
    bool several, known_name;
    IP_VEC(const ip_unit *) units; /* the units whose parameters accept the arguments */
} ip_called_as;
/* scope: whose columns its arguments name; NULL: none. */
const ip_unit *ip_code_coder_routine(ip_compiler *c, const PgQuery__FuncCall *call, struct ip_code_scope *scope,
                                     ip_called_as *as);
/* overload.c: a call whose routine a run chooses by the arguments' types; NULL: not in an expression. */
const ip_code_expr *ip_code_overloaded(ip_compiler *c, const PgQuery__FuncCall *call, const ip_called_as *as,
                                       struct ip_code_scope *scope, ip_range range);

/* type.c */
ip_code_type ip_code_type_of_text(ip_compiler *c, const char *name, ip_range range);
ip_code_type ip_code_type_of_name(ip_compiler *c, const PgQuery__TypeName *type_name, ip_range range);
ip_code_type ip_code_type_any(void);
bool ip_code_is_record(const ip_code_type *type);
bool ip_code_type_named(const ip_type *type, const char *name);
const ip_user_type *ip_code_user_type(const ip_compiler *c, const ip_type *type); /* an enum or domain; NULL */
const ip_table *ip_code_row_of(const ip_compiler *c, const ip_code_expr *expr);   /* its fields; NULL: none are known */
const ip_table *ip_code_row_of_elements(const ip_compiler *c, const ip_code_expr *expr); /* of an array */
void ip_code_refuse_order(ip_compiler *c, const ip_code_expr *expr, ip_range range);     /* of an enum's values */
const ip_user_type *ip_code_enum_of(const ip_compiler *c, const ip_code_expr *expr);     /* that has the values; NULL */
/* The expression by which values are ordered: of an enum, the position of its label; of other types, the value. */
const ip_code_expr *ip_code_ordered(ip_compiler *c, const ip_code_expr *expr, ip_range range);
const ip_code_expr *ip_code_place_among(ip_compiler *c, const ip_user_type *user, const ip_code_expr *expr,
                                        ip_range range);
const ip_code_expr *ip_code_label_at(ip_compiler *c, const ip_user_type *user, const ip_code_expr *place);

/* name.c: variables */
void ip_code_open_level(ip_compiler *c, const char *label);
int ip_code_declare(ip_compiler *c, const char *name, ip_code_type type); /* slot */
int ip_code_hidden(ip_compiler *c, const char *name, ip_code_type type);  /* it has no name that code could refer to */
void ip_code_see(ip_compiler *c, const char *name, int slot);
/* What a variable's name means: *fields of the parts name fields of the record in that slot. -1: no variable. */
int ip_code_find_variable(const ip_compiler *c, const char *const *parts, int count, int *used);
const ip_code_expr *ip_code_variable_expr(ip_compiler *c, int slot, ip_range range);
const ip_code_expr *ip_code_column_ref(ip_compiler *c, const ip_tree *node, ip_code_scope *scope);
const ip_code_expr *ip_code_parameter_ref(ip_compiler *c, const ip_tree *node);
/* .f, [i] and so on, as the parse tree has them; false: something else, such as a slice of an array. */
bool ip_code_path_of(ip_compiler *c, const ip_tree *steps, ip_code_scope *scope, ip_code_path *path);
bool ip_code_lvalue_of(ip_compiler *c, ip_pl_text target, ip_code_lvalue *lvalue);
void ip_code_add_place(ip_compiler *c, long long location, int parts, const ip_code_expr *expr);
void ip_code_add_cursor_place(ip_compiler *c, const ip_code_expr *name); /* of WHERE CURRENT OF */

/* record.name; refused if it is known to have none of that name. */
const ip_code_expr *ip_code_field_of(ip_compiler *c, const ip_code_expr *record, const char *name, ip_range range);

/* scope.c: columns */
ip_code_scope *ip_code_scope_new(ip_compiler *c, ip_code_scope *around, bool sees_around);
const ip_code_relation *ip_code_find_relation(const ip_code_scope *scope, const char *schema, const char *alias);
/* The columns that a name means in the nearest query that has it: 0, 1, or 2 for more; *expr at the level of scope. */
int ip_code_find_column(ip_compiler *c, ip_code_scope *scope, const char *schema, const char *alias, const char *name,
                        const ip_code_expr **expr);
const ip_code_expr *ip_code_whole_row(ip_compiler *c, ip_code_scope *scope, const char *alias);
/* *, t.*, r.*: appends the columns; false (refused) if there is no such item. */
/* Each field of a value that has these. */
void ip_code_push_fields(ip_compiler *c, const ip_code_expr *value, const ip_table *row, ip_code_columns *columns);
bool ip_code_expand_star(ip_compiler *c, const ip_tree *column_ref, ip_code_scope *scope, ip_code_columns *columns);
const ip_code_expr *ip_code_item_column(ip_compiler *c, int item, int index, const char *name, ip_type type);

/* expr.c */
ip_code_expr *ip_code_new(ip_compiler *c, ip_code_expr_kind kind, ip_range range);
ip_code_expr *ip_code_make(ip_compiler *c, ip_code_expr_kind kind, ip_range range, int count,
                           const ip_code_expr *const *args);
ip_code_expr *ip_code_operator(ip_compiler *c, const char *name, const ip_code_expr *a, const ip_code_expr *b,
                               ip_range range);
const ip_code_expr *ip_code_null(ip_compiler *c, ip_range range);
const ip_code_expr *ip_code_text_constant(ip_compiler *c, const char *type, const char *text, ip_range range);
const ip_code_expr *ip_code_kept_expr(ip_compiler *c, const ip_kept_tree *kept, ip_code_scope *scope); /* NULL: NULL */
const ip_code_expr *ip_code_expr_of(ip_compiler *c, const ip_tree *node, ip_code_scope *scope);
const char *ip_code_value_function_name(const ip_tree *node); /* "current_date", of an SQLValueFunction */
bool ip_code_same(const ip_code_expr *a, const ip_code_expr *b);

/* operator.c */
const ip_code_expr *ip_code_a_expr(ip_compiler *c, const ip_tree *node, ip_code_scope *scope);
const ip_code_expr *ip_code_compare(ip_compiler *c, const char *op, const ip_code_expr *a, const ip_code_expr *b,
                                    ip_range range); /* rows column by column */
ip_type ip_code_operator_type(const char *op, ip_type a, ip_type b);

/* call.c */
const ip_code_expr *ip_code_call(ip_compiler *c, const ip_tree *node, ip_code_scope *scope);
const ip_code_expr *ip_code_user_call(ip_compiler *c, const PgQuery__FuncCall *call, const ip_unit *unit,
                                      ip_code_scope *scope, ip_range range);
bool ip_code_returns_rows(ip_compiler *c, const ip_tree *node); /* a call whose value is a set */
bool ip_code_is_aggregate(const char *name);
/* Its arguments, FILTER and the order of what it goes through; *type: of the value. *of: the value is the place of one
 * among the labels of that enum; else it is left. */
ip_code_aggregate ip_code_aggregate_call(ip_compiler *c, const PgQuery__FuncCall *call, const char *name,
                                         ip_code_scope *scope, ip_range range, ip_type *type, const ip_user_type **of);
/* user_operator.c: what files create under the name of an operator with these operands, or of the type cast to; NULL:
 * nothing */
const ip_code_user_operators *ip_code_user_operators_of(ip_compiler *c, bool cast, const char *name,
                                                        const ip_code_expr *const *operands, int count, ip_range range);
const ip_code_user_operators *ip_code_unasked_casts(ip_compiler *c);
/* The only routine of that name, if it is a plain function with so many parameters; NULL. Its code is a callee then. */
const ip_code *ip_code_only_function(ip_compiler *c, const char *name, int parameters);
/* user_aggregate.c: fills in the functions of a user-defined aggregate; false: not understood */
bool ip_code_user_aggregate(ip_compiler *c, const PgQuery__FuncCall *call, const char *name, ip_code_aggregate *a);
/* effects.c */
bool ip_code_is_volatile(const ip_code_expr *expr);
bool ip_code_query_is_volatile(const ip_code_query *query);

/* from.c */
void ip_code_add_relation(ip_compiler *c, ip_code_scope *scope, ip_code_relation relation, const ip_tree *names);
/* The WHERE clause (NULL: none) and the conditions of the scope's views; NULL: every row. */
const ip_code_expr *ip_code_where(ip_compiler *c, const ip_tree *clause, ip_code_scope *scope);
/* Columns with values of their own, under an alias. */
ip_code_relation *ip_code_add_columns(ip_compiler *c, ip_code_scope *scope, const char *alias,
                                      const ip_code_columns *columns, const ip_tree *names);
/* view.c: a view as the table whose rows it shows, or as a derived table; NULL: it is no view. */
ip_code_from *ip_code_view(ip_compiler *c, const PgQuery__RangeVar *rangevar, ip_code_scope *scope);
/* The table that is written through a view, as the item of the scope; *columns: the view's, each a column of the item.
 * NULL: no view, or a view that cannot be written through (to be refused). */
ip_code_from *ip_code_written_view(ip_compiler *c, const PgQuery__RangeVar *rangevar, ip_code_write_kind kind,
                                   ip_code_scope *scope, ip_code_columns *columns);

const ip_code_from *ip_code_from_clause(ip_compiler *c, const ip_tree *list, ip_code_scope *scope);
ip_code_from *ip_code_table_item(ip_compiler *c, const PgQuery__RangeVar *rangevar, const ip_table *table,
                                 ip_code_scope *scope, const char *alias);
/* The rows of a table or partition: table_item of the whole, with the bounds among the scope's conditions. NULL: they
 * cannot stand there. */
ip_code_from *ip_code_rows_of(ip_compiler *c, const PgQuery__RangeVar *rangevar, const ip_table *table,
                              ip_code_scope *scope);
ip_code_from *ip_code_new_item(ip_compiler *c, ip_code_from_kind kind, ip_code_scope *scope);
const char *ip_code_alias_of(ip_compiler *c, const PgQuery__Alias *alias); /* NULL: there is none */
ip_code_from *ip_code_join(ip_compiler *c, const ip_code_from *left, const ip_code_from *right);
ip_code_from *ip_code_derived_item(ip_compiler *c, const ip_code_query *query, const char *alias, const ip_tree *names,
                                   ip_code_scope *scope);
/* from_function.c: the rows that a call gives; a RangeFunction's content, under its alias. */
ip_code_from *ip_code_rows_item(ip_compiler *c, const ip_code_expr *call, const char *name, ip_code_scope *scope);
/* Several calls unnest(a), unnest(b) as unnest(a, b). NULL: they are other calls. */
const ip_tree *ip_code_unnest_together(ip_compiler *c, const ip_tree *calls);
/* An item of rows that belong to no table: values, or arrays side by side. */
const ip_code_expr *ip_code_rows_column(ip_compiler *c, const ip_code_from *rows, int column);
ip_code_from *ip_code_range_function(ip_compiler *c, const PgQuery__RangeFunction *body, ip_code_scope *scope);
/* family.c: partitions, and tables that others inherit from */
typedef IP_VEC(const ip_code_expr *) ip_code_bound_list;
bool ip_code_is_partitioned(const ip_compiler *c, const ip_table *table);
/* The table that holds the rows of this one: itself, unless it is a partition. rangevar: NULL, or where it
 * is named. */
const ip_table *ip_code_whole(ip_compiler *c, const PgQuery__RangeVar *rangevar, const ip_table *table);
/* What rows of the whole are in the partition, its columns known to the scope under the alias; none: any table. */
void ip_code_bounds(ip_compiler *c, const ip_table *part, const char *alias, ip_code_scope *scope,
                    ip_code_bound_list *bounds);
/* The same of the scope's last relation. */
void ip_code_last_bounds(ip_compiler *c, const ip_table *part, ip_code_scope *scope, ip_code_bound_list *bounds);
const ip_code_expr *ip_code_all_of(ip_compiler *c, const ip_code_bound_list *bounds); /* NULL: every row */
/* The number of the partition that takes the row; NULL: only the server knows. */
const ip_code_expr *ip_code_partition_of_row(ip_compiler *c, const ip_table *table, ip_code_scope *scope,
                                             ip_code_table *created);
const bool *ip_code_routing_columns(ip_compiler *c, const ip_table *whole, bool **hashed);
const char *ip_code_partition_demands(const ip_definitions *d, const ip_table *whole); /* of its rows alone; NULL */
/* A table with those that inherit from it, as a derived table; NULL: no table inherits from it. */
ip_code_from *ip_code_family_item(ip_compiler *c, const PgQuery__RangeVar *rangevar, const ip_table *table,
                                  ip_code_scope *scope);
void ip_code_share_condition(ip_compiler *c, const ip_code_scope *scope, const ip_code_expr *condition);

/* with.c */
void ip_code_with(ip_compiler *c, const PgQuery__WithClause *with, ip_code_scope *scope);
/* Compiles the WITH queries of the text, from the one of this number, that no query uses. They are never evaluated, but
 * the variables in them must be replaced in the text, and the tables in them are locked. */
void ip_code_unused_with_queries(ip_compiler *c, int first);
ip_relation ip_code_relation_of(const ip_compiler *c, const PgQuery__RangeVar *rangevar);
/* EXISTS of this, where the answer is known (expr/catalog.c); NULL: it is not. */
const ip_code_expr *ip_code_known_in_catalog(ip_compiler *c, const PgQuery__SelectStmt *select, ip_range range);
ip_code_from *ip_code_with_item(ip_compiler *c, const PgQuery__RangeVar *rangevar,
                                ip_code_scope *scope); /* NULL: no such query */
/* window.c: the call's value over the rows around the current one */
const ip_code_expr *ip_code_window_call(ip_compiler *c, const ip_tree *node, const char *name, ip_code_scope *scope);
const ip_table *ip_code_table_named(ip_compiler *c, const PgQuery__RangeVar *rangevar); /* NULL: refused */
/* Clients of a server change no materialized view: the server's error, with one %s for its name. */
void ip_code_refuse_materialized(ip_compiler *c, const PgQuery__RangeVar *rangevar, const char *error)
    __attribute__((format(printf, 3, 0)));
/* The text locks that table as a whole, at least so. */
void ip_code_locks_table(ip_compiler *c, const ip_table *table, ip_lock lock);

/* query.c */
const ip_code_query *ip_code_select(ip_compiler *c, const PgQuery__SelectStmt *select, ip_code_scope *scope);
/* Expands *, t.*, (v).*; false: it is none of these. */
bool ip_code_expand(ip_compiler *c, const ip_tree *node, ip_code_scope *scope, ip_code_columns *columns);
void ip_code_targets(ip_compiler *c, const ip_tree *list, ip_code_scope *scope, ip_code_columns *targets);
const ip_code_target *ip_code_target_list(ip_compiler *c, const ip_code_columns *targets);

/* order.c: GROUP BY, ORDER BY, DISTINCT, LIMIT */
void ip_code_group(ip_compiler *c, const PgQuery__SelectStmt *select, ip_code_query *query, ip_code_scope *scope);
const ip_code_expr *ip_code_group_expr(ip_compiler *c, const ip_tree *node, const ip_code_query *query,
                                       ip_code_scope *scope);
void ip_code_order(ip_compiler *c, const PgQuery__SelectStmt *select, ip_code_query *query, ip_code_scope *scope);
/* grouping.c: GROUP BY's items, and the sets of them where there are several or GROUPING() asks */
void ip_code_grouping_sets(ip_compiler *c, const PgQuery__SelectStmt *select, ip_code_query *query,
                           ip_code_scope *scope);
const ip_code_expr *ip_code_grouping_call(ip_compiler *c, const ip_tree *node, ip_code_scope *scope);
void ip_code_regroup(ip_compiler *c, ip_code_query *query); /* once all of the query is there */
void ip_code_locks(ip_compiler *c, const PgQuery__SelectStmt *select, ip_code_query *query, const ip_code_scope *scope);

/* write.c */
/* around: the scope whose WITH queries it sees; NULL: none. */
const ip_code_write *ip_code_write_of(ip_compiler *c, const ip_tree *statement, const ip_code_scope *around);
/* The write, and the scope of its conditions: the target is item 0. NULL: no such table. */
ip_code_write *ip_code_begin_write(ip_compiler *c, const ip_tree *body, ip_code_write_kind kind,
                                   const ip_code_scope *around, ip_code_scope **scope);
/* Of INSERT … ON CONFLICT: which key or unique index is meant. infer: the InferClause's content. */
void ip_code_arbiter(ip_compiler *c, ip_code_write *write, const PgQuery__InferClause *infer, ip_range range);
int ip_code_target_column(ip_compiler *c, const ip_table *table, const PgQuery__ResTarget *target,
                          ip_range range); /* -1: none */
const ip_code_expr *ip_code_set_value(ip_compiler *c, const ip_tree *value, ip_code_scope *scope);
int ip_code_sets(ip_compiler *c, const ip_tree *list, const ip_table *table, ip_code_scope *scope, ip_code_set **sets);
#define IP_CODE_SETS(c, list, table, scope, vec)                                                                       \
    ((vec)->count = (vec)->capacity = ip_code_sets((c), (list), (table), (scope), &(vec)->items))
ip_code_write *ip_code_merge(ip_compiler *c, const PgQuery__MergeStmt *body); /* merge.c */
/* hidden.c: refuses statements with side effects that are not modelled here */
void ip_code_check_read(ip_compiler *c, const ip_table *table, ip_range range);
void ip_code_check_write(ip_compiler *c, const ip_table *table, bool insert, bool update, bool delete, ip_range range);

/* trigger.c */
void ip_code_triggers(ip_compiler *c, ip_code_write *write, ip_code_write_kind event, const ip_code_set *sets,
                      int set_count, bool in_parts);
void ip_code_see_row(ip_compiler *c);                               /* NEW and OLD */
void ip_code_read_row(ip_compiler *c, int slot, const char *field); /* field NULL: all of it */
const ip_code_expr *ip_code_trigger_constant(ip_compiler *c, const char *name,
                                             ip_range range); /* TG_OP …; NULL: none */
const ip_code_expr *ip_code_trigger_argument(ip_compiler *c, const ip_tree *array,
                                             const ip_tree *subscript); /* or NULL */
int ip_code_known(const ip_code_expr *condition);                       /* 0, 1, or -1: only a run knows */
bool ip_code_return_row(ip_compiler *c, ip_pl_text text, ip_code_statement *to);

/* The transition table with this name of the current trigger; NULL: there is none. Columns are noted as they are used.
 */
ip_code_from *ip_code_transition_item(ip_compiler *c, const PgQuery__RangeVar *rangevar, ip_code_scope *scope);
void ip_code_read_transition(ip_compiler *c, const ip_code_scope *scope, const ip_code_expr *column); /* NULL: all */

/* statement.c */
const ip_code_expr *ip_code_text_expr(ip_compiler *c, ip_pl_text text, ip_code_sql *sql, bool *accesses);
typedef IP_VEC(const ip_code_statement *) ip_code_list;
/* What is compiled until ip_code_leave_text is the text, whose byte 0 stands at range.begin. accesses: is set, now or
 * once the callees are known. */
typedef struct ip_code_saved {
    const ip_source *text;
    size_t shift;
    ip_range range;
    ip_code_sql *sql;
    bool accesses;
    ip_code_numbers callees;
    int with_queries;
} ip_code_saved;
ip_code_saved ip_code_enter_text(ip_compiler *c, const char *text, ip_range range, size_t shift, ip_code_sql *sql);
void ip_code_leave_text(ip_compiler *c, ip_code_saved saved, bool *accesses);
/* sql_statement.c */
void ip_code_check_destination(ip_compiler *c, const ip_pl_statement *s, const ip_code_statement *to); /* of rows */
/* The one SQL statement of a text that is not part of the source, as a statement that gives or changes rows. */
void ip_code_fill(ip_compiler *c, const ip_pl_statement *s, const char *text, ip_code_statement *to);
/* execute.c: a text that only a run knows, without targets and body */
ip_code_statement *ip_code_execute_text(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list);
ip_code_statement *ip_code_push(ip_compiler *c, ip_code_list *list, ip_code_statement_kind kind, ip_range range);
void ip_code_assign(ip_compiler *c, ip_code_list *list, int slot, ip_pl_text text, ip_range range);
/* The expression; if it reads tables, a preceding assignment stores it in a variable, which is returned. */
const ip_code_expr *ip_code_hoisted(ip_compiler *c, ip_code_list *list, ip_pl_text text, const char *name,
                                    ip_code_type type);
void ip_code_into(ip_compiler *c, const ip_pl_statement *s, ip_code_statement *to); /* the targets */
ip_code_statement *ip_code_query_statement(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list,
                                           ip_code_statement_kind kind);
void ip_code_simple(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list);

/* cursor.c */
void ip_code_declare_cursor(ip_compiler *c, const ip_pl_declaration *d, ip_code_list *list);
void ip_code_cursor_statement(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list);
/* The query of a FOR over a cursor. */
ip_code_statement *ip_code_cursor_loop(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list);

/* OPEN … FOR EXECUTE, once its text is known: what it is beside its query. */
void ip_code_opened_text(ip_compiler *c, const ip_pl_statement *s, ip_code_statement *to);
/* The name of the cursor whose row is the target; NULL: another clause. */
const ip_code_expr *ip_code_current_of(ip_compiler *c, const ip_tree *clause, const ip_code_write *write);
/* DECLARE, FETCH, MOVE, CLOSE in a script; false: another statement. */
bool ip_code_sql_cursor(ip_compiler *c, const ip_tree *statement, const ip_pl_statement *s, ip_code_statement *to);

void ip_code_when(ip_compiler *c, ip_code_list *list); /* trigger.c */

/* control.c */
void ip_code_statements(ip_compiler *c, ip_pl_statement *const *items, int count, ip_code_list *list);
void ip_code_block(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list, bool outermost);
#define IP_CODE_MOVE_LIST(to, from)                                                                                    \
    ((to)->items = (from).items, (to)->count = (from).count, (to)->capacity = (from).capacity)

/* routine.c */
ip_compiler *ip_code_compiler_new(ip_coder *coder, ip_code_unit *entry);
ip_compiler *ip_code_no_unit(ip_coder *coder);                /* for expressions that belong to no routine */
void ip_code_signature(ip_coder *coder, ip_code_unit *entry); /* what callers need to know */
void ip_code_compile(ip_coder *coder, ip_code_unit *entry);

/* domain.c: as ip_code_type.domain, which the unit that is compiled (NULL: none) may call */
const ip_code *ip_code_domain_check(ip_coder *coder, ip_compiler *user, const ip_user_type *domain);
void ip_code_check_columns(ip_coder *coder, ip_table *table); /* sets their .domain_check */

/* table.c */
void ip_code_tables(ip_coder *coder, ip_schema *schema);
/* Units that stand for locks and the like, which lowering and compiling add: they have no code. */
void ip_code_created_tables(ip_arena *arena, ip_schema *schema);
void ip_code_compile_table(ip_coder *coder, ip_table *table);

/* instead.c: a write of a view with INSTEAD OF triggers; NULL: it is none */
const ip_code_write *ip_code_instead_write(ip_compiler *c, const ip_tree *statement, const ip_code_scope *around);
void ip_code_instead_triggers(ip_compiler *c, ip_code_write *write, const ip_view_definition *view); /* trigger.c */

/* temporary.c: tables that the unit creates for itself. false: the statement is about none */
bool ip_code_temporary_statement(ip_compiler *c, const ip_tree *statement, ip_code_statement *to);
bool ip_code_is_anyones_temporary(const ip_compiler *c,
                                  const PgQuery__RangeVar *rangevar); /* some unit creates a table so named */
ip_table *ip_code_temporary_named(const ip_compiler *c,
                                  const PgQuery__RangeVar *rangevar); /* NULL: it has created none */

#endif
