/* Writes the catalog of a schema as SQL: views of pg_catalog and information_schema. */
#ifndef IP_CATALOG_TEXT_H
#define IP_CATALOG_TEXT_H

#include "catalog/schema.h"

struct ip_definitions;

const char *ip_served_catalog_text(ip_arena *arena, const struct ip_definitions *definitions, const ip_schema *schema,
                                   const char *database);

#endif
