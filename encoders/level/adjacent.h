/* Axioms about statements p before q of which those with q right after p imply the others. Quadratically many instances
 * become linearly many, and statements are dozens. */
#ifndef IP_LEVEL_ADJACENT_H
#define IP_LEVEL_ADJACENT_H

#include "level/axiom.h"

/* Sets ip_axiom.adjacent where it is so. */
void ip_level_axioms_find_adjacent(ip_axioms *axioms);

#endif
