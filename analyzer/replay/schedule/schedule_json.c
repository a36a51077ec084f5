/* Schedules as they stand in a report: the fields initial_rows, schedule, numbers, draws and final_rows of an
 * anomaly's "replay". */
#include "replay/schedule/schedule_json.h"

#include "base/utf8.h"

#include <string.h>

/* ------------------------------------------------------------- writing -- */

static json_t *text_json(ip_arena *arena, const char *text)
{
    return text ? json_string(ip_utf8(arena, text)) : json_null();
}

static json_t *rows_json(ip_arena *arena, const ip_schedule_row *rows, int count)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++) {
        json_t *values = json_object();
        for (int c = 0; c < rows[i].count; c++)
            json_object_set_new(values, ip_utf8(arena, rows[i].columns[c]), text_json(arena, rows[i].values[c]));
        json_array_append_new(array,
                              json_pack("{s:o, s:o}", "table", text_json(arena, rows[i].table), "values", values));
    }
    return array;
}

static json_t *outcome_json(ip_arena *arena, const ip_outcome *outcome)
{
    json_t *object = json_pack("{s:s}", "kind", ip_schedule_outcome_kind_name(outcome->kind));
    if (outcome->kind == IP_OUTCOME_ROWS) {
        json_t *rows = json_array();
        for (int r = 0; r < outcome->row_count; r++) {
            json_t *row = json_array();
            for (int c = 0; c < outcome->column_count; c++)
                json_array_append_new(row, text_json(arena, outcome->values[r * outcome->column_count + c]));
            json_array_append_new(rows, row);
        }
        json_object_set_new(object, "rows", rows);
    } else if (outcome->kind == IP_OUTCOME_CHANGED) {
        json_object_set_new(object, "changed", json_integer(outcome->changed));
    } else if (outcome->kind == IP_OUTCOME_ERROR) {
        json_object_set_new(object, "sqlstate", text_json(arena, outcome->sqlstate));
    }
    return object;
}

/* The instances whose commits are in the snapshot that the step takes. */
static json_t *snapshot_json(ip_arena *arena, const ip_schedule *schedule, const ip_schedule_step *step)
{
    json_t *holds = step->takes_snapshot ? json_array() : json_null();
    for (const ip_schedule_step *before = schedule->steps.items; step->takes_snapshot && before < step; before++)
        if (before->kind == IP_STEP_COMMIT && !ip_schedule_is_earlier(schedule, before))
            json_array_append_new(holds, text_json(arena, schedule->instances.items[before->instance].name));
    return holds;
}

static json_t *step_json(ip_arena *arena, const ip_schedule *schedule, const ip_schedule_step *step)
{
    json_t *object = json_object();
    json_object_set_new(object, "instance", text_json(arena, schedule->instances.items[step->instance].name));
    json_object_set_new(object, "kind", json_string(ip_schedule_step_kind_name(step->kind)));
    if (step->kind == IP_STEP_STATEMENT) {
        json_object_set_new(object, "text", text_json(arena, step->text));
        json_object_set_new(object, "statement", step->statement < 0 ? json_null() : json_integer(step->statement));
    }
    json_object_set_new(object, "file", text_json(arena, step->file));
    json_object_set_new(object, "line", step->line > 0 ? json_integer(step->line) : json_null());
    json_object_set_new(object, "column", step->column > 0 ? json_integer(step->column) : json_null());
    json_object_set_new(object, "snapshot", snapshot_json(arena, schedule, step));
    json_object_set_new(object, "waits", json_boolean(step->waits));
    json_object_set_new(object, "expect", outcome_json(arena, &step->expect));
    return object;
}

static json_t *sequences_json(ip_arena *arena, const ip_schedule *schedule)
{
    json_t *array = json_array();
    for (int i = 0; i < schedule->sequences.count; i++) {
        const ip_schedule_sequence *sequence = &schedule->sequences.items[i];
        json_t *before = json_array();
        for (int n = 0; n < schedule->instances.count; n++)
            json_array_append_new(before, json_integer(sequence->before[n]));
        json_array_append_new(array, json_pack("{s:o, s:I, s:o}", "name", text_json(arena, sequence->name), "block",
                                               (json_int_t)sequence->block, "before", before));
    }
    return array;
}

