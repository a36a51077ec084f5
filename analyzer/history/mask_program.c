/* Axioms of commit orders as programs over bit masks. */
#include "history/mask_program.h"

#include <string.h>

enum { TERMS = 2 * IP_AXIOM_MOST_VARIABLES, CO = 1u << IP_MASK_RELATIONS };

/* The transactions of a case: a variable v, or the owner of a step p, numbered MOST_VARIABLES + p. */
typedef struct graph {
    const ip_order_axiom *axiom;
    int same[TERMS];               /* union-find: terms that are equal */
    unsigned before[TERMS][TERMS]; /* [t][u]: relations that lead from u back to t, and CO */
    bool used[TERMS], at[TERMS], off[TERMS];
} graph;

static int term(const ip_formula *atom, int argument)
{
    return atom->variables[argument] + (atom->owners[argument] ? IP_AXIOM_MOST_VARIABLES : 0);
}

static int root(const graph *g, int t)
{
    while (g->same[t] != t)
        t = g->same[t];
    return t;
}

static void unite(graph *g, int t, int u)
{
    g->same[root(g, t)] = root(g, u);
}

static int reader(const graph *g)
{
    return root(g, g->axiom->step + IP_AXIOM_MOST_VARIABLES);
}

static int uses(const ip_case *c, int variable)
{
    int count = 0;
    for (int i = 0; i < c->literals.count; i++)
        for (int j = 0; j < ip_level_formula_arguments(c->literals.items[i].atom); j++)
            count += c->literals.items[i].atom->variables[j] == variable;
    return count;
}

/* (po q p) for the axiom's own step p. */
static bool is_earlier(const ip_case *c, const ip_order_axiom *axiom, int step)
{
    for (int i = 0; i < c->literals.count; i++) {
        const ip_formula *atom = c->literals.items[i].atom;
        if (!c->literals.items[i].negated && atom->op == IP_FORMULA_ATOM && atom->symbol == IP_ORDER_PO &&
            atom->variables[0] == step && atom->variables[1] == axiom->step)
            return true;
    }
    return false;
}

static bool is_read(const ip_case *c, int step)
{
    for (int i = 0; i < c->literals.count; i++) {
        const ip_formula *atom = c->literals.items[i].atom;
        if (!c->literals.items[i].negated && atom->op == IP_FORMULA_ATOM && atom->symbol == IP_ORDER_WR_STEP &&
            atom->variables[2] == step)
            return true;
    }
    return false;
}

static void add_edge(graph *g, int t, int u, unsigned relation)
{
    g->before[root(g, t)][root(g, u)] |= relation;
    g->used[root(g, t)] = g->used[root(g, u)] = true;
}

static bool add_read(graph *g, const ip_case *c, const ip_formula *atom)
{
    int object = atom->variables[0], step = atom->variables[2];
    if (object == g->axiom->object || uses(c, object) != 1 || uses(c, step) != 2 || !is_earlier(c, g->axiom, step))
        return false;
    add_edge(g, term(atom, 1), reader(g), 1u << IP_MASK_READ_BEFORE);
    return true;
}

static bool add_literal(graph *g, const ip_case *c, const ip_literal *literal)
{
    const ip_formula *atom = literal->atom;
    if (atom->op == IP_FORMULA_EQUAL)
        return !literal->negated; /* united already */
    if (atom->symbol == IP_ORDER_AT_LEVEL) {
        *(literal->negated ? &g->off[root(g, term(atom, 0))] : &g->at[root(g, term(atom, 0))]) = true;
        return true;
    }
    if (literal->negated)
        return false;
    switch (atom->symbol) {
    case IP_ORDER_CO:
        add_edge(g, term(atom, 0), term(atom, 1), CO);
        return true;
    case IP_ORDER_SO:
        add_edge(g, term(atom, 0), term(atom, 1), 1u << IP_MASK_SO);
        return true;
    case IP_ORDER_WR:
        add_edge(g, term(atom, 0), term(atom, 1), 1u << IP_MASK_WR);
        return true;
    case IP_ORDER_HB:
        add_edge(g, term(atom, 0), term(atom, 1), 1u << IP_MASK_HB);
        return true;
    case IP_ORDER_CONFLICT:
        add_edge(g, term(atom, 0), term(atom, 1), 1u << IP_MASK_CONFLICT);
        return true;
    case IP_ORDER_WR_OBJECT:
        add_edge(g, term(atom, 1), term(atom, 2), 1u << IP_MASK_WR);
        return atom->variables[0] != g->axiom->object && uses(c, atom->variables[0]) == 1;
    case IP_ORDER_WR_STEP:
        return add_read(g, c, atom);
    case IP_ORDER_PO: /* only as part of a read before */
        return atom->variables[1] == g->axiom->step && is_read(c, atom->variables[0]);
    default:
        return false;
    }
}

