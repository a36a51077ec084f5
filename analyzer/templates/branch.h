/* Joins families that begin with the same statements and continue differently after a result, if the results tell which
 * branch is taken. */
#ifndef IP_TEMPLATE_BRANCH_H
#define IP_TEMPLATE_BRANCH_H

#include "templates/parameters.h"

/* Call after ip_templates_families_settle. A family that was rolled back becomes a branch of a committed one, or is
 * dropped. */
void ip_templates_branches_join(ip_arena *arena, ip_families *families, const ip_parameter_rules *rules);

#endif
