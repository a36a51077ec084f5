/* Expressions: PostgreSQL's parse trees to ip_expr. An expression that is not understood becomes an unknown value that
 * still names every column that it could read. */
#include "lower/expr/collation.h"
#include "lower/lower.h"

#include "catalog/builtin.h"
#include "catalog/set_values.h"

#include <string.h>

static void collect(ip_lowerer *l, const ip_tree *node, ip_scope *scope, ip_values *args)
{
    if (ip_parse_tree_is_list(node)) {
        size_t i;
        const ip_tree *item;
        IP_LIST_EACH(node, i, item) collect(l, item, scope, args);
        return;
    }
    if (!ip_parse_tree_is_message(node))
        return;
    if (ip_as_column_ref(node) || ip_as_sub_link(node) || ip_as_func_call(node)) {
        IP_PUSH(l->arena, args, ip_lower_expr(l, node, scope));
        return;
    }
    const ip_tree *value;
    IP_TREE_EACH(node, key, value) collect(l, value, scope, args);
}

const ip_expr *ip_lower_not_understood(ip_lowerer *l, const ip_tree *node, ip_scope *scope, ip_type type)
{
    ip_values args = {0};
    if (node) {
        collect(l, node, scope, &args);
    } else if (scope) {
        ip_result all = {0};
        ip_lower_all_columns(l, NULL, scope, &all);
        for (int i = 0; i < all.columns.count; i++)
            IP_PUSH(l->arena, &args, all.columns.items[i].value);
    }
    const ip_expr *value = ip_lower_unknown(l, type, args.count, args.items);
    if (node)
        ip_lower_ordered_below(l, scope, node, value);
    return value;
}

static const ip_expr *lower_case(ip_lowerer *l, const PgQuery__CaseExpr *body, ip_scope *scope)
{
    const ip_tree *subject = IP_GET(body, arg), *otherwise = IP_GET(body, defresult);
    const ip_tree *branches = IP_ITEMS(body, args);
    const PgQuery__CaseWhen *first = ip_as_case_when(ip_parse_list_item(branches, 0));
    /* A comparison with a constant NULL is not evaluated; the first that is evaluated needs the value. */
    bool asked = subject && !ip_as_row_expr(subject) && ip_lower_never_planned_null(l, IP_GET(first, expr), scope);
    const ip_expr *value = subject ? ip_lower_if_sure(l, subject, scope, asked) : NULL;
    if (value && !ip_program_expr_stable(value) && ip_program_expr_sources(value) == 0)
        value = ip_lower_bind(l, "case", value->type, value);
    size_t count = ip_parse_list_size(branches);
    ip_values conditions = {0}, results = {0};
    for (size_t i = 0; i < count; i++) {
        const PgQuery__CaseWhen *when = ip_as_case_when(ip_parse_list_item(branches, i));
        const ip_expr *condition = ip_lower_if_sure(l, IP_GET(when, expr), scope, i == 0 && !subject);
        IP_PUSH(l->arena, &conditions, value ? ip_lower_binary(l, IP_OP_EQ, value, condition) : condition);
        IP_PUSH(l->arena, &results, ip_lower_expr(l, IP_GET(when, result), scope));
    }
    const ip_expr *last = otherwise ? ip_lower_expr(l, otherwise, scope) : ip_lower_null(l, ip_lower_other_type);
    ip_values all = {0}; /* ELSE comes first where the type is chosen */
    IP_PUSH(l->arena, &all, last);
    for (int i = 0; i < results.count; i++)
        IP_PUSH(l->arena, &all, results.items[i]);
    ip_type type = ip_lower_common(l, &all);
    const ip_expr *result = all.items[0];
    for (size_t i = count; i-- > 0;) {
        const ip_expr *const args[] = {conditions.items[i], all.items[i + 1], result};
        result = ip_program_expr_op(l->arena, IP_OP_IF, type, 3, args);
    }
    return result;
}

