/* Constraints by which some pairs of rows may not both be there, and which are no keys: EXCLUDE, unique indexes on
 * expressions or on part of the rows, deferrable keys, NULLS NOT DISTINCT. */
#include "ddl_parts.h"

#include <string.h>

/* What the server calls the column of an index on an expression: its FigureIndexColname. NULL: not known here. */
static const char *column_name(const ip_ddl *ddl, const json_t *element)
{
    const char *name = ip_field_text(element, "name");
    const json_t *call = ip_node_as(ip_field(element, "expr"), "FuncCall"), *names = ip_field(call, "funcname");
    size_t count = json_array_size(names);
    if (*name)
        return ip_arena_strdup(ddl->definitions->arena, name);
    return count ? ip_arena_strdup(ddl->definitions->arena, ip_string_node(json_array_get(names, count - 1))) : NULL;
}

static void add_part(ip_ddl *ddl, ip_exclusion *exclusion, const json_t *element, const char *operator)
{
    ip_arena *arena = ddl->definitions->arena;
    const char *name = ip_arena_strdup(arena, ip_field_text(element, "name"));
    ip_exclusion_part part = {*name ? name : NULL, ip_keep_tree(arena, ip_field(element, "expr"), exclusion->range),
                              ip_arena_strdup(arena, operator)};
    exclusion->any = exclusion->any || !*name;
    IP_PUSH(arena, &exclusion->parts, part);
    if (!*name)
        return;
    IP_PUSH(arena, &exclusion->named, name);
    if (strcmp(operator, "=") == 0)
        IP_PUSH(arena, &exclusion->equal, name);
}

/* elements: IndexElem nodes, or lists of one and its operator. */
void ip_ddl_add_exclusion(ip_ddl *ddl, ip_table *table, const char *what, const char *name, const json_t *elements,
                          const json_t *condition, ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    ip_exclusion exclusion = {.what = what, .any = condition != NULL, .range = range, .unique = true};
    IP_VEC(const char *) columns = {0};
    bool known = true;
    exclusion.where = ip_keep_tree(arena, condition, range);
    for (size_t i = 0; i < json_array_size(elements); i++) {
        const json_t *item = json_array_get(elements, i), *pair = ip_field(ip_node_as(item, "List"), "items");
        const json_t *element = ip_node_as(pair ? json_array_get(pair, 0) : item, "IndexElem");
        const json_t *names = ip_field(ip_node_as(json_array_get(pair, 1), "List"), "items");
        size_t count = json_array_size(names);
        const char *column = column_name(ddl, element);
        exclusion.unique = exclusion.unique && !pair;
        known = known && column;
        IP_PUSH(arena, &columns, column);
        add_part(ddl, &exclusion, element, count ? ip_string_node(json_array_get(names, count - 1)) : "=");
    }
    for (int i = 0; i < exclusion.parts.count && !exclusion.any && !exclusion.unique; i++)
        IP_PUSH(arena, &exclusion.operators, exclusion.parts.items[i].operator);
    const char *label = exclusion.unique ? "idx" : "excl";
    exclusion.name = *name   ? ip_arena_strdup(arena, name)
                     : known ? ip_ddl_name_of_columns(ddl, table, columns.items, columns.count, label)
                             : "";
    IP_PUSH(arena, &table->exclusions, exclusion);
}

void ip_ddl_defer_exclusion(ip_table *table, bool deferrable, bool deferred)
{
    ip_exclusion *last = &table->exclusions.items[table->exclusions.count - 1];
    last->deferrable = last->late = deferrable || deferred;
    last->deferred = deferred;
}

static ip_exclusion of_columns(ip_ddl *ddl, const ip_table *table, const int *columns, int count, bool equal)
{
    ip_arena *arena = ddl->definitions->arena;
    ip_exclusion exclusion = {.name = "", .unique = true};
    for (int c = 0; c < count; c++) {
        ip_exclusion_part part = {table->columns.items[columns[c]].name, NULL, "="};
        IP_PUSH(arena, &exclusion.named, part.column);
        IP_PUSH(arena, &exclusion.parts, part);
        if (equal)
            IP_PUSH(arena, &exclusion.equal, part.column);
    }
    return exclusion;
}

