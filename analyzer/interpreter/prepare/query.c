/* Queries: SELECT, VALUES, set operations, and subqueries in expressions. */
#include "interpreter/prepare/prepare.h"

#include <string.h>

static const ip_node *known(ip_prepare *prepare, const ip_node *node)
{
    bool unknown = node->type.tag == IP_T_UNKNOWN && !node->type.array;
    return unknown ? ip_prepare_datum_coerce(prepare, node, ip_value_sqltype_simple(IP_T_TEXT), IP_CAST_IMPLICIT)
                   : node;
}

static ip_nodes prepare_list(ip_prepare *prepare, const ip_code_expr *const *exprs, int count)
{
    const ip_node **items = IP_NEW_ARRAY(prepare->arena, const ip_node *, count);
    for (int i = 0; i < count; i++)
        items[i] = known(prepare, ip_prepare_expr(prepare, exprs[i]));
    return (ip_nodes){count, items};
}

/* The types of a column of VALUES, or of both sides of a set operation, become one. */
typedef struct columns {
    ip_sqltype *types;
    const char **names;
} columns;

static columns columns_new(ip_prepare *prepare, ip_query_plan *result, int width)
{
    columns c = {IP_NEW_ARRAY(prepare->arena, ip_sqltype, width), IP_NEW_ARRAY(prepare->arena, const char *, width)};
    result->width = width;
    result->types = c.types;
    result->names = c.names;
    return c;
}

/* The columns of an INSERT: the types of literals, and the values of DEFAULT. */
typedef struct hints {
    const ip_sqltype *types;
    const int *columns;
    const ip_node *const *defaults;
} hints;

static const char *column_of(const ip_prepare *prepare, const hints *h, int i)
{
    return prepare->assigned && h->columns ? prepare->assigned->columns.items[h->columns[i]].name : NULL;
}

static const char *set_word(const ip_code_query *query)
{
    return query->operation == IP_CODE_UNION ? "UNION" : query->operation == IP_CODE_INTERSECT ? "INTERSECT" : "EXCEPT";
}

static ip_range expr_range(const ip_code_expr *expr)
{
    return expr->range;
}

static void prepare_values(ip_prepare *prepare, const ip_code_query *query, ip_query_plan *result, const hints *h)
{
    int width = query->target_count;
    columns c = columns_new(prepare, result, width);
    const ip_node **nodes = IP_NEW_ARRAY(prepare->arena, const ip_node *, width * query->value_rows);
    ip_sqltype *types = IP_NEW_ARRAY(prepare->arena, ip_sqltype, query->value_rows);
    for (int i = 0; i < width; i++) {
        for (int row = 0; row < query->value_rows; row++) {
            const ip_code_expr *expr = query->values[row][i];
            const ip_node **node = &nodes[row * width + i];
            if (expr->kind == IP_CODE_DEFAULT && h->defaults) {
                *node = h->defaults[h->columns[i]];
                if (!*node) {
                    ip_node *null = ip_prepare_node_new(prepare, IP_EVAL_CONSTANT, h->types[i], expr->range);
                    null->literal = true;
                    *node = null;
                }
            } else
                *node = ip_prepare_expr(prepare, expr);
            prepare->column = column_of(prepare, h, i);
            if (h->types)
                *node = ip_prepare_datum_coerce(prepare, *node, h->types[i], IP_CAST_ASSIGNMENT);
            prepare->column = NULL;
            types[row] = (*node)->type;
        }
        c.types[i] = h->types ? h->types[i]
                              : ip_prepare_common_type(prepare, types, query->value_rows,
                                                       expr_range(query->values[0][i]), "VALUES", "VALUES");
        c.names[i] = query->targets && query->targets[i].name ? query->targets[i].name
                                                              : ip_arena_printf(prepare->arena, "column%d", i + 1);
        for (int row = 0; row < query->value_rows; row++)
            nodes[row * width + i] =
                ip_prepare_datum_coerce(prepare, nodes[row * width + i], c.types[i], IP_CAST_IMPLICIT);
    }
    result->values = nodes;
    result->value_rows = query->value_rows;
}

