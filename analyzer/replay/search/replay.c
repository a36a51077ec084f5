/* An anomaly of the analysis, confirmed or refuted by running its code in memory. */
#include "replay/search/replay.h"

#include "replay/search/confirm.h"
#include "replay/search/harm_search.h"
#include "replay/search/minimise.h"
#include "replay/search/numbering.h"
#include "replay/search/other_values.h"

#include <string.h>

enum {
    SEARCH_RUNS = 300,
    DRAWN_CLIENTS = 100,
    DRAWN_LONG = 20,
    VARY_RUNS = 200,
    INSIST_RUNS = 400,
    INSIST_LONG = 5000,
    MINIMISE_RUNS = 400
};

/* About a second: what the interpreter does (ip_exec_interpreter_work) does not depend on the machine or its load. */
static const double WORK_OF_PROPOSAL = 6e6;

struct ip_replayer {
    const ip_schema *schema;
    ip_interpreter *interpreter;
    ip_row_inserter *inserter;
    const ip_replay_pair *pairs;
    int pair_count;
    const ip_assumed *assumed;
    int assumed_count;
    struct ip_known_clients *known;
    double most_work; /* of the proposal; 0: any */
};

ip_replayer *ip_replay_replayer_new(ip_arena *arena, const ip_schema *schema, const ip_replay_pair *pairs,
                                    int pair_count)
{
    ip_replayer *r = IP_NEW(arena, ip_replayer);
    ip_interpreter *interpreter = ip_exec_interpreter_new(schema);
    ip_row_inserter *inserter = ip_trial_row_inserter_new(arena, schema, interpreter);
    *r = (ip_replayer){
        .schema = schema, .interpreter = interpreter, .inserter = inserter, .pairs = pairs, .pair_count = pair_count};
    return r;
}

void ip_replay_replayer_assume(ip_replayer *replayer, const ip_assumed *assumed, int count)
{
    replayer->assumed = assumed;
    replayer->assumed_count = count;
}

struct ip_known_clients *ip_replay_memory(ip_arena *arena)
{
    return ip_replay_known_clients_new(arena);
}

void ip_replay_memory_add(struct ip_known_clients *known, const struct ip_known_clients *others)
{
    ip_replay_known_clients_take_over(known, others);
}

void ip_replay_replayer_know(ip_replayer *replayer, struct ip_known_clients *known)
{
    replayer->known = known;
}

void ip_replay_replayer_begin_proposal(ip_replayer *replayer)
{
    replayer->most_work = ip_exec_interpreter_work(replayer->interpreter) + WORK_OF_PROPOSAL;
}

void ip_replay_replayer_free(ip_replayer *replayer)
{
    if (replayer)
        ip_exec_interpreter_free(replayer->interpreter);
}

static const char *place(ip_arena *arena, ip_range range)
{
    if (!range.source)
        return "";
    return ip_arena_printf(arena, " (%s:%d)", range.source->path, ip_range_position(range).line);
}

static const char *failure(ip_arena *arena, const ip_anomaly *anomaly, const ip_search_result *result)
{
    const char *where = place(arena, result->where);
    const char *program = result->instance >= 0 ? anomaly->instances[result->instance].program->name : "";
    switch (result->end) {
    case IP_TRIAL_UNABLE:
        return ip_arena_printf(arena, "in %s, %s%s", program, result->why, where);
    case IP_TRIAL_ABORTS:
        return ip_arena_printf(arena, "%s aborts: %s%s", program, result->why, where);
    default:
        return ip_arena_strdup(arena, result->why);
    }
}

static const char *reason(ip_arena *arena, const ip_anomaly *anomaly, const ip_search_result *result)
{
    const char *why = failure(arena, anomaly, result);
    return result->spent ? ip_arena_printf(arena, "%s; no more runs were tried, since they take long", why) : why;
}

/* What those runs would have shown is not known. */
static void say_unfinished(ip_arena *arena, const ip_unfinished *first, ip_anomaly *anomaly)
{
    ip_replay *found = &anomaly->replay;
    if (first->why && found->status == IP_REPLAY_CONFIRMED && !found->observable && !found->unfinished)
        found->unfinished =
            ip_arena_printf(arena, "in %s, %s%s", first->program, first->why, place(arena, first->where));
}

static ip_bench bench_of(const ip_replayer *replayer, ip_arena *scratch, double deadline)
{
    return (ip_bench){.arena = scratch,
                      .schema = replayer->schema,
                      .interpreter = replayer->interpreter,
                      .inserter = replayer->inserter,
                      .pairs = replayer->pairs,
                      .pair_count = replayer->pair_count,
                      .assumed = replayer->assumed,
                      .assumed_count = replayer->assumed_count,
                      .deadline = deadline};
}

