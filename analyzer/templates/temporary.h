/* Functions that a library creates, calls and drops in one message, to catch the violation of a unique key. */
#ifndef IP_TEMPLATE_TEMPORARY_H
#define IP_TEMPLATE_TEMPORARY_H

#include "templates/scan.h"

typedef struct ip_temporary_function {
    const char *name;   /* without pg_temp; NULL if there is none */
    const char *insert; /* what it does: INSERT … ON CONFLICT DO NOTHING */
} ip_temporary_function;

/* Of the statements of one message, in order: the call of the function becomes its INSERT, and its CREATE and DROP
 * become a SHOW. Leaves any other statement unchanged. */
void ip_templates_temporary_function_see(ip_arena *arena, ip_temporary_function *function, ip_scan *scan);

#endif
