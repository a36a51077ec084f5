/* Variables in single assignment form, values of slots, path conditions. */
#include "lower/lower.h"

#include "base/words.h"

#include <string.h>

const ip_type ip_lower_boolean_type = {IP_BOOLEAN, false, "boolean"};
const ip_type ip_lower_int4_type = {IP_INTEGER, false, "integer"};
const ip_type ip_lower_integer_type = {IP_INTEGER, false, "bigint"};
const ip_type ip_lower_numeric_type = {IP_NUMERIC, false, "numeric"};
const ip_type ip_lower_text_type = {IP_TEXT, false, "text"};
const ip_type ip_lower_time_type = {IP_TIME, false, "timestamp with time zone"};
const ip_type ip_lower_other_type = {IP_OTHER, false, NULL};

const ip_expr *ip_lower_variable(ip_lowerer *l, ip_variable_kind kind, const char *name, ip_type type, int loop)
{
    ip_variable variable = {.kind = kind, .name = name, .type = type, .loop = loop, .statement = -1};
    ip_expr *node = ip_program_expr_new(l->arena, IP_EXPR_VARIABLE, type);
    node->index = l->program->variables.count;
    IP_PUSH(l->arena, &l->program->variables, variable);
    IP_PUSH(l->arena, &l->variable_nodes, node);
    return node;
}

const ip_expr *ip_lower_unknown(ip_lowerer *l, ip_type type, int arg_count, const ip_expr *const *args)
{
    ip_expr *expr = ip_program_expr_new(l->arena, IP_EXPR_UNKNOWN, type);
    expr->index = l->unknowns++;
    expr->arg_count = arg_count;
    expr->args = IP_NEW_ARRAY(l->arena, const ip_expr *, arg_count);
    for (int i = 0; i < arg_count; i++)
        expr->args[i] = args[i];
    return expr;
}

const ip_expr *ip_lower_any(ip_lowerer *l, const char *name, ip_type type, int loop)
{
    return ip_lower_variable(l, IP_VAR_ANY, name, type, loop);
}

bool ip_lower_expr_never_null(const ip_expr *e, const ip_query *query)
{
    switch (e->kind) {
    case IP_EXPR_INTEGER:
    case IP_EXPR_NUMERIC:
    case IP_EXPR_TEXT:
    case IP_EXPR_BOOLEAN:
    case IP_EXPR_TIME:
        return true;
    case IP_EXPR_UNKNOWN:
        return e->never_null;
    case IP_EXPR_COLUMN:
        if (query) {
            const ip_row_source *source = &query->statement.sources.items[e->source];
            return !source->optional && source->table->columns.items[e->index].not_null;
        }
        return false;
    case IP_EXPR_OPERATOR:
        if (e->op == IP_OP_IS_NULL || e->op == IP_OP_IS_TRUE || e->op == IP_OP_NOT_DISTINCT)
            return true;
        if (e->op == IP_OP_ELEMENT || e->op == IP_OP_LENGTH)
            return false;
        for (int i = e->op == IP_OP_IF; i < e->arg_count; i++)
            if (!ip_lower_expr_never_null(e->args[i], query))
                return false;
        return true;
    default:
        return false;
    }
}

/* FOUND and EXISTS are never NULL, a constant is not either: no IS TRUE needed. */
static bool two_valued(const ip_lowerer *l, const ip_expr *e)
{
    if (e->kind == IP_EXPR_VARIABLE) {
        const ip_variable *v = &l->program->variables.items[e->index];
        if (v->kind == IP_VAR_EXPR)
            return two_valued(l, v->expr);
        if (v->kind == IP_VAR_FOUND)
            return true;
        if (v->kind != IP_VAR_RESULT || v->statement < 0)
            return false;
        const ip_statement *s = &l->program->statements.items[v->statement];
        return v->index < s->outputs.count && s->outputs.items[v->index].aggregate == IP_AGG_EXISTS;
    }
    if (e->kind == IP_EXPR_OPERATOR && (e->op == IP_OP_AND || e->op == IP_OP_OR || e->op == IP_OP_NOT)) {
        for (int i = 0; i < e->arg_count; i++)
            if (!two_valued(l, e->args[i]))
                return false;
        return true;
    }
    return ip_lower_expr_never_null(e, NULL);
}

