/* Triggers of a write (PostgreSQL 15 documentation, chapter 39): before each row, which they may change or skip, and at
 * the end of the statement.
 *
 * Of an existing row, only the columns that some function uses are read. The others are `unread` in its records, and
 * only RETURN ever uses them. */
#include "interpreter/run/write.h"

#include <string.h>

static const char unread[] = "";

static bool is_unread(ip_datum value)
{
    return value.kind == IP_DATUM_TEXT && value.as.text == unread;
}

static bool is_fired(const ip_code_trigger *t, ip_code_write_kind event, bool before, bool row)
{
    return t->event == event && t->before == before && t->row == row;
}

/* An AFTER trigger that runs for each row, or reads them all. */
static bool is_notified(const ip_code_trigger *t, ip_code_write_kind event)
{
    return is_fired(t, event, false, true) || (is_fired(t, event, false, false) && t->function->transition);
}

bool ip_exec_passes_rows(const ip_write *w, ip_code_write_kind event)
{
    for (int i = 0; i < w->source->triggers.count; i++)
        if (is_notified(&w->source->triggers.items[i], event))
            return true;
    return false;
}

bool ip_exec_has_triggers(const ip_write *w, ip_code_write_kind event, bool before, bool row)
{
    for (int i = 0; i < w->source->triggers.count; i++)
        if (is_fired(&w->source->triggers.items[i], event, before, row))
            return true;
    return false;
}

static ip_datum record_of(ip_run_state *run, const ip_table *table, const ip_datum *values)
{
    if (!values)
        return (ip_datum){0};
    int width = table->columns.count;
    ip_datum *items = IP_NEW_ARRAY(run->arena, ip_datum, width);
    const char **names = IP_NEW_ARRAY(run->arena, const char *, width);
    memcpy(items, values, sizeof *items * (size_t)width);
    for (int i = 0; i < width; i++)
        names[i] = table->columns.items[i].name;
    return (ip_datum){.kind = IP_DATUM_RECORD, .count = width, .as.items = items, .names = names};
}

ip_datum ip_exec_transition_rows(ip_run_state *run, bool old_rows)
{
    const ip_changes *changes = run->firing.changes;
    ip_datum *rows = IP_NEW_ARRAY(run->arena, ip_datum, changes ? changes->list.count : 0);
    int count = 0;
    for (int i = 0; changes && i < changes->list.count; i++) {
        const ip_after *after = &changes->list.items[i];
        const ip_datum *row = old_rows ? after->old_row : after->new_row;
        if (!after->once && after->write == run->firing.write && after->event == run->firing.event && row)
            rows[count++] = record_of(run, after->write->table, row);
    }
    return ip_value_datum_array(rows, count);
}

static ip_datum call(ip_run_state *run, const ip_table *table, const ip_code_trigger *t, const ip_datum *new_row,
                     const ip_datum *old_row, ip_firing firing)
{
    const ip_datum arguments[] = {record_of(run, table, new_row), record_of(run, table, old_row)};
    static const bool given[] = {true, true};
    const ip_firing outer = run->firing;
    run->trigger_depth++;
    run->firing = firing;
    ip_datum result = ip_exec_call_routine(run, t->function, arguments, given, NULL);
    run->trigger_depth--;
    run->firing = outer;
    return result;
}

const ip_datum *ip_exec_row_for_triggers(ip_run_state *run, const ip_write *w, ip_code_write_kind event, bool before,
                                         int row, const bool *changed)
{
    int width = w->table->columns.count;
    ip_datum *values = IP_NEW_ARRAY(run->arena, ip_datum, width);
    for (int c = 0; c < width; c++) {
        bool wanted = false;
        for (int i = 0; i < w->source->triggers.count && !wanted; i++) {
            const ip_code_trigger *t = &w->source->triggers.items[i];
            bool *const *reads = t->function->row_reads;
            wanted = (before ? is_fired(t, event, true, true) : is_notified(t, event)) &&
                     (reads[1][c] || (reads[0][c] && !(changed && changed[c])));
        }
        if (wanted)
            values[c] = ip_exec_row_value(run, w->plan, row, c);
        else
            values[c] = (ip_datum){.kind = IP_DATUM_TEXT, .as.text = unread};
    }
    return values;
}

