/* Checks levels for which no other algorithm is exact: gives their axioms to Z3. */
#include "history/solver_check.h"

#include "history/history_facts.h"
#include "level/whole.h"
#include "level/solver_errors.h"

typedef struct question {
    ip_arena *arena;
    Z3_context z3;
    Z3_solver solver;
    const ip_history *h;
    const ip_level *const *levels;
    int level_count;
    Z3_ast yes, no;
} question;

static Z3_ast known(const question *q, bool holds)
{
    return holds ? q->yes : q->no;
}

static Z3_ast unknown(const question *q, const char *name, int t, int u)
{
    return Z3_mk_const(q->z3, Z3_mk_string_symbol(q->z3, ip_arena_printf(q->arena, "%s_%d_%d", name, t, u)),
                       Z3_mk_bool_sort(q->z3));
}

static void must(const question *q, Z3_ast term)
{
    Z3_solver_assert(q->z3, q->solver, term);
}

static bool in(ip_transactions set, int t)
{
    return set >> t & 1;
}

static bool is_session(const question *q, int t, int u)
{
    return u != 0 && t != u && (t == 0 || in(q->h->transactions[u].sessions_before, t));
}

static bool is_read_from(const question *q, int object, int t, int u) /* object -1: any */
{
    const ip_history_transaction *transaction = &q->h->transactions[u];
    for (int r = 0; r < transaction->read_count; r++)
        if (transaction->reads[r].from == t && (object < 0 || transaction->reads[r].object == object))
            return true;
    return false;
}

static bool is_conflict(const question *q, int t, int u)
{
    const ip_history *h = q->h;
    int rows = h->row_writers ? h->row_count : h->object_count;
    for (int r = 0; r < rows && t != u && t != 0 && u != 0; r++) {
        ip_transactions writers = h->row_writers ? h->row_writers[r] : h->writers[r];
        if (in(writers, t) && in(writers, u))
            return true;
    }
    return false;
}

static Z3_ast *at_level(const question *q, int level, int first)
{
    Z3_ast *at = IP_NEW_ARRAY(q->arena, Z3_ast, q->h->count);
    for (int t = first; t < q->h->count; t++)
        at[t - first] = known(q, t == 0 || q->h->transactions[t].level == level);
    return at;
}

/* --------------------------------------------------------- commit orders -- */

/* The statements that read: runs of reads with one step. */
typedef struct statement {
    int transaction, first, count;
} statement;

typedef IP_VEC(statement) statements;

static statements list_statements(const question *q)
{
    statements all = {0};
    for (int t = 1; t < q->h->count; t++) {
        const ip_history_transaction *transaction = &q->h->transactions[t];
        for (int r = 0; r < transaction->read_count; r++) {
            if (r > 0 && transaction->reads[r].step == transaction->reads[r - 1].step) {
                all.items[all.count - 1].count++;
                continue;
            }
            statement next = {t, r, 1};
            IP_PUSH(q->arena, &all, next);
        }
    }
    return all;
}

static bool reads(const question *q, const statement *p, int object, int from)
{
    const ip_history_read *read = q->h->transactions[p->transaction].reads + p->first;
    for (int i = 0; i < p->count; i++)
        if (read[i].object == object && read[i].from == from)
            return true;
    return false;
}

static void fill_objects(const question *q, ip_structure *s, const statements *steps)
{
    int n = q->h->count;
    for (int x = 0; x < q->h->object_count; x++)
        for (int t = 0; t < n; t++) {
            *ip_level_structure_term(s, IP_ORDER_WRITES, t, x, 0) = known(q, in(q->h->writers[x], t));
            for (int u = 0; u < n; u++)
                *ip_level_structure_term(s, IP_ORDER_WR_OBJECT, x, t, u) = known(q, is_read_from(q, x, t, u));
            for (int p = 0; p < steps->count; p++)
                *ip_level_structure_term(s, IP_ORDER_WR_STEP, x, t, p) = known(q, reads(q, &steps->items[p], x, t));
        }
}

