/* Lowering: from definitions (definition.h) to programs (program.h). What the
 * files of this part share; internal to this folder.
 *
 * Lowering runs each body once, symbolically: every variable has a value (an
 * expression over parameters and static-single-assignment variables), and every
 * place has a path, the condition under which an instance reaches it. */
#ifndef IP_LOWER_H
#define IP_LOWER_H

#include "definition.h"
#include "frontend.h"
#include "pg_parse.h"
#include "partition.h"
#include "relation.h"
#include "summary.h"

#include <stdint.h>

/* A declared variable, or a field of a record. */
typedef struct ip_slot {
    const char *name;
    ip_type type;
    bool record;                      /* has fields; no value of its own */
    bool open;                        /* RECORD: takes the fields of what is assigned to it */
    bool several;                     /* open: it has taken several lists of fields, or one that is not known */
    bool late;                        /* a field of such a record: what it is where nothing was assigned is not known */
    IP_VEC(int) fields;               /* slots */
    const struct ip_row_shape *shape; /* the names of its fields, once somebody asked */
    const ip_pl_declaration *cursor;  /* a cursor with a query of its own */
    int cursor_scope;                 /* how many names its query sees */
    int position, current;            /* of any cursor: slots that lower_cursor.c keeps; 0: it is none */
} ip_slot;

/* A name in sight, innermost last. */
typedef struct ip_visible {
    const char *label, *name; /* label: of the block, or the routine's name; NULL */
    int slot;
} ip_visible;

typedef IP_VEC(const ip_expr *) ip_values; /* of each slot; NULL beyond its end: unassigned */

/* Where EXIT, CONTINUE and RETURN go. */
typedef struct ip_exit {
    const ip_expr *path;
    ip_values values;
    int loop;
} ip_exit;

typedef enum ip_target_kind { IP_TARGET_ROUTINE, IP_TARGET_BLOCK, IP_TARGET_LOOP } ip_target_kind;

typedef struct ip_target {
    ip_target_kind kind;
    const char *label;
    int result;   /* ROUTINE: slot of the value returned, -1 */
    bool trigger; /* ROUTINE: of a trigger, which returns a row: */
    int row;      /* slot of the record returned */
    int left_out; /* slot: it was NULL */
    int absent;   /* slot of the one of NEW and OLD that is NULL, -1 */
    IP_VEC(ip_exit) exits;
} ip_target;

/* One alias in a FROM clause. */
typedef struct ip_entry {
    const char *alias;
    const ip_table *table;         /* NULL: subquery, function */
    int source;                    /* table != NULL */
    int first_source, last_source; /* of a subquery: those it brought, the last one excluded */
    bool with;                     /* a query of WITH: locks around it do not reach into it */
    bool any_column;               /* columns are not known: every name is one, of unknown value */
    bool *merged;                  /* [table columns]: USING took it: only its qualified name is left */
    IP_VEC(const char *) names;    /* table == NULL */
    IP_VEC(const ip_expr *) columns;
} ip_entry;

typedef struct ip_conjunct {
    const ip_expr *expr;
    uint64_t only; /* the sources whose filter it may restrict */
} ip_conjunct;

/* An outer join: until a condition above it refuses NULLs of its optional side,
 * its ON restricts that side alone. */
typedef struct ip_outer {
    uint64_t optional;
    int first, count; /* its conjuncts */
} ip_outer;

/* The mask's top bit stands for no source, so that a restriction is never mistaken for none. */
enum { IP_MAX_SOURCES = 63 };

/* A statement under construction. */
typedef struct ip_query {
    ip_statement statement;
    IP_VEC(ip_conjunct) conjuncts;
    IP_VEC(ip_outer) outers;
    IP_VEC(int) aggregate_variables; /* variables waiting for the statement's number */
    bool has_aggregate;
    bool correlated; /* named a column of an enclosing query */
    bool written;    /* its columns now stand for the row as the write leaves it */
    /* The target of a write, where it is not just the table of source 0. */
    const ip_view *view; /* written through; its columns, over source 0: */
    struct ip_result *columns;
    bool *view_defaults;           /* [columns of the table]: the view has one of its own */
    const ip_table *partition;     /* named itself: its defaults count */
    IP_VEC(const ip_expr *) mixed; /* IP_EXPR_UNKNOWN that is a column of the row, whichever source's it is */
    uint64_t members;              /* sources of which any may have the row */
} ip_query;

typedef struct ip_result ip_result;

typedef struct ip_cte {
    const char *name;
    const json_t *query, *column_names; /* query NULL: its rows are not followed */
    struct ip_scope *scope;
    struct ip_part *part; /* not NULL: a statement of its own, before those that use it (lower_with.c) */
} ip_cte;

typedef struct ip_scope {
    struct ip_scope *parent;
    ip_query *query;
    IP_VEC(ip_entry) entries;
    IP_VEC(ip_cte) ctes;
    bool grouped;      /* aggregates are computed for each group */
    bool names_only;   /* has nothing but queries of WITH: what stands in it is a statement of its own */
    uint64_t optional; /* not 0: conditions restrict these sources only */
} ip_scope;

typedef struct ip_result_column {
    const char *name;
    const ip_expr *value; /* output < 0: the value, over variables */
    int output;           /* else the statement's output */
    ip_type type;
} ip_result_column;

struct ip_result {
    int statement;        /* -1: none was needed */
    const ip_expr *found; /* statement -1: is there a row */
    bool unknown;         /* rows of unknown number and value */
    const ip_expr *count; /* statement -1: how many rows ROW_COUNT tells; NULL: not known */
    bool any_count;       /* statement >= 0, but it is not the one whose rows ROW_COUNT counts */
    IP_VEC(ip_result_column) columns;
};

/* The columns that a trigger's NEW and OLD have, the fields of a row. */
typedef struct ip_row_shape {
    const char *relation; /* NULL: not that of a table */
    IP_VEC(const char *) names;
    IP_VEC(ip_type) types;
} ip_row_shape;

