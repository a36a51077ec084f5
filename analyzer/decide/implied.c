/* Proofs that hold at stronger levels than the one they were found at. */
#include "decide/implied.h"

#include <string.h>

ip_level_at ip_decide_level_of_programs(const ip_level *level, const ip_level *const *programs, int count)
{
    ip_level_at at = {level, false};
    for (int p = 0; p < count; p++)
        at.mixed = at.mixed || strcmp(ip_level_path(programs[p]), ip_level_path(level)) != 0;
    return at;
}

/* Implications are proved for executions where every instance runs at the level: they do not apply to mixtures. */
bool ip_decide_level_is_stronger(const ip_level_at *stronger, const ip_level_at *weaker)
{
    return !stronger->mixed && !weaker->mixed &&
           ip_level_vocabulary(weaker->level) == ip_level_vocabulary(stronger->level) &&
           ip_level_implies(stronger->level, weaker->level);
}

static bool replaces(const ip_level_result *proved, const ip_level_at *at, const ip_level_result *result,
                     const ip_level_at *level)
{
    return proved != result && proved->verdict == IP_SAFE && ip_decide_level_is_stronger(level, at);
}

static bool contains(const bool *larger, const bool *set, int programs)
{
    for (int p = 0; p < programs; p++)
        if (set[p] && !larger[p])
            return false;
    return true;
}

static int size_of(const bool *set, int programs)
{
    int size = 0;
    for (int p = 0; p < programs; p++)
        size += set[p];
    return size;
}

/* The largest stays the first. */
static void add_set(ip_arena *arena, ip_level_result *result, const bool *set, int programs)
{
    for (int s = 0; s < result->safe_sets.count; s++)
        if (contains(result->safe_sets.items[s], set, programs))
            return;
    IP_PUSH(arena, &result->safe_sets, set);
    const bool **sets = result->safe_sets.items;
    if (size_of(set, programs) > size_of(sets[0], programs)) {
        sets[result->safe_sets.count - 1] = sets[0];
        sets[0] = set;
    }
}

void ip_decide_take_over_sets(ip_arena *arena, ip_level_result *results, const ip_level_at *levels, int count,
                              int programs)
{
    for (int l = 0; l < count; l++)
        for (int m = 0; m < count; m++)
            for (int s = 0; s < results[m].safe_sets.count && l != m; s++)
                if (ip_decide_level_is_stronger(&levels[l], &levels[m]))
                    add_set(arena, &results[l], results[m].safe_sets.items[s], programs);
}

static void take_over(ip_level_result *result, const ip_level_result *proved)
{
    result->verdict = IP_SAFE;
    result->reason = NULL;
    result->proof_method = proved->proof_method;
    result->proof_detail = proved->proof_detail;
    result->searched_cycle_length = proved->searched_cycle_length;
    memset(&result->anomalies, 0, sizeof result->anomalies);
}

void ip_decide_take_over_proofs(ip_level_result *results, const ip_level_at *levels, int count)
{
    for (int l = 0; l < count; l++)
        for (int m = 0; m < count && results[l].verdict == IP_UNDECIDED; m++)
            if (replaces(&results[m], &levels[m], &results[l], &levels[l]))
                take_over(&results[l], &results[m]);
}

bool ip_decide_take_over_proof(ip_level_result *result, const ip_level_at *level, const ip_level_result *proved,
                               const ip_level_at *at)
{
    if (result->verdict != IP_UNDECIDED || !replaces(proved, at, result, level))
        return false;
    take_over(result, proved);
    return true;
}

bool ip_decide_is_observed(const ip_level_result *result)
{
    for (int a = 0; a < result->anomalies.count; a++)
        if (result->anomalies.items[a].replay.status == IP_REPLAY_CONFIRMED &&
            result->anomalies.items[a].replay.observable)
            return true;
    return false;
}
