/* DROP of a client's, and DROP COLUMN and DROP CONSTRAINT: what is missing, what else depends on it. */
#include "workload/client_definition_parts.h"

#include "base/words.h"
#include "ddl/apply.h"
#include "ddl/dependents.h"

#include <string.h>

/* ----------------------------------------------------------- what goes along -- */

/* CASCADE reports it (dependency.c, reportDependentObjects); otherwise it is an error. what: of a single object. */
static void need_no_dependents(const ip_definition_request *a, ip_dropping *dropping, bool cascades)
{
    enum { MOST = 100 };
    ip_descriptions along = ip_ddl_dropping_along(dropping);
    const char *detail = "";
    if (dropping->unknown)
        ip_workload_requested_refuse_undone(a, dropping->unknown);
    if (!along.count)
        return;
    if (!cascades && dropping->asked.count == 1)
        ip_workload_requested_refuse(a, "2BP01",
                                     ip_arena_printf(a->arena, "cannot drop %s because other objects depend on it",
                                                     dropping->asked.items[0].description));
    else if (!cascades)
        ip_workload_requested_refuse(a, "2BP01", "cannot drop desired object(s) because other objects depend on them");
    if (along.count == 1) {
        ip_workload_requested_notice(a, ip_arena_printf(a->arena, "drop cascades to %s", along.items[0]), NULL);
        return;
    }
    for (int i = 0; i < along.count && i < MOST; i++)
        detail = ip_arena_printf(a->arena, "%s%sdrop cascades to %s", detail, i ? "\n" : "", along.items[i]);
    if (along.count > MOST)
        detail = ip_arena_printf(a->arena, "%s\nand %d other object%s (see server log for list)", detail,
                                 along.count - MOST, along.count - MOST == 1 ? "" : "s");
    ip_workload_requested_notice(a, ip_arena_printf(a->arena, "drop cascades to %d other objects", along.count),
                                 detail);
}

static ip_dropping dropping_of(const ip_definition_request *a)
{
    return (ip_dropping){.arena = a->arena, .definitions = a->definitions, .path = a->definitions->script_path};
}

void ip_workload_requested_drop_column(const ip_definition_request *a, const ip_table *table,
                                       const PgQuery__AlterTableCmd *command)
{
    const char *name = IP_TEXT(command, name);
    ip_dropping dropping = dropping_of(a);
    if (ip_catalog_table_column(table, name) < 0) {
        const char *message = ip_arena_printf(a->arena, "column \"%s\" of relation \"%s\" does not exist", name,
                                              ip_last_part(table->name));
        ip_workload_requested_refuse_unless(a, command->missing_ok, "42703", message);
        return;
    }
    ip_ddl_dropping_column(&dropping, table, name);
    need_no_dependents(a, &dropping, command->behavior == PG_QUERY__DROP_BEHAVIOR__DROP_CASCADE);
}

void ip_workload_requested_drop_constraint(const ip_definition_request *a, const ip_table *table,
                                           const PgQuery__AlterTableCmd *command)
{
    const char *name = IP_TEXT(command, name);
    ip_dropping dropping = dropping_of(a);
    if (!ip_workload_requested_has_constraint(a, table, name)) {
        const char *message = ip_arena_printf(a->arena, "constraint \"%s\" of relation \"%s\" does not exist", name,
                                              ip_last_part(table->name));
        ip_workload_requested_refuse_unless(a, command->missing_ok, "42704", message);
        return;
    }
    ip_ddl_dropping_key(&dropping, table, name);
    need_no_dependents(a, &dropping, command->behavior == PG_QUERY__DROP_BEHAVIOR__DROP_CASCADE);
}

/* The query of a materialized view is run again as it was written. */
void ip_workload_requested_refuse_materialized(const ip_definition_request *a, const ip_table *table)
{
    ip_dropping dropping = dropping_of(a);
    ip_ddl_dropping_relation(&dropping, table->name);
    ip_descriptions along = ip_ddl_dropping_along(&dropping);
    for (int i = 0; i < along.count; i++)
        if (strncmp(along.items[i], "materialized view ", 18) == 0)
            ip_workload_requested_refuse_undone(a, "RENAME of what a materialized view uses");
}

/* --------------------------------------------------------------------- names -- */

