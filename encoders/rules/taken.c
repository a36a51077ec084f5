/* Rows taken in the order of their numbers (facts/taken.h): of two instances that take a row of one group, one sees the
 * other. docs/encoding.md has the argument. */
#include "execution/encoding_internal.h"

/* Of one instance, in the iterations of one view. */
typedef struct occurrence {
    const ip_table *table;
    Z3_ast happens;
    const ip_term *group; /* [key length] */
} occurrence;

typedef IP_VEC(occurrence) occurrences;

/* Snapshot isolation, by an engine or by the axioms. At parallel snapshot isolation the argument holds, too, but the
 * published results do without it (Nagar & Jagannathan 2018, section 6), and stay comparable. */
static bool have_prefixes(const ip_encoding *e)
{
    for (int p = 0; p < e->input.program_count; p++)
        if (!e->engine && !ip_level_is_snapshot_isolation(e->input.levels[p]))
            return false;
    return true;
}

static void find_takes(ip_encoding *e)
{
    const ip_terms_context *c = &e->terms;
    if (e->takes_known)
        return;
    e->takes_known = true;
    if (!c->rules[IP_RULE_TAKEN] || !c->rules[IP_RULE_MONOTONE] || !c->rules[IP_RULE_FROZEN] ||
        !c->rules[IP_RULE_DRAWN] || !c->writers_chain || !e->older_versions || e->has_snapshots || !have_prefixes(e))
        return;
    for (int p = 0; p < e->input.program_count; p++)
        for (int s = 0; s < e->input.programs[p]->statements.count; s++) {
            ip_take take = {p, s, {0}};
            if (ip_facts_taking_find(e->arena, e->input.facts, e->input.programs[p],
                                     &e->input.programs[p]->statements.items[s], &take.taking))
                IP_PUSH(e->arena, &e->takes, take);
        }
}

static bool occurs(ip_encoding *e, const ip_view *view, const ip_take *take, occurrence *found)
{
    ip_terms_context *c = &e->terms;
    const ip_build *b = &c->build;
    ip_site site = ip_encoding_view_site(view, e->input.programs[take->program], take->statement);
    ip_site read = ip_encoding_view_site(view, site.program, take->taking.read);
    const ip_table *table = site.statement->sources.items[0].table;
    const ip_table_facts *t = &e->input.facts->tables[table->id];
    ip_term *group = IP_NEW_ARRAY(e->arena, ip_term, t->key_count);
    Z3_ast happens = ip_term_and3(b, ip_encoding_runs(e, view->slot, take->program), ip_term_executes(c, &read),
                                  ip_term_executes(c, &site));
    for (int k = 0; k < t->key_count; k++) {
        ip_type type = table->columns.items[t->key[k]].type;
        group[k] = ip_term_eval(c, &site, take->taking.columns[k]);
        happens = ip_term_and(b, happens, ip_term_not(b, group[k].null));
        if (!ip_rules_type_is_plain(type) || take->taking.columns[k]->type.kind != type.kind)
            return false;
    }
    *found = (occurrence){table, happens, group};
    return true;
}

static occurrences occurrences_of(ip_encoding *e, const ip_view *view)
{
    occurrences all = {0};
    for (int i = 0; i < e->takes.count; i++) {
        occurrence one;
        if (!ip_encoding_never_runs(e, view->slot, e->takes.items[i].program) &&
            occurs(e, view, &e->takes.items[i], &one))
            IP_PUSH(e->arena, &all, one);
    }
    return all;
}

static void state_pair(ip_encoding *e, int i, const occurrence *one, int j, const occurrence *other)
{
    const ip_build *b = &e->terms.build;
    const ip_table_facts *t = &e->input.facts->tables[one->table->id];
    Z3_ast both = ip_term_and(b, one->happens, other->happens);
    for (int k = 0; k < t->key_count; k++)
        if (k != t->drawn.component)
            both = ip_term_and(b, both, ip_term_equal(b, one->group[k].value, other->group[k].value));
    Z3_ast seen =
        ip_term_or(b, ip_encoding_relation(e, e->relations.vis, i, j), ip_encoding_relation(e, e->relations.vis, j, i));
    ip_encoding_state(e, ip_term_implies(b, both, seen));
    ip_term_note_drawn(&e->terms, one->table);
    ip_rules_note_counter(e, t->drawn.counter, t->drawn.column);
}

static void state_views(ip_encoding *e, const ip_view *first, const ip_view *second)
{
    occurrences ones = {0}, others = {0};
    if (first->slot == second->slot)
        return;
    ones = occurrences_of(e, first);
    if (ones.count)
        others = occurrences_of(e, second);
    for (int i = 0; i < ones.count; i++)
        for (int k = 0; k < others.count; k++)
            if (ones.items[i].table == others.items[k].table)
                state_pair(e, first->slot, &ones.items[i], second->slot, &others.items[k]);
}

static const ip_view *view_at_end(ip_encoding *e, ip_edge *edge, int end)
{
    return &ip_encoding_view_at(e, &edge->stand, end ? edge->to : edge->from)->view;
}

void ip_rules_state_takes(ip_encoding *e)
{
    find_takes(e);
    for (; e->takes.count && e->takes_stated < e->edges.count; e->takes_stated++)
        for (int k = 0; k <= e->takes_stated && !ip_encoding_gave_up(e); k++)
            for (int n = 0; n < 4; n++)
                state_views(e, view_at_end(e, e->edges.items[e->takes_stated], n / 2),
                            view_at_end(e, e->edges.items[k], n % 2));
}
