/* A script's statement for people: with the names of psql's variables and placeholders in place of the identifiers that
 * stand for them. */
#ifndef IP_SCRIPT_TEXT_H
#define IP_SCRIPT_TEXT_H

#include "catalog/definition.h"

/* Of a routine, or without variables: text itself. */
const char *ip_workload_script_text(ip_arena *arena, const ip_unit *unit, const char *text);

#endif