/* DEFERRABLE INITIALLY DEFERRED at a column comes in two pieces. */
static bool is_deferred_already(const ip_table *table, const int *columns, int count)
{
    const ip_exclusion *last = &table->exclusions.items[table->exclusions.count - 1];
    bool same = table->exclusions.count > 0 && last->deferrable && last->unique && last->parts.count == count;
    for (int i = 0; i < count && same; i++)
        same = strcmp(last->parts.items[i].column, table->columns.items[columns[i]].name) == 0;
    return same;
}

/* Until the end of the transaction two rows may have it: nothing follows from it on the way. */
void ip_ddl_defer_key(ip_ddl *ddl, ip_table *table, const int *columns, int count, bool deferred)
{
    int last = table->keys.count - 1;
    if (is_deferred_already(table, columns, count)) {
        table->exclusions.items[table->exclusions.count - 1].deferred = deferred;
        return;
    }
    if (last < 0 || table->keys.items[last].column_count != count ||
        memcmp(table->keys.items[last].columns, columns, (size_t)count * sizeof *columns) != 0)
        return;
    ip_exclusion exclusion = of_columns(ddl, table, columns, count, true);
    exclusion.what = "a deferrable key";
    exclusion.name = table->keys.items[last].name;
    exclusion.range = table->keys.items[last].range;
    exclusion.deferrable = exclusion.late = true;
    exclusion.deferred = deferred;
    table->keys.count = last;
    if (table->primary_key == last)
        table->primary_key = -1;
    IP_PUSH(ddl->definitions->arena, &table->exclusions, exclusion);
}

/* NULLS NOT DISTINCT: rows may also be in the way by NULLs, which no equality finds. */
void ip_ddl_nulls_are_equal(ip_ddl *ddl, ip_table *table, const int *columns, int count, ip_range range)
{
    ip_exclusion exclusion = of_columns(ddl, table, columns, count, false);
    exclusion.what = "a key with NULLS NOT DISTINCT";
    exclusion.range = range;
    exclusion.nulls_equal = true;
    exclusion.name = table->keys.count ? table->keys.items[table->keys.count - 1].name : "";
    IP_PUSH(ddl->definitions->arena, &table->exclusions, exclusion);
}

static const char doubted[] = "a constraint that was perhaps dropped or changed";

/* Perhaps it is gone, or compares something else now: any row may be in the way, and none is sure to be. */
static void doubt(ip_table *table, ip_exclusion *exclusion)
{
    exclusion->operators.count = 0;
    exclusion->any = true;
    table->unchecked = doubted;
}

bool ip_ddl_drop_exclusion(ip_table *table, const char *name)
{
    int kept = 0, before = table->exclusions.count;
    for (int i = 0; i < before; i++) {
        ip_exclusion *exclusion = &table->exclusions.items[i];
        if (strcmp(exclusion->name, name) == 0)
            continue;
        if (!*exclusion->name)
            doubt(table, exclusion);
        table->exclusions.items[kept++] = *exclusion;
    }
    table->exclusions.count = kept;
    return kept < before;
}

void ip_ddl_rename_exclusion(ip_table *table, const char *before, const char *after)
{
    for (int i = 0; i < table->exclusions.count; i++)
        if (strcmp(table->exclusions.items[i].name, before) == 0)
            table->exclusions.items[i].name = after;
}

void ip_ddl_exclusions_after_column(ip_table *table, const char *column)
{
    for (int i = 0; i < table->exclusions.count; i++) {
        ip_exclusion *exclusion = &table->exclusions.items[i];
        bool concerned = exclusion->any;
        for (int k = 0; k < exclusion->named.count; k++)
            concerned = concerned || strcmp(exclusion->named.items[k], column) == 0;
        if (concerned)
            doubt(table, exclusion);
    }
}

static void rename_in(const char **names, int count, const char *before, const char *after)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], before) == 0)
            names[i] = after;
}

void ip_ddl_exclusions_rename_column(ip_table *table, const char *before, const char *after)
{
    for (int i = 0; i < table->exclusions.count; i++) {
        ip_exclusion *exclusion = &table->exclusions.items[i];
        rename_in(exclusion->named.items, exclusion->named.count, before, after);
        rename_in(exclusion->equal.items, exclusion->equal.count, before, after);
        for (int k = 0; k < exclusion->parts.count; k++)
            if (exclusion->parts.items[k].column)
                rename_in(&exclusion->parts.items[k].column, 1, before, after);
        if (exclusion->any) /* what is kept of expressions has the name before */
            doubt(table, exclusion);
    }
}
