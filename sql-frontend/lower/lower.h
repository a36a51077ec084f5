/* Lowering: from definitions (definition.h) to programs (program.h). Shared by the files of this folder, and internal
 * to it. lower/state.h has their state, lower/query.h and lower/write.h the functions for queries and writes.
 *
 * Lowering runs each body once, symbolically: every variable has a value (an
 * expression over parameters and static-single-assignment variables), and every
 * place has a path, the condition under which an instance reaches it. */
#ifndef IP_LOWER_H
#define IP_LOWER_H

#include "lower/query.h"
#include "lower/write.h"
#include "lower/state.h"

/* lower/body/state.c: variables, values, paths */
extern const ip_type ip_lower_boolean_type, ip_lower_int4_type, ip_lower_integer_type /* bigint */,
    ip_lower_numeric_type, ip_lower_text_type, ip_lower_time_type, ip_lower_other_type;
const ip_expr *ip_lower_variable(ip_lowerer *l, ip_variable_kind kind, const char *name, ip_type type, int loop);
const ip_expr *ip_lower_unknown(ip_lowerer *l, ip_type type, int arg_count, const ip_expr *const *args);
const ip_expr *ip_lower_any(ip_lowerer *l, const char *name, ip_type type, int loop);
/* expr itself if it is simple, else a new variable with that value. */
const ip_expr *ip_lower_bind(ip_lowerer *l, const char *name, ip_type type, const ip_expr *expr);
const ip_expr *ip_lower_null(ip_lowerer *l, ip_type type);
const ip_expr *ip_lower_is_true(ip_lowerer *l, const ip_expr *condition); /* bound if it is not stable */
const ip_expr *ip_lower_unknown_condition(ip_lowerer *l, const char *name);
const ip_expr *ip_lower_or(ip_lowerer *l, const ip_expr *a, const ip_expr *b);
const ip_expr *ip_lower_path(ip_lowerer *l);
bool ip_lower_unreachable(const ip_lowerer *l);
int ip_lower_slot(ip_lowerer *l, const char *name, ip_type type);
int ip_lower_declare(ip_lowerer *l, const char *label, const char *name, ip_type type);
int ip_lower_field(ip_lowerer *l, int record, const char *name, ip_type type); /* found, or created */
int ip_lower_find_field(const ip_lowerer *l, int record, const char *name);
const ip_expr *ip_lower_value(ip_lowerer *l, int slot);
void ip_lower_assign(ip_lowerer *l, int slot, const ip_expr *value);
void ip_lower_assign_value(ip_lowerer *l, int slot, const ip_expr *value); /* of a record, too */
void ip_lower_forget(ip_lowerer *l, int slot, int loop);                   /* any value; fields too */
ip_values ip_lower_copy(ip_lowerer *l, const ip_values *values);
void ip_lower_join(ip_lowerer *l, const ip_expr *condition, const ip_values *then_values, const ip_values *else_values);
ip_mark ip_lower_now(const ip_lowerer *l);
void ip_lower_undo(ip_lowerer *l, ip_mark mark);
bool ip_lower_expr_never_null(const ip_expr *expr, const ip_query *query);

/* lower/expr/type.c: types as PostgreSQL resolves them; ip_lower_other_type if unknown */
ip_type ip_lower_operator_type(ip_lowerer *l, const char *name, const ip_expr *a,
                               const ip_expr *b); /* a: NULL: prefix */
ip_type ip_lower_left_type(ip_lowerer *l, const char *name, const ip_expr *a,
                           const ip_expr *b); /* the type to which a is converted */
ip_type ip_lower_function_type(ip_lowerer *l, const char *name, const ip_values *args);
/* Converts the values to one type, as for CASE and similar expressions: that type. */
ip_type ip_lower_common(ip_lowerer *l, ip_values *values);
ip_type ip_lower_array_of(ip_lowerer *l, ip_type element);
/* The same value with the type: no conversion changes it. */
const ip_expr *ip_lower_retyped(ip_lowerer *l, const ip_expr *e, ip_type type);

