/* The verdict of one level: search and proofs for each component, then for subsets. */
#include "decide/decide.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/stop.h"
#include "decide/apart.h"
#include "proofs/assumptions.h"
#include "decide/components.h"
#include "decide/denials.h"
#include "decide/look.h"
#include "proofs/interim.h"
#include "proofs/pairs.h"
#include "proofs/part.h"
#include "decide/replayer.h"
#include "decide/safe_sets.h"
#include "decide/the_rest.h"
#include "replay/search/replay.h"

static bool mentions(const char *list, const char *item)
{
    return list && strstr(list, item);
}

/* Combines the proofs of several components: names each method once. */
static void merge_proof(const ip_decision_input *in, ip_level_result *result, ip_proof proof)
{
    if (!result->proof_method)
        result->proof_method = proof.method;
    else if (!mentions(result->proof_method, proof.method))
        result->proof_method = ip_arena_printf(in->arena, "%s, %s", result->proof_method, proof.method);
    if (!result->proof_detail)
        result->proof_detail = proof.detail;
    else if (!mentions(result->proof_detail, proof.detail))
        result->proof_detail = ip_arena_printf(in->arena, "%s; %s", result->proof_detail, proof.detail);
}

static const char *approximated_place(const ip_decision_input *in, const ip_anomaly *anomaly)
{
    for (int d = 0; d < anomaly->instance_count; d++) {
        const ip_dependency *dependency = &anomaly->dependencies[d];
        const ip_statement *ends[] = {
            &anomaly->instances[dependency->from].program->statements.items[dependency->from_statement],
            &anomaly->instances[dependency->to].program->statements.items[dependency->to_statement]};
        for (int i = 0; i < 2; i++)
            if (ends[i]->kind == IP_UNKNOWN && ends[i]->range.source)
                return ip_arena_printf(in->arena, "%s:%d", ends[i]->range.source->path,
                                       ip_range_position(ends[i]->range).line);
    }
    return "a place without source";
}

static const char *instance_names(const ip_decision_input *in, const ip_anomaly *anomaly)
{
    const char *names = "";
    for (int i = 0; i < anomaly->instance_count; i++)
        names = ip_arena_printf(in->arena, "%s%s%s", names, i ? ", " : "", anomaly->instances[i].program->name);
    return names;
}

/* Why the cycles that were found do not make the level unsafe. */
const char *ip_decide_unconfirmed(const ip_decision_input *in, const ip_anomaly *anomaly)
{
    const char *names = instance_names(in, anomaly), *why = anomaly->replay.reason;
    if (anomaly->approximated)
        why = ip_arena_printf(in->arena, "it passes through a construct that was not understood, %s; %s",
                              approximated_place(in, anomaly), why ? why : "it was not run");
    return ip_arena_printf(in->arena, "a possible anomaly of %s was not confirmed: %s", names,
                           why ? why : "it was not run");
}

/* A confirmed anomaly is a fact; without replays, anomalies of understood programs count. */
static bool is_solid(const ip_decision_input *in, const ip_anomaly *anomaly)
{
    return in->replay ? anomaly->replay.status == IP_REPLAY_CONFIRMED : !anomaly->approximated;
}

/* Asked for that method alone. */
static bool only_delayed(const ip_decision_input *in)
{
    int methods = 0;
    for (int m = 0; m < IP_PROOF_METHOD_COUNT; m++)
        methods += in->methods[m];
    return methods == 1 && in->methods[IP_PROOF_DELAYED];
}

/* not_delayed: why the proof by one delayed transaction failed; NULL: it was not tried. unproved: why there is no
 * proof, if known. */
