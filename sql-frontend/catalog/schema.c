/* Looks up tables and columns of the schema, and adds the tables that represent other objects. */
#include "catalog/schema.h"

#include "base/words.h"

#include <stdlib.h>
#include <string.h>

int ip_catalog_table_column(const ip_table *table, const char *name)
{
    for (int i = 0; i < table->columns.count; i++)
        if (strcmp(table->columns.items[i].name, name) == 0)
            return i;
    return -1;
}

bool ip_catalog_is_system_column(const char *name)
{
    return ip_is_among("ctid xmin xmax cmin cmax tableoid", name);
}

bool ip_catalog_table_in_some_key(const ip_table *table, int column)
{
    for (int k = 0; k < table->keys.count; k++)
        for (int c = 0; c < table->keys.items[k].column_count; c++)
            if (table->keys.items[k].columns[c] == column)
                return true;
    return false;
}

const ip_key *ip_catalog_table_identity(const ip_table *table)
{
    const ip_key *identity = table->primary_key >= 0 ? &table->keys.items[table->primary_key] : NULL;
    for (int k = 0; k < table->keys.count && !identity; k++) {
        const ip_key *key = &table->keys.items[k];
        bool fits = key->column_count > 0;
        for (int c = 0; c < key->column_count; c++)
            fits = fits && table->columns.items[key->columns[c]].not_null;
        identity = fits ? key : NULL;
    }
    return identity;
}

bool ip_catalog_name_is_temporary(const char *name)
{
    return strncmp(name, "pg_temp_", strlen("pg_temp_")) == 0;
}

ip_table *ip_catalog_schema_table(const ip_schema *schema, const char *name)
{
    if (strncmp(name, "public.", 7) == 0)
        name += 7;
    int low = 0, high = schema->indexed;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (strcmp(schema->by_name[middle]->name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < schema->indexed && strcmp(schema->by_name[low]->name, name) == 0; low++)
        if (!schema->by_name[low]->locks_only && !schema->by_name[low]->others)
            return schema->by_name[low];
    for (int i = schema->indexed; i < schema->tables.count; i++)
        if (!schema->tables.items[i]->locks_only && !schema->tables.items[i]->others &&
            strcmp(schema->tables.items[i]->name, name) == 0)
            return schema->tables.items[i];
    return NULL;
}

static int by_name(const void *a, const void *b)
{
    const ip_table *x = *(ip_table *const *)a, *y = *(ip_table *const *)b;
    int order = strcmp(x->name, y->name);
    return order ? order : (x->id > y->id) - (x->id < y->id);
}

void ip_catalog_schema_index(ip_arena *arena, ip_schema *schema)
{
    int count = schema->tables.count;
    schema->by_name = IP_NEW_ARRAY(arena, ip_table *, count);
    for (int i = 0; i < count; i++)
        schema->by_name[i] = schema->tables.items[i];
    if (count > 1)
        qsort(schema->by_name, (size_t)count, sizeof(ip_table *), by_name);
    schema->indexed = count;
}

const ip_table *ip_catalog_other_tables_if_any(const ip_schema *schema)
{
    for (int i = 0; i < schema->tables.count; i++)
        if (schema->tables.items[i]->others)
            return schema->tables.items[i];
    return NULL;
}

/* The table has no key: its rows are distinguished by number, and a lookup by key finds none of them. */
const ip_table *ip_catalog_other_tables(ip_arena *arena, ip_schema *schema)
{
    const ip_table *known = ip_catalog_other_tables_if_any(schema);
    if (known)
        return known;
    ip_table *table = IP_NEW(arena, ip_table);
    *table = (ip_table){.id = schema->tables.count, .name = "any other table", .primary_key = -1, .others = true};
    IP_PUSH(arena, &table->columns, ((ip_column){.name = "any column", .type = {IP_OTHER, false, NULL}}));
    IP_PUSH(arena, &schema->tables, table);
    return table;
}

static const struct {
    const char *name;
    int columns;
    ip_type_kind kind;
    const char *type;
} lock_spaces[] = {
    [IP_LOCKS_ADVISORY] = {"advisory lock", 1, IP_INTEGER, "bigint"},
    [IP_LOCKS_ADVISORY_PAIR] = {"advisory lock of two numbers", 2, IP_INTEGER, "integer"},
    [IP_LOCKS_TABLE] = {"table lock", 1, IP_TEXT, "text"},
};

const ip_table *ip_catalog_lock_table_if_any(const ip_schema *schema, ip_lock_space space)
{
    for (int i = 0; i < schema->tables.count; i++)
        if (schema->tables.items[i]->locks_only && strcmp(schema->tables.items[i]->name, lock_spaces[space].name) == 0)
            return schema->tables.items[i];
    return NULL;
}

const ip_table *ip_catalog_lock_table(ip_arena *arena, ip_schema *schema, ip_lock_space space)
{
    static const char *const names[] = {"key", "key2"};
    const ip_table *known = ip_catalog_lock_table_if_any(schema, space);
    if (known)
        return known;
    int count = lock_spaces[space].columns, *columns = IP_NEW_ARRAY(arena, int, count);
    ip_table *table = IP_NEW(arena, ip_table);
    *table = (ip_table){.id = schema->tables.count, .name = lock_spaces[space].name, .locks_only = true};
    for (int i = 0; i < count; i++) {
        ip_column column = {
            .name = names[i], .type = {lock_spaces[space].kind, false, lock_spaces[space].type}, .not_null = true};
        IP_PUSH(arena, &table->columns, column);
        columns[i] = i;
    }
    IP_PUSH(arena, &table->keys, ((ip_key){.name = "", .primary = true, .column_count = count, .columns = columns}));
    IP_PUSH(arena, &schema->tables, table);
    return table;
}

/* One row, of one column. */
const ip_table *ip_catalog_outside_table(ip_arena *arena, ip_schema *schema, const char *name)
{
    ip_table *table = IP_NEW(arena, ip_table);
    *table =
        (ip_table){.id = schema->tables.count, .name = name, .primary_key = -1, .locks_only = true, .outside = true};
    IP_PUSH(arena, &table->columns, ((ip_column){.name = "state", .type = {IP_OTHER, false, NULL}}));
    IP_PUSH(arena, &schema->tables, table);
    return table;
}
