/* The state of lowering (lower.h): for the current program, statement and names. */
#ifndef IP_LOWERER_H
#define IP_LOWERER_H

#include "catalog/definition.h"
#include "program/workload.h"
#include "parse/pg_parse.h"
#include "catalog/partition.h"
#include "catalog/relation.h"
#include "access_summary/summary.h"

#include <stdint.h>

/* A declared variable, or a field of a record. */
typedef struct ip_slot {
    const char *name;
    ip_type type;
    bool record;                      /* has fields; no value of its own */
    bool open;                        /* RECORD: gets the fields of the assigned value */
    bool several;                     /* open: it has been assigned several lists of fields, or an unknown one */
    bool late;                        /* a field of such a record: its value before an assignment is unknown */
    IP_VEC(int) fields;               /* slots */
    const struct ip_row_shape *shape; /* the names of its fields, computed on demand */
    const ip_pl_declaration *cursor;  /* a cursor with its own query */
    int cursor_scope;                 /* the number of names in scope of its query */
    int position, current;            /* of any cursor: slots of lower/query/cursor.c; 0: it is no cursor */
    const ip_table *inserted;         /* it holds keys of rows that the program has inserted there (body/inserted.h) */
    int inserted_column;
} ip_slot;

/* A name in scope, innermost last. */
typedef struct ip_visible {
    const char *label, *name; /* label: of the block, or the routine's name; NULL */
    int slot;
} ip_visible;

typedef IP_VEC(const ip_expr *) ip_values; /* of each slot; NULL beyond its end: unassigned */

/* Where EXIT, CONTINUE and RETURN go. */
typedef struct ip_region_exit {
    const ip_expr *path;
    ip_values values;
    int loop;
} ip_region_exit;

typedef enum ip_target_kind { IP_TARGET_ROUTINE, IP_TARGET_BLOCK, IP_TARGET_LOOP } ip_target_kind;

typedef struct ip_target {
    ip_target_kind kind;
    const char *label;
    int result;   /* ROUTINE: slot of the value returned, -1 */
    bool trigger; /* ROUTINE: of a trigger, which returns a row: */
    int row;      /* slot of the record returned */
    int left_out; /* slot: it was NULL */
    int absent;   /* slot of NEW or OLD, whichever is NULL, -1 */
    IP_VEC(ip_region_exit) exits;
} ip_target;

/* One alias in a FROM clause. */
typedef struct ip_entry {
    const char *alias;
    const ip_table *table;         /* NULL: subquery, function */
    int source;                    /* table != NULL */
    int first_source, last_source; /* of a subquery: those it brought, the last one excluded */
    bool any_column;               /* unknown columns: every name is one, with an unknown value */
    bool *merged;                  /* [table columns]: USING took it: only its qualified name is left */
    IP_VEC(const char *) names;    /* table == NULL */
    IP_VEC(const ip_expr *) columns;
} ip_entry;

typedef struct ip_conjunct {
    const ip_expr *expr;
    uint64_t only; /* the sources whose filter it may restrict */
    /* Where it is evaluated: of two conditions in one place the server evaluates the cheaper one first. NULL: it
     * represents something that is not evaluated in this way. */
    const struct ip_scope *asked;
    bool plain;     /* only of columns, parameters and constants: no call, no subquery */
    bool late;      /* evaluated after all conditions of that place: columns of a subquery */
    ip_values lost; /* parts that are evaluated with it and may raise an error, but do not occur in it */
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
    bool written;    /* its columns now mean the row after the write */
    int joined;      /* sources of FROM, where LIMIT keeps the first row of the result; 0: it may not */
    /* The target of a write, where it is not just the table of source 0. */
    const ip_view_definition *view; /* written through; its columns, over source 0: */
    struct ip_result *columns;
    const struct ip_kept_tree **view_defaults; /* [columns of the table]: the view's own; NULL */
    const ip_table *partition;                 /* named itself: its defaults count */
    IP_VEC(const ip_expr *) mixed; /* IP_EXPR_UNKNOWN that is a column of the row, whichever source's it is */
    uint64_t members;              /* the sources that may have the row */
    ip_values lost;                /* as of its conjuncts: of its columns */
    uint64_t of_with;              /* sources of queries of WITH: locks around such a query do not apply to them */
} ip_query;

typedef struct ip_result ip_result;

typedef struct ip_cte {
    const char *name;
    const PgQuery__SelectStmt *query; /* NULL: its rows are not followed */
    const ip_tree *column_names;
    struct ip_scope *scope;
    struct ip_with_part
        *part; /* not NULL: a separate statement, before the statements that use it (lower/query/with.c) */
} ip_cte;

