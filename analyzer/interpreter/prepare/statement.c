/* Statements: each is prepared on its own, so that a statement that cannot be run stops a run only if it is reached. */
#include "interpreter/prepare/prepare.h"

#include <string.h>

static const ip_step *prepare_steps(ip_prepare *prepare, const ip_code_statement *const *statements, int count);

static ip_steps steps_of(ip_prepare *prepare, const ip_code_statement *const *statements, int count)
{
    return (ip_steps){count, prepare_steps(prepare, statements, count)};
}

static bool same_shape(const ip_shape *a, const ip_shape *b)
{
    bool same = a->count == b->count;
    for (int i = 0; same && i < a->count; i++)
        same = ip_value_sqltype_same(a->types[i], b->types[i]) && a->names[i] && b->names[i] &&
               strcmp(a->names[i], b->names[i]) == 0;
    return same;
}

static bool is_any(ip_sqltype type)
{
    return type.tag == IP_T_OTHER && !type.name;
}

/* A variable without a type has the type, and a record the shape, of the last assignment to it in the text; each use
 * checks that this is still so. */
static void learn(ip_prepare *prepare, int slot, ip_sqltype type)
{
    ip_sqltype *known = &prepare->slot_types[slot];
    bool record = prepare->code->variables.items[slot].type.record;
    if (is_any(*known)) {
        *known = type;
        known->precision = known->scale = -1;
        known->domain = NULL;
    } else if (record && type.tag == IP_T_RECORD && type.shape &&
               (!known->shape || !same_shape(known->shape, type.shape)))
        *known = type;
}

ip_part_path ip_prepare_place(ip_prepare *prepare, const ip_code_path *path, ip_sqltype whole, ip_range range)
{
    ip_part_step *steps = IP_NEW_ARRAY(prepare->arena, ip_part_step, path->count);
    ip_part_path place = {path->count, steps, whole};
    for (int i = 0; i < path->count; i++) {
        const ip_code_path_step *from = &path->items[i];
        bool record = place.type.tag == IP_T_RECORD && !place.type.array;
        if (place.type.domain && !ip_value_sqltype_checks_each(place.type))
            ip_prepare_refuse(prepare, range, "an assignment to a part of a value of domain %s",
                              place.type.domain->name);
        steps[i] = (ip_part_step){.field = -1, .shape = record ? place.type.shape : NULL};
        if (from->field) {
            for (int k = 0; steps[i].shape && k < steps[i].shape->count; k++)
                if (strcmp(steps[i].shape->names[k], from->field) == 0)
                    steps[i].field = k;
            if (steps[i].field < 0)
                ip_prepare_refuse(prepare, range, "an assignment to the field %s of an unknown record", from->field);
            place.type = steps[i].shape->types[steps[i].field];
        } else {
            if (!place.type.array)
                ip_prepare_refuse(prepare, from->subscript->range, "an assignment to this subscript");
            place.type = ip_value_sqltype_element(place.type);
            steps[i].subscript =
                ip_prepare_typed(prepare, from->subscript, ip_value_sqltype_simple(IP_T_INTEGER), IP_CAST_ASSIGNMENT);
        }
    }
    return place;
}

static ip_lvalue prepare_target(ip_prepare *prepare, const ip_code_lvalue *target, ip_sqltype from)
{
    bool unknown = from.tag == IP_T_UNKNOWN && !from.array;
    if (unknown)
        from = ip_value_sqltype_simple(IP_T_TEXT);
    if (!target->path.count)
        learn(prepare, target->slot, from);
    const ip_code_variable *variable = &prepare->code->variables.items[target->slot];
    ip_lvalue result = {
        .slot = target->slot, .not_null = variable->not_null, .record = variable->type.record, .name = variable->name};
    result.place = ip_prepare_place(prepare, &target->path, prepare->slot_types[target->slot], (ip_range){0});
    if (unknown && result.place.type.tag == IP_T_RECORD) /* NULL, or a row's text */
        from = ip_value_sqltype_simple(IP_T_UNKNOWN);
    if (!ip_prepare_find_cast(prepare, from, result.place.type, IP_CAST_BY_TEXT, &result.cast))
        ip_prepare_refuse(prepare, (ip_range){0}, "an assignment of %s to %s",
                          ip_value_sqltype_name(prepare->arena, from),
                          ip_value_sqltype_name(prepare->arena, result.place.type));
    if (result.cast.check)
        IP_PUSH(prepare->arena, &prepare->callees, result.cast.check);
    return result;
}

