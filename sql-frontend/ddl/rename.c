/* ALTER … RENAME, ALTER … SET SCHEMA, ALTER FUNCTION. */
#include "base/words.h"
#include "ddl/pieces.h"
#include "catalog/routine_options.h"
#include "catalog/sequence.h"
#include "catalog/settings.h"

#include <string.h>

/* Triggers, inheritance and unresolved foreign keys refer to their tables by name. */
static void rename_table(ip_ddl *ddl, ip_table *table, const char *after)
{
    ip_definitions *d = ddl->definitions;
    const char *before = table->name;
    ip_ddl_views_after_rename(ddl, before, after);
    ip_ddl_rebind_bodies(ddl, before);
    ip_ddl_rebind_bodies(ddl, after);
    for (int i = 0; i < d->triggers.count; i++)
        if (strcmp(d->triggers.items[i].table, before) == 0)
            d->triggers.items[i].table = after;
    for (int i = 0; i < d->inheritance.count; i++) {
        ip_inheritance *pair = &d->inheritance.items[i];
        if (strcmp(pair->parent, before) == 0)
            pair->parent = after;
        if (strcmp(pair->child, before) == 0)
            pair->child = after;
    }
    for (int i = 0; i < ddl->foreign_keys.count; i++) {
        ip_pending_key *key = &ddl->foreign_keys.items[i];
        if (ip_catalog_relation_named(d, key->path, key->target).table == table) {
            key->target = strchr(after, '.') ? after : ip_arena_printf(d->arena, "public.%s", after);
            key->path = NULL;
        }
    }
    table->name = after;
}

static void rename_view(ip_ddl *ddl, const char *before, const char *after)
{
    ip_definitions *d = ddl->definitions;
    ip_ddl_views_after_rename(ddl, before, after);
    ip_ddl_rebind_bodies(ddl, before);
    ip_ddl_rebind_bodies(ddl, after);
    for (int i = 0; i < d->views.count; i++)
        if (strcmp(d->views.items[i].name, before) == 0)
            d->views.items[i].name = after;
    for (int i = 0; i < d->triggers.count; i++)
        if (strcmp(d->triggers.items[i].table, before) == 0)
            d->triggers.items[i].table = after;
}

/* schema NULL: as before; name NULL: as before. */
static const char *moved(ip_arena *arena, const char *full, const char *schema, const char *name)
{
    const char *dot = strchr(full, '.'), *own = name ? name : dot ? dot + 1 : full;
    if (!schema && dot)
        schema = ip_arena_strndup(arena, full, (size_t)(dot - full));
    if (!schema || strcmp(schema, "public") == 0)
        return ip_arena_strdup(arena, own);
    return ip_arena_printf(arena, "%s.%s", schema, own);
}

static void rename_constraint(ip_ddl *ddl, ip_table *table, const char *before, const char *after)
{
    ip_definitions *d = ddl->definitions;
    for (int k = 0; k < table->keys.count; k++)
        if (strcmp(table->keys.items[k].name, before) == 0)
            table->keys.items[k].name = after;
    ip_ddl_rename_exclusion(table, before, after);
    for (int i = 0; i < d->checks.count; i++)
        if (d->checks.items[i].table == table && strcmp(d->checks.items[i].name, before) == 0)
            d->checks.items[i].name = after;
    for (int i = 0; i < ddl->foreign_keys.count; i++)
        if (ddl->foreign_keys.items[i].table == table && strcmp(ddl->foreign_keys.items[i].name, before) == 0)
            ddl->foreign_keys.items[i].name = after;
}

static void rename_index(ip_ddl *ddl, const char *before, const char *after)
{
    const ip_schema *schema = ddl->definitions->schema;
    ip_ddl_rename_index(ddl, before, after);
    for (int i = 0; i < schema->tables.count; i++)
        rename_constraint(ddl, schema->tables.items[i], before, after);
}

