/* Collects the names of all objects that are created, and looks up names in them. */
#include "missing_names/created_names_state.h"

#include "base/words.h"
#include "catalog/builtin.h"
#include "catalog/relation.h"
#include "catalog/unit_index.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------- the server's own names -- */

static const char *const server_extensions[] = {
#define EXTENSION(name) name,
#define FUNCTION(name)
#define TYPE(name)
#define RELATION(name)
#include "catalog/server_names.inc"
};
#undef EXTENSION
#undef FUNCTION

static const char *const server_functions[] = {
#define EXTENSION(name)
#define FUNCTION(name) name,
#include "catalog/server_names.inc"
};
#undef FUNCTION
#undef TYPE

static const char *const server_types[] = {
#define FUNCTION(name)
#define TYPE(name) name,
#include "catalog/server_names.inc"
};
#undef TYPE
#undef RELATION

static const char *const server_relations[] = {
#define TYPE(name)
#define RELATION(name) name,
#include "catalog/server_names.inc"
};

/* Functions of PostgreSQL 16 to 18, and syntax there that looks like a function. */
static const char *const newer_functions[] = {
    "any_value",
    "array_reverse",
    "array_sample",
    "array_shuffle",
    "array_sort",
    "casefold",
    "crc32",
    "crc32c",
    "date_add",
    "date_subtract",
    "erf",
    "erfc",
    "gamma",
    "json_array",
    "json_exists",
    "json_query",
    "json_scalar",
    "json_serialize",
    "json_table",
    "json_value",
    "lgamma",
    "merge_action",
    "pg_basetype",
    "pg_get_acl",
    "pg_input_error_info",
    "pg_input_is_valid",
    "pg_split_walfile_name",
    "random_normal",
    "reverse",
    "system_user",
    "to_bin",
    "to_oct",
    "to_regtypemod",
    "unicode_assigned",
    "unicode_version",
    "uuid_extract_timestamp",
    "uuid_extract_version",
    "uuidv4",
    "uuidv7",
    "xmltext",
};

#define LISTED(list, name) ip_is_one_of(list, sizeof(list) / sizeof(list)[0], name)

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void sort(ip_created_names *list)
{
    if (list->count)
        qsort(list->items, (size_t)list->count, sizeof list->items[0], compare_names);
}

static void sort_all(ip_created *created)
{
    sort(&created->relations);
    sort(&created->functions);
    sort(&created->columns);
    sort(&created->stated);
    sort(&created->stated_functions);
    sort(&created->altered);
}

static bool has(const ip_created_names *list, const char *name)
{
    return list->count && bsearch(&name, list->items, (size_t)list->count, sizeof list->items[0], compare_names);
}

static ip_created *read_all(ip_arena *arena, const ip_definitions *definitions, const ip_source *const *sources,
                            int count, bool ever)
{
    ip_created *created = IP_NEW(arena, ip_created);
    created->ever = ever;
    created->arena = arena;
    created->definitions = definitions;
    for (int i = 0; i < count; i++)
        ip_missing_created_read_text(created, sources[i]);
    for (int i = 0; i < definitions->included.count; i++)
        ip_missing_created_read_text(created, definitions->included.items[i]);
    for (int i = 0; i < definitions->triggers.count; i++) { /* transition tables, in their functions */
        const ip_trigger *t = &definitions->triggers.items[i];
        if (t->old_table)
            IP_PUSH(arena, &created->relations, t->old_table);
        if (t->new_table)
            IP_PUSH(arena, &created->relations, t->new_table);
    }
    for (int i = 0; i < definitions->extensions.count; i++)
        if (!LISTED(server_extensions, definitions->extensions.items[i]))
            created->unknown_extension = true;
    sort_all(created);
    return created;
}

ip_created *ip_missing_created_read(ip_arena *arena, const ip_definitions *definitions, const ip_source *const *sources,
                                    int count)
{
    return read_all(arena, definitions, sources, count, false);
}

ip_created *ip_missing_created_ever(ip_arena *arena, const ip_definitions *definitions, const ip_source *const *sources,
                                    int count)
{
    return read_all(arena, definitions, sources, count, true);
}

