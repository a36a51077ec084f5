/* Which collations the files name: where they name none, texts have the one order of the database. */
#ifndef IP_COLLATION_NAMES_H
#define IP_COLLATION_NAMES_H

#include "catalog/definition.h"

/* Notes which collations a file names, also in texts that it executes. */
void ip_collations_read(ip_definitions *definitions, const ip_source *source);

#endif