/* Casts of a side's columns to the result's; a query is immutable, so the side is copied with its casts. */
static const ip_query_plan *with_casts(ip_prepare *prepare, const ip_query_plan *side, const ip_sqltype *types)
{
    ip_query_plan *copy = IP_NEW(prepare->arena, ip_query_plan);
    *copy = *side;
    ip_cast *casts = IP_NEW_ARRAY(prepare->arena, ip_cast, side->width);
    for (int i = 0; i < side->width; i++)
        if (!ip_prepare_find_cast(prepare, side->types[i], types[i], IP_CAST_IMPLICIT, &casts[i]))
            ip_prepare_refuse(prepare, (ip_range){0}, "a set operation of such types");
    copy->casts = casts;
    return copy;
}

void ip_prepare_order(ip_prepare *prepare, ip_sqltype type, ip_range range)
{
    if (type.tag == IP_T_JSON || type.tag == IP_T_JSONB)
        ip_prepare_refuse(prepare, range, "the order of %s", ip_value_sqltype_name(prepare->arena, type));
    if (ip_value_sqltype_is_enum(type)) /* a sort by the labels' places has a number instead */
        ip_prepare_refuse(prepare, range, "the order of the values of enum %s here", type.domain->name);
}

static void prepare_sort(ip_prepare *prepare, const ip_code_query *query, ip_query_plan *result)
{
    ip_sort_key *keys = IP_NEW_ARRAY(prepare->arena, ip_sort_key, query->order_by.count);
    for (int i = 0; i < query->order_by.count; i++) {
        const ip_code_sort *sort = &query->order_by.items[i];
        keys[i] = (ip_sort_key){NULL, -1, sort->descending, sort->nulls_first};
        if (sort->expr->kind == IP_CODE_OUTPUT)
            keys[i].output = sort->expr->index;
        else
            keys[i].expr = known(prepare, ip_prepare_expr(prepare, sort->expr));
    }
    for (int i = 0; i < query->order_by.count; i++) {
        ip_sqltype type = keys[i].output >= 0 ? result->types[keys[i].output] : keys[i].expr->type;
        ip_prepare_order(prepare, type, query->order_by.items[i].expr->range);
    }
    result->sort = keys;
    result->sort_count = query->order_by.count;
}

static const ip_node *prepare_count(ip_prepare *prepare, const ip_code_expr *expr)
{
    return expr ? ip_prepare_typed(prepare, expr, ip_value_sqltype_simple(IP_T_BIGINT), IP_CAST_IMPLICIT) : NULL;
}

static const ip_query_plan *prepare_side(ip_prepare *prepare, const ip_code_query *query, bool literals_stay);

/* The left side alone determines the columns' types. */
static void prepare_recursive(ip_prepare *prepare, const ip_code_query *query, ip_query_plan *result)
{
    const ip_query_plan *left = prepare_side(prepare, query->left, false);
    columns c = columns_new(prepare, result, left->width);
    for (int i = 0; i < left->width; i++) {
        c.types[i] = left->types[i];
        c.names[i] = query->targets[i].name;
    }
    ip_prepare_rounds rounds = {query->working, left, c.names, prepare->rounds};
    prepare->rounds = &rounds;
    const ip_query_plan *right = prepare_side(prepare, query->right, true);
    prepare->rounds = rounds.outer;
    for (int i = 0; i < left->width && right->width == left->width; i++)
        if (!ip_value_sqltype_same(c.types[i],
                                   ip_prepare_common_type(prepare, (ip_sqltype[]){c.types[i], right->types[i]}, 2,
                                                          (ip_range){0}, "a recursive query", NULL)))
            ip_prepare_refuse(prepare, (ip_range){0}, "a recursive query whose sides have different types");
    if (right->width != left->width)
        ip_prepare_refuse(prepare, (ip_range){0}, "a recursive query of different widths");
    result->operation = IP_CODE_UNION;
    result->all = query->all;
    result->recursive = true;
    result->left = left;
    result->right = with_casts(prepare, right, c.types);
}

static void prepare_working(ip_prepare *prepare, const ip_code_query *query, ip_query_plan *result)
{
    for (ip_prepare_rounds *r = prepare->rounds; r; r = r->outer)
        if (r->working == query) {
            result->working = true;
            result->width = r->left->width;
            result->types = r->left->types;
            result->names = r->names;
            return;
        }
    ip_prepare_refuse(prepare, (ip_range){0}, "a recursive query outside of it");
}

