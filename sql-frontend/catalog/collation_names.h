/* Which collations the input names. If it names none, all texts are compared under the database's collation. */
#ifndef IP_COLLATION_NAMES_H
#define IP_COLLATION_NAMES_H

#include "catalog/definition.h"

/* Notes which collations a file names, also in texts that it executes. */
void ip_catalog_collations_read(ip_definitions *definitions, const ip_source *source);

#endif
