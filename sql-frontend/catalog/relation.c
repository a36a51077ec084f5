/* Resolves the name of a table or view along search_path. */
#include "catalog/relation.h"

#include "base/words.h"

#include "catalog/sequence.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static bool is_catalog(const char *schema)
{
    return strcmp(schema, "pg_catalog") == 0 || strcmp(schema, "information_schema") == 0 ||
           strcmp(schema, "pg_toast") == 0;
}

const ip_view_definition *ip_catalog_definitions_view(const ip_definitions *d, const char *name)
{
    for (int i = d->views.count - 1; i >= 0; i--)
        if (strcmp(d->views.items[i].name, name) == 0)
            return &d->views.items[i];
    return NULL;
}

static const ip_composite *composite_named(const ip_definitions *d, const char *name)
{
    for (int i = d->composites.count - 1; i >= 0; i--)
        if (strcmp(d->composites.items[i].name, name) == 0)
            return &d->composites.items[i];
    return NULL;
}

static bool fill(const ip_definitions *d, const char *name, ip_relation *relation)
{
    relation->table = ip_catalog_schema_table(d->schema, name);
    relation->view = relation->table ? NULL : ip_catalog_definitions_view(d, name);
    relation->composite = relation->table || relation->view ? NULL : composite_named(d, name);
    if (!relation->table && !relation->view && !relation->composite)
        return false;
    relation->name = relation->table  ? relation->table->name
                     : relation->view ? relation->view->name
                                      : relation->composite->name;
    return true;
}

const ip_table *ip_catalog_relation_row(const ip_relation *relation)
{
    if (relation->table)
        return relation->table;
    if (relation->view)
        return relation->view->row;
    return relation->composite ? relation->composite->row : NULL;
}

static const char *in_schema(ip_arena *arena, const char *schema, const char *name)
{
    return strcmp(schema, "public") == 0 ? name : ip_arena_printf(arena, "%s.%s", schema, name);
}

/* The full name of a table, view or composite type of this name in any schema; NULL: none. */
static const char *in_any_schema(const ip_definitions *d, const char *name, bool *several)
{
    const char *found = NULL;
    int tables = d->schema->tables.count, views = d->views.count;
    *several = false;
    for (int i = 0; i < tables + views + d->composites.count; i++) {
        const ip_table *table = i < tables ? d->schema->tables.items[i] : NULL;
        const char *full = table                ? table->name
                           : i < tables + views ? d->views.items[i - tables].name
                                                : d->composites.items[i - tables - views].name;
        const char *dot = strchr(full, '.');
        bool hidden =
            ip_catalog_name_is_temporary(full) || (table && table->locks_only); /* another session's temporary table */
        if (strcmp(dot ? dot + 1 : full, name) != 0 || hidden)
            continue;
        *several = *several || (found && strcmp(found, full) != 0);
        found = full;
    }
    return found;
}

bool ip_catalog_may_be_imported(const ip_definitions *d, const char *schema, const char *name)
{
    for (int i = 0; i < d->imports.count; i++) {
        const ip_import *import = &d->imports.items[i];
        bool named = false;
        for (int n = 0; n < import->names.count; n++)
            named = named || strcmp(import->names.items[n], name) == 0;
        if (named == import->only && (!schema || strcmp(import->schema, schema) == 0))
            return true;
    }
    return false;
}

static ip_relation look_up(const ip_definitions *d, const ip_path *path, const char *schema, const char *name)
{
    ip_relation relation = {.name = *schema ? in_schema(d->arena, schema, name) : name};
    if (*schema) {
        relation.catalog =
            !fill(d, relation.name, &relation) && (is_catalog(schema) || ip_catalog_sequence_is(d, name));
        return relation;
    }
    const char *only;
    const bool imported = ip_catalog_may_be_imported(d, NULL, name);
    const ip_relation one_of_several = {.name = name, .several = true};
    if (d->path_varies)
        in_any_schema(d, name, &relation.several);
    if (relation.several || (imported && d->path_varies))
        return one_of_several;
    for (int i = 0; path && i < path->schemas.count; i++) {
        if (fill(d, in_schema(d->arena, path->schemas.items[i], name), &relation))
            return relation;
        if (imported && ip_catalog_may_be_imported(d, path->schemas.items[i], name))
            return one_of_several;
    }
    bool exact = path && path->exact;
    if (!exact && fill(d, name, &relation)) {
        relation.guessed = path && path->schemas.count > 0;
        return relation.guessed && imported ? one_of_several : relation;
    }
    if (!exact && imported)
        return one_of_several;
    if (strncmp(name, "pg_", 3) == 0 && fill(d, in_schema(d->arena, "pg_catalog", name), &relation))
        return relation;
    if (strncmp(name, "pg_", 3) == 0 || ip_catalog_sequence_is(d, name))
        relation.catalog = true;
    else if (!exact && (only = in_any_schema(d, name, &relation.several)) && !relation.several)
        relation.guessed = fill(d, only, &relation);
    return relation;
}

