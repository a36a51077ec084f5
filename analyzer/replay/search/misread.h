/* A run that ends because a text is not one of the type that it is read as: what to give in the place of the argument
 * that it comes from. */
#ifndef IP_MISREAD_H
#define IP_MISREAD_H

#include "replay/search/guess.h"

/* instance: the one whose run has failed. Adds facts of its arguments; none if the text is no argument's, or the run
 * has ended of something else. */
void ip_misread(ip_arena *arena, const ip_subject *subject, const ip_world *world, int instance, ip_facts *facts);

#endif
