/* Looks for a client that shows an anomaly: arguments, initial rows and visibility, beginning with those of the
 * model. */
#include "replay/search/search.h"

#include "base/stop.h"
#include "replay/search/attempt_queue.h"
#include "replay/search/guide.h"
#include "replay/search/numbering.h"
#include "replay/search/sequence_orders.h"
#include "replay/search/cast_argument.h"
#include "replay/search/raised_guard.h"
#include "replay/search/refused_row.h"
#include "replay/search/random_rows.h"
#include "replay/search/trial_hash.h"
#include "replay/trial/serial_orders.h"

#include <string.h>

/* Best-first search over the decisions that differ from the model's. Each difference has a cost, most of all the
 * removal of a row that the model has: an attempt that gets further is worth more, but differences reduce its worth. A
 * failure is blamed on the decisions that the attempt met last. */
enum {
    WORTH_OF_COMMIT = 60,
    WORTH_OF_STEP = 1,
    WORTH_OF_EDGE = 40,
    COST_OF_NULL = 10, /* for the change of NULL to a value */
    COST_OF_VALUE = 20,
    COST_OF_LARGE = 5, /* where a number was too large */
    COST_OF_PRESENCE = 10,
    COST_OF_ABSENCE = 60,
};

typedef enum snapshots { AS_MODEL, AS_SERIAL, OF_NOBODY } snapshots;

typedef struct search {
    ip_bench *bench;
    ip_arena *arena;   /* of the untried attempts and of the best one */
    ip_arena *scratch; /* of one attempt; the bench's own while it is made */
    ip_subject *subject;
    const int *order; /* the order of commits: the model's, or another */
    const int *turns; /* the assignment of blocks of numbers (ip_trial) */
    bool draws_meet;  /* two instances have drawn from sequences */
    ip_attempt_queue queue;
    ip_hash_set tried; /* trials of other snapshots: changes and draws lead to the same ones again */
    ip_search_result best;
    bool learnt;
    int best_worth;
    long attempts, limit;
    bool of_engine;          /* all levels */
    long varied;             /* trials of other snapshots over the same rows */
    int guided, best_guided; /* attempts of that kind; the worth of the best */
    int unable;              /* attempts that reached code that cannot be run in memory */
    long harm_at;            /* the number of attempts plus one when harm was found; 0: not yet */
} search;

enum {
    MATRICES = 64,
    CHOICES = 128,
    MATRIX_ATTEMPTS = 4,
    MOST_VARIED = 1000,
    MOST_GUIDED = 100,
    STEPS_FROM_DRAWN = 12,
    MOST_UNABLE = 12,
    MOST_LABELS = 4, /* labels of an enum for an argument */
    MORE_FOR_ORDER = 20
};

/* ---- what to try next ---- */

/* Guided ones first until the anomaly is there. */
static ip_attempt *best_attempt(search *s)
{
    return ip_replay_attempt_queue_best(&s->queue, s->guided < MOST_GUIDED, !s->best.found);
}

static int cost_of_change(const ip_decision *d, bool overflow)
{
    if (overflow && d->large)
        return COST_OF_LARGE;
    if (d->kind == IP_DECIDE_PRESENCE)
        return d->null && !d->inserted ? COST_OF_PRESENCE : COST_OF_ABSENCE;
    return d->null ? COST_OF_NULL : COST_OF_VALUE;
}

/* The failing instance's last decision is blamed first; without one, presence and arguments before values. */
static void push_changes(search *s, const ip_attempt *from, const ip_decisions *decisions, int blamed, bool overflow,
                         int worth)
{
    for (int pass = 0; pass < 2; pass++)
        for (int i = decisions->count - 1; i >= 0; i--) {
            const ip_decision *d = &decisions->items[i];
            bool first = blamed >= 0 ? d->instance == blamed : d->kind != IP_DECIDE_VALUE;
            if (first == (pass == 0) && d->option + 1 < d->options)
                ip_replay_attempt_queue_change(&s->queue, from,
                                               (ip_choice){d->name, d->option + 1, cost_of_change(d, overflow)}, worth);
        }
}

/* ---- attempts ---- */

