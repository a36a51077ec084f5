/* Objects that a statement names and does not change, as far as the schema is known here: GRANT, REVOKE, COMMENT,
 * ANALYZE, VACUUM, REINDEX, ALTER of routines, views and enums; and the server's error where there is none (aclchk.c,
 * comment.c, objectaddress.c, vacuum.c). What an extension may have made counts as there. */
#include "workload/client_definition_parts.h"

#include "base/words.h"
#include "catalog/unit_index.h"
#include "ddl/apply.h"
#include "ddl/dependents.h"
#include "missing_names/missing_name.h"

#include <string.h>

static bool may_be_extended(const ip_definition_request *a)
{
    bool more = a->definitions->imports.count > 0;
    for (int i = 0; i < a->definitions->extensions.count; i++)
        more = more || strcmp(a->definitions->extensions.items[i], "plpgsql") != 0;
    return more;
}

static void refuse(const ip_definition_request *a, const char *sqlstate, const char *format, const char *name)
{
    const char *at = strchr(format, '%');
    ip_workload_requested_refuse(a, sqlstate,
                                 ip_arena_printf(a->arena, "%.*s%s%s", (int)(at - format), format, name, at + 1));
}

static void need_schema(const ip_definition_request *a, const char *schema)
{
    if (*schema && !ip_catalog_has_schema(a->definitions, schema))
        refuse(a, "3F000", "schema \"%\" does not exist", schema);
}

/* -------------------------------------------------------------- relations -- */

/* What a name stands for. MAYBE: something that is not known here. */
typedef enum kind { NONE, MAYBE, TABLE, VIEW, MATERIALIZED, SEQUENCE, INDEX, COMPOSITE } kind;

static const char *const articles[] = {[TABLE] = "\"%\" is not a table",
                                       [VIEW] = "\"%\" is not a view",
                                       [MATERIALIZED] = "\"%\" is not a materialized view",
                                       [SEQUENCE] = "\"%\" is not a sequence",
                                       [INDEX] = "\"%\" is not an index"};

static kind kind_of(const ip_definition_request *a, const char *name, ip_relation *relation)
{
    *relation = ip_catalog_relation_named(a->definitions, a->definitions->script_path, name);
    const char *last = ip_last_part(name);
    if (relation->guessed || relation->several || ip_catalog_name_is_temporary(name))
        return MAYBE;
    if (relation->composite)
        return COMPOSITE;
    if (relation->view)
        return VIEW;
    if (relation->table)
        return ip_catalog_materialized_of(a->definitions, relation->table) ? MATERIALIZED : TABLE;
    if (ip_workload_requested_has_sequence(a, name))
        return SEQUENCE;
    if (ip_workload_requested_has_index(a, last))
        return INDEX;
    bool servers = relation->catalog || strncmp(name, "pg_", 3) == 0 || strncmp(name, "information_schema.", 19) == 0;
    return servers || may_be_extended(a) ? MAYBE : NONE;
}

/* The relation of that name, which has to be there. asked: NONE for any kind. */
static kind need_relation(const ip_definition_request *a, const char *name, kind asked, ip_relation *relation)
{
    kind found = kind_of(a, name, relation);
    const char *dot = strrchr(name, '.');
    if (found == NONE && dot)
        need_schema(a, ip_arena_strndup(a->arena, name, (size_t)(dot - name)));
    if (found == NONE)
        refuse(a, "42P01", "relation \"%\" does not exist", ip_last_part(name));
    else if (asked != NONE && found != MAYBE && found != asked)
        refuse(a, "42809", articles[asked], ip_last_part(name));
    return found;
}

static const char *name_of(const ip_definition_request *a, const PgQuery__RangeVar *rangevar)
{
    const char *schema = IP_TEXT(rangevar, schemaname), *name = IP_TEXT(rangevar, relname);
    return *schema ? ip_arena_printf(a->arena, "%s.%s", schema, name) : name;
}

static void need_column(const ip_definition_request *a, const ip_relation *relation, const char *name,
                        const char *column)
{
    const ip_table *row = ip_catalog_relation_row(relation);
    if (!row || ip_catalog_table_column(row, column) >= 0 || ip_catalog_is_system_column(column))
        return;
    ip_workload_requested_refuse(
        a, "42703",
        ip_arena_printf(a->arena, "column \"%s\" of relation \"%s\" does not exist", column, ip_last_part(name)));
}

