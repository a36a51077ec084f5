/* The verdict of one level: components, bounded search, proofs. */
#ifndef IP_DECIDE_H
#define IP_DECIDE_H

#include "proofs/decision_input.h"

/* For elsewhere: the programs whose components are not of this part of the work, 1…shards. They are the same whatever
 * the levels are. */
const bool *ip_decide_elsewhere(const ip_decision_input *input, int shard, int shards);
/* State that the decisions of one run share. */
struct ip_known_clients *ip_decide_remember(ip_arena *arena);
/* Results of another process. */
void ip_decide_remember_too(struct ip_known_clients *known, const struct ip_known_clients *others);
ip_level_result ip_decide(const ip_decision_input *input);
/* After all levels are decided: tries benign anomalies again, with the executions found at other levels since. */
void ip_decide_benign(const ip_decision_input *input, ip_level_result *result);
/* Why an anomaly that no run has confirmed leaves the level undecided. */
const char *ip_decide_unconfirmed(const ip_decision_input *input, const ip_anomaly *anomaly);
/* The last step: a level whose anomalies are all harmless is called benign, the worst anomalies come first, and each
 * program gets its answer. */
void ip_decide_finish(const ip_decision_input *input, ip_level_result *result);

#endif
