/* DROP of everything: the schema is what remains. */
#include "ddl/pieces.h"
#include "base/words.h"
#include "ddl/dependents.h"
#include "catalog/sequence.h"
#include "catalog/resolve.h"

#include <string.h>

static const char *last_name(const ip_tree *names, size_t back)
{
    size_t count = ip_parse_list_size(names);
    return count > back ? ip_parse_string_node(ip_parse_list_item(names, count - 1 - back)) : "";
}

/* "t" or "s.t" of a list of names, the last ones left out. */
static const char *dotted(ip_arena *arena, const ip_tree *names, size_t back)
{
    const char *schema = last_name(names, back + 1), *name = last_name(names, back);
    return ip_arena_printf(arena, "%s%s%s", schema, *schema ? "." : "", name);
}

void ip_ddl_forget_triggers(ip_definitions *d, const char *table, const char *name)
{
    int kept = 0;
    for (int i = 0; i < d->triggers.count; i++) {
        const ip_trigger *t = &d->triggers.items[i];
        if (strcmp(t->table, table) != 0 || (name && strcmp(t->name, name) != 0))
            d->triggers.items[kept++] = *t;
    }
    d->triggers.count = kept;
}

static void forget_references(ip_ddl *ddl, const ip_table *table)
{
    int kept = 0;
    for (int i = 0; i < ddl->foreign_keys.count; i++) {
        const ip_pending_key *key = &ddl->foreign_keys.items[i];
        if (ip_catalog_relation_named(ddl->definitions, key->path, key->target).table != table)
            ddl->foreign_keys.items[kept++] = *key;
    }
    ddl->foreign_keys.count = kept;
}

static void forget_table(ip_ddl *ddl, ip_table *table, bool cascade)
{
    ip_definitions *d = ddl->definitions;
    const char *name = table->name;
    IP_VEC(const char *) children = {0};
    int kept = 0;
    if (cascade)
        forget_references(ddl, table);
    for (int i = 0; i < d->inheritance.count; i++) {
        const ip_inheritance *pair = &d->inheritance.items[i];
        bool parent = strcmp(pair->parent, name) == 0;
        if (parent && (pair->partition || cascade))
            IP_PUSH(d->arena, &children, pair->child);
        if (!parent && strcmp(pair->child, name) != 0)
            d->inheritance.items[kept++] = *pair;
    }
    d->inheritance.count = kept;
    ip_ddl_forget_triggers(d, name, NULL);
    ip_ddl_drop_table(ddl, table);
    for (int i = 0; i < children.count; i++) {
        ip_table *child = ip_catalog_schema_table(d->schema, children.items[i]);
        if (child)
            forget_table(ddl, child, cascade);
    }
}

/* NULL arguments: whatever they are. */
static bool is_unit(ip_ddl *ddl, const ip_unit *unit, const char *name, const PgQuery__ObjectWithArgs *object)
{
    ip_arena *arena = ddl->definitions->arena;
    const char *inputs = "";
    if (unit->kind != IP_UNIT_ROUTINE || strcmp(unit->name, name) != 0)
        return false;
    if (IP_GET(object, args_unspecified) || strcmp(unit->signature, unit->name) == 0)
        return true;
    size_t i;
    const ip_tree *type;
    IP_LIST_EACH(IP_ITEMS(object, objargs), i, type)
    inputs = ip_arena_printf(arena, "%s%s%s", inputs, i ? "," : "",
                             ip_catalog_without_modifier(arena, ip_parse_typename_text(arena, ip_as_type_name(type))));
    return strcmp(unit->signature, ip_arena_printf(arena, "%s(%s)", name, inputs)) == 0;
}

