/* Views. Their queries are kept as trees; later changes of their tables change them as in PostgreSQL, where a view
 * refers to tables and columns by number (PostgreSQL 15, section 41.2). */
#include "ddl/pieces.h"
#include "parse/statement.h"

#include <string.h>

/* alias.column for each column of the table, in place of its *. */
static void push_columns(ip_arena *arena, ip_list *targets, const char *alias, const ip_table *table)
{
    for (int i = 0; i < table->columns.count; i++)
        ip_parse_list_add(arena, targets,
                          ip_parse_target_of(arena, ip_parse_column_of(arena, alias, table->columns.items[i].name)));
}

/* False: the item's columns are not known here. wanted: an alias; NULL: every item. */
static bool expand_item(ip_ddl *ddl, const ip_tree *item, const char *wanted, ip_list *targets)
{
    const PgQuery__JoinExpr *join = ip_as_join_expr(item);
    const PgQuery__RangeVar *rangevar = ip_as_range_var(item);
    if (join)
        return !IP_ITEMS(join, using_clause) && !IP_GET(join, is_natural) && !IP_GET(join, alias) &&
               expand_item(ddl, IP_GET(join, larg), wanted, targets) &&
               expand_item(ddl, IP_GET(join, rarg), wanted, targets);
    const char *alias = IP_TEXT(IP_GET(rangevar, alias), aliasname);
    if (!*alias)
        alias = IP_TEXT(rangevar, relname);
    if (wanted && rangevar && strcmp(alias, wanted) != 0)
        return true;
    const ip_table *table = rangevar ? ip_catalog_relation_of(ddl->definitions, ddl->path, rangevar).table : NULL;
    if (!table || IP_ITEMS(IP_GET(rangevar, alias), colnames))
        return false;
    push_columns(ddl->definitions->arena, targets, alias, table);
    return true;
}

/* A * means the columns at the time when the view is created. */
static void expand_stars(ip_ddl *ddl, PgQuery__SelectStmt *select)
{
    ip_list targets = {0};
    const ip_tree *item;
    bool known = !IP_GET(select, with_clause) && ip_parse_list_size(IP_ITEMS(select, target_list)) > 0;
    size_t i, k;
    IP_LIST_EACH(IP_ITEMS(select, target_list), i, item)
    {
        const ip_tree *fields = IP_ITEMS(ip_as_column_ref(IP_GET(ip_as_res_target(item), val)), fields);
        size_t count = ip_parse_list_size(fields);
        const ip_tree *from;
        if (count == 0 || count > 2 || !ip_as_a_star(ip_parse_list_item(fields, count - 1))) {
            ip_parse_list_add(ddl->definitions->arena, &targets, item);
            continue;
        }
        const char *wanted = count == 2 ? ip_parse_string_node(ip_parse_list_item(fields, 0)) : NULL;
        IP_LIST_EACH(IP_ITEMS(select, from_clause), k, from)
        known = known && expand_item(ddl, from, wanted, &targets);
    }
    if (known)
        IP_SET_LIST(select, target_list, targets);
}

void ip_ddl_create_view(ip_ddl *ddl, const PgQuery__ViewStmt *statement, ip_range range)
{
    ip_definitions *d = ddl->definitions;
    const PgQuery__Node *query = statement->query;
    const PgQuery__SelectStmt *select = ip_as_select_stmt(query);
    if (select) {
        PgQuery__SelectStmt *expanded = ip_parse_message_copy(d->arena, select);
        expand_stars(ddl, expanded);
        select = expanded;
        query = ip_parse_node_of(d->arena, expanded);
    }
    ip_view_definition view = {.name = ip_catalog_relation_new_name(d->arena, ddl->path, statement->view),
                               .query = ip_ddl_keep_tree(d->arena, query, range),
                               .path = ddl->path,
                               .range = range};
    const PgQuery__ViewCheckOption option = statement->with_check_option;
    view.row = ip_ddl_view_row(ddl, view.name, select, IP_ITEMS(statement, aliases), range);
    view.check_option = option == PG_QUERY__VIEW_CHECK_OPTION__LOCAL_CHECK_OPTION ||
                        option == PG_QUERY__VIEW_CHECK_OPTION__CASCADED_CHECK_OPTION;
    view.check_local = option == PG_QUERY__VIEW_CHECK_OPTION__LOCAL_CHECK_OPTION;
    size_t i;
    const ip_tree *name;
    IP_LIST_EACH(IP_ITEMS(statement, options), i, name)
    {
        const PgQuery__DefElem *setting = ip_as_def_elem(name);
        if (strcmp(IP_TEXT(setting, defname), "check_option") != 0)
            continue;
        view.check_option = true;
        view.check_local = strcmp(ip_parse_string_node(IP_GET(setting, arg)), "local") == 0;
    }
    IP_LIST_EACH(IP_ITEMS(statement, aliases), i, name)
    IP_PUSH(d->arena, &view.columns, (const char *)ip_arena_strdup(d->arena, ip_parse_string_node(name)));
    const ip_view_definition *replaced = ip_catalog_definitions_view(d, view.name);
    view.made = replaced ? replaced->made : ++d->made;
    view.owner = replaced ? replaced->owner : NULL;
    ip_ddl_drop_view(d, view.name);
    ip_ddl_rebind_hidden(ddl, view.name);
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
        const PgQuery__AlterTableCmd *command = ip_as_alter_table_cmd(node);
        if (IP_GET(command, subtype) == PG_QUERY__ALTER_TABLE_TYPE__AT_ChangeOwner)
            view->owner = ip_ddl_role(arena, IP_GET(command, newowner));
        if (IP_GET(command, subtype) != PG_QUERY__ALTER_TABLE_TYPE__AT_ColumnDefault)
            continue;
        ip_view_default value = {ip_arena_strdup(arena, IP_TEXT(command, name)),
                                 ip_ddl_keep_tree(arena, IP_GET(command, def), range)};
        IP_PUSH(arena, &view->defaults, value);
    }
}