void ip_missing_created_add(ip_created *created, const ip_source *source)
{
    while (source->origin)
        source = source->origin;
    ip_missing_created_read_text(created, source);
    sort_all(created);
}

/* ------------------------------------------------------------- questions -- */

/* TABLE_COLUMN_seq, perhaps numbered: the sequence that a column of type serial or an identity column may create. */
static bool is_sequence_of_column(const char *name)
{
    const char *end = name + strlen(name);
    while (end > name && end[-1] >= '0' && end[-1] <= '9')
        end--;
    return end - name > 4 && strncmp(end - 4, "_seq", 4) == 0;
}

bool ip_missing_created_relation(const ip_created *created, const ip_path *path, const PgQuery__RangeVar *rangevar)
{
    const char *name = IP_TEXT(rangevar, relname), *schema = IP_TEXT(rangevar, schemaname);
    const ip_relation relation = ip_catalog_relation_of(created->definitions, path, rangevar);
    return relation.table || relation.view || relation.composite || relation.several || relation.catalog ||
           created->unknown_extension || strncmp(schema, "pg_", 3) == 0 || has(&created->relations, name) ||
           has(&created->stated, name) || is_sequence_of_column(name) || LISTED(server_relations, name);
}

/* A table, or what is not read and written as a table is: a view, which is known to be one, a type, a sequence. */
static bool is_in_schema(const ip_definitions *d, const char *name)
{
    for (int i = 0; i < d->schema->tables.count; i++)
        if (strcmp(ip_last_part(d->schema->tables.items[i]->name), name) == 0)
            return true;
    for (int i = 0; i < d->views.count; i++)
        if (strcmp(ip_last_part(d->views.items[i].name), name) == 0)
            return true;
    for (int i = 0; i < d->types.count; i++)
        if (strcmp(ip_last_part(d->types.items[i].name), name) == 0)
            return true;
    for (int i = 0; i < d->composites.count; i++)
        if (strcmp(ip_last_part(d->composites.items[i].name), name) == 0)
            return true;
    for (int i = 0; i < d->sequences.count; i++)
        if (strcmp(ip_last_part(d->sequences.items[i]), name) == 0)
            return true;
    return is_sequence_of_column(name);
}

bool ip_missing_created_more(const ip_created *created)
{
    bool more = created->unknown_extension || created->computed;
    for (int i = 0; i < created->relations.count; i++)
        more = more || !is_in_schema(created->definitions, created->relations.items[i]);
    for (int i = 0; i < created->stated.count; i++)
        more = more || !is_in_schema(created->definitions, created->stated.items[i]);
    return more;
}

bool ip_missing_created_row_type(const ip_created *created, const ip_path *path, const char *name)
{
    const ip_definitions *d = created->definitions;
    const char *last = ip_last_part(name);
    const ip_relation relation = ip_catalog_relation_named(d, path, name);
    for (int i = 0; i < d->composites.count; i++)
        if (strcmp(ip_last_part(d->composites.items[i].name), last) == 0)
            return true;
    return relation.table || relation.view || relation.composite || relation.several || relation.catalog ||
           created->unknown_extension || strncmp(name, "pg_", 3) == 0 ||
           (has(&created->relations, last) || has(&created->stated, last)) || LISTED(server_relations, last);
}

bool ip_missing_type_of_server(const char *name)
{
    return LISTED(server_types, name) || *name == '_' || /* the type of arrays */
           ip_is_among("serial bigserial smallserial serial2 serial4 serial8", name);
}

bool ip_missing_created_type(const ip_created *created, const ip_path *path, const char *name)
{
    const ip_definitions *d = created->definitions;
    for (int i = 0; i < d->types.count; i++)
        if (strcmp(ip_last_part(d->types.items[i].name), name) == 0)
            return true;
    return ip_missing_type_of_server(name) || ip_missing_created_row_type(created, path, name);
}

