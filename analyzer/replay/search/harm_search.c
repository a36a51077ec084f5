/* A benign execution is often one step away from an observable one: an amount above zero, a second similar row, the
 * limit that a guard compares with. So it is changed at random, several values at a time, and each change that keeps
 * the cycle is the start of the next one. Every client is run in all orders of commits and with all snapshots, if there
 * are few. */
#include "replay/search/harm_search.h"

#include "base/stop.h"
#include "replay/world/draw.h"
#include "replay/trial/valid_values.h"
#include "replay/search/client_changes.h"
#include "replay/search/near.h"
#include "replay/search/numbering.h"
#include "replay/trial/serial_orders.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_CUTS = 24,      /* the most interleavings of one order */
    MOST_CHANGES = 4,    /* of a client at a time */
    STEPS_FROM_ONE = 40, /* the most consecutive changes before a restart */
    MORE_ROWS = 8,       /* than there were */
    MOST_PAIRS = 3,      /* the most instances for which every visibility is run */
};

typedef struct insistence {
    ip_bench *bench;
    ip_arena *arena; /* of the result; the bench's own is of one client */
    ip_subject *subject;
    ip_search_result *result;
    ip_trial base; /* what is changed next */
    ip_arena *base_arena;
    long end; /* of bench->runs */
    ip_client_changes changes;
    bool for_order; /* of numbers, not for harm */
    bool refused;   /* a constraint refuses the rows of the client that is run */
} insistence;

static bool finished(const insistence *v)
{
    bool found = v->for_order ? v->result->ordered : v->result->observable;
    return found || v->bench->runs >= v->end || ip_is_over(v->bench->deadline);
}

/* ---- one client, in many ways ---- */

/* Keeps the whole cycle, as observable as the result, if its numbers rise with time. Frees it otherwise. */
static void take_ordered(insistence *v, const ip_trial *trial, const ip_trial_outcome *outcome)
{
    ip_search_result found;
    const int *equal = ip_trial_equal_order(v->bench, trial, outcome);
    ip_replay_search_take(v->bench->arena, &found, trial, outcome, equal);
    if ((equal && v->result->observable) || !ip_replay_has_ordered_numbers(v->bench, &found)) {
        ip_world_free(outcome->world);
        return;
    }
    ip_world_free(v->result->outcome.world);
    ip_replay_search_take(v->arena, v->result, &found.trial, &found.outcome, equal);
    v->result->ordered = true;
}

/* Keeps an observable execution. true: there was a cycle through all instances. */
static bool run(insistence *v, const ip_trial *trial, ip_trial_outcome *outcome)
{
    *outcome = v->refused ? (ip_trial_outcome){.end = IP_TRIAL_ROWS} : ip_trial_run(v->bench, trial);
    v->end--; /* rows that are refused cost as much as a run */
    if (outcome->end != IP_TRIAL_CYCLE)
        return false;
    bool whole = outcome->length == trial->count;
    if (whole && v->for_order) {
        take_ordered(v, trial, outcome);
        return true;
    }
    if (!whole || ip_trial_equal_order(v->bench, trial, outcome)) {
        ip_world_free(outcome->world);
        return whole;
    }
    ip_world_free(v->result->outcome.world);
    ip_replay_search_take(v->arena, v->result, trial, outcome, NULL);
    return true;
}

static bool run_with_cuts(insistence *v, const ip_trial *trial, ip_snapshot_choices *choices)
{
    bool cycle = false;
    long step = ip_trial_snapshot_choices_total(choices) / MOST_CUTS + 1;
    for (long number = 0; !finished(v); number++) {
        if (number % step == 0) {
            ip_trial other = *trial;
            ip_trial_outcome outcome;
            ip_trial_snapshot_choices_apply(v->bench->arena, choices, &other.cuts, &other.visible);
            cycle = run(v, &other, &outcome) || cycle;
        }
        if (!ip_trial_snapshot_choices_next(choices))
            break;
    }
    return cycle;
}

