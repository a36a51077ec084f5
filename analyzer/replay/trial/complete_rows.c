/* Completes rows: columns that no statement read, parents of foreign keys. */
#include "replay/trial/complete_rows.h"

#include <string.h>

/* ---- completing ---- */

typedef struct completion {
    ip_arena *arena;
    ip_decider *decider;
    const ip_world *world;
    ip_client_rows *rows;
    const char *why;
    int depth;
} completion;

enum { MOST_DEPTH = 16 };

static ip_datum column_of(const ip_client_row *row, int column)
{
    return row->values[column];
}

bool ip_trial_is_of_key(const ip_table *table, int column)
{
    for (int k = 0; k < table->keys.count; k++)
        for (int i = 0; i < table->keys.items[k].column_count; i++)
            if (table->keys.items[k].columns[i] == column)
                return true;
    return false;
}

bool ip_trial_is_reference(const ip_table *table, int column)
{
    for (int k = 0; k < table->foreign_keys.count; k++)
        for (int i = 0; i < table->foreign_keys.items[k].column_count; i++)
            if (table->foreign_keys.items[k].columns[i] == column)
                return true;
    return false;
}

/* A value that no row has there yet, near the proposed one. */
static ip_datum fresh_value(completion *c, const ip_table *table, int column, ip_datum proposed)
{
    ip_code_type type = ip_value_code_type_of_column(&table->columns.items[column]);
    for (int attempt = 0; attempt < 1000; attempt++) {
        bool taken = false;
        for (int r = 0; r < c->rows->count; r++)
            taken = taken || (c->rows->items[r].table == table &&
                              ip_value_datum_equal(column_of(&c->rows->items[r], column), proposed));
        if (!taken)
            return proposed;
        const char *error = NULL, *text = ip_arena_printf(c->arena, "%d", attempt + 1);
        ip_datum next = ip_value_datum_parse(c->arena, &type, text, &error);
        if (error)
            return proposed;
        proposed = next;
    }
    return proposed;
}

static ip_datum unread_value(completion *c, int row, const ip_table *table, int column)
{
    const ip_column *declared = &table->columns.items[column];
    if (declared->generated)
        return (ip_datum){.kind = IP_DATUM_NULL};
    if (!declared->not_null && !ip_trial_is_of_key(table, column))
        return (ip_datum){.kind = IP_DATUM_NULL};
    ip_datum value = ip_trial_decide_column(c->decider, 0, row, column);
    return ip_trial_is_of_key(table, column) && !ip_trial_is_reference(table, column)
               ? fresh_value(c, table, column, value)
               : value;
}

static bool add_row(completion *c, int row);

static bool same_target(const ip_foreign_key *key, const ip_client_row *child, const ip_datum *parent)
{
    for (int i = 0; i < key->column_count; i++)
        if (!ip_value_datum_equal(child->values[key->columns[i]], parent[key->target_columns[i]]))
            return false;
    return true;
}

/* The row of the target's key, if the referenced key identifies rows. */
static bool parent_row(completion *c, const ip_foreign_key *key, const ip_client_row *child, int *row)
{
    const int *columns;
    int n = ip_interpreter_rows_key_columns(key->target, &columns);
    ip_rows *rows = ip_world_rows((ip_world *)c->world);
    ip_datum *values = IP_NEW_ARRAY(c->arena, ip_datum, n);
    for (int i = 0; i < n; i++) {
        int at = 0;
        while (at < key->column_count && key->target_columns[at] != columns[i])
            at++;
        if (at < key->column_count) {
            values[i] = child->values[key->columns[at]];
            continue;
        }
        const char *error = NULL;
        ip_code_type type = ip_value_code_type_of(key->target->columns.items[columns[i]].type);
        values[i] = ip_value_datum_parse(c->arena, &type, ip_arena_printf(c->arena, "%d", c->rows->count + 1), &error);
        if (error)
            return false;
    }
    *row = ip_interpreter_rows_find_or_add(rows, key->target, values);
    return n > 0;
}

static bool add_parent(completion *c, const ip_foreign_key *key, const ip_client_row *child)
{
    for (int i = 0; i < key->column_count; i++)
        if (child->values[key->columns[i]].kind == IP_DATUM_NULL)
            return true;
    for (int r = 0; r < c->rows->count; r++)
        if (c->rows->items[r].table == key->target && same_target(key, child, c->rows->items[r].values))
            return true;
    int row;
    ip_datum there;
    if (!parent_row(c, key, child, &row)) {
        c->why = ip_arena_printf(c->arena, "no row of %s can be made for %s", key->target->name, child->table->name);
        return false;
    }
    if (ip_world_initial(c->world, row, IP_EXISTS, &there) && !there.as.boolean) {
        c->why = ip_arena_printf(c->arena, "a row of %s would refer to a row of %s that is not there",
                                 child->table->name, key->target->name);
        return false;
    }
    for (int i = 0; i < key->column_count; i++)
        ip_world_give((ip_world *)c->world, row, key->target_columns[i], child->values[key->columns[i]]);
    return add_row(c, row);
}

static bool add_row(completion *c, int row)
{
    const ip_table *table = ip_interpreter_rows_table(ip_world_all_rows(c->world), row);
    ip_datum *values = IP_NEW_ARRAY(c->arena, ip_datum, table->columns.count);
    for (int i = 0; i < table->columns.count; i++)
        if (!ip_trial_decided_value(c->world, row, i, &values[i]))
            values[i] = unread_value(c, row, table, i);
        else
            values[i] = ip_value_datum_copy(c->arena, values[i]);
    ip_client_row whole = {table, values};
    IP_PUSH(c->arena, c->rows, whole);
    if (c->depth++ > MOST_DEPTH) {
        c->why = "foreign keys form a cycle";
        return false;
    }
    bool good = true;
    for (int k = 0; k < table->foreign_keys.count && good; k++)
        good = add_parent(c, &table->foreign_keys.items[k], &whole);
    c->depth--;
    return good;
}

bool ip_trial_rows_complete(ip_arena *arena, ip_decider *decider, const ip_world *world, ip_client_rows *rows,
                            const char **why)
{
    completion c = {.arena = arena, .decider = decider, .world = world, .rows = rows};
    int count = ip_interpreter_rows_count(ip_world_all_rows(world));
    for (int r = 0; r < count; r++) {
        ip_datum there;
        if (!ip_world_initial(world, r, IP_EXISTS, &there) || !there.as.boolean)
            continue;
        const ip_table *table = ip_interpreter_rows_table(ip_world_all_rows(world), r);
        bool created = false; /* as another one's parent */
        const int *columns;
        int n = ip_interpreter_rows_key_columns(table, &columns);
        for (int i = 0; n > 0 && !created && i < rows->count; i++) {
            created = rows->items[i].table == table;
            for (int k = 0; created && k < n; k++)
                created = ip_value_datum_equal(rows->items[i].values[columns[k]],
                                               ip_interpreter_rows_key(ip_world_all_rows(world), r)[k]);
        }
        if (!created && !add_row(&c, r)) {
            *why = c.why;
            return false;
        }
    }
    return true;
}