const char *ip_workload_requested_dotted(ip_arena *arena, const ip_tree *names)
{
    const char *text = "";
    size_t i;
    const ip_tree *name;
    IP_LIST_EACH(names, i, name)
    text = ip_arena_printf(arena, "%s%s%s", text, i ? "." : "", ip_parse_string_node(name));
    return text;
}

/* The part of a name before its last dots, of which there are `own`; false: it is no schema, which has been reported.
 */
static bool has_schema(const ip_definition_request *a, const ip_tree *names, size_t own, bool missing_ok)
{
    size_t count = ip_parse_list_size(names);
    if (count < 2 + own)
        return true;
    const char *schema = ip_parse_string_node(ip_parse_list_item(names, count - 2 - own));
    if (ip_catalog_has_schema(a->definitions, schema))
        return true;
    ip_workload_requested_missing(a, "3F000", "schema", schema, missing_ok);
    return false;
}

/* ---------------------------------------------------------------------- kinds -- */

/* "table", "view" or "materialized view": what the relation is, or NULL if there is none. */
static const char *kind_of(const ip_definition_request *a, const ip_relation *relation)
{
    if (!ip_workload_requested_exists(relation) || relation->composite)
        return NULL;
    if (relation->view)
        return "view";
    return ip_catalog_materialized_of(a->definitions, relation->table) ? "materialized view" : "table";
}

static void drop_relation(const ip_definition_request *a, const PgQuery__DropStmt *drop, const char *name,
                          ip_dropping *dropping)
{
    const char *asked = drop->remove_type == PG_QUERY__OBJECT_TYPE__OBJECT_VIEW      ? "view"
                        : drop->remove_type == PG_QUERY__OBJECT_TYPE__OBJECT_MATVIEW ? "materialized view"
                                                                                     : "table";
    ip_relation relation = ip_catalog_relation_named(a->definitions, a->definitions->script_path, name);
    const char *kind = kind_of(a, &relation);
    if (!kind) {
        ip_workload_requested_missing(a, "42P01", asked, ip_last_part(name), drop->missing_ok);
        return;
    }
    if (strcmp(kind, asked) != 0) {
        ip_workload_requested_refuse(a, "42809",
                                     ip_arena_printf(a->arena, "\"%s\" is not a %s", ip_last_part(name), asked));
        return;
    }
    if (relation.table && ip_workload_requested_has_family(a, relation.table))
        ip_workload_requested_refuse_undone(a, "DROP TABLE of one with partitions or descendants");
    if (relation.table)
        IP_PUSH(a->arena, &a->to->drops, ip_workload_requested_subject(a, "table", relation.table->name));
    ip_ddl_dropping_relation(dropping, relation.table ? relation.table->name : relation.view->name);
}

static const ip_column *identity_of(const ip_definition_request *a, const ip_sequence_rule *rule)
{
    const ip_schema *schema = a->definitions->schema;
    for (int t = 0; t < schema->tables.count; t++)
        for (int c = 0; c < schema->tables.items[t]->columns.count; c++) {
            const ip_column *column = &schema->tables.items[t]->columns.items[c];
            if (column->sequence && !column->kept_default && !column->own_sequence && column->sequence_name &&
                strcmp(column->sequence_name, rule->name) == 0)
                return column;
        }
    return NULL;
}

static void drop_sequence(const ip_definition_request *a, const PgQuery__DropStmt *drop, const char *name,
                          ip_dropping *dropping)
{
    const ip_sequence_rule *rule =
        ip_catalog_sequence_rule_named(a->definitions->schema, ip_table_identifier(a->arena, name));
    if (!rule) {
        ip_workload_requested_missing(a, "42P01", "sequence", ip_last_part(name), drop->missing_ok);
        return;
    }
    const ip_column *identity = identity_of(a, rule);
    if (identity)
        ip_workload_requested_refuse(
            a, "2BP01",
            ip_arena_printf(a->arena, "cannot drop sequence %s because column %s requires it", name, identity->name));
    ip_ddl_dropping_sequence(dropping, rule);
}

