/* What each kind of statement does. */
#ifndef IP_EXECUTE_H
#define IP_EXECUTE_H

#include "interpreter/run/run.h"

typedef ip_flow ip_exec(ip_run_state *run, const ip_step *step);

ip_exec ip_exec_step; /* whatever kind it is of */
ip_exec ip_exec_return, ip_exec_return_next, ip_exec_return_query, ip_exec_call;
ip_exec ip_exec_set_constraints, ip_exec_end, ip_exec_make_table, ip_exec_drop_tables, ip_exec_empty_tables;
ip_exec ip_exec_raise, ip_exec_assert, ip_exec_stacked;
ip_exec ip_exec_open, ip_exec_fetch, ip_exec_close, ip_exec_cursor_loop, ip_exec_text;

ip_flow ip_exec_run_guarded(ip_run_state *run, const ip_step *step); /* a block with handlers */
/* Runs it, and returns whether it ended without an error. Its effects are not undone: for code that only reads. */
typedef void ip_attempt(ip_run_state *run, void *data);
bool ip_exec_try(ip_run_state *run, ip_attempt *attempt, void *data);
/* The code begins after the end of a transaction, and the routine returned without one. */
void ip_exec_refuse_unbegun(ip_run_state *run);
/* The transaction ends: cursors are closed, but for those of loops, whose rows are all found before. */
void ip_exec_hold_portals(ip_run_state *run);
void ip_exec_close_portals(ip_run_state *run);

/* A statement that may access tables begins: cells are re-read, and the database and the log are informed. */
void ip_exec_begin_statement(ip_run_state *run, const ip_step *step, bool accesses, const ip_code_sql *sql,
                             const ip_nodes *places);
/* The same without its text; true: the caller needs the text. */
bool ip_exec_enter_statement(ip_run_state *run, const ip_step *step, bool accesses, const ip_code_sql *sql);
void ip_exec_end_statement(ip_run_state *run, const ip_step *step, bool accesses, const ip_rowset *rows);
/* An expression as a statement of its own. */
ip_datum ip_exec_evaluate_statement(ip_run_state *run, const ip_step *step, const ip_node *expr, bool accesses,
                                    const ip_code_sql *sql, const ip_nodes *places);
ip_datum ip_exec_evaluate_own(ip_run_state *run, const ip_step *step, const ip_node *expr); /* one of the step's own */
ip_rowset ip_exec_run_query_statement(ip_run_state *run, const ip_step *step);
void ip_exec_assign(ip_run_state *run, const ip_lvalue *target, ip_datum value);
void ip_exec_assign_row(ip_run_state *run, const ip_step *step, const ip_datum *values,
                        int width); /* values NULL: no row */
void ip_exec_set_found(ip_run_state *run, bool found);
/* One round of a loop; true: the loop ends with *flow. */
bool ip_exec_loop_round(ip_run_state *run, const ip_step *step, ip_flow *flow);
_Noreturn void ip_exec_refuse_step(ip_run_state *run, const ip_step *step); /* a step that cannot be run */
/* In a read-only transaction: raises the error of a statement that writes, or of that command. */
void ip_exec_forbid_if_read_only(ip_run_state *run, const ip_step *step);
void ip_exec_refuse_if_read_only(ip_run_state *run, const char *command);
void ip_exec_forbid_in_stable(ip_run_state *run, const ip_step *step);
void ip_exec_tell_client(ip_run_state *run, const char *text); /* ip_run_outcome.reported */
void ip_exec_give_client(ip_run_state *run, const ip_rowset *rows);

#endif
