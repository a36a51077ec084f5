/* Relations between instances as constants for the solver, and the laws that hold at every level. */
#include "level/relations.h"

#include "level_file/vocabulary.h"

#include <stddef.h>
#include <stdio.h>

static Z3_ast constant(ip_arena *arena, Z3_context z3, const char *name, int t, int u, int place)
{
    const char *text = u < 0       ? ip_arena_printf(arena, "%s_%d", name, t)
                       : place < 0 ? ip_arena_printf(arena, "%s_%d_%d", name, t, u)
                                   : ip_arena_printf(arena, "%s_%d_%d_%d", name, t, u, place);
    return Z3_mk_const(z3, Z3_mk_string_symbol(z3, text), Z3_mk_bool_sort(z3));
}

static Z3_ast *pairs(ip_arena *arena, Z3_context z3, const char *name, int count)
{
    Z3_ast *terms = IP_NEW_ARRAY(arena, Z3_ast, count * count);
    for (int i = 0; i < count * count; i++)
        terms[i] = i / count == i % count ? Z3_mk_false(z3) : constant(arena, z3, name, i / count, i % count, -1);
    return terms;
}

static Z3_ast *singles(ip_arena *arena, Z3_context z3, const char *name, int count)
{
    Z3_ast *terms = IP_NEW_ARRAY(arena, Z3_ast, count);
    for (int i = 0; i < count; i++)
        terms[i] = constant(arena, z3, name, i, -1, -1);
    return terms;
}

static Z3_ast *by_place(ip_arena *arena, Z3_context z3, const char *name, int count, int steps)
{
    Z3_ast *terms = IP_NEW_ARRAY(arena, Z3_ast, count * count * steps);
    for (int i = 0; i < count * count * steps; i++) {
        int t = i / steps / count, u = i / steps % count;
        terms[i] = t == u ? Z3_mk_false(z3) : constant(arena, z3, name, t, u, i % steps);
    }
    return terms;
}

ip_relations *ip_level_relations_new(ip_arena *arena, Z3_context z3, int count, int steps)
{
    ip_relations *r = IP_NEW(arena, ip_relations);
    *r = (ip_relations){.z3 = z3, .count = count, .steps = steps};
#define X(id, name, arity, field) r->field = (arity == 2 ? pairs : singles)(arena, z3, name, count);
    IP_LEVEL_SYMBOLS(X)
#undef X
#define X(id, name, field) r->field = by_place(arena, z3, name, count, steps);
    IP_STEP_SYMBOLS(X)
#undef X
    return r;
}

/* One law for the pair (t, u), t ≠ u. The laws are those of an abstract execution (Cerone, Bernardi &
 * Gotsman 2015, section 2) and of its dependencies (Adya 1999; Cerone & Gotsman 2016, section 3). */
typedef Z3_ast law(ip_term_builder *terms, const ip_relations *r, int t, int u);

#define AT(relation, t, u) (r->relation[(t)*r->count + (u)])

/* Two transactions commit one before the other, never both ways. */
static Z3_ast arbitration_is_total(ip_term_builder *terms, const ip_relations *r, int t, int u)
{
    return t < u ? ip_level_terms_iff(terms, AT(ar, t, u), ip_level_terms_not(terms, AT(ar, u, t))) : terms->yes;
}

/* A snapshot contains only committed transactions. */
static Z3_ast visibility_within_arbitration(ip_term_builder *terms, const ip_relations *r, int t, int u)
{
    return ip_level_terms_implies(terms, AT(vis, t, u), AT(ar, t, u));
}

/* A session starts a transaction after its previous one has committed. */
static Z3_ast sessions_within_arbitration(ip_term_builder *terms, const ip_relations *r, int t, int u)
{
    return r->so ? ip_level_terms_implies(terms, AT(so, t, u), AT(ar, t, u)) : terms->yes;
}

static Z3_ast has_one_snapshot(ip_term_builder *terms, const ip_relations *r, int u)
{
    return r->single_snapshot ? r->single_snapshot[u] : terms->yes;
}

/* Reads are from the snapshot; the encoding of the read says from which of several snapshots, or whether the version is
 * newer than the statement's snapshot. */
static Z3_ast reads_are_visible(ip_term_builder *terms, const ip_relations *r, int t, int u)
{
    Z3_ast visible = ip_level_terms_implies(terms, has_one_snapshot(terms, r, u), AT(vis, t, u));
    ip_junction both = ip_level_conjunction(terms);
    ip_level_junction_add(&both, visible);
    if (r->single_snapshot)
        ip_level_junction_add(&both, AT(ar, t, u));
    return ip_level_terms_implies(terms, AT(wr, t, u), ip_level_junction_term(&both));
}

/* A visible transaction is in all snapshots of a transaction's statements, and snapshots contain only committed
 * transactions. With a single snapshot, sees equals vis for each statement. With several snapshots, the converse is not
 * stated, that a transaction in all of them is visible: a place may represent only some of a loop's statements. */
