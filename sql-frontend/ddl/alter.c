/* ALTER TABLE. */
#include "ddl/pieces.h"
#include "catalog/sequence.h"

#include <string.h>

static void alter_column(ip_ddl *ddl, ip_table *table, const ip_tree *command, int column, ip_range range)
{
    const char *subtype = ip_field_text(command, "subtype");
    ip_column *c = &table->columns.items[column];
    if (strcmp(subtype, "AT_SetNotNull") == 0) {
        c->not_null = true;
    } else if (strcmp(subtype, "AT_DropNotNull") == 0) {
        c->not_null = false;
    } else if (strcmp(subtype, "AT_DropColumn") == 0) {
        ip_ddl_drop_column(ddl, table, column);
    } else if (strcmp(subtype, "AT_ColumnDefault") == 0) {
        const ip_tree *value = ip_field(command, "def");
        c->has_default = value != NULL;
        c->sequence = value && ip_ddl_draws(value);
        c->sequence_name = NULL;
        c->default_value = value ? ip_ddl_constant(ddl, value, c->type, range) : NULL;
        c->kept_default = ip_keep_tree(ddl->definitions->arena, value, range);
    } else if (strcmp(subtype, "AT_AlterColumnType") == 0) {
        const PgQuery__ColumnDef *definition = ip_as_column_def(ip_field(command, "def"));
        ip_ddl_set_column_type(ddl, c, IP_GET(definition, type_name));
        c->type = ip_type_collated(ddl->definitions->arena, c->type, IP_GET(definition, coll_clause));
    } else if (strcmp(subtype, "AT_DropExpression") == 0) {
        c->has_default = c->generated = false;
        c->kept_generated = NULL;
    } else if (strcmp(subtype, "AT_DropIdentity") == 0) {
        c->has_default = c->sequence = c->always = false;
        c->sequence_name = NULL;
    } else if (strcmp(subtype, "AT_SetIdentity") == 0) {
        const ip_tree *options = IP_ITEMS(ip_as_list(ip_field(command, "def")), items);
        size_t i;
        const ip_tree *option;
        ip_sequence_alter_column(ddl->definitions, table, column, options);
        IP_LIST_EACH(options, i, option)
        {
            const PgQuery__DefElem *element = ip_as_def_elem(option);
            if (strcmp(IP_TEXT(element, defname), "generated") == 0)
                c->always = IP_GET(ip_as_integer(IP_GET(element, arg)), ival) == 'a';
        }
    } else if (strcmp(subtype, "AT_AddIdentity") == 0) {
        ip_ddl_add_constraint(ddl, table, ip_as_constraint(ip_field(command, "def")), column, range);
    }
}

/* Whether a table's descendants follow it in this (PostgreSQL 15, ALTER TABLE: "descendant tables"). */
static bool descends(const char *subtype, const ip_tree *command)
{
    static const char *const kinds[] = {"AT_AddColumn",      "AT_DropColumn",     "AT_SetNotNull",
                                        "AT_DropNotNull",    "AT_ColumnDefault",  "AT_AlterColumnType",
                                        "AT_DropExpression", "AT_DropConstraint", NULL};
    for (int i = 0; kinds[i]; i++)
        if (strcmp(subtype, kinds[i]) == 0)
            return true;
    const ip_tree *constraint = ip_as_constraint(ip_field(command, "def"));
    return strcmp(subtype, "AT_AddConstraint") == 0 &&
           strcmp(ip_field_text(constraint, "contype"), "CONSTR_CHECK") == 0 &&
           !ip_field_bool(constraint, "is_no_inherit");
}

static void family_command(ip_ddl *ddl, ip_table *table, const char *subtype, const ip_tree *command, ip_range range)
{
    const ip_tree *definition = ip_field(command, "def");
    const PgQuery__PartitionCmd *part = ip_as_partition_cmd(definition);
    const ip_tree *other = part ? IP_GET(part, name) : ip_as_range_var(definition);
    const char *name = ip_relation_of(ddl->definitions, ddl->path, other).name;
    if (strcmp(subtype, "AT_AddInherit") == 0)
        ip_ddl_inherit(ddl, table, other, NULL, range);
    else if (strcmp(subtype, "AT_AttachPartition") == 0)
        ip_ddl_attach(ddl, table, other, IP_GET(part, bound), true, range);
    else if (strcmp(subtype, "AT_DetachPartition") == 0)
        ip_ddl_detach(ddl, table->name, name);
    else if (strcmp(subtype, "AT_DropInherit") == 0)
        ip_ddl_detach(ddl, name, table->name);
}

