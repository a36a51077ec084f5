/* Enumerates models of cycles: each is replayed, listed, and excluded from the next question. */
#include "question/cycles.h"

#include "anomaly/fingerprint.h"
#include "question/counterexample.h"
#include "question/likely.h"
#include "replay/search/replay.h"

/* Limits: models of one vector of programs that are replayed; listed cycles without confirmation, as a multiple of the
 * limit; longer cycles that are tried in place of those. */
enum { MODELS_TRIED = 4, MODELS_OF_LONG = 2, UNCONFIRMED_LISTED = 4, LONGER_TRIED = 3 };
/* A replay counts as this many refutations, each of which halves its runs: a quick one; one of more than two
 * transactions, whose runs take longer and which has more models to try. */
enum { QUICK_LOOK = 3, HALF_LOOK = 1 };

int ip_question_cycles_shortest(const ip_cycles *cycles)
{
    return cycles->list.count ? cycles->list.items[0].length : 0;
}

/* Not this vector of programs again, whichever instance it starts from. */
static void block(ip_question *q, const int *programs, int length)
{
    for (int shift = 0; shift < length; shift++) {
        ip_terms same = {0};
        for (int i = 0; i < length; i++)
            IP_PUSH(q->arena, &same, ip_encoding_runs(q->encoding, i, programs[(i + shift) % length]));
        ip_question_assert(q, ip_term_not(q->build, ip_term_all(q->build, &same)));
    }
}

/* Not all programs of a shorter cycle among the instances. */
static void block_superset(ip_question *q, const ip_cycle *cycle, int length)
{
    const ip_build *b = q->build;
    ip_terms all = {0};
    for (int i = 0; i < cycle->length; i++) {
        int program = cycle->programs[i], times = 0;
        bool first = true;
        for (int j = 0; j < cycle->length; j++) {
            times += cycle->programs[j] == program;
            first = first && !(j < i && cycle->programs[j] == program);
        }
        if (!first)
            continue;
        ip_terms runs = {0};
        bool certain = false;
        for (int j = 0; j < length; j++) {
            Z3_ast term = ip_encoding_runs(q->encoding, j, program);
            certain = certain || term == b->yes; /* there is but one program */
            IP_PUSH(q->arena, &runs, term);
        }
        if (certain)
            continue;
        IP_PUSH(q->arena, &all,
                times == 1 ? ip_term_any(b, &runs)
                           : Z3_mk_atleast(b->z3, (unsigned)runs.count, runs.items, (unsigned)times));
    }
    ip_question_assert(q, ip_term_not(b, ip_term_all(b, &all)));
}

bool ip_question_cycles_full(const ip_cycles *cycles)
{
    if (!cycles->limit)
        return false;
    if (!cycles->replayer)
        return cycles->list.count >= cycles->limit;
    return cycles->confirmed >= cycles->limit || cycles->list.count >= UNCONFIRMED_LISTED * cycles->limit;
}

/* Excludes this cause of the cycle: another cause may be real. */
static void block_way(ip_question *q, Z3_model model, int length)
{
    ip_terms same = {0};
    for (int i = 0; i < length; i++)
        IP_PUSH(q->arena, &same, ip_encoding_same_way(q->encoding, model, i, (i + 1) % length));
    ip_question_assert(q, ip_term_not(q->build, ip_term_all(q->build, &same)));
}

static const ip_level **levels_of(ip_arena *arena, const ip_naming *naming, const ip_cycle *cycle)
{
    const ip_level **levels = IP_NEW_ARRAY(arena, const ip_level *, cycle->length);
    for (int i = 0; i < cycle->length; i++)
        levels[i] = naming->level_files[cycle->programs[i]];
    return levels;
}

/* A run may have shown another cycle than the model's. */
static void accept_run(ip_question *q, const ip_naming *naming, ip_anomaly *anomaly)
{
    anomaly->place = ip_anomaly_place(q->arena, anomaly);
    ip_question_accept(naming->accepted, anomaly);
}

