/* Derives templates from a running application's transactions: a script with parameters, to be reviewed and analyzed.
 */
#ifndef IP_TEMPLATES_H
#define IP_TEMPLATES_H

#include "catalog/schema.h"
#include "server_log/recorded.h"
#include "templates/session.h"

#include <stdio.h>

typedef struct ip_templates_options {
    const ip_schema *schema; /* NULL if not known */
    long support;            /* how often an equality must have been observed */
    bool redact;             /* the script contains no value of the log */
    const char *database;    /* read only statements sent to this database; NULL for all databases */
} ip_templates_options;

typedef struct ip_templates ip_templates;

ip_templates *ip_templates_new(const ip_templates_options *options);
void ip_templates_free(ip_templates *templates);
/* An ip_recorded_sink. */
void ip_templates_take(void *templates, const ip_recorded *recorded);
/* Call after the last statement. redacted: the recording has replaced values (--redact), so none is written and their
 * order means nothing. */
void ip_templates_end(ip_templates *templates, bool redacted);
const ip_session_counts *ip_templates_counts(const ip_templates *templates);
long ip_templates_of_others(const ip_templates *templates); /* number of statements sent to other databases */
const char *ip_templates_other_database(const ip_templates *templates); /* one of the other databases; NULL if none */
int ip_templates_count(const ip_templates *templates);
/* Returns the databases of the templates, separated by ", ", and sets *count to their number. */
const char *ip_templates_databases(const ip_templates *templates, int *count);
/* Returns a table that the templates use and the schema lacks, or NULL. */
const char *ip_templates_unknown_table(const ip_templates *templates);
void ip_templates_write(ip_templates *templates, FILE *out);

#endif