static ip_trial trial_of(search *s, const ip_world *world, const bool *visible, const ip_client_rows *rows)
{
    ip_arena *arena = s->bench->arena;
    const ip_anomaly *anomaly = s->subject->anomaly;
    int n = s->subject->count;
    ip_trial trial = {.count = n, .rows = *rows, .satisfies_constraints = true};
    trial.instances = IP_NEW_ARRAY(arena, ip_trial_instance, n);
    trial.order = IP_NEW_ARRAY(arena, int, n);
    trial.visible = IP_NEW_ARRAY(arena, bool, n *n);
    memcpy(trial.order, s->order, sizeof *trial.order * (size_t)n);
    memcpy(trial.visible, visible, sizeof *trial.visible * (size_t)(n * n));
    trial.cuts = ip_world_views(world)->taken;
    trial.turns = s->turns;
    for (int i = 0; i < n; i++) {
        const ip_code *code = s->subject->codes[i];
        int in = 0;
        for (int p = 0; p < code->parameter_count; p++)
            in += code->in.items[p];
        ip_datum *arguments = IP_NEW_ARRAY(arena, ip_datum, in);
        for (int p = 0; p < in; p++)
            arguments[p] = ip_value_datum_copy(arena, ip_world_arguments(world, i)[p]);
        trial.instances[i] =
            (ip_trial_instance){i, anomaly->instances[i].program, code, arguments, in, s->subject->levels[i]};
    }
    return trial;
}

/* How many of the anomaly's own dependencies the run has. */
static int edges_met(const ip_graph *graph)
{
    int met = 0;
    for (int i = 0; i < graph->count; i++) {
        bool there = false;
        for (int e = 0; e < graph->edges.count; e++)
            there = there || (graph->edges.items[e].from == i && graph->edges.items[e].to == (i + 1) % graph->count);
        met += there;
    }
    return met;
}

void ip_replay_search_take(ip_arena *arena, ip_search_result *result, const ip_trial *trial,
                           const ip_trial_outcome *outcome, const int *equal)
{
    *result = (ip_search_result){.found = true, .observable = !equal};
    result->trial = ip_trial_copy(arena, trial);
    if (!trial->satisfies_constraints) {
        memset(&result->trial.rows, 0, sizeof result->trial.rows);
        ip_trial_initial_rows_read_back(arena, outcome->world, &result->trial.rows);
        result->trial.satisfies_constraints = true;
    }
    result->outcome = *outcome;
    ip_trial_keep_outcome(arena, &result->outcome);
    if (result->outcome.timing.cuts) { /* which reads the same */
        result->trial.cuts = result->outcome.timing.cuts;
        result->trial.visible = result->outcome.timing.visible;
    }
    ip_world_set_visibility(outcome->world, result->trial.order, result->trial.visible);
    ip_world_set_snapshot_sizes(outcome->world, result->trial.cuts);
    ip_world_set_turns(outcome->world, result->trial.turns);
    memset(&result->outcome.uses, 0, sizeof result->outcome.uses);
    for (int i = 0; i < trial->count; i++)
        ip_world_set_instance(outcome->world, i,
                              (ip_world_instance){trial->instances[i].code, result->trial.instances[i].arguments});
    if (equal) {
        result->equal_order = IP_NEW_ARRAY(arena, int, trial->count);
        memcpy(result->equal_order, equal, sizeof *equal * (size_t)trial->count);
    }
}

/* The whole anomaly before a part of it, then an observable one, then numbers that a plain sequence gives. */
static bool is_better(search *s, const ip_search_result *a, const ip_search_result *b)
{
    bool whole_a = a->outcome.length == a->trial.count, whole_b = b->outcome.length == b->trial.count;
    if (whole_a != whole_b)
        return whole_a;
    if (a->observable != b->observable)
        return a->observable;
    return !b->ordered && ip_replay_has_ordered_numbers(s->bench, a);
}

static void keep(search *s, const ip_trial *trial, const ip_trial_outcome *outcome)
{
    ip_search_result found;
    ip_replay_search_take(s->bench->arena, &found, trial, outcome, ip_trial_equal_order(s->bench, trial, outcome));
    if (s->best.found && !is_better(s, &found, &s->best)) {
        ip_world_free(outcome->world);
        return;
    }
    if (s->best.found)
        ip_world_free(s->best.outcome.world);
    ip_replay_search_take(s->arena, &s->best, &found.trial, &found.outcome, found.equal_order);
    s->best.ordered = ip_replay_has_ordered_numbers(s->bench, &s->best);
}

static bool is_harm(const ip_search_result *best)
{
    return best->found && best->observable && best->outcome.length == best->trial.count;
}

