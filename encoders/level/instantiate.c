/* Instantiates the axioms of a level over finitely many transactions, as terms for the solver. */
#include "level/instantiate.h"

#include "level/assignment.h"
#include "level/relations.h"
#include "level/terms.h"

typedef struct instance {
    ip_term_builder *terms;
    const ip_relations *relations;
    const Z3_ast *at_level;
    ip_variable_assignment assignment;
} instance;

static Z3_ast at_level(const instance *in, int transaction)
{
    return in->at_level ? in->at_level[transaction] : in->terms->yes;
}

/* An atom about t and a statement of u. Where the level does not speak of statements, a transaction has one snapshot
 * and locks nothing. */
static Z3_ast step_atom(const instance *in, const ip_formula *f, int t, int u)
{
    const ip_relations *r = in->relations;
    const Z3_ast *terms = r->steps > 0 ? ip_level_symbol_terms(r, f->symbol) : NULL;
    if (t == u)
        return in->terms->no;
    if (terms)
        return terms[(t * r->count + u) * r->steps + ip_level_assignment_place(&in->assignment, f->variables[1])];
    return f->symbol == IP_SYMBOL_SEES ? r->vis[t * r->count + u] : in->terms->no;
}

static Z3_ast atom(const instance *in, const ip_formula *f)
{
    int t = ip_level_assignment_instance(&in->assignment, f->variables[0]);
    if (f->symbol == IP_SYMBOL_AT_LEVEL)
        return at_level(in, t);
    int u =
        ip_level_file_symbol_arity(f->symbol) == 2 ? ip_level_assignment_instance(&in->assignment, f->variables[1]) : t;
    if (ip_level_file_symbol_sort(f->symbol, 1) == IP_SORT_STEP)
        return step_atom(in, f, t, u);
    const Z3_ast *terms = ip_level_symbol_terms(in->relations, f->symbol);
    if (!terms)
        return in->terms->no; /* an empty relation */
    if (ip_level_file_symbol_arity(f->symbol) == 1)
        return terms[t];
    return t == u ? in->terms->no : terms[t * in->relations->count + u];
}

static Z3_ast build(const instance *in, const ip_formula *f)
{
    bool value;
    if (ip_level_assignment_decides(&in->assignment, f, &value))
        return value ? in->terms->yes : in->terms->no;
    switch (f->op) {
    case IP_FORMULA_TRUE:
        return in->terms->yes;
    case IP_FORMULA_FALSE:
        return in->terms->no;
    case IP_FORMULA_ATOM:
        return atom(in, f);
    case IP_FORMULA_NOT:
        return ip_level_terms_not(in->terms, build(in, f->items[0]));
    case IP_FORMULA_IFF:
        return ip_level_terms_iff(in->terms, build(in, f->items[0]), build(in, f->items[1]));
    case IP_FORMULA_ITE:
        return ip_level_terms_ite(in->terms, build(in, f->items[0]), build(in, f->items[1]), build(in, f->items[2]));
    case IP_FORMULA_EXISTS: /* of whole histories only (level.h) */
        return in->terms->no;
    case IP_FORMULA_EQUAL:
    case IP_FORMULA_AND:
    case IP_FORMULA_OR:
        break;
    }
    ip_junction junction = f->op == IP_FORMULA_AND ? ip_level_conjunction(in->terms) : ip_level_disjunction(in->terms);
    for (int i = 0; i < f->count && !junction.decided; i++)
        ip_level_junction_add(&junction, build(in, f->items[i]));
    return ip_level_junction_term(&junction);
}

static Z3_ast guarded(const instance *in, const ip_axiom *axiom)
{
    ip_junction clause = ip_level_disjunction(in->terms);
    const ip_relations *r = in->relations;
    for (int i = 0; axiom->guarded && i < axiom->variable_count; i++)
        ip_level_junction_add(
            &clause, ip_level_terms_not(in->terms, at_level(in, ip_level_assignment_instance(&in->assignment, i))));
    for (int i = 0; r->steps > 0 && r->present && i < axiom->variable_count; i++)
        if (axiom->sorts[i] == IP_SORT_STEP)
            ip_level_junction_add(&clause, ip_level_terms_not(in->terms, r->present[in->assignment.elements[i]]));
    if (!clause.decided)
        ip_level_junction_add(&clause, build(in, axiom->matrix));
    return ip_level_junction_term(&clause);
}

static void add_axiom(ip_junction *all, instance *in, const ip_axiom *axiom, int fresh_from)
{
    const ip_relations *r = in->relations;
    bool more = ip_level_assignment_first(&in->assignment, axiom, r->count, r->steps, fresh_from);
    for (; more && !all->decided; more = ip_level_assignment_next(&in->assignment))
        ip_level_junction_add(all, guarded(in, axiom));
}

Z3_ast ip_level_instantiate_assertion(const ip_level *level, int assertion, const ip_relations *relations,
                                      const Z3_ast *at_level, int fresh_from)
{
    ip_arena *arena = ip_arena_new();
    ip_term_builder terms;
    ip_level_terms_init(&terms, arena, relations->z3);
    instance in = {.terms = &terms, .relations = relations, .at_level = at_level};
    ip_junction all = ip_level_conjunction(&terms);
    for (int i = 0; i < level->axioms.count; i++)
        if (assertion < 0 || level->axioms.items[i].assertion == assertion)
            add_axiom(&all, &in, &level->axioms.items[i], fresh_from);
    Z3_ast result = ip_level_terms_finish(&terms, ip_level_junction_term(&all));
    ip_arena_free(arena);
    return result;
}

Z3_ast ip_level_instantiate(const ip_level *level, const ip_relations *relations, const Z3_ast *at_level,
                            int fresh_from)
{
    return ip_level_instantiate_assertion(level, -1, relations, at_level, fresh_from);
}
