/* Lists the tables that a TRUNCATE empties: targets, children, and with CASCADE tables that refer to them. */
#include "catalog/truncate.h"

#include <string.h>

static bool has(const ip_family *tables, const ip_table *table)
{
    for (int i = 0; i < tables->count; i++)
        if (tables->items[i] == table)
            return true;
    return false;
}

static void add(const ip_definitions *d, ip_truncation *to, const ip_table *table)
{
    if (!has(&to->tables, table))
        IP_PUSH(d->arena, &to->tables, table);
}

static void add_named(const ip_definitions *d, const ip_path *path, const PgQuery__RangeVar *rangevar,
                      ip_truncation *to)
{
    const ip_table *table = ip_catalog_relation_of(d, path, rangevar).table;
    const ip_table *whole = table ? ip_catalog_partition_whole(d, table, NULL) : NULL;
    if (!table)
        return;
    if (whole)
        to->unfollowed = ip_arena_printf(d->arena, "of %s, which is a partition", table->name);
    if (!IP_GET(rangevar, inh)) {
        add(d, to, whole ? whole : table);
        for (int i = 0; i < d->partitioned.count; i++)
            if (d->partitioned.items[i].table == table)
                to->error = ip_arena_printf(d->arena, "TRUNCATE ONLY of %s, which has partitions", table->name);
        return;
    }
    const ip_family family = ip_catalog_family_of(d, whole ? whole : table);
    for (int i = 0; i < family.count; i++)
        add(d, to, family.items[i]);
}

/* A table that refers to an emptied table is emptied as well, or makes TRUNCATE fail, even if it is empty. */
static void add_referring(const ip_definitions *d, bool cascade, ip_truncation *to)
{
    for (int i = 0; i < to->tables.count; i++)
        for (int t = 0; t < d->schema->tables.count; t++) {
            const ip_table *child = d->schema->tables.items[t];
            for (int k = 0; k < child->foreign_keys.count; k++) {
                if (child->foreign_keys.items[k].target != to->tables.items[i] || has(&to->tables, child))
                    continue;
                if (cascade)
                    add(d, to, child);
                else
                    to->error = ip_arena_printf(d->arena, "TRUNCATE of %s, to which %s refers",
                                                to->tables.items[i]->name, child->name);
            }
        }
}

static void find_triggers(const ip_definitions *d, ip_truncation *to)
{
    for (int i = 0; i < d->triggers.count; i++) {
        const ip_trigger *t = &d->triggers.items[i];
        for (int k = 0; t->on_truncate && !t->disabled && k < to->tables.count; k++)
            if (strcmp(t->table, to->tables.items[k]->name) == 0)
                to->unfollowed = ip_arena_printf(d->arena, "of %s, which fires trigger %s", t->table, t->name);
    }
}

ip_truncation ip_catalog_truncation_of(const ip_definitions *d, const ip_path *path,
                                       const PgQuery__TruncateStmt *truncate)
{
    ip_truncation result = {0};
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(IP_ITEMS(truncate, relations), i, item)
    add_named(d, path, ip_as_range_var(item), &result);
    add_referring(d, IP_GET(truncate, behavior) == PG_QUERY__DROP_BEHAVIOR__DROP_CASCADE, &result);
    find_triggers(d, &result);
    return result;
}
