/* ALTER TABLE. */
#include "ddl/pieces.h"
#include "catalog/sequence.h"

#include <string.h>

static void alter_column(ip_ddl *ddl, ip_table *table, const PgQuery__AlterTableCmd *command, int column,
                         ip_range range)
{
    PgQuery__AlterTableType subtype = IP_GET(command, subtype);
    ip_column *c = &table->columns.items[column];
    if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_SetNotNull) {
        c->not_null = true;
    } else if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_DropNotNull) {
        c->not_null = false;
    } else if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_DropColumn) {
        ip_ddl_drop_column(ddl, table, column);
    } else if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_ColumnDefault) {
        const ip_tree *value = IP_GET(command, def);
        c->has_default = value != NULL;
        c->sequence = value && ip_ddl_draws(value);
        if (c->own_sequence && c->sequence_name) /* it still belongs to the column */
            c->owned_sequence = c->sequence_name;
        c->sequence_name = NULL;
        c->default_value = value ? ip_ddl_constant(ddl, value, c->type, range) : NULL;
        c->kept_default = ip_ddl_keep_tree(ddl->definitions->arena, value, range);
    } else if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_AlterColumnType) {
        const PgQuery__ColumnDef *definition = ip_as_column_def(IP_GET(command, def));
        ip_ddl_set_column_type(ddl, c, IP_GET(definition, type_name));
        c->type = ip_parse_type_collated(ddl->definitions->arena, c->type, IP_GET(definition, coll_clause));
        ip_ddl_remake_keys(ddl, table, column);
    } else if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_DropExpression) {
        c->has_default = c->generated = false;
        c->kept_generated = NULL;
    } else if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_DropIdentity) {
        c->has_default = c->sequence = c->always = false;
        c->sequence_name = NULL;
    } else if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_SetIdentity) {
        const ip_tree *options = IP_ITEMS(ip_as_list(IP_GET(command, def)), items);
        size_t i;
        const ip_tree *option;
        ip_catalog_sequence_alter_column(ddl->definitions, table, column, options);
        IP_LIST_EACH(options, i, option)
        {
            const PgQuery__DefElem *element = ip_as_def_elem(option);
            if (strcmp(IP_TEXT(element, defname), "generated") == 0)
                c->always = IP_GET(ip_as_integer(IP_GET(element, arg)), ival) == 'a';
        }
    } else if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_AddIdentity) {
        ip_ddl_add_constraint(ddl, table, ip_as_constraint(IP_GET(command, def)), column, range);
    }
}

/* Does the change also apply to the table's descendants? (PostgreSQL 15, ALTER TABLE: "descendant tables"). */
static bool descends(const PgQuery__AlterTableCmd *command)
{
    const PgQuery__Constraint *constraint = ip_as_constraint(command->def);
    switch (command->subtype) {
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddColumn:
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropColumn:
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetNotNull:
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropNotNull:
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ColumnDefault:
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AlterColumnType:
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropExpression:
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropConstraint:
        return true;
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddConstraint:
        return IP_GET(constraint, contype) == PG_QUERY__CONSTR_TYPE__CONSTR_CHECK && !constraint->is_no_inherit;
    default:
        return false;
    }
}

static void family_command(ip_ddl *ddl, ip_table *table, const PgQuery__AlterTableCmd *command, ip_range range)
{
    const PgQuery__AlterTableType subtype = command->subtype;
    const ip_tree *definition = IP_GET(command, def);
    const PgQuery__PartitionCmd *part = ip_as_partition_cmd(definition);
    const PgQuery__RangeVar *other = part ? part->name : ip_as_range_var(definition);
    const char *name = ip_catalog_relation_of(ddl->definitions, ddl->path, other).name;
    if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_AddInherit)
        ip_ddl_inherit(ddl, table, other, NULL, range);
    else if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_AttachPartition)
        ip_ddl_attach(ddl, table, other, IP_GET(part, bound), true, range);
    else if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_DetachPartition)
        ip_ddl_detach(ddl, table->name, name);
    else if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_DropInherit)
        ip_ddl_detach(ddl, name, table->name);
}

static void command_on(ip_ddl *ddl, ip_table *table, const PgQuery__AlterTableCmd *command, bool only, ip_range range,
                       int depth)
{
    enum { DEEPEST = 16 };
    ip_definitions *d = ddl->definitions;
    const PgQuery__AlterTableType subtype = command->subtype;
    const char *name = command->name;
    const PgQuery__ColumnDef *definition = ip_as_column_def(IP_GET(command, def));
    if (ip_ddl_switch_trigger(ddl, table->name, command))
        return;
    if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_DropColumn ||
        subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_AlterColumnType)
        ip_ddl_exclusions_after_column(table, name);
    if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_AddColumn) {
        bool may_be_there = depth > 0 || IP_GET(command, missing_ok);
        if (!may_be_there || ip_catalog_table_column(table, IP_TEXT(definition, colname)) < 0)
            ip_ddl_add_column(ddl, table, definition, 0, range);
    } else if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_AddConstraint) {
        ip_ddl_add_constraint(ddl, table, ip_as_constraint(IP_GET(command, def)), -1, range);
    } else if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_DropConstraint) {
        ip_ddl_drop_constraint(ddl, table, name, IP_GET(command, behavior) == PG_QUERY__DROP_BEHAVIOR__DROP_CASCADE);
    } else if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_AlterConstraint) {
        ip_ddl_alter_constraint(ddl, table, ip_as_constraint(IP_GET(command, def)), range);
    } else if (subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_ChangeOwner) {
        return; /* change_owner */
    } else if (ip_ddl_switch_row_security(ddl, table->name, subtype, range)) {
        return;
    } else if (*name && ip_catalog_table_column(table, name) >= 0) {
        alter_column(ddl, table, command, ip_catalog_table_column(table, name), range);
    } else {
        family_command(ddl, table, command, range);
    }
    for (int i = 0; !only && depth < DEEPEST && descends(command) && i < d->inheritance.count; i++) {
        ip_table *child = strcmp(d->inheritance.items[i].parent, table->name) == 0
                              ? ip_catalog_schema_table(d->schema, d->inheritance.items[i].child)
                              : NULL;
        if (child && child != table)
            command_on(ddl, child, command, false, range, depth + 1);
    }
}