static ip_sqltype record_of(ip_prepare *prepare, int width, const ip_sqltype *types, const char *const *names)
{
    ip_shape *shape = IP_NEW(prepare->arena, ip_shape);
    *shape = (ip_shape){NULL, width, names, types};
    ip_sqltype record = ip_value_sqltype_simple(IP_T_RECORD);
    record.shape = shape;
    return record;
}

/* INTO: one record takes the whole row, else each target a column; missing columns are NULL. */
static void prepare_into(ip_prepare *prepare, const ip_code_statement *s, ip_step *step, int width,
                         const ip_sqltype *types, const char *const *names)
{
    int count = s->targets.count;
    ip_lvalue *targets = IP_NEW_ARRAY(prepare->arena, ip_lvalue, count);
    step->targets = targets;
    step->target_count = count;
    const ip_code_lvalue *first = s->targets.items;
    bool record = count == 1 && !first->path.count && prepare->slot_types[first->slot].tag == IP_T_RECORD &&
                  !prepare->slot_types[first->slot].array;
    step->whole =
        record && s->kind != IP_CODE_CALL_PROCEDURE && !(s->row_value && width == 1 && types[0].tag == IP_T_RECORD);
    step->row_value = s->row_value;
    if (step->whole) {
        targets[0] = prepare_target(prepare, &s->targets.items[0], record_of(prepare, width, types, names));
        return;
    }
    for (int i = 0; i < count; i++)
        targets[i] =
            prepare_target(prepare, &s->targets.items[i], i < width ? types[i] : ip_value_sqltype_simple(IP_T_UNKNOWN));
}

static void prepare_one_target(ip_prepare *prepare, const ip_code_statement *s, ip_step *step, ip_sqltype from)
{
    ip_lvalue *target = IP_NEW(prepare->arena, ip_lvalue);
    *target = prepare_target(prepare, &s->targets.items[0], from);
    step->targets = target;
    step->target_count = 1;
}

static ip_nodes prepare_places(ip_prepare *prepare, const ip_code_sql *sql)
{
    const ip_node **nodes = IP_NEW_ARRAY(prepare->arena, const ip_node *, sql->places.count);
    for (int i = 0; i < sql->places.count; i++)
        nodes[i] = ip_prepare_expr(prepare, sql->places.items[i].expr);
    return (ip_nodes){sql->places.count, nodes};
}

static ip_sqltype integer(void)
{
    return ip_value_sqltype_simple(IP_T_INTEGER);
}

static const ip_node *integer_of(ip_prepare *prepare, const ip_code_expr *expr)
{
    return expr ? ip_prepare_typed(prepare, expr, integer(), IP_CAST_ASSIGNMENT) : NULL;
}

/* PL/pgSQL takes any value for a boolean whose text is one. */
static const ip_node *condition_of(ip_prepare *prepare, const ip_code_expr *expr)
{
    return expr ? ip_prepare_typed(prepare, expr, ip_value_sqltype_simple(IP_T_BOOLEAN), IP_CAST_BY_TEXT) : NULL;
}

static const ip_node *to_result(ip_prepare *prepare, const ip_node *node)
{
    ip_sqltype to = prepare->result;
    if (to.tag == IP_T_VOID || is_any(to) || ip_value_sqltype_same(node->type, to))
        return ip_value_sqltype_same(node->type, to) ? ip_prepare_datum_coerce(prepare, node, to, IP_CAST_BY_TEXT)
                                                     : node;
    return ip_prepare_datum_coerce(prepare, node, to, IP_CAST_BY_TEXT);
}

/* RETURN takes a row of exactly these types (PostgreSQL's convert_tuples_by_position), while assignments convert. A
 * literal in ROW(…) has no type yet. */
