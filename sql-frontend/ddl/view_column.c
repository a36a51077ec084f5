/* Renames of columns of views and of their tables: a view's query is changed, and its own columns keep their names
 * (PostgreSQL 15, section 41.2). If the renamed columns in the query cannot be determined, the view is no longer
 * understood. */
#include "ddl/pieces.h"
#include "parse/statement.h"

#include <string.h>

typedef struct renaming {
    ip_ddl *ddl;
    const ip_path *path;
    const char *relation, *before, *after; /* of that table or view */
    IP_VEC(const char *) aliases;          /* the name that may qualify its columns */
    bool doubtful, found;
} renaming;

static bool is_one_of(const renaming *r, const char *alias)
{
    for (int i = 0; i < r->aliases.count; i++)
        if (strcmp(r->aliases.items[i], alias) == 0)
            return true;
    return false;
}

/* The relation itself, or another relation with known columns, none of which has the name. */
static void look_at_relation(renaming *r, const PgQuery__RangeVar *rangevar)
{
    ip_arena *arena = r->ddl->definitions->arena;
    const ip_relation relation = ip_catalog_relation_of(r->ddl->definitions, r->path, rangevar);
    const char *alias = IP_TEXT(IP_GET(rangevar, alias), aliasname);
    if (strcmp(relation.name, r->relation) == 0) {
        r->doubtful = r->doubtful || IP_ITEMS(IP_GET(rangevar, alias), colnames);
        IP_PUSH(arena, &r->aliases, (const char *)ip_arena_strdup(arena, *alias ? alias : IP_TEXT(rangevar, relname)));
        return;
    }
    const ip_table *row = ip_catalog_relation_row(&relation);
    r->doubtful = r->doubtful || !row || ip_catalog_table_column(row, r->before) >= 0;
}

/* Other nodes that may have columns, or output columns, of this name. */
static void look(renaming *r, const ip_tree *node)
{
    const ip_tree *value;
    size_t i;
    if (ip_parse_tree_is_list(node))
        IP_LIST_EACH(node, i, value) look(r, value);
    if (!ip_parse_tree_is_message(node))
        return;
    const PgQuery__RangeVar *rangevar = ip_range_var_message(node);
    const PgQuery__JoinExpr *join = ip_as_join_expr(node);
    bool others = ip_as_range_subselect(node) || ip_as_range_function(node) || ip_as_common_table_expr(node) ||
                  ip_as_range_table_func(node) || ip_as_a_star(node);
    r->doubtful = r->doubtful || others || IP_ITEMS(join, using_clause) || IP_GET(join, is_natural) ||
                  strcmp(IP_TEXT(ip_as_res_target(node), name), r->before) == 0;
    if (*IP_TEXT(rangevar, relname))
        look_at_relation(r, rangevar);
    IP_TREE_EACH(node, key, value) look(r, value);
}

static void rename_in(renaming *r, const ip_tree *node)
{
    const ip_tree *value, *fields = IP_ITEMS(ip_as_column_ref(node), fields);
    size_t i, count = ip_parse_list_size(fields);
    if (count > 0) {
        const ip_tree *last = ip_parse_list_item(fields, count - 1);
        if (strcmp(ip_parse_string_node(last), r->before) != 0)
            return;
        r->doubtful = r->doubtful || count > 2;
        if (count == 2 && !is_one_of(r, ip_parse_string_node(ip_parse_list_item(fields, 0))))
            return;
        ((PgQuery__String *)ip_as_string(last))->sval = (char *)r->after;
        r->found = true;
        return;
    }
    if (ip_parse_tree_is_list(node))
        IP_LIST_EACH(node, i, value) rename_in(r, value);
    if (ip_parse_tree_is_message(node))
        IP_TREE_EACH(node, key, value) rename_in(r, value);
}

/* NULL: the item does not name the relation. */
static const ip_kept_tree *renamed(renaming *r, const ip_kept_tree *query)
{
    const ip_tree *tree = ip_parse_tree_copy(r->ddl->definitions->arena, query->tree);
    look(r, tree);
    rename_in(r, tree);
    const ip_kept_tree *created =
        r->aliases.count > 0 ? ip_ddl_keep_tree(r->ddl->definitions->arena, tree, query->statement) : NULL;
    return created;
}

