/* ALTER TABLE of a client's. */
#include "workload/client_definition_parts.h"

#include "base/words.h"
#include "ddl/apply.h"
#include "parse/lexer.h"

#include <string.h>

/* The n-th USING that stands in no parentheses, up to the next comma there. */
static const char *conversion(const ip_definition_request *a, int n)
{
    int depth = 0;
    size_t begin = 0;
    for (size_t at = 0;;) {
        ip_token token = ip_parse_next_token(a->text, &at, a->text->length, false);
        bool ends = token.kind == IP_TOKEN_END ||
                    (!depth && (ip_parse_token_is(a->text, token, ",") || ip_parse_token_is(a->text, token, ";")));
        if (begin && ends)
            return ip_arena_strndup(a->arena, a->text->text + begin,
                                    (token.kind == IP_TOKEN_END ? a->text->length : token.begin) - begin);
        if (token.kind == IP_TOKEN_END)
            return NULL;
        depth += ip_parse_token_is(a->text, token, "(");
        depth -= ip_parse_token_is(a->text, token, ")");
        if (!depth && ip_parse_token_is(a->text, token, "using") && n-- == 0)
            begin = token.end;
    }
}

/* The column's default becomes one of the new type, by a cast that an assignment would take. */
static void need_convertible(const ip_definition_request *a, const ip_table *table, int at,
                             const PgQuery__ColumnDef *definition)
{
    if (at < 0 || !table->columns.items[at].has_default)
        return;
    const ip_column *column = &table->columns.items[at];
    ip_type type = ip_parse_typename_type(a->arena, IP_GET(definition, type_name));
    bool numbers = (column->type.kind == IP_INTEGER || column->type.kind == IP_NUMERIC) &&
                   (type.kind == IP_INTEGER || type.kind == IP_NUMERIC);
    if (type.kind == IP_TEXT || numbers || (type.kind == column->type.kind && type.kind != IP_OTHER))
        return;
    if (column->type.kind == IP_TEXT && type.kind != IP_OTHER)
        ip_workload_requested_refuse(
            a, "42804",
            ip_arena_printf(a->arena, "default for column \"%s\" cannot be cast automatically to type %s", column->name,
                            type.name));
    else
        ip_workload_requested_refuse_undone(a, "another type of a column with a default");
}

/* An earlier command of the statement has made such a column. */
static void refuse_twice(const ip_definition_request *a, const PgQuery__AlterTableCmd *command, const ip_table *table)
{
    size_t i;
    const ip_tree *node;
    bool before = true, twice = false;
    const char *name = IP_TEXT(ip_as_column_def(command->def), colname);
    IP_LIST_EACH(a->commands, i, node)
    {
        const PgQuery__AlterTableCmd *other = ip_as_alter_table_cmd(node);
        before = before && other != command;
        twice = twice || (before && other->subtype == command->subtype &&
                          strcmp(IP_TEXT(ip_as_column_def(IP_GET(other, def)), colname), name) == 0);
    }
    const char *message =
        ip_arena_printf(a->arena, "column \"%s\" of relation \"%s\" already exists", name, ip_last_part(table->name));
    if (twice && command->missing_ok)
        ip_workload_requested_notice(a, ip_arena_printf(a->arena, "%s, skipping", message), NULL);
    else if (twice)
        ip_workload_requested_refuse(a, "42701", message);
}

static bool is_dropped(const ip_definition_request *a, const char *column)
{
    size_t i;
    const ip_tree *node;
    bool dropped = false;
    IP_LIST_EACH(a->commands, i, node)
    dropped = dropped || (ip_as_alter_table_cmd(node)->subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_DropColumn &&
                          strcmp(IP_TEXT(ip_as_alter_table_cmd(node), name), column) == 0);
    return dropped;
}

/* Types change before columns are added (tablecmds.c, AT_PASS_ALTER_TYPE). */
static void need_changed_column(const ip_definition_request *a, const ip_table *table, const char *column)
{
    if (ip_catalog_table_column(table, column) < 0)
        ip_workload_requested_refuse(a, "42703",
                                     ip_arena_printf(a->arena, "column \"%s\" of relation \"%s\" does not exist",
                                                     column, ip_last_part(table->name)));
}

