/* The solver's errors and its interruption. */
#include "level/solver_errors.h"

#include "base/stop.h"

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static Z3_context under_way;

void ip_level_solver_error(Z3_context z3, Z3_error_code code)
{
    (void)z3;
    if (code == Z3_MEMOUT_FAIL)
        ip_memory_failed();
}

Z3_context ip_level_solver_context(Z3_config config)
{
    Z3_context z3 = Z3_mk_context(config);
    if (!z3)
        ip_memory_failed();
    Z3_set_error_handler(z3, ip_level_solver_error);
    return z3;
}

static void set_under_way(Z3_context z3)
{
    pthread_mutex_lock(&mutex);
    under_way = z3;
    pthread_mutex_unlock(&mutex);
}

void ip_level_solver_begins(Z3_context z3)
{
    set_under_way(z3);
}

void ip_level_solver_ends(void)
{
    set_under_way(NULL);
}

void ip_level_solver_interrupt(void)
{
    pthread_mutex_lock(&mutex);
    if (under_way)
        Z3_interrupt(under_way);
    pthread_mutex_unlock(&mutex);
}
