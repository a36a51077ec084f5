/* A run that ends because a text is not one of the type that it is read as: what to give in the place of the argument
 * that it comes from. */
#ifndef IP_CAST_ARGUMENT_H
#define IP_CAST_ARGUMENT_H

#include "replay/search/decisions.h"

/* instance: the one whose run has failed. Adds facts of its arguments; none if the text is no argument's, or the run
 * has ended of something else. */
void ip_repair_cast_argument(ip_arena *arena, const ip_subject *subject, const ip_world *world, int instance,
                             ip_fixed_values *facts);

#endif
