/* Names of parameters. */
#ifndef IP_TEMPLATES_FREE_NAME_H
#define IP_TEMPLATES_FREE_NAME_H

#include "base/text_table.h"

/* Takes the base name, or the first of base_2, base_3, … that is not taken. */
const char *ip_templates_free_name(ip_arena *arena, ip_text_table *taken, const char *base);

#endif
