/* Joins families that differ only in how often their loops ran. */
#ifndef IP_TEMPLATE_ITERATIONS_H
#define IP_TEMPLATE_ITERATIONS_H

#include "templates/family.h"

/* Joins families some of whose loops ran once, or not at all: always (`apart` false) only if the rows before a loop say
 * so, or no results are known. Otherwise results may distinguish them (branch.h), and they are joined if that has not
 * found anything (`apart` true). */
void ip_templates_iterations_join(ip_arena *arena, ip_families *families, bool apart);
/* Replaces families whose loops always had the same number of iterations by those without these loops. Families that
 * were rolled back come last in the list afterwards. */
void ip_templates_iterations_settle(ip_arena *arena, ip_families *families);

#endif