static void prepare_set_operation(ip_prepare *prepare, const ip_code_query *query, ip_query_plan *result)
{
    const ip_query_plan *left = prepare_side(prepare, query->left, true),
                        *right = prepare_side(prepare, query->right, true);
    if (left->width != right->width)
        ip_prepare_refuse(prepare, (ip_range){0}, "a set operation of different widths");
    columns c = columns_new(prepare, result, left->width);
    for (int i = 0; i < left->width; i++) {
        c.types[i] = ip_prepare_common_type(prepare, (ip_sqltype[]){left->types[i], right->types[i]}, 2,
                                            prepare->statement ? prepare->statement->range : (ip_range){0},
                                            "a set operation", set_word(query));
        c.names[i] = query->targets ? query->targets[i].name : left->names[i];
    }
    result->operation = query->operation;
    result->all = query->all;
    result->left = with_casts(prepare, left, c.types);
    result->right = with_casts(prepare, right, c.types);
}

static bool has_lock(const ip_code_from *from)
{
    if (!from)
        return false;
    if (from->kind == IP_CODE_JOIN)
        return has_lock(from->left) || has_lock(from->right);
    return from->kind == IP_CODE_TABLE && from->lock != IP_LOCK_NONE;
}

static void prepare_targets(ip_prepare *prepare, const ip_code_query *query, ip_query_plan *result, const hints *h,
                            bool literals_stay)
{
    int width = query->target_count;
    columns c = columns_new(prepare, result, width);
    const ip_node **targets = IP_NEW_ARRAY(prepare->arena, const ip_node *, width);
    for (int i = 0; i < width; i++) {
        const ip_node *node = ip_prepare_maybe_set(prepare, query->targets[i].expr);
        if (h->types && node->type.tag == IP_T_UNKNOWN)
            node = ip_prepare_datum_coerce(prepare, node, h->types[i], IP_CAST_ASSIGNMENT);
        targets[i] = literals_stay ? node : known(prepare, node);
        result->set_returning = result->set_returning || node->set;
        c.types[i] = targets[i]->type;
        c.names[i] = query->targets[i].name;
    }
    result->targets = (ip_nodes){width, targets};
}

/* In addition to the rows of its own FROM. */
static bool asks_others(const ip_code_query *query)
{
    ip_mentions mentions = {.item = -1};
    ip_prepare_mentions_of(query->where, 0, &mentions);
    for (int i = 0; i < query->target_count; i++)
        ip_prepare_mentions_of(query->targets[i].expr, 0, &mentions);
    return mentions.sublink;
}

static bool all_locked(const ip_code_from *from)
{
    ip_mentions mentions = {.item = -1};
    if (from && from->kind == IP_CODE_TABLE)
        return from->lock != IP_LOCK_NONE;
    if (!from || from->kind != IP_CODE_JOIN || from->left_outer || from->right_outer)
        return false;
    ip_prepare_mentions_of(from->condition, 0, &mentions);
    return !mentions.sublink && all_locked(from->left) && all_locked(from->right);
}

/* Grouping expressions become values next to the aggregates': NULL in groups of sets that lack them. */
static void prepare_sets(ip_prepare *prepare, const ip_code_query *query, ip_query_plan *result)
{
    int width = query->group_by.count;
    ip_sqltype *types = IP_NEW_ARRAY(prepare->arena, ip_sqltype, width + 1);
    for (int i = 0; i < width; i++)
        types[i] = result->group_by.items[i]->type;
    result->set_count = query->group_sets.count;
    result->sets = query->group_sets.items;
    result->group_width = result->aggregate_count + (result->set_count ? 2 * width : 0);
    prepare->scope->grouped = types;
    prepare->scope->first_grouped = result->aggregate_count;
    prepare->scope->grouped_count = width;
}

/* The server evaluates the other targets once more than the number of rows (execSRF.c, ExecProjectSRF). */
static bool has_set_among_targets(const ip_code_from *from)
{
    if (from && from->kind == IP_CODE_JOIN)
        return has_set_among_targets(from->left) || has_set_among_targets(from->right);
    return from && from->of_target;
}

