/* Additions to statements: rules, row security. Triggers: ddl/trigger.c. */
#include "ddl/pieces.h"

#include <string.h>

/* Row security is stored among the triggers of its table, since it affects every statement on the table. */
static ip_trigger *row_security_of(ip_ddl *ddl, const char *table, ip_range range)
{
    static const char what[] = "row security";
    ip_definitions *d = ddl->definitions;
    for (int i = 0; i < d->triggers.count; i++)
        if (d->triggers.items[i].what == what && strcmp(d->triggers.items[i].table, table) == 0)
            return &d->triggers.items[i];
    ip_trigger rule = {.name = what,
                       .table = ip_arena_strdup(d->arena, table),
                       .what = what,
                       .security = true,
                       .on_select = true,
                       .on_insert = true,
                       .on_update = true,
                       .on_delete = true,
                       .disabled = true,
                       .range = range};
    IP_PUSH(d->arena, &d->triggers, rule);
    return &d->triggers.items[d->triggers.count - 1];
}

/* ALTER TABLE … ROW LEVEL SECURITY; false: another command. */
bool ip_ddl_switch_row_security(ip_ddl *ddl, const char *table, PgQuery__AlterTableType subtype, ip_range range)
{
    bool enable = subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_EnableRowSecurity,
         force = subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_ForceRowSecurity;
    bool disable = subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_DisableRowSecurity;
    if (!enable && !force && !disable && subtype != PG_QUERY__ALTER_TABLE_TYPE__AT_NoForceRowSecurity)
        return false;
    ip_trigger *security = row_security_of(ddl, table, range);
    if (enable || disable)
        security->enabled = enable;
    else
        security->forced = force;
    return true;
}

/* CURRENT_USER and similar names are the user that runs the files. */
const char *ip_ddl_role(ip_arena *arena, const PgQuery__RoleSpec *role)
{
    const char *name = IP_TEXT(role, rolename);
    return *name ? ip_arena_strdup(arena, name) : NULL;
}

void ip_ddl_set_owner_of_table(ip_ddl *ddl, const char *table, const PgQuery__RoleSpec *role, ip_range range)
{
    row_security_of(ddl, table, range)->owner = ip_ddl_role(ddl->definitions->arena, role);
}

void ip_ddl_rename_policy(ip_ddl *ddl, const char *table, const char *name, const char *becomes)
{
    ip_trigger *security = row_security_of(ddl, table, (ip_range){0});
    for (int i = 0; i < security->policies.count; i++)
        if (strcmp(security->policies.items[i].name, name) == 0)
            security->policies.items[i].name = ip_arena_strdup(ddl->definitions->arena, becomes);
}

void ip_ddl_drop_policy(ip_ddl *ddl, const char *table, const char *name)
{
    ip_trigger *security = row_security_of(ddl, table, (ip_range){0});
    int kept = 0;
    for (int i = 0; i < security->policies.count; i++)
        if (strcmp(security->policies.items[i].name, name) != 0)
            security->policies.items[kept++] = security->policies.items[i];
    security->policies.count = kept;
}

/* Without policies it hides all rows, or none from the table's owner (PostgreSQL's manual, section 5.8). */
void ip_ddl_finish_row_security(ip_ddl *ddl)
{
    ip_definitions *d = ddl->definitions;
    for (int i = 0; i < d->triggers.count; i++) {
        ip_trigger *t = &d->triggers.items[i];
        if (!t->enabled)
            continue;
        t->disabled = t->policies.count == 0 && !t->forced;
        if (t->disabled)
            ip_diagnostics_add(
                ddl->diagnostics, IP_ASSUMPTION, t->range, NULL,
                "row security of table \"%s\" has no policy: the transactions are assumed to run as its owner, "
                "for which it hides nothing",
                t->table);
    }
}

/* DO INSTEAD NOTHING without a condition is modeled exactly. For other rules, the tables that they touch are known. */
void ip_ddl_create_rule(ip_ddl *ddl, const PgQuery__RuleStmt *statement, ip_range range)
{
    ip_definitions *d = ddl->definitions;
    PgQuery__CmdType event = IP_GET(statement, event);
    ip_list does = ip_parse_list_copy(d->arena, IP_ITEMS(statement, actions));
    if (IP_GET(statement, where_clause))
        ip_parse_list_add(d->arena, &does, IP_GET(statement, where_clause));
    ip_trigger rule = {
        .name = ip_arena_printf(d->arena, "rule %s", IP_TEXT(statement, rulename)),
        .table = ip_catalog_relation_of(d, ddl->path, IP_GET(statement, relation)).name,
        .before = true,
        .row = true,
        .on_select = event == PG_QUERY__CMD_TYPE__CMD_SELECT,
        .on_insert = event == PG_QUERY__CMD_TYPE__CMD_INSERT,
        .on_update = event == PG_QUERY__CMD_TYPE__CMD_UPDATE,
        .on_delete = event == PG_QUERY__CMD_TYPE__CMD_DELETE,
        .nothing = IP_GET(statement, instead) && ip_parse_list_size(IP_ITEMS(statement, actions)) == 0 &&
                   !IP_GET(statement, where_clause),
        .does = ip_ddl_keep_tree(d->arena, &does, range),
        .path = ddl->path,
        .range = range,
    };
    rule.what = rule.name;
    ip_ddl_forget_triggers(d, rule.table, rule.what); /* OR REPLACE */
    IP_PUSH(d->arena, &d->triggers, rule);
}

/* CREATE and ALTER POLICY. They count only while row security is on. A changed policy also counts in its old form: it
 * may depend on more rows. */
static void add_policy(ip_ddl *ddl, const PgQuery__RangeVar *rangevar, const char *name, const PgQuery__Node *qual,
                       const PgQuery__Node *check, ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    const char *table = ip_catalog_relation_of(ddl->definitions, ddl->path, rangevar).name;
    ip_policy policy = {ip_arena_strdup(arena, name), ip_ddl_keep_tree(arena, qual, range),
                        ip_ddl_keep_tree(arena, check, range), ddl->path};
    IP_PUSH(arena, &row_security_of(ddl, table, range)->policies, policy);
}

void ip_ddl_create_policy(ip_ddl *ddl, const PgQuery__CreatePolicyStmt *statement, ip_range range)
{
    add_policy(ddl, statement->table, statement->policy_name, statement->qual, statement->with_check, range);
}

void ip_ddl_alter_policy(ip_ddl *ddl, const PgQuery__AlterPolicyStmt *statement, ip_range range)
{
    add_policy(ddl, statement->table, statement->policy_name, statement->qual, statement->with_check, range);
}
