/* Finds the partitioned table of a partition and the members of an inheritance tree. */
#include "catalog/partition.h"

#include <string.h>

enum { DEEPEST_FAMILY = 16 };

const ip_table *ip_partition_whole(const ip_definitions *d, const ip_table *table, ip_partition_path *path)
{
    const ip_table *whole = NULL;
    for (int depth = 0; depth < DEEPEST_FAMILY; depth++) {
        const ip_inheritance *up = NULL;
        for (int i = 0; i < d->inheritance.count && !up; i++)
            if (d->inheritance.items[i].partition && strcmp(d->inheritance.items[i].child, table->name) == 0)
                up = &d->inheritance.items[i];
        const ip_table *parent = up ? ip_schema_table(d->schema, up->parent) : NULL;
        if (!parent)
            break;
        if (path)
            IP_PUSH(d->arena, path, up);
        whole = table = parent;
    }
    return whole;
}

const char *ip_partition_unfollowed(const ip_partition_path *path)
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

ip_partition_columns ip_partition_key(const ip_definitions *d, const char *table, const ip_table *whole)
{
    const ip_kept_tree *kept = key_of(d, table);
    json_t *key = kept ? json_loads(kept->json, JSON_DECODE_ANY, NULL) : NULL, *element;
    ip_partition_columns columns = {0};
    size_t i;
    json_array_foreach(ip_field(key, "partParams"), i, element)
    {
        int column = ip_table_column(whole, ip_field_text(ip_node_as(element, "PartitionElem"), "name"));
        if (column >= 0)
            IP_PUSH(d->arena, &columns, column);
    }
    json_decref(key);
    return columns;
}

/* ------------------------------------------------------------- bounds -- */

static json_t *column(const char *alias, const char *name)
{
    return json_pack("{s:{s:[{s:{s:s}},{s:{s:s}}]}}", "ColumnRef", "fields", "String", "sval", alias, "String", "sval",
                     name);
}

static json_t *compare(const char *op, json_t *left, json_t *right)
{
    return json_pack("{s:{s:s,s:[{s:{s:s}}],s:o,s:o}}", "A_Expr", "kind", "AEXPR_OP", "name", "String", "sval", op,
                     "lexpr", left, "rexpr", right);
}

static json_t *connect(const char *op, json_t *parts)
{
    if (json_array_size(parts) == 1) {
        json_t *only = json_incref(json_array_get(parts, 0));
        json_decref(parts);
        return only;
    }
    return json_pack("{s:{s:s,s:o}}", "BoolExpr", "boolop", op, "args", parts);
}

static json_t *is_null(json_t *arg, bool negated)
{
    return json_pack("{s:{s:o,s:s}}", "NullTest", "arg", arg, "nulltesttype", negated ? "IS_NOT_NULL" : "IS_NULL");
}

static bool is_word(const json_t *datum, const char *word)
{
    const json_t *fields = ip_field(ip_node_as(datum, "ColumnRef"), "fields");
    return json_array_size(fields) == 1 && strcmp(ip_string_node(json_array_get(fields, 0)), word) == 0;
}

/* The row of the key compared with a bound, column by column: greater or equal (lower), or less (upper). NULL: true. */
static json_t *beyond(const char *alias, const char *const *names, const json_t *datums, bool lower)
{
    const char *strict = lower ? ">" : "<", *end = lower ? "minvalue" : "maxvalue",
               *none = lower ? "maxvalue" : "minvalue";
    json_t *ways = json_array(), *equal = json_array();
    size_t count = json_array_size(datums), i = 0;
    for (; i < count; i++) {
        json_t *datum = json_array_get(datums, i);
        if (is_word(datum, end)) /* whatever the rest is */
            break;
        if (is_word(datum, none)) { /* nothing on from here */
            i = count + 1;
            break;
        }
        json_t *way = json_copy(equal);
        const char *op = lower && i + 1 == count ? ">=" : strict;
        json_array_append_new(way, compare(op, column(alias, names[i]), json_deep_copy(datum)));
        json_array_append_new(ways, connect("AND_EXPR", way));
        json_array_append_new(equal, compare("=", column(alias, names[i]), json_deep_copy(datum)));
    }
    bool all = i < count && json_array_size(equal) == 0;
    if (!all && i < count)
        json_array_append_new(ways, connect("AND_EXPR", json_incref(equal)));
    json_decref(equal);
    if (!all && json_array_size(ways) > 0)
        return connect("OR_EXPR", ways);
    json_decref(ways);
    return NULL;
}

static json_t *in_range(const char *alias, const char *const *names, const json_t *bound)
{
    const json_t *lower = ip_field(bound, "lowerdatums"), *upper = ip_field(bound, "upperdatums");
    json_t *all = json_array();
    /* NULL is in no range, only in the DEFAULT partition. */
    for (size_t i = 0; i < json_array_size(lower); i++)
        json_array_append_new(all, is_null(column(alias, names[i]), true));
    json_t *sides[] = {beyond(alias, names, lower, true), beyond(alias, names, upper, false)};
    for (int i = 0; i < 2; i++)
        if (sides[i])
            json_array_append_new(all, sides[i]);
    return connect("AND_EXPR", all);
}

static json_t *in_list(const char *alias, const char *name, const json_t *bound)
{
    json_t *any = json_array(), *datum;
    size_t i;
    json_array_foreach(ip_field(bound, "listdatums"), i, datum)
    {
        bool null = ip_field_bool(ip_node_as(datum, "A_Const"), "isnull");
        json_array_append_new(any, null ? is_null(column(alias, name), false)
                                        : compare("=", column(alias, name), json_deep_copy(datum)));
    }
    return connect("OR_EXPR", any);
}

json_t *ip_partition_condition(const ip_definitions *d, const ip_inheritance *pair, const char *alias,
                               const ip_table *whole)
{
    const ip_kept_tree *kept = key_of(d, pair->parent);
    json_t *key = kept ? json_loads(kept->json, JSON_DECODE_ANY, NULL) : NULL;
    json_t *bound = pair->bound ? json_loads(pair->bound->json, JSON_DECODE_ANY, NULL) : NULL, *condition = NULL;
    size_t count = json_array_size(ip_field(key, "partParams"));
    const ip_partition_columns columns = ip_partition_key(d, pair->parent, whole);
    const char *strategy = ip_field_text(bound, "strategy");
    const char **names = IP_NEW_ARRAY(d->arena, const char *, count + 1);
    for (int i = 0; i < columns.count; i++)
        names[i] = whole->columns.items[columns.items[i]].name;
    bool plain = count > 0 && columns.count == (int)count && !ip_field_bool(bound, "is_default");
    if (plain && strcmp(strategy, "l") == 0 && count == 1 && json_array_size(ip_field(bound, "listdatums")) > 0)
        condition = in_list(alias, names[0], bound);
    if (plain && strcmp(strategy, "r") == 0 && json_array_size(ip_field(bound, "lowerdatums")) == count &&
        json_array_size(ip_field(bound, "upperdatums")) == count)
        condition = in_range(alias, names, bound);
    json_decref(key);
    json_decref(bound);
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
        const ip_table *child =
            !pair->partition && strcmp(pair->parent, table->name) == 0 ? ip_schema_table(d->schema, pair->child) : NULL;
        if (child)
            add_member(d, child, family, depth + 1);
    }
}

ip_family ip_family_of(const ip_definitions *d, const ip_table *table)
{
    ip_family family = {0};
    add_member(d, table, &family, 0);
    return family;
}
