/* The last step of a level's verdict: whether all anomalies are harmless, the order in which they are reported, and the
 * result for each program. */
#include "decide/decide.h"

#include "anomaly/rank.h"
#include "base/invariant.h"
#include "base/stop.h"
#include "replay/schedule/schedule.h"

#include <string.h>

static bool is_confirmed(const ip_anomaly *anomaly)
{
    return anomaly->replay.status == IP_REPLAY_CONFIRMED;
}

/* A level is safe only with a proof and without a cycle, unsafe only with one. */
static bool is_consistent(const ip_level_result *result)
{
    if (result->verdict == IP_SAFE)
        return result->proof_method && !result->anomalies.count;
    return result->verdict != IP_UNSAFE || result->anomalies.count > 0;
}

/* ----------------------------------------------------------------- order -- */

static int rank(const ip_anomaly *anomaly)
{
    return ip_anomaly_rank((ip_ranked){.kind = ip_anomaly_kind_name(anomaly->kind),
                                       .instances = anomaly->instance_count,
                                       .steps = anomaly->replay.schedule ? anomaly->replay.schedule->steps.count : 0,
                                       .suppressed = anomaly->suppressed,
                                       .confirmed = is_confirmed(anomaly),
                                       .observable = anomaly->replay.observable,
                                       .rows_differ = anomaly->replay.rows_differ,
                                       .guesses_number = anomaly->replay.guesses_number});
}

/* Anomalies of one rank keep the order in which they were found. */
static void sort_anomalies(ip_level_result *result)
{
    for (int i = 1; i < result->anomalies.count; i++) {
        ip_anomaly moved = result->anomalies.items[i];
        int at = i;
        for (; at > 0 && rank(&result->anomalies.items[at - 1]) > rank(&moved); at--)
            result->anomalies.items[at] = result->anomalies.items[at - 1];
        result->anomalies.items[at] = moved;
    }
}

/* --------------------------------------------------------------- verdict -- */

/* An anomaly is not benign by the runs that could be made if there are others that could not. */
static void doubt_unfinished(const ip_decision_input *in, ip_anomaly *anomaly)
{
    if (anomaly->replay.unfinished && !anomaly->suppressed)
        anomaly->replay = (ip_replay){
            .status = IP_REPLAY_NOT_RUN,
            .reason = ip_arena_printf(in->arena, "its runs are harmless, but for those that could not be finished: %s",
                                      anomaly->replay.unfinished)};
}

/* A level is not benign if there is an anomaly of which nothing, or not everything, could be run. */
static void call_benign(const ip_decision_input *in, ip_level_result *result)
{
    bool benign = false;
    const ip_anomaly *not_run = NULL;
    for (int a = 0; a < result->anomalies.count; a++) {
        const ip_anomaly *anomaly = &result->anomalies.items[a];
        if (anomaly->suppressed)
            continue;
        if (anomaly->replay.status == IP_REPLAY_NOT_RUN && in->replay && !not_run)
            not_run = anomaly;
        if (!is_confirmed(anomaly))
            continue;
        if (anomaly->replay.observable || !anomaly->replay.equal_serial_order)
            return;
        benign = true;
    }
    if (result->verdict != IP_UNSAFE || (!benign && !not_run))
        return;
    result->verdict = benign && !not_run ? IP_BENIGN : IP_UNDECIDED;
    if (not_run)
        result->reason = ip_decide_unconfirmed(in, not_run);
}

/* -------------------------------------------------------------- programs -- */

/* outside: dependencies through state that no level isolates; else all others. */
static const ip_statement *not_understood(const ip_program *program, bool outside)
{
    for (int i = 0; i < program->statements.count; i++) {
        const ip_statement *statement = &program->statements.items[i];
        bool is_outside = statement->sources.count && statement->sources.items[0].table->outside;
        if (ip_facts_statement_guessed(statement) && is_outside == outside)
            return statement;
    }
    return NULL;
}

static const char *nothing_found(const ip_decision_input *in)
{
    return ip_stopped()               ? ip_stop_text(ip_stopped())
           : ip_is_over(in->deadline) ? "the time limit was reached"
                                      : "no proof was found";
}

/* "beside itself", "beside a, b" */
static const char *beside(ip_arena *arena, const ip_anomaly *anomaly, const ip_program *program)
{
    const char *names = "";
    for (int i = 0; i < anomaly->instance_count; i++) {
        const char *name = anomaly->instances[i].program->name;
        if (anomaly->instances[i].program != program && !strstr(names, name))
            names = ip_arena_printf(arena, "%s%s%s", names, *names ? ", " : "", name);
    }
    return *names ? names : "itself";
}

/* Whether all other programs on it are in the largest set: then it keeps the program out of that set. */
static bool keeps_out(const ip_decision_input *in, const ip_level_result *result, const ip_anomaly *anomaly,
                      const ip_program *program)
{
    for (int p = 0; p < in->program_count && result->safe_sets.count; p++)
        if (in->programs[p] != program && ip_anomaly_takes_part(anomaly, in->programs[p]) &&
            !result->safe_sets.items[0][p])
            return false;
    return true;
}