static void conclude(const ip_decision_input *in, ip_level_result *result, bool proved, bool timed_out,
                     const char *contradiction, const char *not_delayed, const char *unproved)
{
    const ip_anomaly *doubtful = NULL;
    bool solid = false, suppressed = false;
    for (int i = 0; i < result->anomalies.count; i++) {
        const ip_anomaly *anomaly = &result->anomalies.items[i];
        if (anomaly->suppressed)
            suppressed = true;
        else if (is_solid(in, anomaly))
            solid = true;
        else if (!doubtful)
            doubtful = anomaly;
    }
    const ip_program *broken = NULL;
    for (int p = 0; p < in->program_count && !broken; p++)
        if (in->programs[p]->broken && !(result->elsewhere && result->elsewhere[p]))
            broken = in->programs[p];
    result->verdict = IP_UNDECIDED;
    result->only_suppressed = false;
    if (contradiction) {
        result->reason = contradiction;
        ip_diagnostics_add(in->diagnostics, IP_ERROR, (ip_range){0}, NULL, "%s: %s", result->level, contradiction);
    } else if (solid) {
        result->verdict = IP_UNSAFE;
    } else if (result->too_deep) {
        result->reason = ip_arena_printf(in->arena, "the loops of %s are nested deeper than %d", result->too_deep->name,
                                         (int)IP_MAX_LOOP_DEPTH);
    } else if (broken) {
        result->reason = ip_arena_printf(in->arena, "%s could not be read in full: %s", broken->name, broken->broken);
    } else if (ip_stopped() && timed_out) {
        result->reason = ip_stop_text(ip_stopped());
    } else if (doubtful) {
        result->reason = ip_decide_unconfirmed(in, doubtful);
    } else if (suppressed) {
        result->reason = "anomalies were found, all of them suppressed";
        result->only_suppressed = true;
    } else if (timed_out) {
        result->may_help = IP_HELP_TIME;
        result->reason = in->effort && in->effort->left < 1 && ip_clock() < in->deadline
                             ? "the solver's share of work was spent; a longer --timeout gives it more"
                             : ip_arena_printf(in->arena, "the time limit of %g s was reached", in->time_limit);
    } else if (in->max_cycle < 2 && !proved) {
        result->reason = "nothing was searched: a cycle takes two transactions, --max-cycle 2 or more";
        result->may_help = IP_HELP_CYCLES;
    } else if (!proved && unproved) {
        result->reason = unproved;
    } else if (!proved) {
        result->may_help = IP_HELP_CYCLES;
        result->reason = ip_arena_printf(in->arena,
                                         "no cycle of up to %d transactions exists, but none of the proof methods "
                                         "excludes longer ones",
                                         result->searched_cycle_length);
    } else {
        result->verdict = IP_SAFE;
    }
    result->not_delayed = result->verdict != IP_SAFE && only_delayed(in) ? not_delayed : NULL;
    if (result->verdict == IP_UNDECIDED && result->not_delayed)
        result->reason =
            ip_arena_printf(in->arena, "%s; no proof by one delayed transaction: %s", result->reason, not_delayed);
    if (result->verdict != IP_SAFE)
        result->proof_method = result->proof_detail = NULL;
}

/* Assumptions about initial rows: see report_assumptions on drawn keys. */
static const ip_assumed *drawn_keys(const ip_decision_input *in, int *count)
{
    IP_VEC(ip_assumed) assumed = {0};
    for (int t = 0; t < in->schema->tables.count; t++) {
        const ip_table_facts *facts = &in->facts->tables[t];
        const ip_drawn_key *drawn = &facts->drawn;
        if (!drawn->counter)
            continue;
        const ip_table_facts *counter = &in->facts->tables[drawn->counter->id];
        int *columns = IP_NEW_ARRAY(in->arena, int, counter->key_count);
        for (int k = 0; k < counter->key_count; k++)
            columns[k] = facts->key[drawn->row[k]];
        ip_assumed one = {.table = in->schema->tables.items[t],
                          .column = facts->key[drawn->component],
                          .counter = drawn->counter,
                          .counter_column = drawn->column,
                          .offset = strtoll(drawn->offset, NULL, 10),
                          .count = counter->key_count,
                          .columns = columns,
                          .counter_key = counter->key};
        IP_PUSH(in->arena, &assumed, one);
    }
    *count = assumed.count;
    return assumed.items;
}

