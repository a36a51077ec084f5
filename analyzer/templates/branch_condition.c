/* What distinguishes two branches: no row, NULL, one value of a column, or a comparison of a number. */
#include "templates/branch_condition.h"

#include "templates/name.h"

#include <ctype.h>
#include <string.h>

typedef struct comparison {
    ip_arena *arena;
    const ip_parameter_rules *rules;
} comparison;

long ip_templates_alike_seen(const ip_alike_families *set)
{
    long sum = 0;
    for (int i = 0; i < set->count; i++)
        sum += set->items[i]->seen;
    return sum;
}

static ip_result_fact joined_result(const comparison *c, const ip_alike_families *set, int part)
{
    ip_result_fact all = {0};
    for (int i = 0; i < set->count; i++)
        ip_templates_result_join(c->arena, &all, &set->items[i]->results[part]);
    return all;
}

/* Tells whether the statement always accessed the same row, as far as is known. The row's columns are equal then. */
static bool is_one_statement(const ip_alike_families *set, int part)
{
    const ip_template_part *of = &set->items[0]->parts.items[part];
    for (int k = 0; k < of->form->slots.count; k++)
        for (int i = 0; i < set->count; i++) {
            const ip_fact *fact = &set->items[i]->facts[of->first_slot + k];
            if (fact->varied || fact->unknown || fact->first != set->items[0]->facts[of->first_slot + k].first)
                return false;
        }
    return of->form->slots.count > 0;
}

static bool has_value(const ip_column_fact *column, const char *value)
{
    for (int i = 0; i < column->count; i++)
        if (strcmp(column->values[i], value) == 0)
            return true;
    return false;
}

static bool by_rows(const ip_result_fact *a, const ip_result_fact *b, ip_condition *condition)
{
    bool a_none = a->none && !a->one && !a->more, b_none = b->none && !b->one && !b->more;
    condition->kind = a_none ? IP_NO_ROW : IP_SOME_ROW;
    return (a_none && !b->none) || (b_none && !a->none);
}

/* Tells whether the name can be the name of a variable. */
static bool is_word(const char *name)
{
    for (const char *at = name; *at; at++)
        if (!isalnum((unsigned char)*at) && *at != '_')
            return false;
    return *name != '\0';
}

/* b_found: the second branch found a row each time, too. */
static bool by_column(const comparison *c, const ip_alike_families *as, const ip_column_fact *a,
                      const ip_column_fact *b, bool b_found, ip_condition *condition)
{
    condition->column = a->name;
    if (a->unknown || b->unknown || !is_word(a->name))
        return false;
    if (a->null && !a->value && !b->null && b_found) {
        condition->kind = IP_IS_NULL;
        return true;
    }
    if (!a->null && a->value && !b->value) {
        condition->kind = IP_IS_NOT_NULL;
        return true;
    }
    condition->kind = IP_IS_VALUE;
    condition->value = a->count == 1 ? a->values[0] : NULL;
    return !c->rules->redact && condition->value && !a->null && !a->more && !b->more &&
           !has_value(b, condition->value) && !ip_templates_looks_like_key(a->name) &&
           !is_one_statement(as, condition->part);
}

/* Finds a condition that needs exactly one row in every transaction of the first branch. */
static bool by_result(const comparison *c, const ip_alike_families *as, const ip_alike_families *bs, int part,
                      ip_condition *condition)
{
    const ip_result_fact a = joined_result(c, as, part), b = joined_result(c, bs, part);
    *condition = (ip_condition){.part = part, .slot = -1};
    if (as->items[0]->parts.items[part].loop >= 0 || a.unknown || b.unknown)
        return false;
    if (by_rows(&a, &b, condition))
        return true;
    for (int i = 0; i < a.column_count && i < b.column_count && a.one == ip_templates_alike_seen(as); i++)
        if (strcmp(a.columns[i].name, b.columns[i].name) == 0 &&
            by_column(c, as, &a.columns[i], &b.columns[i], b.one == ip_templates_alike_seen(bs), condition))
            return true;
    return false;
}

static const ip_seen_relation *same_relation(const ip_family *f, const ip_seen_relation *wanted)
{
    for (int i = 0; i < f->relations.count; i++) {
        const ip_seen_relation *r = &f->relations.items[i];
        if (r->part == wanted->part && r->column == wanted->column && r->slot == wanted->slot &&
            r->other_part == wanted->other_part && r->other_column == wanted->other_column)
            return r;
    }
    return NULL;
}

static unsigned orders_of(const ip_alike_families *set, const ip_seen_relation *wanted)
{
    unsigned orders = 0;
    for (int i = 0; i < set->count; i++) {
        const ip_seen_relation *found = same_relation(set->items[i], wanted);
        orders |= found ? found->orders : IP_ORDER_UNKNOWN;
    }
    return orders;
}

/* Returns the comparison that holds in all of a and none of b, or NULL. */
static const char *sign_of(unsigned a, unsigned b, bool unordered)
{
    enum { UNORDERED_SIGNS = 2 }; /* the first two */
    static const struct {
        unsigned orders;
        const char *sign;
    } signs[] = {
        {IP_ORDER_EQUAL, "="},   {IP_ORDER_LESS | IP_ORDER_GREATER, "<>"}, {IP_ORDER_LESS, "<"},
        {IP_ORDER_GREATER, ">"}, {IP_ORDER_LESS | IP_ORDER_EQUAL, "<="},   {IP_ORDER_GREATER | IP_ORDER_EQUAL, ">="}};
    bool one_side = !unordered && (a == IP_ORDER_LESS || a == IP_ORDER_GREATER); /* then it is < or > */
    for (size_t i = 0; i < (unordered ? UNORDERED_SIGNS : sizeof signs / sizeof *signs); i++)
        if (a && !(one_side && i < UNORDERED_SIGNS) && !(a & ~signs[i].orders) && !(b & signs[i].orders) &&
            !(b & IP_ORDER_UNKNOWN))
            return signs[i].sign;
    return NULL;
}

static bool by_relation(const comparison *c, const ip_alike_families *as, const ip_alike_families *bs, int before,
                        ip_condition *condition)
{
    const ip_family *f = as->items[0];
    for (int i = 0; i < f->relations.count; i++) {
        const ip_seen_relation *r = &f->relations.items[i];
        bool known = r->part < before && (r->slot >= 0 ? f->part_of[r->slot] : r->other_part) < before;
        const char *sign = known ? sign_of(orders_of(as, r), orders_of(bs, r), c->rules->unordered) : NULL;
        if (!sign)
            continue;
        *condition = (ip_condition){.kind = IP_COMPARED,
                                    .part = r->part,
                                    .column = f->results[r->part].columns[r->column].name,
                                    .sign = sign,
                                    .slot = r->slot,
                                    .other_part = r->other_part};
        if (r->slot < 0)
            condition->other_column = f->results[r->other_part].columns[r->other_column].name;
        if (is_word(condition->column) && (r->slot >= 0 || is_word(condition->other_column)))
            return true;
    }
    return false;
}

/* Later results are tried first. */
bool ip_templates_branch_condition(ip_arena *arena, const ip_parameter_rules *rules, const ip_alike_families *as,
                                   const ip_alike_families *bs, int before, ip_condition *condition)
{
    const comparison of = {arena, rules}, *c = &of;
    if (ip_templates_alike_seen(as) < c->rules->support || ip_templates_alike_seen(bs) < c->rules->support)
        return false;
    for (int part = before; part-- > 0;)
        if (by_result(c, as, bs, part, condition))
            return true;
    return by_relation(c, as, bs, before, condition);
}
