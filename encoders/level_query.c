#include "level_query.h"

#include "level_order_query.h"
#include "level_relations.h"

enum { MOST_INSTANCES = 4 };

/* A solver over the executions of count instances. */
typedef struct world {
    ip_arena *arena;
    Z3_context z3;
    Z3_solver solver;
    ip_relations *relations;
} world;

static void ignore_error(Z3_context z3, Z3_error_code code)
{
    (void)z3, (void)code; /* a failed check answers Z3_L_UNDEF, which no caller takes for a proof */
}

static world world_open(int count)
{
    world w = {.arena = ip_arena_new()};
    Z3_config config = Z3_mk_config();
    w.z3 = Z3_mk_context(config);
    Z3_del_config(config);
    Z3_set_error_handler(w.z3, ignore_error);
    w.solver = Z3_mk_simple_solver(w.z3);
    Z3_solver_inc_ref(w.z3, w.solver);
    w.relations = ip_relations_new(w.arena, w.z3, count);
    Z3_solver_assert(w.z3, w.solver, ip_relations_axioms(w.relations, 0));
    return w;
}

static void world_close(world *w)
{
    Z3_solver_dec_ref(w->z3, w->solver);
    Z3_del_context(w->z3);
    ip_arena_free(w->arena);
}

static void must(world *w, Z3_ast term)
{
    Z3_solver_assert(w->z3, w->solver, term);
}

static Z3_ast bool_const(world *w, const char *name, int i, int j)
{
    const char *text = ip_arena_printf(w->arena, "%s_%d_%d", name, i, j);
    return Z3_mk_const(w->z3, Z3_mk_string_symbol(w->z3, text), Z3_mk_bool_sort(w->z3));
}

static Z3_ast *at_level_consts(world *w)
{
    Z3_ast *at = IP_NEW_ARRAY(w->arena, Z3_ast, w->relations->count);
    for (int i = 0; i < w->relations->count; i++)
        at[i] = bool_const(w, "at-level", i, i);
    return at;
}

static void commit_in_order(world *w)
{
    for (int t = 0; t < w->relations->count; t++)
        for (int u = t + 1; u < w->relations->count; u++)
            must(w, w->relations->ar[t * w->relations->count + u]);
}

static void be_serial(world *w)
{
    int n = w->relations->count;
    for (int i = 0; i < n * n; i++)
        if (i / n != i % n)
            must(w, Z3_mk_iff(w->z3, w->relations->vis[i], w->relations->ar[i]));
}

static int widest_axiom(const ip_level *level)
{
    int widest = 1;
    for (int i = 0; i < level->axioms.count; i++)
        if (level->axioms.items[i].variable_count > widest)
            widest = level->axioms.items[i].variable_count;
    return widest;
}

/* "T1 commits before T2, conflict(T1,T2), …": what the solver made true beside ar and vis. */
static const char *describe(world *w, ip_arena *arena, Z3_model model, const Z3_ast *at_level)
{
    int n = w->relations->count;
    const char *text = "T1";
    for (int i = 1; i < n; i++)
        text = ip_arena_printf(arena, "%s, T%d", text, i + 1);
    if (n > 1)
        text = ip_arena_printf(arena, "%s one after the other", text);
    for (int s = 0; s < IP_SYMBOL_COUNT; s++) {
        ip_level_symbol symbol = (ip_level_symbol)s;
        const Z3_ast *terms = symbol == IP_SYMBOL_AT_LEVEL ? at_level : ip_level_symbol_terms(w->relations, symbol);
        bool binary = ip_level_symbol_arity(symbol) == 2;
        if (symbol == IP_SYMBOL_VIS || symbol == IP_SYMBOL_AR || !terms)
            continue;
        for (int i = 0; i < (binary ? n * n : n); i++) {
            Z3_ast value = NULL;
            if (!Z3_model_eval(w->z3, model, terms[i], false, &value) || Z3_get_bool_value(w->z3, value) != Z3_L_TRUE)
                continue;
            if (binary)
                text = ip_arena_printf(arena, "%s, (%s T%d T%d)", text, ip_level_symbol_name(symbol), i / n + 1,
                                       i % n + 1);
            else
                text = ip_arena_printf(arena, "%s, (%s T%d)", text, ip_level_symbol_name(symbol), i + 1);
        }
    }
    return text;
}

static ip_range assertion_range(const ip_level *level, int assertion)
{
    return level->file->assertions.items[assertion]->range;
}

