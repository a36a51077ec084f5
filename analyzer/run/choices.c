/* What a run is asked for beside its files and levels: limits, what is searched and proved, what is left out. */
#include "isoproof.h"

#include "base/stop.h"
#include "level/solver_errors.h"
#include "run/run_state.h"

#include <string.h>

void ip_run_set_max_cycle(ip_run *run, int length)
{
    run->max_cycle = length;
}

void ip_run_set_timeout(ip_run *run, double seconds)
{
    run->timeout = seconds;
    run->timeout_given = true;
}

void ip_run_set_jobs(ip_run *run, int jobs)
{
    run->jobs = jobs;
}

void ip_run_set_memory(ip_run *run, size_t bytes)
{
    run->memory = bytes;
}

void ip_run_set_shard(ip_run *run, int shard, int count)
{
    run->shard = shard;
    run->shard_count = count;
}

void ip_run_set_baseline(ip_run *run, const ip_baseline *baseline)
{
    run->accepted.baseline = baseline;
}

void ip_run_set_all_anomalies(ip_run *run, bool all)
{
    run->all_anomalies = all;
}

void ip_run_set_sessions(ip_run *run, bool sessions)
{
    run->sessions = sessions;
}

void ip_run_read_as(ip_run *run, unsigned flags)
{
    run->flags = flags;
}

void ip_run_set_parts(ip_run *run, bool parts)
{
    run->whole_only = !parts;
}

void ip_run_set_replay(ip_run *run, bool replay)
{
    run->no_replay = !replay;
}

bool ip_run_save_queries(ip_run *run, const char *folder)
{
    return ip_question_query_log_open(&run->log, ip_arena_strdup(run->arena, folder), &run->diagnostics);
}

void ip_run_set_progress(ip_run *run, ip_progress *progress, void *data)
{
    run->progress = progress;
    run->progress_data = data;
}

void ip_run_interrupt(void)
{
    ip_stop_run(IP_INTERRUPTED);
    ip_level_solver_interrupt();
}

void ip_run_end_check(void)
{
    ip_level_solver_interrupt();
}

bool ip_run_add_proof(ip_run *run, const char *method)
{
    static const char *const names[] = {
#define X(id, name, meaning) [id] = name,
        IP_PROOF_METHODS(X)
#undef X
    };
    for (int m = 0; m < IP_PROOF_METHOD_COUNT; m++) {
        if (strcmp(names[m], method) != 0)
            continue;
        if (!run->methods_chosen)
            memset(run->methods, 0, sizeof run->methods);
        run->methods_chosen = true;
        run->methods[m] = true;
        return true;
    }
    return false;
}

bool ip_run_disable_rule(ip_run *run, const char *rule)
{
    ip_rule id;
    if (!ip_rule_by_name(rule, &id))
        return false;
    run->rules[id] = false;
    return true;
}

bool ip_run_drop_condition(ip_run *run, const char *condition)
{
    static const char *const names[] = {
#define X(id, name, meaning) [id] = name,
        IP_DELAYED_CONDITIONS(X)
#undef X
    };
    for (int i = 0; i < IP_DELAYED_CONDITION_COUNT; i++)
        if (strcmp(names[i], condition) == 0) {
            run->dropped[i] = true;
            return true;
        }
    return false;
}
