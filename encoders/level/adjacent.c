/* Finds axioms on statements in order that follow from their instances for adjacent statements. */
#include "level/adjacent.h"

/* A clause that concludes (sees t q) for statements p before q of an instance at the level. */
typedef struct clause {
    const ip_formula *order; /* (po p q) */
    const ip_formula *sees;  /* (sees t q) */
    bool at_level;           /* of the instance of p and q */
    int others;              /* further literals */
} clause;

static const ip_formula *negated_atom(const ip_formula *literal)
{
    const ip_formula *f = literal->op == IP_FORMULA_NOT ? literal->items[0] : NULL;
    return f && f->op == IP_FORMULA_ATOM ? f : NULL;
}

/* As a statement, not as its transaction. */
static int mentions(const ip_formula *f, int step)
{
    int count = 0;
    for (int i = 0; i < ip_level_formula_arguments(f); i++)
        count += f->variables[i] == step && !f->owners[i];
    for (int i = 0; i < f->count; i++)
        count += mentions(f->items[i], step);
    return count;
}

static bool read_clause(const ip_axiom *axiom, clause *c)
{
    *c = (clause){0};
    const ip_formula *matrix = axiom->matrix;
    if (axiom->guarded || matrix->op != IP_FORMULA_OR)
        return false;
    int orders = 0;
    for (int i = 0; i < matrix->count; i++) {
        const ip_formula *f = negated_atom(matrix->items[i]);
        if (f && f->symbol == IP_SYMBOL_PO) {
            c->order = f;
            orders++;
        }
    }
    if (orders != 1 || c->order->variables[0] == c->order->variables[1])
        return false;
    int p = c->order->variables[0], q = c->order->variables[1];
    for (int i = 0; i < matrix->count; i++) {
        const ip_formula *literal = matrix->items[i], *f = negated_atom(literal);
        if (literal->op == IP_FORMULA_ATOM && literal->symbol == IP_SYMBOL_SEES && literal->variables[1] == q)
            c->sees = literal;
        else if (f && f->symbol == IP_SYMBOL_AT_LEVEL && (f->variables[0] == p || f->variables[0] == q))
            c->at_level = true;
        else
            c->others += f != c->order;
    }
    return c->sees && c->at_level && mentions(matrix, q) == 2;
}

static bool is_same(const ip_formula *a, int argument, const ip_formula *b, int other)
{
    return a->variables[argument] == b->variables[other] && a->owners[argument] == b->owners[other];
}

/* (=> (and (at-level (txn p)) (po p q) (sees t p)) (sees t q)) */
static bool is_monotone(const ip_axiom *axiom)
{
    clause c;
    if (!read_clause(axiom, &c) || c.others != 1)
        return false;
    for (int i = 0; i < axiom->matrix->count; i++) {
        const ip_formula *f = negated_atom(axiom->matrix->items[i]);
        if (f && f->symbol == IP_SYMBOL_SEES && is_same(f, 0, c.sees, 0) && is_same(f, 1, c.order, 0))
            return true;
    }
    return false;
}

/* Where snapshots grow, all later statements see what the statement after p sees: (sees t q) for q right after p
 * implies (sees t q) for all later q, provided that the axiom has no other literal about q. */
void ip_level_axioms_find_adjacent(ip_axioms *axioms)
{
    bool grow = false;
    clause unused;
    for (int i = 0; i < axioms->count; i++)
        grow = grow || is_monotone(&axioms->items[i]);
    for (int i = 0; i < axioms->count; i++)
        axioms->items[i].adjacent = grow && read_clause(&axioms->items[i], &unused);
}
