/* Cells, as a statement reads and writes them, and locks of whole tables. */
#include "interpreter/run/write.h"

#include <stdlib.h>
#include <string.h>

ip_cells *ip_exec_cells_at(ip_run_state *run, int depth)
{
    return &run->interpreter->cells[depth];
}

static void grow(ip_run_state *run, ip_cells *cells, size_t index)
{
    size_t capacity = (size_t)ip_interpreter_rows_count(run->rows) * (size_t)run->stride;
    capacity = capacity > 2 * cells->capacity ? capacity : 2 * cells->capacity;
    capacity = capacity > index ? capacity : index + 1;
    ip_cell *larger = realloc(cells->cells, capacity * sizeof *larger);
    if (!larger) {
        run->error = (ip_error){.message = "so many rows"};
        run->end = IP_RUN_UNABLE;
        longjmp(run->outermost->jump, 1);
    }
    memset(larger + cells->capacity, 0, (capacity - cells->capacity) * sizeof *larger);
    cells->cells = larger;
    cells->capacity = capacity;
}

static inline ip_cell *cell_at(ip_run_state *run, int row, int column)
{
    size_t index = (size_t)row * (size_t)run->stride + (size_t)(column + 1);
    if (index >= run->cells->capacity)
        grow(run, run->cells, index);
    return &run->cells->cells[index];
}

/* A statement does not see the writes of routines that it calls, but the database would return them. */
static bool written_below(const ip_run_state *run, int row, int column)
{
    size_t index = (size_t)row * (size_t)run->stride + (size_t)(column + 1);
    for (int d = run->cell_depth + 1; d < IP_MAX_DEPTH && run->interpreter->cells[d].cells; d++) {
        const ip_cells *below = &run->interpreter->cells[d];
        if (index < below->capacity && below->cells[index].written_at > run->cells->statement)
            return true;
    }
    return false;
}

bool ip_exec_row_written_below(const ip_run_state *run, int row)
{
    bool any = false;
    for (int column = IP_EXISTS; run->cells->written_below == run->cells->statement && column + 1 < run->stride;
         column++)
        any = any || written_below(run, row, column);
    return any;
}

/* Read again, although the statement may have read the cell in its snapshot. */
static inline bool is_reread(const ip_run_state *run, ip_read_mode mode)
{
    const ip_database *db = run->database;
    return (!ip_reads_snapshot(mode) && db->rereads_locked_rows) || (run->checking_key && db->rechecks_keys);
}

static ip_datum read_first(ip_run_state *run, ip_cell *cell, int row, int column, ip_read_mode mode)
{
    ip_datum value = {0};
    run->interpreter->work++;
    if (run->cells->written_below == run->cells->statement && written_below(run, row, column))
        ip_interpreter_unable(run, run->range, "a statement that reads what a routine called by it has written");
    if (ip_is_own(run, row))
        value = ip_exec_own_cell(run, row, column);
    else if (!run->database->read(run->database->data, row, column, mode, &value))
        ip_interpreter_stop(run);
    /* The caller's storage may change before the value is used. */
    if (ip_datum_is_text(value) || value.kind >= IP_DATUM_ARRAY)
        value = ip_value_datum_copy(run->arena, value);
    if (run->database->keeps_versions && !ip_reads_snapshot(mode))
        return value;
    if (is_reread(run, mode)) {
        cell->reread_at = run->cells->statement;
        cell->reread = value;
    } else {
        cell->read_at = run->cells->statement;
        cell->target_at = mode == IP_READ_TARGET ? run->cells->statement : 0;
        cell->value = value;
    }
    return value;
}

/* The value that the statement has already read of the cell in that mode; NULL: none. */
static const ip_datum *read_before(const ip_run_state *run, const ip_cell *cell, ip_read_mode mode)
{
    if (run->database->keeps_versions && !ip_reads_snapshot(mode))
        return NULL;
    if (is_reread(run, mode))
        return cell->reread_at == run->cells->statement ? &cell->reread : NULL;
    return cell->read_at == run->cells->statement ? &cell->value : NULL;
}

/* The value has been read, but only to decide which rows to lock; now it has a further use. */
static void read_for_more(ip_run_state *run, ip_cell *cell, int row, int column)
{
    bool written = cell->written_at == run->cells->statement;
    ip_datum same;
    cell->target_at = 0;
    if (!ip_is_own(run, row) &&
        !run->database->read(run->database->data, row, column, written ? IP_READ_BEFORE : IP_READ_SNAPSHOT, &same))
        ip_interpreter_stop(run);
}

