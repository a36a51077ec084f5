/* Default names of constraints and indexes, by which migrations drop them: t_pkey, t_a_b_key, t_a_fkey, with a number
 * where that is taken (PostgreSQL's ChooseConstraintName and makeObjectName). */
#include "ddl/pieces.h"

#include "base/words.h"

#include <string.h>

enum { LONGEST = 63 };

static const char *schema_of(ip_arena *arena, const char *table)
{
    const char *dot = strrchr(table, '.');
    return dot ? ip_arena_strndup(arena, table, (size_t)(dot - table)) : "";
}

static bool is_taken(const ip_ddl *ddl, const char *schema, const char *name)
{
    ip_arena *arena = ddl->definitions->arena;
    const ip_schema *tables = ddl->definitions->schema;
    for (int t = 0; t < tables->tables.count; t++) {
        const ip_table *table = tables->tables.items[t];
        for (int k = 0; k < table->keys.count; k++)
            if (strcmp(table->keys.items[k].name, name) == 0 && strcmp(schema_of(arena, table->name), schema) == 0)
                return true;
        for (int x = 0; x < table->exclusions.count; x++)
            if (strcmp(table->exclusions.items[x].name, name) == 0 &&
                strcmp(schema_of(arena, table->name), schema) == 0)
                return true;
    }
    for (int i = 0; i < ddl->foreign_keys.count; i++)
        if (strcmp(ddl->foreign_keys.items[i].name, name) == 0 &&
            strcmp(schema_of(arena, ddl->foreign_keys.items[i].table->name), schema) == 0)
            return true;
    for (int i = 0; i < ddl->definitions->checks.count; i++)
        if (strcmp(ddl->definitions->checks.items[i].name, name) == 0 &&
            strcmp(schema_of(arena, ddl->definitions->checks.items[i].table->name), schema) == 0)
            return true;
    return false;
}

/* If the result is too long, both names are truncated, the longer one first. */
static const char *made_of(ip_arena *arena, const char *table, const char *columns, const char *label)
{
    size_t first = strlen(table), second = strlen(columns);
    size_t room = LONGEST - 1 - strlen(label) - (second ? 1 : 0);
    while (first + second > room)
        *(first > second ? &first : &second) -= 1;
    return ip_arena_printf(arena, "%.*s%s%.*s_%s", (int)first, table, second ? "_" : "", (int)second, columns, label);
}

const char *ip_ddl_name_of_columns(const ip_ddl *ddl, const ip_table *table, const char *const *columns, int count,
                                   const char *label)
{
    ip_arena *arena = ddl->definitions->arena;
    const char *schema = schema_of(arena, table->name), *joined = "";
    const char *own = ip_last_part(table->name), *name;
    for (int i = 0; i < count; i++)
        joined = ip_arena_printf(arena, "%s%s%s", joined, i ? "_" : "", columns[i]);
    name = made_of(arena, own, joined, label);
    for (int n = 1; is_taken(ddl, schema, name); n++)
        name = made_of(arena, own, joined, ip_arena_printf(arena, "%s%d", label, n));
    return name;
}

const char *ip_ddl_constraint_name(const ip_ddl *ddl, const ip_table *table, const int *columns, int count,
                                   const char *label)
{
    const char **names = IP_NEW_ARRAY(ddl->definitions->arena, const char *, count);
    for (int i = 0; i < count; i++)
        names[i] = table->columns.items[columns[i]].name;
    return ip_ddl_name_of_columns(ddl, table, names, count, label);
}
