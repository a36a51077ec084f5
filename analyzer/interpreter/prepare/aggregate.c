/* Aggregates of a query: which function, and the types of its arguments. */
#include "interpreter/prepare/prepare.h"

#include <string.h>

static bool takes_any(ip_prepare *prepare, const ip_code_aggregate *a, ip_aggregate_call *aggregate, ip_sqltype *type)
{
    ip_sqltype given = aggregate->args.items[0]->type;
    if (given.tag == IP_T_UNKNOWN)
        given = ip_value_sqltype_simple(IP_T_TEXT);
    bool min = strcmp(a->name, "min") == 0, max = strcmp(a->name, "max") == 0;
    if (strcmp(a->name, "count") == 0) {
        aggregate->finish = ip_builtin_count_values;
        *type = ip_value_sqltype_simple(IP_T_BIGINT);
        return true;
    }
    if (strcmp(a->name, "json_agg") == 0 || strcmp(a->name, "jsonb_agg") == 0) {
        bool jsonb = a->name[4] == 'b';
        if (!jsonb && (given.array || given.tag == IP_T_RECORD)) /* on lines of their own */
            return false;
        aggregate->finish = jsonb ? ip_builtin_jsonb_agg : ip_builtin_json_agg;
        aggregate->keep_nulls = true;
        *type = ip_value_sqltype_simple(jsonb ? IP_T_JSONB : IP_T_JSON);
        aggregate->args.items[0] = ip_prepare_as_json(prepare, aggregate->args.items[0]);
        return true;
    }
    if (strcmp(a->name, "array_agg") == 0 && !given.array) {
        aggregate->finish = ip_builtin_array_agg;
        aggregate->keep_nulls = true;
        *type = given;
        type->array = true;
        type->precision = type->scale = -1;
    } else if ((min || max) && given.tag != IP_T_BOOLEAN && given.tag != IP_T_UUID && given.tag != IP_T_BYTEA &&
               ip_value_tag_category(given.tag) != 'V' && given.tag != IP_T_RECORD && given.tag != IP_T_JSON &&
               given.tag != IP_T_JSONB) {
        if (ip_value_sqltype_is_enum(given))
            ip_prepare_order(prepare, given, a->args[0]->range);
        aggregate->finish = min ? ip_builtin_minimum : ip_builtin_maximum;
        if (given.tag == IP_T_VARCHAR)
            given = ip_value_sqltype_simple(IP_T_TEXT);
        *type = given;
        type->precision = type->scale = -1;
    } else
        return false;
    aggregate->args.items[0] = ip_prepare_datum_coerce(prepare, aggregate->args.items[0], given, IP_CAST_IMPLICIT);
    return true;
}

static bool makes_object(ip_prepare *prepare, const ip_code_aggregate *a, ip_aggregate_call *aggregate,
                         ip_sqltype *type)
{
    bool jsonb = strcmp(a->name, "jsonb_object_agg") == 0;
    if (a->arg_count != 2 || (!jsonb && strcmp(a->name, "json_object_agg") != 0))
        return false;
    for (int i = 0; i < 2; i++)
        aggregate->args.items[i] = ip_prepare_as_json(prepare, aggregate->args.items[i]);
    aggregate->finish = jsonb ? ip_builtin_jsonb_object_agg : ip_builtin_json_object_agg;
    aggregate->keep_nulls = true;
    *type = ip_value_sqltype_simple(jsonb ? IP_T_JSONB : IP_T_JSON);
    return true;
}

static bool find_row(ip_prepare *prepare, const ip_code_aggregate *a, ip_aggregate_call *aggregate, ip_sqltype *type)
{
    const ip_aggregate_row *row = ip_builtin_find_aggregate(a->name, aggregate->args.items[0]->type);
    if (!row || ip_value_sqltype_is_enum(aggregate->args.items[0]->type))
        return false;
    for (int arg = 0; arg < a->arg_count; arg++)
        aggregate->args.items[arg] =
            ip_prepare_datum_coerce(prepare, aggregate->args.items[arg],
                                    ip_value_sqltype_simple(ip_value_tag_of_letter(row->to[0])), IP_CAST_IMPLICIT);
    aggregate->finish = row->finish;
    aggregate->keep_nulls = false;
    *type = ip_value_sqltype_simple(ip_value_tag_of_letter(row->result[0]));
    return row->arg_count == a->arg_count;
}

static _Noreturn void refuse_aggregate(ip_prepare *prepare, const ip_code_aggregate *a, const ip_node *const *args)
{
    ip_range range = a->arg_count ? a->args[0]->range : (ip_range){0};
    ip_sqltype types[IP_MAX_ARGS];
    if (a->arg_count == 0 && strcmp(a->name, "count") == 0)
        ip_prepare_refuse_wrong(
            prepare, range, "42809",
            ip_arena_printf(prepare->arena, "%s(*) must be used to call a parameterless aggregate function", a->name),
            "aggregate %s()", a->name);
    for (int i = 0; i < a->arg_count && i < IP_MAX_ARGS; i++)
        types[i] = args[i]->type;
    const char *list;
    const char *error = ip_prepare_missing_function(prepare, a->name, types, a->arg_count, &list);
    const char *first = a->arg_count ? ip_value_sqltype_name(prepare->arena, args[0]->type) : "";
    ip_prepare_refuse_wrong(prepare, range, error ? "42883" : NULL, error, "aggregate %s(%s)", a->name, first);
}

ip_aggregate_call ip_prepare_aggregate(ip_prepare *prepare, const ip_code_aggregate *a, ip_sqltype *type)
{
    ip_aggregate_call aggregate = {.distinct = a->distinct, .filter = ip_prepare_condition(prepare, a->filter)};
    *type = ip_value_sqltype_simple(IP_T_BIGINT);
    if (a->star)
        return aggregate;
    const ip_node **args = IP_NEW_ARRAY(prepare->arena, const ip_node *, a->arg_count);
    for (int arg = 0; arg < a->arg_count; arg++)
        args[arg] = ip_prepare_expr(prepare, a->args[arg]);
    aggregate.args = (ip_nodes){a->arg_count, args};
    bool found = a->transition;
    if (a->transition)
        ip_prepare_user_aggregate(prepare, a, &aggregate, type);
    else
        found =
            a->arg_count > 0 && ((a->arg_count == 1 && takes_any(prepare, a, &aggregate, type)) ||
                                 makes_object(prepare, a, &aggregate, type) || find_row(prepare, a, &aggregate, type));
    ip_sort_key *sort = IP_NEW_ARRAY(prepare->arena, ip_sort_key, a->order_by.count);
    for (int k = 0; k < a->order_by.count; k++)
        sort[k] = (ip_sort_key){ip_prepare_expr(prepare, a->order_by.items[k].expr), -1,
                                a->order_by.items[k].descending, a->order_by.items[k].nulls_first};
    for (int k = 0; k < a->order_by.count; k++)
        ip_prepare_order(prepare, sort[k].expr->type, sort[k].expr->range);
    aggregate.sort = sort;
    aggregate.sort_count = a->order_by.count;
    if (!found)
        refuse_aggregate(prepare, a, args);
    return aggregate;
}

const ip_aggregate_call *ip_prepare_aggregates(ip_prepare *prepare, const ip_code_query *query, ip_sqltype *types)
{
    ip_aggregate_call *list = IP_NEW_ARRAY(prepare->arena, ip_aggregate_call, query->aggregates.count);
    for (int i = 0; i < query->aggregates.count; i++)
        list[i] = ip_prepare_aggregate(prepare, &query->aggregates.items[i], &types[i]);
    return list;
}
