/* The columns of a query, for tables created from one: CREATE TABLE AS, SELECT INTO, materialized views. */
#include "ddl/pieces.h"

#include <string.h>

enum { DEEPEST_QUERY = 16 };

typedef struct ip_from_item {
    const char *alias;
    ip_query_columns columns;
} ip_from_item;

typedef IP_VEC(ip_from_item) ip_from_items;

static bool query_columns(ip_ddl *ddl, const ip_path *path, const PgQuery__SelectStmt *select,
                          ip_query_columns *columns, int depth);

static bool from_relation(ip_ddl *ddl, const ip_path *path, const PgQuery__RangeVar *rangevar, ip_from_item *item,
                          int depth)
{
    const ip_relation relation = ip_catalog_relation_of(ddl->definitions, path, rangevar);
    ip_arena *arena = ddl->definitions->arena;
    for (int i = 0; relation.table && i < relation.table->columns.count; i++) {
        const ip_column *c = &relation.table->columns.items[i];
        IP_PUSH(arena, &item->columns, ((ip_query_column){c->name, c->type}));
    }
    if (!relation.view)
        return relation.table != NULL;
    for (int i = 0; relation.view->row && i < relation.view->row->columns.count; i++) {
        const ip_column *c = &relation.view->row->columns.items[i];
        IP_PUSH(arena, &item->columns, ((ip_query_column){c->name, c->type}));
    }
    if (relation.view->row)
        return true;
    const ip_tree *tree = relation.view->query->tree;
    bool known = query_columns(ddl, relation.view->path, ip_as_select_stmt(tree), &item->columns, depth + 1);
    for (int i = 0; known && i < relation.view->columns.count && i < item->columns.count; i++)
        item->columns.items[i].name = relation.view->columns.items[i];
    return known;
}

/* False: its columns are not known. */
static bool from_item(ip_ddl *ddl, const ip_path *path, const ip_tree *node, ip_from_items *items, int depth)
{
    ip_arena *arena = ddl->definitions->arena;
    const PgQuery__JoinExpr *join = ip_as_join_expr(node);
    const PgQuery__RangeVar *rangevar = ip_as_range_var(node);
    const PgQuery__RangeSubselect *subselect = ip_as_range_subselect(node);
    const PgQuery__Alias *alias = join ? join->alias : rangevar ? rangevar->alias : IP_GET(subselect, alias);
    if (join)
        return !IP_ITEMS(join, using_clause) && !IP_GET(join, is_natural) && !alias &&
               from_item(ddl, path, IP_GET(join, larg), items, depth) &&
               from_item(ddl, path, IP_GET(join, rarg), items, depth);
    const char *name = IP_TEXT(alias, aliasname);
    ip_from_item item = {.alias = ip_arena_strdup(arena, *name ? name : IP_TEXT(rangevar, relname))};
    bool known = false;
    if (rangevar)
        known = from_relation(ddl, path, rangevar, &item, depth);
    else if (subselect)
        known = query_columns(ddl, path, ip_as_select_stmt(IP_GET(subselect, subquery)), &item.columns, depth + 1);
    for (int i = 0; i < item.columns.count && i < (int)ip_parse_list_size(IP_ITEMS(alias, colnames)); i++)
        item.columns.items[i].name =
            ip_arena_strdup(arena, ip_parse_string_node(ip_parse_list_item(IP_ITEMS(alias, colnames), (size_t)i)));
    IP_PUSH(arena, items, item);
    return known;
}

static ip_type column_type(const ip_from_items *items, const char *alias, const char *name)
{
    for (int i = 0; i < items->count; i++)
        for (int c = 0; c < items->items[i].columns.count; c++)
            if ((!alias || strcmp(items->items[i].alias, alias) == 0) &&
                strcmp(items->items[i].columns.items[c].name, name) == 0)
                return items->items[i].columns.items[c].type;
    return (ip_type){IP_OTHER, false, NULL};
}

static bool same_type(ip_type a, ip_type b)
{
    return a.name && b.name && strcmp(a.name, b.name) == 0;
}

static ip_query_column figure(ip_ddl *ddl, const ip_tree *value, const ip_from_items *items);

