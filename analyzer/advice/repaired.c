/* Which anomalies a set of changes repairs, and which change is for which. */
#include "advice/repaired.h"

#include <string.h>

static const double PART_OF_ATTRIBUTION = 0.05;

bool ip_advice_is_harmful(const ip_anomaly *anomaly)
{
    const ip_replay *replay = &anomaly->replay;
    bool confirmed = replay->status == IP_REPLAY_CONFIRMED;
    bool benign = confirmed && !replay->observable && replay->equal_serial_order;
    bool possible = !confirmed && (replay->reason || anomaly->approximated);
    return !benign && !possible && !anomaly->suppressed;
}

void ip_advice_add_programs_of(const ip_mixtures *mixtures, const ip_anomaly *anomaly, bool *set)
{
    for (int i = 0; i < anomaly->instance_count; i++)
        for (int p = 0; p < mixtures->program_count; p++)
            set[p] = set[p] || mixtures->workload->programs.items[p] == anomaly->instances[i].program;
}

static bool contains(const bool *larger, const bool *set, int count)
{
    for (int p = 0; p < count; p++)
        if (set[p] && !larger[p])
            return false;
    return true;
}

/* [programs] */
static bool *programs_of(const ip_fix_trial *trial, const ip_anomaly *anomaly)
{
    bool *programs = IP_NEW_ARRAY(trial->mixtures->arena, bool, trial->mixtures->program_count);
    ip_advice_add_programs_of(trial->mixtures, anomaly, programs);
    return programs;
}

static bool touches(const ip_fix_trial *trial, int c, const bool *programs)
{
    for (int p = 0; p < trial->mixtures->program_count; p++)
        if (programs[p] && ip_advice_candidate_touches(&trial->workshop->candidates.items[c], p))
            return true;
    return false;
}

static bool touches_any(const ip_fix_trial *trial, const bool *chosen, const bool *programs)
{
    for (int c = 0; c < trial->workshop->candidates.count; c++)
        if (chosen[c] && touches(trial, c, programs))
            return true;
    return false;
}

bool ip_advice_is_repaired(const ip_fix_trial *trial, const bool *chosen, const ip_anomaly *anomaly)
{
    const bool *programs = programs_of(trial, anomaly);
    return touches_any(trial, chosen, programs) && ip_advice_trial_is_safe(trial, programs, chosen);
}

/* ---------------------------------------------------------- change by change -- */

static bool have_same_programs(const ip_fix_trial *trial, const ip_anomaly *a, const ip_anomaly *b)
{
    size_t bytes = sizeof(bool) * (size_t)trial->mixtures->program_count;
    return memcmp(programs_of(trial, a), programs_of(trial, b), bytes) == 0;
}

/* Of several anomalies of the same programs, the kind tells which it is; for others it does not matter: one run can be
 * called by several kinds. */
static bool kind_matters(const ip_fix_trial *trial, const ip_fix_set *set, const ip_anomaly *anomaly)
{
    for (int a = 0; a < set->repaired.count; a++)
        if (set->repaired.items[a]->kind != anomaly->kind && have_same_programs(trial, set->repaired.items[a], anomaly))
            return true;
    return false;
}

/* The program of each instance. */
static int *vector_of(const ip_fix_trial *trial, const ip_anomaly *anomaly)
{
    const ip_workload *workload = trial->mixtures->workload;
    int *vector = IP_NEW_ARRAY(trial->mixtures->arena, int, anomaly->instance_count);
    for (int i = 0; i < anomaly->instance_count; i++)
        while (workload->programs.items[vector[i]] != anomaly->instances[i].program)
            vector[i]++;
    return vector;
}

static bool are_alike(const ip_fix_trial *trial, const ip_anomaly *a, const ip_anomaly *b)
{
    const ip_changed none = {.programs = (const ip_program **)trial->mixtures->workload->programs.items};
    return ip_advice_is_same_cycle(trial, &none, a, b);
}

/* Asks for the cycle of an anomaly's programs with all changes but one; the answer counts for each anomaly of such a
 * cycle, from this one on. */
static void find_needed(const ip_fix_trial *trial, const bool *without, ip_fix_set *set, int fix, int first)
{
    const ip_anomaly *wanted = set->repaired.items[first], *cycle = NULL;
    ip_side_question side;
    ip_changed changed;
    ip_advice_side_question_open(&side);
    if (ip_advice_changed_read(trial->mixtures->run, side.arena, &trial->workshop->candidates, without, &changed))
        cycle = ip_advice_trial_cycle(trial, &side, &changed, programs_of(trial, wanted), without,
                                      vector_of(trial, wanted), wanted->instance_count, true);
    for (int a = first; cycle && a < set->repaired.count; a++) {
        const ip_anomaly *anomaly = set->repaired.items[a];
        if (are_alike(trial, anomaly, wanted) && (anomaly->kind == cycle->kind || !kind_matters(trial, set, anomaly)))
            IP_PUSH(trial->mixtures->arena, &set->fixes.items[fix].needed_for, anomaly);
    }
    ip_advice_side_question_close(&side);
}

static bool was_asked(const ip_fix_trial *trial, const ip_fix_set *set, int anomaly)
{
    for (int a = 0; a < anomaly; a++)
        if (are_alike(trial, set->repaired.items[a], set->repaired.items[anomaly]))
            return true;
    return false;
}

/* A change is needed for an anomaly if without it, and with all the others, its programs have that cycle again. */
static void attribute(const ip_fix_trial *trial, const bool *chosen, ip_fix_set *set)
{
    const int count = trial->workshop->candidates.count;
    bool *without = IP_NEW_ARRAY(trial->mixtures->arena, bool, count);
    memcpy(without, chosen, sizeof *without * (size_t)count);
    for (int c = 0, fix = -1; c < count; c++) {
        if (!chosen[c])
            continue;
        fix++;
        without[c] = false;
        for (int a = 0; a < set->repaired.count && !ip_advice_mixtures_effort_is_spent(trial->mixtures); a++)
            if (touches(trial, c, programs_of(trial, set->repaired.items[a])) && !was_asked(trial, set, a))
                find_needed(trial, without, set, fix, a);
        without[c] = true;
    }
}

void ip_advice_find_repaired(const ip_fix_trial *trial, const bool *chosen, const ip_level_result *unchanged,
                             ip_fix_set *set)
{
    const ip_mixtures *mixtures = trial->mixtures;
    ip_advice_mixtures_give_effort(trial->mixtures, PART_OF_ATTRIBUTION);
    for (int a = 0; a < unchanged->anomalies.count; a++) {
        const ip_anomaly *anomaly = &unchanged->anomalies.items[a];
        if (!ip_advice_is_harmful(anomaly))
            continue;
        const bool *programs = programs_of(trial, anomaly);
        bool known = contains(set->members, programs, mixtures->program_count) && touches_any(trial, chosen, programs);
        if (known || ip_advice_is_repaired(trial, chosen, anomaly))
            IP_PUSH(mixtures->arena, &set->repaired, anomaly);
    }
    if (set->fixes.count > 1)
        attribute(trial, chosen, set);
}
