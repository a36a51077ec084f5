/* Questions about levels alone, answered by the solver on a few transactions. */
#include "level/query.h"

#include "level/order_query.h"
#include "level/relations.h"
#include "level/world.h"

#include <string.h>

enum { MOST_INSTANCES = 4 };

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int widest_axiom(const ip_level *level)
{
    int widest = 1;
    for (int i = 0; i < level->axioms.count; i++)
        widest = larger(widest, level->axioms.items[i].variable_count);
    return widest;
}

/* The most statements of one instance that an axiom mentions at once; 0: the level does not mention statements. */
static int most_statements(const ip_level *level)
{
    int most = level->file->statement_snapshots;
    for (int i = 0; i < level->axioms.count; i++) {
        const ip_axiom *axiom = &level->axioms.items[i];
        int steps = 0;
        for (int v = 0; v < axiom->variable_count; v++)
            steps += axiom->sorts[v] == IP_SORT_STEP;
        most = larger(most, steps);
    }
    return most;
}

static Z3_ast *at_level_consts(ip_level_world *w)
{
    Z3_ast *at = IP_NEW_ARRAY(w->arena, Z3_ast, w->relations->count);
    for (int i = 0; i < w->relations->count; i++)
        at[i] = ip_level_world_bool(w, "at-level", i, i);
    return at;
}

static ip_range assertion_range(const ip_level *level, int assertion)
{
    return level->file->assertions.items[assertion]->range;
}

/* Whether every serial execution satisfies the level, for any set of instances at the level and any dependencies. Then
 * the level is also consistent, in any mixture. Axioms are universal, so as many instances as an axiom has variables
 * decide it for any number. Adds a remark for each assertion that fails. */
static bool allows_serial(ip_arena *arena, const ip_level *level, ip_diagnostics *diagnostics)
{
    int widest = widest_axiom(level);
    bool *failed = IP_NEW_ARRAY(arena, bool, level->file->assertions.count);
    bool all_allowed = true;
    for (int n = 1; n <= widest; n++) {
        ip_level_world w = ip_level_world_open(n, most_statements(level));
        const Z3_ast *at = at_level_consts(&w);
        ip_level_world_snapshots(&w, level, at);
        ip_level_world_serial(&w);
        for (int a = 0; a < level->file->assertions.count; a++) {
            if (failed[a])
                continue;
            Z3_solver_push(w.z3, w.solver);
            ip_level_world_must(&w, Z3_mk_not(w.z3, ip_level_instantiate_assertion(level, a, w.relations, at, 0)));
            Z3_lbool answer = ip_level_world_check(&w);
            if (answer == Z3_L_TRUE)
                ip_diagnostics_add(diagnostics, IP_REMARK, assertion_range(level, a), NULL,
                                   "this axiom forbids a serial execution: %s", ip_level_world_describe(&w, arena, at));
            failed[a] = answer != Z3_L_FALSE;
            all_allowed &= !failed[a];
            Z3_solver_pop(w.z3, w.solver, 1);
        }
        ip_level_world_close(&w);
    }
    return all_allowed;
}

/* The lines of a minimal set of assertions that no execution satisfies: drop each in turn while the rest stays
 * unsatisfiable. at: the instances at the level, decided by the caller's assertions on the solver. */
static void report_inconsistent(ip_level_world *w, ip_arena *arena, const ip_level *level, const Z3_ast *at,
                                const char *beside, ip_diagnostics *diagnostics)
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
                ip_level_world_must(w, terms[a]);
        kept[dropped] = ip_level_world_check(w) != Z3_L_FALSE;
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
    ip_diagnostics_add(diagnostics, IP_ERROR, where, NULL,
                       "no execution of %d transaction%s%s satisfies %s: an inconsistent level would prove everything "
                       "(assertion%s at line%s %s)",
                       n, n == 1 ? "" : "s", beside, members == 1 ? "this axiom" : "these axioms together",
                       members == 1 ? "" : "s", members == 1 ? "" : "s", lines);
}

