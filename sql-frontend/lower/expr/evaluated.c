/* Which parts of an expression are surely evaluated with it: locks and other sure effects of a call there count only
 * then. The list has the sure parts (node_kinds.h and the callers of ip_lower_surely); all other parts may or may not
 * be evaluated, l->conditional.
 *
 * The executor leaves out little: the rest of AND and OR, of CASE and COALESCE, subscripts of an array that is NULL.
 * The planner leaves out more (PostgreSQL 15, src/backend/optimizer/util/clauses.c): a strict operator or function of a
 * constant NULL is NULL, whatever its other arguments; AND with a false constant is false; an SQL function is inlined
 * at its call. Constants are not only those of the text: a plan for a query of PL/pgSQL may know the values of its
 * variables, and calls of IMMUTABLE functions are evaluated early. An expression that PL/pgSQL evaluates without a
 * query ("simple": pl_exec.c, exec_simple_check_plan) has a plan for any values. */
#include "lower/lower.h"
#include "parse/node_kinds.h"

#include "base/words.h"
#include "catalog/builtin.h"
#include "catalog/resolve.h"
#include "catalog/set_values.h"
#include "catalog/unit_index.h"
#include "parse/statement.h"

#include <string.h>

int ip_lower_doubt(const ip_tree *node)
{
    const ip_kind *kind = ip_parse_kind_named(ip_parse_node_kind(node));
    bool runs = kind && kind->evaluates == IP_EVALUATES_RUNS;
    return runs || (kind && kind->evaluates == IP_EVALUATES_ALL) ? 0 : 1;
}

const ip_expr *ip_lower_surely(ip_lowerer *l, const ip_tree *node, ip_scope *scope)
{
    l->conditional--;
    const ip_expr *value = ip_lower_expr(l, node, scope);
    l->conditional++;
    return value;
}

const ip_expr *ip_lower_if_sure(ip_lowerer *l, const ip_tree *node, ip_scope *scope, bool sure)
{
    return sure ? ip_lower_surely(l, node, scope) : ip_lower_expr(l, node, scope);
}

/* ---- the planner's knowledge of a value ---- */

static bool is_aggregate(const void *definitions, const PgQuery__FuncCall *call)
{
    return ip_lower_is_aggregate(definitions, call) || IP_GET(call, over);
}

bool ip_lower_is_simple(const ip_lowerer *l, const ip_tree *tree)
{
    return !ip_parse_has_subquery(tree) && !ip_catalog_calls_set(l->definitions, tree) &&
           !ip_parse_own_call(tree, is_aggregate, l->definitions);
}

static bool stands_for_operator(const ip_lowerer *l, const char *symbol)
{
    return ip_catalog_find_user_operator(l->definitions, IP_USER_OPERATOR, symbol) != NULL;
}

bool ip_lower_casts_are_own(const ip_lowerer *l)
{
    for (int i = 0; i < l->definitions->user_operators.count; i++)
        if (l->definitions->user_operators.items[i].kind == IP_USER_CAST)
            return false;
    return true;
}

/* Whether the plan always runs this call of a user-defined routine. With several candidates: all of them. */
typedef struct ip_routines {
    bool any, in_sql, strict, immutable, sets, gives;
} ip_routines;

static ip_routines routines_named(const ip_lowerer *l, const char *name)
{
    const ip_definitions *d = l->definitions;
    const char *last = ip_last_part(name);
    ip_routines all = {0};
    for (int i = ip_catalog_first_named(d, last); i < d->names.count && strcmp(d->names.items[i].name, last) == 0;
         i++) {
        const ip_unit *unit = d->units.items[d->names.items[i].unit];
        all.any = true;
        all.in_sql = all.in_sql || (!unit->procedure && strcmp(unit->language, "sql") == 0);
        all.strict = all.strict || unit->strict;
        all.immutable = all.immutable || ip_catalog_is_immutable(unit);
        all.sets = all.sets || unit->returns_set;
        for (int k = 0; k < unit->parameters.count; k++)
            all.gives =
                all.gives || (unit->procedure && unit->parameters.items[k].out && !unit->parameters.items[k].in);
    }
    return all;
}

/* A constant, possibly computed by the planner; or a value that no plan knows. */
typedef enum ip_known { IP_KNOWN_MAYBE_NULL, IP_KNOWN_NOT_NULL, IP_KNOWN_BY_NO_PLAN } ip_known;

static ip_known known(const ip_lowerer *l, const ip_tree *node, const ip_scope *scope);

