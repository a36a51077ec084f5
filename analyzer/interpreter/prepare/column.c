/* References of expressions to the current rows: columns, whole rows, aggregates, grouping expressions. */
#include "interpreter/prepare/prepare.h"

static ip_prepare_scope *scope_at(ip_prepare *prepare, const ip_code_expr *expr)
{
    ip_prepare_scope *scope = prepare->scope;
    for (int level = expr->level; level > 0 && scope; level--)
        scope = scope->outer;
    if (!scope || (expr->kind != IP_CODE_AGGREGATE && expr->kind != IP_CODE_WINDOW && expr->item >= scope->item_count))
        ip_prepare_refuse(prepare, expr->range, "a column of no FROM item here");
    return scope;
}

const ip_node *ip_prepare_column(ip_prepare *prepare, const ip_code_expr *expr, int index)
{
    const ip_prepare_item *item = &scope_at(prepare, expr)->items[expr->item];
    if (index >= item->width)
        ip_prepare_refuse(prepare, expr->range, "column %d of a FROM item with %d", index + 1, item->width);
    ip_node *node = ip_prepare_node_new(prepare, IP_EVAL_COLUMN, item->types[index], expr->range);
    node->level = expr->level;
    node->item = expr->item;
    node->index = index;
    if (item->table)
        node->key_position = ip_prepare_plan_of_table(prepare->interpreter, item->table)->key_position[index];
    return node;
}

const ip_node *ip_prepare_whole_row(ip_prepare *prepare, const ip_code_expr *expr)
{
    const ip_prepare_item *item = &scope_at(prepare, expr)->items[expr->item];
    ip_shape *shape = ip_prepare_shape_new(prepare, item->width);
    shape->name = item->table ? item->table->name : NULL;
    shape->names = item->names;
    shape->types = item->types;
    ip_sqltype type = ip_value_sqltype_simple(IP_T_RECORD);
    type.shape = shape;
    ip_node *node = ip_prepare_node_new(prepare, IP_EVAL_WHOLE_ROW, type, expr->range);
    node->level = expr->level;
    node->item = expr->item;
    const ip_node **args = ip_prepare_node_args(prepare, node, item->width);
    for (int i = 0; i < item->width; i++)
        args[i] = ip_prepare_column(prepare, expr, i);
    return node;
}

const ip_node *ip_prepare_computed(ip_prepare *prepare, const ip_code_expr *expr)
{
    ip_prepare_scope *scope = scope_at(prepare, expr);
    bool window = expr->kind == IP_CODE_WINDOW;
    const ip_sqltype *types = window ? scope->windows : scope->aggregates;
    if (!types)
        ip_prepare_refuse(prepare, expr->range, "an aggregate outside its query");
    ip_node *node =
        ip_prepare_node_new(prepare, window ? IP_EVAL_WINDOW : IP_EVAL_AGGREGATE, types[expr->index], expr->range);
    node->index = expr->index;
    node->level = expr->level;
    return node;
}

const ip_node *ip_prepare_grouped(ip_prepare *prepare, const ip_code_expr *expr)
{
    const ip_prepare_scope *scope = prepare->scope;
    if (!scope || !scope->grouped || expr->index >= scope->grouped_count)
        ip_prepare_refuse(prepare, expr->range, "what is grouped by outside its query");
    ip_node *node = ip_prepare_node_new(prepare, IP_EVAL_AGGREGATE, scope->grouped[expr->index], expr->range);
    node->index = scope->first_grouped + expr->index;
    return node;
}

const ip_node *ip_prepare_grouping(ip_prepare *prepare, const ip_code_expr *expr)
{
    ip_node *node = ip_prepare_node_new(prepare, IP_EVAL_GROUPING, ip_value_sqltype_simple(IP_T_INTEGER), expr->range);
    const ip_node **args = ip_prepare_node_args(prepare, node, expr->arg_count);
    for (int i = 0; i < expr->arg_count; i++) {
        ip_node *lacks = (ip_node *)ip_prepare_grouped(prepare, expr->args[i]);
        lacks->index += prepare->scope->grouped_count;
        args[i] = lacks;
    }
    return node;
}