/* Does every serial execution satisfy the level, whoever runs at it and whatever depends on what? Then the
 * level is consistent too, in any mixture. Axioms are universal, so as many instances as an axiom has
 * variables decide it for any number. A remark for each assertion that fails. */
static bool allows_serial(ip_arena *arena, const ip_level *level, ip_diagnostics *diagnostics)
{
    int widest = widest_axiom(level);
    bool *failed = IP_NEW_ARRAY(arena, bool, level->file->assertions.count);
    bool all_allowed = true;
    for (int n = 1; n <= widest; n++) {
        world w = world_open(n);
        const Z3_ast *at = at_level_consts(&w);
        commit_in_order(&w);
        be_serial(&w);
        for (int a = 0; a < level->file->assertions.count; a++) {
            if (failed[a])
                continue;
            Z3_solver_push(w.z3, w.solver);
            must(&w, Z3_mk_not(w.z3, ip_level_instantiate_assertion(level, a, w.relations, at, 0)));
            Z3_lbool answer = Z3_solver_check(w.z3, w.solver);
            if (answer == Z3_L_TRUE) {
                Z3_model model = Z3_solver_get_model(w.z3, w.solver);
                Z3_model_inc_ref(w.z3, model);
                ip_report(diagnostics, IP_REMARK, assertion_range(level, a), NULL,
                          "this axiom forbids a serial execution: %s", describe(&w, arena, model, at));
                Z3_model_dec_ref(w.z3, model);
            }
            failed[a] = answer != Z3_L_FALSE;
            all_allowed &= !failed[a];
            Z3_solver_pop(w.z3, w.solver, 1);
        }
        world_close(&w);
    }
    return all_allowed;
}

/* The lines of a minimal set of assertions that no execution satisfies: drop each in turn while the rest
 * stays unsatisfiable. at: who runs at the level, decided by the caller's assertions on the solver. */
static void report_inconsistent(world *w, ip_arena *arena, const ip_level *level, const Z3_ast *at, const char *beside,
                                ip_diagnostics *diagnostics)
{
    int count = level->file->assertions.count, n = w->relations->count;
    bool *kept = IP_NEW_ARRAY(arena, bool, count);
    Z3_ast *terms = IP_NEW_ARRAY(w->arena, Z3_ast, count);
    for (int a = 0; a < count; a++) {
        kept[a] = true;
        terms[a] = ip_level_instantiate_assertion(level, a, w->relations, at, 0);
    }
    for (int dropped = 0; dropped < count; dropped++) {
        Z3_solver_push(w->z3, w->solver);
        for (int a = 0; a < count; a++)
            if (kept[a] && a != dropped)
                must(w, terms[a]);
        kept[dropped] = Z3_solver_check(w->z3, w->solver) != Z3_L_FALSE;
        Z3_solver_pop(w->z3, w->solver, 1);
    }
    const char *lines = "";
    int first = -1, members = 0;
    for (int a = 0; a < count; a++) {
        if (!kept[a])
            continue;
        if (first < 0)
            first = a;
        lines = ip_arena_printf(arena, "%s%s%d", lines, members++ ? ", " : "",
                                ip_range_position(assertion_range(level, a)).line);
    }
    ip_range where = first < 0 ? (ip_range){level->file->source, 0, 0} : assertion_range(level, first);
    ip_report(diagnostics, IP_ERROR, where, NULL,
              "no execution of %d transaction%s%s satisfies %s: an inconsistent level would prove everything "
              "(assertion%s at line%s %s)",
              n, n == 1 ? "" : "s", beside, members == 1 ? "this axiom" : "these axioms together",
              members == 1 ? "" : "s", members == 1 ? "" : "s", lines);
}

/* One number of instances, with those below at_level_count at the level. */
static bool consistent_for(ip_arena *arena, const ip_level *level, int n, int at_level_count,
                           ip_diagnostics *diagnostics)
{
    world w = world_open(n);
    Z3_ast *at = IP_NEW_ARRAY(w.arena, Z3_ast, n);
    for (int i = 0; i < n; i++)
        at[i] = i < at_level_count ? Z3_mk_true(w.z3) : Z3_mk_false(w.z3);
    Z3_solver_push(w.z3, w.solver);
    must(&w, ip_level_instantiate(level, w.relations, at, 0));
    bool good = Z3_solver_check(w.z3, w.solver) == Z3_L_TRUE;
    Z3_solver_pop(w.z3, w.solver, 1);
    if (!good) {
        const char *beside =
            at_level_count == n ? "" : ip_arena_printf(arena, ", %d of them at the level,", at_level_count);
        report_inconsistent(&w, arena, level, at, beside, diagnostics);
    }
    world_close(&w);
    return good;
}

