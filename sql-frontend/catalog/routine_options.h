/* Options of routines that only the catalog tells of: they change nothing that is analyzed or run. */
#ifndef IP_ROUTINE_OPTIONS_H
#define IP_ROUTINE_OPTIONS_H

#include "catalog/definition.h"
#include "parse/pg_parse.h"

/* PARALLEL, LEAKPROOF, ROWS. Returns false for other options. */
bool ip_catalog_describe_unit(ip_unit *unit, const PgQuery__DefElem *option);
/* SET and RESET of CREATE and ALTER FUNCTION, into ip_unit.configured. */
void ip_catalog_configure_unit(ip_arena *arena, ip_unit *unit, const PgQuery__VariableSetStmt *set);

#endif
