/* Statements of PL/pgSQL and of scripts. */
#include "interpreter/run/execute.h"
#include "interpreter/run/write.h"

#include <string.h>

static void count_step(ip_run_state *run, const ip_step *step)
{
    run->range = step->source->range;
    ip_exec_count_round(run);
}

void ip_exec_count_round(ip_run_state *run)
{
    ip_interpreter_check_memory(run);
    run->interpreter->work++;
    if (++run->steps <= run->step_limit)
        return;
    run->end = IP_RUN_TOO_LONG;
    longjmp(run->outermost->jump, 1);
}

ip_flow ip_exec_steps_run(ip_run_state *run, const ip_steps *steps)
{
    for (int i = 0; i < steps->count; i++) {
        const ip_step *step = &steps->items[i];
        count_step(run, step);
        ip_flow flow = ip_exec_step(run, step);
        if (flow != IP_FLOW_NEXT)
            return flow;
        if (step->source->no_rows)
            run->frame->row_count = 0;
    }
    return IP_FLOW_NEXT;
}

/* ---- statements that access tables ---- */
/* The client's own call of a function that is not volatile is the statement whose snapshot the body shares. */
static bool takes_snapshot(ip_run_state *run)
{
    const ip_code *code = run->frame->prepared->code;
    bool shares = !code->script && !code->procedure && !code->volatile_ && run->has_snapshot;
    run->has_snapshot = true;
    return !shares;
}

bool ip_exec_enter_statement(ip_run_state *run, const ip_step *step, bool accesses, const ip_code_sql *sql)
{
    if (run->database->begins && accesses)
        run->database->begins(run->database->data, step->source);
    ip_exec_lock_tables(run, sql, false);
    if (run->frame->shares_statement)
        return false;
    run->cells->statement = ++run->clock;
    if (!accesses)
        return false;
    const ip_database *db = run->database;
    if (db->statement && !db->statement(db->data, step->source, run->cell_depth, takes_snapshot(run)))
        ip_interpreter_stop(run);
    return db->text && run->cell_depth == 0;
}

void ip_exec_begin_statement(ip_run_state *run, const ip_step *step, bool accesses, const ip_code_sql *sql,
                             const ip_nodes *places)
{
    if (ip_exec_enter_statement(run, step, accesses, sql))
        run->database->text(run->database->data, step->source, ip_exec_statement_text(run, sql, places));
}

void ip_exec_end_statement(ip_run_state *run, const ip_step *step, bool accesses, const ip_rowset *rows)
{
    const ip_database *db = run->database;
    if (accesses && db->result && run->cell_depth == 0 && !run->frame->shares_statement)
        db->result(db->data, step->source, rows->count, rows->width, rows->values);
}

ip_datum ip_exec_evaluate_statement(ip_run_state *run, const ip_step *step, const ip_node *expr, bool accesses,
                                    const ip_code_sql *sql, const ip_nodes *places)
{
    if (accesses)
        ip_exec_begin_statement(run, step, accesses, sql, places);
    ip_datum value = ip_evaluate(run, expr);
    ip_rowset row = {.count = 1, .width = 1, .values = &value};
    if (accesses)
        ip_exec_end_statement(run, step, accesses, &row);
    if (sql->counts)
        run->frame->row_count = sql->counts;
    return value;
}

ip_datum ip_exec_evaluate_own(ip_run_state *run, const ip_step *step, const ip_node *expr)
{
    return ip_exec_evaluate_statement(run, step, expr, step->source->accesses, &step->source->sql, &step->places);
}

void ip_exec_set_found(ip_run_state *run, bool found)
{
    int slot = run->frame->prepared->code->found;
    if (slot >= 0)
        run->slots[slot] = ip_value_datum_boolean(found);
}

/* ---- assignment and control ---- */
static ip_flow exec_assign(ip_run_state *run, const ip_step *step)
{
    ip_exec_assign(run, step->targets, ip_exec_evaluate_own(run, step, step->expr));
    return IP_FLOW_NEXT;
}

static bool is_mine(ip_run_state *run, const ip_step *step, bool loop)
{
    const char *label = step->source->label;
    if (!run->label)
        return loop;
    return label && strcmp(label, run->label) == 0;
}

static ip_flow exec_if(ip_run_state *run, const ip_step *step)
{
    for (int i = 0; i < step->branch_count; i++) {
        const ip_step_branch *b = &step->branches[i];
        const ip_code_branch *source = &step->source->branches.items[i];
        if (!b->condition ||
            ip_is_true(ip_exec_evaluate_statement(run, step, b->condition, source->accesses, &source->sql, &b->places)))
            return ip_exec_steps_run(run, &b->body);
    }
    return IP_FLOW_NEXT;
}