static const ip_expr *bind_new(ip_lowerer *l, const char *name, ip_type type, const ip_expr *expr)
{
    const ip_expr *node = ip_lower_variable(l, IP_VAR_EXPR, name, type, l->loop);
    l->program->variables.items[node->index].expr = expr;
    return node;
}

const ip_expr *ip_lower_bind(ip_lowerer *l, const char *name, ip_type type, const ip_expr *expr)
{
    switch (expr->kind) {
    case IP_EXPR_OPERATOR:
    case IP_EXPR_CALL:
    case IP_EXPR_UNKNOWN:
        return bind_new(l, name, type.kind == IP_OTHER && !type.name ? expr->type : type, expr);
    default:
        return expr;
    }
}

const ip_expr *ip_lower_null(ip_lowerer *l, ip_type type)
{
    return ip_program_expr_new(l->arena, IP_EXPR_NULL, type);
}

const ip_expr *ip_lower_is_true(ip_lowerer *l, const ip_expr *condition)
{
    if (!ip_program_expr_stable(condition))
        condition = bind_new(l, "condition", ip_lower_boolean_type, condition);
    if (condition->kind == IP_EXPR_NULL)
        return ip_program_expr_not(l->arena, ip_program_expr_true(l->arena));
    if (two_valued(l, condition))
        return condition;
    return ip_program_expr_op(l->arena, IP_OP_IS_TRUE, ip_lower_boolean_type, 1, &condition);
}

const ip_expr *ip_lower_unknown_condition(ip_lowerer *l, const char *name)
{
    return ip_lower_is_true(
        l, ip_lower_bind(l, name, ip_lower_boolean_type, ip_lower_unknown(l, ip_lower_boolean_type, 0, NULL)));
}

static bool is_false(const ip_expr *e)
{
    return e && e->kind == IP_EXPR_BOOLEAN && !e->boolean;
}

const ip_expr *ip_lower_or(ip_lowerer *l, const ip_expr *a, const ip_expr *b)
{
    if (ip_program_expr_is_true(a) || ip_program_expr_is_true(b))
        return NULL;
    if (is_false(a) || a == b)
        return b;
    if (is_false(b))
        return a;
    const ip_expr *const args[] = {a, b};
    return ip_program_expr_op(l->arena, IP_OP_OR, ip_lower_boolean_type, 2, args);
}

const ip_expr *ip_lower_path(ip_lowerer *l)
{
    return ip_program_expr_and(l->arena, l->base, l->rel);
}

bool ip_lower_unreachable(const ip_lowerer *l)
{
    return l->aborted || is_false(l->rel) || is_false(l->base);
}

int ip_lower_slot(ip_lowerer *l, const char *name, ip_type type)
{
    ip_slot slot = {.name = name, .type = type};
    IP_PUSH(l->arena, &l->slots, slot);
    return l->slots.count - 1;
}

int ip_lower_declare(ip_lowerer *l, const char *label, const char *name, ip_type type)
{
    int slot = ip_lower_slot(l, name, type);
    ip_visible visible = {label, name, slot};
    IP_PUSH(l->arena, &l->visible, visible);
    return slot;
}

int ip_lower_find_field(const ip_lowerer *l, int record, const char *name)
{
    const ip_slot *slot = &l->slots.items[record];
    for (int i = 0; i < slot->fields.count; i++) {
        const char *full = l->slots.items[slot->fields.items[i]].name;
        if (strcmp(ip_last_part(full), name) == 0)
            return slot->fields.items[i];
    }
    return -1;
}

int ip_lower_field(ip_lowerer *l, int record, const char *name, ip_type type)
{
    int field = ip_lower_find_field(l, record, name);
    if (field >= 0)
        return field;
    field = ip_lower_slot(l, ip_arena_printf(l->arena, "%s.%s", l->slots.items[record].name, name), type);
    l->slots.items[field].late = l->slots.items[record].open;
    IP_PUSH(l->arena, &l->slots.items[record].fields, field);
    return field;
}

