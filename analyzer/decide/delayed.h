/* The proof by one delayed transaction: for snapshot isolation, and any number of transactions (docs/proofs.md). */
#ifndef IP_DECIDE_DELAYED_H
#define IP_DECIDE_DELAYED_H

#include "decide/assumptions.h"
#include "decide/part.h"

/* Why the method does not apply to the part, with the place where there is one; NULL: it does, as far as can be said
 * without the solver. */
const char *ip_delayed_refusal(const ip_decision_input *in, const ip_part *part);

/* Tries to prove that the part has no cycle of any length, whatever was searched before. *why: where it fails, what is
 * left, in the input's arena. *timed_out is set when the clock decided. assumed: gets what a proof rests on. */
ip_proof ip_prove_delayed(const ip_decision_input *in, const ip_part *part, ip_level_result *result,
                          ip_assumptions *assumed, const char **why, bool *timed_out);

#endif
