/* A benign execution is often one step away from an observable one: an amount above zero, a second similar row, the
 * limit that a guard compares with. So it is changed at random, several values at a time, and each change that keeps
 * the cycle is the start of the next one. Every client is run in all orders of commits and with all snapshots, if there
 * are few. */
#include "replay/search/harm_search.h"

#include "base/stop.h"
#include "replay/world/draw.h"
#include "replay/trial/valid_values.h"
#include "replay/search/near.h"
#include "replay/search/numbering.h"
#include "replay/trial/serial_orders.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIRST_FRESH = 20,    /* keys of rows that are made */
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
    uint64_t drawn;
    int fresh;
    int most_rows;
    bool for_order; /* of numbers, not for harm */
    bool refused;   /* a constraint refuses the rows of the client that is run */
} insistence;

static bool finished(const insistence *v)
{
    bool found = v->for_order ? v->result->ordered : v->result->observable;
    return found || v->bench->runs >= v->end || ip_is_over(v->bench->deadline);
}

static uint64_t draw(insistence *v, int among)
{
    return ip_draw(&v->drawn) % (uint64_t)among;
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

/* At levels of the literature every visibility is tried, or none. */
static bool is_tried(const ip_trial *trial)
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
    if (!is_tried(trial))
        return false;
    insert_rows(v, &other);
    other.order = IP_NEW_ARRAY(v->bench->arena, int, n);
    for (int turn = 0; turn < n && !finished(v); turn++) {
        for (int i = 0; i < n; i++)
            other.order[i] = trial->order[(i + turn) % n];
        cycle = run_in_order(v, &other) || cycle;
    }
    return cycle;
}

/* ---- changes ---- */

static bool is_number(ip_datum value)
{
    return value.kind == IP_DATUM_INTEGER || value.kind == IP_DATUM_NUMERIC;
}

static bool in_key(const ip_table *table, int column)
{
    const int *columns;
    int n = ip_interpreter_rows_key_columns(table, &columns);
    for (int k = 0; k < n; k++)
        if (columns[k] == column)
            return true;
    return false;
}

/* An existing value of that kind: the same row, the same amount. */
static bool present_value(insistence *v, const ip_trial *trial, ip_datum_kind kind, ip_datum *value)
{
    ip_value_list values = {0};
    for (int i = 0; i < trial->count; i++)
        for (int a = 0; a < trial->instances[i].argument_count; a++)
            if (trial->instances[i].arguments[a].kind == kind)
                ip_trial_value_list_add(v->bench->arena, &values, trial->instances[i].arguments[a]);
    for (int r = 0; r < trial->rows.count; r++)
        for (int c = 0; c < trial->rows.items[r].table->columns.count; c++)
            if (trial->rows.items[r].values[c].kind == kind)
                ip_trial_value_list_add(v->bench->arena, &values, trial->rows.items[r].values[c]);
    if (values.count)
        *value = values.items[draw(v, values.count)];
    return values.count > 0;
}

/* Small numbers are drawn most often: guards compare with small values in a small state. */
static bool other_value(insistence *v, const ip_trial *trial, ip_type type, ip_datum *value)
{
    enum { WAYS = 3, SMALL = 4, EARLY = 8 };
    ip_datum found = *value;
    uint64_t way = draw(v, WAYS);
    if (way == 0 && value->kind != IP_DATUM_NULL && present_value(v, trial, value->kind, &found)) {
        *value = found;
        return true;
    }
    if (way == 1 && is_number(*value)) {
        const char *error = NULL;
        ip_code_type as = ip_value_code_type_of(type);
        int number = (int)draw(v, SMALL + 1) - (draw(v, SMALL) == 0);
        found = ip_value_datum_parse(v->bench->arena, &as, ip_arena_printf(v->bench->arena, "%d", number), &error);
        *value = error ? *value : found;
        return !error;
    }
    const ip_value_list *usual = ip_trial_subject_usual(v->subject, type, 0);
    if (!usual->count)
        return false;
    *value = usual->items[draw(v, usual->count < EARLY || draw(v, 2) ? usual->count : EARLY)];
    return true;
}

static bool change_argument(insistence *v, ip_trial *trial)
{
    ip_trial_instance *of = &trial->instances[draw(v, trial->count)];
    if (!of->argument_count || of->argument_count > of->program->parameters.count)
        return false;
    int a = (int)draw(v, of->argument_count);
    return other_value(v, trial, of->program->parameters.items[a].type, &of->arguments[a]);
}

