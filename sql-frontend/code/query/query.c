/* Queries: SELECT, VALUES, set operations. */
#include "code/coder.h"
#include "parse/statement.h"

#include <string.h>

enum { MOST_QUERIES = 500 };

static const char *figured_name(ip_compiler *c, const ip_tree *expr, bool *weak);

static const char *name_of_sublink(ip_compiler *c, const PgQuery__SubLink *link, bool *weak)
{
    const PgQuery__SelectStmt *select = ip_as_select_stmt(link->subselect);
    const PgQuery__ResTarget *target = ip_as_res_target(ip_parse_list_item(IP_ITEMS(select, target_list), 0));
    if (link->sub_link_type == PG_QUERY__SUB_LINK_TYPE__EXISTS_SUBLINK)
        return "exists";
    if (link->sub_link_type == PG_QUERY__SUB_LINK_TYPE__ARRAY_SUBLINK)
        return "array";
    if (link->sub_link_type != PG_QUERY__SUB_LINK_TYPE__EXPR_SUBLINK || !target)
        return NULL;
    return *target->name ? target->name : figured_name(c, target->val, weak);
}

/* $1 stands in the text as an identifier. */
static bool is_placeholder(const ip_compiler *c, const char *name)
{
    for (int i = 0; i < c->unit->spellings.count; i++)
        if (strcmp(c->unit->spellings.items[i].identifier, name) == 0)
            return true;
    return false;
}

/* The name that PostgreSQL gives a result column (parse_target.c, FigureColname). *weak: a guess that a CASE or cast
 * around may replace. */
static const char *figured_name(ip_compiler *c, const ip_tree *expr, bool *weak)
{
    const PgQuery__Node *node = ip_as_node(expr);
    const char *name = NULL;
    const ip_list *names;
    *weak = false;
    switch (IP_GET(node, node_case)) {
    case PG_QUERY__NODE__NODE_COLUMN_REF:
        names = IP_ITEMS(node->column_ref, fields);
        name = ip_parse_last_string(names);
        return ip_parse_list_size(names) == 1 && is_placeholder(c, name) ? NULL : name;
    case PG_QUERY__NODE__NODE_SQLVALUE_FUNCTION:
        return ip_code_value_function_name(expr);
    case PG_QUERY__NODE__NODE_FUNC_CALL:
        names = IP_ITEMS(node->func_call, funcname);
        return ip_parse_last_string(names);
    case PG_QUERY__NODE__NODE_A_INDIRECTION:
        for (size_t i = node->a_indirection->n_indirection; i-- > 0;)
            if (*ip_parse_string_node(node->a_indirection->indirection[i]))
                return ip_parse_string_node(node->a_indirection->indirection[i]);
        return figured_name(c, node->a_indirection->arg, weak);
    case PG_QUERY__NODE__NODE_TYPE_CAST:
        name = figured_name(c, node->type_cast->arg, weak);
        names = IP_ITEMS(node->type_cast->type_name, names);
        if (name && !*weak)
            return name;
        *weak = true;
        return ip_parse_last_string(names);
    case PG_QUERY__NODE__NODE_COLLATE_CLAUSE:
        return figured_name(c, node->collate_clause->arg, weak);
    case PG_QUERY__NODE__NODE_CASE_EXPR:
        name = node->case_expr->defresult ? figured_name(c, node->case_expr->defresult, weak) : NULL;
        if (name && !*weak)
            return name;
        *weak = true;
        return "case";
    case PG_QUERY__NODE__NODE_SUB_LINK:
        return name_of_sublink(c, node->sub_link, weak);
    case PG_QUERY__NODE__NODE_A_EXPR:
        return node->a_expr->kind == PG_QUERY__A__EXPR__KIND__AEXPR_NULLIF ? "nullif" : NULL;
    case PG_QUERY__NODE__NODE_MIN_MAX_EXPR:
        return node->min_max_expr->op == PG_QUERY__MIN_MAX_OP__IS_LEAST ? "least" : "greatest";
    case PG_QUERY__NODE__NODE_COALESCE_EXPR:
        return "coalesce";
    case PG_QUERY__NODE__NODE_GROUPING_FUNC:
        return "grouping";
    case PG_QUERY__NODE__NODE_A_ARRAY_EXPR:
        return "array";
    case PG_QUERY__NODE__NODE_ROW_EXPR:
        return "row";
    default:
        return NULL;
    }
}

