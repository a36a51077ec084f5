/* CREATE, ALTER and DROP TRIGGER, and ALTER TABLE … DISABLE TRIGGER. */
#include "ddl/pieces.h"

#include <string.h>

static void names_of(ip_arena *arena, const ip_tree *list, const char ***names, int *count)
{
    IP_VEC(const char *) all = {0};
    size_t i;
    const ip_tree *node;
    IP_LIST_EACH(list, i, node) IP_PUSH(arena, &all, (const char *)ip_arena_strdup(arena, ip_parse_string_node(node)));
    *names = all.items;
    *count = all.count;
}

static int find_trigger(const ip_definitions *d, const char *table, const char *name)
{
    for (int i = 0; i < d->triggers.count; i++)
        if (!d->triggers.items[i].what && strcmp(d->triggers.items[i].table, table) == 0 &&
            strcmp(d->triggers.items[i].name, name) == 0)
            return i;
    return -1;
}

void ip_ddl_triggers_rename_function(ip_definitions *d, const ip_unit *unit, const char *before)
{
    for (int i = 0; unit->parameters.count == 0 && i < d->triggers.count; i++)
        if (d->triggers.items[i].function && strcmp(d->triggers.items[i].function, before) == 0)
            d->triggers.items[i].function = unit->name;
}

void ip_ddl_create_trigger(ip_ddl *ddl, const PgQuery__CreateTrigStmt *statement, ip_range range)
{
    /* PostgreSQL's pg_trigger.h */
    enum { BEFORE = 2, INSERT = 4, DELETE = 8, UPDATE = 16, TRUNCATE = 32, INSTEAD = 64 };
    ip_definitions *d = ddl->definitions;
    ip_arena *arena = d->arena;
    long long events = IP_GET(statement, events), timing = IP_GET(statement, timing);
    ip_trigger trigger = {
        .name = ip_arena_strdup(arena, IP_TEXT(statement, trigname)),
        .table = ip_catalog_relation_of(d, ddl->path, IP_GET(statement, relation)).name,
        .function = ip_ddl_routine_named(ddl, ip_ddl_joined(arena, IP_ITEMS(statement, funcname))),
        .before = timing & BEFORE,
        .instead = timing & INSTEAD,
        .row = IP_GET(statement, row),
        .on_insert = events & INSERT,
        .on_update = events & UPDATE,
        .on_delete = events & DELETE,
        .on_truncate = events & TRUNCATE,
        .when = ip_ddl_keep_tree(arena, IP_GET(statement, when_clause), range),
        .constraint = IP_GET(statement, isconstraint),
        .deferrable = IP_GET(statement, deferrable),
        .deferred = IP_GET(statement, initdeferred),
        .range = range,
    };
    names_of(arena, IP_ITEMS(statement, columns), &trigger.columns.items, &trigger.columns.count);
    names_of(arena, IP_ITEMS(statement, args), &trigger.args.items, &trigger.args.count);
    size_t i;
    const ip_tree *node;
    IP_LIST_EACH(IP_ITEMS(statement, transition_rels), i, node)
    {
        const PgQuery__TriggerTransition *relation = ip_as_trigger_transition(node);
        const char *name = ip_arena_strdup(arena, IP_TEXT(relation, name));
        if (IP_GET(relation, is_new))
            trigger.new_table = name;
        else
            trigger.old_table = name;
    }
    int before = find_trigger(d, trigger.table, trigger.name);
    trigger.made = before >= 0 ? d->triggers.items[before].made : ++d->made;
    if (before >= 0) { /* OR REPLACE; of two without it, too, the last one counts */
        d->triggers.items[before] = trigger;
        return;
    }
    IP_PUSH(arena, &d->triggers, trigger);
}

/* ALTER TABLE … ENABLE, DISABLE TRIGGER. ENABLE REPLICA: not in sessions of origin. false: another command. */
bool ip_ddl_switch_trigger(ip_ddl *ddl, const char *table, const PgQuery__AlterTableCmd *command)
{
    ip_table *own = ip_catalog_schema_table(ddl->definitions->schema, table);
    const char *name = IP_TEXT(command, name);
    bool all = false, references = false, disabled = false;
    switch (IP_GET(command, subtype)) {
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DisableTrigAll:
        all = references = disabled = true;
        break;
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableTrigAll:
        all = references = true;
        break;
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DisableTrigUser:
        all = disabled = true;
        break;
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableTrigUser:
        all = true;
        break;
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DisableTrig:
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableReplicaTrig:
        disabled = true;
        break;
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableTrig:
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableAlwaysTrig:
        break;
    default:
        return false;
    }
    if (references && own) /* those of foreign keys, too (PostgreSQL 15, ALTER TABLE) */
        own->references_off = disabled;
    for (int i = 0; i < ddl->definitions->triggers.count; i++) {
        ip_trigger *t = &ddl->definitions->triggers.items[i];
        if (!t->what && strcmp(t->table, table) == 0 && (all || strcmp(t->name, name) == 0))
            t->disabled = disabled;
    }
    return true;
}