static void fill_transactions(const question *q, ip_structure *s, Z3_ast *const *co)
{
    int n = q->h->count;
    bool *hb = IP_NEW_ARRAY(q->arena, bool, n *n);
    for (int i = 0; i < n * n; i++)
        hb[i] = is_session(q, i / n, i % n) || is_read_from(q, -1, i / n, i % n);
    for (int via = 0; via < n; via++)
        for (int i = 0; i < n * n; i++)
            hb[i] |= hb[i / n * n + via] && hb[via * n + i % n];
    for (int t = 0; t < n; t++)
        for (int u = 0; u < n; u++) {
            *ip_level_structure_term(s, IP_ORDER_CO, t, u, 0) = co[t][u];
            *ip_level_structure_term(s, IP_ORDER_SO, t, u, 0) = known(q, is_session(q, t, u));
            *ip_level_structure_term(s, IP_ORDER_WR, t, u, 0) = known(q, is_read_from(q, -1, t, u));
            *ip_level_structure_term(s, IP_ORDER_HB, t, u, 0) = known(q, hb[t * n + u]);
            *ip_level_structure_term(s, IP_ORDER_CONFLICT, t, u, 0) = known(q, is_conflict(q, t, u));
        }
}

static void assert_orders(const question *q, Z3_ast *const *co)
{
    statements steps = list_statements(q);
    int n = q->h->count;
    ip_structure *s = ip_level_structure_new(q->arena, q->z3, n, steps.count, q->h->object_count);
    fill_transactions(q, s, co);
    fill_objects(q, s, &steps);
    for (int p = 0; p < steps.count; p++) {
        for (int t = 0; t < n; t++)
            s->owner[p * n + t] = known(q, steps.items[p].transaction == t);
        for (int r = 0; r < steps.count; r++)
            *ip_level_structure_term(s, IP_ORDER_PO, p, r, 0) =
                known(q, p < r && steps.items[p].transaction == steps.items[r].transaction);
    }
    for (int l = 0; l < q->level_count; l++) {
        s->relations[IP_ORDER_AT_LEVEL] = at_level(q, l, 0);
        must(q, ip_level_structure_instantiate(q->levels[l], s));
    }
}

/* ------------------------------------------------------------ visibility -- */

/* Transactions but the initial one, which is visible to all. */
typedef struct visibility {
    const question *q;
    const ip_history_facts *facts;
    Z3_ast *const *co;
    int n, steps;
    ip_relations r;
} visibility;

static Z3_ast sees_at(const visibility *v, int t, int place)
{
    int u = v->facts->owner[place];
    return v->r.sees[((t - 1) * v->n + u - 1) * v->steps + place - v->facts->first_place[u]];
}

static Z3_ast either(const question *q, Z3_ast a, Z3_ast b)
{
    Z3_ast both[] = {a, b};
    return Z3_mk_or(q->z3, 2, both);
}

/* vis holds for transactions that all statements see; with one snapshot, all statements see the same. Places that a
 * transaction does not use are statements to which no axiom is applied. */
static void add_snapshots(visibility *v, int t, int u)
{
    const question *q = v->q;
    int pair = (t - 1) * v->n + u - 1, first = v->facts->first_place[u], own = v->facts->first_place[u + 1] - first;
    bool single = !in(v->facts->own_snapshots, u);
    Z3_ast *sees = &v->r.sees[pair * v->steps];
    v->r.vis[pair] = t == u ? q->no : unknown(q, "vis", t, u);
    for (int s = 0; s < v->steps; s++) {
        sees[s] = t == u || single ? v->r.vis[pair] : unknown(q, "sees", t, u * v->steps + s);
        v->r.locks[pair * v->steps + s] = known(q, s < own && in(v->facts->locks[first + s], t));
        if (t != u)
            must(q, Z3_mk_implies(q->z3, sees[s], v->co[t][u]));
    }
    if (t != u && !single)
        must(q, Z3_mk_iff(q->z3, v->r.vis[pair], Z3_mk_and(q->z3, (unsigned)own, sees)));
}

