#include "replay/vary.h"

#include "base/clock.h"

#include <stdlib.h>

/* A model has few different values: a deposit of 0, a status that is what it was. So each argument, and then each value
 * of a row, gets one of its own, if the cycle is still there then. */
typedef struct variation {
    ip_bench *bench;
    ip_arena *arena; /* of the result; the bench's own is of one attempt */
    ip_search_result *result;
    long attempts, limit;
} variation;

static bool finished(const variation *v)
{
    return v->result->observable || v->attempts >= v->limit ||
           (v->bench->deadline > 0 && ip_clock() > v->bench->deadline);
}

static void try_variant(variation *v, const ip_trial *trial)
{
    ip_trial_outcome outcome = ip_trial_run(v->bench, trial);
    v->attempts++;
    if (outcome.end != IP_TRIAL_CYCLE)
        return;
    if (outcome.length == v->result->outcome.length) {
        const int *equal = ip_trial_equal_order(v->bench, trial, &outcome);
        ip_world_free(v->result->outcome.world);
        ip_search_take(v->arena, v->result, trial, &outcome, equal);
    } else {
        ip_world_free(outcome.world);
    }
}

static void note_integer(bool *used, int count, ip_arena *arena, ip_datum value)
{
    if (value.kind != IP_DATUM_INTEGER && value.kind != IP_DATUM_NUMERIC)
        return;
    double number = strtod(ip_datum_text(arena, value), NULL);
    if (number >= 0 && number < count && number == (int)number)
        used[(int)number] = true;
}

/* The least positive number that stands nowhere in the trial. */
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

/* Of the same kind; NULL stays. */
static bool other_value(ip_arena *arena, const ip_trial *trial, ip_datum *value)
{
    int number = unused_number(arena, trial);
    const char *error = NULL;
    ip_code_type type = ip_code_type_of((ip_type){IP_NUMERIC, false, "numeric"});
    switch (value->kind) {
    case IP_DATUM_BOOLEAN:
        value->as.boolean = !value->as.boolean;
        return true;
    case IP_DATUM_INTEGER:
        *value = ip_datum_integer(number);
        return true;
    case IP_DATUM_NUMERIC:
        *value = ip_datum_parse(arena, &type, ip_arena_printf(arena, "%d", number), &error);
        return true;
    default:
        return false;
    }
}

static bool in_key(const ip_table *table, int column)
{
    const int *columns;
    int n = ip_rows_key_columns(table, &columns);
    for (int k = 0; k < n; k++)
        if (columns[k] == column)
            return true;
    return false;
}

static void next_arena(variation *v)
{
    ip_arena_free(v->bench->arena);
    v->bench->arena = ip_arena_new();
}

static void vary_arguments(variation *v)
{
    for (int i = 0; i < v->result->trial.count; i++)
        for (int a = 0; a < v->result->trial.instances[i].argument_count && !finished(v); a++) {
            ip_trial trial = ip_trial_copy(v->bench->arena, &v->result->trial);
            if (other_value(v->bench->arena, &trial, &trial.instances[i].arguments[a]))
                try_variant(v, &trial);
            next_arena(v);
        }
}

static void vary_rows(variation *v)
{
    for (int r = 0; r < v->result->trial.rows.count; r++) {
        const ip_table *table = v->result->trial.rows.items[r].table;
        for (int c = 0; c < table->columns.count && !finished(v); c++) {
            ip_trial trial = ip_trial_copy(v->bench->arena, &v->result->trial);
            trial.lawful = false;
            if (r < trial.rows.count && !in_key(table, c) &&
                other_value(v->bench->arena, &trial, (ip_datum *)&trial.rows.items[r].values[c]))
                try_variant(v, &trial);
            next_arena(v);
        }
    }
}

void ip_vary(ip_bench *bench, ip_search_result *result, long run_limit)
{
    variation v = {.bench = bench, .arena = bench->arena, .result = result, .limit = run_limit};
    bench->arena = ip_arena_new();
    vary_arguments(&v);
    vary_rows(&v);
    ip_arena_free(bench->arena);
    bench->arena = v.arena;
}
