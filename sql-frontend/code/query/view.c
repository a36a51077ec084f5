/* Views: a derived table each, or, where a view shows rows of one table as they are, that table. */
#include "code/coder.h"
#include "catalog/partition.h"
#include "parse/statement.h"

#include <string.h>

/* Views of views multiply, as each use is compiled again. */
enum { MOST_VIEWS = 200 };

typedef struct ip_inside_view {
    const ip_tree *tree;
    ip_code_sql *sql;
    const ip_path *path;
    size_t shift;
    ip_range range;
    int names;
} ip_inside_view;

/* Its names are looked up in the schema alone: not among variables, WITH queries or enclosing columns. */
static ip_inside_view enter(ip_compiler *c, const ip_view_definition *view)
{
    static const ip_path nowhere;
    const ip_inside_view saved = {view->query->tree, c->sql, c->path, c->shift, c->range, c->names.count};
    c->sql = NULL;
    c->path = view->path ? view->path : &nowhere;
    c->shift = 0;
    c->range = view->query->statement;
    c->names.count = 0;
    return saved;
}

static void leave(ip_compiler *c, const ip_inside_view *saved)
{
    c->sql = saved->sql;
    c->path = saved->path;
    c->shift = saved->shift;
    c->range = saved->range;
    c->names.count = saved->names;
}

static const ip_code_query *view_query(ip_compiler *c, const ip_view_definition *view, ip_code_scope *scope)
{
    if (++c->views_used > MOST_VIEWS) {
        ip_code_refuse(c, c->range, "more than %d uses of views, those within views among them", MOST_VIEWS);
        return IP_NEW(c->arena, ip_code_query);
    }
    ip_code_scope *inner = ip_code_scope_new(c, scope, false);
    inner->seen = NULL;
    inner->ctes = NULL;
    const ip_inside_view inside = enter(c, view);
    const ip_code_query *query = ip_code_select(c, ip_as_select_stmt(inside.tree), inner);
    leave(c, &inside);
    return query;
}

/* The one table or view whose rows it shows, some columns of each as they are (PostgreSQL's manual, CREATE VIEW,
 * "Updatable Views"); NULL: it does something else. */
static const PgQuery__RangeVar *plain_source(const PgQuery__SelectStmt *select)
{
    const void *const others[] = {
        IP_ITEMS(select, distinct_clause), IP_ITEMS(select, group_clause), IP_GET(select, having_clause),
        IP_ITEMS(select, window_clause),   IP_ITEMS(select, values_lists), IP_ITEMS(select, sort_clause),
        IP_GET(select, limit_offset),      IP_GET(select, limit_count),    IP_GET(select, with_clause),
        IP_ITEMS(select, locking_clause),  IP_GET(select, into_clause)};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i])
            return NULL;
    if (ip_parse_is_set_operation(select) || ip_parse_list_size(IP_ITEMS(select, from_clause)) != 1)
        return NULL;
    size_t i;
    const ip_tree *target;
    IP_LIST_EACH(IP_ITEMS(select, target_list), i, target)
    {
        if (!ip_as_column_ref(IP_GET(ip_as_res_target(target), val)))
            return NULL;
    }
    return ip_as_range_var(ip_parse_list_item(IP_ITEMS(select, from_clause), 0));
}

enum { DEEPEST_VIEW = 16 };

static void name_columns(const ip_view_definition *view, ip_code_columns *columns)
{
    for (int i = 0; i < columns->count && i < view->columns.count; i++)
        columns->items[i].name = view->columns.items[i];
}

/* All columns of the table, named as there: the view's row is then the table's. */
static bool is_whole(const ip_table *table, const ip_code_columns *columns)
{
    bool whole = table->columns.count == columns->count;
    for (int i = 0; whole && i < columns->count; i++)
        whole = columns->items[i].expr->index == i && strcmp(columns->items[i].name, table->columns.items[i].name) == 0;
    return whole;
}

/* The table's item, which counts in *scope as an item of the query: its columns have the view's names, its conditions
 * join the scope's. NULL: no such view. */
static ip_code_from *plain_item(ip_compiler *c, const ip_view_definition *view, ip_code_scope *scope,
                                ip_code_columns *columns, int depth)
{
    if (view->stale || depth > DEEPEST_VIEW)
        return NULL;
    ip_code_scope *inner = IP_NEW(c->arena, ip_code_scope);
    inner->around = scope->around;
    inner->depth = scope->depth;
    inner->item_count = scope->item_count;
    inner->takes_conditions = scope->takes_conditions;
    const ip_inside_view inside = enter(c, view);
    const PgQuery__SelectStmt *select = ip_as_select_stmt(inside.tree);
    const PgQuery__RangeVar *source = plain_source(select);
    const bool checked = c->checks_views || view->check_option, cascades = c->checks_views;
    const ip_tree *where = IP_GET(select, where_clause);
    ip_code_from *from = NULL;
    if (source && (!where || scope->takes_conditions)) {
        const ip_relation below = ip_code_relation_of(c, source);
        ip_code_columns names = {0};
        const char *alias = IP_TEXT(IP_GET(source, alias), aliasname);
        alias = ip_arena_strdup(c->arena, *alias ? alias : IP_TEXT(source, relname));
        if (below.table && ip_catalog_family_of(c->coder->definitions, below.table).count < 2)
            from = ip_code_rows_of(c, source, c->below = below.table, inner);
        c->checks_views = cascades || (view->check_option && !view->check_local);
        if (!from && below.view && (from = plain_item(c, below.view, inner, &names, depth + 1)))
            ip_code_add_columns(c, inner, alias, &names, IP_ITEMS(IP_GET(source, alias), colnames));
    }
    if (from) {
        if (where) {
            const ip_code_expr *condition = ip_code_expr_of(c, where, inner);
            IP_PUSH(c->arena, &inner->conditions, condition);
            if (checked)
                IP_PUSH(c->arena, &c->view_checks, condition);
        }
        ip_code_targets(c, IP_ITEMS(select, target_list), inner, columns);
        name_columns(view, columns);
        scope->item_count = inner->item_count;
        for (int i = 0; i < inner->conditions.count; i++)
            IP_PUSH(c->arena, &scope->conditions, inner->conditions.items[i]);
    }
    c->checks_views = cascades;
    leave(c, &inside);
    return from;
}

