/* Functions in FROM: unnest of several arrays, and rows that are numbered. */
#include "interpreter/prepare/prepare.h"
#include "interpreter/run/write.h"

#include <string.h>

/* The rows of the arrays side by side, or of one whole, as a field; where one is shorter it ends with NULLs. index: the
 * rows are numbered, too. */
static ip_datum side_by_side(ip_run *run, const ip_node *node)
{
    int longest = 0, width = node->arg_count + node->index;
    ip_datum *arrays = IP_NEW_ARRAY(run->arena, ip_datum, node->arg_count);
    for (int i = 0; i < node->arg_count; i++) {
        arrays[i] = ip_evaluate(run, node->args[i]);
        if (node->index && !node->args[i]->set && node->arg_count == 1) { /* a function of one row */
            ip_datum *one = IP_NEW(run->arena, ip_datum);
            *one = arrays[i];
            arrays[i] = ip_datum_array(one, 1);
        }
        if (arrays[i].kind == IP_DATUM_ARRAY && arrays[i].count > longest)
            longest = arrays[i].count;
    }
    ip_datum *rows = IP_NEW_ARRAY(run->arena, ip_datum, longest);
    for (int row = 0; row < longest; row++) {
        ip_datum *fields = IP_NEW_ARRAY(run->arena, ip_datum, width);
        for (int i = 0; i < node->arg_count; i++)
            if (arrays[i].kind == IP_DATUM_ARRAY && row < arrays[i].count)
                fields[i] = arrays[i].as.items[row];
        if (node->index)
            fields[node->arg_count] = ip_datum_integer(row + 1);
        rows[row] =
            (ip_datum){.kind = IP_DATUM_RECORD, .count = width, .as.items = fields, .names = node->type.shape->names};
    }
    return ip_datum_array(rows, longest);
}

/* The rows that a trigger's statement has changed. */
static ip_datum changed_rows(ip_run *run, const ip_node *node)
{
    return ip_transition_rows(run, node->index);
}

static const ip_node *prepare_changed_rows(ip_prepare *prepare, const ip_code_expr *rows)
{
    ip_sqltype record = ip_sqltype_simple(IP_T_RECORD);
    record.shape = ip_shape_of_table(prepare->arena, rows->cast.row);
    ip_node *node = ip_node_new(prepare, changed_rows, record, rows->range);
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
    ip_sqltype *types = IP_NEW_ARRAY(prepare->arena, ip_sqltype, width), record = ip_sqltype_simple(IP_T_RECORD);
    *shape = (ip_shape){NULL, width, from->names, types};
    record.shape = shape;
    ip_node *node = ip_node_new(prepare, side_by_side, record, call->range);
    const ip_node **args = ip_node_args(prepare, node, count);
    for (int i = 0; i < count; i++) {
        args[i] = arrays ? ip_prepare_expr(prepare, call->args[i]) : ip_prepare_maybe_set(prepare, call);
        if (arrays && !args[i]->type.array)
            ip_refuse(prepare, call->range, "unnest of something that is no array");
        types[i] = arrays ? ip_sqltype_element(args[i]->type) : args[i]->type;
    }
    if (!arrays && !from->whole && args[0]->type.tag == IP_T_RECORD)
        ip_refuse(prepare, call->range, "WITH ORDINALITY of a function that returns records");
    if (from->ordinality)
        types[count] = ip_sqltype_simple(IP_T_BIGINT);
    node->index = from->ordinality;
    node->set = true;
    return node;
}
