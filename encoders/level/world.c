/* A solver over all executions of a few transactions. */
#include "level/world.h"

#include "level/relations.h"
#include "level/scratch_z3.h"

void ip_level_world_must(ip_level_world *w, Z3_ast term)
{
    Z3_solver_assert(w->z3, w->solver, term);
}

Z3_lbool ip_level_world_check(ip_level_world *w)
{
    return Z3_solver_check(w->z3, w->solver);
}

Z3_ast ip_level_world_bool(ip_level_world *w, const char *name, int i, int j)
{
    const char *text = ip_arena_printf(w->arena, "%s_%d_%d", name, i, j);
    return Z3_mk_const(w->z3, Z3_mk_string_symbol(w->z3, text), Z3_mk_bool_sort(w->z3));
}

/* Which statements exist: each instance has its first statement, and none after a missing one. */
static void state_presence(ip_level_world *w)
{
    ip_relations *r = w->relations;
    for (int u = 0; u < r->count; u++) {
        ip_level_world_must(w, r->present[u * r->steps]);
        for (int s = 1; s < r->steps; s++)
            ip_level_world_must(w,
                                Z3_mk_implies(w->z3, r->present[u * r->steps + s], r->present[u * r->steps + s - 1]));
    }
}

/* A transaction that all statements see is visible, since the world has every statement. */
static void state_visible(ip_level_world *w, int t, int u)
{
    ip_relations *r = w->relations;
    Z3_ast *some = IP_NEW_ARRAY(w->arena, Z3_ast, r->steps + 1);
    some[0] = r->vis[t * r->count + u];
    for (int s = 0; s < r->steps; s++) {
        Z3_ast both[] = {r->present[u * r->steps + s], Z3_mk_not(w->z3, r->sees[(t * r->count + u) * r->steps + s])};
        some[s + 1] = Z3_mk_and(w->z3, 2, both);
    }
    ip_level_world_must(w, Z3_mk_or(w->z3, (unsigned)r->steps + 1, some));
}

ip_level_world ip_level_world_open(int count, int steps)
{
    ip_level_world w = {.arena = ip_arena_new()};
    w.z3 = ip_level_scratch_z3_take();
    w.solver = Z3_mk_simple_solver(w.z3);
    Z3_solver_inc_ref(w.z3, w.solver);
    ip_relations *r = w.relations = ip_level_relations_new(w.arena, w.z3, count, steps);
    if (steps > 0) {
        r->present = IP_NEW_ARRAY(w.arena, Z3_ast, count * steps);
        r->single_snapshot = IP_NEW_ARRAY(w.arena, Z3_ast, count);
        for (int i = 0; i < count * steps; i++)
            r->present[i] = ip_level_world_bool(&w, "present", i / steps, i % steps);
        for (int u = 0; u < count; u++)
            r->single_snapshot[u] = ip_level_world_bool(&w, "single", u, u);
        state_presence(&w);
        for (int i = 0; i < count * count; i++)
            if (i / count != i % count)
                state_visible(&w, i / count, i % count);
    }
    ip_level_world_must(&w, ip_level_relations_axioms(r, 0));
    return w;
}

void ip_level_world_close(ip_level_world *w)
{
    Z3_solver_dec_ref(w->z3, w->solver);
    ip_level_scratch_z3_give_back(w->z3);
    ip_arena_free(w->arena);
}

void ip_level_world_snapshots(ip_level_world *w, const ip_level *level, const Z3_ast *at_level)
{
    ip_relations *r = w->relations;
    for (int u = 0; r->single_snapshot && u < r->count; u++) {
        Z3_ast kind =
            level->file->statement_snapshots ? Z3_mk_not(w->z3, r->single_snapshot[u]) : r->single_snapshot[u];
        ip_level_world_must(w, at_level ? Z3_mk_implies(w->z3, at_level[u], kind) : kind);
    }
}

void ip_level_world_statements(ip_level_world *w, int steps)
{
    ip_relations *r = w->relations;
    for (int i = 0; i < r->count * r->steps; i++)
        ip_level_world_must(w, i % r->steps < steps ? r->present[i] : Z3_mk_not(w->z3, r->present[i]));
}

void ip_level_world_serial(ip_level_world *w)
{
    ip_relations *r = w->relations;
    for (int t = 0; t < r->count; t++)
        for (int u = 0; u < r->count; u++)
            if (t != u) {
                ip_level_world_must(w, Z3_mk_iff(w->z3, r->vis[t * r->count + u], r->ar[t * r->count + u]));
                ip_level_world_must(w, t < u ? r->ar[t * r->count + u] : Z3_mk_not(w->z3, r->ar[t * r->count + u]));
            }
}

typedef struct description {
    ip_level_world *world;
    ip_arena *arena;
    Z3_model model;
    const char *text;
} description;

static bool is_true(const description *d, Z3_ast term)
{
    Z3_ast value = NULL;
    return Z3_model_eval(d->world->z3, d->model, term, false, &value) &&
           Z3_get_bool_value(d->world->z3, value) == Z3_L_TRUE;
}

static void describe_relation(description *d, ip_level_symbol symbol, const Z3_ast *terms)
{
    const ip_relations *r = d->world->relations;
    int n = r->count, arity = ip_level_file_symbol_arity(symbol);
    bool by_step = ip_level_file_symbol_sort(symbol, 1) == IP_SORT_STEP;
    int places = by_step ? r->steps : 1;
    for (int i = 0; i < (arity == 2 ? n * n * places : n); i++) {
        int t = arity == 2 ? i / places / n : i, u = i / places % n, s = i % places;
        if (!is_true(d, terms[i]) || (by_step && !is_true(d, r->present[u * places + s])))
            continue;
        const char *name = ip_level_file_symbol_name(symbol);
        if (arity == 1)
            d->text = ip_arena_printf(d->arena, "%s, (%s T%d)", d->text, name, t + 1);
        else if (by_step)
            d->text = ip_arena_printf(d->arena, "%s, (%s T%d T%d.%d)", d->text, name, t + 1, u + 1, s + 1);
        else
            d->text = ip_arena_printf(d->arena, "%s, (%s T%d T%d)", d->text, name, t + 1, u + 1);
    }
}

const char *ip_level_world_describe(ip_level_world *w, ip_arena *arena, const Z3_ast *at_level)
{
    description d = {.world = w, .arena = arena, .model = Z3_solver_get_model(w->z3, w->solver), .text = "T1"};
    Z3_model_inc_ref(w->z3, d.model);
    for (int i = 1; i < w->relations->count; i++)
        d.text = ip_arena_printf(arena, "%s, T%d", d.text, i + 1);
    if (w->relations->count > 1)
        d.text = ip_arena_printf(arena, "%s one after the other", d.text);
    for (int s = 0; s < IP_SYMBOL_COUNT; s++) {
        ip_level_symbol symbol = (ip_level_symbol)s;
        const Z3_ast *terms = symbol == IP_SYMBOL_AT_LEVEL ? at_level : ip_level_symbol_terms(w->relations, symbol);
        if (symbol != IP_SYMBOL_VIS && symbol != IP_SYMBOL_AR && symbol != IP_SYMBOL_SEES && terms)
            describe_relation(&d, symbol, terms);
    }
    Z3_model_dec_ref(w->z3, d.model);
    return d.text;
}
