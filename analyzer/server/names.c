/* Names rows and cells for reports. */
#include "server/database_state.h"

#include "base/words.h"

#include <string.h>

static const char *row_name(void *data, ip_arena *arena, int row)
{
    const ip_served *s = data;
    const ip_table *table = ip_interpreter_rows_table(s->rows, row);
    const int *columns;
    if (!table) /* its table has been changed or dropped */
        return ip_arena_printf(arena, "an earlier row (#%d)", row);
    int count = ip_interpreter_rows_key_columns(table, &columns);
    const ip_datum *key = ip_interpreter_rows_key(s->rows, row);
    if (!count) /* the table has no key: the row is named by the transaction that created it */
        return ip_arena_printf(arena, "%s(#%lld.%lld)", table->name, (long long)(key[0].as.integer >> 32),
                               (long long)(key[0].as.integer & 0xffffffff));
    const char *text = ip_arena_printf(arena, "%s(", table->name);
    for (int i = 0; i < count; i++) {
        const char *value = ip_value_datum_text(arena, key[i]);
        text = ip_arena_printf(arena, "%s%s%s", text, i ? ", " : "", value ? value : "NULL");
    }
    return ip_arena_printf(arena, "%s)", text);
}

static const char *object_name(void *data, ip_arena *arena, int object)
{
    const ip_served *s = data;
    int row = object / s->width, column = object % s->width - 1;
    const char *name = row_name(data, arena, row);
    if (column == IP_EXISTS)
        return name;
    if (!ip_interpreter_rows_table(s->rows, row))
        return ip_arena_printf(arena, "%s.%d", name, column + 1);
    return ip_arena_printf(arena, "%s.%s", name, ip_interpreter_rows_table(s->rows, row)->columns.items[column].name);
}

const char *ip_served_object(const ip_served *served, ip_arena *arena, int object)
{
    return object_name((void *)served, arena, object);
}

void ip_served_record(ip_served *s, void (*line)(void *data, const char *text), void *data)
{
    ip_store_watch(s->store, &(ip_store_witness){s, object_name, row_name, line, data});
}

const char *ip_served_table_name(const ip_served *s, int index)
{
    const ip_schema *schema = &s->schema->workload->schema;
    for (int i = 0; i < schema->tables.count; i++) {
        const ip_table *table = schema->tables.items[i];
        if (table->locks_only || table->own || index-- > 0)
            continue;
        return ip_last_part(table->name);
    }
    return NULL;
}