static void rename_relation(ip_ddl *ddl, const PgQuery__RangeVar *rangevar, const char *schema, const char *name)
{
    const ip_relation relation = ip_catalog_relation_of(ddl->definitions, ddl->path, rangevar);
    ip_arena *arena = ddl->definitions->arena;
    if (relation.table)
        rename_table(ddl, relation.table, moved(arena, relation.table->name, schema, name));
    else if (relation.view)
        rename_view(ddl, relation.name, moved(arena, relation.name, schema, name));
    else if (name && !relation.composite) /* ALTER TABLE renames indexes, too */
        rename_index(ddl, ip_arena_strdup(arena, IP_TEXT(rangevar, relname)), name);
}

/* A type, by the names in the statement. */
static void rename_type(ip_ddl *ddl, const ip_tree *names, const char *schema, const char *name)
{
    ip_arena *arena = ddl->definitions->arena;
    const ip_relation relation = ip_catalog_relation_named(ddl->definitions, ddl->path, ip_ddl_joined(arena, names));
    const char *own = ip_ddl_joined(arena, names);
    if (relation.composite)
        ip_ddl_rename_composite(ddl, relation.name, moved(arena, relation.name, schema, name));
    else
        ip_ddl_rename_type(ddl, own, moved(arena, own, schema, name));
}

void ip_ddl_rename_column(ip_ddl *ddl, ip_table *table, const char *before, const char *after)
{
    ip_definitions *d = ddl->definitions;
    int column = ip_catalog_table_column(table, before);
    if (column < 0)
        return;
    ip_ddl_references_rename_column(ddl, table, before, after);
    ip_ddl_rebind_column(ddl, table, before);
    ip_ddl_views_rename_column(ddl, table->name, before, after);
    table->columns.items[column].name = after;
    ip_ddl_exclusions_rename_column(table, before, after);
    ip_ddl_expressions_rename_column(ddl, table, before, after);
    ip_ddl_indexes_rename_column(ddl, table, before, after);
    for (int i = 0; i < d->inheritance.count; i++)
        if (strcmp(d->inheritance.items[i].parent, table->name) == 0) {
            ip_table *child = ip_catalog_schema_table(d->schema, d->inheritance.items[i].child);
            if (child && child != table)
                ip_ddl_rename_column(ddl, child, before, after);
        }
}

static void rename_unit(ip_ddl *ddl, const PgQuery__ObjectWithArgs *object, const char *schema, const char *name)
{
    ip_arena *arena = ddl->definitions->arena;
    ip_unit *unit = ip_ddl_find_unit(ddl, object);
    if (!unit)
        return;
    const char *inputs = unit->signature + strlen(unit->name), *before = unit->name;
    const char *after = moved(arena, before, schema, name);
    ip_ddl_rebind_renamed(ddl, before, after);
    unit->name = after;
    ip_ddl_triggers_rename_function(ddl->definitions, unit, before);
    unit->signature = ip_arena_printf(arena, "%s%s", unit->name, inputs);
    if (name)
        unit->label = name;
}

/* Which one of this name it is does not matter: none of their calls in stored expressions is followed. */
static void rename_aggregate(ip_ddl *ddl, const PgQuery__ObjectWithArgs *object, const char *schema, const char *name)
{
    ip_definitions *d = ddl->definitions;
    const char *before = ip_ddl_joined(d->arena, IP_ITEMS(object, objname)), *last = ip_last_part(before);
    ip_ddl_rebind_overloaded(ddl, before);
    if (name)
        ip_ddl_rebind_overloaded(ddl, name);
    for (int i = 0; i < d->user_operators.count; i++) {
        ip_user_operator *o = &d->user_operators.items[i];
        if (o->kind == IP_USER_AGGREGATE && o->name && strcmp(ip_last_part(o->name), last) == 0)
            o->name = moved(d->arena, o->name, schema, name);
    }
}

