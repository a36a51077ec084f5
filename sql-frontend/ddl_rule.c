/* What happens beside a statement: triggers, rules, row security. */
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

void ip_ddl_create_trigger(ip_ddl *ddl, const json_t *statement, ip_range range)
{
    enum { ROW = 1, BEFORE = 2, INSERT = 4, DELETE = 8, UPDATE = 16, TRUNCATE = 32 }; /* PostgreSQL's pg_trigger.h */
    ip_arena *arena = ddl->definitions->arena;
    long long events = ip_field_int(statement, "events"), timing = ip_field_int(statement, "timing");
    ip_trigger trigger = {
        .name = ip_arena_strdup(arena, ip_field_text(statement, "trigname")),
        .table = ip_relation_of(ddl->definitions, ddl->path, ip_field(statement, "relation")).name,
        .function = ip_ddl_joined(arena, ip_field(statement, "funcname")),
        .before = timing & BEFORE,
        .row = ip_field_bool(statement, "row"),
        .on_insert = events & INSERT,
        .on_update = events & UPDATE,
        .on_delete = events & DELETE,
        .on_truncate = events & TRUNCATE,
        .conditional = ip_field(statement, "whenClause") != NULL,
        .range = range,
    };
    IP_PUSH(arena, &ddl->definitions->triggers, trigger);
    ip_report(ddl->diagnostics, IP_UNSUPPORTED, range, NULL,
              "trigger \"%s\" on table \"%s\": what it does is not followed", trigger.name, trigger.table);
}

void ip_ddl_create_rule(ip_ddl *ddl, const json_t *statement, ip_range range)
{
    ip_arena *arena = ddl->definitions->arena;
    const char *table = ip_relation_of(ddl->definitions, ddl->path, ip_field(statement, "relation")).name;
    ip_report(ddl->diagnostics, IP_UNSUPPORTED, range, NULL, "rule on table \"%s\": what it does is not followed",
              table);
    ip_ddl_add_rule(ddl, table, ip_arena_printf(arena, "rule %s", ip_field_text(statement, "rulename")),
                    strcmp(ip_field_text(statement, "event"), "CMD_SELECT") == 0, range);
}

void ip_ddl_create_policy(ip_ddl *ddl, const json_t *statement, ip_range range)
{
    const char *table = ip_relation_of(ddl->definitions, ddl->path, ip_field(statement, "table")).name;
    ip_report(ddl->diagnostics, IP_UNSUPPORTED, range, NULL,
              "row security policy on table \"%s\": its reads are not followed", table);
    ip_ddl_add_rule(ddl, table, "row security", true, range);
}