/* "s.t" of the names of a part of s.t. */
static const char *whole_of(const ip_definition_request *a, const ip_tree *names, const char **part)
{
    const char *full = ip_workload_requested_dotted(a->arena, names);
    *part = ip_parse_last_string(names);
    size_t length = strlen(full), own = strlen(*part) + 1;
    return length > own ? ip_arena_strndup(a->arena, full, length - own) : "";
}

static void need_column_of(const ip_definition_request *a, const ip_tree *names)
{
    const char *column, *name = whole_of(a, names, &column);
    ip_relation relation;
    if (*name && need_relation(a, name, NONE, &relation) != NONE)
        need_column(a, &relation, name, column);
}

/* -------------------------------------------------------- parts of a table -- */

bool ip_workload_requested_may_have_constraint(const ip_definition_request *a, const ip_table *table, const char *name)
{
    for (int i = 0; i < a->definitions->checks.count; i++)
        if (a->definitions->checks.items[i].table == table && !*a->definitions->checks.items[i].name)
            return true; /* the server has given it a name */
    return table->unchecked || ip_workload_requested_has_constraint(a, table, name);
}

static bool has_part(const ip_definition_request *a, const ip_relation *relation, const char *kind, const char *name)
{
    const char *called = strcmp(kind, "rule") == 0 ? ip_arena_printf(a->arena, "rule %s", name) : name;
    for (int i = 0; i < a->definitions->triggers.count; i++) {
        const ip_trigger *t = &a->definitions->triggers.items[i];
        if (strcmp(t->table, relation->name) != 0)
            continue;
        for (int p = 0; strcmp(kind, "policy") == 0 && p < t->policies.count; p++)
            if (strcmp(t->policies.items[p].name, name) == 0)
                return true;
        if (strcmp(kind, "policy") != 0 && t->name && strcmp(t->name, called) == 0)
            return true;
    }
    return strcmp(kind, "rule") == 0 && relation->view && strcmp(name, "_RETURN") == 0;
}

static void need_part(const ip_definition_request *a, const ip_tree *names, const char *kind)
{
    const char *part, *name = whole_of(a, names, &part);
    ip_relation relation;
    if (!*name || need_relation(a, name, NONE, &relation) == NONE || (!relation.table && !relation.view))
        return;
    bool constraint = strcmp(kind, "constraint") == 0;
    if (constraint ? relation.view || ip_workload_requested_may_have_constraint(a, relation.table, part)
                   : has_part(a, &relation, kind, part))
        return;
    const char *whole = strcmp(kind, "rule") == 0 ? "relation" : "table";
    ip_workload_requested_refuse(
        a, "42704",
        ip_arena_printf(a->arena, "%s \"%s\" for %s \"%s\" does not exist", kind, part, whole, ip_last_part(name)));
}

void ip_workload_requested_need_trigger(const ip_definition_request *a, const ip_table *table, const char *name)
{
    ip_relation relation = {.name = table->name, .table = (ip_table *)table};
    if (!has_part(a, &relation, "trigger", name))
        ip_workload_requested_refuse(a, "42704",
                                     ip_arena_printf(a->arena, "trigger \"%s\" for table \"%s\" does not exist", name,
                                                     ip_last_part(table->name)));
}

/* ----------------------------------------------------- types and routines -- */

static bool has_type(const ip_definition_request *a, const ip_tree *names)
{
    const char *name = ip_workload_requested_dotted(a->arena, names), *last = ip_last_part(name);
    ip_relation relation = ip_catalog_relation_named(a->definitions, a->definitions->script_path, name);
    return ip_ddl_definitions_type(a->definitions, strncmp(name, "public.", 7) == 0 ? name + 7 : name) ||
           relation.table || relation.view || relation.composite || relation.several || relation.catalog ||
           ip_missing_type_of_server(last) || may_be_extended(a);
}

bool ip_workload_requested_need_type(const ip_definition_request *a, const PgQuery__TypeName *type, bool may_be)
{
    if (!type || type->pct_type || has_type(a, IP_ITEMS(type, names)))
        return true;
    ip_workload_requested_missing(a, "42704", "type", ip_workload_requested_dotted(a->arena, IP_ITEMS(type, names)),
                                  may_be);
    return false;
}

static bool need_type(const ip_definition_request *a, const PgQuery__TypeName *type)
{
    return ip_workload_requested_need_type(a, type, false);
}

