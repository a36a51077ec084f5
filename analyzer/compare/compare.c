/* The search of compare.h. */
#include "compare/compare.h"

#include "compare/found_history.h"
#include "compare/level_terms.h"
#include "base/clock.h"
#include "history/consistency.h"
#include "level/instantiate.h"
#include "level/solver_errors.h"

#include <string.h>

enum { SMALL_SCOPE = 3 };

typedef struct search {
    ip_arena *arena; /* the result's */
    ip_arena *scratch;
    const ip_comparison *c;
    ip_diagnostics *diagnostics;
    Z3_context z3;
    Z3_solver solver;
    ip_unknown_history *h;
    ip_consistency **checkers; /* [forbid] */
    ip_consistency **allowing; /* [allow] */
    ip_least_snapshots *least; /* [forbid] */
    ip_compared *result;
    bool failed; /* no more questions */
} search;

/* ---------------------------------------------------------------------- solver -- */

static void open_solver(search *s, ip_history_scope scope)
{
    Z3_config config = Z3_mk_config();
    s->scratch = ip_arena_new();
    s->z3 = ip_level_solver_context(config);
    Z3_del_config(config);
    s->solver = Z3_mk_solver_for_logic(s->z3, Z3_mk_string_symbol(s->z3, "QF_FD"));
    Z3_solver_inc_ref(s->z3, s->solver);
    s->h = ip_compare_unknown_history_new(s->scratch, s->z3, s->solver, scope);
}

static void close_solver(search *s)
{
    Z3_solver_dec_ref(s->z3, s->solver);
    Z3_del_context(s->z3);
    ip_arena_free(s->scratch);
}

static void set_time(search *s)
{
    double left = s->c->deadline - ip_clock();
    if (s->c->deadline <= 0)
        return;
    Z3_params params = Z3_mk_params(s->z3);
    Z3_params_inc_ref(s->z3, params);
    Z3_params_set_uint(s->z3, params, Z3_mk_string_symbol(s->z3, "timeout"),
                       left <= 0 ? 1 : (unsigned)(left * 1000) + 1);
    Z3_solver_set_params(s->z3, s->solver, params);
    Z3_params_dec_ref(s->z3, params);
}

static Z3_lbool ask(search *s, int count, const Z3_ast *assumptions)
{
    double start = ip_clock();
    set_time(s);
    ip_level_solver_begins(s->z3);
    Z3_lbool answer = Z3_solver_check_assumptions(s->z3, s->solver, (unsigned)count, assumptions);
    ip_level_solver_ends();
    s->result->solver_seconds += ip_clock() - start;
    return answer;
}

/* ------------------------------------------------------------------------ loop -- */

/* The level forbids the history in this order, too; NULL: in the order of the transactions' numbers. */
static void learn(search *s, int level, const int *order)
{
    Z3_solver_assert(s->z3, s->solver,
                     ip_compare_violated_in_order(s->scratch, s->h, s->c->forbid[level], order, &s->least[level]));
}

/* Learns the orders in which levels that should forbid the candidate allow it; false: none. */
static bool refute(search *s, const ip_history *candidate)
{
    bool refuted = false;
    for (int l = 0; l < s->c->forbid_count; l++) {
        int found[IP_MAX_TRANSACTIONS];
        if (!ip_history_consistency_order(s->checkers[l], candidate, found))
            continue;
        int *order = IP_NEW_ARRAY(s->scratch, int, s->h->n);
        for (int i = 0; i < s->h->n; i++) /* transactions that the candidate does not use come last */
            order[i] = i < candidate->count ? found[i] : i;
        learn(s, l, order);
        refuted = true;
    }
    return refuted;
}

/* The formula and the checker share only the axioms, no code: the checker must confirm the formula's result. */
static bool is_confirmed(search *s, const ip_history *found)
{
    for (int l = 0; l < s->c->allow_count; l++)
        if (!ip_history_consistent(s->allowing[l], found)) {
            ip_diagnostics_add(s->diagnostics, IP_ERROR, (ip_range){0}, NULL,
                               "internal error: isoproof check does not allow a history at %s that the formula allows",
                               ip_level_name(s->c->allow[l]));
            return false;
        }
    return true;
}