/* Of COALESCE: known if all arguments with a type have the same type. */
static ip_type common_type(ip_ddl *ddl, const ip_tree *args, const ip_from_items *items)
{
    ip_type type = {IP_OTHER, false, NULL};
    size_t i;
    const ip_tree *arg;
    IP_LIST_EACH(args, i, arg)
    {
        const PgQuery__AConst *constant = ip_as_a_const(arg);
        if (ip_const_sval(constant) || IP_GET(constant, isnull))
            continue;
        ip_type own = figure(ddl, arg, items).type;
        if (ip_const_ival(constant) && (type.kind == IP_INTEGER || type.kind == IP_NUMERIC) && !type.array)
            continue;
        if (!own.name || (type.name && !same_type(own, type)))
            return (ip_type){IP_OTHER, false, NULL};
        type = own;
    }
    return type;
}

/* PostgreSQL's name for a column without a name (FigureColname in its parse_target.c). */
static ip_query_column figure(ip_ddl *ddl, const ip_tree *value, const ip_from_items *items)
{
    ip_arena *arena = ddl->definitions->arena;
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(value), fields);
    const PgQuery__TypeCast *cast = ip_as_type_cast(value);
    const PgQuery__AConst *constant = ip_as_a_const(value);
    ip_query_column column = {"?column?", {IP_OTHER, false, NULL}};
    size_t count = ip_parse_list_size(fields);
    if (count > 0) {
        const char *alias = count > 1 ? ip_parse_string_node(ip_parse_list_item(fields, count - 2)) : NULL;
        column.name = ip_arena_strdup(arena, ip_parse_string_node(ip_parse_list_item(fields, count - 1)));
        column.type = column_type(items, alias, column.name);
    } else if (cast) {
        const ip_tree *names = IP_ITEMS(cast->type_name, names);
        column = figure(ddl, cast->arg, items);
        if (strcmp(column.name, "?column?") == 0 && ip_parse_list_size(names) > 0)
            column.name = ip_arena_strdup(arena, ip_parse_last_string(names));
        column.type = ip_ddl_column_type(ddl, cast->type_name);
    } else if (ip_as_func_call(value)) {
        const ip_tree *names = IP_ITEMS(ip_as_func_call(value), funcname);
        column.name = ip_arena_strdup(arena, ip_parse_last_string(names));
        if (strcmp(column.name, "count") == 0)
            column.type = (ip_type){IP_INTEGER, false, "bigint"};
    } else if (ip_as_coalesce_expr(value)) {
        const char *name = "coalesce";
        column.type = common_type(ddl, IP_ITEMS(ip_as_coalesce_expr(value), args), items);
        column.name = name;
    } else if (ip_as_case_expr(value)) {
        column.name = "case";
    } else if (ip_const_ival(constant)) {
        column.type = (ip_type){IP_INTEGER, false, "integer"};
    } else if (ip_const_sval(constant)) {
        column.type = (ip_type){IP_TEXT, false, "text"};
    }
    if (!ip_const_ival(constant) && !ip_const_sval(constant) && constant)
        column.type = (ip_type){IP_OTHER, false, NULL};
    return column;
}

static bool add_target(ip_ddl *ddl, const PgQuery__ResTarget *target, const ip_from_items *items,
                       ip_query_columns *columns)
{
    ip_arena *arena = ddl->definitions->arena;
    const ip_tree *value = IP_GET(target, val), *fields = IP_ITEMS(ip_as_column_ref(value), fields);
    size_t count = ip_parse_list_size(fields);
    if (count == 0 || !ip_as_a_star(ip_parse_list_item(fields, count - 1))) {
        ip_query_column column = figure(ddl, value, items);
        if (*IP_TEXT(target, name))
            column.name = ip_arena_strdup(arena, IP_TEXT(target, name));
        IP_PUSH(arena, columns, column);
        return true;
    }
    const char *alias = count > 1 ? ip_parse_string_node(ip_parse_list_item(fields, count - 2)) : NULL;
    int before = columns->count;
    for (int i = 0; i < items->count; i++)
        for (int c = 0; c < items->items[i].columns.count; c++)
            if (!alias || strcmp(items->items[i].alias, alias) == 0)
                IP_PUSH(arena, columns, items->items[i].columns.items[c]);
    return columns->count > before;
}