static bool returns_other_row(const ip_code_expr *expr, ip_sqltype from, ip_sqltype to)
{
    if (from.tag != IP_T_RECORD || to.tag != IP_T_RECORD || from.array || to.array || !from.shape || !to.shape)
        return false;
    bool other = from.shape->count != to.shape->count;
    for (int i = 0; !other && i < to.shape->count; i++) {
        ip_sqltype a = from.shape->types[i], b = to.shape->types[i];
        other =
            !ip_value_sqltype_same(a, b) || (b.precision >= 0 && (a.precision != b.precision || a.scale != b.scale));
    }
    for (int i = 0; expr->kind == IP_CODE_ROW && i < expr->arg_count; i++)
        other = other || (expr->args[i]->kind == IP_CODE_CONSTANT && (expr->args[i]->unknown || expr->args[i]->null));
    return other;
}

static const ip_node *returned(ip_prepare *prepare, const ip_code_expr *expr)
{
    const ip_node *value = ip_prepare_expr(prepare, expr);
    if (!returns_other_row(expr, value->type, prepare->result))
        return to_result(prepare, value);
    ip_node *node = ip_prepare_node_new(prepare, IP_EVAL_REFUSED_ROW, prepare->result, expr->range);
    ip_prepare_node_args(prepare, node, 1)[0] = value;
    return node;
}

static void prepare_raise(ip_prepare *prepare, const ip_code_statement *s, ip_step *step)
{
    const ip_node **args = IP_NEW_ARRAY(prepare->arena, const ip_node *, s->args.count);
    for (int i = 0; i < s->args.count; i++)
        args[i] = ip_prepare_expr(prepare, s->args.items[i]);
    step->args = (ip_nodes){s->args.count, args};
    step->expr =
        s->expr ? ip_prepare_typed(prepare, s->expr, ip_value_sqltype_simple(IP_T_TEXT), IP_CAST_BY_TEXT) : NULL;
    if (s->sqlstate) {
        step->sqlstate = ip_interpreter_condition_sqlstate(s->sqlstate);
        if (!step->sqlstate)
            ip_prepare_refuse(prepare, s->range, "the condition %s", s->sqlstate);
    }
}

static void prepare_call_targets(ip_prepare *prepare, const ip_code_statement *s, ip_step *step)
{
    const ip_code *callee = s->expr->callee;
    int outs = 0;
    for (int i = 0; i < callee->parameter_count; i++)
        outs += callee->out.items[i];
    ip_sqltype *types = IP_NEW_ARRAY(prepare->arena, ip_sqltype, outs);
    const char **names = IP_NEW_ARRAY(prepare->arena, const char *, outs);
    for (int i = 0, at = 0; i < callee->parameter_count; i++)
        if (callee->out.items[i]) {
            names[at] = callee->variables.items[i].name;
            types[at++] = ip_value_sqltype_of(prepare->arena, &callee->variables.items[i].type);
        }
    step->outs = outs;
    step->out_names = names;
    step->out_types = types;
    prepare_into(prepare, s, step, outs, types, names);
}

/* Several variables take the fields of rows. */
static void prepare_foreach(ip_prepare *prepare, const ip_code_statement *s, ip_step *step)
{
    const ip_sqltype item = s->slice ? step->expr->type : ip_value_sqltype_element(step->expr->type);
    for (int i = 0; i < s->targets.count; i++)
        if (s->targets.items[i].path.count)
            ip_prepare_refuse(prepare, s->range, "FOREACH into a part of a variable");
    if (s->targets.count == 1)
        prepare_one_target(prepare, s, step, item);
    else if (item.array || item.tag != IP_T_RECORD || !item.shape)
        ip_prepare_refuse(prepare, s->range, "FOREACH with several variables over values that are no rows");
    else
        prepare_into(prepare, s, step, item.shape->count, item.shape->types, item.shape->names);
}

static void prepare_branches(ip_prepare *prepare, const ip_code_statement *s, ip_step *step)
{
    ip_step_branch *branches = IP_NEW_ARRAY(prepare->arena, ip_step_branch, s->branches.count);
    for (int i = 0; i < s->branches.count; i++) {
        const ip_code_branch *b = &s->branches.items[i];
        branches[i].condition = condition_of(prepare, b->condition);
        branches[i].places = prepare_places(prepare, &b->sql);
        branches[i].body = steps_of(prepare, b->body.items, b->body.count);
    }
    step->branches = branches;
    step->branch_count = s->branches.count;
}

