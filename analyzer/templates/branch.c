/* Joins families that share their first statements as branches of one family. A condition on a result distinguishes two
 * branches if it held in every transaction of the first and in none of the second: no row, NULL, one value of a column,
 * or a comparison of a number. Each branch must have been seen as often as any assumption requires (--support). */
#include "templates/branch.h"

#include "templates/branch_condition.h"
#include "templates/increment.h"
#include "templates/list.h"
#include "templates/name.h"
#include "templates/row.h"
#include "templates/row_list.h"

#include <string.h>

typedef struct split {
    ip_alike_families first, second;
    ip_condition condition; /* for the first branch; parts and slots as numbered in its families */
} split;

typedef struct joiner {
    ip_arena *arena;
    const ip_parameter_rules *rules;
} joiner;

/* ------------------------------------------------------------------- ways -- */

static const ip_template_part *part_at(const ip_family *f, int at)
{
    return at < f->parts.count ? &f->parts.items[at] : NULL;
}

static bool goes_on_alike(const ip_family *f, const ip_family *g, int at)
{
    const ip_template_part *a = part_at(f, at), *b = part_at(g, at);
    return a && b ? a->form == b->form && a->loop == b->loop : !a && !b && f->rolled_back == g->rolled_back;
}

/* Returns the first part that not all families share. */
static int shared_until(const ip_alike_families *set, int at)
{
    for (;; at++)
        for (int i = 0; i < set->count; i++)
            if (!part_at(set->items[i], at) || !goes_on_alike(set->items[0], set->items[i], at))
                return at;
}

static bool is_in_loop(const ip_family *f, int at)
{
    const ip_template_part *before = part_at(f, at - 1), *after = part_at(f, at);
    return before && after && before->loop >= 0 && before->loop == after->loop;
}

/* Splits the families at a part into two branches. Returns false if no condition distinguishes them. */
static bool split_at(const joiner *j, const ip_alike_families *set, int at, split *created)
{
    if (at == 0)
        return false;
    for (int i = 0; i < set->count; i++) {
        const ip_template_part *a = part_at(set->items[0], at), *b = part_at(set->items[i], at);
        if (is_in_loop(set->items[i], at) || (a && b && a->form == b->form && a->loop != b->loop))
            return false;
    }
    for (int i = 0; i < set->count; i++) {
        split way = {0};
        for (int k = 0; k < set->count; k++) {
            ip_alike_families *to = goes_on_alike(set->items[i], set->items[k], at) ? &way.first : &way.second;
            to->items[to->count++] = set->items[k];
        }
        *created = way;
        if (ip_templates_branch_condition(j->arena, j->rules, &way.first, &way.second, at, &created->condition))
            return true;
        *created = (split){.first = way.second, .second = way.first};
        if (ip_templates_branch_condition(j->arena, j->rules, &way.second, &way.first, at, &created->condition))
            return true;
    }
    return false;
}

static bool can_join(const joiner *j, const ip_alike_families *set, int from)
{
    split created;
    if (set->count == 1)
        return true;
    int at = shared_until(set, from);
    return split_at(j, set, at, &created) && can_join(j, &created.first, at) && can_join(j, &created.second, at);
}

/* --------------------------------------------------------------- building -- */

/* Maps the parts and slots of a family to those of the joined family; -1 if they are not in it. */
typedef struct places {
    int *parts, *slots;
} places;

typedef struct building {
    const joiner *j;
    const ip_alike_families *all;
    places places[IP_MOST_ALIKE];
    ip_family *created;
    int loop; /* of the last part */
} building;

static places *places_of(building *b, const ip_family *f)
{
    int i = 0;
    while (b->all->items[i] != f)
        i++;
    return &b->places[i];
}

