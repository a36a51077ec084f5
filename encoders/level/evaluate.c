/* Evaluates axioms on relations that are known, without a solver. */
#include "level/evaluate.h"

#include "level/assignment.h"
#include "level/instantiate.h"

typedef struct evaluation {
    const ip_known_relations *relations;
    const bool *at_level;
    ip_variable_assignment assignment;
} evaluation;

static bool at_level(const evaluation *e, int instance)
{
    return !e->at_level || e->at_level[instance];
}

static const bool *relation_of(const ip_known_relations *relations, ip_level_symbol symbol)
{
    if (symbol == IP_SYMBOL_CHANGES && !relations->changes)
        symbol = IP_SYMBOL_CONFLICT;
    switch (symbol) {
#define X(id, name, arity, field)                                                                                      \
    case id:                                                                                                           \
        return relations->field;
        IP_LEVEL_SYMBOLS(X)
#undef X
#define X(id, name, field)                                                                                             \
    case id:                                                                                                           \
        return relations->field;
        IP_STEP_SYMBOLS(X)
#undef X
    default:
        return NULL;
    }
}

/* An atom about t and a statement of u. Where the level does not speak of statements, a transaction has one snapshot
 * and locks nothing. */
static bool step_atom(const evaluation *e, const ip_formula *f, int t, int u)
{
    const ip_known_relations *r = e->relations;
    const bool *relation = r->steps > 0 ? relation_of(r, f->symbol) : NULL;
    if (t == u)
        return false;
    if (relation)
        return relation[(t * r->count + u) * r->steps + ip_level_assignment_place(&e->assignment, f->variables[1])];
    return f->symbol == IP_SYMBOL_SEES && r->vis[t * r->count + u];
}

static bool atom(const evaluation *e, const ip_formula *f)
{
    int t = ip_level_assignment_instance(&e->assignment, f->variables[0]);
    if (f->symbol == IP_SYMBOL_AT_LEVEL)
        return at_level(e, t);
    int u =
        ip_level_file_symbol_arity(f->symbol) == 2 ? ip_level_assignment_instance(&e->assignment, f->variables[1]) : t;
    if (ip_level_file_symbol_sort(f->symbol, 1) == IP_SORT_STEP)
        return step_atom(e, f, t, u);
    const bool *relation = relation_of(e->relations, f->symbol);
    if (!relation)
        return false;
    if (ip_level_file_symbol_arity(f->symbol) == 1)
        return relation[t];
    return t != u && relation[t * e->relations->count + u];
}

static bool holds(const evaluation *e, const ip_formula *f)
{
    bool value;
    if (ip_level_assignment_decides(&e->assignment, f, &value))
        return value;
    switch (f->op) {
    case IP_FORMULA_TRUE:
        return true;
    case IP_FORMULA_FALSE:
        return false;
    case IP_FORMULA_ATOM:
        return atom(e, f);
    case IP_FORMULA_NOT:
        return !holds(e, f->items[0]);
    case IP_FORMULA_IFF:
        return holds(e, f->items[0]) == holds(e, f->items[1]);
    case IP_FORMULA_ITE:
        return holds(e, f->items[0]) ? holds(e, f->items[1]) : holds(e, f->items[2]);
    case IP_FORMULA_AND:
        for (int i = 0; i < f->count; i++)
            if (!holds(e, f->items[i]))
                return false;
        return true;
    case IP_FORMULA_OR:
        for (int i = 0; i < f->count; i++)
            if (holds(e, f->items[i]))
                return true;
        return false;
    case IP_FORMULA_EQUAL:
    case IP_FORMULA_EXISTS: /* of whole histories only (level.h) */
        break;
    }
    return false;
}

/* The variables of an atom, or of its negation, are assigned, the last one among them. */
static bool is_decided(const ip_formula *f, int last)
{
    if (f->op != IP_FORMULA_ATOM)
        return false;
    int first = f->variables[0],
        second = ip_level_file_symbol_arity(f->symbol) == 2 ? f->variables[1] : f->variables[0];
    return first <= last && second <= last && (first == last || second == last);
}

/* A literal of the clause is true already, or the axiom is not about these instances and statements. */
static bool settles(const void *data, const ip_variable_assignment *assignment, int last)
{
    const evaluation *e = data;
    const ip_axiom *axiom = assignment->axiom;
    const bool *present = e->relations->steps > 0 ? e->relations->present : NULL;
    if (axiom->guarded && !at_level(e, ip_level_assignment_instance(assignment, last)))
        return true;
    if (present && axiom->sorts[last] == IP_SORT_STEP && !present[assignment->elements[last]])
        return true;
    const ip_formula *matrix = axiom->matrix;
    for (int i = 0; matrix->op == IP_FORMULA_OR && i < matrix->count; i++) {
        const ip_formula *item = matrix->items[i];
        bool negated = item->op == IP_FORMULA_NOT;
        if (is_decided(negated ? item->items[0] : item, last) && holds(e, item))
            return true;
    }
    return false;
}

static bool instance_holds(const evaluation *e, const ip_axiom *axiom)
{
    const bool *present = e->relations->steps > 0 ? e->relations->present : NULL;
    bool applies = true;
    for (int i = 0; axiom->guarded && i < axiom->variable_count; i++)
        applies = applies && at_level(e, ip_level_assignment_instance(&e->assignment, i));
    for (int i = 0; present && i < axiom->variable_count; i++)
        applies = applies && (axiom->sorts[i] != IP_SORT_STEP || present[e->assignment.elements[i]]);
    return !applies || holds(e, axiom->matrix);
}

bool ip_level_holds(const ip_level *level, const ip_known_relations *relations, const bool *at_level)
{
    if (ip_level_vocabulary(level) != IP_VISIBILITY)
        return false;
    for (int a = 0; a < level->axioms.count; a++) {
        const ip_axiom *axiom = &level->axioms.items[a];
        evaluation e = {.relations = relations, .at_level = at_level};
        bool more =
            ip_level_assignment_first_open(&e.assignment, axiom, relations->count, relations->steps, settles, &e);
        for (; more; more = ip_level_assignment_next(&e.assignment))
            if (!instance_holds(&e, axiom))
                return false;
    }
    return true;
}