static ip_cycle read_cycle(ip_question *q, const ip_naming *naming, ip_cycles *cycles, Z3_model model, int length,
                           int refuted)
{
    ip_cycle cycle = {.length = length, .programs = IP_NEW_ARRAY(q->arena, int, length)};
    for (int i = 0; i < length; i++)
        cycle.programs[i] = ip_encoding_model_program(q->encoding, model, i);
    cycle.unread = !ip_question_counterexample_read(q, naming, model, cycle.programs, length, &cycle.anomaly);
    if (cycle.unread) {
        cycles->timed_out = true;
        return cycle;
    }
    if (cycles->replayer)
        ip_replay_anomaly(cycles->replayer, q->arena, &cycle.anomaly, levels_of(q->arena, naming, &cycle), refuted,
                          q->deadline);
    accept_run(q, naming, &cycle.anomaly);
    return cycle;
}

static bool is_refuted(const ip_cycle *cycle)
{
    return cycle->anomaly.replay.status == IP_REPLAY_REFUTED;
}

static bool is_observable(const ip_cycle *cycle)
{
    return cycle->anomaly.replay.status == IP_REPLAY_CONFIRMED && cycle->anomaly.replay.observable;
}

/* Two programs whose anomaly on one row is benign may have an observable one on another row. */
static bool is_benign_pair(const ip_cycle *cycle)
{
    return cycle->length == 2 && cycle->anomaly.replay.status == IP_REPLAY_CONFIRMED && !is_observable(cycle);
}

/* More than two transactions, at the levels of an engine: each run tries other snapshots there, which has shown
 * whatever other dependencies or the programs by themselves have. */
static bool is_long(const ip_naming *naming, const ip_cycle *cycle)
{
    bool engine = cycle->length > 2;
    for (int i = 0; i < cycle->length; i++)
        engine = engine && *ip_level_engine(naming->level_files[cycle->programs[i]]);
    return engine;
}

/* The cycle's programs, with other dependencies than the model's, which was refuted or is benign: of a benign one, a
 * quick look, since the whole level gets a long search for harm before it is called benign. */
static void try_other_ways(ip_question *q, const ip_naming *naming, ip_cycles *cycles, Z3_model first, ip_cycle *cycle)
{
    const int models = is_long(naming, cycle) ? MODELS_OF_LONG : MODELS_TRIED;
    ip_question_push(q);
    for (int i = 0; i < cycle->length; i++)
        ip_question_assert(q, ip_encoding_runs(q->encoding, i, cycle->programs[i]));
    block_way(q, first, cycle->length);
    for (int tried = 1; tried < models && ip_question_check(q) == IP_YES; tried++) {
        Z3_model model = ip_question_model(q);
        ip_cycle other = read_cycle(q, naming, cycles, model, cycle->length, is_refuted(cycle) ? tried : QUICK_LOOK);
        block_way(q, model, cycle->length);
        Z3_model_dec_ref(q->build->z3, model);
        if (other.unread)
            break;
        if (!is_observable(&other) && (!is_refuted(cycle) || other.anomaly.replay.status != IP_REPLAY_CONFIRMED))
            continue;
        *cycle = other;
        break;
    }
    ip_question_pop(q);
}

/* The longer cycle has all programs of the shorter one. */
static bool includes(const ip_cycle *longer, const ip_cycle *shorter)
{
    for (int i = 0; i < shorter->length; i++) {
        int wanted = 0, there = 0;
        for (int j = 0; j < shorter->length; j++)
            wanted += shorter->programs[j] == shorter->programs[i];
        for (int j = 0; j < longer->length; j++)
            there += longer->programs[j] == shorter->programs[i];
        if (there < wanted)
            return false;
    }
    return true;
}

/* A cycle that replay did not confirm may need one more transaction: for example, a transaction that changes a value
 * back. Such longer cycles are tried as long as nothing is confirmed. */
static bool is_open(const ip_cycles *cycles, const ip_cycle *cycle)
{
    return cycles->replayer && cycles->limit && !cycles->confirmed && cycles->longer_tried < LONGER_TRIED &&
           cycle->anomaly.replay.status == IP_REPLAY_REFUTED;
}