static void add_part(building *b, const ip_alike_families *set, int at)
{
    const ip_family *f = set->items[0];
    ip_template_part part = f->parts.items[at];
    ip_family *created = b->created;
    if (part.loop >= 0 && f->loops.items[part.loop].first == at) {
        ip_repeat loop = {.first = created->parts.count, .count = f->loops.items[part.loop].count};
        for (int i = 0; i < set->count; i++) {
            const ip_repeat *own = &set->items[i]->loops.items[set->items[i]->parts.items[at].loop];
            loop.not_by_rows |= own->not_by_rows;
            loop.known_rows += own->known_rows;
            loop.several_rows |= own->several_rows;
        }
        b->loop = created->loops.count;
        IP_PUSH(b->j->arena, &created->loops, loop);
    }
    for (int i = 0; i < set->count; i++) {
        places *of = places_of(b, set->items[i]);
        of->parts[at] = created->parts.count;
        for (int k = 0; k < part.form->slots.count; k++)
            of->slots[part.first_slot + k] = created->slot_count + k;
    }
    part.loop = part.loop >= 0 ? b->loop : -1;
    part.first_slot = created->slot_count;
    part.seen = part.iterated = 0;
    for (int i = 0; i < set->count; i++) {
        part.seen += set->items[i]->parts.items[at].seen;
        part.iterated += set->items[i]->parts.items[at].iterated;
    }
    created->slot_count += part.form->slots.count;
    IP_PUSH(b->j->arena, &created->parts, part);
}

/* Adds the parts from index `from` on. Returns true if there are none and the branch rolls back. */
static bool add_ways(building *b, const ip_alike_families *set, int from, int within, bool in_else)
{
    ip_family *created = b->created;
    split ways;
    if (set->count == 1 && set->items[0]->rolled_back)
        return true; /* the statements before the rollback are undone */
    int at = set->count == 1 ? set->items[0]->parts.count : shared_until(set, from);
    for (int i = from; i < at; i++)
        add_part(b, set, i);
    if (set->count == 1 || !split_at(b->j, set, at, &ways))
        return false;
    const places *of = places_of(b, set->items[0]);
    int index = created->branches.count;
    ip_branch branch = {.at = created->parts.count,
                        .within = within,
                        .in_else = in_else,
                        .condition = ways.condition,
                        .seen = ip_templates_alike_seen(&ways.first),
                        .else_seen = ip_templates_alike_seen(&ways.second)};
    branch.condition.part = of->parts[ways.condition.part];
    branch.condition.other_part = of->parts[ways.condition.other_part];
    if (ways.condition.slot >= 0)
        branch.condition.slot = of->slots[ways.condition.slot];
    IP_PUSH(b->j->arena, &created->branches, branch);
    bool first = add_ways(b, &ways.first, at, index, false);
    created->branches.items[index].rolls_back = first;
    created->branches.items[index].otherwise = created->parts.count;
    bool second = add_ways(b, &ways.second, at, index, true);
    created->branches.items[index].else_rolls_back = second;
    created->branches.items[index].end = created->parts.count;
    return false;
}

static void join_fact(ip_fact *to, const ip_fact *from)
{
    if (!to->has_first) {
        *to = *from;
        to->uncovered = false; /* join_lists says whether it is */
        return;
    }
    to->length = to->length == from->length ? to->length : -1;
    to->most = to->most > from->most ? to->most : from->most;
    to->varied |= from->varied || to->first != from->first;
    to->loop_varied |= from->loop_varied;
    to->mixed |= from->mixed;
    to->too_many |= from->too_many;
    to->unknown |= from->unknown;
    to->kinds |= from->kinds;
    to->repeated |= from->repeated || ip_templates_value_sets_meet(&to->seen, &from->seen);
}

static bool is_equal_there(const building *b, int a, int other)
{
    for (int i = 0; i < b->all->count; i++) {
        const ip_family *f = b->all->items[i];
        const int *slots = b->places[i].slots;
        bool both = false, equal = false, has_a = false, has_other = false;
        for (int s = 0; s < f->slot_count; s++) {
            has_a |= slots[s] == a;
            has_other |= slots[s] == other;
        }
        both = has_a && has_other;
        for (int k = 0; both && k < f->equal.count && !equal; k++)
            equal = slots[f->equal.items[k].a] == a && slots[f->equal.items[k].b] == other;
        if (both && !equal)
            return false;
    }
    return true;
}

static bool is_cell_there(const building *b, const ip_template_cell *cell)
{
    for (int i = 0; i < b->all->count; i++) {
        const ip_family *f = b->all->items[i];
        bool has = false, same = false;
        for (int s = 0; s < f->slot_count; s++)
            has |= b->places[i].slots[s] == cell->slot;
        for (int k = 0; has && k < f->cells.count && !same; k++)
            same = b->places[i].parts[f->cells.items[k].part] == cell->part &&
                   b->places[i].slots[f->cells.items[k].slot] == cell->slot &&
                   strcmp(f->cells.items[k].column, cell->column) == 0;
        if (has && !same)
            return false;
    }
    return true;
}

