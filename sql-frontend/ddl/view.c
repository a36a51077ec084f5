/* Views. Their queries are kept as trees; what a later statement does to the tables below changes them as it does in
 * PostgreSQL, where a view knows tables and columns by number (PostgreSQL 15, section 41.2). */
#include "ddl/pieces.h"

#include <string.h>

/* alias.column for each column of the table, in place of its *. */
static void push_columns(ip_arena *arena, ip_list *targets, const char *alias, const ip_table *table)
{
    for (int i = 0; i < table->columns.count; i++)
        ip_list_add(arena, targets, ip_target_of(arena, ip_column_of(arena, alias, table->columns.items[i].name)));
}

/* False: the item's columns are not known here. wanted: an alias; NULL: every item. */
static bool expand_item(ip_ddl *ddl, const ip_tree *item, const char *wanted, ip_list *targets)
{
    const ip_tree *join = ip_node_as(item, "JoinExpr"), *rangevar = ip_node_as(item, "RangeVar");
    if (join)
        return !ip_field(join, "using_clause") && !ip_field_bool(join, "is_natural") && !ip_field(join, "alias") &&
               expand_item(ddl, ip_field(join, "larg"), wanted, targets) &&
               expand_item(ddl, ip_field(join, "rarg"), wanted, targets);
    const char *alias = ip_field_text(ip_field(rangevar, "alias"), "aliasname");
    if (!*alias)
        alias = ip_field_text(rangevar, "relname");
    if (wanted && rangevar && strcmp(alias, wanted) != 0)
        return true;
    const ip_table *table = rangevar ? ip_relation_of(ddl->definitions, ddl->path, rangevar).table : NULL;
    if (!table || ip_field(ip_field(rangevar, "alias"), "colnames"))
        return false;
    push_columns(ddl->definitions->arena, targets, alias, table);
    return true;
}

/* A * stands for the columns of the day that the view is made. */
static void expand_stars(ip_ddl *ddl, PgQuery__SelectStmt *select)
{
    ip_list targets = {0};
    const ip_tree *item;
    bool known = !ip_field(select, "with_clause") && ip_list_size(ip_field(select, "target_list")) > 0;
    size_t i, k;
    IP_LIST_EACH(ip_field(select, "target_list"), i, item)
    {
        const ip_tree *fields =
            ip_field(ip_node_as(ip_field(ip_node_as(item, "ResTarget"), "val"), "ColumnRef"), "fields");
        size_t count = ip_list_size(fields);
        const ip_tree *from;
        if (count == 0 || count > 2 || !ip_node_as(ip_list_item(fields, count - 1), "A_Star")) {
            ip_list_add(ddl->definitions->arena, &targets, item);
            continue;
        }
        const char *wanted = count == 2 ? ip_string_node(ip_list_item(fields, 0)) : NULL;
        IP_LIST_EACH(ip_field(select, "from_clause"), k, from)
        known = known && expand_item(ddl, from, wanted, &targets);
    }
    if (known)
        IP_SET_LIST(select, target_list, targets);
}

void ip_ddl_create_view(ip_ddl *ddl, const ip_tree *statement, ip_range range)
{
    ip_definitions *d = ddl->definitions;
    const ip_tree *query = ip_field(statement, "query"), *select = ip_node_as(query, "SelectStmt");
    if (select && !ip_field(statement, "with_clause")) {
        PgQuery__SelectStmt *expanded = ip_message_copy(d->arena, select);
        expand_stars(ddl, expanded);
        select = expanded;
        query = ip_node_of(d->arena, expanded);
    }
    ip_view_definition view = {.name = ip_relation_new_name(d->arena, ddl->path, ip_field(statement, "view")),
                               .query = ip_keep_tree(d->arena, query, range),
                               .path = ddl->path,
                               .range = range};
    const char *option = ip_field_text(statement, "with_check_option");
    view.row = ip_ddl_view_row(ddl, view.name, select, ip_field(statement, "aliases"), range);
    view.check_option = *option && strcmp(option, "NO_CHECK_OPTION") != 0;
    view.check_local = strcmp(option, "LOCAL_CHECK_OPTION") == 0;
    size_t i;
    const ip_tree *name;
    IP_LIST_EACH(ip_field(statement, "options"), i, name)
    {
        const ip_tree *setting = ip_node_as(name, "DefElem");
        if (strcmp(ip_field_text(setting, "defname"), "check_option") != 0)
            continue;
        view.check_option = true;
        view.check_local = strcmp(ip_string_node(ip_field(setting, "arg")), "local") == 0;
    }
    IP_LIST_EACH(ip_field(statement, "aliases"), i, name)
    IP_PUSH(d->arena, &view.columns, (const char *)ip_arena_strdup(d->arena, ip_string_node(name)));
    ip_ddl_drop_view(d, view.name);
    IP_PUSH(d->arena, &d->views, view);
}

