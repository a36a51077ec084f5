/* CREATE, ALTER and DROP of tables and their columns. */
#include "ddl/pieces.h"
#include "base/words.h"
#include "catalog/sequence.h"

#include <string.h>

/* inherited_columns: this many columns may be defined again, and keep their parents' properties. */
/* What the column's domain evaluates, if its type is one: by the last part of the name. */
static void imply_domain(ip_ddl *ddl, const ip_table *table, const char *type)
{
    ip_definitions *d = ddl->definitions;
    for (int i = 0, count = d->implied.count; i < count; i++) {
        const char *domain = d->implied.items[i].domain, *dot = domain ? strrchr(domain, '.') : NULL;
        ip_implied implied = {table, NULL, d->implied.items[i].tree};
        if (domain && strcmp(dot ? dot + 1 : domain, type) == 0)
            IP_PUSH(d->arena, &d->implied, implied);
    }
}

void ip_ddl_add_column(ip_ddl *ddl, ip_table *table, const PgQuery__ColumnDef *definition, int inherited_columns,
                       ip_range statement)
{
    ip_arena *arena = ddl->definitions->arena;
    ip_column column = {0};
    column.name = ip_arena_strdup(arena, IP_TEXT(definition, colname));
    column.range = ip_ddl_place(statement, definition);
    column.range.end = column.range.begin + strlen(column.name);
    int inherited = ip_catalog_table_column(table, column.name);
    if (inherited >= 0 && inherited < inherited_columns) {
        ip_column *own = &table->columns.items[inherited];
        size_t c;
        const ip_tree *constraint;
        if (IP_GET(definition, type_name)) /* a partition only adds constraints */
            ip_ddl_set_column_type(ddl, own, IP_GET(definition, type_name));
        IP_LIST_EACH(IP_ITEMS(definition, constraints), c, constraint)
        ip_ddl_add_constraint(ddl, table, ip_as_constraint(constraint), inherited, statement);
        return;
    }
    if (inherited >= 0) {
        ip_diagnostics_add(ddl->diagnostics, IP_ERROR, column.range, NULL, "column \"%s\" stands twice in table \"%s\"",
                           column.name, table->name);
        return;
    }
    const PgQuery__TypeName *type_name = IP_GET(definition, type_name);
    ip_ddl_set_column_type(ddl, &column, type_name);
    column.type = ip_parse_type_collated(arena, column.type, IP_GET(definition, coll_clause));
    column.has_default = ip_ddl_default_of_domain(ddl, type_name);
    const ip_tree *names = IP_ITEMS(type_name, names);
    imply_domain(ddl, table, ip_parse_last_string(names));
    if (strstr(ip_parse_last_string(names), "serial"))
        column.has_default = column.not_null = column.sequence = column.own_sequence = true;
    IP_PUSH(arena, &table->columns, column);
    if (column.own_sequence)
        ip_catalog_sequence_of_column(ddl->definitions, table, table->columns.count - 1, NULL);
    size_t i;
    const ip_tree *constraint;
    IP_LIST_EACH(IP_ITEMS(definition, constraints), i, constraint)
    ip_ddl_add_constraint(ddl, table, ip_as_constraint(constraint), table->columns.count - 1, statement);
}

ip_table *ip_ddl_new_table(ip_ddl *ddl, const char *name, ip_range range)
{
    ip_definitions *d = ddl->definitions;
    ip_table *table = IP_NEW(d->arena, ip_table);
    ip_ddl_rebind_hidden(ddl, name);
    table->id = d->schema->tables.count;
    table->name = name;
    table->primary_key = -1;
    table->range = range;
    table->made = ++d->made;
    IP_PUSH(d->arena, &d->schema->tables, table);
    return table;
}

void ip_ddl_drop_table(ip_ddl *ddl, ip_table *table)
{
    ip_schema *schema = ddl->definitions->schema;
    int kept = 0;
    for (int i = 0; i < schema->tables.count; i++)
        if (schema->tables.items[i] != table) {
            schema->tables.items[i]->id = kept;
            schema->tables.items[kept++] = schema->tables.items[i];
        }
    schema->tables.count = kept;
    kept = 0;
    for (int i = 0; i < ddl->definitions->materialized.count; i++)
        if (ddl->definitions->materialized.items[i].table != table)
            ddl->definitions->materialized.items[kept++] = ddl->definitions->materialized.items[i];
    ddl->definitions->materialized.count = kept;
    ip_catalog_sequence_drop_owned(ddl->definitions, table, -1);
    ip_ddl_forget_indexes(ddl, table, NULL);
    kept = 0;
    for (int i = 0; i < ddl->foreign_keys.count; i++)
        if (ddl->foreign_keys.items[i].table != table)
            ddl->foreign_keys.items[kept++] = ddl->foreign_keys.items[i];
    ddl->foreign_keys.count = kept;
    kept = 0;
    for (int i = 0; i < ddl->definitions->checks.count; i++)
        if (ddl->definitions->checks.items[i].table != table)
            ddl->definitions->checks.items[kept++] = ddl->definitions->checks.items[i];
    ddl->definitions->checks.count = kept;
}