static bool is_touched(const ip_compiler *c, const ip_view_definition *view)
{
    const ip_definitions *d = c->coder->definitions;
    for (int i = 0; i < d->triggers.count; i++)
        if (!d->triggers.items[i].disabled && strcmp(d->triggers.items[i].table, view->name) == 0)
            return true;
    return false;
}

/* As plain_item, under the name that the statement uses. */
static ip_code_from *plain_view(ip_compiler *c, const ip_view_definition *view, const PgQuery__RangeVar *rangevar,
                                ip_code_scope *scope, ip_code_columns *columns)
{
    const PgQuery__Alias *alias = IP_GET(rangevar, alias);
    if (is_touched(c, view))
        return NULL;
    ip_code_from *from = plain_item(c, view, scope, columns, 0);
    if (!from)
        return NULL;
    c->accesses = c->self->touches = true;
    ip_code_locks_table(c, from->table, IP_LOCK_TABLE_ACCESS_SHARE);
    ip_code_check_read(c, from->table, ip_code_place_of(c, rangevar));
    const char *shown = alias ? IP_TEXT(alias, aliasname) : IP_TEXT(rangevar, relname);
    ip_code_relation *known =
        ip_code_add_columns(c, scope, ip_arena_strdup(c->arena, shown), columns, IP_ITEMS(alias, colnames));
    known->item = from->item;
    known->partial = !is_whole(from->table, columns);
    return from;
}

/* Not decided by the row as it is given. */
static bool is_open(const ip_code_expr *expr, const ip_table *table)
{
    if (expr->query || (expr->kind == IP_CODE_COLUMN && table->columns.items[expr->index].generated))
        return true;
    for (int i = 0; i < expr->arg_count; i++)
        if (expr->args[i] && is_open(expr->args[i], table))
            return true;
    return false;
}

ip_code_from *ip_code_written_view(ip_compiler *c, const PgQuery__RangeVar *rangevar, ip_code_write_kind kind,
                                   ip_code_scope *scope, ip_code_columns *columns)
{
    const ip_view_definition *view = ip_code_relation_of(c, rangevar).view;
    bool inserts = kind == IP_CODE_INSERT;
    if (!view)
        return NULL;
    if ((inserts && view->defaults.count > 0) || kind == IP_CODE_MERGE_ROWS) {
        ip_code_refuse(c, ip_code_place_of(c, rangevar), "view \"%s\" as target, with %s", view->name,
                       kind == IP_CODE_MERGE_ROWS ? "MERGE" : "defaults of its own");
        return NULL;
    }
    scope->takes_conditions = true;
    c->view_checks.count = 0;
    ip_code_from *from = plain_view(c, view, rangevar, scope, columns);
    if (from && from->table != c->below)
        ip_code_refuse(c, ip_code_place_of(c, rangevar), "view \"%s\" of a partition as target", view->name);
    if (inserts)
        scope->conditions.count = 0; /* what may be inserted is for CHECK OPTION to say */
    for (int i = 0; from && i < c->view_checks.count; i++)
        if (is_open(c->view_checks.items[i], from->table))
            ip_code_refuse(c, ip_code_place_of(c, rangevar), "a CHECK OPTION with a subquery or a generated column");
    return from;
}

ip_code_from *ip_code_view(ip_compiler *c, const PgQuery__RangeVar *rangevar, ip_code_scope *scope)
{
    const ip_view_definition *view = ip_code_relation_of(c, rangevar).view;
    if (!view)
        return NULL;
    if (view->stale)
        ip_code_refuse(c, ip_code_place_of(c, rangevar), "view \"%s\": its column \"%s\" was renamed", view->name,
                       view->stale);
    ip_code_columns columns = {0};
    ip_code_from *plain = plain_view(c, view, rangevar, scope, &columns);
    if (plain)
        return plain;
    const PgQuery__Alias *alias = IP_GET(rangevar, alias);
    const ip_code_query *query = view_query(c, view, scope);
    ip_list names = {0};
    for (int i = 0; i < query->target_count; i++) {
        const ip_tree *given = ip_parse_list_item(IP_ITEMS(alias, colnames), (size_t)i);
        const char *own = i < view->columns.count ? view->columns.items[i] : query->targets[i].name;
        ip_parse_list_add(c->arena, &names, ip_parse_string_of(c->arena, given ? ip_parse_string_node(given) : own));
    }
    const char *shown = alias ? IP_TEXT(alias, aliasname) : IP_TEXT(rangevar, relname);
    ip_code_from *from = ip_code_derived_item(c, query, ip_arena_strdup(c->arena, shown), &names, scope);
    return from;
}
