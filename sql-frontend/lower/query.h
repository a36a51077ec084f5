/* Part of lower.h: expressions, the names in them, and queries. */
#ifndef IP_LOWER_QUERY_H
#define IP_LOWER_QUERY_H

#include "lower/state.h"

/* lower/expr/name.c */
int ip_lower_find_variable(const ip_lowerer *l, const char *const *parts, int count); /* slot or -1 */
const ip_expr *ip_lower_column_ref(ip_lowerer *l, const ip_tree *node, ip_scope *scope);
int ip_lower_target_slot(ip_lowerer *l, ip_pl_text target, bool *element); /* slot or -1 */
const ip_expr *ip_lower_column(ip_lowerer *l, const ip_entry *entry, int column);
/* The values of the columns and subqueries that a parse tree names, calls not followed. */
void ip_lower_columns_in(ip_lowerer *l, const ip_tree *node, ip_scope *scope, ip_values *values);
int ip_lower_entry_column(const ip_entry *entry, const char *name);
int ip_lower_entry_width(const ip_entry *entry);
const char *ip_lower_entry_name(const ip_entry *entry, int column);
bool ip_lower_names_column(ip_scope *scope, const char *name); /* some column in scope has it */
void ip_lower_all_columns(ip_lowerer *l, const ip_tree *node, ip_scope *scope, ip_result *columns);

/* lower/expr/literal.c */
const ip_expr *ip_lower_literal(ip_lowerer *l, ip_expr_kind kind, ip_type type, const char *text);
const ip_expr *ip_lower_boolean(ip_lowerer *l, bool value);
const ip_expr *ip_lower_constant(ip_lowerer *l, const PgQuery__AConst *body);
bool ip_lower_open_type(ip_type type); /* unknown: the type of a literal or a script variable */
/* Converts a literal, NULL or script variable to the type that its use requires; others are unchanged. */
const ip_expr *ip_lower_coerce(ip_lowerer *l, const ip_expr *expr, ip_type type);

/* lower/expr/operator.c */
const ip_expr *ip_lower_unary(ip_lowerer *l, ip_operator op, const ip_expr *a);
const ip_expr *ip_lower_negation(ip_lowerer *l, const ip_expr *a); /* NOT, in three-valued logic */
const ip_expr *ip_lower_binary(ip_lowerer *l, ip_operator op, const ip_expr *a, const ip_expr *b);
const ip_expr *ip_lower_operator(ip_lowerer *l, const PgQuery__AExpr *body, ip_scope *scope);      /* A_Expr */
const ip_expr *ip_lower_connective(ip_lowerer *l, const PgQuery__BoolExpr *body, ip_scope *scope); /* BoolExpr */

/* lower/expr/expr.c */
const ip_expr *ip_lower_expr(ip_lowerer *l, const ip_tree *node, ip_scope *scope);
/* lower/expr/evaluated.c: what is surely evaluated. 1: the node's parts are uncertain, except those that its lowering
 * takes by ip_lower_surely. */
int ip_lower_doubt(const ip_tree *node);
const ip_expr *ip_lower_surely(ip_lowerer *l, const ip_tree *node, ip_scope *scope);
const ip_expr *ip_lower_if_sure(ip_lowerer *l, const ip_tree *node, ip_scope *scope, bool sure);
bool ip_lower_is_simple(const ip_lowerer *l, const ip_tree *tree);
/* The planner knows no value of it, or none that is NULL. */
bool ip_lower_never_planned(const ip_lowerer *l, const ip_tree *node, const ip_scope *scope);
bool ip_lower_never_planned_null(const ip_lowerer *l, const ip_tree *node, const ip_scope *scope);
bool ip_lower_casts_are_own(const ip_lowerer *l); /* no file creates a cast, which may be a function in SQL */
const ip_expr *ip_lower_given(ip_lowerer *l, const PgQuery__FuncCall *call, size_t number,
                              ip_scope *scope); /* an argument */
