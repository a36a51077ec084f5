/* Names of templates. */
#ifndef IP_TEMPLATE_NAME_H
#define IP_TEMPLATE_NAME_H

#include "templates/family.h"

/* A word; that of another template may be the same. */
const char *ip_template_name(ip_arena *arena, const ip_family *family, bool with_application);

/* What a comment of sqlcommenter or marginalia says that was called; NULL: none, or nothing. */
const char *ip_template_route(ip_arena *arena, const char *note);

#endif
