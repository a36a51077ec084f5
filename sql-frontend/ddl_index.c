/* Unique indexes, which are keys. */
#include "ddl_parts.h"

#include <string.h>

void ip_ddl_create_index(ip_ddl *ddl, const json_t *index, ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    if (!ip_field_bool(index, "unique"))
        return;
    ip_table *table = ip_ddl_existing(ddl, ip_field(index, "relation"), false, range);
    if (table && ip_field(index, "whereClause"))
        ip_ddl_add_exclusion(ddl, table, "a partial unique index", ip_field(index, "indexParams"), true, range);
    if (ip_field(index, "whereClause"))
        return;
    if (table && ip_field_bool(index, "nulls_not_distinct"))
        table->unchecked = "a unique index with NULLS NOT DISTINCT";
    json_t *elements = ip_field(index, "indexParams"), *element;
    int *columns = IP_NEW_ARRAY(arena, int, json_array_size(elements));
    size_t i;
    json_array_foreach(elements, i, element)
    {
        const char *name = ip_field_text(ip_node_as(element, "IndexElem"), "name");
        columns[i] = table && *name ? ip_table_column(table, name) : -1;
        if (columns[i] < 0 && table)
            ip_ddl_add_exclusion(ddl, table, "a unique index on an expression", elements, true, range);
        if (columns[i] < 0)
            return; /* on an expression: not a key */
    }
    int count = (int)json_array_size(elements);
    const char *name = ip_field_text(index, "idxname");
    if (table)
        ip_ddl_add_key(ddl, table, *name ? name : ip_ddl_constraint_name(ddl, table, columns, count, "idx"), false,
                       columns, count, range);
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
                for (int i = k; i + 1 < table->keys.count; i++)
                    table->keys.items[i] = table->keys.items[i + 1];
                table->keys.count--;
                table->primary_key -= table->primary_key > k;
                k--;
            }
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
