/* Whether a cycle is observable depends on the rows, often in ways that small random changes do not reach: a reader has
 * to find everything that an earlier transaction left; two transactions have to take from the same row. */
#include "replay/search/near.h"

#include "replay/trial/valid_values.h"
#include "replay/trial/subject.h"

#include <string.h>

static void next_arena(const ip_near *near)
{
    ip_arena_reset(near->bench->arena);
}

static bool run(const ip_near *near, ip_trial *trial)
{
    trial->satisfies_constraints = false;
    return ip_trial_values_are_valid(near->bench->arena, trial) && near->run(near->data, trial);
}

/* ---- rows that transactions leave ---- */

/* The rows after these instances, one after the other. false: one does not commit. */
static bool leave_rows(const ip_near *near, const ip_trial *first, const int *which, int count, ip_client_rows *rows)
{
    ip_arena *arena = near->bench->arena;
    ip_trial serial = {.count = count, .rows = first->rows, .satisfies_constraints = first->satisfies_constraints};
    serial.instances = IP_NEW_ARRAY(arena, ip_trial_instance, count);
    serial.order = IP_NEW_ARRAY(arena, int, count);
    serial.visible = IP_NEW_ARRAY(arena, bool, count *count);
    for (int i = 0; i < count; i++) {
        serial.instances[i] = first->instances[which[i]];
        serial.order[i] = i;
        for (int j = i + 1; j < count; j++)
            serial.visible[i * count + j] = true;
    }
    ip_world *world = ip_trial_world(near->bench, &serial);
    if (!world)
        return false;
    bool commit = ip_world_run(world, near->bench->interpreter) < 0;
    near->bench->runs++;
    if (commit)
        *rows = ip_trial_rows_after(arena, world, count);
    /* Copies, since their world is freed. */
    for (int r = 0; r < rows->count; r++)
        for (int c = 0; c < rows->items[r].table->columns.count; c++) {
            ip_datum *value = (ip_datum *)&rows->items[r].values[c];
            *value = ip_value_datum_copy(arena, *value);
        }
    ip_world_free(world);
    return commit;
}

void ip_replay_near_reached(const ip_near *near, const ip_trial *first)
{
    enum { MOST_BEFORE = 3 };
    int n = first->count, sequences = 1;
    for (int i = 0; i < MOST_BEFORE; i++)
        sequences *= n + 1;
    for (int number = 1; number < sequences && !near->finished(near->data); number++) {
        int which[MOST_BEFORE], count = 0;
        bool plain = true; /* each once at most, and no gaps */
        for (int left = number; left > 0 && plain; left /= n + 1) {
            int next = left % (n + 1) - 1;
            for (int i = 0; i < count; i++)
                plain = plain && which[i] != next;
            plain = plain && next >= 0;
            if (plain)
                which[count++] = next;
        }
        ip_trial trial = ip_trial_copy(near->bench->arena, first);
        if (plain && leave_rows(near, first, which, count, &trial.rows))
            run(near, &trial);
        next_arena(near);
    }
}

/* ---- other rows ---- */

static bool in_key(const ip_trial *trial, ip_datum value)
{
    for (int r = 0; r < trial->rows.count; r++) {
        const int *columns;
        int n = ip_interpreter_rows_key_columns(trial->rows.items[r].table, &columns);
        for (int k = 0; k < n; k++)
            if (ip_trial_value_list_same(trial->rows.items[r].values[columns[k]], value))
                return true;
    }
    return false;
}

static bool is_amount(ip_datum value)
{
    return value.kind == IP_DATUM_INTEGER || value.kind == IP_DATUM_NUMERIC;
}

/* The values of the rows in their keys, or in other columns. */
static ip_value_list values_of(ip_arena *arena, const ip_trial *trial, ip_datum_kind kind, bool keys)
{
    enum { MOST = 6 };
    ip_value_list values = {0};
    for (int r = 0; r < trial->rows.count; r++) {
        const ip_client_row *row = &trial->rows.items[r];
        for (int c = 0; c < row->table->columns.count && values.count < MOST; c++)
            if (row->values[c].kind == kind && in_key(trial, row->values[c]) == keys)
                ip_trial_value_list_add(arena, &values, row->values[c]);
    }
    return values;
}

/* Rows that the cycle does not need hide what is missing. */
static void drop_rows(const ip_near *near, ip_arena *arena, ip_trial *trial)
{
    for (int r = trial->rows.count - 1; r >= 0 && !near->finished(near->data); r--) {
        ip_trial fewer = ip_trial_copy(near->bench->arena, trial);
        fewer.rows.items[r] = fewer.rows.items[--fewer.rows.count];
        if (run(near, &fewer))
            *trial = ip_trial_copy(arena, &fewer);
        next_arena(near);
    }
}

static void take_what_is_there(const ip_near *near, ip_arena *arena, ip_trial *trial)
{
    for (int i = 0; i < trial->count; i++)
        for (int a = 0; a < trial->instances[i].argument_count; a++) {
            ip_datum kept = trial->instances[i].arguments[a];
            if (!is_amount(kept) || in_key(trial, kept))
                continue;
            ip_value_list values = values_of(arena, trial, kept.kind, false);
            for (int v = 0; v < values.count && !near->finished(near->data); v++) {
                ip_trial other = ip_trial_copy(near->bench->arena, trial);
                other.instances[i].arguments[a] = values.items[v];
                if (!ip_trial_value_list_same(values.items[v], kept))
                    run(near, &other);
                next_arena(near);
            }
        }
}

/* The argument names that row; values that named it before now name the argument's former row. */
static bool redirect(ip_trial *trial, int i, int a, ip_datum to, bool swap)
{
    ip_trial_instance *of = &trial->instances[i];
    ip_datum from = of->arguments[a];
    bool swapped = false;
    for (int b = 0; b < of->argument_count && swap; b++)
        if (b != a && ip_trial_value_list_same(of->arguments[b], to)) {
            of->arguments[b] = from;
            swapped = true;
        }
    of->arguments[a] = to;
    return swapped == swap;
}

static void try_redirected(const ip_near *near, const ip_trial *first, int i, int a, ip_datum to, bool swap)
{
    ip_arena *arena = ip_arena_new();
    ip_trial trial = ip_trial_copy(arena, first);
    if (redirect(&trial, i, a, to, swap) && run(near, &trial)) {
        drop_rows(near, arena, &trial);
        take_what_is_there(near, arena, &trial);
    }
    next_arena(near);
    ip_arena_free(arena);
}

void ip_replay_near_redirected(const ip_near *near, const ip_trial *first)
{
    ip_arena *arena = ip_arena_new();
    ip_trial least = ip_trial_copy(arena, first);
    drop_rows(near, arena, &least);
    take_what_is_there(near, arena, &least);
    for (int i = 0; i < first->count; i++)
        for (int a = 0; a < first->instances[i].argument_count; a++) {
            ip_datum from = first->instances[i].arguments[a];
            if (!in_key(first, from))
                continue;
            ip_value_list keys = values_of(arena, first, from.kind, true);
            for (int k = 0; k < 2 * keys.count && !near->finished(near->data); k++)
                if (!ip_trial_value_list_same(keys.items[k / 2], from))
                    try_redirected(near, &least, i, a, keys.items[k / 2], k % 2 == 0);
        }
    ip_arena_free(arena);
}