/* What may fire triggers: a row written, or a statement that writes. */
typedef struct ip_event {
    ip_statement_kind kind; /* INSERT, UPDATE, DELETE */
    bool row;
    const ip_row_shape *shape;
    const bool *set;                    /* [columns]: those that the UPDATE names */
    const ip_expr **old_row, **new_row; /* [columns], over variables; NULL: there is none */
    const ip_expr *path;                /* of AFTER: when it happens */
    int loop;
} ip_event;

typedef enum ip_moment { IP_BEFORE, IP_AFTER, IP_INSTEAD } ip_moment;

typedef IP_VEC(const ip_trigger *) ip_triggers;

typedef struct ip_outcome {
    const ip_expr **row;     /* as the function leaves it; NULL: nobody asks */
    const ip_expr *left_out; /* it returned NULL; itself NULL: never */
    bool aborts;             /* whatever the row */
} ip_outcome;

typedef struct ip_deferred {
    const ip_trigger *trigger;
    ip_event event;
} ip_deferred;

/* Outputs of a statement from .first on were made for triggers. */
typedef struct ip_row_outputs {
    int statement, first;
} ip_row_outputs;

/* While a trigger's function runs: its transition tables are in sight. */
typedef struct ip_transition {
    const ip_trigger *trigger;
    const ip_event *event;
} ip_transition;

/* What a cursor's value stands for, known by that value: an OPEN, or the row that a FETCH gave. */
typedef struct ip_opened {
    const ip_expr *handle, *fresh; /* the value of its position before the first FETCH */
    ip_result *result;
    bool may_stop; /* its rows are locked as they are fetched, and need not all be */
} ip_opened;

typedef struct ip_fetched {
    const ip_expr *handle;
    const ip_table *table;
    const ip_expr **key; /* values of the first key's columns */
} ip_fetched;

/* A lock on a whole table that the program has taken. */
typedef struct ip_held_table {
    const ip_table *table;
    ip_lock lock;
    int step;  /* of the statement it was for */
    bool sure; /* whatever path was taken */
} ip_held_table;

/* A table that the program names and nobody defines: told once. */
typedef struct ip_missing {
    const char *name;
    int diagnostic, times;
} ip_missing;

/* A check that waits for the end of the transaction. */
typedef struct ip_late_check {
    const ip_table *table;
    int count;
    const int *columns;
    const ip_expr *const *values; /* [count]; NULL: not known by then */
    bool present;                 /* a row that is referred to; else one that would be in the way */
} ip_late_check;

/* A temporary table that the program has made. */
typedef struct ip_temporary {
    const char *name;
    ip_result columns; /* names and types */
} ip_temporary;

/* A subquery whose rows a loop goes through, and its value there. */
typedef struct ip_known_sublink {
    const json_t *node;
    const ip_expr *value;
} ip_known_sublink;

typedef struct ip_lowerer {
    ip_arena *arena;
    ip_diagnostics *diagnostics;
    const ip_definitions *definitions;
    const ip_schema *schema;
    ip_workload *workload;
    ip_program *program;
    ip_summaries *summaries;
    struct ip_every_table *every_table; /* lower_summary.c: shared by all programs */
    struct ip_related *related;         /* lower_related.c: shared, too */
    bool *in_place;                     /* [units] lowered where they are called; shared, too */
    const ip_unit *anonymous;           /* of the DO at hand; NULL */
    const ip_unit *unit;                /* whose body is at hand: the program's, or one called */
    const ip_path *path_of_names;       /* where its tables' names are looked for */
    const ip_source *source;            /* of the text at hand; byte 0 of it is the source's byte shift */
    long shift;
    ip_range range;   /* of the statement at hand */
    const char *text; /* its text */
    const char *why;  /* not NULL: the statement at hand is not understood */
    bool bad_name;    /* it names something that does not exist */
    ip_range wide; /* it has too many tables: known by their names alone, not reported yet; source NULL: it has not */
    IP_VEC(ip_slot) slots;
    IP_VEC(ip_visible) visible;
    ip_values values;
    const ip_expr *base, *rel; /* path: of the region entered, and what was added within */
    bool gone;                 /* behind an abort */
    bool begun;                /* behind a statement that takes a snapshot */
    int loop;
    int step;         /* the one that is open; -1: none */
    bool shares_step; /* statements that begin belong to the open one: STABLE functions */
    IP_VEC(ip_held_table) table_locks;
    int handlers;                   /* not 0: each statement may not happen, or be undone */
    int ghost;                      /* not 0: an error undoes what is lowered */
    int ghosts;                     /* targets from this one on are within that */
    int handling;                   /* handlers around */
    int guarded;                    /* bodies of blocks with handlers around: the transaction cannot end there */
    const ip_pl_statement *resumed; /* of a part: the end of a transaction that it begins behind; NULL */
    int unknowns;
    int equated;       /* columns of enclosing queries taken as the value that they are equal to */
    int texts;         /* lowered so far */
    int program_count; /* of the workload, as far as it is known before */
    int found;         /* slot of FOUND */
    int row_count;     /* slot of what GET DIAGNOSTICS gives as ROW_COUNT */
    const ip_expr *now;
    IP_VEC(ip_opened) opened;
    IP_VEC(ip_fetched) fetched;
    bool negated;    /* within NOT */
    int conditional; /* within a part of an expression that may not be evaluated */
    IP_VEC(ip_known_sublink) known_sublinks;
    IP_VEC(const ip_row_shape *) shapes; /* of rows, by their index (lower_row.c) */
    IP_VEC(ip_target) targets;
    IP_VEC(ip_expr *) variable_nodes; /* of each variable */
    IP_VEC(ip_expr *) parameter_nodes;
    IP_VEC(const ip_unit *) calls;   /* being inlined */
    const ip_pl_statement **counted; /* hash table: the statements in program->read */
    int counted_room;
    IP_VEC(ip_missing) missing;
    int view_depth;
    IP_VEC(ip_temporary) temporaries;
    IP_VEC(ip_late_check) late_checks;
    bool constraints_set;      /* SET CONSTRAINTS has been there */
    const ip_trigger *trigger; /* whose function is at hand; NULL */
    int trigger_depth, action_depth;
    IP_VEC(const ip_trigger *) firing; /* one within the other */
    IP_VEC(ip_transition) transitions;
    IP_VEC(ip_event) after; /* waiting for the end of their statement */
    IP_VEC(ip_deferred) deferred;
    IP_VEC(ip_row_outputs) row_outputs;
    IP_VEC(const ip_trigger *) policed;     /* row security whose policies are at hand */
    IP_VEC(struct ip_surroundings *) views; /* entered */
} ip_lowerer;

