/* Calls with OVER: which function, over which rows, and the types of its arguments. */
#include "interpreter/prepare/prepare.h"

#include <string.h>

typedef enum ip_window_type { TYPE_BIGINT, TYPE_INTEGER, TYPE_DOUBLE, TYPE_OF_VALUE } ip_window_type;

static const struct ip_window_row {
    const char *name;
    ip_window_function function;
    int least, most; /* arguments */
    ip_window_type result;
} functions[] = {
    {"row_number", IP_WINDOW_ROW_NUMBER, 0, 0, TYPE_BIGINT},
    {"rank", IP_WINDOW_RANK, 0, 0, TYPE_BIGINT},
    {"dense_rank", IP_WINDOW_DENSE_RANK, 0, 0, TYPE_BIGINT},
    {"percent_rank", IP_WINDOW_PERCENT_RANK, 0, 0, TYPE_DOUBLE},
    {"cume_dist", IP_WINDOW_CUME_DIST, 0, 0, TYPE_DOUBLE},
    {"ntile", IP_WINDOW_NTILE, 1, 1, TYPE_INTEGER},
    {"lag", IP_WINDOW_LAG, 1, 3, TYPE_OF_VALUE},
    {"lead", IP_WINDOW_LEAD, 1, 3, TYPE_OF_VALUE},
    {"first_value", IP_WINDOW_FIRST_VALUE, 1, 1, TYPE_OF_VALUE},
    {"last_value", IP_WINDOW_LAST_VALUE, 1, 1, TYPE_OF_VALUE},
    {"nth_value", IP_WINDOW_NTH_VALUE, 2, 2, TYPE_OF_VALUE},
};

static const ip_node *known(ip_prepare *prepare, const ip_node *node)
{
    bool unknown = node->type.tag == IP_T_UNKNOWN && !node->type.array;
    return unknown ? ip_prepare_datum_coerce(prepare, node, ip_value_sqltype_simple(IP_T_TEXT), IP_CAST_IMPLICIT)
                   : node;
}

static void prepare_args(ip_prepare *prepare, const ip_code_aggregate *call, const struct ip_window_row *f,
                         ip_window *window, ip_sqltype *type)
{
    const ip_node **args = IP_NEW_ARRAY(prepare->arena, const ip_node *, call->arg_count);
    bool value = f->result == TYPE_OF_VALUE;
    for (int i = 0; i < call->arg_count; i++)
        args[i] = value && i != 1 ? ip_prepare_expr(prepare, call->args[i])
                                  : ip_prepare_typed(prepare, call->args[i], ip_value_sqltype_simple(IP_T_INTEGER),
                                                     IP_CAST_IMPLICIT);
    if (value && call->arg_count == 3) {
        ip_sqltype both[] = {args[0]->type, args[2]->type};
        *type = ip_prepare_common_type(prepare, both, 2, call->args[2]->range, f->name, NULL);
        args[0] = ip_prepare_datum_coerce(prepare, args[0], *type, IP_CAST_IMPLICIT);
        args[2] = ip_prepare_datum_coerce(prepare, args[2], *type, IP_CAST_IMPLICIT);
    } else if (value) {
        args[0] = known(prepare, args[0]);
        *type = args[0]->type;
        type->precision = -1; /* a function of any type has no modifier */
    }
    window->aggregate.args = (ip_nodes){call->arg_count, args};
}

static void prepare_function(ip_prepare *prepare, const ip_code_aggregate *call, ip_window *window, ip_sqltype *type)
{
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        const struct ip_window_row *f = &functions[i];
        if (strcmp(f->name, call->name) != 0 || call->star || call->filter || call->arg_count < f->least ||
            call->arg_count > f->most)
            continue;
        window->function = f->function;
        *type = ip_value_sqltype_simple(f->result == TYPE_DOUBLE    ? IP_T_DOUBLE
                                        : f->result == TYPE_INTEGER ? IP_T_INTEGER
                                                                    : IP_T_BIGINT);
        prepare_args(prepare, call, f, window, type);
        return;
    }
    ip_prepare_refuse(prepare, call->arg_count ? call->args[0]->range : (ip_range){0},
                      "window function %s() with these arguments", call->name);
}

