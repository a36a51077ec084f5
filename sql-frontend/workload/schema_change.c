/* Schema changes of transactions. PostgreSQL rolls them back with the transaction: a key whose creation is rolled
 * back does not exist, and a routine whose removal is rolled back does. */
#include "catalog/callgraph.h"
#include "workload/definition_pieces.h"

/* A statement that only changes the schema does not touch rows. */
static void run(ip_reader *reader, ip_script *script, const ip_schema_change *change)
{
    ip_schema_ran ran = ip_workload_schema_run(reader, change->run, change->statement, true);
    if (!ip_schema_ran_only(&ran)) {
        script->touches_rows = true;
    } else {
        change->ran->kind = IP_PL_NULL;
        change->ran->schema_statement = change->ran->takes_snapshot = true;
    }
}

static void apply(ip_reader *reader, ip_script *script, const ip_schema_change *change)
{
    const ip_path *path = reader->ddl.path;
    reader->ddl.path = change->path;
    if (change->run)
        run(reader, script, change);
    else if (change->routine)
        ip_workload_definitions_add_routine(reader, change->routine, &change->notices, true);
    else
        ip_ddl_apply(&reader->ddl, change->statement, change->range);
    reader->ddl.path = path;
}

static void add(ip_reader *reader, ip_script *script, ip_schema_change change)
{
    change.path = reader->ddl.path;
    if (script->unit)
        IP_PUSH(reader->arena, &script->changes, change);
    else
        apply(reader, script, &change);
}

void ip_workload_schema_change_add(ip_reader *reader, ip_script *script, const ip_tree *statement, ip_range range)
{
    add(reader, script, (ip_schema_change){.statement = statement, .range = range});
}

void ip_workload_schema_change_define(ip_reader *reader, ip_script *script, ip_unit *routine, const ip_notices *notices)
{
    add(reader, script, (ip_schema_change){.range = routine->range, .routine = routine, .notices = *notices});
}

void ip_workload_schema_change_run(ip_reader *reader, ip_script *script, const ip_sql_item *item,
                                   const ip_tree *statement, ip_pl_statement *ran)
{
    ip_sql_item *kept = IP_NEW(reader->arena, ip_sql_item);
    *kept = *item;
    add(reader, script, (ip_schema_change){.statement = statement, .range = item->range, .run = kept, .ran = ran});
}

bool ip_workload_schema_change_any(ip_reader *reader, ip_script *script)
{
    bool any = false;
    for (int i = 0; i < script->changes.count; i++) {
        const ip_schema_change *change = &script->changes.items[i];
        bool own = !change->run || ip_workload_schema_run(reader, change->run, change->statement, false).changes;
        any |= own;
        script->touches_rows |= !own;
    }
    return any;
}

void ip_workload_schema_change_commit(ip_reader *reader, ip_script *script)
{
    for (int i = 0; i < script->changes.count; i++)
        apply(reader, script, &script->changes.items[i]);
    script->changes.count = 0;
}

void ip_workload_schema_change_undo(ip_reader *reader, ip_script *script, int stay, const ip_path *path)
{
    if (script->changes.count > stay)
        script->changes.count = stay;
    reader->ddl.path = path;
}