/* t (c) is a column of t if no function of that name matches; type (c) is a cast (section 10.3). */
static bool other_meaning(const ip_created *created, const char *name)
{
    const ip_definitions *d = created->definitions;
    if (LISTED(server_types, name) || ip_catalog_schema_table(d->schema, name) || ip_catalog_definitions_view(d, name))
        return true;
    for (int i = 0; i < d->types.count; i++)
        if (strcmp(ip_last_part(d->types.items[i].name), name) == 0)
            return true;
    for (int i = 0; i < d->composites.count; i++) {
        const ip_composite *type = &d->composites.items[i];
        if (strcmp(ip_last_part(type->name), name) == 0)
            return true;
        for (int k = 0; k < type->row->columns.count; k++)
            if (strcmp(type->row->columns.items[k].name, name) == 0)
                return true;
    }
    for (int i = 0; i < d->schema->tables.count; i++)
        if (ip_catalog_table_column(d->schema->tables.items[i], name) >= 0)
            return true;
    /* An item of that name in a view's query may be a column of the view. */
    for (int i = 0; i < d->views.count; i++)
        if (ip_parse_tree_has_text(d->views.items[i].query->tree, name))
            return true;
    return false;
}

const ip_definitions *ip_missing_created_definitions(const ip_created *created)
{
    return created->definitions;
}

bool ip_missing_created_by_server(const char *function)
{
    int count;
    return ip_catalog_builtin_named(function, &count) || LISTED(server_functions, function) ||
           LISTED(newer_functions, function);
}

/* Created by something other than a unit. */
static bool elsewhere(const ip_created *created, const char *name)
{
    return created->unknown_extension || ip_missing_created_by_server(name) || has(&created->functions, name) ||
           has(&created->stated, name) || has(&created->stated_functions, name) ||
           ip_catalog_find_user_operator(created->definitions, IP_USER_AGGREGATE, name);
}

bool ip_missing_created_function_named(const ip_created *created, const char *name)
{
    const ip_definitions *d = created->definitions;
    int at = ip_catalog_first_named(d, name);
    return elsewhere(created, name) || (at < d->names.count && strcmp(d->names.items[at].name, name) == 0);
}

bool ip_missing_created_function(const ip_created *created, const PgQuery__FuncCall *call)
{
    const ip_definitions *d = created->definitions;
    const ip_tree *names = IP_ITEMS(call, funcname);
    const char *last = ip_parse_last_string(names), *full;
    bool qualified = ip_parse_list_size(names) > 1;
    if (qualified && strncmp(ip_parse_string_node(ip_parse_list_item(names, 0)), "pg_", 3) == 0)
        return true;
    if (!qualified && ip_missing_created_function_named(created, last))
        return true;
    if (qualified && elsewhere(created, last))
        return true;
    full = ip_parse_call_name(created->arena, call);
    for (int i = ip_catalog_first_named(d, last); i < d->names.count && strcmp(d->names.items[i].name, last) == 0; i++)
        if (!qualified || strcmp(d->units.items[d->names.items[i].unit]->name, full) == 0)
            return true;
    return !qualified && ip_parse_list_size(IP_ITEMS(call, args)) == 1 && other_meaning(created, last);
}

bool ip_missing_created_column(const ip_created *created, const char *name)
{
    return has(&created->columns, name);
}

enum { DEEPEST_FAMILY = 16 };

static bool whole(const ip_created *created, const ip_table *table, int depth)
{
    const ip_definitions *d = created->definitions;
    if (!table || created->ever || depth > DEEPEST_FAMILY || created->unknown_extension || table->temporary ||
        table->columns.count == 0 || has(&created->altered, ip_last_part(table->name)) ||
        has(&created->relations, ip_last_part(table->name)))
        return false;
    for (int i = 0; i < d->inheritance.count; i++)
        if (strcmp(d->inheritance.items[i].child, table->name) == 0 &&
            !whole(created, ip_catalog_schema_table(d->schema, d->inheritance.items[i].parent), depth + 1))
            return false;
    return true;
}

bool ip_missing_created_whole(const ip_created *created, const ip_table *table)
{
    return whole(created, table, 0);
}