/* CASE x WHEN n is an equality. */
static const ip_expr *lower_compared_case(ip_lowerer *l, const PgQuery__CaseExpr *body, ip_scope *scope)
{
    const ip_expr *value = lower_case(l, body, scope);
    if (IP_GET(body, arg))
        ip_lower_compared(l, scope, body, value);
    return value;
}

static const ip_expr *lower_coalesce(ip_lowerer *l, const PgQuery__CoalesceExpr *body, ip_scope *scope)
{
    ip_values args = {0};
    size_t i;
    const ip_tree *arg;
    IP_LIST_EACH(IP_ITEMS(body, args), i, arg)
    {
        IP_PUSH(l->arena, &args, ip_lower_if_sure(l, arg, scope, i == 0));
    }
    ip_type type = ip_lower_common(l, &args);
    return ip_program_expr_op(l->arena, IP_OP_COALESCE, type, args.count, args.items);
}

/* GREATEST and LEAST skip NULLs. */
static const ip_expr *lower_extreme(ip_lowerer *l, const PgQuery__MinMaxExpr *body, ip_scope *scope)
{
    bool greatest = IP_GET(body, op) == PG_QUERY__MIN_MAX_OP__IS_GREATEST;
    ip_values args = {0};
    size_t i;
    const ip_tree *arg;
    IP_LIST_EACH(IP_ITEMS(body, args), i, arg) IP_PUSH(l->arena, &args, ip_lower_expr(l, arg, scope));
    ip_type type = ip_lower_common(l, &args);
    const ip_expr *best = args.count > 0 ? args.items[0] : ip_lower_null(l, type);
    for (int k = 0; k < args.count; k++)
        ip_lower_ordered(l, scope, body, args.items[k]);
    for (int k = 1; k < args.count; k++) {
        const ip_expr *next = args.items[k];
        const ip_expr *const conditions[] = {ip_lower_unary(l, IP_OP_IS_NULL, next),
                                             ip_lower_binary(l, greatest ? IP_OP_GE : IP_OP_LE, best, next)};
        const ip_expr *const parts[] = {ip_program_expr_op(l->arena, IP_OP_OR, ip_lower_boolean_type, 2, conditions),
                                        best, next};
        best = ip_program_expr_op(l->arena, IP_OP_IF, type, 3, parts);
    }
    return best;
}

static const ip_expr *lower_null_test(ip_lowerer *l, const PgQuery__NullTest *body, ip_scope *scope)
{
    bool is_null = IP_GET(body, nulltesttype) == PG_QUERY__NULL_TEST_TYPE__IS_NULL;
    const ip_tree *arg = IP_GET(body, arg); /* of a row field by field, until one decides */
    const ip_expr *a = ip_lower_if_sure(l, arg, scope, !ip_as_row_expr(arg));
    /* A row IS NULL when all its fields are, IS NOT NULL when none is. */
    if (ip_lower_is_row(a) || ip_lower_row_type(l, a->type) || (a->type.name && strcmp(a->type.name, "record") == 0))
        return ip_lower_row_is_null(l, a, is_null);
    const ip_expr *test = ip_lower_unary(l, IP_OP_IS_NULL, a);
    return is_null ? test : ip_lower_negation(l, test);
}

static const ip_expr *lower_boolean_test(ip_lowerer *l, const PgQuery__BooleanTest *body, ip_scope *scope)
{
    const ip_expr *a = ip_lower_expr(l, body->arg, scope);
    switch (body->booltesttype) {
    case PG_QUERY__BOOL_TEST_TYPE__IS_TRUE:
        return ip_lower_unary(l, IP_OP_IS_TRUE, a);
    case PG_QUERY__BOOL_TEST_TYPE__IS_NOT_TRUE:
        return ip_lower_negation(l, ip_lower_unary(l, IP_OP_IS_TRUE, a));
    case PG_QUERY__BOOL_TEST_TYPE__IS_NOT_FALSE:
        return ip_lower_negation(l, ip_lower_unary(l, IP_OP_IS_TRUE, ip_lower_negation(l, a)));
    case PG_QUERY__BOOL_TEST_TYPE__IS_UNKNOWN:
        return ip_lower_unary(l, IP_OP_IS_NULL, a);
    case PG_QUERY__BOOL_TEST_TYPE__IS_NOT_UNKNOWN:
        return ip_lower_negation(l, ip_lower_unary(l, IP_OP_IS_NULL, a));
    default: /* IS FALSE */
        return ip_lower_unary(l, IP_OP_IS_TRUE, ip_lower_negation(l, a));
    }
}

