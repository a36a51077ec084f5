/* Updates foreign keys when the table that they refer to changes. */
#include "base/words.h"
#include "ddl/pieces.h"

#include <string.h>

static bool refers_to(const ip_ddl *ddl, const ip_pending_key *key, const ip_table *table)
{
    if (strcmp(ip_last_part(key->target), ip_last_part(table->name)) != 0) /* most do not: looked at first */
        return false;
    return ip_catalog_relation_named(ddl->definitions, key->path, key->target).table == table;
}

/* Keys without a list of columns refer to the current primary key. */
static void settle(ip_ddl *ddl, const ip_table *table)
{
    if (table->primary_key < 0)
        return;
    const ip_key *primary = &table->keys.items[table->primary_key];
    for (int i = 0; i < ddl->foreign_keys.count; i++) {
        ip_pending_key *key = &ddl->foreign_keys.items[i];
        if (key->target_columns.count > 0 || !refers_to(ddl, key, table))
            continue;
        for (int c = 0; c < primary->column_count; c++)
            IP_PUSH(ddl->definitions->arena, &key->target_columns, table->columns.items[primary->columns[c]].name);
    }
}

static bool names(const ip_pending_key *key, const char *column)
{
    for (int c = 0; c < key->target_columns.count; c++)
        if (strcmp(key->target_columns.items[c], column) == 0)
            return true;
    return false;
}

void ip_ddl_references_rename_column(ip_ddl *ddl, const ip_table *table, const char *before, const char *after)
{
    settle(ddl, table);
    for (int i = 0; i < ddl->foreign_keys.count; i++) {
        ip_pending_key *key = &ddl->foreign_keys.items[i];
        for (int c = 0; c < key->target_columns.count; c++)
            if (strcmp(key->target_columns.items[c], before) == 0 && refers_to(ddl, key, table))
                key->target_columns.items[c] = after;
    }
}

void ip_ddl_references_drop_column(ip_ddl *ddl, const ip_table *table, const char *column)
{
    int kept = 0;
    settle(ddl, table);
    for (int i = 0; i < ddl->foreign_keys.count; i++) {
        const ip_pending_key *key = &ddl->foreign_keys.items[i];
        if (!names(key, column) || !refers_to(ddl, key, table))
            ddl->foreign_keys.items[kept++] = *key;
    }
    ddl->foreign_keys.count = kept;
}

/* The key that it references: the first over its columns, in any order. */
static bool rests_on(const ip_pending_key *pending, const ip_table *table, const ip_key *key)
{
    for (const ip_key *k = table->keys.items; k < table->keys.items + table->keys.count; k++) {
        int found = 0;
        for (int c = 0; c < k->column_count; c++)
            found += names(pending, table->columns.items[k->columns[c]].name);
        if (found == k->column_count && found == pending->target_columns.count)
            return k == key;
    }
    return false;
}

void ip_ddl_references_drop_key(ip_ddl *ddl, const ip_table *table, const ip_key *key)
{
    int kept = 0;
    settle(ddl, table);
    for (int i = 0; i < ddl->foreign_keys.count; i++) {
        const ip_pending_key *pending = &ddl->foreign_keys.items[i];
        if (!refers_to(ddl, pending, table) || !rests_on(pending, table, key))
            ddl->foreign_keys.items[kept++] = *pending;
    }
    ddl->foreign_keys.count = kept;
}

void ip_ddl_references_settle(ip_ddl *ddl, const ip_table *table)
{
    settle(ddl, table);
}
