/* Relations of a history as Bool terms, and the axioms over all its transactions. */
#include "level/structure.h"

#include <string.h>

ip_structure *ip_level_structure_new(ip_arena *arena, Z3_context z3, int transactions, int steps, int objects)
{
    ip_structure *s = IP_NEW(arena, ip_structure);
    *s = (ip_structure){.z3 = z3,
                        .counts = {[IP_SORT_TXN] = transactions, [IP_SORT_STEP] = steps, [IP_SORT_OBJECT] = objects}};
    for (int sort = 0; sort < IP_SORT_COUNT; sort++)
        s->widths[sort] = s->counts[sort];
    Z3_sort boolean = Z3_mk_bool_sort(z3);
    for (int r = 0; r < IP_SYMBOL_COUNT; r++) {
        ip_level_symbol symbol = (ip_level_symbol)r;
        int arity = ip_level_file_symbol_arity(symbol), size = 1;
        if (ip_level_file_symbol_vocabulary(symbol) != IP_COMMIT_ORDER)
            continue;
        for (int i = 0; i < arity; i++)
            size *= s->widths[ip_level_file_symbol_sort(symbol, i)];
        s->relations[r] = IP_NEW_ARRAY(arena, Z3_ast, size);
        for (int i = 0; i < size; i++) {
            ip_level_sort last = ip_level_file_symbol_sort(symbol, arity - 1);
            int width = s->widths[last];
            bool diagonal =
                arity >= 2 && ip_level_file_symbol_sort(symbol, arity - 2) == last && i / width % width == i % width;
            const char *name = ip_arena_printf(arena, "%s.%d_%d", ip_level_file_symbol_name(symbol), r, i);
            s->relations[r][i] = diagonal ? Z3_mk_false(z3) : Z3_mk_const(z3, Z3_mk_string_symbol(z3, name), boolean);
        }
    }
    s->owner = IP_NEW_ARRAY(arena, Z3_ast, steps * transactions);
    for (int i = 0; i < steps * transactions; i++)
        s->owner[i] = Z3_mk_const(z3, Z3_mk_string_symbol(z3, ip_arena_printf(arena, "owner_%d", i)), boolean);
    return s;
}

Z3_ast *ip_level_structure_term(const ip_structure *s, ip_level_symbol symbol, int a, int b, int c)
{
    int arguments[] = {a, b, c}, index = 0;
    for (int i = 0; i < ip_level_file_symbol_arity(symbol); i++)
        index = index * s->widths[ip_level_file_symbol_sort(symbol, i)] + arguments[i];
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
    const Z3_ast *at = in->structure->relations[IP_ORDER_AT_LEVEL]; /* of both vocabularies */
    return at ? at[transaction] : in->terms->yes;
}

static Z3_ast owner(const instance *in, int step, int transaction)
{
    return in->structure->owner[step * in->structure->widths[IP_SORT_TXN] + transaction];
}

/* f over the elements given; arguments that are (txn p) are expanded over all transactions. */
static Z3_ast atom(const instance *in, const ip_formula *f, int next, int *elements)
{
    if (next < ip_level_formula_arguments(f)) {
        elements[next] = in->assignment[f->variables[next]];
        if (!f->owners[next])
            return atom(in, f, next + 1, elements);
        int step = elements[next];
        ip_junction any = ip_level_disjunction(in->terms);
        for (int t = 0; t < in->structure->widths[IP_SORT_TXN] && !any.decided; t++) {
            ip_junction this = ip_level_conjunction(in->terms);
            ip_level_junction_add(&this, owner(in, step, t));
            if (this.decided)
                continue;
            elements[next] = t;
            ip_level_junction_add(&this, atom(in, f, next + 1, elements));
            ip_level_junction_add(&any, ip_level_junction_term(&this));
        }
        return ip_level_junction_term(&any);
    }
    if (f->op == IP_FORMULA_EQUAL)
        return elements[0] == elements[1] ? in->terms->yes : in->terms->no;
    if (f->symbol == IP_ORDER_AT_LEVEL || f->symbol == IP_SYMBOL_AT_LEVEL)
        return at_level(in, elements[0]);
    return *ip_level_structure_term(in->structure, f->symbol, elements[0], elements[1], elements[2]);
}

static Z3_ast build(instance *in, const ip_formula *f);