static const char *target_name(ip_compiler *c, const PgQuery__ResTarget *target)
{
    bool weak;
    const char *name = IP_TEXT(target, name);
    if (!*name)
        name = figured_name(c, IP_GET(target, val), &weak);
    return name && *name ? ip_arena_strdup(c->arena, name) : "?column?";
}

static bool ends_in_star(const ip_tree *list)
{
    size_t count = ip_parse_list_size(list);
    return count > 0 && ip_as_a_star(ip_parse_list_item(list, count - 1));
}

/* Expands (v).* and (f(x)).* to its fields; the value is evaluated once for each (PostgreSQL 15, section 8.16.5). */
static void expand_value(ip_compiler *c, const ip_tree *node, ip_code_scope *scope, ip_code_columns *targets)
{
    PgQuery__AIndirection *inner = ip_parse_message_copy(c->arena, ip_as_a_indirection(node));
    inner->n_indirection--;
    const ip_tree *value = inner->n_indirection > 0 ? ip_parse_node_of(c->arena, inner) : inner->arg;
    const ip_code_expr *expr = ip_code_expr_of(c, value, scope);
    const ip_table *row = ip_code_row_of(c, expr);
    if (row)
        ip_code_push_fields(c, expr, row, targets);
    else
        ip_code_refuse(c, ip_code_place_of(c, node), "the fields of a row that only a run knows");
}

bool ip_code_expand(ip_compiler *c, const ip_tree *node, ip_code_scope *scope, ip_code_columns *columns)
{
    if (ends_in_star(IP_ITEMS(ip_as_column_ref(node), fields)))
        ip_code_expand_star(c, node, scope, columns);
    else if (ends_in_star(IP_ITEMS(ip_as_a_indirection(node), indirection)))
        expand_value(c, node, scope, columns);
    else
        return false;
    return true;
}

/* A set among the targets is a join with its rows. */
static const ip_code_expr *rows_target(ip_compiler *c, const ip_tree *value, ip_code_scope *scope)
{
    ip_code_query *query = scope->query;
    ip_range range = ip_code_place_of(c, value);
    c->rows_allowed = true;
    const ip_code_expr *call = ip_code_expr_of(c, value, scope);
    c->rows_allowed = false;
    const char *name = ip_parse_call_name(c->arena, ip_as_func_call(value));
    ip_code_from *rows = ip_code_rows_item(c, call, name, scope);
    ip_type type = call->type;
    const ip_table *row = call->kind == IP_CODE_CALL    ? ip_code_row_of(c, call)
                          : strcmp(name, "unnest") == 0 ? ip_code_row_of_elements(c, call->args[0])
                                                        : NULL;
    if (row || (call->kind == IP_CODE_CALL && ip_code_is_record(&call->callee->result))) {
        rows->whole = true;
        rows->width = 1;
        rows->names = IP_NEW_ARRAY(c->arena, const char *, 1);
        rows->names[0] = name;
        type = (ip_type){IP_OTHER, false, row ? row->name : NULL};
    }
    if (rows->width != 1)
        ip_code_refuse(c, range, "a function that returns records in a SELECT list");
    rows->of_target = true;
    query->from = query->from ? ip_code_join(c, query->from, rows) : rows;
    return ip_code_item_column(c, rows->item, 0, rows->names[0], type);
}

/* Calls that return rows, from left to right, but for those of subqueries. */
static void find_sets(ip_compiler *c, const ip_tree *node, ip_list *calls)
{
    const ip_tree *value;
    for (size_t i = 0; ip_parse_tree_is_list(node) && i < ip_parse_list_size(node); i++)
        find_sets(c, ip_parse_list_item(node, i), calls);
    if (!ip_parse_tree_is_message(node) || ip_as_sub_link(node))
        return;
    /* (f(x)).* calls a user-defined routine once for each field. */
    const PgQuery__AIndirection *spread = ip_as_a_indirection(node);
    const PgQuery__FuncCall *call = ip_as_func_call(IP_GET(spread, arg));
    if (call && ends_in_star(IP_ITEMS(spread, indirection)) &&
        strcmp(ip_parse_call_name(c->arena, call), "unnest") != 0)
        return;
    if (ip_as_func_call(node) && ip_code_returns_rows(c, node))
        ip_parse_list_add(c->arena, calls, node);
    else
        IP_TREE_EACH(node, key, value) find_sets(c, value, calls);
}

