/* Reads the schema's other objects from the catalog (client_definition.h). */
#include "catalog/definition.h"
#include "workload/client_definition.h"

#include <string.h>

bool ip_told_index_at(const ip_definitions *d, int i, ip_told_index *index)
{
    if (i >= d->plain_indexes.count)
        return false;
    const ip_index *from = &d->plain_indexes.items[i];
    *index = (ip_told_index){.name = from->name,
                             .method = *from->method ? from->method : "btree",
                             .table = from->table,
                             .count = from->columns.count,
                             .columns = from->columns.items,
                             .options = from->options.items,
                             .partial = from->partial};
    return true;
}

bool ip_told_check_at(ip_arena *arena, const ip_definitions *d, int i, ip_told_check *check)
{
    if (i >= d->checks.count)
        return false;
    const ip_check *from = &d->checks.items[i];
    *check = (ip_told_check){from->name, from->table, ip_range_text(arena, from->expr), !from->unproved};
    return true;
}

const char *ip_told_view(const ip_definitions *d, int i)
{
    return i < d->views.count ? d->views.items[i].name : NULL;
}

const char *ip_told_enum(const ip_definitions *d, int i, int label)
{
    for (int t = 0; t < d->types.count; t++) {
        const ip_user_type *type = &d->types.items[t];
        if (type->domain || i-- > 0)
            continue;
        return label < 0 ? type->name : label < type->labels.count ? type->labels.items[label] : NULL;
    }
    return NULL;
}
