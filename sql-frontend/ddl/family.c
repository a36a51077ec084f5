/* Tables that share their rows: inheritance and partitions (PostgreSQL 15, sections 5.10 and 5.11). */
#include "ddl/pieces.h"

#include <string.h>

void ip_ddl_copy_checks(ip_ddl *ddl, ip_table *to, const ip_table *from, bool all)
{
    ip_definitions *d = ddl->definitions;
    int count = d->checks.count;
    for (int i = 0; i < count; i++) {
        ip_check check = d->checks.items[i];
        if (check.table != from || (check.no_inherit && !all))
            continue;
        check.table = to;
        IP_PUSH(d->arena, &d->checks, check);
    }
}

static void add_pair(ip_ddl *ddl, const char *parent, const char *child, const ip_tree *bound, bool partition,
                     ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    ip_inheritance pair = {.parent = parent, .child = child, .partition = partition, .range = range};
    pair.bound = ip_ddl_keep_tree(arena, bound, range);
    IP_PUSH(arena, &ddl->definitions->inheritance, pair);
}

/* Columns of the same name from several parents become one column (section 5.10: "merged"). */
static void merge_column(ip_ddl *ddl, ip_table *table, const ip_column *column, bool partition)
{
    int known = ip_catalog_table_column(table, column->name);
    ip_column copy = *column;
    if (copy.sequence && !copy.kept_default && !copy.own_sequence && !partition) /* identity is not inherited */
        copy.has_default = copy.sequence = copy.always = false;
    if (known < 0) {
        IP_PUSH(ddl->definitions->arena, &table->columns, copy);
        return;
    }
    table->columns.items[known].not_null |= copy.not_null;
    if (copy.has_default && !table->columns.items[known].has_default)
        table->unchecked = "a default that comes from one of several parents";
}

void ip_ddl_inherit(ip_ddl *ddl, ip_table *table, const PgQuery__RangeVar *parent, const ip_tree *bound, ip_range range)
{
    const ip_relation from = ip_catalog_relation_of(ddl->definitions, ddl->path, parent);
    add_pair(ddl, from.name, table->name, bound, bound != NULL, range);
    if (!from.table) {
        ip_diagnostics_add(ddl->diagnostics, IP_REMARK, range, NULL, "table \"%s\" is not defined in the files",
                           from.name);
        return;
    }
    for (int c = 0; c < from.table->columns.count; c++) {
        const ip_column *column = &from.table->columns.items[c];
        merge_column(ddl, table, column, bound != NULL);
        if (column->own_sequence) /* the parent's sequence, which has the parent's name */
            table->unchecked = bound ? table->unchecked : "a sequence of the table that it inherits from";
    }
    ip_ddl_copy_checks(ddl, table, from.table, false);
}

void ip_ddl_partition_by(ip_ddl *ddl, const ip_table *table, const ip_tree *key, ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    IP_PUSH(arena, &ddl->definitions->partitioned, ((ip_partitioning){table, ip_ddl_keep_tree(arena, key, range)}));
}

void ip_ddl_attach(ip_ddl *ddl, ip_table *parent, const PgQuery__RangeVar *child,
                   const PgQuery__PartitionBoundSpec *bound, bool partition, ip_range range)
{
    const ip_relation to = ip_catalog_relation_of(ddl->definitions, ddl->path, child);
    add_pair(ddl, parent->name, to.name, bound, partition, range);
}

void ip_ddl_detach(ip_ddl *ddl, const char *parent, const char *child)
{
    ip_definitions *d = ddl->definitions;
    int kept = 0;
    for (int i = 0; i < d->inheritance.count; i++)
        if (strcmp(d->inheritance.items[i].parent, parent) != 0 || strcmp(d->inheritance.items[i].child, child) != 0)
            d->inheritance.items[kept++] = d->inheritance.items[i];
    d->inheritance.count = kept;
}

static bool has_key(const ip_table *table, const ip_key *wanted)
{
    for (int k = 0; k < table->keys.count; k++) {
        const ip_key *key = &table->keys.items[k];
        int same = 0;
        while (same < key->column_count && same < wanted->column_count && key->columns[same] == wanted->columns[same])
            same++;
        if (same == key->column_count && same == wanted->column_count)
            return true;
    }
    return false;
}