ip_replayer *ip_decide_replayer(const ip_decision_input *in)
{
    ip_replay_pair *pairs = IP_NEW_ARRAY(in->arena, ip_replay_pair, in->selection_count);
    for (int s = 0; s < in->selection_count; s++)
        pairs[s] = (ip_replay_pair){in->selections[s].level, in->programs[in->selections[s].a],
                                    in->programs[in->selections[s].b]};
    ip_replayer *replayer = ip_replay_replayer_new(in->arena, in->schema, pairs, in->selection_count);
    int count;
    const ip_assumed *assumed = drawn_keys(in, &count);
    ip_replay_replayer_assume(replayer, assumed, count);
    ip_replay_replayer_know(replayer, in->known);
    return replayer;
}

/* A program whose loops are not encoded. */
static bool too_deep(const ip_decision_input *in, const ip_component *component, ip_level_result *result)
{
    for (int i = 0; i < component->programs.count; i++) {
        const ip_program *program = in->programs[component->programs.items[i]];
        if (!ip_encoding_program_too_deep(program))
            continue;
        result->searched_cycle_length = 0;
        result->too_deep = program;
        return true;
    }
    return false;
}

/* The share of the time for all programs of a large component together: the rest is for subsets. */
static const double SHARE_OF_WHOLE = 0.6;

static double share_of(const ip_decision_input *in, double part)
{
    double now = ip_clock();
    return now + part * (in->deadline - now);
}

static ip_part_finding check_component(const ip_decision_input *in, const ip_component *component,
                                       struct ip_replayer *replayer, ip_level_result *result)
{
    ip_decision_input own = *in;
    if (in->parts && component->programs.count > IP_MOST_AT_ONCE)
        own.deadline = share_of(in, SHARE_OF_WHOLE);
    ip_part whole = ip_proof_part_make(in, component->programs.items, component->programs.count);
    ip_part_finding f = ip_proof_part_check(&own, &whole, replayer, result);
    for (int c = 0; c < f.cycles.list.count; c++)
        IP_PUSH(in->arena, &result->anomalies, f.cycles.list.items[c].anomaly);
    if (f.cycles.searched < result->searched_cycle_length)
        result->searched_cycle_length = f.cycles.searched;
    if (f.proof.method && f.cycles.searched > result->proved_cycle_length)
        result->proved_cycle_length = f.cycles.searched;
    if (f.proof.method)
        merge_proof(in, result, f.proof);
    return f;
}

static bool is_broken(const ip_decision_input *in, const ip_component *component)
{
    for (int i = 0; i < component->programs.count; i++)
        if (in->programs[component->programs.items[i]]->broken)
            return true;
    return false;
}

/* Marks the component's programs as safe, together with the others that are marked. */
static void report_safe(const ip_decision_input *in, const ip_component *component, bool *safe)
{
    for (int i = 0; i < component->programs.count; i++)
        safe[component->programs.items[i]] = true;
    ip_proof_interim_safe(in->interim, in->programs, safe, in->program_count);
}

/* With changes applied, a component may have programs of several shards: each of these decides it. */
static bool is_elsewhere(const ip_level_result *result, const ip_component *component)
{
    for (int i = 0; i < component->programs.count; i++)
        if (!result->elsewhere || !result->elsewhere[component->programs.items[i]])
            return false;
    return true;
}

