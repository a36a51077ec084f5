/* A database in memory for tests of the interpreter: one session, with a log that undoes. */
#include "memory.h"

#include <stdlib.h>
#include <string.h>

static struct memory_cell *cell(memory *m, int row, int column)
{
    int index = row * m->stride + column + 1;
    if (index >= m->capacity) {
        int larger = index * 2 + 64;
        struct memory_cell *cells = IP_NEW_ARRAY(m->arena, struct memory_cell, larger);
        if (m->capacity)
            memcpy(cells, m->cells, sizeof *cells * (size_t)m->capacity);
        m->cells = cells;
        m->capacity = larger;
    }
    return &m->cells[index];
}

static void trace(memory *m, const char *what, int row, int column)
{
    if (!m->trace)
        return;
    const ip_table *table = ip_interpreter_rows_table(m->rows, row);
    const char *name = column < 0 ? "exists" : table->columns.items[column].name;
    m->accesses =
        ip_arena_printf(m->arena, "%s%s%s %s[%s].%s", m->accesses, *m->accesses ? "; " : "", what, table->name,
                        ip_value_datum_text(m->arena, ip_interpreter_rows_key(m->rows, row)[0]), name);
}

static bool statement(void *data, const ip_code_statement *s, int depth, bool new_snapshot)
{
    (void)s, (void)depth, (void)new_snapshot;
    ((memory *)data)->statements++;
    return true;
}

static bool read_cell(void *data, int row, int column, ip_read_mode mode, ip_datum *value)
{
    memory *m = data;
    (void)mode;
    const struct memory_cell *c = cell(m, row, column);
    *value = c->value;
    if (column == IP_EXISTS && !c->written)
        *value = ip_value_datum_boolean(false);
    m->reads++;
    trace(m, "r", row, column);
    return true;
}

static bool write_cell(void *data, int row, int column, ip_datum value)
{
    memory *m = data;
    struct memory_cell *c = cell(m, row, column);
    IP_PUSH(m->arena, &m->log, ((memory_write){row, column, c->value, c->written}));
    c->written = true;
    c->value = ip_value_datum_copy(m->arena, value);
    m->writes++;
    trace(m, "w", row, column);
    return true;
}

static bool empty(void *data, const ip_table *table)
{
    const memory *m = data;
    const int *rows;
    int count = ip_interpreter_rows_of(m->rows, table, &rows);
    for (int i = 0; i < count; i++)
        write_cell(data, rows[i], IP_EXISTS, ip_value_datum_boolean(false));
    return true;
}

static int savepoint(void *data)
{
    return memory_mark(data);
}

static void rollback_to(void *data, int mark)
{
    memory_undo(data, mark);
}

memory *memory_new(const ip_schema *schema)
{
    ip_arena *arena = ip_arena_new();
    memory *m = IP_NEW(arena, memory);
    m->arena = arena;
    m->schema = schema;
    m->rows = ip_interpreter_rows_new(arena, schema);
    m->stride = 1;
    m->accesses = "";
    for (int i = 0; i < schema->tables.count; i++)
        if (schema->tables.items[i]->columns.count >= m->stride)
            m->stride = schema->tables.items[i]->columns.count + 1;
    m->database = (ip_database){.data = m,
                                .rows = m->rows,
                                .instance = 0, /* setting up: sequences begin at 1 */
                                .statement = statement,
                                .read = read_cell,
                                .write = write_cell,
                                .empty = empty,
                                .savepoint = savepoint,
                                .rollback_to = rollback_to};
    return m;
}

void memory_free(memory *m)
{
    ip_arena_free(m->arena);
}

int memory_mark(const memory *m)
{
    return m->log.count;
}

void memory_undo(memory *m, int mark)
{
    while (m->log.count > mark) {
        memory_write *w = &m->log.items[--m->log.count];
        struct memory_cell *c = cell(m, w->row, w->column);
        c->written = w->had;
        c->value = w->before;
    }
}
