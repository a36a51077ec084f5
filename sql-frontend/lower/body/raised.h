/* Which check has raised the error that a handler catches. A handler of unique_violation alone runs where the check of
 * a unique key has found a row: which checks of the body these are, and what they have found, says more than that some
 * error has come. */
#ifndef IP_RAISED_H
#define IP_RAISED_H

#include "lower/state.h"

/* From the program's next statement on, the body of a block with handlers is lowered as an error leaves it. */
void ip_lower_watch_raisers(ip_lowerer *l);
/* A check of the table's keys that has just been lowered. when: it has raised its error; NULL: perhaps. */
void ip_lower_check_raises(ip_lowerer *l, ip_raised error, int statement, const ip_expr *when);
/* Something else may raise any error: RAISE, a call. */
void ip_lower_raises_any(ip_lowerer *l);
/* The instance may itself have written rows of the table in the body. columns, if not NULL: but for UPDATEs of others.
 */
bool ip_lower_wrote_in_body(const ip_lowerer *l, const ip_table *table, int count, const int *columns);
/* The body has been lowered: statements after all those that may raise the caught errors have not run. */
void ip_lower_cut_after_raisers(ip_lowerer *l, const ip_pl_statement *block);
/* The condition under which a handler is entered; NULL: it is not known. */
const ip_expr *ip_lower_entered_if(ip_lowerer *l, const ip_pl_handler *handler);

#endif
