/* GROUPING SETS, ROLLUP, CUBE and GROUPING() (documentation, 7.2.4 and 9.21). */
#include "code/coder.h"

#include <string.h>

typedef IP_VEC(ip_code_group_set) group_sets;

enum { MOST_COLUMNS = 64, MOST_SETS = 1024 };

typedef struct grouping {
    ip_compiler *c;
    ip_code_query *query;
    ip_code_scope *scope;
} grouping;

static void add(const grouping *g, group_sets *sets, ip_code_group_set set)
{
    if (sets->count < MOST_SETS)
        IP_PUSH(g->c->arena, sets, set);
    else
        ip_code_refuse(g->c, g->c->range, "more than %d grouping sets", MOST_SETS);
}

/* The set of one expression, or of those in parentheses. */
static ip_code_group_set simple(const grouping *g, const ip_tree *node)
{
    const PgQuery__RowExpr *row = ip_as_row_expr(node);
    if (row && IP_GET(row, row_format) != PG_QUERY__COERCION_FORM__COERCE_EXPLICIT_CALL) {
        ip_code_group_set set = 0;
        size_t i;
        const ip_tree *item;
        IP_LIST_EACH(IP_ITEMS(row, args), i, item) set |= simple(g, item);
        return set;
    }
    const ip_code_expr *expr = ip_code_group_expr(g->c, node, g->query, g->scope);
    int at = 0;
    while (at < g->query->group_by.count && !ip_code_same(expr, g->query->group_by.items[at]))
        at++;
    if (at == MOST_COLUMNS) {
        ip_code_refuse(g->c, g->c->range, "GROUP BY more than %d expressions", MOST_COLUMNS);
        return 0;
    }
    if (at == g->query->group_by.count)
        IP_PUSH(g->c->arena, &g->query->group_by, expr);
    return (ip_code_group_set)1 << at;
}

/* Every pair of a set of each list. */
static group_sets product(const grouping *g, const group_sets *a, const group_sets *b)
{
    group_sets result = {0};
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < b->count; k++)
            add(g, &result, a->items[i] | b->items[k]);
    return result;
}

/* The sets that one item of GROUP BY, or of GROUPING SETS, stands for. */
static group_sets sets_of(const grouping *g, const ip_tree *node)
{
    const PgQuery__GroupingSet *body = ip_as_grouping_set(node);
    const ip_tree *content = IP_ITEMS(body, content);
    const PgQuery__GroupingSetKind kind = IP_GET(body, kind);
    group_sets result = {0}, parts = {0};
    size_t i;
    const ip_tree *item;
    if (!body) {
        add(g, &result, simple(g, node));
        return result;
    }
    if (kind == PG_QUERY__GROUPING_SET_KIND__GROUPING_SET_EMPTY)
        add(g, &result, 0);
    if (kind == PG_QUERY__GROUPING_SET_KIND__GROUPING_SET_SETS)
        IP_LIST_EACH(content, i, item)
        {
            group_sets inner = sets_of(g, item);
            for (int k = 0; k < inner.count; k++)
                add(g, &result, inner.items[k]);
        }
    if (kind != PG_QUERY__GROUPING_SET_KIND__GROUPING_SET_ROLLUP &&
        kind != PG_QUERY__GROUPING_SET_KIND__GROUPING_SET_CUBE)
        return result;
    IP_LIST_EACH(content, i, item) add(g, &parts, simple(g, item));
    if (kind == PG_QUERY__GROUPING_SET_KIND__GROUPING_SET_ROLLUP) {
        ip_code_group_set set = 0;
        add(g, &result, 0);
        for (int k = 0; k < parts.count; k++)
            add(g, &result, set |= parts.items[k]);
        return result;
    }
    add(g, &result, 0);
    for (int k = 0; k < parts.count; k++)
        for (int count = result.count, m = 0; m < count; m++)
            add(g, &result, result.items[m] | parts.items[k]);
    return result;
}

