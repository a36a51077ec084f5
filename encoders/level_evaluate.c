#include "level_evaluate.h"

#include "level_instantiate.h"

typedef struct evaluation {
    const ip_known_relations *relations;
    const bool *at_level;
    int assignment[IP_AXIOM_MOST_VARIABLES]; /* variable → instance */
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
    default:
        return NULL;
    }
}

static bool atom(const evaluation *e, const ip_formula *f)
{
    int t = e->assignment[f->variables[0]];
    if (f->symbol == IP_SYMBOL_AT_LEVEL)
        return at_level(e, t);
    const bool *relation = relation_of(e->relations, f->symbol);
    if (!relation)
        return false;
    if (ip_level_symbol_arity(f->symbol) == 1)
        return relation[t];
    int u = e->assignment[f->variables[1]];
    return t != u && relation[t * e->relations->count + u];
}

static bool holds(const evaluation *e, const ip_formula *f)
{
    switch (f->op) {
    case IP_FORMULA_TRUE:
        return true;
    case IP_FORMULA_FALSE:
        return false;
    case IP_FORMULA_ATOM:
        return atom(e, f);
    case IP_FORMULA_EQUAL:
        return e->assignment[f->variables[0]] == e->assignment[f->variables[1]];
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
    }
    return false;
}

static bool axiom_holds(evaluation *e, const ip_axiom *axiom)
{
    bool applies = true;
    for (int i = 0; axiom->guarded && i < axiom->variable_count; i++)
        applies = applies && at_level(e, e->assignment[i]);
    return !applies || holds(e, axiom->matrix);
}

static bool advance(evaluation *e, int variable_count)
{
    for (int i = variable_count - 1; i >= 0; i--) {
        if (++e->assignment[i] < e->relations->count)
            return true;
        e->assignment[i] = 0;
    }
    return false;
}

bool ip_level_holds(const ip_level *level, const ip_known_relations *relations, const bool *at_level)
{
    if (ip_level_vocabulary(level) != IP_VISIBILITY)
        return false;
    for (int a = 0; a < level->axioms.count; a++) {
        evaluation e = {.relations = relations, .at_level = at_level};
        do {
            if (!axiom_holds(&e, &level->axioms.items[a]))
                return false;
        } while (advance(&e, level->axioms.items[a].variable_count));
    }
    return true;
}
