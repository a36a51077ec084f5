/* A brief look at pairs with some of the programs, for editors. */
#ifndef IP_LOOK_H
#define IP_LOOK_H

#include "proofs/decision_input.h"

/* Parts of a look at one level, which do not depend on each other. As many whatever the number of processes: what is
 * found must not depend on that. */
enum { IP_LOOK_PARTS = 2 };

/* The verdict is unsafe, with the anomalies that runs show, or undecided. */
void ip_decide_look(const ip_decision_input *in, ip_level_result *result);
/* Adds what another part of the same look found. */
void ip_decide_look_too(ip_arena *arena, ip_level_result *result, const ip_level_result *part);

#endif
