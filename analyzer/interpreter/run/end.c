/* COMMIT and ROLLBACK of procedures, and of scripts. The statements after it belong to another transaction (PostgreSQL
 * 15, section 43.8): a run ends there, unless it is a run of that transaction. */
#include "interpreter/run/execute.h"
#include "interpreter/run/write.h"

static bool begins_here(const ip_run_state *run, const ip_step *step)
{
    ip_range begin = run->frame->prepared->code->begins_after, here = step->source->range;
    return begin.source == here.source && begin.begin == here.begin;
}

/* Cursors are closed, except those of loops; variables keep their values. */
static void begin_next(ip_run_state *run)
{
    const ip_database *db = run->database;
    ip_exec_close_portals(run);
    run->late.count = run->late_done = 0;
    run->notifications.count = 0;
    run->constraint_modes.count = 0;
    run->has_snapshot = false;
    run->cells->statement = ++run->clock;
    run->beginning = db->savepoint ? db->savepoint(db->data) : 0;
}

static ip_flow pass_end(ip_run_state *run, const ip_step *step, bool commit)
{
    const ip_database *db = run->database;
    run->before_begin = !begins_here(run, step);
    ip_exec_hold_portals(run);
    if (commit) {
        ip_exec_end_transaction(run);
        ip_exec_commit_own(run);
    } else {
        ip_exec_undo_own(run, 0);
        if (db->rollback_to)
            db->rollback_to(db->data, run->beginning);
    }
    if (db->passes_end && !db->passes_end(db->data, commit, !run->before_begin))
        ip_interpreter_stop(run);
    begin_next(run);
    return IP_FLOW_NEXT;
}

ip_flow ip_exec_end(ip_run_state *run, const ip_step *step)
{
    bool commit = step->source->kind == IP_CODE_COMMIT;
    if (!run->frame->prepared->code->script) {
        if (!run->may_end)
            ip_interpreter_raise(run, "2D000", "invalid transaction termination");
        if (run->guards > 0)
            ip_interpreter_raise(run, "2D000", "cannot %s while a subtransaction is active",
                                 commit ? "commit" : "roll back");
        if (run->writing_loops > 0)
            ip_interpreter_raise(run, "2D000",
                                 "cannot perform transaction commands inside a cursor loop that is not read-only");
        if (run->depth > 0)
            ip_interpreter_unable(run, step->source->range, "%s within a procedure that is called",
                                  commit ? "COMMIT" : "ROLLBACK");
    }
    if (run->before_begin)
        return pass_end(run, step, commit);
    if (commit)
        return IP_FLOW_END;
    run->error = (ip_error){.sqlstate = "00000", .message = "ROLLBACK"};
    run->end = IP_RUN_ABORTED;
    longjmp(run->outermost->jump, 1);
}

void ip_exec_refuse_unbegun(ip_run_state *run)
{
    if (run->before_begin)
        ip_interpreter_raise(run, "00000", "the call ends before the transaction begins");
}
