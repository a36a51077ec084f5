/* Models with usual values: numbers within every integer type, no NaN, no infinities. Integers in formulas are
 * unbounded, and where overflow decides which expressions raise errors, solvers tend to choose values that no server
 * accepts. */
#include "execution/encoding_internal.h"

static Z3_ast is_usual(ip_encoding *e, Z3_ast value)
{
    const ip_build *b = &e->terms.build;
    Z3_sort sort = Z3_get_sort(b->z3, value);
    if (sort != b->integer && !(sort == b->real && e->terms.names_special_numbers))
        return b->yes;
    return ip_term_and(b, Z3_mk_le(b->z3, Z3_mk_int(b->z3, -1000, sort), value),
                       Z3_mk_le(b->z3, value, Z3_mk_int(b->z3, 1000000, sort)));
}

static void wish(ip_encoding *e, ip_terms *all, Z3_ast term)
{
    if (term != e->terms.build.yes)
        IP_PUSH(e->arena, all, term);
}

static void usual_arguments(ip_encoding *e, int instance, int program, ip_terms *all)
{
    const ip_build *b = &e->terms.build;
    ip_site site = {.slot = instance, .program = e->input.programs[program]};
    Z3_ast other = ip_term_not(b, ip_encoding_runs(e, instance, program));
    for (int i = 0; i < site.program->parameters.count; i++) {
        ip_expr expr = {.kind = IP_EXPR_PARAMETER, .index = i, .type = site.program->parameters.items[i].type};
        wish(e, all, ip_term_or(b, other, is_usual(e, ip_term_eval(&e->terms, &site, &expr).value)));
    }
}

static void usual_key(ip_encoding *e, const ip_edge *edge, ip_terms *all)
{
    for (int k = 0; k < e->tables.count; k++) {
        int t = e->tables.items[k];
        int n = ip_term_key_length(&e->terms, e->input.schema->tables.items[t]);
        for (int i = 0; i < n; i++)
            wish(e, all, is_usual(e, edge->stand.place.keys[t][i]));
    }
}

ip_terms ip_encoding_usual(ip_encoding *e, int instances)
{
    ip_terms all = {0};
    for (int i = 0; i < e->edges.count; i++)
        if (e->edges.items[i]->from < instances && e->edges.items[i]->to < instances)
            usual_key(e, e->edges.items[i], &all);
    for (int i = 0; i < instances; i++)
        for (int p = 0; p < e->input.program_count; p++)
            if (!ip_encoding_never_runs(e, i, p))
                usual_arguments(e, i, p, &all);
    return all;
}

Z3_ast ip_encoding_uncut(ip_encoding *e)
{
    const ip_build *b = &e->terms.build;
    ip_terms all = {0};
    for (int i = 0; i + 1 < e->terms.uncut.count; i += 2)
        IP_PUSH(e->arena, &all, ip_term_equal(b, e->terms.uncut.items[i], e->terms.uncut.items[i + 1]));
    return ip_term_all(b, &all);
}
