/* Templates: the transactions of a running application as a script with parameters, to be reviewed and analyzed. */
#ifndef IP_TEMPLATES_H
#define IP_TEMPLATES_H

#include "catalog/schema.h"
#include "server_log/recorded.h"
#include "templates/session.h"

#include <stdio.h>

typedef struct ip_templates_options {
    const ip_schema *schema; /* NULL: not known */
    long support;            /* how often an equality has to be seen */
    bool redact;             /* the script has no value of the log */
    const char *database;    /* only what was sent to this one; NULL: to all */
} ip_templates_options;

typedef struct ip_templates ip_templates;

ip_templates *ip_templates_new(const ip_templates_options *options);
void ip_templates_free(ip_templates *templates);
/* An ip_recorded_sink. */
void ip_templates_take(void *templates, const ip_recorded *recorded);
/* After the last one. redacted: values are not those that were sent (a recording with --redact): none is written, and
 * their order says nothing. */
void ip_templates_end(ip_templates *templates, bool redacted);
const ip_session_counts *ip_templates_counts(const ip_templates *templates);
long ip_templates_of_others(const ip_templates *templates); /* statements that were sent to other databases */
const char *ip_templates_other_database(const ip_templates *templates); /* one of them; NULL: there is none */
int ip_templates_count(const ip_templates *templates);
/* The databases of the templates, apart by ", ", and how many they are. */
const char *ip_templates_databases(const ip_templates *templates, int *count);
/* A table that the templates use and the schema does not have; NULL: none. */
const char *ip_templates_unknown_table(const ip_templates *templates);
void ip_templates_write(ip_templates *templates, FILE *out);

#endif
