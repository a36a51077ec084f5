/* session.h: a run whose statements come one by one. */
#include "interpreter/run/session.h"

#include "interpreter/run/execute.h"
#include "interpreter/prepare/prepare.h"
#include "interpreter/run/write.h"

#include <string.h>

/* ---- memory of statements ---- */

/* A query of the catalog takes megabytes: a transaction of many would take hundreds. */
enum { MOST_TOGETHER = 256 * 1024 }; /* bytes of statements that last, in one arena */

/* The arena of statements, which contains it. */
struct ip_kept_arena {
    struct ip_kept_arena *next;
    ip_arena *arena;
};

void ip_exec_session_free(ip_interpreter *interpreter)
{
    while (interpreter->kept) {
        ip_arena *arena = interpreter->kept->arena;
        interpreter->kept = interpreter->kept->next;
        ip_arena_free(arena);
    }
    ip_arena_free(interpreter->scratch);
    interpreter->scratch = NULL;
    interpreter->scratch_lasts = false;
    interpreter->kept_bytes = 0;
}

void ip_exec_session_keep(ip_interpreter *interpreter)
{
    interpreter->scratch_lasts = true;
}

/* All of a run that refers to what its statements have allocated. */
typedef struct lasting {
    const void *portals, *late, *modes, *made, *cells, *undos, *sequences;
    int portal_count, late_count, mode_count, made_count, cell_count, undo_count;
} lasting;

static lasting lasting_of(const ip_run_state *run)
{
    lasting all;
    memset(&all, 0, sizeof all); /* padding, too: they are compared as bytes */
    all.portals = run->portals.items;
    all.late = run->late.items;
    all.modes = run->constraint_modes.items;
    all.made = run->own_made.items;
    all.cells = run->own_cells.items;
    all.undos = run->own_undos.items;
    all.sequences = run->sequences;
    all.portal_count = run->portals.count;
    all.late_count = run->late.count;
    all.mode_count = run->constraint_modes.count;
    all.made_count = run->own_made.count;
    all.cell_count = run->own_cells.count;
    all.undo_count = run->own_undos.count;
    return all;
}

/* An open cursor may take more of its rows at any statement. */
static bool begin_scratch(ip_run_state *run)
{
    ip_interpreter *interpreter = run->interpreter;
    if (!run->database->answers_clients || run->database->keeps_versions || run->portals.count)
        return false;
    if (interpreter->scratch && interpreter->scratch_lasts && ip_arena_bytes(interpreter->scratch) > MOST_TOGETHER) {
        struct ip_kept_arena *kept = IP_NEW(interpreter->scratch, struct ip_kept_arena);
        *kept = (struct ip_kept_arena){interpreter->kept, interpreter->scratch};
        interpreter->kept = kept;
        interpreter->kept_bytes += ip_arena_bytes(kept->arena);
        interpreter->scratch = NULL;
        interpreter->scratch_lasts = false;
    }
    if (!interpreter->scratch)
        interpreter->scratch = ip_arena_new();
    if (!interpreter->scratch_lasts)
        ip_arena_reset(interpreter->scratch);
    return true;
}

static void end_scratch(ip_run_state *run, const lasting *before)
{
    const lasting after = lasting_of(run);
    memset(&run->results, 0, sizeof run->results); /* the next statement's results go elsewhere */
    if (memcmp(before, &after, sizeof after) != 0)
        run->interpreter->scratch_lasts = true;
}

void ip_exec_session_begin(ip_interpreter *interpreter, const ip_database *database)
{
    ip_exec_session_free(interpreter);
    ip_run_state *run = &interpreter->run;
    int hidden_keys = database->rows == run->rows ? run->hidden_keys : 0;
    ip_exec_run_begin(interpreter, database);
    run->hidden_keys = hidden_keys;
}

/* Restores state that a statement left by a jump has not restored. */
static void to_the_top(ip_run_state *run)
{
    run->scope = NULL;
    run->scanned = NULL;
    run->joined = false;
    run->parts = NULL;
    run->rounds = NULL;
    run->frame = NULL;
    run->depth = run->trigger_depth = run->cell_depth = 0;
    run->cells = ip_exec_cells_at(run, 0);
    run->cells->statement = ++run->clock;
    run->guards = run->writing_loops = run->reading_loops = 0;
    run->ending = run->checking_key = false;
    run->checking = IP_READ_CURRENT;
    run->handled = NULL;
    run->firing = (ip_firing){0};
    run->end = IP_RUN_COMMITTED;
    run->results.count = 0;
    run->steps = run->visited = 0;
    run->may_end = false;
}

