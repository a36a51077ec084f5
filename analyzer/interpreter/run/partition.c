/* Partitions: all rows belong to the topmost table, and the partition of a row follows from its values.
 *
 * An UPDATE that moves a row to another partition is a DELETE and an INSERT: a concurrent statement that waits for the
 * row's lock fails then (PostgreSQL's manual, 5.11.2.3), where it would have followed an update in place. */
#include "interpreter/run/write.h"

int64_t ip_exec_partition_if_any(ip_run_state *run, const ip_table_plan *plan, ip_datum *values)
{
    ip_datum number = plan->partition.expr ? ip_exec_evaluate_on(run, plan, &plan->partition, -1, values, NULL)
                                           : ip_value_datum_integer(0);
    return ip_is_null(number) ? -1 : number.as.integer;
}

int64_t ip_exec_partition_of(ip_run_state *run, const ip_table_plan *plan, int row, ip_datum *values,
                             const bool *changed)
{
    ip_datum number = ip_exec_evaluate_on(run, plan, &plan->partition, row, values, changed);
    if (ip_is_null(number))
        ip_interpreter_raise(run, "23514", "no partition of relation \"%s\" found for row", plan->table->name);
    return number.as.integer;
}

ip_passage ip_exec_passes(ip_run_state *run, const ip_table_plan *plan, int row, const ip_datum *values,
                          const bool *changed)
{
    int width = plan->table->columns.count;
    if (!ip_exec_row_expr_touched(plan, &plan->partition, changed) && !plan->table->code->hashed)
        return IP_STAYS;
    ip_datum *before = IP_NEW_ARRAY(run->arena, ip_datum, width), *after = IP_NEW_ARRAY(run->arena, ip_datum, width);
    bool *nothing = IP_NEW_ARRAY(run->arena, bool, width);
    bool rehashed = false;
    for (int i = 0; i < width; i++) {
        after[i] = values[i];
        if (plan->table->code->hashed && plan->table->code->hashed[i] && changed[i])
            rehashed = rehashed || !ip_value_datum_equal(ip_exec_row_value(run, plan, row, i), values[i]);
    }
    if (ip_exec_row_expr_touched(plan, &plan->partition, changed) &&
        ip_exec_partition_of(run, plan, row, before, nothing) != ip_exec_partition_of(run, plan, row, after, changed))
        return IP_MOVES;
    return rehashed ? IP_MAY_MOVE : IP_STAYS;
}

ip_datum ip_exec_moved_elsewhere(ip_passage passage)
{
    ip_datum exists = ip_value_datum_boolean(false);
    exists.count = passage;
    return exists;
}

void ip_exec_refuse_moved(ip_run_state *run, ip_datum exists)
{
    if (exists.kind != IP_DATUM_BOOLEAN || exists.as.boolean || exists.count == IP_STAYS)
        return;
    if (exists.count == IP_MOVES)
        ip_interpreter_raise(run, "40001",
                             "tuple to be locked was already moved to another partition due to concurrent update");
    /* A server goes on with the row's next version, which has another key, and is another row here. */
    if (exists.count == IP_CHANGES_KEY && !run->database->keeps_versions)
        ip_interpreter_unable(run, run->range, "a statement that waits for a row whose key changes");
    if (exists.count == IP_CHANGES_KEY)
        return;
    ip_interpreter_unable(run, run->range,
                          "a statement that waits for a row that may have been moved to another HASH partition");
}

void ip_exec_check_within(ip_run_state *run, const ip_write *write, int row, ip_datum *values, const bool *changed)
{
    if (!write->within || write->source->through_view || !ip_exec_row_expr_touched(write->plan, write->within, changed))
        return;
    ip_datum holds = ip_exec_evaluate_on(run, write->plan, write->within, row, values, changed);
    if (!ip_is_true(holds))
        ip_interpreter_raise(run, "23514", "new row for relation \"%s\" violates partition constraint",
                             write->source->named->name);
}

bool ip_exec_view_shows(ip_run_state *run, const ip_write *write, int row, ip_datum *values, const bool *changed)
{
    if (!write->within || !write->source->through_view ||
        !ip_exec_row_expr_touched(write->plan, write->within, changed))
        return true;
    return ip_is_true(ip_exec_evaluate_on(run, write->plan, write->within, row, values, changed));
}

void ip_exec_refuse_hidden(ip_run_state *run, bool shown)
{
    if (!shown)
        ip_interpreter_raise(run, "44000", "new row violates check option for view");
}