static void need_domain(const ip_definition_request *a, const PgQuery__TypeName *type)
{
    const char *name = type ? ip_workload_requested_dotted(a->arena, IP_ITEMS(type, names)) : "";
    const ip_user_type *user = ip_ddl_definitions_type(a->definitions, name);
    if (need_type(a, type) && user && !user->domain)
        refuse(a, "42809", "\"%\" is not a domain", name);
}

static const char *listed(const ip_definition_request *a, const PgQuery__ObjectWithArgs *object)
{
    const char *text = "";
    size_t i;
    const ip_tree *type;
    IP_LIST_EACH(IP_ITEMS(object, objargs), i, type)
    text = ip_arena_printf(a->arena, "%s%s%s", text, i ? ", " : "",
                           ip_parse_typename_type(a->arena, ip_as_type_name(type)).name);
    return text;
}

void ip_workload_requested_need_routine(const ip_definition_request *a, const PgQuery__ObjectWithArgs *object,
                                        const char *kind)
{
    size_t i;
    const ip_tree *type;
    const char *name = ip_workload_requested_dotted(a->arena, IP_ITEMS(object, objname));
    const ip_unit *unit = object ? ip_ddl_unit_named(a->definitions, object) : NULL;
    if (!object || (!unit && (ip_missing_created_by_server(ip_last_part(name)) || may_be_extended(a))))
        return;
    bool aggregate = ip_catalog_find_user_operator(a->definitions, IP_USER_AGGREGATE, ip_last_part(name)) != NULL;
    if (!unit && aggregate)
        return;
    IP_LIST_EACH(IP_ITEMS(object, objargs), i, type)
    if (!unit && !need_type(a, ip_as_type_name(type)))
        return;
    const char *shown = ip_arena_printf(a->arena, "%s(%s)", name, listed(a, object));
    if (!unit)
        refuse(a, "42883",
               strcmp(kind, "procedure") == 0   ? "procedure % does not exist"
               : strcmp(kind, "aggregate") == 0 ? "aggregate % does not exist"
                                                : "function % does not exist",
               shown);
    else if (strcmp(kind, "aggregate") == 0)
        refuse(a, "42809", "function % is not an aggregate", shown);
    else if (strcmp(kind, "routine") != 0 && unit->procedure != (strcmp(kind, "procedure") == 0))
        refuse(a, "42809", unit->procedure ? "% is not a function" : "% is not a procedure", shown);
}

static void need_language(const ip_definition_request *a, const char *name)
{
    if (!ip_is_among("sql plpgsql c internal", name) && !may_be_extended(a))
        refuse(a, "42704", "language \"%\" does not exist", name);
}

void ip_workload_requested_need_extension(const ip_definition_request *a, const char *name, bool may_be)
{
    bool found = strcmp(name, "plpgsql") == 0;
    for (int i = 0; i < a->definitions->extensions.count; i++)
        found = found || strcmp(a->definitions->extensions.items[i], name) == 0;
    if (!found)
        ip_workload_requested_missing(a, "42704", "extension", name, may_be);
}

/* What kind of object it is, by its names as the grammar has them. */
static void need_object(const ip_definition_request *a, PgQuery__ObjectType type, const ip_tree *object)
{
    const ip_tree *names = IP_ITEMS(ip_as_list(object), items);
    const char *dotted = ip_workload_requested_dotted(a->arena, names), *word = ip_parse_string_node(object);
    ip_relation relation;
    if (!object)
        return;
    switch (type) {
    case PG_QUERY__OBJECT_TYPE__OBJECT_TABLE:
        need_relation(a, dotted, TABLE, &relation);
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_VIEW:
        need_relation(a, dotted, VIEW, &relation);
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_MATVIEW:
        need_relation(a, dotted, MATERIALIZED, &relation);
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE:
        need_relation(a, dotted, SEQUENCE, &relation);
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_INDEX:
        need_relation(a, dotted, INDEX, &relation);
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_COLUMN:
        need_column_of(a, names);
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_TABCONSTRAINT:
        need_part(a, names, "constraint");
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_TRIGGER:
        need_part(a, names, "trigger");
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_RULE:
        need_part(a, names, "rule");
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_POLICY:
        need_part(a, names, "policy");
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_TYPE:
        if (need_type(a, ip_as_type_name(object)) && ip_parse_list_size(names) && !has_type(a, names))
            refuse(a, "42704", "type \"%\" does not exist", dotted);
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_DOMAIN:
        need_domain(a, ip_as_type_name(object));
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION:
        ip_workload_requested_need_routine(a, ip_as_object_with_args(object), "function");
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE:
        ip_workload_requested_need_routine(a, ip_as_object_with_args(object), "procedure");
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE:
        ip_workload_requested_need_routine(a, ip_as_object_with_args(object), "routine");
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_AGGREGATE:
        ip_workload_requested_need_routine(a, ip_as_object_with_args(object), "aggregate");
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_SCHEMA:
        need_schema(a, word);
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_LANGUAGE:
        need_language(a, word);
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_EXTENSION:
        ip_workload_requested_need_extension(a, word, false);
        break;
    default:
        break;
    }
}