static void prepare_handlers(ip_prepare *prepare, const ip_code_statement *s, ip_step *step)
{
    ip_step_handler *handlers = IP_NEW_ARRAY(prepare->arena, ip_step_handler, s->handlers.count);
    for (int i = 0; i < s->handlers.count; i++) {
        const ip_code_handler *h = &s->handlers.items[i];
        const char **conditions = IP_NEW_ARRAY(prepare->arena, const char *, h->conditions.count);
        for (int c = 0; c < h->conditions.count; c++) {
            bool others = strcmp(h->conditions.items[c], "others") == 0;
            conditions[c] = others ? NULL : ip_interpreter_condition_sqlstate(h->conditions.items[c]);
            if (!others && !conditions[c])
                ip_prepare_refuse(prepare, s->range, "the condition %s", h->conditions.items[c]);
        }
        handlers[i] = (ip_step_handler){h->conditions.count, conditions,
                                        steps_of(prepare, h->body.items, h->body.count), h->sqlstate, h->message};
    }
    step->handlers = handlers;
    step->handler_count = s->handlers.count;
}

/* Its columns have the query's types. */
static void prepare_made(ip_prepare *prepare, const ip_code_statement *s)
{
    const ip_query_plan *query = ip_prepare_query(prepare, s->write->source, NULL, NULL, NULL);
    ip_sqltype *types = IP_NEW_ARRAY(prepare->arena, ip_sqltype, query->width);
    for (int i = 0; i < query->width; i++)
        types[i] = query->types[i].tag == IP_T_UNKNOWN ? ip_value_sqltype_simple(IP_T_TEXT) : query->types[i];
    if (!ip_prepare_plan_own_table(prepare->interpreter, s->creates, types))
        ip_prepare_refuse(prepare, s->range, "a temporary table whose columns are of several types");
}

static void prepare_query_step(ip_prepare *prepare, const ip_code_statement *s, ip_step *step)
{
    int width;
    const ip_sqltype *types;
    const char *const *names;
    const ip_query_plan **parts = IP_NEW_ARRAY(prepare->arena, const ip_query_plan *, s->parts.count);
    prepare->statement = s;
    prepare->part_reads = IP_NEW_ARRAY(prepare->arena, int, s->parts.count);
    for (int i = 0; i < s->parts.count; i++)
        parts[i] = ip_prepare_query(prepare, s->parts.items[i], NULL, NULL, NULL);
    step->parts = parts;
    step->part_count = s->parts.count;
    if (s->creates)
        prepare_made(prepare, s);
    if (s->write) {
        step->write = ip_prepare_write(prepare, s->write);
        width = step->write->returning.count;
        types = step->write->returning_types;
        names = step->write->returning_names;
    } else {
        step->query = ip_prepare_query(prepare, s->query, NULL, NULL, NULL);
        width = step->query->width;
        types = step->query->types;
        names = step->query->names;
    }
    if (s->targets.count)
        prepare_into(prepare, s, step, width, types, names);
    bool *read_once = IP_NEW_ARRAY(prepare->arena, bool, s->parts.count);
    for (int i = 0; i < s->parts.count; i++)
        read_once[i] = prepare->part_reads[i] == 2;
    step->read_once = read_once;
    step->places = prepare_places(prepare, &s->sql);
}

static void prepare_fetch(ip_prepare *prepare, const ip_code_statement *s, ip_step *step)
{
    step->expr = integer_of(prepare, s->expr);
    step->query = s->portal ? NULL : prepare->slot_queries[s->cursor];
    if (step->query && s->targets.count)
        prepare_into(prepare, s, step, step->query->width, step->query->types, step->query->names);
}