static ip_session_result ended(ip_run_state *run)
{
    ip_session_result result = {.end = run->end};
    if (run->end == IP_RUN_COMMITTED)
        return result;
    result.sqlstate = run->error.sqlstate;
    result.message = run->end == IP_RUN_TOO_LONG ? "the step limit is reached" : run->error.message;
    if (run->end == IP_RUN_ABORTED)
        result.about = run->error.about;
    result.range = run->range;
    to_the_top(run);
    return result;
}

/* ---- the order of rows, where the server's plan decides it ---- */
static bool is_same_row(const ip_datum *a, const ip_datum *b, int width)
{
    for (int i = 0; i < width; i++)
        if (!ip_value_datum_equal(a[i], b[i]))
            return false;
    return true;
}

/* The rows of a scan of one table are in the table's order; after GROUP BY, a join or DISTINCT they are in any
 * order. */
static bool has_own_order(const ip_code_query *q)
{
    if (q->operation != IP_CODE_PLAIN)
        return q->operation == IP_CODE_UNION && q->all && has_own_order(q->left) && has_own_order(q->right);
    if (q->values)
        return true;
    return !q->group_by.count && !q->distinct && !q->distinct_on.count && !q->windows.count && q->item_count <= 1 &&
           (!q->from || q->from->kind != IP_CODE_DERIVED || has_own_order(q->from->query));
}

/* ORDER BY sorts by that column of the result. */
static bool is_sorted_by(const ip_code_query *q, int t)
{
    const ip_code_expr *target = q->targets ? q->targets[t].expr : NULL;
    for (int i = 0; i < q->order_by.count; i++) {
        const ip_code_expr *e = q->order_by.items[i].expr;
        if ((e->kind == IP_CODE_OUTPUT && e->index == t) ||
            (target && e->kind == IP_CODE_COLUMN && target->kind == IP_CODE_COLUMN && e->level == 0 &&
             target->level == 0 && e->item == target->item && e->index == target->index))
            return true;
    }
    return false;
}

/* Rows that are equal by ORDER BY are identical. */
static bool is_ordered(const ip_code_query *q, const ip_session_result *result)
{
    for (int r = 0; r < result->row_count; r++)
        for (int other = 0; other < r; other++) {
            const ip_datum *a = result->values + (size_t)r * (size_t)result->width;
            const ip_datum *b = result->values + (size_t)other * (size_t)result->width;
            bool distinct = false;
            for (int t = 0; t < q->target_count && t < result->width; t++)
                distinct = distinct || (is_sorted_by(q, t) && !ip_value_datum_equal(a[t], b[t]));
            if (!distinct && !is_same_row(a, b, result->width))
                return false;
        }
    return true;
}

static bool has_known_order(const ip_code_query *q, const ip_session_result *result)
{
    enum { STABLE = 7, MOST = 2000 }; /* the server sorts fewer rows than that by insertion (sort_template.h) */
    bool same = true;
    for (int r = 1; r < result->row_count; r++)
        same = same && is_same_row(result->values, result->values + (size_t)r * (size_t)result->width, result->width);
    if (same || (has_own_order(q) && (!q->order_by.count || result->row_count < STABLE)))
        return true;
    return q->order_by.count && result->row_count < MOST && is_ordered(q, result);
}

/* The columns of the statement's result, if it returns rows. */
static void describe_columns(const ip_step *step, ip_session_result *result)
{
    if (step && step->query && !step->write) {
        result->has_rows = step->source->kind == IP_CODE_SELECT || step->source->kind == IP_CODE_FETCH;
        result->width = step->query->width;
        result->names = step->query->names;
        result->types = step->query->types;
    } else if (step && step->write && step->write->returning.count) {
        result->has_rows = true;
        result->width = step->write->returning.count;
        result->names = step->write->returning_names;
        result->types = step->write->returning_types;
    } else if (step && step->source->kind == IP_CODE_CALL_PROCEDURE && step->outs) {
        result->has_rows = true;
        result->width = step->outs;
        result->names = step->out_names;
        result->types = step->out_types;
    }
}

