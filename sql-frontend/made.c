#include "made.h"

#include "base/words.h"
#include "builtin.h"
#include "lexer.h"
#include "relation.h"
#include "summary.h"
#include "unit_index.h"

#include <stdlib.h>
#include <string.h>

typedef IP_VEC(const char *) name_list;

struct ip_made {
    ip_arena *arena;
    const ip_definitions *definitions;
    name_list relations, functions, altered; /* last parts of names; sorted, once all are read */
    name_list stated;                        /* by the files' own statements, and not dropped: known or not */
    bool unknown_extension;                  /* it may have made anything */
};

enum { DEEPEST_TEXT = 6 };

/* ------------------------------------------------- the server's own names -- */

static const char *const server_extensions[] = {
#define EXTENSION(name) name,
#define FUNCTION(name)
#define TYPE(name)
#define RELATION(name)
#include "server_names.inc"
};
#undef EXTENSION
#undef FUNCTION

static const char *const server_functions[] = {
#define EXTENSION(name)
#define FUNCTION(name) name,
#include "server_names.inc"
};
#undef FUNCTION
#undef TYPE

static const char *const server_types[] = {
#define FUNCTION(name)
#define TYPE(name) name,
#include "server_names.inc"
};
#undef TYPE
#undef RELATION

static const char *const server_relations[] = {
#define TYPE(name)
#define RELATION(name) name,
#include "server_names.inc"
};

/* Functions of PostgreSQL 16 to 18, and what looks like one but is syntax there. */
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

/* --------------------------------------------------------- made by texts -- */

static bool is_name(ip_token token)
{
    return token.kind == IP_TOKEN_WORD || token.kind == IP_TOKEN_QUOTED;
}

/* The last part of the name that begins at the token. */
static void add_name(ip_made *made, name_list *list, const ip_source *source, ip_token token, size_t at, size_t end)
{
    while (is_name(token)) {
        size_t behind = at;
        ip_token dot = ip_next_token(source, &behind, end, false), part = {IP_TOKEN_END, 0, 0};
        if (ip_token_is(source, dot, "."))
            part = ip_next_token(source, &behind, end, false);
        if (!is_name(part)) {
            IP_PUSH(made->arena, list, ip_token_name(made->arena, source, token));
            return;
        }
        token = part;
        at = behind;
    }
}

/* LIKE another table, OF a type, AS a query: what the schema has need not be all. */
static bool columns_elsewhere(const ip_source *source, size_t at, size_t end)
{
    int depth = 0;
    ip_token before = {IP_TOKEN_END, 0, 0};
    for (ip_token token = ip_next_token(source, &at, end, false);
         token.kind != IP_TOKEN_END && !ip_token_is(source, token, ";");
         token = ip_next_token(source, &at, end, false)) {
        depth += ip_token_is(source, token, "(") - ip_token_is(source, token, ")");
        bool of = ip_token_is(source, token, "of") && !ip_token_is(source, before, "partition");
        if ((depth == 0 && (of || ip_token_is(source, token, "as"))) ||
            (depth == 1 && ip_token_is(source, token, "like")))
            return true;
        before = token;
    }
    return false;
}

/* Behind CREATE: files' own statements make what the schema has; only temporary tables are not there. */
static void read_create(ip_made *made, const ip_source *source, size_t at, size_t end, bool later)
{
    static const char *const before[] = {"or",       "replace", "global",       "local",     "temp", "temporary",
                                         "unlogged", "foreign", "materialized", "recursive", NULL};
    static const char *const relations[] = {"table", "view", "sequence", "type", "domain", NULL};
    static const char *const functions[] = {"function", "procedure", "aggregate", NULL};
    ip_token token = ip_next_token(source, &at, end, false);
    for (; ip_token_is_any(source, token, before); token = ip_next_token(source, &at, end, false))
        later = later || ip_token_is(source, token, "temp") || ip_token_is(source, token, "temporary");
    bool function = ip_token_is_any(source, token, functions);
    if (!function && !ip_token_is_any(source, token, relations))
        return;
    token = ip_next_token(source, &at, end, false);
    if (ip_token_is(source, token, "if"))
        for (int i = 0; i < 3; i++) /* NOT EXISTS name */
            token = ip_next_token(source, &at, end, false);
    add_name(made, !later ? &made->stated : function ? &made->functions : &made->relations, source, token, at, end);
    if (!function && columns_elsewhere(source, at, end))
        add_name(made, &made->altered, source, token, at, end);
}