static void rename_schema(ip_ddl *ddl, const char *before, const char *after)
{
    ip_definitions *d = ddl->definitions;
    size_t length = strlen(before);
    for (int i = 0; i < d->schema->tables.count; i++) {
        ip_table *table = d->schema->tables.items[i];
        if (strncmp(table->name, before, length) == 0 && table->name[length] == '.')
            rename_table(ddl, table, moved(d->arena, table->name, after, NULL));
    }
    for (int i = 0; i < d->views.count; i++) {
        const char *name = d->views.items[i].name;
        if (strncmp(name, before, length) == 0 && name[length] == '.')
            rename_view(ddl, name, moved(d->arena, name, after, NULL));
    }
    for (int i = 0; i < d->composites.count; i++) {
        const char *name = d->composites.items[i].name;
        if (strncmp(name, before, length) == 0 && name[length] == '.')
            ip_ddl_rename_composite(ddl, name, moved(d->arena, name, after, NULL));
    }
    for (int i = 0; i < d->units.count; i++) {
        ip_unit *unit = d->units.items[i];
        const char *inputs = unit->signature + strlen(unit->name);
        if (unit->kind != IP_UNIT_ROUTINE || strncmp(unit->name, before, length) != 0 || unit->name[length] != '.')
            continue;
        const char *name = unit->name, *now = moved(d->arena, name, after, NULL);
        ip_ddl_rebind_renamed(ddl, name, now);
        unit->name = now;
        ip_ddl_triggers_rename_function(d, unit, name);
        unit->signature = ip_arena_printf(d->arena, "%s%s", unit->name, inputs);
    }
}

static bool is_routine(PgQuery__ObjectType type)
{
    return type == PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION || type == PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE ||
           type == PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE;
}

void ip_ddl_rename(ip_ddl *ddl, const PgQuery__RenameStmt *statement)
{
    ip_definitions *d = ddl->definitions;
    const PgQuery__ObjectType what = statement->rename_type;
    const char *after = ip_arena_strdup(d->arena, IP_TEXT(statement, newname));
    const char *before = ip_arena_strdup(d->arena, IP_TEXT(statement, subname));
    const PgQuery__RangeVar *rangevar = IP_GET(statement, relation);
    const ip_relation relation = rangevar ? ip_catalog_relation_of(d, ddl->path, rangevar) : (ip_relation){0};
    const char *sequence = rangevar && !relation.table && !relation.view && !relation.composite
                               ? ip_table_identifier(d->arena, ip_parse_rangevar_name(d->arena, rangevar))
                               : NULL;
    if (sequence && (what == PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE || what == PG_QUERY__OBJECT_TYPE__OBJECT_TABLE))
        ip_catalog_sequence_rename(d, sequence, after);
    if (what == PG_QUERY__OBJECT_TYPE__OBJECT_INDEX) {
        rename_index(ddl, ip_arena_strdup(d->arena, IP_TEXT(rangevar, relname)), after);
    } else if (what == PG_QUERY__OBJECT_TYPE__OBJECT_SCHEMA) {
        rename_schema(ddl, before, after);
    } else if (is_routine(what)) {
        rename_unit(ddl, ip_as_object_with_args(IP_GET(statement, object)), NULL, after);
    } else if (what == PG_QUERY__OBJECT_TYPE__OBJECT_AGGREGATE) {
        rename_aggregate(ddl, ip_as_object_with_args(IP_GET(statement, object)), NULL, after);
    } else if (what == PG_QUERY__OBJECT_TYPE__OBJECT_COLUMN) {
        if (relation.table)
            ip_ddl_rename_column(ddl, relation.table, before, after);
        else if (relation.view)
            ip_ddl_view_rename_column(ddl, (ip_view_definition *)relation.view, before, after);
    } else if (what == PG_QUERY__OBJECT_TYPE__OBJECT_TABCONSTRAINT) {
        if (relation.table)
            rename_constraint(ddl, relation.table, before, after);
    } else if (what == PG_QUERY__OBJECT_TYPE__OBJECT_POLICY) {
        ip_ddl_rename_policy(ddl, relation.name, before, after);
    } else if (what == PG_QUERY__OBJECT_TYPE__OBJECT_TRIGGER) {
        for (int i = 0; i < d->triggers.count; i++)
            if (strcmp(d->triggers.items[i].table, relation.name) == 0 &&
                strcmp(d->triggers.items[i].name, before) == 0)
                d->triggers.items[i].name = after;
    } else if (what == PG_QUERY__OBJECT_TYPE__OBJECT_TABLE || what == PG_QUERY__OBJECT_TYPE__OBJECT_VIEW ||
               what == PG_QUERY__OBJECT_TYPE__OBJECT_MATVIEW || what == PG_QUERY__OBJECT_TYPE__OBJECT_FOREIGN_TABLE) {
        rename_relation(ddl, rangevar, NULL, after);
    } else if (what == PG_QUERY__OBJECT_TYPE__OBJECT_ATTRIBUTE && relation.composite) {
        ip_ddl_rename_field(ddl, relation.composite, before, after);
    } else if (what == PG_QUERY__OBJECT_TYPE__OBJECT_TYPE || what == PG_QUERY__OBJECT_TYPE__OBJECT_DOMAIN) {
        rename_type(ddl, IP_ITEMS(ip_as_list(IP_GET(statement, object)), items), NULL, after);
    }
}