static ip_datum *some_cell(insistence *v, ip_trial *trial, ip_type *type)
{
    if (!trial->rows.count)
        return NULL;
    const ip_client_row *row = &trial->rows.items[draw(v, trial->rows.count)];
    int c = (int)draw(v, row->table->columns.count);
    *type = row->table->columns.items[c].type;
    return in_key(row->table, c) || row->table->columns.items[c].generated ? NULL : (ip_datum *)&row->values[c];
}

static bool change_cell(insistence *v, ip_trial *trial)
{
    ip_type type;
    ip_datum *cell = some_cell(v, trial, &type);
    trial->satisfies_constraints = false;
    return cell && other_value(v, trial, type, cell);
}

/* Replaces a value everywhere: a limit that two instances get, a key and its references. */
static bool change_everywhere(insistence *v, ip_trial *trial)
{
    ip_trial_instance *of = &trial->instances[draw(v, trial->count)];
    if (!of->argument_count || of->argument_count > of->program->parameters.count)
        return false;
    int a = (int)draw(v, of->argument_count);
    ip_datum from = of->arguments[a], to = from;
    if (!other_value(v, trial, of->program->parameters.items[a].type, &to) || from.kind == IP_DATUM_NULL)
        return false;
    bool rows_too = draw(v, 2);
    for (int i = 0; i < trial->count; i++)
        for (int b = 0; b < trial->instances[i].argument_count; b++)
            if (ip_trial_value_list_same(trial->instances[i].arguments[b], from))
                trial->instances[i].arguments[b] = to;
    for (int r = 0; rows_too && r < trial->rows.count; r++)
        for (int c = 0; c < trial->rows.items[r].table->columns.count; c++)
            if (ip_trial_value_list_same(trial->rows.items[r].values[c], from))
                ((ip_datum *)trial->rows.items[r].values)[c] = to;
    trial->satisfies_constraints = trial->satisfies_constraints && !rows_too;
    return true;
}

/* A neighbouring value, or an unused one: keys may have to lie below a counter. */
static ip_datum fresh_like(insistence *v, ip_datum like)
{
    enum { LETTERS = 20, NEAR = 2 };
    bool text = like.kind == IP_DATUM_TEXT;
    if (like.kind == IP_DATUM_INTEGER && draw(v, 2)) {
        like.as.integer += draw(v, 2) ? 1 + (int64_t)draw(v, NEAR) : -1;
        return like;
    }
    int number = ++v->fresh;
    return text || is_number(like)
               ? ip_trial_short_value(v->bench->arena, like, text ? 1 + number % LETTERS : FIRST_FRESH + number)
               : like;
}

static bool refers(const ip_foreign_key *key, const ip_datum *from, const ip_client_row *to)
{
    if (key->target != to->table)
        return false;
    for (int c = 0; c < key->column_count; c++)
        if (!ip_trial_value_list_same(from[key->columns[c]], to->values[key->target_columns[c]]))
            return false;
    return true;
}

static const ip_client_row *row_referred(const ip_trial *trial, const ip_foreign_key *key, const ip_datum *from)
{
    for (int r = 0; r < trial->rows.count; r++)
        if (refers(key, from, &trial->rows.items[r]))
            return &trial->rows.items[r];
    return NULL;
}

/* The row once more, with another value there, and with it those that it refers to by that value. */
static bool add_copy(insistence *v, ip_trial *trial, const ip_client_row *row, int column, ip_datum value)
{
    const ip_table *table = row->table;
    int n = table->columns.count;
    if (trial->rows.count >= v->most_rows)
        return false;
    const ip_datum *old = row->values;
    ip_datum *values = IP_NEW_ARRAY(v->bench->arena, ip_datum, n);
    memcpy(values, old, sizeof *values * (size_t)n);
    values[column] = value;
    ip_client_row twin = {table, values};
    IP_PUSH(v->bench->arena, &trial->rows, twin);
    for (int k = 0; k < table->foreign_keys.count; k++) {
        const ip_foreign_key *key = &table->foreign_keys.items[k];
        const ip_client_row *parent = row_referred(trial, key, old);
        for (int c = 0; parent && c < key->column_count; c++)
            if (key->columns[c] == column && !row_referred(trial, key, values) &&
                !add_copy(v, trial, parent, key->target_columns[c], value))
                return false;
    }
    return true;
}

