/* Pairs of some programs with each other program, looked at briefly: what is found is run, and nothing is proved. */
#include "decide/look.h"

#include "base/clock.h"
#include "decide/components.h"
#include "decide/replayer.h"
#include "proofs/pairs.h"
#include "replay/search/replay.h"

#include <limits.h>

static bool has_any(const ip_component *component, const bool *programs)
{
    bool any = false;
    for (int i = 0; i < component->programs.count; i++)
        any = any || programs[component->programs.items[i]];
    return any;
}

static const char *names_of(const ip_decision_input *in)
{
    enum { NAMED = 3 };
    const char *names = "";
    int count = 0;
    for (int p = 0; p < in->program_count; p++) {
        if (in->only_with[p] && count < NAMED)
            names = ip_arena_printf(in->arena, "%s%s%s", names, count ? ", " : "", in->programs[p]->name);
        count += in->only_with[p];
    }
    return count > NAMED ? ip_arena_printf(in->arena, "%s and %d more", names, count - NAMED) : names;
}

/* A brief look finds too many cycles that a longer search would show, or prove to be none. */
static void keep_shown(const ip_decision_input *in, ip_level_result *result, const ip_cycles *cycles)
{
    for (int c = 0; c < cycles->list.count; c++) {
        const ip_anomaly *anomaly = &cycles->list.items[c].anomaly;
        if (!ip_proof_pairs_is_shown(in, anomaly))
            continue;
        IP_PUSH(in->arena, &result->anomalies, *anomaly);
        if (!anomaly->suppressed)
            result->verdict = IP_UNSAFE;
    }
}

void ip_decide_look(const ip_decision_input *in, ip_level_result *result)
{
    double start = ip_clock();
    ip_components components = ip_decide_components_split(in->arena, in->facts, in->programs, in->program_count, false);
    ip_replayer *replayer = in->replay ? ip_decide_replayer(in) : NULL;
    result->verdict = IP_UNDECIDED;
    result->looked_at = names_of(in);
    result->reason =
        ip_arena_printf(in->arena, "--at looks only at pairs with %s, and only briefly", result->looked_at);
    result->searched_cycle_length = 2;
    for (int i = 0; i < components.count; i++) {
        const ip_component *component = &components.items[i];
        if (!component->conflicts || !has_any(component, in->only_with))
            continue;
        ip_part whole = ip_proof_part_make(in, component->programs.items, component->programs.count);
        ip_part_finding found = ip_proof_pairs_check(in, &whole, replayer, INT_MAX, result);
        keep_shown(in, result, &found.cycles);
    }
    ip_replay_replayer_free(replayer);
    result->statistics.seconds = ip_clock() - start;
}

void ip_decide_look_too(ip_arena *arena, ip_level_result *result, const ip_level_result *part)
{
    for (int a = 0; a < part->anomalies.count; a++)
        IP_PUSH(arena, &result->anomalies, part->anomalies.items[a]);
    if (part->verdict == IP_UNSAFE)
        result->verdict = IP_UNSAFE;
    result->statistics.queries += part->statistics.queries;
    result->statistics.solver_seconds += part->statistics.solver_seconds;
    result->statistics.seconds += part->statistics.seconds;
}