/* The type of RANGE's distance must match ORDER BY's value as in in_range(): numbers of the same kind, or intervals. */
static void prepare_range(ip_prepare *prepare, ip_window *window, int end, ip_range range)
{
    ip_sqltype key = window->sort[0].expr->type, distance = window->distances[end]->type;
    bool integers = ip_value_tag_kind(key.tag) == IP_DATUM_INTEGER, times = ip_value_tag_category(key.tag) == 'D';
    ip_sqltype wanted = integers                            ? ip_value_sqltype_simple(IP_T_BIGINT)
                        : times || key.tag == IP_T_INTERVAL ? ip_value_sqltype_simple(IP_T_INTERVAL)
                                                            : key;
    bool numbers = key.tag == IP_T_NUMERIC || key.tag == IP_T_DOUBLE;
    if (key.array || distance.array || key.tag == IP_T_TIME ||
        !(integers || times || numbers || key.tag == IP_T_INTERVAL))
        ip_prepare_refuse(prepare, range, "RANGE with a distance over %s", ip_value_sqltype_name(prepare->arena, key));
    window->distances[end] = ip_prepare_datum_coerce(prepare, window->distances[end], wanted, IP_CAST_IMPLICIT);
    ip_failure failure;
    ip_value_text_to_datum(prepare->arena, wanted, "0", &window->zeros[end], &failure);
    if (integers)
        return;
    window->minus[end] = ip_prepare_operator(prepare, "-", key, wanted, range);
    window->plus[end] = ip_prepare_operator(prepare, "+", key, wanted, range);
    if (!ip_builtin_cast_find(prepare->arena, key, window->minus[end]->result, IP_CAST_IMPLICIT,
                              &window->compared[end]))
        ip_prepare_refuse(prepare, range, "RANGE with a distance over %s", ip_value_sqltype_name(prepare->arena, key));
}

static void prepare_frame(ip_prepare *prepare, const ip_code_window *w, ip_window *window)
{
    const ip_code_expr *distances[] = {w->frame.before, w->frame.after};
    window->frame = w->frame;
    for (int end = 0; end < 2; end++) {
        if (!distances[end])
            continue;
        if (ip_code_acts(distances[end])) /* evaluated even if there is no row (nodeWindowAgg.c) */
            ip_prepare_refuse(prepare, distances[end]->range, "what locks or writes, as a distance of a frame");
        if (w->frame.unit == IP_CODE_RANGE) {
            window->distances[end] = ip_prepare_expr(prepare, distances[end]);
            prepare_range(prepare, window, end, distances[end]->range);
        } else
            window->distances[end] =
                ip_prepare_typed(prepare, distances[end], ip_value_sqltype_simple(IP_T_BIGINT), IP_CAST_IMPLICIT);
    }
}

const ip_window *ip_prepare_windows(ip_prepare *prepare, const ip_code_query *query, ip_sqltype *types)
{
    ip_window *list = IP_NEW_ARRAY(prepare->arena, ip_window, query->windows.count);
    for (int i = 0; i < query->windows.count; i++) {
        const ip_code_window *w = &query->windows.items[i];
        ip_window *window = &list[i];
        if (w->aggregate)
            window->aggregate = ip_prepare_aggregate(prepare, &w->call, &types[i]);
        else
            prepare_function(prepare, &w->call, window, &types[i]);
        const ip_node **by = IP_NEW_ARRAY(prepare->arena, const ip_node *, w->partition_by.count);
        for (int k = 0; k < w->partition_by.count; k++)
            by[k] = known(prepare, ip_prepare_expr(prepare, w->partition_by.items[k]));
        window->partition_by = (ip_nodes){w->partition_by.count, by};
        ip_sort_key *sort = IP_NEW_ARRAY(prepare->arena, ip_sort_key, w->order_by.count);
        for (int k = 0; k < w->order_by.count; k++)
            sort[k] = (ip_sort_key){known(prepare, ip_prepare_expr(prepare, w->order_by.items[k].expr)), -1,
                                    w->order_by.items[k].descending, w->order_by.items[k].nulls_first};
        for (int k = 0; k < w->order_by.count; k++)
            ip_prepare_order(prepare, sort[k].expr->type, sort[k].expr->range);
        window->sort = sort;
        window->sort_count = w->order_by.count;
        prepare_frame(prepare, w, window);
    }
    return list;
}
