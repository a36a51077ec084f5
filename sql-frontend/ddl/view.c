/* Views. Their queries are kept as trees; what a later statement does to the tables below changes them as it does in
 * PostgreSQL, where a view knows tables and columns by number (PostgreSQL 15, section 41.2). */
#include "ddl/pieces.h"

#include <string.h>

/* alias.column for each column of the table, in place of its *. */
static void push_columns(json_t *targets, const char *alias, const ip_table *table)
{
    for (int i = 0; i < table->columns.count; i++)
        json_array_append_new(targets, json_pack("{s:{s:{s:{s:[{s:{s:s}},{s:{s:s}}]}}}}", "ResTarget", "val",
                                                 "ColumnRef", "fields", "String", "sval", alias, "String", "sval",
                                                 table->columns.items[i].name));
}

/* False: the item's columns are not known here. wanted: an alias; NULL: every item. */
static bool expand_item(ip_ddl *ddl, const json_t *item, const char *wanted, json_t *targets)
{
    const json_t *join = ip_node_as(item, "JoinExpr"), *rangevar = ip_node_as(item, "RangeVar");
    if (join)
        return !ip_field(join, "usingClause") && !ip_field_bool(join, "isNatural") && !ip_field(join, "alias") &&
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
    push_columns(targets, alias, table);
    return true;
}

/* A * stands for the columns of the day that the view is made. */
static void expand_stars(ip_ddl *ddl, json_t *select)
{
    json_t *targets = json_array(), *item;
    bool known = !ip_field(select, "withClause") && json_array_size(ip_field(select, "targetList")) > 0;
    size_t i, k;
    json_array_foreach(ip_field(select, "targetList"), i, item)
    {
        const json_t *fields =
            ip_field(ip_node_as(ip_field(ip_node_as(item, "ResTarget"), "val"), "ColumnRef"), "fields");
        size_t count = json_array_size(fields);
        json_t *from;
        if (count == 0 || count > 2 || !ip_node_as(json_array_get(fields, count - 1), "A_Star")) {
            json_array_append(targets, item);
            continue;
        }
        const char *wanted = count == 2 ? ip_string_node(json_array_get(fields, 0)) : NULL;
        json_array_foreach(ip_field(select, "fromClause"), k, from) known =
            known && expand_item(ddl, from, wanted, targets);
    }
    if (known)
        json_object_set(select, "targetList", targets);
    json_decref(targets);
}

void ip_ddl_create_view(ip_ddl *ddl, const json_t *statement, ip_range range)
{
    ip_definitions *d = ddl->definitions;
    json_t *query = json_deep_copy(ip_field(statement, "query")), *select = ip_node_as(query, "SelectStmt");
    if (select && !ip_field(statement, "withClause"))
        expand_stars(ddl, select);
    ip_view_definition view = {.name = ip_relation_new_name(d->arena, ddl->path, ip_field(statement, "view")),
                               .query = ip_keep_tree(d->arena, query, range),
                               .path = ddl->path,
                               .range = range};
    const char *option = ip_field_text(statement, "withCheckOption");
    view.row = ip_ddl_view_row(ddl, view.name, select, ip_field(statement, "aliases"), range);
    view.check_option = *option && strcmp(option, "NO_CHECK_OPTION") != 0;
    view.check_local = strcmp(option, "LOCAL_CHECK_OPTION") == 0;
    size_t i;
    json_t *name;
    json_array_foreach(ip_field(statement, "options"), i, name)
    {
        const json_t *setting = ip_node_as(name, "DefElem");
        if (strcmp(ip_field_text(setting, "defname"), "check_option") != 0)
            continue;
        view.check_option = true;
        view.check_local = strcmp(ip_string_node(ip_field(setting, "arg")), "local") == 0;
    }
    json_decref(query);
    json_array_foreach(ip_field(statement, "aliases"), i, name)
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

void ip_ddl_alter_view(ip_ddl *ddl, ip_view_definition *view, const json_t *commands, ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    size_t i;
    json_t *node;
    json_array_foreach(commands, i, node)
    {
        const json_t *command = ip_node_as(node, "AlterTableCmd");
        if (strcmp(ip_field_text(command, "subtype"), "AT_ColumnDefault") != 0)
            continue;
        ip_view_default value = {ip_arena_strdup(arena, ip_field_text(command, "name")),
                                 ip_keep_tree(arena, ip_field(command, "def"), range)};
        IP_PUSH(arena, &view->defaults, value);
    }
}

/* The table of this name is called otherwise from now on; its alias keeps what qualifies its columns. */
static bool replace_table(const ip_ddl *ddl, const ip_path *path, json_t *node, const char *before, const char *after)
{
    const char *key;
    json_t *value;
    size_t i;
    bool changed = false;
    if (json_is_array(node)) {
        json_array_foreach(node, i, value) changed |= replace_table(ddl, path, value, before, after);
        return changed;
    }
    if (!json_is_object(node))
        return false;
    if (ip_field(node, "relname") && strcmp(ip_relation_of(ddl->definitions, path, node).name, before) == 0) {
        const char *dot = strchr(after, '.');
        if (!ip_field(node, "alias"))
            json_object_set_new(node, "alias", json_pack("{s:s}", "aliasname", ip_field_text(node, "relname")));
        json_object_set_new(node, "relname", json_string(dot ? dot + 1 : after));
        json_object_set_new(node, "schemaname",
                            dot ? json_stringn(after, (size_t)(dot - after)) : json_string("public"));
        return true;
    }
    json_object_foreach(node, key, value) changed |= replace_table(ddl, path, value, before, after);
    return changed;
}

void ip_ddl_views_after_rename(ip_ddl *ddl, const char *before, const char *after)
{
    for (int i = 0; i < ddl->definitions->views.count; i++) {
        ip_view_definition *view = &ddl->definitions->views.items[i];
        json_t *tree = json_loads(view->query->json, JSON_DECODE_ANY, NULL);
        if (replace_table(ddl, view->path, tree, before, after))
            view->query = ip_keep_tree(ddl->definitions->arena, tree, view->query->statement);
        json_decref(tree);
    }
}

static bool uses(const ip_ddl *ddl, const ip_path *path, const json_t *node, const char *name)
{
    const char *key;
    json_t *value;
    size_t i;
    if (json_is_array(node))
        json_array_foreach(node, i, value) if (uses(ddl, path, value, name)) return true;
    if (!json_is_object(node))
        return false;
    if (ip_field(node, "relname") && strcmp(ip_relation_of(ddl->definitions, path, node).name, name) == 0)
        return true;
    json_object_foreach((json_t *)node, key, value) if (uses(ddl, path, value, name)) return true;
    return false;
}

void ip_ddl_drop_views_of(ip_ddl *ddl, const char *name)
{
    ip_definitions *d = ddl->definitions;
    for (int i = 0; i < d->views.count; i++) {
        const ip_view_definition view = d->views.items[i];
        json_t *tree = json_loads(view.query->json, JSON_DECODE_ANY, NULL);
        bool gone = uses(ddl, view.path, tree, name);
        json_decref(tree);
        if (!gone)
            continue;
        ip_ddl_drop_view(d, view.name);
        ip_ddl_drop_views_of(ddl, view.name);
        i = -1;
    }
}