static Z3_ast build_exists(instance *in, const ip_formula *f)
{
    int variable = f->variables[0];
    ip_junction any = ip_level_disjunction(in->terms);
    for (int e = 0; e < in->structure->counts[in->axiom->sorts[variable]] && !any.decided; e++) {
        in->assignment[variable] = e;
        ip_level_junction_add(&any, build(in, f->items[0]));
    }
    in->assignment[variable] = 0;
    return ip_level_junction_term(&any);
}

static Z3_ast build(instance *in, const ip_formula *f)
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
        return ip_level_terms_not(in->terms, build(in, f->items[0]));
    case IP_FORMULA_IFF:
        return ip_level_terms_iff(in->terms, build(in, f->items[0]), build(in, f->items[1]));
    case IP_FORMULA_ITE:
        return ip_level_terms_ite(in->terms, build(in, f->items[0]), build(in, f->items[1]), build(in, f->items[2]));
    case IP_FORMULA_EXISTS:
        return build_exists(in, f);
    case IP_FORMULA_AND:
    case IP_FORMULA_OR:
        break;
    }
    ip_junction junction = f->op == IP_FORMULA_AND ? ip_level_conjunction(in->terms) : ip_level_disjunction(in->terms);
    for (int i = 0; i < f->count && !junction.decided; i++)
        ip_level_junction_add(&junction, build(in, f->items[i]));
    return ip_level_junction_term(&junction);
}

static Z3_ast guard(const instance *in, int variable)
{
    ip_level_sort sort = in->axiom->sorts[variable];
    int element = in->assignment[variable];
    if (sort == IP_SORT_TXN)
        return at_level(in, element);
    ip_junction any = ip_level_disjunction(in->terms);
    for (int t = 0; sort == IP_SORT_STEP && t < in->structure->widths[IP_SORT_TXN]; t++) {
        ip_junction both = ip_level_conjunction(in->terms);
        ip_level_junction_add(&both, owner(in, element, t));
        ip_level_junction_add(&both, at_level(in, t));
        ip_level_junction_add(&any, ip_level_junction_term(&both));
    }
    return sort == IP_SORT_STEP ? ip_level_junction_term(&any) : in->terms->yes;
}

/* ------------------------------------------------- clauses, variable by variable -- */

/* A part of a clause as a table over the variables that it mentions: row-major, by counts. */
typedef struct factor {
    bool mentions[IP_AXIOM_MOST_VARIABLES];
    Z3_ast *table;
} factor;

typedef IP_VEC(factor) factors;

static int elements_of(const instance *in, int variable)
{
    return in->structure->counts[in->axiom->sorts[variable]];
}

static int size_of(const instance *in, const bool *mentions)
{
    int size = 1;
    for (int v = 0; v < in->axiom->variable_count; v++)
        size *= mentions[v] ? elements_of(in, v) : 1;
    return size;
}

/* The place of the current assignment in a table. */
static int place_of(const instance *in, const bool *mentions)
{
    int place = 0;
    for (int v = 0; v < in->axiom->variable_count; v++)
        if (mentions[v])
            place = place * elements_of(in, v) + in->assignment[v];
    return place;
}

/* Runs through the assignments of the variables that are mentioned; false after the last one, with all of them 0. */
static bool advance(instance *in, const bool *mentions)
{
    for (int v = in->axiom->variable_count - 1; v >= 0; v--) {
        if (!mentions[v])
            continue;
        if (++in->assignment[v] < elements_of(in, v))
            return true;
        in->assignment[v] = 0;
    }
    return false;
}

/* Only the universal variables. */
static void note_variables(const instance *in, const ip_formula *f, bool *mentions)
{
    for (int i = 0; i < ip_level_formula_arguments(f); i++)
        if (f->variables[i] < in->axiom->variable_count)
            mentions[f->variables[i]] = true;
    for (int i = 0; i < f->count; i++)
        note_variables(in, f->items[i], mentions);
}

static factor *add_factor(instance *in, factors *all, const bool *mentions)
{
    factor f = {.table = NULL};
    memcpy(f.mentions, mentions, sizeof f.mentions);
    f.table = IP_NEW_ARRAY(in->terms->arena, Z3_ast, size_of(in, mentions));
    IP_PUSH(in->terms->arena, all, f);
    return &all->items[all->count - 1];
}

