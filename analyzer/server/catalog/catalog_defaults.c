/* Writes the defaults of columns as a server gives them. */
#include "server/catalog/catalog_writing.h"

#include "workload/client_definition.h"

#include <string.h>

const char *ip_served_catalog_default(const ip_catalog_writing *w, const ip_table *table, int column)
{
    const ip_column *c = &table->columns.items[column];
    const char *name = ip_value_sqltype_name(w->arena, ip_value_sqltype_of_field(w->arena, c)), *label;
    for (int i = 0; c->type.name && (label = ip_workload_listed_enum(w->definitions, i, -1)); i++)
        name = strcmp(label, c->type.name) == 0 ? label : name;
    if (c->sequence && (c->own_sequence || c->kept_default)) {
        const char *drawn = c->kept_default ? ip_workload_listed_default(w->arena, c, name) : NULL;
        return c->sequence_name || !drawn
                   ? ip_arena_printf(w->arena, "nextval('%s'::regclass)", c->sequence_name ? c->sequence_name : "(…)")
                   : drawn;
    }
    return c->has_default && !c->sequence && !c->generated ? ip_workload_listed_default(w->arena, c, name) : NULL;
}
