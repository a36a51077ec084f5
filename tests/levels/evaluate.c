/* Two readings of one level file: axioms on known relations (a replay's) and as formulas (the analysis'). On random
 * relations both must say the same, or a replay confirms what a level forbids, or refutes what it allows. */
#include "level/evaluate.h"

#include "test.h"

#include <stdint.h>

enum { MOST = 4, STEPS = 3, ROUNDS = 100 };

static uint64_t state = 20150901;

static bool toss(int one_in)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % (uint64_t)one_in == 0;
}

typedef struct drawn {
    bool vis[MOST * MOST], ar[MOST * MOST], so[MOST * MOST], wr[MOST * MOST], ww[MOST * MOST], rw[MOST * MOST];
    bool conflict[MOST * MOST], changes[MOST * MOST], in_a[MOST], in_b[MOST], at_level[MOST];
    int steps; /* 0: nothing is known of statements */
    bool sees[MOST * MOST * STEPS], locks[MOST * MOST * STEPS], present[MOST * STEPS];
} drawn;

/* What statements see is most often a growing prefix, so that levels hold often enough. */
static void draw_steps(drawn *d, int n)
{
    d->steps = toss(3) ? 0 : 1 + toss(2) + toss(2);
    bool any = toss(3), rarely = !toss(2);
    for (int u = 0; u < n; u++) {
        int seen = 0;
        for (int s = 0; s < d->steps; s++) {
            d->present[u * d->steps + s] = s == 0 || (d->present[u * d->steps + s - 1] && !toss(4));
            seen += (int)(state >> 9) % (u + 1);
            seen = toss(8) ? 0 : seen > u ? u : seen;
            for (int t = 0; t < n; t++) {
                int at = (t * n + u) * d->steps + s;
                d->sees[at] = t != u && (any ? toss(2) : t < seen);
                d->locks[at] = t != u && toss(rarely ? 9 : 3);
            }
        }
    }
}

/* ar is the order of numbers; the rest is anything below it, so that many draws satisfy strong levels, too. */
static void draw(drawn *d, int n)
{
    *d = (drawn){0};
    int rarely = toss(2) ? 2 : 6;
    for (int t = 0; t < n; t++) {
        d->in_a[t] = toss(2);
        d->in_b[t] = toss(2);
        d->at_level[t] = !toss(4);
        for (int u = 0; u < n; u++) {
            int at = t * n + u;
            d->ar[at] = t < u;
            d->vis[at] = t < u && !toss(rarely);
            d->so[at] = t < u && toss(4);
            d->wr[at] = d->vis[at] && toss(3);
            d->ww[at] = t < u && toss(5);
            d->rw[at] = t != u && toss(4);
            d->conflict[at] = t < u ? toss(4) : t > u && d->conflict[u * n + t];
            d->changes[at] = t != u && toss(4);
        }
    }
    draw_steps(d, n);
}

static Z3_ast *terms(ip_arena *arena, Z3_context z3, const bool *values, int count)
{
    Z3_ast *result = IP_NEW_ARRAY(arena, Z3_ast, count);
    for (int i = 0; i < count; i++)
        result[i] = values[i] ? Z3_mk_true(z3) : Z3_mk_false(z3);
    return result;
}

static bool formula_holds(ip_arena *arena, const ip_level *level, const drawn *d, int n)
{
    Z3_config config = Z3_mk_config();
    Z3_context z3 = Z3_mk_context(config);
    Z3_del_config(config);
    ip_relations r = {.z3 = z3, .count = n};
    r.vis = terms(arena, z3, d->vis, n * n);
    r.ar = terms(arena, z3, d->ar, n * n);
    r.so = terms(arena, z3, d->so, n * n);
    r.wr = terms(arena, z3, d->wr, n * n);
    r.ww = terms(arena, z3, d->ww, n * n);
    r.rw = terms(arena, z3, d->rw, n * n);
    r.conflict = terms(arena, z3, d->conflict, n * n);
    r.changes = terms(arena, z3, d->changes, n * n);
    r.steps = d->steps;
    r.sees = terms(arena, z3, d->sees, n * n * d->steps);
    r.locks = terms(arena, z3, d->locks, n * n * d->steps);
    r.present = terms(arena, z3, d->present, n * d->steps);
    r.in_a = terms(arena, z3, d->in_a, n);
    r.in_b = terms(arena, z3, d->in_b, n);
    Z3_ast all = Z3_simplify(z3, ip_level_instantiate(level, &r, terms(arena, z3, d->at_level, n), 0));
    bool result = Z3_get_bool_value(z3, all) == Z3_L_TRUE;
    Z3_del_context(z3);
    return result;
}

