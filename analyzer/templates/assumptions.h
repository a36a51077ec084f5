/* The assumptions of a template, as comments, and the names of results in its script. */
#ifndef IP_TEMPLATE_ASSUMPTIONS_H
#define IP_TEMPLATE_ASSUMPTIONS_H

#include "templates/parameters.h"

#include <stdio.h>

/* Returns the prefix of names for a part's result, as in "new_2_" for an INSERT. No other template has it: without a
 * row \gset would leave what that one has set. The text lives until the next call. */
const char *ip_templates_result_prefix(const ip_family *family, int part);
/* Returns the name of an array of a column of all rows of a part, as in "rows_2_id". The text lives until the next
 * call.
 */
const char *ip_templates_rows_name(const ip_family *family, const ip_parameter_choice *list);
void ip_templates_assumptions_write(FILE *out, const ip_family *family, const ip_parameter_choice *choices);

#endif