/* The table of this name is renamed, or named with its schema; an alias keeps the name that qualifies its columns. */
static bool replace_table(const ip_ddl *ddl, const ip_path *path, const ip_tree *node, const char *before,
                          const char *after)
{
    const ip_tree *value;
    size_t i;
    bool changed = false;
    if (ip_parse_tree_is_list(node)) {
        IP_LIST_EACH(node, i, value) changed |= replace_table(ddl, path, value, before, after);
        return changed;
    }
    if (!ip_parse_tree_is_message(node))
        return false;
    PgQuery__RangeVar *rangevar = (PgQuery__RangeVar *)ip_range_var_message(node);
    bool says_so = strcmp(before, after) == 0 && *IP_TEXT(rangevar, schemaname);
    if (*IP_TEXT(rangevar, relname) && !says_so &&
        strcmp(ip_catalog_relation_of(ddl->definitions, path, rangevar).name, before) == 0) {
        const char *dot = strchr(after, '.');
        ip_arena *arena = ddl->definitions->arena;
        if (!rangevar->alias) {
            rangevar->alias = ip_parse_message_new(arena, &pg_query__alias__descriptor);
            rangevar->alias->aliasname = rangevar->relname;
        }
        rangevar->relname = ip_arena_strdup(arena, dot ? dot + 1 : after);
        rangevar->schemaname = dot ? ip_arena_strndup(arena, after, (size_t)(dot - after)) : (char *)"public";
        return true;
    }
    IP_TREE_EACH(node, key, value) changed |= replace_table(ddl, path, value, before, after);
    return changed;
}

/* Their trees are theirs alone. */
static void replace_in(const ip_ddl *ddl, const ip_path *path, const ip_kept_tree *kept, const char *before,
                       const char *after)
{
    if (kept && kept->tree)
        replace_table(ddl, path, kept->tree, before, after);
}

static void replace_beside_views(ip_ddl *ddl, const char *before, const char *after)
{
    const ip_definitions *d = ddl->definitions;
    for (int i = 0; i < d->materialized.count; i++)
        replace_in(ddl, d->materialized.items[i].path, d->materialized.items[i].query, before, after);
    for (int i = 0; i < d->triggers.count; i++) {
        const ip_trigger *t = &d->triggers.items[i];
        replace_in(ddl, t->path, t->does, before, after);
        for (int k = 0; k < t->policies.count; k++) {
            replace_in(ddl, t->policies.items[k].path, t->policies.items[k].using, before, after);
            replace_in(ddl, t->policies.items[k].path, t->policies.items[k].check, before, after);
        }
    }
}

void ip_ddl_views_after_rename(ip_ddl *ddl, const char *before, const char *after)
{
    replace_beside_views(ddl, before, after);
    for (int i = 0; i < ddl->definitions->views.count; i++) {
        ip_view_definition *view = &ddl->definitions->views.items[i];
        const ip_tree *tree = ip_parse_tree_copy(ddl->definitions->arena, view->query->tree);
        if (replace_table(ddl, view->path, tree, before, after))
            view->query = ip_ddl_keep_tree(ddl->definitions->arena, tree, view->query->statement);
    }
}

bool ip_ddl_uses(const ip_ddl *ddl, const ip_path *path, const ip_tree *node, const char *name)
{
    const ip_tree *value;
    size_t i;
    if (ip_parse_tree_is_list(node))
        IP_LIST_EACH(node, i, value) if (ip_ddl_uses(ddl, path, value, name)) return true;
    if (!ip_parse_tree_is_message(node))
        return false;
    const PgQuery__RangeVar *rangevar = ip_range_var_message(node);
    if (*IP_TEXT(rangevar, relname) && strcmp(ip_catalog_relation_of(ddl->definitions, path, rangevar).name, name) == 0)
        return true;
    IP_TREE_EACH(node, key, value) if (ip_ddl_uses(ddl, path, value, name)) return true;
    return false;
}

void ip_ddl_drop_views_of(ip_ddl *ddl, const char *name)
{
    ip_definitions *d = ddl->definitions;
    for (int i = 0; i < d->views.count; i++) {
        const ip_view_definition view = d->views.items[i];
        const ip_tree *tree = view.query->tree;
        bool dropped = ip_ddl_uses(ddl, view.path, tree, name);
        if (!dropped)
            continue;
        ip_ddl_drop_view(d, view.name);
        ip_ddl_drop_views_of(ddl, view.name);
        ip_ddl_drop_materialized_of(ddl, view.name, NULL);
        i = -1;
    }
}
