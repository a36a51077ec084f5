/* The end of a statement: for each row that it has changed, in that order, foreign keys are checked and execute their
 * actions, then AFTER triggers run; the actions' changes are queued after that (ri_triggers.c runs them without firing,
 * trigger.c goes on until the queue is empty). */
#include "interpreter/run/execute.h"
#include "interpreter/run/write.h"

#include <string.h>

static bool has_references(const ip_after *after)
{
    const ip_table_plan *plan = after->change.plan;
    bool refers = plan && (plan->table->foreign_keys.count > 0 || plan->child_count > 0);
    for (int x = 0; plan && x < plan->exclusion_count; x++)
        refers = refers || plan->exclusions[x].source->deferrable;
    return refers;
}

static bool goes_on_late(const ip_run_state *run)
{
    for (int i = 0; i < run->late.count; i++)
        if (!run->late.items[i].done)
            return true;
    return false;
}

bool ip_exec_is_deferred(const ip_run_state *run, const char *name, bool deferrable, bool deferred)
{
    for (int i = 0; i < run->constraint_modes.count; i++) {
        const ip_constraint_mode *mode = &run->constraint_modes.items[i];
        if (!mode->name || (name && strcmp(mode->name, name) == 0))
            deferred = mode->deferred;
    }
    return (deferrable && deferred) || (run->database->refills && !run->ending);
}

void ip_exec_leave(ip_run_state *run, ip_late late)
{
    if (run->ending)
        ip_interpreter_unable(run, run->range, "a deferred constraint that is met while others are looked at");
    IP_PUSH(run->arena, &run->late, late);
}

void ip_exec_undo_late(ip_run_state *run, int left, int done)
{
    run->late.count = left;
    for (int i = 0; i < left; i++)
        if (run->late.items[i].done > done)
            run->late.items[i].done = 0;
}

static void begin_checks(ip_run_state *run)
{
    if (run->database->checks && !run->database->checks(run->database->data, run->cell_depth))
        ip_interpreter_stop(run);
}

/* Triggers may have written the cells that the check reads: it is a separate statement. */
static void begin_row_checks(ip_run_state *run, const ip_after *after, bool *begun)
{
    bool own_statement = run->cells->written_below == run->cells->statement;
    if (own_statement && has_references(after))
        run->cells->statement = ++run->clock;
    if (has_references(after) && (!*begun || own_statement))
        begin_checks(run);
    *begun = *begun || has_references(after);
}

/* The server's own triggers, among which the others of a row stand in the order of their names (RelationBuildTriggers
 * of trigger.c): deferrable keys by index.c, index_constraint_create. */
enum { PRIMARY_KEYS, REFERENCES, UNIQUES };
static const char *const internal[] = {"PK_ConstraintTrigger", "RI_ConstraintTrigger", "Unique_ConstraintTrigger"};

void ip_exec_run_after(ip_run_state *run, ip_changes *changes)
{
    bool begun = false;
    for (int i = 0; i < changes->list.count; i++) {
        const ip_after after = changes->list.items[i];
        if (after.once) {
            ip_exec_fire_once(run, &after, changes);
            continue;
        }
        for (int k = 0; k < (int)(sizeof internal / sizeof internal[0]); k++) {
            ip_exec_fire_row(run, &after, changes, k ? internal[k - 1] : "", internal[k]);
            begin_row_checks(run, &after, &begun);
            if (k == REFERENCES)
                ip_exec_check_references(run, &after.change, changes);
            else
                ip_exec_check_deferrable_exclusions(run, &after.change, k == PRIMARY_KEYS);
        }
        ip_exec_fire_row(run, &after, changes, internal[UNIQUES], NULL);
    }
}

/* ---- deferred ---- */

/* The checks that are no longer deferred, in the order in which they were queued. */
static void do_late(ip_run_state *run)
{
    bool ending = run->ending;
    run->ending = true;
    for (int i = 0; i < run->late.count; i++) {
        ip_late late = run->late.items[i];
        const ip_code_trigger *t = late.trigger;
        const char *name = t                ? t->name
                           : late.exclusion ? late.exclusion->source->name
                           : late.key       ? late.key->name
                                            : late.child->key->name;
        bool deferred = t ? t->deferred : !late.exclusion || late.exclusion->source->deferred;
        if (late.done || ip_exec_is_deferred(run, name, true, deferred))
            continue;
        run->late.items[i].done = ++run->late_done;
        if (run->cells->written_below == run->cells->statement)
            run->cells->statement = ++run->clock;
        if (t)
            ip_exec_fire_late(run, &late);
        else if (late.exclusion)
            ip_exec_check_exclusion_late(run, &late);
        else
            ip_exec_check_reference_late(run, &late);
    }
    run->ending = ending;
}

static void set_modes(ip_run_state *run, const ip_code_statement *s)
{
    ip_constraint_mode mode = {.deferred = s->deferred};
    if (s->names.count == 0)
        IP_PUSH(run->arena, &run->constraint_modes, mode);
    for (int i = 0; i < s->names.count; i++) {
        mode.name = s->names.items[i];
        IP_PUSH(run->arena, &run->constraint_modes, mode);
    }
}

static void run_statement(ip_run_state *run, const ip_code_statement *s, const char *text)
{
    const ip_database *db = run->database;
    bool snapshot = !s->deferred && goes_on_late(run);
    if (snapshot && run->guards > 0)
        ip_interpreter_unable(run, s->range, "SET CONSTRAINTS … IMMEDIATE where an error could undo it");
    run->cells->statement = ++run->clock;
    if (db->statement && !db->statement(db->data, s, run->cell_depth, snapshot))
        ip_interpreter_stop(run);
    if (db->text && run->cell_depth == 0)
        db->text(db->data, s, text);
    set_modes(run, s);
    if (snapshot) {
        begin_checks(run);
        do_late(run);
    }
    if (db->result && run->cell_depth == 0)
        db->result(db->data, s, 0, 0, NULL);
}

ip_flow ip_exec_set_constraints(ip_run_state *run, const ip_step *step)
{
    run_statement(run, step->source, ip_exec_statement_text(run, &step->source->sql, &step->places));
    return IP_FLOW_NEXT;
}

static bool fires_late(const ip_run_state *run)
{
    for (int i = 0; i < run->late.count; i++)
        if (!run->late.items[i].done && run->late.items[i].trigger)
            return true;
    return false;
}

/* Foreign keys are checked by COMMIT, with the rows as the transaction leaves them. Triggers take snapshots: the
 * remaining checks are then a separate statement before COMMIT, so that other transactions can commit in between. */
void ip_exec_end_transaction(ip_run_state *run)
{
    static const ip_code_statement all_immediate = {.kind = IP_CODE_SET_CONSTRAINTS, .id = -1, .accesses = true};
    if (!goes_on_late(run))
        return;
    if (fires_late(run)) {
        run_statement(run, &all_immediate, "SET CONSTRAINTS ALL IMMEDIATE");
        return;
    }
    if (run->database->ends && !run->database->ends(run->database->data))
        ip_interpreter_stop(run);
    run->cells->statement = ++run->clock;
    set_modes(run, &all_immediate);
    do_late(run);
}
