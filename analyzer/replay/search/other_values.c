/* Tries other values for a cycle that is not observable, until it is. */
#include "replay/search/other_values.h"

#include "base/stop.h"
#include "replay/world/draw.h"
#include "replay/trial/valid_values.h"
#include "replay/trial/serial_orders.h"

#include <stdlib.h>

/* A model has few different values: a deposit of 0, a status that does not change. So each argument, and then each
 * value of a row, gets a distinct value, if the cycle remains. */
typedef struct variation {
    ip_bench *bench;
    ip_arena *arena; /* of the result; the bench's own is of one attempt */
    ip_search_result *result;
    long attempts, limit;
    uint64_t drawn;
} variation;

static bool finished(const variation *v)
{
    return v->result->observable || v->attempts >= v->limit || ip_is_over(v->bench->deadline);
}

/* larger: it is kept only if it is observable. */
static void try_variant(variation *v, const ip_trial *trial, bool larger)
{
    if (!ip_trial_values_are_valid(v->bench->arena, trial))
        return;
    ip_trial_outcome outcome = ip_trial_run(v->bench, trial);
    v->attempts++;
    if (outcome.end != IP_TRIAL_CYCLE)
        return;
    bool as_long = outcome.length == v->result->outcome.length;
    const int *equal = as_long ? ip_trial_equal_order(v->bench, trial, &outcome) : NULL;
    if (!as_long || (larger && equal)) {
        ip_world_free(outcome.world);
        return;
    }
    ip_world_free(v->result->outcome.world);
    ip_replay_search_take(v->arena, v->result, trial, &outcome, equal);
}

static void note_integer(bool *used, int count, ip_arena *arena, ip_datum value)
{
    if (value.kind != IP_DATUM_INTEGER && value.kind != IP_DATUM_NUMERIC)
        return;
    double number = strtod(ip_value_datum_text(arena, value), NULL);
    if (number >= 0 && number < count && number == (int)number)
        used[(int)number] = true;
}

/* The least positive number that does not occur in the trial. */
static int unused_number(ip_arena *arena, const ip_trial *trial)
{
    bool used[100] = {true};
    for (int i = 0; i < trial->count; i++)
        for (int a = 0; a < trial->instances[i].argument_count; a++)
            note_integer(used, 100, arena, trial->instances[i].arguments[a]);
    for (int r = 0; r < trial->rows.count; r++)
        for (int c = 0; c < trial->rows.items[r].table->columns.count; c++)
            note_integer(used, 100, arena, trial->rows.items[r].values[c]);
    int least = 0;
    while (least < 99 && used[least])
        least++;
    return least;
}

static ip_datum number_of_kind(ip_arena *arena, ip_datum_kind kind, int number)
{
    const char *error = NULL;
    ip_code_type type = ip_value_code_type_of((ip_type){IP_NUMERIC, false, "numeric"});
    return kind == IP_DATUM_INTEGER ? ip_value_datum_integer(number)
                                    : ip_value_datum_parse(arena, &type, ip_arena_printf(arena, "%d", number), &error);
}

/* Another value of the same kind; false: none is tried. */
static bool other_value(ip_arena *arena, const ip_trial *trial, ip_datum *value)
{
    if (value->kind == IP_DATUM_BOOLEAN)
        value->as.boolean = !value->as.boolean;
    else if (value->kind == IP_DATUM_INTEGER || value->kind == IP_DATUM_NUMERIC)
        *value = number_of_kind(arena, value->kind, unused_number(arena, trial));
    else
        return false;
    return true;
}

static void next_arena(variation *v)
{
    ip_arena_reset(v->bench->arena);
}

static bool is_number(ip_datum value)
{
    return value.kind == IP_DATUM_INTEGER || value.kind == IP_DATUM_NUMERIC;
}

/* Zero and empty values hide most effects: they are replaced first. */
static bool is_turn(ip_arena *arena, ip_datum value, bool of_nothing)
{
    bool zero = is_number(value) && strtod(ip_value_datum_text(arena, value), NULL) == 0;
    return of_nothing == (zero || value.kind == IP_DATUM_NULL);
}

static void vary_arguments(variation *v, bool of_nothing)
{
    for (int i = 0; i < v->result->trial.count; i++)
        for (int a = 0; a < v->result->trial.instances[i].argument_count && !finished(v); a++) {
            if (!is_turn(v->bench->arena, v->result->trial.instances[i].arguments[a], of_nothing))
                continue;
            ip_trial trial = ip_trial_copy(v->bench->arena, &v->result->trial);
            if (other_value(v->bench->arena, &trial, &trial.instances[i].arguments[a]))
                try_variant(v, &trial, false);
            next_arena(v);
        }
}

/* The whole amount: two transactions that both take it have taken too much. */
static void take_all(variation *v)
{
    ip_datum most = ip_value_datum_integer(0);
    const ip_client_rows *rows = &v->result->trial.rows;
    for (int r = 0; r < rows->count; r++)
        for (int c = 0; c < rows->items[r].table->columns.count; c++) {
            ip_datum value = rows->items[r].values[c];
            if (is_number(value) && !ip_interpreter_rows_in_key(rows->items[r].table, c) &&
                ip_value_datum_compare(value, most) > 0)
                most = value;
        }
    for (int i = 0; i < v->result->trial.count; i++)
        for (int a = 0; a < v->result->trial.instances[i].argument_count && !finished(v); a++) {
            ip_trial trial = ip_trial_copy(v->bench->arena, &v->result->trial);
            ip_datum *value = &trial.instances[i].arguments[a];
            if (value->kind == most.kind && is_number(*value)) {
                *value = most;
                try_variant(v, &trial, false);
            }
            next_arena(v);
        }
}

