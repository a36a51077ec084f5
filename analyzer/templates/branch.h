/* Families that begin with the same statements and go different ways after a result, as one family, where the results
 * tell which way is taken. */
#ifndef IP_TEMPLATE_BRANCH_H
#define IP_TEMPLATE_BRANCH_H

#include "templates/parameters.h"

/* After ip_families_settle. What was rolled back is at most a way of what was committed, and is dropped. */
void ip_branches_join(ip_arena *arena, ip_families *families, const ip_parameter_rules *rules);

#endif
