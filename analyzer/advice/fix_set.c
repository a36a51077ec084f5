/* From a choice of candidates to a set of fixes: its lines, what its proof assumes, what it repairs. */
#include "advice/fix_set.h"

#include "advice/repaired.h"

/* The assumptions of the proof with the changes applied. */
static void add_assumptions(const ip_fix_trial *trial, const bool *chosen, const bool *members, ip_fix_set *set)
{
    const ip_candidates *candidates = &trial->workshop->candidates;
    ip_arena *arena = trial->mixtures->arena;
    const ip_proved_choice *proof = NULL;
    if (ip_advice_trial_is_safe(trial, members, chosen))
        proof = ip_advice_trial_proof(trial, members, chosen);
    for (int i = 0; proof && i < proof->assumptions.count; i++)
        IP_PUSH(arena, &set->assumptions, proof->assumptions.items[i]);
    for (int c = 0; c < candidates->count; c++)
        if (chosen[c] && candidates->items[c].assumes)
            IP_PUSH(arena, &set->assumptions, candidates->items[c].assumes);
}

void ip_advice_fix_set_add(const ip_fix_trial *trial, const bool *chosen, const ip_proved_members *proved,
                           const ip_level_result *unchanged, ip_advice *advice)
{
    const ip_mixtures *mixtures = trial->mixtures;
    const ip_candidates *candidates = &trial->workshop->candidates;
    ip_fix_set set = {.level = ip_level_name(mixtures->levels[trial->level]), .verdict = IP_SAFE};
    bool *ours = IP_NEW_ARRAY(mixtures->arena, bool, mixtures->program_count);
    for (int p = 0; p < mixtures->program_count; p++) {
        ours[p] = proved->members[p] && !ip_advice_mixtures_elsewhere(mixtures, p);
        set.member_count += ours[p];
    }
    set.members = ours;
    set.left_out = proved->why;
    for (int c = 0; c < candidates->count; c++)
        if (chosen[c])
            IP_PUSH(mixtures->arena, &set.fixes, candidates->items[c].fix);
    ip_advice_candidates_show_hunks(mixtures->arena, candidates, chosen, &set);
    add_assumptions(trial, chosen, proved->members, &set);
    ip_advice_find_repaired(trial, chosen, unchanged, &set);
    IP_PUSH(mixtures->arena, &advice->fix_sets, set);
}
