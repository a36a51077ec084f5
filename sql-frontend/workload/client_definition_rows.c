/* ALTER TABLE of a table whose rows are values of other columns: the server changes no rows there (tablecmds.c,
 * ATRewriteTables and find_composite_type_dependencies; heap.c, CheckAttributeType). */
#include "workload/client_definition_parts.h"

#include "base/words.h"
#include "ddl/apply.h"

#include <string.h>

/* The type of a column, of a field or of a domain's values, without "[]". */
static const char *element_name(const ip_definition_request *a, const char *type)
{
    return ip_arena_strndup(a->arena, type, strcspn(type, "["));
}

static const ip_table *row_named(const ip_definition_request *a, const char *type)
{
    if (ip_ddl_definitions_type(a->definitions, type))
        return NULL;
    ip_relation relation = ip_catalog_relation_named(a->definitions, a->definitions->script_path, type);
    return ip_catalog_relation_row(&relation);
}

/* The fields of its values; NULL: it has none, or they are not known. */
static const ip_table *row_of(const ip_definition_request *a, const ip_type *type)
{
    return type->kind == IP_OTHER && type->name && *type->name ? row_named(a, element_name(a, type->name)) : NULL;
}

/* ------------------------------------------------------------ a type in itself -- */

static bool contains(const ip_definition_request *a, const ip_table *row, const ip_table *table, int depth)
{
    enum { DEEPEST = 16 };
    bool found = row == table;
    for (int c = 0; row && !found && depth < DEEPEST && c < row->columns.count; c++)
        found = contains(a, row_of(a, &row->columns.items[c].type), table, depth + 1);
    return found;
}

void ip_workload_requested_refuse_itself(const ip_definition_request *a, const ip_table *table,
                                         const PgQuery__TypeName *type_name)
{
    ip_type type = ip_parse_typename_type(a->arena, type_name);
    const char *name = type.name ? element_name(a, type.name) : "";
    const ip_user_type *domain = ip_ddl_definitions_type(a->definitions, name);
    const ip_table *row = row_of(a, domain ? &domain->base : &type);
    if (row && contains(a, row, table, 0))
        ip_workload_requested_refuse(
            a, "42P16", ip_arena_printf(a->arena, "composite type %s cannot be made a member of itself", table->name));
}

/* -------------------------------------------------- a type of other columns -- */

typedef struct user {
    const ip_table *table; /* NULL: none */
    const char *column;
} user;

/* The relation, or type, that was created first after that one (ip_definitions.made); NULL: there is none. */
static const ip_table *next_row(const ip_definitions *d, int made)
{
    const ip_table *next = NULL;
    int tables = d->schema->tables.count, composites = d->composites.count;
    for (int i = 0; i < tables + composites + d->views.count; i++) {
        const ip_table *row = i < tables                ? d->schema->tables.items[i]
                              : i < tables + composites ? d->composites.items[i - tables].row
                                                        : d->views.items[i - tables - composites].row;
        if (row && row->made > made && (!next || row->made < next->made))
            next = row;
    }
    return next;
}

static user user_of_row(const ip_definition_request *a, const ip_table *row, int depth);

/* Rows of views and composite types are none that lie somewhere, but may be values of other columns, too. */
static user user_in(const ip_definition_request *a, const ip_table *row, bool array, const ip_table *relation,
                    int depth)
{
    user found = {0};
    for (int c = 0; c < relation->columns.count && !found.table; c++) {
        const ip_column *column = &relation->columns.items[c];
        if (column->type.array != array || row_of(a, &column->type) != row)
            continue;
        if (ip_catalog_schema_table(a->definitions->schema, relation->name) == relation)
            found = (user){relation, column->name};
        else
            found = user_of_row(a, relation, depth + 1);
    }
    return found;
}

/* In the order in which they were created; those of its arrays come first, since that type was created with it. */
static user user_of_row(const ip_definition_request *a, const ip_table *row, int depth)
{
    enum { DEEPEST = 16 };
    user found = {0};
    for (int array = 1; array >= 0 && depth < DEEPEST; array--)
        for (const ip_table *r = next_row(a->definitions, 0); r && !found.table; r = next_row(a->definitions, r->made))
            found = user_in(a, row, array == 1, r, depth);
    return found;
}

/* The new column has a value in the rows that are there. */
static bool fills(const ip_definition_request *a, const PgQuery__ColumnDef *column)
{
    size_t i;
    const ip_tree *node, *names = IP_ITEMS(IP_GET(column, type_name), names);
    const char *last = ip_parse_last_string(names);
    ip_type type = ip_parse_typename_type(a->arena, IP_GET(column, type_name));
    const ip_user_type *domain = type.name && !type.array ? ip_ddl_definitions_type(a->definitions, type.name) : NULL;
    bool given = false, filled = strstr(last, "serial") != NULL;
    IP_LIST_EACH(IP_ITEMS(column, constraints), i, node)
    {
        const PgQuery__Constraint *c = ip_as_constraint(node);
        bool is_null = IP_GET(ip_as_a_const(IP_GET(c, raw_expr)), isnull);
        bool is_default = IP_GET(c, contype) == PG_QUERY__CONSTR_TYPE__CONSTR_DEFAULT;
        given = given || is_default;
        filled = filled || IP_GET(c, contype) == PG_QUERY__CONSTR_TYPE__CONSTR_IDENTITY ||
                 IP_GET(c, contype) == PG_QUERY__CONSTR_TYPE__CONSTR_GENERATED || (is_default && !is_null);
    }
    if (domain && domain->domain)
        filled = filled || (domain->has_default && !given) || domain->not_null || domain->checks.count > 0;
    return filled;
}

static bool rewrites(const ip_definition_request *a, const ip_table *table, const PgQuery__AlterTableCmd *command)
{
    const PgQuery__ColumnDef *column = ip_as_column_def(IP_GET(command, def));
    switch (command->subtype) {
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddColumn:
        return ip_catalog_table_column(table, IP_TEXT(column, colname)) < 0 && fills(a, column);
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AlterColumnType:
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetUnLogged:
        return true;
    default:
        return false;
    }
}

void ip_workload_requested_refuse_used_row(const ip_definition_request *a, const ip_table *table)
{
    size_t i;
    const ip_tree *command;
    bool any = false;
    IP_LIST_EACH(a->commands, i, command) any = any || rewrites(a, table, ip_as_alter_table_cmd(command));
    user found = any ? user_of_row(a, table, 0) : (user){0};
    if (!found.table)
        return;
    a->to->late_sqlstate = "0A000";
    a->to->late_message =
        ip_arena_printf(a->arena, "cannot alter table \"%s\" because column \"%s.%s\" uses its row type",
                        ip_last_part(table->name), ip_last_part(found.table->name), found.column);
}
