/* Questions about levels of commit orders alone, answered by the solver. */
#include "level/order_query.h"

#include "level/order.h"
#include "level/structure.h"
#include "level/scratch_z3.h"

/* Free relations over the elements of one axiom. */
typedef struct world {
    ip_arena *arena;
    Z3_context z3;
    Z3_solver solver;
    ip_structure *s;
    int elements; /* transactions; those beyond are witnesses of causal paths */
} world;

static Z3_ast at(const world *w, ip_level_symbol symbol, int a, int b, int c)
{
    return *ip_level_structure_term(w->s, symbol, a, b, c);
}

static Z3_ast owner(const world *w, int step, int transaction)
{
    return w->s->owner[step * w->s->widths[IP_SORT_TXN] + transaction];
}

static void must(const world *w, Z3_ast term)
{
    Z3_solver_assert(w->z3, w->solver, term);
}

static Z3_ast both(const world *w, Z3_ast a, Z3_ast b)
{
    Z3_ast items[] = {a, b};
    return Z3_mk_and(w->z3, 2, items);
}

static Z3_ast either(const world *w, Z3_ast a, Z3_ast b)
{
    Z3_ast items[] = {a, b};
    return Z3_mk_or(w->z3, 2, items);
}

static void implies(const world *w, Z3_ast a, Z3_ast b)
{
    must(w, Z3_mk_implies(w->z3, a, b));
}

static void be_transitive(const world *w, ip_level_symbol symbol, int count)
{
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++)
            for (int c = 0; c < count; c++)
                if (a != b && b != c)
                    implies(w, both(w, at(w, symbol, a, b, 0), at(w, symbol, b, c, 0)), at(w, symbol, a, c, 0));
}

/* Biswas & Enea 2019, section 2: co is a strict total order that extends so ∪ wr; hb is its closure. */
static void order_transactions(const world *w)
{
    int n = w->s->widths[IP_SORT_TXN];
    be_transitive(w, IP_ORDER_CO, n);
    be_transitive(w, IP_ORDER_SO, n);
    be_transitive(w, IP_ORDER_HB, n);
    for (int t = 0; t < n; t++)
        for (int u = 0; u < n; u++) {
            if (t == u)
                continue;
            Z3_ast so = at(w, IP_ORDER_SO, t, u, 0), wr = at(w, IP_ORDER_WR, t, u, 0);
            must(w, Z3_mk_xor(w->z3, at(w, IP_ORDER_CO, t, u, 0), at(w, IP_ORDER_CO, u, t, 0)));
            implies(w, either(w, so, wr), at(w, IP_ORDER_HB, t, u, 0));
            implies(w, at(w, IP_ORDER_HB, t, u, 0), at(w, IP_ORDER_CO, t, u, 0));
            implies(w, at(w, IP_ORDER_CONFLICT, t, u, 0), at(w, IP_ORDER_CONFLICT, u, t, 0));
        }
    int witness = w->elements;
    for (int t = 0; t < w->elements; t++)
        for (int u = 0; u < w->elements; u++) {
            if (t == u || n == w->elements)
                continue;
            Z3_ast last = either(w, at(w, IP_ORDER_SO, t, u, 0), at(w, IP_ORDER_WR, t, u, 0));
            Z3_ast before = either(w, at(w, IP_ORDER_SO, witness, u, 0), at(w, IP_ORDER_WR, witness, u, 0));
            implies(w, at(w, IP_ORDER_HB, t, u, 0),
                    either(w, last, both(w, at(w, IP_ORDER_HB, t, witness, 0), before)));
            witness++;
        }
}

static void order_steps(const world *w)
{
    int n = w->s->widths[IP_SORT_TXN], steps = w->s->widths[IP_SORT_STEP];
    be_transitive(w, IP_ORDER_PO, steps);
    for (int p = 0; p < steps; p++) {
        Z3_ast *any = IP_NEW_ARRAY(w->arena, Z3_ast, n);
        for (int t = 0; t < n; t++) {
            any[t] = owner(w, p, t);
            for (int u = 0; u < t; u++)
                must(w, Z3_mk_not(w->z3, both(w, owner(w, p, t), owner(w, p, u))));
            for (int q = 0; q < steps; q++)
                if (q != p)
                    implies(w, both(w, at(w, IP_ORDER_PO, p, q, 0), owner(w, p, t)), owner(w, q, t));
        }
        must(w, Z3_mk_or(w->z3, (unsigned)w->elements, any)); /* a witness has no steps */
    }
}

/* What is read was written by another transaction; the three forms of wr agree. */
static void read_writes(const world *w)
{
    int n = w->s->widths[IP_SORT_TXN];
    for (int x = 0; x < w->s->widths[IP_SORT_OBJECT]; x++)
        for (int t = 0; t < n; t++) {
            for (int u = 0; u < n; u++) {
                implies(w, at(w, IP_ORDER_WR_OBJECT, x, t, u), at(w, IP_ORDER_WR, t, u, 0));
                implies(w, at(w, IP_ORDER_WR_OBJECT, x, t, u), at(w, IP_ORDER_WRITES, t, x, 0));
            }
            for (int p = 0; p < w->s->widths[IP_SORT_STEP]; p++)
                for (int u = 0; u < n; u++)
                    implies(w, both(w, at(w, IP_ORDER_WR_STEP, x, t, p), owner(w, p, u)),
                            at(w, IP_ORDER_WR_OBJECT, x, t, u));
        }
}

/* A world of these numbers of elements; without a last step of each causal path, hb is any order between so ∪ wr and
 * co. */