static bool lengthens_open(const ip_cycles *cycles, const ip_cycle *cycle)
{
    for (int i = 0; i < cycles->list.count; i++)
        if (cycles->list.items[i].length < cycle->length && is_open(cycles, &cycles->list.items[i]) &&
            includes(cycle, &cycles->list.items[i]))
            return true;
    return false;
}

static void close_open(ip_question *q, int length, const ip_cycles *cycles)
{
    for (int i = 0; i < cycles->list.count; i++)
        if (cycles->list.items[i].length < length && cycles->list.items[i].anomaly.replay.status == IP_REPLAY_REFUTED)
            block_superset(q, &cycles->list.items[i], length);
}

/* No cycle of programs all of which are among these. */
static void block_among(ip_question *q, const bool *programs, int count, int length)
{
    ip_terms others = {0};
    for (int i = 0; i < length; i++)
        for (int p = 0; p < count; p++)
            if (!programs[p])
                IP_PUSH(q->arena, &others, ip_encoding_runs(q->encoding, i, p));
    ip_question_assert(q, ip_term_any(q->build, &others));
}

/* What is known of the cycle's programs without any run. */
static ip_prospect prospect_of(ip_question *q, ip_cycles *cycles, const int *programs, int length)
{
    const bool *safe = NULL;
    ip_prospect prospect = cycles->prospect(cycles->prospect_data, programs, length, &safe);
    if (prospect != IP_CYCLE_PASSED_OVER)
        return prospect;
    IP_PUSH(q->arena, &cycles->safe, safe);
    block_among(q, safe, cycles->program_count, length);
    if (!cycles->passed_over || length < cycles->passed_over)
        cycles->passed_over = length;
    return prospect;
}

static const int *programs_of(ip_question *q, Z3_model model, int length)
{
    int *programs = IP_NEW_ARRAY(q->arena, int, length);
    for (int i = 0; i < length; i++)
        programs[i] = ip_encoding_model_program(q->encoding, model, i);
    return programs;
}

/* A cycle that is confirmed quickly needs no attempt at a proof; for other cycles a proof takes less time than a long
 * search. */
static ip_prospect look(ip_question *q, const ip_naming *naming, ip_cycles *cycles, Z3_model *model, int length,
                        ip_cycle *cycle)
{
    ip_prospect prospect = IP_CYCLE_POSSIBLE;
    if (cycles->prospect_first && cycles->safe.count)
        prospect = prospect_of(q, cycles, programs_of(q, *model, length), length);
    if (prospect != IP_CYCLE_POSSIBLE)
        return prospect;
    ip_question_find_likely(q, cycles->replayer != NULL, length, model);
    if (!cycles->prospect)
        return prospect;
    if (cycles->replayer)
        *cycle = read_cycle(q, naming, cycles, *model, length, QUICK_LOOK);
    if (cycle->unread)
        return IP_NO_CYCLE; /* the search ends, and has not searched everything */
    return is_observable(cycle) ? prospect : prospect_of(q, cycles, programs_of(q, *model, length), length);
}

/* The last attempts at a refuted cycle, the cheaper one first. */
static void insist(ip_question *q, const ip_naming *naming, ip_cycles *cycles, ip_cycle *cycle)
{
    if (cycles->confirm_alone && cycles->alone_left > 0 && !is_long(naming, cycle) &&
        cycles->confirm_alone(cycles->alone_data, cycle))
        return;
    ip_replay_anyhow(cycles->replayer, q->arena, &cycle->anomaly, levels_of(q->arena, naming, cycle), q->deadline);
    cycles->alone_left -= is_refuted(cycle);
}

