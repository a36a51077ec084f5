/* Which anomalies a set of changes repairs, and which change is for which. */
#include "advice/repaired.h"

#include "advice/side_batch.h"

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

static bool was_asked(const ip_fix_trial *trial, const ip_fix_set *set, int anomaly)
{
    for (int a = 0; a < anomaly; a++)
        if (are_alike(trial, set->repaired.items[a], set->repaired.items[anomaly]))
            return true;
    return false;
}

/* The questions about one change of a set: one task. */
typedef struct attribution {
    const ip_fix_trial *trial;
    const ip_fix_set *set;
    const bool *chosen;
    const int *candidates; /* [fixes of the set]: of each fix */
} attribution;

/* Whether the cycle of an anomaly's programs is there without the change. */
typedef struct found_again {
    bool found;
    ip_anomaly_kind kind;
} found_again;

/* Asks for the cycle of an anomaly's programs with all changes but this one. */
static void find_again(const ip_fix_trial *trial, const ip_changed *changed, const bool *without,
                       const ip_anomaly *wanted, found_again *answer)
{
    ip_side_question side;
    ip_advice_side_question_open(&side);
    const ip_anomaly *cycle = ip_advice_trial_cycle(trial, &side, changed, programs_of(trial, wanted), without,
                                                    vector_of(trial, wanted), wanted->instance_count, true);
    *answer = (found_again){cycle != NULL, cycle ? cycle->kind : wanted->kind};
    ip_advice_side_question_close(&side);
}

/* [anomalies of the set]: those that were asked about. */
static void *ask_without(ip_mixtures *own, void *data, int fix, ip_arena *arena)
{
    const attribution *a = data;
    const int count = a->trial->workshop->candidates.count;
    ip_fix_trial trial = *a->trial;
    ip_proved_choices proofs = {0};
    ip_changed changed;
    found_again *answers = IP_NEW_ARRAY(arena, found_again, a->set->repaired.count);
    bool *without = IP_NEW_ARRAY(arena, bool, count);
    trial.mixtures = own;
    trial.proved = &proofs;
    own->left.left /= a->set->fixes.count;
    memcpy(without, a->chosen, sizeof *without * (size_t)count);
    without[a->candidates[fix]] = false;
    if (!ip_advice_changed_read(own->run, arena, &trial.workshop->candidates, without, &changed))
        return answers;
    for (int n = 0; n < a->set->repaired.count && !ip_advice_mixtures_effort_is_spent(own); n++) {
        const ip_anomaly *anomaly = a->set->repaired.items[n];
        if (touches(&trial, a->candidates[fix], programs_of(&trial, anomaly)) && !was_asked(&trial, a->set, n))
            find_again(&trial, &changed, without, anomaly, &answers[n]);
    }
    return answers;
}

/* The answer counts for each anomaly of such a cycle, from this one on. */
static void note_needed(const ip_fix_trial *trial, ip_fix_set *set, int fix, int first, const found_again *answer)
{
    for (int n = first; answer->found && n < set->repaired.count; n++) {
        const ip_anomaly *anomaly = set->repaired.items[n];
        if (are_alike(trial, anomaly, set->repaired.items[first]) &&
            (anomaly->kind == answer->kind || !kind_matters(trial, set, anomaly)))
            IP_PUSH(trial->mixtures->arena, &set->fixes.items[fix].needed_for, anomaly);
    }
}

/* A change is needed for an anomaly if without it, and with all the others, its programs have that cycle again. */
static void attribute(const ip_fix_trial *trial, const bool *chosen, ip_fix_set *set)
{
    int *candidates = IP_NEW_ARRAY(trial->mixtures->arena, int, set->fixes.count), fixes = 0;
    for (int c = 0; c < trial->workshop->candidates.count; c++)
        if (chosen[c])
            candidates[fixes++] = c;
    attribution a = {trial, set, chosen, candidates};
    ip_side_batch batch = ip_advice_side_batch_ask(trial->mixtures, fixes, IP_SIDE_IN_PROCESSES, ask_without, &a);
    for (int fix = 0; fix < fixes; fix++)
        for (int n = 0; n < set->repaired.count && batch.answers[fix]; n++)
            note_needed(trial, set, fix, n, (const found_again *)batch.answers[fix] + n);
    ip_advice_side_batch_close(&batch);
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
