/* Levels of whole histories as structures, and their consistency. */
#include "level/whole.h"

#include "level/relations.h"
#include "level/world.h"

enum { MOST_INSTANCES = 4, OBJECTS = 2 };

static Z3_ast *constants(ip_arena *arena, Z3_ast value, int count)
{
    Z3_ast *array = IP_NEW_ARRAY(arena, Z3_ast, count);
    for (int i = 0; i < count; i++)
        array[i] = value;
    return array;
}

/* No relation relates a transaction to itself; ip_relations leaves that place open. */
static Z3_ast *without_diagonal(ip_arena *arena, Z3_context z3, const Z3_ast *terms, int n)
{
    Z3_ast no = Z3_mk_false(z3), *array = IP_NEW_ARRAY(arena, Z3_ast, n * n);
    for (int i = 0; i < n * n; i++)
        array[i] = terms && i / n != i % n ? terms[i] : no;
    return array;
}

ip_structure *ip_level_structure_of_relations(ip_arena *arena, const ip_relations *relations, int objects,
                                              Z3_ast *writes)
{
    int n = relations->count;
    Z3_context z3 = relations->z3;
    Z3_ast no = Z3_mk_false(z3);
    ip_structure *s = IP_NEW(arena, ip_structure);
    *s = (ip_structure){.z3 = z3, .counts = {[IP_SORT_TXN] = n, [IP_SORT_STEP] = n, [IP_SORT_OBJECT] = objects}};
    for (int sort = 0; sort < IP_SORT_COUNT; sort++)
        s->widths[sort] = s->counts[sort];
    for (int r = 0; r < IP_SYMBOL_COUNT; r++) {
        ip_level_symbol symbol = (ip_level_symbol)r;
        if (ip_level_file_symbol_vocabulary(symbol) != IP_VISIBILITY || symbol == IP_SYMBOL_AT_LEVEL)
            continue;
        const Z3_ast *terms = ip_level_symbol_terms(relations, symbol);
        if (ip_level_file_symbol_arity(symbol) == 1)
            s->relations[r] = terms ? (Z3_ast *)terms : constants(arena, no, n);
        else
            s->relations[r] = without_diagonal(arena, z3, symbol == IP_SYMBOL_SEES ? relations->vis : terms, n);
    }
    s->relations[IP_SYMBOL_LOCKS] = constants(arena, no, n * n);
    s->relations[IP_SYMBOL_PO] = constants(arena, no, n * n);
    s->relations[IP_SYMBOL_WRITES] = writes;
    s->owner = constants(arena, no, n * n);
    for (int t = 0; t < n; t++)
        s->owner[t * n + t] = Z3_mk_true(z3);
    return s;
}

/* Free relations over n transactions, which conflict where they write one object. */
static ip_structure *open_structure(ip_level_world *w, int n)
{
    Z3_ast *writes = IP_NEW_ARRAY(w->arena, Z3_ast, n * OBJECTS);
    for (int i = 0; i < n * OBJECTS; i++)
        writes[i] = ip_level_world_bool(w, "writes", i / OBJECTS, i % OBJECTS);
    for (int t = 0; t < n; t++)
        for (int u = 0; u < n; u++) {
            Z3_ast common[OBJECTS];
            for (int x = 0; x < OBJECTS; x++) {
                Z3_ast both[] = {writes[t * OBJECTS + x], writes[u * OBJECTS + x]};
                common[x] = Z3_mk_and(w->z3, 2, both);
            }
            if (t != u)
                ip_level_world_must(
                    w, Z3_mk_iff(w->z3, w->relations->conflict[t * n + u], Z3_mk_or(w->z3, OBJECTS, common)));
        }
    return ip_level_structure_of_relations(w->arena, w->relations, OBJECTS, writes);
}

/* Remarks on the assertions that a serial execution of n transactions breaks. */
static void try_serial(const ip_level *level, int n, bool *failed, ip_diagnostics *diagnostics)
{
    ip_level_world w = ip_level_world_open(n, 0);
    ip_level_world_serial(&w);
    ip_structure *s = open_structure(&w, n);
    for (int a = 0; a < level->file->assertions.count; a++) {
        Z3_solver_push(w.z3, w.solver);
        ip_level_world_must(&w, Z3_mk_not(w.z3, ip_level_structure_instantiate_assertion(level, a, s)));
        if (!failed[a] && ip_level_world_check(&w) != Z3_L_FALSE) {
            failed[a] = true;
            ip_diagnostics_add(diagnostics, IP_REMARK, level->file->assertions.items[a]->range, NULL,
                               "this axiom forbids a serial execution of %d transaction%s", n, n == 1 ? "" : "s");
        }
        Z3_solver_pop(w.z3, w.solver, 1);
    }
    ip_level_world_close(&w);
}

static bool is_possible(const ip_level *level, int n)
{
    ip_level_world w = ip_level_world_open(n, 0);
    ip_level_world_must(&w, ip_level_structure_instantiate(level, open_structure(&w, n)));
    bool possible = ip_level_world_check(&w) == Z3_L_TRUE;
    ip_level_world_close(&w);
    return possible;
}

bool ip_level_whole_check_consistency(ip_arena *arena, const ip_level *level, ip_diagnostics *diagnostics)
{
    bool *failed = IP_NEW_ARRAY(arena, bool, level->file->assertions.count);
    for (int n = 1; n <= MOST_INSTANCES; n++) {
        try_serial(level, n, failed, diagnostics);
        if (is_possible(level, n))
            continue;
        ip_diagnostics_add(
            diagnostics, IP_ERROR, level->file->assertions.items[0]->range, NULL,
            "no execution of %d transaction%s satisfies the axioms of this level: expected a level that some "
            "execution satisfies",
            n, n == 1 ? "" : "s");
        return false;
    }
    return true;
}
