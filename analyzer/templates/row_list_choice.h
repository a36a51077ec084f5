/* Chooses the lists whose elements are assumed to be those of an earlier result's rows. */
#ifndef IP_TEMPLATE_ROW_LIST_CHOICE_H
#define IP_TEMPLATE_ROW_LIST_CHOICE_H

#include "templates/parameters.h"

/* Call once the results and loops that use a part's rows otherwise are known. */
void ip_templates_row_lists_choose(const ip_family *family, const ip_parameter_rules *rules,
                                   ip_parameter_choice *choices);

#endif
