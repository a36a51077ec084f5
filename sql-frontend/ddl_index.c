/* Unique indexes, which are keys. */
#include "ddl_parts.h"

#include <string.h>

/* Until partitions' own indexes are attached to it, an index on ONLY a partitioned table holds for none of the
 * partitions that are there (PostgreSQL 15, CREATE INDEX). pg_dump writes them so. */
void ip_ddl_key_on_only(const ip_definitions *d, ip_table *table, int keys_before)
{
    for (int i = 0; i < d->partitioned.count; i++)
        if (d->partitioned.items[i].table == table && table->keys.count > keys_before)
            table->keys.items[table->keys.count - 1].waits = true;
}

void ip_ddl_attach_index(ip_ddl *ddl, const char *name)
{
    for (int t = 0; t < ddl->definitions->schema->tables.count; t++) {
        ip_table *table = ddl->definitions->schema->tables.items[t];
        for (int k = 0; k < table->keys.count; k++)
            if (strcmp(table->keys.items[k].name, name) == 0)
                table->keys.items[k].waits = false;
    }
}

static void remove_key(ip_table *table, int k)
{
    for (int i = k; i + 1 < table->keys.count; i++)
        table->keys.items[i] = table->keys.items[i + 1];
    table->keys.count--;
    if (table->primary_key == k)
        table->primary_key = -1;
    table->primary_key -= table->primary_key > k;
}

void ip_ddl_finish_indexes(ip_ddl *ddl)
{
    for (int t = 0; t < ddl->definitions->schema->tables.count; t++) {
        ip_table *table = ddl->definitions->schema->tables.items[t];
        for (int k = table->keys.count - 1; k >= 0; k--)
            if (table->keys.items[k].waits) {
                table->unchecked = "a key on ONLY a partitioned table";
                remove_key(table, k);
            }
    }
}

void ip_ddl_imply(ip_ddl *ddl, const ip_table *table, const char *domain, const json_t *expression, ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    ip_implied implied = {table, domain, ip_keep_tree(arena, expression, range)};
    if (expression)
        IP_PUSH(arena, &ddl->definitions->implied, implied);
}

static void note_expressions(ip_ddl *ddl, const json_t *index, ip_range range)
{
    const ip_table *table = ip_relation_of(ddl->definitions, ddl->path, ip_field(index, "relation")).table;
    size_t i;
    json_t *element;
    if (!table)
        return;
    json_array_foreach(ip_field(index, "indexParams"), i, element)
        ip_ddl_imply(ddl, table, NULL, ip_field(ip_node_as(element, "IndexElem"), "expr"), range);
    ip_ddl_imply(ddl, table, NULL, ip_field(index, "whereClause"), range);
}

/* Rows may also be in the way by NULLs, which no equality finds; nor does the interpreter. */
static void nulls_are_equal(ip_table *table, const char *what)
{
    ip_exclusion *last = &table->exclusions.items[table->exclusions.count - 1];
    table->unchecked = what;
    last->nulls_equal = true;
}

void ip_ddl_create_index(ip_ddl *ddl, const json_t *index, ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    note_expressions(ddl, index, range);
    if (!ip_field_bool(index, "unique"))
        return;
    ip_table *table = ip_ddl_existing(ddl, ip_field(index, "relation"), false, range);
    if (table && ip_field(index, "whereClause"))
        ip_ddl_add_exclusion(ddl, table, "a partial unique index", ip_field_text(index, "idxname"),
                             ip_field(index, "indexParams"), ip_field(index, "whereClause"), range);
    if (table && ip_field(index, "whereClause") && ip_field_bool(index, "nulls_not_distinct"))
        nulls_are_equal(table, "a partial unique index with NULLS NOT DISTINCT");
    if (ip_field(index, "whereClause"))
        return;
    json_t *elements = ip_field(index, "indexParams"), *element;
    int *columns = IP_NEW_ARRAY(arena, int, json_array_size(elements));
    size_t i;
    json_array_foreach(elements, i, element)
    {
        const char *name = ip_field_text(ip_node_as(element, "IndexElem"), "name");
        columns[i] = table && *name ? ip_table_column(table, name) : -1;
        if (columns[i] < 0 && table)
            ip_ddl_add_exclusion(ddl, table, "a unique index on an expression", ip_field_text(index, "idxname"),
                                 elements, NULL, range);
        if (columns[i] < 0 && table && ip_field_bool(index, "nulls_not_distinct"))
            nulls_are_equal(table, "a unique index on an expression with NULLS NOT DISTINCT");
        if (columns[i] < 0)
            return; /* on an expression: not a key */
    }
    int count = (int)json_array_size(elements), before = table ? table->keys.count : 0;
    const char *name = ip_field_text(index, "idxname");
    if (table)
        ip_ddl_add_key(ddl, table, *name ? name : ip_ddl_constraint_name(ddl, table, columns, count, "idx"), false,
                       columns, count, range);
    if (table && !ip_field_bool(ip_field(index, "relation"), "inh"))
        ip_ddl_key_on_only(ddl->definitions, table, before);
    if (table && ip_field_bool(index, "nulls_not_distinct"))
        ip_ddl_nulls_are_equal(ddl, table, columns, count, range);
}

/* A unique index is a key of its table until it is dropped. */
void ip_ddl_drop_index(ip_ddl *ddl, const char *name)
{
    for (int t = 0; t < ddl->definitions->schema->tables.count; t++) {
        ip_table *table = ddl->definitions->schema->tables.items[t];
        for (int k = 0; k < table->keys.count; k++)
            if (!table->keys.items[k].primary && strcmp(table->keys.items[k].name, name) == 0) {
                remove_key(table, k--);
            }
        ip_ddl_drop_exclusion(table, name);
    }
}

bool ip_ddl_key_of_index(ip_table *table, const char *index, bool primary, const char *name)
{
    for (int k = 0; k < table->keys.count; k++) {
        ip_key *key = &table->keys.items[k];
        if (strcmp(key->name, index) != 0)
            continue;
        key->name = *name ? name : key->name; /* the index takes the constraint's name */
        key->primary = primary;
        table->primary_key = primary ? k : table->primary_key;
        for (int c = 0; primary && c < key->column_count; c++)
            table->columns.items[key->columns[c]].not_null = true;
        return true;
    }
    return false;
}
