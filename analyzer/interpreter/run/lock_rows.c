/* The locks that SELECT … FOR UPDATE and the like take of the rows that they have found. */
#include "interpreter/run/write.h"

/* SKIP LOCKED takes precedence over NOWAIT (PostgreSQL 15, SELECT, The Locking Clause). false: it is locked. */
static bool is_free(ip_run_state *run, const ip_scan_unit *unit, int row)
{
    if ((!unit->skips_locked && !unit->no_wait) || !run->database->lock || unit->table->own)
        return true;
    if (!run->database->held)
        ip_interpreter_unable(run, run->range, "SKIP LOCKED or NOWAIT beside other transactions");
    if (!run->database->held(run->database->data, row, unit->lock))
        return true;
    if (unit->no_wait && run->database->keeps_versions && unit->table->code && unit->table->code->partition)
        ip_interpreter_unable(run, run->range, "an error that names a partition");
    if (unit->no_wait)
        ip_interpreter_raise(run, "55P03", "could not obtain lock on row in relation \"%s\"", unit->table->name);
    return false;
}

void ip_exec_pass_over(ip_run_state *run, const ip_group *group)
{
    for (int i = 0; i < group->count && run->database->passes_over; i++)
        if (group->units[i].kind == IP_SCAN_TABLE && group->units[i].skips_locked && !group->units[i].table->own)
            run->database->passes_over(run->database->data, group->units[i].table);
}

/* false: one of them is locked, and skipped; or, where locked rows are re-read, has been deleted. */
static bool lock_rows(ip_run_state *run, const ip_group *group, ip_binding *items)
{
    for (int i = 0; i < group->count; i++) {
        const ip_scan_unit *unit = &group->units[i];
        ip_binding *binding = &items[unit->item];
        if (unit->kind == IP_SCAN_OUTER && (!lock_rows(run, unit->left, items) || !lock_rows(run, unit->right, items)))
            return false;
        if (unit->kind != IP_SCAN_TABLE || unit->lock == IP_LOCK_NONE || binding->row < 0)
            continue;
        binding->mode = IP_READ_CURRENT;
        if (!is_free(run, unit, binding->row))
            return false;
        ip_interpreter_lock_to_read(run, binding->row, unit->lock);
        ip_datum there = run->database->rereads_locked_rows
                             ? ip_exec_read_cell(run, binding->row, IP_EXISTS, IP_READ_CURRENT)
                             : ip_value_datum_boolean(true);
        ip_exec_refuse_moved(run, there);
        if (!ip_is_true(there))
            return false;
    }
    return true;
}

bool ip_exec_query_lock(ip_run_state *run, const ip_query_plan *query, ip_tuple *e)
{
    if (!lock_rows(run, query->from, e->items))
        return false;
    ip_exec_enter_tuple(run, e);
    return !run->database->rereads_locked_rows || ip_exec_scan_again(run, query->from);
}