/* lower/body/report.c: places and messages */
ip_range ip_lower_place(const ip_lowerer *l, const ip_tree *node);
void ip_lower_note(ip_lowerer *l, const ip_tree *node, const char *format, ...) __attribute__((format(printf, 3, 4)));
void ip_lower_refuse(ip_lowerer *l, const ip_tree *node, const char *format, ...) __attribute__((format(printf, 3, 4)));
void ip_lower_bad_name(ip_lowerer *l, const ip_tree *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The statement is being lowered: one more in the program's coverage, unless it was already. */
void ip_lower_count(ip_lowerer *l, const ip_pl_statement *s);
void ip_lower_break(ip_lowerer *l, ip_range range, const char *message);
void ip_lower_too_wide(ip_lowerer *l, const ip_tree *node); /* more tables than a statement may have */
void ip_lower_report_wide(ip_lowerer *l); /* marks the statement as not understood, unless that was reported already */
/* The name among names nearest to name, as "; nearest is x", or "". */
const char *ip_lower_nearest(ip_lowerer *l, const char *name, const char *const *names, int count);

/* lower/body/summary.c: statements of which only the tables that they may touch are known */
struct ip_every_table *ip_lower_every_table(ip_arena *arena);
int ip_lower_emit_unknown(ip_lowerer *l, const ip_tree *statements, const char *why); /* NULL: any table */
int ip_lower_emit_reach(ip_lowerer *l, const ip_unit *unit, const char *why);
/* Code that runs with a statement, on its own snapshots. */
void ip_lower_emit_beside(ip_lowerer *l, const ip_summary *summary, ip_range range, const char *why);
/* Expressions that a written table evaluates, except defaults. */
void ip_lower_table_expressions(ip_lowerer *l, const ip_statement *statement);
void ip_lower_reach_table(ip_lowerer *l, const ip_table *table, ip_statement *statement); /* by its triggers */
void ip_lower_emit_effects(ip_lowerer *l, const ip_tree *node, const ip_summary *summary, const char *what,
                           bool shares);
/* A call that is not lowered in place, for this reason; its value is any (of this type). */
const ip_expr *ip_lower_summed_call(ip_lowerer *l, const ip_unit *unit, const ip_tree *node, int arg_count,
                                    const ip_expr *const *args, ip_result *columns, const char *why);

/* lower/query/emit.c */
int ip_lower_emit(ip_lowerer *l, ip_query *query);
int ip_lower_emit_abort(ip_lowerer *l, const ip_expr *path);
void ip_lower_mark(ip_query *query, const ip_expr *expr, bool output);
/* Output columns of the result as variables; loop: the query's loop or the current one. */
const ip_expr *ip_lower_result_value(ip_lowerer *l, ip_result *result, int column, int loop);

/* lower/write/stored.c: columns that an UPDATE reads for what is evaluated of its rows once it has changed them. */
void ip_lower_stored(ip_lowerer *l, ip_query *query);
/* The transaction ends where the UPDATE, that statement, has found a row for which CHECK is false. */
void ip_lower_refusing_checks(ip_lowerer *l, const ip_table *table, const ip_expr *const *assigned, int statement);
/* lower/expr/raising.c: expressions on the sources' rows that may raise an error, after their filters are built. */
void ip_lower_raising(ip_lowerer *l, ip_query *query);
int ip_lower_push(ip_lowerer *l, ip_statement *statement);
void ip_lower_whole_table(ip_lowerer *l, ip_statement *statement, const ip_table *table); /* a source, all columns */

/* lower/body/step.c: which statements share a snapshot. Each returns the state that ip_lower_close_step restores. */
typedef struct ip_open_step {
    int step;
    bool shares;
} ip_open_step;
ip_open_step ip_lower_open_step(ip_lowerer *l); /* a statement of the user begins, or an expression evaluated alone */
ip_open_step
ip_lower_own_step(ip_lowerer *l); /* with a newer snapshot than the statement around it: a check, a trigger */
ip_open_step ip_lower_lock_step(ip_lowerer *l);               /* before the snapshot of the current statement */
ip_open_step ip_lower_share_step(ip_lowerer *l, bool shares); /* for statements that begin within */
void ip_lower_close_step(ip_lowerer *l, ip_open_step before);
void ip_lower_number_steps(ip_lowerer *l); /* once the program is whole */

/* lower/query/lock.c: advisory locks and locks on tables */
const ip_expr *ip_lower_advisory_lock(ip_lowerer *l, const ip_tree *node, const char *name, const ip_values *args,
                                      ip_scope *scope);
void ip_lower_lock_statement(ip_lowerer *l, const PgQuery__LockStmt *statement); /* LOCK TABLE */
/* The statement's own locks on tables that some program locks, before it is emitted. */
void ip_lower_table_locks(ip_lowerer *l, const ip_statement *statement);
/* TRUNCATE: its locks and the tables that it empties. */
void ip_lower_truncate(ip_lowerer *l, const PgQuery__TruncateStmt *statement);
void ip_lower_find_locked_tables(const ip_definitions *definitions);

/* lower/body/statement.c: whole SQL statements */
const char *ip_lower_folded_text(ip_lowerer *l, const char *text);
ip_result *ip_lower_sql(ip_lowerer *l, const char *text, ip_range range);
/* lower/expr/outside.c: the unit's accesses to state outside of rows. */
void ip_lower_outside(ip_lowerer *l, const ip_unit *unit);
/* A statement of a script that changes the schema. */
void ip_lower_schema_statement(ip_lowerer *l, const ip_pl_statement *s);
void ip_lower_set_found(ip_lowerer *l, const ip_result *result);
/* SELECT … INTO stops at its first row (PostgreSQL 15, src/pl/plpgsql/src/pl_exec.c, exec_stmt_execsql: tcount): there
 * ROW_COUNT tells as much as FOUND. */
void ip_lower_count_first_row(ip_lowerer *l);

/* lower/body/discarded.c: PERFORM, once it is lowered: does anything depend on its result? */
void ip_lower_discard(ip_lowerer *l, const ip_pl_statement *s, const ip_result *result);

/* lower/body/execute.c */
ip_result *ip_lower_statement_text(ip_lowerer *l, const ip_pl_statement *s); /* sql_text, of EXECUTE, too */
ip_result *ip_lower_opened_text(ip_lowerer *l, const ip_pl_statement *s);    /* the same of OPEN */
/* An EXECUTE of a text of which only the name of a table is not known, as IF name = 'this' THEN the statement about
 * that one … ELSE the EXECUTE with the name of a table that no file creates, or an error, if there is none. False: it
 * is no such text, or there are too many such tables. */
bool ip_lower_named_tables(ip_lowerer *l, const ip_pl_statement *s, ip_pl_statement *choice);
/* true: all that its text may touch is known */
bool ip_lower_unknown_execute(ip_lowerer *l, const ip_pl_statement *s);

/* lower/body/loop.c */
void ip_lower_loop(ip_lowerer *l, const ip_pl_statement *s);
bool ip_lower_retry(ip_lowerer *l, const ip_pl_statement *s); /* lower/body/retry.c; false: it is no such loop */
int ip_lower_open_loop(ip_lowerer *l, ip_loop_kind kind, ip_range range);

/* lower/query/cursor.c */
void ip_lower_open(ip_lowerer *l, const ip_pl_statement *s);
void ip_lower_fetch(ip_lowerer *l, const ip_pl_statement *s);
/* The query of FOR r IN c(…); declares r. */
ip_result *ip_lower_cursor_query(ip_lowerer *l, const ip_pl_statement *s);
/* LOOP FETCH c INTO r; EXIT WHEN NOT FOUND; …: its rows, NULL: it is no such loop. */
ip_result *ip_lower_fetch_loop(ip_lowerer *l, const ip_pl_statement *s);
/* DECLARE, FETCH, CLOSE as SQL has them: rows go to the client. false: another statement. */
bool ip_lower_sql_cursor(ip_lowerer *l, const ip_tree *statement, ip_result **result);
/* In a loop over the rows: that row is the cursor's current one. */
void ip_lower_fetched_in_loop(ip_lowerer *l, const char *cursor, ip_result *rows, int loop);
/* lower/query/portal.c: WHERE CURRENT OF, as conditions of the scope's target. */
void ip_lower_current_of(ip_lowerer *l, const PgQuery__CurrentOfExpr *node, ip_scope *scope);
/* Once all programs are lowered: such conditions hold only if no program changes keys. */
void ip_lower_current_rows(ip_arena *arena, ip_workload *workload, ip_diagnostics *diagnostics);
/* A cursor's query: none of it runs before a row is fetched. */
ip_result *ip_lower_opened_sql(ip_lowerer *l, const char *text, ip_range range);
void ip_lower_opened(ip_lowerer *l, int slot, ip_result *rows);     /* the cursor is open on these rows */
bool ip_lower_lock_fetched(ip_lowerer *l, const ip_opened *opened); /* if its rows are locked */
int ip_lower_declare_cursor(ip_lowerer *l, const char *label, const ip_pl_declaration *d);
void ip_lower_make_cursor(ip_lowerer *l, int slot); /* a variable of type refcursor */

/* lower/expr/planned.c: IMMUTABLE functions that read tables which are written */
typedef enum ip_planned {
    IP_PLANNED_NEVER, /* it runs with the statement that calls it */
    IP_PLANNED_EARLY, /* or before that */
    IP_PLANNED_ONCE   /* or before that, for several transactions */
} ip_planned;
ip_planned ip_lower_planned(ip_lowerer *l, const ip_unit *unit, int arg_count, const ip_expr *const *args);
void ip_lower_note_kept(ip_lowerer *l, const ip_tree *node, const char *routine);

/* lower/body/body.c: control flow */
void ip_lower_statements(ip_lowerer *l, ip_pl_statement *const *items, int count);
void ip_lower_block(ip_lowerer *l, const ip_pl_statement *block, const char *label);
void ip_lower_close_target(ip_lowerer *l, int target, const ip_expr *entry_rel);
/* The same where statements with the label (NULL) have such exits. */
void ip_lower_leave_region(ip_lowerer *l, int target, const ip_expr *entry_rel, ip_pl_statement *const *items,
                           int count, const char *label);
typedef struct ip_branch_end {
    ip_values values;
    const ip_expr *rel;
    bool aborted;
} ip_branch_end;
ip_branch_end ip_lower_end_of_branch(const ip_lowerer *l);
/* After two branches, whose condition decides which one was taken; base and rel: those of the enclosing region. */
void ip_lower_join_branches(ip_lowerer *l, const ip_expr *condition, const ip_branch_end *a, const ip_branch_end *b,
                            const ip_expr *base, const ip_expr *rel);

/* lower/body/handler.c: blocks with an EXCEPTION part */
/* Values that a procedure has read remain in variables after its ROLLBACK. If code may use them, the transaction (which
 * lower lowers) is lowered as one more case, of which only the reads remain. */
void ip_lower_rolled_back(ip_lowerer *l, const ip_unit *unit, void (*lower)(ip_lowerer *l, const ip_unit *unit));
void ip_lower_with_handlers(ip_lowerer *l, const ip_pl_statement *block);

bool ip_lower_may_end(const ip_lowerer *l,
                      const ip_unit *unit); /* the transaction; itself, or through a procedure that it calls */
void ip_lower_part(ip_lowerer *l, const ip_unit *unit); /* the part that begins after l->resumed */
void ip_lower_end(ip_lowerer *l, const ip_pl_statement *s);

/* lower/body/declare.c: variables */
void ip_lower_declare_alias(ip_lowerer *l, const ip_pl_declaration *d, const char *label);
void ip_lower_declarations(ip_lowerer *l, const ip_pl_statement *block, const char *label);
void ip_lower_diagnostics(ip_lowerer *l, const ip_pl_statement *s);
void ip_lower_assign_target(ip_lowerer *l, ip_pl_text target, const ip_expr *value);
void ip_lower_targets_into(ip_lowerer *l, const ip_pl_statement *s, ip_result *result, int loop);
ip_type ip_lower_type(ip_lowerer *l, const char *name, const ip_table **row);
ip_type ip_lower_over(const ip_lowerer *l, ip_type type);
void ip_lower_declare_typed(ip_lowerer *l, const char *label, const char *name, const char *type, ip_range range);

/* lower/body/scan.c: the possible effects of a body, before it is lowered */
typedef struct ip_effects {
    IP_VEC(int) slots; /* assigned */
    bool leaves;       /* RETURN, or EXIT/CONTINUE of an enclosing block or loop */
    bool stops;        /* leaves, or EXIT of the loop itself */
} ip_effects;
void ip_lower_effects(ip_lowerer *l, ip_pl_statement *const *items, int count, const char *label, ip_effects *effects);

#endif