static void prepare_return_query(ip_prepare *prepare, const ip_code_statement *s, ip_step *step)
{
    prepare_query_step(prepare, s, step);
    const ip_shape *shape = prepare->result.tag == IP_T_RECORD ? prepare->result.shape : NULL;
    int width = step->write ? step->write->returning.count : step->query->width;
    const ip_sqltype *types = step->write ? step->write->returning_types : step->query->types;
    ip_cast *casts = IP_NEW_ARRAY(prepare->arena, ip_cast, width);
    if (prepare->result.tag == IP_T_RECORD && (!shape || shape->count != width))
        ip_prepare_refuse(prepare, s->range, "rows whose columns are known to the caller only");
    for (int i = 0; i < width; i++) {
        ip_sqltype to = shape ? shape->types[i] : prepare->result;
        if (!ip_prepare_find_cast(prepare, types[i], to, IP_CAST_BY_TEXT, &casts[i]) || casts[i].check)
            ip_prepare_refuse(prepare, s->range, "a result of type %s",
                              ip_value_sqltype_name(prepare->arena, types[i]));
    }
    step->row_casts = casts;
}

static void prepare_statement(ip_prepare *prepare, const ip_code_statement *s, ip_step *step)
{
    if (s->kind == IP_CODE_REFUSED)
        ip_prepare_refuse_wrong(prepare, s->why_range, s->wrong_state, s->wrong, "%s", s->message);
    prepare->in_statement = s->kind == IP_CODE_SELECT || s->kind == IP_CODE_WRITE || s->kind == IP_CODE_PERFORM;
    switch (s->kind) {
    case IP_CODE_BLOCK:
        prepare_handlers(prepare, s, step);
        break;
    case IP_CODE_ASSIGN:
        step->expr = ip_prepare_expr(prepare, s->expr);
        prepare_one_target(prepare, s, step, step->expr->type);
        break;
    case IP_CODE_IF:
        prepare_branches(prepare, s, step);
        break;
    case IP_CODE_WHILE:
    case IP_CODE_EXIT:
    case IP_CODE_CONTINUE:
        step->expr = condition_of(prepare, s->expr);
        break;
    case IP_CODE_FOR_RANGE:
        step->low = integer_of(prepare, s->low);
        step->high = integer_of(prepare, s->high);
        step->by = integer_of(prepare, s->step);
        prepare_one_target(prepare, s, step, integer());
        break;
    case IP_CODE_FOREACH:
        step->expr = ip_prepare_expr(prepare, s->expr);
        if (!step->expr->type.array)
            ip_prepare_refuse(prepare, s->range, "FOREACH over no array");
        prepare_foreach(prepare, s, step);
        break;
    case IP_CODE_RETURN:
    case IP_CODE_RETURN_NEXT:
        if (s->expr)
            step->expr = returned(prepare, s->expr);
        break;
    case IP_CODE_RAISE:
        prepare_raise(prepare, s, step);
        break;
    case IP_CODE_SELECT:
    case IP_CODE_WRITE:
    case IP_CODE_PERFORM:
    case IP_CODE_FOR_QUERY:
        prepare_query_step(prepare, s, step);
        break;
    case IP_CODE_CREATE_TABLE:
        if (s->write)
            prepare_query_step(prepare, s, step);
        break;
    case IP_CODE_OPEN:
        prepare_query_step(prepare, s, step);
        if (!s->portal)
            prepare->slot_queries[s->cursor] = step->query;
        break;
    case IP_CODE_FETCH:
        prepare_fetch(prepare, s, step);
        break;
    case IP_CODE_RETURN_QUERY:
        prepare_return_query(prepare, s, step);
        break;
    case IP_CODE_CALL_PROCEDURE:
        step->expr = ip_prepare_expr(prepare, s->expr);
        prepare_call_targets(prepare, s, step);
        break;
    case IP_CODE_NOTIFY:
        step->expr = ip_prepare_expr(prepare, s->expr);
        break;
    case IP_CODE_STACKED:
        if (strcmp(s->message, "pg_exception_detail") == 0)
            prepare->interpreter->asks_detail = true;
        prepare_one_target(prepare, s, step, ip_value_sqltype_simple(IP_T_TEXT));
        break;
    case IP_CODE_ROW_COUNT:
        prepare_one_target(prepare, s, step, ip_value_sqltype_simple(IP_T_BIGINT));
        break;
    case IP_CODE_ASSERT:
        prepare_raise(prepare, s, step);
        step->expr = condition_of(prepare, s->expr);
        break;
    case IP_CODE_EXECUTE: /* targets and body once the text is known: their types are its */
        step->expr = ip_prepare_expr(prepare, s->expr);
        return;
    default:
        break;
    }
    if (!step->places.count)
        step->places = prepare_places(prepare, &s->sql);
    step->body = steps_of(prepare, s->body.items, s->body.count);
}

