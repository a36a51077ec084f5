/* The columns that a relation must have to be the unknown table of an EXECUTE: without one of them the statement fails
 * with undefined_column before it touches anything. */
#include "access_summary/summary_parts.h"

#include "base/words.h"
#include "dynamic_sql/text_shape.h"
#include "parse/statement.h"

#include <string.h>

typedef struct demand {
    ip_collector *c;
    const PgQuery__RangeVar *of;
    int unknown; /* relations whose name is not known */
    bool vague;  /* there are row sources whose columns are not known */
    IP_VEC(const PgQuery__RangeVar *) relations;
    IP_VEC(const char *) labels; /* output columns, aliases */
    IP_VEC(const char *) named;  /* columns without a relation's name in front */
    ip_column_names must;
} demand;

static void look_at(demand *d, const ip_tree *node)
{
    static const char vague[] = "RangeFunction RangeSubselect RangeTableFunc CommonTableExpr";
    ip_arena *arena = d->c->all->arena;
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(node), fields);
    const char *column = ip_parse_list_size(fields) == 1 ? ip_parse_string_node(ip_parse_list_item(fields, 0)) : "";
    const char *label = IP_TEXT(ip_as_res_target(node), name);
    const PgQuery__RangeVar *rangevar = ip_range_var_message(node);
    const PgQuery__Alias *alias = ip_message_as(node, &pg_query__alias__descriptor);
    if (*IP_TEXT(rangevar, relname)) {
        IP_PUSH(arena, &d->relations, rangevar);
        d->unknown += ip_dynamic_shape_names_any(rangevar->relname) || ip_dynamic_shape_names_any(rangevar->schemaname);
        IP_PUSH(arena, &d->labels, (const char *)rangevar->relname);
    }
    d->vague |= ip_is_among(vague, ip_parse_node_kind(node)) || IP_ITEMS(alias, colnames) ||
                IP_ITEMS(ip_as_row_expr(node), colnames);
    if (*IP_TEXT(alias, aliasname))
        IP_PUSH(arena, &d->labels, (const char *)alias->aliasname);
    if (*label)
        IP_PUSH(arena, &d->labels, label);
    if (*column && !ip_dynamic_shape_names_any(column))
        IP_PUSH(arena, &d->named, column);
}

/* Columns that it writes: INSERT's list, UPDATE's assignments. */
static void look_at_write(demand *d, const ip_tree *node)
{
    const PgQuery__InsertStmt *insert = ip_as_insert_stmt(node);
    const PgQuery__UpdateStmt *update = ip_as_update_stmt(node);
    const ip_list *list = insert ? IP_ITEMS(insert, cols) : IP_ITEMS(update, target_list);
    if ((!insert && !update) || ip_parse_written_relation(node) != d->of)
        return;
    for (size_t i = 0; i < ip_parse_list_size(list); i++) {
        const char *name = IP_TEXT(ip_as_res_target(ip_parse_list_item(list, i)), name);
        if (*name && !ip_dynamic_shape_names_any(name))
            IP_PUSH(d->c->all->arena, &d->must, name);
    }
}

static void look_through(demand *d, const ip_tree *node)
{
    const ip_tree *value;
    if (ip_parse_tree_is_list(node))
        for (size_t i = 0; i < ip_parse_list_size(node); i++)
            look_through(d, ip_parse_list_item(node, i));
    if (!ip_parse_tree_is_message(node))
        return;
    look_at(d, node);
    look_at_write(d, node);
    IP_TREE_EACH(node, key, value) look_through(d, value);
}

/* Whether the column may belong to one of the named relations, or be something else. */
static bool may_be_another(const demand *d, const char *column)
{
    static const char system[] = "ctid xmin xmax cmin cmax tableoid oid";
    if (ip_is_among(system, column))
        return true;
    for (int i = 0; i < d->labels.count; i++)
        if (strcmp(d->labels.items[i], column) == 0)
            return true;
    for (int i = 0; i < d->relations.count; i++) {
        const PgQuery__RangeVar *other = d->relations.items[i];
        if (ip_dynamic_shape_names_any(IP_TEXT(other, relname)) ||
            ip_dynamic_shape_names_any(IP_TEXT(other, schemaname)))
            continue;
        const ip_relation relation = ip_catalog_relation_of(d->c->all->definitions, d->c->path, other);
        if (!relation.table || ip_catalog_table_column(relation.table, column) >= 0)
            return true;
    }
    return false;
}

ip_column_names ip_summary_columns_demanded(ip_collector *c, const PgQuery__RangeVar *rangevar)
{
    demand d = {.c = c, .of = rangevar};
    look_through(&d, c->statement);
    for (int i = 0; i < d.named.count && !d.vague && d.unknown == 1; i++)
        if (!may_be_another(&d, d.named.items[i]))
            IP_PUSH(c->all->arena, &d.must, d.named.items[i]);
    return d.must;
}

bool ip_summary_has_columns(const ip_table *table, const char *name, const ip_column_names *columns)
{
    for (int i = 0; table && i < columns->count; i++)
        if (ip_catalog_table_column(table, columns->items[i]) < 0 && strcmp(columns->items[i], name) != 0)
            return false;
    return true;
}
