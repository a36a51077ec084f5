/* Levels of both families about an unknown history: allowed in some order, violated in a given one. */
#include "compare/level_terms.h"

#include "level/whole.h"

#include <string.h>

typedef struct about {
    ip_arena *arena;
    Z3_context z3;
    const ip_unknown_history *h;
    const ip_level *level;
    int n, objects;
    const Z3_ast *order; /* [t, u]: t commits before u */
} about;

static const char *unusable(const ip_level *level)
{
    if (ip_level_has_statement_snapshots(level))
        return "it has a snapshot for each statement, and the histories that are compared do not tell statements apart";
    if (ip_level_axioms_mention(&level->axioms, IP_SYMBOL_IN_A) ||
        ip_level_axioms_mention(&level->axioms, IP_SYMBOL_IN_B))
        return "it speaks of the programs A and B of --serialize A:B, and a history has transactions only";
    return NULL;
}

const char *ip_compare_comparable_allowed(const ip_level *level)
{
    return unusable(level);
}

const char *ip_compare_comparable_forbidden(const ip_level *level)
{
    if (!unusable(level) && ip_level_vocabulary(level) == IP_VISIBILITY && !ip_level_is_horn(level, IP_SYMBOL_VIS))
        return "its axioms have no least snapshots (expected clauses with at most one positive vis), so that no search "
               "can try them all";
    return unusable(level);
}

/* -------------------------------------------------------------------- structures -- */

static Z3_ast *filled(const about *a, int count)
{
    Z3_ast *terms = IP_NEW_ARRAY(a->arena, Z3_ast, count), no = Z3_mk_false(a->z3);
    for (int i = 0; i < count; i++)
        terms[i] = no;
    return terms;
}

/* For a level of commit orders: a transaction's read of an object is a step. */
static ip_structure *structure_of_orders(const about *a)
{
    const ip_unknown_history *h = a->h;
    int n = a->n, o = a->objects, steps = (n - 1) * o;
    ip_structure *s = IP_NEW(a->arena, ip_structure);
    *s = (ip_structure){.z3 = a->z3, .counts = {[IP_SORT_TXN] = n, [IP_SORT_STEP] = steps, [IP_SORT_OBJECT] = o}};
    memcpy(s->widths, s->counts, sizeof s->widths);
    s->relations[IP_ORDER_CO] = (Z3_ast *)a->order;
    s->relations[IP_ORDER_SO] = h->so;
    s->relations[IP_ORDER_HB] = h->hb;
    s->relations[IP_ORDER_WR] = h->wr;
    s->relations[IP_ORDER_WR_OBJECT] = h->reads;
    s->relations[IP_ORDER_WRITES] = h->writes;
    s->relations[IP_ORDER_CONFLICT] = h->conflict;
    s->relations[IP_ORDER_WR_STEP] = filled(a, o * n * steps);
    s->relations[IP_ORDER_PO] = filled(a, steps * steps);
    s->owner = filled(a, steps * n);
    for (int u = 1; u < n; u++)
        for (int x = 0; x < o; x++) {
            int p = (u - 1) * o + x;
            s->owner[p * n + u] = Z3_mk_true(a->z3);
            for (int t = 0; t < n; t++)
                s->relations[IP_ORDER_WR_STEP][(x * n + t) * steps + p] = h->reads[(x * n + t) * n + u];
            for (int y = 0; y < o; y++)
                s->relations[IP_ORDER_PO][p * steps + (u - 1) * o + y] = h->before[(u * o + x) * o + y];
        }
    return s;
}

/* Of transactions 1 …, as a separate square matrix. */
static Z3_ast *inner(const about *a, const Z3_ast *square)
{
    int m = a->n - 1;
    Z3_ast *terms = filled(a, m * m);
    for (int i = 0; i < m * m; i++)
        terms[i] = square[(i / m + 1) * a->n + i % m + 1];
    return terms;
}

