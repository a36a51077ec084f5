/* One question about changed programs. */
#include "advice/trial.h"

#include <string.h>

static const ip_level *level_with(const ip_fix_trial *trial, int program, const bool *chosen)
{
    const ip_candidates *candidates = &trial->workshop->candidates;
    for (int c = 0; c < candidates->count; c++)
        if (chosen[c] && candidates->items[c].raised_program == program)
            return trial->mixtures->levels[candidates->items[c].raised_level];
    return trial->mixtures->levels[ip_advice_mixtures_level(trial->mixtures, program, trial->level)];
}

static const bool *copy_of(ip_arena *arena, const bool *set, int count)
{
    bool *copy = IP_NEW_ARRAY(arena, bool, count);
    memcpy(copy, set, sizeof *copy * (size_t)count);
    return copy;
}

static void note_proof(const ip_fix_trial *trial, const ip_side_question *side, const bool *members, const bool *chosen)
{
    ip_arena *arena = trial->mixtures->arena;
    ip_proved_choice proof = {.level = trial->level,
                              .members = copy_of(arena, members, trial->mixtures->program_count),
                              .chosen = copy_of(arena, chosen, trial->workshop->candidates.count)};
    for (int i = 0; i < side->diagnostics.list.count; i++) {
        const char *message = side->diagnostics.list.items[i].message;
        if (side->diagnostics.list.items[i].kind == IP_ASSUMPTION)
            IP_PUSH(arena, &proof.assumptions, ip_arena_strdup(arena, message));
    }
    IP_PUSH(arena, trial->proved, proof);
}

void ip_advice_trial_keep_proofs(const ip_fix_trial *trial, const ip_proved_choices *proofs)
{
    ip_arena *arena = trial->mixtures->arena;
    for (int i = 0; i < proofs->count; i++) {
        const ip_proved_choice *proof = &proofs->items[i];
        ip_proved_choice copy = {.level = proof->level,
                                 .members = copy_of(arena, proof->members, trial->mixtures->program_count),
                                 .chosen = copy_of(arena, proof->chosen, trial->workshop->candidates.count)};
        for (int a = 0; a < proof->assumptions.count; a++)
            IP_PUSH(arena, &copy.assumptions, ip_arena_strdup(arena, proof->assumptions.items[a]));
        IP_PUSH(arena, trial->proved, copy);
    }
}

const ip_proved_choice *ip_advice_trial_proof(const ip_fix_trial *trial, const bool *members, const bool *chosen)
{
    size_t programs = sizeof *members * (size_t)trial->mixtures->program_count;
    size_t candidates = sizeof *chosen * (size_t)trial->workshop->candidates.count;
    for (int i = 0; i < trial->proved->count; i++) {
        const ip_proved_choice *proof = &trial->proved->items[i];
        if (proof->level == trial->level && memcmp(proof->members, members, programs) == 0 &&
            memcmp(proof->chosen, chosen, candidates) == 0)
            return proof;
    }
    return NULL;
}

/* The members with these changes, at their levels. In the side's arena. */
static ip_side_question_input question_about(const ip_fix_trial *trial, ip_side_question *side,
                                             const ip_changed *changed, const bool *members, const bool *chosen,
                                             ip_effort *effort)
{
    int n = trial->mixtures->program_count, count = 0;
    const ip_program **programs = IP_NEW_ARRAY(side->arena, const ip_program *, n);
    const ip_level **levels = IP_NEW_ARRAY(side->arena, const ip_level *, n);
    for (int p = 0; p < n; p++)
        if (members[p]) {
            programs[count] = changed->programs[p];
            levels[count++] = level_with(trial, p, chosen);
        }
    return (ip_side_question_input){.schema = &changed->workload->schema,
                                    .programs = programs,
                                    .count = count,
                                    .levels = levels,
                                    .few = 1,
                                    .elsewhere = ip_advice_mixtures_left_to_others(trial->mixtures, count),
                                    .deadline = trial->mixtures->deadline,
                                    .effort = effort};
}

ip_level_result ip_advice_trial_decide(const ip_fix_trial *trial, ip_side_question *side, const ip_changed *changed,
                                       const bool *members, const bool *chosen, int few, int windows, ip_effort *effort)
{
    ip_effort given = *effort;
    ip_side_question_input question = question_about(trial, side, changed, members, chosen, effort);
    question.few = few;
    question.windows = windows;
    ip_level_result result = ip_advice_side_question_ask(side, trial->mixtures->run, &question);
    ip_advice_mixtures_take_effort(trial->mixtures, given, *effort, result.verdict);
    if (result.verdict == IP_SAFE)
        note_proof(trial, side, members, chosen);
    return result;
}

const ip_anomaly *ip_advice_trial_cycle(const ip_fix_trial *trial, ip_side_question *side, const ip_changed *changed,
                                        const bool *members, const bool *chosen, const int *programs, int length,
                                        bool any_order)
{
    ip_effort given = ip_advice_mixtures_effort_share(trial->mixtures), remains = given;
    const ip_side_question_input question = question_about(trial, side, changed, members, chosen, &remains);
    int *own = IP_NEW_ARRAY(side->arena, int, length);
    for (int i = 0; i < length; i++)
        for (int p = 0; p < programs[i]; p++)
            own[i] += members[p];
    const ip_anomaly *cycle =
        ip_advice_side_question_cycle(side, trial->mixtures->run, &question, own, length, any_order);
    ip_advice_mixtures_take_effort(trial->mixtures, given, remains, cycle ? IP_UNSAFE : IP_UNDECIDED);
    return cycle;
}

bool ip_advice_trial_is_safe(const ip_fix_trial *trial, const bool *members, const bool *chosen)
{
    ip_side_question side;
    ip_changed changed;
    if (ip_advice_trial_proof(trial, members, chosen))
        return true;
    if (ip_advice_mixtures_effort_is_spent(trial->mixtures))
        return false;
    ip_advice_side_question_open(&side);
    ip_effort effort = ip_advice_mixtures_effort_share(trial->mixtures);
    bool safe =
        ip_advice_changed_read(trial->mixtures->run, side.arena, &trial->workshop->candidates, chosen, &changed) &&
        ip_advice_trial_decide(trial, &side, &changed, members, chosen, 1, 0, &effort).verdict == IP_SAFE;
    ip_advice_side_question_close(&side);
    return safe;
}

bool ip_advice_is_same_cycle(const ip_fix_trial *trial, const ip_changed *changed, const ip_anomaly *cycle,
                             const ip_anomaly *anomaly)
{
    bool same = cycle->instance_count == anomaly->instance_count;
    for (int p = 0; p < trial->mixtures->program_count && same; p++)
        same = ip_advice_instances_of(cycle, changed->programs[p]) ==
               ip_advice_instances_of(anomaly, trial->mixtures->workload->programs.items[p]);
    return same;
}
