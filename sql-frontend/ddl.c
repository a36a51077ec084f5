/* Schema statements: which one it is, and who applies it. */
#include "ddl_parts.h"
#include "sequence.h"

#include <string.h>

ip_range ip_ddl_place(ip_range statement, const json_t *node)
{
    size_t at = statement.begin + (size_t)ip_field_int(node, "location");
    return (ip_range){statement.source, at, at < statement.end ? statement.end : at};
}

const char *ip_ddl_joined(ip_arena *arena, const json_t *names)
{
    const char *text = "";
    size_t i;
    json_t *name;
    json_array_foreach(names, i, name)
    {
        const char *part = ip_string_node(name);
        if (i > 0 || json_array_size(names) == 1 || strcmp(part, "public") != 0)
            text = *text ? ip_arena_printf(arena, "%s.%s", text, part) : ip_arena_strdup(arena, part);
    }
    return text;
}

/* Statements on the schema that no transaction's rows depend on. */
static bool is_harmless(const char *kind)
{
    static const char *const endings[] = {"CommentStmt",
                                          "GrantStmt",
                                          "GrantRoleStmt",
                                          "AlterOwnerStmt",
                                          "CreateRoleStmt",
                                          "AlterRoleStmt",
                                          "CreatedbStmt",
                                          "AlterEnumStmt",
                                          "AlterDefaultPrivilegesStmt",
                                          "AlterExtensionStmt",
                                          "CreateStatsStmt",
                                          "DropRoleStmt",
                                          "DropdbStmt",
                                          "ReindexStmt",
                                          "VacuumStmt",
                                          "ClusterStmt",
                                          "CreateTableSpaceStmt",
                                          "AlterDatabaseSetStmt",
                                          "AlterRoleSetStmt"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (strcmp(kind, endings[i]) == 0)
            return true;
    return false;
}

/* What stands within comes into that schema (PostgreSQL 15, CREATE SCHEMA). */
static void create_schema(ip_ddl *ddl, const json_t *statement, ip_range range)
{
    ip_path *inside = IP_NEW(ddl->definitions->arena, ip_path);
    const char *name = ip_field_text(statement, "schemaname");
    const ip_path *outside = ddl->path;
    if (!*name)
        name = ip_field_text(ip_field(statement, "authrole"), "rolename");
    IP_PUSH(ddl->definitions->arena, &inside->schemas, (const char *)ip_arena_strdup(ddl->definitions->arena, name));
    ddl->path = inside;
    size_t i;
    json_t *element;
    json_array_foreach(ip_field(statement, "schemaElts"), i, element) ip_ddl_apply(ddl, element, range);
    ddl->path = outside;
}

bool ip_ddl_apply(ip_ddl *ddl, const json_t *statement, ip_range range)
{
    ip_definitions *d = ddl->definitions;
    const char *kind = ip_node_kind(statement);
    const json_t *body = ip_node_body(statement);
    if (strcmp(kind, "CreateStmt") == 0) {
        ip_ddl_create_table(ddl, body, range);
    } else if (strcmp(kind, "AlterTableStmt") == 0) {
        ip_ddl_alter_table(ddl, body, range);
    } else if (strcmp(kind, "IndexStmt") == 0) {
        ip_ddl_create_index(ddl, body, range);
    } else if (strcmp(kind, "DropStmt") == 0) {
        ip_ddl_drop(ddl, body);
    } else if (strcmp(kind, "RenameStmt") == 0) {
        ip_ddl_rename(ddl, body);
    } else if (strcmp(kind, "ViewStmt") == 0) {
        ip_ddl_create_view(ddl, body, range);
    } else if (strcmp(kind, "AlterObjectSchemaStmt") == 0) {
        ip_ddl_set_schema(ddl, body);
    } else if (strcmp(kind, "AlterFunctionStmt") == 0) {
        ip_ddl_alter_function(ddl, body);
    } else if (strcmp(kind, "CreateExtensionStmt") == 0) {
        ip_ddl_create_extension(ddl, body);
    } else if (strcmp(kind, "DefineStmt") == 0) {
        ip_ddl_define(ddl, body, range);
    } else if (strcmp(kind, "CreateCastStmt") == 0) {
        ip_ddl_create_cast(ddl, body, range);
    } else if (strcmp(kind, "CompositeTypeStmt") == 0) {
        ip_ddl_create_composite(ddl, body, range);
    } else if (strcmp(kind, "CreateSchemaStmt") == 0) {
        create_schema(ddl, body, range);
    } else if (strcmp(kind, "CreateTrigStmt") == 0) {
        ip_ddl_create_trigger(ddl, body, range);
    } else if (strcmp(kind, "RuleStmt") == 0) {
        ip_ddl_create_rule(ddl, body, range);
    } else if (strcmp(kind, "CreatePolicyStmt") == 0 || strcmp(kind, "AlterPolicyStmt") == 0) {
        ip_ddl_create_policy(ddl, body, range);
    } else if (strcmp(kind, "CreateEnumStmt") == 0) {
        ip_ddl_create_enum(ddl, body);
    } else if (strcmp(kind, "CreateDomainStmt") == 0) {
        ip_ddl_create_domain(ddl, body, range);
    } else if (strcmp(kind, "AlterEnumStmt") == 0 || strcmp(kind, "AlterDomainStmt") == 0) {
        ip_ddl_alter_type(ddl, body, ip_ddl_joined(d->arena, ip_field(body, "typeName")),
                          strcmp(kind, "AlterEnumStmt") == 0, range);
        return is_harmless(kind);
    } else if (strcmp(kind, "CreateSeqStmt") == 0 || strcmp(kind, "AlterSeqStmt") == 0) {
        ip_sequence_options(d, ip_field(body, "options"));
    } else if (strcmp(kind, "CreateTableAsStmt") == 0) {
        ip_ddl_create_table_as(ddl, ip_field(body, "into"), ip_field(body, "query"),
                               ip_field_bool(body, "if_not_exists"),
                               strcmp(ip_field_text(body, "objtype"), "OBJECT_MATVIEW") == 0, range);
    } else if (strcmp(kind, "SelectStmt") == 0 && ip_field(body, "intoClause")) {
        ip_ddl_create_table_as(ddl, ip_field(body, "intoClause"), statement, false, false, range);
    } else {
        return is_harmless(kind);
    }
    return true;
}
