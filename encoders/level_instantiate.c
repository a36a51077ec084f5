#include "level_instantiate.h"

#include "level_terms.h"

typedef struct instance {
    ip_terms *terms;
    const ip_relations *relations;
    const Z3_ast *at_level;
    int assignment[IP_AXIOM_MOST_VARIABLES]; /* variable → instance */
} instance;

static Z3_ast at_level(const instance *in, int transaction)
{
    return in->at_level ? in->at_level[transaction] : in->terms->yes;
}

static Z3_ast atom(const instance *in, const ip_formula *f)
{
    int t = in->assignment[f->variables[0]], u = in->assignment[f->variables[1]];
    if (f->symbol == IP_SYMBOL_AT_LEVEL)
        return at_level(in, t);
    const Z3_ast *terms = ip_level_symbol_terms(in->relations, f->symbol);
    if (!terms)
        return in->terms->no; /* an empty relation */
    if (ip_level_symbol_arity(f->symbol) == 1)
        return terms[t];
    return t == u ? in->terms->no : terms[t * in->relations->count + u];
}

static Z3_ast build(const instance *in, const ip_formula *f)
{
    switch (f->op) {
    case IP_FORMULA_TRUE:
        return in->terms->yes;
    case IP_FORMULA_FALSE:
        return in->terms->no;
    case IP_FORMULA_ATOM:
        return atom(in, f);
    case IP_FORMULA_EQUAL:
        return in->assignment[f->variables[0]] == in->assignment[f->variables[1]] ? in->terms->yes : in->terms->no;
    case IP_FORMULA_NOT:
        return ip_terms_not(in->terms, build(in, f->items[0]));
    case IP_FORMULA_IFF:
        return ip_terms_iff(in->terms, build(in, f->items[0]), build(in, f->items[1]));
    case IP_FORMULA_ITE:
        return ip_terms_ite(in->terms, build(in, f->items[0]), build(in, f->items[1]), build(in, f->items[2]));
    case IP_FORMULA_AND:
    case IP_FORMULA_OR:
        break;
    }
    ip_junction junction = f->op == IP_FORMULA_AND ? ip_conjunction(in->terms) : ip_disjunction(in->terms);
    for (int i = 0; i < f->count && !junction.decided; i++)
        ip_junction_add(&junction, build(in, f->items[i]));
    return ip_junction_term(&junction);
}

static Z3_ast guarded(const instance *in, const ip_axiom *axiom)
{
    ip_junction clause = ip_disjunction(in->terms);
    for (int i = 0; axiom->guarded && i < axiom->variable_count; i++)
        ip_junction_add(&clause, ip_terms_not(in->terms, at_level(in, in->assignment[i])));
    if (!clause.decided)
        ip_junction_add(&clause, build(in, axiom->matrix));
    return ip_junction_term(&clause);
}

/* Next assignment in lexicographic order; false after the last. */
static bool advance(instance *in, int variable_count)
{
    for (int i = variable_count - 1; i >= 0; i--) {
        if (++in->assignment[i] < in->relations->count)
            return true;
        in->assignment[i] = 0;
    }
    return false;
}

static bool is_fresh(const instance *in, int variable_count, int fresh_from)
{
    if (fresh_from == 0)
        return true;
    for (int i = 0; i < variable_count; i++)
        if (in->assignment[i] >= fresh_from)
            return true;
    return false;
}

static void add_axiom(ip_junction *all, instance *in, const ip_axiom *axiom, int fresh_from)
{
    for (int i = 0; i < IP_AXIOM_MOST_VARIABLES; i++)
        in->assignment[i] = 0;
    do {
        if (is_fresh(in, axiom->variable_count, fresh_from))
            ip_junction_add(all, guarded(in, axiom));
    } while (!all->decided && advance(in, axiom->variable_count));
}

Z3_ast ip_level_instantiate_assertion(const ip_level *level, int assertion, const ip_relations *relations,
                                      const Z3_ast *at_level, int fresh_from)
{
    ip_arena *arena = ip_arena_new();
    ip_terms terms;
    ip_terms_init(&terms, arena, relations->z3);
    instance in = {.terms = &terms, .relations = relations, .at_level = at_level};
    ip_junction all = ip_conjunction(&terms);
    for (int i = 0; i < level->axioms.count; i++)
        if (assertion < 0 || level->axioms.items[i].assertion == assertion)
            add_axiom(&all, &in, &level->axioms.items[i], fresh_from);
    Z3_ast result = ip_terms_finish(&terms, ip_junction_term(&all));
    ip_arena_free(arena);
    return result;
}

Z3_ast ip_level_instantiate(const ip_level *level, const ip_relations *relations, const Z3_ast *at_level,
                            int fresh_from)
{
    return ip_level_instantiate_assertion(level, -1, relations, at_level, fresh_from);
}
