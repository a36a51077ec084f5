/* Finds lists whose elements were, in every transaction, the values of the same other slots. */
#include "templates/list.h"

#include <limits.h>
#include <string.h>

bool ip_templates_is_list(const ip_family *f, int slot)
{
    const ip_template_slot *at = ip_templates_slot_at(f, slot);
    return at->list || at->set;
}

bool ip_templates_has_member(const ip_family *f, int list, int slot, int place)
{
    for (int i = 0; i < f->members.count; i++) {
        const ip_list_member *m = &f->members.items[i];
        if (m->list == list && m->slot == slot && m->place == place)
            return true;
    }
    return false;
}

static bool contains(const ip_log_literal *list, const ip_log_literal *value)
{
    for (int i = 0; value->known && i < list->element_count; i++)
        if (list->elements[i] == value->hash)
            return true;
    return false;
}

/* Tells whether the values of a slot in all iterations are the elements of the list. */
static bool are_elements(const ip_family *f, const ip_folded *created, const ip_transaction *t, int list, int slot)
{
    const ip_log_literal *elements = ip_templates_folded_value(f, created, t, list, 0);
    int iterations = created->iterations.items[ip_templates_loop_of(f, slot)];
    bool set = ip_templates_slot_at(f, list)->set;
    if (!set && iterations != elements->element_count)
        return false;
    for (int i = 0; i < iterations; i++) {
        const ip_log_literal *value = ip_templates_folded_value(f, created, t, slot, i);
        if (!value->known || (set ? !contains(elements, value) : value->hash != elements->elements[i]))
            return false;
    }
    for (int k = 0; set && k < elements->element_count; k++) {
        bool found = false;
        for (int i = 0; i < iterations && !found; i++)
            found = ip_templates_folded_value(f, created, t, slot, i)->hash == elements->elements[k];
        if (!found)
            return false;
    }
    return true;
}

static bool is_member(const ip_family *f, const ip_folded *created, const ip_transaction *t, const ip_list_member *m)
{
    const ip_log_literal *list = ip_templates_folded_value(f, created, t, m->list, 0);
    if (!list->known || !list->elements)
        return false;
    if (m->place == IP_EACH_ITERATION)
        return are_elements(f, created, t, m->list, m->slot);
    const ip_log_literal *value = ip_templates_folded_value(f, created, t, m->slot, 0);
    if (m->place == IP_SOME_PLACE)
        return contains(list, value);
    return value->known && m->place < list->element_count && value->hash == list->elements[m->place];
}

static void begin_members(ip_arena *arena, ip_family *f, const ip_folded *created, const ip_transaction *t, int list)
{
    const ip_log_literal *elements = ip_templates_folded_value(f, created, t, list, 0);
    for (int slot = 0; slot < f->slot_count; slot++) {
        bool in_loop = ip_templates_loop_of(f, slot) >= 0, set = ip_templates_slot_at(f, list)->set;
        int last = in_loop || set ? 0 : elements->element_count - 1;
        if (slot == list || ip_templates_is_list(f, slot))
            continue;
        for (int place = 0; place <= last; place++) {
            ip_list_member m = {list, slot, in_loop ? IP_EACH_ITERATION : set ? IP_SOME_PLACE : place};
            if (is_member(f, created, t, &m))
                IP_PUSH(arena, &f->members, m);
        }
    }
}

/* Tells whether a slot was always equal to a member that is left. */
static bool is_replaced(const ip_family *f, int list, int slot)
{
    for (int i = 0; i < f->members.count; i++) {
        const ip_list_member *m = &f->members.items[i];
        if (m->list == list && m->place == IP_SOME_PLACE && ip_templates_are_equal(f, m->slot, slot))
            return true;
    }
    return false;
}

/* Tells whether each element is the value of a member. */
static bool is_covered(const ip_family *f, const ip_folded *created, const ip_transaction *t, int list)
{
    const ip_log_literal *elements = ip_templates_folded_value(f, created, t, list, 0);
    if (!elements->known || !elements->elements)
        return false;
    for (int k = 0; k < elements->element_count; k++) {
        bool found = false;
        for (int i = 0; i < f->members.count && !found; i++) {
            const ip_list_member *m = &f->members.items[i];
            found = m->list == list && m->place == IP_SOME_PLACE &&
                    ip_templates_folded_value(f, created, t, m->slot, 0)->hash == elements->elements[k];
        }
        if (!found)
            return false;
    }
    return true;
}

static void take_length(ip_family *f, const ip_folded *created, const ip_transaction *t, int list)
{
    const ip_log_literal *elements = ip_templates_folded_value(f, created, t, list, 0);
    ip_fact *fact = &f->facts[list];
    int length = elements->known && elements->elements ? elements->element_count : -1;
    fact->length = f->seen == 1 || fact->length == length ? length : -1;
    fact->most = length < 0 ? INT_MAX : fact->most > length ? fact->most : length;
}