/* Model by model, until there are no more or enough were found: each vector of programs once. */
static void search_models(ip_question *q, const ip_naming *naming, int length, ip_cycles *cycles)
{
    for (int s = 0; s < cycles->safe.count; s++)
        block_among(q, cycles->safe.items[s], cycles->program_count, length);
    while (!ip_question_cycles_full(cycles)) {
        ip_answer answer = ip_question_check(q);
        if (answer == IP_DONT_KNOW)
            cycles->timed_out = true;
        if (answer != IP_YES)
            break;
        Z3_model model = ip_question_model(q);
        ip_cycle cycle = {0};
        if (cycles->replayer && !cycles->alone)
            ip_replay_replayer_begin_proposal(cycles->replayer);
        ip_prospect prospect = look(q, naming, cycles, &model, length, &cycle);
        if (prospect != IP_CYCLE_POSSIBLE) {
            Z3_model_dec_ref(q->build->z3, model);
            if (prospect == IP_NO_CYCLE)
                break;
            continue;
        }
        if (!is_observable(&cycle))
            cycle = read_cycle(q, naming, cycles, model, length,
                               cycles->brief ? QUICK_LOOK
                               : length > 2  ? HALF_LOOK
                                             : 0);
        if (cycle.unread) {
            Z3_model_dec_ref(q->build->z3, model);
            break;
        }
        if ((is_refuted(&cycle) || is_benign_pair(&cycle)) && !cycles->brief)
            try_other_ways(q, naming, cycles, model, &cycle);
        if (is_refuted(&cycle) && !cycles->alone && !cycles->brief)
            insist(q, naming, cycles, &cycle);
        accept_run(q, naming, &cycle.anomaly);
        bool longer = lengthens_open(cycles, &cycle);
        cycles->confirmed += cycle.anomaly.replay.status == IP_REPLAY_CONFIRMED && !cycle.anomaly.suppressed;
        Z3_model_dec_ref(q->build->z3, model);
        block(q, cycle.programs, length);
        cycles->longer_tried += longer;
        if (longer && (cycles->confirmed || cycles->longer_tried == LONGER_TRIED))
            close_open(q, length, cycles);
        /* A longer cycle without confirmation adds nothing to the shorter one. */
        if (!longer || cycle.anomaly.replay.status == IP_REPLAY_CONFIRMED)
            IP_PUSH(q->arena, &cycles->list, cycle);
        if (naming->found)
            naming->found(naming->data, &cycle.anomaly);
    }
}

void ip_question_cycles_ask(ip_question *q, int length)
{
    ip_question_path(q, length);
    Z3_ast closing = ip_question_edge(q, length - 1, 0);
    Z3_ast once = length == 2 && !q->spares ? ip_rules_inserts_once_or_both(q->encoding, 0, 1) : q->build->yes;
    ip_question_push(q);
    ip_question_assert(q, once);
    for (int i = 0; i + 1 < length; i++)
        ip_question_assert(q, ip_question_edge(q, i, i + 1));
    ip_question_assert(q, closing);
}

void ip_question_cycles_search(ip_question *q, const ip_naming *naming, int length, ip_cycles *cycles)
{
    ip_question_cycles_ask(q, length);
    for (int i = 0; i < length && cycles->only; i++)
        ip_question_assert(q, ip_encoding_runs(q->encoding, i, cycles->only[i]));
    /* Every cycle has a first instance to commit: call it 0, where it may run any of the programs. */
    if (cycles->around_first)
        ip_question_assert(q, ip_encoding_runs(q->encoding, 0, 0));
    for (int i = 1; i < length && cycles->first_once; i++)
        ip_question_assert(q, ip_term_not(q->build, ip_encoding_runs(q->encoding, i, 0)));
    if (!cycles->around_first && !cycles->only)
        ip_question_assert_first(q, 0, length);
    for (int i = 0; i < cycles->list.count; i++)
        if (cycles->list.items[i].length < length && !is_open(cycles, &cycles->list.items[i]))
            block_superset(q, &cycles->list.items[i], length);
    search_models(q, naming, length, cycles);
    if (!cycles->timed_out)
        cycles->searched = length;
    ip_question_pop(q);
}

bool ip_question_cycles_confirm(ip_question *q, const ip_naming *naming, struct ip_replayer *replayer,
                                const int *programs, int length, ip_anomaly *confirmed)
{
    ip_cycles alone = {.replayer = replayer, .limit = 1, .alone = true};
    ip_question_cycles_ask(q, length);
    for (int i = 0; i < length; i++)
        ip_question_assert(q, ip_encoding_runs(q->encoding, i, programs[i]));
    search_models(q, naming, length, &alone);
    ip_question_pop(q);
    if (alone.confirmed)
        *confirmed = alone.list.items[0].anomaly;
    return alone.confirmed;
}
