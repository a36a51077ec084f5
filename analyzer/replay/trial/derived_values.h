/* Values that conditions look for without naming them: an array that has a literal among its elements, an object with
 * a field of some value, a date of some year. */
#ifndef IP_DERIVED_VALUES_H
#define IP_DERIVED_VALUES_H

#include "replay/trial/subject.h"

/* Notes the fields of JSON that the expression compares with literals; its operands are not visited. */
void ip_trial_derive_fields(ip_subject *subject, const ip_expr *e);
/* Notes the fields of JSON that the expression takes a value from; NULL: none. */
void ip_trial_note_accesses(ip_subject *subject, const ip_expr *e);
/* Adds the values of that type that can be built from the subject's literals and fields. */
void ip_trial_value_list_add_derived(ip_arena *arena, const ip_subject *subject, ip_value_list *values, ip_type type);

#endif