/* LIKE t INCLUDING …: bits as in PostgreSQL's parsenodes.h. */
static void columns_like(ip_ddl *ddl, ip_table *table, const PgQuery__TableLikeClause *like, ip_range range)
{
    enum { CONSTRAINTS = 4, DEFAULTS = 8, GENERATED = 16, IDENTITY = 32 };
    ip_arena *arena = ddl->definitions->arena;
    const ip_table *model = ip_ddl_existing(ddl, IP_GET(like, relation), false, range);
    long long options = IP_GET(like, options);
    int before = table->columns.count;
    if (!model)
        table->unchecked = "columns LIKE those of a table that is not defined";
    for (int c = 0; model && c < model->columns.count; c++) {
        ip_column column = model->columns.items[c];
        bool identity = column.sequence && !column.kept_default && !column.own_sequence;
        bool kept = column.generated ? options & GENERATED : identity ? options & IDENTITY : options & DEFAULTS;
        if (!kept) {
            column.has_default = column.sequence = column.always = column.generated = false;
            column.default_value = NULL;
            column.kept_default = column.kept_generated = NULL;
        }
        if (column.generated && before > 0)
            table->unchecked = "a generated column LIKE that of another table";
        /* serial draws from the first table's sequence. */
        if (kept && column.own_sequence)
            table->unchecked = "a sequence of another table";
        IP_PUSH(arena, &table->columns, column);
    }
    if (model && options & CONSTRAINTS)
        ip_ddl_copy_checks(ddl, table, model, true);
    table->computes_index = table->computes_index || (model && model->computes_index);
}

/* After those of the table's own constraints (parse_utilcmd.c, transformCreateStmt). before: columns that the table had
 * then. */
static void indexes_like(ip_ddl *ddl, ip_table *table, const PgQuery__TableLikeClause *like, int before, ip_range range)
{
    enum { INDEXES = 64 };
    ip_arena *arena = ddl->definitions->arena;
    const ip_table *model = ip_catalog_relation_of(ddl->definitions, ddl->path, IP_GET(like, relation)).table;
    if (!model || !(IP_GET(like, options) & INDEXES))
        return;
    for (int k = 0; k < model->keys.count; k++) {
        const ip_key *key = &model->keys.items[k];
        int *columns = IP_NEW_ARRAY(arena, int, key->column_count);
        for (int c = 0; c < key->column_count; c++)
            columns[c] = key->columns[c] + before;
        ip_ddl_add_key(ddl, table, "", key->primary, columns, key->column_count, range);
    }
    for (int i = 0; i < model->exclusions.count; i++) {
        ip_exclusion exclusion = model->exclusions.items[i];
        exclusion.name = "";
        exclusion.followed = false;
        exclusion.made = ++ddl->definitions->made;
        IP_PUSH(arena, &table->exclusions, exclusion);
        table->unchecked = exclusion.what;
    }
}

void ip_ddl_create_table(ip_ddl *ddl, const PgQuery__CreateStmt *create, ip_range range)
{
    ip_definitions *d = ddl->definitions;
    const char *name = ip_catalog_relation_new_name(d->arena, ddl->path, IP_GET(create, relation));
    ip_table *before = ip_catalog_schema_table(d->schema, name);
    if (before && IP_GET(create, if_not_exists))
        return;
    if (before) {
        ip_position at = ip_range_position(before->range);
        ip_diagnostics_add(ddl->diagnostics, IP_REMARK, range, NULL, "table \"%s\" replaces the one at %s:%d", name,
                           before->range.source->path, at.line);
        ip_ddl_drop_table(ddl, before);
    }
    ip_table *table = ip_ddl_new_table(ddl, name, range);
    table->temporary = strcmp(IP_TEXT(IP_GET(create, relation), relpersistence), "t") == 0;
    table->foreign = IP_GET(create, if_not_exists) && /* an IMPORT may have made it */
                     ip_catalog_may_be_imported(d, ip_catalog_schema_part(d->arena, name), ip_last_part(name));
    size_t i;
    const ip_tree *element;
    IP_LIST_EACH(IP_ITEMS(create, inh_relations), i, element)
    ip_ddl_inherit(ddl, table, ip_as_range_var(element), IP_GET(create, partbound), range);
    if (IP_GET(create, partspec))
        ip_ddl_partition_by(ddl, table, IP_GET(create, partspec), range);
    if (IP_GET(create, of_typename))
        ip_ddl_columns_of_composite(ddl, table, IP_GET(create, of_typename), range);
    int inherited = table->columns.count;
    IP_VEC(int) before_like = {0};
    int made = d->made;
    ddl->primary_first = true;
    ddl->on_only = false;
    /* Table constraints may name columns that follow them. */
    IP_LIST_EACH(IP_ITEMS(create, table_elts), i, element)
    {
        const PgQuery__TableLikeClause *like = ip_as_table_like_clause(element);
        IP_PUSH(d->arena, &before_like, table->columns.count);
        ddl->rank = (int)i;
        if (ip_as_column_def(element))
            ip_ddl_add_column(ddl, table, ip_as_column_def(element), inherited, range);
        else if (like)
            columns_like(ddl, table, like, range);
    }
    IP_LIST_EACH(IP_ITEMS(create, table_elts), i, element)
    {
        ddl->rank = (int)i;
        if (ip_as_constraint(element))
            ip_ddl_add_constraint(ddl, table, ip_as_constraint(element), -1, range);
    }
    ip_ddl_make_keys(ddl, made);
    IP_LIST_EACH(IP_ITEMS(create, table_elts), i, element)
    if (ip_as_table_like_clause(element))
        indexes_like(ddl, table, ip_as_table_like_clause(element), before_like.items[i], range);
}

