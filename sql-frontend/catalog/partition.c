/* Finds the partitioned table of a partition and the members of an inheritance tree. */
#include "catalog/partition.h"

#include <string.h>

enum { DEEPEST_FAMILY = 16 };

const ip_table *ip_catalog_partition_whole(const ip_definitions *d, const ip_table *table, ip_partition_path *path)
{
    const ip_table *whole = NULL;
    for (int depth = 0; depth < DEEPEST_FAMILY; depth++) {
        const ip_inheritance *up = NULL;
        for (int i = 0; i < d->inheritance.count && !up; i++)
            if (d->inheritance.items[i].partition && strcmp(d->inheritance.items[i].child, table->name) == 0)
                up = &d->inheritance.items[i];
        const ip_table *parent = up ? ip_catalog_schema_table(d->schema, up->parent) : NULL;
        if (!parent)
            break;
        if (path)
            IP_PUSH(d->arena, path, up);
        whole = table = parent;
    }
    return whole;
}

const char *ip_catalog_partition_unfollowed(const ip_partition_path *path)
{
    for (int i = 0; i < path->count; i++)
        if (path->items[i]->unfollowed)
            return path->items[i]->unfollowed;
    return NULL;
}

static const ip_kept_tree *key_of(const ip_definitions *d, const char *table)
{
    for (int i = d->partitioned.count - 1; i >= 0; i--)
        if (strcmp(d->partitioned.items[i].table->name, table) == 0)
            return d->partitioned.items[i].key;
    return NULL;
}

bool ip_catalog_is_partitioned(const ip_definitions *d, const ip_table *table)
{
    return key_of(d, table->name) != NULL;
}

const PgQuery__PartitionBoundSpec *ip_catalog_partition_bound(const ip_inheritance *pair)
{
    return pair->bound ? ip_message_as(pair->bound->tree, &pg_query__partition_bound_spec__descriptor) : NULL;
}

ip_partition_columns ip_catalog_partition_key(const ip_definitions *d, const char *table, const ip_table *whole)
{
    const ip_kept_tree *kept = key_of(d, table);
    const PgQuery__PartitionSpec *key = kept ? ip_message_as(kept->tree, &pg_query__partition_spec__descriptor) : NULL;
    const ip_tree *element;
    ip_partition_columns columns = {0};
    size_t i;
    IP_LIST_EACH(IP_ITEMS(key, part_params), i, element)
    {
        int column = ip_catalog_table_column(whole, IP_TEXT(ip_as_partition_elem(element), name));
        if (column >= 0)
            IP_PUSH(d->arena, &columns, column);
    }
    return columns;
}

/* ------------------------------------------------------------- bounds -- */

static PgQuery__Node *compare(ip_arena *arena, const char *op, PgQuery__Node *left, const ip_tree *right)
{
    PgQuery__AExpr *expr = ip_parse_message_new(arena, &pg_query__a__expr__descriptor);
    expr->kind = PG_QUERY__A__EXPR__KIND__AEXPR_OP;
    IP_SET_LIST(expr, name, *ip_parse_list_one(arena, ip_parse_string_of(arena, op)));
    expr->lexpr = left;
    expr->rexpr = (PgQuery__Node *)right;
    return ip_parse_node_of(arena, expr);
}

static PgQuery__Node *connect(ip_arena *arena, PgQuery__BoolExprType op, ip_list parts)
{
    if (parts.count == 1)
        return parts.items[0];
    PgQuery__BoolExpr *expr = ip_parse_message_new(arena, &pg_query__bool_expr__descriptor);
    expr->boolop = op;
    IP_SET_LIST(expr, args, parts);
    return ip_parse_node_of(arena, expr);
}

static PgQuery__Node *is_null(ip_arena *arena, PgQuery__Node *arg, bool negated)
{
    PgQuery__NullTest *test = ip_parse_message_new(arena, &pg_query__null_test__descriptor);
    test->arg = arg;
    test->nulltesttype = negated ? PG_QUERY__NULL_TEST_TYPE__IS_NOT_NULL : PG_QUERY__NULL_TEST_TYPE__IS_NULL;
    return ip_parse_node_of(arena, test);
}

static bool is_word(const ip_tree *datum, const char *word)
{
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(datum), fields);
    return ip_parse_list_size(fields) == 1 && strcmp(ip_parse_string_node(ip_parse_list_item(fields, 0)), word) == 0;
}

/* The row of the key compared with a bound, column by column: greater or equal (lower), or less (upper). NULL: true. */
static PgQuery__Node *beyond(ip_arena *arena, const char *alias, const char *const *names, const ip_tree *datums,
                             bool lower)
{
    const char *strict = lower ? ">" : "<", *end = lower ? "minvalue" : "maxvalue",
               *none = lower ? "maxvalue" : "minvalue";
    ip_list ways = {0}, equal = {0};
    size_t count = ip_parse_list_size(datums), i = 0;
    for (; i < count; i++) {
        const ip_tree *datum = ip_parse_list_item(datums, i);
        if (is_word(datum, end)) /* whatever the rest is */
            break;
        if (is_word(datum, none)) { /* nothing on from here */
            i = count + 1;
            break;
        }
        ip_list way = ip_parse_list_copy(arena, &equal);
        const char *op = lower && i + 1 == count ? ">=" : strict;
        ip_parse_list_add(arena, &way, compare(arena, op, ip_parse_column_of(arena, alias, names[i]), datum));
        ip_parse_list_add(arena, &ways, connect(arena, PG_QUERY__BOOL_EXPR_TYPE__AND_EXPR, way));
        ip_parse_list_add(arena, &equal, compare(arena, "=", ip_parse_column_of(arena, alias, names[i]), datum));
    }
    bool all = i < count && equal.count == 0;
    if (!all && i < count)
        ip_parse_list_add(arena, &ways, connect(arena, PG_QUERY__BOOL_EXPR_TYPE__AND_EXPR, equal));
    return !all && ways.count > 0 ? connect(arena, PG_QUERY__BOOL_EXPR_TYPE__OR_EXPR, ways) : NULL;
}