/* For an operator on these values: NULL if one of them is, and computed early if all of them are. */
static ip_known known_of_parts(const ip_lowerer *l, const ip_tree *parts, const ip_scope *scope, ip_known constant)
{
    ip_known all = constant;
    size_t i;
    const ip_tree *part;
    IP_LIST_EACH(parts, i, part)
    {
        ip_known one = known(l, part, scope);
        if (one == IP_KNOWN_MAYBE_NULL)
            return one;
        all = one == IP_KNOWN_BY_NO_PLAN ? one : all;
    }
    return all;
}

static ip_known known_call(const ip_lowerer *l, const PgQuery__FuncCall *call, const ip_scope *scope)
{
    const char *name = ip_parse_call_name(l->arena, call);
    const ip_routines own = routines_named(l, name);
    int rows = 0;
    const ip_builtin *b = ip_catalog_builtin_named(ip_last_part(name), &rows);
    if (is_aggregate(l->definitions, call) || own.in_sql || own.immutable || own.sets || (!own.any && !b))
        return IP_KNOWN_MAYBE_NULL;
    bool ahead = false, strict = own.strict || b;
    for (int i = 0; i < rows; i++)
        ahead = ahead || b[i].volatility == 'i' || b[i].set;
    ip_known constant = ahead ? IP_KNOWN_MAYBE_NULL : IP_KNOWN_BY_NO_PLAN;
    return strict ? known_of_parts(l, IP_ITEMS(call, args), scope, constant) : IP_KNOWN_BY_NO_PLAN;
}

static ip_known known_operator(const ip_lowerer *l, const PgQuery__AExpr *body, const ip_scope *scope)
{
    const ip_tree *names = IP_ITEMS(body, name), *left = IP_GET(body, lexpr), *right = IP_GET(body, rexpr);
    const char *symbol = ip_parse_last_string(names);
    /* These of no NULLs are not NULL. */
    bool whole = ip_is_among("+ - * / % || = <> < > <= >=", symbol);
    if (IP_GET(body, kind) != PG_QUERY__A__EXPR__KIND__AEXPR_OP || stands_for_operator(l, symbol) ||
        ip_as_row_expr(right))
        return IP_KNOWN_MAYBE_NULL;
    ip_known a = left ? known(l, left, scope) : IP_KNOWN_NOT_NULL, b = known(l, right, scope);
    if (a == IP_KNOWN_MAYBE_NULL || b == IP_KNOWN_MAYBE_NULL)
        return IP_KNOWN_MAYBE_NULL;
    if (a == IP_KNOWN_BY_NO_PLAN || b == IP_KNOWN_BY_NO_PLAN)
        return IP_KNOWN_BY_NO_PLAN;
    return whole ? IP_KNOWN_NOT_NULL : IP_KNOWN_MAYBE_NULL;
}

static ip_known known_test(const ip_lowerer *l, const PgQuery__Node *arg, const ip_scope *scope)
{
    bool by_none = !ip_as_row_expr(arg) && known(l, arg, scope) == IP_KNOWN_BY_NO_PLAN;
    return by_none ? IP_KNOWN_BY_NO_PLAN : IP_KNOWN_NOT_NULL;
}

static ip_known known(const ip_lowerer *l, const ip_tree *expr, const ip_scope *scope)
{
    const PgQuery__Node *node = ip_as_node(expr);
    switch (IP_GET(node, node_case)) {
    case PG_QUERY__NODE__NODE_A_CONST:
        return node->a_const->isnull ? IP_KNOWN_MAYBE_NULL : IP_KNOWN_NOT_NULL;
    case PG_QUERY__NODE__NODE_COLUMN_REF:
    case PG_QUERY__NODE__NODE_PARAM_REF:
        return l->simple && !scope ? IP_KNOWN_BY_NO_PLAN : IP_KNOWN_MAYBE_NULL;
    case PG_QUERY__NODE__NODE_A_ARRAY_EXPR:
    case PG_QUERY__NODE__NODE_ROW_EXPR:
        return IP_KNOWN_NOT_NULL;
    case PG_QUERY__NODE__NODE_TYPE_CAST:
        return ip_lower_casts_are_own(l) ? known(l, node->type_cast->arg, scope) : IP_KNOWN_MAYBE_NULL;
    case PG_QUERY__NODE__NODE_COLLATE_CLAUSE:
        return known(l, node->collate_clause->arg, scope);
    case PG_QUERY__NODE__NODE_NAMED_ARG_EXPR:
        return known(l, node->named_arg_expr->arg, scope);
    case PG_QUERY__NODE__NODE_FUNC_CALL:
        return known_call(l, node->func_call, scope);
    case PG_QUERY__NODE__NODE_A_EXPR:
        return known_operator(l, node->a_expr, scope);
    case PG_QUERY__NODE__NODE_SUB_LINK: /* runs when it is first needed */
        return node->sub_link->sub_link_type == PG_QUERY__SUB_LINK_TYPE__EXPR_SUBLINK ||
                       node->sub_link->sub_link_type == PG_QUERY__SUB_LINK_TYPE__ARRAY_SUBLINK
                   ? IP_KNOWN_BY_NO_PLAN
                   : IP_KNOWN_MAYBE_NULL;
    case PG_QUERY__NODE__NODE_NULL_TEST:
        return known_test(l, node->null_test->arg, scope);
    case PG_QUERY__NODE__NODE_BOOLEAN_TEST:
        return known_test(l, node->boolean_test->arg, scope);
    case PG_QUERY__NODE__NODE_BOOL_EXPR:
        for (size_t i = 0; i < node->bool_expr->n_args; i++)
            if (known(l, node->bool_expr->args[i], scope) != IP_KNOWN_BY_NO_PLAN)
                return IP_KNOWN_MAYBE_NULL;
        return IP_KNOWN_BY_NO_PLAN;
    default:
        return IP_KNOWN_MAYBE_NULL;
    }
}

