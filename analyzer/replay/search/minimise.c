/* Fewer instances, rows, array elements; short values; each change is run. */
#include "replay/search/minimise.h"

#include "base/stop.h"
#include "replay/trial/valid_values.h"
#include "replay/trial/serial_orders.h"

#include <stdlib.h>
#include <string.h>

enum { OTHER_CUTS = 16 };

typedef struct shrink {
    ip_bench *bench;
    ip_arena *arena; /* of the result; the bench's own is of one attempt */
    ip_search_result *result;
    long attempts, limit;
} shrink;

static bool exhausted(const shrink *s)
{
    return s->attempts >= s->limit || ip_is_over(s->bench->deadline);
}

static bool shows_as_much(shrink *s, const ip_trial *trial, ip_trial_outcome *outcome, const int **equal)
{
    *outcome = ip_trial_run(s->bench, trial);
    if (outcome->end != IP_TRIAL_CYCLE) /* it has no world */
        return false;
    if (outcome->length == trial->count) {
        *equal = ip_trial_equal_order(s->bench, trial, outcome);
        if (!*equal || !s->result->observable)
            return true;
    }
    ip_world_free(outcome->world);
    return false;
}

/* With fewer statements, the number of commits in each snapshot has to be found again. */
static bool shows_with_other_cuts(shrink *s, ip_trial *trial, ip_trial_outcome *outcome, const int **equal)
{
    ip_snapshot_choices choices = outcome->choices;
    if (!trial->cuts || !choices.count || ip_trial_snapshot_choices_total(&choices) > OTHER_CUTS)
        return false;
    do {
        ip_trial_snapshot_choices_apply(s->bench->arena, &choices, &trial->cuts, &trial->visible);
        if (shows_as_much(s, trial, outcome, equal))
            return true;
    } while (ip_trial_snapshot_choices_next(&choices));
    return false;
}

/* Keeps the trial if it still shows as much, and frees it otherwise. */
static bool accept(shrink *s, ip_trial trial, bool shorter)
{
    ip_trial_outcome outcome;
    const int *equal = NULL;
    bool good = !exhausted(s) && (shows_as_much(s, &trial, &outcome, &equal) ||
                                  (shorter && shows_with_other_cuts(s, &trial, &outcome, &equal)));
    s->attempts++;
    if (good) {
        ip_world_free(s->result->outcome.world);
        ip_replay_search_take(s->arena, s->result, &trial, &outcome, equal);
    }
    ip_arena_reset(s->bench->arena);
    return good;
}

/* ---- instances ---- */

static ip_snapshot_sizes *cuts_without(shrink *s, const ip_trial *from, int removed)
{
    if (!from->cuts)
        return NULL;
    ip_snapshot_sizes *cuts = IP_NEW_ARRAY(s->bench->arena, ip_snapshot_sizes, from->count - 1);
    int place = 0;
    while (from->order[place] != removed)
        place++;
    for (int i = 0; i < from->count; i++) {
        int *items = IP_NEW_ARRAY(s->bench->arena, int, from->cuts[i].count);
        for (int c = 0; c < from->cuts[i].count; c++)
            items[c] = from->cuts[i].items[c] - (from->cuts[i].items[c] > place);
        if (i != removed)
            cuts[i - (i > removed)] = (ip_snapshot_sizes){from->cuts[i].count, items};
    }
    return cuts;
}

/* The blocks of numbers that are left, in their order. */
static const int *turns_without(shrink *s, const ip_trial *from, int removed)
{
    if (!from->turns)
        return NULL;
    int *turns = IP_NEW_ARRAY(s->bench->arena, int, from->count - 1);
    for (int i = 0; i < from->count; i++)
        if (i != removed)
            turns[i - (i > removed)] = from->turns[i] - (from->turns[i] > from->turns[removed]);
    return turns;
}

static void drop_uses(shrink *s, ip_trial *trial, int removed)
{
    int *order = IP_NEW_ARRAY(s->bench->arena, int, trial->sequence_order_count), count = 0;
    for (int o = 0; o < trial->sequence_order_count; o++)
        if (trial->sequence_order[o] != removed)
            order[count++] = trial->sequence_order[o] - (trial->sequence_order[o] > removed);
    trial->sequence_order = trial->sequence_order ? order : NULL;
    trial->sequence_order_count = count;
}

