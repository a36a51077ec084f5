/* After all levels are decided: tries benign anomalies again, with the executions found at other levels since. */
#include "decide/decide.h"

#include "base/stop.h"
#include "decide/replayer.h"
#include "replay/search/replay.h"

static bool is_benign(const ip_anomaly *anomaly)
{
    return anomaly->replay.status == IP_REPLAY_CONFIRMED && !anomaly->replay.observable;
}

static const ip_level *level_of(const ip_decision_input *in, const ip_program *program)
{
    for (int p = 0; p < in->program_count; p++)
        if (in->programs[p] == program)
            return in->levels[p];
    return NULL;
}

static bool has_observable(const ip_level_result *result)
{
    for (int a = 0; a < result->anomalies.count; a++)
        if (result->anomalies.items[a].replay.status == IP_REPLAY_CONFIRMED &&
            result->anomalies.items[a].replay.observable)
            return true;
    return false;
}

/* Each benign anomaly once more. long_way: also with a full search. */
static void try_benign(const ip_decision_input *in, ip_replayer *replayer, ip_level_result *result, bool long_way)
{
    for (int a = 0; a < result->anomalies.count && !ip_is_over(in->deadline); a++) {
        ip_anomaly *anomaly = &result->anomalies.items[a];
        if (!is_benign(anomaly) || anomaly->suppressed)
            continue;
        const ip_level **levels = IP_NEW_ARRAY(in->arena, const ip_level *, anomaly->instance_count);
        bool known = true;
        for (int i = 0; i < anomaly->instance_count; i++) {
            levels[i] = level_of(in, anomaly->instances[i].program);
            known = known && levels[i];
        }
        if (known)
            ip_replay_benign(replayer, in->arena, anomaly, levels, long_way, in->deadline);
        if (long_way && !is_benign(anomaly))
            break;
    }
}

void ip_decide_benign(const ip_decision_input *in, ip_level_result *result)
{
    bool benign = false;
    for (int a = 0; a < result->anomalies.count; a++)
        benign = benign || is_benign(&result->anomalies.items[a]);
    if (!in->replay || !benign || ip_stopped())
        return;
    ip_replayer *replayer = ip_decide_replayer(in);
    try_benign(in, replayer, result, false);
    if (!has_observable(result)) /* the whole level is called benign, which deserves more effort */
        try_benign(in, replayer, result, true);
    ip_replay_replayer_free(replayer);
}