/* A member that is no longer one takes with it what earlier transactions have shown, unless another one always had the
 * same value: then those had all elements without it. */
static void drop_members(ip_family *f, const ip_folded *created, const ip_transaction *t)
{
    int count = f->members.count, kept = 0, dropped = 0;
    ip_list_member *out = count ? f->members.items : NULL;
    for (int i = 0; i < count; i++) { /* those that are left come first */
        ip_list_member m = out[i];
        if (!is_member(f, created, t, &m)) {
            dropped++;
            continue;
        }
        memmove(&out[kept + 1], &out[kept], sizeof *out * (size_t)(i - kept));
        out[kept++] = m;
    }
    f->members.count = kept;
    for (int i = kept; i < kept + dropped; i++)
        if (out[i].place == IP_SOME_PLACE && !is_replaced(f, out[i].list, out[i].slot))
            f->facts[out[i].list].uncovered = true;
}

void ip_templates_lists_take(ip_arena *arena, ip_family *f, const ip_folded *created, const ip_transaction *t)
{
    if (f->slot_count > IP_MOST_COMPARED)
        return;
    drop_members(f, created, t);
    for (int list = 0; list < f->slot_count; list++) {
        if (!ip_templates_is_list(f, list) || ip_templates_loop_of(f, list) >= 0)
            continue;
        if (f->seen == 1)
            begin_members(arena, f, created, t, list);
        take_length(f, created, t, list);
        f->facts[list].uncovered = f->facts[list].uncovered || !is_covered(f, created, t, list);
    }
}

/* Tells whether all elements of g's list are the value of that slot, which f has in a loop. */
static bool is_only_member(const ip_family *g, int list, int slot)
{
    if (!ip_templates_slot_at(g, list)->set)
        return g->facts[list].length == 1 && ip_templates_has_member(g, list, slot, 0);
    if (g->facts[list].uncovered || !ip_templates_has_member(g, list, slot, IP_SOME_PLACE))
        return false;
    for (int i = 0; i < g->members.count; i++) {
        const ip_list_member *m = &g->members.items[i];
        if (m->list == list && m->slot != slot && !ip_templates_are_equal(g, m->slot, slot))
            return false;
    }
    return true;
}

/* A list remains covered only if each member of one family has its value in a member of both. The members that both
 * have are numbered as in that family. */
static void join_cover(ip_fact *facts, const ip_family *of, const ip_list_member *m, const ip_list_member *both,
                       int count)
{
    bool found = m->place != IP_SOME_PLACE;
    for (int k = 0; k < count && !found; k++)
        found = both[k].list == m->list && both[k].place == IP_SOME_PLACE &&
                (both[k].slot == m->slot || ip_templates_are_equal(of, both[k].slot, m->slot));
    if (!found)
        facts->uncovered = true;
}

static bool is_member_there(const ip_family *f, const ip_family *g, const ip_alignment *a, const ip_list_member *m)
{
    int list = a->slots[m->list], slot = a->slots[m->slot], loop = ip_templates_aligned_loop(f, a, m->slot);
    if (loop == IP_NEVER_RUN)
        return false; /* the list would be empty, which is not looked for */
    return loop == IP_RUN_ONCE ? is_only_member(g, list, slot) : ip_templates_has_member(g, list, slot, m->place);
}

void ip_templates_lists_join(ip_family *f, const ip_family *g, const ip_alignment *a)
{
    IP_VEC(ip_list_member) both = {0}, there = {0};
    ip_arena *arena = ip_arena_new();
    for (int i = 0; i < f->slot_count; i++) {
        const ip_fact *other = a->slots[i] >= 0 ? &g->facts[a->slots[i]] : &f->facts[i];
        f->facts[i].uncovered |= other->uncovered;
        f->facts[i].length = f->facts[i].length == other->length ? f->facts[i].length : -1;
        f->facts[i].most = f->facts[i].most > other->most ? f->facts[i].most : other->most;
    }
    for (int i = 0; i < f->members.count; i++) {
        const ip_list_member m = f->members.items[i];
        if (!is_member_there(f, g, a, &m))
            continue;
        ip_list_member of_g = {a->slots[m.list], a->slots[m.slot], m.place};
        IP_PUSH(arena, &both, m);
        IP_PUSH(arena, &there, of_g);
    }
    for (int i = 0; i < f->members.count; i++)
        join_cover(&f->facts[f->members.items[i].list], f, &f->members.items[i], both.items, both.count);
    for (int i = 0; i < g->members.count; i++)
        for (int slot = 0; slot < f->slot_count; slot++)
            if (a->slots[slot] == g->members.items[i].list)
                join_cover(&f->facts[slot], g, &g->members.items[i], there.items, there.count);
    for (int i = 0; i < both.count; i++)
        f->members.items[i] = both.items[i];
    f->members.count = both.count;
    ip_arena_free(arena);
}
