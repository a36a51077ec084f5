/* Calls of user-defined routines: resolves the routine, and its arguments in the order of its parameters. */
#include "lower/lower.h"
#include "catalog/unit_index.h"
#include "catalog/resolve.h"

#include <string.h>

static int named_slot(const ip_lowerer *l, const ip_tree *node)
{
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(node), fields);
    const char *parts[4] = {"", "", "", ""};
    int count = (int)ip_parse_list_size(fields);
    for (int i = 0; i < count && i < 4; i++)
        parts[i] = ip_arena_strdup(l->arena, ip_parse_string_node(ip_parse_list_item(fields, (size_t)i)));
    const char *number = ip_arena_printf(l->arena, "$%d", IP_GET(ip_as_param_ref(node), number));
    if (ip_as_param_ref(node))
        return ip_lower_find_variable(l, &number, 1);
    return count >= 1 && count <= 4 ? ip_lower_find_variable(l, parts, count) : -1;
}

static void set_type(ip_lowerer *l, ip_argument *argument, ip_type type)
{
    type = ip_lower_without_modifier(l, type);
    argument->kind = type.kind;
    argument->array = type.array;
    bool known = type.name && *type.name && !strchr(type.name, '%');
    argument->type = known ? ip_catalog_without_modifier(l->arena, type.name) : NULL;
}

/* A variable has its declared type, whatever its value is here; for results of operators and functions, only the kind
 * is used. */
static ip_argument argument_of(ip_lowerer *l, const ip_tree *node, const ip_expr *value)
{
    ip_argument argument = ip_catalog_argument_of(l->arena, node);
    const ip_tree *inner = ip_as_named_arg_expr(node) ? IP_GET(ip_as_named_arg_expr(node), arg) : node;
    int slot = named_slot(l, inner);
    if (argument.type || argument.literal)
        return argument;
    if (value->kind == IP_EXPR_COLUMN)
        set_type(l, &argument, value->type);
    else if (slot >= 0 && !l->slots.items[slot].record)
        set_type(l, &argument, l->slots.items[slot].type);
    else if (value->kind == IP_EXPR_OPERATOR || value->kind == IP_EXPR_CALL)
        argument.kind = value->type.kind;
    if (!argument.type)
        argument.array = value->type.array;
    if (argument.kind ==
        IP_TIME) /* dates, times and intervals are one kind: casts between them are not distinguished */
        argument.kind = argument.type ? IP_TIME : IP_OTHER;
    return argument;
}

typedef struct given_arguments {
    IP_VEC(ip_argument) given;
    ip_values values;
    bool variadic;
    uint64_t sources; /* whose rows they name */
} given_arguments;

static given_arguments lower_all(ip_lowerer *l, const PgQuery__FuncCall *call, ip_scope *scope)
{
    given_arguments all = {.variadic = IP_GET(call, func_variadic)};
    size_t i;
    const ip_tree *node;
    IP_LIST_EACH(IP_ITEMS(call, args), i, node)
    {
        const ip_expr *value = ip_lower_given(l, call, i, scope);
        IP_PUSH(l->arena, &all.values, value);
        IP_PUSH(l->arena, &all.given, argument_of(l, node, value));
        all.sources |= ip_program_expr_sources(value);
    }
    return all;
}

/* By parameter; NULL where the default holds. The arguments for one VARIADIC parameter are its array. */
static ip_values by_parameter(ip_lowerer *l, const ip_unit *unit, const given_arguments *all)
{
    int *places = IP_NEW_ARRAY(l->arena, int, all->values.count);
    ip_values result = {0}, rest = {0};
    int collected = -1;
    ip_catalog_resolve_places(unit, all->given.items, all->given.count, all->variadic, places);
    for (int k = 0; k < unit->parameters.count; k++)
        IP_PUSH(l->arena, &result, NULL);
    for (int i = 0; i < all->values.count; i++) {
        bool collects = unit->parameters.items[places[i]].variadic && !all->variadic && !all->given.items[i].name;
        if (collects)
            IP_PUSH(l->arena, &rest, all->values.items[i]);
        else
            result.items[places[i]] = all->values.items[i];
        collected = collects ? places[i] : collected;
    }
    if (collected >= 0)
        result.items[collected] =
            ip_lower_apply(l, "ARRAY", unit->parameters.items[collected].type, rest.count, rest.items);
    return result;
}

