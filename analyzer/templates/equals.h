/* Chooses the slots that are assumed to be one parameter. */
#ifndef IP_TEMPLATE_EQUALS_H
#define IP_TEMPLATE_EQUALS_H

#include "templates/parameters.h"

/* lists: of slots that hold lists, otherwise of the others. */
void ip_templates_equals_choose(ip_arena *arena, const ip_family *family, const ip_parameter_rules *rules,
                                ip_parameter_choice *choices, bool lists);

#endif