/* The search goes on for a while to find numbers that rise with time. */
static bool satisfied(search *s)
{
    if (!is_harm(&s->best))
        return false;
    s->harm_at = s->harm_at ? s->harm_at : s->attempts + 1;
    return s->best.ordered || s->attempts > s->harm_at + MORE_FOR_ORDER;
}

static void note_failure(search *s, int worth, ip_trial_end end, int instance, const char *why, ip_range where)
{
    if (s->best.found || worth <= s->best_worth)
        return;
    s->best_worth = worth;
    s->best.end = end;
    s->best.instance = instance;
    s->best.where = where;
    s->best.why = ip_arena_strdup(s->arena, why);
}

/* Attempts differ in what they cost: a search that has found nothing ends after a certain amount of work, too. */
static bool is_spent(search *s)
{
    const ip_bench *bench = s->bench;
    s->best.spent =
        !s->best.found && bench->most_work > 0 && ip_exec_interpreter_work(bench->interpreter) >= bench->most_work;
    return s->best.spent;
}

/* Other orders in time of what sequences give. */
static void try_sequence_orders(search *s, const ip_trial *trial, const ip_sequence_uses *uses)
{
    ip_sequence_orders orders = ip_replay_sequence_orders_of(s->bench->arena, trial, uses);
    ip_trial other = *trial;
    while (!satisfied(s) && !is_spent(s) && !ip_is_over(s->bench->deadline) &&
           ip_replay_sequence_orders_next(s->bench->arena, &orders, &other)) {
        ip_trial_outcome outcome = ip_trial_run(s->bench, &other);
        if (outcome.end == IP_TRIAL_CYCLE)
            keep(s, &other, &outcome);
    }
}

/* client: the hash of it (trial_hash.h). false: it was tried before. */
static bool try_snapshots(search *s, const ip_trial *trial, uint64_t client, ip_sequence_uses *uses)
{
    if (!ip_replay_hash_set_add(&s->tried, ip_replay_hash_snapshots(client, trial)))
        return false;
    ip_trial_outcome outcome = ip_trial_run(s->bench, trial);
    if (outcome.end == IP_TRIAL_CYCLE)
        keep(s, trial, &outcome);
    *uses = outcome.uses;
    return true;
}

/* Other snapshots over the same rows: the model's may not work with these rows. Bit t*n+u of the number, over pairs in
 * commit order, says whether u sees t. */
static void try_matrices(search *s, const ip_trial *trial)
{
    int n = trial->count, pairs = n * (n - 1) / 2;
    int count = pairs < 6 ? 1 << pairs : MATRICES;
    const uint64_t client = ip_replay_hash_client(trial);
    ip_sequence_uses uses;
    for (int number = 0; number < count && !satisfied(s) && !is_spent(s); number++) {
        ip_trial other = *trial;
        other.visible = IP_NEW_ARRAY(s->bench->arena, bool, n *n);
        int bit = 0;
        for (int a = 0; a < n; a++)
            for (int b = a + 1; b < n; b++, bit++)
                other.visible[trial->order[a] * n + trial->order[b]] = number >> bit & 1;
        if (memcmp(other.visible, trial->visible, sizeof *other.visible * (size_t)(n * n)) == 0)
            continue;
        try_snapshots(s, &other, client, &uses);
    }
}

static bool of_engine(const ip_subject *subject)
{
    for (int i = 0; i < subject->count; i++)
        if (!*ip_level_engine(subject->levels[i]))
            return false;
    return true;
}

/* The same for an engine's levels, whose snapshots are prefixes of the commits, statement by statement. */
static void try_cuts(search *s, const ip_trial *trial, ip_snapshot_choices *choices)
{
    long total = ip_trial_snapshot_choices_total(choices), step = total / CHOICES + 1;
    const uint64_t client = ip_replay_hash_client(trial);
    for (long number = 0; !satisfied(s); number++) {
        if (is_spent(s) || ip_is_over(s->bench->deadline))
            return;
        if (number % step == 0) {
            s->varied++;
            ip_trial other = *trial;
            ip_trial_snapshot_choices_apply(s->bench->arena, choices, &other.cuts, &other.visible);
            ip_sequence_uses uses;
            if (try_snapshots(s, &other, client, &uses))
                try_sequence_orders(s, &other, &uses);
        }
        if (!ip_trial_snapshot_choices_next(choices))
            return;
    }
}

