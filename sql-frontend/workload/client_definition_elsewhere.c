/* Objects that the schema does not keep: roles, databases, and what DROP names beside tables, routines and types. They
 * are there if a text that was run so far names them, so that only what no text names is missing. */
#include "workload/client_definition_parts.h"

#include "base/words.h"

#include <string.h>

static void unless_named(const ip_definition_request *a, const char *name, bool database, bool may_be,
                         const char *sqlstate, const char *message)
{
    ip_client_unless_named entry = {name, database, may_be, sqlstate, message};
    IP_PUSH(a->arena, &a->to->unless_named, entry);
}

static void need_named(const ip_definition_request *a, const char *kind, const char *name, bool may_be)
{
    bool database = strcmp(kind, "database") == 0;
    unless_named(a, name, database, may_be, database ? "3D000" : "42704",
                 ip_arena_printf(a->arena, "%s \"%s\" does not exist", kind, name));
}

static void need_roles(const ip_definition_request *a, const ip_tree *tree, bool may_be, int depth)
{
    enum { DEEPEST = 30 };
    size_t i;
    const ip_tree *child;
    const PgQuery__RoleSpec *role = ip_message_as(tree, &pg_query__role_spec__descriptor);
    if (role && role->roletype == PG_QUERY__ROLE_SPEC_TYPE__ROLESPEC_CSTRING &&
        strncmp(IP_TEXT(role, rolename), "pg_", 3) != 0 && strcmp(IP_TEXT(role, rolename), "postgres") != 0)
        need_named(a, "role", IP_TEXT(role, rolename), may_be);
    if (depth >= DEEPEST)
        return;
    IP_LIST_EACH(tree, i, child)
    need_roles(a, child, may_be, depth + 1);
    IP_TREE_EACH(tree, field, child)
    need_roles(a, child, may_be, depth + 1);
}

static const char *kind_of(PgQuery__ObjectType type)
{
    static const struct {
        PgQuery__ObjectType type;
        const char *kind;
    } kinds[] = {
        {PG_QUERY__OBJECT_TYPE__OBJECT_ACCESS_METHOD, "access method"},
        {PG_QUERY__OBJECT_TYPE__OBJECT_COLLATION, "collation"},
        {PG_QUERY__OBJECT_TYPE__OBJECT_CONVERSION, "conversion"},
        {PG_QUERY__OBJECT_TYPE__OBJECT_EVENT_TRIGGER, "event trigger"},
        {PG_QUERY__OBJECT_TYPE__OBJECT_FDW, "foreign-data wrapper"},
        {PG_QUERY__OBJECT_TYPE__OBJECT_FOREIGN_SERVER, "server"},
        {PG_QUERY__OBJECT_TYPE__OBJECT_LANGUAGE, "language"},
        {PG_QUERY__OBJECT_TYPE__OBJECT_PUBLICATION, "publication"},
        {PG_QUERY__OBJECT_TYPE__OBJECT_STATISTIC_EXT, "statistics object"},
        {PG_QUERY__OBJECT_TYPE__OBJECT_TSCONFIGURATION, "text search configuration"},
        {PG_QUERY__OBJECT_TYPE__OBJECT_TSDICTIONARY, "text search dictionary"},
        {PG_QUERY__OBJECT_TYPE__OBJECT_TSPARSER, "text search parser"},
        {PG_QUERY__OBJECT_TYPE__OBJECT_TSTEMPLATE, "text search template"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].type == type)
            return kinds[i].kind;
    return NULL;
}

static const char *last_name(const ip_tree *object)
{
    const ip_tree *names = IP_ITEMS(ip_as_list(object), items);
    return names ? ip_parse_last_string(names) : ip_parse_string_node(object);
}