ip_unit *ip_ddl_find_unit(ip_ddl *ddl, const PgQuery__ObjectWithArgs *object)
{
    const ip_path *path = ddl->path;
    const ip_tree *names = IP_ITEMS(object, objname);
    const char *name = ip_ddl_joined(ddl->definitions->arena, names);
    int schemas = path && ip_parse_list_size(names) == 1 ? path->schemas.count : 0;
    for (int s = 0; s <= schemas; s++) {
        const ip_path first = {
            .schemas = {.items = s < schemas ? path->schemas.items + s : NULL, .count = s < schemas}};
        const char *full = ip_catalog_relation_name_in_path(ddl->definitions->arena, &first, name);
        for (int i = 0; i < ddl->definitions->units.count; i++)
            if (is_unit(ddl, ddl->definitions->units.items[i], full, object))
                return ddl->definitions->units.items[i];
    }
    return NULL;
}

const ip_unit *ip_ddl_unit_named(const ip_definitions *definitions, const PgQuery__ObjectWithArgs *object)
{
    ip_ddl ddl = {.definitions = (ip_definitions *)definitions, .path = definitions->script_path};
    return ip_ddl_find_unit(&ddl, object); /* nothing changes */
}

static void drop_unit(ip_definitions *d, const ip_unit *unit)
{
    int kept = 0;
    for (int i = 0; i < d->units.count; i++)
        if (d->units.items[i] != unit)
            d->units.items[kept++] = d->units.items[i];
    d->units.count = kept;
}

static void drop_routine(ip_ddl *ddl, const ip_unit *unit, bool cascade)
{
    ip_definitions *d = ddl->definitions;
    for (int i = d->triggers.count - 1; cascade && i >= 0; i--)
        if (d->triggers.items[i].function && strcmp(d->triggers.items[i].function, unit->name) == 0)
            ip_ddl_forget_triggers(d, d->triggers.items[i].table, d->triggers.items[i].name);
    drop_unit(d, unit);
    if (cascade)
        ip_ddl_drop_users_of_function(ddl, unit->name);
}

static void drop_routines_of_type(ip_ddl *ddl, const char *type)
{
    for (int i = ddl->definitions->units.count - 1; i >= 0; i--) {
        const ip_unit *unit = ddl->definitions->units.items[i];
        bool uses = false;
        for (int array = 0; unit->kind == IP_UNIT_ROUTINE && array < 2; array++) {
            uses = uses || ip_ddl_names_type(unit->return_type, type, array);
            for (int k = 0; k < unit->parameters.count; k++)
                uses = uses || ip_ddl_names_type(unit->parameters.items[k].type_name, type, array);
        }
        if (uses)
            drop_routine(ddl, unit, true);
    }
}

static void drop_users(ip_ddl *ddl, const char *relation);

void ip_ddl_drop_materialized_of(ip_ddl *ddl, const char *relation, const char *column)
{
    ip_definitions *d = ddl->definitions;
    for (int i = 0; i < d->materialized.count; i++) {
        const ip_materialized *view = &d->materialized.items[i];
        ip_table *table = ip_catalog_schema_table(d->schema, view->table->name);
        if (!table || !view->query ||
            !(column ? ip_ddl_query_names_column(ddl, view->path, view->query, relation, column)
                     : ip_ddl_uses(ddl, view->path, view->query->tree, relation)))
            continue;
        const char *name = table->name;
        forget_table(ddl, table, true);
        drop_users(ddl, name);
        i = -1;
    }
}

/* Its rows are a type, too. */
static void drop_users(ip_ddl *ddl, const char *relation)
{
    ip_ddl_drop_views_of(ddl, relation);
    ip_ddl_drop_materialized_of(ddl, relation, NULL);
    ip_ddl_drop_columns_of_type(ddl, relation);
    drop_routines_of_type(ddl, relation);
}

static void drop_relation(ip_ddl *ddl, const char *name, bool cascade)
{
    const ip_relation relation = ip_catalog_relation_named(ddl->definitions, ddl->path, name);
    if (relation.guessed)
        return;
    if (relation.table)
        forget_table(ddl, relation.table, cascade);
    else if (relation.view)
        ip_ddl_drop_view(ddl->definitions, relation.view->name);
    if (relation.view)
        ip_ddl_forget_triggers(ddl->definitions, relation.name, NULL);
    if (cascade && (relation.table || relation.view))
        drop_users(ddl, relation.name);
}