/* NULL: none, or unknown (failed). */
static const ip_history *solve(search *s, int count, const Z3_ast *assumptions)
{
    while (!s->failed) {
        Z3_lbool answer = ask(s, count, assumptions);
        if (answer == Z3_L_FALSE)
            return NULL;
        if (answer == Z3_L_UNDEF) {
            s->failed = true;
            return NULL;
        }
        const ip_history *candidate = ip_compare_found_history(s->arena, s->solver, s->h);
        s->result->candidates++;
        if (!refute(s, candidate)) {
            s->failed = !is_confirmed(s, candidate);
            return s->failed ? NULL : candidate;
        }
    }
    return NULL;
}

static int operations_of(const ip_history *h)
{
    int count = 0;
    for (int t = 1; t < h->count; t++) {
        count += h->transactions[t].read_count;
        for (int x = 0; x < h->object_count; x++)
            count += h->writers[x] >> t & 1;
    }
    return count;
}

static int session_pairs_of(const ip_history *h)
{
    int count = 0;
    for (int t = 1; t < h->count; t++)
        for (int u = 1; u < h->count; u++)
            count += t != u && (h->transactions[t].sessions_before >> u & 1);
    return count;
}

typedef int measure(const ip_history *history);

/* The smallest history by that measure, the number of terms that hold; the bound also limits later measures. */
static const ip_history *fewest(search *s, const ip_history *found, measure *size, int count, const Z3_ast *terms,
                                Z3_ast *bounds, int *bound_count)
{
    for (const ip_history *smaller = found; smaller && size(found) > 0;) {
        Z3_ast fewer = Z3_mk_fresh_const(s->z3, "fewer", Z3_mk_bool_sort(s->z3));
        Z3_ast most = Z3_mk_atmost(s->z3, (unsigned)count, terms, (unsigned)size(found) - 1);
        Z3_solver_assert(s->z3, s->solver, Z3_mk_implies(s->z3, fewer, most));
        bounds[*bound_count] = fewer;
        smaller = solve(s, *bound_count + 1, bounds);
        found = smaller ? smaller : found;
    }
    Z3_ast kept = Z3_mk_fresh_const(s->z3, "kept", Z3_mk_bool_sort(s->z3));
    Z3_solver_assert(s->z3, s->solver,
                     Z3_mk_implies(s->z3, kept, Z3_mk_atmost(s->z3, (unsigned)count, terms, (unsigned)size(found))));
    bounds[(*bound_count)++] = kept;
    return found;
}

/* Fewest transactions first, then objects, then pairs in a session, then operations. */
static const ip_history *shrink(search *s, const ip_history *found)
{
    Z3_ast bounds[5];
    int count = 0;
    for (int k = 1; k < found->count - 1; k++) {
        bounds[0] = ip_level_terms_not(s->h->terms, s->h->active[k + 1]);
        const ip_history *smaller = solve(s, 1, bounds);
        if (smaller)
            found = smaller;
    }
    if (found->count < s->h->n)
        bounds[count++] = ip_level_terms_not(s->h->terms, s->h->active[found->count]);
    for (int x = 1; x < found->object_count; x++) {
        bounds[count] = ip_level_terms_not(s->h->terms, s->h->used[x]);
        const ip_history *smaller = solve(s, count + 1, bounds);
        if (smaller)
            found = smaller;
    }
    if (found->object_count < s->h->scope.objects)
        bounds[count++] = ip_level_terms_not(s->h->terms, s->h->used[found->object_count]);
    found = fewest(s, found, session_pairs_of, s->h->session_count, s->h->sessions, bounds, &count);
    found = fewest(s, found, operations_of, s->h->operation_count, s->h->operations, bounds, &count);
    return found;
}

static const ip_history *search_scope(search *s, ip_history_scope scope)
{
    const ip_history *found = NULL;
    open_solver(s, scope);
    for (int l = 0; l < s->c->forbid_count && !s->failed; l++) {
        set_time(s);
        s->least[l] = ip_compare_find_least_snapshots(s->scratch, s->solver, s->h, s->c->forbid[l],
                                                      ip_level_axioms_mention(&s->c->allow[0]->axioms, IP_ORDER_HB));
        s->failed = s->least[l].rounds == 0;
    }
    for (int l = 0; l < s->c->allow_count; l++)
        ip_compare_assert_allowed(s->scratch, s->solver, s->h, s->c->allow[l], l == 0, l);
    for (int l = 0; l < s->c->forbid_count && !s->failed; l++)
        learn(s, l, NULL);
    found = solve(s, 0, NULL);
    if (found && s->c->minimize)
        found = shrink(s, found);
    close_solver(s);
    return found;
}

