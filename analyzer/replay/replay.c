#include "replay/replay.h"

#include "replay/confirm.h"
#include "replay/minimise.h"
#include "replay/vary.h"

#include <string.h>

enum { SEARCH_RUNS = 300, DRAWN_CLIENTS = 100, VARY_RUNS = 200, MINIMISE_RUNS = 400 };

struct ip_replayer {
    const ip_schema *schema;
    ip_interpreter *interpreter;
    ip_sower *sower;
    const ip_replay_pair *pairs;
    int pair_count;
    const ip_assumed *assumed;
    int assumed_count;
};

ip_replayer *ip_replayer_new(ip_arena *arena, const ip_schema *schema, const ip_replay_pair *pairs, int pair_count)
{
    ip_replayer *r = IP_NEW(arena, ip_replayer);
    ip_interpreter *interpreter = ip_interpreter_new(schema);
    ip_sower *sower = ip_sower_new(arena, schema, interpreter);
    *r = (ip_replayer){schema, interpreter, sower, pairs, pair_count, NULL, 0};
    return r;
}

void ip_replayer_assume(ip_replayer *replayer, const ip_assumed *assumed, int count)
{
    replayer->assumed = assumed;
    replayer->assumed_count = count;
}

void ip_replayer_free(ip_replayer *replayer)
{
    if (replayer)
        ip_interpreter_free(replayer->interpreter);
}

static const char *place(ip_arena *arena, ip_range range)
{
    if (!range.source)
        return "";
    return ip_arena_printf(arena, " (%s:%d)", range.source->path, ip_range_position(range).line);
}

static const char *reason(ip_arena *arena, const ip_anomaly *anomaly, const ip_search_result *result)
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

static void replay(ip_replayer *replayer, ip_arena *arena, ip_anomaly *anomaly, const ip_level *const *levels,
                   int refuted, bool anyhow, double deadline)
{
    ip_arena *scratch = ip_arena_new();
    const char *why = NULL;
    ip_subject *subject = ip_subject_new(scratch, replayer->schema, anomaly, levels, &why);
    if (!subject) {
        anomaly->replay = (ip_replay){.status = IP_REPLAY_NOT_RUN, .reason = ip_arena_strdup(arena, why)};
        ip_arena_free(scratch);
        return;
    }
    ip_bench bench = {.arena = scratch,
                      .schema = replayer->schema,
                      .interpreter = replayer->interpreter,
                      .sower = replayer->sower,
                      .pairs = replayer->pairs,
                      .pair_count = replayer->pair_count,
                      .assumed = replayer->assumed,
                      .assumed_count = replayer->assumed_count,
                      .deadline = deadline};
    ip_search_result result = anyhow ? ip_search_scattered(&bench, subject, DRAWN_CLIENTS)
                                     : ip_search_client(&bench, subject, SEARCH_RUNS >> refuted);
    if (result.found) {
        if (!result.observable)
            ip_vary(&bench, &result, VARY_RUNS);
        ip_minimise(&bench, &result, MINIMISE_RUNS);
        if (result.outcome.length == result.trial.count) {
            ip_confirm_anomaly(arena, subject, &bench, &result, anomaly);
        } else {
            anomaly->replay =
                (ip_replay){.status = IP_REPLAY_REFUTED, .reason = "only a part of its instances are on a cycle"};
        }
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
        anomaly->replay = before; /* what kept the model's from happening says more */
}
