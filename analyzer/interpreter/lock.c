/* Locks of rows, and advisory locks, which are locks on rows of tables with no other purpose. */
#include "interpreter/run_state.h"

/* A lock that excludes more than the one before may have waited, FOR KEY SHARE in a query and then the UPDATE around
 * it: what the statement has read of the row past its snapshot is read again. */
static void forget_reread(ip_run_state *run, int row)
{
    ip_cells *cells = run->cells;
    for (int column = 0; column < run->stride; column++) {
        size_t index = (size_t)row * (size_t)run->stride + (size_t)column;
        if (index < cells->capacity && cells->cells[index].written_at != cells->statement)
            cells->cells[index].reread_at = 0;
    }
}

void ip_lock_row(ip_run_state *run, int row, ip_lock lock)
{
    if (ip_is_own(run, row))
        return;
    if (run->database->lock && !run->database->lock(run->database->data, row, lock))
        ip_stop(run);
    forget_reread(run, row);
}

void ip_lock_key(ip_run_state *run, ip_lock_space space, const ip_datum *key, ip_lock lock)
{
    const ip_table *table = ip_lock_table_if_any(run->interpreter->schema, space);
    if (table && run->database->lock)
        ip_lock_row(run, ip_rows_find_or_add(run->rows, table, key), lock);
}

bool ip_lock_for_session(ip_run_state *run, ip_lock_space space, const ip_datum *key, ip_lock lock, bool taken)
{
    const ip_table *table = ip_lock_table_if_any(run->interpreter->schema, space);
    const ip_database *database = run->database;
    return !table || !database->session_lock ||
           database->session_lock(database->data, ip_rows_find_or_add(run->rows, table, key), lock, taken);
}
