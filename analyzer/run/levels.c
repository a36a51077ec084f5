/* Levels do not share results before all are decided: the report does not depend on the number of jobs. */
#include "run/levels.h"

#include "base/clock.h"
#include "base/stop.h"
#include "decide/implied.h"
#include "decide/look.h"
#include "proofs/interim.h"
#include "run/declared.h"
#include "run/looks_kept.h"

#include <string.h>

const ip_level **ip_run_levels_of_programs(ip_run *run, const ip_level *level)
{
    const ip_workload *workload = run->workload;
    const ip_level **levels = IP_NEW_ARRAY(run->arena, const ip_level *, workload->programs.count);
    for (int p = 0; p < workload->programs.count; p++) {
        const ip_level *declared = ip_run_level_declared(run, level, workload->programs.items[p]);
        levels[p] = declared ? declared : level;
        for (int a = 0; a < run->assigned.count; a++)
            if (strcmp(run->assigned.items[a].program, workload->programs.items[p]->name) == 0)
                levels[p] = run->assigned.items[a].level;
    }
    return levels;
}

typedef struct levels_task {
    ip_run *run;
    const ip_decision_input *input;
    const ip_level **const *levels;
    const char **names;
    int parts;                     /* of each group, which are decided one by one; 1 if it is not a look */
    int *first;                    /* [groups + 1]: the first level of each group; groups of one if it is not a look */
    const ip_shown_nothing *shown; /* [levels], for a look that is kept; NULL */
} levels_task;

/* In memory of the process that decided. */
typedef struct level_answer {
    ip_level_result result;
    ip_diagnostics diagnostics;
    struct ip_known_clients *known;
    ip_shown_nothing shown; /* found: by this part of a look */
} level_answer;

typedef struct interim_level {
    ip_interim found;
    const ip_decision_input *input;
} interim_level;

/* Of a level whose process is not waited for: what it has found, and what proofs in it rest on. */
static void publish(void *data, const ip_interim *so_far)
{
    const interim_level *level = data;
    const ip_decision_input *input = level->input;
    level_answer *answer = IP_NEW(so_far->arena, level_answer);
    ip_level_result *result = &answer->result;
    *result = (ip_level_result){.level = input->level_name, .engine = ip_level_engine(input->levels[0])};
    result->verdict = IP_UNDECIDED;
    result->anomalies.items = so_far->anomalies.items;
    result->anomalies.count = result->anomalies.capacity = so_far->anomalies.count;
    for (int a = 0; a < so_far->anomalies.count; a++)
        if (!so_far->anomalies.items[a].suppressed)
            result->verdict = IP_UNSAFE;
    if (so_far->safe)
        IP_PUSH(so_far->arena, &result->safe_sets, so_far->safe);
    result->components = IP_NEW_ARRAY(so_far->arena, int, so_far->count);
    answer->diagnostics.arena = so_far->arena;
    answer->diagnostics.list.items = input->diagnostics->list.items;
    answer->diagnostics.list.count = answer->diagnostics.list.capacity = input->diagnostics->list.count;
    answer->known = NULL;
    level_answer **alone = IP_NEW(so_far->arena, level_answer *);
    *alone = answer;
    ip_decide_workers_publish(alone);
}

static level_answer *decide_level(const levels_task *task, int l, ip_look *look, double deadline)
{
    ip_decision_input input = *task->input;
    input.look = look;
    input.arena = input.new_arena(input.owner);
    level_answer *answer = IP_NEW(input.arena, level_answer);
    answer->diagnostics.arena = input.arena;
    answer->known = ip_decide_remember(input.arena);
    input.diagnostics = &answer->diagnostics;
    input.known = answer->known;
    input.deadline = deadline;
    input.levels = task->levels[l];
    input.level_name = task->names[l];
    interim_level interim = {{.arena = input.arena,
                              .programs = input.programs,
                              .count = input.program_count,
                              .publish = publish,
                              .data = &interim},
                             &input};
    input.interim = task->run->no_replay ? NULL : &interim.found;
    answer->result = ip_decide(&input);
    return answer;
}

/* One part of one group of levels. The answers are in the order of the levels. */
static void *decide_group(void *data, int number, double deadline)
{
    const levels_task *task = data;
    const int *first = task->first + number / task->parts, count = first[1] - first[0];
    ip_arena *arena = task->input->new_arena(task->input->owner);
    level_answer **answers = IP_NEW_ARRAY(arena, level_answer *, count);
    ip_look *looks = IP_NEW_ARRAY(arena, ip_look, count);
    for (int i = 0; i < count; i++) {
        ip_shown_nothing shown = task->shown ? task->shown[first[0] + i] : (ip_shown_nothing){0};
        looks[i] = (ip_look){.part = number % task->parts, .parts = task->parts, .weaker = i ? &looks[i - 1] : NULL};
        looks[i].shown = task->shown ? &shown : NULL;
        answers[i] = decide_level(task, first[0] + i, task->input->brief ? &looks[i] : NULL, deadline);
        answers[i]->shown = shown;
    }
    return answers;
}

static ip_level_result undecided(const levels_task *task, int l, const char *why)
{
    return (ip_level_result){.level = task->names[l],
                             .engine = ip_level_engine(task->run->levels.items[l]),
                             .verdict = IP_UNDECIDED,
                             .reason = why};
}

