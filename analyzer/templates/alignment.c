/* Aligns the parts of two families by their statements. */
#include "templates/alignment.h"

#include <string.h>

typedef struct search {
    const ip_family *f, *g;
    ip_alignment *a;
} search;

static bool is_same(const search *s, int part, int of_g)
{
    return of_g < s->g->parts.count && s->f->parts.items[part].form == s->g->parts.items[of_g].form;
}

/* Tells whether the parts of a loop are those of g from there on: in a loop of g, or outside of loops. */
static bool is_there(const search *s, const ip_repeat *loop, int of_g, bool in_loop)
{
    for (int i = 0; i < loop->count; i++)
        if (!is_same(s, loop->first + i, of_g + i) || (s->g->parts.items[of_g + i].loop >= 0) != in_loop)
            return false;
    if (!in_loop)
        return true;
    const ip_repeat *other = &s->g->loops.items[s->g->parts.items[of_g].loop];
    return other->first == of_g && other->count == loop->count;
}

static bool find(const search *s, int part, int of_g)
{
    if (part == s->f->parts.count)
        return of_g == s->g->parts.count;
    int loop = s->f->parts.items[part].loop;
    if (loop < 0) {
        s->a->parts[part] = of_g;
        return is_same(s, part, of_g) && s->g->parts.items[of_g].loop < 0 && find(s, part + 1, of_g + 1);
    }
    const ip_repeat *repeat = &s->f->loops.items[loop];
    for (int in_loop = 1; in_loop >= 0; in_loop--) {
        if (!is_there(s, repeat, of_g, in_loop == 1))
            continue;
        for (int i = 0; i < repeat->count; i++)
            s->a->parts[part + i] = of_g + i;
        s->a->loops[loop] = in_loop ? s->g->parts.items[of_g].loop : IP_RUN_ONCE;
        if (find(s, part + repeat->count, of_g + repeat->count))
            return true;
    }
    for (int i = 0; i < repeat->count; i++)
        s->a->parts[part + i] = -1;
    s->a->loops[loop] = IP_NEVER_RUN;
    return find(s, part + repeat->count, of_g);
}

bool ip_templates_align(ip_arena *arena, const ip_family *f, const ip_family *g, ip_alignment *created)
{
    *created = (ip_alignment){IP_NEW_ARRAY(arena, int, f->parts.count + 1), IP_NEW_ARRAY(arena, int, f->slot_count + 1),
                              IP_NEW_ARRAY(arena, int, f->loops.count + 1)};
    if (!find(&(search){f, g, created}, 0, 0))
        return false;
    for (int slot = 0; slot < f->slot_count; slot++) {
        int part = created->parts[f->part_of[slot]];
        created->slots[slot] =
            part < 0 ? -1 : g->parts.items[part].first_slot + slot - f->parts.items[f->part_of[slot]].first_slot;
    }
    return true;
}

int ip_templates_aligned_loop(const ip_family *f, const ip_alignment *a, int slot)
{
    int loop = ip_templates_loop_of(f, slot);
    return loop < 0 ? 0 : a->loops[loop];
}
