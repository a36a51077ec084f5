/* Texts that something fills in before they are SQL: Go templates ({{.Schema}}), scripts of extensions (@extschema@,
 * PostgreSQL 15, section 38.17.2), Flyway's placeholders (${schema}). The values are those of --define. */
#ifndef IP_TEMPLATE_H
#define IP_TEMPLATE_H

#include "base/source.h"

#include <stdbool.h>

/* The source with its values in, derived from it; the source itself where nothing is to be put in. */
const ip_source *ip_psql_template_filled(ip_arena *arena, const ip_source *source);
/* Whether the schema of an extension is put in that --define does not give, and where first. */
bool ip_psql_template_by_default(const ip_source *source, ip_range *range);
/* The name of the first place in the range that waits for a value; NULL: there is none. */
const char *ip_psql_template_unfilled(ip_arena *arena, ip_range range);

#endif