static void add_pair(visibility *v, int t, int u)
{
    const question *q = v->q;
    const ip_history *h = q->h;
    const ip_history_facts *f = v->facts;
    int i = (t - 1) * v->n + u - 1;
    bool ww = false;
    add_snapshots(v, t, u);
    v->r.ar[i] = v->co[t][u];
    v->r.so[i] = known(q, is_session(q, t, u));
    v->r.wr[i] = known(q, is_read_from(q, -1, t, u));
    v->r.conflict[i] = known(q, is_conflict(q, t, u));
    v->r.changes[i] = known(q, in(f->changes.after[t], u));
    for (int x = 0; x < h->object_count; x++)
        ww |= t != u && in(h->writers[x], t) && in(h->writers[x], u);
    v->r.ww[i] = ww ? v->co[t][u] : q->no;
    v->r.rw[i] = q->no;
    for (int k = 0; k < f->read_count; k++) {
        const ip_fact_read *read = &f->reads[k];
        if (read->reader == t && t != u && u != read->from && in(h->writers[read->object], u) && read->is_dependency)
            v->r.rw[i] = either(q, v->r.rw[i], v->co[read->from][u]);
    }
}

/* See history_facts.h. */
static void add_read(const visibility *v, const ip_fact_read *read)
{
    const question *q = v->q;
    int u = read->reader, w = read->from;
    if (w != 0 && read->is_seen)
        must(q, sees_at(v, w, read->place));
    if (w != 0 && !read->of_snapshot && in(v->facts->own_snapshots, u))
        for (int p = read->place + 1; p < v->facts->first_place[u + 1]; p++)
            must(q, sees_at(v, w, p));
    for (int other = 1; other < q->h->count; other++) {
        if (other == u || other == w || !in(q->h->writers[read->object], other))
            continue;
        must(q, Z3_mk_implies(q->z3, sees_at(v, other, read->place), v->co[other][w]));
        if (in(read->outside, other))
            must(q, either(q, v->co[other][w], v->co[u][other]));
    }
}

/* With the history's objects. */
static Z3_ast whole_axioms(const visibility *v, const ip_level *level, Z3_ast *at)
{
    const ip_history *h = v->q->h;
    Z3_ast *writes = IP_NEW_ARRAY(v->q->arena, Z3_ast, v->n * h->object_count);
    for (int i = 0; i < v->n * h->object_count; i++)
        writes[i] = known(v->q, in(h->writers[i % h->object_count], i / h->object_count + 1));
    ip_structure *s = ip_level_structure_of_relations(v->q->arena, &v->r, h->object_count, writes);
    s->relations[IP_ORDER_AT_LEVEL] = at;
    return ip_level_structure_instantiate(level, s);
}

