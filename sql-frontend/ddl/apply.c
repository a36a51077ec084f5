/* Schema statements: which one it is, and who applies it. */
#include "ddl/pieces.h"
#include "base/words.h"
#include "catalog/sequence.h"

#include <string.h>

ip_range ip_ddl_place(ip_range statement, const ip_tree *node)
{
    size_t at = statement.begin + (size_t)ip_field_int(node, "location");
    return (ip_range){statement.source, at, at < statement.end ? statement.end : at};
}

const char *ip_ddl_joined(ip_arena *arena, const ip_tree *names)
{
    const char *text = "";
    size_t i;
    const ip_tree *name;
    IP_LIST_EACH(names, i, name)
    {
        const char *part = ip_string_node(name);
        if (i > 0 || ip_list_size(names) == 1 || strcmp(part, "public") != 0)
            text = *text ? ip_arena_printf(arena, "%s.%s", text, part) : ip_arena_strdup(arena, part);
    }
    return text;
}

/* Statements on the schema that no transaction's rows depend on. */
static bool is_harmless(const char *kind)
{
    static const char *const endings[] = {
        "CommentStmt",          "GrantStmt",       "GrantRoleStmt", "CreateRoleStmt",
        "AlterRoleStmt",        "CreatedbStmt",    "AlterEnumStmt", "AlterDefaultPrivilegesStmt",
        "AlterExtensionStmt",   "CreateStatsStmt", "DropRoleStmt",  "DropdbStmt",
        "ReindexStmt",          "VacuumStmt",      "ClusterStmt",   "CreateTableSpaceStmt",
        "AlterDatabaseSetStmt", "AlterRoleSetStmt"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (strcmp(kind, endings[i]) == 0)
            return true;
    return false;
}

/* What stands within comes into that schema (PostgreSQL 15, CREATE SCHEMA). */
static void create_schema(ip_ddl *ddl, const ip_tree *statement, ip_range range)
{
    ip_path *inside = IP_NEW(ddl->definitions->arena, ip_path);
    const char *name = ip_field_text(statement, "schemaname");
    const ip_path *outside = ddl->path;
    if (!*name)
        name = ip_field_text(ip_field(statement, "authrole"), "rolename");
    IP_PUSH(ddl->definitions->arena, &inside->schemas, (const char *)ip_arena_strdup(ddl->definitions->arena, name));
    ddl->path = inside;
    size_t i;
    const ip_tree *element;
    IP_LIST_EACH(ip_field(statement, "schema_elts"), i, element) ip_ddl_apply(ddl, element, range);
    ddl->path = outside;
}

static void drop(ip_ddl *ddl, const ip_tree *body, ip_range range)
{
    (void)range;
    ip_ddl_drop(ddl, body);
}

static void rename_object(ip_ddl *ddl, const ip_tree *body, ip_range range)
{
    (void)range;
    ip_ddl_rename(ddl, body);
}

static void set_schema(ip_ddl *ddl, const ip_tree *body, ip_range range)
{
    (void)range;
    ip_ddl_set_schema(ddl, body);
}

static void alter_function(ip_ddl *ddl, const ip_tree *body, ip_range range)
{
    (void)range;
    ip_ddl_alter_function(ddl, body);
}

static void create_extension(ip_ddl *ddl, const ip_tree *body, ip_range range)
{
    (void)range;
    ip_ddl_create_extension(ddl, body);
}

static void set_owner(ip_ddl *ddl, const ip_tree *body, ip_range range)
{
    (void)range;
    ip_ddl_set_owner(ddl, body);
}

static void create_enum(ip_ddl *ddl, const ip_tree *body, ip_range range)
{
    (void)range;
    ip_ddl_create_enum(ddl, body);
}

static void alter_enum(ip_ddl *ddl, const ip_tree *body, ip_range range)
{
    ip_ddl_alter_type(ddl, body, ip_ddl_joined(ddl->definitions->arena, ip_field(body, "type_name")), true, range);
}

static void alter_domain(ip_ddl *ddl, const ip_tree *body, ip_range range)
{
    ip_ddl_alter_type(ddl, body, ip_ddl_joined(ddl->definitions->arena, ip_field(body, "type_name")), false, range);
}

static void create_sequence(ip_ddl *ddl, const ip_tree *body, ip_range range)
{
    ip_definitions *d = ddl->definitions;
    const ip_tree *rangevar = ip_field(body, "sequence");
    const char *name = ip_relation_new_name(d->arena, ddl->path, rangevar);
    (void)range;
    if (ip_field_bool(body, "if_not_exists") &&
        ip_sequence_rule_named(d->schema, ip_table_identifier(d->arena, ip_rangevar_name(d->arena, rangevar))))
        return;
    IP_PUSH(d->arena, &d->sequences, (const char *)ip_arena_strdup(d->arena, ip_field_text(rangevar, "relname")));
    ip_sequence_create(d, name, "", ip_field(body, "options"));
}

static void alter_sequence(ip_ddl *ddl, const ip_tree *body, ip_range range)
{
    ip_definitions *d = ddl->definitions;
    const ip_tree *rangevar = ip_field(body, "sequence");
    (void)range;
    IP_PUSH(d->arena, &d->sequences, (const char *)ip_arena_strdup(d->arena, ip_field_text(rangevar, "relname")));
    ip_sequence_alter(d, ip_table_identifier(d->arena, ip_rangevar_name(d->arena, rangevar)),
                      ip_field(body, "options"));
}

static void create_table_as(ip_ddl *ddl, const ip_tree *body, ip_range range)
{
    ip_ddl_create_table_as(ddl, ip_field(body, "into"), ip_field(body, "query"), ip_field_bool(body, "if_not_exists"),
                           strcmp(ip_field_text(body, "objtype"), "OBJECT_MATVIEW") == 0, range);
}

static const struct {
    const char *kind;
    void (*apply)(ip_ddl *ddl, const ip_tree *body, ip_range range);
} changes[] = {
    {"CreateStmt", ip_ddl_create_table},
    {"AlterTableStmt", ip_ddl_alter_table},
    {"IndexStmt", ip_ddl_create_index},
    {"DropStmt", drop},
    {"RenameStmt", rename_object},
    {"ViewStmt", ip_ddl_create_view},
    {"AlterObjectSchemaStmt", set_schema},
    {"AlterFunctionStmt", alter_function},
    {"AlterOwnerStmt", set_owner},
    {"CreateExtensionStmt", create_extension},
    {"DefineStmt", ip_ddl_define},
    {"CreateCastStmt", ip_ddl_create_cast},
    {"CompositeTypeStmt", ip_ddl_create_composite},
    {"CreateSchemaStmt", create_schema},
    {"CreateTrigStmt", ip_ddl_create_trigger},
    {"RuleStmt", ip_ddl_create_rule},
    {"CreatePolicyStmt", ip_ddl_create_policy},
    {"AlterPolicyStmt", ip_ddl_create_policy},
    {"CreateEnumStmt", create_enum},
    {"CreateDomainStmt", ip_ddl_create_domain},
    {"AlterEnumStmt", alter_enum},
    {"AlterDomainStmt", alter_domain},
    {"CreateSeqStmt", create_sequence},
    {"AlterSeqStmt", alter_sequence},
    {"CreateTableAsStmt", create_table_as},
};

static bool makes_table_of_rows(const ip_tree *statement)
{
    return IP_GET(ip_as_select_stmt(statement), into_clause) != NULL;
}

bool ip_ddl_is_temporary(const ip_tree *statement)
{
    const ip_tree *body = ip_node_body(statement), *into = ip_field(body, "into");
    if (!into)
        into = ip_field(body, "into_clause");
    const ip_tree *rangevar = into ? ip_field(into, "rel") : ip_field(body, "relation");
    const char *kind = ip_node_kind(statement);
    return strcmp(ip_field_text(rangevar, "relpersistence"), "t") == 0 &&
           (strcmp(kind, "CreateStmt") == 0 || strcmp(kind, "CreateTableAsStmt") == 0 ||
            strcmp(kind, "SelectStmt") == 0);
}

bool ip_ddl_changes(const ip_tree *statement)
{
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++)
        if (strcmp(ip_node_kind(statement), changes[i].kind) == 0)
            return true;
    return makes_table_of_rows(statement);
}

bool ip_ddl_is(const ip_tree *statement)
{
    if (ip_as_alter_domain_stmt(statement)) /* what becomes of rows is not followed */
        return false;
    return ip_ddl_changes(statement) || is_harmless(ip_node_kind(statement));
}

void ip_ddl_apply(ip_ddl *ddl, const ip_tree *statement, ip_range range)
{
    const ip_tree *body = ip_node_body(statement);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++)
        if (strcmp(ip_node_kind(statement), changes[i].kind) == 0)
            changes[i].apply(ddl, body, range);
    if (makes_table_of_rows(statement))
        ip_ddl_create_table_as(ddl, ip_field(body, "into_clause"), statement, false, false, range);
}