bool ip_lower_surely_operand(const ip_lowerer *l, const PgQuery__AExpr *body, bool left, const ip_scope *scope);
/* lower/expr/cast.c: expr as type: by an uninterpreted function wherever the conversion may change the value. */
const ip_expr *ip_lower_convert(ip_lowerer *l, const ip_expr *expr, ip_type type);
/* ARRAY[…]::t[] gives its elements the type t. false: the node is another one, or not sure to do so. */
bool ip_lower_is_array_cast(ip_lowerer *l, const ip_tree *node, ip_type *element);
const ip_expr *ip_lower_cast_element(ip_lowerer *l, const ip_expr *value, ip_type type);
/* cast: a TypeCast's content, at node's place. */
const ip_expr *ip_lower_cast(ip_lowerer *l, const PgQuery__TypeCast *cast, const ip_tree *node, ip_scope *scope);
const ip_expr *ip_lower_apply(ip_lowerer *l, const char *name, ip_type type, int count, const ip_expr *const *args);
/* An expression that is evaluated and may raise an error, but does not affect the value of the enclosing one. */
void ip_lower_lose(ip_lowerer *l, const ip_expr *expr);
/* lower/expr/ordering.c: the sequence that a call, or a column's default, draws from, "": an unknown one; NULL:
 * none. */
const char *ip_lower_sequence_drawn(const char *function, int count, const ip_expr *const *args);
const char *ip_lower_sequence_of(ip_lowerer *l, const ip_column *column);
/* The expression compares its parts by order. scope: NULL: it names no columns. */
void ip_lower_ordered(ip_lowerer *l, const ip_scope *scope, const ip_tree *node, const ip_expr *expr);
/* The same for a value that is not understood, if something in its tree orders. */
void ip_lower_ordered_below(ip_lowerer *l, const ip_scope *scope, const ip_tree *node, const ip_expr *value);
/* Before the variables from this number on, and their statements, are dropped: of the comparisons noted since there
 * were so many, those with such values become ones with the columns that the values come from. */
void ip_lower_ordered_columns(ip_lowerer *l, int ordered, int variables);
/* The operands of each = and <> in the value, also of those that IN, CASE and NULLIF become: a number that was just
 * drawn is more than a name if it is compared with something other than a number of its sequence or a column. */
void ip_lower_compared(ip_lowerer *l, const ip_scope *scope, const ip_tree *node, const ip_expr *value);
bool ip_lower_may_equate(const PgQuery__AExpr *expr);
bool ip_lower_is_order_operator(const PgQuery__AExpr *expr);
/* The expression does arithmetic on its parts: numbers of sequences are then more than names. */
void ip_lower_calculated(ip_lowerer *l, const ip_scope *scope, const ip_tree *node, const ip_expr *value);
bool ip_lower_is_arithmetic_operator(const PgQuery__AExpr *expr);
/* Rows are sorted by the key. chooses: some of them are left out. */
void ip_lower_sorted(ip_lowerer *l, const ip_scope *scope, const ip_tree *node, const ip_expr *key, bool chooses);
void ip_lower_takes_first(ip_lowerer *l, ip_range statement); /* only the first of its rows is used */
ip_type ip_lower_element_type(ip_lowerer *l, ip_type array);
ip_type ip_lower_without_modifier(ip_lowerer *l, ip_type type);    /* as parameters and results have it */
const ip_expr *ip_lower_text_expr(ip_lowerer *l, ip_pl_text text); /* an expression of the body */
/* ROW_COUNT after such an expression; begin: the number of statements when it began. */
void ip_lower_count_rows(ip_lowerer *l, const ip_tree *tree, int before);
/* Everything named below node, as arguments of an unknown value. */
const ip_expr *ip_lower_not_understood(ip_lowerer *l, const ip_tree *node, ip_scope *scope, ip_type type);

/* lower/expr/call.c */
const ip_expr *ip_lower_call(ip_lowerer *l, const PgQuery__FuncCall *call, const ip_tree *node, ip_scope *scope);
bool ip_lower_is_aggregate(const ip_definitions *d, const PgQuery__FuncCall *call);
/* lower/expr/inline.c */
/* No further bodies of routines and triggers, nor actions of foreign keys, are lowered in place. */
bool ip_lower_is_full(const ip_lowerer *l);
/* Runs the body of unit with these arguments; its result. */
const ip_expr *ip_lower_inline(ip_lowerer *l, const ip_unit *unit, const ip_tree *node, const ip_expr *const *args,
                               ip_result *columns); /* args: by parameter, NULL: its default */

/* lower/expr/builtin.c: PostgreSQL's and its extensions' functions, by their list; others may touch any table */
const ip_expr *ip_lower_builtin(ip_lowerer *l, const ip_tree *node, const char *name, const ip_values *args,
                                ip_scope *scope);