static bool query_columns(ip_ddl *ddl, const ip_path *path, const PgQuery__SelectStmt *select,
                          ip_query_columns *columns, int depth)
{
    ip_arena *arena = ddl->definitions->arena;
    const PgQuery__List *values = ip_as_list(ip_parse_list_item(IP_ITEMS(select, values_lists), 0));
    ip_from_items items = {0};
    bool known = true, star = false;
    size_t i;
    const ip_tree *node;
    if (!select || depth > DEEPEST_QUERY)
        return false;
    if (IP_GET(select, larg)) {
        ip_query_columns right = {0};
        bool both = query_columns(ddl, path, IP_GET(select, rarg), &right, depth + 1);
        bool left = query_columns(ddl, path, IP_GET(select, larg), columns, depth + 1);
        for (int c = 0; c < columns->count; c++)
            if (!both || c >= right.count || !same_type(columns->items[c].type, right.items[c].type))
                columns->items[c].type = (ip_type){IP_OTHER, false, NULL};
        return left;
    }
    IP_LIST_EACH(IP_ITEMS(values, items), i, node)
    {
        ip_query_column column = figure(ddl, node, &items);
        column.name = ip_arena_printf(arena, "column%zu", i + 1);
        if (ip_parse_list_size(IP_ITEMS(select, values_lists)) > 1)
            column.type = (ip_type){IP_OTHER, false, NULL};
        IP_PUSH(arena, columns, column);
    }
    IP_LIST_EACH(IP_ITEMS(select, from_clause), i, node) known = from_item(ddl, path, node, &items, depth) && known;
    known = known && !IP_GET(select, with_clause);
    IP_LIST_EACH(IP_ITEMS(select, target_list), i, node)
    {
        const PgQuery__ResTarget *target = ip_as_res_target(node);
        const ip_tree *fields = IP_ITEMS(ip_as_column_ref(IP_GET(target, val)), fields);
        star = star || ip_as_a_star(ip_parse_list_item(fields, ip_parse_list_size(fields) - 1));
        known = add_target(ddl, target, &items, columns) && known;
    }
    return columns->count > 0 && (known || !star);
}

bool ip_ddl_query_columns(ip_ddl *ddl, const PgQuery__SelectStmt *select, ip_query_columns *columns)
{
    return query_columns(ddl, ddl->path, select, columns, 0);
}

/* into: an IntoClause. */
void ip_ddl_create_table_as(ip_ddl *ddl, const PgQuery__IntoClause *into, const ip_tree *query, bool if_not_exists,
                            bool view, ip_range range)
{
    ip_definitions *d = ddl->definitions;
    const char *name = ip_catalog_relation_new_name(d->arena, ddl->path, IP_GET(into, rel));
    ip_query_columns columns = {0};
    size_t i;
    const ip_tree *given;
    if (if_not_exists && ip_catalog_schema_table(d->schema, name))
        return;
    bool known = ip_ddl_query_columns(ddl, ip_as_select_stmt(query), &columns);
    IP_LIST_EACH(IP_ITEMS(into, col_names), i, given)
    if ((int)i < columns.count)
        columns.items[i].name = ip_arena_strdup(d->arena, ip_parse_string_node(given));
    if (!known) {
        ip_diagnostics_add(ddl->diagnostics, IP_UNSUPPORTED, range, NULL,
                           "CREATE TABLE AS: the columns of \"%s\" are not known", name);
        return;
    }
    ip_table *table = ip_ddl_new_table(ddl, name, range);
    for (int c = 0; c < columns.count; c++)
        IP_PUSH(d->arena, &table->columns,
                ((ip_column){.name = columns.items[c].name, .type = columns.items[c].type, .range = range}));
    if (view) {
        ip_materialized created = {table, ip_ddl_keep_tree(d->arena, query, range), ddl->path, IP_FILLED_UNKNOWN};
        IP_PUSH(d->arena, &d->materialized, created);
    }
}
