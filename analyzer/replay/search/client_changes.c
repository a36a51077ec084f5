/* Changes of a client at random: its arguments, the values of its rows, rows that come and go. */
#include "replay/search/client_changes.h"

#include "replay/trial/valid_values.h"
#include "replay/world/draw.h"

#include <string.h>

enum { FIRST_FRESH = 20 }; /* keys of rows that are made */

static uint64_t draw(ip_client_changes *v, int among)
{
    return ip_draw(&v->drawn) % (uint64_t)among;
}

static bool is_number(ip_datum value)
{
    return value.kind == IP_DATUM_INTEGER || value.kind == IP_DATUM_NUMERIC;
}

/* An existing value of that kind: the same row, the same amount. */
static bool present_value(ip_client_changes *v, const ip_trial *trial, ip_datum_kind kind, ip_datum *value)
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
static bool other_value(ip_client_changes *v, const ip_trial *trial, ip_type type, ip_datum *value)
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

static bool change_argument(ip_client_changes *v, ip_trial *trial)
{
    ip_trial_instance *of = &trial->instances[draw(v, trial->count)];
    if (!of->argument_count || of->argument_count > of->program->parameters.count)
        return false;
    int a = (int)draw(v, of->argument_count);
    return other_value(v, trial, of->program->parameters.items[a].type, &of->arguments[a]);
}

static ip_datum *some_cell(ip_client_changes *v, ip_trial *trial, ip_type *type)
{
    if (!trial->rows.count)
        return NULL;
    const ip_client_row *row = &trial->rows.items[draw(v, trial->rows.count)];
    int c = (int)draw(v, row->table->columns.count);
    *type = row->table->columns.items[c].type;
    return ip_interpreter_rows_in_key(row->table, c) || row->table->columns.items[c].generated
               ? NULL
               : (ip_datum *)&row->values[c];
}

static bool change_cell(ip_client_changes *v, ip_trial *trial)
{
    ip_type type;
    ip_datum *cell = some_cell(v, trial, &type);
    trial->satisfies_constraints = false;
    return cell && other_value(v, trial, type, cell);
}

/* Replaces a value everywhere: a limit that two instances get, a key and its references. */
static bool change_everywhere(ip_client_changes *v, ip_trial *trial)
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
static ip_datum fresh_like(ip_client_changes *v, ip_datum like)
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
bool ip_replay_change_copy(ip_client_changes *v, ip_trial *trial, const ip_client_row *row, int column, ip_datum value)
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
                !ip_replay_change_copy(v, trial, parent, key->target_columns[c], value))
                return false;
    }
    return true;
}

/* Another similar row, preferably a row that the programs name rather than a row that others refer to. */
static bool add_twin(ip_client_changes *v, ip_trial *trial)
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
    return ip_replay_change_copy(v, trial, row, k, keys > 0 ? fresh_like(v, row->values[k]) : row->values[k]);
}

/* A row of a table that the programs name, with usual values and existing ones. */
static bool add_row(ip_client_changes *v, ip_trial *trial)
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

static bool remove_row(ip_client_changes *v, ip_trial *trial)
{
    if (!trial->rows.count)
        return false;
    trial->rows.items[draw(v, trial->rows.count)] = trial->rows.items[trial->rows.count - 1];
    trial->rows.count--;
    trial->satisfies_constraints = false;
    return true;
}

bool ip_replay_change(ip_client_changes *v, ip_trial *trial)
{
    static bool (*const changes[])(ip_client_changes *, ip_trial *) = {
        change_argument, change_argument, change_everywhere, change_everywhere, change_cell, change_cell,
        add_twin,        add_twin,        add_twin,          add_row,           remove_row};
    return changes[draw(v, sizeof changes / sizeof *changes)](v, trial);
}

static bool refers_by(const ip_table *table, int column)
{
    for (int k = 0; k < table->foreign_keys.count; k++)
        for (int c = 0; c < table->foreign_keys.items[k].column_count; c++)
            if (table->foreign_keys.items[k].columns[c] == column)
                return true;
    return false;
}

static ip_datum neighbour(ip_client_changes *v, ip_datum like)
{
    enum { NEAR = 2 };
    if (like.kind != IP_DATUM_INTEGER)
        return fresh_like(v, like);
    like.as.integer += draw(v, 2) ? 1 + (int64_t)draw(v, NEAR) : -1 - (int64_t)draw(v, NEAR);
    return like;
}

void ip_replay_change_unlike(ip_client_changes *v, ip_trial *trial)
{
    bool added = add_twin(v, trial);
    for (int r = 0; added && r < trial->rows.count; r++) {
        const ip_client_row *row = &trial->rows.items[r];
        for (int c = 0; c < row->table->columns.count; c++)
            if (!ip_interpreter_rows_in_key(row->table, c) && !refers_by(row->table, c) &&
                !row->table->columns.items[c].generated && draw(v, 2))
                ((ip_datum *)row->values)[c] = neighbour(v, row->values[c]);
    }
    trial->satisfies_constraints = false;
}