static bool of_engine(const ip_trial *trial)
{
    for (int i = 0; i < trial->count; i++)
        if (!*ip_level_engine(trial->instances[i].level))
            return false;
    return true;
}

/* At levels of the literature every visibility is tried, or, of more instances, the trial's own. */
static bool tries_visibilities(const ip_trial *trial)
{
    return of_engine(trial) || trial->count * (trial->count - 1) / 2 <= MOST_PAIRS;
}

/* Levels of the literature: visibility, pair by pair. */
static bool run_with_matrices(insistence *v, const ip_trial *trial)
{
    int n = trial->count, pairs = n * (n - 1) / 2;
    bool cycle = false;
    for (int number = 0; number < 1 << pairs && !finished(v); number++) {
        ip_trial other = *trial;
        ip_trial_outcome outcome;
        other.visible = IP_NEW_ARRAY(v->bench->arena, bool, n *n);
        for (int a = 0, bit = 0; a < n; a++)
            for (int b = a + 1; b < n; b++, bit++)
                other.visible[trial->order[a] * n + trial->order[b]] = number >> bit & 1;
        cycle = run(v, &other, &outcome) || cycle;
    }
    return cycle;
}

/* Empty snapshots: one number for each snapshot of a statement, count of them. */
static ip_snapshot_sizes *empty_snapshots(ip_arena *arena, const ip_trial *trial)
{
    enum { MOST_STATEMENTS = 64 };
    ip_snapshot_sizes *cuts = IP_NEW_ARRAY(arena, ip_snapshot_sizes, trial->count);
    for (int i = 0; i < trial->count; i++)
        cuts[i] = (ip_snapshot_sizes){MOST_STATEMENTS, IP_NEW_ARRAY(arena, int, MOST_STATEMENTS)};
    return cuts;
}

/* An instance that commits alone after all others may not commit concurrently with them, and the reverse: both give
 * choices. */
static bool run_in_order(insistence *v, const ip_trial *trial)
{
    int n = trial->count;
    bool cycle = false;
    if (!of_engine(trial))
        return run_with_matrices(v, trial);
    for (int all = 0; all < 2 && !finished(v); all++) {
        ip_trial other = *trial;
        ip_trial_outcome outcome;
        other.cuts = all ? NULL : empty_snapshots(v->bench->arena, trial);
        other.visible = IP_NEW_ARRAY(v->bench->arena, bool, n *n);
        for (int a = 0; all && a < n; a++)
            for (int b = a + 1; b < n; b++)
                other.visible[other.order[a] * n + other.order[b]] = true;
        cycle = run(v, &other, &outcome) || cycle;
        if (outcome.choices.count && !finished(v))
            return run_with_cuts(v, &other, &outcome.choices) || cycle;
    }
    return cycle;
}

/* Inserts the rows once, and not for every run. */
static void insert_rows(insistence *v, ip_trial *trial)
{
    ip_world *world = trial->satisfies_constraints ? NULL : ip_trial_world(v->bench, trial);
    v->refused = !world && !trial->satisfies_constraints;
    if (!world)
        return;
    memset(&trial->rows, 0, sizeof trial->rows);
    ip_trial_initial_rows_read_back(v->bench->arena, world, &trial->rows);
    trial->satisfies_constraints = true;
    ip_world_free(world);
}

static bool run_client(insistence *v, const ip_trial *trial)
{
    int n = trial->count;
    bool cycle = false;
    ip_trial other = *trial;
    insert_rows(v, &other);
    if (!tries_visibilities(trial)) {
        ip_trial_outcome outcome;
        return run(v, &other, &outcome);
    }
    other.order = IP_NEW_ARRAY(v->bench->arena, int, n);
    for (int turn = 0; turn < n && !finished(v); turn++) {
        for (int i = 0; i < n; i++)
            other.order[i] = trial->order[(i + turn) % n];
        cycle = run_in_order(v, &other) || cycle;
    }
    return cycle;
}