static json_t *draws_json(ip_arena *arena, const ip_schedule *schedule)
{
    json_t *array = json_array();
    for (int d = 0; d < schedule->draws.count; d++) {
        const ip_schedule_draw *draw = &schedule->draws.items[d];
        json_array_append_new(array,
                              json_pack("{s:o, s:o, s:I}", "instance",
                                        text_json(arena, schedule->instances.items[draw->instance].name), "sequence",
                                        text_json(arena, draw->sequence), "position", (json_int_t)draw->position));
    }
    return array;
}

static json_t *sequence_order_json(ip_arena *arena, const ip_schedule *schedule)
{
    json_t *array = json_array();
    for (int o = 0; o < schedule->sequence_order.count; o++)
        json_array_append_new(array,
                              text_json(arena, schedule->instances.items[schedule->sequence_order.items[o]].name));
    return array;
}

static json_t *cached_json(ip_arena *arena, const ip_schedule *schedule)
{
    json_t *array = json_array();
    for (int c = 0; c < schedule->cached.count; c++)
        json_array_append_new(array, text_json(arena, schedule->cached.items[c]));
    return array;
}

bool ip_schedule_to_json(const ip_schedule *schedule, json_t *replay)
{
    ip_arena *arena = ip_arena_new();
    json_t *steps = json_array();
    bool good = steps != NULL;
    for (int i = 0; good && i < schedule->steps.count; i++)
        good = json_array_append_new(steps, step_json(arena, schedule, &schedule->steps.items[i])) == 0;
    good &= json_object_set_new(replay, "initial_rows",
                                rows_json(arena, schedule->initial_rows.items, schedule->initial_rows.count)) == 0;
    good &= json_object_set_new(replay, "schedule", steps) == 0;
    json_t *numbers = json_array();
    for (int i = 0; i < schedule->instances.count; i++)
        json_array_append_new(numbers, json_integer(schedule->instances.items[i].number));
    good &= json_object_set_new(replay, "numbers", numbers) == 0;
    if (schedule->sequences.count)
        good &= json_object_set_new(replay, "sequences", sequences_json(arena, schedule)) == 0;
    if (schedule->draws.count)
        good &= json_object_set_new(replay, "draws", draws_json(arena, schedule)) == 0;
    if (schedule->sequence_order.count)
        good &= json_object_set_new(replay, "sequence_order", sequence_order_json(arena, schedule)) == 0;
    if (schedule->cached.count)
        good &= json_object_set_new(replay, "cached", cached_json(arena, schedule)) == 0;
    if (schedule->has_final)
        good &= json_object_set_new(replay, "final_rows",
                                    rows_json(arena, schedule->final_rows.items, schedule->final_rows.count)) == 0;
    ip_arena_free(arena);
    return good;
}

/* ------------------------------------------------------------- reading -- */

typedef struct reader {
    ip_schedule *schedule;
    const char *place; /* "schedule[3]" */
    const char *error;
} reader;

static bool fail(reader *r, const char *field, const char *expected)
{
    r->error = ip_arena_printf(r->schedule->arena, "%s.%s: expected %s", r->place, field, expected);
    return false;
}

/* A string or null (NULL); false for anything else. */
static bool read_text(reader *r, const json_t *value, const char **text)
{
    *text = json_is_string(value) ? ip_arena_strdup(r->schedule->arena, json_string_value(value)) : NULL;
    return json_is_string(value) || json_is_null(value);
}

static bool read_rows(reader *r, const json_t *array, const char *name, bool final)
{
    ip_arena *arena = r->schedule->arena;
    if (!json_is_array(array)) {
        r->error = ip_arena_printf(arena, "%s: expected an array", name);
        return false;
    }
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *item = json_array_get(array, i), *values = json_object_get(item, "values");
        const char *table = json_string_value(json_object_get(item, "table"));
        r->place = ip_arena_printf(arena, "%s[%zu]", name, i);
        if (!table)
            return fail(r, "table", "a table's name");
        if (!json_is_object(values))
            return fail(r, "values", "an object");
        int count = 0;
        const char **columns = IP_NEW_ARRAY(arena, const char *, json_object_size(values));
        const char **texts = IP_NEW_ARRAY(arena, const char *, json_object_size(values));
        const char *key;
        json_t *value;
        json_object_foreach((json_t *)values, key, value)
        {
            columns[count] = key;
            if (!read_text(r, value, &texts[count++]))
                return fail(r, ip_arena_printf(arena, "values.%s", key), "a text or null");
        }
        if (final)
            ip_schedule_add_final_row(r->schedule, table, count, columns, texts);
        else
            ip_schedule_add_initial_row(r->schedule, table, count, columns, texts);
    }
    return true;
}

