/* Builds Bool terms and folds constants. */
#include "level/terms.h"

static Z3_ast hold(ip_term_builder *t, Z3_ast term)
{
    Z3_inc_ref(t->z3, term);
    IP_PUSH(t->arena, &t->held, term);
    return term;
}

void ip_level_terms_init(ip_term_builder *terms, ip_arena *arena, Z3_context z3)
{
    *terms = (ip_term_builder){.arena = arena, .z3 = z3};
    terms->yes = hold(terms, Z3_mk_true(z3));
    terms->no = hold(terms, Z3_mk_false(z3));
}

Z3_ast ip_level_terms_finish(ip_term_builder *terms, Z3_ast result)
{
    bool newest = result == terms->held.items[terms->held.count - 1];
    if (!newest && result != terms->yes && result != terms->no)
        result = Z3_mk_and(terms->z3, 1, &result); /* Z3 keeps the term made last alive */
    for (int i = 0; i < terms->held.count; i++)
        Z3_dec_ref(terms->z3, terms->held.items[i]);
    terms->held.count = 0;
    return result;
}

Z3_ast ip_level_terms_not(ip_term_builder *t, Z3_ast a)
{
    return a == t->yes ? t->no : a == t->no ? t->yes : hold(t, Z3_mk_not(t->z3, a));
}

Z3_ast ip_level_terms_and(ip_term_builder *t, Z3_ast a, Z3_ast b)
{
    if (a == t->yes || b == t->no)
        return b;
    if (b == t->yes || a == t->no)
        return a;
    return hold(t, Z3_mk_and(t->z3, 2, (Z3_ast[]){a, b}));
}

Z3_ast ip_level_terms_or(ip_term_builder *t, Z3_ast a, Z3_ast b)
{
    if (a == t->yes || b == t->no)
        return a;
    if (b == t->yes || a == t->no)
        return b;
    return hold(t, Z3_mk_or(t->z3, 2, (Z3_ast[]){a, b}));
}

Z3_ast ip_level_terms_any(ip_term_builder *t, int count, const Z3_ast *items)
{
    ip_arena *scratch = ip_arena_new();
    Z3_ast *some = IP_NEW_ARRAY(scratch, Z3_ast, count), result = t->no;
    int kept = 0;
    for (int i = 0; i < count && result == t->no; i++) {
        if (items[i] == t->yes)
            result = t->yes;
        else if (items[i] != t->no)
            some[kept++] = items[i];
    }
    if (result == t->no && kept > 0)
        result = kept == 1 ? some[0] : hold(t, Z3_mk_or(t->z3, (unsigned)kept, some));
    ip_arena_free(scratch);
    return result;
}

Z3_ast ip_level_terms_iff(ip_term_builder *t, Z3_ast a, Z3_ast b)
{
    if (a == b)
        return t->yes;
    if (a == t->yes || a == t->no)
        return a == t->yes ? b : ip_level_terms_not(t, b);
    if (b == t->yes || b == t->no)
        return b == t->yes ? a : ip_level_terms_not(t, a);
    return hold(t, Z3_mk_eq(t->z3, a, b));
}

Z3_ast ip_level_terms_ite(ip_term_builder *t, Z3_ast condition, Z3_ast then, Z3_ast otherwise)
{
    if (condition == t->yes || then == otherwise)
        return then;
    return condition == t->no ? otherwise : hold(t, Z3_mk_ite(t->z3, condition, then, otherwise));
}

Z3_ast ip_level_terms_implies(ip_term_builder *t, Z3_ast a, Z3_ast b)
{
    if (a == b)
        return t->yes;
    ip_junction either = ip_level_disjunction(t);
    ip_level_junction_add(&either, ip_level_terms_not(t, a));
    ip_level_junction_add(&either, b);
    return ip_level_junction_term(&either);
}

ip_junction ip_level_conjunction(ip_term_builder *terms)
{
    return (ip_junction){.terms = terms, .conjunction = true};
}

ip_junction ip_level_disjunction(ip_term_builder *terms)
{
    return (ip_junction){.terms = terms};
}

void ip_level_junction_add(ip_junction *j, Z3_ast item)
{
    Z3_ast neutral = j->conjunction ? j->terms->yes : j->terms->no;
    if (item == neutral || j->decided)
        return;
    if (item == (j->conjunction ? j->terms->no : j->terms->yes))
        j->decided = true;
    else
        IP_PUSH(j->terms->arena, &j->items, item);
}

Z3_ast ip_level_junction_term(const ip_junction *j)
{
    ip_term_builder *t = j->terms;
    if (j->decided)
        return j->conjunction ? t->no : t->yes;
    if (j->items.count == 0)
        return j->conjunction ? t->yes : t->no;
    if (j->items.count == 1)
        return j->items.items[0];
    unsigned count = (unsigned)j->items.count;
    return hold(t, j->conjunction ? Z3_mk_and(t->z3, count, j->items.items) : Z3_mk_or(t->z3, count, j->items.items));
}