/* NEW, of an UPDATE: what is set, and the rest as it was. */
static ip_datum *merged(ip_run_state *run, const ip_table *table, const ip_datum *old_row, const ip_datum *values,
                        const bool *changed)
{
    int width = table->columns.count;
    ip_datum *row = IP_NEW_ARRAY(run->arena, ip_datum, width);
    for (int c = 0; c < width; c++)
        row[c] = !changed || changed[c] ? values[c] : old_row[c];
    return row;
}

bool ip_exec_before_row(ip_run_state *run, const ip_write *w, ip_code_write_kind event, int row, ip_datum *values,
                        bool *changed)
{
    int width = w->table->columns.count;
    const ip_datum *old_row =
        event == IP_CODE_INSERT ? NULL : ip_exec_row_for_triggers(run, w, event, true, row, changed);
    int64_t partition = event == IP_CODE_INSERT ? ip_exec_partition_if_any(run, w->plan, values) : 0;
    for (int i = 0; i < w->source->triggers.count; i++) {
        const ip_code_trigger *t = &w->source->triggers.items[i];
        if (!is_fired(t, event, true, true))
            continue;
        const ip_datum *new_row = event == IP_CODE_DELETE_ROWS ? NULL : merged(run, w->table, old_row, values, changed);
        ip_datum result = call(run, w->table, t, new_row, old_row, (ip_firing){NULL, NULL, event});
        if (ip_is_null(result))
            return false;
        if (result.kind != IP_DATUM_RECORD || result.count != width)
            ip_interpreter_unable(run, run->range, "a row of another shape, returned by trigger %s,", t->name);
        for (int c = 0; c < width && new_row; c++) {
            ip_datum value = result.as.items[c];
            if (is_unread(value) || (!is_unread(new_row[c]) && ip_value_datum_equal(value, new_row[c])))
                continue;
            values[c] = value;
            if (changed)
                changed[c] = true;
            else if (w->table->code && w->table->code->hashed && w->table->code->hashed[c])
                ip_interpreter_unable(run, run->range, "a trigger that changes a column by which rows are hashed");
        }
        if (t->inherited && event == IP_CODE_INSERT && ip_exec_partition_if_any(run, w->plan, values) != partition)
            ip_interpreter_raise(
                run, "0A000", "moving row to another partition during a BEFORE FOR EACH ROW trigger is not supported");
    }
    if (event != IP_CODE_INSERT && ip_exec_row_written_below(run, row))
        ip_interpreter_raise(
            run, "27000", "tuple to be updated was already modified by an operation triggered by the current command");
    return true;
}

ip_after ip_exec_after_row(ip_run_state *run, const ip_write *w, ip_code_write_kind event, const ip_datum *old_row,
                           const ip_datum *values, const bool *changed)
{
    ip_after after = {.event = event};
    if (!ip_exec_passes_rows(w, event))
        return after;
    after.write = w;
    after.old_row = old_row;
    if (event != IP_CODE_DELETE_ROWS)
        after.new_row = merged(run, w->table, old_row, values, changed);
    return after;
}

/* The kinds of a statement that fire triggers once, in the order of BEFORE; AFTER goes backward. */
static int kinds_of(const ip_write *w, ip_code_write_kind *kinds)
{
    int count = 0;
    if (w->source->kind != IP_CODE_MERGE_ROWS) {
        kinds[count++] = w->source->kind;
        if (w->source->on_conflict && !w->source->do_nothing)
            kinds[count++] = IP_CODE_UPDATE_ROWS;
        return count;
    }
    for (ip_code_write_kind kind = IP_CODE_INSERT; kind < IP_CODE_MERGE_ROWS; kind++) {
        bool any = false;
        for (int i = 0; i < w->when_count; i++)
            any = any || (!w->whens[i].source->nothing && w->whens[i].source->kind == kind);
        if (any)
            kinds[count++] = kind;
    }
    return count;
}

static void fire_once(ip_run_state *run, const ip_write *w, ip_code_write_kind event, bool before,
                      const ip_changes *changes)
{
    for (int i = 0; i < w->source->triggers.count; i++)
        if (is_fired(&w->source->triggers.items[i], event, before, false))
            call(run, w->table, &w->source->triggers.items[i], NULL, NULL, (ip_firing){changes, w, event});
}

