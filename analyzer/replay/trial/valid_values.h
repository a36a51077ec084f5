/* Whether a server would accept the value as one of that type: for values that the search generates. */
#ifndef IP_VALID_VALUES_H
#define IP_VALID_VALUES_H

#include "replay/trial/trial_run.h"

/* For all arguments, and the initial rows. Domains and constraints are checked when the trial runs. */
bool ip_trial_values_are_valid(ip_arena *arena, const ip_trial *trial);

/* Short values of the kind and appearance of a value, for readers: 1, 2 …, 'a', 'b' …, for a uuid a value that ends in
 * 0a, 0b …. number: from 1 on. */
ip_datum ip_trial_short_value(ip_arena *arena, ip_datum like, int number);
bool ip_trial_value_is_short(ip_arena *arena, ip_datum value);

#endif