ip_relation ip_catalog_relation_of(const ip_definitions *d, const ip_path *path, const PgQuery__RangeVar *rangevar)
{
    return look_up(d, path, ip_arena_strdup(d->arena, IP_TEXT(rangevar, schemaname)),
                   ip_arena_strdup(d->arena, IP_TEXT(rangevar, relname)));
}

bool ip_catalog_relation_in_several(const ip_definitions *d, const PgQuery__RangeVar *rangevar)
{
    bool several = false;
    if (*IP_TEXT(rangevar, schemaname) == 0)
        in_any_schema(d, IP_TEXT(rangevar, relname), &several);
    return several ||
           (*IP_TEXT(rangevar, schemaname) == 0 && ip_catalog_may_be_imported(d, NULL, IP_TEXT(rangevar, relname)));
}

ip_relation ip_catalog_relation_named(const ip_definitions *d, const ip_path *path, const char *name)
{
    const char *dot = strchr(name, '.');
    return dot ? look_up(d, path, ip_arena_strndup(d->arena, name, (size_t)(dot - name)), dot + 1)
               : look_up(d, path, "", name);
}

ip_materialized *ip_catalog_materialized_of(const ip_definitions *d, const ip_table *table)
{
    for (int i = 0; i < d->materialized.count; i++)
        if (d->materialized.items[i].table == table)
            return &d->materialized.items[i];
    return NULL;
}

const char *ip_catalog_schema_part(ip_arena *arena, const char *name)
{
    const char *dot = strchr(name, '.');
    return dot ? ip_arena_strndup(arena, name, (size_t)(dot - name)) : "public";
}

static bool is_in_schema(const char *name, const char *schema)
{
    size_t length = strlen(schema);
    return strncmp(name, schema, length) == 0 && name[length] == '.';
}

/* Files need not create the schemas of their objects. */
bool ip_catalog_has_schema(const ip_definitions *d, const char *schema)
{
    bool has = ip_is_among("pg_catalog information_schema pg_toast", schema) || ip_catalog_name_is_temporary(schema) ||
               ip_is_one_of(d->schemas.items, (size_t)d->schemas.count, schema);
    for (int i = 0; !has && i < d->schema->tables.count; i++)
        has = is_in_schema(d->schema->tables.items[i]->name, schema);
    for (int i = 0; !has && i < d->views.count; i++)
        has = is_in_schema(d->views.items[i].name, schema);
    for (int i = 0; !has && i < d->units.count; i++)
        has = d->units.items[i]->kind == IP_UNIT_ROUTINE && is_in_schema(d->units.items[i]->name, schema);
    for (int i = 0; !has && i < d->types.count; i++)
        has = strcmp(d->types.items[i].schema, schema) == 0;
    for (int i = 0; !has && i < d->composites.count; i++)
        has = is_in_schema(d->composites.items[i].name, schema);
    for (int i = 0; !has && i < d->schema->sequences.count; i++)
        has = is_in_schema(d->schema->sequences.items[i]->name, schema);
    return has;
}

const char *ip_catalog_relation_name_in_path(ip_arena *arena, const ip_path *path, const char *name)
{
    int first = 0;
    while (path && first < path->schemas.count && ip_catalog_name_is_temporary(path->schemas.items[first]))
        first++;
    return path && first < path->schemas.count ? in_schema(arena, path->schemas.items[first], name) : name;
}

const char *ip_catalog_relation_new_name(ip_arena *arena, const ip_path *path, const PgQuery__RangeVar *rangevar)
{
    bool temporary = strcmp(IP_TEXT(rangevar, relpersistence), "t") == 0;
    if (*IP_TEXT(rangevar, schemaname) || temporary)
        return ip_parse_rangevar_name(arena, rangevar);
    return ip_arena_strdup(arena, ip_catalog_relation_name_in_path(arena, path, IP_TEXT(rangevar, relname)));
}

