/* A brief look at pairs with some of the programs, for editors. */
#ifndef IP_LOOK_H
#define IP_LOOK_H

#include "proofs/decision_input.h"

/* The verdict is unsafe, with the anomalies that runs show, or undecided. */
void ip_decide_look(const ip_decision_input *in, ip_level_result *result);

#endif
