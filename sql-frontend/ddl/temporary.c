/* Temporary tables that routines and scripts create: not part of the schema, but created in the same way. */
#include "ddl/pieces.h"

ip_table *ip_ddl_own_table(ip_definitions *definitions, const ip_path *path, const ip_tree *create, ip_range range)
{
    ip_schema scratch = *definitions->schema;
    ip_definitions d = *definitions;
    ip_diagnostics ignored = {.arena = d.arena};
    ip_ddl ddl = {.definitions = &d, .diagnostics = &ignored, .path = path};
    PgQuery__CreateStmt *own = ip_parse_message_copy(d.arena, create);
    d.schema = &scratch;
    own->relation = ip_parse_message_copy(d.arena, own->relation);
    own->relation->schemaname = (char *)"pg_temp";
    ip_ddl_create_table(&ddl, own, range);
    ip_table *table = scratch.tables.items[scratch.tables.count - 1];
    definitions->checks = d.checks; /* including this table's checks */
    table->own = true;
    table->id = definitions->schema->own.count;
    IP_PUSH(d.arena, &definitions->schema->own, table);
    if (ddl.foreign_keys.count > 0)
        table->unchecked = "a foreign key";
    for (int i = 0; i < table->columns.count; i++)
        if (table->columns.items[i].sequence)
            table->unchecked = "a sequence of its own";
    return table;
}