/* t reads a version that some s wrote and u overwrites. */
static Z3_ast overwrites(const about *a, int t, int u)
{
    Z3_ast *from = filled(a, a->n);
    for (int s = 0; s < a->n; s++)
        from[s] = ip_level_terms_and(a->h->terms, a->h->overwrote[(s * a->n + u) * a->n + t],
                                     s == 0 ? Z3_mk_true(a->z3) : a->order[s * a->n + u]);
    return ip_level_terms_any(a->h->terms, a->n, from);
}

/* For a level of visibility; vis: [t, u] of transactions 1 …. */
static ip_structure *structure_of_visibility(const about *a, Z3_ast *vis)
{
    int m = a->n - 1;
    ip_relations r = {.z3 = a->z3, .count = m, .vis = vis};
    r.ar = inner(a, a->order);
    r.so = inner(a, a->h->so);
    r.wr = inner(a, a->h->wr);
    r.conflict = inner(a, a->h->conflict);
    r.ww = filled(a, m * m);
    r.rw = filled(a, m * m);
    for (int t = 0; t < m; t++)
        for (int u = 0; u < m; u++) {
            if (t == u)
                continue;
            r.ww[t * m + u] = ip_level_terms_and(a->h->terms, r.conflict[t * m + u], r.ar[t * m + u]);
            r.rw[t * m + u] = overwrites(a, t + 1, u + 1);
        }
    return ip_level_structure_of_relations(a->arena, &r, a->objects, a->h->writes + a->objects);
}

/* ----------------------------------------------------------------------- allowed -- */

static void must(const about *a, Z3_solver solver, Z3_ast term)
{
    Z3_solver_assert(a->z3, solver, term);
}

static void implies(const about *a, Z3_solver solver, Z3_ast given, Z3_ast then)
{
    must(a, solver, ip_level_terms_or(a->h->terms, ip_level_terms_not(a->h->terms, given), then));
}

static Z3_ast *order_by_number(const about *a)
{
    Z3_ast *order = filled(a, a->n * a->n);
    for (int t = 0; t < a->n; t++)
        for (int u = t + 1; u < a->n; u++)
            order[t * a->n + u] = Z3_mk_true(a->z3);
    return order;
}

static Z3_ast *some_order(const about *a, Z3_solver solver, int number)
{
    int n = a->n;
    Z3_ast *order = filled(a, n * n);
    for (int t = 0; t < n; t++)
        for (int u = t + 1; u < n; u++) {
            order[t * n + u] =
                t == 0 ? Z3_mk_true(a->z3) : ip_compare_term_variable(a->arena, a->z3, "order", number, t, u);
            order[u * n + t] = ip_level_terms_not(a->h->terms, order[t * n + u]);
        }
    for (int t = 1; t < n; t++)
        for (int u = 1; u < n; u++)
            for (int v = 1; v < n; v++)
                if (t != u && u != v && t != v)
                    implies(a, solver, ip_level_terms_and(a->h->terms, order[t * n + u], order[u * n + v]),
                            order[t * n + v]);
    return order;
}

/* A read returns the last version that is visible (EXT of Cerone, Bernardi & Gotsman 2015). */
static void assert_visible(const about *a, Z3_solver solver, const Z3_ast *vis)
{
    int n = a->n, m = n - 1;
    for (int t = 1; t < n; t++)
        for (int u = 1; u < n; u++) {
            if (t == u)
                continue;
            Z3_ast seen = vis[(t - 1) * m + u - 1];
            implies(a, solver, seen, a->order[t * n + u]);
            implies(a, solver, a->h->wr[t * n + u], seen);
            for (int from = 0; from < n; from++)
                if (from != t)
                    implies(a, solver, ip_level_terms_and(a->h->terms, a->h->overwrote[(from * n + t) * n + u], seen),
                            from == 0 ? Z3_mk_false(a->z3) : a->order[t * n + from]);
        }
}