void ip_code_grouping_sets(ip_compiler *c, const PgQuery__SelectStmt *select, ip_code_query *query,
                           ip_code_scope *scope)
{
    grouping g = {c, query, scope};
    group_sets all = {0};
    bool spelled_out = false;
    size_t i;
    const ip_tree *item;
    add(&g, &all, 0);
    IP_LIST_EACH(IP_ITEMS(select, group_clause), i, item)
    {
        spelled_out = spelled_out || ip_as_grouping_set(item);
        group_sets sets = sets_of(&g, item);
        all = product(&g, &all, &sets);
    }
    if (!spelled_out && !scope->asks_grouping)
        return;
    for (int k = 0; k < all.count; k++) {
        bool again = false;
        for (int m = 0; m < k && IP_GET(select, group_distinct); m++)
            again = again || all.items[m] == all.items[k];
        if (!again)
            IP_PUSH(c->arena, &query->group_sets, all.items[k]);
    }
}

const ip_code_expr *ip_code_grouping_call(ip_compiler *c, const ip_tree *node, ip_code_scope *scope)
{
    ip_range range = ip_code_place_of(c, node);
    ip_code_expr *expr = ip_code_new(c, IP_CODE_GROUPING, range);
    const ip_tree *args = IP_ITEMS(ip_as_grouping_func(node), args);
    expr->args = IP_NEW_ARRAY(c->arena, const ip_code_expr *, (int)ip_parse_list_size(args));
    expr->type = (ip_type){IP_INTEGER, false, "integer"};
    if (!scope || !scope->query || scope->in_aggregate || ip_parse_list_size(args) > 31) {
        ip_code_refuse(c, range, "GROUPING() in this place");
        return expr;
    }
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(args, i, item) expr->args[expr->arg_count++] = ip_code_expr_of(c, item, scope);
    scope->asks_grouping = true;
    return expr;
}

/* In an expression over groups and within GROUPING, a grouping expression is the group's value of it, or NULL. */
static const ip_code_expr *regrouped(ip_compiler *c, const ip_code_query *query, const ip_code_expr *expr)
{
    if (!expr || expr->kind == IP_CODE_GROUPED)
        return expr;
    for (int i = 0; i < query->group_by.count; i++)
        if (ip_code_same(expr, query->group_by.items[i])) {
            ip_code_expr *grouped = ip_code_new(c, IP_CODE_GROUPED, expr->range);
            grouped->index = i;
            grouped->type = expr->type;
            return grouped;
        }
    if (expr->query)
        ip_code_refuse(c, expr->range, "a subquery over grouping sets");
    ip_code_expr *copy = IP_NEW(c->arena, ip_code_expr);
    *copy = *expr;
    copy->args = IP_NEW_ARRAY(c->arena, const ip_code_expr *, expr->arg_count);
    for (int i = 0; i < expr->arg_count; i++) {
        copy->args[i] = regrouped(c, query, expr->args[i]);
        if (expr->kind == IP_CODE_GROUPING && copy->args[i]->kind != IP_CODE_GROUPED)
            ip_code_refuse(c, expr->range, "GROUPING() of something that is not grouped by");
    }
    return copy;
}

static void regroup_windows(ip_compiler *c, ip_code_query *query)
{
    for (int i = 0; i < query->windows.count; i++) {
        ip_code_window *w = &query->windows.items[i];
        for (int k = 0; k < w->call.arg_count; k++)
            w->call.args[k] = regrouped(c, query, w->call.args[k]);
        w->call.filter = regrouped(c, query, w->call.filter);
        for (int k = 0; k < w->partition_by.count; k++)
            w->partition_by.items[k] = regrouped(c, query, w->partition_by.items[k]);
        for (int k = 0; k < w->order_by.count; k++)
            w->order_by.items[k].expr = regrouped(c, query, w->order_by.items[k].expr);
    }
}

void ip_code_regroup(ip_compiler *c, ip_code_query *query)
{
    if (query->group_sets.count == 0)
        return;
    ip_code_target *targets = IP_NEW_ARRAY(c->arena, ip_code_target, query->target_count);
    for (int i = 0; i < query->target_count; i++)
        targets[i] = (ip_code_target){query->targets[i].name, regrouped(c, query, query->targets[i].expr)};
    query->targets = targets;
    query->having = regrouped(c, query, query->having);
    for (int i = 0; i < query->order_by.count; i++)
        query->order_by.items[i].expr = regrouped(c, query, query->order_by.items[i].expr);
    for (int i = 0; i < query->distinct_on.count; i++)
        query->distinct_on.items[i] = regrouped(c, query, query->distinct_on.items[i]);
    regroup_windows(c, query);
}