static bool equal_is_known(const ip_family *f, int a, int b)
{
    for (int i = 0; i < f->equal.count; i++)
        if (f->equal.items[i].a == a && f->equal.items[i].b == b)
            return true;
    return false;
}

static bool cell_is_known(const ip_family *f, const ip_template_cell *cell)
{
    for (int i = 0; i < f->cells.count; i++)
        if (f->cells.items[i].part == cell->part && f->cells.items[i].slot == cell->slot &&
            strcmp(f->cells.items[i].column, cell->column) == 0)
            return true;
    return false;
}

static int slot_in(const building *b, int family, int slot)
{
    for (int s = 0; s < b->all->items[family]->slot_count; s++)
        if (b->places[family].slots[s] == slot)
            return s;
    return -1;
}

/* Keeps the increments of the first family with the statement that hold in the others, too. */
static void join_increments(building *b)
{
    for (int i = 0; i < b->all->count; i++) {
        const ip_family *f = b->all->items[i];
        for (int k = 0; k < f->increments.count; k++) {
            const ip_increment *own = &f->increments.items[k];
            const ip_increment joined = {b->places[i].slots[own->slot], b->places[i].slots[own->other], own->by};
            bool holds = joined.slot >= 0 && joined.other >= 0 && !ip_templates_has_increment(b->created, &joined);
            for (int o = 0; holds && o < b->all->count; o++) {
                const ip_increment there = {slot_in(b, o, joined.slot), slot_in(b, o, joined.other), joined.by};
                holds = there.slot < 0 || ip_templates_has_increment(b->all->items[o], &there);
            }
            if (holds)
                IP_PUSH(b->j->arena, &b->created->increments, joined);
        }
    }
}

/* Keeps the equalities that hold in each family that has both slots. */
static void join_equals(building *b)
{
    for (int i = 0; i < b->all->count; i++) {
        const ip_family *f = b->all->items[i];
        const places *of = &b->places[i];
        for (int k = 0; k < f->equal.count; k++) {
            const ip_equal pair = {of->slots[f->equal.items[k].a], of->slots[f->equal.items[k].b]};
            if (pair.a >= 0 && pair.b >= 0 && !equal_is_known(b->created, pair.a, pair.b) &&
                is_equal_there(b, pair.a, pair.b))
                IP_PUSH(b->j->arena, &b->created->equal, pair);
        }
        for (int k = 0; k < f->cells.count; k++) {
            const ip_template_cell *own = &f->cells.items[k];
            const ip_template_cell cell = {of->parts[own->part], of->slots[own->slot], own->column};
            if (cell.part >= 0 && cell.slot >= 0 && !cell_is_known(b->created, &cell) && is_cell_there(b, &cell))
                IP_PUSH(b->j->arena, &b->created->cells, cell);
        }
    }
}

/* --------------------------------------------------------------- lists -- */

/* Tells whether each family with the list has the member. */
static bool is_member_there(const building *b, const ip_list_member *m)
{
    for (int i = 0; i < b->all->count; i++) {
        int list = slot_in(b, i, m->list), slot = slot_in(b, i, m->slot);
        if (list < 0)
            continue;
        if (slot < 0 || !ip_templates_has_member(b->all->items[i], list, slot, m->place))
            return false;
    }
    return true;
}

static bool is_kept(const building *b, int list, int slot)
{
    return slot >= 0 && ip_templates_has_member(b->created, list, slot, IP_SOME_PLACE);
}

/* Tells whether the list's elements are the values of its members in this family. Members of other ways have no value
 * there, and can have that of an element. */
static bool is_covered_there(const building *b, int family, int list)
{
    const ip_family *f = b->all->items[family];
    int own = slot_in(b, family, list), missing = 0, present = 0;
    for (int i = 0; i < b->created->members.count; i++) {
        const ip_list_member *m = &b->created->members.items[i];
        if (m->list != list || m->place != IP_SOME_PLACE)
            continue;
        bool has = slot_in(b, family, m->slot) >= 0;
        present += has;
        missing += !has;
    }
    if (missing)
        return f->facts[own].most > 0 && f->facts[own].most <= missing + (present > 0);
    if (f->facts[own].uncovered)
        return false;
    for (int i = 0; i < f->members.count; i++) {
        const ip_list_member *m = &f->members.items[i];
        bool kept = m->place != IP_SOME_PLACE || m->list != own || is_kept(b, list, b->places[family].slots[m->slot]);
        for (int k = 0; !kept && k < f->members.count; k++) {
            const ip_list_member *other = &f->members.items[k];
            kept = other->list == own && other->place == IP_SOME_PLACE &&
                   ip_templates_are_equal(f, other->slot, m->slot) &&
                   is_kept(b, list, b->places[family].slots[other->slot]);
        }
        if (!kept)
            return false;
    }
    return true;
}

