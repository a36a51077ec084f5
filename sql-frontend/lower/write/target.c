/* The target of INSERT, UPDATE and DELETE: a table, a partition, a member of an inheritance tree, or the table below a
 * view. */
#include "lower/lower.h"
#include "base/words.h"

#include <string.h>

static void write_through(ip_lowerer *l, ip_scope *scope, const PgQuery__RangeVar *rangevar,
                          const ip_view_definition *view, bool filtered);

static bool too_many(ip_lowerer *l, const ip_scope *scope, const PgQuery__RangeVar *rangevar)
{
    if (scope->query->statement.sources.count == 0)
        return false;
    ip_lower_refuse(l, rangevar, "a target that is not the first table of its statement");
    return true;
}

static ip_entry *target_rows(ip_lowerer *l, ip_scope *scope, const PgQuery__RangeVar *rangevar, const ip_table *table,
                             const char *alias, bool filtered)
{
    ip_partition_path path = {0};
    const ip_table *whole = ip_catalog_partition_whole(l->definitions, table, &path);
    if (whole && ip_catalog_partition_unfollowed(&path))
        ip_lower_refuse(l, rangevar, "partition %s with %s", table->name, ip_catalog_partition_unfollowed(&path));
    ip_entry *entry = ip_lower_scope_rows(l, scope, whole ? whole : table, alias);
    scope->query->partition = whole ? table : NULL;
    if (filtered) {
        ip_lower_bounds(l, scope, entry, &path);
        ip_lower_policies(l, scope, rangevar, entry, ip_lower_relation(l, rangevar).name);
    }
    return entry;
}

static const char *alias_of(ip_lowerer *l, const PgQuery__RangeVar *rangevar, const char *otherwise)
{
    const char *alias = IP_TEXT(IP_GET(rangevar, alias), aliasname);
    return ip_arena_strdup(l->arena, *alias ? alias : otherwise);
}

/* The view's one table or view, in a scope without other names. */
static void below_view(ip_lowerer *l, ip_scope *inner, const PgQuery__SelectStmt *select, bool filtered)
{
    const PgQuery__RangeVar *item = ip_as_range_var(ip_parse_list_item(IP_ITEMS(select, from_clause), 0));
    const ip_relation relation = ip_lower_relation(l, item);
    if (relation.view) {
        write_through(l, inner, item, relation.view, filtered);
    } else if (!relation.table) {
        ip_lower_no_such_table(l, item, &relation);
    } else {
        if (ip_catalog_family_of(l->definitions, relation.table).count > 1)
            ip_lower_refuse(l, item, "a view of table %s, from which others inherit", relation.name);
        target_rows(l, inner, item, relation.table, alias_of(l, item, relation.name), filtered);
    }
}

static void note_defaults(ip_lowerer *l, ip_query *query, const ip_view_definition *view)
{
    if (l->why || query->statement.sources.count == 0)
        return;
    int width = query->statement.sources.items[0].table->columns.count;
    if (!query->view_defaults)
        query->view_defaults = IP_NEW_ARRAY(l->arena, const ip_kept_tree *, width);
    for (int i = 0; i < view->defaults.count; i++)
        for (int c = 0; c < query->columns->columns.count; c++) {
            const ip_result_column *column = &query->columns->columns.items[c];
            if (strcmp(column->name, view->defaults.items[i].column) == 0 && column->value->kind == IP_EXPR_COLUMN)
                query->view_defaults[column->value->index] = view->defaults.items[i].value;
        }
}

static bool has_triggers(const ip_lowerer *l, const char *view)
{
    const ip_triggers *related = ip_lower_related(l, view);
    for (int i = 0; i < related->count; i++) {
        const ip_trigger *t = related->items[i];
        if (!t->disabled && !t->nothing && strcmp(t->table, view) == 0)
            return true;
    }
    return false;
}

const ip_table *ip_lower_table_below(ip_lowerer *l, const PgQuery__RangeVar *rangevar)
{
    const ip_relation relation = ip_lower_relation(l, rangevar);
    if (relation.table || !relation.view || !ip_lower_view_is_updatable(relation.view) ||
        has_triggers(l, relation.name))
        return relation.table;
    const ip_tree *tree = ip_lower_enter_view(l, relation.view, rangevar);
    const ip_tree *from = IP_ITEMS(ip_as_select_stmt(tree), from_clause);
    const ip_table *table = tree ? ip_lower_table_below(l, ip_as_range_var(ip_parse_list_item(from, 0))) : NULL;
    ip_lower_leave_view(l, tree);
    return table;
}