bool ip_level_check_consistency(ip_arena *arena, const ip_level *level, ip_diagnostics *diagnostics)
{
    ip_diagnostics remarks = {.arena = arena};
    if (level->axioms.count == 0 || allows_serial(arena, level, &remarks))
        return true;
    for (int n = 1; n <= MOST_INSTANCES; n++)
        for (int at_level_count = n; at_level_count >= 0; at_level_count--)
            if (!consistent_for(arena, level, n, at_level_count, diagnostics))
                return false;
    for (int i = 0; i < remarks.list.count; i++)
        ip_report(diagnostics, IP_REMARK, remarks.list.items[i].range, NULL, "%s", remarks.list.items[i].message);
    return true;
}

bool ip_level_implies(const ip_level *a, const ip_level *b)
{
    if (ip_level_vocabulary(a) != ip_level_vocabulary(b))
        return false;
    if (ip_level_vocabulary(a) == IP_COMMIT_ORDER)
        return ip_order_implies(a, b);
    bool implied = true;
    for (int n = 1; implied && n <= widest_axiom(b); n++) {
        world w = world_open(n);
        must(&w, ip_level_instantiate(a, w.relations, NULL, 0));
        must(&w, Z3_mk_not(w.z3, ip_level_instantiate(b, w.relations, NULL, 0)));
        implied = Z3_solver_check(w.z3, w.solver) == Z3_L_FALSE;
        world_close(&w);
    }
    return implied;
}

/* Executions in which each instance runs at one of the levels, whichever. */
static world mixed_world(const ip_level *const *levels, int count, int n)
{
    world w = world_open(n);
    Z3_ast **at = IP_NEW_ARRAY(w.arena, Z3_ast *, count), *one = IP_NEW_ARRAY(w.arena, Z3_ast, count);
    for (int l = 0; l < count; l++) {
        at[l] = IP_NEW_ARRAY(w.arena, Z3_ast, n);
        for (int i = 0; i < n; i++)
            at[l][i] = bool_const(&w, "runs", l, i);
    }
    for (int i = 0; i < n; i++) {
        for (int l = 0; l < count; l++)
            one[l] = at[l][i];
        must(&w, Z3_mk_or(w.z3, (unsigned)count, one));
        for (int l = 0; l < count; l++)
            for (int m = l + 1; m < count; m++) {
                Z3_ast both[] = {at[l][i], at[m][i]};
                must(&w, Z3_mk_not(w.z3, Z3_mk_and(w.z3, 2, both)));
            }
    }
    for (int l = 0; l < count; l++)
        must(&w, ip_level_instantiate(levels[l], w.relations, at[l], 0));
    return w;
}

static bool impossible(world *w)
{
    bool answer = Z3_solver_check(w->z3, w->solver) == Z3_L_FALSE;
    world_close(w);
    return answer;
}

bool ip_levels_have_older_versions(const ip_level *const *levels, int count)
{
    enum { N = 3, W = 0, W2 = 1, R = 2 }; /* writer, later writer, reader */
    world w = mixed_world(levels, count, N);
    must(&w, w.relations->conflict[W * N + W2]);
    must(&w, w.relations->ar[W * N + W2]);
    must(&w, w.relations->vis[W2 * N + R]);
    must(&w, Z3_mk_not(w.z3, w.relations->vis[W * N + R]));
    return impossible(&w);
}

bool ip_levels_conflict_visible(const ip_level *const *levels, int count)
{
    enum { N = 2, T = 0, U = 1 };
    world w = mixed_world(levels, count, N);
    must(&w, w.relations->conflict[T * N + U]);
    must(&w, w.relations->ar[T * N + U]);
    must(&w, Z3_mk_not(w.z3, w.relations->vis[T * N + U]));
    return impossible(&w);
}

bool ip_level_has_older_versions(const ip_level *level)
{
    return ip_levels_have_older_versions(&level, 1);
}

bool ip_level_conflict_visible(const ip_level *level)
{
    return ip_levels_conflict_visible(&level, 1);
}
