/* Calls of routines, what they return, and the text of statements. */
#include "parse/quoted_name.h"
#include "interpreter/run/evaluate.h"
#include "interpreter/run/execute.h"
#include "interpreter/prepare/prepare.h"
#include "interpreter/run/write.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ---- results ---- */
static int out_count(const ip_code *code)
{
    int count = 0;
    for (int i = 0; i < code->parameter_count; i++)
        count += code->out.items[i];
    return count;
}

static int result_width(const ip_prepared *prepared)
{
    return prepared->result.tag == IP_T_RECORD && prepared->result.shape ? prepared->result.shape->count : 1;
}

static ip_datum out_values(ip_run_state *run, const ip_code *code)
{
    ip_datum *items = IP_NEW_ARRAY(run->arena, ip_datum, code->parameter_count);
    int count = 0;
    for (int i = 0; i < code->parameter_count; i++)
        if (code->out.items[i])
            items[count++] = run->slots[i];
    if (count == 1 && !code->procedure)
        return items[0];
    ip_datum record = {.kind = IP_DATUM_RECORD, .count = count, .as.items = items};
    const ip_shape *shape = run->frame->prepared->result.shape;
    record.names = shape ? shape->names : NULL;
    return record;
}

static void add_row(ip_run_state *run, ip_datum value)
{
    ip_call_frame *frame = run->frame;
    if (!frame->rows)
        ip_interpreter_unable(run, run->range, "rows of a routine here");
    frame->rows->width = result_width(frame->prepared);
    ip_datum *row = ip_exec_rowset_add(run, frame->rows);
    if (frame->prepared->result.tag != IP_T_RECORD)
        *row = value;
    else
        for (int i = 0; i < frame->rows->width && value.kind == IP_DATUM_RECORD && i < value.count; i++)
            row[i] = value.as.items[i];
}

ip_flow ip_exec_return(ip_run_state *run, const ip_step *step)
{
    const ip_code_statement *s = step->source;
    if (step->expr)
        run->frame->result = ip_exec_evaluate_statement(run, step, step->expr, s->accesses, &s->sql, &step->places);
    return IP_FLOW_RETURN;
}

ip_flow ip_exec_return_next(ip_run_state *run, const ip_step *step)
{
    const ip_code_statement *s = step->source;
    add_row(run, step->expr ? ip_exec_evaluate_statement(run, step, step->expr, s->accesses, &s->sql, &step->places)
                            : out_values(run, run->frame->prepared->code));
    return IP_FLOW_NEXT;
}

ip_flow ip_exec_return_query(ip_run_state *run, const ip_step *step)
{
    ip_rowset rows = ip_exec_run_query_statement(run, step);
    if (!run->frame->rows)
        ip_interpreter_unable(run, run->range, "rows of a routine here");
    for (int i = 0; i < rows.count; i++) {
        run->frame->rows->width = rows.width;
        ip_datum *row = ip_exec_rowset_add(run, run->frame->rows);
        for (int c = 0; c < rows.width; c++)
            row[c] =
                ip_exec_cast_apply(run, &step->row_casts[c], rows.values[(size_t)i * (size_t)rows.width + (size_t)c]);
    }
    ip_exec_set_found(run, rows.count > 0);
    return IP_FLOW_NEXT;
}

/* ---- calls ---- */
static void enter_parameters(ip_run_state *run, const ip_prepared *prepared, ip_call_frame *frame,
                             const ip_datum *arguments, const bool *given)
{
    const ip_code *code = prepared->code;
    frame->slots = IP_NEW_ARRAY(run->arena, ip_datum, prepared->slot_count + 1);
    for (int i = 0; i < code->parameter_count; i++) {
        if (!code->in.items[i])
            continue;
        if (given[i])
            frame->slots[i] = arguments[i];
        else if (prepared->defaults[i])
            frame->slots[i] = ip_evaluate(run, prepared->defaults[i]);
    }
    if (code->found >= 0)
        frame->slots[code->found] = ip_value_datum_boolean(false);
}