/* The axiom's disjuncts except the given one, and the disjunct that some variable's transaction is not at the level. */
static factors factors_of(instance *in, const ip_formula *left_out)
{
    factors all = {0};
    const ip_formula *matrix = in->axiom->matrix;
    bool clause = matrix->op == IP_FORMULA_OR;
    for (int i = 0; i < (clause ? matrix->count : 1); i++) {
        const ip_formula *disjunct = clause ? matrix->items[i] : matrix;
        bool mentions[IP_AXIOM_MOST_VARIABLES] = {false};
        if (disjunct == left_out)
            continue;
        note_variables(in, disjunct, mentions);
        factor *f = add_factor(in, &all, mentions);
        do
            f->table[place_of(in, mentions)] = build(in, disjunct);
        while (advance(in, mentions));
    }
    for (int v = 0; in->axiom->guarded && v < in->axiom->variable_count; v++) {
        bool mentions[IP_AXIOM_MOST_VARIABLES] = {false};
        mentions[v] = true;
        factor *f = add_factor(in, &all, mentions);
        do
            f->table[place_of(in, mentions)] = ip_level_terms_not(in->terms, guard(in, v));
        while (advance(in, mentions));
    }
    return all;
}

static Z3_ast any_of(const instance *in, const factors *all)
{
    ip_junction any = ip_level_disjunction(in->terms);
    for (int i = 0; i < all->count && !any.decided; i++)
        ip_level_junction_add(&any, all->items[i].table[place_of(in, all->items[i].mentions)]);
    return ip_level_junction_term(&any);
}

/* Combines the factors that mention the variable, over all its elements. */
static void eliminate(instance *in, factors *all, int variable)
{
    factors with = {0}, without = {0};
    bool scope[IP_AXIOM_MOST_VARIABLES] = {false};
    for (int i = 0; i < all->count; i++) {
        bool has = all->items[i].mentions[variable];
        IP_PUSH(in->terms->arena, has ? &with : &without, all->items[i]);
        for (int v = 0; has && v < in->axiom->variable_count; v++)
            scope[v] = scope[v] || all->items[i].mentions[v];
    }
    scope[variable] = false;
    factor *f = add_factor(in, &without, scope);
    do {
        ip_junction every = ip_level_conjunction(in->terms);
        for (int e = 0; e < elements_of(in, variable) && !every.decided; e++) {
            in->assignment[variable] = e;
            ip_level_junction_add(&every, any_of(in, &with));
        }
        in->assignment[variable] = 0;
        f->table[place_of(in, scope)] = ip_level_junction_term(&every);
    } while (advance(in, scope));
    *all = without;
}

/* The variable whose elimination leaves the smallest table; -1: only variables to keep remain. */
static int next_variable(const instance *in, const factors *all, const bool *kept)
{
    int best = -1, least = 0;
    for (int v = 0; v < in->axiom->variable_count; v++) {
        bool scope[IP_AXIOM_MOST_VARIABLES] = {false}, mentioned = false;
        for (int i = 0; i < all->count; i++) {
            bool has = all->items[i].mentions[v];
            mentioned = mentioned || has;
            for (int w = 0; has && w < in->axiom->variable_count; w++)
                scope[w] = scope[w] || all->items[i].mentions[w];
        }
        int size = size_of(in, scope);
        if (mentioned && !kept[v] && (best < 0 || size < least)) {
            best = v;
            least = size;
        }
    }
    return best;
}

static bool has_elements(const instance *in)
{
    for (int v = 0; v < in->axiom->variable_count; v++)
        if (elements_of(in, v) == 0)
            return false;
    return true;
}

/* Each quantifier ranges only over the disjuncts that mention its variable: otherwise an axiom has as many instances as
 * its variables have assignments. */
static factors without_variables(instance *in, const ip_formula *left_out, const bool *kept)
{
    factors all = factors_of(in, left_out);
    for (int v = next_variable(in, &all, kept); v >= 0; v = next_variable(in, &all, kept))
        eliminate(in, &all, v);
    return all;
}

static const ip_formula *conclusion_of(const ip_axiom *axiom, ip_level_symbol relation);

/* assertion -1: all. Without the axioms that conclude something about the relation; IP_SYMBOL_COUNT: with all. */
static Z3_ast instantiate(const ip_level *level, int assertion, ip_level_symbol without, const ip_structure *structure)
{
    static const bool none[IP_AXIOM_MOST_VARIABLES];
    ip_arena *arena = ip_arena_new();
    ip_term_builder terms;
    ip_level_terms_init(&terms, arena, structure->z3);
    ip_junction all = ip_level_conjunction(&terms);
    for (int i = 0; i < level->axioms.count && !all.decided; i++) {
        instance in = {.terms = &terms, .structure = structure, .axiom = &level->axioms.items[i]};
        if ((assertion >= 0 && in.axiom->assertion != assertion) || !has_elements(&in) ||
            conclusion_of(in.axiom, without))
            continue;
        factors left = without_variables(&in, NULL, none);
        ip_level_junction_add(&all, any_of(&in, &left));
    }
    Z3_ast result = ip_level_terms_finish(&terms, ip_level_junction_term(&all));
    ip_arena_free(arena);
    return result;
}

