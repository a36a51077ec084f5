/* Functions in FROM: unnest of several arrays, and rows that are numbered. */
#include "interpreter/prepare/prepare.h"

#include <string.h>

static const ip_node *prepare_changed_rows(ip_prepare *prepare, const ip_code_expr *rows)
{
    ip_sqltype record = ip_value_sqltype_simple(IP_T_RECORD);
    record.shape = ip_value_shape_of_table(prepare->arena, rows->cast.row);
    ip_node *node = ip_prepare_node_new(prepare, IP_EVAL_CHANGED_ROWS, record, rows->range);
    node->index = strcmp(rows->name, "old table") == 0;
    node->set = true;
    return node;
}

const ip_node *ip_prepare_rows(ip_prepare *prepare, const ip_code_from *from)
{
    const ip_code_expr *call = from->expr;
    if (call->kind == IP_CODE_FUNCTION && call->cast.row && strncmp(call->name, "json", 4) != 0)
        return prepare_changed_rows(prepare, call);
    bool arrays = call->kind == IP_CODE_FUNCTION && strcmp(call->name, "unnest") == 0 && call->arg_count > 1;
    if (!arrays && !from->ordinality && !from->whole)
        return ip_prepare_maybe_set(prepare, call);
    int count = arrays ? call->arg_count : 1, width = count + from->ordinality;
    ip_shape *shape = IP_NEW(prepare->arena, ip_shape);
    ip_sqltype *types = IP_NEW_ARRAY(prepare->arena, ip_sqltype, width), record = ip_value_sqltype_simple(IP_T_RECORD);
    *shape = (ip_shape){NULL, width, from->names, types};
    record.shape = shape;
    ip_node *node = ip_prepare_node_new(prepare, IP_EVAL_SIDE_BY_SIDE, record, call->range);
    const ip_node **args = ip_prepare_node_args(prepare, node, count);
    for (int i = 0; i < count; i++) {
        args[i] = arrays ? ip_prepare_expr(prepare, call->args[i]) : ip_prepare_maybe_set(prepare, call);
        if (arrays && !args[i]->type.array)
            ip_prepare_refuse(prepare, call->range, "unnest of something that is no array");
        types[i] = arrays ? ip_value_sqltype_element(args[i]->type) : args[i]->type;
    }
    if (!arrays && !from->whole && args[0]->type.tag == IP_T_RECORD)
        ip_prepare_refuse(prepare, call->range, "WITH ORDINALITY of a function that returns records");
    if (from->ordinality)
        types[count] = ip_value_sqltype_simple(IP_T_BIGINT);
    node->index = from->ordinality;
    node->set = true;
    return node;
}
