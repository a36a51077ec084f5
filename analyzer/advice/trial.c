/* One question about changed programs. */
#include "advice/trial.h"

static const ip_level *level_with(const ip_fix_trial *trial, int program, const bool *chosen)
{
    const ip_candidates *candidates = &trial->workshop->candidates;
    for (int c = 0; c < candidates->count; c++)
        if (chosen[c] && candidates->items[c].raised_program == program)
            return trial->mixtures->levels[candidates->items[c].raised_level];
    return trial->mixtures->levels[ip_advice_mixtures_level(trial->mixtures, program, trial->level)];
}

ip_level_result ip_advice_trial_decide(const ip_fix_trial *trial, ip_side_question *side, const ip_changed *changed,
                                       const bool *members, const bool *chosen, int few, ip_effort *effort)
{
    int n = trial->mixtures->program_count, count = 0;
    const ip_program **programs = IP_NEW_ARRAY(side->arena, const ip_program *, n);
    const ip_level **levels = IP_NEW_ARRAY(side->arena, const ip_level *, n);
    for (int p = 0; p < n; p++)
        if (members[p]) {
            programs[count] = changed->programs[p];
            levels[count++] = level_with(trial, p, chosen);
        }
    ip_effort given = *effort;
    ip_side_question_input question = {.schema = &changed->workload->schema,
                                       .programs = programs,
                                       .count = count,
                                       .levels = levels,
                                       .few = few,
                                       .elsewhere = ip_advice_mixtures_left_to_others(trial->mixtures, count),
                                       .deadline = trial->mixtures->deadline,
                                       .effort = effort};
    ip_level_result result = ip_advice_side_question_ask(side, trial->mixtures->run, &question);
    ip_advice_mixtures_take_effort(trial->mixtures, given, *effort, result.verdict);
    return result;
}

bool ip_advice_trial_is_safe(const ip_fix_trial *trial, const bool *members, const bool *chosen)
{
    ip_side_question side;
    ip_changed changed;
    if (ip_advice_mixtures_effort_is_spent(trial->mixtures))
        return false;
    ip_advice_side_question_open(&side);
    ip_effort effort = ip_advice_mixtures_effort_share(trial->mixtures);
    bool safe =
        ip_advice_changed_read(trial->mixtures->run, side.arena, &trial->workshop->candidates, chosen, &changed) &&
        ip_advice_trial_decide(trial, &side, &changed, members, chosen, 1, &effort).verdict == IP_SAFE;
    ip_advice_side_question_close(&side);
    return safe;
}

/* How many of the cycle's instances run the program. */
static int instances_of(const ip_anomaly *anomaly, const ip_program *program)
{
    int count = 0;
    for (int i = 0; i < anomaly->instance_count; i++)
        count += anomaly->instances[i].program == program;
    return count;
}

bool ip_advice_is_same_cycle(const ip_fix_trial *trial, const ip_changed *changed, const ip_anomaly *cycle,
                             const ip_anomaly *anomaly)
{
    bool same = cycle->instance_count == anomaly->instance_count;
    for (int p = 0; p < trial->mixtures->program_count && same; p++)
        same = instances_of(cycle, changed->programs[p]) ==
               instances_of(anomaly, trial->mixtures->workload->programs.items[p]);
    return same;
}