static const ip_expr *lower_element(ip_lowerer *l, const ip_expr *array, const PgQuery__AIndices *index,
                                    ip_scope *scope)
{
    const ip_expr *const args[] = {array, ip_lower_expr(l, IP_GET(index, uidx), scope)};
    if (!args[0]->type.array && !ip_lower_open_type(args[0]->type))
        return ip_lower_apply(l, "[]", ip_lower_other_type, 2, args); /* jsonb subscript */
    return ip_program_expr_op(l->arena, IP_OP_ELEMENT, ip_lower_element_type(l, array->type), 2, args);
}

/* a[i], (v).f, (a[i]).f … */
static const ip_expr *lower_indirection(ip_lowerer *l, const PgQuery__AIndirection *body, ip_scope *scope)
{
    const ip_tree *steps = IP_ITEMS(body, indirection);
    const PgQuery__AIndices *index = ip_as_a_indices(ip_parse_list_item(steps, 0));
    size_t count = ip_parse_list_size(steps), subscripts = 0, i;
    const ip_tree *step;
    IP_LIST_EACH(steps, i, step)
    {
        subscripts += ip_as_a_indices(step) != NULL;
        if (IP_GET(ip_as_a_indices(step), is_slice) || subscripts > 1 ||
            (!ip_as_a_indices(step) && !ip_as_string(step)))
            return ip_lower_not_understood(l, body, scope, ip_lower_other_type);
    }
    const ip_expr *argument =
        count == 1 && index ? ip_lower_trigger_argument(l, IP_GET(body, arg), IP_GET(index, uidx)) : NULL;
    if (argument)
        return argument;
    /* A field of ROW(…) is that expression alone. */
    bool whole = index || ip_as_func_call(IP_GET(body, arg));
    const ip_expr *value = ip_lower_if_sure(l, IP_GET(body, arg), scope, whole);
    IP_LIST_EACH(steps, i, step)
    {
        index = ip_as_a_indices(step);
        value = index ? lower_element(l, value, index, scope)
                      : ip_lower_field_of(l, body, value, ip_arena_strdup(l->arena, ip_parse_string_node(step)));
    }
    return value;
}

/* ARRAY[…] and ROW(…): deterministic in their parts. */
static const ip_expr *lower_list(ip_lowerer *l, const char *name, const ip_tree *items, bool array, ip_scope *scope)
{
    ip_values args = {0};
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(items, i, item) IP_PUSH(l->arena, &args, ip_lower_expr(l, item, scope));
    ip_type type = ip_lower_other_type;
    if (array && args.count > 0)
        type = ip_lower_array_of(l, ip_lower_common(l, &args));
    type.array = array;
    return ip_lower_apply(l, name, type, args.count, args.items);
}

/* ROW(a, b): its fields are f1, f2. r.* among them stands for those of r. */
static const ip_expr *lower_row(ip_lowerer *l, const ip_tree *items, ip_scope *scope)
{
    ip_result columns = {0};
    ip_row_shape *shape = IP_NEW(l->arena, ip_row_shape);
    ip_values args = {0};
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(items, i, item)
    {
        ip_result_column column = {.output = -1};
        if (ip_lower_is_star(item)) {
            ip_lower_star(l, item, scope, &columns);
            continue;
        }
        column.value = ip_lower_expr(l, item, scope);
        IP_PUSH(l->arena, &columns.columns, column);
    }
    for (int k = 0; k < columns.columns.count; k++) {
        const ip_expr *value = columns.columns.items[k].value;
        IP_PUSH(l->arena, &args, value);
        IP_PUSH(l->arena, &shape->names, (const char *)ip_arena_printf(l->arena, "f%d", k + 1));
        IP_PUSH(l->arena, &shape->types, value->type);
    }
    if (ip_lower_column_is_any(&columns, columns.columns.count))
        return ip_lower_unknown(l, ip_lower_other_type, args.count, args.items);
    return ip_lower_row(l, shape, ip_lower_other_type, args.items);
}