static void prepare_plain(ip_prepare *prepare, const ip_code_query *query, ip_query_plan *result, const hints *h,
                          bool literals_stay)
{
    ip_sqltype *aggregate_types = IP_NEW_ARRAY(prepare->arena, ip_sqltype, query->aggregates.count + 1);
    result->from = ip_prepare_from(prepare, query->from, NULL, query->where);
    result->aggregates = ip_prepare_aggregates(prepare, query, aggregate_types);
    result->aggregate_count = query->aggregates.count;
    result->grouped = query->grouped;
    result->group_by = prepare_list(prepare, query->group_by.items, query->group_by.count);
    prepare->scope->aggregates = aggregate_types;
    prepare_sets(prepare, query, result);
    result->having = ip_prepare_condition(prepare, query->having);
    ip_sqltype *window_types = IP_NEW_ARRAY(prepare->arena, ip_sqltype, query->windows.count + 1);
    result->windows = ip_prepare_windows(prepare, query, window_types);
    result->window_count = query->windows.count;
    prepare->scope->windows = window_types;
    prepare_targets(prepare, query, result, h, literals_stay);
    result->distinct = query->distinct;
    ip_nodes on = {query->distinct_on.count, IP_NEW_ARRAY(prepare->arena, const ip_node *, query->distinct_on.count)};
    for (int i = 0; i < on.count; i++) {
        const ip_code_expr *expr = query->distinct_on.items[i];
        on.items[i] = expr->kind == IP_CODE_OUTPUT ? result->targets.items[expr->index]
                                                   : known(prepare, ip_prepare_expr(prepare, expr));
    }
    result->distinct_on = on;
    result->locks = has_lock(query->from);
    result->asks_others = asks_others(query);
    result->locks_as_fetched = !result->asks_others && all_locked(query->from);
    for (int i = 0; has_set_among_targets(query->from) && i < query->target_count; i++)
        if (ip_code_acts(query->targets[i].expr))
            ip_prepare_refuse(prepare, query->targets[i].expr->range,
                              "what locks or writes beside a set-returning function");
    /* the server sorts the rows for its windows, in an order of its choice */
    bool cut = query->limit || query->offset;
    for (int w = 0; w < query->windows.count && cut && !query->order_by.count; w++)
        if (query->windows.items[w].partition_by.count || query->windows.items[w].order_by.count)
            ip_prepare_refuse(prepare, (ip_range){0}, "LIMIT or OFFSET beside window functions, without ORDER BY");
    if (result->set_returning && (result->distinct || on.count))
        ip_prepare_refuse(prepare, (ip_range){0}, "DISTINCT on a set-returning function");
    prepare_sort(prepare, query, result);
}

static const ip_query_plan *prepare_one(ip_prepare *prepare, const ip_code_query *query, const hints *h,
                                        bool literals_stay)
{
    ip_query_plan *result = IP_NEW(prepare->arena, ip_query_plan);
    ip_prepare_scope *outer = prepare->scope;
    result->source = query;
    result->item_count = query->item_count;
    for (int i = 0; prepare->statement && i < prepare->statement->parts.count; i++)
        if (prepare->statement->parts.items[i] == query) {
            result->part = i + 1;
            prepare->part_reads[i]++;
        }
    if (query->writes) {
        result->writes = ip_prepare_write(prepare, query->writes);
        result->width = result->writes->returning.count;
        result->types = result->writes->returning_types;
        result->names = result->writes->returning_names;
        return result;
    }
    if (query->is_working || query->working) {
        (query->working ? prepare_recursive : prepare_working)(prepare, query, result);
        return result;
    }
    if (query->operation != IP_CODE_PLAIN)
        prepare_set_operation(prepare, query, result);
    ip_prepare_scope scope = {.outer = outer,
                              .item_count = query->item_count,
                              .items = IP_NEW_ARRAY(prepare->arena, ip_prepare_item, query->item_count)};
    prepare->scope = &scope;
    if (query->operation != IP_CODE_PLAIN)
        prepare_sort(prepare, query, result);
    else if (query->values) {
        prepare_values(prepare, query, result, h);
        prepare_sort(prepare, query, result);
    } else
        prepare_plain(prepare, query, result, h, literals_stay);
    result->limit = prepare_count(prepare, query->limit);
    result->with_ties = query->with_ties;
    result->offset = prepare_count(prepare, query->offset);
    prepare->scope = outer;
    return result;
}

static const ip_query_plan *prepare_side(ip_prepare *prepare, const ip_code_query *query, bool literals_stay)
{
    return prepare_one(prepare, query, &(hints){0}, literals_stay);
}

const ip_query_plan *ip_prepare_query(ip_prepare *prepare, const ip_code_query *query, const ip_sqltype *types,
                                      const int *hint_columns, const ip_node *const *defaults)
{
    bool before = prepare->in_statement;
    prepare->in_statement = true;
    const ip_query_plan *prepared = prepare_one(prepare, query, &(hints){types, hint_columns, defaults}, false);
    prepare->in_statement = before;
    return prepared;
}

