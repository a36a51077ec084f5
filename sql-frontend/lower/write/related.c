/* Which triggers, rules and policies belong to a relation or to one below it. Computed once for all relations, since
 * every statement needs it and large schemas have many. */
#include "lower/lower.h"

#include <string.h>

enum { BUCKETS = 256 };

typedef struct related {
    const char *relation;
    ip_triggers triggers;
    struct related *next;
} related;

struct ip_related {
    bool found;
    related *buckets[BUCKETS];
};

struct ip_related *ip_lower_related_new(ip_arena *arena)
{
    return IP_NEW(arena, struct ip_related);
}

static related **place_of(struct ip_related *all, const char *relation)
{
    unsigned hash = 0;
    for (const char *c = relation; *c; c++)
        hash = hash * 31 + (unsigned char)*c;
    related **at = &all->buckets[hash % BUCKETS];
    while (*at && strcmp((*at)->relation, relation) != 0)
        at = &(*at)->next;
    return at;
}

/* To the relation and all above it, once each, whatever way leads there. */
static void add(const ip_lowerer *l, const char *relation, const ip_trigger *t)
{
    const ip_definitions *d = l->definitions;
    related **at = place_of(l->related, relation);
    if (!*at) {
        *at = IP_NEW(l->arena, related);
        (*at)->relation = relation;
    }
    ip_triggers *triggers = &(*at)->triggers;
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
    const related *known = *place_of(l->related, relation);
    return known ? &known->triggers : &none;
}
