/* Window functions (documentation, 3.5, 4.2.8, 9.22). */
#include "code/coder.h"
#include "parse/statement.h"

#include <string.h>

/* PostgreSQL's own, parsenodes.h. */
enum {
    FRAME_ROWS = 0x4,
    FRAME_GROUPS = 0x8,
    FRAME_FROM_FIRST = 0x20,
    FRAME_TO_LAST = 0x100,
    FRAME_FROM_CURRENT = 0x200,
    FRAME_TO_CURRENT = 0x400,
    FRAME_FROM_PRECEDING = 0x800,
    FRAME_TO_PRECEDING = 0x1000,
    FRAME_WITHOUT_CURRENT = 0x8000,
    FRAME_WITHOUT_GROUP = 0x10000,
    FRAME_WITHOUT_TIES = 0x20000,
    FRAME_DEFAULT = 0x422
};

static ip_code_frame frame_of(ip_compiler *c, const PgQuery__WindowDef *over)
{
    long long options = IP_GET(over, frame_options);
    const ip_tree *before = IP_GET(over, start_offset), *after = IP_GET(over, end_offset);
    options = options ? options : FRAME_DEFAULT;
    ip_code_frame frame = {
        .unit = options & FRAME_ROWS     ? IP_CODE_ROWS
                : options & FRAME_GROUPS ? IP_CODE_GROUPS
                                         : IP_CODE_RANGE,
        .begin = options & FRAME_FROM_FIRST       ? IP_CODE_FIRST
                 : options & FRAME_FROM_CURRENT   ? IP_CODE_CURRENT
                 : options & FRAME_FROM_PRECEDING ? IP_CODE_PRECEDING
                                                  : IP_CODE_FOLLOWING,
        .end = options & FRAME_TO_LAST        ? IP_CODE_LAST
               : options & FRAME_TO_CURRENT   ? IP_CODE_CURRENT
               : options & FRAME_TO_PRECEDING ? IP_CODE_PRECEDING
                                              : IP_CODE_FOLLOWING,
        .without = options & FRAME_WITHOUT_CURRENT ? IP_CODE_WITHOUT_CURRENT
                   : options & FRAME_WITHOUT_GROUP ? IP_CODE_WITHOUT_GROUP
                   : options & FRAME_WITHOUT_TIES  ? IP_CODE_WITHOUT_TIES
                                                   : IP_CODE_WITHOUT_NONE,
    };
    if (before)
        frame.before = ip_code_expr_of(c, before, NULL);
    if (after)
        frame.after = ip_code_expr_of(c, after, NULL);
    return frame;
}

