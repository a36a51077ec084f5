/* Which tables a definition leaves as they are, and the rows of the others, which are inserted again. */
#include "server/table_change.h"

#include "base/words.h"
#include "interpreter/value/sqltype.h"
#include "server/wire_values.h"

#include <string.h>

bool ip_served_table_is_plain(const ip_table *table)
{
    return !table->locks_only && !table->own && !table->others;
}

const ip_table *ip_served_table_after(const ip_table_change *c, const ip_table *before)
{
    bool renamed = c->asked->renamed && strcmp(before->name, c->asked->table) == 0;
    const char *name = renamed ? c->asked->renamed : before->name;
    for (int i = 0; i < c->after->tables.count; i++)
        if (ip_served_table_is_plain(c->after->tables.items[i]) && strcmp(c->after->tables.items[i]->name, name) == 0)
            return c->after->tables.items[i];
    return NULL;
}

static ip_sqltype type_of(const ip_table_change *c, const ip_column *column)
{
    return ip_value_sqltype_of_field(c->arena, column);
}

static bool is_same_type(const ip_table_change *c, const ip_column *a, const ip_column *b)
{
    ip_sqltype x = type_of(c, a), y = type_of(c, b);
    const char *of_a = a->domain ? a->domain : "", *of_b = b->domain ? b->domain : "";
    return x.tag == y.tag && x.array == y.array && x.precision == y.precision && x.scale == y.scale &&
           strcmp(x.name ? x.name : "", y.name ? y.name : "") == 0 && strcmp(of_a, of_b) == 0 && !a->row && !b->row;
}

static bool has_same_columns(const ip_table_change *c, const ip_table *a, const ip_table *b)
{
    bool same = a->columns.count == b->columns.count;
    for (int i = 0; same && i < a->columns.count; i++) {
        const ip_column *x = &a->columns.items[i], *y = &b->columns.items[i];
        same = is_same_type(c, x, y) && x->generated == y->generated &&
               (c->asked->renames_column || strcmp(x->name, y->name) == 0);
    }
    return same;
}

static bool has_same_key(const ip_table *a, const ip_table *b)
{
    const int *of_a, *of_b;
    int width = ip_interpreter_rows_key_columns(a, &of_a);
    return width == ip_interpreter_rows_key_columns(b, &of_b) &&
           (!width || memcmp(of_a, of_b, sizeof *of_a * (size_t)width) == 0);
}

/* Finds for each table the table that takes over its rows. The definition's own table is refilled, so that its rows are
 * checked, unless the definition needs no check. */
void ip_served_find_tables(ip_table_change *c)
{
    c->same = IP_NEW_ARRAY(c->arena, const ip_table *, c->before->tables.count);
    c->refills = IP_NEW_ARRAY(c->arena, const ip_table *, c->before->tables.count);
    for (int i = 0; i < c->before->tables.count; i++) {
        const ip_table *table = c->before->tables.items[i], *after = ip_served_table_after(c, table);
        if (!after || !ip_served_table_is_plain(table))
            continue;
        bool asked = c->asked->table && strcmp(c->asked->table, table->name) == 0 && !c->asked->unproved;
        bool stays = has_same_columns(c, table, after) && has_same_key(table, after) && !asked;
        *(stays ? &c->same[i] : &c->refills[i]) = after;
    }
}

/* -------------------------------------------------------------------- rows -- */

static const char *quoted(ip_arena *arena, const char *name)
{
    const char *text = "";
    for (const char *c = name; *c; c++)
        text = ip_arena_printf(arena, *c == '"' ? "%s\"%c" : "%s%c", text, *c);
    return ip_arena_printf(arena, "\"%s\"", text);
}

static const char *quoted_table(ip_arena *arena, const char *name)
{
    const char *dot = strchr(name, '.');
    if (!dot)
        return ip_arena_printf(arena, "public.%s", quoted(arena, name));
    return ip_arena_printf(arena, "%s.%s", quoted(arena, ip_arena_strndup(arena, name, (size_t)(dot - name))),
                           quoted(arena, dot + 1));
}

static const char *own_name(const ip_table *table)
{
    return ip_last_part(table->name);
}

static const char *conversion_of(const ip_table_change *c, const char *column)
{
    for (int i = 0; i < c->asked->conversions.count; i++)
        if (strcmp(c->asked->conversions.items[i].column, column) == 0)
            return c->asked->conversions.items[i].text;
    return NULL;
}

/* Returns a value of the old column as SQL, with a cast to its type where the parameter alone does not tell the type.
 */
static const char *given(const ip_table_change *c, const ip_column *before, int number)
{
    ip_sqltype type = type_of(c, before);
    if (type.tag == IP_T_OTHER || type.tag == IP_T_RECORD)
        return ip_arena_printf(c->arena, "$%d", number);
    return ip_arena_printf(c->arena, "CAST($%d AS %s)", number,
                           before->domain ? quoted(c->arena, before->domain) : ip_value_sqltype_name(c->arena, type));
}