/* ------------------------------------------------------------- statements -- */

static const struct {
    PgQuery__ObjectType type;
    const char *named, *privileges;
} granted[] = {
    {PG_QUERY__OBJECT_TYPE__OBJECT_TABLE, "relation", "select insert update delete truncate references trigger"},
    {PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE, "sequence", "usage select update"},
    {PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION, "function", "execute"},
    {PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE, "procedure", "execute"},
    {PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE, "routine", "execute"},
    {PG_QUERY__OBJECT_TYPE__OBJECT_SCHEMA, "schema", "usage create"},
    {PG_QUERY__OBJECT_TYPE__OBJECT_DATABASE, "database", "create connect temporary temp"},
    {PG_QUERY__OBJECT_TYPE__OBJECT_LANGUAGE, "language", "usage"},
    {PG_QUERY__OBJECT_TYPE__OBJECT_TYPE, "type", "usage"},
    {PG_QUERY__OBJECT_TYPE__OBJECT_DOMAIN, "domain", "usage"}};

static void need_privilege(const ip_definition_request *a, PgQuery__ObjectType type, const char *name, bool any)
{
    static const char all[] = "select insert update delete truncate references trigger usage execute create temporary "
                              "temp connect set rule";
    if (!ip_is_among(all, name) && strcmp(name, "alter system") != 0)
        refuse(a, "42601", "unrecognized privilege type \"%\"", name);
    for (size_t i = 0; i < sizeof granted / sizeof *granted && !any; i++)
        if (granted[i].type == type && !ip_is_among(granted[i].privileges, name))
            refuse(a, "0LP01", ip_arena_printf(a->arena, "invalid privilege type %% for %s", granted[i].named), name);
}

static void grant(const ip_definition_request *a, const PgQuery__GrantStmt *grant)
{
    size_t i, k;
    const ip_tree *object, *privilege, *column;
    bool objects = grant->targtype == PG_QUERY__GRANT_TARGET_TYPE__ACL_TARGET_OBJECT;
    bool sequence = false;
    IP_LIST_EACH(IP_ITEMS(grant, objects), i, object)
    {
        const PgQuery__RangeVar *rangevar = ip_as_range_var(object);
        ip_relation relation;
        bool of_sequence = grant->objtype == PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE;
        if (grant->targtype == PG_QUERY__GRANT_TARGET_TYPE__ACL_TARGET_ALL_IN_SCHEMA) {
            need_schema(a, ip_parse_string_node(object));
        } else if (rangevar && objects) {
            kind found = need_relation(a, name_of(a, rangevar), of_sequence ? SEQUENCE : NONE, &relation);
            sequence = sequence || found == SEQUENCE;
            if (found == INDEX || found == COMPOSITE)
                refuse(a, "42809", found == INDEX ? "\"%\" is an index" : "\"%\" is a composite type",
                       IP_TEXT(rangevar, relname));
        } else if (objects && (grant->objtype == PG_QUERY__OBJECT_TYPE__OBJECT_TYPE ||
                               grant->objtype == PG_QUERY__OBJECT_TYPE__OBJECT_DOMAIN)) {
            const ip_tree *names = IP_ITEMS(ip_as_list(object), items);
            if (!has_type(a, names))
                refuse(a, "42704", "type \"%\" does not exist", ip_workload_requested_dotted(a->arena, names));
        } else if (objects) {
            need_object(a, grant->objtype, object);
        }
    }
    IP_LIST_EACH(IP_ITEMS(grant, privileges), i, privilege)
    {
        const PgQuery__AccessPriv *one = ip_as_access_priv(privilege);
        if (*IP_TEXT(one, priv_name))
            need_privilege(a, grant->objtype, IP_TEXT(one, priv_name),
                           sequence && grant->objtype == PG_QUERY__OBJECT_TYPE__OBJECT_TABLE);
        IP_LIST_EACH(IP_ITEMS(one, cols), k, column)
        {
            size_t r;
            const ip_tree *of;
            IP_LIST_EACH(IP_ITEMS(grant, objects), r, of)
            {
                ip_relation relation;
                const char *name = name_of(a, ip_as_range_var(of));
                if (ip_as_range_var(of) && kind_of(a, name, &relation) > MAYBE)
                    need_column(a, &relation, name, ip_parse_string_node(column));
            }
        }
    }
}