/* For one number of instances, with steps statements each; the instances below at_level_count run at the level. */
static bool consistent_for(ip_arena *arena, const ip_level *level, int n, int at_level_count, int steps,
                           ip_diagnostics *diagnostics)
{
    ip_level_world w = ip_level_world_open(n, steps);
    Z3_ast *at = IP_NEW_ARRAY(w.arena, Z3_ast, n);
    for (int i = 0; i < n; i++)
        at[i] = i < at_level_count ? Z3_mk_true(w.z3) : Z3_mk_false(w.z3);
    ip_level_world_snapshots(&w, level, at);
    ip_level_world_statements(&w, steps);
    Z3_solver_push(w.z3, w.solver);
    ip_level_world_must(&w, ip_level_instantiate(level, w.relations, at, 0));
    bool good = ip_level_world_check(&w) == Z3_L_TRUE;
    Z3_solver_pop(w.z3, w.solver, 1);
    if (!good) {
        const char *of = steps < 2 ? "" : ip_arena_printf(arena, " of %d statements", steps);
        const char *beside =
            at_level_count == n ? of : ip_arena_printf(arena, "%s, %d of them at the level,", of, at_level_count);
        report_inconsistent(&w, arena, level, at, beside, diagnostics);
    }
    ip_level_world_close(&w);
    return good;
}

bool ip_level_check_consistency(ip_arena *arena, const ip_level *level, ip_diagnostics *diagnostics)
{
    ip_diagnostics remarks = {.arena = arena};
    if (level->axioms.count == 0 || allows_serial(arena, level, &remarks))
        return true;
    int most = most_statements(level);
    for (int n = 1; n <= MOST_INSTANCES; n++)
        for (int at_level_count = n; at_level_count >= 0; at_level_count--)
            for (int steps = most > 0; steps <= most; steps++)
                if (!consistent_for(arena, level, n, at_level_count, steps, diagnostics))
                    return false;
    for (int i = 0; i < remarks.list.count; i++)
        ip_diagnostics_add(diagnostics, IP_REMARK, remarks.list.items[i].range, NULL, "%s",
                           remarks.list.items[i].message);
    return true;
}

/* b's axioms, and that its executions have its kind of snapshots. */
static Z3_ast belongs(ip_level_world *w, const ip_level *b)
{
    ip_relations with = *w->relations;
    Z3_ast kind = b->file->statement_snapshots ? Z3_mk_false(w->z3) : Z3_mk_true(w->z3);
    with.single_snapshot = IP_NEW_ARRAY(w->arena, Z3_ast, with.count);
    for (int u = 0; u < with.count; u++)
        with.single_snapshot[u] = kind;
    Z3_ast both[] = {ip_level_instantiate(b, w->relations, NULL, 0), ip_level_relations_axioms(&with, 0)};
    return Z3_mk_and(w->z3, 2, both);
}

bool ip_level_implies(const ip_level *a, const ip_level *b)
{
    if (ip_level_vocabulary(a) != ip_level_vocabulary(b))
        return false;
    if (ip_level_vocabulary(a) == IP_COMMIT_ORDER)
        return ip_level_order_implies(a, b);
    if (a->whole.text || b->whole.text)
        return false;
    if (*a->file->engine && strcmp(a->file->engine, b->file->engine) != 0)
        return false;
    bool implied = true;
    int widest = larger(widest_axiom(b), a->file->statement_snapshots ? 2 : 1);
    for (int n = 1; implied && n <= widest; n++) {
        /* The statements that the axiom names, and, for each transaction that is not visible, one statement that does
         * not see it. */
        int steps = a->file->statement_snapshots ? most_statements(b) + n - 1 : most_statements(b);
        steps = larger(steps, most_statements(a) > 0);
        ip_level_world w = ip_level_world_open(n, steps);
        ip_level_world_snapshots(&w, a, NULL);
        ip_level_world_must(&w, ip_level_instantiate(a, w.relations, NULL, 0));
        ip_level_world_must(&w, Z3_mk_not(w.z3, belongs(&w, b)));
        implied = ip_level_world_check(&w) == Z3_L_FALSE;
        ip_level_world_close(&w);
    }
    return implied;
}

/* Executions in which each instance runs at any one of the levels. One statement for each instance is enough, since the
 * question is about single statements. */