/* Behind DROP, in a statement of the files' own. */
static void read_drop(ip_made *made, const ip_source *source, size_t at, size_t end)
{
    name_list dropped = {0};
    int depth = 0;
    for (ip_token token = ip_next_token(source, &at, end, false);
         token.kind != IP_TOKEN_END && !ip_token_is(source, token, ";");
         token = ip_next_token(source, &at, end, false)) {
        depth += ip_token_is(source, token, "(") - ip_token_is(source, token, ")");
        if (is_name(token) && depth == 0)
            IP_PUSH(made->arena, &dropped, ip_token_name(made->arena, source, token));
    }
    for (int i = 0; i < made->stated.count; i++)
        for (int k = 0; k < dropped.count; k++)
            if (strcmp(made->stated.items[i], dropped.items[k]) == 0) {
                made->stated.items[i--] = made->stated.items[--made->stated.count];
                break;
            }
}

/* Behind ALTER: what a text that is run later adds to a table, or calls it. */
static void read_alter(ip_made *made, const ip_source *source, size_t at, size_t end, bool later)
{
    static const char *const skipped[] = {"if", "exists", "only", NULL};
    static const char *const kinds[] = {"table", "view", "materialized", "function", "procedure", "aggregate", NULL};
    ip_token token = ip_next_token(source, &at, end, false);
    if (!ip_token_is_any(source, token, kinds))
        return;
    do
        token = ip_next_token(source, &at, end, false);
    while (ip_token_is_any(source, token, skipped));
    if (later)
        add_name(made, &made->altered, source, token, at, end);
    for (int i = 0; i < 8; i++) { /* [schema.name] RENAME TO name */
        bool to = ip_token_is(source, token, "to");
        token = ip_next_token(source, &at, end, false);
        if (to)
            add_name(made, later ? &made->relations : &made->stated, source, token, at, end);
    }
}

/* INTO a new table: with TEMP or TABLE, or not in a body itself, where it is PL/pgSQL's. */
static void read_into(ip_made *made, const ip_source *source, ip_token before, size_t at, size_t end, int depth)
{
    static const char *const table[] = {"temp", "temporary", "unlogged", "table", NULL};
    ip_token token = ip_next_token(source, &at, end, false);
    bool makes = depth != 1 && !ip_token_is(source, before, "insert") && !ip_token_is(source, before, "merge");
    for (; ip_token_is_any(source, token, table); token = ip_next_token(source, &at, end, false))
        makes = true;
    if (makes)
        add_name(made, &made->relations, source, token, at, end);
}

