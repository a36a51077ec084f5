/* Searches a fix for each confirmed anomaly, independent of other programs. First for all programs with such anomalies
 * at once, together with the largest safe set; if that fails, anomaly by anomaly, and the proof is then for its
 * programs and as many of that set as possible. */
#include "advice/partial_fixes.h"

#include <string.h>

enum { MOST_SEARCHES = 6 };

static bool is_confirmed(const ip_anomaly *anomaly)
{
    return anomaly->replay.status == IP_REPLAY_CONFIRMED && !anomaly->suppressed;
}

static void add_programs(const ip_mixtures *mixtures, const ip_anomaly *anomaly, bool *members)
{
    for (int i = 0; i < anomaly->instance_count; i++)
        for (int p = 0; p < mixtures->program_count; p++)
            members[p] = members[p] || mixtures->workload->programs.items[p] == anomaly->instances[i].program;
}

static bool contains(const bool *larger, const bool *set, int count)
{
    for (int p = 0; p < count; p++)
        if (set[p] && !larger[p])
            return false;
    return true;
}

/* The anomalies of the level whose programs are all in the set that the fixes make safe. */
static void say_repaired(const ip_mixtures *mixtures, const ip_level_result *result, ip_fix_set *set)
{
    for (int a = 0; a < result->anomalies.count; a++) {
        const ip_anomaly *anomaly = &result->anomalies.items[a];
        bool *programs = IP_NEW_ARRAY(mixtures->arena, bool, mixtures->program_count);
        add_programs(mixtures, anomaly, programs);
        if (is_confirmed(anomaly) && contains(set->members, programs, mixtures->program_count))
            IP_PUSH(mixtures->arena, &set->repaired, anomaly);
    }
}

static bool is_repaired(const ip_advice *advice, int first, const ip_anomaly *anomaly)
{
    for (int s = first; s < advice->fix_sets.count; s++)
        for (int a = 0; a < advice->fix_sets.items[s].repaired.count; a++)
            if (advice->fix_sets.items[s].repaired.items[a] == anomaly)
                return true;
    return false;
}

static bool find(ip_mixtures *mixtures, ip_workshop *workshop, int level, const bool *members, const bool *others,
                 const ip_level_result *result, ip_advice *advice)
{
    if (!ip_advice_find_fixes_of(mixtures, workshop, level, members, others, advice))
        return false;
    say_repaired(mixtures, result, &advice->fix_sets.items[advice->fix_sets.count - 1]);
    return true;
}

/* Benign anomalies are repaired only together with others. */
static bool find_for_all(ip_mixtures *mixtures, ip_workshop *workshop, int level, const bool *safe,
                         const ip_level_result *result, bool benign_too, ip_advice *advice)
{
    int n = mixtures->program_count;
    bool *members = IP_NEW_ARRAY(mixtures->arena, bool, n), any = false;
    for (int a = 0; a < result->anomalies.count; a++) {
        const ip_anomaly *anomaly = &result->anomalies.items[a];
        if (!is_confirmed(anomaly) || !(benign_too || anomaly->replay.observable))
            continue;
        add_programs(mixtures, anomaly, members);
        any = true;
    }
    for (int p = 0; p < n && safe; p++)
        members[p] = members[p] || safe[p];
    return any && find(mixtures, workshop, level, members, NULL, result, advice);
}

void ip_advice_find_partial_fixes(ip_mixtures *mixtures, ip_workshop *workshop, int level,
                                  const ip_level_result *result, ip_advice *advice)
{
    const bool *safe = result->safe_sets.count ? result->safe_sets.items[0] : NULL;
    int first = advice->fix_sets.count, searches = 0;
    if (find_for_all(mixtures, workshop, level, safe, result, true, advice) ||
        find_for_all(mixtures, workshop, level, safe, result, false, advice))
        return;
    for (int a = 0; a < result->anomalies.count && searches < MOST_SEARCHES; a++) {
        const ip_anomaly *anomaly = &result->anomalies.items[a];
        if (!is_confirmed(anomaly) || is_repaired(advice, first, anomaly))
            continue;
        bool *members = IP_NEW_ARRAY(mixtures->arena, bool, mixtures->program_count);
        add_programs(mixtures, anomaly, members);
        searches++;
        find(mixtures, workshop, level, members, safe, result, advice);
    }
}