static ip_trial without_instance(shrink *s, const ip_trial *from, int removed)
{
    ip_trial trial = ip_trial_copy(s->bench->arena, from);
    int n = trial.count, m = n - 1;
    bool *visible = IP_NEW_ARRAY(s->bench->arena, bool, m *m);
    int *order = IP_NEW_ARRAY(s->bench->arena, int, m);
    for (int t = 0; t < n; t++)
        for (int u = 0; u < n; u++)
            if (t != removed && u != removed)
                visible[(t - (t > removed)) * m + u - (u > removed)] = trial.visible[t * n + u];
    for (int o = 0, at = 0; o < n; o++)
        if (trial.order[o] != removed)
            order[at++] = trial.order[o] - (trial.order[o] > removed);
    for (int i = removed; i < m; i++)
        trial.instances[i] = trial.instances[i + 1];
    trial.cuts = cuts_without(s, from, removed);
    trial.turns = turns_without(s, from, removed);
    drop_uses(s, &trial, removed);
    trial.count = m;
    trial.order = order;
    trial.visible = visible;
    return trial;
}

/* Removes instances that are on no cycle. accept() requires a cycle through all remaining instances, so they are
 * removed together. */
static void drop_instances(shrink *s)
{
    while (s->result->outcome.length < s->result->trial.count) {
        const ip_trial_outcome *outcome = &s->result->outcome;
        bool on[IP_WORLD_MOST] = {false}, dropped = false;
        for (int i = 0; i < outcome->length; i++)
            on[outcome->cycle[i]] = true;
        ip_trial smaller = s->result->trial;
        for (int i = s->result->trial.count - 1; i >= 0; i--)
            if (!on[i]) {
                smaller = without_instance(s, &smaller, i);
                dropped = true;
            }
        if (!dropped || !accept(s, smaller, false))
            return;
    }
}

/* ---- rows ---- */

static void drop_rows(shrink *s)
{
    for (int r = s->result->trial.rows.count - 1; r >= 0; r--) {
        if (r >= s->result->trial.rows.count)
            continue;
        ip_trial trial = ip_trial_copy(s->bench->arena, &s->result->trial);
        trial.satisfies_constraints = false;
        for (int i = r; i + 1 < trial.rows.count; i++)
            trial.rows.items[i] = trial.rows.items[i + 1];
        trial.rows.count--;
        accept(s, trial, true);
    }
}

/* ---- values ---- */

static ip_datum substitute(ip_arena *arena, ip_datum value, ip_datum from, ip_datum to)
{
    if (value.kind == IP_DATUM_ARRAY) {
        ip_datum *items = IP_NEW_ARRAY(arena, ip_datum, value.count);
        for (int i = 0; i < value.count; i++)
            items[i] = substitute(arena, value.as.items[i], from, to);
        value.as.items = items;
        return value;
    }
    return ip_trial_value_list_same(value, from) ? to : value;
}

/* Replaces a value everywhere: keys and their references change together. */
static bool replace_everywhere(shrink *s, ip_datum from, ip_datum to)
{
    ip_arena *arena = s->bench->arena;
    ip_trial trial = ip_trial_copy(s->bench->arena, &s->result->trial);
    trial.satisfies_constraints = false;
    for (int i = 0; i < trial.count; i++)
        for (int a = 0; a < trial.instances[i].argument_count; a++)
            trial.instances[i].arguments[a] = substitute(arena, trial.instances[i].arguments[a], from, to);
    for (int r = 0; r < trial.rows.count; r++)
        for (int c = 0; c < trial.rows.items[r].table->columns.count; c++)
            ((ip_datum *)trial.rows.items[r].values)[c] = substitute(arena, trial.rows.items[r].values[c], from, to);
    return ip_trial_values_are_valid(arena, &trial) && accept(s, trial, false);
}

static void collect(ip_arena *arena, ip_value_list *values, ip_datum value)
{
    for (int i = 0; value.kind == IP_DATUM_ARRAY && i < value.count; i++)
        collect(arena, values, value.as.items[i]);
    if (value.kind == IP_DATUM_INTEGER || value.kind == IP_DATUM_NUMERIC || value.kind == IP_DATUM_TEXT)
        ip_trial_value_list_add(arena, values, value);
}

static bool in_use(const ip_value_list *values, ip_datum value)
{
    for (int i = 0; i < values->count; i++)
        if (ip_trial_value_list_same(values->items[i], value))
            return true;
    return false;
}

