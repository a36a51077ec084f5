/* The end of a statement: for each row that it has changed, in that order, foreign keys are checked and do what they
 * have as actions, then AFTER triggers run; what the actions change is queued behind (ri_triggers.c runs them without
 * firing, trigger.c goes on until the queue is empty). */
#include "run.h"

static bool has_references(const ip_after *after)
{
    const ip_table_plan *plan = after->change.plan;
    return plan && (plan->table->foreign_keys.count > 0 || plan->child_count > 0);
}

static void begin_checks(ip_run *run)
{
    if (run->database->checks && !run->database->checks(run->database->data, run->cell_depth))
        ip_stop(run);
}

void ip_run_after(ip_run *run, ip_changes *changes)
{
    bool begun = false;
    for (int i = 0; i < changes->list.count; i++) {
        const ip_after after = changes->list.items[i];
        if (after.once) {
            ip_fire_once(run, &after);
            continue;
        }
        /* Triggers may have written what is looked at now: a statement of its own. */
        bool anew = run->cells->written_below == run->cells->statement;
        if (anew && has_references(&after))
            run->cells->statement = ++run->clock;
        if (has_references(&after) && (!begun || anew))
            begin_checks(run);
        begun = begun || has_references(&after);
        ip_check_references(run, &after.change, changes);
        ip_fire_row(run, &after);
    }
}
