/* Rows out of JSON (documentation, 9.16): json_each, json_to_record, json_populate_record and their like. */
#include "interpreter/builtin/json.h"
#include "interpreter/prepare/prepare.h"

#include <string.h>

static const struct row_function {
    const char *name; /* without json_ or jsonb_ */
    ip_json_rows kind;
    bool base; /* the row's type, and what is missing, is that of a row that is given */
} functions[] = {{"each", IP_JSON_ROWS_EACH, false},
                 {"each_text", IP_JSON_ROWS_EACH_TEXT, false},
                 {"to_record", IP_JSON_ROWS_RECORD, false},
                 {"to_recordset", IP_JSON_ROWS_RECORDS, false},
                 {"populate_record", IP_JSON_ROWS_RECORD, true},
                 {"populate_recordset", IP_JSON_ROWS_RECORDS, true}};

static const struct row_function *function_named(const char *name)
{
    size_t prefix = strncmp(name, "jsonb_", 6) == 0 ? 6 : strncmp(name, "json_", 5) == 0 ? 5 : 0;
    for (size_t i = 0; prefix && i < sizeof functions / sizeof functions[0]; i++)
        if (strcmp(functions[i].name, name + prefix) == 0)
            return &functions[i];
    return NULL;
}

static const ip_shape *pair_shape(ip_prepare *prepare, ip_tag value)
{
    static const char *const names[] = {"key", "value"};
    ip_shape *shape = IP_NEW(prepare->arena, ip_shape);
    ip_sqltype *types = IP_NEW_ARRAY(prepare->arena, ip_sqltype, 2);
    types[0] = ip_value_sqltype_simple(IP_T_TEXT);
    types[1] = ip_value_sqltype_simple(value);
    *shape = (ip_shape){NULL, 2, names, types};
    return shape;
}

const ip_node *ip_prepare_json_rows(ip_prepare *prepare, const ip_code_expr *call)
{
    const struct row_function *f = function_named(call->name);
    bool jsonb = f && call->name[4] == 'b';
    if (!f || call->arg_count != 1 + f->base)
        return NULL;
    ip_tag tag = jsonb ? IP_T_JSONB : IP_T_JSON;
    ip_sqltype type = ip_value_sqltype_simple(IP_T_RECORD);
    ip_node *node = ip_prepare_node_new(prepare, IP_EVAL_JSON_ROWS, type, call->range);
    const ip_node **args = ip_prepare_node_args(prepare, node, call->arg_count);
    args[0] = ip_prepare_typed(prepare, call->args[f->base], ip_value_sqltype_simple(tag), IP_CAST_IMPLICIT);
    if (f->kind == IP_JSON_ROWS_EACH || f->kind == IP_JSON_ROWS_EACH_TEXT)
        type.shape = pair_shape(prepare, f->kind == IP_JSON_ROWS_EACH ? tag : IP_T_TEXT);
    else if (call->cast.row)
        type.shape = ip_value_shape_of_table(prepare->arena, call->cast.row);
    if (f->base) {
        args[1] = ip_prepare_expr(prepare, call->args[0]);
        type = args[1]->type;
        type.array = false;
    }
    if (type.tag != IP_T_RECORD || !type.shape)
        ip_prepare_refuse(prepare, call->range, "%s() of a row whose columns are not known", call->name);
    node->type = type;
    node->index = f->kind;
    node->level = jsonb;
    node->set = f->kind != IP_JSON_ROWS_RECORD;
    return node;
}