static bool read_result_rows(reader *r, const json_t *rows, ip_outcome *outcome)
{
    if (!json_is_array(rows))
        return fail(r, "expect.rows", "an array");
    ip_arena *arena = r->schedule->arena;
    outcome->row_count = (int)json_array_size(rows);
    outcome->column_count = (int)json_array_size(json_array_get(rows, 0));
    const char **values = IP_NEW_ARRAY(arena, const char *, (size_t)outcome->row_count *(size_t)outcome->column_count);
    for (int i = 0; i < outcome->row_count; i++) {
        const json_t *row = json_array_get(rows, (size_t)i);
        if (!json_is_array(row) || (int)json_array_size(row) != outcome->column_count)
            return fail(r, "expect.rows", "rows of one length");
        for (int c = 0; c < outcome->column_count; c++)
            if (!read_text(r, json_array_get(row, (size_t)c), &values[i * outcome->column_count + c]))
                return fail(r, "expect.rows", "texts and nulls");
    }
    outcome->values = values;
    return true;
}

static bool read_outcome(reader *r, const json_t *object, ip_outcome *outcome)
{
    const char *kind = json_string_value(json_object_get(object, "kind"));
    int found = -1;
#define X(id, name)                                                                                                    \
    if (kind && strcmp(kind, name) == 0)                                                                               \
        found = id;
    IP_OUTCOME_KINDS(X)
#undef X
    if (found < 0)
        return fail(r, "expect.kind", "done, rows, changed or error");
    outcome->kind = (ip_outcome_kind)found;
    if (outcome->kind == IP_OUTCOME_ROWS)
        return read_result_rows(r, json_object_get(object, "rows"), outcome);
    if (outcome->kind == IP_OUTCOME_CHANGED) {
        const json_t *changed = json_object_get(object, "changed");
        outcome->changed = (long)json_integer_value(changed);
        return json_is_integer(changed) || fail(r, "expect.changed", "a number");
    }
    if (outcome->kind == IP_OUTCOME_ERROR) {
        if (!json_is_string(json_object_get(object, "sqlstate")))
            return fail(r, "expect.sqlstate", "an SQLSTATE");
        return read_text(r, json_object_get(object, "sqlstate"), &outcome->sqlstate);
    }
    return true;
}

static int instance_named(const ip_schedule *schedule, const char *name)
{
    for (int i = 0; name && i < schedule->instances.count; i++)
        if (strcmp(schedule->instances.items[i].name, name) == 0)
            return i;
    return -1;
}

static bool read_step(reader *r, const json_t *object)
{
    const char *kind = json_string_value(json_object_get(object, "kind"));
    int instance = instance_named(r->schedule, json_string_value(json_object_get(object, "instance")));
    if (instance < 0)
        return fail(r, "instance", "an instance's id");
    int found = -1;
#define X(id, name)                                                                                                    \
    if (kind && strcmp(kind, name) == 0)                                                                               \
        found = id;
    IP_STEP_KINDS(X)
#undef X
    if (found < 0)
        return fail(r, "kind", "begin, statement, commit or abort");
    ip_schedule_step *step = ip_schedule_add_step(r->schedule, instance, (ip_step_kind)found);
    const json_t *statement = json_object_get(object, "statement"), *file = json_object_get(object, "file");
    if (step->kind == IP_STEP_STATEMENT && !json_is_string(json_object_get(object, "text")))
        return fail(r, "text", "a statement");
    if (step->kind == IP_STEP_STATEMENT)
        read_text(r, json_object_get(object, "text"), &step->text);
    step->statement = json_is_integer(statement) ? (int)json_integer_value(statement) : -1;
    if (file && !read_text(r, file, &step->file))
        return fail(r, "file", "a path or null");
    step->line = (int)json_integer_value(json_object_get(object, "line"));
    step->column = (int)json_integer_value(json_object_get(object, "column"));
    step->takes_snapshot = json_is_array(json_object_get(object, "snapshot"));
    step->waits = json_is_true(json_object_get(object, "waits"));
    return read_outcome(r, json_object_get(object, "expect"), &step->expect);
}