/* What the client sees of the statement. */
static void describe(ip_run_state *run, const ip_prepared *prepared, ip_session_result *result)
{
    const ip_step *step = prepared->body.count == 1 ? &prepared->body.items[0] : NULL;
    result->values = run->results.items;
    if (prepared->body.count > 1)
        return;
    for (int i = 0; step && step->source->kind == IP_CODE_FETCH && !step->source->move && i < run->portals.count; i++)
        if (step->source->portal && strcmp(run->portals.items[i].name, step->source->portal) == 0) {
            result->has_rows = true;
            result->width = run->portals.items[i].query->width;
            result->names = run->portals.items[i].query->names;
            result->types = run->portals.items[i].query->types;
            result->row_count = result->width ? run->results.count / result->width : 0;
            return;
        }
    describe_columns(step, result);
    if (!result->width && !(step && step->query && !step->write) &&
        (run->results.count || !step || (step->source->kind == IP_CODE_FETCH && !step->source->move)))
        ip_interpreter_unable(run, run->range, "a statement whose columns have no names here");
    result->row_count = result->width ? run->results.count / result->width : 0;
    if (run->database->answers_clients)
        return;
    if (step && step->query && !step->write && step->source->query && !has_known_order(step->source->query, result))
        ip_interpreter_unable(run, step->source->range,
                              "a query whose rows come in an order that the server's plan decides");
    if (step && step->write && result->row_count > 1 && step->source->write->item_count > 1)
        ip_interpreter_unable(run, step->source->range, "RETURNING of several rows that a join has found");
}

static void refuse(ip_run_state *run, const ip_prepared *prepared)
{
    const ip_code *code = prepared->code;
    if (code->why_not)
        ip_interpreter_unable(run, code->why_not_range, "%s", code->why_not);
    if (prepared->unable)
        ip_interpreter_unable(run, prepared->unable_range, "%s", prepared->unable);
}

static ip_session_result run_statement(ip_run_state *run, const ip_code *code, const ip_datum *arguments)
{
    ip_trap trap = {0};
    run->outermost = run->trap = &trap;
    to_the_top(run);
    if (setjmp(trap.jump))
        return ended(run);
    if (code->why_not)
        ip_interpreter_unable(run, code->why_not_range, "%s", code->why_not);
    const ip_prepared *prepared = ip_prepare_prepared_of(run->interpreter, code, arguments);
    refuse(run, prepared);
    ip_exec_run_script(run, prepared, arguments);
    ip_session_result result = {.end = IP_RUN_COMMITTED};
    describe(run, prepared, &result);
    /* The next statement's results go elsewhere. */
    memset(&run->results, 0, sizeof run->results);
    return result;
}

ip_session_result ip_exec_session_run(ip_interpreter *interpreter, const ip_code *code, const ip_datum *arguments)
{
    ip_run_state *run = &interpreter->run;
    ip_arena *lasts = run->arena;
    if (!begin_scratch(run))
        return run_statement(run, code, arguments);
    const lasting before = lasting_of(run);
    run->lasts = lasts;
    run->arena = interpreter->scratch;
    const ip_session_result result = run_statement(run, code, arguments);
    run->arena = lasts;
    run->lasts = NULL;
    end_scratch(run, &before);
    return result;
}

ip_session_result ip_exec_session_describe(ip_interpreter *interpreter, const ip_code *code, const ip_datum *arguments)
{
    ip_run_state *run = &interpreter->run;
    ip_trap trap = {0};
    run->outermost = run->trap = &trap;
    if (setjmp(trap.jump))
        return ended(run);
    if (code->why_not)
        ip_interpreter_unable(run, code->why_not_range, "%s", code->why_not);
    const ip_prepared *prepared = ip_prepare_prepared_of(interpreter, code, arguments);
    refuse(run, prepared);
    if (prepared->body.count == 1 && prepared->body.items[0].unable)
        ip_exec_refuse_step(run, &prepared->body.items[0]);
    ip_session_result result = {.end = IP_RUN_COMMITTED};
    describe_columns(prepared->body.count == 1 ? &prepared->body.items[0] : NULL, &result);
    return result;
}

ip_session_result ip_exec_session_finish(ip_interpreter *interpreter)
{
    ip_run_state *run = &interpreter->run;
    ip_trap trap = {0};
    run->outermost = run->trap = &trap;
    to_the_top(run);
    if (setjmp(trap.jump))
        return ended(run);
    ip_exec_end_transaction(run);
    return (ip_session_result){.end = IP_RUN_COMMITTED};
}

ip_session_mark ip_exec_session_now(ip_interpreter *interpreter)
{
    const ip_run_state *run = &interpreter->run;
    return (ip_session_mark){run->portals.count, run->late.count, run->late_done, run->constraint_modes.count};
}

