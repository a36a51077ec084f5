/* What happens beside a statement and is not followed: rules, row security. Triggers: ddl_trigger.c. */
#include "ddl_parts.h"

#include <string.h>

/* For whoever writes the table (or reads it, too) it is as a trigger that may replace or leave out any row. */
void ip_ddl_add_rule(ip_ddl *ddl, const char *table, const char *what, bool on_select, ip_range range)
{
    ip_definitions *d = ddl->definitions;
    for (int i = 0; i < d->triggers.count; i++)
        if (d->triggers.items[i].what && strcmp(d->triggers.items[i].what, what) == 0 &&
            strcmp(d->triggers.items[i].table, table) == 0)
            return;
    ip_trigger rule = {.name = what,
                       .table = ip_arena_strdup(d->arena, table),
                       .what = what,
                       .before = true,
                       .row = true,
                       .on_select = on_select,
                       .on_insert = true,
                       .on_update = true,
                       .on_delete = true,
                       .range = range};
    IP_PUSH(d->arena, &d->triggers, rule);
}

/* DO INSTEAD NOTHING without a condition means just that. What others do is not followed. */
void ip_ddl_create_rule(ip_ddl *ddl, const json_t *statement, ip_range range)
{
    ip_definitions *d = ddl->definitions;
    const char *event = ip_field_text(statement, "event");
    ip_trigger rule = {
        .name = ip_arena_printf(d->arena, "rule %s", ip_field_text(statement, "rulename")),
        .table = ip_relation_of(d, ddl->path, ip_field(statement, "relation")).name,
        .before = true,
        .row = true,
        .on_select = strcmp(event, "CMD_SELECT") == 0,
        .on_insert = strcmp(event, "CMD_INSERT") == 0,
        .on_update = strcmp(event, "CMD_UPDATE") == 0,
        .on_delete = strcmp(event, "CMD_DELETE") == 0,
        .nothing = ip_field_bool(statement, "instead") && json_array_size(ip_field(statement, "actions")) == 0 &&
                   !ip_field(statement, "whereClause"),
        .range = range,
    };
    rule.what = rule.name;
    ip_ddl_forget_triggers(d, rule.table, rule.what); /* OR REPLACE */
    IP_PUSH(d->arena, &d->triggers, rule);
    if (!rule.nothing)
        ip_report(ddl->diagnostics, IP_UNSUPPORTED, range, NULL, "rule on table \"%s\": what it does is not followed",
                  rule.table);
}

void ip_ddl_create_policy(ip_ddl *ddl, const json_t *statement, ip_range range)
{
    const char *table = ip_relation_of(ddl->definitions, ddl->path, ip_field(statement, "table")).name;
    ip_report(ddl->diagnostics, IP_UNSUPPORTED, range, NULL,
              "row security policy on table \"%s\": its reads are not followed", table);
    ip_ddl_add_rule(ddl, table, "row security", true, range);
}