/* tablecmds.c, ATExecAddIdentity. */
static void need_identity(const ip_definition_request *a, const ip_table *table, int at)
{
    const ip_column *column = at >= 0 ? &table->columns.items[at] : NULL;
    const char *why = NULL;
    if (column && !column->not_null)
        why = "must be declared NOT NULL before identity can be added";
    else if (column && column->sequence && !column->kept_default && !column->own_sequence)
        why = "is already an identity column";
    else if (column && column->has_default)
        why = "already has a default value";
    if (why)
        ip_workload_requested_refuse(a, "55000",
                                     ip_arena_printf(a->arena, "column \"%s\" of relation \"%s\" %s", column->name,
                                                     ip_last_part(table->name), why));
}

static void need_no_identity(const ip_definition_request *a, const ip_table *table, int at)
{
    const ip_column *column = at >= 0 ? &table->columns.items[at] : NULL;
    if (column && (!column->sequence || column->kept_default || column->own_sequence))
        ip_workload_requested_refuse(a, "55000",
                                     ip_arena_printf(a->arena,
                                                     "column \"%s\" of relation \"%s\" is not an identity column",
                                                     column->name, ip_last_part(table->name)));
}

static void alter_command(const ip_definition_request *a, const ip_table *table, const PgQuery__AlterTableCmd *command,
                          int *usings)
{
    const ip_tree *definition = IP_GET(command, def);
    const PgQuery__ColumnDef *column = ip_as_column_def(definition);
    const PgQuery__Constraint *c = ip_as_constraint(definition);
    const char *name = IP_TEXT(command, name);
    size_t i;
    const ip_tree *node;
    const char *of_relation = ip_arena_printf(a->arena, " of relation \"%s\"", ip_last_part(table->name));
    switch (command->subtype) {
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddColumn:
        if (ip_catalog_table_column(table, IP_TEXT(column, colname)) >= 0 && is_dropped(a, IP_TEXT(column, colname)))
            ip_workload_requested_refuse_undone(a, "ALTER TABLE that drops a column and adds another of its name");
        if (ip_catalog_table_column(table, IP_TEXT(column, colname)) >= 0) {
            const char *message = ip_arena_printf(a->arena, "column \"%s\" of relation \"%s\" already exists",
                                                  IP_TEXT(column, colname), ip_last_part(table->name));
            ip_workload_requested_refuse_unless(a, command->missing_ok, "42701", message);
        } else
            ip_workload_requested_refuse_itself(a, table, IP_GET(column, type_name));
        refuse_twice(a, command, table);
        ip_workload_requested_column_constraints(a, NULL, column, table->name);
        ip_workload_requested_refuse_column(a, column, table->name);
        IP_LIST_EACH(IP_ITEMS(column, constraints), i, node)
        ip_workload_requested_refuse_reference(a, NULL, table, ip_as_constraint(node), column);
        break;
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropColumn:
        ip_workload_requested_drop_column(a, table, command);
        break;
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddConstraint:
        if (IP_GET(c, indexname) && *IP_TEXT(c, indexname))
            ip_workload_requested_refuse_undone(a, "ADD CONSTRAINT … USING INDEX");
        ip_workload_requested_constraint(a, table, c);
        ip_workload_requested_need_columns_of(a, table, IP_GET(c, raw_expr), 0);
        ip_workload_requested_refuse_within(a, c);
        ip_workload_requested_refuse_reference(a, NULL, table, c, NULL);
        break;
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ColumnDefault:
        ip_workload_requested_need_column(a, table, name, of_relation);
        ip_workload_requested_refuse_default(a, definition);
        break;
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropConstraint:
        ip_workload_requested_drop_constraint(a, table, command);
        break;
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ValidateConstraint:
        if (!ip_workload_requested_has_constraint(a, table, name) && !command->missing_ok)
            ip_workload_requested_refuse(
                a, "42704",
                ip_arena_printf(a->arena, "constraint \"%s\" of relation \"%s\" does not exist", name, table->name));
        break;
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AlterColumnType: {
        need_changed_column(a, table, name);
        if (ip_ddl_view_of_column(a->definitions, table->name, name))
            ip_workload_requested_refuse(a, "0A000", "cannot alter type of a column used by a view or rule");
        ip_workload_requested_refuse_itself(a, table, IP_GET(column, type_name));
        if (IP_GET(column, coll_clause))
            ip_workload_requested_refuse_collation(a, ip_parse_typename_type(a->arena, IP_GET(column, type_name)));
        need_convertible(a, table, ip_catalog_table_column(table, name), column);
        if (!IP_GET(column, raw_default))
            break;
        ip_client_conversion created = {name, conversion(a, (*usings)++)};
        IP_PUSH(a->arena, &a->to->conversions, created);
        break;
    }
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddInherit:
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropInherit:
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AttachPartition:
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DetachPartition:
        ip_workload_requested_refuse_undone(a, "ALTER TABLE that creates or detaches a partition");
        break;
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetIdentity: {
        const ip_tree *option;
        IP_LIST_EACH(IP_ITEMS(ip_as_list(definition), items), i, option)
        if (strcmp(IP_TEXT(ip_as_def_elem(option), defname), "restart") == 0 &&
            ip_catalog_table_column(table, name) >= 0)
            a->to->restarts = table->columns.items[ip_catalog_table_column(table, name)].sequence_name;
        ip_workload_requested_need_column(a, table, name, of_relation);
        break;
    }
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddIdentity:
        ip_workload_requested_need_column(a, table, name, of_relation);
        if (a->alone)
            need_identity(a, table, ip_catalog_table_column(table, name));
        break;
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableTrig:
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DisableTrig:
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableAlwaysTrig:
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableReplicaTrig:
        ip_workload_requested_need_trigger(a, table, name);
        break;
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropIdentity:
        need_changed_column(a, table, name);
        if (!command->missing_ok && a->alone)
            need_no_identity(a, table, ip_catalog_table_column(table, name));
        break;
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetAccessMethod:
        if (strcmp(name, "heap") != 0)
            ip_workload_requested_refuse(a, "42704",
                                         ip_arena_printf(a->arena, "access method \"%s\" does not exist", name));
        break;
    default:
        if (command->subtype != PG_QUERY__ALTER_TABLE_TYPE__AT_ChangeOwner &&
            command->subtype != PG_QUERY__ALTER_TABLE_TYPE__AT_AlterConstraint)
            ip_workload_requested_need_column(a, table, name, of_relation);
    }
}

