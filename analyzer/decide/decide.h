/* The verdict of one level: components, bounded search, proofs. */
#ifndef IP_DECIDE_H
#define IP_DECIDE_H

#include "proofs/decision_input.h"

/* For elsewhere: the programs whose components are not of this part of the work, 1…shards. They are the same whatever
 * the levels are. */
const bool *ip_decide_elsewhere(const ip_decision_input *input, int shard, int shards);
/* What decisions of one run remember for each other. */
struct ip_known_clients *ip_decide_remember(ip_arena *arena);
/* What another process has learned meanwhile. */
void ip_decide_remember_too(struct ip_known_clients *known, const struct ip_known_clients *others);
ip_level_result ip_decide(const ip_decision_input *input);
/* Once all levels are decided: benign anomalies, with the executions that were found at other levels since. */
void ip_decide_benign(const ip_decision_input *input, ip_level_result *result);
/* The last step: a level all of whose anomalies are harmless is called benign, what is worst comes first, and each
 * program gets its answer. */
void ip_decide_finish(const ip_decision_input *input, ip_level_result *result);

#endif