void ip_ddl_set_schema(ip_ddl *ddl, const PgQuery__AlterObjectSchemaStmt *statement)
{
    const PgQuery__ObjectType type = statement->object_type;
    const char *schema = ip_arena_strdup(ddl->definitions->arena, IP_TEXT(statement, newschema));
    if (is_routine(type))
        rename_unit(ddl, ip_as_object_with_args(IP_GET(statement, object)), schema, NULL);
    else if (type == PG_QUERY__OBJECT_TYPE__OBJECT_AGGREGATE)
        rename_aggregate(ddl, ip_as_object_with_args(IP_GET(statement, object)), schema, NULL);
    else if (type == PG_QUERY__OBJECT_TYPE__OBJECT_TYPE || type == PG_QUERY__OBJECT_TYPE__OBJECT_DOMAIN)
        rename_type(ddl, IP_ITEMS(ip_as_list(IP_GET(statement, object)), items), schema, NULL);
    else if (IP_GET(statement, relation))
        rename_relation(ddl, IP_GET(statement, relation), schema, NULL);
}

/* Of a routine; owners of other objects do not matter here. */
void ip_ddl_set_owner(ip_ddl *ddl, const PgQuery__AlterOwnerStmt *statement)
{
    ip_unit *unit = ip_as_object_with_args(statement->object)
                        ? ip_ddl_find_unit(ddl, ip_as_object_with_args(statement->object))
                        : NULL;
    if (unit)
        unit->owner = ip_ddl_role(ddl->definitions->arena, IP_GET(statement, newowner));
}

void ip_ddl_alter_function(ip_ddl *ddl, const PgQuery__AlterFunctionStmt *statement)
{
    ip_unit *unit = ip_ddl_find_unit(ddl, IP_GET(statement, func));
    size_t i;
    const ip_tree *node;
    IP_LIST_EACH(IP_ITEMS(statement, actions), i, node)
    {
        const PgQuery__DefElem *option = ip_as_def_elem(node);
        const ip_tree *arg = IP_GET(option, arg);
        const char *name = IP_TEXT(option, defname), *value = ip_parse_string_node(arg);
        if (!unit)
            return;
        if (strcmp(name, "set") == 0)
            ip_catalog_configure_unit(ddl->definitions->arena, unit, ip_as_variable_set_stmt(arg));
        if (ip_catalog_describe_unit(unit, option))
            continue;
        if (strcmp(name, "volatility") == 0)
            unit->volatility = strcmp(value, "stable") == 0      ? IP_STABLE
                               : strcmp(value, "immutable") == 0 ? IP_IMMUTABLE
                                                                 : IP_VOLATILE;
        else if (strcmp(name, "cost") == 0)
            unit->cost = ip_parse_number_option(option);
        else if (strcmp(name, "security") == 0)
            unit->definer = IP_GET(ip_as_boolean(arg), boolval);
        else if (strcmp(name, "strict") == 0)
            unit->strict = IP_GET(ip_as_boolean(arg), boolval);
        else if (strcmp(name, "set") == 0 &&
                 ip_catalog_path_of_set(ddl->definitions->arena, ip_as_variable_set_stmt(arg))) {
            unit->path = ip_catalog_path_of_set(ddl->definitions->arena, ip_as_variable_set_stmt(arg));
            unit->sets_path = true;
        } else if (strcmp(name, "set") == 0)
            ip_catalog_setting_of_unit(ddl->definitions, unit, ip_as_variable_set_stmt(arg), ddl->diagnostics);
    }
}
