/* Part of lower.h: writes and their consequences: constraint checks, triggers, referential actions. */
#ifndef IP_LOWER_WRITE_H
#define IP_LOWER_WRITE_H

#include "lower/state.h"

/* lower/write/target.c: the targets of INSERT, UPDATE and DELETE */
/* Source 0 of the query; filtered: restricted to the rows that a view or partition shows. member: the member of the
 * family that is written now; NULL: the named table. */
ip_entry *ip_lower_scope_target(ip_lowerer *l, ip_scope *scope, const PgQuery__RangeVar *rangevar, bool filtered,
                                const ip_table *member);
const ip_table *ip_lower_table_below(ip_lowerer *l, const PgQuery__RangeVar *rangevar); /* of a view, too; NULL */
int ip_lower_target_column(ip_lowerer *l, const ip_query *query, const ip_tree *node, const char *name); /* -1 */

/* lower/write/policy.c */
/* Restricts the entry of the relation's rows to the rows that row security allows. */
bool ip_lower_same_role(const char *a, const char *b); /* NULL: the role that runs the files */
void ip_lower_policies(ip_lowerer *l, ip_scope *scope, const PgQuery__RangeVar *rangevar, const ip_entry *entry,
                       const char *relation);
void ip_lower_policy_checks(ip_lowerer *l, const ip_trigger *security);

/* lower/trigger/trigger.c: which triggers fire, and the effects of one */
bool ip_lower_is_followed(const ip_trigger *t, const char *relation);
ip_triggers ip_lower_triggers(ip_lowerer *l, const ip_event *e, ip_moment moment);
struct ip_related *ip_lower_related_new(ip_arena *arena);
/* Triggers, rules and policies of the table or view of that name and of the tables below it, in their order. */
const ip_triggers *ip_lower_related(const ip_lowerer *l, const char *relation);
ip_row_shape *ip_lower_table_shape(ip_lowerer *l, const ip_table *table);
const ip_expr *ip_lower_trigger_argument(ip_lowerer *l, const ip_tree *array, const ip_tree *subscript); /* or NULL */
const ip_event *ip_lower_transition(const ip_lowerer *l, const char *name); /* table; NULL: none */
void ip_lower_return_row(ip_lowerer *l, const ip_target *target, ip_pl_text text);
void ip_lower_run_trigger(ip_lowerer *l, const ip_trigger *t, const ip_event *e, ip_moment moment,
                          ip_trigger_outcome *outcome);

/* lower/write/instead.c: INSERT, UPDATE or DELETE of a view with such triggers; NULL: it is none */
ip_result *ip_lower_instead(ip_lowerer *l, const ip_tree *body, ip_statement_kind kind, ip_scope *around);

/* lower/trigger/fire.c: the statements that fire them */
ip_event ip_lower_event(ip_lowerer *l, ip_statement_kind kind, const ip_table *table);
void ip_lower_fire_statement(ip_lowerer *l, const ip_event *row, ip_moment moment); /* those FOR EACH STATEMENT */
void ip_lower_fire_after(ip_lowerer *l, int first); /* the statement has ended that began with first waiting */
void ip_lower_fire_deferred(ip_lowerer *l);
/* BEFORE ROW triggers change the assigned values; the condition under which the row is left out, or NULL. */
const ip_expr *ip_lower_before_insert(ip_lowerer *l, const ip_table *table, const ip_expr **assigned);
void ip_lower_after_insert(ip_lowerer *l, int insert, const ip_table *table, const ip_expr *const *assigned);
/* The result of the INSERT of one row, which so far only a condition decides. */
ip_result *ip_lower_insert_if(ip_lowerer *l, const ip_expr *condition, ip_result *result);
void ip_lower_queue(ip_lowerer *l, ip_event e); /* its AFTER triggers, until the end of the statement */
/* The condition under which BEFORE ROW triggers leave the row out, NULL: never. *row becomes the row as they leave it.
 */
const ip_expr *ip_lower_run_before(ip_lowerer *l, ip_event *e, const ip_expr **row, bool *aborts);
void ip_lower_result_if(ip_lowerer *l, const ip_expr *condition, ip_result *result);

/* lower/write/change.c: the UPDATE or DELETE under construction, with checks and row triggers */
typedef struct ip_rows_entered {
    bool single;          /* at most one: the following statements stand under */
    const ip_expr *found; /* … there is one; else in a loop over them */
    const ip_expr *base, *rel;
    int loop;
    bool aborted;
} ip_rows_entered;
ip_rows_entered ip_lower_enter_rows(ip_lowerer *l, int statement); /* that it changes */
void ip_lower_leave_rows(ip_lowerer *l, ip_rows_entered rows);
void ip_lower_change_with_triggers(ip_lowerer *l, ip_scope *scope);
void ip_lower_mark_statement(ip_statement *s, const ip_expr *expr); /* as an output */
ip_result *ip_lower_change_rows(ip_lowerer *l, ip_scope *scope, const ip_tree *returning);
/* lower/write/locking_source.c: the UPDATE or DELETE, with a query in FROM that locks rows as a WITH query. */
const ip_tree *ip_lower_locking_source(ip_lowerer *l, const ip_tree *body);
void ip_lower_prune_rows(ip_lowerer *l);

