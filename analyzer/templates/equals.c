/* Chooses the slots that are assumed to be one parameter: they were equal wherever both were there, often enough. */
#include "templates/equals.h"

#include "templates/list.h"

typedef struct search {
    const ip_family *family;
    const ip_parameter_rules *rules;
    ip_parameter_choice *choices;
    bool *equal; /* [slot * slot_count + slot] */
} search;

static bool may_be_equal(const search *s, ip_equal pair, bool lists)
{
    const ip_family *f = s->family;
    const ip_parameter_choice *a = &s->choices[pair.a], *b = &s->choices[pair.b];
    if (ip_templates_slot_at(f, pair.a)->list != ip_templates_slot_at(f, pair.b)->list || a->every_row || b->every_row)
        return false;
    if ((ip_templates_is_list(f, pair.a) || ip_templates_is_list(f, pair.b)) != lists || a->members || b->members ||
        a->rows_of >= 0 || b->rows_of >= 0)
        return false;
    return ip_templates_seen_with(f, pair.a) >= s->rules->support &&
           ip_templates_seen_with(f, pair.b) >= s->rules->support && !a->constant && !b->constant &&
           f->facts[pair.a].varied && ip_templates_slots_fit(f, pair.a, pair.b, s->rules->schema);
}

/* Tells whether all slots of two parameters were equal wherever both were there. That both were equal to a third slot
 * is not enough: the loop or the branch with that one may not have run. */
static bool may_be_one(const search *s, int a, int b)
{
    const ip_family *f = s->family;
    for (int x = 0; x < f->slot_count; x++)
        for (int y = 0; ip_templates_choice_leader(s->choices, x) == a && y < f->slot_count; y++) {
            int first = f->part_of[x < y ? x : y], last = f->part_of[x < y ? y : x];
            if (ip_templates_choice_leader(s->choices, y) == b && !s->equal[x * f->slot_count + y] &&
                (first == last || ip_templates_part_precedes(f, first, last)))
                return false;
        }
    return true;
}

void ip_templates_equals_choose(ip_arena *arena, const ip_family *f, const ip_parameter_rules *rules,
                                ip_parameter_choice *choices, bool lists)
{
    search s = {f, rules, choices, NULL};
    if (f->equal.count == 0)
        return;
    s.equal = IP_NEW_ARRAY(arena, bool, f->slot_count * f->slot_count);
    for (int i = 0; i < f->equal.count; i++) {
        const ip_equal *pair = &f->equal.items[i];
        s.equal[pair->a * f->slot_count + pair->b] = s.equal[pair->b * f->slot_count + pair->a] = true;
    }
    for (int i = 0; i < f->equal.count; i++) {
        ip_equal pair = f->equal.items[i];
        if (!may_be_equal(&s, pair, lists))
            continue;
        int a = ip_templates_choice_leader(choices, pair.a), b = ip_templates_choice_leader(choices, pair.b);
        if (a == b || !may_be_one(&s, a, b))
            continue;
        /* A slot outside of loops names the parameter, and among those the first. */
        bool loop_a = f->parts.items[f->part_of[a]].loop >= 0, loop_b = f->parts.items[f->part_of[b]].loop >= 0;
        bool b_leads = loop_a != loop_b ? loop_a : b < a;
        choices[b_leads ? a : b].equal_to = b_leads ? b : a;
    }
}