static ip_level_world mixed_world(const ip_level *const *levels, int count, int n)
{
    int steps = 0;
    for (int l = 0; l < count; l++)
        steps = larger(steps, most_statements(levels[l]) > 0);
    ip_level_world w = ip_level_world_open(n, steps);
    Z3_ast **at = IP_NEW_ARRAY(w.arena, Z3_ast *, count), *one = IP_NEW_ARRAY(w.arena, Z3_ast, count);
    for (int l = 0; l < count; l++) {
        at[l] = IP_NEW_ARRAY(w.arena, Z3_ast, n);
        for (int i = 0; i < n; i++)
            at[l][i] = ip_level_world_bool(&w, "runs", l, i);
        ip_level_world_snapshots(&w, levels[l], at[l]);
    }
    for (int i = 0; i < n; i++) {
        for (int l = 0; l < count; l++)
            one[l] = at[l][i];
        ip_level_world_must(&w, Z3_mk_or(w.z3, (unsigned)count, one));
        for (int l = 0; l < count; l++)
            for (int m = l + 1; m < count; m++) {
                Z3_ast both[] = {at[l][i], at[m][i]};
                ip_level_world_must(&w, Z3_mk_not(w.z3, Z3_mk_and(w.z3, 2, both)));
            }
    }
    for (int l = 0; l < count; l++)
        ip_level_world_must(&w, ip_level_instantiate(levels[l], w.relations, at[l], 0));
    return w;
}

static bool impossible(ip_level_world *w)
{
    bool answer = ip_level_world_check(w) == Z3_L_FALSE;
    ip_level_world_close(w);
    return answer;
}

/* Each of the levels once. */
static const ip_level **each_once(ip_arena *arena, const ip_level *const *levels, int *count)
{
    const ip_level **distinct = IP_NEW_ARRAY(arena, const ip_level *, *count + 1);
    int kept = 0;
    for (int l = 0; l < *count; l++) {
        int at = 0;
        while (at < kept && distinct[at] != levels[l])
            at++;
        distinct[at] = levels[l];
        kept += at == kept;
    }
    *count = kept;
    return distinct;
}

static bool have_older_versions(const ip_level *const *levels, int count)
{
    enum { N = 3, W = 0, W2 = 1, R = 2 }; /* writer, later writer, reader; of its one statement sees is vis */
    ip_level_world w = mixed_world(levels, count, N);
    ip_level_world_must(&w, w.relations->conflict[W * N + W2]);
    ip_level_world_must(&w, w.relations->ar[W * N + W2]);
    ip_level_world_must(&w, w.relations->vis[W2 * N + R]);
    ip_level_world_must(&w, Z3_mk_not(w.z3, w.relations->vis[W * N + R]));
    return impossible(&w);
}

static bool conflict_visible(const ip_level *const *levels, int count)
{
    enum { N = 2, T = 0, U = 1 };
    ip_level_world w = mixed_world(levels, count, N);
    ip_level_world_must(&w, w.relations->conflict[T * N + U]);
    ip_level_world_must(&w, w.relations->changes[T * N + U]);
    ip_level_world_must(&w, w.relations->ar[T * N + U]);
    ip_level_world_must(&w, Z3_mk_not(w.z3, w.relations->vis[T * N + U]));
    return impossible(&w);
}

typedef bool level_question(const ip_level *const *levels, int count);

static bool is_set(const ip_level *const *kept, const ip_level *const *levels, int count)
{
    for (int l = 0; l < count; l++) {
        int at = 0;
        while (at < count && kept[at] != levels[l])
            at++;
        if (at == count)
            return false;
    }
    return true;
}

/* The answer depends on the set of levels, not on the number of programs at each. */
static bool ask(level_question *question, const ip_level *const *levels, int count, ip_set_answers *kept)
{
    if (!count)
        return true; /* no instance runs at any of them */
    ip_arena *arena = ip_arena_new();
    const ip_level **distinct = each_once(arena, levels, &count);
    int at = 0;
    while (at < kept->count && (kept->items[at].count != count || !is_set(kept->items[at].levels, distinct, count)))
        at++;
    bool answer = at < kept->count ? kept->items[at].answer : question(distinct, count);
    if (at == kept->count && at < IP_SETS_KEPT && count <= IP_LEVELS_OF_SET) {
        memcpy(kept->items[at].levels, distinct, sizeof *distinct * (size_t)count);
        kept->items[at].count = count;
        kept->items[at].answer = answer;
        kept->count++;
    }
    ip_arena_free(arena);
    return answer;
}

bool ip_level_levels_have_older_versions(const ip_level *const *levels, int count)
{
    return ask(have_older_versions, levels, count, count ? levels[0]->older_versions : NULL);
}

bool ip_level_levels_conflict_visible(const ip_level *const *levels, int count)
{
    return ask(conflict_visible, levels, count, count ? levels[0]->conflict_visible : NULL);
}

bool ip_level_has_older_versions(const ip_level *level)
{
    return ip_level_levels_have_older_versions(&level, 1);
}

