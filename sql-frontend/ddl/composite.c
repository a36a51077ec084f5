/* Composite types: CREATE TYPE name AS (…), ALTER TYPE on their attributes; the row types of views. */
#include "ddl/pieces.h"

#include <string.h>

static ip_table *new_row(ip_ddl *ddl, const char *name, ip_range range)
{
    ip_table *row = IP_NEW(ddl->definitions->arena, ip_table);
    row->id = -1;
    row->name = name;
    row->primary_key = -1;
    row->range = range;
    row->made = ++ddl->definitions->made;
    return row;
}

void ip_ddl_create_composite(ip_ddl *ddl, const PgQuery__CompositeTypeStmt *statement, ip_range range)
{
    ip_definitions *d = ddl->definitions;
    ip_composite composite = {.name = ip_catalog_relation_new_name(d->arena, ddl->path, IP_GET(statement, typevar))};
    composite.row = new_row(ddl, composite.name, range);
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(IP_ITEMS(statement, coldeflist), i, item)
    ip_ddl_add_column(ddl, composite.row, ip_as_column_def(item), 0, range);
    ip_ddl_drop_composite(d, composite.name);
    IP_PUSH(d->arena, &d->composites, composite);
}

void ip_ddl_drop_composite(ip_definitions *d, const char *name)
{
    int kept = 0;
    for (int i = 0; i < d->composites.count; i++)
        if (strcmp(d->composites.items[i].name, name) != 0)
            d->composites.items[kept++] = d->composites.items[i];
    d->composites.count = kept;
}

static void drop_field(ip_table *row, int field)
{
    row->columns.count--;
    for (int i = field; i < row->columns.count; i++)
        row->columns.items[i] = row->columns.items[i + 1];
}

void ip_ddl_columns_of_composite(ip_ddl *ddl, ip_table *table, const PgQuery__TypeName *type_name, ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    const char *name = ip_ddl_joined(arena, IP_ITEMS(type_name, names));
    const ip_composite *composite = ip_catalog_relation_named(ddl->definitions, ddl->path, name).composite;
    if (!composite) {
        ip_diagnostics_add(ddl->diagnostics, IP_ERROR, range, NULL, "type \"%s\" is not defined in the files", name);
        return;
    }
    for (int c = 0; c < composite->row->columns.count; c++)
        IP_PUSH(arena, &table->columns, composite->row->columns.items[c]);
    IP_PUSH(arena, &ddl->typed, ((ip_typed){table, composite->row}));
}

void ip_ddl_rename_field(ip_ddl *ddl, const ip_composite *composite, const char *before, const char *after)
{
    int field = ip_catalog_table_column(composite->row, before);
    if (field < 0)
        return;
    composite->row->columns.items[field].name = after;
    for (int i = 0; i < ddl->typed.count; i++)
        if (ddl->typed.items[i].type == composite->row)
            ip_ddl_rename_column(ddl, ddl->typed.items[i].table, before, after);
}

/* Changes the tables of the type, too. */
static void alter_typed(ip_ddl *ddl, ip_table *table, PgQuery__AlterTableType subtype, const char *name,
                        const PgQuery__ColumnDef *definition, ip_range range)
{
    int column = ip_catalog_table_column(table, name);
    if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_AddColumn)
        ip_ddl_add_column(ddl, table, definition, 0, range);
    else if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_DropColumn && column >= 0)
        ip_ddl_drop_column(ddl, table, column);
    else if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_AlterColumnType && column >= 0)
        ip_ddl_set_column_type(ddl, &table->columns.items[column], IP_GET(definition, type_name));
}