static void vacuum(const ip_definition_request *a, const PgQuery__VacuumStmt *vacuum)
{
    size_t i, k, p;
    const ip_tree *node, *column, *option;
    bool analyzes = !vacuum->is_vacuumcmd;
    IP_LIST_EACH(IP_ITEMS(vacuum, options), i, option)
    analyzes = analyzes || strcmp(IP_TEXT(ip_as_def_elem(option), defname), "analyze") == 0;
    IP_LIST_EACH(IP_ITEMS(vacuum, rels), i, node)
    if (!analyzes && IP_ITEMS(ip_as_vacuum_relation(node), va_cols))
        ip_workload_requested_refuse(a, "0A000", "ANALYZE option must be specified when a column list is provided");
    IP_LIST_EACH(IP_ITEMS(vacuum, rels), i, node)
    {
        const PgQuery__VacuumRelation *one = ip_as_vacuum_relation(node);
        const char *name = name_of(a, IP_GET(one, relation));
        ip_relation relation;
        kind found = need_relation(a, name, NONE, &relation);
        if (found != TABLE && found != MATERIALIZED)
            continue;
        IP_LIST_EACH(IP_ITEMS(one, va_cols), k, column)
        {
            need_column(a, &relation, name, ip_parse_string_node(column));
            for (p = 0; p < k; p++)
                if (strcmp(ip_parse_string_node(ip_parse_list_item(IP_ITEMS(one, va_cols), p)),
                           ip_parse_string_node(column)) == 0)
                    ip_workload_requested_refuse(
                        a, "42701",
                        ip_arena_printf(a->arena, "column \"%s\" of relation \"%s\" appears more than once",
                                        ip_parse_string_node(column), ip_last_part(name)));
        }
    }
}

static bool has_label(const ip_user_type *type, const char *label)
{
    for (int i = 0; i < type->labels.count; i++)
        if (strcmp(type->labels.items[i], label) == 0)
            return true;
    return false;
}

/* pg_enum.c, AddEnumLabel and RenameEnumLabel. */
static void alter_enum(const ip_definition_request *a, const PgQuery__AlterEnumStmt *alter)
{
    const char *name = ip_workload_requested_dotted(a->arena, IP_ITEMS(alter, type_name));
    const char *old = IP_TEXT(alter, old_val), *new = IP_TEXT(alter, new_val),
               *beside = IP_TEXT(alter, new_val_neighbor);
    const ip_user_type *type =
        ip_ddl_definitions_type(a->definitions, strncmp(name, "public.", 7) == 0 ? name + 7 : name);
    if (!type && !has_type(a, IP_ITEMS(alter, type_name)))
        refuse(a, "42704", "type \"%\" does not exist", name);
    else if (type && type->domain)
        refuse(a, "42809", "% is not an enum", name);
    if (!type || type->domain)
        return;
    if (*old && !has_label(type, old))
        refuse(a, "22023", "\"%\" is not an existing enum label", old);
    if (has_label(type, new)) {
        const char *message = ip_arena_printf(a->arena, "enum label \"%s\" already exists", new);
        if (alter->skip_if_new_val_exists)
            ip_workload_requested_skip(a, message);
        else
            ip_workload_requested_refuse(a, "42710", message);
    } else if (*beside && !has_label(type, beside)) {
        refuse(a, "22023", "\"%\" is not an existing enum label", beside);
    }
}

static void reindex(const ip_definition_request *a, const PgQuery__ReindexStmt *reindex)
{
    ip_relation relation;
    if (reindex->kind == PG_QUERY__REINDEX_OBJECT_TYPE__REINDEX_OBJECT_SCHEMA) {
        need_schema(a, IP_TEXT(reindex, name));
    } else if (IP_GET(reindex, relation)) {
        bool index = reindex->kind == PG_QUERY__REINDEX_OBJECT_TYPE__REINDEX_OBJECT_INDEX;
        kind found = need_relation(a, name_of(a, reindex->relation), index ? INDEX : NONE, &relation);
        if (!index && (found == VIEW || found == SEQUENCE || found == INDEX || found == COMPOSITE))
            refuse(a, "42809", "\"%\" is not a table or materialized view", IP_TEXT(reindex->relation, relname));
    }
}