/* Returns the INSERT of a row of the old table, whose values are $1, … in the order of its columns. */
static const char *insert_into(const ip_table_change *c, const ip_table *before, const ip_table *after)
{
    const char *names = "", *values = "", *all = "";
    for (int i = 0; i < before->columns.count; i++) {
        const ip_column *column = &before->columns.items[i];
        const char *name = quoted(c->arena, column->name), *converts = conversion_of(c, column->name);
        all = ip_arena_printf(c->arena, "%s%s%s AS %s", all, i ? ", " : "", given(c, column, i + 1), name);
        int at = c->asked->renames_column ? i : ip_catalog_table_column(after, column->name);
        if (at < 0 || after->columns.items[at].generated)
            continue;
        bool same = is_same_type(c, column, &after->columns.items[at]);
        const char *value = converts ? converts
                            : same   ? ip_arena_printf(c->arena, "$%d", i + 1)
                                     : given(c, column, i + 1);
        names = ip_arena_printf(c->arena, "%s%s%s", names, *names ? ", " : "",
                                quoted(c->arena, after->columns.items[at].name));
        values = ip_arena_printf(c->arena, "%s%s%s", values, *values ? ", " : "", value);
    }
    const char *table = quoted_table(c->arena, after->name);
    if (!*names)
        return ip_arena_printf(c->arena, "INSERT INTO %s DEFAULT VALUES", table);
    if (!c->asked->conversions.count)
        return ip_arena_printf(c->arena, "INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE VALUES (%s)", table, names,
                               values);
    return ip_arena_printf(c->arena, "INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM (SELECT %s) AS %s",
                           table, names, values, all, quoted(c->arena, own_name(before)));
}

/* Returns the value as a text, which every type accepts. */
static ip_datum value_of(const ip_table_change *c, const ip_table *table, int row, int column)
{
    ip_served *s = c->s;
    const int *key;
    int width = ip_interpreter_rows_key_columns(table, &key);
    ip_datum value = ip_store_latest(s->store, row * s->width + column + 1);
    for (int k = 0; k < width; k++)
        if (key[k] == column)
            value = ip_interpreter_rows_key(s->rows, row)[k];
    const char *text = ip_value_datum_text(c->arena, value);
    return text ? ip_served_wire_read(0, text) : (ip_datum){.kind = IP_DATUM_NULL};
}

/* Collects the existing rows of the tables that are refilled. */
ip_refills ip_served_rows_before(const ip_table_change *c)
{
    ip_refills list = {0};
    for (int i = 0; i < c->before->tables.count; i++) {
        const ip_table *table = c->before->tables.items[i];
        ip_refilled one = {table, c->refills[i], {0}};
        const int *rows;
        int count = c->refills[i] ? ip_interpreter_rows_of(c->s->rows, table, &rows) : 0;
        for (int r = 0; r < count; r++) {
            if (!ip_store_latest(c->s->store, rows[r] * c->s->width).as.boolean)
                continue;
            ip_datum *values = IP_NEW_ARRAY(c->arena, ip_datum, table->columns.count + 1);
            for (int k = 0; k < table->columns.count; k++)
                values[k] = value_of(c, table, rows[r], k);
            IP_PUSH(c->arena, &one.rows, values);
        }
        if (one.rows.count)
            IP_PUSH(c->arena, &list, one);
    }
    return list;
}

ip_served_error ip_served_refill(const ip_table_change *c, const ip_refills *list)
{
    ip_served *s = c->s;
    ip_served_error error = {0};
    s->database.refills = true;
    for (int i = 0; i < list->count && !error.sqlstate; i++) {
        const ip_refilled *one = &list->items[i];
        const char *text = ip_arena_printf(c->arena, "%s -- %s", insert_into(c, one->before, one->after), IP_FILLING);
        ip_workload_fill(s->schema->workload->definitions, one->after);
        const ip_code *code = ip_served_compile(s, text, &error);
        ip_workload_fill(s->schema->workload->definitions, NULL);
        for (int r = 0; code && r < one->rows.count && !error.sqlstate; r++)
            error = ip_served_run(s, code,
                                  ip_served_arguments(c->arena, code, one->rows.items[r], one->before->columns.count))
                        .error;
    }
    if (!error.sqlstate && list->count)
        error = ip_served_finish(s);
    s->database.refills = false;
    return error;
}

/* Deferred checks then apply to all rows, as the rows that the transaction has touched are no longer known. */
void ip_served_leave_checks(const ip_served *s)
{
    for (int row = 0; row < ip_interpreter_rows_count(s->rows); row++) {
        const ip_table *table = ip_interpreter_rows_table(s->rows, row);
        if (table && ip_served_table_is_plain(table) && ip_store_latest(s->store, row * s->width).as.boolean)
            ip_exec_session_leave_checks(s->interpreter, row);
    }
}