static const char *signatures(ip_lowerer *l, const ip_resolved *resolved)
{
    const char *text = "";
    for (int i = 0; i < resolved->units.count; i++)
        text = ip_arena_printf(l->arena, "%s%s%s", text, i ? ", " : "", resolved->units.items[i]->signature);
    return text;
}

/* It is not known which is called: each may be. */
static bool ends_here(ip_lowerer *l, const ip_unit *unit, const ip_tree *node)
{
    if (!unit->procedure || !ip_lower_may_end(l, unit))
        return false;
    /* The code after the CALL is another transaction. */
    const char *why =
        ip_arena_printf(l->arena, "call of %s(), which ends the transaction: this one is not cut there", unit->name);
    ip_lower_refuse(l, node, "%s", why);
    ip_lower_break(l, l->range, why);
    return true;
}

static const ip_expr *any_of(ip_lowerer *l, const ip_tree *node, const ip_resolved *resolved,
                             const given_arguments *all)
{
    const char *why = ip_arena_printf(l->arena, "as one of %s%s", signatures(l, resolved),
                                      resolved->builtin ? " or PostgreSQL's own" : "");
    for (int i = 0; i < resolved->units.count; i++)
        if (!ends_here(l, resolved->units.items[i], node))
            ip_lower_summed_call(l, resolved->units.items[i], node, all->values.count, all->values.items, NULL, why);
    return ip_lower_unknown(l, ip_lower_other_type, all->values.count, all->values.items);
}

/* Whether the current query may evaluate a call inside it more than once. */
static bool over_rows(ip_lowerer *l, const ip_scope *scope)
{
    for (; scope; scope = scope->parent)
        if (scope->many || (scope->entries.count > 0 && (l->filtering > 0 || !ip_lower_one_row(scope))))
            return true;
    return false;
}

static bool all_stable(const ip_values *values)
{
    for (int i = 0; i < values->count; i++)
        if (!ip_program_expr_stable(values->items[i]))
            return false;
    return true;
}

/* Calls for several rows are one statement of the program only if all of them do the same: a VOLATILE function has
 * snapshots of its own in each (PostgreSQL 15 documentation, section 38.7), others see that of the query. */
static bool differs(ip_lowerer *l, const ip_unit *unit, const given_arguments *all, bool in_from)
{
    const ip_summary *summary = ip_summary_of_unit(l->summaries, unit);
    bool varies =
        !in_from && unit->volatility == IP_VOLATILE; /* FROM keeps the rows of a call whose arguments do not */
    return (summary->touches || summary->any) && (varies || !all_stable(&all->values));
}

/* Calls of IMMUTABLE functions may be run when a plan is made, and not for each of its uses; the body of one in SQL may
 * be inlined in place of its call in FROM, without the columns that are not used (inline_set_returning_function). */
static bool runs_ahead(const ip_unit *unit, bool in_from)
{
    return ip_catalog_is_immutable(unit) ||
           (in_from && unit->volatility != IP_VOLATILE && strcmp(unit->language, "sql") == 0);
}

/* Their reads do not depend on it. */
static void doubt_statements(ip_lowerer *l, int first)
{
    for (int i = first; i < l->program->statements.count; i++) {
        ip_statement *s = &l->program->statements.items[i];
        bool writes = s->kind == IP_INSERT || s->kind == IP_UPDATE || s->kind == IP_DELETE || s->kind == IP_TRUNCATE;
        s->uncertain = s->uncertain || writes || ip_program_statement_locks_rows(s);
    }
}

