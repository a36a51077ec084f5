/* Names rows and cells for reports. */
#include "server/database_state.h"

#include "base/words.h"

#include <string.h>

static const ip_rows *rows_of(const ip_served *s)
{
    return s->engine ? ip_engine_db_rows(s->engine) : s->rows;
}

/* A row of the engine stays the same if its key changes, and another row may have the same key later: it is named by
 * its first key, and its number. */
static const char *engine_row_name(ip_served *s, const ip_table *table, int row)
{
    while (s->row_names.count <= row)
        IP_PUSH(s->arena, &s->row_names, NULL);
    if (s->row_names.items[row])
        return s->row_names.items[row];
    const ip_key *key = ip_catalog_table_identity(table);
    const char *text = ip_arena_printf(s->arena, "%s(", table->name);
    for (int i = 0; key && i < key->column_count; i++) {
        const char *value = ip_value_datum_text(s->arena, ip_engine_db_last(s->engine, row, key->columns[i]));
        text = ip_arena_printf(s->arena, "%s%s%s", text, i ? ", " : "", value ? value : "NULL");
    }
    return s->row_names.items[row] = ip_arena_printf(s->arena, "%s%s#%d)", text, key ? " " : "", row + 1);
}

/* A row whose key another one has had that is forgotten is a row of its own in histories. */
static const char *row_name(void *data, ip_arena *arena, int row)
{
    const ip_served *s = data;
    const ip_table *table = ip_interpreter_rows_table(rows_of(s), row);
    const int *columns;
    if (!table && row < s->row_names.count && s->row_names.items[row])
        return s->row_names.items[row];
    if (!table) /* its table has been changed or dropped */
        return ip_arena_printf(arena, "an earlier row (#%d)", row);
    int count = ip_interpreter_rows_key_columns(table, &columns);
    const ip_datum *key = ip_interpreter_rows_key(rows_of(s), row);
    if (s->engine)
        return engine_row_name((ip_served *)s, table, row);
    if (!count) /* the table has no key: the row is named by the transaction that created it */
        return ip_arena_printf(arena, "%s(#%lld.%lld)", table->name, (long long)(key[0].as.integer >> 32),
                               (long long)(key[0].as.integer & 0xffffffff));
    const char *text = ip_arena_printf(arena, "%s(", table->name);
    for (int i = 0; i < count; i++) {
        const char *value = ip_value_datum_text(arena, key[i]);
        text = ip_arena_printf(arena, "%s%s%s", text, i ? ", " : "", value ? value : "NULL");
    }
    int round = ip_interpreter_rows_round(rows_of(s), row);
    return round ? ip_arena_printf(arena, "%s #%d)", text, round) : ip_arena_printf(arena, "%s)", text);
}

static const char *object_name(void *data, ip_arena *arena, int object)
{
    const ip_served *s = data;
    int row = object / s->width, column = object % s->width - 1;
    const char *name = row_name(data, arena, row);
    if (column == IP_EXISTS)
        return name;
    const ip_table *table = ip_interpreter_rows_table(rows_of(s), row);
    if (!table && row < s->column_names.count && s->column_names.items[row])
        return ip_arena_printf(arena, "%s.%s", name, s->column_names.items[row][column]);
    if (!table)
        return ip_arena_printf(arena, "%s.%d", name, column + 1);
    return ip_arena_printf(arena, "%s.%s", name, table->columns.items[column].name);
}

/* Only if answers are noted: the names take memory, and nothing else reports earlier rows. */
void ip_served_keep_names(ip_served *s, const ip_table *table)
{
    const int *rows;
    int count = ip_interpreter_rows_of(s->rows, table, &rows);
    if (!s->keeps_answers || !count)
        return;
    const char **columns = IP_NEW_ARRAY(s->arena, const char *, table->columns.count);
    for (int c = 0; c < table->columns.count; c++)
        columns[c] = ip_arena_strdup(s->arena, table->columns.items[c].name);
    while (s->row_names.count < ip_interpreter_rows_count(s->rows))
        IP_PUSH(s->arena, &s->row_names, NULL);
    while (s->column_names.count < ip_interpreter_rows_count(s->rows))
        IP_PUSH(s->arena, &s->column_names, NULL);
    for (int i = 0; i < count; i++) {
        s->row_names.items[rows[i]] = row_name(s, s->arena, rows[i]);
        s->column_names.items[rows[i]] = columns;
    }
}

void ip_served_drop_names(ip_served *s, const bool *gone)
{
    for (int i = 0; i < s->row_names.count && i < ip_interpreter_rows_count(s->rows); i++)
        if (gone[i])
            s->row_names.items[i] = NULL;
    for (int i = 0; i < s->column_names.count && i < ip_interpreter_rows_count(s->rows); i++)
        if (gone[i])
            s->column_names.items[i] = NULL;
}

const char *ip_served_object(const ip_served *served, ip_arena *arena, int object)
{
    return object_name((void *)served, arena, object);
}

static bool *is_named(void *data, int object)
{
    ip_served *s = data;
    while (s->named.count <= object)
        IP_PUSH(s->arena, &s->named, false);
    return &s->named.items[object];
}

/* A transaction of the engine has ended. */
static void engine_ended(void *data, const ip_db_ended *transaction)
{
    ip_served *s = data;
    ip_arena *arena = ip_arena_new();
    ip_store_event *events = IP_NEW_ARRAY(arena, ip_store_event, transaction->count);
    for (int i = 0; i < transaction->count; i++) {
        const ip_db_event *event = &transaction->events[i];
        events[i] = (ip_store_event){.write = event->write,
                                     .object = event->row * s->width + event->column + 1,
                                     .from = event->from,
                                     .step = event->step};
    }
    ip_store_witness_end(&s->witness, &(ip_store_ended){.session = transaction->session,
                                                        .number = transaction->number,
                                                        .committed = transaction->committed,
                                                        .width = s->width,
                                                        .count = transaction->count,
                                                        .events = events,
                                                        .is_named = is_named,
                                                        .is_named_data = s});
    ip_arena_free(arena);
}

void ip_served_record(ip_served *s, void (*line)(void *data, const char *text), void *data)
{
    s->witness = (ip_store_witness){s, object_name, row_name, line, data};
    if (s->engine)
        ip_engine_db_watch(s->engine, engine_ended, s);
    else
        ip_store_watch(s->store, &s->witness);
}
