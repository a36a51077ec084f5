/* Values to try for the arguments of a subject's instances, and for columns of composite types. */
#ifndef IP_ARGUMENT_VALUES_H
#define IP_ARGUMENT_VALUES_H

#include "replay/trial/subject.h"

/* Of the parameter with this number among those that are in, and the type that the code declares: the model's value
 * first, never empty. The subject keeps the list; valid until the next call. */
const ip_value_list *ip_trial_argument_values(ip_subject *subject, int instance, int parameter,
                                              const ip_code_type *declared);

/* Rows with usual values, for a composite type, or arrays of one and two of them. */
void ip_trial_value_list_add_rows(ip_arena *arena, ip_subject *subject, ip_value_list *values, const ip_code_type *type,
                                  int instance);

#endif
