/* Finds names in a definition that a server looks up when it runs the definition: types of columns and parameters,
 * tables, functions and columns in expressions. */
#include "missing_names/missing_name.h"

#include "base/words.h"
#include "catalog/relation.h"
#include "parse/statement.h"

#include <string.h>

typedef struct finder {
    ip_arena *arena;
    const ip_created *created;
    const ip_path *path;
    ip_absence *absence;               /* the first one found */
    const PgQuery__CreateStmt *create; /* whose columns expressions name; NULL: they are not looked at */
} finder;

static void found(finder *f, const char *sqlstate, const char *message, int location)
{
    if (!f->absence->sqlstate)
        *f->absence = (ip_absence){sqlstate, message, false, location < 0 ? 0 : (size_t)location};
}

static const char *last_of(const ip_tree *names)
{
    return ip_parse_last_string(names);
}

static void look_at_type(finder *f, const PgQuery__TypeName *type)
{
    const ip_tree *names = IP_ITEMS(type, names);
    const char *last = last_of(names);
    bool servers = ip_parse_list_size(names) > 1 &&
                   ip_is_among("pg_catalog information_schema", ip_parse_string_node(ip_parse_list_item(names, 0)));
    if (!*last || servers || type->pct_type || ip_missing_created_type(f->created, f->path, last))
        return;
    found(f, "42704", ip_arena_printf(f->arena, "type \"%s\" does not exist", last), type->location);
}

static void look_at_relation(finder *f, const PgQuery__RangeVar *rangevar)
{
    const char *name = IP_TEXT(rangevar, relname);
    if (*name && !ip_missing_created_relation(f->created, f->path, rangevar))
        found(f, "42P01", ip_arena_printf(f->arena, "relation \"%s\" does not exist", name), rangevar->location);
}

/* ---------------------------------------------------------------- columns -- */

/* Everything that gives the table columns stands in the statement. */
static bool has_own_columns_only(const PgQuery__CreateStmt *create)
{
    size_t i;
    const ip_tree *element;
    if (IP_ITEMS(create, inh_relations) || IP_GET(create, of_typename) || IP_GET(create, partbound))
        return false;
    IP_LIST_EACH(IP_ITEMS(create, table_elts), i, element)
    if (!ip_as_column_def(element) && !ip_as_constraint(element))
        return false;
    return true;
}

static bool has_column(const PgQuery__CreateStmt *create, const char *name)
{
    size_t i;
    const ip_tree *element;
    IP_LIST_EACH(IP_ITEMS(create, table_elts), i, element)
    if (strcmp(IP_TEXT(ip_as_column_def(element), colname), name) == 0)
        return true;
    return ip_catalog_is_system_column(name) ||
           strcmp(IP_TEXT(IP_GET(create, relation), relname), name) == 0; /* the whole row */
}

static void look_at_column(finder *f, const PgQuery__ColumnRef *ref)
{
    const ip_tree *fields = IP_ITEMS(ref, fields);
    const char *name = ip_parse_list_size(fields) == 1 ? last_of(fields) : "";
    if (f->create && *name && !has_column(f->create, name))
        found(f, "42703", ip_arena_printf(f->arena, "column \"%s\" does not exist", name), ref->location);
}

static void look_at_key(finder *f, const ip_tree *names, const char *where)
{
    size_t i;
    const ip_tree *name;
    IP_LIST_EACH(names, i, name)
    if (f->create && !has_column(f->create, ip_parse_string_node(name)))
        found(f, "42703",
              ip_arena_printf(f->arena, "column \"%s\" %s does not exist", ip_parse_string_node(name), where),
              IP_GET(IP_GET(f->create, relation), location));
}

/* ------------------------------------------------------------ expressions -- */

static void look_within(finder *f, const ip_tree *tree)
{
    const ip_tree *child;
    size_t i;
    if (ip_parse_tree_is_list(tree))
        IP_LIST_EACH(tree, i, child) look_within(f, child);
    if (!ip_parse_tree_is_message(tree))
        return;
    const PgQuery__TypeName *type = ip_message_as(tree, &pg_query__type_name__descriptor);
    const PgQuery__FuncCall *call = ip_message_as(tree, &pg_query__func_call__descriptor);
    const PgQuery__ColumnRef *ref = ip_message_as(tree, &pg_query__column_ref__descriptor);
    if (type)
        look_at_type(f, type);
    if (IP_ITEMS(call, funcname) && !ip_missing_created_function(f->created, call))
        found(f, "42883", ip_arena_printf(f->arena, "function %s() does not exist", ip_parse_call_name(f->arena, call)),
              call->location);
    if (ref)
        look_at_column(f, ref);
    IP_TREE_EACH(tree, field, child) look_within(f, child);
}

static void look_at_constraint(finder *f, const PgQuery__Constraint *constraint, const char *own)
{
    look_within(f, IP_GET(constraint, raw_expr));
    look_at_key(f, IP_ITEMS(constraint, keys), "named in key");
    look_at_key(f, IP_ITEMS(constraint, fk_attrs), "referenced in foreign key constraint");
    const PgQuery__RangeVar *target = IP_GET(constraint, pktable);
    if (strcmp(IP_TEXT(target, relname), own) != 0)
        look_at_relation(f, target);
}