/* Another similar row, preferably a row that the programs name rather than a row that others refer to. */
static bool add_twin(insistence *v, ip_trial *trial)
{
    enum { TRIES = 4 };
    if (!trial->rows.count)
        return false;
    const ip_client_row *row;
    int tries = TRIES;
    do
        row = &trial->rows.items[draw(v, trial->rows.count)];
    while (!v->subject->named[row->table->id] && --tries > 0);
    const int *columns;
    int keys = ip_interpreter_rows_key_columns(row->table, &columns);
    int k = keys > 0 ? columns[draw(v, keys)] : 0;
    trial->satisfies_constraints = false;
    return add_copy(v, trial, row, k, keys > 0 ? fresh_like(v, row->values[k]) : row->values[k]);
}

/* A row of a table that the programs name, with usual values and existing ones. */
static bool add_row(insistence *v, ip_trial *trial)
{
    const ip_schema *schema = v->subject->schema;
    if (!schema->tables.count || trial->rows.count >= v->most_rows)
        return false;
    const ip_table *table = schema->tables.items[draw(v, schema->tables.count)];
    if (!v->subject->named[table->id] || table->locks_only || table->others)
        return false;
    ip_datum *values = IP_NEW_ARRAY(v->bench->arena, ip_datum, table->columns.count);
    for (int c = 0; c < table->columns.count; c++) {
        const ip_column *column = &table->columns.items[c];
        const ip_value_list *usual = ip_trial_subject_usual(v->subject, column->type, 0);
        values[c] = (ip_datum){.kind = IP_DATUM_NULL};
        if (column->generated || !usual->count || (!column->not_null && draw(v, 3) == 0))
            continue;
        values[c] = usual->items[0];
        if (draw(v, 3))
            other_value(v, trial, column->type, &values[c]);
    }
    ip_client_row row = {table, values};
    IP_PUSH(v->bench->arena, &trial->rows, row);
    trial->satisfies_constraints = false;
    return true;
}

static bool remove_row(insistence *v, ip_trial *trial)
{
    if (!trial->rows.count)
        return false;
    trial->rows.items[draw(v, trial->rows.count)] = trial->rows.items[trial->rows.count - 1];
    trial->rows.count--;
    trial->satisfies_constraints = false;
    return true;
}

static bool change(insistence *v, ip_trial *trial)
{
    static bool (*const changes[])(insistence *, ip_trial *) = {
        change_argument, change_argument, change_everywhere, change_everywhere, change_cell, change_cell,
        add_twin,        add_twin,        add_twin,          add_row,           remove_row};
    return changes[draw(v, sizeof changes / sizeof *changes)](v, trial);
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
            if (next.kind == IP_DATUM_INTEGER && ++next.as.integer && add_copy(v, &trial, row, columns[k], next)) {
                trial.satisfies_constraints = false;
                if (ip_trial_values_are_valid(v->bench->arena, &trial))
                    run_client(v, &trial);
            }
            next_arena(v);
        }
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
        for (int wanted = 1 + (int)draw(v, MOST_CHANGES); wanted > 0; wanted--)
            changed = change(v, &trial) || changed;
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
    enum { KNOWN_RUNS = 1000, DOCUMENT_RUNS = 800 };
    insistence v = {.bench = bench, .arena = bench->arena, .subject = subject, .result = result, .drawn = 1};
    ip_trial begin = {0};
    if (first && !is_tried(first)) /* no rows need be made */
        first = NULL;
    if (first) {
        begin = ip_trial_copy(bench->arena, first);
        v.most_rows = first->rows.count + MORE_ROWS;
    }
    bench->arena = ip_arena_new();
    v.end = bench->runs + KNOWN_RUNS;
    try_known(&v, known);
    if (first && near)
        try_near(&v, &begin);
    v.end = bench->runs + (first ? affordable(first, run_limit) : 0);
    if (!finished(&v))
        try_twins(&v, &begin);
    long left = v.end - bench->runs;
    v.end = bench->runs + DOCUMENT_RUNS;
    if (first && !finished(&v))
        try_documents(&v, &begin);
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
