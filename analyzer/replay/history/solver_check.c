#include "solver_check.h"

#include "level_structure.h"

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
            *ip_structure_term(s, IP_ORDER_WRITES, t, x, 0) = known(q, in(q->h->writers[x], t));
            for (int u = 0; u < n; u++)
                *ip_structure_term(s, IP_ORDER_WR_OBJECT, x, t, u) = known(q, is_read_from(q, x, t, u));
            for (int p = 0; p < steps->count; p++)
                *ip_structure_term(s, IP_ORDER_WR_STEP, x, t, p) = known(q, reads(q, &steps->items[p], x, t));
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
            *ip_structure_term(s, IP_ORDER_CO, t, u, 0) = co[t][u];
            *ip_structure_term(s, IP_ORDER_SO, t, u, 0) = known(q, is_session(q, t, u));
            *ip_structure_term(s, IP_ORDER_WR, t, u, 0) = known(q, is_read_from(q, -1, t, u));
            *ip_structure_term(s, IP_ORDER_HB, t, u, 0) = known(q, hb[t * n + u]);
            *ip_structure_term(s, IP_ORDER_CONFLICT, t, u, 0) = known(q, is_conflict(q, t, u));
        }
}

static void assert_orders(const question *q, Z3_ast *const *co)
{
    statements steps = list_statements(q);
    int n = q->h->count;
    ip_structure *s = ip_structure_new(q->arena, q->z3, n, steps.count, q->h->object_count);
    fill_transactions(q, s, co);
    fill_objects(q, s, &steps);
    for (int p = 0; p < steps.count; p++) {
        for (int t = 0; t < n; t++)
            s->owner[p * n + t] = known(q, steps.items[p].transaction == t);
        for (int r = 0; r < steps.count; r++)
            *ip_structure_term(s, IP_ORDER_PO, p, r, 0) =
                known(q, p < r && steps.items[p].transaction == steps.items[r].transaction);
    }
    for (int l = 0; l < q->level_count; l++) {
        s->relations[IP_ORDER_AT_LEVEL] = at_level(q, l, 0);
        must(q, ip_structure_instantiate(q->levels[l], s));
    }
}

/* ------------------------------------------------------------ visibility -- */

/* Transactions but the initial one, which is visible to all. */
static void assert_visibility(const question *q, Z3_ast *const *co)
{
    const ip_history *h = q->h;
    int n = h->count - 1;
    ip_relations r = {.z3 = q->z3, .count = n};
    Z3_ast **fields[] = {&r.vis, &r.ar, &r.so, &r.wr, &r.ww, &r.rw, &r.conflict};
    for (size_t f = 0; f < sizeof fields / sizeof *fields; f++)
        *fields[f] = IP_NEW_ARRAY(q->arena, Z3_ast, n * n);
    for (int i = 0; i < n * n; i++) {
        int t = i / n + 1, u = i % n + 1;
        bool ww = false;
        r.ar[i] = co[t][u];
        r.vis[i] = t == u ? q->no : unknown(q, "vis", t, u);
        r.so[i] = known(q, is_session(q, t, u));
        r.wr[i] = known(q, is_read_from(q, -1, t, u));
        r.conflict[i] = known(q, is_conflict(q, t, u));
        for (int x = 0; x < h->object_count; x++)
            ww |= t != u && in(h->writers[x], t) && in(h->writers[x], u);
        r.ww[i] = ww ? co[t][u] : q->no;
        r.rw[i] = q->no;
        for (int k = 0; k < h->transactions[t].read_count; k++) {
            const ip_history_read *read = &h->transactions[t].reads[k];
            if (t != u && u != read->from && in(h->writers[read->object], u)) {
                Z3_ast either[] = {r.rw[i], co[read->from][u]};
                r.rw[i] = Z3_mk_or(q->z3, 2, either);
            }
        }
    }
    for (int l = 0; l < q->level_count; l++)
        must(q, ip_level_instantiate(q->levels[l], &r, at_level(q, l, 1), 0));
    must(q, ip_relations_axioms(&r, 0)); /* with them: a visible writer is no later than the version read */
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

bool ip_solver_consistent(const ip_level *const *levels, int count, const ip_history *history,
                          int order[IP_MAX_TRANSACTIONS])
{
    question q = {.arena = ip_arena_new(), .h = history, .levels = levels, .level_count = count};
    Z3_config config = Z3_mk_config();
    q.z3 = Z3_mk_context(config);
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