typedef struct ip_scope {
    struct ip_scope *parent;
    const struct ip_scope *around; /* a subquery's: the scope that takes its rows, of the same query; NULL */
    ip_query *query;
    IP_VEC(ip_entry) entries;
    IP_VEC(ip_cte) ctes;
    bool grouped;      /* aggregates are computed for each group */
    bool many;         /* a function in its columns returns a set: all of them are evaluated for each of its rows */
    bool names_only;   /* has only queries of WITH: a query inside it is a separate statement */
    bool runs_rows;    /* subqueries in FROM with at most one row become separate statements, if possible */
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
    const ip_expr *count; /* statement -1: the value of ROW_COUNT; NULL: unknown */
    bool any_count;       /* statement >= 0, but it is not the one whose rows ROW_COUNT counts */
    bool keeps;           /* PL/pgSQL leaves FOUND and ROW_COUNT alone */
    IP_VEC(ip_result_column) columns;
};

/* The columns that a trigger's NEW and OLD have, the fields of a row. */
typedef struct ip_row_shape {
    const char *relation; /* NULL: not that of a table */
    IP_VEC(const char *) names;
    IP_VEC(ip_type) types;
} ip_row_shape;

/* An event that may fire triggers: a written row, or a writing statement. */
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

typedef struct ip_trigger_outcome {
    const ip_expr **row;     /* as the function leaves it; NULL: not requested */
    const ip_expr *left_out; /* it returned NULL; itself NULL: never */
    bool aborts;             /* whatever the row */
} ip_trigger_outcome;

typedef struct ip_deferred {
    const ip_trigger *trigger;
    ip_event event;
} ip_deferred;

/* Outputs of a statement from .first on were made for triggers. */
typedef struct ip_row_outputs {
    int statement, first;
} ip_row_outputs;

/* While a trigger's function runs: its transition tables are in scope. */
typedef struct ip_transition {
    const ip_trigger *trigger;
    const ip_event *event;
} ip_transition;