static void need_operator(const ip_definition_request *a, const PgQuery__ObjectWithArgs *object, bool may_be)
{
    const ip_tree *names = IP_ITEMS(object, objname);
    const char *name = ip_parse_last_string(names);
    const char *types[] = {"", ""};
    for (size_t i = 0; i < 2 && i < ip_parse_list_size(IP_ITEMS(object, objargs)); i++) {
        const PgQuery__TypeName *type = ip_as_type_name(ip_parse_list_item(IP_ITEMS(object, objargs), i));
        types[i] = type ? ip_parse_typename_type(a->arena, type).name : "";
    }
    unless_named(a, name, false, may_be, "42883",
                 may_be ? ip_arena_printf(a->arena, "operator %s does not exist", name)
                        : ip_arena_printf(a->arena, "operator does not exist: %s%s%s %s", types[0],
                                          *types[0] ? " " : "", name, types[1]));
}

static void drop(const ip_definition_request *a, const PgQuery__DropStmt *drop)
{
    size_t i;
    const ip_tree *object;
    const char *kind = kind_of(drop->remove_type);
    IP_LIST_EACH(IP_ITEMS(drop, objects), i, object)
    {
        const char *name = kind ? last_name(object) : "";
        bool of_server =
            ip_is_among("sql plpgsql c internal default C POSIX ucs_basic unicode simple english btree hash "
                        "gist gin brin spgist heap",
                        name);
        if (kind && *name && !of_server)
            need_named(a, kind, name, drop->missing_ok);
        if (drop->remove_type == PG_QUERY__OBJECT_TYPE__OBJECT_OPERATOR)
            need_operator(a, ip_as_object_with_args(object), drop->missing_ok);
    }
}

void ip_workload_requested_elsewhere(const ip_definition_request *a, const ip_tree *statement)
{
    const PgQuery__Node *node = ip_as_node(statement);
    bool may_be = false;
    switch (IP_GET(node, node_case)) {
    case PG_QUERY__NODE__NODE_DROP_STMT:
        if (!a->definitions->extensions.count)
            drop(a, node->drop_stmt);
        return;
    case PG_QUERY__NODE__NODE_DROPDB_STMT:
        need_named(a, "database", IP_TEXT(node->dropdb_stmt, dbname), node->dropdb_stmt->missing_ok);
        return;
    case PG_QUERY__NODE__NODE_ALTER_DATABASE_SET_STMT:
        need_named(a, "database", IP_TEXT(node->alter_database_set_stmt, dbname), false);
        return;
    case PG_QUERY__NODE__NODE_ALTER_DATABASE_STMT:
        need_named(a, "database", IP_TEXT(node->alter_database_stmt, dbname), false);
        return;
    case PG_QUERY__NODE__NODE_GRANT_STMT: {
        size_t i;
        const ip_tree *object;
        if (node->grant_stmt->objtype == PG_QUERY__OBJECT_TYPE__OBJECT_DATABASE)
            IP_LIST_EACH(IP_ITEMS(node->grant_stmt, objects), i, object)
        need_named(a, "database", ip_parse_string_node(object), false);
        break;
    }
    case PG_QUERY__NODE__NODE_DROP_ROLE_STMT:
        may_be = node->drop_role_stmt->missing_ok;
        break;
    case PG_QUERY__NODE__NODE_ALTER_TABLE_STMT:
    case PG_QUERY__NODE__NODE_ALTER_OWNER_STMT:
    case PG_QUERY__NODE__NODE_ALTER_DEFAULT_PRIVILEGES_STMT:
    case PG_QUERY__NODE__NODE_ALTER_ROLE_STMT:
    case PG_QUERY__NODE__NODE_ALTER_ROLE_SET_STMT:
    case PG_QUERY__NODE__NODE_CREATE_POLICY_STMT:
    case PG_QUERY__NODE__NODE_CREATE_SCHEMA_STMT:
    case PG_QUERY__NODE__NODE_DROP_OWNED_STMT:
    case PG_QUERY__NODE__NODE_REASSIGN_OWNED_STMT:
        break;
    default:
        return;
    }
    need_roles(a, statement, may_be, 0);
}
