/* What the solver says beside its answers: errors, and that it is to stop. */
#ifndef IP_SOLVER_ERRORS_H
#define IP_SOLVER_ERRORS_H

#include <z3.h>

/* The error handler of every Z3 context. An error shows in the result (unknown), which never counts as a proof. The
 * exception is exhausted memory: terms are then NULL, so the run continues at the place that handles it (base/stop.h).
 */
void ip_level_solver_error(Z3_context z3, Z3_error_code code);
/* A context with that handler. */
Z3_context ip_level_solver_context(Z3_config config);

/* Around a check that may take long, so that ip_level_solver_interrupt() finds it. */
void ip_level_solver_begins(Z3_context z3);
void ip_level_solver_ends(void);
/* From another thread: the check that is under way, if there is one, answers that it does not know. */
void ip_level_solver_interrupt(void);

#endif