/* One round of a loop; true: the loop ends with *flow. */
bool ip_exec_loop_round(ip_run_state *run, const ip_step *step, ip_flow *flow)
{
    count_step(run, step);
    *flow = ip_exec_steps_run(run, &step->body);
    if (*flow == IP_FLOW_NEXT)
        return false;
    if (*flow == IP_FLOW_CONTINUE && is_mine(run, step, true)) {
        *flow = IP_FLOW_NEXT;
        return false;
    }
    if (*flow == IP_FLOW_EXIT && is_mine(run, step, true))
        *flow = IP_FLOW_NEXT;
    return true;
}

static ip_flow exec_loop(ip_run_state *run, const ip_step *step)
{
    ip_flow flow;
    while (!ip_exec_loop_round(run, step, &flow))
        ;
    return flow;
}

static ip_flow exec_while(ip_run_state *run, const ip_step *step)
{
    ip_flow flow = IP_FLOW_NEXT;
    while (ip_is_true(ip_exec_evaluate_own(run, step, step->expr)))
        if (ip_exec_loop_round(run, step, &flow))
            break;
    return flow;
}

static int64_t bound(ip_run_state *run, const ip_node *expr, const char *what)
{
    ip_datum value = ip_evaluate(run, expr);
    if (value.kind == IP_DATUM_NULL)
        ip_interpreter_raise(run, "22004", "%s of FOR loop cannot be null", what);
    return value.as.integer;
}

static ip_flow exec_for_range(ip_run_state *run, const ip_step *step)
{
    ip_exec_begin_statement(run, step, step->source->accesses, &step->source->sql, &step->places);
    int64_t at = bound(run, step->low, "lower bound"), last = bound(run, step->high, "upper bound");
    int64_t by = step->by ? bound(run, step->by, "BY value") : 1;
    ip_flow flow = IP_FLOW_NEXT;
    bool found = false;
    if (by <= 0)
        ip_interpreter_raise(run, "22023", "BY value of FOR loop must be greater than zero");
    for (; step->source->reverse ? at >= last : at <= last; at += step->source->reverse ? -by : by) {
        if (at != (int32_t)at)
            break;
        found = true;
        ip_exec_assign(run, step->targets, ip_value_datum_integer(at));
        if (ip_exec_loop_round(run, step, &flow))
            break;
    }
    ip_exec_set_found(run, found);
    return flow;
}

static ip_flow exec_foreach(ip_run_state *run, const ip_step *step)
{
    ip_datum array = ip_exec_evaluate_own(run, step, step->expr);
    if (array.kind == IP_DATUM_NULL)
        ip_interpreter_raise(run, "22004", "FOREACH expression must not be null");
    ip_flow flow = IP_FLOW_NEXT;
    int slice = step->source->slice, rounds = slice && array.count ? 1 : array.count;
    bool found = rounds > 0;
    /* An empty array has no dimensions, the others here have one. */
    if (slice > (array.count > 0))
        ip_interpreter_raise(run, "2202E", "slice dimension (%d) is out of the valid range 0..%d", slice,
                             array.count > 0);
    for (int i = 0; i < rounds; i++) {
        ip_datum item = slice ? array : array.as.items[i];
        if (step->target_count == 1)
            ip_exec_assign(run, step->targets, item);
        else
            ip_exec_assign_row(run, step, item.kind == IP_DATUM_NULL ? NULL : item.as.items, item.count);
        if (ip_exec_loop_round(run, step, &flow))
            break;
    }
    ip_exec_set_found(run, found);
    return flow;
}

static ip_flow exec_exit(ip_run_state *run, const ip_step *step)
{
    if (step->expr && !ip_is_true(ip_exec_evaluate_own(run, step, step->expr)))
        return IP_FLOW_NEXT;
    run->label = step->source->label;
    return step->source->kind == IP_CODE_EXIT ? IP_FLOW_EXIT : IP_FLOW_CONTINUE;
}

/* ---- SQL ---- */
static bool writes(const ip_step *step)
{
    bool any = step->write;
    for (int i = 0; i < step->part_count; i++)
        any = any || step->parts[i]->writes;
    return any;
}