/* ---- subqueries in expressions ---- */
static ip_node *sublink_node(ip_prepare *prepare, const ip_code_expr *expr, ip_operation operation, ip_sqltype type,
                             const ip_query_plan *query)
{
    ip_node *node = ip_prepare_node_new(prepare, operation, type, expr->range);
    node->query = query;
    return node;
}

static const ip_node *prepare_compared(ip_prepare *prepare, const ip_code_expr *expr, const ip_query_plan *query)
{
    const ip_code_expr *left = expr->args[0];
    bool row = left->kind == IP_CODE_ROW, any = expr->kind == IP_CODE_ANY_OF;
    int width = row ? left->arg_count : 1;
    if (width != query->width || (width > 1 && (!any || strcmp(expr->name, "=") != 0)))
        ip_prepare_refuse(prepare, expr->range, "this comparison of a row with a subquery");
    ip_node *node = sublink_node(prepare, expr, any ? IP_EVAL_ANY_OF : IP_EVAL_ALL_OF,
                                 ip_value_sqltype_simple(IP_T_BOOLEAN), query);
    const ip_node **args = ip_prepare_node_args(prepare, node, width);
    ip_operator_call *operators = IP_NEW_ARRAY(prepare->arena, ip_operator_call, width);
    for (int i = 0; i < width; i++) {
        args[i] = ip_prepare_expr(prepare, row ? left->args[i] : left);
        operators[i] = *ip_prepare_operator(prepare, expr->name, args[i]->type, query->types[i], expr->range);
    }
    node->operators = operators;
    return node;
}

/* EXISTS asks for rows alone: the planner throws away result columns, GROUP BY, DISTINCT and ORDER BY, whatever they
 * call (PostgreSQL 15, src/backend/optimizer/plan/subselect.c, simplify_EXISTS_query). */
static const ip_query_plan *rows_alone(ip_prepare *prepare, const ip_query_plan *query)
{
    const ip_code_expr *limit = query->source->limit;
    if (query->locks && !limit && !query->offset) { /* it stops at the first row: the others are not locked */
        ip_query_plan *first = IP_NEW(prepare->arena, ip_query_plan);
        ip_node *one =
            ip_prepare_node_new(prepare, IP_EVAL_CONSTANT, ip_value_sqltype_simple(IP_T_BIGINT), (ip_range){0});
        one->constant = ip_value_datum_integer(1);
        *first = *query;
        first->limit = one;
        return first;
    }
    bool plain = query->source->operation == IP_CODE_PLAIN && !query->values && !query->writes && !query->part &&
                 !query->source->working && !query->source->is_working;
    bool more = query->set_returning || query->aggregate_count || query->window_count || query->set_count ||
                query->having || query->offset || query->with_ties || query->locks;
    if (!plain || more || (limit && limit->kind != IP_CODE_CONSTANT))
        return query;
    ip_query_plan *rows = IP_NEW(prepare->arena, ip_query_plan);
    *rows = *query;
    rows->width = rows->sort_count = 0;
    rows->grouped = rows->distinct = false;
    rows->group_by = rows->targets = rows->distinct_on = (ip_nodes){0};
    return rows;
}

const ip_node *ip_prepare_sublink(ip_prepare *prepare, const ip_code_expr *expr)
{
    const ip_query_plan *query = ip_prepare_query(prepare, expr->query, NULL, NULL, NULL);
    if (expr->kind == IP_CODE_EXISTS)
        return sublink_node(prepare, expr, IP_EVAL_EXISTS, ip_value_sqltype_simple(IP_T_BOOLEAN),
                            rows_alone(prepare, query));
    if (expr->kind == IP_CODE_ANY_OF || expr->kind == IP_CODE_ALL_OF)
        return prepare_compared(prepare, expr, query);
    if (query->width != 1)
        ip_prepare_refuse(prepare, expr->range, "a subquery of %d columns as an expression", query->width);
    ip_sqltype type = query->types[0];
    if (expr->kind == IP_CODE_SCALAR)
        return sublink_node(prepare, expr, IP_EVAL_SCALAR, type, query);
    if (type.array)
        ip_prepare_refuse(prepare, expr->range, "an array of several dimensions");
    type.array = true;
    return sublink_node(prepare, expr, IP_EVAL_ARRAY_OF, type, query);
}
