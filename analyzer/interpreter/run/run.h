/* What the files that run prepared code (prepared.h) share beside the state of the run. interpreter/run/write.h has
 * what writes share. */
#ifndef IP_RUN_H
#define IP_RUN_H

#include "interpreter/prepare/plan_cache.h"

void ip_exec_run_begin(ip_interpreter *interpreter, const ip_database *database);
/* The cell as the statement sees it: read once, own writes of the statement not included. */
ip_datum ip_exec_read_cell(ip_run_state *run, int row, int column, ip_read_mode mode);
/* The same with the statement's own writes: what constraints look at. */
ip_datum ip_exec_current_cell(ip_run_state *run, int row, int column);
void ip_exec_write_cell(ip_run_state *run, int row, int column, ip_datum value);
bool ip_exec_row_present(ip_run_state *run, int row, ip_read_mode mode);
/* Has something that the current statement has called written the row? */
bool ip_exec_row_written_below(const ip_run_state *run, int row);
ip_cells *ip_exec_cells_at(ip_run_state *run, int depth);
/* The row of that key, -1: none is known. */
int ip_exec_find_by_key(ip_run_state *run, const ip_table *table, const ip_datum *key);
/* The tables that the text names are locked as wholes, those that some program locks so. */
void ip_exec_lock_tables(ip_run_state *run, const ip_code_sql *sql, bool no_wait);
void ip_exec_lock_whole(ip_run_state *run, const ip_table *table, ip_lock lock);
typedef ip_datum ip_evaluator(ip_run_state *run, const ip_node *node);
extern ip_evaluator *const ip_exec_evaluators[]; /* by operation */

static inline ip_datum ip_evaluate(ip_run_state *run, const ip_node *node)
{
    return ip_exec_evaluators[node->operation](run, node);
}

/* interpreter/run/own.c: tables that the program has created for itself: no other program sees them, so no database is
 * asked.
 */
ip_datum ip_exec_own_cell(ip_run_state *run, int row, int column);
void ip_exec_set_own_cell(ip_run_state *run, int row, int column, ip_datum value);
void ip_exec_demand_own_tables(ip_run_state *run,
                               const ip_code_sql *sql); /* an error if a table that it names is not there */
void ip_exec_undo_own(ip_run_state *run, int count);    /* all but the first so many changes */
void ip_exec_commit_own(ip_run_state *run);

/* interpreter/run/scan.c: a scan calls emit for each combination of rows, with the scope's items bound. */
typedef void ip_emit(ip_run_state *run, void *data);
void ip_exec_scan(ip_run_state *run, const ip_group *group, ip_rowset **derived, ip_emit *emit, void *data);
/* The same of a group of one derived table: each of its rows as its query finds it. */
void ip_exec_scan_each(ip_run_state *run, const ip_group *group, ip_emit *emit, void *data);
/* The row's lock was got: do the items, of which those that are locked are re-read, still match? items: of the current
 * scope. Rows of an optional side that no longer match become NULLs. */
bool ip_exec_scan_again(ip_run_state *run, const ip_group *group);

/* interpreter/run/query.c */
ip_rowset ip_exec_query_run(ip_run_state *run, const ip_query_plan *query);
/* Takes a row, whose values are there during the call. It is called in the scope of what gives the row, and leaves it
 * as it was. */
typedef void ip_take(ip_run_state *run, const ip_datum *values, void *data);
/* The query's rows, in order: in a database that keeps versions each as it is found, before the next one is locked or
 * written, where the server goes on row by row. */
void ip_exec_query_each(ip_run_state *run, const ip_query_plan *query, ip_take *take, void *data);
ip_rowset ip_exec_query_evaluate(ip_run_state *run, const ip_query_plan *query); /* again, though it may be a part */
ip_datum *ip_exec_rowset_add(ip_run_state *run, ip_rowset *rows);                /* a new row's values */
/* A plain query without groups, windows, DISTINCT: the rows that it finds, in order, before LIMIT; its scope becomes
 * the current one. And the lock of one of them; false: another transaction has it, or the row no longer matches. */
ip_tuples ip_exec_query_found(ip_run_state *run, const ip_query_plan *query);
bool ip_exec_query_lock(ip_run_state *run, const ip_query_plan *query, ip_tuple *tuple);
void ip_exec_query_limits(ip_run_state *run, const ip_query_plan *query, int64_t *skip, int64_t *most);
void ip_exec_query_outputs(ip_run_state *run, const ip_query_plan *query, ip_tuple *tuple, ip_datum *outputs);
void ip_exec_pass_over(ip_run_state *run, const ip_group *group); /* tells of SKIP LOCKED */
void ip_exec_enter_tuple(ip_run_state *run, const ip_tuple *tuple);
/* Order of two rows by their sort keys' values. */
int ip_exec_compare_keys(const ip_sort_key *keys, int count, const ip_datum *a, const ip_datum *b);
/* interpreter/run/group.c */
void ip_exec_group_run(ip_run_state *run, const ip_query_plan *query, ip_binding *tuples, int count,
                       ip_binding **representatives, ip_datum **aggregates, int *groups);
/* interpreter/run/window.c */
void ip_exec_windows_run(ip_run_state *run, const ip_query_plan *query, ip_tuple *tuples,
                         int count); /* sets their .windows */

/* interpreter/run/part.c: queries of WITH. Begin and end of a statement with parts: at the end, writing parts whose
 * rows were not asked for run. Returns the parts of the enclosing statement. */
ip_parts *ip_exec_parts_begin(ip_run_state *run, const ip_step *step);
void ip_exec_parts_end(ip_run_state *run, ip_parts *outer);
ip_rowset ip_exec_part_rows(ip_run_state *run, const ip_query_plan *query);
/* A part whose rows can be had as they are written, because one place alone reads them; and them. */
bool ip_exec_part_passes(const ip_run_state *run, const ip_query_plan *query);
void ip_exec_part_each(ip_run_state *run, const ip_query_plan *query, ip_take *take, void *data);

/* interpreter/run/statement.c, interpreter/run/call.c */
void ip_exec_count_round(ip_run_state *run); /* of anything that may go on for ever */
ip_flow ip_exec_steps_run(ip_run_state *run, const ip_steps *steps);
ip_datum ip_exec_call_routine(ip_run_state *run, const ip_code *callee, const ip_datum *arguments, const bool *given,
                              ip_rowset *rows);
void ip_exec_run_script(ip_run_state *run, const ip_prepared *prepared, const ip_datum *arguments); /* in a session */
void ip_exec_run_code(ip_run_state *run, const ip_prepared *prepared, const ip_datum *arguments);
/* Text of the statement for a server. */
const char *ip_exec_statement_text(ip_run_state *run, const ip_code_sql *sql, const ip_nodes *places);

/* interpreter/run/portal.c: the row of that cursor in the table; -1: none. Raises where the server does. */
int ip_exec_current_row(ip_run_state *run, const ip_node *name, const ip_table *table);
/* The transaction changes the row, or gives it another key. */
void ip_exec_notify_cursors(ip_run_state *run, int row, bool moves);
void ip_exec_undo_for_cursors(ip_run_state *run); /* some changes are undone */

/* The value with another one at that place. */
ip_datum ip_exec_with_part(ip_run_state *run, const ip_part_path *place, ip_datum whole, ip_datum value);
ip_datum ip_exec_cast_apply(ip_run_state *run, const ip_cast *cast, ip_datum value);
void ip_exec_check_domain(ip_run_state *run, ip_sqltype type,
                          ip_datum value); /* raises an error unless the type has that value */

#endif