/* depth: of quotes around. */
static void read_text(ip_made *made, const ip_source *source, size_t begin, size_t end, int depth)
{
    ip_token before = {IP_TOKEN_END, 0, 0};
    for (size_t at = begin; at < end;) {
        ip_token token = ip_next_token(source, &at, end, false);
        if (token.kind == IP_TOKEN_END)
            break;
        size_t inner = token.begin, inner_end = token.end;
        if (token.kind == IP_TOKEN_STRING && !ip_token_dollar(source, token, &inner, &inner_end)) {
            while (inner < inner_end && source->text[inner] != '\'')
                inner++;
            inner++;
            inner_end--;
        }
        if (token.kind == IP_TOKEN_STRING && depth < DEEPEST_TEXT && inner < inner_end)
            read_text(made, source, inner, inner_end, depth + 1);
        else if (ip_token_is(source, token, "create"))
            read_create(made, source, at, end, depth > 0);
        else if (ip_token_is(source, token, "alter"))
            read_alter(made, source, at, end, depth > 0);
        else if (depth == 0 && ip_token_is(source, token, "drop") && !ip_token_is(source, before, "alter"))
            read_drop(made, source, at, end);
        else if (depth == 0 && ip_token_is(source, token, "import")) /* FOREIGN SCHEMA */
            made->unknown_extension = true;
        else if (ip_token_is(source, token, "into"))
            read_into(made, source, before, at, end, depth);
        before = token;
    }
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void sort(name_list *list)
{
    if (list->count)
        qsort(list->items, (size_t)list->count, sizeof list->items[0], compare_names);
}

static bool has(const name_list *list, const char *name)
{
    return list->count && bsearch(&name, list->items, (size_t)list->count, sizeof list->items[0], compare_names);
}

ip_made *ip_made_read(ip_arena *arena, const ip_definitions *definitions, const ip_source *const *sources, int count)
{
    ip_made *made = IP_NEW(arena, ip_made);
    made->arena = arena;
    made->definitions = definitions;
    for (int i = 0; i < count; i++)
        read_text(made, sources[i], 0, sources[i]->length, 0);
    for (int i = 0; i < definitions->included.count; i++)
        read_text(made, definitions->included.items[i], 0, definitions->included.items[i]->length, 0);
    for (int i = 0; i < definitions->triggers.count; i++) { /* transition tables, in their functions */
        const ip_trigger *t = &definitions->triggers.items[i];
        if (t->old_table)
            IP_PUSH(arena, &made->relations, t->old_table);
        if (t->new_table)
            IP_PUSH(arena, &made->relations, t->new_table);
    }
    for (int i = 0; i < definitions->extensions.count; i++)
        if (!LISTED(server_extensions, definitions->extensions.items[i]))
            made->unknown_extension = true;
    sort(&made->relations);
    sort(&made->functions);
    sort(&made->stated);
    sort(&made->altered);
    return made;
}

void ip_made_add(ip_made *made, const ip_source *source)
{
    while (source->origin)
        source = source->origin;
    read_text(made, source, 0, source->length, 0);
    sort(&made->relations);
    sort(&made->functions);
    sort(&made->stated);
    sort(&made->altered);
}

/* ------------------------------------------------------------- questions -- */

bool ip_made_relation(const ip_made *made, const ip_path *path, const json_t *rangevar)
{
    const char *name = ip_field_text(rangevar, "relname"), *schema = ip_field_text(rangevar, "schemaname");
    const ip_relation relation = ip_relation_of(made->definitions, path, rangevar);
    return relation.table || relation.view || relation.composite || relation.several || relation.catalog ||
           made->unknown_extension || strncmp(schema, "pg_", 3) == 0 ||
           (has(&made->relations, name) || has(&made->stated, name)) || LISTED(server_relations, name);
}

bool ip_made_row_type(const ip_made *made, const ip_path *path, const char *name)
{
    const ip_definitions *d = made->definitions;
    const char *last = ip_last_part(name);
    const ip_relation relation = ip_relation_named(d, path, name);
    for (int i = 0; i < d->composites.count; i++)
        if (strcmp(ip_last_part(d->composites.items[i].name), last) == 0)
            return true;
    return relation.table || relation.view || relation.composite || relation.several || relation.catalog ||
           made->unknown_extension || strncmp(name, "pg_", 3) == 0 ||
           (has(&made->relations, last) || has(&made->stated, last)) || LISTED(server_relations, last);
}

/* t (c) is a column of t where no function of that name fits; type (c) is a cast (section 10.3). */
static bool other_meaning(const ip_made *made, const char *name)
{
    const ip_definitions *d = made->definitions;
    if (LISTED(server_types, name) || ip_schema_table(d->schema, name) || ip_definitions_view(d, name))
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
        if (ip_table_column(d->schema->tables.items[i], name) >= 0)
            return true;
    /* What stands in a view's query by that name may be a column of it. */
    const char *quoted = ip_arena_printf(made->arena, "\"%s\"", name);
    for (int i = 0; i < d->views.count; i++)
        if (strstr(d->views.items[i].query->json, quoted))
            return true;
    return false;
}

const ip_definitions *ip_made_definitions(const ip_made *made)
{
    return made->definitions;
}

bool ip_made_by_server(const char *function)
{
    int count;
    return ip_builtin_named(function, &count) || LISTED(server_functions, function) ||
           LISTED(newer_functions, function);
}

/* Made by something that is no unit. */
static bool elsewhere(const ip_made *made, const char *name)
{
    return made->unknown_extension || ip_made_by_server(name) || has(&made->functions, name) ||
           has(&made->stated, name) || ip_find_stand_in(made->definitions, IP_STANDS_AGGREGATE, name);
}

bool ip_made_function_named(const ip_made *made, const char *name)
{
    const ip_definitions *d = made->definitions;
    int at = ip_first_named(d, name);
    return elsewhere(made, name) || (at < d->names.count && strcmp(d->names.items[at].name, name) == 0);
}

bool ip_made_function(const ip_made *made, const json_t *call)
{
    const ip_definitions *d = made->definitions;
    const json_t *names = ip_field(call, "funcname");
    const char *last = ip_string_node(json_array_get(names, json_array_size(names) - 1)), *full;
    bool qualified = json_array_size(names) > 1;
    if (qualified && strncmp(ip_string_node(json_array_get(names, 0)), "pg_", 3) == 0)
        return true;
    if (!qualified && ip_made_function_named(made, last))
        return true;
    if (qualified && elsewhere(made, last))
        return true;
    full = ip_call_name(made->arena, call);
    for (int i = ip_first_named(d, last); i < d->names.count && strcmp(d->names.items[i].name, last) == 0; i++)
        if (!qualified || strcmp(d->units.items[d->names.items[i].unit]->name, full) == 0)
            return true;
    return !qualified && json_array_size(ip_field(call, "args")) == 1 && other_meaning(made, last);
}

bool ip_made_whole(const ip_made *made, const ip_table *table)
{
    return !made->unknown_extension && !table->temporary && table->columns.count > 0 &&
           !has(&made->altered, ip_last_part(table->name)) && !has(&made->relations, ip_last_part(table->name));
}