/* A sum with NULL loses the addend, too. */
static ip_datum nothing_of(ip_arena *arena, ip_type_kind kind)
{
    if (kind == IP_NUMERIC)
        return number_of_kind(arena, IP_DATUM_NUMERIC, 0);
    return kind == IP_INTEGER ? ip_value_datum_integer(0) : (ip_datum){.kind = IP_DATUM_NULL};
}

static void vary_rows(variation *v, bool of_nothing)
{
    for (int r = 0; r < v->result->trial.rows.count; r++) {
        const ip_table *table = v->result->trial.rows.items[r].table;
        for (int c = 0; c < table->columns.count && !finished(v); c++) {
            if (r >= v->result->trial.rows.count ||
                !is_turn(v->bench->arena, v->result->trial.rows.items[r].values[c], of_nothing))
                continue;
            ip_trial trial = ip_trial_copy(v->bench->arena, &v->result->trial);
            trial.satisfies_constraints = false;
            ip_datum *value = (ip_datum *)&trial.rows.items[r].values[c];
            if (value->kind == IP_DATUM_NULL && !table->columns.items[c].type.array)
                *value = nothing_of(v->bench->arena, table->columns.items[c].type.kind);
            if (!ip_interpreter_rows_in_key(table, c) && other_value(v->bench->arena, &trial, value))
                try_variant(v, &trial, false);
            next_arena(v);
        }
    }
}

static bool has_key_value(const ip_client_row *row, ip_datum value)
{
    for (int c = 0; c < row->table->columns.count; c++)
        if (ip_interpreter_rows_in_key(row->table, c) && ip_trial_value_list_same(row->values[c], value))
            return true;
    return false;
}

/* The same with another number in its key. */
static ip_client_row renumbered(ip_arena *arena, const ip_client_row *row, ip_datum from, ip_datum to)
{
    ip_datum *values = IP_NEW_ARRAY(arena, ip_datum, row->table->columns.count);
    for (int c = 0; c < row->table->columns.count; c++)
        values[c] = ip_interpreter_rows_in_key(row->table, c) && ip_trial_value_list_same(row->values[c], from)
                        ? to
                        : row->values[c];
    return (ip_client_row){row->table, values};
}

static void vary_number_of(variation *v, ip_datum key)
{
    ip_arena *arena = v->bench->arena;
    ip_trial trial = ip_trial_copy(arena, &v->result->trial);
    ip_datum fresh = key;
    int count = trial.rows.count;
    trial.satisfies_constraints = false;
    if (!other_value(arena, &trial, &fresh))
        return;
    for (int r = 0; r < count; r++) {
        ip_client_row row = trial.rows.items[r];
        if (has_key_value(&row, key)) {
            ip_client_row twin = renumbered(arena, &row, key, fresh);
            IP_PUSH(arena, &trial.rows, twin);
        }
    }
    try_variant(v, &trial, true);
}

/* Doubles single rows: one more order, and its lines. If both transactions take the only row, the final rows are the
 * same as if the second finds nothing. */
static void vary_population(variation *v)
{
    ip_value_list keys = {0};
    const ip_trial *trial = &v->result->trial;
    for (int r = 0; r < trial->rows.count; r++)
        for (int c = 0; c < trial->rows.items[r].table->columns.count; c++)
            if (ip_interpreter_rows_in_key(trial->rows.items[r].table, c) &&
                trial->rows.items[r].values[c].kind == IP_DATUM_INTEGER)
                ip_trial_value_list_add(v->arena, &keys, trial->rows.items[r].values[c]);
    for (int k = 0; k < keys.count && !finished(v); k++) {
        vary_number_of(v, keys.items[k]);
        next_arena(v);
    }
}

static void draw_number(variation *v, ip_datum *value)
{
    enum { KEPT = 2, AMONG = 10 };
    if (is_number(*value) && ip_draw(&v->drawn) % KEPT)
        *value = number_of_kind(v->bench->arena, value->kind, (int)(ip_draw(&v->drawn) % AMONG));
}

/* Changes several values at a time: the result of one of two amounts may have to lie between two others. */
static void vary_at_random(variation *v)
{
    ip_trial trial = ip_trial_copy(v->bench->arena, &v->result->trial);
    trial.satisfies_constraints = false;
    for (int i = 0; i < trial.count; i++)
        for (int a = 0; a < trial.instances[i].argument_count; a++)
            draw_number(v, &trial.instances[i].arguments[a]);
    for (int r = 0; r < trial.rows.count; r++)
        for (int c = 0; c < trial.rows.items[r].table->columns.count; c++)
            if (!ip_interpreter_rows_in_key(trial.rows.items[r].table, c))
                draw_number(v, (ip_datum *)&trial.rows.items[r].values[c]);
    try_variant(v, &trial, true);
    next_arena(v);
}

void ip_replay_try_other_values(ip_bench *bench, ip_search_result *result, long run_limit)
{
    variation v = {.bench = bench, .arena = bench->arena, .result = result, .limit = run_limit, .drawn = 1};
    bench->arena = ip_arena_new();
    vary_population(&v);
    for (int pass = 0; pass < 2; pass++) {
        vary_arguments(&v, pass == 0);
        vary_rows(&v, pass == 0);
        take_all(&v);
    }
    /* By now the rows have amounts that can be taken. */
    vary_arguments(&v, true);
    take_all(&v);
    while (!finished(&v))
        vary_at_random(&v);
    ip_arena_free(bench->arena);
    bench->arena = v.arena;
}
