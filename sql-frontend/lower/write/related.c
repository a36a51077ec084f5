/* Which triggers, rules and policies belong to a relation or to one below it. Computed once for all relations, since
 * every statement needs it and large schemas have many. */
#include "base/text_table.h"
#include "lower/lower.h"

#include <string.h>

struct ip_related {
    bool found;
    ip_text_table triggers; /* ip_triggers *, of relations by their names */
};

struct ip_related *ip_lower_related_new(ip_arena *arena)
{
    return IP_NEW(arena, struct ip_related);
}

/* To the relation and all relations above it, once each, on any path. */
static void add(const ip_lowerer *l, const char *relation, const ip_trigger *t)
{
    const ip_definitions *d = l->definitions;
    ip_text_entry *entry = ip_text_table_add(l->arena, &l->related->triggers, relation);
    if (!entry->value)
        entry->value = IP_NEW(l->arena, ip_triggers);
    ip_triggers *triggers = entry->value;
    if (triggers->count && triggers->items[triggers->count - 1] == t)
        return;
    IP_PUSH(l->arena, triggers, t);
    for (int i = 0; i < d->inheritance.count; i++)
        if (strcmp(d->inheritance.items[i].child, relation) == 0)
            add(l, d->inheritance.items[i].parent, t);
}

const ip_triggers *ip_lower_related(const ip_lowerer *l, const char *relation)
{
    static const ip_triggers none;
    const ip_definitions *d = l->definitions;
    for (int i = 0; !l->related->found && i < d->triggers.count; i++)
        add(l, d->triggers.items[i].table, &d->triggers.items[i]);
    l->related->found = true;
    const ip_triggers *known = ip_text_table_find(&l->related->triggers, relation);
    return known ? known : &none;
}