static const char *routine_kind(PgQuery__ObjectType type)
{
    return type == PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE ? "procedure"
           : type == PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE ? "routine"
                                                           : "function";
}

/* sequence.c, init_params and process_owned_by. */
void ip_workload_requested_need_sequence(const ip_definition_request *a, const ip_tree *options)
{
    size_t i;
    const ip_tree *node;
    IP_LIST_EACH(options, i, node)
    {
        const PgQuery__DefElem *option = ip_as_def_elem(node);
        const ip_tree *names = IP_ITEMS(ip_as_list(IP_GET(option, arg)), items);
        const PgQuery__Integer *number = ip_as_integer(IP_GET(option, arg));
        if (strcmp(IP_TEXT(option, defname), "owned_by") == 0 && ip_parse_list_size(names) > 1)
            need_column_of(a, names);
        if (strcmp(IP_TEXT(option, defname), "increment") == 0 && number && number->ival == 0)
            ip_workload_requested_refuse(a, "22023", "INCREMENT must not be zero");
    }
}

void ip_workload_requested_need_renamed(const ip_definition_request *a, const PgQuery__RenameStmt *rename)
{
    ip_relation relation;
    if (IP_GET(rename, relation) && rename->rename_type == PG_QUERY__OBJECT_TYPE__OBJECT_VIEW && !rename->missing_ok)
        need_relation(a, name_of(a, rename->relation), VIEW, &relation);
    else if (!rename->missing_ok)
        need_object(a, rename->rename_type, IP_GET(rename, object));
}

void ip_workload_requested_need_objects(const ip_definition_request *a, const ip_tree *statement)
{
    const PgQuery__Node *node = ip_as_node(statement);
    switch (IP_GET(node, node_case)) {
    case PG_QUERY__NODE__NODE_GRANT_STMT:
        grant(a, node->grant_stmt);
        break;
    case PG_QUERY__NODE__NODE_COMMENT_STMT:
        need_object(a, node->comment_stmt->objtype, node->comment_stmt->object);
        break;
    case PG_QUERY__NODE__NODE_VACUUM_STMT:
        vacuum(a, node->vacuum_stmt);
        break;
    case PG_QUERY__NODE__NODE_REINDEX_STMT:
        reindex(a, node->reindex_stmt);
        break;
    case PG_QUERY__NODE__NODE_ALTER_ENUM_STMT:
        alter_enum(a, node->alter_enum_stmt);
        break;
    case PG_QUERY__NODE__NODE_ALTER_DOMAIN_STMT: {
        const ip_tree *names = IP_ITEMS(node->alter_domain_stmt, type_name);
        const char *name = ip_workload_requested_dotted(a->arena, names);
        const ip_user_type *user = ip_ddl_definitions_type(a->definitions, name);
        if (!has_type(a, names))
            refuse(a, "42704", "type \"%\" does not exist", name);
        else if (user && !user->domain)
            refuse(a, "42809", "% is not a domain", name);
        break;
    }
    case PG_QUERY__NODE__NODE_ALTER_FUNCTION_STMT:
        ip_workload_requested_need_routine(a, IP_GET(node->alter_function_stmt, func),
                                           routine_kind(node->alter_function_stmt->objtype));
        break;
    case PG_QUERY__NODE__NODE_ALTER_OWNER_STMT:
        need_object(a, node->alter_owner_stmt->object_type, IP_GET(node->alter_owner_stmt, object));
        break;
    case PG_QUERY__NODE__NODE_ALTER_OBJECT_SCHEMA_STMT: {
        const PgQuery__AlterObjectSchemaStmt *alter = node->alter_object_schema_stmt;
        ip_relation relation;
        if (!alter->missing_ok && IP_GET(alter, relation))
            need_relation(a, name_of(a, alter->relation), NONE, &relation);
        else if (!alter->missing_ok)
            need_object(a, alter->object_type, IP_GET(alter, object));
        if (!alter->missing_ok)
            need_schema(a, IP_TEXT(alter, newschema));
        break;
    }
    default:
        break;
    }
}