/* The meaning of a cursor's value, by that value: an OPEN, or the row of a FETCH. */
typedef struct ip_opened {
    const ip_expr *handle, *fresh; /* the value of its position before the first FETCH */
    ip_result *result;
    bool may_stop; /* its rows are locked as they are fetched, perhaps not all of them */
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

/* A table that the program names and nothing defines: reported once. */
typedef struct ip_missing {
    const char *name;
    int diagnostic, times;
} ip_missing;

/* A check that waits for the end of the transaction. */
typedef struct ip_late_check {
    const ip_table *table;
    int count;
    const int *columns;
    const ip_expr *const *values; /* [count]; NULL: unknown then */
    bool present;                 /* a referenced row; else a row that would conflict */
    int cause;                    /* the DELETE that rows may refer to; -1: none */
    const ip_table *referenced;   /* ip_statement.referenced */
} ip_late_check;

/* A temporary table that the program has created. */
typedef struct ip_temporary {
    const char *name;
    ip_result columns;                    /* names and types */
    IP_VEC(const ip_summary *) evaluated; /* the accesses of its defaults and checks, if any */
} ip_temporary;

/* A subquery over whose rows a loop runs, and its value there. */
typedef struct ip_known_sublink {
    const ip_tree *node;
    const ip_expr *value;
} ip_known_sublink;

/* An error that a handler may catch: of a unique key, of a foreign key, or any. */
typedef enum ip_raised { IP_RAISED_DUPLICATE, IP_RAISED_REFERENCE, IP_RAISED_ANY } ip_raised;

/* The possible origin of the error that undoes a body: the checking statement, and the condition under which it raised
 * the error (NULL: perhaps). statement -1: unknown. */
typedef struct ip_raiser {
    ip_raised error;
    int statement;
    const ip_expr *when;
} ip_raiser;

typedef struct ip_lowerer {
    ip_arena *arena;
    ip_diagnostics *diagnostics;
    const ip_definitions *definitions;
    const ip_schema *schema;
    ip_workload *workload;
    ip_program *program;
    ip_summaries *summaries;
    struct ip_every_table *every_table; /* lower/body/summary.c: shared by all programs */
    struct ip_related *related;         /* lower/write/related.c: shared, too */
    bool *in_place;                     /* [units] lowered where they are called; shared, too */
    const ip_unit *anonymous;           /* of the current DO; NULL */
    const ip_unit *unit;                /* the unit whose body is being lowered: the program's, or a called one */
    const ip_path *path_of_names;       /* the search path of its tables' names */
    const ip_source *source;            /* of the current text; byte 0 of it is the source's byte shift */
    long shift;
    ip_range range;   /* of the current statement */
    const char *text; /* its text */
    const char *why;  /* not NULL: the current statement is not understood */
    bool bad_name;    /* it names an object that does not exist */
    bool of_module; /* why: it names an object of a module (lower/body/module.c), and nothing that was refused before */
    ip_range wide;  /* it has too many tables: known only by their names, not reported yet; source NULL: it has not */
    IP_VEC(ip_slot) slots;
    IP_VEC(ip_visible) visible;
    ip_values values;
    const ip_expr *base, *rel; /* path: of the region entered, and the conditions added inside */
    bool aborted;              /* after an abort */
    bool begun;                /* after a statement that takes a snapshot */
    int loop;
    int step;         /* the open step; -1: none */
    bool shares_step; /* statements that begin belong to the open one: STABLE functions */
    IP_VEC(ip_held_table) table_locks;
    int handlers;                   /* not 0: each statement may not happen, or be undone */
    bool rolled_back;               /* the lowered transaction ends in a ROLLBACK (ip_lower_rolled_back); */
    int outlives;                   /* so many of the visible variables, the first ones, outlive it */
    int observations;               /* NOTICEs, and STRICTs whose errors may be caught, so far */
    int undone_depth;               /* not 0: an error undoes the lowered statements */
    int first_undone_target;        /* targets from this one on are within that */
    int first_undone;               /* statement within that */
    IP_VEC(ip_raiser) raisers;      /* within that (lower/body/raised.c) */
    int handling;                   /* handlers around */
    int nowaits;                    /* NOWAIT, so far */
    int duplicates_taken;           /* of these, handlers that take unique_violation, or may */
    int guarded;                    /* bodies of blocks with handlers around: the transaction cannot end there */
    const ip_pl_statement *resumed; /* of a part: the end of a transaction that it begins after; NULL */
    int unknowns;
    int equated;       /* columns of enclosing queries that are replaced by the value that they equal */
    int texts;         /* lowered so far */
    int program_count; /* of the workload, as far as it is known before */
    int found;         /* slot of FOUND */
    int row_count;     /* slot of the ROW_COUNT of GET DIAGNOSTICS */
    const ip_expr *now;
    IP_VEC(ip_opened) opened;
    IP_VEC(ip_fetched) fetched;
    bool negated;   /* within NOT */
    ip_values lost; /* casts and similar parts of the current condition: they may raise an error, but keep the value */
    int filtering;  /* within a condition of WHERE or ON, which is evaluated for rows that other conditions may exclude
                     */
    bool equates_texts; /* of a call that was given texts under a nondeterministic collation, which its own texts share
                         */
    int conditional;    /* within a part of an expression that may not be evaluated (lower/expr/evaluated.c) */
    bool takes_all;     /* of FROM's only subquery: an aggregate of the query around runs it to its end */
    int doubted;        /* the last statement whose locks are uncertain only for this reason; -1 */
    bool simple;        /* an expression that PL/pgSQL evaluates without a query: no plan knows its variables' values */
    IP_VEC(ip_known_sublink) known_sublinks;
    IP_VEC(const ip_row_shape *) shapes; /* of rows, by their index (lower/expr/row.c) */
    IP_VEC(ip_target) targets;
    IP_VEC(ip_expr *) variable_nodes;  /* of each variable */
    IP_VEC(ip_expr *) variable_copies; /* others of the same variables, as values of other types */
    IP_VEC(ip_expr *) parameter_nodes;
    IP_VEC(const ip_unit *) calls;   /* being inlined */
    const ip_pl_statement **counted; /* hash table: the statements in program->read */
    int counted_room;
    IP_VEC(ip_missing) missing;
    int view_depth;
    IP_VEC(ip_temporary) temporaries;
    IP_VEC(ip_late_check) late_checks;
    bool constraints_set;      /* SET CONSTRAINTS has been there */
    const ip_trigger *trigger; /* whose function is being lowered; NULL */
    int trigger_depth, action_depth;
    IP_VEC(const ip_trigger *) firing; /* one within the other */
    IP_VEC(ip_transition) transitions;
    IP_VEC(ip_event) after; /* waiting for the end of their statement */
    IP_VEC(ip_deferred) deferred;
    IP_VEC(ip_row_outputs) row_outputs;
    ip_values looked; /* evaluated in a block whose error a handler catches: the error may depend on it, or show it */
    IP_VEC(const ip_trigger *) policed;          /* row security whose policies are being lowered */
    IP_VEC(struct ip_view_surroundings *) views; /* entered */
} ip_lowerer;

/* The state of lowering at some point, to undo an attempt. */
typedef struct ip_mark {
    int statements, variables, nodes, loops, unknowns, row_outputs, looked, ordered;
    ip_diagnostics_mark said;
    const char *why;
    bool bad_name;
    const char *broken;
} ip_mark;

#endif