const ip_expr *ip_lower_value(ip_lowerer *l, int slot)
{
    const ip_expr *value = slot < l->values.count ? l->values.items[slot] : NULL;
    if (value)
        return value;
    if (slot == l->found)
        return ip_program_expr_not(l->arena, ip_program_expr_true(l->arena));
    if (l->slots.items[slot].late)
        return ip_lower_unknown(l, l->slots.items[slot].type, 0, NULL);
    return ip_lower_null(l, l->slots.items[slot].type);
}

static void set_value(ip_lowerer *l, int slot, const ip_expr *value)
{
    while (l->values.count <= slot)
        IP_PUSH(l->arena, &l->values, NULL);
    l->values.items[slot] = value;
}

void ip_lower_assign(ip_lowerer *l, int slot, const ip_expr *value)
{
    const ip_slot *s = &l->slots.items[slot];
    if (s->position > 0 && value->kind == IP_EXPR_VARIABLE) { /* the same cursor */
        set_value(l, slot, value);
        return;
    }
    set_value(l, slot, ip_lower_bind(l, s->name, s->type, ip_lower_convert(l, value, s->type)));
}

void ip_lower_forget(ip_lowerer *l, int slot, int loop)
{
    if (l->slots.items[slot].record) {
        for (int i = 0; i < l->slots.items[slot].fields.count; i++)
            ip_lower_forget(l, l->slots.items[slot].fields.items[i], loop);
        return;
    }
    set_value(l, slot, ip_lower_any(l, l->slots.items[slot].name, l->slots.items[slot].type, loop));
}

ip_values ip_lower_copy(ip_lowerer *l, const ip_values *values)
{
    ip_values copy = {IP_NEW_ARRAY(l->arena, const ip_expr *, values->count), values->count, values->count};
    if (values->count > 0)
        memcpy(copy.items, values->items, (size_t)values->count * sizeof *copy.items);
    return copy;
}

void ip_lower_join(ip_lowerer *l, const ip_expr *condition, const ip_values *then_values, const ip_values *else_values)
{
    ip_values a = ip_lower_copy(l, then_values), b = ip_lower_copy(l, else_values);
    int count = a.count > b.count ? a.count : b.count;
    for (int slot = 0; slot < count; slot++) {
        const ip_expr *const *where[2] = {slot < a.count ? &a.items[slot] : NULL,
                                          slot < b.count ? &b.items[slot] : NULL};
        const ip_expr *sides[3] = {condition, NULL, NULL};
        for (int i = 0; i < 2; i++)
            sides[i + 1] = where[i] ? *where[i] : NULL;
        if (sides[1] == sides[2]) {
            set_value(l, slot, sides[1]);
            continue;
        }
        ip_type type = l->slots.items[slot].type;
        for (int i = 1; i < 3; i++)
            if (!sides[i]) {
                set_value(l, slot, NULL);
                sides[i] = ip_lower_value(l, slot);
            }
        set_value(l, slot,
                  bind_new(l, l->slots.items[slot].name, type, ip_program_expr_op(l->arena, IP_OP_IF, type, 3, sides)));
    }
}

ip_mark ip_lower_now(const ip_lowerer *l)
{
    return (ip_mark){l->program->statements.count,
                     l->program->variables.count,
                     l->variable_nodes.count,
                     l->program->loops.count,
                     l->unknowns,
                     l->row_outputs.count,
                     l->looked.count,
                     l->program->ordered.count,
                     ip_diagnostics_now(l->diagnostics),
                     l->why,
                     l->bad_name,
                     l->program->broken};
}

void ip_lower_undo(ip_lowerer *l, ip_mark m)
{
    ip_lower_ordered_columns(l, m.ordered, m.variables);
    l->program->statements.count = m.statements;
    l->program->variables.count = m.variables;
    l->variable_nodes.count = m.nodes;
    l->program->loops.count = m.loops;
    ip_diagnostics_undo(l->diagnostics, m.said);
    l->unknowns = m.unknowns;
    l->row_outputs.count = m.row_outputs;
    l->looked.count = m.looked;
    l->why = m.why;
    l->bad_name = m.bad_name;
    l->program->broken = m.broken;
}