static void command_on(ip_ddl *ddl, ip_table *table, const ip_tree *command, bool only, ip_range range, int depth)
{
    enum { DEEPEST = 16 };
    ip_definitions *d = ddl->definitions;
    const char *subtype = ip_field_text(command, "subtype"), *name = ip_field_text(command, "name");
    const PgQuery__ColumnDef *definition = ip_as_column_def(ip_field(command, "def"));
    if (ip_ddl_switch_trigger(ddl, table->name, command))
        return;
    if (strcmp(subtype, "AT_DropColumn") == 0 || strcmp(subtype, "AT_AlterColumnType") == 0)
        ip_ddl_exclusions_after_column(table, name);
    if (strcmp(subtype, "AT_AddColumn") == 0) {
        bool may_be_there = depth > 0 || ip_field_bool(command, "missing_ok");
        if (!may_be_there || ip_table_column(table, IP_TEXT(definition, colname)) < 0)
            ip_ddl_add_column(ddl, table, definition, 0, range);
    } else if (strcmp(subtype, "AT_AddConstraint") == 0) {
        int before = table->keys.count;
        ip_ddl_add_constraint(ddl, table, ip_as_constraint(ip_field(command, "def")), -1, range);
        if (only)
            ip_ddl_key_on_only(d, table, before);
    } else if (strcmp(subtype, "AT_DropConstraint") == 0) {
        ip_ddl_drop_constraint(ddl, table, name, strcmp(ip_field_text(command, "behavior"), "DROP_CASCADE") == 0);
    } else if (strcmp(subtype, "AT_AlterConstraint") == 0) {
        ip_ddl_alter_constraint(ddl, table, ip_as_constraint(ip_field(command, "def")), range);
    } else if (strcmp(subtype, "AT_ChangeOwner") == 0) {
        ip_ddl_set_owner_of_table(ddl, table->name, ip_field(command, "newowner"), range);
    } else if (ip_ddl_switch_row_security(ddl, table->name, subtype, range)) {
        return;
    } else if (*name && ip_table_column(table, name) >= 0) {
        alter_column(ddl, table, command, ip_table_column(table, name), range);
    } else {
        family_command(ddl, table, subtype, command, range);
    }
    for (int i = 0; !only && depth < DEEPEST && descends(subtype, command) && i < d->inheritance.count; i++) {
        ip_table *child = strcmp(d->inheritance.items[i].parent, table->name) == 0
                              ? ip_schema_table(d->schema, d->inheritance.items[i].child)
                              : NULL;
        if (child && child != table)
            command_on(ddl, child, command, false, range, depth + 1);
    }
}

void ip_ddl_alter_table(ip_ddl *ddl, const ip_tree *alter, ip_range range)
{
    const ip_tree *rangevar = ip_field(alter, "relation");
    const ip_relation relation = ip_relation_of(ddl->definitions, ddl->path, rangevar);
    const ip_view_definition *view = relation.view;
    const char *type = ip_field_text(alter, "objtype");
    size_t i;
    const ip_tree *node;
    if (view)
        ip_ddl_alter_view(ddl, (ip_view_definition *)view, ip_field(alter, "cmds"), range);
    if (relation.composite)
        ip_ddl_alter_composite(ddl, relation.composite, ip_field(alter, "cmds"), range);
    IP_LIST_EACH(ip_field(alter, "cmds"), i, node)
    if (strcmp(type, "OBJECT_INDEX") == 0 &&
        IP_GET(ip_as_alter_table_cmd(node), subtype) == PG_QUERY__ALTER_TABLE_TYPE__AT_AttachPartition)
        ip_ddl_attach_index(ddl, ip_field_text(rangevar, "relname"));
    if (view || relation.composite || strcmp(type, "OBJECT_INDEX") == 0 || strcmp(type, "OBJECT_TYPE") == 0 ||
        strcmp(type, "OBJECT_SEQUENCE") == 0)
        return;
    ip_table *table = ip_ddl_existing(ddl, rangevar, ip_field_bool(alter, "missing_ok"), range);
    IP_LIST_EACH(ip_field(alter, "cmds"), i, node)
    if (table)
        command_on(ddl, table, ip_as_alter_table_cmd(node), !ip_field_bool(rangevar, "inh"), range, 0);
}
