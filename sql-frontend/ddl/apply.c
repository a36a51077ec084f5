/* Dispatches schema statements to the functions that apply them. */
#include "ddl/pieces.h"
#include "base/words.h"
#include "catalog/sequence.h"

#include <string.h>

ip_range ip_ddl_place(ip_range statement, const ip_tree *node)
{
    size_t at = statement.begin + (size_t)ip_parse_location(node);
    return (ip_range){statement.source, at, at < statement.end ? statement.end : at};
}

const char *ip_ddl_joined(ip_arena *arena, const ip_tree *names)
{
    const char *text = "";
    size_t i;
    const ip_tree *name;
    IP_LIST_EACH(names, i, name)
    {
        const char *part = ip_parse_string_node(name);
        if (i > 0 || ip_parse_list_size(names) == 1 || strcmp(part, "public") != 0)
            text = *text ? ip_arena_printf(arena, "%s.%s", text, part) : ip_arena_strdup(arena, part);
    }
    return text;
}

/* Statements on the schema that no transaction's rows depend on. */
static bool is_harmless(const char *kind)
{
    static const char *const endings[] = {"CommentStmt",          "GrantStmt",
                                          "GrantRoleStmt",        "CreateRoleStmt",
                                          "AlterRoleStmt",        "CreatedbStmt",
                                          "AlterEnumStmt",        "AlterDefaultPrivilegesStmt",
                                          "AlterExtensionStmt",   "CreateStatsStmt",
                                          "DropRoleStmt",         "DropdbStmt",
                                          "ReindexStmt",          "VacuumStmt",
                                          "ClusterStmt",          "CreateTableSpaceStmt",
                                          "AlterDatabaseSetStmt", "AlterRoleSetStmt",
                                          "CreateRangeStmt",      "CreatePublicationStmt",
                                          "AlterPublicationStmt", "CreateSubscriptionStmt",
                                          "CreateEventTrigStmt",  "CreateForeignServerStmt",
                                          "CreateFdwStmt",        "CreateUserMappingStmt",
                                          "CreateAmStmt",         "CreateOpFamilyStmt",
                                          "CreateOpClassStmt",    "CreateConversionStmt",
                                          "CreateTransformStmt",  "CreatePLangStmt",
                                          "SecLabelStmt"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (strcmp(kind, endings[i]) == 0)
            return true;
    return false;
}

/* Objects created within it belong to that schema (PostgreSQL 15, CREATE SCHEMA). */
static void create_schema(ip_ddl *ddl, const PgQuery__CreateSchemaStmt *statement, ip_range range)
{
    ip_path *inside = IP_NEW(ddl->definitions->arena, ip_path);
    const char *name = IP_TEXT(statement, schemaname);
    const ip_path *outside = ddl->path;
    if (!*name)
        name = IP_TEXT(IP_GET(statement, authrole), rolename);
    name = ip_arena_strdup(ddl->definitions->arena, name);
    IP_PUSH(ddl->definitions->arena, &inside->schemas, name);
    if (!ip_catalog_has_schema(ddl->definitions, name))
        IP_PUSH(ddl->definitions->arena, &ddl->definitions->schemas, name);
    ddl->path = inside;
    size_t i;
    const ip_tree *element;
    if (IP_GET(statement, authrole) &&
        ip_parse_list_size(IP_ITEMS(statement, schema_elts)) > 0) /* they are that role's */
        ddl->definitions->several_roles = true;
    IP_LIST_EACH(IP_ITEMS(statement, schema_elts), i, element) ip_ddl_apply(ddl, element, range);
    ddl->path = outside;
}

/* OWNED BY t.c, s.t.c or NONE. */
static void give_sequence(ip_ddl *ddl, const char *sequence, const ip_tree *options)
{
    ip_definitions *d = ddl->definitions;
    size_t i;
    const ip_tree *option;
    IP_LIST_EACH(options, i, option)
    {
        const PgQuery__DefElem *element = ip_as_def_elem(option);
        const ip_tree *names = IP_ITEMS(ip_as_list(IP_GET(element, arg)), items);
        size_t count = ip_parse_list_size(names);
        if (strcmp(IP_TEXT(element, defname), "owned_by") != 0)
            continue;
        const char *schema = count > 2 ? ip_parse_string_node(ip_parse_list_item(names, count - 3)) : "";
        ip_relation owner = {0};
        if (count > 1)
            owner = ip_catalog_relation_of(
                d, ddl->path,
                ip_parse_rangevar_of(d->arena, schema, ip_parse_string_node(ip_parse_list_item(names, count - 2))));
        ip_catalog_sequence_give(
            d, sequence, owner.table,
            owner.table
                ? ip_catalog_table_column(owner.table, ip_parse_string_node(ip_parse_list_item(names, count - 1)))
                : -1);
    }
}

static void create_sequence(ip_ddl *ddl, const PgQuery__CreateSeqStmt *body)
{
    ip_definitions *d = ddl->definitions;
    const PgQuery__RangeVar *rangevar = IP_GET(body, sequence);
    const char *name = ip_catalog_relation_new_name(d->arena, ddl->path, rangevar);
    if (IP_GET(body, if_not_exists) &&
        ip_catalog_sequence_rule_named(d->schema,
                                       ip_table_identifier(d->arena, ip_parse_rangevar_name(d->arena, rangevar))))
        return;
    IP_PUSH(d->arena, &d->sequences, (const char *)ip_arena_strdup(d->arena, IP_TEXT(rangevar, relname)));
    ip_catalog_sequence_create(d, name, "", IP_ITEMS(body, options));
    give_sequence(ddl, ip_table_identifier(d->arena, name), IP_ITEMS(body, options));
}

static void alter_sequence(ip_ddl *ddl, const PgQuery__AlterSeqStmt *body)
{
    ip_definitions *d = ddl->definitions;
    const PgQuery__RangeVar *rangevar = IP_GET(body, sequence);
    IP_PUSH(d->arena, &d->sequences, (const char *)ip_arena_strdup(d->arena, IP_TEXT(rangevar, relname)));
    const char *name = ip_table_identifier(d->arena, ip_parse_rangevar_name(d->arena, rangevar));
    ip_catalog_sequence_alter(d, name, IP_ITEMS(body, options));
    give_sequence(ddl, name, IP_ITEMS(body, options));
}

static void create_table_as(ip_ddl *ddl, const PgQuery__CreateTableAsStmt *body, ip_range range)
{
    ip_ddl_create_table_as(ddl, IP_GET(body, into), IP_GET(body, query), IP_GET(body, if_not_exists),
                           IP_GET(body, objtype) == PG_QUERY__OBJECT_TYPE__OBJECT_MATVIEW, range);
}

/* Each kind of statement that changes the schema, and how it is applied. */
#define CHANGES(CHANGE)                                                                                                \
    CHANGE(CREATE_STMT, ip_ddl_create_table(ddl, node->create_stmt, range))                                            \
    CHANGE(CREATE_FOREIGN_TABLE_STMT, ip_ddl_create_foreign_table(ddl, node->create_foreign_table_stmt, range))        \
    CHANGE(IMPORT_FOREIGN_SCHEMA_STMT, ip_ddl_import_foreign_schema(ddl, node->import_foreign_schema_stmt))            \
    CHANGE(ALTER_TABLE_STMT, ip_ddl_alter_table(ddl, node->alter_table_stmt, range))                                   \
    CHANGE(INDEX_STMT, ip_ddl_create_index(ddl, node->index_stmt, range))                                              \
    CHANGE(DROP_STMT, ip_ddl_drop(ddl, node->drop_stmt))                                                               \
    CHANGE(RENAME_STMT, ip_ddl_rename(ddl, node->rename_stmt))                                                         \
    CHANGE(VIEW_STMT, ip_ddl_create_view(ddl, node->view_stmt, range))                                                 \
    CHANGE(ALTER_OBJECT_SCHEMA_STMT, ip_ddl_set_schema(ddl, node->alter_object_schema_stmt))                           \
    CHANGE(ALTER_FUNCTION_STMT, ip_ddl_alter_function(ddl, node->alter_function_stmt))                                 \
    CHANGE(ALTER_OWNER_STMT, ip_ddl_set_owner(ddl, node->alter_owner_stmt))                                            \
    CHANGE(REASSIGN_OWNED_STMT, ddl->definitions->reassigned = true)                                                   \
    CHANGE(CREATE_EXTENSION_STMT, ip_ddl_create_extension(ddl, node->create_extension_stmt))                           \
    CHANGE(DEFINE_STMT, ip_ddl_define(ddl, node->define_stmt, range))                                                  \
    CHANGE(CREATE_CAST_STMT, ip_ddl_create_cast(ddl, node->create_cast_stmt, range))                                   \
    CHANGE(COMPOSITE_TYPE_STMT, ip_ddl_create_composite(ddl, node->composite_type_stmt, range))                        \
    CHANGE(CREATE_SCHEMA_STMT, create_schema(ddl, node->create_schema_stmt, range))                                    \
    CHANGE(CREATE_TRIG_STMT, ip_ddl_create_trigger(ddl, node->create_trig_stmt, range))                                \
    CHANGE(RULE_STMT, ip_ddl_create_rule(ddl, node->rule_stmt, range))                                                 \
    CHANGE(CREATE_POLICY_STMT, ip_ddl_create_policy(ddl, node->create_policy_stmt, range))                             \
    CHANGE(ALTER_POLICY_STMT, ip_ddl_alter_policy(ddl, node->alter_policy_stmt, range))                                \
    CHANGE(CREATE_ENUM_STMT, ip_ddl_create_enum(ddl, node->create_enum_stmt))                                          \
    CHANGE(CREATE_DOMAIN_STMT, ip_ddl_create_domain(ddl, node->create_domain_stmt, range))                             \
    CHANGE(ALTER_ENUM_STMT, ip_ddl_alter_enum(ddl, node->alter_enum_stmt))                                             \
    CHANGE(ALTER_DOMAIN_STMT, ip_ddl_alter_domain(ddl, node->alter_domain_stmt, range))                                \
    CHANGE(CREATE_SEQ_STMT, create_sequence(ddl, node->create_seq_stmt))                                               \
    CHANGE(ALTER_SEQ_STMT, alter_sequence(ddl, node->alter_seq_stmt))                                                  \
    CHANGE(CREATE_TABLE_AS_STMT, create_table_as(ddl, node->create_table_as_stmt, range))

static bool makes_table_of_rows(const ip_tree *statement)
{
    return IP_GET(ip_as_select_stmt(statement), into_clause) != NULL;
}

bool ip_ddl_is_temporary(const ip_tree *statement)
{
    const PgQuery__IntoClause *into = IP_GET(ip_as_create_table_as_stmt(statement), into);
    if (!into)
        into = IP_GET(ip_as_select_stmt(statement), into_clause);
    const PgQuery__RangeVar *rangevar = into ? into->rel : IP_GET(ip_as_create_stmt(statement), relation);
    return strcmp(IP_TEXT(rangevar, relpersistence), "t") == 0;
}

bool ip_ddl_changes(const ip_tree *statement)
{
    switch (IP_GET(ip_as_node(statement), node_case)) {
#define CHANGE(kind, apply) case PG_QUERY__NODE__NODE_##kind:
        CHANGES(CHANGE)
#undef CHANGE
        return true;
    default:
        return makes_table_of_rows(statement);
    }
}

bool ip_ddl_is(const ip_tree *statement)
{
    if (ip_as_alter_domain_stmt(statement)) /* changes of rows are not followed */
        return false;
    return ip_ddl_changes(statement) || is_harmless(ip_parse_node_kind(statement));
}

void ip_ddl_apply(ip_ddl *ddl, const ip_tree *statement, ip_range range)
{
    const PgQuery__Node *node = ip_as_node(statement);
    switch (IP_GET(node, node_case)) {
#define CHANGE(kind, apply)                                                                                            \
    case PG_QUERY__NODE__NODE_##kind:                                                                                  \
        apply;                                                                                                         \
        break;
        CHANGES(CHANGE)
#undef CHANGE
    default:
        if (makes_table_of_rows(statement))
            ip_ddl_create_table_as(ddl, IP_GET(ip_as_select_stmt(statement), into_clause), statement, false, false,
                                   range);
    }
}
