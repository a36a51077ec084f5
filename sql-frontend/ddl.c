/* Schema statements: which one it is, and who applies it. */
#include "ddl_parts.h"

#include <string.h>

ip_range ip_ddl_place(ip_range statement, const json_t *node)
{
    size_t at = statement.begin + (size_t)ip_field_int(node, "location");
    return (ip_range){statement.source, at, at < statement.end ? statement.end : at};
}

static void drop(ip_ddl *ddl, const json_t *statement)
{
    bool index = strcmp(ip_field_text(statement, "removeType"), "OBJECT_INDEX") == 0;
    if (!index && strcmp(ip_field_text(statement, "removeType"), "OBJECT_TABLE") != 0)
        return;
    size_t i;
    json_t *object;
    json_array_foreach(ip_field(statement, "objects"), i, object)
    {
        json_t *names = ip_field(ip_node_as(object, "List"), "items");
        size_t count = json_array_size(names);
        const char *last = count ? ip_string_node(json_array_get(names, count - 1)) : "";
        const char *name = count > 1 ? ip_arena_printf(ddl->definitions->arena, "%s.%s",
                                                       ip_string_node(json_array_get(names, count - 2)), last)
                                     : last;
        ip_table *table = index ? NULL : ip_schema_table(ddl->definitions->schema, name);
        if (index)
            ip_ddl_drop_index(ddl, last);
        if (table)
            ip_ddl_drop_table(ddl, table);
    }
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

static void create_view(ip_ddl *ddl, const json_t *statement, ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    ip_view view = {.name = ip_rangevar_name(arena, ip_field(statement, "view")),
                    .query = ip_keep_tree(arena, ip_field(statement, "query"), range)};
    size_t i;
    json_t *name;
    json_array_foreach(ip_field(statement, "aliases"), i, name)
        IP_PUSH(arena, &view.columns, (const char *)ip_arena_strdup(arena, ip_string_node(name)));
    IP_PUSH(arena, &ddl->definitions->view_queries, view);
}

/* Statements on the schema that no transaction's rows depend on. */
static bool is_harmless(const char *kind)
{
    static const char *const endings[] = {"CommentStmt",
                                          "GrantStmt",
                                          "GrantRoleStmt",
                                          "CreateSchemaStmt",
                                          "CreateSeqStmt",
                                          "AlterSeqStmt",
                                          "CreateExtensionStmt",
                                          "AlterOwnerStmt",
                                          "CompositeTypeStmt",
                                          "CreateRoleStmt",
                                          "AlterRoleStmt",
                                          "AlterFunctionStmt",
                                          "CreatedbStmt",
                                          "AlterObjectSchemaStmt",
                                          "DefineStmt",
                                          "AlterEnumStmt",
                                          "AlterDefaultPrivilegesStmt",
                                          "CreateCastStmt",
                                          "AlterExtensionStmt",
                                          "CreateStatsStmt",
                                          "DropRoleStmt",
                                          "DropdbStmt",
                                          "ReindexStmt",
                                          "VacuumStmt",
                                          "ClusterStmt",
                                          "CreateTableSpaceStmt",
                                          "AlterDatabaseSetStmt"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (strcmp(kind, endings[i]) == 0)
            return true;
    return false;
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
        drop(ddl, body);
    } else if (strcmp(kind, "RenameStmt") == 0) {
        ip_ddl_rename(ddl, body, range);
    } else if (strcmp(kind, "ViewStmt") == 0) {
        IP_PUSH(d->arena, &d->views, ip_rangevar_name(d->arena, ip_field(body, "view")));
        create_view(ddl, body, range);
    } else if (strcmp(kind, "CreateTrigStmt") == 0) {
        ip_ddl_create_trigger(ddl, body, range);
    } else if (strcmp(kind, "RuleStmt") == 0) {
        ip_ddl_create_rule(ddl, body, range);
    } else if (strcmp(kind, "CreatePolicyStmt") == 0) {
        ip_ddl_create_policy(ddl, body, range);
    } else if (strcmp(kind, "CreateEnumStmt") == 0) {
        ip_ddl_create_enum(ddl, body);
    } else if (strcmp(kind, "CreateDomainStmt") == 0) {
        ip_ddl_create_domain(ddl, body);
    } else if (strcmp(kind, "AlterEnumStmt") == 0 || strcmp(kind, "AlterDomainStmt") == 0) {
        ip_ddl_alter_type(d, body, ip_ddl_joined(d->arena, ip_field(body, "typeName")),
                          strcmp(kind, "AlterEnumStmt") == 0);
        return is_harmless(kind);
    } else if (strcmp(kind, "CreateTableAsStmt") == 0) {
        ip_report(ddl->diagnostics, IP_UNSUPPORTED, range, NULL, "CREATE TABLE AS: the columns of \"%s\" are not known",
                  ip_rangevar_name(d->arena, ip_field(ip_field(body, "into"), "rel")));
    } else {
        return is_harmless(kind);
    }
    return true;
}