static about about_level(ip_arena *arena, const ip_unknown_history *history, const ip_level *level)
{
    return (about){.arena = arena,
                   .z3 = history->z3,
                   .h = history,
                   .level = level,
                   .n = history->n,
                   .objects = history->scope.objects};
}

void ip_compare_assert_allowed(ip_arena *arena, Z3_solver solver, const ip_unknown_history *history,
                               const ip_level *level, bool by_number, int number)
{
    about a = about_level(arena, history, level);
    int n = a.n, m = n - 1;
    a.order = by_number ? order_by_number(&a) : some_order(&a, solver, number);
    for (int i = 0; i < n * n; i++)
        implies(&a, solver, ip_level_terms_or(a.h->terms, history->so[i], history->wr[i]), a.order[i]);
    if (ip_level_vocabulary(level) == IP_COMMIT_ORDER) {
        must(&a, solver, ip_level_structure_instantiate(level, structure_of_orders(&a)));
        return;
    }
    Z3_ast *vis = filled(&a, m * m);
    for (int t = 0; t < m; t++)
        for (int u = 0; u < m; u++)
            if (t != u)
                vis[t * m + u] = ip_compare_term_variable(arena, a.z3, "vis", number, t, u);
    assert_visible(&a, solver, vis);
    must(&a, solver, ip_level_structure_instantiate(level, structure_of_visibility(&a, vis)));
}

/* ---------------------------------------------------------------------- violated -- */

/* The axioms' conclusions from these snapshots, once more. */
static Z3_ast *next_round(const about *a, Z3_ast *vis)
{
    int m = a->n - 1;
    Z3_ast *concluded = filled(a, m * m), *next = filled(a, m * m);
    ip_level_structure_conclude(a->level, structure_of_visibility(a, vis), IP_SYMBOL_VIS, concluded);
    for (int i = 0; i < m * m; i++)
        next[i] = ip_level_terms_or(a->h->terms, vis[i], concluded[i]);
    return next;
}

/* Each term gets a name: within a larger formula the solver would take it apart, and could learn nothing about it. */
static Z3_ast *named(const about *a, Z3_solver solver, int count, const Z3_ast *terms)
{
    Z3_ast *names = IP_NEW_ARRAY(a->arena, Z3_ast, count);
    for (int i = 0; i < count; i++) {
        names[i] = terms[i];
        if (Z3_get_bool_value(a->z3, terms[i]) != Z3_L_UNDEF)
            continue;
        names[i] = Z3_mk_fresh_const(a->z3, "vis", Z3_mk_bool_sort(a->z3));
        must(a, solver, Z3_mk_iff(a->z3, names[i], terms[i]));
    }
    return names;
}

static Z3_ast *least_snapshots(const about *a, int rounds)
{
    Z3_ast *vis = inner(a, a->h->wr);
    for (int round = 0; round < rounds; round++)
        vis = next_round(a, vis);
    return vis;
}

/* Can one of these terms hold? If none can, their negations are asserted, for later questions. */
static Z3_lbool some_holds(const about *a, Z3_solver solver, int count, const Z3_ast *terms)
{
    Z3_ast asked = Z3_mk_fresh_const(a->z3, "some", Z3_mk_bool_sort(a->z3));
    implies(a, solver, asked, ip_level_terms_any(a->h->terms, count, terms));
    Z3_lbool answer = Z3_solver_check_assumptions(a->z3, solver, 1, &asked);
    must(a, solver, ip_level_terms_not(a->h->terms, asked));
    for (int i = 0; answer == Z3_L_FALSE && i < count; i++)
        must(a, solver, ip_level_terms_not(a->h->terms, terms[i]));
    return answer;
}

static Z3_ast *without(const about *a, int count, const Z3_ast *terms, const Z3_ast *others)
{
    Z3_ast *left = filled(a, count);
    for (int i = 0; i < count; i++)
        left[i] = ip_level_terms_and(a->h->terms, terms[i], ip_level_terms_not(a->h->terms, others[i]));
    return left;
}

