/* Names of templates. */
#ifndef IP_TEMPLATE_NAME_H
#define IP_TEMPLATE_NAME_H

#include "templates/family.h"

/* Returns a name without blanks. Two templates may get the same name. */
const char *ip_templates_template_name(ip_arena *arena, const ip_family *family, bool with_application);

/* Returns the route or function that a comment of sqlcommenter or marginalia names, or NULL if there is none. note may
 * be NULL. */
const char *ip_templates_template_route(ip_arena *arena, const char *note);

#endif
