/* Levels that code declares: a program runs at the level that it declares, whatever level is requested. */
#ifndef IP_DECLARED_H
#define IP_DECLARED_H

#include "run/run_state.h"

/* The level that the program declares, of the engine of asked. NULL: it declares none, or asked is not an engine's. */
const ip_level *ip_run_level_declared(ip_run *run, const ip_level *asked, const ip_program *program);
/* Whether --assign gives the program's level. */
bool ip_run_is_assigned(const ip_run *run, const ip_program *program);

#endif