/* Its columns keep their current names, regardless of the names in its query. */
static bool keep_names(ip_definitions *d, ip_view_definition *view)
{
    for (int i = view->columns.count; view->row && i < view->row->columns.count; i++)
        IP_PUSH(d->arena, &view->columns, view->row->columns.items[i].name);
    return view->row != NULL;
}

void ip_ddl_views_rename_column(ip_ddl *ddl, const char *relation, const char *before, const char *after)
{
    ip_definitions *d = ddl->definitions;
    for (int i = 0; i < d->views.count; i++) {
        ip_view_definition *view = &d->views.items[i];
        renaming r = {.ddl = ddl, .path = view->path, .relation = relation, .before = before, .after = after};
        const ip_kept_tree *query = renamed(&r, view->query);
        if (query && r.found && (r.doubtful || !keep_names(d, view)))
            view->stale = before;
        else if (query)
            view->query = query;
    }
    for (int i = 0; i < d->materialized.count; i++) {
        ip_materialized *view = &d->materialized.items[i];
        renaming r = {.ddl = ddl, .path = view->path, .relation = relation, .before = before, .after = after};
        const ip_kept_tree *query = renamed(&r, view->query);
        if (query && !r.doubtful)
            view->query = query;
    }
}

void ip_ddl_views_drop_column(ip_ddl *ddl, const char *relation, const char *column)
{
    ip_definitions *d = ddl->definitions;
    for (int i = 0; i < d->views.count; i++) {
        const ip_view_definition view = d->views.items[i];
        renaming r = {.ddl = ddl, .path = view.path, .relation = relation, .before = column, .after = column};
        if (!renamed(&r, view.query) || !r.found || r.doubtful)
            continue;
        ip_ddl_drop_view(d, view.name);
        ip_ddl_drop_views_of(ddl, view.name);
        i = -1;
    }
}

static bool has_star(const ip_tree *node)
{
    const ip_tree *value;
    size_t i;
    bool has = ip_as_a_star(node) != NULL;
    if (ip_parse_tree_is_list(node))
        IP_LIST_EACH(node, i, value) has = has || has_star(value);
    if (ip_parse_tree_is_message(node))
        IP_TREE_EACH(node, key, value) has = has || has_star(value);
    return has;
}

bool ip_ddl_query_names_column(ip_ddl *ddl, const ip_path *path, const ip_kept_tree *query, const char *relation,
                               const char *column)
{
    renaming r = {.ddl = ddl, .path = path, .relation = relation, .before = column, .after = column};
    return query && renamed(&r, query) && (r.found || has_star(query->tree));
}

const char *ip_ddl_view_of_column(const ip_definitions *definitions, const char *relation, const char *column)
{
    ip_ddl ddl = {.definitions = (ip_definitions *)definitions}; /* nothing of it changes */
    for (int i = 0; i < definitions->views.count; i++) {
        const ip_view_definition *view = &definitions->views.items[i];
        if (ip_ddl_query_names_column(&ddl, view->path, view->query, relation, column))
            return view->name;
    }
    for (int i = 0; i < definitions->materialized.count; i++) {
        const ip_materialized *view = &definitions->materialized.items[i];
        if (ip_ddl_query_names_column(&ddl, view->path, view->query, relation, column))
            return view->table->name;
    }
    return NULL;
}

void ip_ddl_view_rename_column(ip_ddl *ddl, ip_view_definition *view, const char *before, const char *after)
{
    ip_definitions *d = ddl->definitions;
    int column = view->row ? ip_catalog_table_column(view->row, before) : -1;
    if (column < 0 || !keep_names(d, view)) {
        view->stale = before;
        return;
    }
    ip_ddl_views_rename_column(ddl, view->name, before, after);
    ((ip_table *)view->row)->columns.items[column].name = after;
    view->columns.items[column] = after;
    for (int i = 0; i < view->defaults.count; i++)
        if (strcmp(view->defaults.items[i].column, before) == 0)
            view->defaults.items[i].column = after;
}
