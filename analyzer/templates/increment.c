/* Finds slots of an UPDATE that were, in every transaction, another slot of the same column plus a constant. */
#include "templates/increment.h"

#include <math.h>
#include <string.h>

static bool is_whole(const ip_log_literal *value, double *number)
{
    return ip_templates_literal_number(value, number) && *number == floor(*number) && fabs(*number) < 1e15;
}

/* Returns the difference of the slots in an iteration, or 0 if it is not known. */
static double difference(const ip_family *f, const ip_folded *created, const ip_transaction *t, int slot, int other,
                         int iteration)
{
    double a, b;
    bool known = is_whole(ip_templates_folded_value(f, created, t, slot, iteration), &a) &&
                 is_whole(ip_templates_folded_value(f, created, t, other, iteration), &b);
    return known && fabs(a - b) < 1000 ? a - b : 0;
}

static bool holds(const ip_family *f, const ip_folded *created, const ip_transaction *t, const ip_increment *i)
{
    int loop = ip_templates_loop_of(f, i->slot), iterations = loop >= 0 ? created->iterations.items[loop] : 1;
    for (int k = 0; k < iterations; k++)
        if (difference(f, created, t, i->slot, i->other, k) != i->by)
            return false;
    return true;
}

/* Tells whether one slot is assigned to the column with which the other one is compared. */
static bool may_increment(const ip_family *f, int slot, int other)
{
    const ip_template_slot *a = ip_templates_slot_at(f, slot), *b = ip_templates_slot_at(f, other);
    return f->part_of[slot] == f->part_of[other] && a->column && b->column && !a->compared && b->compared &&
           b->equals && !a->list && !b->list && strcmp(a->column, b->column) == 0;
}

static void begin(ip_arena *arena, ip_family *f, const ip_folded *created, const ip_transaction *t)
{
    for (int slot = 0; slot < f->slot_count && f->slot_count <= IP_MOST_COMPARED; slot++) {
        if (strcmp(f->parts.items[f->part_of[slot]].form->verb, "update") != 0)
            continue;
        for (int other = 0; other < f->slot_count; other++) {
            const double by = may_increment(f, slot, other) ? difference(f, created, t, slot, other, 0) : 0;
            if (by != 0)
                IP_PUSH(arena, &f->increments, ((ip_increment){slot, other, (int)by}));
        }
    }
}

void ip_templates_increments_take(ip_arena *arena, ip_family *f, const ip_folded *created, const ip_transaction *t)
{
    int kept = 0;
    if (f->seen == 1)
        begin(arena, f, created, t);
    for (int i = 0; i < f->increments.count; i++)
        if (holds(f, created, t, &f->increments.items[i]))
            f->increments.items[kept++] = f->increments.items[i];
    f->increments.count = kept;
}

bool ip_templates_has_increment(const ip_family *f, const ip_increment *increment)
{
    for (int i = 0; i < f->increments.count; i++) {
        const ip_increment *own = &f->increments.items[i];
        if (own->slot == increment->slot && own->other == increment->other && own->by == increment->by)
            return true;
    }
    return false;
}

void ip_templates_increments_join(ip_family *f, const ip_family *g, const ip_alignment *a)
{
    int kept = 0;
    for (int i = 0; i < f->increments.count; i++) {
        const ip_increment *own = &f->increments.items[i];
        const ip_increment there = {a->slots[own->slot], a->slots[own->other], own->by};
        if (there.slot < 0 || ip_templates_has_increment(g, &there))
            f->increments.items[kept++] = f->increments.items[i];
    }
    f->increments.count = kept;
}