static bool read_literals(graph *g, const ip_case *c)
{
    for (int t = 0; t < TERMS; t++)
        g->same[t] = t;
    for (int i = 0; i < c->literals.count; i++) {
        const ip_formula *atom = c->literals.items[i].atom;
        if (c->literals.items[i].negated)
            continue;
        if (atom->op == IP_FORMULA_EQUAL) {
            for (int j = 0; j < 2; j++)
                if (!atom->owners[j] && g->axiom->axiom->sorts[atom->variables[j]] != IP_SORT_TXN)
                    return false;
            unite(g, term(atom, 0), term(atom, 1));
        } else if (atom->symbol == IP_ORDER_PO) {
            unite(g, atom->variables[0] + IP_AXIOM_MOST_VARIABLES, atom->variables[1] + IP_AXIOM_MOST_VARIABLES);
        }
    }
    for (int i = 0; i < c->literals.count; i++)
        if (!add_literal(g, c, &c->literals.items[i]))
            return false;
    const ip_axiom *axiom = g->axiom->axiom;
    for (int v = 0; axiom->guarded && v < axiom->variable_count; v++)
        if (axiom->sorts[v] != IP_SORT_OBJECT)
            g->at[root(g, v + (axiom->sorts[v] == IP_SORT_STEP ? IP_AXIOM_MOST_VARIABLES : 0))] = true;
    return true;
}

/* The one transaction from which relations lead to t; -1: none, -2: several. */
static int predecessor(const graph *g, int t)
{
    int found = -1;
    for (int p = 0; p < TERMS; p++)
        if (g->before[p][t] && p != t)
            found = found == -1 ? p : -2;
    return found;
}

/* The place of co in a chain: nowhere, in the link to t2 alone, or also between t3 and the next one. */
static bool take_role(unsigned last, unsigned first_flags, int links, ip_mask_role *role)
{
    bool pure = last == CO, first_co = first_flags & CO;
    if (links == 1)
        *role = pure ? IP_MASK_BEFORE : first_co ? IP_MASK_OWN : IP_MASK_STATIC;
    else
        *role = !pure ? IP_MASK_STATIC : first_co ? IP_MASK_BETWEEN : IP_MASK_BEFORE;
    return links == 1 || !first_co || (links == 2 && pure);
}

/* Follows the chain from t3 to t2. */
static bool read_chain(graph *g, ip_mask_case *result)
{
    int t = reader(g), other = root(g, g->axiom->other), nodes = 1, used = 0;
    unsigned first = 0, last = 0;
    const unsigned within_co = 1u << IP_MASK_SO | 1u << IP_MASK_WR | 1u << IP_MASK_HB | 1u << IP_MASK_READ_BEFORE;
    if (t == other || g->before[t][t])
        return false;
    while (t != other) {
        int p = predecessor(g, t);
        if (p < 0 || nodes > IP_MASK_MOST_LINKS || g->before[p][p])
            return false;
        last = g->before[p][t];
        if (last & within_co)
            last &= ~(unsigned)CO; /* so, wr and hb lie within co */
        if (nodes == 1)
            first = last;
        else if ((last & CO) && (p != other || last != CO))
            return false;
        ip_mask_link link = {last & ~(unsigned)CO, g->at[p], g->off[p]};
        if (link.relations)
            result->links[result->link_count++] = link;
        else if (p != other)
            return false;
        g->before[p][t] = 0;
        nodes++;
        t = p;
    }
    for (int v = 0; v < TERMS; v++) {
        used += g->used[v];
        for (int u = 0; u < TERMS; u++)
            if (g->before[v][u])
                return false; /* more than a chain */
    }
    return used == nodes && take_role(last, first, nodes - 1, &result->role);
}

static bool compile_case(const ip_order_axiom *axiom, const ip_case *c, ip_mask_case *result)
{
    graph g = {.axiom = axiom};
    if (!read_literals(&g, c))
        return false;
    int from = root(&g, axiom->from), other = root(&g, axiom->other), t3 = reader(&g);
    if (g.used[from] || from == other || from == t3 || !read_chain(&g, result))
        return false;
    for (int t = 0; t < TERMS; t++) /* a level of a transaction that no other literal mentions */
        if ((g.at[t] || g.off[t]) && !g.used[t] && t != from)
            return false;
    result->reader_at_level = g.at[t3];
    result->reader_off_level = g.off[t3];
    result->other_at_level = g.at[other];
    result->other_off_level = g.off[other];
    result->from_at_level = g.at[from];
    result->from_off_level = g.off[from];
    result->by_read = result->from_at_level || result->from_off_level;
    for (int i = 0; i < result->link_count; i++)
        result->by_read |= (result->links[i].relations & 1u << IP_MASK_READ_BEFORE) != 0;
    /* "between" is kept for a transaction, not for a read or an overwriter. */
    return result->role != IP_MASK_BETWEEN || !(result->by_read || result->other_at_level || result->other_off_level);
}

static bool asks_level(const ip_mask_case *c)
{
    bool asks = c->other_at_level || c->other_off_level || c->from_at_level || c->from_off_level;
    for (int i = 0; i < c->link_count; i++)
        asks |= c->links[i].at_level || c->links[i].off_level;
    return asks;
}

bool ip_history_mask_program_compile(ip_arena *arena, const ip_order_axioms *axioms, ip_mask_program *program)
{
    program->own_reads = true;
    for (int a = 0; a < axioms->count; a++)
        for (int i = 0; i < axioms->items[a].cases.count; i++) {
            ip_mask_case c = {0};
            if (!compile_case(&axioms->items[a], &axioms->items[a].cases.items[i], &c))
                return false;
            IP_PUSH(arena, &program->cases, c);
            for (int l = 0; l < c.link_count; l++)
                program->relations |= c.links[l].relations;
            program->searches |= c.role != IP_MASK_STATIC;
            program->own_reads &= c.reader_at_level;
            program->asks_level |= asks_level(&c);
        }
    return true;
}