/* What a name in the WINDOW clause means; NULL: refused. */
static const PgQuery__WindowDef *window_named(ip_compiler *c, const char *name, const ip_code_scope *scope,
                                              ip_range range)
{
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(scope->windows, i, item)
    {
        const PgQuery__WindowDef *found = ip_as_window_def(item);
        if (strcmp(IP_TEXT(found, name), name) == 0)
            return found;
    }
    ip_code_refuse_wrong(c, range, "42704", ip_arena_printf(c->arena, "window \"%s\" does not exist", name),
                         "there is no window \"%s\"", name);
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

static void add_order(ip_compiler *c, const ip_tree *list, ip_code_scope *scope, ip_code_window *window)
{
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(list, i, item)
    {
        const PgQuery__SortBy *by = ip_as_sort_by(item);
        PgQuery__SortByDir direction = IP_GET(by, sortby_dir);
        bool descending = direction == PG_QUERY__SORT_BY_DIR__SORTBY_DESC;
        if (direction == PG_QUERY__SORT_BY_DIR__SORTBY_USING)
            ip_code_refuse(c, c->range, "ORDER BY … USING");
        ip_code_sort sort = {ip_code_ordered(c, ip_code_expr_of(c, IP_GET(by, node), scope), c->range), descending,
                             ip_parse_nulls_first(by)};
        IP_PUSH(c->arena, &window->order_by, sort);
    }
}

/* PARTITION BY and ORDER BY, its own or those of the window that it copies (documentation, SELECT, WINDOW Clause). */
static void add_partition(ip_compiler *c, const PgQuery__WindowDef *over, ip_code_scope *scope, ip_code_window *window,
                          ip_range range)
{
    enum { DEEPEST = 16 };
    const ip_tree *partition = IP_ITEMS(over, partition_clause), *order = IP_ITEMS(over, order_clause);
    const PgQuery__WindowDef *base = over;
    for (int depth = 0; base && *IP_TEXT(base, refname); depth++) {
        bool spoilt = ip_parse_list_size(partition) > 0;
        base = depth < DEEPEST ? window_named(c, IP_TEXT(base, refname), scope, range) : NULL;
        const ip_tree *given = IP_ITEMS(base, order_clause);
        if (!base || spoilt || (ip_parse_list_size(given) > 0 && ip_parse_list_size(order) > 0) ||
            (IP_GET(base, frame_options) & 1))
            ip_code_refuse(c, range, "a window that overrides the window that it copies");
        partition = IP_ITEMS(base, partition_clause);
        order = ip_parse_list_size(order) > 0 ? order : given;
    }
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(partition, i, item) IP_PUSH(c->arena, &window->partition_by, ip_code_expr_of(c, item, scope));
    add_order(c, order, scope, window);
}

const ip_code_expr *ip_code_window_call(ip_compiler *c, const ip_tree *node, const char *name, ip_code_scope *scope)
{
    const PgQuery__FuncCall *call = ip_as_func_call(node);
    ip_range range = ip_code_place_of(c, node);
    ip_code_window window = {.aggregate = ip_code_is_aggregate(name)};
    if (!scope || !scope->query || scope->in_aggregate || scope->in_window ||
        !(window.aggregate || is_window_function(name))) {
        bool known = window.aggregate || is_window_function(name);
        const char *why = !scope                ? NULL
                          : scope->in_aggregate ? "aggregate function calls cannot contain window function calls"
                          : scope->in_window    ? "window function calls cannot be nested"
                                                : "window functions are not allowed here";
        ip_code_refuse_wrong(c, range,
                             !known || !why        ? NULL
                             : scope->in_aggregate ? "42803"
                                                   : "42P20",
                             why, "window function %s() in this place", name);
        return ip_code_null(c, range);
    }
    const PgQuery__WindowDef *over = IP_GET(call, over);
    if (*IP_TEXT(over, name))
        over = window_named(c, IP_TEXT(over, name), scope, range);
    if (!over)
        return ip_code_null(c, range);
    ip_code_expr *expr = ip_code_new(c, IP_CODE_WINDOW, range);
    scope->in_window = true;
    window.frame = frame_of(c, over);
    const ip_user_type *of = NULL;
    window.call = ip_code_aggregate_call(c, call, name, scope, range, &expr->type, &of);
    add_partition(c, over, scope, &window, range);
    scope->in_window = false;
    bool distance = window.frame.before || window.frame.after;
    if ((window.frame.unit == IP_CODE_GROUPS && window.order_by.count == 0) ||
        (window.frame.unit == IP_CODE_RANGE && distance && window.order_by.count != 1))
        ip_code_refuse(c, range, "a frame that needs another ORDER BY");
    /* Here the server uses a peer in place of the current row, although the current row is not in the frame. */
    if (!window.aggregate && window.frame.without == IP_CODE_WITHOUT_TIES &&
        (window.frame.begin == IP_CODE_FOLLOWING || window.frame.end == IP_CODE_PRECEDING))
        ip_code_refuse(c, range, "%s() over a frame without ties and the current row", name);
    if (window.call.distinct || window.call.order_by.count > 0)
        ip_code_refuse(c, range, "DISTINCT or ORDER BY in a window function's arguments");
    if (!window.aggregate)
        expr->type = type_of(name, &window.call);
    expr->index = scope->query->windows.count;
    IP_PUSH(c->arena, &scope->query->windows, window);
    return of ? ip_code_label_at(c, of, expr) : expr;
}