static const ip_expr *lower_value_function(ip_lowerer *l, const PgQuery__SQLValueFunction *body)
{
    const char *name, *type;
    bool cut = false; /* to so many digits */
    switch (body->op) {
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_CURRENT_TIMESTAMP:
        return l->now;
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_CURRENT_TIMESTAMP_N:
        return ip_lower_apply(l, ip_arena_printf(l->arena, "current_timestamp(%d)", body->typmod), ip_lower_time_type,
                              1, &l->now);
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_CURRENT_DATE:
        name = "current_date";
        type = "date";
        break;
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_CURRENT_TIME_N:
        cut = true;
        /* fall through */
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_CURRENT_TIME:
        name = "current_time";
        type = "time with time zone";
        break;
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_LOCALTIME_N:
        cut = true;
        /* fall through */
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_LOCALTIME:
        name = "localtime";
        type = "time without time zone";
        break;
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_LOCALTIMESTAMP_N:
        cut = true;
        /* fall through */
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_LOCALTIMESTAMP:
        name = "localtimestamp";
        type = "timestamp without time zone";
        break;
    default:
        return ip_lower_unknown(l, ip_lower_text_type, 0, NULL);
    }
    if (cut)
        name = ip_arena_printf(l->arena, "%s(%d)", name, body->typmod);
    return ip_lower_apply(l, name, ip_parse_type_spelled(l->arena, type), 1, &l->now);
}

static const ip_expr *lower_parameter(ip_lowerer *l, const ip_tree *node)
{
    const char *name = ip_arena_printf(l->arena, "$%d", IP_GET(ip_as_param_ref(node), number));
    int slot = ip_lower_find_variable(l, &name, 1);
    if (slot >= 0)
        return ip_lower_value(l, slot);
    ip_lower_bad_name(l, node, "there is no parameter %s", name);
    return ip_lower_unknown(l, ip_lower_other_type, 0, NULL);
}

/* Under such a collation equal texts may differ: the result is any value. */
static const ip_expr *lower_collated(ip_lowerer *l, const PgQuery__CollateClause *clause, ip_scope *scope)
{
    const ip_expr *value = ip_lower_expr(l, IP_GET(clause, arg), scope);
    if (ip_lower_open_type(value->type) || !value->type.name)
        value = ip_lower_coerce(l, value, ip_lower_text_type);
    if (ip_lower_collation_equates(value)) /* its own collation no longer counts */
        value = ip_lower_convert(l, value,
                                 value->type.array ? ip_lower_array_of(l, ip_lower_text_type) : ip_lower_text_type);
    ip_type type = ip_parse_type_collated(l->arena, value->type, clause);
    if (type.kind != value->type.kind)
        return ip_lower_convert(l, value, type);
    ip_expr *same = (ip_expr *)ip_program_expr_op(l->arena, IP_OP_AS, value->type, 1, &value);
    same->collated = true;
    return same;
}

