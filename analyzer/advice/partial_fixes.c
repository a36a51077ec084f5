/* Searches a fix for each harmful anomaly, independent of other programs. First for all programs with such anomalies
 * at once, together with the largest safe set; if that fails, anomaly by anomaly. Users need all of them at once, so
 * what was found for one is joined with what was found before, as long as all of it still repairs what it is for. */
#include "advice/partial_fixes.h"

#include "advice/fix_search.h"
#include "advice/fix_set.h"
#include "advice/joined_fixes.h"
#include "advice/repaired.h"

#include <string.h>

enum { MOST_SEARCHES = 6 };

/* Changes made together, and what they are for. */
typedef struct joined {
    bool *chosen;
    IP_VEC(const ip_anomaly *) repairs;
} joined;

typedef IP_VEC(joined) all_joined;

static bool is_harmful(const ip_anomaly *anomaly)
{
    return anomaly->replay.status == IP_REPLAY_CONFIRMED && ip_advice_is_harmful(anomaly);
}

static bool is_benign(const ip_anomaly *anomaly)
{
    return anomaly->replay.status == IP_REPLAY_CONFIRMED && !anomaly->suppressed && !is_harmful(anomaly);
}

static bool any_harmful(const ip_level_result *unchanged)
{
    for (int a = 0; a < unchanged->anomalies.count; a++)
        if (is_harmful(&unchanged->anomalies.items[a]))
            return true;
    return false;
}

/* false: the effort did not suffice to prove anything of it. */
static bool add_set(const ip_fix_trial *trial, const bool *chosen, const bool *required,
                    const ip_level_result *unchanged, ip_advice *advice)
{
    const ip_proved_members proved = ip_advice_members_with(trial, chosen, required, unchanged);
    if (proved.count)
        ip_advice_fix_set_add(trial, chosen, &proved, unchanged, advice);
    return proved.count > 0;
}

/* Benign anomalies are repaired only together with others. */
static bool find_for_all(const ip_fix_trial *trial, const ip_level_result *unchanged, bool benign_too,
                         ip_advice *advice)
{
    const ip_mixtures *mixtures = trial->mixtures;
    const bool *safe = unchanged->safe_sets.count ? unchanged->safe_sets.items[0] : NULL;
    bool *members = IP_NEW_ARRAY(mixtures->arena, bool, mixtures->program_count), any = false;
    for (int a = 0; a < unchanged->anomalies.count; a++) {
        const ip_anomaly *anomaly = &unchanged->anomalies.items[a];
        if (!is_harmful(anomaly) && !(benign_too && is_benign(anomaly)))
            continue;
        ip_advice_add_programs_of(mixtures, anomaly, members);
        any = true;
    }
    for (int p = 0; p < mixtures->program_count && safe; p++)
        members[p] = members[p] || safe[p];
    const bool *chosen = any ? ip_advice_find_fixes_of(trial, members, advice) : NULL;
    return chosen && add_set(trial, chosen, members, unchanged, advice);
}

static bool repairs_all(const ip_fix_trial *trial, const bool *chosen, const joined *one, const ip_anomaly *more)
{
    bool all = ip_advice_is_repaired(trial, chosen, more);
    for (int a = 0; a < one->repairs.count && all; a++)
        all = ip_advice_is_repaired(trial, chosen, one->repairs.items[a]);
    return all;
}

/* Makes the changes for the anomaly together with others, if all of them still repair what they are for. */
static void join(const ip_fix_trial *trial, all_joined *all, const bool *chosen, const ip_anomaly *anomaly)
{
    ip_arena *arena = trial->mixtures->arena;
    const int count = trial->workshop->candidates.count;
    for (int j = 0; j < all->count; j++) {
        joined *one = &all->items[j];
        bool *both = IP_NEW_ARRAY(arena, bool, count);
        memcpy(both, one->chosen, sizeof *both * (size_t)count);
        if (!ip_advice_join(trial, both, chosen) || !repairs_all(trial, both, one, anomaly))
            continue;
        one->chosen = both;
        IP_PUSH(arena, &one->repairs, anomaly);
        return;
    }
    joined new = {.chosen = IP_NEW_ARRAY(arena, bool, count)};
    memcpy(new.chosen, chosen, sizeof *chosen * (size_t)count);
    IP_PUSH(arena, &new.repairs, anomaly);
    IP_PUSH(arena, all, new);
}

static bool is_repaired(const ip_fix_trial *trial, all_joined *all, const ip_anomaly *anomaly)
{
    for (int j = 0; j < all->count; j++)
        if (ip_advice_is_repaired(trial, all->items[j].chosen, anomaly)) {
            IP_PUSH(trial->mixtures->arena, &all->items[j].repairs, anomaly);
            return true;
        }
    return false;
}

/* The set is about the programs of the anomalies first. */
static void add_joined(const ip_fix_trial *trial, const joined *one, const ip_level_result *unchanged,
                       ip_advice *advice)
{
    bool *required = IP_NEW_ARRAY(trial->mixtures->arena, bool, trial->mixtures->program_count);
    for (int a = 0; a < one->repairs.count; a++)
        ip_advice_add_programs_of(trial->mixtures, one->repairs.items[a], required);
    add_set(trial, one->chosen, required, unchanged, advice);
}

void ip_advice_find_partial_fixes(const ip_fix_trial *trial, const ip_level_result *unchanged, ip_advice *advice)
{
    const ip_mixtures *mixtures = trial->mixtures;
    bool harmful = any_harmful(unchanged);
    all_joined all = {0};
    int searches = 0;
    if (find_for_all(trial, unchanged, true, advice) || (harmful && find_for_all(trial, unchanged, false, advice)))
        return;
    for (int a = 0; a < unchanged->anomalies.count && searches < MOST_SEARCHES; a++) {
        const ip_anomaly *anomaly = &unchanged->anomalies.items[a];
        if (!(harmful ? is_harmful(anomaly) : is_benign(anomaly)) || is_repaired(trial, &all, anomaly))
            continue;
        bool *members = IP_NEW_ARRAY(mixtures->arena, bool, mixtures->program_count);
        ip_advice_add_programs_of(mixtures, anomaly, members);
        searches++;
        const bool *chosen = ip_advice_find_fixes_of(trial, members, advice);
        if (chosen)
            join(trial, &all, chosen, anomaly);
    }
    for (int j = 0; j < all.count; j++)
        add_joined(trial, &all.items[j], unchanged, advice);
}