void ip_exec_forbid_in_stable(ip_run_state *run, const ip_step *step)
{
    const ip_code *code = run->frame->prepared->code;
    bool locks = step->query && step->query->locks, changes = writes(step);
    for (int i = 0; i < step->part_count; i++)
        changes = changes || step->parts[i]->locks;
    if (!code->script && !code->procedure && !code->volatile_ && (changes || locks))
        ip_interpreter_raise(run, "0A000", "%s is not allowed in a non-volatile function",
                             locks                                         ? "SELECT FOR UPDATE"
                             : !step->write                                ? "SELECT"
                             : step->source->write->kind == IP_CODE_INSERT ? "INSERT"
                                                                           : "UPDATE");
}

ip_rowset ip_exec_run_query_statement(ip_run_state *run, const ip_step *step)
{
    const ip_code_statement *s = step->source;
    ip_rowset rows;
    int64_t affected = 0;
    ip_exec_forbid_in_stable(run, step);
    ip_exec_forbid_if_read_only(run, step);
    ip_exec_begin_statement(run, step, s->accesses, &s->sql, &step->places);
    ip_parts *outer = ip_exec_parts_begin(run, step);
    if (step->write) {
        rows = ip_exec_write_run(run, step->write, &affected);
        if (!rows.width)
            rows.count = (int)affected;
    } else {
        rows = ip_exec_query_run(run, step->query);
        affected = rows.count;
    }
    ip_exec_parts_end(run, outer);
    run->frame->row_count = affected;
    ip_exec_end_statement(run, step, s->accesses, &rows);
    return rows;
}

/* Statements of a script: their client gets the rows, also those that it keeps in variables (\gset, loops). */
static bool is_of_client(const ip_run_state *run)
{
    return run->frame->prepared->code->script && run->depth == 0;
}

void ip_exec_tell_client(ip_run_state *run, const char *text)
{
    if (is_of_client(run) && !run->database->notifies)
        IP_PUSH(run->arena, &run->reported, text);
}

void ip_exec_give_client(ip_run_state *run, const ip_rowset *rows)
{
    for (int i = 0; i < rows->count * rows->width; i++)
        IP_PUSH(run->arena, &run->results, rows->values[i]);
}

static ip_flow exec_query(ip_run_state *run, const ip_step *step)
{
    ip_rowset rows = ip_exec_run_query_statement(run, step);
    const ip_code_statement *s = step->source;
    /* Set before INTO may fail: handlers see FOUND. */
    ip_exec_set_found(run, step->write ? run->frame->row_count > 0 : rows.count > 0);
    if (s->kind != IP_CODE_PERFORM && s->targets.count) {
        bool many = rows.count > 1 && (s->strict || (step->write && !s->executes));
        if (s->strict && rows.count == 0)
            ip_interpreter_raise(run, "P0002", "query returned no rows");
        if (many && !step->write && !s->executes) /* the second row is the last to be fetched */
            run->frame->row_count = 2;
        if (many)
            ip_interpreter_raise(run, "P0003", "query returned more than one row");
        ip_exec_assign_row(run, step, rows.count ? rows.values : NULL, rows.width);
        if (!step->write && !s->executes) /* INTO fetches one row, EXECUTE runs to the last */
            run->frame->row_count = rows.count > 0;
    }
    if (s->kind != IP_CODE_PERFORM && is_of_client(run))
        ip_exec_give_client(run, &rows);
    if (step->write && !rows.width)
        ip_exec_tell_client(run,
                            ip_arena_printf(run->arena, "%d row%s changed", rows.count, rows.count == 1 ? "" : "s"));
    return IP_FLOW_NEXT;
}

static ip_flow exec_for_query(ip_run_state *run, const ip_step *step)
{
    if (step->source->cursor >= 0)
        return ip_exec_cursor_loop(run, step);
    int64_t row_count = run->frame->row_count;
    ip_rowset rows = ip_exec_run_query_statement(run, step);
    run->frame->row_count = row_count; /* a loop leaves it alone */
    if (is_of_client(run))
        ip_exec_give_client(run, &rows);
    ip_flow flow = IP_FLOW_NEXT;
    int writing_loops = run->writing_loops;
    run->writing_loops += writes(step);
    run->reading_loops++;
    if (!rows.count)
        ip_exec_assign_row(run, step, NULL, rows.width);
    for (int i = 0; i < rows.count; i++) {
        ip_exec_assign_row(run, step, rows.values + (size_t)i * (size_t)rows.width, rows.width);
        if (ip_exec_loop_round(run, step, &flow))
            break;
    }
    run->writing_loops = writing_loops;
    run->reading_loops--;
    ip_exec_set_found(run, rows.count > 0);
    return flow;
}