static const ip_step *prepare_steps(ip_prepare *prepare, const ip_code_statement *const *statements, int count)
{
    ip_step *steps = IP_NEW_ARRAY(prepare->arena, ip_step, count);
    ip_prepare_scope *scope = prepare->scope;
    jmp_buf trap, *outer = prepare->trap;
    prepare->trap = &trap;
    for (int i = 0; i < count; i++) {
        steps[i].source = statements[i];
        if (setjmp(trap)) {
            ip_range range = prepare->range.source ? prepare->range : statements[i]->range;
            steps[i] = (ip_step){.source = statements[i],
                                 .unable = prepare->message,
                                 .unable_range = range,
                                 .wrong_state = prepare->sqlstate,
                                 .wrong = prepare->error};
            prepare->scope = scope;
            prepare->sqlstate = prepare->column = prepare->clause = NULL;
            prepare->assigned = NULL;
        } else
            prepare_statement(prepare, statements[i], &steps[i]);
    }
    prepare->trap = outer;
    return steps;
}

/* Records take their shapes from there on, as if the text had stood in the code. */
const ip_step *ip_prepare_text(ip_interpreter *interpreter, const ip_prepared *prepared,
                               const ip_code_statement *statement)
{
    ip_prepare prepare = {.arena = interpreter->arena,
                          .interpreter = interpreter,
                          .code = prepared->code,
                          .slot_types = prepared->slot_types,
                          .slot_queries = prepared->slot_queries,
                          .result = prepared->result};
    return prepare_steps(&prepare, &statement, 1);
}

const ip_prepared *ip_prepare_code(ip_interpreter *interpreter, const ip_code *code, const ip_datum *arguments)
{
    ip_arena *arena = interpreter->arena;
    ip_prepared *prepared = IP_NEW(arena, ip_prepared);
    int slots = code->variables.count;
    ip_prepare prepare = {.arena = arena, .interpreter = interpreter, .code = code};
    ip_datum_kind *untyped = IP_NEW_ARRAY(arena, ip_datum_kind, code->parameter_count);
    prepare.slot_types = IP_NEW_ARRAY(arena, ip_sqltype, slots);
    prepare.slot_queries = IP_NEW_ARRAY(arena, const ip_query_plan *, slots);
    for (int i = 0, given = 0; i < slots; i++) {
        ip_sqltype type = ip_value_sqltype_of(arena, &code->variables.items[i].type);
        bool argument = i < code->parameter_count && code->in.items[i];
        if (argument && is_any(type) && arguments) {
            untyped[i] = arguments[given].kind;
            type = ip_value_sqltype_of_argument(arguments[given]);
        }
        given += argument;
        prepare.slot_types[i] = type;
    }
    *prepared = (ip_prepared){.code = code,
                              .slot_count = slots,
                              .slot_types = prepare.slot_types,
                              .slot_queries = prepare.slot_queries,
                              .untyped = untyped};
    prepare.result = ip_prepare_sqltype_of_routine(&prepare, code);
    prepared->result = prepare.result;
    const ip_node **defaults = IP_NEW_ARRAY(arena, const ip_node *, code->parameter_count);
    prepared->defaults = defaults;
    jmp_buf trap;
    prepare.trap = &trap;
    if (setjmp(trap)) {
        prepared->unable = prepare.message;
        prepared->unable_range = prepare.range;
        return prepared;
    }
    for (int i = 0; i < code->parameter_count && i < code->defaults.count; i++)
        if (code->defaults.items[i])
            defaults[i] = ip_prepare_typed(&prepare, code->defaults.items[i], prepare.slot_types[i], IP_CAST_BY_TEXT);
    prepared->body = steps_of(&prepare, code->body.items, code->body.count);
    prepared->callees.items = prepare.callees.items;
    prepared->callees.count = prepare.callees.count;
    return prepared;
}
