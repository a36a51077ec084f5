/* The verdict of many programs without a formula of all of them: pair by pair, and where that is not enough, along
 * paths of three and four programs that can have dependencies at all. The work grows with the conflicts that there are,
 * and only a few programs' formulas are in memory at one time. */
#ifndef IP_PAIRS_H
#define IP_PAIRS_H

#include "proofs/part.h"

/* A component of more programs than this is decided so. */
enum { IP_MOST_AT_ONCE = 20 };

/* The same question as ip_proof_part_check, with the same meaning of its answer. limit: as ip_cycles.limit. */
ip_part_finding ip_proof_pairs_check(const ip_decision_input *in, const ip_part *whole, struct ip_replayer *replayer,
                                     int limit, ip_level_result *result);

/* A run shows it; without runs: nothing that was not understood is part of it. */
bool ip_proof_pairs_is_shown(const ip_decision_input *in, const ip_anomaly *anomaly);

#endif