Z3_ast ip_level_structure_instantiate_assertion(const ip_level *level, int assertion, const ip_structure *structure)
{
    return instantiate(level, assertion, IP_SYMBOL_COUNT, structure);
}

Z3_ast ip_level_structure_instantiate(const ip_level *level, const ip_structure *structure)
{
    return ip_level_structure_instantiate_assertion(level, -1, structure);
}

/* --------------------------------------------------------------- Horn clauses -- */

/* The clause's positive atom of the relation; NULL: it has none. */
static const ip_formula *conclusion_of(const ip_axiom *axiom, ip_level_symbol relation)
{
    const ip_formula *matrix = axiom->matrix;
    if (matrix->op == IP_FORMULA_ATOM && matrix->symbol == relation)
        return matrix;
    for (int i = 0; matrix->op == IP_FORMULA_OR && i < matrix->count; i++)
        if (matrix->items[i]->op == IP_FORMULA_ATOM && matrix->items[i]->symbol == relation)
            return matrix->items[i];
    return NULL;
}

static bool is_horn_clause(const ip_axiom *axiom, ip_level_symbol relation)
{
    const ip_formula *matrix = axiom->matrix, *conclusion = conclusion_of(axiom, relation);
    int positive = 0;
    if (conclusion && (conclusion->owners[0] || conclusion->owners[1]))
        return false;
    for (int i = 0; i < (matrix->op == IP_FORMULA_OR ? matrix->count : 1); i++) {
        const ip_formula *f = matrix->op == IP_FORMULA_OR ? matrix->items[i] : matrix;
        bool atom = f->op == IP_FORMULA_ATOM, negative = f->op == IP_FORMULA_NOT && f->items[0]->op == IP_FORMULA_ATOM;
        positive += atom && f->symbol == relation;
        if (!atom && !negative && ip_level_formula_mentions(f, relation))
            return false;
    }
    return positive <= 1;
}

bool ip_level_is_horn(const ip_level *level, ip_level_symbol relation)
{
    for (int i = 0; i < level->axioms.count; i++)
        if (!is_horn_clause(&level->axioms.items[i], relation))
            return false;
    return true;
}

/* Adds the conclusions of one axiom. */
static void conclude(instance *in, const ip_formula *conclusion, ip_junction *pairs)
{
    int t = conclusion->variables[0], u = conclusion->variables[1];
    bool kept[IP_AXIOM_MOST_VARIABLES] = {false};
    kept[t] = kept[u] = true;
    factors left = without_variables(in, conclusion, kept);
    do {
        int place = in->assignment[t] * in->structure->widths[IP_SORT_TXN] + in->assignment[u];
        ip_level_junction_add(&pairs[place], ip_level_terms_not(in->terms, any_of(in, &left)));
    } while (advance(in, kept));
}

void ip_level_structure_conclude(const ip_level *level, const ip_structure *structure, ip_level_symbol relation,
                                 Z3_ast *pairs)
{
    int count = structure->widths[IP_SORT_TXN] * structure->widths[IP_SORT_TXN];
    ip_arena *arena = ip_arena_new();
    ip_term_builder terms;
    ip_level_terms_init(&terms, arena, structure->z3);
    ip_junction *any = IP_NEW_ARRAY(arena, ip_junction, count);
    for (int i = 0; i < count; i++)
        any[i] = ip_level_disjunction(&terms);
    for (int i = 0; i < level->axioms.count; i++) {
        instance in = {.terms = &terms, .structure = structure, .axiom = &level->axioms.items[i]};
        const ip_formula *conclusion = conclusion_of(in.axiom, relation);
        if (conclusion && has_elements(&in))
            conclude(&in, conclusion, any);
    }
    for (int i = 0; i < count; i++)
        pairs[i] = ip_level_junction_term(&any[i]);
    ip_level_terms_finish(&terms, terms.yes);
    ip_arena_free(arena);
}

Z3_ast ip_level_structure_denials(const ip_level *level, const ip_structure *structure, ip_level_symbol relation)
{
    return instantiate(level, -1, relation, structure);
}
