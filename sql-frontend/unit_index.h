/* Routines by the last part of their names: large schemas have thousands, and each call asks for a few. */
#ifndef IP_UNIT_INDEX_H
#define IP_UNIT_INDEX_H

#include "definition.h"

const char *ip_last_part(const char *name);
/* Of definitions that are complete: nothing is found before. */
void ip_index_units(ip_definitions *definitions);
/* The first place in definitions->names of that last name; those after it have it, too, in the order of the units. */
int ip_first_named(const ip_definitions *definitions, const char *last);

#endif