static void all_values(shrink *s, ip_value_list *values)
{
    const ip_trial *trial = &s->result->trial;
    for (int i = 0; i < trial->count; i++)
        for (int a = 0; a < trial->instances[i].argument_count; a++)
            collect(s->arena, values, trial->instances[i].arguments[a]);
    for (int r = 0; r < trial->rows.count; r++)
        for (int c = 0; c < trial->rows.items[r].table->columns.count; c++)
            collect(s->arena, values, trial->rows.items[r].values[c]);
}

enum { LETTERS = 26, TRIES = 2 };

/* Two values that occur nowhere else. as: their form. */
static bool try_short(shrink *s, ip_datum value, ip_datum as)
{
    ip_value_list now = {0};
    all_values(s, &now);
    for (int k = 1, tries = 0; k < LETTERS && tries < TRIES; k++) {
        ip_datum fresh = ip_trial_short_value(s->arena, as, k);
        if (in_use(&now, fresh))
            continue;
        tries++;
        if (replace_everywhere(s, value, fresh))
            return true;
    }
    return false;
}

/* Values that are added to others may have to be negative, or of some size. */
static bool try_round(shrink *s, ip_datum value)
{
    static const char *const rounds[] = {"-1", "10", "100"};
    ip_code_type type = ip_value_code_type_of((ip_type){IP_NUMERIC, false, "numeric"});
    bool integer = value.kind == IP_DATUM_INTEGER, replaced = false;
    for (size_t i = 0; i < sizeof rounds / sizeof rounds[0] && !replaced; i++) {
        const char *error = NULL;
        ip_datum of = integer ? ip_value_datum_integer(strtol(rounds[i], NULL, 10))
                              : ip_value_datum_parse(s->arena, &type, rounds[i], &error);
        bool shorter = !error && (i ? ip_value_datum_compare(value, of) > 0 : ip_value_datum_compare(value, of) < 0);
        replaced = shorter && replace_everywhere(s, value, of);
    }
    return replaced;
}

/* A value that looks like a uuid may be any text. */
static bool shorten(shrink *s, ip_datum value)
{
    if (value.kind != IP_DATUM_TEXT)
        return try_short(s, value, value) || try_round(s, value);
    return (value.count > 1 && try_short(s, value, ip_value_datum_string("a"))) || try_short(s, value, value);
}

/* A second pass for values that could only change after others. */
static void shorten_values(shrink *s)
{
    bool changed = true;
    for (int pass = 0; pass < 2 && changed; pass++) {
        ip_value_list before = {0};
        all_values(s, &before);
        changed = false;
        for (int i = 0; i < before.count && !exhausted(s); i++)
            if (!ip_trial_value_is_short(s->arena, before.items[i]))
                changed = shorten(s, before.items[i]) || changed;
    }
}

/* ---- arrays ---- */

static ip_datum without_item(ip_arena *arena, ip_datum array, int removed)
{
    ip_datum *items = IP_NEW_ARRAY(arena, ip_datum, array.count);
    for (int i = 0, at = 0; i < array.count; i++)
        if (i != removed)
            items[at++] = array.as.items[i];
    array.as.items = items;
    array.count--;
    return array;
}

/* Arrays of one instance usually go together: element by element. */
static void shorten_arrays(shrink *s)
{
    for (int i = 0; i < s->result->trial.count; i++) {
        int most = 0;
        for (int a = 0; a < s->result->trial.instances[i].argument_count; a++) {
            ip_datum value = s->result->trial.instances[i].arguments[a];
            most = value.kind == IP_DATUM_ARRAY && value.count > most ? value.count : most;
        }
        for (int removed = most - 1; removed >= 0; removed--) {
            ip_trial trial = ip_trial_copy(s->bench->arena, &s->result->trial);
            ip_datum *arguments = trial.instances[i].arguments;
            for (int a = 0; a < trial.instances[i].argument_count; a++)
                if (arguments[a].kind == IP_DATUM_ARRAY && arguments[a].count > removed)
                    arguments[a] = without_item(s->bench->arena, arguments[a], removed);
            accept(s, trial, true);
        }
    }
}

void ip_replay_minimise(ip_bench *bench, ip_search_result *result, long run_limit)
{
    shrink s = {.bench = bench, .arena = bench->arena, .result = result, .limit = run_limit};
    bench->arena = ip_arena_new();
    drop_instances(&s);
    if (result->outcome.length == result->trial.count) {
        shorten_arrays(&s);
        drop_rows(&s);
        shorten_values(&s);
    }
    ip_arena_free(bench->arena);
    bench->arena = s.arena;
}
