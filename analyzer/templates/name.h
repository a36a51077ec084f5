/* Names of templates. */
#ifndef IP_TEMPLATE_NAME_H
#define IP_TEMPLATE_NAME_H

#include "templates/family.h"

/* A word; that of another template may be the same. */
const char *ip_template_name(ip_arena *arena, const ip_family *family, bool with_application);

#endif
