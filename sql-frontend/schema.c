#include "schema.h"

#include <string.h>

int ip_table_column(const ip_table *table, const char *name)
{
    for (int i = 0; i < table->columns.count; i++)
        if (strcmp(table->columns.items[i].name, name) == 0)
            return i;
    return -1;
}

ip_table *ip_schema_table(const ip_schema *schema, const char *name)
{
    if (strncmp(name, "public.", 7) == 0)
        name += 7;
    for (int i = 0; i < schema->tables.count; i++)
        if (strcmp(schema->tables.items[i]->name, name) == 0)
            return schema->tables.items[i];
    return NULL;
}

const char *ip_type_kind_name(ip_type_kind kind)
{
    static const char *const names[] = {
        [IP_INTEGER] = "integer", [IP_NUMERIC] = "numeric", [IP_TEXT] = "text",
        [IP_BOOLEAN] = "boolean", [IP_TIME] = "time",       [IP_OTHER] = "other",
    };
    return names[kind];
}
