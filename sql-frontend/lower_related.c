/* Which triggers, rules and policies are of a relation or of one below it: found once for each relation, as every
 * statement asks and large schemas have many. */
#include "lower.h"

#include <string.h>

enum { BUCKETS = 256, DEEPEST_FAMILY = 16 };

typedef struct related {
    const char *relation;
    ip_triggers triggers;
    struct related *next;
} related;

struct ip_related {
    related *buckets[BUCKETS];
};

struct ip_related *ip_lower_related_new(ip_arena *arena)
{
    return IP_NEW(arena, struct ip_related);
}

/* Is the table ancestor, or below it? */
static bool below(const ip_definitions *d, const char *table, const char *ancestor, int depth)
{
    if (strcmp(table, ancestor) == 0)
        return true;
    for (int i = 0; i < d->inheritance.count && depth > 0; i++) {
        const ip_inheritance *pair = &d->inheritance.items[i];
        if (strcmp(pair->child, table) == 0 && below(d, pair->parent, ancestor, depth - 1))
            return true;
    }
    return false;
}

const ip_triggers *ip_lower_related(const ip_lowerer *l, const char *relation)
{
    const ip_definitions *d = l->definitions;
    unsigned hash = 0;
    for (const char *c = relation; *c; c++)
        hash = hash * 31 + (unsigned char)*c;
    related **bucket = &l->related->buckets[hash % BUCKETS];
    for (const related *known = *bucket; known; known = known->next)
        if (strcmp(known->relation, relation) == 0)
            return &known->triggers;
    related *made = IP_NEW(l->arena, related);
    *made = (related){.relation = ip_arena_strdup(l->arena, relation), .next = *bucket};
    for (int i = 0; i < d->triggers.count; i++)
        if (below(d, d->triggers.items[i].table, relation, DEEPEST_FAMILY))
            IP_PUSH(l->arena, &made->triggers, (const ip_trigger *)&d->triggers.items[i]);
    *bucket = made;
    return &made->triggers;
}