/* Casts and operators that a statement may run implicitly: the rows that they touch. */
void ip_lower_unasked(ip_lowerer *l, const ip_tree *statements);
/* The same for constraints of domains that read tables, where a value may be converted to a domain. */
void ip_lower_domains(ip_lowerer *l);
/* A user-defined operator, cast or aggregate: the effects of its functions, and any value. */
const ip_expr *ip_lower_user_operator(ip_lowerer *l, const ip_tree *node, const ip_user_operator *user_operator,
                                      const ip_values *args);

/* lower/expr/argument.c: the routine of a call */
typedef struct ip_called {
    const ip_unit *unit;  /* NULL: one of several */
    const ip_expr *value; /* its result */
    ip_result *columns;   /* given: receives the columns of the result, in FROM and CALL */
} ip_called;
/* false: it is no call of a user-defined routine, and nothing was lowered. */
bool ip_lower_user_call(ip_lowerer *l, const PgQuery__FuncCall *call, const ip_tree *node, ip_scope *scope,
                        ip_called *called);

/* lower/expr/sublink.c */
const ip_expr *ip_lower_sublink(ip_lowerer *l, const ip_tree *sublink, ip_scope *scope, bool positive);
/* The subquery as a separate statement; NULL: it names columns of scope, and nothing was created. */
ip_result *ip_lower_own_rows(ip_lowerer *l, const PgQuery__SelectStmt *select, ip_scope *scope);
/* The same where it has one row at most, of any columns. */
ip_result *ip_lower_own_row(ip_lowerer *l, const PgQuery__SelectStmt *select, ip_scope *scope);

/* lower/query/from.c */
ip_scope *ip_lower_scope_new(ip_lowerer *l, ip_scope *parent, ip_query *query);
ip_entry *ip_lower_scope_rows(ip_lowerer *l, ip_scope *scope, const ip_table *table, const char *alias);
ip_entry *ip_lower_scope_columns(ip_lowerer *l, ip_scope *scope, const char *alias, const struct ip_result *columns,
                                 int first_source, const ip_tree *names);
ip_entry *ip_lower_scope_table(ip_lowerer *l, ip_scope *scope, const PgQuery__RangeVar *rangevar, const char *alias);
void ip_lower_from(ip_lowerer *l, const ip_tree *from, ip_scope *scope);
/* Any number of unknown rows. */
void ip_lower_any_rows(ip_lowerer *l, ip_scope *scope);
/* The same for a query in FROM, with sources from first on, if it may have no row where nothing else says so: LIMIT,
 * OFFSET, set operations, and conditions of queries that are not followed row by row. */
void ip_lower_perhaps_no_rows(ip_lowerer *l, const PgQuery__SelectStmt *select, ip_scope *scope, int first);
void ip_lower_condition(ip_lowerer *l, const ip_tree *node, ip_scope *scope); /* WHERE, ON */
void ip_lower_conjunct(ip_lowerer *l, ip_scope *scope, const ip_expr *expr);

/* lower/query/with.c */
void ip_lower_with(ip_lowerer *l, const ip_tree *statement, ip_scope *scope);
const ip_cte *ip_lower_find_cte(ip_scope *scope, const char *name);
/* Of a statement that writes: around, with the queries of its WITH. */
ip_scope *ip_lower_with_names(ip_lowerer *l, const ip_tree *statement, ip_scope *around);
/* Call when the whole statement is lowered; first: the first of its lowered statements. */
void ip_lower_settle_parts(ip_lowerer *l, const ip_tree *statement, int first);
/* SELECT that gives one row, of aggregates, or the first one by an order; perhaps more, by functions of several rows.
 */
bool ip_lower_gives_one_row(const ip_lowerer *l, const PgQuery__SelectStmt *select);
bool ip_lower_at_most_one(const ip_lowerer *l, const ip_result *rows);
/* Columns of such a row where it is used; its presence is a condition. */
ip_result ip_lower_row_of(ip_lowerer *l, ip_result *rows, ip_scope *scope);
/* The part's columns at this place, and whether it has a row. */
ip_result ip_lower_part_rows(ip_lowerer *l, const ip_cte *cte, ip_scope *scope);
/* Once for each row of the parts in FROM: what is lowered until the loops are closed. Gives the loop to go back to. */
int ip_lower_open_part_loops(ip_lowerer *l, const ip_tree *from, ip_scope *scope);
/* The same for subqueries in WHERE that lock rows or take some of them, col = (SELECT …) and col IN (SELECT …): the
 * changed row is one of their rows. alone: the target if it is alone in FROM, or NULL. */