/* Only from attempts that got almost as far as the best one. */
static void push_moves(search *s, const ip_attempt *from, const ip_trial *trial, const ip_trial_outcome *outcome)
{
    int met = edges_met(&outcome->graph);
    if (met + 1 < s->best_guided)
        return;
    s->best_guided = met > s->best_guided ? met : s->best_guided;
    ip_moves moves = {0};
    ip_replay_guide(s->bench->arena, s->bench, s->subject, trial,
                    outcome->end == IP_TRIAL_FORBIDDEN ? NULL : &outcome->graph, &moves);
    for (int m = moves.count - 1; m >= 0; m--)
        ip_replay_attempt_queue_set_values(&s->queue, from, &moves.items[m], WORTH_OF_EDGE * met);
}

static void try_trial(search *s, const ip_attempt *from, const ip_decisions *decisions, const ip_trial *trial,
                      bool matrices)
{
    ip_trial_outcome outcome = ip_trial_run(s->bench, trial);
    int worth = WORTH_OF_COMMIT * trial->count;
    if (outcome.end == IP_TRIAL_CYCLE || outcome.end == IP_TRIAL_ACYCLIC)
        worth += WORTH_OF_EDGE * edges_met(&outcome.graph);
    if (outcome.end == IP_TRIAL_CYCLE)
        keep(s, trial, &outcome);
    else
        note_failure(s, worth, outcome.end, outcome.instance, outcome.why, outcome.where);
    try_sequence_orders(s, trial, &outcome.uses);
    if (satisfied(s))
        return;
    /* At an engine's levels, instances that have reached their commit may commit with other snapshots. */
    bool cuts = matrices || s->varied < MOST_VARIED;
    if (cuts && outcome.choices.count && s->of_engine)
        try_cuts(s, trial, &outcome.choices);
    else if (matrices && outcome.end != IP_TRIAL_ROWS)
        try_matrices(s, trial);
    if (outcome.end == IP_TRIAL_ACYCLIC || outcome.end == IP_TRIAL_FORBIDDEN)
        push_moves(s, from, trial, &outcome);
    push_changes(s, from, decisions, outcome.end == IP_TRIAL_ABORTS ? outcome.instance : -1, false, worth);
}

/* A row that an instance inserted with a number from a sequence, where the model had another number: the other
 * instances get the real number. */
static bool learn_drawn(search *s, const ip_world *world)
{
    bool learnt = false;
    const ip_world_writes *writes = ip_world_writes_of(world);
    for (int w = 0; w < writes->count; w++) {
        const ip_world_write *write = &writes->items[w];
        const ip_table *table = ip_interpreter_rows_table(ip_world_all_rows(world), write->row);
        const int *columns;
        int n = ip_interpreter_rows_key_columns(table, &columns);
        for (int k = 0; write->column == IP_EXISTS && k < n; k++) {
            if (!table->columns.items[columns[k]].sequence)
                continue;
            for (int i = 0; i < s->subject->clues.count; i++) {
                const ip_clue *clue = &s->subject->clues.items[i];
                if (clue->table == table && clue->instance == write->instance && !clue->present &&
                    clue->known[columns[k]])
                    learnt =
                        ip_trial_subject_rename(s->subject, clue->values[columns[k]],
                                                ip_interpreter_rows_key(ip_world_all_rows(world), write->row)[k]) ||
                        learnt;
            }
        }
    }
    return learnt;
}

static void start_again(search *s)
{
    ip_replay_attempt_queue_clear(&s->queue);
    s->learnt = true;
}

/* The visibility of a serial execution in commit order. */
static const bool *all_before(search *s)
{
    int n = s->subject->count;
    bool *visible = IP_NEW_ARRAY(s->bench->arena, bool, n *n);
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++)
            visible[s->order[a] * n + s->order[b]] = true;
    return visible;
}

static int sees_none(void *data, int instance, int snapshot, const ip_code_statement *statement)
{
    (void)data, (void)instance, (void)snapshot, (void)statement;
    return 0;
}