void ip_exec_fire_before_statement(ip_run_state *run, const ip_write *w)
{
    ip_code_write_kind kinds[IP_CODE_MERGE_ROWS];
    int count = w->source->triggers.count ? kinds_of(w, kinds) : 0;
    for (int k = 0; k < count; k++)
        fire_once(run, w, kinds[k], true, NULL);
}

void ip_exec_queue_after_statement(ip_run_state *run, const ip_write *w, ip_changes *changes)
{
    ip_code_write_kind kinds[IP_CODE_MERGE_ROWS];
    int count = w->source->triggers.count ? kinds_of(w, kinds) : 0;
    for (int k = count - 1; k >= 0; k--) {
        ip_after after = {.write = w, .event = kinds[k], .once = true};
        if (ip_exec_has_triggers(w, kinds[k], false, false))
            IP_PUSH(run->arena, &changes->list, after);
    }
}

void ip_exec_fire_once(ip_run_state *run, const ip_after *after, const ip_changes *changes)
{
    fire_once(run, after->write, after->event, false, changes);
}

void ip_exec_fire_row(ip_run_state *run, const ip_after *after, const ip_changes *changes, const char *from,
                      const char *to)
{
    for (int k = 0; after->write && k < after->write->source->triggers.count; k++) {
        const ip_code_trigger *t = &after->write->source->triggers.items[k];
        if (!is_fired(t, after->event, false, true) || strcmp(t->name, from) < 0 || (to && strcmp(t->name, to) >= 0))
            continue;
        if (ip_exec_is_deferred(run, t->name, t->deferrable, t->deferred))
            ip_exec_leave(run, (ip_late){.after = *after, .trigger = t});
        else
            call(run, after->write->table, t, after->new_row, after->old_row,
                 (ip_firing){changes, after->write, after->event});
    }
}

void ip_exec_fire_late(ip_run_state *run, const ip_late *late)
{
    call(run, late->after.write->table, late->trigger, late->after.new_row, late->after.old_row,
         (ip_firing){NULL, late->after.write, late->after.event});
}

/* ---- instead ---- */

/* false: one of them has returned NULL. */
static bool take_row(ip_run_state *run, const ip_write *w, ip_datum *new_row, const ip_datum *old_row)
{
    int width = w->table->columns.count;
    for (int i = 0; i < w->source->triggers.count; i++) {
        const ip_code_trigger *t = &w->source->triggers.items[i];
        ip_datum result = call(run, w->table, t, new_row, old_row, (ip_firing){NULL, NULL, w->source->kind});
        if (ip_is_null(result))
            return false;
        if (result.kind != IP_DATUM_RECORD || result.count != width)
            ip_interpreter_unable(run, run->range, "a row of another shape, returned by trigger %s,", t->name);
        if (new_row)
            memcpy(new_row, result.as.items, sizeof *new_row * (size_t)width);
    }
    return true;
}

typedef struct instead {
    const ip_write *write;
    ip_row_scope *scope;
    int64_t count;
} instead;

static void take_values(ip_run_state *run, const ip_datum *values, void *data)
{
    instead *in = data;
    const ip_write *w = in->write;
    int width = w->table->columns.count;
    bool inserts = w->source->kind == IP_CODE_INSERT, deletes = w->source->kind == IP_CODE_DELETE_ROWS;
    ip_row_scope *scope = run->scope;
    ip_datum *new_row = IP_NEW_ARRAY(run->arena, ip_datum, width);
    ip_datum *old_row = IP_NEW_ARRAY(run->arena, ip_datum, width);
    for (int k = 0; k < w->source->columns.count; k++) {
        if (!inserts && k < width)
            old_row[k] = values[k];
        new_row[w->source->columns.items[k]] = values[k];
    }
    run->scope = in->scope;
    in->count += take_row(run, w, deletes ? NULL : new_row, inserts ? NULL : old_row);
    run->scope = scope;
}

int64_t ip_exec_instead_run(ip_run_state *run, const ip_write *w)
{
    instead in = {w, run->scope, 0};
    ip_exec_query_each(run, w->rows, take_values, &in);
    return in.count;
}
