/* What happens beside a statement: rules, row security. Triggers: ddl/trigger.c. */
#include "ddl/pieces.h"

#include <string.h>

/* It stands among the triggers of its table, as something that every statement on it meets. */
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
bool ip_ddl_switch_row_security(ip_ddl *ddl, const char *table, const char *subtype, ip_range range)
{
    bool enable = strcmp(subtype, "AT_EnableRowSecurity") == 0, force = strcmp(subtype, "AT_ForceRowSecurity") == 0;
    bool disable = strcmp(subtype, "AT_DisableRowSecurity") == 0;
    if (!enable && !force && !disable && strcmp(subtype, "AT_NoForceRowSecurity") != 0)
        return false;
    ip_trigger *security = row_security_of(ddl, table, range);
    if (enable || disable)
        security->enabled = enable;
    else
        security->forced = force;
    return true;
}

/* CURRENT_USER and the like are whoever runs the files. */
const char *ip_ddl_role(ip_arena *arena, const ip_tree *role)
{
    const char *name = ip_field_text(role, "rolename");
    return *name ? ip_arena_strdup(arena, name) : NULL;
}

void ip_ddl_set_owner_of_table(ip_ddl *ddl, const char *table, const ip_tree *role, ip_range range)
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
            ip_report(ddl->diagnostics, IP_ASSUMPTION, t->range, NULL,
                      "row security of table \"%s\" has no policy: the transactions are assumed to run as its owner, "
                      "from whom it hides nothing",
                      t->table);
    }
}

/* DO INSTEAD NOTHING without a condition means just that. Of others it is known which tables they touch. */
void ip_ddl_create_rule(ip_ddl *ddl, const ip_tree *statement, ip_range range)
{
    ip_definitions *d = ddl->definitions;
    const char *event = ip_field_text(statement, "event");
    ip_list does = ip_list_copy(d->arena, ip_field(statement, "actions"));
    if (ip_field(statement, "where_clause"))
        ip_list_add(d->arena, &does, ip_field(statement, "where_clause"));
    ip_trigger rule = {
        .name = ip_arena_printf(d->arena, "rule %s", ip_field_text(statement, "rulename")),
        .table = ip_relation_of(d, ddl->path, ip_field(statement, "relation")).name,
        .before = true,
        .row = true,
        .on_select = strcmp(event, "CMD_SELECT") == 0,
        .on_insert = strcmp(event, "CMD_INSERT") == 0,
        .on_update = strcmp(event, "CMD_UPDATE") == 0,
        .on_delete = strcmp(event, "CMD_DELETE") == 0,
        .nothing = ip_field_bool(statement, "instead") && ip_list_size(ip_field(statement, "actions")) == 0 &&
                   !ip_field(statement, "where_clause"),
        .does = ip_keep_tree(d->arena, &does, range),
        .path = ddl->path,
        .range = range,
    };
    rule.what = rule.name;
    ip_ddl_forget_triggers(d, rule.table, rule.what); /* OR REPLACE */
    IP_PUSH(d->arena, &d->triggers, rule);
}

/* CREATE and ALTER POLICY. They count only while row security is on. One that is changed counts as it was, too: more
 * rows that it may rest on. */
void ip_ddl_create_policy(ip_ddl *ddl, const ip_tree *statement, ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    const char *table = ip_relation_of(ddl->definitions, ddl->path, ip_field(statement, "table")).name;
    ip_policy policy = {ip_arena_strdup(arena, ip_field_text(statement, "policy_name")),
                        ip_keep_tree(arena, ip_field(statement, "qual"), range),
                        ip_keep_tree(arena, ip_field(statement, "with_check"), range), ddl->path};
    IP_PUSH(arena, &row_security_of(ddl, table, range)->policies, policy);
}