ip_datum ip_exec_read_cell(ip_run_state *run, int row, int column, ip_read_mode mode)
{
    ip_cell *cell = cell_at(run, row, column);
    const ip_datum *before = read_before(run, cell, mode);
    if (before && mode == IP_READ_SNAPSHOT && cell->target_at == run->cells->statement)
        read_for_more(run, cell, row, column);
    if (before)
        return *before;
    if (cell->written_at == run->cells->statement)
        ip_interpreter_unable(run, run->range, "a statement that reads what it has written itself");
    return read_first(run, cell, row, column, mode);
}

ip_datum ip_exec_current_cell(ip_run_state *run, int row, int column)
{
    ip_cell *cell = cell_at(run, row, column);
    if (cell->written_at == run->cells->statement)
        return cell->written;
    const ip_datum *before = read_before(run, cell, run->checking);
    return before ? *before : read_first(run, cell, row, column, run->checking);
}

int ip_exec_find_by_key(ip_run_state *run, const ip_table *table, const ip_datum *key)
{
    return run->database->meets_rows ? ip_interpreter_rows_find_or_add(run->rows, table, key)
                                     : ip_interpreter_rows_find(run->rows, table, key);
}

void ip_exec_write_cell(ip_run_state *run, int row, int column, ip_datum value)
{
    ip_cell *cell = cell_at(run, row, column);
    if (ip_is_own(run, row)) {
        ip_exec_set_own_cell(run, row, column, value);
        if (run->database->writes_own)
            run->database->writes_own(run->database->data, column, value);
    } else if (!run->database->write(run->database->data, row, column, value))
        ip_interpreter_stop(run);
    cell->written_at = run->cells->statement;
    cell->written = value;
    run->writes++;
    if (run->database->write_limit && run->writes > run->database->write_limit)
        ip_interpreter_unable(run, run->range, "a transaction that writes more than %ld values",
                              run->database->write_limit);
}

bool ip_exec_row_present(ip_run_state *run, int row, ip_read_mode mode)
{
    return ip_is_true(ip_exec_read_cell(run, row, IP_EXISTS, mode));
}

/* ---- locks of tables ---- */
void ip_exec_lock_whole(ip_run_state *run, const ip_table *table, ip_lock lock)
{
    ip_datum key = ip_value_datum_string(table->name);
    if (run->database->lock_table)
        run->database->lock_table(run->database->data, table, lock, false);
    else if (table->locked_whole)
        ip_interpreter_lock_key(run, IP_LOCKS_TABLE, &key, lock);
}

/* LOCK TABLE … NOWAIT */
static void refuse_wait(ip_run_state *run, const ip_table *table)
{
    ip_interpreter_raise(run, "55P03", "could not obtain lock on relation \"%s\"", ip_interpreter_bare_name(table));
}

static void lock_whole_now(ip_run_state *run, const ip_table *table, ip_lock lock)
{
    const ip_table *locks = ip_catalog_lock_table_if_any(run->interpreter->schema, IP_LOCKS_TABLE);
    ip_datum key = ip_value_datum_string(table->name);
    if (!run->database->lock || !locks)
        return;
    if (!run->database->held)
        ip_interpreter_unable(run, run->range, "LOCK TABLE … NOWAIT beside other transactions");
    if (run->database->held(run->database->data, ip_interpreter_rows_find_or_add(run->rows, locks, &key), lock))
        refuse_wait(run, table);
}

void ip_exec_lock_tables(ip_run_state *run, const ip_code_sql *sql, bool no_wait)
{
    const ip_database *database = run->database;
    ip_exec_demand_own_tables(run, sql);
    for (int i = 0; i < sql->tables.count; i++) {
        const ip_table *table = sql->tables.items[i].table;
        ip_lock lock = sql->tables.items[i].lock;
        if (database->lock_table && !database->lock_table(database->data, table, lock, no_wait))
            refuse_wait(run, table);
        if (!database->lock_table && no_wait)
            lock_whole_now(run, table, lock);
        if (!database->lock_table)
            ip_exec_lock_whole(run, table, lock);
    }
}