/* ---------------------------------------------------------------------- result -- */

static bool is_usable(search *s, const ip_level *level, const char *why, const char *role)
{
    if (why)
        ip_diagnostics_add(s->diagnostics, IP_ERROR, (ip_range){0}, NULL, "level %s cannot be %s here: %s",
                           ip_level_name(level), role, why);
    return !why;
}

static bool prepare(search *s)
{
    bool good = true;
    s->allowing = IP_NEW_ARRAY(s->arena, ip_consistency *, s->c->allow_count);
    for (int l = 0; l < s->c->allow_count; l++) {
        good &= is_usable(s, s->c->allow[l], ip_compare_comparable_allowed(s->c->allow[l]), "allowed");
        s->allowing[l] = ip_history_consistency_new(&s->c->allow[l], 1, s->diagnostics);
        good &= s->allowing[l] != NULL;
    }
    s->checkers = IP_NEW_ARRAY(s->arena, ip_consistency *, s->c->forbid_count);
    s->least = IP_NEW_ARRAY(s->arena, ip_least_snapshots, s->c->forbid_count);
    for (int l = 0; l < s->c->forbid_count; l++) {
        good &= is_usable(s, s->c->forbid[l], ip_compare_comparable_forbidden(s->c->forbid[l]), "forbidden");
        s->checkers[l] = ip_history_consistency_new(&s->c->forbid[l], 1, s->diagnostics);
        good &= s->checkers[l] != NULL;
    }
    return good;
}

static void name_all(ip_arena *arena, ip_compared *result)
{
    static const char *const letters[] = {"x", "y", "z"};
    const char **names = IP_NEW_ARRAY(arena, const char *, result->history->count);
    const char **objects = IP_NEW_ARRAY(arena, const char *, result->history->object_count);
    for (int t = 0; t < result->history->count; t++)
        names[t] = t == 0 ? "initial" : ip_arena_printf(arena, "T%d", t);
    for (int x = 0; x < result->history->object_count; x++)
        objects[x] = result->history->object_count <= 3 ? letters[x] : ip_arena_printf(arena, "x%d", x + 1);
    result->names = names;
    result->objects = objects;
}

static bool speaks_of_read_order(const ip_comparison *c)
{
    bool speaks = false;
    for (int l = 0; l < c->allow_count; l++)
        speaks |= ip_level_axioms_mention(&c->allow[l]->axioms, IP_ORDER_PO);
    for (int l = 0; l < c->forbid_count; l++)
        speaks |= ip_level_axioms_mention(&c->forbid[l]->axioms, IP_ORDER_PO);
    return speaks;
}

ip_compared ip_compare(ip_arena *arena, const ip_comparison *comparison, ip_diagnostics *diagnostics)
{
    ip_compared result = {.end = IP_COMPARE_NONE};
    search s = {.arena = arena, .c = comparison, .diagnostics = diagnostics, .result = &result};
    double start = ip_clock();
    bool usable = prepare(&s);
    ip_history_scope scope = comparison->scope;
    scope.read_order = speaks_of_read_order(comparison);
    for (int step = 0; usable && step < 2 && !result.history && !s.failed; step++) {
        /* Most levels differ on few transactions, and a small scope is searched at once. */
        if (step == 0 && comparison->scope.transactions <= SMALL_SCOPE)
            continue;
        scope.transactions = step == 0 ? SMALL_SCOPE : comparison->scope.transactions;
        result.history = search_scope(&s, scope);
    }
    for (int l = 0; l < comparison->allow_count; l++)
        ip_history_consistency_free(s.allowing[l]);
    for (int l = 0; l < comparison->forbid_count; l++)
        ip_history_consistency_free(s.checkers[l]);
    result.end = !usable          ? IP_COMPARE_REFUSED
                 : s.failed       ? IP_COMPARE_UNKNOWN
                 : result.history ? IP_COMPARE_FOUND
                                  : IP_COMPARE_NONE;
    if (result.history)
        name_all(arena, &result);
    result.seconds = ip_clock() - start;
    return result;
}