void ip_ddl_alter_composite(ip_ddl *ddl, const ip_composite *composite, const ip_tree *commands, ip_range range)
{
    ip_table *row = composite->row;
    size_t i;
    const ip_tree *node;
    IP_LIST_EACH(commands, i, node)
    {
        const PgQuery__AlterTableCmd *command = ip_as_alter_table_cmd(node);
        const PgQuery__ColumnDef *definition = ip_as_column_def(IP_GET(command, def));
        const PgQuery__AlterTableType subtype = IP_GET(command, subtype);
        int field = ip_catalog_table_column(row, IP_TEXT(command, name));
        if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_AddColumn)
            ip_ddl_add_column(ddl, row, definition, 0, range);
        else if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_DropColumn && field >= 0)
            drop_field(row, field);
        else if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_AlterColumnType && field >= 0)
            row->columns.items[field].type = ip_ddl_column_type(ddl, IP_GET(definition, type_name));
        for (int t = 0; t < ddl->typed.count; t++)
            if (ddl->typed.items[t].type == row)
                alter_typed(ddl, ddl->typed.items[t].table, subtype, IP_TEXT(command, name), definition, range);
    }
}

static ip_composite *composite_named(ip_definitions *d, const char *name)
{
    for (int i = 0; i < d->composites.count; i++)
        if (strcmp(d->composites.items[i].name, name) == 0)
            return &d->composites.items[i];
    return NULL;
}

/* Fields and columns of the type refer to it by its name. */
static void rename_in(ip_arena *arena, ip_table *table, const char *before, const char *after)
{
    size_t length = strlen(before);
    for (int i = 0; i < table->columns.count; i++) {
        ip_type *type = &table->columns.items[i].type;
        if (type->name && strcspn(type->name, "[") == length && strncmp(type->name, before, length) == 0)
            type->name = ip_arena_printf(arena, "%s%s", after, type->name + length);
    }
}

void ip_ddl_rename_composite(ip_ddl *ddl, const char *before, const char *after)
{
    ip_definitions *d = ddl->definitions;
    ip_composite *composite = composite_named(d, before);
    if (!composite)
        return;
    composite->name = composite->row->name = after;
    for (int i = 0; i < d->schema->tables.count; i++)
        rename_in(d->arena, d->schema->tables.items[i], before, after);
    for (int i = 0; i < d->composites.count; i++)
        rename_in(d->arena, d->composites.items[i].row, before, after);
}

/* Fields whose composite type was created before: other types might contain themselves. widths: of earlier types,
 * nested fields included. Returns the width. */
static int find_rows(const ip_definitions *d, ip_table *table, int before, const int *widths)
{
    enum { WIDEST = 10000 };
    int width = 0;
    for (int c = 0; c < table->columns.count; c++) {
        ip_column *column = &table->columns.items[c];
        size_t length = strcspn(column->type.name ? column->type.name : "", "[");
        column->row = NULL;
        width++;
        for (int i = before - 1; i >= 0 && column->type.kind == IP_OTHER && !column->row; i--) {
            const ip_composite *composite = &d->composites.items[i];
            if (strlen(composite->name) == length && strncmp(composite->name, column->type.name, length) == 0 &&
                width + widths[i] <= WIDEST) {
                column->row = composite->row;
                width += widths[i];
            }
        }
    }
    return width;
}

void ip_ddl_finish_composites(ip_definitions *d)
{
    int count = d->composites.count, *widths = IP_NEW_ARRAY(d->arena, int, count);
    for (int i = 0; i < count; i++)
        widths[i] = find_rows(d, d->composites.items[i].row, i, widths);
    for (int i = 0; count > 0 && i < d->schema->tables.count; i++)
        find_rows(d, d->schema->tables.items[i], count, widths);
    for (int i = 0; count > 0 && i < d->views.count; i++)
        if (d->views.items[i].row)
            find_rows(d, (ip_table *)d->views.items[i].row, count, widths);
}

/* query: the SelectStmt; named: names given to its first columns. */
const ip_table *ip_ddl_view_row(ip_ddl *ddl, const char *name, const PgQuery__SelectStmt *query, const ip_tree *named,
                                ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    ip_query_columns columns = {0};
    if (!ip_ddl_query_columns(ddl, query, &columns))
        return NULL;
    ip_table *row = new_row(ddl, name, range);
    for (int i = 0; i < columns.count; i++) {
        const ip_tree *given = ip_parse_list_item(named, (size_t)i);
        ip_column column = {.name = given ? ip_arena_strdup(arena, ip_parse_string_node(given)) : columns.items[i].name,
                            .type = columns.items[i].type,
                            .range = range};
        IP_PUSH(arena, &row->columns, column);
    }
    return row;
}