/* The columns for a statement trigger's UPDATE OF: those of the table. */
static bool looks_at_columns(const ip_lowerer *l, const ip_table *table)
{
    const ip_triggers *related = ip_lower_related(l, table->name);
    for (int i = 0; i < related->count; i++) {
        const ip_trigger *t = related->items[i];
        if (!t->disabled && !t->row && t->columns.count > 0 && strcmp(t->table, table->name) == 0)
            return true;
    }
    return false;
}

static void write_through(ip_lowerer *l, ip_scope *scope, const PgQuery__RangeVar *rangevar,
                          const ip_view_definition *view, bool filtered)
{
    ip_result *columns = IP_NEW(l->arena, ip_result);
    ip_query *query = scope->query;
    if (has_triggers(l, view->name)) {
        ip_lower_refuse(l, rangevar, "view %s, which has rules or triggers, as target", view->name);
        return;
    }
    if (!ip_lower_view_is_updatable(view)) {
        ip_lower_bad_name(
            l, rangevar, "view \"%s\" takes no INSERT, UPDATE or DELETE: it is no plain part of one table", view->name);
        return;
    }
    const ip_tree *tree = ip_lower_enter_view(l, view, rangevar);
    const PgQuery__SelectStmt *select = ip_as_select_stmt(tree);
    ip_scope *inner = ip_lower_scope_new(l, NULL, query);
    if (select)
        below_view(l, inner, select, filtered);
    if (select && !l->why && filtered && IP_GET(select, where_clause))
        ip_lower_condition(l, IP_GET(select, where_clause), inner);
    if (select && !l->why) {
        ip_lower_rows_of_calls(l, select, inner);
        ip_lower_targets(l, IP_ITEMS(select, target_list), inner, columns);
    }
    /* What the check reads of other tables is read by every row that is written. */
    if (select && view->check_option && ip_lower_has_subquery(IP_GET(select, where_clause)))
        ip_lower_refuse(l, rangevar, "view %s: its CHECK OPTION reads other tables", view->name);
    ip_lower_leave_view(l, tree);
    for (int i = 0; i < columns->columns.count && i < view->columns.count; i++)
        columns->columns.items[i].name = view->columns.items[i];
    if (!l->why && query->statement.sources.count > 0 && looks_at_columns(l, query->statement.sources.items[0].table))
        ip_lower_refuse(l, rangevar, "view %s of a table with a statement trigger on some columns", view->name);
    query->view = view;
    query->columns = columns;
    note_defaults(l, query, view);
    ip_lower_scope_columns(l, scope, alias_of(l, rangevar, view->name), columns, 0, NULL);
}

ip_entry *ip_lower_scope_target(ip_lowerer *l, ip_scope *scope, const PgQuery__RangeVar *rangevar, bool filtered,
                                const ip_table *member)
{
    const ip_relation relation = ip_lower_relation(l, rangevar);
    if (too_many(l, scope, rangevar))
        return NULL;
    if (relation.view) {
        write_through(l, scope, rangevar, relation.view, filtered);
        return scope->entries.count ? &scope->entries.items[0] : NULL;
    }
    if (relation.catalog && strcmp(ip_last_part(relation.name), "pg_settings") != 0) {
        ip_lower_refuse(l, rangevar, "a write of system catalog %s changes what others mean", relation.name);
        ip_lower_break(l, l->range, l->why);
    }
    if (!relation.table || relation.table->temporary)
        return ip_lower_scope_table(l, scope, rangevar, NULL);
    return target_rows(l, scope, rangevar, member ? member : relation.table, alias_of(l, rangevar, relation.name),
                       filtered);
}

int ip_lower_target_column(ip_lowerer *l, const ip_query *query, const ip_tree *node, const char *name)
{
    const ip_table *table = query->statement.sources.items[0].table;
    const char *shown = query->view ? query->view->name : table->name;
    IP_VEC(const char *) names = {0};
    int column = query->view ? -1 : ip_catalog_table_column(table, name);
    for (int i = 0; query->view && i < query->columns->columns.count; i++) {
        const ip_result_column *c = &query->columns->columns.items[i];
        IP_PUSH(l->arena, &names, c->name);
        if (strcmp(c->name, name) != 0)
            continue;
        if (c->value->kind == IP_EXPR_COLUMN && c->value->source == 0)
            return c->value->index;
        ip_lower_bad_name(l, node, "column \"%s\" of view \"%s\" is no column of its table: it cannot be written", name,
                          shown);
        return -1;
    }
    if (column >= 0)
        return column;
    for (int k = 0; !query->view && k < table->columns.count; k++)
        IP_PUSH(l->arena, &names, table->columns.items[k].name);
    ip_lower_bad_name(l, node, "table \"%s\" has no column \"%s\"%s", shown, name,
                      ip_lower_nearest(l, name, names.items, names.count));
    return -1;
}
