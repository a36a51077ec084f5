/* A proof at a level holds at each stronger level, since the weaker level allows every execution that the stronger one
 * allows. */
#ifndef IP_IMPLIED_H
#define IP_IMPLIED_H

#include "isoproof.h"
#include "level/level.h"

/* The level of a result, and whether some program of it runs at another one. */
typedef struct ip_level_at {
    const ip_level *level;
    bool mixed;
} ip_level_at;

ip_level_at ip_decide_level_of_programs(const ip_level *level, const ip_level *const *programs, int count);

/* The weaker level allows every execution that the stronger one allows. true is sound. */
bool ip_decide_level_is_stronger(const ip_level_at *stronger, const ip_level_at *weaker);

/* levels: of the results. Undecided ones get the proof of a level that theirs implies (ip_level_implies). */
void ip_decide_take_over_proofs(ip_level_result *results, const ip_level_at *levels, int count);

/* The same for one result; true: it got the proof. */
bool ip_decide_take_over_proof(ip_level_result *result, const ip_level_at *level, const ip_level_result *proved,
                               const ip_level_at *at);

/* The same for sets of programs that are safe together: each level gets the sets of the weaker levels. */
void ip_decide_take_over_sets(ip_arena *arena, ip_level_result *results, const ip_level_at *levels, int count,
                              int programs);

/* At least one confirmed anomaly has results that no serial order gives. */
bool ip_decide_is_observed(const ip_level_result *result);

#endif