/* false: an instance does not commit. */
static bool attempt_in(search *s, ip_arena *arena, const ip_attempt *from, bool matrices, snapshots held)
{
    const ip_anomaly *anomaly = s->subject->anomaly;
    ip_world *world = ip_world_new(s->subject->schema, s->subject->count);
    const bool *visible = held == AS_MODEL    ? anomaly->visible
                          : held == AS_SERIAL ? all_before(s)
                                              : IP_NEW_ARRAY(arena, bool, s->subject->count * s->subject->count);
    ip_world_set_visibility(world, s->order, visible);
    if (held == AS_MODEL)
        ip_world_set_choice(world, ip_trial_snapshot_size_of_model, (void *)anomaly);
    if (held == OF_NOBODY)
        ip_world_set_choice(world, sees_none, NULL);
    ip_world_set_turns(world, s->turns);
    for (int i = 0; i < s->subject->count; i++)
        ip_world_set_level(world, i, s->subject->levels[i]);
    ip_decider *decider = ip_trial_decider_new(arena, s->subject, world, &from->choices, &from->facts, from->draw);
    int failed = ip_world_run(world, s->bench->interpreter);
    s->bench->runs++;
    s->attempts++;
    const ip_decisions *decisions = ip_trial_decider_decisions(decider);
    s->draws_meet = s->draws_meet || ip_world_draws_of(world)->count > 1;
    if (learn_drawn(s, world)) {
        ip_world_free(world);
        start_again(s);
        return true;
    }
    if (failed >= 0) {
        const ip_run_outcome *ended = ip_world_outcome(world, failed);
        int place = 0;
        while (s->order[place] != failed)
            place++;
        int steps = ip_world_steps_of(world)->count;
        int worth = WORTH_OF_COMMIT * place + WORTH_OF_STEP * (steps < WORTH_OF_COMMIT ? steps : WORTH_OF_COMMIT - 1);
        ip_trial_end end =
            ended->end == IP_RUN_UNABLE || ended->end == IP_RUN_TOO_LONG ? IP_TRIAL_UNABLE : IP_TRIAL_ABORTS;
        s->unable += end == IP_TRIAL_UNABLE;
        ip_trial_note_unfinished(s->bench, anomaly->instances[failed].program, ended);
        note_failure(s, worth, end, failed, ended->message ? ended->message : "it does not commit", ended->range);
        bool overflow = ended->sqlstate && strcmp(ended->sqlstate, "22003") == 0;
        push_changes(s, from, decisions, failed, overflow, worth);
        for (int number = 0; number < MOST_LABELS; number++) {
            ip_fixed_values facts = {0};
            ip_replay_repair_cast_argument(s->arena, s->subject, world, failed, number, &facts);
            if (facts.count)
                ip_replay_attempt_queue_set_values(&s->queue, from, &facts, worth);
        }
        ip_moves moves = {0};
        if (!from->choices.count && !from->facts.count)
            ip_replay_propose_for_guard(arena, s->subject, world, failed, &moves);
        ip_replay_propose_for_refused_row(arena, world, failed, &moves);
        for (int m = 0; m < moves.count; m++)
            ip_replay_attempt_queue_set_values(&s->queue, from, &moves.items[m], worth);
        ip_world_free(world);
        return false;
    }
    ip_client_rows rows = {0};
    const char *why = NULL;
    int worth = WORTH_OF_COMMIT * (s->subject->count - 1);
    int failed_row;
    ip_fixed_values changed = {0};
    if (ip_trial_rows_complete(arena, decider, world, &rows, &why) &&
        (ip_world_assumed_raise(arena, s->bench->assumed, s->bench->assumed_count, &rows), true) &&
        ip_trial_rows_repair(arena, s->bench->inserter, s->subject, &rows, &changed, &failed_row, &why)) {
        ip_trial trial = trial_of(s, world, visible, &rows);
        try_trial(s, from, decisions, &trial, matrices);
        if (changed.count && !s->best.found) /* with these values, the statements may look for other rows */
            ip_replay_attempt_queue_set_values(&s->queue, from, &changed, worth);
    } else {
        note_failure(s, worth, IP_TRIAL_ROWS, -1, why, (ip_range){0});
        push_changes(s, from, decisions, -1, false, worth);
    }
    ip_world_free(world);
    return true;
}

/* At an engine's levels, the model's snapshots may not work with an initial state. Instances that commit in a serial
 * execution are tried with other snapshots from that state. So are, in another order than the model's, instances that
 * commit if none sees another. */
static void attempt(search *s, const ip_attempt *from, bool matrices)
{
    bool commits = false, reordered = s->order != s->subject->anomaly->commit_order;
    for (int held = reordered; held < 2 + reordered && !commits; held++) {
        s->bench->arena = s->scratch;
        commits = attempt_in(s, s->bench->arena, from, matrices, (snapshots)held) || !(s->of_engine || from->draw) ||
                  s->varied >= MOST_VARIED;
        ip_arena_reset(s->scratch);
        s->bench->arena = s->arena;
    }
}