static world world_open(int transactions, int steps, int objects, bool witnesses)
{
    int n = transactions;
    world w = {.arena = ip_arena_new(), .elements = n};
    w.z3 = ip_level_scratch_z3_take();
    w.solver = Z3_mk_simple_solver(w.z3);
    Z3_solver_inc_ref(w.z3, w.solver);
    w.s = ip_level_structure_new(w.arena, w.z3, witnesses ? n * n : n, steps, objects);
    w.s->counts[IP_SORT_TXN] = n;
    w.s->relations[IP_ORDER_AT_LEVEL] = NULL;
    order_transactions(&w);
    order_steps(&w);
    read_writes(&w);
    return w;
}

/* A world in which any of the level's axioms can fail. */
static world world_for(const ip_level *level, bool witnesses)
{
    int most[IP_SORT_COUNT] = {0};
    for (int i = 0; i < level->axioms.count; i++) {
        int count[IP_SORT_COUNT] = {0};
        for (int v = 0; v < level->axioms.items[i].variable_count; v++)
            count[level->axioms.items[i].sorts[v]]++;
        count[IP_SORT_TXN] += count[IP_SORT_STEP]; /* their owners */
        for (int s = 0; s < IP_SORT_COUNT; s++)
            if (count[s] > most[s])
                most[s] = count[s];
    }
    return world_open(most[IP_SORT_TXN], most[IP_SORT_STEP], most[IP_SORT_OBJECT], witnesses);
}

static void world_close(world *w)
{
    Z3_solver_dec_ref(w->z3, w->solver);
    ip_level_scratch_z3_give_back(w->z3);
    ip_arena_free(w->arena);
}

/* Every read returns the latest version. */
static void be_serial(const world *w)
{
    int n = w->s->widths[IP_SORT_TXN];
    for (int x = 0; x < w->s->widths[IP_SORT_OBJECT]; x++)
        for (int p = 0; p < w->s->widths[IP_SORT_STEP]; p++)
            for (int u = 0; u < n; u++)
                for (int from = 0; from < n; from++)
                    for (int other = 0; other < n; other++) {
                        Z3_ast seen[] = {owner(w, p, u), at(w, IP_ORDER_WR_STEP, x, from, p),
                                         at(w, IP_ORDER_WRITES, other, x, 0), at(w, IP_ORDER_CO, other, u, 0)};
                        if (other != from)
                            implies(w, Z3_mk_and(w->z3, 4, seen), at(w, IP_ORDER_CO, other, from, 0));
                    }
}

bool ip_level_order_check_form(ip_arena *arena, const ip_level *level, ip_diagnostics *diagnostics)
{
    ip_order_axioms axioms = {0};
    if (!ip_level_order_axioms(arena, level, &axioms, diagnostics))
        return false;
    if (axioms.count == 0)
        return true;
    world w = world_for(level, false);
    be_serial(&w);
    for (int a = 0; a < level->file->assertions.count; a++) {
        Z3_solver_push(w.z3, w.solver);
        must(&w, Z3_mk_not(w.z3, ip_level_structure_instantiate_assertion(level, a, w.s)));
        if (Z3_solver_check(w.z3, w.solver) != Z3_L_FALSE)
            ip_diagnostics_add(diagnostics, IP_REMARK, level->file->assertions.items[a]->range, NULL,
                               "this axiom forbids a serial execution");
        Z3_solver_pop(w.z3, w.solver, 1);
    }
    world_close(&w);
    return true;
}

bool ip_level_order_implies(const ip_level *a, const ip_level *b)
{
    if (b->axioms.count == 0)
        return true;
    world w = world_for(b, ip_level_axioms_mention(&b->axioms, IP_ORDER_HB));
    must(&w, Z3_mk_not(w.z3, ip_level_structure_instantiate(b, w.s)));
    w.s->counts[IP_SORT_TXN] = w.s->widths[IP_SORT_TXN];
    must(&w, ip_level_structure_instantiate(a, w.s));
    bool implied = Z3_solver_check(w.z3, w.solver) == Z3_L_FALSE;
    world_close(&w);
    return implied;
}

/* Biswas & Enea 2019, Prefix and Conflict, negated: step 0 of t3 reads t1's version of an object that t2 has written
 * later, though t2 comes before t4 or is t4, and t4 must be in the snapshot. */
bool ip_level_order_within_snapshot_isolation(const ip_level *level)
{
    enum { T1, T2, T3, T4, COUNT };
    world w = world_open(COUNT, 1, 1, false);
    must(&w, owner(&w, 0, T3));
    must(&w, at(&w, IP_ORDER_WR_STEP, 0, T1, 0));
    must(&w, at(&w, IP_ORDER_WRITES, T2, 0, 0));
    must(&w, at(&w, IP_ORDER_CO, T1, T2, 0));
    Z3_ast broken[2];
    for (int i = 0; i < 2; i++) {
        int last = i ? T4 : T2; /* t4 */
        Z3_ast precedes = either(&w, at(&w, IP_ORDER_SO, last, T3, 0), at(&w, IP_ORDER_WR, last, T3, 0));
        Z3_ast conflicts = both(&w, at(&w, IP_ORDER_CONFLICT, last, T3, 0), at(&w, IP_ORDER_CO, last, T3, 0));
        broken[i] = either(&w, precedes, conflicts);
    }
    must(&w, either(&w, broken[0], both(&w, at(&w, IP_ORDER_CO, T2, T4, 0), broken[1])));
    must(&w, ip_level_structure_instantiate(level, w.s));
    bool within = Z3_solver_check(w.z3, w.solver) == Z3_L_FALSE;
    world_close(&w);
    return within;
}
