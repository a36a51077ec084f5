/* A database for a single session: each read returns the last write before it. */
#include "explorer/load.h"

typedef struct cell_undo {
    int cell;
    ip_datum value;
} cell_undo;

typedef struct store {
    ip_arena *arena;
    ip_rows *rows;
    int width;
    IP_VEC(ip_datum) cells; /* [row * width + column + 1] */
    IP_VEC(cell_undo) journal;
} store;

static ip_datum *cell(store *s, int row, int column)
{
    while (s->cells.count < (row + 1) * s->width)
        IP_PUSH(s->arena, &s->cells, (ip_datum){.kind = IP_DATUM_NULL});
    return &s->cells.items[row * s->width + column + 1];
}

static bool read_cell(void *data, int row, int column, ip_read_mode mode, ip_datum *value)
{
    (void)mode;
    *value = *cell(data, row, column);
    if (column == IP_EXISTS && value->kind == IP_DATUM_NULL)
        *value = ip_value_datum_boolean(false);
    return true;
}

static bool write_cell(void *data, int row, int column, ip_datum value)
{
    store *s = data;
    ip_datum *at = cell(s, row, column);
    cell_undo undo = {row * s->width + column + 1, *at};
    *at = ip_value_datum_copy(s->arena, value);
    IP_PUSH(s->arena, &s->journal, undo);
    return true;
}

static bool empty(void *data, const ip_table *table)
{
    const store *s = data;
    const int *rows;
    int count = ip_interpreter_rows_of(s->rows, table, &rows);
    for (int i = 0; i < count; i++)
        write_cell(data, rows[i], IP_EXISTS, ip_value_datum_boolean(false));
    return true;
}

static int savepoint(void *data)
{
    return ((store *)data)->journal.count;
}

static void rollback_to(void *data, int savepoint)
{
    store *s = data;
    while (s->journal.count > savepoint) {
        cell_undo undo = s->journal.items[--s->journal.count];
        s->cells.items[undo.cell] = undo.value;
    }
}

static void take_rows(store *s, ip_client *client)
{
    for (int row = 0; row < ip_interpreter_rows_count(s->rows); row++) {
        ip_datum exists = *cell(s, row, IP_EXISTS);
        if (exists.kind != IP_DATUM_BOOLEAN || !exists.as.boolean)
            continue;
        const ip_table *table = ip_interpreter_rows_table(s->rows, row);
        ip_datum *values = IP_NEW_ARRAY(s->arena, ip_datum, table->columns.count);
        for (int c = 0; c < table->columns.count; c++)
            values[c] = *cell(s, row, c);
        ip_client_row present = {table, values};
        IP_PUSH(s->arena, &client->rows, present);
    }
}

bool ip_explore_client_run_setup(ip_arena *arena, const ip_schema *schema, const ip_code *setup, ip_client *client,
                                 ip_diagnostics *diagnostics)
{
    if (setup->why_not) {
        ip_diagnostics_add(diagnostics, IP_ERROR, setup->why_not_range, NULL, "the setup is not run in memory: %s",
                           setup->why_not);
        return false;
    }
    store s = {.arena = arena, .rows = ip_interpreter_rows_new(arena, schema), .width = 1};
    for (int t = 0; t < schema->tables.count; t++)
        if (schema->tables.items[t]->columns.count >= s.width)
            s.width = schema->tables.items[t]->columns.count + 1;
    ip_database database = {.data = &s,
                            .rows = s.rows,
                            .instance = 0,
                            .read = read_cell,
                            .write = write_cell,
                            .empty = empty,
                            .savepoint = savepoint,
                            .rollback_to = rollback_to};
    ip_interpreter *interpreter = ip_exec_interpreter_new(schema);
    ip_run_outcome outcome = {0};
    ip_run_end end = ip_exec_interpreter_run(interpreter, setup, NULL, &database, &outcome);
    if (end == IP_RUN_COMMITTED)
        take_rows(&s, client);
    else
        ip_diagnostics_add(diagnostics, IP_ERROR, outcome.range, NULL,
                           end == IP_RUN_ABORTED    ? "the setup fails: %s"
                           : end == IP_RUN_TOO_LONG ? "the setup does not end: it was stopped after too many steps"
                                                    : "in the setup, %s",
                           outcome.message ? outcome.message : "unknown reason");
    ip_exec_interpreter_free(interpreter);
    return end == IP_RUN_COMMITTED;
}
