/* The Z3 context for questions about level files. */
#include "level/scratch_z3.h"

#include "level/solver_errors.h"

#include <stddef.h>

/* A Z3 context keeps every term ever created in it, so it is replaced after this many uses. */
enum { MOST_USES = 200 };

static _Thread_local struct {
    Z3_context z3;
    int takers, uses;
} scratch;

void ip_level_scratch_z3_drop(void)
{
    if (!scratch.z3 || scratch.takers)
        return;
    Z3_del_context(scratch.z3);
    scratch.z3 = NULL;
    scratch.uses = 0;
}

Z3_context ip_level_scratch_z3_take(void)
{
    if (scratch.uses >= MOST_USES)
        ip_level_scratch_z3_drop();
    if (!scratch.z3) {
        Z3_config config = Z3_mk_config();
        scratch.z3 = ip_level_solver_context(config);
        Z3_del_config(config);
    }
    scratch.takers++;
    scratch.uses++;
    Z3_set_error_handler(scratch.z3, ip_level_solver_error); /* no caller counts Z3_L_UNDEF as a proof */
    return scratch.z3;
}

void ip_level_scratch_z3_give_back(Z3_context z3)
{
    if (z3 == scratch.z3)
        scratch.takers--;
}