static void start_from(insistence *v, const ip_trial *trial)
{
    ip_arena *arena = ip_arena_new();
    v->base = ip_trial_copy(arena, trial);
    if (v->base_arena)
        ip_arena_free(v->base_arena);
    v->base_arena = arena;
}

static void next_arena(insistence *v)
{
    ip_arena_reset(v->bench->arena);
}

/* A second similar row of each table, one at a time: the next entry of a queue, another line of the same order. */
static void try_twins(insistence *v, const ip_trial *first)
{
    for (int r = 0; r < first->rows.count; r++) {
        const ip_table *table = first->rows.items[r].table;
        const int *columns;
        int keys = ip_interpreter_rows_key_columns(table, &columns);
        for (int k = 0; v->subject->named[table->id] && k < keys && !finished(v); k++) {
            ip_trial trial = ip_trial_copy(v->bench->arena, first);
            const ip_client_row *row = &trial.rows.items[r];
            ip_datum next = row->values[columns[k]];
            if (next.kind == IP_DATUM_INTEGER && ++next.as.integer &&
                ip_replay_change_copy(&v->changes, &trial, row, columns[k], next)) {
                trial.satisfies_constraints = false;
                if (ip_trial_values_are_valid(v->bench->arena, &trial))
                    run_client(v, &trial);
            }
            next_arena(v);
        }
    }
}

/* Of two rows, which comes first, or is chosen, can be seen only if they differ in several ways. */
static void try_unlike_twins(insistence *v, const ip_trial *first)
{
    enum { WAYS = 120 };
    for (int way = 0; way < WAYS && !finished(v); way++) {
        ip_trial trial = ip_trial_copy(v->bench->arena, first);
        ip_replay_change_unlike(&v->changes, &trial);
        if (ip_trial_values_are_valid(v->bench->arena, &trial))
            run_client(v, &trial);
        next_arena(v);
    }
}

/* Each document with each value that the programs look for in it: at random it would be one of twenty in one of many
 * cells. */
static void try_documents(insistence *v, const ip_trial *first)
{
    for (int r = 0; v->subject->accesses.count && r < first->rows.count; r++) {
        const ip_table *table = first->rows.items[r].table;
        for (int c = 0; c < table->columns.count; c++) {
            ip_type type = table->columns.items[c].type;
            bool document = type.kind == IP_OTHER && !type.array && type.name && strncmp(type.name, "json", 4) == 0;
            const ip_value_list *usual = document ? ip_trial_subject_usual(v->subject, type, 0) : NULL;
            for (int i = 0; usual && i < usual->count && !finished(v); i++) {
                ip_trial trial = ip_trial_copy(v->bench->arena, first);
                ((ip_datum *)trial.rows.items[r].values)[c] = usual->items[i];
                trial.satisfies_constraints = false;
                if (ip_trial_values_are_valid(v->bench->arena, &trial))
                    run_client(v, &trial);
                next_arena(v);
            }
        }
    }
}

static void walk(insistence *v, const ip_trial *first)
{
    enum { MOST_STEPS = 20000 };
    for (int step = 0; !finished(v) && step < MOST_STEPS; step++) {
        if (step % STEPS_FROM_ONE == 0)
            start_from(v, first);
        ip_trial trial = ip_trial_copy(v->bench->arena, &v->base);
        bool changed = false;
        for (int wanted = 1 + (int)(ip_draw(&v->changes.drawn) % MOST_CHANGES); wanted > 0; wanted--)
            changed = ip_replay_change(&v->changes, &trial) || changed;
        if (changed && ip_trial_values_are_valid(v->bench->arena, &trial) && run_client(v, &trial) && !finished(v))
            start_from(v, &trial);
        next_arena(v);
    }
}

