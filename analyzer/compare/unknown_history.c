/* The variables of an unknown history, and the assertions that hold for every history. */
#include "compare/unknown_history.h"

Z3_ast ip_compare_term_variable(ip_arena *arena, Z3_context z3, const char *name, int a, int b, int c)
{
    return Z3_mk_const(z3, Z3_mk_string_symbol(z3, ip_arena_printf(arena, "%s_%d_%d_%d", name, a, b, c)),
                       Z3_mk_bool_sort(z3));
}

/* ------------------------------------------------------------------- history -- */

typedef struct maker {
    ip_arena *arena;
    Z3_context z3;
    Z3_solver solver;
    ip_unknown_history *h;
    int n, objects;
} maker;

static void must(const maker *m, Z3_ast term)
{
    Z3_solver_assert(m->z3, m->solver, term);
}

static void implies(const maker *m, Z3_ast a, Z3_ast b)
{
    must(m, ip_level_terms_or(m->h->terms, ip_level_terms_not(m->h->terms, a), b));
}

static Z3_ast *writes(const maker *m, int t, int x)
{
    return &m->h->writes[t * m->objects + x];
}

static Z3_ast *reads(const maker *m, int x, int t, int u)
{
    return &m->h->reads[(x * m->n + t) * m->n + u];
}

static Z3_ast *array(const maker *m, int count)
{
    Z3_ast *terms = IP_NEW_ARRAY(m->arena, Z3_ast, count), no = Z3_mk_false(m->z3);
    for (int i = 0; i < count; i++)
        terms[i] = no;
    return terms;
}

static void make_operations(const maker *m)
{
    ip_unknown_history *h = m->h;
    h->operations = IP_NEW_ARRAY(m->arena, Z3_ast, m->objects * m->n * m->n);
    for (int t = 0; t < m->n; t++)
        for (int x = 0; x < m->objects; x++) {
            *writes(m, t, x) =
                t == 0 ? Z3_mk_true(m->z3) : ip_compare_term_variable(m->arena, m->z3, "writes", t, x, 0);
            if (t > 0)
                h->operations[h->operation_count++] = *writes(m, t, x);
            for (int u = t + 1; u < m->n; u++) {
                *reads(m, x, t, u) = ip_compare_term_variable(m->arena, m->z3, "reads", x, t, u);
                h->operations[h->operation_count++] = *reads(m, x, t, u);
            }
        }
    for (int t = 1; t < m->n; t++)
        h->active[t] = ip_compare_term_variable(m->arena, m->z3, "active", t, 0, 0);
    h->active[0] = Z3_mk_true(m->z3);
    for (int x = 0; x < m->objects; x++)
        h->used[x] = ip_compare_term_variable(m->arena, m->z3, "used", x, 0, 0);
}

/* One read of an object in each transaction, of a version that is written; a writer has read the object, unless blind
 * writes are allowed; no accesses outside the transactions and objects in use. */
static void constrain_operations(const maker *m)
{
    Z3_context z3 = m->z3;
    for (int x = 0; x < m->objects; x++)
        for (int u = 1; u < m->n; u++) {
            Z3_ast *from = array(m, m->n);
            for (int t = 0; t < u; t++) {
                from[t] = *reads(m, x, t, u);
                implies(m, from[t], *writes(m, t, x));
                for (int other = 0; other < t; other++)
                    must(m, ip_level_terms_not(m->h->terms, ip_level_terms_and(m->h->terms, from[t], from[other])));
            }
            Z3_ast read = ip_level_terms_any(m->h->terms, u, from),
                   touched = ip_level_terms_or(m->h->terms, read, *writes(m, u, x));
            implies(m, touched, m->h->active[u]);
            implies(m, touched, m->h->used[x]);
            if (!m->h->scope.blind_writes)
                implies(m, *writes(m, u, x), read);
        }
    for (int u = 1; u < m->n; u++) { /* no transaction in use is empty */
        Z3_ast *own = array(m, m->objects * m->n);
        int count = 0;
        for (int x = 0; x < m->objects; x++) {
            own[count++] = *writes(m, u, x);
            for (int t = 0; t < u; t++)
                own[count++] = *reads(m, x, t, u);
        }
        implies(m, m->h->active[u], ip_level_terms_any(m->h->terms, count, own));
        if (u + 1 < m->n)
            implies(m, m->h->active[u + 1], m->h->active[u]);
    }
    for (int x = 0; x + 1 < m->objects; x++)
        implies(m, m->h->used[x + 1], m->h->used[x]);
    for (int x = 0; x < m->objects && m->n > m->h->scope.values; x++) {
        Z3_ast *own = array(m, m->n);
        for (int t = 1; t < m->n; t++)
            own[t - 1] = *writes(m, t, x);
        must(m, Z3_mk_atmost(z3, (unsigned)m->n - 1, own, (unsigned)m->h->scope.values - 1));
    }
}