static void drop_type(ip_ddl *ddl, const char *name, bool cascade)
{
    ip_definitions *d = ddl->definitions;
    for (int i = 0; cascade && i < d->types.count; i++)
        if (d->types.items[i].over && strcmp(d->types.items[i].over, name) == 0) {
            drop_type(ddl, d->types.items[i].name, true);
            i = -1;
        }
    if (cascade) {
        ip_ddl_drop_columns_of_type(ddl, name);
        drop_routines_of_type(ddl, name);
    }
    ip_ddl_drop_type(ddl, name);
}

static void drop_composite(ip_ddl *ddl, const char *name, bool cascade)
{
    if (cascade) {
        ip_ddl_drop_columns_of_type(ddl, name);
        drop_routines_of_type(ddl, name);
    }
    ip_ddl_drop_composite(ddl->definitions, name);
}

static bool within(ip_ddl *ddl, const char *name, const char *schema)
{
    return strcmp(ip_catalog_schema_part(ddl->definitions->arena, name), schema) == 0;
}

static void drop_relations_of_schema(ip_ddl *ddl, const char *schema, bool cascade)
{
    ip_definitions *d = ddl->definitions;
    for (int i = 0; i < d->views.count; i++)
        if (within(ddl, d->views.items[i].name, schema)) {
            const char *name = d->views.items[i].name;
            ip_ddl_forget_triggers(d, name, NULL);
            ip_ddl_drop_view(d, name);
            if (cascade)
                drop_users(ddl, name);
            i = -1;
        }
    for (int i = 0; i < d->schema->tables.count; i++)
        if (within(ddl, d->schema->tables.items[i]->name, schema) && !d->schema->tables.items[i]->locks_only &&
            !d->schema->tables.items[i]->others) {
            const char *name = d->schema->tables.items[i]->name;
            forget_table(ddl, d->schema->tables.items[i], cascade);
            if (cascade)
                drop_users(ddl, name);
            i = -1;
        }
}

/* A schema without anything is dropped by RESTRICT, too. */
static void drop_schema(ip_ddl *ddl, const char *schema, bool cascade)
{
    ip_definitions *d = ddl->definitions;
    drop_relations_of_schema(ddl, schema, cascade);
    for (int i = 0; i < d->composites.count; i++)
        if (within(ddl, d->composites.items[i].name, schema)) {
            drop_composite(ddl, d->composites.items[i].name, cascade);
            i = -1;
        }
    for (int i = 0; i < d->types.count; i++)
        if (strcmp(d->types.items[i].schema, schema) == 0) {
            drop_type(ddl, d->types.items[i].name, cascade);
            i = -1;
        }
    for (int i = 0; i < d->units.count; i++)
        if (d->units.items[i]->kind == IP_UNIT_ROUTINE && within(ddl, d->units.items[i]->name, schema)) {
            drop_routine(ddl, d->units.items[i], cascade);
            i = -1;
        }
    int kept = 0;
    for (int i = 0; i < d->schema->sequences.count; i++) {
        ip_sequence_rule *rule = d->schema->sequences.items[i];
        if (!within(ddl, rule->name, schema))
            d->schema->sequences.items[kept++] = rule;
        else if (cascade)
            ip_ddl_drop_defaults_of_sequence(ddl, rule->name);
    }
    d->schema->sequences.count = kept;
    kept = 0;
    for (int i = 0; i < d->schemas.count; i++)
        if (strcmp(d->schemas.items[i], schema) != 0)
            d->schemas.items[kept++] = d->schemas.items[i];
    d->schemas.count = kept;
}

/* A cast that calls a function; other casts are not kept. */
static void drop_cast(ip_definitions *d, const ip_tree *types)
{
    const char *from = ip_parse_typename_text(d->arena, ip_as_type_name(ip_parse_list_item(types, 0)));
    const char *to = ip_parse_typename_text(d->arena, ip_as_type_name(ip_parse_list_item(types, 1)));
    int kept = 0;
    for (int i = 0; i < d->user_operators.count; i++) {
        const ip_user_operator *one = &d->user_operators.items[i];
        bool same =
            one->kind == IP_USER_CAST && one->left && strcmp(one->left, from) == 0 && strcmp(one->name, to) == 0;
        if (!same)
            d->user_operators.items[kept++] = *one;
    }
    d->user_operators.count = kept;
}

