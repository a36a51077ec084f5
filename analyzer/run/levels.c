/* No level knows what another has found before all are decided: the report is the same whatever the number of jobs. */
#include "run/levels.h"

#include "base/clock.h"

typedef struct levels_task {
    ip_run *run;
    const ip_decision_input *input;
    const ip_level **const *levels;
    const char **names;
} levels_task;

/* In memory of the process that decided. */
typedef struct level_answer {
    ip_level_result result;
    ip_diagnostics diagnostics;
    struct ip_known_clients *known;
} level_answer;

static void *decide_level(void *data, int l, double deadline)
{
    const levels_task *task = data;
    ip_decision_input input = *task->input;
    input.arena = input.new_arena(input.owner);
    level_answer *answer = IP_NEW(input.arena, level_answer);
    answer->diagnostics.arena = input.arena;
    answer->known = ip_decide_remember(input.arena);
    input.diagnostics = &answer->diagnostics;
    input.known = answer->known;
    input.deadline = deadline;
    input.levels = task->levels[l];
    input.level_name = task->names[l];
    answer->result = ip_decide(&input);
    return answer;
}

static ip_level_result undecided(const levels_task *task, int l, const char *why)
{
    return (ip_level_result){.level = task->names[l],
                             .engine = ip_level_engine(task->run->levels.items[l]),
                             .verdict = IP_UNDECIDED,
                             .reason = why};
}

void ip_run_decide_levels(ip_run *run, const ip_decision_input *input, const ip_level **const *levels,
                          ip_report_data *report)
{
    int count = run->levels.count;
    levels_task task = {run, input, levels, IP_NEW_ARRAY(run->arena, const char *, count)};
    for (int l = 0; l < count; l++)
        task.names[l] = ip_run_result_name(run, run->levels.items[l]);
    void **answers = IP_NEW_ARRAY(run->arena, void *, count);
    const char **why = IP_NEW_ARRAY(run->arena, const char *, count);
    run->workers.jobs = input->log ? 1 : run->jobs; /* queries are numbered in one order */
    run->workers.memory = run->memory;
    run->workers.deadline = input->deadline;
    run->workers.patience = input->time_limit / 20;
    ip_workers_run(&run->workers, count, decide_level, &task, answers, why);
    for (int l = 0; l < count; l++) {
        const level_answer *answer = answers[l];
        ip_level_result result = answer ? answer->result : undecided(&task, l, why[l]);
        result.levels = levels[l];
        IP_PUSH(run->arena, &report->results, result);
        if (!answer)
            continue;
        ip_diagnostics_take_over(&run->diagnostics, &answer->diagnostics);
        ip_decide_remember_too(input->known, answer->known);
    }
}
