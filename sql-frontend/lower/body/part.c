/* Procedures that end their transaction and go on: COMMIT and ROLLBACK outside blocks with EXCEPTION (PostgreSQL 15
 * documentation, section 43.8). Each stretch from the start, or after such a statement, to the next one is a
 * transaction, and so a program: the routine's name is that of the first, "name#2" and so on are those that begin after
 * the ends, in the order of the text. Variables have any value there; in an enclosing loop, the current iteration may
 * be the transaction that continues after the end, or any later one. */
#include "lower/lower.h"
#include "catalog/resolve.h"

#include <string.h>
#include <strings.h>

enum { DEEPEST_CALLS = 16 };

static bool may_end(const ip_lowerer *l, const ip_unit *unit, int depth);

/* Any routine that the call may mean counts. */
static bool may_call_an_end(const ip_lowerer *l, const PgQuery__FuncCall *call, int depth)
{
    const ip_tree *args = IP_ITEMS(call, args);
    int count = (int)ip_parse_list_size(args);
    ip_argument *given = IP_NEW_ARRAY(l->arena, ip_argument, count);
    for (int i = 0; i < count; i++)
        given[i] = ip_catalog_argument_of(l->arena, ip_parse_list_item(args, (size_t)i));
    ip_resolved called =
        ip_catalog_resolve(l->arena, l->definitions, ip_lower_path_of_names(l), ip_parse_call_name(l->arena, call),
                           given, count, IP_GET(call, func_variadic));
    for (int i = 0; i < called.units.count; i++)
        if (may_end(l, called.units.items[i], depth))
            return true;
    return false;
}

static bool calls_an_end(const ip_lowerer *l, ip_pl_statement *const *items, int count, int depth)
{
    for (int i = 0; i < count; i++) {
        const ip_pl_statement *s = items[i];
        if (s->kind == IP_PL_SQL && s->sql_text && strncasecmp(s->sql_text, "call", 4) == 0) {
            ip_parse_error error;
            const ip_tree *tree = ip_parse_pg_parse(l->arena, s->sql_text, &error);
            const PgQuery__FuncCall *call = IP_GET(ip_as_call_stmt(ip_parse_statement_at(tree, 0)), funccall);
            bool ends = call && may_call_an_end(l, call, depth + 1);
            if (ends)
                return true;
        }
        for (int b = 0; b < s->branches.count; b++)
            if (calls_an_end(l, s->branches.items[b].body.items, s->branches.items[b].body.count, depth))
                return true;
        if (calls_an_end(l, s->body.items, s->body.count, depth) ||
            calls_an_end(l, s->handlers.items, s->handlers.count, depth))
            return true;
    }
    return false;
}

static bool may_end(const ip_lowerer *l, const ip_unit *unit, int depth)
{
    if (!unit->procedure || !unit->tree)
        return false;
    return depth > DEEPEST_CALLS || ip_workload_routine_ends(l->arena, unit).count > 0 ||
           calls_an_end(l, unit->tree->body.items, unit->tree->body.count, depth) ||
           calls_an_end(l, unit->tree->handlers.items, unit->tree->handlers.count, depth);
}

bool ip_lower_may_end(const ip_lowerer *l, const ip_unit *unit)
{
    return may_end(l, unit, 0);
}

static bool contains(const ip_pl_statement *s, const ip_pl_statement *end);

static int holder(ip_pl_statement *const *items, int count, const ip_pl_statement *end)
{
    for (int i = 0; i < count; i++)
        if (contains(items[i], end))
            return i;
    return -1;
}

static bool contains(const ip_pl_statement *s, const ip_pl_statement *end)
{
    if (s == end || holder(s->body.items, s->body.count, end) >= 0 ||
        holder(s->handlers.items, s->handlers.count, end) >= 0)
        return true;
    for (int b = 0; b < s->branches.count; b++)
        if (holder(s->branches.items[b].body.items, s->branches.items[b].body.count, end) >= 0)
            return true;
    return false;
}