static ip_flow exec_row_count(ip_run_state *run, const ip_step *step)
{
    if (run->frame->row_count == IP_CODE_SOME_ROWS)
        ip_interpreter_unable(run, run->range, "ROW_COUNT of an expression that may have no row");
    ip_exec_assign(run, step->targets, ip_value_datum_integer(run->frame->row_count));
    return IP_FLOW_NEXT;
}

static ip_flow exec_block(ip_run_state *run, const ip_step *step)
{
    ip_flow flow = step->handler_count ? ip_exec_run_guarded(run, step) : ip_exec_steps_run(run, &step->body);
    return flow == IP_FLOW_EXIT && is_mine(run, step, false) ? IP_FLOW_NEXT : flow;
}

static ip_flow exec_lock_table(ip_run_state *run, const ip_step *step)
{
    const ip_code_statement *s = step->source;
    const ip_database *db = run->database;
    ip_rowset none = {0};
    run->cells->statement = ++run->clock;
    if (db->statement && !db->statement(db->data, s, run->cell_depth, false))
        ip_interpreter_stop(run);
    if (db->text && run->cell_depth == 0)
        db->text(db->data, s, ip_exec_statement_text(run, &s->sql, &step->places));
    ip_exec_lock_tables(run, &s->sql, s->no_wait);
    ip_exec_end_statement(run, step, s->accesses, &none);
    return IP_FLOW_NEXT;
}

static ip_flow exec_nothing(ip_run_state *run, const ip_step *step)
{
    (void)run, (void)step;
    return IP_FLOW_NEXT;
}

static ip_flow exec_notify(ip_run_state *run, const ip_step *step)
{
    ip_evaluate(run, step->expr);
    return IP_FLOW_NEXT;
}

static ip_exec *const actions[] = {
    [IP_CODE_BLOCK] = exec_block,
    [IP_CODE_ASSIGN] = exec_assign,
    [IP_CODE_IF] = exec_if,
    [IP_CODE_LOOP] = exec_loop,
    [IP_CODE_WHILE] = exec_while,
    [IP_CODE_FOR_RANGE] = exec_for_range,
    [IP_CODE_FOR_QUERY] = exec_for_query,
    [IP_CODE_FOREACH] = exec_foreach,
    [IP_CODE_EXIT] = exec_exit,
    [IP_CODE_CONTINUE] = exec_exit,
    [IP_CODE_RETURN] = ip_exec_return,
    [IP_CODE_RETURN_NEXT] = ip_exec_return_next,
    [IP_CODE_RETURN_QUERY] = ip_exec_return_query,
    [IP_CODE_RAISE] = ip_exec_raise,
    [IP_CODE_SELECT] = exec_query,
    [IP_CODE_WRITE] = exec_query,
    [IP_CODE_PERFORM] = exec_query,
    [IP_CODE_CALL_PROCEDURE] = ip_exec_call,
    [IP_CODE_ROW_COUNT] = exec_row_count,
    [IP_CODE_STACKED] = ip_exec_stacked,
    [IP_CODE_ASSERT] = ip_exec_assert,
    [IP_CODE_COMMIT] = ip_exec_end,
    [IP_CODE_ROLLBACK] = ip_exec_end,
    [IP_CODE_NOTHING] = exec_nothing,
    [IP_CODE_NOTIFY] = exec_notify,
    [IP_CODE_LOCK_TABLE] = exec_lock_table,
    [IP_CODE_SET_CONSTRAINTS] = ip_exec_set_constraints,
    [IP_CODE_OPEN] = ip_exec_open,
    [IP_CODE_FETCH] = ip_exec_fetch,
    [IP_CODE_CLOSE] = ip_exec_close,
    [IP_CODE_CREATE_TABLE] = ip_exec_make_table,
    [IP_CODE_DROP_TABLES] = ip_exec_drop_tables,
    [IP_CODE_EMPTY_TABLES] = ip_exec_empty_tables,
    [IP_CODE_EXECUTE] = ip_exec_text,
};

void ip_exec_refuse_step(ip_run_state *run, const ip_step *step)
{
    if (step->wrong_state && run->database->answers_clients) {
        run->range = step->unable_range;
        ip_interpreter_raise(run, step->wrong_state, "%s", step->wrong);
    }
    ip_interpreter_unknown(run, step->unable_range, "%s", step->unable);
}

ip_flow ip_exec_step(ip_run_state *run, const ip_step *step)
{
    if (step->unable)
        ip_exec_refuse_step(run, step);
    return actions[step->source->kind](run, step);
}
