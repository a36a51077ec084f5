/* A run that fails because a text cannot be cast to a type: which value the argument that it comes from should have. */
#ifndef IP_CAST_ARGUMENT_H
#define IP_CAST_ARGUMENT_H

#include "replay/trial/decisions.h"

/* instance: the one whose run has failed. Adds facts of its arguments; none if the text is not from an argument, or the
 * run has ended for another reason. number: of an enum's labels, the first is 0; others are tried once. */
void ip_replay_repair_cast_argument(ip_arena *arena, const ip_subject *subject, const ip_world *world, int instance,
                                    int number, ip_fixed_values *facts);

#endif