/* lower_state.c: variables, values, paths */
extern const ip_type ip_boolean_type, ip_integer_type, ip_numeric_type, ip_text_type, ip_time_type, ip_other_type;
const ip_expr *ip_lower_variable(ip_lowerer *l, ip_variable_kind kind, const char *name, ip_type type, int loop);
const ip_expr *ip_lower_unknown(ip_lowerer *l, ip_type type, int arg_count, const ip_expr *const *args);
const ip_expr *ip_lower_any(ip_lowerer *l, const char *name, ip_type type, int loop);
/* expr itself if it is plain, else a new variable of that value. */
const ip_expr *ip_lower_bind(ip_lowerer *l, const char *name, ip_type type, const ip_expr *expr);
const ip_expr *ip_lower_null(ip_lowerer *l, ip_type type);
const ip_expr *ip_lower_is_true(ip_lowerer *l, const ip_expr *condition); /* bound if it is not stable */
const ip_expr *ip_lower_unknown_condition(ip_lowerer *l, const char *name);
const ip_expr *ip_lower_or(ip_lowerer *l, const ip_expr *a, const ip_expr *b);
const ip_expr *ip_lower_path(ip_lowerer *l);
bool ip_lower_unreachable(const ip_lowerer *l);
int ip_lower_slot(ip_lowerer *l, const char *name, ip_type type);
int ip_lower_declare(ip_lowerer *l, const char *label, const char *name, ip_type type);
int ip_lower_field(ip_lowerer *l, int record, const char *name, ip_type type); /* finds or makes */
int ip_lower_find_field(const ip_lowerer *l, int record, const char *name);
const ip_expr *ip_lower_value(ip_lowerer *l, int slot);
void ip_lower_assign(ip_lowerer *l, int slot, const ip_expr *value);
void ip_lower_assign_value(ip_lowerer *l, int slot, const ip_expr *value); /* of a record, too */
void ip_lower_forget(ip_lowerer *l, int slot, int loop);                   /* any value; fields too */
ip_values ip_lower_copy(ip_lowerer *l, const ip_values *values);
void ip_lower_join(ip_lowerer *l, const ip_expr *condition, const ip_values *then_values, const ip_values *else_values);
bool ip_expr_stable(const ip_expr *expr); /* no IP_EXPR_UNKNOWN inside */
uint64_t ip_expr_sources(const ip_expr *expr);
bool ip_expr_never_null(const ip_expr *expr, const ip_query *query);