static const ip_anomaly *unconfirmed_of(const ip_decision_input *in, const ip_level_result *result,
                                        const ip_program *program)
{
    const ip_anomaly *first = NULL;
    for (int a = 0; a < result->anomalies.count; a++) {
        const ip_anomaly *anomaly = &result->anomalies.items[a];
        if (is_confirmed(anomaly) || !ip_anomaly_takes_part(anomaly, program))
            continue;
        if (keeps_out(in, result, anomaly, program))
            return anomaly;
        first = first ? first : anomaly;
    }
    return first;
}

static ip_range place_of(const ip_anomaly *anomaly, const ip_program *program)
{
    for (int d = 0; d < anomaly->instance_count; d++) {
        const ip_dependency *dependency = &anomaly->dependencies[d];
        if (anomaly->instances[dependency->from].program == program)
            return program->statements.items[dependency->from_statement].range;
    }
    return program->range;
}

/* Why the program is neither in the largest safe set nor in a confirmed anomaly, or why not even it alone is safe. */
static void say_undecided(const ip_decision_input *in, const ip_level_result *result, int p, ip_program_result *of)
{
    const ip_program *program = in->programs[p];
    const ip_statement *unknown = not_understood(program, false), *outside = not_understood(program, true);
    const ip_anomaly *anomaly = unconfirmed_of(in, result, program);
    of->undecided_at = program->range;
    if (result->rest) {
        of->undecided_because = "of what was found some is suppressed, and there is nothing else";
    } else if (program->broken) {
        of->undecided_because = ip_arena_printf(in->arena, "it could not be read in full: %s", program->broken);
        of->undecided_at = program->broken_range;
    } else if (unknown && (!anomaly || anomaly->approximated)) {
        of->undecided_because = unknown->why_unknown ? unknown->why_unknown : "it was not understood";
        of->undecided_at = unknown->range;
    } else if (outside && anomaly && anomaly->approximated) {
        of->undecided_because =
            ip_arena_printf(in->arena, "it looks at %s, which no level isolates", outside->why_unknown);
        of->undecided_at = outside->range;
    } else if (anomaly && anomaly->suppressed) {
        of->undecided_because =
            ip_arena_printf(in->arena, "an anomaly beside %s is suppressed", beside(in->arena, anomaly, program));
    } else if (anomaly) {
        of->undecided_because = ip_arena_printf(in->arena, "a possible anomaly beside %s was not confirmed: %s",
                                                beside(in->arena, anomaly, program),
                                                anomaly->replay.reason ? anomaly->replay.reason : "it was not run");
        of->undecided_at = place_of(anomaly, program);
    } else if (result->unproved && result->unproved[p]) {
        of->undecided_because = result->unproved[p];
    } else {
        of->undecided_because = result->reason ? result->reason : nothing_found(in);
    }
}

/* Whether one of its confirmed anomalies has only its own instances. */
static bool seen_alone(const ip_level_result *result, const ip_program_result *of)
{
    for (int i = 0; i < of->unsafe_in.count; i++) {
        const ip_anomaly *anomaly = &result->anomalies.items[of->unsafe_in.items[i]];
        bool alone = true;
        for (int t = 1; t < anomaly->instance_count; t++)
            alone = alone && anomaly->instances[t].program == anomaly->instances[0].program;
        if (alone)
            return true;
    }
    return false;
}

static void judge_programs(const ip_decision_input *in, ip_level_result *result)
{
    ip_program_result *programs = IP_NEW_ARRAY(in->arena, ip_program_result, in->program_count);
    bool *all = IP_NEW_ARRAY(in->arena, bool, in->program_count);
    for (int p = 0; p < in->program_count; p++)
        all[p] = !(result->elsewhere && result->elsewhere[p]);
    const bool *set = all;
    if (result->verdict == IP_SAFE) {
        result->safe_sets.count = 0;
        IP_PUSH(in->arena, &result->safe_sets, set);
    }
    for (int p = 0; p < in->program_count; p++) {
        ip_program_result *of = &programs[p];
        of->safe_set = -1;
        if (!all[p]) {
            of->undecided_because = "another shard decides it";
            continue;
        }
        for (int s = 0; s < result->safe_sets.count && of->safe_set < 0; s++)
            of->safe_set = result->safe_sets.items[s][p] ? s : -1;
        for (int a = 0; a < result->anomalies.count; a++)
            if (is_confirmed(&result->anomalies.items[a]) && !result->anomalies.items[a].suppressed &&
                ip_anomaly_takes_part(&result->anomalies.items[a], in->programs[p]))
                IP_PUSH(in->arena, &of->unsafe_in, a);
        if (of->safe_set != 0 && !(of->safe_set < 0 ? seen_alone(result, of) : of->unsafe_in.count))
            say_undecided(in, result, p, of);
    }
    result->programs = programs;
}

void ip_decide_finish(const ip_decision_input *in, ip_level_result *result)
{
    ip_assert(is_consistent(result));
    for (int a = 0; a < result->anomalies.count; a++)
        doubt_unfinished(in, &result->anomalies.items[a]);
    sort_anomalies(result);
    call_benign(in, result);
    if (in->parts)
        judge_programs(in, result);
}