void ip_ddl_create_foreign_table(ip_ddl *ddl, const PgQuery__CreateForeignTableStmt *create, ip_range range)
{
    ip_definitions *d = ddl->definitions;
    const PgQuery__CreateStmt *base = create->base_stmt;
    const char *name = ip_catalog_relation_new_name(d->arena, ddl->path, IP_GET(base, relation));
    if (ip_catalog_schema_table(d->schema, name) && IP_GET(base, if_not_exists))
        return;
    ip_ddl_create_table(ddl, base, range);
    ip_table *table = ip_catalog_schema_table(d->schema, name);
    if (table)
        table->foreign = true;
}

void ip_ddl_import_foreign_schema(ip_ddl *ddl, const PgQuery__ImportForeignSchemaStmt *statement)
{
    ip_definitions *d = ddl->definitions;
    ip_import import = {.schema = ip_arena_strdup(d->arena, IP_TEXT(statement, local_schema))};
    import.only = IP_GET(statement, list_type) == PG_QUERY__IMPORT_FOREIGN_SCHEMA_TYPE__FDW_IMPORT_SCHEMA_LIMIT_TO;
    size_t i;
    const ip_tree *named;
    IP_LIST_EACH(IP_ITEMS(statement, table_list), i, named)
    IP_PUSH(d->arena, &import.names, (const char *)ip_arena_strdup(d->arena, IP_TEXT(ip_as_range_var(named), relname)));
    IP_PUSH(d->arena, &d->imports, import);
}

/* The table a statement changes, or NULL (reported unless it may be missing). */
ip_table *ip_ddl_existing(ip_ddl *ddl, const PgQuery__RangeVar *rangevar, bool missing_ok, ip_range range)
{
    const ip_relation relation = ip_catalog_relation_of(ddl->definitions, ddl->path, rangevar);
    if (!relation.table && !missing_ok)
        ip_diagnostics_add(ddl->diagnostics, IP_REMARK, range, NULL, "table \"%s\" is not defined in the files",
                           relation.name);
    return relation.table;
}

/* Keys and constraints that name the column are dropped with it, as in PostgreSQL. */
/* Columns that are generated from it go along. */
static void drop_generated_from(ip_ddl *ddl, ip_table *table, const char *column)
{
    for (int c = 0; c < table->columns.count; c++) {
        const ip_kept_tree *generated = table->columns.items[c].kept_generated;
        if (!generated || !ip_parse_tree_has_text(generated->tree, column))
            continue;
        ip_ddl_drop_column(ddl, table, c);
        c = -1;
    }
}

void ip_ddl_drop_column(ip_ddl *ddl, ip_table *table, int column)
{
    const char *name = table->columns.items[column].name;
    drop_generated_from(ddl, table, name);
    ip_ddl_drop_materialized_of(ddl, table->name, name);
    column = ip_catalog_table_column(table, name);
    ip_catalog_sequence_drop_owned(ddl->definitions, table, column);
    ip_ddl_forget_indexes(ddl, table, table->columns.items[column].name);
    ip_ddl_expressions_drop_column(ddl, table, table->columns.items[column].name);
    ip_ddl_views_drop_column(ddl, table->name, table->columns.items[column].name);
    ip_ddl_references_drop_column(ddl, table, table->columns.items[column].name);
    for (int c = column; c + 1 < table->columns.count; c++)
        table->columns.items[c] = table->columns.items[c + 1];
    table->columns.count--;
    int kept = 0, primary = -1;
    for (int k = 0; k < table->keys.count; k++) {
        ip_key key = table->keys.items[k];
        int *columns = IP_NEW_ARRAY(ddl->definitions->arena, int, key.column_count);
        bool dropped = false;
        for (int c = 0; c < key.column_count; c++) {
            dropped |= key.columns[c] == column;
            columns[c] = key.columns[c] - (key.columns[c] > column);
        }
        key.columns = columns;
        if (dropped)
            continue;
        if (key.primary)
            primary = kept;
        table->keys.items[kept++] = key;
    }
    table->keys.count = kept;
    table->primary_key = primary;
    kept = 0;
    for (int k = 0; k < ddl->foreign_keys.count; k++) {
        ip_pending_key key = ddl->foreign_keys.items[k];
        bool dropped = false;
        for (int c = 0; key.table == table && c < key.columns.count; c++) {
            dropped |= key.columns.items[c] == column;
            key.columns.items[c] -= key.columns.items[c] > column;
        }
        if (!dropped)
            ddl->foreign_keys.items[kept++] = key;
    }
    ddl->foreign_keys.count = kept;
}
