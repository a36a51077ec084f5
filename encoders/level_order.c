#include "level_order.h"

enum { MOST_CASES = 256 };

typedef struct splitter {
    ip_arena *arena;
    ip_diagnostics *diagnostics;
    const ip_level *level;
    const ip_axiom *axiom;
    IP_VEC(ip_literal) disjuncts; /* of the matrix: atoms or larger formulas */
} splitter;

static bool refuse(const splitter *s, const char *why)
{
    ip_report(s->diagnostics, IP_ERROR, s->level->file->assertions.items[s->axiom->assertion]->range, NULL,
              "%s: an axiom of commit orders has the form (=> (and (wr x t1 p) (writes t2 x) (distinct t1 t2) …) "
              "(co t2 t1)), where … relates t2 and p",
              why);
    return false;
}

static void flatten(splitter *s, const ip_formula *f, bool negated)
{
    ip_literal disjunct = {f, negated};
    if (f->op == IP_FORMULA_NOT)
        flatten(s, f->items[0], !negated);
    else if (f->op == (negated ? IP_FORMULA_AND : IP_FORMULA_OR))
        for (int i = 0; i < f->count; i++)
            flatten(s, f->items[i], negated);
    else
        IP_PUSH(s->arena, &s->disjuncts, disjunct);
}

static bool is_atom(const ip_literal *literal, ip_level_symbol symbol, bool negated)
{
    return literal->negated == negated && literal->atom->op == IP_FORMULA_ATOM && literal->atom->symbol == symbol;
}

static bool is_variable(const ip_formula *f, int argument, int variable)
{
    return f->variables[argument] == variable && !f->owners[argument];
}

/* Indexes of the four disjuncts that are not φ: the conclusion, the read, the write, t1 = t2. */
typedef struct frame {
    int head, read, write, same;
} frame;

static int find_write(const splitter *s, int transaction, int object)
{
    for (int i = 0; i < s->disjuncts.count; i++) {
        const ip_literal *d = &s->disjuncts.items[i];
        if (is_atom(d, IP_ORDER_WRITES, true) && is_variable(d->atom, 0, transaction) &&
            is_variable(d->atom, 1, object))
            return i;
    }
    return -1;
}

static int find_same(const splitter *s, int t, int u)
{
    for (int i = 0; i < s->disjuncts.count; i++) {
        const ip_formula *f = s->disjuncts.items[i].atom;
        if (f->op == IP_FORMULA_EQUAL && !s->disjuncts.items[i].negated &&
            ((is_variable(f, 0, t) && is_variable(f, 1, u)) || (is_variable(f, 0, u) && is_variable(f, 1, t))))
            return i;
    }
    return -1;
}

static bool find_frame(const splitter *s, frame *found, ip_order_axiom *axiom)
{
    found->head = -1;
    for (int i = 0; i < s->disjuncts.count && found->head < 0; i++)
        if (is_atom(&s->disjuncts.items[i], IP_ORDER_CO, false))
            found->head = i;
    if (found->head < 0)
        return refuse(s, "this axiom does not conclude a commit order");
    const ip_formula *head = s->disjuncts.items[found->head].atom;
    axiom->other = head->variables[0];
    axiom->from = head->variables[1];
    for (int i = 0; i < s->disjuncts.count; i++) {
        const ip_literal *d = &s->disjuncts.items[i];
        if (!is_atom(d, IP_ORDER_WR_STEP, true) || head->owners[0] || head->owners[1] ||
            !is_variable(d->atom, 1, axiom->from))
            continue;
        axiom->object = d->atom->variables[0];
        axiom->step = d->atom->variables[2];
        found->read = i;
        found->write = find_write(s, axiom->other, axiom->object);
        if (found->write < 0)
            continue;
        found->same = find_same(s, axiom->from, axiom->other);
        return found->same >= 0 || refuse(s, "(distinct t1 t2) is missing");
    }
    return refuse(s, "this axiom does not speak of a read and of another writer of what was read");
}

/* The conjunction of two cases. */
static ip_order_case both(ip_arena *arena, const ip_order_case *a, const ip_order_case *b)
{
    ip_order_case result = {0};
    for (int i = 0; i < a->literals.count; i++)
        IP_PUSH(arena, &result.literals, a->literals.items[i]);
    for (int i = 0; i < b->literals.count; i++)
        IP_PUSH(arena, &result.literals, b->literals.items[i]);
    return result;
}

typedef IP_VEC(ip_order_case) cases;

static bool expand(splitter *s, const ip_formula *f, bool negated, cases *result);