/* Safe components first: the remaining time is for the others. */
static void find_parts(const ip_decision_input *in, const ip_components *components, const ip_part_finding *found,
                       struct ip_replayer *replayer, ip_level_result *result)
{
    ip_safe_sets parts = ip_decide_safe_sets_begin(in);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < components->count; i++) {
            const ip_component *component = &components->items[i];
            if (is_elsewhere(result, component))
                continue;
            bool safe = (!component->conflicts || (found[i].proof.method && !found[i].cycles.list.count)) &&
                        !is_broken(in, component);
            if (safe && pass == 0)
                ip_decide_safe_sets_whole(in, component, &parts);
            else if (!safe && pass == 1)
                ip_decide_safe_sets_search(in, component, &found[i], replayer, &parts, result);
        }
    ip_decide_safe_sets_combine(in, &parts, result);
}

const bool *ip_decide_elsewhere(const ip_decision_input *in, int shard, int shards)
{
    ip_components components =
        ip_decide_components_split(in->arena, in->facts, in->programs, in->program_count, in->sessions);
    bool *elsewhere = IP_NEW_ARRAY(in->arena, bool, in->program_count);
    const int *dealt = ip_decide_components_deal(in->arena, &components, shards);
    for (int c = 0; c < components.count; c++)
        for (int i = 0; i < components.items[c].programs.count; i++)
            elsewhere[components.items[c].programs.items[i]] = dealt[c] != shard - 1;
    return elsewhere;
}

static void decide(const ip_decision_input *in, ip_level_result *result);

/* Shares of the time: for the decision without the programs that are set apart, then for anomalies with them. */
static const double SHARE_OF_REST = 0.7, SHARE_OF_APART = 0.5;

/* From this index on. The reason why a program is set apart says more than its unconfirmed pairs. */
static void drop_unconfirmed(ip_level_result *result, int first)
{
    int kept = first;
    for (int a = first; a < result->anomalies.count; a++)
        if (result->anomalies.items[a].replay.status == IP_REPLAY_CONFIRMED)
            result->anomalies.items[kept++] = result->anomalies.items[a];
    result->anomalies.count = kept;
}

/* Pairs with the programs that are set apart; all programs, if the others are safe and a proof may be found. */
static bool look_at_apart(const ip_decision_input *in, const ip_components *components, const bool *apart,
                          const ip_level_result *rest, ip_level_result *result)
{
    bool proved = rest->verdict == IP_SAFE;
    int known = result->anomalies.count;
    for (int p = 0; p < in->program_count; p++)
        proved = proved && !in->programs[p]->broken;
    ip_decision_input own = *in;
    own.only_with = proved ? NULL : apart;
    own.deadline = share_of(in, SHARE_OF_APART);
    ip_replayer *replayer = in->replay ? ip_decide_replayer(in) : NULL;
    for (int i = 0; i < components->count; i++) {
        const ip_component *component = &components->items[i];
        bool any = false;
        for (int c = 0; c < component->programs.count; c++)
            any = any || apart[component->programs.items[c]];
        if (any && component->conflicts && !ip_is_over(own.deadline) && !too_deep(in, component, result))
            proved = check_component(&own, component, replayer, result).proof.method && proved;
    }
    if (own.only_with)
        drop_unconfirmed(result, known);
    ip_replay_replayer_free(replayer);
    return proved;
}

static void decide_apart(const ip_decision_input *in, const ip_components *components, const bool *apart,
                         ip_level_result *result)
{
    double start = ip_clock();
    int *local = IP_NEW_ARRAY(in->arena, int, in->program_count);
    ip_decision_input rest = ip_decide_apart_rest(in, apart, local);
    ip_level_result *without = IP_NEW(in->arena, ip_level_result);
    *without = *result;
    rest.deadline = share_of(in, SHARE_OF_REST);
    decide(&rest, without);
    ip_decide_apart_take(in, components, apart, local, without, result);
    bool proved = look_at_apart(in, components, apart, without, result);
    conclude(in, result, proved, ip_stopped(), NULL, NULL, ip_decide_apart_reason(in, apart));
    result->statistics.seconds = ip_clock() - start;
}