/* Sessions are chains. */
static void make_sessions(const maker *m)
{
    Z3_context z3 = m->z3;
    Z3_ast *so = m->h->so;
    int n = m->n;
    m->h->sessions = IP_NEW_ARRAY(m->arena, Z3_ast, n * n);
    for (int t = 0; t < n; t++)
        for (int u = t + 1; u < n; u++) {
            so[t * n + u] = t == 0 ? Z3_mk_true(z3) : ip_compare_term_variable(m->arena, z3, "so", t, u, 0);
            if (t == 0)
                continue;
            implies(m, so[t * n + u], m->h->active[u]);
            m->h->sessions[m->h->session_count++] = so[t * n + u];
        }
    for (int t = 1; t < n; t++)
        for (int u = t + 1; u < n; u++)
            for (int v = u + 1; v < n; v++) {
                Z3_ast tu = so[t * n + u], uv = so[u * n + v], tv = so[t * n + v];
                implies(m, ip_level_terms_and(m->h->terms, tu, uv), tv);
                implies(m, ip_level_terms_and(m->h->terms, tu, tv), uv);
                implies(m, ip_level_terms_and(m->h->terms, uv, tv), tu);
            }
}

static void derive_pair(const maker *m, int t, int u)
{
    Z3_context z3 = m->z3;
    Z3_ast *read = array(m, m->objects), *both = array(m, m->objects);
    for (int x = 0; x < m->objects; x++) {
        read[x] = *reads(m, x, t, u);
        both[x] = ip_level_terms_and(m->h->terms, *writes(m, t, x), *writes(m, u, x));
    }
    m->h->wr[t * m->n + u] = ip_level_terms_any(m->h->terms, m->objects, read);
    if (t > 0 && u > 0 && t != u)
        m->h->conflict[t * m->n + u] =
            t < u ? ip_level_terms_any(m->h->terms, m->objects, both) : m->h->conflict[u * m->n + t];
    for (int v = 1; v < m->n; v++) {
        for (int x = 0; x < m->objects; x++)
            both[x] = v == t || v == u ? Z3_mk_false(z3) : ip_level_terms_and(m->h->terms, read[x], *writes(m, v, x));
        m->h->overwrote[(t * m->n + v) * m->n + u] = ip_level_terms_any(m->h->terms, m->objects, both);
    }
}

static void derive(const maker *m)
{
    int n = m->n;
    Z3_ast *hb = m->h->hb;
    for (int t = 0; t < n; t++)
        for (int u = 0; u < n; u++)
            if (t < u)
                derive_pair(m, t, u);
    for (int t = 0; t < n; t++)
        for (int u = 0; u < t; u++)
            m->h->conflict[t * n + u] = m->h->conflict[u * n + t];
    for (int t = n - 1; t >= 0; t--)
        for (int u = t + 1; u < n; u++) {
            Z3_ast *ways = array(m, n);
            for (int v = t; v < u; v++) {
                Z3_ast last = ip_level_terms_or(m->h->terms, m->h->so[v * n + u], m->h->wr[v * n + u]);
                ways[v] = v == t ? last : ip_level_terms_and(m->h->terms, hb[t * n + v], last);
            }
            hb[t * n + u] = ip_level_terms_any(m->h->terms, n, ways);
        }
}

/* The order of a transaction's reads, for levels that use it. */
static void make_read_order(const maker *m)
{
    int o = m->objects;
    for (int u = 1; u < m->n; u++) {
        Z3_ast *before = &m->h->before[u * o * o];
        for (int x = 0; x < o; x++)
            for (int y = x + 1; y < o; y++) {
                before[x * o + y] = m->h->scope.read_order
                                        ? ip_compare_term_variable(m->arena, m->z3, "before", u, x, y)
                                        : Z3_mk_true(m->z3);
                before[y * o + x] = ip_level_terms_not(m->h->terms, before[x * o + y]);
            }
        for (int x = 0; x < o && m->h->scope.read_order; x++)
            for (int y = 0; y < o; y++)
                for (int z = 0; z < o; z++)
                    if (x != y && y != z && x != z)
                        implies(m, ip_level_terms_and(m->h->terms, before[x * o + y], before[y * o + z]),
                                before[x * o + z]);
    }
}

ip_unknown_history *ip_compare_unknown_history_new(ip_arena *arena, Z3_context z3, Z3_solver solver,
                                                   ip_history_scope scope)
{
    ip_unknown_history *h = IP_NEW(arena, ip_unknown_history);
    int n = scope.transactions + 1, o = scope.objects;
    maker m = {.arena = arena, .z3 = z3, .solver = solver, .h = h, .n = n, .objects = o};
    *h = (ip_unknown_history){.z3 = z3, .scope = scope, .n = n};
    h->terms = IP_NEW(arena, ip_term_builder);
    ip_level_terms_init(h->terms, arena, z3);
    h->active = array(&m, n);
    h->used = array(&m, o);
    h->writes = array(&m, n * o);
    h->reads = array(&m, o * n * n);
    h->so = array(&m, n * n);
    h->wr = array(&m, n * n);
    h->conflict = array(&m, n * n);
    h->overwrote = array(&m, n * n * n);
    h->hb = array(&m, n * n);
    h->before = array(&m, n * o * o);
    make_operations(&m);
    constrain_operations(&m);
    make_sessions(&m);
    make_read_order(&m);
    derive(&m);
    return h;
}