/* A variable is a parameter of the part: it may have any value. */
static void any_value(ip_lowerer *l, int slot)
{
    const ip_slot *s = &l->slots.items[slot];
    if (s->record || s->position > 0) {
        ip_lower_forget(l, slot, l->loop);
        return;
    }
    ip_parameter parameter = {s->name, s->type, true, false};
    ip_expr *node = ip_program_expr_new(l->arena, IP_EXPR_PARAMETER, s->type);
    node->index = l->program->parameters.count;
    IP_PUSH(l->arena, &l->program->parameters, parameter);
    IP_PUSH(l->arena, &l->parameter_nodes, node);
    while (l->values.count <= slot)
        IP_PUSH(l->arena, &l->values, NULL);
    l->values.items[slot] = node;
}

static void declare_any(ip_lowerer *l, const ip_pl_statement *block, const char *label)
{
    for (int i = 0; i < block->declarations.count; i++) {
        const ip_pl_declaration *d = &block->declarations.items[i];
        if (d->alias_for) {
            ip_lower_declare_alias(l, d, label);
            continue;
        }
        if (d->cursor) { /* closed by the end of the transaction */
            ip_lower_declare_cursor(l, label, d);
            continue;
        }
        ip_lower_declare_typed(l, label, d->name, d->type, d->range);
        any_value(l, l->visible.items[l->visible.count - 1].slot);
    }
}

static void lower_rest(ip_lowerer *l, ip_pl_statement *const *items, int count);

static void rest_of_block(ip_lowerer *l, const ip_pl_statement *block, const char *label)
{
    int visible = l->visible.count;
    const ip_expr *rel = l->rel;
    ip_target target = {.kind = IP_TARGET_BLOCK, .label = block->label, .result = -1};
    IP_PUSH(l->arena, &l->targets, target);
    int own = l->targets.count - 1;
    declare_any(l, block, block->label ? block->label : label);
    bool handling = holder(block->body.items, block->body.count, l->resumed) < 0;
    l->handling += handling;
    if (!handling)
        lower_rest(l, block->body.items, block->body.count);
    for (int i = 0; handling && i < block->handler_list.count; i++)
        if (holder(block->handler_list.items[i].body.items, block->handler_list.items[i].body.count, l->resumed) >= 0)
            lower_rest(l, block->handler_list.items[i].body.items, block->handler_list.items[i].body.count);
    l->handling -= handling;
    if (l->targets.items[own].exits.count > 0) {
        ip_effects effects = {0};
        ip_lower_effects(l, block->body.items, block->body.count, block->label, &effects);
        ip_lower_close_target(l, own, rel);
        if (effects.leaves)
            l->rel = ip_program_expr_and(l->arena, rel, ip_lower_unknown_condition(l, "goes_on"));
    }
    l->targets.count = own;
    l->visible.count = visible;
}

static void rest_of_branches(ip_lowerer *l, const ip_pl_statement *s)
{
    for (int b = 0; b < s->branches.count; b++)
        if (holder(s->branches.items[b].body.items, s->branches.items[b].body.count, l->resumed) >= 0)
            lower_rest(l, s->branches.items[b].body.items, s->branches.items[b].body.count);
}

static void whole_iteration(ip_lowerer *l, const ip_pl_statement *s)
{
    if (s->kind == IP_PL_WHILE)
        l->rel = ip_program_expr_and(l->arena, l->rel, ip_lower_is_true(l, ip_lower_text_expr(l, s->expr)));
    const ip_pl_statement *resumed = l->resumed;
    l->resumed = NULL;
    ip_lower_statements(l, s->body.items, s->body.count);
    l->resumed = resumed;
}