static void look_at_definition_of_column(finder *f, const PgQuery__ColumnDef *column, const char *own)
{
    size_t i;
    const ip_tree *constraint;
    if (IP_GET(column, type_name))
        look_at_type(f, column->type_name);
    IP_LIST_EACH(IP_ITEMS(column, constraints), i, constraint) look_at_constraint(f, ip_as_constraint(constraint), own);
}

/* ------------------------------------------------------------ definitions -- */

static void look_at_table(finder *f, const PgQuery__CreateStmt *create)
{
    size_t i;
    const ip_tree *element;
    const char *own = IP_TEXT(IP_GET(create, relation), relname);
    f->create = has_own_columns_only(create) ? create : NULL;
    IP_LIST_EACH(IP_ITEMS(create, inh_relations), i, element) look_at_relation(f, ip_as_range_var(element));
    IP_LIST_EACH(IP_ITEMS(create, table_elts), i, element)
    {
        look_at_relation(f, IP_GET(ip_as_table_like_clause(element), relation));
        look_at_definition_of_column(f, ip_as_column_def(element), own);
        look_at_constraint(f, ip_as_constraint(element), own);
    }
}

static void look_at_changes(finder *f, const PgQuery__AlterTableStmt *alter)
{
    size_t i;
    const ip_tree *node;
    const char *own = IP_TEXT(IP_GET(alter, relation), relname);
    IP_LIST_EACH(IP_ITEMS(alter, cmds), i, node)
    {
        const ip_tree *definition = IP_GET(ip_as_alter_table_cmd(node), def);
        look_at_definition_of_column(f, ip_as_column_def(definition), own);
        look_at_constraint(f, ip_as_constraint(definition), own);
    }
}

static void look_at_routine(finder *f, const PgQuery__CreateFunctionStmt *create)
{
    size_t i;
    const ip_tree *node;
    IP_LIST_EACH(IP_ITEMS(create, parameters), i, node)
    {
        const PgQuery__FunctionParameter *parameter = ip_as_function_parameter(node);
        if (IP_GET(parameter, arg_type))
            look_at_type(f, parameter->arg_type);
    }
    if (create->return_type)
        look_at_type(f, create->return_type);
}

static void look_at_trigger(finder *f, const PgQuery__CreateTrigStmt *create)
{
    look_at_relation(f, IP_GET(create, relation));
    const char *name = last_of(IP_ITEMS(create, funcname));
    if (!ip_missing_created_function_named(f->created, name))
        found(f, "42883", ip_arena_printf(f->arena, "function %s() does not exist", name),
              IP_GET(IP_GET(create, relation), location));
}

static void look_at_query(finder *f, const ip_tree *query)
{
    ip_absence absence;
    const ip_local_names none = {0};
    if (query && ip_missing_statement_fails(f->arena, f->created, f->path, &none, query, &absence))
        found(f, absence.sqlstate, absence.message, (int)absence.offset);
}

bool ip_missing_in_definition(ip_arena *arena, const ip_created *created, const ip_path *path, const ip_tree *statement,
                              ip_absence *absence)
{
    *absence = (ip_absence){0};
    finder f = {.arena = arena, .created = created, .path = path, .absence = absence};
    const PgQuery__Node *node = ip_as_node(statement);
    size_t i;
    const ip_tree *column;
    switch (IP_GET(node, node_case)) {
    case PG_QUERY__NODE__NODE_CREATE_STMT:
        look_at_table(&f, node->create_stmt);
        break;
    case PG_QUERY__NODE__NODE_ALTER_TABLE_STMT:
        look_at_changes(&f, node->alter_table_stmt);
        break;
    case PG_QUERY__NODE__NODE_CREATE_FUNCTION_STMT:
        look_at_routine(&f, node->create_function_stmt);
        break;
    case PG_QUERY__NODE__NODE_CREATE_TRIG_STMT:
        look_at_trigger(&f, node->create_trig_stmt);
        break;
    case PG_QUERY__NODE__NODE_CREATE_DOMAIN_STMT:
        if (node->create_domain_stmt->type_name)
            look_at_type(&f, node->create_domain_stmt->type_name);
        break;
    case PG_QUERY__NODE__NODE_COMPOSITE_TYPE_STMT:
        IP_LIST_EACH(IP_ITEMS(node->composite_type_stmt, coldeflist), i, column)
        look_at_definition_of_column(&f, ip_as_column_def(column), "");
        break;
    case PG_QUERY__NODE__NODE_VIEW_STMT:
        look_at_query(&f, IP_GET(node->view_stmt, query));
        break;
    case PG_QUERY__NODE__NODE_CREATE_TABLE_AS_STMT:
        look_at_query(&f, IP_GET(node->create_table_as_stmt, query));
        break;
    default:
        break;
    }
    return absence->sqlstate != NULL;
}