void ip_exec_session_undo(ip_interpreter *interpreter, ip_session_mark mark)
{
    ip_run_state *run = &interpreter->run;
    run->portals.count = mark.portals;
    ip_exec_undo_late(run, mark.late, mark.done);
    run->constraint_modes.count = mark.modes;
    ip_exec_undo_for_cursors(run);
}

bool ip_exec_session_wrong_table(ip_interpreter *interpreter, const ip_table *table, const char **sqlstate,
                                 const char **message)
{
    const ip_table_plan *plan = ip_prepare_plan_of_table(interpreter, table);
    *sqlstate = plan->wrong_state;
    *message = plan->wrong;
    return plan->unable && plan->wrong_state;
}

const char *ip_exec_session_held_up(const ip_interpreter *interpreter)
{
    const ip_run_state *run = &interpreter->run;
    for (int i = 0; i < run->portals.count; i++)
        if (run->portals.items[i].open)
            return "a definition while a cursor is open";
    for (int i = 0; i < run->late.count; i++)
        if (!run->late.items[i].done && run->late.items[i].trigger)
            return "a definition before triggers that wait for the end of the transaction";
    return NULL;
}

bool ip_exec_session_leaves_checks(const ip_interpreter *interpreter, const char *table)
{
    const ip_run_state *run = &interpreter->run;
    for (int i = 0; i < run->late.count; i++) {
        const ip_table_plan *plan = run->late.items[i].after.change.plan;
        if (!run->late.items[i].done && (!table || (plan && strcmp(plan->table->name, table) == 0)))
            return true;
    }
    return false;
}

void ip_exec_session_leave_checks(ip_interpreter *interpreter, int row)
{
    ip_run_state *run = &interpreter->run;
    const ip_table_plan *plan = ip_prepare_plan_of_table(interpreter, ip_interpreter_rows_table(run->rows, row));
    const ip_change change = {plan, -1, row, NULL, NULL};
    for (int k = 0; k < plan->table->foreign_keys.count; k++)
        if (plan->table->foreign_keys.items[k].deferrable || plan->table->foreign_keys.items[k].deferred)
            ip_exec_leave(run, (ip_late){.after.change = change, .key = &plan->table->foreign_keys.items[k]});
    for (int x = 0; x < plan->exclusion_count; x++)
        if (plan->exclusions[x].source->deferrable)
            ip_exec_leave(run, (ip_late){.after.change = change, .exclusion = &plan->exclusions[x]});
}

void ip_exec_session_carry(ip_interpreter *to, const ip_interpreter *from)
{
    to->run.hidden_keys = from->run.hidden_keys;
    ip_builtin_sequences_carry(&to->run, from->run.sequences);
    for (int i = 0; i < from->run.constraint_modes.count; i++) {
        ip_constraint_mode mode = from->run.constraint_modes.items[i];
        mode.name = mode.name ? ip_arena_strdup(to->run.arena, mode.name) : NULL;
        IP_PUSH(to->run.arena, &to->run.constraint_modes, mode);
    }
}

struct ip_sequence *ip_exec_session_drawn(const ip_interpreter *interpreter, ip_arena *arena)
{
    return ip_builtin_sequences_copy(arena, interpreter->run.sequences);
}

void ip_exec_session_drew(ip_interpreter *interpreter, const struct ip_sequence *drawn)
{
    ip_builtin_sequences_carry(&interpreter->run, drawn);
}

void ip_exec_session_raise(ip_interpreter *interpreter, const char *sqlstate, const char *message)
{
    ip_interpreter_raise(&interpreter->run, sqlstate, "%s", message);
}

void ip_exec_session_unable(ip_interpreter *interpreter, const char *why)
{
    ip_run_state *run = &interpreter->run;
    ip_interpreter_unable(run, run->range, "%s", why);
}

int64_t ip_exec_session_partition(ip_interpreter *interpreter, const ip_table *table, const ip_datum *values)
{
    ip_run_state *run = &interpreter->run;
    const ip_table_plan *plan = ip_prepare_plan_of_table(interpreter, table);
    if (!plan->partition.expr)
        return 0;
    ip_datum *copy = IP_NEW_ARRAY(run->arena, ip_datum, table->columns.count);
    memcpy(copy, values, sizeof *copy * (size_t)table->columns.count);
    return ip_exec_partition_if_any(run, plan, copy);
}

const char *ip_exec_session_condition(const char *name)
{
    return ip_interpreter_condition_sqlstate(name);
}