void ip_ddl_drop_view(ip_definitions *d, const char *name)
{
    int kept = 0;
    for (int i = 0; i < d->views.count; i++)
        if (strcmp(d->views.items[i].name, name) != 0)
            d->views.items[kept++] = d->views.items[i];
    d->views.count = kept;
}

void ip_ddl_alter_view(ip_ddl *ddl, ip_view_definition *view, const ip_tree *commands, ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    size_t i;
    const ip_tree *node;
    IP_LIST_EACH(commands, i, node)
    {
        const ip_tree *command = ip_node_as(node, "AlterTableCmd");
        if (strcmp(ip_field_text(command, "subtype"), "AT_ColumnDefault") != 0)
            continue;
        ip_view_default value = {ip_arena_strdup(arena, ip_field_text(command, "name")),
                                 ip_keep_tree(arena, ip_field(command, "def"), range)};
        IP_PUSH(arena, &view->defaults, value);
    }
}

/* The table of this name is called otherwise from now on; its alias keeps what qualifies its columns. */
static bool replace_table(const ip_ddl *ddl, const ip_path *path, const ip_tree *node, const char *before,
                          const char *after)
{
    const ip_tree *value;
    size_t i;
    bool changed = false;
    if (ip_tree_is_list(node)) {
        IP_LIST_EACH(node, i, value) changed |= replace_table(ddl, path, value, before, after);
        return changed;
    }
    if (!ip_tree_is_message(node))
        return false;
    if (ip_field(node, "relname") && strcmp(ip_relation_of(ddl->definitions, path, node).name, before) == 0) {
        const char *dot = strchr(after, '.');
        PgQuery__RangeVar *rangevar = (PgQuery__RangeVar *)node;
        ip_arena *arena = ddl->definitions->arena;
        if (!rangevar->alias) {
            rangevar->alias = ip_message_new(arena, &pg_query__alias__descriptor);
            rangevar->alias->aliasname = rangevar->relname;
        }
        rangevar->relname = ip_arena_strdup(arena, dot ? dot + 1 : after);
        rangevar->schemaname = dot ? ip_arena_strndup(arena, after, (size_t)(dot - after)) : (char *)"public";
        return true;
    }
    IP_TREE_EACH(node, key, value) changed |= replace_table(ddl, path, value, before, after);
    return changed;
}

void ip_ddl_views_after_rename(ip_ddl *ddl, const char *before, const char *after)
{
    for (int i = 0; i < ddl->definitions->views.count; i++) {
        ip_view_definition *view = &ddl->definitions->views.items[i];
        const ip_tree *tree = ip_tree_copy(ddl->definitions->arena, view->query->tree);
        if (replace_table(ddl, view->path, tree, before, after))
            view->query = ip_keep_tree(ddl->definitions->arena, tree, view->query->statement);
    }
}

static bool uses(const ip_ddl *ddl, const ip_path *path, const ip_tree *node, const char *name)
{
    const ip_tree *value;
    size_t i;
    if (ip_tree_is_list(node))
        IP_LIST_EACH(node, i, value) if (uses(ddl, path, value, name)) return true;
    if (!ip_tree_is_message(node))
        return false;
    if (ip_field(node, "relname") && strcmp(ip_relation_of(ddl->definitions, path, node).name, name) == 0)
        return true;
    IP_TREE_EACH(node, key, value) if (uses(ddl, path, value, name)) return true;
    return false;
}

void ip_ddl_drop_views_of(ip_ddl *ddl, const char *name)
{
    ip_definitions *d = ddl->definitions;
    for (int i = 0; i < d->views.count; i++) {
        const ip_view_definition view = d->views.items[i];
        const ip_tree *tree = view.query->tree;
        bool gone = uses(ddl, view.path, tree, name);
        if (!gone)
            continue;
        ip_ddl_drop_view(d, view.name);
        ip_ddl_drop_views_of(ddl, view.name);
        i = -1;
    }
}