static void drop_type(const ip_definition_request *a, const PgQuery__DropStmt *drop, const PgQuery__TypeName *type,
                      ip_dropping *dropping)
{
    const char *name = ip_workload_requested_dotted(a->arena, IP_ITEMS(type, names));
    if (!has_schema(a, IP_ITEMS(type, names), 0, drop->missing_ok))
        return;
    const char *plain = strncmp(name, "public.", 7) == 0 ? name + 7 : name;
    ip_relation relation = ip_catalog_relation_named(a->definitions, a->definitions->script_path, name);
    const ip_user_type *user = ip_ddl_definitions_type(a->definitions, plain);
    bool domain = drop->remove_type == PG_QUERY__OBJECT_TYPE__OBJECT_DOMAIN;
    if (user && domain && !user->domain) {
        ip_workload_requested_refuse(a, "42809", ip_arena_printf(a->arena, "\"%s\" is not a domain", name));
    } else if (!user && !relation.composite) {
        ip_workload_requested_missing(a, "42704", "type", name, drop->missing_ok);
    } else {
        IP_PUSH(a->arena, &a->to->drops, ip_workload_requested_subject(a, "type", name));
        if (user)
            ip_ddl_dropping_type(dropping, user);
        else
            ip_ddl_dropping_relation(dropping, relation.composite->name);
    }
}

static const char *types_of(const ip_definition_request *a, const PgQuery__ObjectWithArgs *object)
{
    const char *text = "";
    size_t i;
    const ip_tree *type;
    IP_LIST_EACH(IP_ITEMS(object, objargs), i, type)
    text = ip_arena_printf(a->arena, "%s%s%s%s", text, i ? "," : "",
                           ip_workload_requested_dotted(a->arena, IP_ITEMS(ip_as_type_name(type), names)),
                           IP_ITEMS(ip_as_type_name(type), array_bounds) ? "[]" : "");
    return text;
}

static int count_of_name(const ip_definition_request *a, const ip_unit *unit)
{
    int count = 0;
    for (int i = 0; i < a->definitions->units.count; i++)
        count += strcmp(a->definitions->units.items[i]->name, unit->name) == 0;
    return count;
}

static void drop_routine(const ip_definition_request *a, const PgQuery__DropStmt *drop,
                         const PgQuery__ObjectWithArgs *object, ip_dropping *dropping)
{
    const char *kind = drop->remove_type == PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE ? "procedure"
                       : drop->remove_type == PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE ? "routine"
                                                                                    : "function";
    const char *name = ip_workload_requested_dotted(a->arena, IP_ITEMS(object, objname));
    const char *message = ip_arena_printf(a->arena, "%s %s(%s) does not exist", kind, name, types_of(a, object));
    if (!has_schema(a, IP_ITEMS(object, objname), 0, drop->missing_ok))
        return;
    const ip_unit *unit = ip_ddl_unit_named(a->definitions, object);
    if (!unit && drop->missing_ok)
        ip_workload_requested_skip(a, message);
    else if (!unit)
        ip_workload_requested_refuse(a, "42883", message);
    else if (object->args_unspecified && count_of_name(a, unit) > 1)
        ip_workload_requested_refuse(a, "42725", ip_arena_printf(a->arena, "%s name \"%s\" is not unique", kind, name));
    else if (strcmp(kind, "routine") != 0 && unit->procedure != (strcmp(kind, "procedure") == 0))
        ip_workload_requested_refuse(a, "42809", ip_arena_printf(a->arena, "%s is not a %s", name, kind));
    else
        ip_ddl_dropping_routine(dropping, unit);
}

static void drop_schema(const ip_definition_request *a, const PgQuery__DropStmt *drop, const char *name,
                        ip_dropping *dropping)
{
    if (strncmp(name, "pg_", 3) == 0 && ip_catalog_has_schema(a->definitions, name))
        ip_workload_requested_refuse(
            a, "2BP01",
            ip_arena_printf(a->arena, "cannot drop schema %s because it is required by the database system", name));
    if (strcmp(name, "information_schema") == 0)
        ip_workload_requested_refuse_undone(a, "DROP SCHEMA information_schema");
    if (!ip_catalog_has_schema(a->definitions, name))
        ip_workload_requested_missing(a, "3F000", "schema", name, drop->missing_ok);
    else
        ip_ddl_dropping_schema(dropping, name);
}

