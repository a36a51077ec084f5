/* Temporary tables that a program creates. Their rows are numbered as others are, but their cells belong to the run:
 * they are not read from the database, and no callback is called for them. */
#include "interpreter/run/execute.h"
#include "interpreter/run/write.h"

static ip_datum *cells_of(ip_run_state *run, int row)
{
    while (run->own_cells.count <= row)
        IP_PUSH(run->arena, &run->own_cells, NULL);
    if (!run->own_cells.items[row]) {
        run->own_cells.items[row] =
            IP_NEW_ARRAY(run->arena, ip_datum, ip_interpreter_rows_table(run->rows, row)->columns.count + 1);
        run->own_cells.items[row][0] = ip_value_datum_boolean(false);
    }
    return run->own_cells.items[row];
}

ip_datum ip_exec_own_cell(ip_run_state *run, int row, int column)
{
    return cells_of(run, row)[column + 1];
}

void ip_exec_set_own_cell(ip_run_state *run, int row, int column, ip_datum value)
{
    ip_datum *cell = &cells_of(run, row)[column + 1];
    IP_PUSH(run->arena, &run->own_undos, ((ip_own_undo){row, column, *cell}));
    *cell = ip_value_datum_copy(run->arena, value);
}

static bool is_there(const ip_run_state *run, const ip_table *table)
{
    return table->id < run->own_made.count && run->own_made.items[table->id];
}

static void set_there(ip_run_state *run, const ip_table *table, bool there)
{
    while (run->own_made.count <= table->id)
        IP_PUSH(run->arena, &run->own_made, NULL);
    IP_PUSH(run->arena, &run->own_undos, ((ip_own_undo){-1, table->id, ip_value_datum_boolean(is_there(run, table))}));
    run->own_made.items[table->id] = there ? table : NULL;
}

static void empty(ip_run_state *run, const ip_table *table)
{
    const int *rows;
    int count = ip_interpreter_rows_of(run->rows, table, &rows);
    for (int i = 0; i < count; i++)
        if (ip_is_true(ip_exec_own_cell(run, rows[i], IP_EXISTS)))
            ip_exec_set_own_cell(run, rows[i], IP_EXISTS, ip_value_datum_boolean(false));
}

void ip_exec_demand_own_tables(ip_run_state *run, const ip_code_sql *sql)
{
    for (int i = 0; i < sql->tables.count && run->makes_tables; i++) {
        const ip_table *table = sql->tables.items[i].table;
        if (table->own && !is_there(run, table))
            ip_interpreter_raise(run, "42P01", "relation \"%s\" does not exist", table->name);
    }
}

void ip_exec_undo_own(ip_run_state *run, int count)
{
    while (run->own_undos.count > count) {
        ip_own_undo undo = run->own_undos.items[--run->own_undos.count];
        if (undo.row >= 0)
            run->own_cells.items[undo.row][undo.column + 1] = undo.before;
        else if (!ip_is_true(undo.before))
            run->own_made.items[undo.column] = NULL;
        else
            run->own_made.items[undo.column] = run->interpreter->schema->own.items[undo.column];
    }
}

void ip_exec_commit_own(ip_run_state *run)
{
    for (int i = 0; i < run->own_made.count; i++) {
        const ip_table *table = run->own_made.items[i];
        if (table && table->on_commit != 'p')
            empty(run, table);
        if (table && table->on_commit == 'd')
            set_there(run, table, false);
    }
    run->own_undos.count = 0;
}

static void begin(ip_run_state *run, const ip_step *step)
{
    ip_exec_begin_statement(run, step, step->source->accesses, &step->source->sql, &step->places);
}

static ip_flow end(ip_run_state *run, const ip_step *step, int64_t row_count)
{
    const ip_rowset none = {0};
    run->frame->row_count = row_count;
    ip_exec_end_statement(run, step, step->source->accesses, &none);
    return IP_FLOW_NEXT;
}

ip_flow ip_exec_make_table(ip_run_state *run, const ip_step *step)
{
    const ip_table *table = step->source->creates;
    int64_t count = 0;
    begin(run, step);
    if (is_there(run, table) && step->source->unless)
        return end(run, step, 0);
    if (is_there(run, table))
        ip_interpreter_raise(run, "42P07", "relation \"%s\" already exists", table->name);
    empty(run, table);
    set_there(run, table, true);
    ip_parts *outer = ip_exec_parts_begin(run, step);
    if (step->write)
        ip_exec_write_run(run, step->write, &count);
    ip_exec_parts_end(run, outer);
    return end(run, step, count);
}

ip_flow ip_exec_drop_tables(ip_run_state *run, const ip_step *step)
{
    const ip_code_statement *s = step->source;
    begin(run, step);
    for (int i = 0; i < s->tables.count; i++) {
        if (!is_there(run, s->tables.items[i]) && !s->unless)
            ip_interpreter_raise(run, "42P01", "table \"%s\" does not exist", s->tables.items[i]->name);
        if (is_there(run, s->tables.items[i]))
            set_there(run, s->tables.items[i], false);
    }
    return end(run, step, 0);
}

static void empty_shared(ip_run_state *run, const ip_code_statement *s, const ip_table *table)
{
    const ip_database *db = run->database;
    ip_exec_refuse_if_read_only(run, "TRUNCATE TABLE");
    if (!db->empty)
        ip_interpreter_unable(run, s->range, "TRUNCATE of a table that others see");
    if (s->restarts && !db->restarts)
        ip_interpreter_unable(run, s->range, "TRUNCATE … RESTART IDENTITY");
    if (run->late.count > 0) /* an error, if one of them is about the table */
        ip_interpreter_unable(run, s->range,
                              "TRUNCATE before triggers and checks that wait for the end of the transaction");
    if ((run->cell_depth > 0 && !run->may_end) || run->reading_loops > 0 || run->portals.count > 0)
        ip_interpreter_unable(run, s->range, "TRUNCATE while statements around it may use the table");
    if (!db->empty(db->data, table))
        ip_interpreter_stop(run);
    for (int i = 0; s->restarts && i < table->columns.count; i++) {
        const char *name = table->columns.items[i].sequence_name;
        const ip_sequence_rule *rule = name ? ip_catalog_sequence_rule_named(run->interpreter->schema, name) : NULL;
        if (rule && !db->restarts(db->data, rule, 0, true))
            ip_interpreter_unable(run, s->range, "TRUNCATE … RESTART IDENTITY");
    }
}

ip_flow ip_exec_empty_tables(ip_run_state *run, const ip_step *step)
{
    const ip_code_statement *s = step->source;
    begin(run, step);
    for (int i = 0; i < s->tables.count; i++) {
        const ip_table *table = s->tables.items[i];
        if (!table->own) {
            empty_shared(run, s, table);
            continue;
        }
        if (!is_there(run, table))
            ip_interpreter_raise(run, "42P01", "relation \"%s\" does not exist", table->name);
        empty(run, table);
    }
    return end(run, step, 0);
}
