/* Shapes of EXECUTE texts: which tables a partly known name may match, and which statements touch no rows. */
#include "dynamic_sql/text_shape.h"
#include "parse/statement.h"

#include <string.h>

bool ip_dynamic_shape_names_any(const char *name)
{
    return strchr(name, IP_ANY_NAME) != NULL;
}

static bool agrees(const char *pattern, const char *name)
{
    const char *any = strchr(pattern, IP_ANY_NAME);
    return any ? strncmp(pattern, name, (size_t)(any - pattern)) == 0 : strcmp(pattern, name) == 0;
}

bool ip_dynamic_shape_may_mean(const PgQuery__RangeVar *rangevar, const char *name)
{
    const char *schema = IP_TEXT(rangevar, schemaname), *relation = IP_TEXT(rangevar, relname);
    const char *dot = strchr(name, '.');
    if (!agrees(relation, dot ? dot + 1 : name))
        return false;
    if (!*schema)
        return true;
    if (!dot)
        return agrees(schema, "public");
    size_t length = (size_t)(dot - name);
    const char *any = strchr(schema, IP_ANY_NAME);
    if (any)
        return (size_t)(any - schema) <= length && strncmp(schema, name, (size_t)(any - schema)) == 0;
    return strlen(schema) == length && strncmp(schema, name, length) == 0;
}

/* ---------------------------------------------- statements on the schema -- */

static bool one_of(const char *text, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(text, *list) == 0)
            return true;
    return false;
}

/* A new table without rows, whose name does not hide another table from statements that omit the schema. */
static bool hides_no_table(const ip_definitions *d, const PgQuery__RangeVar *rangevar)
{
    const char *schema = IP_TEXT(rangevar, schemaname);
    bool temporary = strcmp(IP_TEXT(rangevar, relpersistence), "t") == 0;
    const PgQuery__RangeVar *anywhere = ip_parse_rangevar_of(d->arena, "", IP_TEXT(rangevar, relname));
    bool hides = false;
    for (int i = 0; !hides && i < d->schema->tables.count + d->views.count; i++) {
        const ip_table *table = i < d->schema->tables.count ? d->schema->tables.items[i] : NULL;
        const char *name = table ? table->name : d->views.items[i - d->schema->tables.count].name;
        if ((table && (table->locks_only || table->others)) || !ip_dynamic_shape_may_mean(anywhere, name))
            continue;
        /* The same name in the same schema would be an error. */
        hides =
            temporary || !*schema || ip_dynamic_shape_names_any(schema) || !ip_dynamic_shape_may_mean(rangevar, name);
    }
    return !hides;
}

static bool alters_no_rows(const PgQuery__AlterTableStmt *alter)
{
    size_t i;
    const ip_tree *command;
    IP_LIST_EACH(IP_ITEMS(alter, cmds), i, command)
    {
        switch (IP_GET(ip_as_alter_table_cmd(command), subtype)) {
        case PG_QUERY__ALTER_TABLE_TYPE__AT_ChangeOwner:
        case PG_QUERY__ALTER_TABLE_TYPE__AT_SetStatistics:
        case PG_QUERY__ALTER_TABLE_TYPE__AT_SetStorage:
        case PG_QUERY__ALTER_TABLE_TYPE__AT_ClusterOn:
        case PG_QUERY__ALTER_TABLE_TYPE__AT_DropCluster:
        case PG_QUERY__ALTER_TABLE_TYPE__AT_SetRelOptions:
        case PG_QUERY__ALTER_TABLE_TYPE__AT_ResetRelOptions:
        case PG_QUERY__ALTER_TABLE_TYPE__AT_ReplicaIdentity:
            break;
        default:
            return false;
        }
    }
    return true;
}

static bool calls_functions(const ip_tree *node)
{
    const ip_tree *value;
    if (ip_parse_tree_is_list(node))
        for (size_t i = 0; i < ip_parse_list_size(node); i++)
            if (calls_functions(ip_parse_list_item(node, i)))
                return true;
    if (!ip_parse_tree_is_message(node))
        return false;
    if (ip_parse_function_names(node))
        return true;
    IP_TREE_EACH(node, key, value) if (calls_functions(value)) return true;
    return false;
}

bool ip_dynamic_shape_sets_no_meaning(const PgQuery__VariableSetStmt *set)
{
    static const char *const meanings[] = {"search_path",
                                           "session_replication_role",
                                           "role",
                                           "session_authorization",
                                           "row_security",
                                           "TRANSACTION",
                                           "SESSION CHARACTERISTICS",
                                           "all",
                                           NULL};
    const char *name = IP_TEXT(set, name);
    return *name && !ip_dynamic_shape_names_any(name) && !one_of(name, meanings) &&
           strncmp(name, "transaction_", 12) != 0 && strncmp(name, "default_transaction_", 20) != 0;
}