static bool has_reference(const ip_table *table, const ip_foreign_key *wanted)
{
    for (int k = 0; k < table->foreign_keys.count; k++) {
        const ip_foreign_key *key = &table->foreign_keys.items[k];
        int same = 0;
        while (key->target == wanted->target && !key->part && key->column_count == wanted->column_count &&
               key->on_delete == wanted->on_delete && key->on_update == wanted->on_update &&
               key->sets == wanted->sets && same < key->column_count && key->columns[same] == wanted->columns[same] &&
               key->target_columns[same] == wanted->target_columns[same])
            same++;
        if (same == wanted->column_count)
            return true;
    }
    return false;
}

/* A foreign key of the partition alone applies to the partition's rows of the whole table. */
static void hand_up_reference(ip_ddl *ddl, ip_table *parent, const ip_table *part, ip_foreign_key key)
{
    key.part = key.part ? key.part : part;
    parent->unchecked = "a partition with a foreign key of its own";
    IP_PUSH(ddl->definitions->arena, &parent->foreign_keys, key);
}

static void hand_up_indexes(ip_table *parent, const ip_table *part)
{
    parent->computes_index = parent->computes_index || part->computes_index;
    for (int c = 0; c < part->columns.count; c++) {
        int column = ip_catalog_table_column(parent, part->columns.items[c].name);
        if (column >= 0 && part->columns.items[c].indexed)
            parent->columns.items[column].indexed = true;
    }
}

/* Constraints of the partition alone: nothing follows from them for rows that may be in it, and any of these may
 * conflict. */
static void hand_up(ip_ddl *ddl, ip_inheritance *pair, ip_table *parent, ip_table *part)
{
    ip_arena *arena = ddl->definitions->arena;
    if (part->columns.count != parent->columns.count)
        pair->unfollowed = "columns of its own";
    for (int c = 0; c < part->columns.count && !pair->unfollowed; c++)
        if (strcmp(part->columns.items[c].name, parent->columns.items[c].name) != 0)
            pair->unfollowed = "columns in another order";
    hand_up_indexes(parent, part);
    for (int k = 0; k < part->keys.count && !pair->unfollowed; k++) {
        const ip_key *key = &part->keys.items[k];
        ip_exclusion exclusion = {
            .name = key->name, .what = "a key of a partition alone", .range = key->range, .made = key->made};
        if (has_key(parent, key))
            continue;
        for (int c = 0; c < key->column_count; c++) {
            IP_PUSH(arena, &exclusion.equal, part->columns.items[key->columns[c]].name);
            IP_PUSH(arena, &exclusion.named, part->columns.items[key->columns[c]].name);
        }
        parent->unchecked = exclusion.what;
        IP_PUSH(arena, &parent->exclusions, exclusion);
    }
    for (int i = 0; i < part->exclusions.count; i++) {
        ip_exclusion exclusion = part->exclusions.items[i];
        exclusion.followed = false;
        IP_PUSH(arena, &parent->exclusions, exclusion);
        parent->unchecked = part->exclusions.items[i].what;
    }
    for (int k = 0; k < part->foreign_keys.count && !pair->unfollowed; k++)
        if (!has_reference(parent, &part->foreign_keys.items[k]))
            hand_up_reference(ddl, parent, part, part->foreign_keys.items[k]);
    if (!pair->unfollowed)
        part->foreign_keys.count = 0;
    else if (part->foreign_keys.count > 0)
        parent->unchecked = "a partition with a foreign key of its own";
}

/* Innermost partitions first, so that their constraints reach the topmost table. */
static void finish_partitions_of(ip_ddl *ddl, ip_table *parent, int depth)
{
    enum { DEEPEST = 16 };
    ip_definitions *d = ddl->definitions;
    for (int i = 0; i < d->inheritance.count && depth < DEEPEST; i++) {
        ip_inheritance *pair = &d->inheritance.items[i];
        ip_table *part = pair->partition && strcmp(pair->parent, parent->name) == 0
                             ? ip_catalog_schema_table(d->schema, pair->child)
                             : NULL;
        if (!part || part == parent)
            continue;
        finish_partitions_of(ddl, part, depth + 1);
        hand_up(ddl, pair, parent, part);
    }
}

void ip_ddl_finish_partitions(ip_ddl *ddl)
{
    ip_definitions *d = ddl->definitions;
    for (int i = 0; i < d->partitioned.count; i++)
        if (ip_catalog_schema_table(d->schema, d->partitioned.items[i].table->name) == d->partitioned.items[i].table)
            finish_partitions_of(ddl, (ip_table *)d->partitioned.items[i].table, 0);
}