static ip_flow run_body(ip_run_state *run, const ip_prepared *prepared)
{
    ip_flow flow = ip_exec_steps_run(run, &prepared->body);
    const ip_code *code = prepared->code;
    bool value = !code->procedure && !code->script && !code->returns_void && !code->returns_set && !out_count(code);
    if (flow != IP_FLOW_RETURN && value)
        ip_interpreter_raise(run, "2F005", "control reached end of function without RETURN");
    if (code->returns_void)
        run->frame->result = code->returns_null ? (ip_datum){0} : ip_value_datum_string("");
    if (out_count(code) && !code->returns_set && run->frame->result.kind == IP_DATUM_NULL)
        run->frame->result = out_values(run, code);
    return flow;
}

/* A strict function is not called with a NULL argument; it returns no rows then. */
static bool returns_at_once(const ip_code *code, const ip_datum *slots)
{
    for (int i = 0; code->strict && i < code->parameter_count; i++)
        if (code->in.items[i] && slots[i].kind == IP_DATUM_NULL)
            return true;
    return false;
}

/* Each statement of a volatile routine takes a new snapshot; those of other routines use the caller's. */
ip_datum ip_exec_call_routine(ip_run_state *run, const ip_code *callee, const ip_datum *arguments, const bool *given,
                              ip_rowset *rows)
{
    if (callee->why_not)
        ip_interpreter_unknown(run, callee->why_not_range, "%s", callee->why_not);
    const ip_prepared *prepared = ip_prepare_prepared_of(run->interpreter, callee, NULL);
    if (prepared->unable)
        ip_interpreter_unknown(run, prepared->unable_range, "%s", prepared->unable);
    if (run->depth + 1 >= IP_MAX_DEPTH)
        ip_interpreter_unable(run, run->range, "calls nested %d deep", IP_MAX_DEPTH);
    ip_call_frame *caller = run->frame;
    ip_call_frame frame = {.prepared = prepared,
                           .rows = rows,
                           .shares_statement = !callee->volatile_,
                           .as_owner = callee->definer || (caller && caller->as_owner),
                           .sets = callee->sets || (caller && caller->sets)};
    ip_datum *slots = run->slots;
    ip_row_scope *scope = run->scope;
    ip_cells *cells = run->cells;
    ip_range range = run->range;
    const ip_error *handled = run->handled;
    long writes = run->writes;
    bool may_end = run->may_end, joined = run->joined;
    enter_parameters(run, prepared, &frame, arguments, given);
    if (returns_at_once(callee, frame.slots))
        return (ip_datum){0};
    run->frame = &frame;
    run->slots = frame.slots;
    run->scope = NULL;
    run->joined = false;
    run->depth++;
    run->may_end = may_end && callee->procedure;
    if (!frame.shares_statement)
        run->cells = ip_exec_cells_at(run, ++run->cell_depth);
    run_body(run, prepared);
    if (!frame.shares_statement)
        run->cell_depth--;
    run->depth--;
    run->frame = caller;
    run->slots = slots;
    run->scope = scope;
    run->joined = joined;
    run->cells = cells;
    if (run->writes != writes)
        cells->written_below = cells->statement;
    run->range = range;
    run->handled = handled;
    run->may_end = may_end;
    if (!frame.shares_statement && run->database->resumed)
        run->database->resumed(run->database->data, run->cell_depth);
    return frame.result;
}

ip_flow ip_exec_call(ip_run_state *run, const ip_step *step)
{
    const ip_code_statement *s = step->source;
    ip_exec_begin_statement(run, step, s->accesses, &s->sql, &step->places);
    ip_datum result = ip_evaluate(run, step->expr);
    ip_rowset rows = {.count = step->outs > 0, .width = step->outs};
    rows.values =
        result.kind == IP_DATUM_RECORD && step->expr->type.tag == IP_T_RECORD ? (ip_datum *)result.as.items : &result;
    ip_exec_end_statement(run, step, s->accesses, &rows);
    if (step->target_count)
        ip_exec_assign_row(run, step, rows.values, rows.width);
    else if (run->frame->prepared->code->script && run->depth == 0)
        for (int i = 0; i < rows.width; i++)
            IP_PUSH(run->arena, &run->results, rows.values[i]);
    return IP_FLOW_NEXT;
}

