/* Inlines bodies of routines at their calls, with the arguments as variables, up to a limit on a program's size. */
#include "lower/expr/collation.h"
#include "lower/lower.h"
#include "catalog/unit_index.h"

#include <string.h>

enum { DEEPEST_CALL = 8 };

/* Nested calls and triggers multiply: a program with this number of statements or texts gets no further bodies. Many
 * programs share the budget of this number of programs. */
enum { MOST_STATEMENTS = 500, MOST_TEXTS = 2000, FEWEST_STATEMENTS = 100, FEWEST_TEXTS = 200, SHARED = 32 };

bool ip_lower_is_full(const ip_lowerer *l)
{
    int statements = MOST_STATEMENTS, texts = MOST_TEXTS;
    if (l->program_count > SHARED) {
        statements = MOST_STATEMENTS * SHARED / l->program_count;
        texts = MOST_TEXTS * SHARED / l->program_count;
        statements = statements < FEWEST_STATEMENTS ? FEWEST_STATEMENTS : statements;
        texts = texts < FEWEST_TEXTS ? FEWEST_TEXTS : texts;
    }
    return l->program->statements.count >= statements || l->texts >= texts;
}

/* Why its body is not inlined; NULL: it is. */
static const char *not_in_place(const ip_lowerer *l, const ip_unit *unit)
{
    for (int i = 0; i < l->calls.count; i++)
        if (l->calls.items[i] == unit)
            return "inside itself";
    if (l->unit == unit)
        return "inside itself";
    if (l->calls.count >= DEEPEST_CALL)
        return "inside too many others";
    if (ip_lower_is_full(l))
        return "in a program that is too long already";
    return NULL;
}

/* args: by parameter; NULL: its default. */
static void bind_arguments(ip_lowerer *l, const ip_unit *unit, const ip_expr *const *args)
{
    int input = 0;
    for (int i = 0; i < unit->parameters.count; i++) {
        const ip_unit_parameter *p = &unit->parameters.items[i];
        const ip_expr *value = args[i];
        bool replaced = strcmp(unit->language, "sql") == 0; /* by its body, which may not need it */
        l->conditional += replaced;
        if (p->in && !value)
            value = ip_lower_kept(l, p->kept_default, NULL);
        l->conditional -= replaced;
        ip_lower_declare_typed(l, unit->label, p->name, p->type_name, p->range);
        int slot = l->visible.items[l->visible.count - 1].slot;
        l->slots.items[slot].type = ip_lower_without_modifier(l, l->slots.items[slot].type);
        if (p->in && value)
            ip_lower_assign_value(l, slot, value);
        else if (p->in)
            ip_lower_forget(l, slot, l->loop); /* a default that is not followed */
        if (p->in || strcmp(unit->language, "plpgsql") == 0) {
            ip_visible numbered = {NULL, ip_arena_printf(l->arena, "$%d", ++input), slot};
            IP_PUSH(l->arena, &l->visible, numbered);
        }
    }
}

/* A STRICT function does not run where an argument is NULL. NULL: it runs in any case. */
static const ip_expr *runs(ip_lowerer *l, const ip_unit *unit, const ip_expr *const *args)
{
    const ip_expr *all = NULL;
    bool known = true;
    for (int i = 0; unit->strict && i < unit->parameters.count; i++) {
        if (!unit->parameters.items[i].in)
            continue;
        /* An argument from a default is not considered. */
        known = known && args[i] && ip_program_expr_stable(args[i]) && ip_program_expr_sources(args[i]) == 0;
        if (known && !ip_lower_expr_never_null(args[i], NULL))
            all = ip_program_expr_and(
                l->arena, all,
                ip_lower_negation(l, ip_program_expr_op(l->arena, IP_OP_IS_NULL, ip_lower_boolean_type, 1, &args[i])));
    }
    if (!unit->strict || (known && !all))
        return NULL;
    if (!known)
        all = ip_lower_unknown(l, ip_lower_boolean_type, 0, NULL);
    return ip_lower_is_true(l, ip_lower_bind(l, "given", ip_lower_boolean_type, all));
}

static const ip_expr *value_if(ip_lowerer *l, const ip_expr *condition, const ip_expr *value)
{
    if (!condition)
        return value;
    const ip_expr *const parts[] = {condition, value, ip_lower_null(l, value->type)};
    return ip_program_expr_op(l->arena, IP_OP_IF, value->type, 3, parts);
}

/* Takes what RETURN gives. */
static int declare_result(ip_lowerer *l, const ip_unit *unit)
{
    const ip_table *row = NULL;
    ip_type type = ip_lower_without_modifier(l, ip_lower_type(l, unit->return_type, &row));
    int slot = ip_lower_slot(l, unit->name, type);
    if (strcasecmp(unit->return_type, "record") == 0)
        l->slots.items[slot].record = l->slots.items[slot].open = true;
    if (row && !unit->returns_set)
        ip_lower_make_record(l, slot, row);
    return slot;
}

