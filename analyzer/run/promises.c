/* A promise is about all executions of all programs at the level, as far as they concern the program: it holds if no
 * cycle has an instance of it. That is so where the level is safe, and where all programs that share data with this
 * one, directly or by others, are in one set that is proved safe (decide/safe_sets.h): there are no dependencies
 * between such groups. */
#include "run/promises.h"

#include <string.h>

/* add: they are decided, too. */
static bool load_levels(ip_run *run, bool add)
{
    bool good = true;
    for (int p = 0; p < run->workload->programs.count; p++) {
        const ip_program *program = run->workload->programs.items[p];
        int reported = run->diagnostics.list.count;
        if (!program->promised ||
            (add ? ip_run_add_level(run, program->promised) : ip_run_load_level(run, program->promised) != NULL))
            continue;
        for (int d = reported; d < run->diagnostics.list.count; d++)
            run->diagnostics.list.items[d].range = program->promised_at;
        good = false;
    }
    return good;
}

bool ip_run_promises_add_levels(ip_run *run)
{
    return load_levels(run, true);
}

bool ip_run_promises_know_levels(ip_run *run)
{
    return load_levels(run, false);
}

/* -1: the level is not among those that were decided. */
static int index_of(ip_run *run, const ip_program *program, const ip_decided_levels *decided)
{
    const ip_level *level = ip_run_load_level(run, program->promised);
    for (int l = 0; level && l < decided->count; l++)
        if (strcmp(ip_level_path(decided->levels[l]), ip_level_path(level)) == 0)
            return l;
    return -1;
}

static bool whole_component_is_safe(const ip_level_result *result, int program, int count)
{
    if (!result->components || !result->safe_sets.count)
        return false;
    for (int p = 0; p < count; p++)
        if (result->components[p] == result->components[program] && !result->safe_sets.items[0][p] &&
            !(result->elsewhere && result->elsewhere[p]))
            return false;
    return true;
}

static const char *why_not(ip_arena *arena, const ip_level_result *result, int program)
{
    const ip_program_result *of = result->programs ? &result->programs[program] : NULL;
    if (of && of->unsafe_in.count) {
        const ip_anomaly *anomaly = &result->anomalies.items[of->unsafe_in.items[0]];
        const char *names = "";
        for (int i = 0; i < anomaly->instance_count; i++)
            names = ip_arena_printf(arena, "%s%s%s", names, i ? ", " : "", anomaly->instances[i].program->name);
        const char *kind = ip_anomaly_kind_words(arena, ip_anomaly_kind_name(anomaly->kind));
        return ip_arena_printf(arena, "%s of %s", kind, names);
    }
    if (of && of->undecided_because)
        return of->undecided_because;
    return "it is safe only as long as some of the other programs are not run";
}

/* A level that its code declares, or that --assign gives, takes precedence over the requested level: then there is no
 * result for the program at that level. NULL: it runs at that level. */
static const char *runs_elsewhere(ip_run *run, const ip_decided_levels *decided, int level, int program)
{
    const ip_level *own = decided->own[level] ? decided->own[level][program] : decided->levels[level];
    if (strcmp(ip_level_path(own), ip_level_path(decided->levels[level])) == 0)
        return NULL;
    return ip_arena_printf(run->arena, "it runs at %s", ip_level_name(own));
}

void ip_run_promises_check(ip_run *run, ip_report_data *report, const ip_decided_levels *decided)
{
    int count = report->workload->programs.count;
    for (int p = 0; p < count; p++) {
        const ip_program *program = report->workload->programs.items[p];
        if (!program->promised)
            continue;
        int l = index_of(run, program, decided);
        if (l < 0) {
            ip_diagnostics_add(
                &run->diagnostics, IP_REMARK, program->promised_at, NULL,
                "%s is promised to be safe at %s, which was not decided here; isoproof analyze checks that",
                program->name, program->promised);
            continue;
        }
        const ip_level_result *result = &report->results.items[l];
        if (result->elsewhere && result->elsewhere[p])
            continue;
        ip_promise promise = {.program = p, .level = result->level};
        const char *elsewhere = runs_elsewhere(run, decided, l, p);
        promise.kept =
            !elsewhere && (result->verdict == IP_SAFE || result->rest || whole_component_is_safe(result, p, count));
        if (!promise.kept) {
            promise.reason = elsewhere ? elsewhere : why_not(run->arena, result, p);
            /* Not named as the program's own: its code was understood. */
            ip_diagnostics_add(&run->diagnostics, IP_ERROR, program->promised_at, NULL,
                               "%s is promised to be safe at %s, and that is not proved: %s", program->name,
                               result->level, promise.reason);
        }
        IP_PUSH(run->arena, &report->promises, promise);
    }
}