void ip_exec_run_script(ip_run_state *run, const ip_prepared *prepared, const ip_datum *arguments)
{
    const ip_code *code = prepared->code;
    ip_rowset rows = {0};
    ip_call_frame frame = {.prepared = prepared, .rows = &rows};
    ip_datum *values = IP_NEW_ARRAY(run->arena, ip_datum, code->parameter_count);
    bool *given = IP_NEW_ARRAY(run->arena, bool, code->parameter_count);
    for (int i = 0; i < code->parameter_count; i++) {
        given[i] = true;
        values[i] = arguments[i];
    }
    enter_parameters(run, prepared, &frame, values, given);
    run->frame = &frame;
    run->slots = frame.slots;
    run_body(run, prepared);
    run->frame = NULL;
}

void ip_exec_run_code(ip_run_state *run, const ip_prepared *prepared, const ip_datum *arguments)
{
    const ip_code *code = prepared->code;
    ip_rowset rows = {0};
    ip_call_frame frame = {.prepared = prepared, .rows = &rows};
    ip_datum *values = IP_NEW_ARRAY(run->arena, ip_datum, code->parameter_count);
    bool *given = IP_NEW_ARRAY(run->arena, bool, code->parameter_count);
    for (int i = 0, next = 0; i < code->parameter_count; i++)
        if (code->in.items[i]) {
            if (!arguments)
                ip_interpreter_unable(run, run->range, "%s without arguments", code->name);
            given[i] = true;
            values[i] = arguments[next++];
        }
    enter_parameters(run, prepared, &frame, values, given);
    run->frame = &frame;
    run->slots = frame.slots;
    run->may_end = code->procedure;
    for (int i = 0; i < code->parameter_count; i++)
        if (code->in.items[i])
            ip_exec_check_domain(run, prepared->slot_types[i], frame.slots[i]);
    run->before_begin = code->begins_after.source != NULL;
    run->beginning = run->database->savepoint ? run->database->savepoint(run->database->data) : 0;
    bool ended = !returns_at_once(code, frame.slots) && run_body(run, prepared) == IP_FLOW_END;
    ip_exec_refuse_unbegun(run);
    ip_exec_end_transaction(run);
    if (code->script || ended) /* a procedure returns its OUT values at its end */
        return;
    int outs = out_count(code);
    if (code->returns_set)
        for (int i = 0; i < rows.count * rows.width; i++)
            IP_PUSH(run->arena, &run->results, rows.values[i]);
    else if (outs && frame.result.kind == IP_DATUM_RECORD)
        for (int i = 0; i < frame.result.count; i++)
            IP_PUSH(run->arena, &run->results, frame.result.as.items[i]);
    else if (outs || (!code->procedure && !code->returns_void))
        IP_PUSH(run->arena, &run->results, frame.result);
}

/* ---- text ---- */
/* In ORDER BY and GROUP BY a bare number would be a position. */
static bool has_by(const char *text)
{
    for (; *text; text++)
        if (isspace((unsigned char)text[0]) && strncasecmp(text + 1, "by", 2) == 0 && isspace((unsigned char)text[3]))
            return true;
    return false;
}

static const char *place_text(ip_run_state *run, const ip_node *node, bool cast)
{
    ip_datum value = ip_evaluate(run, node);
    if (node->operation != IP_EVAL_ROW)
        return ip_value_sqltype_literal(run->arena, value, node->type, cast);
    const char *text = "";
    for (int i = 0; i < value.count; i++)
        text =
            ip_arena_printf(run->arena, "%s%s%s", text, i ? ", " : "",
                            ip_value_sqltype_literal(run->arena, value.as.items[i], node->type.shape->types[i], cast));
    return text;
}

const char *ip_exec_statement_text(ip_run_state *run, const ip_code_sql *sql, const ip_nodes *places)
{
    if (!sql->text)
        return "";
    const char *text = "";
    bool cast = has_by(sql->text);
    size_t at = 0;
    for (int i = 0; i < places->count; i++) {
        const ip_code_place *place = &sql->places.items[i];
        ip_datum name = place->name ? ip_evaluate(run, places->items[i]) : (ip_datum){0};
        text = ip_arena_printf(run->arena, "%s%.*s%s", text, (int)(place->begin - at), sql->text + at,
                               name.kind == IP_DATUM_TEXT ? ip_parse_quoted_name(run->arena, name.as.text)
                                                          : place_text(run, places->items[i], cast));
        at = place->end;
    }
    return ip_arena_printf(run->arena, "%s%s", text, sql->text + at);
}
