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

/* ---- casts, operator classes and transforms, which are found by more than a name ---- */
/* pg_cast: to each type, from those; a cast of these is part of the server. */
static const struct {
    const char *to, *from;
} casts[] = {
    {"bit", "bit int4 int8 varbit"},
    {"bool", "int4 jsonb"},
    {"box", "circle point polygon"},
    {"bpchar", "bool bpchar char cidr inet name text varchar xml"},
    {"char", "bpchar int4 text varchar"},
    {"cidr", "inet"},
    {"circle", "box polygon"},
    {"date", "timestamp timestamptz"},
    {"float4", "float8 int2 int4 int8 jsonb numeric"},
    {"float8", "float4 int2 int4 int8 jsonb numeric"},
    {"inet", "cidr"},
    {"int2", "float4 float8 int4 int8 jsonb numeric"},
    {"int4", "bit bool char float4 float8 int2 int8 jsonb numeric oid regclass regproc regrole regtype"},
    {"int8", "bit float4 float8 int2 int4 jsonb numeric oid regclass regproc regrole regtype"},
    {"interval", "interval time"},
    {"json", "jsonb"},
    {"jsonb", "json"},
    {"macaddr", "macaddr8"},
    {"macaddr8", "macaddr"},
    {"money", "int4 int8 numeric"},
    {"name", "bpchar text varchar"},
    {"numeric", "float4 float8 int2 int4 int8 jsonb money numeric"},
    {"oid", "int2 int4 int8 regclass regproc regrole regtype"},
    {"regclass", "int2 int4 int8 oid text varchar"},
    {"regproc", "int2 int4 int8 oid regprocedure"},
    {"regrole", "int2 int4 int8 oid"},
    {"regtype", "int2 int4 int8 oid"},
    {"text", "bool bpchar char cidr inet name varchar xml"},
    {"time", "interval time timestamp timestamptz timetz"},
    {"timestamp", "date timestamp timestamptz"},
    {"timestamptz", "date timestamp timestamptz"},
    {"timetz", "time timestamptz timetz"},
    {"varbit", "bit varbit"},
    {"varchar", "bool bpchar char cidr inet name text varchar xml"},
    {"xid", "xid8"},
    {"xml", "bpchar text varchar"},
};

static bool is_of_server(const char *from, const char *to)
{
    bool found = false;
    for (size_t i = 0; i < sizeof casts / sizeof *casts; i++)
        found = found || (strcmp(casts[i].to, to) == 0 && ip_is_among(casts[i].from, from));
    return found;
}

/* The name by which the catalog has the type. */
static const char *name_of(const PgQuery__TypeName *type)
{
    return ip_parse_last_string(IP_ITEMS(type, names));
}

/* As an error names it: the grammar's own words stand for names of pg_catalog. */
static const char *shown(const ip_definition_request *a, const PgQuery__TypeName *type)
{
    return ip_workload_requested_dotted(a->arena, IP_ITEMS(type, names));
}

static bool has_user_cast(const ip_definition_request *a, const PgQuery__TypeName *from, const PgQuery__TypeName *to)
{
    const char *left = ip_parse_typename_text(a->arena, from), *name = ip_parse_typename_text(a->arena, to);
    for (int i = 0; i < a->definitions->user_operators.count; i++) {
        const ip_user_operator *one = &a->definitions->user_operators.items[i];
        if (one->kind == IP_USER_CAST && strcmp(one->name, name) == 0 && one->left && strcmp(one->left, left) == 0)
            return true;
    }
    return false;
}

static void drop_cast(const ip_definition_request *a, const ip_tree *object, bool may_be)
{
    const ip_tree *items = IP_ITEMS(ip_as_list(object), items);
    const PgQuery__TypeName *from = ip_as_type_name(ip_parse_list_item(items, 0)),
                            *to = ip_as_type_name(ip_parse_list_item(items, 1));
    if (!from || !to || !ip_workload_requested_need_type(a, from, may_be) ||
        !ip_workload_requested_need_type(a, to, may_be))
        return;
    bool plain = !IP_ITEMS(from, array_bounds) && !IP_ITEMS(to, array_bounds);
    const char *cast = ip_arena_printf(a->arena, "cast from type %s to type %s", shown(a, from), shown(a, to));
    if (plain && is_of_server(name_of(from), name_of(to)))
        ip_workload_requested_refuse(
            a, "2BP01",
            ip_arena_printf(a->arena, "cannot drop %s because it is required by the database system", cast));
    else if (!has_user_cast(a, from, to))
        unless_named(a, "create cast", false, may_be, "42704", ip_arena_printf(a->arena, "%s does not exist", cast));
}

/* The names of one: its access method, and its own. */
static void drop_class(const ip_definition_request *a, const ip_tree *object, const char *kind, bool may_be)
{
    const ip_tree *names = IP_ITEMS(ip_as_list(object), items);
    const char *method = ip_parse_string_node(ip_parse_list_item(names, 0)), *name = ip_parse_last_string(names);
    size_t length = strlen(name);
    if (!ip_is_among("btree hash gist gin brin spgist", method))
        unless_named(a, method, false, false, "42704",
                     ip_arena_printf(a->arena, "access method \"%s\" does not exist", method));
    else if (length < 4 || strcmp(name + length - 4, "_ops") != 0) /* those of the server */
        unless_named(
            a, name, false, may_be, "42704",
            ip_arena_printf(a->arena, "%s \"%s\" does not exist for access method \"%s\"", kind, name, method));
}

static void drop_transform(const ip_definition_request *a, const ip_tree *object, bool may_be)
{
    const ip_tree *items = IP_ITEMS(ip_as_list(object), items);
    const PgQuery__TypeName *type = ip_as_type_name(ip_parse_list_item(items, 0));
    const char *language = ip_parse_string_node(ip_parse_list_item(items, 1));
    if (!type || !ip_workload_requested_need_type(a, type, may_be))
        return;
    if (!ip_is_among("sql plpgsql c internal", language))
        need_named(a, "language", language, may_be);
    unless_named(
        a, "create transform", false, may_be, "42704",
        ip_arena_printf(a->arena, "transform for type %s language \"%s\" does not exist", shown(a, type), language));
}

static void drop_one(const ip_definition_request *a, const PgQuery__DropStmt *drop, const ip_tree *object)
{
    switch (drop->remove_type) {
    case PG_QUERY__OBJECT_TYPE__OBJECT_OPERATOR:
        need_operator(a, ip_as_object_with_args(object), drop->missing_ok);
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_CAST:
        drop_cast(a, object, drop->missing_ok);
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_OPCLASS:
        drop_class(a, object, "operator class", drop->missing_ok);
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_OPFAMILY:
        drop_class(a, object, "operator family", drop->missing_ok);
        break;
    case PG_QUERY__OBJECT_TYPE__OBJECT_TRANSFORM:
        drop_transform(a, object, drop->missing_ok);
        break;
    default:
        break;
    }
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
        drop_one(a, drop, object);
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
