#include "level/structure.h"

ip_structure *ip_structure_new(ip_arena *arena, Z3_context z3, int transactions, int steps, int objects)
{
    ip_structure *s = IP_NEW(arena, ip_structure);
    *s = (ip_structure){.z3 = z3,
                        .counts = {[IP_SORT_TXN] = transactions, [IP_SORT_STEP] = steps, [IP_SORT_OBJECT] = objects}};
    for (int sort = 0; sort < IP_SORT_COUNT; sort++)
        s->widths[sort] = s->counts[sort];
    Z3_sort boolean = Z3_mk_bool_sort(z3);
    for (int r = 0; r < IP_SYMBOL_COUNT; r++) {
        ip_level_symbol symbol = (ip_level_symbol)r;
        int arity = ip_level_symbol_arity(symbol), size = 1;
        if (ip_level_symbol_vocabulary(symbol) != IP_COMMIT_ORDER)
            continue;
        for (int i = 0; i < arity; i++)
            size *= s->widths[ip_level_symbol_sort(symbol, i)];
        s->relations[r] = IP_NEW_ARRAY(arena, Z3_ast, size);
        for (int i = 0; i < size; i++) {
            ip_level_sort last = ip_level_symbol_sort(symbol, arity - 1);
            int width = s->widths[last];
            bool diagonal =
                arity >= 2 && ip_level_symbol_sort(symbol, arity - 2) == last && i / width % width == i % width;
            const char *name = ip_arena_printf(arena, "%s.%d_%d", ip_level_symbol_name(symbol), r, i);
            s->relations[r][i] = diagonal ? Z3_mk_false(z3) : Z3_mk_const(z3, Z3_mk_string_symbol(z3, name), boolean);
        }
    }
    s->owner = IP_NEW_ARRAY(arena, Z3_ast, steps * transactions);
    for (int i = 0; i < steps * transactions; i++)
        s->owner[i] = Z3_mk_const(z3, Z3_mk_string_symbol(z3, ip_arena_printf(arena, "owner_%d", i)), boolean);
    return s;
}

Z3_ast *ip_structure_term(const ip_structure *s, ip_level_symbol symbol, int a, int b, int c)
{
    int arguments[] = {a, b, c}, index = 0;
    for (int i = 0; i < ip_level_symbol_arity(symbol); i++)
        index = index * s->widths[ip_level_symbol_sort(symbol, i)] + arguments[i];
    return &s->relations[symbol][index];
}

typedef struct instance {
    ip_term_builder *terms;
    const ip_structure *structure;
    const ip_axiom *axiom;
    int assignment[IP_AXIOM_MOST_VARIABLES]; /* variable → element */
} instance;

static Z3_ast at_level(const instance *in, int transaction)
{
    const Z3_ast *at = in->structure->relations[IP_ORDER_AT_LEVEL];
    return at ? at[transaction] : in->terms->yes;
}

static Z3_ast owner(const instance *in, int step, int transaction)
{
    return in->structure->owner[step * in->structure->widths[IP_SORT_TXN] + transaction];
}

/* f over the elements given; arguments that are (txn p) are expanded over all transactions. */
static Z3_ast atom(const instance *in, const ip_formula *f, int next, int *elements)
{
    if (next < ip_formula_arguments(f)) {
        elements[next] = in->assignment[f->variables[next]];
        if (!f->owners[next])
            return atom(in, f, next + 1, elements);
        int step = elements[next];
        ip_junction any = ip_disjunction(in->terms);
        for (int t = 0; t < in->structure->widths[IP_SORT_TXN] && !any.decided; t++) {
            ip_junction this = ip_conjunction(in->terms);
            ip_junction_add(&this, owner(in, step, t));
            if (this.decided)
                continue;
            elements[next] = t;
            ip_junction_add(&this, atom(in, f, next + 1, elements));
            ip_junction_add(&any, ip_junction_term(&this));
        }
        return ip_junction_term(&any);
    }
    if (f->op == IP_FORMULA_EQUAL)
        return elements[0] == elements[1] ? in->terms->yes : in->terms->no;
    if (f->symbol == IP_ORDER_AT_LEVEL)
        return at_level(in, elements[0]);
    return *ip_structure_term(in->structure, f->symbol, elements[0], elements[1], elements[2]);
}

static Z3_ast build(const instance *in, const ip_formula *f)
{
    int elements[IP_SYMBOL_MOST_ARGUMENTS] = {0};
    switch (f->op) {
    case IP_FORMULA_TRUE:
        return in->terms->yes;
    case IP_FORMULA_FALSE:
        return in->terms->no;
    case IP_FORMULA_ATOM:
    case IP_FORMULA_EQUAL:
        return atom(in, f, 0, elements);
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

static Z3_ast guard(const instance *in, int variable)
{
    ip_level_sort sort = in->axiom->sorts[variable];
    int element = in->assignment[variable];
    if (sort == IP_SORT_TXN)
        return at_level(in, element);
    ip_junction any = ip_disjunction(in->terms);
    for (int t = 0; sort == IP_SORT_STEP && t < in->structure->widths[IP_SORT_TXN]; t++) {
        ip_junction both = ip_conjunction(in->terms);
        ip_junction_add(&both, owner(in, element, t));
        ip_junction_add(&both, at_level(in, t));
        ip_junction_add(&any, ip_junction_term(&both));
    }
    return sort == IP_SORT_STEP ? ip_junction_term(&any) : in->terms->yes;
}

static Z3_ast guarded(const instance *in)
{
    ip_junction clause = ip_disjunction(in->terms);
    for (int i = 0; in->axiom->guarded && i < in->axiom->variable_count && !clause.decided; i++)
        ip_junction_add(&clause, ip_terms_not(in->terms, guard(in, i)));
    if (!clause.decided)
        ip_junction_add(&clause, build(in, in->axiom->matrix));
    return ip_junction_term(&clause);
}

static bool advance(instance *in)
{
    for (int i = in->axiom->variable_count - 1; i >= 0; i--) {
        if (++in->assignment[i] < in->structure->counts[in->axiom->sorts[i]])
            return true;
        in->assignment[i] = 0;
    }
    return false;
}

static bool has_elements(const instance *in)
{
    for (int i = 0; i < in->axiom->variable_count; i++)
        if (in->structure->counts[in->axiom->sorts[i]] == 0)
            return false;
    return true;
}

Z3_ast ip_structure_instantiate_assertion(const ip_level *level, int assertion, const ip_structure *structure)
{
    ip_arena *arena = ip_arena_new();
    ip_term_builder terms;
    ip_terms_init(&terms, arena, structure->z3);
    ip_junction all = ip_conjunction(&terms);
    for (int i = 0; i < level->axioms.count; i++) {
        instance in = {.terms = &terms, .structure = structure, .axiom = &level->axioms.items[i]};
        if ((assertion >= 0 && in.axiom->assertion != assertion) || !has_elements(&in))
            continue;
        do
            ip_junction_add(&all, guarded(&in));
        while (!all.decided && advance(&in));
    }
    Z3_ast result = ip_terms_finish(&terms, ip_junction_term(&all));
    ip_arena_free(arena);
    return result;
}

Z3_ast ip_structure_instantiate(const ip_level *level, const ip_structure *structure)
{
    return ip_structure_instantiate_assertion(level, -1, structure);
}