/* Tells whether no family with both slots has the slot as anything else than a member of the list. */
static bool is_never_another(const building *b, const ip_list_member *m)
{
    for (int i = 0; i < b->all->count; i++) {
        int list = slot_in(b, i, m->list), slot = slot_in(b, i, m->slot);
        if (list >= 0 && slot >= 0 && !ip_templates_has_member(b->all->items[i], list, slot, IP_SOME_PLACE))
            return false;
    }
    return true;
}

static bool is_row_cell_there(const building *b, const ip_row_cell *cell)
{
    for (int i = 0; i < b->all->count; i++) {
        int slot = slot_in(b, i, cell->slot);
        if (slot >= 0 && !ip_templates_has_row_cell(b->all->items[i], slot, cell->column))
            return false;
    }
    return true;
}

static void join_rows(building *b)
{
    for (int i = 0; i < b->all->count; i++)
        for (int k = 0; k < b->all->items[i]->row_cells.count; k++) {
            const ip_row_cell *own = &b->all->items[i]->row_cells.items[k];
            const ip_row_cell cell = {b->places[i].slots[own->slot], own->column};
            if (cell.slot >= 0 && !ip_templates_has_row_cell(b->created, cell.slot, cell.column) &&
                is_row_cell_there(b, &cell))
                IP_PUSH(b->j->arena, &b->created->row_cells, cell);
        }
}

/* Tells whether each family with the list has it from these rows; adds up what they have observed. */
static bool is_row_list_there(const building *b, ip_row_list *joined)
{
    for (int i = 0; i < b->all->count; i++) {
        int list = slot_in(b, i, joined->list), part = -1;
        for (int p = 0; p < b->all->items[i]->parts.count; p++)
            if (b->places[i].parts[p] == joined->part)
                part = p;
        if (list < 0)
            continue;
        const ip_row_list *own = ip_templates_row_list_of(b->all->items[i], list, part, joined->column);
        if (!own)
            return false;
        ip_templates_row_list_join(joined, own);
    }
    return true;
}

static void join_row_lists(building *b)
{
    for (int i = 0; i < b->all->count; i++)
        for (int k = 0; k < b->all->items[i]->row_lists.count; k++) {
            const ip_row_list *own = &b->all->items[i]->row_lists.items[k];
            ip_row_list joined = {
                .list = b->places[i].slots[own->list], .part = b->places[i].parts[own->part], .column = own->column};
            if (joined.list >= 0 && joined.part >= 0 &&
                !ip_templates_row_list_of(b->created, joined.list, joined.part, joined.column) &&
                is_row_list_there(b, &joined))
                IP_PUSH(b->j->arena, &b->created->row_lists, joined);
        }
}

static void join_lists(building *b)
{
    for (int i = 0; i < b->all->count; i++) {
        const places *of = &b->places[i];
        for (int k = 0; k < b->all->items[i]->members.count; k++) {
            const ip_list_member *own = &b->all->items[i]->members.items[k];
            const ip_list_member m = {of->slots[own->list], of->slots[own->slot], own->place};
            if (m.list >= 0 && m.slot >= 0 && !ip_templates_has_member(b->created, m.list, m.slot, m.place) &&
                (m.place == IP_SOME_PLACE ? is_never_another(b, &m) : is_member_there(b, &m)))
                IP_PUSH(b->j->arena, &b->created->members, m);
        }
    }
    for (int i = 0; i < b->all->count; i++)
        for (int list = 0; list < b->created->slot_count; list++)
            if (ip_templates_is_list(b->created, list) && slot_in(b, i, list) >= 0 && !is_covered_there(b, i, list))
                b->created->facts[list].uncovered = true;
}

static int *nowhere(ip_arena *arena, int count)
{
    int *list = IP_NEW_ARRAY(arena, int, count + 1);
    for (int i = 0; i < count; i++)
        list[i] = -1;
    return list;
}