static void keep_causal_order_transitive(const about *a, Z3_solver solver)
{
    const Z3_ast *hb = a->h->hb;
    int n = a->n;
    for (int t = 1; t < n; t++)
        for (int v = t + 1; v < n; v++)
            for (int u = v + 1; u < n; u++)
                implies(a, solver, ip_level_terms_and(a->h->terms, hb[t * n + v], hb[v * n + u]), hb[t * n + u]);
}

ip_least_snapshots ip_compare_find_least_snapshots(ip_arena *arena, Z3_solver solver, const ip_unknown_history *history,
                                                   const ip_level *level, bool causal)
{
    about a = about_level(arena, history, level);
    int m = a.n - 1;
    if (ip_level_vocabulary(level) == IP_COMMIT_ORDER)
        return (ip_least_snapshots){.rounds = 1};
    a.order = order_by_number(&a);
    Z3_ast *vis = inner(&a, history->wr), *hb = inner(&a, history->hb);
    if (causal)
        keep_causal_order_transitive(&a, solver);
    for (int rounds = 0; rounds <= m * m; rounds++) {
        Z3_ast *next = next_round(&a, vis);
        if (causal) {
            next = named(&a, solver, m * m, next);
            causal = some_holds(&a, solver, m * m, without(&a, m * m, next, hb)) == Z3_L_FALSE;
        }
        if (rounds == 0) { /* one is needed always */
            vis = next;
            continue;
        }
        Z3_lbool answer = some_holds(&a, solver, m * m, without(&a, m * m, next, vis));
        if (answer == Z3_L_UNDEF)
            return (ip_least_snapshots){0};
        if (answer == Z3_L_FALSE)
            return (ip_least_snapshots){rounds, vis};
        vis = next;
    }
    return (ip_least_snapshots){m * m, vis};
}

static Z3_ast violated_visibility(const about *a, const int *place, Z3_ast *vis)
{
    int n = a->n, m = n - 1, count = 0;
    Z3_ast *ways = filled(a, m * m * (n + 1) + 1);
    for (int t = 1; t < n; t++)
        for (int u = 1; u < n; u++) {
            Z3_ast seen = vis[(t - 1) * m + u - 1];
            if (place[t] >= place[u]) {
                ways[count++] = seen;
                continue;
            }
            for (int from = 0; from < n; from++)
                if (from != t && from != u && place[from] < place[t])
                    ways[count++] = ip_level_terms_and(a->h->terms, a->h->overwrote[(from * n + t) * n + u], seen);
        }
    ways[count++] = ip_level_terms_not(
        a->h->terms, ip_level_structure_denials(a->level, structure_of_visibility(a, vis), IP_SYMBOL_VIS));
    return ip_level_terms_any(a->h->terms, count, ways);
}

Z3_ast ip_compare_violated_in_order(ip_arena *arena, const ip_unknown_history *history, const ip_level *level,
                                    const int *order, const ip_least_snapshots *least)
{
    about a = about_level(arena, history, level);
    int n = a.n, *place = IP_NEW_ARRAY(arena, int, n);
    Z3_ast *terms = filled(&a, n * n), *back = filled(&a, n * n + 1);
    for (int i = 0; i < n; i++)
        place[order ? order[i] : i] = i;
    for (int t = 0; t < n; t++)
        for (int u = 0; u < n; u++) {
            if (place[t] < place[u])
                terms[t * n + u] = Z3_mk_true(a.z3);
            else if (t != u)
                back[t * n + u] = ip_level_terms_or(a.h->terms, history->so[t * n + u], history->wr[t * n + u]);
        }
    a.order = terms;
    back[n * n] = ip_level_vocabulary(level) == IP_COMMIT_ORDER
                      ? ip_level_terms_not(a.h->terms, ip_level_structure_instantiate(level, structure_of_orders(&a)))
                      : violated_visibility(&a, place, order ? least_snapshots(&a, least->rounds) : least->by_number);
    return ip_level_terms_any(a.h->terms, n * n + 1, back);
}
