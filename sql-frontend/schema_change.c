/* What transactions change of the schema. PostgreSQL undoes it with them: a key that is made and rolled back keeps
 * nothing apart, a routine that is dropped and rolled back is there. */
#include "definition_parts.h"

void ip_schema_change_add(ip_reader *reader, ip_script *script, const json_t *statement, ip_range range)
{
    ip_schema_change change = {json_incref((json_t *)statement), range, reader->ddl.path, NULL, {0}};
    IP_PUSH(reader->arena, &script->changes, change);
}

void ip_schema_change_define(ip_reader *reader, ip_script *script, ip_unit *routine, const ip_notices *notices)
{
    ip_schema_change change = {NULL, routine->range, reader->ddl.path, routine, *notices};
    IP_PUSH(reader->arena, &script->changes, change);
}

void ip_schema_change_commit(ip_reader *reader, ip_script *script)
{
    const ip_path *path = reader->ddl.path;
    for (int i = 0; i < script->changes.count; i++) {
        ip_schema_change *change = &script->changes.items[i];
        reader->ddl.path = change->path;
        if (change->routine)
            ip_definitions_add_routine(reader, change->routine, &change->notices);
        else
            ip_ddl_apply(&reader->ddl, change->statement, change->range);
        json_decref(change->statement);
    }
    reader->ddl.path = path;
    script->changes.count = 0;
}

void ip_schema_change_undo(ip_reader *reader, ip_script *script, int stay, const ip_path *path)
{
    while (script->changes.count > stay)
        json_decref(script->changes.items[--script->changes.count].statement);
    reader->ddl.path = path;
}