/* The returned value, or the OUT parameters: a row of them if there are several. */
static const ip_expr *returned_value(ip_lowerer *l, const ip_unit *unit, int result)
{
    ip_row_shape *shape = IP_NEW(l->arena, ip_row_shape);
    ip_values outs = {0};
    for (int i = 0; i < unit->parameters.count; i++) {
        const char *name = unit->parameters.items[i].name;
        if (!unit->parameters.items[i].out)
            continue;
        int slot = ip_lower_find_variable(l, &name, 1);
        const ip_expr *out =
            slot >= 0 ? ip_lower_slot_value(l, slot) : ip_lower_unknown(l, ip_lower_other_type, 0, NULL);
        IP_PUSH(l->arena, &outs, out);
        IP_PUSH(l->arena, &shape->names, name);
        IP_PUSH(l->arena, &shape->types, out->type);
    }
    if (outs.count == 0)
        return ip_lower_slot_value(l, result);
    bool row = outs.count > 1 || unit->procedure;
    return row ? ip_lower_row(l, shape, (ip_type){IP_OTHER, false, "record"}, outs.items) : outs.items[0];
}

/* In FROM and CALL a row stands for its fields. */
static void result_columns(ip_lowerer *l, const ip_unit *unit, const ip_expr *value, ip_result *columns)
{
    int outs = 0;
    const char *name = unit->name;
    for (int i = 0; i < unit->parameters.count; i++) {
        outs += unit->parameters.items[i].out;
        name = unit->parameters.items[i].out ? unit->parameters.items[i].name : name;
    }
    if ((unit->procedure && outs == 0) || ip_lower_fields_of(l, value, columns))
        return;
    bool record = outs == 0 && strcasecmp(unit->return_type, "record") == 0;
    ip_result_column column = {record ? ip_lower_any_columns : name, value, -1, value->type};
    IP_PUSH(l->arena, &columns->columns, column);
}

const ip_expr *ip_lower_inline(ip_lowerer *l, const ip_unit *unit, const ip_tree *node, const ip_expr *const *args,
                               ip_result *columns)
{
    ip_values given = {0};
    for (int i = 0; i < unit->parameters.count; i++)
        if (args[i])
            IP_PUSH(l->arena, &given, args[i]);
    if (!unit->tree || unit->broken) {
        ip_lower_refuse(l, node, "call of %s(): its body is not understood", unit->name);
        return ip_lower_unknown(l, ip_lower_other_type, given.count, given.items);
    }
    if (not_in_place(l, unit))
        return ip_lower_summed_call(l, unit, node, given.count, given.items, columns, not_in_place(l, unit));
    if (unit->kind == IP_UNIT_ROUTINE && strcmp(unit->return_type, "trigger") == 0)
        ip_lower_refuse(l, node, "call of a trigger function");
    l->in_place[unit->id] = true;
    const ip_unit *caller = l->unit;
    const ip_path *path = l->path_of_names;
    const ip_source *source = l->source;
    long shift = l->shift;
    ip_range range = l->range;
    const char *text = l->text;
    IP_VEC(ip_visible) hidden = {l->visible.items, l->visible.count, l->visible.capacity};
    const ip_expr *found = ip_lower_value(l, l->found), *row_count = ip_lower_value(l, l->row_count);
    const ip_expr *rel = l->rel, *ready = runs(l, unit, args);
    const char *why = l->why;
    int slots = l->slots.count;
    bool aborted = l->aborted;
    l->rel = ip_program_expr_and(l->arena, rel, ready);
    IP_PUSH(l->arena, &l->calls, caller);
    memset(&l->visible, 0, sizeof l->visible);
    const ip_visible own_found = {NULL, "found", l->found};
    IP_PUSH(l->arena, &l->visible, own_found);
    l->unit = unit;
    ip_open_step caller_step = ip_lower_share_step(l, true); /* defaults are the caller's expressions */
    bool equates = l->equates_texts;
    for (int i = 0; i < given.count; i++)
        l->equates_texts = l->equates_texts || ip_lower_collation_equates(given.items[i]);
    bind_arguments(l, unit, args);
    if (unit->sets_path)
        l->path_of_names = unit->path;
    l->shares_step = ip_catalog_shares_snapshot(unit);
    ip_target target = {.kind = IP_TARGET_ROUTINE, .result = declare_result(l, unit)};
    IP_PUSH(l->arena, &l->targets, target);
    int own = l->targets.count - 1, result = target.result;
    ip_lower_assign(l, l->found, ip_program_expr_not(l->arena, ip_program_expr_true(l->arena)));
    ip_lower_forget(l, l->row_count, l->loop);
    ip_lower_block(l, unit->tree, unit->label);
    ip_lower_close_target(l, own, rel);
    l->targets.count = own;
    ip_lower_close_step(l, caller_step);
    const ip_expr *value = value_if(l, ready, returned_value(l, unit, result));
    if (columns && !unit->returns_set)
        result_columns(l, unit, value, columns);
    /* The callee's declarations go out of scope. */
    l->slots.count = slots;
    l->values.count = l->values.count > slots ? slots : l->values.count;
    l->visible.items = hidden.items;
    l->visible.count = hidden.count;
    l->visible.capacity = hidden.capacity;
    l->unit = caller;
    l->path_of_names = unit->sets_path ? path : l->path_of_names;
    l->equates_texts = equates;
    l->calls.count--;
    l->aborted = l->aborted && (!ready || aborted); /* a body that is not run aborts nothing */
    l->source = source;
    l->shift = shift;
    l->range = range;
    l->text = text;
    l->why = why;
    ip_lower_assign(l, l->found, found);
    ip_lower_assign(l, l->row_count, row_count);
    if (unit->returns_set)
        return ip_lower_any_of_set(l, unit, columns);
    return value;
}
