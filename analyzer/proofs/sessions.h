/* Executions with sessions: the serial order must keep the order of each session. A proof that there is no cycle of
 * dependencies does not exclude cycles that also pass through session order (docs/proofs.md). */
#ifndef IP_DECIDE_SESSIONS_H
#define IP_DECIDE_SESSIONS_H

#include "proofs/assumptions.h"
#include "proofs/part.h"

/* The part has been proved without sessions. Its proof is replaced by a proof that covers session order, or by none,
 * with the reason in f->in_sessions. assumed: receives the assumptions of the new proof. */
void ip_proof_sessions_check(const ip_decision_input *in, const ip_part *whole, ip_part_finding *f,
                             ip_assumptions *assumed, ip_level_result *result);

#endif