static const ip_expr *lower_node(ip_lowerer *l, const ip_tree *expr, ip_scope *scope)
{
    const PgQuery__Node *node = ip_as_node(expr);
    const char *kind = ip_parse_node_kind(expr);
    switch (IP_GET(node, node_case)) {
    case PG_QUERY__NODE__NODE_A_CONST:
        return ip_lower_constant(l, node->a_const);
    case PG_QUERY__NODE__NODE_COLUMN_REF:
        return ip_lower_column_ref(l, node, scope);
    case PG_QUERY__NODE__NODE_PARAM_REF:
        return lower_parameter(l, node);
    case PG_QUERY__NODE__NODE_A_EXPR:
        return ip_lower_operator(l, node->a_expr, scope);
    case PG_QUERY__NODE__NODE_BOOL_EXPR:
        return ip_lower_connective(l, node->bool_expr, scope);
    case PG_QUERY__NODE__NODE_NULL_TEST:
        return lower_null_test(l, node->null_test, scope);
    case PG_QUERY__NODE__NODE_BOOLEAN_TEST:
        return lower_boolean_test(l, node->boolean_test, scope);
    case PG_QUERY__NODE__NODE_CASE_EXPR:
        return lower_compared_case(l, node->case_expr, scope);
    case PG_QUERY__NODE__NODE_COALESCE_EXPR:
        return lower_coalesce(l, node->coalesce_expr, scope);
    case PG_QUERY__NODE__NODE_MIN_MAX_EXPR:
        return lower_extreme(l, node->min_max_expr, scope);
    case PG_QUERY__NODE__NODE_TYPE_CAST:
        return ip_lower_cast(l, node->type_cast, node, scope);
    case PG_QUERY__NODE__NODE_FUNC_CALL:
        return ip_lower_call(l, node->func_call, node, scope);
    case PG_QUERY__NODE__NODE_SUB_LINK:
        return ip_lower_sublink(l, node, scope, false);
    case PG_QUERY__NODE__NODE_A_INDIRECTION:
        return lower_indirection(l, node->a_indirection, scope);
    case PG_QUERY__NODE__NODE_A_ARRAY_EXPR:
        return lower_list(l, "ARRAY", IP_ITEMS(node->a_array_expr, elements), true, scope);
    case PG_QUERY__NODE__NODE_ROW_EXPR:
        return lower_row(l, IP_ITEMS(node->row_expr, args), scope);
    case PG_QUERY__NODE__NODE_SQLVALUE_FUNCTION:
        return lower_value_function(l, node->sqlvalue_function);
    case PG_QUERY__NODE__NODE_COLLATE_CLAUSE:
        return lower_collated(l, node->collate_clause, scope);
    case PG_QUERY__NODE__NODE_NAMED_ARG_EXPR:
        return ip_lower_expr(l, node->named_arg_expr->arg, scope);
    default:
        ip_lower_note(l, expr, "expression not understood (%s): any value", *kind ? kind : "nothing");
        return ip_lower_not_understood(l, ip_parse_node_body(expr), scope, ip_lower_other_type);
    }
}

const ip_expr *ip_lower_expr(ip_lowerer *l, const ip_tree *node, ip_scope *scope)
{
    int doubt = ip_lower_doubt(node);
    l->conditional += doubt;
    const ip_expr *expr = lower_node(l, node, scope);
    l->conditional -= doubt;
    if (l->undone_depth > 0 && (ip_as_column_ref(node) || ip_as_param_ref(node)))
        IP_PUSH(l->arena, &l->looked, expr);
    /* Nodes made for this place carry it; shared ones (variables, parameters) must not. */
    if ((expr->kind == IP_EXPR_OPERATOR || expr->kind == IP_EXPR_COLUMN || expr->kind == IP_EXPR_CALL) &&
        !expr->range.source)
        ((ip_expr *)expr)->range = ip_lower_place(l, node);
    return expr;
}

/* An expression may be a query without its SELECT: count(*) > 0 FROM t WHERE … */
static const ip_expr *query_value(ip_lowerer *l, const PgQuery__SelectStmt *select)
{
    bool correlated = false;
    ip_result *result = ip_lower_select(l, select, NULL, &correlated);
    ip_lower_forget(l, l->row_count, l->loop);
    return result->columns.count > 0 && !l->why ? ip_lower_result_value(l, result, 0, l->loop)
                                                : ip_lower_unknown(l, ip_lower_other_type, 0, NULL);
}