/* ---- all of it ---- */

static bool run_near(void *insistence_, const ip_trial *trial)
{
    return run_client(insistence_, trial);
}

static bool finished_near(void *insistence_)
{
    return finished(insistence_);
}

/* Variants that are not random, with separate runs. */
static void try_near(insistence *v, const ip_trial *first)
{
    enum { REACHED_RUNS = 600, REDIRECTED_RUNS = 1200 };
    ip_near near = {v->bench, run_near, finished_near, v};
    v->end = v->bench->runs + REACHED_RUNS;
    if (!finished(v))
        ip_replay_near_reached(&near, first);
    v->end = v->bench->runs + REDIRECTED_RUNS;
    if (first->count == 2 && !finished(v))
        ip_replay_near_redirected(&near, first);
}

static void try_known(insistence *v, const ip_known_clients *known)
{
    for (int k = 0; known && k < known->trials.count && !finished(v); k++) {
        ip_trial trial;
        if (ip_replay_known_clients_as(v->bench->arena, &known->trials.items[k], &v->result->trial, &trial))
            run_client(v, &trial);
        next_arena(v);
    }
}

/* Runs of long transactions cost more: the limit is for runs with this number of steps. */
static long affordable(const ip_trial *first, long run_limit)
{
    enum { USUAL_STATEMENTS = 3 };
    int statements = 0;
    for (int i = 0; i < first->count; i++)
        statements += first->instances[i].program->statements.count;
    int usual = USUAL_STATEMENTS * 2;
    return statements > usual ? run_limit * usual / statements : run_limit;
}

void ip_replay_search_for_harm(ip_bench *bench, ip_subject *subject, const ip_known_clients *known,
                               ip_search_result *result, const ip_trial *first, bool near, long run_limit)
{
    enum { KNOWN_RUNS = 1000, DOCUMENTS_PART = 5, TWINS_PART = 2 };
    insistence v = {.bench = bench,
                    .arena = bench->arena,
                    .subject = subject,
                    .result = result,
                    .changes = {bench, subject, .drawn = 1}};
    ip_trial begin = {0};
    if (first) {
        begin = ip_trial_copy(bench->arena, first);
        v.changes.most_rows = first->rows.count + MORE_ROWS;
    }
    bench->arena = ip_arena_new();
    v.end = bench->runs + KNOWN_RUNS;
    try_known(&v, known);
    if (first && near)
        try_near(&v, &begin);
    if (first && !tries_visibilities(first)) /* at random, one visibility of many leads nowhere */
        first = NULL;
    v.end = bench->runs + (first ? affordable(first, run_limit) : 0);
    if (!finished(&v))
        try_twins(&v, &begin);
    long left = v.end - bench->runs;
    v.end = bench->runs + left / DOCUMENTS_PART;
    if (first && !finished(&v))
        try_documents(&v, &begin);
    v.end = bench->runs + left / TWINS_PART;
    if (first && !finished(&v))
        try_unlike_twins(&v, &begin);
    v.end = bench->runs + left;
    if (!finished(&v))
        walk(&v, &begin);
    ip_arena_free(bench->arena);
    bench->arena = v.arena;
    if (v.base_arena)
        ip_arena_free(v.base_arena);
}

void ip_replay_search_for_order(ip_bench *bench, ip_subject *subject, ip_search_result *result)
{
    enum { ORDER_RUNS = 300 };
    insistence v = {.bench = bench, .arena = bench->arena, .subject = subject, .result = result, .for_order = true};
    result->ordered = ip_replay_has_ordered_numbers(bench, result);
    if (result->ordered)
        return;
    bench->arena = ip_arena_new();
    ip_trial first = ip_trial_copy(bench->arena, &result->trial);
    v.end = bench->runs + ORDER_RUNS;
    run_client(&v, &first);
    ip_arena_free(bench->arena);
    bench->arena = v.arena;
}