static ip_family *build(const joiner *j, const ip_alike_families *set)
{
    building b = {.j = j, .all = set};
    ip_family *created = b.created = IP_NEW(j->arena, ip_family);
    *created = *set->items[0]; /* the first family has committed */
    memset(&created->parts, 0, sizeof created->parts);
    memset(&created->loops, 0, sizeof created->loops);
    memset(&created->equal, 0, sizeof created->equal);
    memset(&created->members, 0, sizeof created->members);
    memset(&created->row_cells, 0, sizeof created->row_cells);
    memset(&created->row_lists, 0, sizeof created->row_lists);
    memset(&created->increments, 0, sizeof created->increments);
    memset(&created->cells, 0, sizeof created->cells);
    memset(&created->relations, 0, sizeof created->relations);
    created->exact = NULL;
    created->several_lengths = true;
    created->slot_count = 0;
    created->seen = created->iterated = 0;
    for (int i = 0; i < set->count; i++) {
        b.places[i].parts = nowhere(j->arena, set->items[i]->parts.count);
        b.places[i].slots = nowhere(j->arena, set->items[i]->slot_count);
        created->seen += set->items[i]->rolled_back ? 0 : set->items[i]->seen;
        created->iterated += set->items[i]->iterated;
    }
    add_ways(&b, set, 0, -1, false);
    created->facts = IP_NEW_ARRAY(j->arena, ip_fact, created->slot_count + 1);
    created->results = IP_NEW_ARRAY(j->arena, ip_result_fact, created->parts.count + 1);
    int *part_of = IP_NEW_ARRAY(j->arena, int, created->slot_count + 1);
    for (int p = 0; p < created->parts.count; p++)
        for (int k = 0; k < created->parts.items[p].form->slots.count; k++)
            part_of[created->parts.items[p].first_slot + k] = p;
    created->part_of = part_of;
    for (int i = 0; i < set->count; i++) {
        const ip_family *f = set->items[i];
        for (int s = 0; s < f->slot_count; s++)
            if (b.places[i].slots[s] >= 0)
                join_fact(&created->facts[b.places[i].slots[s]], &f->facts[s]);
        for (int p = 0; p < f->parts.count; p++)
            if (b.places[i].parts[p] >= 0)
                ip_templates_result_join(j->arena, &created->results[b.places[i].parts[p]], &f->results[p]);
    }
    join_equals(&b);
    join_increments(&b);
    join_lists(&b);
    join_rows(&b);
    join_row_lists(&b);
    return created;
}

/* --------------------------------------------------------------- families -- */

static bool same_text(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

/* Tells whether the families have the same caller, the same kind of transaction and the same first statement. */
static bool may_belong(const joiner *j, const ip_family *f, const ip_family *g)
{
    return f->begun && g->begun && same_text(f->options, g->options) && same_text(f->path, g->path) &&
           f->session_level == g->session_level && same_text(f->database, g->database) &&
           same_text(f->application, g->application) &&
           same_text(ip_templates_template_route(j->arena, f->note), ip_templates_template_route(j->arena, g->note)) &&
           part_at(f, 0) && part_at(g, 0) && goes_on_alike(f, g, 0) && f->slot_count < IP_MOST_ALIKE * 100;
}

void ip_templates_branches_join(ip_arena *arena, ip_families *families, const ip_parameter_rules *rules)
{
    joiner j = {arena, rules};
    IP_VEC(ip_family *) created = {0};
    int count = ip_templates_families_count(families);
    bool *used = IP_NEW_ARRAY(arena, bool, count + 1);
    for (int i = 0; i < count; i++) {
        ip_family *f = ip_templates_families_item(families, i);
        ip_alike_families set = {1, {f}};
        if (used[i] || f->rolled_back)
            continue;
        for (int k = i + 1; k < count && f->results[0].unknown < f->seen && set.count < IP_MOST_ALIKE; k++) {
            ip_family *g = ip_templates_families_item(families, k);
            if (used[k] || !may_belong(&j, f, g))
                continue;
            set.items[set.count++] = g;
            if (can_join(&j, &set, 0))
                used[k] = !g->rolled_back;
            else
                set.count--;
        }
        ip_family *one = set.count > 1 ? build(&j, &set) : f;
        IP_PUSH(arena, &created, one);
    }
    ip_templates_families_replace(families, created.items, created.count);
}
