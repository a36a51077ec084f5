/* Objects that DROP … CASCADE also drops: columns of a type, defaults that draw from a sequence or call a function. */
#include "base/words.h"
#include "ddl/pieces.h"

#include <string.h>

/* ---- types ---- */

bool ip_ddl_has_type(const ip_column *column, const char *name)
{
    const char *type = column->type.name ? column->type.name : "";
    size_t length = strcspn(type, "[");
    return (column->domain && strcmp(column->domain, name) == 0) ||
           (strlen(name) == length && strncmp(type, name, length) == 0);
}

void ip_ddl_drop_columns_of_type(ip_ddl *ddl, const char *type)
{
    ip_schema *schema = ddl->definitions->schema;
    for (int t = 0; t < schema->tables.count; t++)
        for (int c = schema->tables.items[t]->columns.count - 1; c >= 0; c--)
            if (ip_ddl_has_type(&schema->tables.items[t]->columns.items[c], type))
                ip_ddl_drop_column(ddl, schema->tables.items[t], c);
}

/* ---- defaults ---- */

bool ip_ddl_calls(const ip_tree *node, const char *function)
{
    const ip_tree *value;
    size_t i;
    const ip_tree *names = IP_ITEMS(ip_as_func_call(node), funcname);
    size_t count = ip_parse_list_size(names);
    if (count > 0 && strcmp(ip_parse_string_node(ip_parse_list_item(names, count - 1)), function) == 0)
        return true;
    if (ip_parse_tree_is_list(node))
        IP_LIST_EACH(node, i, value) if (ip_ddl_calls(value, function)) return true;
    if (ip_parse_tree_is_message(node))
        IP_TREE_EACH(node, key, value) if (ip_ddl_calls(value, function)) return true;
    return false;
}

bool ip_ddl_kept_calls(const ip_kept_tree *kept, const char *function)
{
    const ip_tree *tree = kept ? kept->tree : NULL;
    bool found = tree && ip_ddl_calls(tree, function);
    return found;
}

static bool has_name(const ip_tree *tree, const char *sequence)
{
    const ip_tree *child;
    size_t i;
    const PgQuery__String *string = ip_message_as(tree, &pg_query__string__descriptor);
    if (string)
        return strcmp(ip_last_part(string->sval), ip_last_part(sequence)) == 0 &&
               (!strchr(string->sval, '.') || !strchr(sequence, '.') || strcmp(string->sval, sequence) == 0);
    IP_LIST_EACH(tree, i, child) if (has_name(child, sequence)) return true;
    IP_TREE_EACH(tree, field, child) if (has_name(child, sequence)) return true;
    return false;
}

/* nextval('s'), nextval('app.s'::regclass); a sequence that the column has created is called after both. */
bool ip_ddl_draws_from(ip_arena *arena, const ip_table *table, const ip_column *column, const char *sequence)
{
    const char *own = ip_arena_printf(arena, "%s_%s_seq", ip_last_part(table->name), column->name);
    if (column->own_sequence)
        return strcmp(ip_last_part(column->sequence_name ? column->sequence_name : own), ip_last_part(sequence)) == 0;
    const ip_tree *tree = column->kept_default ? column->kept_default->tree : NULL;
    return ip_parse_tree_has_text(tree, "nextval") && has_name(tree, sequence);
}

static void drop_default(ip_column *column)
{
    column->has_default = column->sequence = column->own_sequence = false;
    column->default_value = NULL;
    column->kept_default = NULL;
}

void ip_ddl_drop_defaults_of_sequence(ip_ddl *ddl, const char *sequence)
{
    ip_schema *schema = ddl->definitions->schema;
    for (int t = 0; t < schema->tables.count; t++)
        for (int c = 0; c < schema->tables.items[t]->columns.count; c++)
            if (ip_ddl_draws_from(ddl->definitions->arena, schema->tables.items[t],
                                  &schema->tables.items[t]->columns.items[c], sequence))
                drop_default(&schema->tables.items[t]->columns.items[c]);
}

/* ---- functions ---- */

static void drop_checks(ip_ddl *ddl, const char *function)
{
    ip_definitions *d = ddl->definitions;
    int kept = 0;
    for (int i = 0; i < d->checks.count; i++) {
        ip_parse_error error;
        const ip_tree *tree =
            ip_parse_pg_parse_expr(d->arena, ip_range_text(d->arena, d->checks.items[i].expr), &error);
        if (!ip_ddl_calls(tree, function))
            d->checks.items[kept++] = d->checks.items[i];
    }
    d->checks.count = kept;
}

static void drop_indexes(ip_definitions *d, ip_table *table, const char *function)
{
    int kept = 0;
    for (int x = 0; x < table->exclusions.count; x++) {
        const ip_exclusion *exclusion = &table->exclusions.items[x];
        bool dropped = ip_ddl_kept_calls(exclusion->where, function);
        for (int k = 0; k < exclusion->parts.count; k++)
            dropped = dropped || ip_ddl_kept_calls(exclusion->parts.items[k].expr, function);
        if (!dropped)
            table->exclusions.items[kept++] = *exclusion;
    }
    table->exclusions.count = kept;
    kept = 0;
    for (int i = 0; i < d->implied.count; i++)
        if (d->implied.items[i].table != table || !ip_ddl_kept_calls(d->implied.items[i].tree, function))
            d->implied.items[kept++] = d->implied.items[i];
    d->implied.count = kept;
}

void ip_ddl_drop_users_of_function(ip_ddl *ddl, const char *name)
{
    ip_definitions *d = ddl->definitions;
    const char *function = ip_last_part(name);
    for (int i = 0; i < d->units.count; i++) /* which of them is called is not looked at */
        if (strcmp(ip_last_part(d->units.items[i]->name), function) == 0)
            return;
    for (int t = 0; t < d->schema->tables.count; t++) {
        ip_table *table = d->schema->tables.items[t];
        for (int c = table->columns.count - 1; c >= 0; c--) {
            if (ip_ddl_kept_calls(table->columns.items[c].kept_default, function))
                drop_default(&table->columns.items[c]);
            if (ip_ddl_kept_calls(table->columns.items[c].kept_generated, function))
                ip_ddl_drop_column(ddl, table, c);
        }
        drop_indexes(d, table, function);
    }
    drop_checks(ddl, function);
    for (int i = 0; i < d->materialized.count; i++)
        if (ip_ddl_kept_calls(d->materialized.items[i].query, function)) {
            const char *view = d->materialized.items[i].table->name;
            ip_ddl_drop_table(ddl, ip_catalog_schema_table(d->schema, view));
            ip_ddl_drop_views_of(ddl, view);
            ip_ddl_drop_materialized_of(ddl, view, NULL);
            i = -1;
        }
    for (int i = 0; i < d->views.count; i++)
        if (ip_ddl_kept_calls(d->views.items[i].query, function)) {
            const char *view = d->views.items[i].name;
            ip_ddl_drop_view(d, view);
            ip_ddl_drop_views_of(ddl, view);
            i = -1;
        }
}