static void add_schema(ip_arena *arena, ip_path *path, const char *name, size_t length)
{
    enum { LONGEST = 63 }; /* bytes of a name (PostgreSQL 15, section 4.1.1) */
    if (length > LONGEST)
        for (length = LONGEST; ((unsigned char)name[length] & 0xc0) == 0x80;)
            length--;
    const char *schema = ip_arena_strndup(arena, name, length);
    if (*schema && strcmp(schema, "$user") != 0 && strcmp(schema, "pg_temp") != 0 && strcmp(schema, "pg_catalog") != 0)
        IP_PUSH(arena, &path->schemas, schema);
}

static const char *after_blanks(const char *at)
{
    return at + strspn(at, " \t\n\r\f\v");
}

/* A list of names in one text, as SplitIdentifierString (PostgreSQL 15, src/backend/utils/adt/varlena.c) reads it.
 * Without quotes they are in lower case. The server refuses what is no list. */
static void add_schemas(ip_arena *arena, ip_path *path, const char *text)
{
    for (const char *at = after_blanks(text); *at;) {
        bool quoted = *at == '"';
        char *name = ip_arena_strndup(arena, at, strlen(at)), *end = name;
        for (at += quoted; *at && (quoted ? *at != '"' || at[1] == '"' : !strchr(", \t\n\r\f\v", *at)); at++) {
            at += quoted && *at == '"'; /* two for one */
            *end++ = quoted ? *at : (char)tolower((unsigned char)*at);
        }
        add_schema(arena, path, name, (size_t)(end - name));
        at = after_blanks(at + (quoted && *at == '"'));
        if (*at && *at != ',')
            return;
        at = after_blanks(at + (*at == ','));
    }
}

void ip_catalog_definitions_look_along(ip_definitions *d, const char *text, bool exact)
{
    const char *before = d->script_path_text;
    if (before == text || (before && text && strcmp(before, text) == 0 && d->script_path->exact == exact))
        return;
    ip_path *path = IP_NEW(d->arena, ip_path);
    add_schemas(d->arena, path, text ? text : "");
    int kept = 0; /* others are looked in once they exist */
    for (int i = 0; i < path->schemas.count; i++)
        if (ip_catalog_has_schema(d, path->schemas.items[i]))
            path->schemas.items[kept++] = path->schemas.items[i];
    path->schemas.count = kept;
    path->exact = exact;
    d->script_path_text = text ? ip_arena_strdup(d->arena, text) : NULL;
    d->script_path = text ? path : NULL;
}

const ip_path *ip_catalog_path_of_set(ip_arena *arena, const PgQuery__VariableSetStmt *set)
{
    bool all = set && IP_GET(set, kind) == PG_QUERY__VARIABLE_SET_KIND__VAR_RESET_ALL;
    if (!all && strcmp(IP_TEXT(set, name), "search_path") != 0)
        return NULL;
    ip_path *path = IP_NEW(arena, ip_path);
    size_t i;
    const ip_tree *arg;
    if (IP_GET(set, kind) == PG_QUERY__VARIABLE_SET_KIND__VAR_SET_VALUE)
        IP_LIST_EACH(IP_ITEMS(set, args), i, arg)
        { /* each text is one name, also with commas in it */
            const char *name = IP_TEXT(ip_const_sval(ip_as_a_const(arg)), sval);
            add_schema(arena, path, name, strlen(name));
        }
    return path;
}

const ip_path *ip_catalog_path_of_set_config(ip_arena *arena, const PgQuery__SelectStmt *select)
{
    ip_path *path = NULL;
    size_t i;
    const ip_tree *target;
    IP_LIST_EACH(IP_ITEMS(select, target_list), i, target)
    {
        const PgQuery__FuncCall *call = ip_as_func_call(IP_GET(ip_as_res_target(target), val));
        const ip_tree *names = IP_ITEMS(call, funcname), *args = IP_ITEMS(call, args);
        const PgQuery__AConst *name = ip_as_a_const(ip_parse_list_item(args, 0));
        const PgQuery__AConst *value = ip_as_a_const(ip_parse_list_item(args, 1));
        bool local = IP_GET(ip_const_boolval(ip_as_a_const(ip_parse_list_item(args, 2))), boolval);
        if (!call || strcmp(ip_parse_last_string(names), "set_config") != 0)
            return NULL;
        if (!local || !ip_const_sval(value) || strcasecmp(IP_TEXT(ip_const_sval(name), sval), "search_path") != 0)
            continue;
        path = IP_NEW(arena, ip_path);
        add_schemas(arena, path, IP_TEXT(ip_const_sval(value), sval));
    }
    return path;
}
