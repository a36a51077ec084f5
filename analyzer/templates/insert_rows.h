/* Values that all rows of an INSERT have: VALUES (7, 1), (7, 2). */
#ifndef IP_TEMPLATE_INSERT_ROWS_H
#define IP_TEMPLATE_INSERT_ROWS_H

#include "templates/parameters.h"

/* Tells whether the slot is a column of VALUES whose rows always had one value, not always the same one. */
bool ip_templates_may_be_every_row(const ip_family *family, int slot, const ip_parameter_rules *rules);
/* Finds the slots whose value such a column had. Call before results are looked for. */
void ip_templates_insert_rows_equal(const ip_family *family, const ip_parameter_rules *rules,
                                    ip_parameter_choice *choices);
/* Chooses the other columns with one value. Call after results were found. */
void ip_templates_insert_rows_choose(ip_arena *arena, const ip_family *family, const ip_parameter_rules *rules,
                                     ip_parameter_choice *choices);

#endif