/* The first iteration may be the rest of the interrupted one; rows and indexes are any. */
static void rest_of_loop(ip_lowerer *l, const ip_pl_statement *s)
{
    ip_effects effects = {0};
    int visible = l->visible.count, outside = l->loop;
    if (s->kind == IP_PL_FOR_RANGE || (s->kind == IP_PL_FOR_QUERY && s->cursor)) {
        const char *type = s->kind == IP_PL_FOR_RANGE ? "integer" : "record";
        ip_lower_declare_typed(l, s->label, ip_range_text(l->arena, s->targets.items[0]), type, s->range);
        IP_PUSH(l->arena, &effects.slots, l->visible.items[l->visible.count - 1].slot);
    }
    ip_lower_effects(l, s->body.items, s->body.count, s->label ? s->label : "", &effects);
    for (int i = 0; (s->kind == IP_PL_FOR_QUERY || s->kind == IP_PL_FOREACH) && i < s->targets.count; i++) {
        bool element;
        int slot = ip_lower_target_slot(l, s->targets.items[i], &element);
        if (slot >= 0)
            IP_PUSH(l->arena, &effects.slots, slot);
    }
    const ip_expr *base = l->base, *rel = l->rel;
    int loop = ip_lower_open_loop(l, IP_LOOP_WHILE, s->range);
    l->program->loops.items[loop].may_stop_early = effects.stops;
    l->base = ip_lower_path(l);
    l->rel = NULL;
    l->loop = loop;
    for (int i = 0; i < effects.slots.count; i++)
        ip_lower_forget(l, effects.slots.items[i], loop);
    ip_target target = {.kind = IP_TARGET_LOOP, .label = s->label, .result = -1};
    IP_PUSH(l->arena, &l->targets, target);
    int own = l->targets.count - 1;
    const ip_expr *first = ip_lower_unknown_condition(l, "first");
    const ip_expr *here = l->base;
    ip_values before = ip_lower_copy(l, &l->values);
    l->base = ip_program_expr_and(l->arena, here, first);
    lower_rest(l, s->body.items, s->body.count);
    l->values = before;
    l->base = ip_program_expr_and(l->arena, here, ip_program_expr_not(l->arena, first));
    l->rel = NULL;
    l->aborted = false;
    whole_iteration(l, s);
    l->targets.count = own;
    l->visible.count = visible;
    l->loop = outside;
    l->base = base;
    l->rel = rel;
    l->aborted = false;
    for (int i = 0; i < effects.slots.count; i++)
        ip_lower_forget(l, effects.slots.items[i], outside);
    if (effects.leaves)
        l->rel = ip_program_expr_and(l->arena, rel, ip_lower_unknown_condition(l, "goes_on"));
}

static void lower_rest(ip_lowerer *l, ip_pl_statement *const *items, int count)
{
    int at = holder(items, count, l->resumed);
    if (at < 0)
        return;
    const ip_pl_statement *s = items[at];
    if (s != l->resumed) {
        if (s->kind == IP_PL_BLOCK)
            rest_of_block(l, s, NULL);
        else if (s->kind == IP_PL_IF)
            rest_of_branches(l, s);
        else
            rest_of_loop(l, s);
    }
    ip_lower_statements(l, items + at + 1, count - at - 1);
}

void ip_lower_part(ip_lowerer *l, const ip_unit *unit)
{
    for (int i = 0; i < unit->parameters.count; i++) {
        const char *name = unit->parameters.items[i].name;
        int slot = unit->parameters.items[i].in ? -1 : ip_lower_find_variable(l, &name, 1);
        if (slot >= 0)
            any_value(l, slot);
    }
    ip_lower_forget(l, l->found, -1);
    rest_of_block(l, unit->tree, unit->label);
}

/* ---- at the end of a transaction ---- */
void ip_lower_end(ip_lowerer *l, const ip_pl_statement *s)
{
    bool routine = l->unit->kind == IP_UNIT_ROUTINE;
    const char *why = NULL;
    if (routine && !l->unit->procedure && s->kind == IP_PL_COMMIT)
        why = "COMMIT inside a function: PostgreSQL refuses it";
    if (why) {
        ip_diagnostics_add(l->diagnostics, IP_UNSUPPORTED, s->range, l->program->name, "%s", why);
        ip_lower_break(l, s->range, why);
        return;
    }
    if (routine && l->unit->procedure && l->guarded == 0 && s->kind == IP_PL_COMMIT) {
        if (l->rolled_back) /* not this case */
            ip_lower_emit_abort(l, NULL);
        l->rel = ip_program_expr_not(l->arena, ip_program_expr_true(l->arena));
        return;
    }
    /* The transaction is undone; in a function, or within a block with EXCEPTION, because it is an error. */
    l->range = s->range;
    l->text = ip_lower_folded_text(l, ip_range_text(l->arena, s->range));
    if (l->handlers == 0)
        ip_lower_emit_abort(l, NULL);
    l->aborted = l->handlers == 0;
    if (routine)
        l->rel = ip_program_expr_not(l->arena, ip_program_expr_true(l->arena));
}
