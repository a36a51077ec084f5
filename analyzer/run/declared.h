/* Levels that code gives itself: a program runs at the level that it declares, whatever level is asked about. */
#ifndef IP_DECLARED_H
#define IP_DECLARED_H

#include "run/run_state.h"

/* The level of asked's engine that the program declares. NULL: it declares none, or asked is of no engine. */
const ip_level *ip_level_declared(ip_run *run, const ip_level *asked, const ip_program *program);
/* Is the program's level given with --assign? */
bool ip_is_assigned(const ip_run *run, const ip_program *program);

#endif
