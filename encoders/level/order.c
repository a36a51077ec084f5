/* Brings axioms on commit orders into the form that histories are checked with. */
#include "level/order.h"

typedef struct splitter {
    ip_arena *arena;
    ip_diagnostics *diagnostics;
    const ip_level *level;
    const ip_axiom *axiom;
    IP_VEC(ip_literal) disjuncts; /* of the matrix: atoms or larger formulas */
} splitter;

static bool refuse(const splitter *s, const char *why)
{
    ip_diagnostics_add(
        s->diagnostics, IP_ERROR, s->level->file->assertions.items[s->axiom->assertion]->range, NULL,
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

/* The rest of the frame, given the conclusion; false: there is none. same -1: t1 ≠ t2 is not required. */
static bool find_read(const splitter *s, frame *found, ip_order_axiom *axiom)
{
    const ip_formula *head = s->disjuncts.items[found->head].atom;
    if (head->owners[0] || head->owners[1])
        return false;
    axiom->other = head->variables[0];
    axiom->from = head->variables[1];
    for (int i = 0; i < s->disjuncts.count; i++) {
        const ip_literal *d = &s->disjuncts.items[i];
        if (!is_atom(d, IP_ORDER_WR_STEP, true) || !is_variable(d->atom, 1, axiom->from))
            continue;
        axiom->object = d->atom->variables[0];
        axiom->step = d->atom->variables[2];
        found->read = i;
        found->write = find_write(s, axiom->other, axiom->object);
        found->same = find_same(s, axiom->from, axiom->other);
        if (found->write >= 0)
            return true;
    }
    return false;
}

static bool find_frame(const splitter *s, frame *found, ip_order_axiom *axiom)
{
    bool concludes = false;
    for (int i = 0; i < s->disjuncts.count; i++) {
        if (!is_atom(&s->disjuncts.items[i], IP_ORDER_CO, false))
            continue;
        concludes = true;
        found->head = i;
        if (find_read(s, found, axiom))
            return found->same >= 0 || refuse(s, "(distinct t1 t2) is missing");
    }
    return refuse(s, concludes ? "this axiom does not speak of a read and of another writer of what was read"
                               : "this axiom does not conclude a commit order");
}

static bool split_axiom(splitter *s, ip_order_axiom *result)
{
    frame f = {0};
    flatten(s, s->axiom->matrix, false);
    if (!find_frame(s, &f, result))
        return false;
    IP_PUSH(s->arena, &result->cases, (ip_case){0});
    for (int i = 0; i < s->disjuncts.count; i++) {
        ip_cases item = {0};
        if (i == f.head || i == f.read || i == f.write || i == f.same)
            continue;
        if (!ip_level_cases_of(s->arena, s->disjuncts.items[i].atom, !s->disjuncts.items[i].negated, &item) ||
            !ip_level_cases_conjoin(s->arena, &result->cases, &item))
            return refuse(s, "this axiom has too many cases");
    }
    for (int i = 0; i < result->cases.count; i++)
        for (int j = 0; j < result->cases.items[i].literals.count; j++)
            if (is_atom(&result->cases.items[i].literals.items[j], IP_ORDER_CO, true)) /* φ must grow with the order */
                return refuse(s, "co stands under a negation");
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