void ip_lower_open_sublink_loops(ip_lowerer *l, const ip_tree *where, ip_scope *scope, const PgQuery__RangeVar *alone);
void ip_lower_close_part_loops(ip_lowerer *l, int outside, ip_scope *scope);
/* The result of a statement in a loop over parts: any rows, with columns of these names and types. */
ip_result *ip_lower_rows_of_loop(ip_lowerer *l, const ip_result *rows);

/* lower/body/module.c: --trust-modules */
void ip_lower_trust_modules(ip_arena *arena, const ip_definitions *definitions, ip_diagnostics *diagnostics);
bool ip_lower_trusts_modules(const ip_lowerer *l);
void ip_lower_module_table(ip_lowerer *l, const PgQuery__RangeVar *rangevar, const char *name);
const ip_expr *ip_lower_module_function(ip_lowerer *l, const ip_tree *node, const char *name, const ip_values *args);
/* Whether columns of a query, or its ORDER BY and GROUP BY, call functions that may be aggregates. */
void ip_lower_module_rows(ip_lowerer *l, const ip_tree *clause);

/* lower/query/relation.c: resolves names of tables */
ip_relation ip_lower_relation(ip_lowerer *l, const PgQuery__RangeVar *rangevar);
const ip_path *ip_lower_path_of_names(const ip_lowerer *l);
const ip_table *ip_lower_table_named(ip_lowerer *l, const char *name); /* "t", "s.t"; NULL */
void ip_lower_no_such_table(ip_lowerer *l, const PgQuery__RangeVar *rangevar, const ip_relation *relation);
void ip_lower_report_dumps(ip_lowerer *l, const ip_tree *node); /* once */
void ip_lower_count_missing(ip_lowerer *l);                     /* once the program is whole */

/* lower/query/view.c: the view's rows as those of a subquery; its columns */
void ip_lower_view(ip_lowerer *l, ip_scope *scope, const ip_view_definition *view, const PgQuery__RangeVar *rangevar,
                   ip_result *columns);
/* Its names are resolved as at its creation, until it is left. NULL: it cannot be entered, which is reported. */
const ip_tree *ip_lower_enter_view(ip_lowerer *l, const ip_view_definition *view, const PgQuery__RangeVar *rangevar);
/* Do all views that have been entered belong to the role? */
bool ip_lower_views_are_of(const ip_lowerer *l, const char *owner);
void ip_lower_leave_view(ip_lowerer *l, const ip_tree *tree);
bool ip_lower_has_subquery(const ip_tree *node); /* or a call */
bool ip_lower_view_is_updatable(const ip_view_definition *view);

/* lower/query/derived.c: sources and columns of a subquery in scope->query, in FROM or correlated */
void ip_lower_derived(ip_lowerer *l, const PgQuery__SelectStmt *select, ip_scope *scope, ip_result *columns);
void ip_lower_values(ip_lowerer *l, const ip_tree *rows, ip_scope *scope, ip_result *columns);
bool ip_lower_has_grouping_sets(const PgQuery__SelectStmt *select);
uint64_t ip_lower_sources(const ip_scope *scope); /* of its query, so far */
/* Conditions from begin on apply only to the rows of these sources. */
void ip_lower_keep_to(const ip_scope *scope, int begin, int end, uint64_t sources);

/* lower/expr/equated.c: the single value that the expression over the query's columns has in all rows that satisfy its
 * conditions so far, over variables; NULL: unknown. */
const ip_expr *ip_lower_equated(const ip_query *query, const ip_expr *expr);
/* For a column of the rows that the query changes, as it finds them. */
const ip_expr *ip_lower_equated_target(ip_lowerer *l, const ip_query *query, int column);
/* At most one row of each table satisfies the query's conditions: they equate a key's columns. */
bool ip_lower_one_row(const ip_scope *scope);

/* lower/query/family.c: partitions and inheritance */
ip_entry *ip_lower_scope_family(ip_lowerer *l, ip_scope *scope, const ip_family *family, const char *alias,
                                const ip_tree *names);
void ip_lower_bounds(ip_lowerer *l, ip_scope *scope, const ip_entry *entry, const ip_partition_path *path);
/* The condition for rows of this source, which is one of the query's members. */
const ip_expr *ip_lower_of_member(ip_lowerer *l, const ip_query *query, const ip_expr *expr, int source);

/* lower/write/temporary.c */
bool ip_lower_is_temporary(const ip_lowerer *l, const char *name);
const ip_temporary *ip_lower_find_temporary(const ip_lowerer *l, const PgQuery__RangeVar *rangevar);
ip_entry *ip_lower_scope_temporary(ip_lowerer *l, ip_scope *scope, const ip_temporary *table, const char *alias,
                                   const ip_tree *names);