static bool conjoin(splitter *s, cases *result, const cases *more)
{
    cases product = {0};
    if ((long)result->count * more->count > MOST_CASES)
        return refuse(s, "this axiom has too many cases");
    for (int i = 0; i < result->count; i++)
        for (int j = 0; j < more->count; j++) {
            ip_order_case joint = both(s->arena, &result->items[i], &more->items[j]);
            IP_PUSH(s->arena, &product, joint);
        }
    *result = product;
    return true;
}

static bool expand_junction(splitter *s, const ip_formula *f, bool negated, cases *result)
{
    bool conjunction = (f->op == IP_FORMULA_AND) != negated;
    if (conjunction)
        IP_PUSH(s->arena, result, (ip_order_case){0});
    for (int i = 0; i < f->count; i++) {
        cases item = {0};
        if (!expand(s, f->items[i], negated, &item))
            return false;
        if (conjunction && !conjoin(s, result, &item))
            return false;
        for (int j = 0; !conjunction && j < item.count; j++)
            IP_PUSH(s->arena, result, item.items[j]);
    }
    return result->count <= MOST_CASES || refuse(s, "this axiom has too many cases");
}

/* (a ∧ b) ∨ (¬a ∧ c), for a = b with c = ¬b. */
static bool expand_choice(splitter *s, const ip_formula *f, bool negated, cases *result)
{
    for (int branch = 0; branch < 2; branch++) {
        cases condition = {0}, value = {0};
        const ip_formula *chosen = f->op == IP_FORMULA_IFF ? f->items[1] : f->items[1 + branch];
        bool flip = f->op == IP_FORMULA_IFF ? negated != (branch == 1) : negated;
        if (!expand(s, f->items[0], branch == 1, &condition) || !expand(s, chosen, flip, &value) ||
            !conjoin(s, &condition, &value))
            return false;
        for (int i = 0; i < condition.count; i++)
            IP_PUSH(s->arena, result, condition.items[i]);
    }
    return result->count <= MOST_CASES || refuse(s, "this axiom has too many cases");
}

static bool expand(splitter *s, const ip_formula *f, bool negated, cases *result)
{
    switch (f->op) {
    case IP_FORMULA_TRUE:
    case IP_FORMULA_FALSE:
        if ((f->op == IP_FORMULA_TRUE) != negated)
            IP_PUSH(s->arena, result, (ip_order_case){0});
        return true;
    case IP_FORMULA_NOT:
        return expand(s, f->items[0], !negated, result);
    case IP_FORMULA_AND:
    case IP_FORMULA_OR:
        return expand_junction(s, f, negated, result);
    case IP_FORMULA_IFF:
    case IP_FORMULA_ITE:
        return expand_choice(s, f, negated, result);
    case IP_FORMULA_ATOM:
        if (f->symbol == IP_ORDER_CO && negated)
            return refuse(s, "co stands under a negation"); /* φ must only grow with the order */
        break;
    case IP_FORMULA_EQUAL:
        break;
    }
    ip_order_case one = {0};
    ip_literal literal = {f, negated};
    IP_PUSH(s->arena, &one.literals, literal);
    IP_PUSH(s->arena, result, one);
    return true;
}

static bool split_axiom(splitter *s, ip_order_axiom *result)
{
    frame f = {0};
    flatten(s, s->axiom->matrix, false);
    if (!find_frame(s, &f, result))
        return false;
    cases all = {0};
    IP_PUSH(s->arena, &all, (ip_order_case){0});
    for (int i = 0; i < s->disjuncts.count; i++) {
        cases item = {0};
        if (i == f.head || i == f.read || i == f.write || i == f.same)
            continue;
        if (!expand(s, s->disjuncts.items[i].atom, !s->disjuncts.items[i].negated, &item) || !conjoin(s, &all, &item))
            return false;
    }
    for (int i = 0; i < all.count; i++)
        IP_PUSH(s->arena, &result->cases, all.items[i]);
    return true;
}

bool ip_level_order_axioms(ip_arena *arena, const ip_level *level, ip_order_axioms *result, ip_diagnostics *diagnostics)
{
    bool good = true;
    for (int i = 0; i < level->axioms.count; i++) {
        splitter s = {.arena = arena, .diagnostics = diagnostics, .level = level, .axiom = &level->axioms.items[i]};
        ip_order_axiom axiom = {.axiom = s.axiom};
        if (split_axiom(&s, &axiom))
            IP_PUSH(arena, result, axiom);
        else
            good = false;
    }
    return good;
}
