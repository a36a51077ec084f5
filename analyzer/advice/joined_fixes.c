/* Joins choices, and finds out for which programs the whole is proved. */
#include "advice/joined_fixes.h"

#include <string.h>

enum { OTHERS_TRIED = 16 };
static const double PART_OF_MEMBERS = 0.06;

/* ------------------------------------------------------------------- join -- */

/* Of two changes that cannot be made together, whether they are locks on one place, and the first does at least what
 * the second does. */
static bool replaces(const ip_candidates *candidates, int a, int b)
{
    const ip_candidate *one = &candidates->items[a], *other = &candidates->items[b];
    return other->weaker_than == a ||
           (one->weaker_than >= 0 && one->weaker_than == other->weaker_than && one->fix.cost >= other->fix.cost);
}

static bool add(const ip_candidates *candidates, bool *chosen, int c)
{
    for (int other = 0; other < candidates->count; other++) {
        if (!chosen[other] || other == c ||
            !ip_advice_candidates_overlap(&candidates->items[c], &candidates->items[other]))
            continue;
        if (replaces(candidates, other, c))
            return true;
        if (!replaces(candidates, c, other))
            return false;
        chosen[other] = false;
    }
    chosen[c] = true;
    return true;
}

bool ip_advice_join(const ip_fix_trial *trial, bool *chosen, const bool *more)
{
    const ip_candidates *candidates = &trial->workshop->candidates;
    size_t bytes = sizeof *chosen * (size_t)candidates->count;
    bool *before = IP_NEW_ARRAY(trial->mixtures->arena, bool, candidates->count);
    memcpy(before, chosen, bytes);
    for (int c = 0; c < candidates->count; c++)
        if (more[c] && !chosen[c] && !add(candidates, chosen, c)) {
            memcpy(chosen, before, bytes);
            return false;
        }
    return true;
}

/* ---------------------------------------------------------------- members -- */

typedef struct growth {
    const ip_fix_trial *trial;
    const bool *chosen;
    const ip_level_result *unchanged;
    ip_proved_members of;
    int tried;
} growth;

static bool is_benign(const growth *g, const ip_changed *changed, const ip_anomaly *cycle)
{
    for (int a = 0; a < g->unchanged->anomalies.count; a++) {
        const ip_anomaly *known = &g->unchanged->anomalies.items[a];
        if (known->replay.status == IP_REPLAY_CONFIRMED && !known->replay.observable &&
            known->replay.equal_serial_order && ip_advice_is_same_cycle(g->trial, changed, cycle, known))
            return true;
    }
    return false;
}

/* "possible phantom of add_to_cart, checkout" */
static const char *cycle_text(const growth *g, const ip_changed *changed, const ip_anomaly *cycle)
{
    ip_arena *arena = g->trial->mixtures->arena;
    const char *kind = ip_anomaly_kind_words(arena, ip_anomaly_kind_name(cycle->kind));
    const char *names = "";
    for (int i = 0; i < cycle->instance_count; i++)
        names = ip_arena_printf(arena, "%s%s%s", names, i ? ", " : "", cycle->instances[i].program->name);
    return ip_arena_printf(arena, "%s %s of %s",
                           is_benign(g, changed, cycle) ? "harmless, as far as found:" : "possible", kind, names);
}

static const char *why_not(const growth *g, const ip_changed *changed, const ip_level_result *result, int program)
{
    ip_arena *arena = g->trial->mixtures->arena;
    const char *known = g->unchanged->programs ? g->unchanged->programs[program].undecided_because : NULL;
    const ip_anomaly *cycle = result->anomalies.count ? &result->anomalies.items[0] : NULL;
    if (known && (!cycle || cycle->approximated))
        return known;
    if (cycle)
        return cycle_text(g, changed, cycle);
    return result->reason ? ip_arena_strdup(arena, result->reason) : "no proof was found";
}

/* Is this program safe beside the members? */
static void try_one(growth *g, int program)
{
    const ip_fix_trial *trial = g->trial;
    ip_side_question side;
    ip_changed changed;
    g->tried++;
    ip_advice_side_question_open(&side);
    ip_effort effort = ip_advice_mixtures_effort_share(trial->mixtures);
    if (ip_advice_changed_read(trial->mixtures->run, side.arena, &trial->workshop->candidates, g->chosen, &changed)) {
        g->of.members[program] = true;
        ip_level_result result =
            ip_advice_trial_decide(trial, &side, &changed, g->of.members, g->chosen, 1, 0, &effort);
        g->of.members[program] = result.verdict == IP_SAFE;
        g->of.why[program] = g->of.members[program] ? NULL : why_not(g, &changed, &result, program);
    }
    ip_advice_side_question_close(&side);
}

/* Adds them all at once if the whole is safe then, or else one by one. */
static void grow(growth *g, const bool *more)
{
    const int n = g->trial->mixtures->program_count;
    bool *both = IP_NEW_ARRAY(g->trial->mixtures->arena, bool, n);
    bool any = false;
    for (int p = 0; p < n; p++) {
        both[p] = g->of.members[p] || (more && more[p] && !g->of.why[p]);
        any = any || both[p] != g->of.members[p];
    }
    if (any && ip_advice_trial_is_safe(g->trial, both, g->chosen)) {
        memcpy(g->of.members, both, sizeof *both * (size_t)n);
        return;
    }
    for (int p = 0; p < n && any; p++)
        if (both[p] && !g->of.members[p] && g->tried < OTHERS_TRIED &&
            !ip_advice_mixtures_effort_is_spent(g->trial->mixtures))
            try_one(g, p);
}

ip_proved_members ip_advice_members_with(const ip_fix_trial *trial, const bool *chosen, const bool *required,
                                         const ip_level_result *unchanged)
{
    const int n = trial->mixtures->program_count;
    ip_arena *arena = trial->mixtures->arena;
    growth g = {trial, chosen, unchanged, {IP_NEW_ARRAY(arena, bool, n), IP_NEW_ARRAY(arena, const char *, n), 0}, 0};
    bool *all = IP_NEW_ARRAY(arena, bool, n);
    for (int p = 0; p < n; p++) {
        all[p] = !trial->mixtures->workload->programs.items[p]->broken;
        const char *known = unchanged->programs ? unchanged->programs[p].undecided_because : NULL;
        if (!all[p])
            g.of.why[p] = known ? known : "it could not be read in full";
    }
    ip_advice_mixtures_give_effort(trial->mixtures, PART_OF_MEMBERS);
    grow(&g, required);
    grow(&g, unchanged->safe_sets.count ? unchanged->safe_sets.items[0] : NULL);
    grow(&g, all);
    for (int p = 0; p < n; p++)
        g.of.count += g.of.members[p];
    return g.of;
}