bool ip_dynamic_shape_touches_no_rows(const ip_definitions *d, const ip_tree *statement)
{
    static const char *const kinds[] = {"GrantStmt",
                                        "GrantRoleStmt",
                                        "CreateRoleStmt",
                                        "AlterRoleStmt",
                                        "DropRoleStmt",
                                        "CommentStmt",
                                        "AlterRoleSetStmt",
                                        "NotifyStmt",
                                        "ListenStmt",
                                        "UnlistenStmt",
                                        "CreateSeqStmt",
                                        "VacuumStmt",
                                        "AlterExtensionContentsStmt",
                                        "AlterDefaultPrivilegesStmt",
                                        "ReassignOwnedStmt",
                                        NULL};
    const PgQuery__RenameStmt *rename = ip_as_rename_stmt(statement);
    const PgQuery__IndexStmt *index = ip_as_index_stmt(statement);
    const PgQuery__VariableSetStmt *set = ip_as_variable_set_stmt(statement);
    const PgQuery__AlterTableStmt *alter = ip_as_alter_table_stmt(statement);
    const PgQuery__CreateStmt *create = ip_as_create_stmt(statement);
    if (one_of(ip_parse_node_kind(statement), kinds) || ip_as_alter_owner_stmt(statement))
        return true;
    if (rename)
        return rename->rename_type == PG_QUERY__OBJECT_TYPE__OBJECT_ROLE ||
               rename->rename_type == PG_QUERY__OBJECT_TYPE__OBJECT_INDEX ||
               rename->rename_type == PG_QUERY__OBJECT_TYPE__OBJECT_DATABASE;
    if (index)
        return !calls_functions(index);
    if (set)
        return ip_dynamic_shape_sets_no_meaning(set);
    if (ip_as_create_schema_stmt(statement))
        return !IP_ITEMS(ip_as_create_schema_stmt(statement), schema_elts);
    if (alter)
        return alters_no_rows(alter);
    return create && !IP_ITEMS(create, inh_relations) && hides_no_table(d, create->relation);
}

/* ------------------------------------------------- statements on rows -- */

/* t.f may be the function f of the row t (PostgreSQL 15 documentation, section 38.5.2). */
static bool rows_are_arguments(const ip_definitions *d)
{
    for (int i = 0; i < d->units.count; i++) {
        const ip_unit *unit = d->units.items[i];
        int in = 0;
        const ip_unit_parameter *first = NULL;
        for (int p = 0; p < unit->parameters.count; p++) {
            const ip_unit_parameter *parameter = &unit->parameters.items[p];
            if (!parameter->in)
                continue;
            first = first ? first : parameter;
            in += !parameter->has_default;
        }
        if (unit->kind == IP_UNIT_ROUTINE && first && in <= 1 && first->type.kind == IP_OTHER && !first->type.array &&
            strcmp(unit->return_type, "trigger") != 0)
            return true;
    }
    return false;
}

static bool any_string(const ip_tree *list)
{
    for (size_t i = 0; i < ip_parse_list_size(list); i++)
        if (ip_dynamic_shape_names_any(ip_parse_string_node(ip_parse_list_item(list, i))))
            return true;
    return false;
}

static const char *why_not_in(const ip_definitions *d, const ip_tree *node)
{
    const char *why = NULL;
    const ip_tree *value;
    if (ip_parse_tree_is_list(node))
        for (size_t i = 0; i < ip_parse_list_size(node) && !why; i++)
            why = why_not_in(d, ip_parse_list_item(node, i));
    if (!ip_parse_tree_is_message(node))
        return why;
    if (any_string(ip_parse_function_names(node)))
        return "the name of a function in it is not known";
    const PgQuery__TypeName *type = ip_message_as(node, &pg_query__type_name__descriptor);
    if (any_string(IP_ITEMS(type, names)))
        return "the name of a type in it is not known";
    if (any_string(IP_ITEMS(ip_as_a_expr(node), name)))
        return "the name of an operator in it is not known";
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(node), fields);
    const char *last = ip_parse_last_string(fields);
    bool of_row = (ip_parse_list_size(fields) > 1 && ip_dynamic_shape_names_any(last)) ||
                  any_string(IP_ITEMS(ip_as_a_indirection(node), indirection));
    if (of_row && rows_are_arguments(d))
        return "the name of a column in it, which is not known, may be that of a function of its row";
    IP_TREE_EACH(node, key, value)
    {
        if (!why)
            why = why_not_in(d, value);
    }
    return why;
}

const char *ip_dynamic_shape_why_not(const ip_definitions *d, const ip_tree *statement)
{
    static const char *const kinds[] = {"SelectStmt", "InsertStmt", "UpdateStmt", "DeleteStmt",
                                        "MergeStmt",  "CallStmt",   "LockStmt",   NULL};
    const char *kind = ip_parse_node_kind(statement);
    const PgQuery__DropStmt *drop = ip_as_drop_stmt(statement);
    if (drop && IP_GET(drop, remove_type) == PG_QUERY__OBJECT_TYPE__OBJECT_TABLE)
        return IP_GET(drop, behavior) == PG_QUERY__DROP_BEHAVIOR__DROP_CASCADE ? "DROP … CASCADE" : NULL;
    if (strcmp(kind, "TruncateStmt") == 0)
        return "TRUNCATE, which those see, too, whose snapshot is older";
    if (!one_of(kind, kinds) || IP_GET(ip_as_select_stmt(statement), into_clause))
        return "a statement that may change what others mean";
    return why_not_in(d, statement);
}