/* A trigger, rule or policy is named with its table. */
static void drop_part(const ip_definition_request *a, const PgQuery__DropStmt *drop, const ip_tree *names)
{
    size_t count = ip_parse_list_size(names);
    const char *own = ip_parse_string_node(ip_parse_list_item(names, count - 1));
    const char *full = ip_workload_requested_dotted(a->arena, names);
    const char *table = ip_arena_strndup(a->arena, full, strlen(full) - strlen(own) - 1);
    ip_relation relation = ip_catalog_relation_named(a->definitions, a->definitions->script_path, table);
    bool rule = drop->remove_type == PG_QUERY__OBJECT_TYPE__OBJECT_RULE;
    bool policy = drop->remove_type == PG_QUERY__OBJECT_TYPE__OBJECT_POLICY;
    const char *called = rule ? ip_arena_printf(a->arena, "rule %s", own) : own;
    if (!has_schema(a, names, 1, drop->missing_ok))
        return;
    if (!ip_workload_requested_exists(&relation)) {
        ip_workload_requested_missing(a, "42P01", "relation", ip_last_part(table), drop->missing_ok);
        return;
    }
    bool found = false;
    for (int i = 0; i < a->definitions->triggers.count; i++) {
        const ip_trigger *t = &a->definitions->triggers.items[i];
        if (strcmp(t->table, relation.name) != 0)
            continue;
        for (int p = 0; policy && p < t->policies.count; p++)
            found = found || strcmp(t->policies.items[p].name, own) == 0;
        found = found || (!policy && t->name && strcmp(t->name, called) == 0);
    }
    if (!found)
        ip_workload_requested_missing(a, "42704",
                                      rule     ? "rule"
                                      : policy ? "policy"
                                               : "trigger",
                                      ip_arena_printf(a->arena, "%s\" for relation \"%s", own, ip_last_part(table)),
                                      drop->missing_ok);
}

static void drop_one(const ip_definition_request *a, const PgQuery__DropStmt *drop, const ip_tree *object,
                     ip_dropping *dropping)
{
    const ip_tree *names = IP_ITEMS(ip_as_list(object), items);
    const char *name = ip_workload_requested_dotted(a->arena, names);
    switch (drop->remove_type) {
    case PG_QUERY__OBJECT_TYPE__OBJECT_TABLE:
    case PG_QUERY__OBJECT_TYPE__OBJECT_VIEW:
    case PG_QUERY__OBJECT_TYPE__OBJECT_MATVIEW:
        if (has_schema(a, names, 0, drop->missing_ok))
            drop_relation(a, drop, name, dropping);
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE:
        if (has_schema(a, names, 0, drop->missing_ok))
            drop_sequence(a, drop, name, dropping);
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_INDEX:
        if (has_schema(a, names, 0, drop->missing_ok) && !ip_workload_requested_has_index(a, ip_last_part(name)))
            ip_workload_requested_missing(a, "42704", "index", ip_last_part(name), drop->missing_ok);
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_TYPE:
    case PG_QUERY__OBJECT_TYPE__OBJECT_DOMAIN:
        drop_type(a, drop, ip_as_type_name(object), dropping);
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION:
    case PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE:
    case PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE:
        drop_routine(a, drop, ip_as_object_with_args(object), dropping);
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_SCHEMA:
        drop_schema(a, drop, ip_parse_string_node(object), dropping);
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_TRIGGER:
    case PG_QUERY__OBJECT_TYPE__OBJECT_RULE:
    case PG_QUERY__OBJECT_TYPE__OBJECT_POLICY:
        drop_part(a, drop, names);
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_EXTENSION:
        ip_workload_requested_need_extension(a, ip_parse_string_node(object), drop->missing_ok);
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_AGGREGATE:
        if (!drop->missing_ok)
            ip_workload_requested_need_routine(a, ip_as_object_with_args(object), "aggregate");
        break;
    default:
        break;
    }
}

void ip_workload_requested_drop(const ip_definition_request *a, const PgQuery__DropStmt *drop)
{
    size_t i;
    const ip_tree *object;
    int skipped = 0;
    ip_dropping dropping = dropping_of(a);
    a->to->cascades = drop->behavior == PG_QUERY__DROP_BEHAVIOR__DROP_CASCADE;
    IP_LIST_EACH(IP_ITEMS(drop, objects), i, object)
    {
        a->to->skipped = false;
        drop_one(a, drop, object, &dropping);
        skipped += a->to->skipped;
    }
    a->to->skipped = skipped > 0 && skipped == (int)ip_parse_list_size(IP_ITEMS(drop, objects));
    if (!a->to->sqlstate && !a->to->skipped)
        need_no_dependents(a, &dropping, a->to->cascades);
}