/* The table may have rows that such a constraint refuses, which could then not be restored. */
void ip_workload_requested_refuse_unproved(const ip_definition_request *a, const ip_table *table)
{
    for (int i = 0; i < a->definitions->checks.count; i++)
        if (a->definitions->checks.items[i].table == table && a->definitions->checks.items[i].unproved)
            ip_workload_requested_refuse_undone(a, "a change of a table with a CHECK constraint that is NOT VALID");
}

static bool validates(const PgQuery__AlterTableStmt *alter)
{
    const PgQuery__AlterTableCmd *first = ip_as_alter_table_cmd(ip_parse_list_item(IP_ITEMS(alter, cmds), 0));
    return IP_GET(first, subtype) == PG_QUERY__ALTER_TABLE_TYPE__AT_ValidateConstraint;
}

void ip_workload_requested_alter_table(ip_definition_request *a, const PgQuery__AlterTableStmt *alter)
{
    size_t i;
    a->commands = IP_ITEMS(alter, cmds);
    a->alone = ip_parse_list_size(IP_ITEMS(alter, cmds)) == 1;
    const ip_tree *command;
    int usings = 0;
    if (alter->objtype == PG_QUERY__OBJECT_TYPE__OBJECT_TYPE)
        ip_workload_requested_refuse_undone(a, "ALTER TYPE of a composite type");
    ip_workload_requested_need_no_view(a, alter);
    const ip_table *table = ip_workload_requested_need_alone(a, alter->relation, alter->missing_ok,
                                                             "ALTER TABLE of one with partitions or descendants");
    a->altered = table;
    if (table && ip_catalog_materialized_of(a->definitions, table)) {
        const PgQuery__AlterTableCmd *first = ip_as_alter_table_cmd(ip_parse_list_item(IP_ITEMS(alter, cmds), 0));
        if (!a->alone || first->subtype != PG_QUERY__ALTER_TABLE_TYPE__AT_SetRelOptions)
            ip_workload_requested_refuse_undone(a, "ALTER of a materialized view");
        return;
    }
    IP_LIST_EACH(IP_ITEMS(alter, cmds), i, command)
    if (table)
        alter_command(a, table, ip_as_alter_table_cmd(command), &usings);
    if (table && !a->to->unproved && !validates(alter))
        ip_workload_requested_refuse_unproved(a, table);
    if (table)
        ip_workload_requested_refuse_used_row(a, table);
    a->to->table = table ? table->name : NULL;
    a->to->about = table ? ip_workload_requested_subject(a, "table", table->name) : NULL;
}
