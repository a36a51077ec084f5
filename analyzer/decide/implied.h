/* What is proved at a level holds at each stronger one: whatever the stronger one allows, the other one allows, too. */
#ifndef IP_IMPLIED_H
#define IP_IMPLIED_H

#include "isoproof.h"
#include "level/level.h"

/* The level of a result, and whether some program of it runs at another one. */
typedef struct ip_level_at {
    const ip_level *level;
    bool mixed;
} ip_level_at;

ip_level_at ip_level_of_programs(const ip_level *level, const ip_level *const *programs, int count);

/* levels: of the results. Undecided ones get the proof of a level that theirs implies (ip_level_implies). */
void ip_take_over_proofs(ip_level_result *results, const ip_level_at *levels, int count);

/* The same for one of them; true: it got it. */
bool ip_take_over_proof(ip_level_result *result, const ip_level_at *level, const ip_level_result *proved,
                        const ip_level_at *at);

/* The same for sets of the programs, so many, that are safe together: each level gets those of the weaker ones. */
void ip_take_over_sets(ip_arena *arena, ip_level_result *results, const ip_level_at *levels, int count, int programs);

/* At least one anomaly was run, and no serial order does the same. */
bool ip_is_observed(const ip_level_result *result);

#endif