bool ip_lower_never_planned_null(const ip_lowerer *l, const ip_tree *node, const ip_scope *scope)
{
    return known(l, node, scope) != IP_KNOWN_MAYBE_NULL;
}

bool ip_lower_never_planned(const ip_lowerer *l, const ip_tree *node, const ip_scope *scope)
{
    return known(l, node, scope) == IP_KNOWN_BY_NO_PLAN;
}

/* ---- calls ---- */
static bool surely_given(const ip_lowerer *l, const PgQuery__FuncCall *call, size_t number, const ip_scope *scope)
{
    if (l->conditional > 0)
        return false;
    const char *name = ip_parse_call_name(l->arena, call);
    const ip_routines own = routines_named(l, name);
    int rows = 0;
    bool strict = own.strict || ip_catalog_builtin_named(ip_last_part(name), &rows);
    const ip_tree *args = IP_ITEMS(call, args);
    if (is_aggregate(l->definitions, call) || own.in_sql || own.gives || (!own.any && rows == 0))
        return false;
    for (size_t i = 0; strict && i < ip_parse_list_size(args); i++)
        if (i != number && !ip_lower_never_planned_null(l, ip_parse_list_item(args, i), scope))
            return false;
    return true;
}

/* Arguments of a function that returns a set are evaluated once, before its first row (execSRF.c,
 * ExecMakeFunctionResultSet), unless they return sets themselves. */
static bool given_once(const ip_lowerer *l, const PgQuery__FuncCall *call)
{
    return ip_catalog_surely_returns_set(l->definitions, call) &&
           !ip_catalog_calls_set(l->definitions, IP_ITEMS(call, args));
}

const ip_expr *ip_lower_given(ip_lowerer *l, const PgQuery__FuncCall *call, size_t number, ip_scope *scope)
{
    bool doubt = !surely_given(l, call, number, scope), many = scope && scope->many;
    l->conditional += doubt;
    if (many)
        scope->many = !given_once(l, call);
    const ip_expr *value = ip_lower_expr(l, ip_parse_list_item(IP_ITEMS(call, args), number), scope);
    if (many)
        scope->many = true;
    l->conditional -= doubt;
    return value;
}

/* ---- operators ---- */
bool ip_lower_surely_operand(const ip_lowerer *l, const PgQuery__AExpr *body, bool left, const ip_scope *scope)
{
    if (l->conditional > 1) /* nothing around is sure */
        return false;
    const PgQuery__AExprKind kind = body->kind;
    const ip_tree *names = IP_ITEMS(body, name), *other = left ? IP_GET(body, rexpr) : IP_GET(body, lexpr);
    const ip_tree *self = left ? IP_GET(body, lexpr) : IP_GET(body, rexpr);
    const char *symbol = ip_parse_last_string(names);
    bool rows = ip_as_row_expr(self) || ip_as_row_expr(other);
    if (rows || stands_for_operator(l, symbol) || ip_parse_is_between(body))
        return false;
    if (kind == PG_QUERY__A__EXPR__KIND__AEXPR_IN) {
        const ip_tree *items = IP_ITEMS(ip_as_list(other), items);
        return left && ip_parse_list_size(items) > 0 &&
               known_of_parts(l, items, scope, IP_KNOWN_NOT_NULL) != IP_KNOWN_MAYBE_NULL;
    }
    if (kind == PG_QUERY__A__EXPR__KIND__AEXPR_DISTINCT || kind == PG_QUERY__A__EXPR__KIND__AEXPR_NOT_DISTINCT)
        return true;
    return !other || ip_lower_never_planned_null(l, other, scope);
}