static PgQuery__Node *in_range(ip_arena *arena, const char *alias, const char *const *names,
                               const PgQuery__PartitionBoundSpec *bound)
{
    const ip_tree *lower = IP_ITEMS(bound, lowerdatums), *upper = IP_ITEMS(bound, upperdatums);
    ip_list all = {0};
    /* NULL is in no range, only in the DEFAULT partition. */
    for (size_t i = 0; i < ip_parse_list_size(lower); i++)
        ip_parse_list_add(arena, &all, is_null(arena, ip_parse_column_of(arena, alias, names[i]), true));
    PgQuery__Node *sides[] = {beyond(arena, alias, names, lower, true), beyond(arena, alias, names, upper, false)};
    for (int i = 0; i < 2; i++)
        if (sides[i])
            ip_parse_list_add(arena, &all, sides[i]);
    return connect(arena, PG_QUERY__BOOL_EXPR_TYPE__AND_EXPR, all);
}

static PgQuery__Node *in_list(ip_arena *arena, const char *alias, const char *name,
                              const PgQuery__PartitionBoundSpec *bound)
{
    ip_list any = {0};
    const ip_tree *datum;
    size_t i;
    IP_LIST_EACH(IP_ITEMS(bound, listdatums), i, datum)
    {
        bool null = IP_GET(ip_as_a_const(datum), isnull);
        PgQuery__Node *column = ip_parse_column_of(arena, alias, name);
        ip_parse_list_add(arena, &any, null ? is_null(arena, column, false) : compare(arena, "=", column, datum));
    }
    return connect(arena, PG_QUERY__BOOL_EXPR_TYPE__OR_EXPR, any);
}

const ip_tree *ip_catalog_partition_condition(const ip_definitions *d, const ip_inheritance *pair, const char *alias,
                                              const ip_table *whole)
{
    const ip_kept_tree *kept = key_of(d, pair->parent);
    const PgQuery__PartitionSpec *key = kept ? ip_message_as(kept->tree, &pg_query__partition_spec__descriptor) : NULL;
    const PgQuery__PartitionBoundSpec *bound = ip_catalog_partition_bound(pair);
    const ip_tree *condition = NULL;
    size_t count = ip_parse_list_size(IP_ITEMS(key, part_params));
    const ip_partition_columns columns = ip_catalog_partition_key(d, pair->parent, whole);
    const char *strategy = IP_TEXT(bound, strategy);
    const char **names = IP_NEW_ARRAY(d->arena, const char *, count + 1);
    for (int i = 0; i < columns.count; i++)
        names[i] = whole->columns.items[columns.items[i]].name;
    bool plain = count > 0 && columns.count == (int)count && !IP_GET(bound, is_default);
    if (plain && strcmp(strategy, "l") == 0 && count == 1 && ip_parse_list_size(IP_ITEMS(bound, listdatums)) > 0)
        condition = in_list(d->arena, alias, names[0], bound);
    if (plain && strcmp(strategy, "r") == 0 && ip_parse_list_size(IP_ITEMS(bound, lowerdatums)) == count &&
        ip_parse_list_size(IP_ITEMS(bound, upperdatums)) == count)
        condition = in_range(d->arena, alias, names, bound);
    return condition;
}

/* ------------------------------------------------------------ families -- */

static void add_member(const ip_definitions *d, const ip_table *table, ip_family *family, int depth)
{
    for (int i = 0; i < family->count; i++)
        if (family->items[i] == table)
            return;
    IP_PUSH(d->arena, family, table);
    for (int i = 0; i < d->inheritance.count && depth < DEEPEST_FAMILY; i++) {
        const ip_inheritance *pair = &d->inheritance.items[i];
        const ip_table *child = !pair->partition && strcmp(pair->parent, table->name) == 0
                                    ? ip_catalog_schema_table(d->schema, pair->child)
                                    : NULL;
        if (child)
            add_member(d, child, family, depth + 1);
    }
}

ip_family ip_catalog_family_of(const ip_definitions *d, const ip_table *table)
{
    ip_family family = {0};
    add_member(d, table, &family, 0);
    return family;
}

static const ip_table *foreign_below(const ip_definitions *d, const ip_table *table, int depth)
{
    if (table->foreign)
        return table;
    for (int i = 0; i < d->inheritance.count && depth < DEEPEST_FAMILY; i++) {
        const ip_inheritance *pair = &d->inheritance.items[i];
        const ip_table *child =
            strcmp(pair->parent, table->name) == 0 ? ip_catalog_schema_table(d->schema, pair->child) : NULL;
        const ip_table *found = child ? foreign_below(d, child, depth + 1) : NULL;
        if (found)
            return found;
    }
    return NULL;
}

const ip_table *ip_catalog_foreign_part(const ip_definitions *d, const ip_table *table)
{
    return foreign_below(d, table, 0);
}