static void drop_one(ip_ddl *ddl, PgQuery__ObjectType type, const ip_tree *object, bool cascade)
{
    ip_definitions *d = ddl->definitions;
    const ip_tree *names = IP_ITEMS(ip_as_list(object), items);
    const PgQuery__ObjectWithArgs *routine = ip_as_object_with_args(object);
    if (type == PG_QUERY__OBJECT_TYPE__OBJECT_TABLE || type == PG_QUERY__OBJECT_TYPE__OBJECT_VIEW ||
        type == PG_QUERY__OBJECT_TYPE__OBJECT_MATVIEW || type == PG_QUERY__OBJECT_TYPE__OBJECT_FOREIGN_TABLE) {
        drop_relation(ddl, dotted(d->arena, names, 0), cascade);
    } else if (type == PG_QUERY__OBJECT_TYPE__OBJECT_INDEX) {
        ip_ddl_drop_index(ddl, last_name(names, 0), cascade);
    } else if (type == PG_QUERY__OBJECT_TYPE__OBJECT_TRIGGER || type == PG_QUERY__OBJECT_TYPE__OBJECT_RULE) {
        const char *table = ip_catalog_relation_named(d, ddl->path, dotted(d->arena, names, 1)).name;
        const char *name = last_name(names, 0);
        ip_ddl_forget_triggers(
            d, table, type == PG_QUERY__OBJECT_TYPE__OBJECT_RULE ? ip_arena_printf(d->arena, "rule %s", name) : name);
    } else if (type == PG_QUERY__OBJECT_TYPE__OBJECT_POLICY) {
        ip_ddl_drop_policy(ddl, ip_catalog_relation_named(d, ddl->path, dotted(d->arena, names, 1)).name,
                           last_name(names, 0));
    } else if (routine && type != PG_QUERY__OBJECT_TYPE__OBJECT_AGGREGATE) {
        const ip_unit *unit = ip_ddl_find_unit(ddl, routine);
        if (unit)
            drop_routine(ddl, unit, cascade);
    } else if (type == PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE) {
        if (cascade)
            ip_ddl_drop_defaults_of_sequence(ddl, dotted(d->arena, names, 0));
        ip_catalog_sequence_drop(d, ip_table_identifier(d->arena, dotted(d->arena, names, 0)));
    } else if (type == PG_QUERY__OBJECT_TYPE__OBJECT_SCHEMA) {
        drop_schema(ddl, ip_arena_strdup(d->arena, ip_parse_string_node(object)), cascade);
    } else if (type == PG_QUERY__OBJECT_TYPE__OBJECT_CAST && ip_parse_list_size(names) == 2) {
        drop_cast(d, names);
    } else if (type == PG_QUERY__OBJECT_TYPE__OBJECT_TYPE || type == PG_QUERY__OBJECT_TYPE__OBJECT_DOMAIN) {
        const char *name = ip_ddl_joined(d->arena, IP_ITEMS(ip_as_type_name(object), names));
        const ip_relation relation = ip_catalog_relation_named(d, ddl->path, name);
        drop_type(ddl, name, cascade);
        if (relation.composite && !relation.guessed)
            drop_composite(ddl, relation.name, cascade);
    }
}

void ip_ddl_drop(ip_ddl *ddl, const PgQuery__DropStmt *statement)
{
    bool cascade = IP_GET(statement, behavior) == PG_QUERY__DROP_BEHAVIOR__DROP_CASCADE;
    size_t i;
    const ip_tree *object;
    IP_LIST_EACH(IP_ITEMS(statement, objects), i, object)
    drop_one(ddl, statement->remove_type, object, cascade);
}