static void assert_visibility(const question *q, Z3_ast *const *co)
{
    int n = q->h->count - 1;
    ip_facts_reader *reader = ip_history_facts_reader_new(q->arena, q->levels, q->level_count, true);
    visibility v = {.q = q, .facts = ip_history_facts_read(reader, q->h), .co = co, .n = n, .steps = 1};
    for (int u = 1; u <= n; u++)
        if (v.facts->first_place[u + 1] - v.facts->first_place[u] > v.steps)
            v.steps = v.facts->first_place[u + 1] - v.facts->first_place[u];
    v.r = (ip_relations){.z3 = q->z3, .count = n, .steps = v.steps};
    Z3_ast **fields[] = {&v.r.vis, &v.r.ar, &v.r.so, &v.r.wr, &v.r.ww, &v.r.rw, &v.r.conflict, &v.r.changes};
    for (size_t f = 0; f < sizeof fields / sizeof *fields; f++)
        *fields[f] = IP_NEW_ARRAY(q->arena, Z3_ast, n * n);
    v.r.sees = IP_NEW_ARRAY(q->arena, Z3_ast, n * n * v.steps);
    v.r.locks = IP_NEW_ARRAY(q->arena, Z3_ast, n * n * v.steps);
    v.r.single_snapshot = IP_NEW_ARRAY(q->arena, Z3_ast, n);
    for (int u = 1; u <= n; u++)
        v.r.single_snapshot[u - 1] = known(q, !in(v.facts->own_snapshots, u));
    for (int i = 0; i < n * n; i++)
        add_pair(&v, i / n + 1, i % n + 1);
    for (int k = 0; k < v.facts->read_count; k++)
        add_read(&v, &v.facts->reads[k]);
    for (int l = 0; l < q->level_count; l++)
        must(q, ip_level_whole_only(q->levels[l], NULL)
                    ? whole_axioms(&v, q->levels[l], at_level(q, l, 1))
                    : ip_level_instantiate(q->levels[l], &v.r, at_level(q, l, 1), 0));
}

/* ---------------------------------------------------------------- answer -- */

static Z3_ast **new_order(const question *q)
{
    int n = q->h->count;
    Z3_ast **co = IP_NEW_ARRAY(q->arena, Z3_ast *, n);
    for (int t = 0; t < n; t++) {
        co[t] = IP_NEW_ARRAY(q->arena, Z3_ast, n);
        for (int u = 0; u < n; u++)
            co[t][u] = t == u || u == 0 ? q->no : t == 0 ? q->yes : unknown(q, "co", t, u);
    }
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            if (a != b)
                must(q, Z3_mk_xor(q->z3, co[a][b], co[b][a]));
            if (is_session(q, a, b) || is_read_from(q, -1, a, b) || (q->h->before && in(q->h->before[b], a)))
                must(q, co[a][b]);
            for (int c = 0; c < n; c++) {
                Z3_ast both[] = {co[a][b], co[b][c]};
                must(q, Z3_mk_implies(q->z3, Z3_mk_and(q->z3, 2, both), co[a][c]));
            }
        }
    return co;
}

static void read_order(const question *q, Z3_ast *const *co, int *order)
{
    Z3_model model = Z3_solver_get_model(q->z3, q->solver);
    Z3_model_inc_ref(q->z3, model);
    for (int t = 0; t < q->h->count; t++) {
        int before = 0;
        for (int u = 0; u < q->h->count; u++) {
            Z3_ast value;
            before += u != t && Z3_model_eval(q->z3, model, co[u][t], true, &value) &&
                      Z3_get_bool_value(q->z3, value) == Z3_L_TRUE;
        }
        order[before] = t;
    }
    Z3_model_dec_ref(q->z3, model);
}

bool ip_history_solver_consistent(const ip_level *const *levels, int count, const ip_history *history,
                                  int order[IP_MAX_TRANSACTIONS])
{
    question q = {.arena = ip_arena_new(), .h = history, .levels = levels, .level_count = count};
    Z3_config config = Z3_mk_config();
    q.z3 = ip_level_solver_context(config);
    Z3_del_config(config);
    q.solver = Z3_mk_simple_solver(q.z3);
    Z3_solver_inc_ref(q.z3, q.solver);
    q.yes = Z3_mk_true(q.z3);
    q.no = Z3_mk_false(q.z3);
    Z3_ast **co = new_order(&q);
    if (count > 0 && ip_level_vocabulary(levels[0]) == IP_COMMIT_ORDER)
        assert_orders(&q, co);
    else
        assert_visibility(&q, co);
    bool consistent = Z3_solver_check(q.z3, q.solver) == Z3_L_TRUE;
    if (consistent)
        read_order(&q, co, order);
    Z3_solver_dec_ref(q.z3, q.solver);
    Z3_del_context(q.z3);
    ip_arena_free(q.arena);
    return consistent;
}
