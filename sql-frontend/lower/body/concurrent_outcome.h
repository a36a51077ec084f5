/* Outcomes that depend on what else runs: caught serialization failures and deadlocks, locks that are not waited for,
 * SKIP LOCKED. They count as choices that a transaction may make alone, too; a program lists them (ip_free_choice), and
 * the report of a proof names those that it rests on. */
#ifndef IP_CHOICE_H
#define IP_CHOICE_H

#include "lower/state.h"

/* what: the statement or function that gives the result; given: its value in committed instances, where that is known;
 * NULL. */
void ip_lower_choice_of_result(ip_lowerer *l, ip_range range, const char *what, const ip_expr *given);
/* Of a block whose body has been lowered as the program's statements from first on; goes_on[i]: the transaction may
 * commit after handler i, or something else may catch what that one raises. nowaits: l->nowaits before the body. */
void ip_lower_choice_of_handlers(ip_lowerer *l, const ip_pl_statement *block, const bool *goes_on, int first,
                                 int nowaits);
/* Of a routine that is known by its summary alone. */
void ip_lower_choice_of_call(ip_lowerer *l, const char *what);
/* An ASSERT that is followed. */
void ip_lower_choice_of_assertion(ip_lowerer *l, ip_range range);
/* psql's variables that say whether the last statement failed. */
void ip_lower_choices_of_script(ip_lowerer *l);
/* Called once the program is complete: removes results that are the same in every committed instance, since it
 * aborts otherwise. */
void ip_lower_prune_choices(ip_lowerer *l);

#endif
