/* Locks of rows, and advisory locks, which are locks on rows of tables with no other purpose. */
#include "interpreter/run_state.h"

/* A lock that excludes more than those before may have waited, FOR KEY SHARE in a query and then the UPDATE around it:
 * what the statement has read of the row past its snapshot is read again. A weaker lock does not wait. */
static void forget_reread(ip_run_state *run, int row, ip_lock lock)
{
    ip_cells *cells = run->cells;
    size_t first = (size_t)row * (size_t)run->stride;
    if (first + (size_t)run->stride > cells->capacity)
        return; /* nothing was read of it */
    ip_cell *cell = &cells->cells[first];
    if (cell->locked_at == cells->statement && cell->lock >= lock)
        return;
    cell->locked_at = cells->statement;
    cell->lock = lock;
    for (int column = 0; column < run->stride; column++)
        if (cell[column].written_at != cells->statement)
            cell[column].reread_at = 0;
}

void ip_interpreter_lock_row(ip_run_state *run, int row, ip_lock lock)
{
    if (ip_is_own(run, row))
        return;
    if (run->database->lock && !run->database->lock(run->database->data, row, lock))
        ip_interpreter_stop(run);
    forget_reread(run, row, lock);
}

void ip_interpreter_lock_to_read(ip_run_state *run, int row, ip_lock lock)
{
    const ip_database *database = run->database;
    if (database->locks_to_read)
        database->locks_to_read(database->data, true);
    ip_interpreter_lock_row(run, row, lock);
    if (database->locks_to_read)
        database->locks_to_read(database->data, false);
}

void ip_interpreter_lock_key(ip_run_state *run, ip_lock_space space, const ip_datum *key, ip_lock lock)
{
    const ip_table *table = ip_catalog_lock_table_if_any(run->interpreter->schema, space);
    if (table && run->database->lock)
        ip_interpreter_lock_row(run, ip_interpreter_rows_find_or_add(run->rows, table, key), lock);
}

bool ip_interpreter_lock_for_session(ip_run_state *run, ip_lock_space space, const ip_datum *key, ip_lock lock,
                                     bool taken)
{
    const ip_table *table = ip_catalog_lock_table_if_any(run->interpreter->schema, space);
    const ip_database *database = run->database;
    return !table || !database->session_lock ||
           database->session_lock(database->data, ip_interpreter_rows_find_or_add(run->rows, table, key), lock, taken);
}
