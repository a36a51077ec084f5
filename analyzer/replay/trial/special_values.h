/* Values of a type with unusual behaviour that a condition may depend on: NaN, infinities, amounts that are rounded. */
#ifndef IP_SPECIAL_VALUES_H
#define IP_SPECIAL_VALUES_H

#include "replay/trial/subject.h"

/* Adds those of the type that may matter to the subject. */
void ip_trial_value_list_add_special(ip_arena *arena, ip_subject *subject, ip_value_list *values, ip_type type);

/* Of the draws that give all of a type one value (ip_even_draw) every other draw has a special value: its index; -1:
 * none. */
int ip_trial_special_option(const ip_value_list *values, int even_draw);

#endif