/* unnest(a), unnest(b) go on side by side until the longest ends (PostgreSQL 15 documentation, section 38.5.9), as
 * unnest(a, b) in FROM does. */
static void take_side_by_side(ip_compiler *c, const ip_tree *calls, ip_code_scope *scope)
{
    const ip_tree *all = ip_code_unnest_together(c, calls);
    if (!all) {
        ip_code_refuse(c, ip_code_place_of(c, ip_parse_list_item(calls, 1)),
                       "more than one function that returns rows in one SELECT list");
        return;
    }
    c->rows_allowed = true;
    const ip_code_expr *call = ip_code_expr_of(c, all, scope);
    c->rows_allowed = false;
    ip_code_from *rows = ip_code_rows_item(c, call, "unnest", scope);
    rows->of_target = true;
    scope->query->from = scope->query->from ? ip_code_join(c, scope->query->from, rows) : rows;
    for (int i = 0; i < rows->width; i++) {
        ip_code_set_call set = {ip_parse_list_item(calls, (size_t)i), ip_code_rows_column(c, rows, i)};
        IP_PUSH(c->arena, &scope->sets, set);
    }
}

static void take_sets(ip_compiler *c, const ip_tree *list, ip_code_scope *scope)
{
    ip_list calls = {0};
    find_sets(c, list, &calls);
    if (calls.count > 1) {
        take_side_by_side(c, &calls, scope);
    } else if (calls.count == 1) {
        ip_code_set_call set = {calls.items[0], rows_target(c, calls.items[0], scope)};
        IP_PUSH(c->arena, &scope->sets, set);
    }
}

void ip_code_targets(ip_compiler *c, const ip_tree *list, ip_code_scope *scope, ip_code_columns *targets)
{
    size_t i;
    const ip_tree *node;
    if (scope->query)
        take_sets(c, list, scope);
    IP_LIST_EACH(list, i, node)
    {
        const PgQuery__ResTarget *target = ip_as_res_target(node);
        const ip_tree *value = IP_GET(target, val);
        if (ip_code_expand(c, value, scope, targets))
            continue;
        const ip_code_expr *expr = ip_code_expr_of(c, value, scope);
        ip_code_column column = {target_name(c, target), expr};
        IP_PUSH(c->arena, targets, column);
    }
}

const ip_code_target *ip_code_target_list(ip_compiler *c, const ip_code_columns *targets)
{
    ip_code_target *list = IP_NEW_ARRAY(c->arena, ip_code_target, targets->count);
    for (int i = 0; i < targets->count; i++)
        list[i] = (ip_code_target){targets->items[i].name, targets->items[i].expr};
    return list;
}

static void set_operation(ip_compiler *c, const PgQuery__SelectStmt *select, ip_code_query *query, ip_code_scope *scope)
{
    PgQuery__SetOperation op = IP_GET(select, op);
    const ip_code_query *sides[2];
    for (int i = 0; i < 2; i++) {
        ip_code_scope *side = IP_NEW(c->arena, ip_code_scope);
        side->around = scope->around;
        side->seen = scope->seen;
        side->depth = scope->depth;
        side->ctes = scope->ctes;
        sides[i] = ip_code_select(c, i ? IP_GET(select, rarg) : IP_GET(select, larg), side);
    }
    query->operation = op == PG_QUERY__SET_OPERATION__SETOP_UNION       ? IP_CODE_UNION
                       : op == PG_QUERY__SET_OPERATION__SETOP_INTERSECT ? IP_CODE_INTERSECT
                                                                        : IP_CODE_EXCEPT;
    query->all = IP_GET(select, all);
    query->left = sides[0];
    query->right = sides[1];
    if (sides[0]->target_count != sides[1]->target_count)
        ip_code_refuse_wrong(c, c->range, "42601",
                             ip_arena_printf(c->arena, "each %s query must have the same number of columns",
                                             query->operation == IP_CODE_UNION       ? "UNION"
                                             : query->operation == IP_CODE_INTERSECT ? "INTERSECT"
                                                                                     : "EXCEPT"),
                             "the sides of a set operation have different numbers of columns");
    ip_code_target *targets = IP_NEW_ARRAY(c->arena, ip_code_target, sides[0]->target_count);
    for (int i = 0; i < sides[0]->target_count; i++)
        targets[i].name = sides[0]->targets[i].name;
    query->targets = targets;
    query->target_count = sides[0]->target_count;
}