/* lower_report.c: places and messages */
ip_range ip_lower_place(const ip_lowerer *l, const json_t *node);
void ip_lower_note(ip_lowerer *l, const json_t *node, const char *format, ...) __attribute__((format(printf, 3, 4)));
void ip_lower_refuse(ip_lowerer *l, const json_t *node, const char *format, ...) __attribute__((format(printf, 3, 4)));
void ip_lower_bad_name(ip_lowerer *l, const json_t *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The statement is being lowered: one more in the program's coverage, unless it was already. */
void ip_lower_count(ip_lowerer *l, const ip_pl_statement *s);
void ip_lower_break(ip_lowerer *l, ip_range range, const char *message);
/* The name among names nearest to name, as "; nearest is x", or "". */
void ip_lower_too_wide(ip_lowerer *l, const json_t *node); /* more tables than a statement may have */
void ip_lower_tell_wide(ip_lowerer *l);                    /* unless it was told by their names: not understood */
const char *ip_lower_nearest(ip_lowerer *l, const char *name, const char *const *names, int count);

/* lower_name.c */
int ip_lower_find_variable(const ip_lowerer *l, const char *const *parts, int count); /* slot or -1 */
const ip_expr *ip_lower_column_ref(ip_lowerer *l, const json_t *node, ip_scope *scope);
int ip_lower_target_slot(ip_lowerer *l, ip_pl_text target, bool *element); /* slot or -1 */
ip_entry *ip_lower_find_entry(ip_scope *scope, const char *alias);
const ip_expr *ip_lower_column(ip_lowerer *l, const ip_entry *entry, int column);
int ip_lower_entry_column(const ip_entry *entry, const char *name);
int ip_lower_entry_width(const ip_entry *entry);
const char *ip_lower_entry_name(const ip_entry *entry, int column);
bool ip_lower_names_column(ip_scope *scope, const char *name); /* some column in sight has it */
void ip_lower_all_columns(ip_lowerer *l, const json_t *node, ip_scope *scope, ip_result *columns);

/* lower_literal.c */
const ip_expr *ip_lower_literal(ip_lowerer *l, ip_expr_kind kind, ip_type type, const char *text);
const ip_expr *ip_lower_boolean(ip_lowerer *l, bool value);
const ip_expr *ip_lower_constant(ip_lowerer *l, const json_t *body);
bool ip_lower_open_type(ip_type type); /* not known yet: a literal's, a script variable's */
/* A literal, NULL or script variable as a value of the type that its use asks for; others unchanged. */
const ip_expr *ip_lower_coerce(ip_lowerer *l, const ip_expr *expr, ip_type type);

/* lower_operator.c */
const ip_expr *ip_lower_unary(ip_lowerer *l, ip_operator op, const ip_expr *a);
const ip_expr *ip_lower_negation(ip_lowerer *l, const ip_expr *a); /* NOT, in three-valued logic */
const ip_expr *ip_lower_binary(ip_lowerer *l, ip_operator op, const ip_expr *a, const ip_expr *b);
const ip_expr *ip_lower_operator(ip_lowerer *l, const json_t *body, ip_scope *scope);   /* A_Expr */
const ip_expr *ip_lower_connective(ip_lowerer *l, const json_t *body, ip_scope *scope); /* BoolExpr */

/* lower_expr.c */
const ip_expr *ip_lower_expr(ip_lowerer *l, const json_t *node, ip_scope *scope);
/* lower_cast.c: expr as type: by an uninterpreted function wherever the conversion may change the value. */
const ip_expr *ip_lower_convert(ip_lowerer *l, const ip_expr *expr, ip_type type);
/* cast: a TypeCast's content, at node's place. */
const ip_expr *ip_lower_cast(ip_lowerer *l, const json_t *cast, const json_t *node, ip_scope *scope);
const ip_expr *ip_lower_apply(ip_lowerer *l, const char *name, ip_type type, int count, const ip_expr *const *args);
ip_type ip_lower_element_type(ip_lowerer *l, ip_type array);
ip_type ip_lower_without_modifier(ip_lowerer *l, ip_type type);    /* as parameters and results have it */
const ip_expr *ip_lower_text_expr(ip_lowerer *l, ip_pl_text text); /* an expression of the body */
/* Everything named below node, as arguments of an unknown value. */
const ip_expr *ip_lower_not_understood(ip_lowerer *l, const json_t *node, ip_scope *scope, ip_type type);

/* lower_call.c */
const ip_expr *ip_lower_call(ip_lowerer *l, const json_t *call, const json_t *node, ip_scope *scope);
bool ip_lower_is_aggregate(const ip_definitions *d, const json_t *call);
bool ip_lower_known_function(ip_lowerer *l, const json_t *call); /* PostgreSQL's own: touches no table */
/* No further bodies of routines and triggers, nor actions of foreign keys, are taken in. */
bool ip_lower_is_full(const ip_lowerer *l);
/* Runs the body of unit with these arguments; its result. */
const ip_expr *ip_lower_inline(ip_lowerer *l, const ip_unit *unit, const json_t *node, const ip_expr *const *args,
                               ip_result *columns); /* args: by parameter, NULL: its default */

/* lower_builtin.c: PostgreSQL's and its extensions' functions, by their list; others may touch any table */
const ip_expr *ip_lower_builtin(ip_lowerer *l, const json_t *node, const char *name, const ip_values *args,
                                ip_scope *scope);
/* Something that runs functions of the files without naming them: their effects, and any value. */
/* Casts and operators that a statement may run without an expression that says so: which rows they touch beside. */
void ip_lower_unasked(ip_lowerer *l, const json_t *statements);
const ip_expr *ip_lower_stand_in(ip_lowerer *l, const json_t *node, const ip_stand_in *stand_in, const ip_values *args);

/* lower_argument.c: which routine a call means */
typedef struct ip_called {
    const ip_unit *unit;  /* NULL: one of several */
    const ip_expr *value; /* its result */
    ip_result *columns;   /* given: gets the columns of the result, in FROM and CALL */
} ip_called;
/* false: no routine of the files is meant, and nothing was lowered that stays. */
bool ip_lower_user_call(ip_lowerer *l, const json_t *call, const json_t *node, ip_scope *scope, ip_called *called);

/* lower_summary.c: what is bounded by the tables it may touch */
struct ip_every_table *ip_lower_every_table(ip_arena *arena);
int ip_lower_emit_unknown(ip_lowerer *l, const json_t *statements, const char *why); /* NULL: any table */
int ip_lower_emit_reach(ip_lowerer *l, const ip_unit *unit, const char *why);
/* What a table that the statement writes evaluates itself. */
void ip_lower_table_expressions(ip_lowerer *l, const ip_statement *statement);
void ip_lower_reach_table(ip_lowerer *l, const ip_table *table, ip_statement *statement); /* by its triggers */
void ip_lower_emit_effects(ip_lowerer *l, const json_t *node, const ip_summary *summary, const char *what, bool shares);
/* A call that is not lowered in place, for this reason; its value is any (of this type). */
const ip_expr *ip_lower_summed_call(ip_lowerer *l, const ip_unit *unit, const json_t *node, int arg_count,
                                    const ip_expr *const *args, ip_result *columns, const char *why);

/* lower_sublink.c */
const ip_expr *ip_lower_sublink(ip_lowerer *l, const json_t *sublink, ip_scope *scope, bool positive);

/* The subquery as a statement of its own; NULL: it names columns of scope, and nothing was made. */
ip_result *ip_lower_own_rows(ip_lowerer *l, const json_t *select, ip_scope *scope);

/* lower_from.c */
ip_scope *ip_scope_new(ip_lowerer *l, ip_scope *parent, ip_query *query);
ip_entry *ip_scope_rows(ip_lowerer *l, ip_scope *scope, const ip_table *table, const char *alias);
ip_entry *ip_scope_columns(ip_lowerer *l, ip_scope *scope, const char *alias, const struct ip_result *columns,
                           int first_source, const json_t *names);
ip_entry *ip_scope_table(ip_lowerer *l, ip_scope *scope, const json_t *rangevar, const char *alias);
void ip_lower_from(ip_lowerer *l, const json_t *from, ip_scope *scope);
/* Rows of which nothing is known but that there may be any number of them. */
void ip_lower_any_rows(ip_lowerer *l, ip_scope *scope);
void ip_lower_condition(ip_lowerer *l, const json_t *node, ip_scope *scope); /* WHERE, ON */
void ip_lower_conjunct(ip_lowerer *l, ip_scope *scope, const ip_expr *expr);

/* lower_with.c */
void ip_lower_with(ip_lowerer *l, const json_t *statement, ip_scope *scope);
const ip_cte *ip_lower_find_cte(ip_scope *scope, const char *name);
/* Of a statement that writes: around, with the queries of its WITH. */
ip_scope *ip_lower_with_names(ip_lowerer *l, const json_t *statement, ip_scope *around);
/* Once the whole statement is lowered; first: of the statements it became. */
void ip_lower_settle_parts(ip_lowerer *l, const json_t *statement, int first);
/* The part's columns as they are in this place, and whether it has a row. */
ip_result ip_lower_part_rows(ip_lowerer *l, const ip_cte *cte, ip_scope *scope);
/* Once for each row of the parts in FROM: what is lowered until the loops are closed. Gives the loop to go back to. */
int ip_lower_open_part_loops(ip_lowerer *l, const json_t *from, ip_scope *scope);
/* The same for subqueries in WHERE that lock rows or take some of them, col = (SELECT …) and col IN (SELECT …): what
 * is changed is one of the rows that they give. alone: the target where nothing else is in FROM, or NULL. */
void ip_lower_open_sublink_loops(ip_lowerer *l, const json_t *where, ip_scope *scope, const json_t *alone);
void ip_lower_close_part_loops(ip_lowerer *l, int outside, ip_scope *scope);
/* What a statement in a loop over parts gives: any rows, with columns of these names and types. */
ip_result *ip_lower_rows_of_loop(ip_lowerer *l, const ip_result *rows);
/* lower_relation.c: what names of tables mean */
ip_relation ip_lower_relation(ip_lowerer *l, const json_t *rangevar);
const ip_path *ip_lower_path_of_names(const ip_lowerer *l);
const ip_table *ip_lower_table_named(ip_lowerer *l, const char *name); /* "t", "s.t"; NULL */
void ip_lower_no_such_table(ip_lowerer *l, const json_t *rangevar, const ip_relation *relation);
void ip_lower_tell_of_dumps(ip_lowerer *l, const json_t *node); /* once */
void ip_lower_count_missing(ip_lowerer *l);                     /* once the program is whole */

/* lower_view.c: the view's rows as those of a subquery; its columns */
void ip_lower_view(ip_lowerer *l, ip_scope *scope, const ip_view *view, const json_t *rangevar, ip_result *columns);

/* Its names mean what they meant where it was made, until it is left. NULL: it cannot be entered, which is reported. */
json_t *ip_lower_enter_view(ip_lowerer *l, const ip_view *view, const json_t *rangevar);
void ip_lower_leave_view(ip_lowerer *l, json_t *tree);
bool ip_lower_has_subquery(const json_t *node); /* or a call */
bool ip_lower_view_is_updatable(const ip_view *view);

/* lower_derived.c: sources and columns of a subquery in scope->query, in FROM or correlated */
void ip_lower_derived(ip_lowerer *l, const json_t *select, ip_scope *scope, ip_result *columns);
bool ip_lower_has_grouping_sets(const json_t *select);
uint64_t ip_lower_sources(const ip_scope *scope); /* of its query, so far */
/* Conditions from begin on are said of the rows of these sources alone. */
void ip_lower_keep_to(const ip_scope *scope, int begin, int end, uint64_t sources);

/* lower_equated.c: the one value that the expression over the query's columns has in all rows that get through its
 * conditions so far, over variables; NULL: not known. */
const ip_expr *ip_lower_equated(const ip_query *query, const ip_expr *expr);
/* Of a column of the rows that the query changes, as it finds them. */
const ip_expr *ip_lower_equated_target(ip_lowerer *l, const ip_query *query, int column);

/* lower_family.c: partitions and inheritance */
ip_entry *ip_scope_family(ip_lowerer *l, ip_scope *scope, const ip_family *family, const char *alias,
                          const json_t *names);
void ip_lower_bounds(ip_lowerer *l, ip_scope *scope, const ip_entry *entry, const ip_partition_path *path);
/* The condition as it is for rows of this source, which is one of the query's members. */
const ip_expr *ip_lower_of_member(ip_lowerer *l, const ip_query *query, const ip_expr *expr, int source);

/* lower_temporary.c */
bool ip_lower_is_temporary(const ip_lowerer *l, const char *name);
const ip_temporary *ip_lower_find_temporary(const ip_lowerer *l, const json_t *rangevar);
ip_entry *ip_scope_temporary(ip_lowerer *l, ip_scope *scope, const ip_temporary *table, const char *alias,
                             const json_t *names);
ip_result *ip_lower_temporary_table(ip_lowerer *l, const json_t *statement);
ip_result *ip_lower_temporary_write(ip_lowerer *l, const json_t *body, const ip_temporary *table, ip_scope *around);

/* lower_target.c: what INSERT, UPDATE and DELETE write */
/* Source 0 of the query; filtered: restricted to the rows that a view or partition shows. member: the one of the family
 * that is written now; NULL: the table named. */
ip_entry *ip_scope_target(ip_lowerer *l, ip_scope *scope, const json_t *rangevar, bool filtered,
                          const ip_table *member);
const ip_table *ip_lower_table_below(ip_lowerer *l, const json_t *rangevar); /* of a view, too; NULL */
int ip_lower_target_column(ip_lowerer *l, const ip_query *query, const json_t *node, const char *name); /* -1 */

/* lower_select.c */
/* No grouping, aggregates, limits, set operation. d: NULL where aggregates of the files do not matter. */
bool ip_lower_plain_select(const ip_definitions *d, const json_t *select);
bool ip_lower_is_distinct(const json_t *select);                          /* DISTINCT without ON */
bool ip_lower_has_aggregate(const ip_definitions *d, const json_t *node); /* or a window function */
bool ip_lower_has_window(const json_t *node);
bool ip_lower_may_stop(const json_t *select);
void ip_lower_targets(ip_lowerer *l, const json_t *list, ip_scope *scope, ip_result *result);
void ip_lower_locks(ip_lowerer *l, const json_t *select, ip_scope *scope); /* its FOR UPDATE … */
/* What GROUP BY, HAVING, ORDER BY, LIMIT … read: the rows depend on it in a way that is not followed. */
void ip_lower_mark_keys(ip_lowerer *l, const json_t *select, ip_scope *scope, const ip_result *result);
ip_result *ip_lower_select(ip_lowerer *l, const json_t *select, ip_scope *parent, bool *correlated);

/* lower_emit.c */
int ip_lower_emit(ip_lowerer *l, ip_query *query);
int ip_lower_emit_abort(ip_lowerer *l, const ip_expr *path);
void ip_lower_mark(ip_query *query, const ip_expr *expr, bool output);
/* Output columns of the result as variables; loop: the query's loop or the current one. */
const ip_expr *ip_lower_result_value(ip_lowerer *l, ip_result *result, int column, int loop);

int ip_lower_push(ip_lowerer *l, ip_statement *statement);
bool ip_lower_locks_rows(const ip_statement *statement);
bool ip_lower_names_one_row(const ip_statement *statement); /* by the value of a whole key */
void ip_lower_whole_table(ip_lowerer *l, ip_statement *statement, const ip_table *table); /* a source, all columns */

/* lower_step.c: who shares a snapshot. Each gives what ip_lower_close_step puts back. */
typedef struct ip_open_step {
    int step;
    bool shares;
} ip_open_step;
ip_open_step ip_lower_open_step(ip_lowerer *l); /* a statement of the user begins, or an expression evaluated alone */
ip_open_step ip_lower_own_step(ip_lowerer *l);  /* sees more than the statement around it: a check, a trigger */
ip_open_step ip_lower_lock_step(ip_lowerer *l); /* before the snapshot of the statement at hand */
ip_open_step ip_lower_share_step(ip_lowerer *l, bool shares); /* for statements that begin within */
void ip_lower_close_step(ip_lowerer *l, ip_open_step before);
void ip_lower_number_steps(ip_lowerer *l); /* once the program is whole */

/* lower_policy.c */
/* The entry, which the relation's rows are in, has those that row security lets through. */
void ip_lower_policies(ip_lowerer *l, ip_scope *scope, const json_t *rangevar, const ip_entry *entry,
                       const char *relation);
void ip_lower_policy_checks(ip_lowerer *l, const ip_trigger *security);

/* lower_lock.c: locks that are on no row */
const ip_expr *ip_lower_advisory_lock(ip_lowerer *l, const json_t *node, const char *name, const ip_values *args,
                                      ip_scope *scope);
void ip_lower_lock_statement(ip_lowerer *l, const json_t *statement); /* LOCK TABLE */
/* The statement's own locks on tables that some program locks, before it is emitted. */
void ip_lower_table_locks(ip_lowerer *l, const ip_statement *statement);
void ip_lower_find_locked_tables(const ip_definitions *definitions);

/* lower_trigger.c: which triggers, and what one does */
bool ip_lower_is_followed(const ip_trigger *t, const char *relation);
ip_triggers ip_lower_triggers(ip_lowerer *l, const ip_event *e, ip_moment moment);
struct ip_related *ip_lower_related_new(ip_arena *arena);
/* Triggers, rules and policies of the table or view of that name and of the tables below it, in their order. */
const ip_triggers *ip_lower_related(const ip_lowerer *l, const char *relation);
const ip_unit *ip_lower_trigger_unit(const ip_definitions *d, const ip_trigger *t);
ip_row_shape *ip_lower_table_shape(ip_lowerer *l, const ip_table *table);
const ip_expr *ip_lower_trigger_argument(ip_lowerer *l, const json_t *array, const json_t *subscript); /* or NULL */
const ip_event *ip_lower_transition(const ip_lowerer *l, const char *name); /* table; NULL: none */
void ip_lower_return_row(ip_lowerer *l, const ip_target *target, ip_pl_text text);
void ip_lower_run_trigger(ip_lowerer *l, const ip_trigger *t, const ip_event *e, ip_moment moment, ip_outcome *outcome);

/* lower_instead.c: INSERT, UPDATE or DELETE of a view with such triggers; NULL: it is none */
ip_result *ip_lower_instead(ip_lowerer *l, const json_t *body, ip_statement_kind kind, ip_scope *around);

/* lower_fire.c: how statements fire them */
ip_event ip_lower_event(ip_lowerer *l, ip_statement_kind kind, const ip_table *table);
void ip_lower_fire_statement(ip_lowerer *l, const ip_event *row, ip_moment moment); /* those FOR EACH STATEMENT */
void ip_lower_fire_after(ip_lowerer *l, int first); /* the statement has ended that began with first waiting */
void ip_lower_fire_deferred(ip_lowerer *l);
/* BEFORE ROW triggers change what is assigned; the condition under which the row is left out, or NULL. */
const ip_expr *ip_lower_before_insert(ip_lowerer *l, const ip_table *table, const ip_expr **assigned);
void ip_lower_after_insert(ip_lowerer *l, int insert, const ip_table *table, const ip_expr *const *assigned);
ip_result *ip_lower_unless_left_out(ip_lowerer *l, const ip_expr *left_out, ip_result *result);
/* The UPDATE or DELETE under construction, with checks and row triggers. */
typedef struct ip_rows_entered {
    bool single;          /* at most one: what follows stands under */
    const ip_expr *found; /* … there is one; else in a loop over them */
    const ip_expr *base, *rel;
    int loop;
    bool gone;
} ip_rows_entered;
ip_rows_entered ip_lower_enter_rows(ip_lowerer *l, int statement); /* that it changes */
void ip_lower_leave_rows(ip_lowerer *l, ip_rows_entered rows);
void ip_lower_change_with_triggers(ip_lowerer *l, ip_scope *scope);
void ip_lower_mark_statement(ip_statement *s, const ip_expr *expr); /* as an output */
ip_result *ip_lower_change_rows(ip_lowerer *l, ip_scope *scope, const json_t *returning);
void ip_lower_prune_rows(ip_lowerer *l);

void ip_lower_foreign_actions(ip_lowerer *l, int cause); /* lower_action.c */

/* lower_hidden.c: what happens beside a statement and is not followed */
const json_t *ip_lower_conflict_clause(const json_t *insert); /* NULL: none */
bool ip_lower_updates_on_conflict(const json_t *insert);
/* A write that rules or triggers of partitions and children concern: by the tables it can touch in all. NULL: none do.
 * table: below the relation, NULL. */
ip_result *ip_lower_summed_write(ip_lowerer *l, const json_t *body, ip_statement_kind kind, const char *relation,
                                 const ip_table *table, const ip_scope *around);
bool ip_lower_has_rule(const ip_lowerer *l, const char *relation); /* or row security, or a partition's trigger */
bool ip_lower_does_nothing(const ip_lowerer *l, const char *relation, ip_statement_kind kind); /* by a rule */
/* A rule may change the values written. */
bool ip_lower_rewrites(const ip_lowerer *l, const ip_table *table, ip_statement_kind kind);
bool ip_lower_may_leave_out(const ip_lowerer *l, const ip_statement *statement);
void ip_lower_report_rules(ip_lowerer *l, const ip_statement *statement);

/* lower_check.c */
/* The rows whose presence the checks of the table's unique keys read, for the values assigned: before the write, which
 * they are part of. Inside a block with handlers a failing check is no abort, and its reads are like any others. */
void ip_lower_key_checks(ip_lowerer *l, const ip_query *query, const ip_expr *const *assigned, bool insert);
/* Those that its foreign keys refer to, after the write. */
void ip_lower_foreign_checks(ip_lowerer *l, const ip_table *table, const ip_expr *const *assigned, bool insert);
/* The same for the foreign keys that refer to the table; assigned NULL: rows are deleted. */
void ip_lower_late_checks(ip_lowerer *l); /* at the end of the program */
void ip_lower_reference_checks(ip_lowerer *l, const ip_query *query, const ip_expr *const *assigned);

/* lower_write.c */
/* around: what a WITH around the statement gives names to; NULL: nothing. */
ip_result *ip_lower_insert(ip_lowerer *l, const json_t *insert, ip_scope *around);
ip_result *ip_lower_update(ip_lowerer *l, const json_t *update, ip_scope *around);
ip_result *ip_lower_delete(ip_lowerer *l, const json_t *delete, ip_scope *around);
/* One row of an INSERT; assigned: a value for each column. */
ip_result *ip_lower_insert_row(ip_lowerer *l, const json_t *insert, const ip_table *table, const ip_expr **assigned,
                               ip_scope *around);
/* The same with the values of the columns that are named, NULL for DEFAULT. */
ip_result *ip_lower_insert_into(ip_lowerer *l, const json_t *statement, const json_t *columns, const ip_values *values,
                                ip_scope *around);
ip_result *ip_lower_merge(ip_lowerer *l, const json_t *statement); /* lower_merge.c */
void ip_lower_returning(ip_lowerer *l, const json_t *list, ip_scope *scope, ip_result *result);
const ip_expr *ip_lower_default(ip_lowerer *l, const ip_query *query, int column); /* of the target */
void ip_lower_assignments(ip_lowerer *l, const json_t *list, ip_scope *scope);     /* SET, to the target */

/* lower_conflict.c: the same with an ON CONFLICT */
ip_result *ip_lower_insert_or(ip_lowerer *l, const json_t *insert, const ip_table *table, const ip_expr **assigned,
                              ip_scope *around);

/* lower_statement.c: whole SQL statements */
const char *ip_lower_folded_text(ip_lowerer *l, const char *text);
ip_result *ip_lower_sql(ip_lowerer *l, const char *text, ip_range range);
void ip_lower_set_found(ip_lowerer *l, const ip_result *result);

/* lower_execute.c */
ip_result *ip_lower_statement_text(ip_lowerer *l, const ip_pl_statement *s); /* sql_text, of EXECUTE, too */
/* true: all that its text may touch is known */
bool ip_lower_unknown_execute(ip_lowerer *l, const ip_pl_statement *s);

/* lower_loop.c */
void ip_lower_loop(ip_lowerer *l, const ip_pl_statement *s);
int ip_lower_open_loop(ip_lowerer *l, ip_loop_kind kind, ip_range range);

/* lower_cursor.c */
void ip_lower_open(ip_lowerer *l, const ip_pl_statement *s);
void ip_lower_fetch(ip_lowerer *l, const ip_pl_statement *s);
/* The query of FOR r IN c(…); declares r. */
ip_result *ip_lower_cursor_query(ip_lowerer *l, const ip_pl_statement *s);
/* LOOP FETCH c INTO r; EXIT WHEN NOT FOUND; …: the rows it goes through, NULL: it is no such loop. */
ip_result *ip_lower_fetch_loop(ip_lowerer *l, const ip_pl_statement *s);
/* DECLARE, FETCH, CLOSE as SQL has them: rows go to the client. false: another statement. */
bool ip_lower_sql_cursor(ip_lowerer *l, const json_t *statement, ip_result **result);
/* In a loop over the rows: that row is the cursor's current one. */
void ip_lower_fetched_in_loop(ip_lowerer *l, const char *cursor, ip_result *rows, int loop);
/* lower_portal.c: WHERE CURRENT OF, as conditions of the scope's target. */
void ip_lower_current_of(ip_lowerer *l, const json_t *node, ip_scope *scope);
/* Once all programs are lowered: such conditions hold only if nobody changes keys. */
void ip_lower_current_rows(ip_workload *workload, ip_diagnostics *diagnostics);
void ip_lower_opened(ip_lowerer *l, int slot, ip_result *rows);     /* the cursor is open on these rows */
bool ip_lower_lock_fetched(ip_lowerer *l, const ip_opened *opened); /* if its rows are locked */
int ip_lower_declare_cursor(ip_lowerer *l, const char *label, const ip_pl_declaration *d);
void ip_lower_make_cursor(ip_lowerer *l, int slot); /* a variable of type refcursor */

/* lower_body.c: control flow */
typedef IP_VEC(ip_pl_statement *) ip_pl_body;
void ip_lower_statements(ip_lowerer *l, ip_pl_statement *const *items, int count);
void ip_lower_block(ip_lowerer *l, const ip_pl_statement *block, const char *label);
void ip_lower_close_target(ip_lowerer *l, int target, const ip_expr *entry_rel);
typedef struct ip_branch_end {
    ip_values values;
    const ip_expr *rel;
    bool gone;
} ip_branch_end;
ip_branch_end ip_lower_end_of_branch(const ip_lowerer *l);
/* Behind two branches, whose condition tells which one was taken; base and rel: those around them. */
void ip_lower_join_branches(ip_lowerer *l, const ip_expr *condition, const ip_branch_end *a, const ip_branch_end *b,
                            const ip_expr *base, const ip_expr *rel);

/* lower_handler.c: blocks with an EXCEPTION part */
void ip_lower_with_handlers(ip_lowerer *l, const ip_pl_statement *block);

/* lower_part.c: procedures that are several transactions */
ip_pl_body ip_lower_ends(ip_arena *arena, const ip_unit *unit);
bool ip_lower_may_end(const ip_lowerer *l, const ip_unit *unit); /* itself, or a procedure that it calls */
void ip_lower_part(ip_lowerer *l, const ip_unit *unit);          /* from behind l->resumed on */
void ip_lower_rest(ip_lowerer *l, ip_pl_statement *const *items, int count);
void ip_lower_end(ip_lowerer *l, const ip_pl_statement *s);

/* lower_row.c: rows as values */
const ip_table *ip_lower_row_type(ip_lowerer *l, ip_type type); /* NULL: no composite type that is known */
const ip_expr *ip_lower_row(ip_lowerer *l, const ip_row_shape *shape, ip_type type, const ip_expr *const *args);
bool ip_lower_is_row(const ip_expr *e);                                        /* one of ip_lower_row */
const ip_row_shape *ip_lower_value_shape(ip_lowerer *l, const ip_expr *value); /* NULL: not known */
const ip_expr *ip_lower_field_of(ip_lowerer *l, const json_t *node, const ip_expr *value, const char *name);
/* The fields of a value, each with its name; false: they are not known. */
bool ip_lower_fields_of(ip_lowerer *l, const ip_expr *value, ip_result *columns);
bool ip_lower_is_star(const json_t *node); /* *, t.*, (v).* */
/* What it stands for. scope NULL: variables alone are in sight. */
extern const char ip_any_columns[]; /* this very pointer as a name: any number of columns */
bool ip_lower_column_is_any(const ip_result *result, int column); /* or one before it is that */
void ip_lower_star(ip_lowerer *l, const json_t *node, ip_scope *scope, ip_result *columns);
const ip_expr *ip_lower_row_is_null(ip_lowerer *l, const ip_expr *value, bool is_null);
void ip_lower_make_record(ip_lowerer *l, int slot, const ip_table *row); /* fields, of records within it, too */
/* A row or NULL as one of that type: its fields, each converted. */
const ip_expr *ip_lower_row_as(ip_lowerer *l, const ip_expr *value, const ip_table *row, ip_type type);
/* A row of that type with any values in it, that may depend on these. */
const ip_expr *ip_lower_any_row(ip_lowerer *l, const ip_table *row, ip_type type, int arg_count,
                                const ip_expr *const *args);
/* A row of what a set-returning function gives, and its columns (if they are asked for and none stand there yet). */
const ip_expr *ip_lower_any_of_set(ip_lowerer *l, const ip_unit *unit, ip_result *columns);
const ip_expr *ip_lower_slot_value(ip_lowerer *l, int slot);                  /* of a record, too */
void ip_lower_assign_row(ip_lowerer *l, int slot, const ip_expr *value);      /* to a record */
void ip_lower_take_shape(ip_lowerer *l, int slot, const ip_row_shape *shape); /* of an open record; NULL: unknown */
void ip_lower_forget_row(ip_lowerer *l, int slot, int loop); /* any value, of a record any fields, too */

/* lower_declare.c: variables */
void ip_lower_declare_alias(ip_lowerer *l, const ip_pl_declaration *d, const char *label);
void ip_lower_declarations(ip_lowerer *l, const ip_pl_statement *block, const char *label);
void ip_lower_diagnostics(ip_lowerer *l, const ip_pl_statement *s);
void ip_lower_assign_target(ip_lowerer *l, ip_pl_text target, const ip_expr *value);
void ip_lower_targets_into(ip_lowerer *l, const ip_pl_statement *s, ip_result *result, int loop);
ip_type ip_lower_type(ip_lowerer *l, const char *name, const ip_table **row);
void ip_lower_declare_typed(ip_lowerer *l, const char *label, const char *name, const char *type, ip_range range);

/* lower_scan.c: what a body may do, before lowering it */
typedef struct ip_effects {
    IP_VEC(int) slots; /* assigned */
    bool leaves;       /* RETURN, or EXIT/CONTINUE of something around it */
    bool stops;        /* leaves, or EXIT of the loop itself */
} ip_effects;
void ip_lower_effects(ip_lowerer *l, ip_pl_statement *const *items, int count, const char *label, ip_effects *effects);

#endif