/* pg_dump writes ALTER TABLE … OWNER TO for sequences and views, too. */
static bool changes_owner_only(const ip_tree *commands)
{
    size_t i;
    const ip_tree *node;
    IP_LIST_EACH(commands, i, node)
    if (IP_GET(ip_as_alter_table_cmd(node), subtype) != PG_QUERY__ALTER_TABLE_TYPE__AT_ChangeOwner)
        return false;
    return true;
}

static void change_owner(ip_ddl *ddl, const ip_table *table, const ip_tree *commands, ip_range range)
{
    size_t i;
    const ip_tree *node;
    IP_LIST_EACH(commands, i, node)
    if (IP_GET(ip_as_alter_table_cmd(node), subtype) == PG_QUERY__ALTER_TABLE_TYPE__AT_ChangeOwner)
        ip_ddl_set_owner_of_table(ddl, table->name, IP_GET(ip_as_alter_table_cmd(node), newowner), range);
}

/* SET (isoproof.filled = true): a server says so of a materialized view. */
static void fill(ip_materialized *view, const ip_tree *commands)
{
    size_t i, k;
    const ip_tree *command, *node;
    IP_LIST_EACH(commands, i, command)
    IP_LIST_EACH(IP_ITEMS(ip_as_list(IP_GET(ip_as_alter_table_cmd(command), def)), items), k, node)
    {
        const PgQuery__DefElem *option = ip_as_def_elem(node);
        if (strcmp(IP_TEXT(option, defnamespace), "isoproof") == 0 && strcmp(IP_TEXT(option, defname), "filled") == 0)
            view->filled = strcmp(ip_parse_string_node(IP_GET(option, arg)), "true") == 0 ? IP_FILLED : IP_FILLED_NOT;
    }
}

void ip_ddl_alter_table(ip_ddl *ddl, const PgQuery__AlterTableStmt *alter, ip_range range)
{
    const PgQuery__RangeVar *rangevar = IP_GET(alter, relation);
    const ip_relation relation = ip_catalog_relation_of(ddl->definitions, ddl->path, rangevar);
    const ip_view_definition *view = relation.view;
    PgQuery__ObjectType type = IP_GET(alter, objtype);
    size_t i;
    const ip_tree *node;
    if (view)
        ip_ddl_alter_view(ddl, (ip_view_definition *)view, IP_ITEMS(alter, cmds), range);
    if (relation.composite)
        ip_ddl_alter_composite(ddl, relation.composite, IP_ITEMS(alter, cmds), range);
    IP_LIST_EACH(IP_ITEMS(alter, cmds), i, node)
    if (type == PG_QUERY__OBJECT_TYPE__OBJECT_INDEX &&
        IP_GET(ip_as_alter_table_cmd(node), subtype) == PG_QUERY__ALTER_TABLE_TYPE__AT_AttachPartition)
        ip_ddl_attach_index(ddl, IP_TEXT(rangevar, relname));
    if (relation.table)
        change_owner(ddl, relation.table, IP_ITEMS(alter, cmds), range);
    if (view || relation.composite || changes_owner_only(IP_ITEMS(alter, cmds)) ||
        type == PG_QUERY__OBJECT_TYPE__OBJECT_INDEX || type == PG_QUERY__OBJECT_TYPE__OBJECT_TYPE ||
        type == PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE)
        return;
    ip_table *table = ip_ddl_existing(ddl, rangevar, IP_GET(alter, missing_ok), range);
    ip_materialized *materialized = ip_catalog_materialized_of(ddl->definitions, table);
    if (materialized)
        fill(materialized, IP_ITEMS(alter, cmds));
    int count = (int)ip_parse_list_size(IP_ITEMS(alter, cmds)), made = ddl->definitions->made;
    ddl->primary_first = false;
    ddl->on_only = !IP_GET(rangevar, inh);
    IP_LIST_EACH(IP_ITEMS(alter, cmds), i, node)
    {
        /* Columns come before constraints (tablecmds.c, AT_PASS_ADD_COL). */
        bool column = IP_GET(ip_as_alter_table_cmd(node), subtype) == PG_QUERY__ALTER_TABLE_TYPE__AT_AddColumn;
        ddl->rank = column ? (int)i : count + (int)i;
        if (table)
            command_on(ddl, table, ip_as_alter_table_cmd(node), !IP_GET(rangevar, inh), range, 0);
    }
    ip_ddl_make_keys(ddl, made);
}
