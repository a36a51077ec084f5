/* Finds columns of VALUES that had one value in all rows of each transaction. At least one column of an INSERT is left
 * as an array: it tells how many rows there are. */
#include "templates/insert_rows.h"

#include "base/words.h"

#include <string.h>

bool ip_templates_may_be_every_row(const ip_family *f, int slot, const ip_parameter_rules *rules)
{
    return ip_templates_has_one_value(f, slot) && ip_templates_loop_of(f, slot) < 0 && f->facts[slot].varied &&
           ip_templates_seen_with(f, slot) >= rules->support;
}

void ip_templates_insert_rows_equal(const ip_family *f, const ip_parameter_rules *rules, ip_parameter_choice *choices)
{
    for (int i = 0; i < f->equal.count; i++) {
        const ip_equal *pair = &f->equal.items[i];
        bool list_a = ip_templates_slot_at(f, pair->a)->list;
        int column = list_a ? pair->a : pair->b, other = list_a ? pair->b : pair->a;
        if (list_a == ip_templates_slot_at(f, pair->b)->list || choices[column].every_row || choices[other].constant ||
            !ip_templates_may_be_every_row(f, column, rules) || ip_templates_seen_with(f, other) < rules->support ||
            !ip_templates_slots_fit(f, column, other, rules->schema))
            continue;
        int leader = ip_templates_choice_leader(choices, other);
        if (!ip_templates_are_equal(f, column, leader))
            continue; /* where the other one was not there */
        choices[column].every_row = true;
        choices[column].equal_to = leader;
    }
}

static bool is_taken(const ip_family *f, const ip_parameter_choice *choices, const char *name)
{
    for (int i = 0; i < f->slot_count; i++)
        if ((choices[i].name && strcmp(choices[i].name, name) == 0) ||
            (choices[i].row_name && strcmp(choices[i].row_name, name) == 0))
            return true;
    return false;
}

/* Returns a name as in "order_id" for a list called order_id_list. */
static const char *row_name(ip_arena *arena, const ip_family *f, const ip_parameter_choice *choices, const char *list)
{
    const char *end = strstr(list, "_list");
    const char *base = ip_arena_strndup(arena, list, end ? (size_t)(end - list) : strlen(list)), *name = base;
    for (int n = 2; is_taken(f, choices, name); n++)
        name = ip_arena_printf(arena, "%s_%d", base, n);
    return name;
}

/* Returns the value that all rows always had, as SQL, or NULL. */
static const char *value_always(ip_arena *arena, const ip_family *f, int slot, const ip_parameter_rules *rules)
{
    const char *value = f->facts[slot].sent;
    if (rules->redact || f->facts[slot].varied || !value || !ip_templates_is_settled(f, slot, rules))
        return NULL;
    return ip_templates_sent_as_sql(arena, value, true);
}

static void choose(ip_arena *arena, const ip_family *f, int slot, const ip_parameter_rules *rules,
                   ip_parameter_choice *choices)
{
    ip_parameter_choice *c = &choices[slot];
    if (!ip_templates_slot_at(f, slot)->rows || c->every_row || ip_templates_loop_of(f, slot) >= 0 ||
        !ip_templates_has_one_value(f, slot))
        return;
    bool varied = ip_templates_may_be_every_row(f, slot, rules);
    if (c->result_of < 0 && varied)
        c->row_name = row_name(arena, f, choices, c->name);
    else if (c->result_of < 0)
        c->row_value = value_always(arena, f, slot, rules);
    c->every_row = varied || c->row_value;
}

void ip_templates_insert_rows_choose(ip_arena *arena, const ip_family *f, const ip_parameter_rules *rules,
                                     ip_parameter_choice *choices)
{
    for (int p = 0; p < f->parts.count; p++) {
        const ip_template_part *part = &f->parts.items[p];
        int arrays = 0, last = -1, count = part->form->slots.count;
        for (int slot = part->first_slot; slot < part->first_slot + count; slot++) {
            choose(arena, f, slot, rules, choices);
            arrays += ip_templates_slot_at(f, slot)->rows && !choices[slot].every_row;
            last = choices[slot].every_row ? slot : last;
        }
        if (arrays == 0 && last >= 0) {
            ip_parameter_choice *c = &choices[last];
            c->every_row = false;
            c->equal_to = c->result_of = -1;
            c->row_name = c->row_value = NULL;
        }
    }
}