static const ip_expr *tree_value(ip_lowerer *l, const ip_tree *statements)
{
    const PgQuery__SelectStmt *select = ip_as_select_stmt(ip_parse_statement_at(statements, 0));
    const ip_tree *list = IP_ITEMS(select, target_list);
    if (ip_parse_list_size(statements) != 1 || ip_parse_list_size(list) != 1) {
        ip_diagnostics_add(l->diagnostics, IP_ERROR, l->range, l->program->name, "one expression expected");
        ip_lower_break(l, l->range, "one expression expected");
        return ip_lower_unknown(l, ip_lower_other_type, 0, NULL);
    }
    const void *const more[] = {
        IP_ITEMS(select, from_clause), IP_GET(select, where_clause),      IP_ITEMS(select, group_clause),
        IP_GET(select, having_clause), IP_ITEMS(select, sort_clause),     IP_GET(select, limit_count),
        IP_GET(select, limit_offset),  IP_ITEMS(select, distinct_clause), IP_GET(select, larg),
        IP_GET(select, with_clause),   IP_ITEMS(select, window_clause),   IP_ITEMS(select, locking_clause)};
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
        if (more[i])
            return query_value(l, select);
    return ip_lower_expr(l, IP_GET(ip_as_res_target(ip_parse_list_item(list, 0)), val), NULL);
}

static bool is_aggregate(const void *context, const PgQuery__FuncCall *call)
{
    int count = 0;
    const ip_builtin *b = ip_catalog_builtin_named(ip_parse_call_name((ip_arena *)context, call), &count);
    return IP_GET(call, over) || IP_GET(call, agg_star) || (b && b->kind == 'a');
}

/* PL/pgSQL runs an expression that contains a query, an aggregate or a set as a statement, whose rows are counted. */
void ip_lower_count_rows(ip_lowerer *l, const ip_tree *tree, int before)
{
    if (l->program->statements.count > before || ip_parse_has_subquery(tree) ||
        ip_catalog_calls_set(l->definitions, tree) || ip_parse_own_call(tree, is_aggregate, l->arena))
        ip_lower_forget(l, l->row_count, l->loop);
}

const ip_expr *ip_lower_text_expr(ip_lowerer *l, ip_pl_text text)
{
    ip_parse_error error;
    const ip_source *source = l->source;
    long shift = l->shift;
    ip_range range = l->range;
    const char *whole = l->text;
    l->texts++;
    l->source = text.source;
    l->shift = (long)text.begin - IP_PG_EXPR_SHIFT;
    l->range = text;
    l->text = ip_lower_folded_text(l, ip_range_text(l->arena, text));
    l->why = NULL;
    l->of_module = false;
    ip_open_step outer = ip_lower_open_step(l);
    const ip_tree *statements =
        ip_parse_pg_parse(l->arena, ip_arena_printf(l->arena, "SELECT %s", ip_range_text(l->arena, text)), &error);
    const ip_expr *expr;
    int before = l->program->statements.count;
    if (statements) {
        ip_lower_unasked(l, statements);
        bool simple = l->simple;
        l->simple = ip_lower_is_simple(l, statements);
        expr = tree_value(l, statements);
        l->simple = simple;
        if (l->why) {
            ip_lower_emit_unknown(l, statements, l->why);
            expr = ip_lower_unknown(l, expr->type, 0, NULL);
        }
    } else {
        ip_range place = text;
        if (error.offset >= IP_PG_EXPR_SHIFT && text.begin + error.offset - IP_PG_EXPR_SHIFT < text.end)
            place.begin = text.begin + error.offset - IP_PG_EXPR_SHIFT;
        ip_diagnostics_add(l->diagnostics, IP_ERROR, place, l->program->name, "%s", error.message);
        ip_lower_break(l, place, error.message);
        expr = ip_lower_unknown(l, ip_lower_other_type, 0, NULL);
        ip_lower_emit_unknown(l, NULL, error.message);
    }
    ip_lower_close_step(l, outer);
    ip_lower_count_rows(l, statements, before);
    l->source = source;
    l->shift = shift;
    l->range = range;
    l->text = whole;
    l->why = NULL;
    l->of_module = false;
    l->bad_name = false;
    return expr;
}