static ip_known_relations known_of(const drawn *d, int n)
{
    return (ip_known_relations){.count = n,
                                .vis = d->vis,
                                .ar = d->ar,
                                .so = d->so,
                                .wr = d->wr,
                                .ww = d->ww,
                                .rw = d->rw,
                                .conflict = d->conflict,
                                .changes = d->changes,
                                .steps = d->steps,
                                .sees = d->sees,
                                .locks = d->locks,
                                .present = d->present,
                                .in_a = d->in_a,
                                .in_b = d->in_b};
}

/* specs/postgresql/read-committed.smt2 once more, statement by statement: which statements an axiom is instantiated
 * over, and that snapshots which grow from each statement to the next grow for all, is decided before it is evaluated.
 */
static bool is_read_committed(const drawn *d, int n)
{
    int steps = d->steps;
    for (int u = 0; u < n; u++)
        for (int p = 0; d->at_level[u] && p < steps && d->present[u * steps + p]; p++)
            for (int t = 0; t < n; t++) {
                bool sees = t != u && d->sees[(t * n + u) * steps + p];
                bool held = t != u && d->locks[(t * n + u) * steps + p] && d->ar[t * n + u];
                for (int v = 0; v < n; v++)
                    if (sees && v != t && d->ar[v * n + t] && (v == u || !d->sees[(v * n + u) * steps + p]))
                        return false;
                for (int q = p + 1; q < steps && d->present[u * steps + q]; q++)
                    if ((sees || held) && !d->sees[(t * n + u) * steps + q])
                        return false;
            }
    return true;
}

static void test_statements(ip_arena *arena, ip_diagnostics *diagnostics)
{
    const ip_level *level = ip_level_load(arena, "postgresql/read-committed", diagnostics);
    int held = 0, failed = 0, several = 0;
    for (int round = 0; round < 40 * ROUNDS; round++) {
        drawn d;
        int n = 2 + round % (MOST - 1);
        draw(&d, n);
        if (d.steps == 0)
            continue;
        ip_known_relations known = known_of(&d, n);
        bool expected = is_read_committed(&d, n);
        CHECK(ip_level_holds(level, &known, d.at_level) == expected);
        held += expected;
        several += expected && d.steps == STEPS;
        failed += !expected;
    }
    CHECK(held > ROUNDS && failed > ROUNDS && several > ROUNDS / 4);
}

TEST_SUITE(levels_evaluate)
{
    ip_arena *arena = ip_arena_new();
    ip_diagnostics diagnostics = {.arena = arena};
    const char *const *names = ip_level_file_names(arena);
    int held = 0, failed = 0;
    for (int l = 0; names[l]; l++) {
        const ip_level *level = ip_level_load(arena, names[l], &diagnostics);
        CHECK(level != NULL);
        if (!level || ip_level_vocabulary(level) != IP_VISIBILITY || ip_level_whole_only(level, NULL))
            continue;
        for (int round = 0; round < ROUNDS; round++) {
            drawn d;
            int n = 2 + round % (MOST - 1);
            draw(&d, n);
            ip_known_relations known = known_of(&d, n);
            bool expected = formula_holds(arena, level, &d, n), got = ip_level_holds(level, &known, d.at_level);
            CHECK(got == expected);
            held += got;
            failed += !got;
        }
    }
    CHECK(held > ROUNDS && failed > ROUNDS); /* both answers were asked for */
    test_statements(arena, &diagnostics);
    ip_arena_free(arena);
    return TEST_RESULT();
}