static search start(ip_bench *bench, ip_subject *subject)
{
    search s = {.bench = bench,
                .arena = bench->arena,
                .scratch = ip_arena_new(),
                .subject = subject,
                .order = subject->anomaly->commit_order,
                .best_worth = -1};
    ip_replay_attempt_queue_init(&s.queue);
    s.best.instance = -1;
    s.best.why = "nothing was tried";
    s.of_engine = of_engine(subject);
    return s;
}

static ip_search_result end(search *s)
{
    ip_arena_free(s->scratch);
    ip_replay_attempt_queue_release(&s->queue);
    ip_replay_hash_set_release(&s->tried);
    return s->best;
}

static bool is_over(search *s)
{
    return satisfied(s) || s->unable > MOST_UNABLE || is_spent(s) || ip_is_over(s->bench->deadline);
}

static void search_from_model(search *s, long run_limit)
{
    s->limit = s->attempts + run_limit;
    ip_attempt none = {0};
    do {
        s->learnt = false;
        attempt(s, &none, true);
    } while (s->learnt);
    for (ip_attempt *next; s->attempts < s->limit && !is_over(s) && (next = best_attempt(s));) {
        if (s->best.found && s->limit > s->attempts * 2) /* a benign one was found: a limited number */
            s->limit = s->attempts + s->attempts / 2 + run_limit / 8;
        next->done = true;
        ip_attempt from = *next; /* they move when there are more */
        s->guided += from.guided;
        s->learnt = false;
        attempt(s, &from, s->attempts < MATRIX_ATTEMPTS);
        if (s->learnt)
            attempt(s, &none, false);
    }
}

/* The last instance gets the first numbers: the anomaly may need their reverse order. */
static const int *other_turns(const search *s)
{
    int n = s->subject->count, *turns = IP_NEW_ARRAY(s->arena, int, n);
    for (int i = 0; i < n; i++)
        turns[i] = n - 1 - i;
    return turns;
}

ip_search_result ip_replay_search_client(ip_bench *bench, ip_subject *subject, long run_limit)
{
    search s = start(bench, subject);
    search_from_model(&s, run_limit);
    if (!s.best.found && s.draws_meet && !is_over(&s)) {
        ip_replay_attempt_queue_clear(&s.queue);
        s.turns = other_turns(&s);
        s.guided = s.best_guided = 0;
        s.varied = 0;
        search_from_model(&s, run_limit / 4);
    }
    return end(&s);
}

/* Each instance commits in the place that another one has in the model's order (Sattolo 1986); by number, of all such
 * orders. */
static const int *other_order(const search *s, int number)
{
    int n = s->subject->count, *order = IP_NEW_ARRAY(s->arena, int, n);
    memcpy(order, s->subject->anomaly->commit_order, sizeof *order * (size_t)n);
    for (int i = n - 1, left = number; i > 0; left /= i + 1, i--) {
        int with = i - 1 - left % i, moved = order[i];
        order[i] = order[with];
        order[with] = moved;
    }
    return order;
}

/* A few steps from there, as from a model. */
static void search_from_drawn(search *s, const ip_attempt *drawn)
{
    ip_replay_attempt_queue_clear(&s->queue);
    s->guided = s->best_guided = 0;
    s->varied = 0;
    attempt(s, drawn, true);
    for (int step = 0; step < STEPS_FROM_DRAWN && !is_over(s); step++) {
        ip_attempt *next = best_attempt(s);
        if (!next)
            break;
        next->done = true;
        ip_attempt from = *next;
        s->guided += from.guided;
        attempt(s, &from, false);
    }
}

ip_search_result ip_replay_search_scattered(ip_bench *bench, ip_subject *subject, int clients)
{
    search s = start(bench, subject);
    for (int number = 1; number <= clients && !is_over(&s); number++) {
        if (s.best.found && clients > 2 * number)
            clients = number + number / 2 + clients / 8;
        ip_attempt drawn = {.draw = (uint64_t)number};
        ip_replay_random_rows(s.arena, subject, drawn.draw, &drawn.facts);
        s.order = subject->anomaly->commit_order;
        search_from_drawn(&s, &drawn);
        if (is_over(&s) || subject->count < 2)
            continue;
        s.order = other_order(&s, number);
        search_from_drawn(&s, &drawn);
    }
    return end(&s);
}