static void values(ip_compiler *c, const PgQuery__SelectStmt *select, ip_code_query *query, ip_code_scope *scope)
{
    const ip_tree *lists = IP_ITEMS(select, values_lists);
    bool default_allowed = c->default_allowed;
    c->default_allowed = false;
    query->value_rows = (int)ip_parse_list_size(lists);
    query->values = IP_NEW_ARRAY(c->arena, const ip_code_expr **, query->value_rows);
    for (int r = 0; r < query->value_rows; r++) {
        ip_code_columns row = {0};
        size_t i;
        const ip_tree *node;
        IP_LIST_EACH(IP_ITEMS(ip_as_list(ip_parse_list_item(lists, (size_t)r)), items), i, node)
        {
            ip_code_column column = {NULL, NULL};
            if (ip_code_expand(c, node, scope, &row))
                continue;
            if (ip_as_set_to_default(node) && default_allowed)
                column.expr = ip_code_new(c, IP_CODE_DEFAULT, ip_code_place_of(c, node));
            else
                column.expr = ip_code_expr_of(c, node, scope);
            IP_PUSH(c->arena, &row, column);
        }
        if (r > 0 && row.count != query->target_count)
            ip_code_refuse_wrong(c, c->range, "42601", "VALUES lists must all be the same length",
                                 "rows of VALUES have different lengths");
        if (r == 0)
            query->target_count = row.count;
        query->values[r] = IP_NEW_ARRAY(c->arena, const ip_code_expr *, query->target_count);
        for (int k = 0; k < query->target_count; k++)
            query->values[r][k] = k < row.count ? row.items[k].expr : ip_code_null(c, c->range);
    }
    ip_code_target *targets = IP_NEW_ARRAY(c->arena, ip_code_target, query->target_count);
    for (int i = 0; i < query->target_count; i++)
        targets[i].name = ip_arena_printf(c->arena, "column%d", i + 1);
    query->targets = targets;
}

static void plain(ip_compiler *c, const PgQuery__SelectStmt *select, ip_code_query *query, ip_code_scope *scope)
{
    scope->takes_conditions = true;
    query->from = ip_code_from_clause(c, IP_ITEMS(select, from_clause), scope);
    query->where = ip_code_where(c, IP_GET(select, where_clause), scope);
    ip_code_columns targets = {0};
    scope->query = query;
    ip_code_targets(c, IP_ITEMS(select, target_list), scope, &targets);
    query->targets = ip_code_target_list(c, &targets);
    query->target_count = targets.count;
    scope->query = NULL;
    ip_code_group(c, select, query, scope);
    if (scope->sets.count > 0 && (query->grouped || query->windows.count > 0))
        ip_code_refuse(c, c->range, "a function that returns rows beside GROUP BY or a window function");
}

const ip_code_query *ip_code_select(ip_compiler *c, const PgQuery__SelectStmt *select, ip_code_scope *scope)
{
    ip_code_query *query = IP_NEW(c->arena, ip_code_query);
    if (!select || c->queries++ > MOST_QUERIES) {
        ip_code_refuse(c, c->range, select ? "too many queries in one statement" : "no query");
        return query;
    }
    if (IP_GET(select, into_clause))
        ip_code_refuse(c, c->range, "SELECT INTO a new table");
    scope->windows = IP_ITEMS(select, window_clause);
    if (IP_GET(select, with_clause))
        ip_code_with(c, IP_GET(select, with_clause), scope);
    if (ip_parse_is_set_operation(select))
        set_operation(c, select, query, scope);
    else if (IP_ITEMS(select, values_lists))
        values(c, select, query, scope);
    else
        plain(c, select, query, scope);
    ip_code_order(c, select, query, scope);
    ip_code_locks(c, select, query, scope);
    query->item_count = scope->item_count;
    return query;
}
