/* Executions whose transactions are of sessions: the serial order is to keep the order of each. A proof that there is
 * no cycle of dependencies says nothing of cycles that pass through the order of a session, too (docs/proofs.md). */
#ifndef IP_DECIDE_SESSIONS_H
#define IP_DECIDE_SESSIONS_H

#include "proofs/assumptions.h"
#include "proofs/part.h"

/* The part has been proved without sessions. Its proof is replaced by one that takes in their order, or by none, with
 * the reason in f->in_sessions. assumed: gets what the new proof rests on. */
void ip_sessions_check(const ip_decision_input *in, const ip_part *whole, ip_part_finding *f, ip_assumptions *assumed,
                       ip_level_result *result);

#endif
