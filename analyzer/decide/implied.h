/* What is proved at a level holds at each stronger one: whatever the stronger one allows, the other one allows, too. */
#ifndef IP_IMPLIED_H
#define IP_IMPLIED_H

#include "isoproof.h"
#include "level/level.h"

/* levels: of the results. Undecided ones get the proof of a level that theirs implies (ip_level_implies). */
void ip_take_over_proofs(ip_level_result *results, const ip_level *const *levels, int count);

/* The same for one of them; true: it got it. */
bool ip_take_over_proof(ip_level_result *result, const ip_level *level, const ip_level_result *proved,
                        const ip_level *at);

/* The same for sets of the programs, so many, that are safe together: each level gets those of the weaker ones. */
void ip_take_over_sets(ip_arena *arena, ip_level_result *results, const ip_level *const *levels, int count,
                       int programs);

/* At least one anomaly was run, and no serial order does the same. */
bool ip_is_observed(const ip_level_result *result);

#endif
