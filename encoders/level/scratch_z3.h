/* A Z3 context for short questions about level files: making one takes longer than most of these questions. */
#ifndef IP_SCRATCH_Z3_H
#define IP_SCRATCH_Z3_H

#include <z3.h>

/* The thread's own, shared by all that have taken it; errors are ignored unless the taker sets a handler. Terms of
 * other takers may be in it, so only what hangs on one's own solvers and vectors is to be looked at. */
Z3_context ip_level_scratch_z3_take(void);
void ip_level_scratch_z3_give_back(Z3_context z3);
/* Frees it, unless it is in use. A context begins with tables of 17 MB, and most of what it takes to make one is the
 * first touch of that memory: the next one is made where this one was. */
void ip_level_scratch_z3_drop(void);

#endif
