/* Window functions (documentation, 3.5, 4.2.8, 9.22). */
#include "coder.h"

#include <string.h>

/* PostgreSQL's own, parsenodes.h. */
enum {
    FRAME_ROWS = 0x4,
    FRAME_DEFAULT = 0x422,
    FRAME_TO_CURRENT = 0x424,
    FRAME_ALL_RANGE = 0x122,
    FRAME_ALL_ROWS = 0x124
};
enum { FRAME_SPELLED_OUT = 0x1 | 0x10 };

static bool frame_of(long long options, ip_code_frame *frame)
{
    switch (options & ~FRAME_SPELLED_OUT) {
    case 0:
    case FRAME_DEFAULT:
        *frame = IP_CODE_FRAME_PEERS;
        return true;
    case FRAME_TO_CURRENT:
        *frame = IP_CODE_FRAME_ROWS;
        return true;
    case FRAME_ALL_RANGE:
    case FRAME_ALL_ROWS:
        *frame = IP_CODE_FRAME_ALL;
        return true;
    default:
        return false;
    }
}

/* What OVER w or OVER (…) means; NULL: refused. */
static const json_t *definition_of(ip_compiler *c, const json_t *over, const ip_code_scope *scope, ip_range range)
{
    const char *name = ip_field_text(over, "name");
    size_t i;
    json_t *item;
    if (*ip_field_text(over, "refname")) {
        ip_code_refuse(c, range, "a window made of another");
        return NULL;
    }
    if (!*name)
        return over;
    json_array_foreach(scope->windows, i,
                       item) if (strcmp(ip_field_text(ip_node_as(item, "WindowDef"), "name"), name) == 0)
    {
        const json_t *found = ip_node_as(item, "WindowDef");
        if (*ip_field_text(found, "refname"))
            ip_code_refuse(c, range, "a window made of another");
        return found;
    }
    ip_code_refuse(c, range, "there is no window \"%s\"", name);
    return NULL;
}

static bool is_window_function(const char *name)
{
    static const char *const names[] = {"row_number", "rank", "dense_rank",  "percent_rank", "cume_dist", "ntile",
                                        "lag",        "lead", "first_value", "last_value",   "nth_value"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static ip_type type_of(const char *name, const ip_code_aggregate *call)
{
    if (strcmp(name, "ntile") == 0)
        return (ip_type){IP_INTEGER, false, "integer"};
    if (strcmp(name, "row_number") == 0 || strcmp(name, "rank") == 0 || strcmp(name, "dense_rank") == 0)
        return (ip_type){IP_INTEGER, false, "bigint"};
    if (strcmp(name, "percent_rank") == 0 || strcmp(name, "cume_dist") == 0)
        return (ip_type){IP_NUMERIC, false, "double precision"};
    return call->arg_count > 0 ? call->args[0]->type : (ip_type){IP_OTHER, false, NULL};
}

static void add_order(ip_compiler *c, const json_t *list, ip_code_scope *scope, ip_code_window *window)
{
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item)
    {
        const json_t *by = ip_node_as(item, "SortBy");
        const char *direction = ip_field_text(by, "sortby_dir"), *nulls = ip_field_text(by, "sortby_nulls");
        bool descending = strcmp(direction, "SORTBY_DESC") == 0;
        if (strcmp(direction, "SORTBY_USING") == 0)
            ip_code_refuse(c, c->range, "ORDER BY … USING");
        ip_code_sort sort = {ip_code_expr_of(c, ip_field(by, "node"), scope), descending,
                             strstr(nulls, "FIRST") || (descending && !strstr(nulls, "LAST"))};
        ip_code_refuse_order(c, sort.expr, c->range);
        IP_PUSH(c->arena, &window->order_by, sort);
    }
}

const ip_code_expr *ip_code_window_call(ip_compiler *c, const json_t *node, const char *name, ip_code_scope *scope)
{
    const json_t *call = ip_node_body(node);
    ip_range range = ip_code_place_of(c, node);
    ip_code_window window = {.aggregate = ip_code_is_aggregate(name)};
    if (!scope || !scope->query || scope->in_aggregate || scope->in_window ||
        !(window.aggregate || is_window_function(name))) {
        ip_code_refuse(c, range, "window function %s() in this place", name);
        return ip_code_null(c, range);
    }
    const json_t *over = definition_of(c, ip_field(call, "over"), scope, range);
    if (!over)
        return ip_code_null(c, range);
    if (!frame_of(ip_field_int(over, "frameOptions"), &window.frame))
        ip_code_refuse(c, range, "a window with a frame of its own");
    ip_code_expr *expr = ip_code_new(c, IP_CODE_WINDOW, range);
    scope->in_window = true;
    window.call = ip_code_aggregate_call(c, call, name, scope, range, &expr->type);
    size_t i;
    json_t *item;
    json_array_foreach(ip_field(over, "partitionClause"), i, item)
        IP_PUSH(c->arena, &window.partition_by, ip_code_expr_of(c, item, scope));
    add_order(c, ip_field(over, "orderClause"), scope, &window);
    scope->in_window = false;
    if (window.call.distinct || window.call.order_by.count > 0)
        ip_code_refuse(c, range, "DISTINCT or ORDER BY in a window function's arguments");
    if (!window.aggregate)
        expr->type = type_of(name, &window.call);
    expr->index = scope->query->windows.count;
    IP_PUSH(c->arena, &scope->query->windows, window);
    return expr;
}