static bool read_steps(reader *r, const json_t *array)
{
    if (!json_is_array(array)) {
        r->error = "schedule: expected an array";
        return false;
    }
    for (size_t i = 0; i < json_array_size(array); i++) {
        r->place = ip_arena_printf(r->schedule->arena, "schedule[%zu]", i);
        if (!read_step(r, json_array_get(array, i)))
            return false;
    }
    return true;
}

/* Each instance has a number of its own from 1 to their count; without the field, its place. */
static bool read_numbers(reader *r, const json_t *array)
{
    int n = r->schedule->instances.count;
    bool *met = IP_NEW_ARRAY(r->schedule->arena, bool, n + 1);
    for (int i = 0; array && i < n; i++) {
        json_int_t number = json_integer_value(json_array_get(array, (size_t)i));
        if (json_array_size(array) != (size_t)n || number < 1 || number > n || met[number]) {
            r->error = "numbers: expected the numbers from 1 on, one an instance";
            return false;
        }
        met[number] = true;
        r->schedule->instances.items[i].number = (int)number;
    }
    return true;
}

static bool read_sequences(reader *r, const json_t *array)
{
    ip_schedule *schedule = r->schedule;
    size_t n = (size_t)schedule->instances.count;
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *item = json_array_get(array, i), *before = json_object_get(item, "before");
        ip_schedule_sequence sequence = {.block = json_integer_value(json_object_get(item, "block"))};
        long long *numbers = IP_NEW_ARRAY(schedule->arena, long long, n);
        r->place = ip_arena_printf(schedule->arena, "sequences[%zu]", i);
        if (!json_is_string(json_object_get(item, "name")))
            return fail(r, "name", "a sequence's name");
        read_text(r, json_object_get(item, "name"), &sequence.name);
        if (sequence.block < 1)
            return fail(r, "block", "a number from 1 on");
        if (!json_is_array(before) || json_array_size(before) != n)
            return fail(r, "before", "one number an instance");
        for (size_t k = 0; k < n; k++)
            numbers[k] = json_integer_value(json_array_get(before, k));
        sequence.before = numbers;
        IP_PUSH(schedule->arena, &schedule->sequences, sequence);
    }
    return true;
}

static bool read_draws(reader *r, const json_t *array)
{
    ip_schedule *schedule = r->schedule;
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *item = json_array_get(array, i), *position = json_object_get(item, "position");
        ip_schedule_draw draw = {.position = json_integer_value(position)};
        r->place = ip_arena_printf(schedule->arena, "draws[%zu]", i);
        draw.instance = instance_named(schedule, json_string_value(json_object_get(item, "instance")));
        if (draw.instance < 0)
            return fail(r, "instance", "an instance's id");
        if (!json_is_string(json_object_get(item, "sequence")))
            return fail(r, "sequence", "a sequence's name");
        read_text(r, json_object_get(item, "sequence"), &draw.sequence);
        if (!json_is_integer(position) || draw.position < 0)
            return fail(r, "position", "a number from 0 on");
        IP_PUSH(schedule->arena, &schedule->draws, draw);
    }
    return true;
}

static bool read_sequence_order(reader *r, const json_t *array)
{
    for (size_t i = 0; i < json_array_size(array); i++) {
        int instance = instance_named(r->schedule, json_string_value(json_array_get(array, i)));
        r->place = ip_arena_printf(r->schedule->arena, "sequence_order[%zu]", i);
        if (instance < 0)
            return fail(r, "instance", "an instance's id");
        IP_PUSH(r->schedule->arena, &r->schedule->sequence_order, instance);
    }
    return true;
}

bool ip_schedule_from_json(ip_schedule *schedule, const json_t *replay, const char **error)
{
    reader r = {.schedule = schedule};
    const json_t *final = json_object_get(replay, "final_rows");
    schedule->has_final = final != NULL;
    bool good =
        read_numbers(&r, json_object_get(replay, "numbers")) &&
        read_sequences(&r, json_object_get(replay, "sequences")) && read_draws(&r, json_object_get(replay, "draws")) &&
        read_sequence_order(&r, json_object_get(replay, "sequence_order")) &&
        read_rows(&r, json_object_get(replay, "initial_rows"), "initial_rows", false) &&
        (!final || read_rows(&r, final, "final_rows", true)) && read_steps(&r, json_object_get(replay, "schedule"));
    if (good && schedule->steps.count) {
        r.error = ip_schedule_fault(schedule);
        good = r.error == NULL;
    }
    if (!good)
        *error = r.error;
    return good;
}
