/* Settings that decide what values a text stands for, or what statements do. */
#ifndef IP_SETTINGS_H
#define IP_SETTINGS_H

#include "parse/tree.h"

#include "base/diagnostic.h"
#include "catalog/definition.h"

/* A SET outside of transactions, for all of the session that follow. */
void ip_catalog_setting_of_session(ip_definitions *definitions, const PgQuery__VariableSetStmt *set, ip_range range);
/* Any other statement outside of transactions: set_config, a DO block, a text that it executes. */
void ip_catalog_setting_by_statement(ip_definitions *definitions, ip_range range);
/* SELECT set_config('search_path', '', …), as dumps begin: from there on all names have their schemas. */
bool ip_catalog_setting_empties_path(const ip_tree *statement);
/* ALTER SYSTEM, ALTER DATABASE … SET, ALTER ROLE … SET: for sessions that begin later: all, those of roles that are not
 * named, those of one role. */
typedef enum ip_whose { IP_OF_ALL_SESSIONS, IP_OF_ALL_ROLES, IP_OF_ONE_ROLE } ip_whose;
void ip_catalog_setting_of_later_sessions(ip_definitions *definitions, const PgQuery__VariableSetStmt *set,
                                          ip_whose whose, ip_range range, ip_diagnostics *diagnostics);
/* ALTER FUNCTION … SET. */
void ip_catalog_setting_of_unit(ip_definitions *definitions, ip_unit *unit, const PgQuery__VariableSetStmt *set,
                                ip_diagnostics *diagnostics);

/* Looks for such settings in all code that runs: sets definitions->settings_change, and marks units as not understood.
 */
void ip_catalog_settings_read(ip_definitions *definitions, ip_diagnostics *diagnostics);

#endif