static Z3_ast statements_see(ip_term_builder *terms, const ip_relations *r, int t, int u)
{
    ip_junction all = ip_level_conjunction(terms);
    for (int s = 0; s < r->steps && r->sees; s++) {
        Z3_ast sees = r->sees[(t * r->count + u) * r->steps + s];
        ip_junction if_single = ip_level_disjunction(terms);
        ip_level_junction_add(&if_single, ip_level_terms_not(terms, has_one_snapshot(terms, r, u)));
        ip_level_junction_add(&if_single, ip_level_terms_implies(terms, sees, AT(vis, t, u)));
        ip_level_junction_add(&all, ip_level_terms_implies(terms, AT(vis, t, u), sees));
        ip_level_junction_add(&all, ip_level_junction_term(&if_single));
        if (r->single_snapshot)
            ip_level_junction_add(&all, ip_level_terms_implies(terms, sees, AT(ar, t, u)));
    }
    return ip_level_junction_term(&all);
}

/* Versions are ordered by commit. */
static Z3_ast versions_within_arbitration(ip_term_builder *terms, const ip_relations *r, int t, int u)
{
    return ip_level_terms_implies(terms, AT(ww, t, u), AT(ar, t, u));
}

/* t read an older version than u's, so u's is not in t's snapshot: a snapshot read returns the latest version. */
static Z3_ast overwriters_are_invisible(ip_term_builder *terms, const ip_relations *r, int t, int u)
{
    return ip_level_terms_implies(terms, AT(rw, t, u), ip_level_terms_not(terms, AT(vis, u, t)));
}

/* Dependencies are per column, conflicts per row: the same column is in the same row. */
static Z3_ast version_order_is_conflict(ip_term_builder *terms, const ip_relations *r, int t, int u)
{
    return ip_level_terms_implies(terms, AT(ww, t, u), AT(conflict, t, u));
}

static Z3_ast conflict_is_symmetric(ip_term_builder *terms, const ip_relations *r, int t, int u)
{
    return t < u ? ip_level_terms_iff(terms, AT(conflict, t, u), AT(conflict, u, t)) : terms->yes;
}

static void add_transitivity(ip_junction *all, const ip_relations *r, int fresh_from)
{
    ip_term_builder *terms = all->terms;
    for (int a = 0; a < r->count; a++)
        for (int b = 0; b < r->count; b++)
            for (int c = 0; c < r->count; c++) {
                if (a == b || b == c || a == c || (a < fresh_from && b < fresh_from && c < fresh_from))
                    continue;
                ip_junction clause = ip_level_disjunction(terms);
                ip_level_junction_add(&clause, ip_level_terms_not(terms, AT(ar, a, b)));
                ip_level_junction_add(&clause, ip_level_terms_not(terms, AT(ar, b, c)));
                ip_level_junction_add(&clause, AT(ar, a, c));
                ip_level_junction_add(all, ip_level_junction_term(&clause));
            }
}

Z3_ast ip_level_relations_axioms(const ip_relations *r, int fresh_from)
{
    static law *const laws[] = {
        arbitration_is_total,      visibility_within_arbitration, sessions_within_arbitration,
        reads_are_visible,         versions_within_arbitration,   overwriters_are_invisible,
        version_order_is_conflict, conflict_is_symmetric,         statements_see,
    };
    ip_arena *arena = ip_arena_new();
    ip_term_builder terms;
    ip_level_terms_init(&terms, arena, r->z3);
    ip_junction all = ip_level_conjunction(&terms);
    for (int t = 0; t < r->count; t++)
        for (int u = 0; u < r->count; u++)
            for (size_t i = 0; t != u && (t >= fresh_from || u >= fresh_from) && i < sizeof laws / sizeof *laws; i++)
                ip_level_junction_add(&all, laws[i](&terms, r, t, u));
    add_transitivity(&all, r, fresh_from);
    Z3_ast result = ip_level_terms_finish(&terms, ip_level_junction_term(&all));
    ip_arena_free(arena);
    return result;
}

/* The offset of a symbol's array in ip_relations, plus one; 0: it has none. */
static const size_t offsets[IP_SYMBOL_COUNT] = {
#define X(id, name, arity, field) [id] = offsetof(ip_relations, field) + 1,
    IP_LEVEL_SYMBOLS(X)
#undef X
#define X(id, name, field) [id] = offsetof(ip_relations, field) + 1,
        IP_STEP_SYMBOLS(X)
#undef X
};

const Z3_ast *ip_level_symbol_terms(const ip_relations *relations, ip_level_symbol symbol)
{
    if (symbol == IP_SYMBOL_CHANGES && !relations->changes)
        symbol = IP_SYMBOL_CONFLICT;
    if (!offsets[symbol])
        return NULL;
    Z3_ast *const *field = (Z3_ast *const *)(const void *)((const char *)relations + offsets[symbol] - 1);
    return *field;
}
