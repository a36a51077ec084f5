/* Formulas in disjunctive normal form. */
#include "level/cases.h"

enum { MOST_CASES = 256 };

/* The conjunction of two cases. */
static ip_case both(ip_arena *arena, const ip_case *a, const ip_case *b)
{
    ip_case result = {0};
    for (int i = 0; i < a->literals.count; i++)
        IP_PUSH(arena, &result.literals, a->literals.items[i]);
    for (int i = 0; i < b->literals.count; i++)
        IP_PUSH(arena, &result.literals, b->literals.items[i]);
    return result;
}

bool ip_level_cases_conjoin(ip_arena *arena, ip_cases *result, const ip_cases *more)
{
    ip_cases product = {0};
    if ((long)result->count * more->count > MOST_CASES)
        return false;
    for (int i = 0; i < result->count; i++)
        for (int j = 0; j < more->count; j++) {
            ip_case joint = both(arena, &result->items[i], &more->items[j]);
            IP_PUSH(arena, &product, joint);
        }
    *result = product;
    return true;
}

static bool expand_junction(ip_arena *arena, const ip_formula *f, bool negated, ip_cases *result)
{
    bool conjunction = (f->op == IP_FORMULA_AND) != negated;
    if (conjunction)
        IP_PUSH(arena, result, (ip_case){0});
    for (int i = 0; i < f->count; i++) {
        ip_cases item = {0};
        if (!ip_level_cases_of(arena, f->items[i], negated, &item))
            return false;
        if (conjunction && !ip_level_cases_conjoin(arena, result, &item))
            return false;
        for (int j = 0; !conjunction && j < item.count; j++)
            IP_PUSH(arena, result, item.items[j]);
    }
    return result->count <= MOST_CASES;
}

/* (a ∧ b) ∨ (¬a ∧ c), for a = b with c = ¬b. */
static bool expand_choice(ip_arena *arena, const ip_formula *f, bool negated, ip_cases *result)
{
    for (int branch = 0; branch < 2; branch++) {
        ip_cases condition = {0}, value = {0};
        const ip_formula *chosen = f->op == IP_FORMULA_IFF ? f->items[1] : f->items[1 + branch];
        bool flip = f->op == IP_FORMULA_IFF ? negated != (branch == 1) : negated;
        if (!ip_level_cases_of(arena, f->items[0], branch == 1, &condition) ||
            !ip_level_cases_of(arena, chosen, flip, &value) || !ip_level_cases_conjoin(arena, &condition, &value))
            return false;
        for (int i = 0; i < condition.count; i++)
            IP_PUSH(arena, result, condition.items[i]);
    }
    return result->count <= MOST_CASES;
}

bool ip_level_cases_of(ip_arena *arena, const ip_formula *f, bool negated, ip_cases *result)
{
    switch (f->op) {
    case IP_FORMULA_TRUE:
    case IP_FORMULA_FALSE:
        if ((f->op == IP_FORMULA_TRUE) != negated)
            IP_PUSH(arena, result, (ip_case){0});
        return true;
    case IP_FORMULA_NOT:
        return ip_level_cases_of(arena, f->items[0], !negated, result);
    case IP_FORMULA_AND:
    case IP_FORMULA_OR:
        return expand_junction(arena, f, negated, result);
    case IP_FORMULA_IFF:
    case IP_FORMULA_ITE:
        return expand_choice(arena, f, negated, result);
    case IP_FORMULA_EXISTS:
        return false;
    case IP_FORMULA_ATOM:
    case IP_FORMULA_EQUAL:
        break;
    }
    ip_case one = {0};
    ip_literal literal = {f, negated};
    IP_PUSH(arena, &one.literals, literal);
    IP_PUSH(arena, result, one);
    return true;
}