static const ip_expr *call_of(ip_lowerer *l, const ip_unit *unit, const ip_tree *node, const given_arguments *all,
                              ip_scope *scope, ip_result *columns)
{
    bool again = scope && over_rows(l, scope), in_from = columns && scope;
    ip_values args = by_parameter(l, unit, all);
    if (ends_here(l, unit, node))
        return ip_lower_unknown(l, ip_lower_other_type, all->values.count, all->values.items);
    if (unit->returns_set && scope && !columns)
        scope->query->statement.grouped = true;
    if (all->sources != 0 || (again && differs(l, unit, all, in_from)))
        return ip_lower_summed_call(l, unit, node, all->values.count, all->values.items, columns,
                                    "for the rows of a query");
    if (ip_lower_planned(l, unit, all->values.count, all->values.items) != IP_PLANNED_NEVER)
        return ip_lower_summed_call(l, unit, node, all->values.count, all->values.items, columns,
                                    "when a statement is planned");
    /* It may run for each row, or not at all: then neither its aborts nor its writes are sure. If it may not be
     * evaluated, all of its effects share one condition; its value matters only if it is evaluated. */
    bool stops = unit->returns_set && scope && !columns; /* its rows are fetched one by one */
    bool some_rows = scope && !columns && scope->entries.count > 0, uncertain = some_rows || stops;
    const ip_expr *rel = l->rel;
    bool aborted = l->aborted, doubt = l->conditional > 0 && !uncertain;
    int filtering = l->filtering, conditional = l->conditional, first = l->program->statements.count;
    l->filtering = 0;
    l->handlers += uncertain;
    if (doubt)
        l->rel = ip_program_expr_and(l->arena, rel, ip_lower_unknown_condition(l, "evaluated"));
    l->conditional = doubt ? 0 : conditional;
    const ip_expr *value = ip_lower_inline(l, unit, node, args.items, columns);
    l->conditional = conditional;
    l->rel = rel;
    l->aborted = l->aborted && (!doubt || aborted);
    l->handlers -= uncertain;
    l->filtering = filtering;
    if (runs_ahead(unit, in_from))
        doubt_statements(l, first);
    if (!uncertain)
        return value;
    value = ip_lower_unknown(l, value->type, 1, &value);
    /* The value differs from row to row: a variable would have the same value for all of them. */
    if (stops || (again && unit->volatility == IP_VOLATILE))
        return value;
    return ip_lower_bind(l, unit->name, value->type, value);
}

bool ip_lower_user_call(ip_lowerer *l, const PgQuery__FuncCall *call, const ip_tree *node, ip_scope *scope,
                        ip_called *called)
{
    const char *name = ip_parse_call_name(l->arena, call);
    given_arguments none = {0};
    ip_resolved any =
        ip_catalog_resolve(l->arena, l->definitions, ip_lower_path_of_names(l), name, none.given.items, 0, false);
    if (!any.known_name)
        return false;
    given_arguments all = lower_all(l, call, scope);
    ip_resolved resolved = ip_catalog_resolve(l->arena, l->definitions, ip_lower_path_of_names(l), name,
                                              all.given.items, all.given.count, all.variadic);
    if (resolved.units.count == 0 && resolved.builtin)
        return false;
    called->unit = resolved.units.count == 1 && !resolved.builtin ? resolved.units.items[0] : NULL;
    if (called->unit) {
        called->value = call_of(l, called->unit, node, &all, scope, called->columns);
    } else if (resolved.units.count > 0) {
        called->value = any_of(l, node, &resolved, &all);
    } else {
        ip_lower_refuse(l, node, "call of %s(): no definition takes these arguments: it may read and write any table",
                        name);
        called->value = ip_lower_unknown(l, ip_lower_other_type, all.values.count, all.values.items);
    }
    return true;
}