bool ip_level_conflict_visible(const ip_level *level)
{
    return ip_level_levels_conflict_visible(&level, 1);
}

/* Prefix, and no conflict of concurrent writers, of all instances of the world. */
static Z3_ast prefix_and_no_conflict(ip_level_world *w)
{
    const ip_relations *r = w->relations;
    int n = r->count;
    IP_VEC(Z3_ast) all = {0};
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (i == j)
                continue;
            Z3_ast writers[] = {r->conflict[i * n + j], r->ar[i * n + j]};
            IP_PUSH(w->arena, &all, Z3_mk_implies(w->z3, Z3_mk_and(w->z3, 2, writers), r->vis[i * n + j]));
            for (int k = 0; k < n; k++) {
                Z3_ast later[] = {r->ar[i * n + j], r->vis[j * n + k]};
                if (k != i && k != j)
                    IP_PUSH(w->arena, &all, Z3_mk_implies(w->z3, Z3_mk_and(w->z3, 2, later), r->vis[i * n + k]));
            }
        }
    return Z3_mk_and(w->z3, (unsigned)all.count, all.items);
}

bool ip_level_is_snapshot_isolation(const ip_level *level)
{
    enum { AXIOMS = 3 }; /* instances of the axioms prefix and no conflict */
    if (ip_level_vocabulary(level) != IP_VISIBILITY || level->whole.text || *level->file->engine ||
        level->file->statement_snapshots || most_statements(level) || ip_level_rereads_locked_rows(level))
        return false;
    if (*level->snapshot_isolation)
        return *level->snapshot_isolation > 0;
    bool same = true;
    for (int n = 2; same && n <= larger(AXIOMS, widest_axiom(level)); n++) {
        ip_level_world w = ip_level_world_open(n, 0);
        Z3_ast axioms = ip_level_instantiate(level, w.relations, NULL, 0), wanted = prefix_and_no_conflict(&w);
        ip_level_world_must(&w, Z3_mk_not(w.z3, Z3_mk_iff(w.z3, axioms, wanted)));
        same = ip_level_world_check(&w) == Z3_L_FALSE;
        ip_level_world_close(&w);
    }
    *level->snapshot_isolation = same ? 1 : -1;
    return same;
}

/* The axioms of visibility imply prefix and no conflict and, where sessions count, that a session sees itself. */
static bool visibility_within(const ip_level *level, bool sessions)
{
    enum { AXIOMS = 3 };
    bool within = true;
    for (int n = 2; within && n <= AXIOMS; n++) {
        ip_level_world w = ip_level_world_open(n, 0);
        Z3_ast wanted[] = {prefix_and_no_conflict(&w), Z3_mk_true(w.z3)};
        for (int i = 0; i < n * n && sessions; i++)
            if (i % n != i / n) {
                Z3_ast seen[] = {wanted[1], Z3_mk_implies(w.z3, w.relations->so[i], w.relations->vis[i])};
                wanted[1] = Z3_mk_and(w.z3, 2, seen);
            }
        ip_level_world_must(&w, ip_level_instantiate(level, w.relations, NULL, 0));
        ip_level_world_must(&w, Z3_mk_not(w.z3, Z3_mk_and(w.z3, 2, wanted)));
        within = ip_level_world_check(&w) == Z3_L_FALSE;
        ip_level_world_close(&w);
    }
    return within;
}

bool ip_level_within_snapshot_isolation(const ip_level *level, bool sessions)
{
    if (*level->file->engine || level->file->statement_snapshots || ip_level_rereads_locked_rows(level) ||
        level->whole.text)
        return false;
    if (ip_level_vocabulary(level) == IP_COMMIT_ORDER)
        return ip_level_order_within_snapshot_isolation(level);
    return !most_statements(level) && visibility_within(level, sessions);
}

bool ip_level_sees_sessions(const ip_level *level)
{
    if (ip_level_vocabulary(level) != IP_VISIBILITY || level->whole.text || level->file->statement_snapshots ||
        most_statements(level))
        return false;
    ip_level_world w = ip_level_world_open(2, 0);
    ip_level_world_must(&w, ip_level_instantiate(level, w.relations, NULL, 0));
    ip_level_world_must(&w, w.relations->so[1]); /* of 0 and 1 */
    ip_level_world_must(&w, Z3_mk_not(w.z3, w.relations->vis[1]));
    bool sees = ip_level_world_check(&w) == Z3_L_FALSE;
    ip_level_world_close(&w);
    return sees;
}