void ip_lower_foreign_actions(ip_lowerer *l, int cause); /* lower/write/action.c */

/* lower/write/hidden.c: side effects of a statement that are not followed */
bool ip_lower_updates_on_conflict(const PgQuery__OnConflictClause *conflict); /* NULL: none */
/* A write with rules or triggers of partitions and children: a statement on all tables that it can touch. NULL: there
 * are none. table: below the relation, NULL. */
ip_result *ip_lower_summed_write(ip_lowerer *l, const ip_tree *body, ip_statement_kind kind, const char *relation,
                                 const ip_table *table, const ip_scope *around);
bool ip_lower_does_nothing(const ip_lowerer *l, const char *relation, ip_statement_kind kind); /* by a rule */
/* Generated columns, from any columns of the row; a trigger may replace any. */
void ip_lower_computed_again(ip_lowerer *l, ip_scope *scope, const ip_table *table, const ip_expr **assigned);
/* A rule may change the values written. */
bool ip_lower_rewrites(const ip_lowerer *l, const ip_table *table, ip_statement_kind kind);
bool ip_lower_may_leave_out(const ip_lowerer *l, const ip_statement *statement);
void ip_lower_report_rules(ip_lowerer *l, const ip_statement *statement);

/* lower/write/check.c */
/* The rows whose presence the checks of the table's unique keys read, for the assigned values: before the write, to
 * which they belong. Inside a block with handlers a failing check is no abort, and its reads are ordinary reads.
 * before: values of the updated row; NULL, or a NULL value: unknown. */
void ip_lower_key_checks(ip_lowerer *l, const ip_query *query, const ip_expr *const *assigned, bool insert,
                         const ip_expr *const *before);
/* The rows that its foreign keys refer to, after the write. */
void ip_lower_foreign_checks(ip_lowerer *l, const ip_table *table, const ip_expr *const *assigned, bool insert);
/* The same for the foreign keys that refer to the table; assigned NULL: rows are deleted. */
/* statement: the emitted statement that changes the rows. */
void ip_lower_reference_checks(ip_lowerer *l, const ip_query *query, const ip_expr *const *assigned, int statement);
void ip_lower_late_checks(ip_lowerer *l);    /* at the end of the program */
void ip_lower_checks_at_once(ip_lowerer *l); /* SET CONSTRAINTS … IMMEDIATE, whose error a handler may catch */

/* lower/write/exclusion.c */
/* Restricts self to rows with an entry in the index that may conflict with the row's entry; false: only
 * approximately. */
bool ip_lower_entries_alone(ip_lowerer *l, ip_scope *scope, const ip_entry *self, const ip_exclusion *exclusion,
                            const ip_entry *row);
/* The row gets an entry; before: the old row, if known; NULL: perhaps. */
const ip_expr *ip_lower_gets_entry(ip_lowerer *l, const ip_table *table, const ip_exclusion *exclusion,
                                   const ip_entry *row, const ip_entry *before, const ip_expr *const *assigned);
/* A row of these values, whose columns are those of the old row. NULL, or an unknown value: any. */
ip_entry ip_lower_row_written(ip_lowerer *l, const ip_table *table, const ip_expr *const *values,
                              const ip_expr *const *before);

/* lower/write/default.c */
/* Of the target. scope: the rows for each of which it is evaluated; NULL: for the current one. */
const ip_expr *ip_lower_default(ip_lowerer *l, const ip_query *query, int column, ip_scope *scope);
const ip_expr *ip_lower_kept(ip_lowerer *l, const struct ip_kept_tree *kept, ip_scope *scope); /* NULL: none */
/* The greatest number of definitions in the files that a function called in the node has. */
int ip_lower_most_definitions(ip_lowerer *l, const ip_tree *node);

/* lower/write/write.c */
/* around: the names of a WITH around the statement; NULL: none. */
ip_result *ip_lower_insert(ip_lowerer *l, const PgQuery__InsertStmt *insert, ip_scope *around);
ip_result *ip_lower_update(ip_lowerer *l, const PgQuery__UpdateStmt *update, ip_scope *around);
ip_result *ip_lower_delete(ip_lowerer *l, const PgQuery__DeleteStmt *delete, ip_scope *around);
/* One row of an INSERT; assigned: a value for each column. */
ip_result *ip_lower_insert_row(ip_lowerer *l, const ip_tree *insert, const ip_table *table, const ip_expr **assigned,
                               ip_scope *around);
/* The same with the values of the named columns, NULL for DEFAULT. */
ip_result *ip_lower_insert_into(ip_lowerer *l, const ip_tree *statement, const ip_tree *columns,
                                const ip_values *values, ip_scope *around);
ip_result *ip_lower_merge(ip_lowerer *l, const PgQuery__MergeStmt *statement); /* lower/write/merge.c */
void ip_lower_returning(ip_lowerer *l, const ip_tree *list, ip_scope *scope, ip_result *result);
void ip_lower_assignments(ip_lowerer *l, const ip_tree *list, ip_scope *scope); /* SET, to the target */

/* lower/write/conflict.c: the same with an ON CONFLICT */
ip_result *ip_lower_insert_or(ip_lowerer *l, const PgQuery__InsertStmt *insert, const ip_table *table,
                              const ip_expr **assigned, ip_scope *around);

#endif
