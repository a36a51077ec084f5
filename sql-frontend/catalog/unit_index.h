/* Routines by the last part of their names: large schemas have thousands, and each call asks for a few. */
#ifndef IP_UNIT_INDEX_H
#define IP_UNIT_INDEX_H

#include "catalog/definition.h"

/* Of definitions that are complete: nothing is found before. */
void ip_catalog_index_units(ip_definitions *definitions);
/* The first place in definitions->names of that last name; those after it have it, too, in the order of the units. */
int ip_catalog_first_named(const ip_definitions *definitions, const char *last);

/* A function whose call PostgreSQL may replace by its result when it plans a statement. */
bool ip_catalog_is_immutable(const ip_unit *unit);
bool ip_catalog_shares_snapshot(const ip_unit *unit); /* its statements run on that of the statement which calls it */

/* Is there a CREATE EXTENSION of this name? */
bool ip_catalog_is_declared_extension(const ip_definitions *definitions, const char *extension);
const ip_user_operator *ip_catalog_find_user_operator(const ip_definitions *definitions, ip_user_operator_kind kind,
                                                      const char *name);

#endif