/* answers, why: of the parts of the level's group. What they have learnt is kept in the run. */
static ip_level_result result_of(const levels_task *task, int l, int group, level_answer **const *answers,
                                 const char *const *why)
{
    ip_level_result result = undecided(task, l, why[0]);
    bool any = false;
    for (int part = 0; part < task->parts; part++) {
        if (!answers[part])
            continue;
        const level_answer *answer = answers[part][l - task->first[group]];
        if (any)
            ip_decide_look_too(task->run->arena, &result, &answer->result);
        else
            result = answer->result;
        any = true;
        ip_diagnostics_take_over(&task->run->diagnostics, &answer->diagnostics);
        if (answer->known)
            ip_decide_remember_too(task->input->known, answer->known);
    }
    for (int part = 0; part < task->parts; part++)
        if (why[part] && result.verdict == IP_UNDECIDED)
            result.reason = why[part];
    return result;
}

static void keep(const levels_task *task, ip_kept_looks *kept, int group, level_answer *const *part)
{
    for (int l = task->first[group]; part && l < task->first[group + 1]; l++)
        ip_run_kept_looks_add(task->run, kept, &part[l - task->first[group]]->shown);
}

/* In a look, levels that allow nothing which the level before does not are in its group: they have fewer questions. */
static int make_groups(levels_task *task, int count)
{
    int groups = 0, programs = task->input->program_count;
    task->first = IP_NEW_ARRAY(task->run->arena, int, count + 1);
    for (int l = 0; l < count; l++) {
        ip_level_at at = ip_decide_level_of_programs(task->run->levels.items[l], task->levels[l], programs);
        ip_level_at before =
            l ? ip_decide_level_of_programs(task->run->levels.items[l - 1], task->levels[l - 1], programs) : at;
        if (!l || !task->input->brief || !ip_decide_level_is_stronger(&at, &before))
            task->first[groups++] = l;
    }
    task->first[groups] = count;
    return groups;
}

void ip_run_decide_levels(ip_run *run, const ip_decision_input *input, const ip_level **const *levels,
                          ip_report_data *report)
{
    const int count = run->levels.count, parts = input->brief ? IP_LOOK_PARTS : 1;
    levels_task task = {run, input, levels, IP_NEW_ARRAY(run->arena, const char *, count), parts, NULL, NULL};
    ip_kept_looks *kept = input->brief ? ip_run_kept_looks_read(run) : NULL;
    ip_shown_nothing *shown = kept ? IP_NEW_ARRAY(run->arena, ip_shown_nothing, count) : NULL;
    for (int l = 0; l < count && kept; l++)
        shown[l] = ip_run_kept_looks_at(run, kept, levels[l]);
    task.shown = shown;
    for (int l = 0; l < count; l++)
        task.names[l] = ip_run_result_name(run, run->levels.items[l]);
    const int groups = make_groups(&task, count);
    void **answers = IP_NEW_ARRAY(run->arena, void *, groups *parts);
    const char **why = IP_NEW_ARRAY(run->arena, const char *, groups *parts);
    ip_decide_workers_run(ip_run_new_workers(run, input->deadline), groups * parts, decide_group, &task, answers, why);
    for (int l = 0, g = 0; l < count; l++) {
        g += l == task.first[g + 1];
        ip_level_result result =
            result_of(&task, l, g, (level_answer * *const *)(void *const *)answers + g * parts, why + g * parts);
        result.levels = levels[l];
        IP_PUSH(run->arena, &report->results, result);
    }
    for (int g = 0; g < groups * parts && kept; g++)
        keep(&task, kept, g / parts, answers[g]);
    if (kept)
        ip_run_kept_looks_write(kept);
}

static bool was_asked(const ip_run *run, const ip_level *level)
{
    for (int l = 0; l < run->levels.count; l++)
        if (strcmp(ip_level_path(run->levels.items[l]), ip_level_path(level)) == 0)
            return true;
    return false;
}

/* Only its proof counts: nothing is run, and no parts are looked for. */
static ip_level_result decide_quietly(ip_run *run, const ip_decision_input *input, const ip_level *level,
                                      ip_diagnostics *diagnostics)
{
    ip_decision_input quiet = *input;
    quiet.levels = ip_run_levels_of_programs(run, level);
    quiet.level_name = ip_run_result_name(run, level);
    quiet.diagnostics = diagnostics;
    quiet.replay = quiet.parts = quiet.all_anomalies = false;
    quiet.few = 1;
    return ip_decide(&quiet);
}

static bool is_open(const ip_level_result *result)
{
    return result->verdict == IP_UNDECIDED && *result->engine && !result->only_suppressed;
}

void ip_run_try_weaker_levels(ip_run *run, const ip_decision_input *input, ip_report_data *report)
{
    bool any = false;
    for (int l = 0; l < report->results.count; l++)
        any = any || is_open(&report->results.items[l]);
    ip_diagnostics unread = {.arena = run->arena};
    const char *const *names = any ? ip_level_file_names(run->arena) : NULL;
    for (int i = 0; any && names[i] && !ip_is_over(input->deadline); i++) {
        const ip_level *weaker = ip_level_load(run->arena, names[i], &unread);
        if (!weaker || was_asked(run, weaker))
            continue;
        ip_level_result proved = {0};
        ip_diagnostics said = {.arena = run->arena};
        int programs = run->workload->programs.count;
        ip_level_at at = ip_decide_level_of_programs(weaker, ip_run_levels_of_programs(run, weaker), programs);
        for (int l = 0; l < report->results.count; l++) {
            ip_level_result *result = &report->results.items[l];
            ip_level_at level = ip_decide_level_of_programs(run->levels.items[l], result->levels, programs);
            if (!is_open(result) || level.mixed || at.mixed || strcmp(ip_level_engine(weaker), result->engine) != 0 ||
                !ip_level_implies(level.level, weaker))
                continue;
            if (!proved.level)
                proved = decide_quietly(run, input, weaker, &said);
            if (ip_decide_take_over_proof(result, &level, &proved, &at)) {
                ip_diagnostics_take_over(&run->diagnostics, &said);
                said = (ip_diagnostics){.arena = run->arena};
            }
        }
    }
}