ip_result *ip_lower_temporary_table(ip_lowerer *l, const ip_tree *statement);
ip_result *ip_lower_temporary_write(ip_lowerer *l, const ip_tree *body, const ip_temporary *table, ip_scope *around);

/* lower/query/select.c */
/* No grouping, aggregates, limits, set operation. d: NULL where user-defined aggregates do not matter. */
bool ip_lower_plain_select(const ip_definitions *d, const PgQuery__SelectStmt *select);
bool ip_lower_is_distinct(const PgQuery__SelectStmt *select);              /* DISTINCT without ON */
bool ip_lower_has_aggregate(const ip_definitions *d, const ip_tree *node); /* or a window function */
bool ip_lower_has_window(const ip_tree *node);
bool ip_lower_may_stop(const PgQuery__SelectStmt *select);
/* LIMIT or OFFSET may leave out all rows. */
bool ip_lower_may_limit_to_none(const PgQuery__SelectStmt *select);
void ip_lower_targets(ip_lowerer *l, const ip_tree *list, ip_scope *scope, ip_result *result);
/* Called before its columns are lowered: whether calls in them, or in its ORDER BY and GROUP BY, change the number of
 * rows. */
void ip_lower_rows_of_calls(ip_lowerer *l, const PgQuery__SelectStmt *select, ip_scope *scope);
void ip_lower_locks(ip_lowerer *l, const PgQuery__SelectStmt *select, ip_scope *scope); /* its FOR UPDATE … */
/* Reads of GROUP BY, HAVING, ORDER BY, LIMIT …: the rows depend on them in a way that is not followed. */
void ip_lower_mark_keys(ip_lowerer *l, const PgQuery__SelectStmt *select, ip_scope *scope, const ip_result *result);
ip_result *ip_lower_select(ip_lowerer *l, const PgQuery__SelectStmt *select, ip_scope *parent, bool *correlated);

/* lower/expr/row.c: rows as values */
const ip_table *ip_lower_row_type(ip_lowerer *l, ip_type type); /* NULL: no known composite type */
const ip_expr *ip_lower_row(ip_lowerer *l, const ip_row_shape *shape, ip_type type, const ip_expr *const *args);
bool ip_lower_is_row(const ip_expr *e);                                        /* one of ip_lower_row */
const ip_row_shape *ip_lower_value_shape(ip_lowerer *l, const ip_expr *value); /* NULL: not known */
const ip_expr *ip_lower_field_of(ip_lowerer *l, const ip_tree *node, const ip_expr *value, const char *name);
/* The fields of a value, each with its name; false: they are not known. */
bool ip_lower_fields_of(ip_lowerer *l, const ip_expr *value, ip_result *columns);
bool ip_lower_is_star(const ip_tree *node);                       /* *, t.*, (v).* */
extern const char ip_lower_any_columns[];                         /* this pointer as a name: any number of columns */
bool ip_lower_column_is_any(const ip_result *result, int column); /* or one before it is that */
/* The columns of a star. scope NULL: only variables are in scope. */
void ip_lower_star(ip_lowerer *l, const ip_tree *node, ip_scope *scope, ip_result *columns);
const ip_expr *ip_lower_row_is_null(ip_lowerer *l, const ip_expr *value, bool is_null);
void ip_lower_make_record(ip_lowerer *l, int slot, const ip_table *row); /* fields, of records within it, too */
/* A row or NULL as one of that type: its fields, each converted. */
const ip_expr *ip_lower_row_as(ip_lowerer *l, const ip_expr *value, const ip_table *row, ip_type type);
/* A row of that type with any values, which may depend on these. */
const ip_expr *ip_lower_any_row(ip_lowerer *l, const ip_table *row, ip_type type, int arg_count,
                                const ip_expr *const *args);
/* A row of a set-returning function's result, and its columns (on request, if there are none yet). */
const ip_expr *ip_lower_any_of_set(ip_lowerer *l, const ip_unit *unit, ip_result *columns);
const ip_expr *ip_lower_slot_value(ip_lowerer *l, int slot);                  /* of a record, too */
void ip_lower_assign_row(ip_lowerer *l, int slot, const ip_expr *value);      /* to a record */
void ip_lower_take_shape(ip_lowerer *l, int slot, const ip_row_shape *shape); /* of an open record; NULL: unknown */
void ip_lower_forget_row(ip_lowerer *l, int slot, int loop); /* any value, of a record any fields, too */

#endif