/* An anomaly of a subset is an anomaly of the level. */
static void heed_parts(const ip_decision_input *in, ip_level_result *result)
{
    for (int a = 0; a < result->anomalies.count; a++)
        if (!result->anomalies.items[a].suppressed && is_solid(in, &result->anomalies.items[a])) {
            result->verdict = IP_UNSAFE;
            result->only_suppressed = false;
            result->reason = NULL;
        }
}

static void decide(const ip_decision_input *in, ip_level_result *result)
{
    double start = ip_clock();
    ip_components components =
        ip_decide_components_split(in->arena, in->facts, in->programs, in->program_count, in->sessions);
    const bool *apart = ip_decide_apart_choose(in, &components);
    if (apart) {
        decide_apart(in, &components, apart, result);
        return;
    }
    bool proved = true, timed_out = false;
    const char *contradiction = NULL, *not_delayed = NULL, *in_sessions = NULL;
    result->elsewhere = in->elsewhere;
    ip_proof_constraints_report(in);
    ip_replayer *replayer = in->replay ? ip_decide_replayer(in) : NULL;
    ip_part_finding *found = IP_NEW_ARRAY(in->arena, ip_part_finding, components.count);
    bool *safe = IP_NEW_ARRAY(in->arena, bool, in->program_count);
    for (int i = 0; i < components.count; i++) {
        const ip_component *component = &components.items[i];
        if (is_elsewhere(result, component))
            continue;
        if (component->conflicts && !too_deep(in, component, result))
            found[i] = check_component(in, component, replayer, result);
        bool is_safe = found[i].proof.method || !component->conflicts;
        if (is_safe && !found[i].cycles.list.count && !is_broken(in, component))
            report_safe(in, component, safe);
        proved = proved && is_safe;
        timed_out = timed_out || found[i].timed_out;
        not_delayed = found[i].not_delayed && !found[i].proof.method ? found[i].not_delayed : not_delayed;
        in_sessions = found[i].in_sessions ? found[i].in_sessions : in_sessions;
        if (found[i].contradiction)
            contradiction = found[i].contradiction;
    }
    if (proved && !result->proof_method) {
        result->proof_method = "no-conflict";
        result->proof_detail = "no transaction writes what one of them reads or writes";
    }
    conclude(in, result, proved, timed_out, contradiction, not_delayed, in_sessions);
    if (result->only_suppressed && !result->elsewhere && ip_decide_prove_the_rest(in, &components, replayer, result))
        conclude(in, result, false, false, NULL, NULL, NULL); /* with the anomalies found in the process */
    if (in->parts && !contradiction)
        find_parts(in, &components, found, replayer, result);
    if (in->parts && !contradiction && result->verdict == IP_UNDECIDED)
        heed_parts(in, result);
    ip_replay_replayer_free(replayer);
    result->statistics.seconds = ip_clock() - start;
}

struct ip_known_clients *ip_decide_remember(ip_arena *arena)
{
    return ip_replay_memory(arena);
}

void ip_decide_remember_too(struct ip_known_clients *known, const struct ip_known_clients *others)
{
    ip_replay_memory_add(known, others);
}

ip_level_result ip_decide(const ip_decision_input *in)
{
    ip_level_result *result = IP_NEW(in->arena, ip_level_result);
    sigjmp_buf out_of_memory;
    *result = (ip_level_result){.level = in->level_name,
                                .searched_cycle_length = in->max_cycle,
                                .engine = in->program_count ? ip_level_engine(in->levels[0]) : ""};
    if (sigsetjmp(out_of_memory, 1)) {
        result->searched_cycle_length = 0;
        conclude(in, result, false, true, NULL, NULL, NULL);
        return *result;
    }
    ip_memory_recover_at(&out_of_memory);
    if (in->brief)
        ip_decide_look(in, result);
    else
        decide(in, result);
    if (in->parts)
        ip_decide_find_denials(in, result);
    ip_memory_recover_at(NULL);
    return *result;
}
