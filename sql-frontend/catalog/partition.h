/* Families of tables, as they are after the last file: which rows a name stands for. Internal to this folder. */
#ifndef IP_PARTITION_H
#define IP_PARTITION_H

#include "catalog/definition.h"
#include "parse/pg_parse.h"

typedef IP_VEC(const ip_inheritance *) ip_partition_path;

bool ip_catalog_is_partitioned(const ip_definitions *d, const ip_table *table);
/* The table that the rows of a partition belong to, the topmost one; NULL: the table is no partition. path, unless
 * NULL: the pairs from the partition up to that table. */
const ip_table *ip_catalog_partition_whole(const ip_definitions *d, const ip_table *table, ip_partition_path *path);
/* Why the analysis cannot treat a partition as part of its partitioned table; NULL: it can. */
const char *ip_catalog_partition_unfollowed(const ip_partition_path *path);
/* The condition on a row, whose columns stand under this alias, to be in the pair's child: a new tree, or NULL if only
 * the server can tell (HASH, DEFAULT, keys that are expressions). *columns: the key's columns, those that are some. */
const ip_tree *ip_catalog_partition_condition(const ip_definitions *d, const ip_inheritance *pair, const char *alias,
                                              const ip_table *whole);
typedef IP_VEC(int) ip_partition_columns;
/* NULL: it is no partition. */
const PgQuery__PartitionBoundSpec *ip_catalog_partition_bound(const ip_inheritance *pair);
ip_partition_columns ip_catalog_partition_key(const ip_definitions *d, const char *table, const ip_table *whole);

/* The tables whose rows SELECT, UPDATE and DELETE of this one touch: itself, and those that inherit from it. Partitions
 * are none: their rows are its own. */
typedef IP_VEC(const ip_table *) ip_family;
ip_family ip_catalog_family_of(const ip_definitions *d, const ip_table *table);
/* A foreign table whose rows are among its own, the table itself or below it, partitions included; NULL: none. */
const ip_table *ip_catalog_foreign_part(const ip_definitions *d, const ip_table *table);

#endif