/* The execution found becomes the anomaly, minimised, and is kept if it is observable. */
static void take(ip_replayer *replayer, ip_arena *arena, ip_bench *bench, ip_subject *subject, ip_search_result *result,
                 ip_anomaly *anomaly)
{
    ip_replay_minimise(bench, result, MINIMISE_RUNS);
    if (result->outcome.length == result->trial.count) {
        ip_replay_search_for_order(bench, subject, result);
        ip_search_result numbered = ip_replay_number_in_time(bench, result);
        ip_replay_confirm_anomaly(arena, subject, bench, &numbered, anomaly);
        if (numbered.outcome.world != result->outcome.world)
            ip_world_free(numbered.outcome.world);
        if (result->observable)
            ip_replay_known_clients_add(replayer->known, &result->trial);
        else
            ip_replay_known_clients_add_benign(replayer->known, anomaly->id, &result->trial);
    } else {
        anomaly->replay =
            (ip_replay){.status = IP_REPLAY_REFUTED, .reason = "only a part of its instances are on a cycle"};
    }
}

static void replay(ip_replayer *replayer, ip_arena *arena, ip_anomaly *anomaly, const ip_level *const *levels,
                   int refuted, bool anyhow, double deadline)
{
    ip_arena *scratch = ip_arena_new();
    const char *why = NULL;
    ip_subject *subject = ip_trial_subject_new(scratch, replayer->schema, anomaly, levels, &why);
    if (!subject) {
        anomaly->replay = (ip_replay){.status = IP_REPLAY_NOT_RUN, .reason = ip_arena_strdup(arena, why)};
        ip_arena_free(scratch);
        return;
    }
    ip_bench bench = bench_of(replayer, scratch, deadline);
    ip_unfinished unfinished = {.arena = scratch};
    bench.unfinished = &unfinished;
    bench.most_work = replayer->most_work;
    ip_search_result result =
        anyhow ? ip_replay_search_scattered(&bench, subject, subject->count > 2 ? DRAWN_LONG : DRAWN_CLIENTS)
               : ip_replay_search_client(&bench, subject, SEARCH_RUNS >> refuted);
    if (result.found) {
        if (!result.observable)
            ip_replay_try_other_values(&bench, &result, VARY_RUNS);
        if (!result.observable && result.outcome.length == result.trial.count)
            ip_replay_search_for_harm(&bench, subject, replayer->known, &result, &result.trial, true,
                                      subject->count > 2 ? 0 : INSIST_RUNS);
        take(replayer, arena, &bench, subject, &result, anomaly);
        say_unfinished(arena, &unfinished, anomaly);
        ip_world_free(result.outcome.world);
    } else {
        bool unable = result.end == IP_TRIAL_UNABLE;
        anomaly->replay = (ip_replay){.status = unable ? IP_REPLAY_NOT_RUN : IP_REPLAY_REFUTED,
                                      .reason = reason(arena, anomaly, &result)};
    }
    ip_arena_free(scratch);
}

void ip_replay_anomaly(ip_replayer *replayer, ip_arena *arena, ip_anomaly *anomaly, const ip_level *const *levels,
                       int refuted, double deadline)
{
    replay(replayer, arena, anomaly, levels, refuted, false, deadline);
}

void ip_replay_anyhow(ip_replayer *replayer, ip_arena *arena, ip_anomaly *anomaly, const ip_level *const *levels,
                      double deadline)
{
    const ip_replay before = anomaly->replay;
    replay(replayer, arena, anomaly, levels, 0, true, deadline);
    if (anomaly->replay.status != IP_REPLAY_CONFIRMED)
        anomaly->replay = before; /* the failure of the model's own execution says more */
}

/* A search result to start from: the instances of the anomaly, nothing found yet. */
static ip_search_result nothing_yet(ip_arena *arena, const ip_subject *subject, const ip_anomaly *anomaly,
                                    const ip_level *const *levels)
{
    ip_search_result result = {.trial.count = subject->count};
    result.trial.instances = IP_NEW_ARRAY(arena, ip_trial_instance, subject->count);
    for (int i = 0; i < subject->count; i++)
        result.trial.instances[i] = (ip_trial_instance){
            .of = i, .program = anomaly->instances[i].program, .code = subject->codes[i], .level = levels[i]};
    return result;
}

void ip_replay_benign(ip_replayer *replayer, ip_arena *arena, ip_anomaly *anomaly, const ip_level *const *levels,
                      bool long_way, double deadline)
{
    ip_arena *scratch = ip_arena_new();
    const char *why = NULL;
    ip_subject *subject = ip_trial_subject_new(scratch, replayer->schema, anomaly, levels, &why);
    const ip_trial *found = long_way ? ip_replay_known_clients_benign(replayer->known, anomaly->id, levels) : NULL;
    if (subject) {
        ip_bench bench = bench_of(replayer, scratch, deadline);
        ip_unfinished unfinished = {.arena = scratch};
        bench.unfinished = &unfinished;
        ip_search_result result = nothing_yet(scratch, subject, anomaly, levels);
        ip_replay_search_for_harm(&bench, subject, replayer->known, &result, found, false, found ? INSIST_LONG : 0);
        if (result.observable)
            take(replayer, arena, &bench, subject, &result, anomaly);
        say_unfinished(arena, &unfinished, anomaly);
        ip_world_free(result.outcome.world);
    }
    ip_arena_free(scratch);
}
