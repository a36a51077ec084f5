/* Levels of visibility as forms of commit orders. Each axiom is taken apart into clauses, and each clause must be one
 * of
 *
 *   so(t,u) ⇒ vis(t,u)      vis(a,b) ∧ vis(b,c) ⇒ vis(a,c)      ar(a,b) ∧ vis(b,c) ⇒ vis(a,c)
 *   conflict(t,u) ∧ ar(t,u) ⇒ vis(t,u)                          ar(t,u) ⇒ vis(t,u)
 *
 * The least vis that they give, for a given ar, contains the transactions that are read from and is otherwise φ's
 * condition on t2: a visible transaction must have committed before the writer that was read, if it also writes that
 * object. So vis is wr and, with the first clause, so; with the second also the transactions that lead to them over
 * vis; with the third, those that commit before one of these, and with the fourth, before an earlier writer of a row
 * that t3 writes; with the fifth, all that commit before. */
#include "large_history/forms.h"

#include "level/cases.h"
#include "level/instantiate.h"

typedef struct clauses {
    bool session, transitive, prefix, conflict, total;
} clauses;

/* The body of a clause and its head, over places of variables. */
typedef struct clause {
    const ip_formula *body[2], *head;
    int count;
} clause;

static bool relates(const ip_formula *atom, ip_level_symbol symbol, int a, int b)
{
    return atom->symbol == symbol && atom->variables[0] == a && atom->variables[1] == b;
}

/* Either atom of the body may come first. */
static bool is_pair(const clause *c, ip_level_symbol first, int a, int b, ip_level_symbol second, int d, int e)
{
    return c->count == 2 && ((relates(c->body[0], first, a, b) && relates(c->body[1], second, d, e)) ||
                             (relates(c->body[1], first, a, b) && relates(c->body[0], second, d, e)));
}

static bool add_clause(clauses *known, const clause *c)
{
    int t = c->head->variables[0], u = c->head->variables[1];
    if (c->count == 1) {
        bool session = relates(c->body[0], IP_SYMBOL_SO, t, u), total = relates(c->body[0], IP_SYMBOL_AR, t, u);
        known->session |= session;
        known->total |= total;
        return session || total;
    }
    if (is_pair(c, IP_SYMBOL_CONFLICT, t, u, IP_SYMBOL_AR, t, u) ||
        is_pair(c, IP_SYMBOL_CONFLICT, u, t, IP_SYMBOL_AR, t, u))
        return known->conflict = true;
    for (int between = 0; between < IP_AXIOM_MOST_VARIABLES; between++) {
        if (between == t || between == u)
            continue;
        if (is_pair(c, IP_SYMBOL_VIS, t, between, IP_SYMBOL_VIS, between, u))
            return known->transitive = true;
        if (is_pair(c, IP_SYMBOL_AR, t, between, IP_SYMBOL_VIS, between, u))
            return known->prefix = true;
    }
    return false;
}

/* A case in which the axiom fails: its body holds and its head does not. All transactions run at the level. */
static bool read_case(clauses *known, const ip_case *failing)
{
    clause c = {0};
    for (int i = 0; i < failing->literals.count; i++) {
        const ip_literal *literal = &failing->literals.items[i];
        if (literal->atom->op != IP_FORMULA_ATOM)
            return false;
        for (int v = 0; v < ip_level_formula_arguments(literal->atom); v++)
            if (literal->atom->owners[v])
                return false;
        if (literal->atom->symbol == IP_SYMBOL_AT_LEVEL && !literal->negated)
            continue;
        if (literal->negated ? c.head || literal->atom->symbol != IP_SYMBOL_VIS : c.count == 2)
            return false;
        if (literal->negated)
            c.head = literal->atom;
        else
            c.body[c.count++] = literal->atom;
    }
    return c.head && c.count > 0 && add_clause(known, &c);
}

static bool read_axiom(ip_arena *arena, const ip_axiom *axiom, clauses *known)
{
    ip_cases cases = {0};
    bool good = ip_level_cases_of(arena, axiom->matrix, true, &cases);
    for (int i = 0; i < cases.count && good; i++)
        good = read_case(known, &cases.items[i]);
    return good;
}

const char *ip_large_form_of_visibility(const ip_level *level, bool sessions, ip_large_form *form)
{
    static const char other[] = "its axioms on visibility are of a form that is checked on histories of up to 63 "
                                "transactions only";
    clauses known = {0};
    if (ip_level_has_statement_snapshots(level) || *ip_level_engine(level) || ip_level_whole_only(level, NULL))
        return other;
    ip_arena *arena = ip_arena_new();
    bool good = true;
    for (int i = 0; i < level->axioms.count && good; i++)
        good = read_axiom(arena, &level->axioms.items[i], &known);
    ip_arena_free(arena);
    if (!good || (known.conflict && !known.prefix && !known.total))
        return other;
    if ((known.prefix || known.transitive) && !known.total && sessions && !known.session)
        return "it does not speak of sessions, and histories of more than 63 transactions are checked against such a "
               "level only where each session is one transaction";
    *form = (ip_large_form){.total = known.total,
                            .causal = known.transitive && !known.prefix && !known.total,
                            .prefix = known.prefix && !known.total,
                            .conflict = known.conflict && !known.total};
    form->read = !form->total && !form->causal;
    form->session = form->read && (known.session || (form->prefix && !sessions));
    return NULL;
}
