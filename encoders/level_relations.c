#include "level_relations.h"

#include "level_vocabulary.h"

#include <stdio.h>

ip_relations *ip_relations_new(ip_arena *arena, Z3_context z3, int count)
{
    ip_relations *r = IP_NEW(arena, ip_relations);
    *r = (ip_relations){.z3 = z3, .count = count};
    Z3_sort boolean = Z3_mk_bool_sort(z3);
    Z3_ast never = Z3_mk_false(z3);
    struct {
        const char *name;
        int arity;
        Z3_ast **field;
    } all[] = {
#define X(id, name, arity, field) {name, arity, &r->field},
        IP_LEVEL_SYMBOLS(X)
#undef X
    };
    for (size_t s = 0; s < sizeof all / sizeof *all; s++) {
        int terms = all[s].arity == 2 ? count * count : count;
        *all[s].field = IP_NEW_ARRAY(arena, Z3_ast, terms);
        for (int i = 0; i < terms; i++) {
            if (all[s].arity == 2 && i / count == i % count) {
                (*all[s].field)[i] = never;
                continue;
            }
            const char *name = all[s].arity == 2 ? ip_arena_printf(arena, "%s_%d_%d", all[s].name, i / count, i % count)
                                                 : ip_arena_printf(arena, "%s_%d", all[s].name, i);
            (*all[s].field)[i] = Z3_mk_const(z3, Z3_mk_string_symbol(z3, name), boolean);
        }
    }
    return r;
}

/* One law for the pair (t, u), t ≠ u. The laws are those of an abstract execution (Cerone, Bernardi &
 * Gotsman 2015, section 2) and of its dependencies (Adya 1999; Cerone & Gotsman 2016, section 3). */
typedef Z3_ast law(ip_terms *terms, const ip_relations *r, int t, int u);

#define AT(relation, t, u) (r->relation[(t)*r->count + (u)])

/* Two transactions commit one before the other, never both ways. */
static Z3_ast arbitration_is_total(ip_terms *terms, const ip_relations *r, int t, int u)
{
    return t < u ? ip_terms_iff(terms, AT(ar, t, u), ip_terms_not(terms, AT(ar, u, t))) : terms->yes;
}

/* A snapshot holds committed transactions only. */
static Z3_ast visibility_within_arbitration(ip_terms *terms, const ip_relations *r, int t, int u)
{
    return ip_terms_implies(terms, AT(vis, t, u), AT(ar, t, u));
}

/* A session starts a transaction after its previous one has committed. */
static Z3_ast sessions_within_arbitration(ip_terms *terms, const ip_relations *r, int t, int u)
{
    return r->so ? ip_terms_implies(terms, AT(so, t, u), AT(ar, t, u)) : terms->yes;
}

/* What is read is in the snapshot. */
static Z3_ast reads_are_visible(ip_terms *terms, const ip_relations *r, int t, int u)
{
    return ip_terms_implies(terms, AT(wr, t, u), AT(vis, t, u));
}

/* Versions are ordered by commit. */
static Z3_ast versions_within_arbitration(ip_terms *terms, const ip_relations *r, int t, int u)
{
    return ip_terms_implies(terms, AT(ww, t, u), AT(ar, t, u));
}

/* t read an older version than u's, so u's is not in t's snapshot: a snapshot read returns the latest. */
static Z3_ast overwriters_are_invisible(ip_terms *terms, const ip_relations *r, int t, int u)
{
    return ip_terms_implies(terms, AT(rw, t, u), ip_terms_not(terms, AT(vis, u, t)));
}

/* Dependencies are per column, conflicts per row: the same column is in the same row. */
static Z3_ast version_order_is_conflict(ip_terms *terms, const ip_relations *r, int t, int u)
{
    return ip_terms_implies(terms, AT(ww, t, u), AT(conflict, t, u));
}

static Z3_ast conflict_is_symmetric(ip_terms *terms, const ip_relations *r, int t, int u)
{
    return t < u ? ip_terms_iff(terms, AT(conflict, t, u), AT(conflict, u, t)) : terms->yes;
}

static void add_transitivity(ip_junction *all, const ip_relations *r, int fresh_from)
{
    ip_terms *terms = all->terms;
    for (int a = 0; a < r->count; a++)
        for (int b = 0; b < r->count; b++)
            for (int c = 0; c < r->count; c++) {
                if (a == b || b == c || a == c || (a < fresh_from && b < fresh_from && c < fresh_from))
                    continue;
                ip_junction clause = ip_disjunction(terms);
                ip_junction_add(&clause, ip_terms_not(terms, AT(ar, a, b)));
                ip_junction_add(&clause, ip_terms_not(terms, AT(ar, b, c)));
                ip_junction_add(&clause, AT(ar, a, c));
                ip_junction_add(all, ip_junction_term(&clause));
            }
}

Z3_ast ip_relations_axioms(const ip_relations *r, int fresh_from)
{
    static law *const laws[] = {
        arbitration_is_total,        visibility_within_arbitration, sessions_within_arbitration, reads_are_visible,
        versions_within_arbitration, overwriters_are_invisible,     version_order_is_conflict,   conflict_is_symmetric,
    };
    ip_arena *arena = ip_arena_new();
    ip_terms terms;
    ip_terms_init(&terms, arena, r->z3);
    ip_junction all = ip_conjunction(&terms);
    for (int t = 0; t < r->count; t++)
        for (int u = 0; u < r->count; u++)
            for (size_t i = 0; t != u && (t >= fresh_from || u >= fresh_from) && i < sizeof laws / sizeof *laws; i++)
                ip_junction_add(&all, laws[i](&terms, r, t, u));
    add_transitivity(&all, r, fresh_from);
    Z3_ast result = ip_terms_finish(&terms, ip_junction_term(&all));
    ip_arena_free(arena);
    return result;
}
