/* All constraints of an encoding, in the order in which they are asserted: the instances' programs, the axioms of their
 * levels, and the facts that the rules state. */
#include "execution/encoding_internal.h"

#include <string.h>

/* The slot runs one program. */
static void one_program(ip_encoding *e, int slot)
{
    const ip_build *b = &e->terms.build;
    ip_terms any = {0};
    for (int p = 0; p < e->input.program_count; p++) {
        Z3_ast runs = ip_encoding_runs(e, slot, p);
        IP_PUSH(e->arena, &any, runs);
    }
    if (!ip_encoding_may_idle(e, slot))
        ip_encoding_state(e, ip_term_any(b, &any));
    if (any.count > 1)
        ip_encoding_state(e, Z3_mk_atmost(b->z3, (unsigned)any.count, any.items, 1));
}

/* Axioms of each level for the instances that run at it, and of selective serializability. */
static void levels(ip_encoding *e, int fresh_from)
{
    const ip_build *b = &e->terms.build;
    ip_encoding_state(e, ip_level_relations_axioms(&e->relations, fresh_from));
    Z3_ast *at = IP_NEW_ARRAY(e->arena, Z3_ast, e->instances);
    for (int p = 0; p < e->input.program_count; p++) {
        const ip_level *level = e->input.levels[p];
        bool first = true;
        for (int q = 0; q < p; q++)
            first = first && e->input.levels[q] != level;
        if (!first)
            continue;
        for (int i = 0; i < e->instances; i++) {
            ip_terms any = {0};
            bool all = true;
            for (int q = 0; q < e->input.program_count; q++)
                if (e->input.levels[q] == level)
                    IP_PUSH(e->arena, &any, ip_encoding_runs(e, i, q));
                else
                    all = false;
            at[i] = all ? b->yes : ip_term_any(b, &any);
        }
        ip_encoding_state(e, ip_level_instantiate(level, &e->relations, at, fresh_from));
    }
    for (int s = 0; s < e->input.selection_count; s++) {
        const ip_selection *selection = &e->input.selections[s];
        for (int i = 0; i < e->instances; i++) {
            e->relations.in_a[i] = ip_encoding_runs(e, i, selection->a);
            e->relations.in_b[i] = ip_encoding_runs(e, i, selection->b);
            at[i] = b->yes;
        }
        ip_encoding_state(e, ip_level_instantiate(selection->level, &e->relations, at, fresh_from));
    }
}

/* The transactions of a session are totally ordered, and each transaction belongs to one session. */
static void sessions(ip_encoding *e, int fresh_from)
{
    const ip_build *b = &e->terms.build;
    const ip_relations *r = &e->relations;
    if (!e->input.sessions || !e->terms.rules[IP_RULE_SESSION_CHAINS])
        return;
    for (int i = 0; i < e->instances; i++)
        for (int j = 0; j < e->instances; j++)
            for (int k = 0; k < e->instances; k++) {
                if (i == j || j == k || i == k || (i < fresh_from && j < fresh_from && k < fresh_from))
                    continue;
                Z3_ast first = ip_encoding_relation(e, r->so, i, j), second = ip_encoding_relation(e, r->so, j, k);
                Z3_ast both = ip_encoding_relation(e, r->so, i, k);
                ip_encoding_state(e, ip_term_implies(b, ip_term_and(b, first, second), both));
                ip_encoding_state(
                    e, ip_term_implies(b, ip_term_and3(b, both, second, ip_encoding_relation(e, r->ar, i, j)), first));
                ip_encoding_state(
                    e, ip_term_implies(b, ip_term_and3(b, first, both, ip_encoding_relation(e, r->ar, j, k)), second));
            }
}

void ip_rules_instances(ip_encoding *e, int count)
{
    int before = e->instances;
    if (count <= before)
        return;
    ip_encoding_relations_grow(e, count);
    for (int i = before; i < count; i++) {
        one_program(e, i);
        ip_rules_state_instance(e, i);
        ip_rules_state_exclusions(e, i);
    }
    for (int i = before; i < count; i++)
        ip_rules_state_appended(e, i);
    levels(e, before);
    sessions(e, before);
}

const ip_terms *ip_rules_take(ip_encoding *e)
{
    const ip_build *b = &e->terms.build;
    ip_rules_state_points(e);
    ip_rules_state_edges(e);
    ip_rules_state_points(e); /* those that the edges have added */
    ip_terms *all = IP_NEW(e->arena, ip_terms);
    *all = e->pending;
    memset(&e->pending, 0, sizeof e->pending);
    for (int i = 0; i < e->terms.side.count; i++)
        if (e->terms.side.items[i] != b->yes)
            IP_PUSH(e->arena, all, e->terms.side.items[i]);
    memset(&e->terms.side, 0, sizeof e->terms.side);
    return all;
}
