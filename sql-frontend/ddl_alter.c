/* ALTER TABLE. */
#include "ddl_parts.h"

#include <string.h>

static void alter_column(ip_ddl *ddl, ip_table *table, const json_t *command, int column, ip_range range)
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
        json_t *value = ip_field(command, "def");
        c->has_default = value != NULL;
        c->sequence = value && ip_ddl_draws(value);
        c->default_value = value ? ip_ddl_constant(ddl, value, c->type, range) : NULL;
        c->kept_default = ip_keep_tree(ddl->definitions->arena, value, range);
    } else if (strcmp(subtype, "AT_AlterColumnType") == 0) {
        json_t *definition = ip_node_as(ip_field(command, "def"), "ColumnDef");
        c->type = ip_ddl_column_type(ddl, ip_field(definition, "typeName"));
    } else if (strcmp(subtype, "AT_DropExpression") == 0) {
        c->has_default = c->generated = false;
        c->kept_generated = NULL;
    } else if (strcmp(subtype, "AT_DropIdentity") == 0) {
        c->has_default = c->sequence = c->always = false;
    } else if (strcmp(subtype, "AT_SetIdentity") == 0) {
        table->unchecked = "an identity column that ALTER TABLE changed";
    } else if (strcmp(subtype, "AT_AddIdentity") == 0) {
        table->unchecked = "an identity column that ALTER TABLE made";
        c->has_default = c->not_null = c->sequence = true;
    }
}

void ip_ddl_alter_table(ip_ddl *ddl, const json_t *alter, ip_range range)
{
    const ip_view *view = ip_relation_of(ddl->definitions, ddl->path, ip_field(alter, "relation")).view;
    if (view) {
        ip_ddl_alter_view(ddl, (ip_view *)view, ip_field(alter, "cmds"), range);
        return;
    }
    ip_table *table = ip_ddl_existing(ddl, ip_field(alter, "relation"), ip_field_bool(alter, "missing_ok"), range);
    size_t i;
    json_t *node;
    json_array_foreach(ip_field(alter, "cmds"), i, node)
    {
        json_t *command = ip_node_as(node, "AlterTableCmd");
        const char *subtype = ip_field_text(command, "subtype"), *name = ip_field_text(command, "name");
        if (!table)
            return;
        if (ip_ddl_switch_trigger(ddl, table->name, command))
            continue;
        if (strcmp(subtype, "AT_AddColumn") == 0) {
            json_t *definition = ip_node_as(ip_field(command, "def"), "ColumnDef");
            if (!ip_field_bool(command, "missing_ok") ||
                ip_table_column(table, ip_field_text(definition, "colname")) < 0)
                ip_ddl_add_column(ddl, table, definition, range);
        } else if (strcmp(subtype, "AT_AddConstraint") == 0) {
            ip_ddl_add_constraint(ddl, table, ip_node_as(ip_field(command, "def"), "Constraint"), -1, range);
        } else if (strcmp(subtype, "AT_DropConstraint") == 0) {
            ip_ddl_drop_constraint(ddl, table, name);
        } else if (strcmp(subtype, "AT_EnableRowSecurity") == 0) {
            ip_report(ddl->diagnostics, IP_UNSUPPORTED, range, NULL,
                      "row security of table \"%s\": its policies' reads are not followed", table->name);
            ip_ddl_add_rule(ddl, table->name, "row security", true, range);
        } else if (strcmp(subtype, "AT_AddInherit") == 0) {
            ip_ddl_add_inheritance(
                ddl, ip_relation_of(ddl->definitions, ddl->path, ip_node_as(ip_field(command, "def"), "RangeVar")).name,
                table->name, false, range);
        } else if (strcmp(subtype, "AT_AttachPartition") == 0) {
            json_t *part = ip_field(ip_node_as(ip_field(command, "def"), "PartitionCmd"), "name");
            ip_ddl_add_inheritance(ddl, table->name, ip_relation_of(ddl->definitions, ddl->path, part).name, true,
                                   range);
        } else if (*name && ip_table_column(table, name) >= 0) {
            alter_column(ddl, table, command, ip_table_column(table, name), range);
        }
    }
}
