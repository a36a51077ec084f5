/* A read returns the last version before it: a third instance that writes the cell comes before that version or is not
 * seen. */
#include "execution/encoding_internal.h"

/* A read of a row that the reader had locked returns the version of the last instance that commits before and whose
 * write the lock excludes. */
static void state_latest_held(ip_encoding *e, ip_edge *edge, const ip_edge_option *option, const ip_access *read,
                              ip_place_view *writer)
{
    const ip_build *b = &e->terms.build;
    if (option->type != IP_EDGE_WR)
        return; /* RW from there goes forward */
    int table = e->input.facts->groups.items[option->group].table;
    const ip_holds *holds = ip_rules_holds_at(e, writer, table);
    ip_view *reader = &ip_encoding_view_at(e, &edge->stand, edge->to)->view;
    Z3_ast writes = ip_encoding_sure_write(e, writer, option->group);
    for (int mode = 0; mode < IP_LOCK_COUNT; mode++) {
        if (holds->changes[mode] == b->no)
            continue;
        Z3_ast held = ip_rules_held_at_read(e, reader, read, (ip_lock)mode);
        if (held == b->no)
            continue;
        Z3_ast all =
            ip_term_and3(b, ip_term_and(b, read->condition, held), ip_term_and(b, writes, holds->changes[mode]),
                         ip_encoding_relation(e, e->relations.ar, writer->view.slot, edge->to));
        ip_encoding_state(
            e, ip_term_implies(b, all, ip_encoding_relation(e, e->relations.ar, writer->view.slot, edge->from)));
    }
}

static bool only_deletes(const ip_encoding *e, const ip_accesses *writes)
{
    for (int i = 0; i < writes->count; i++)
        if (e->input.programs[writes->items[i].program]->statements.items[writes->items[i].statement].kind != IP_DELETE)
            return false;
    return true;
}

/* If a statement finds a row in its snapshot, and finds it deleted when it could lock it, the DELETE removed this very
 * row: an INSERT of the key before that DELETE would be in the snapshot. */
static void state_deleted(ip_encoding *e, ip_edge *edge, const ip_edge_option *option, const ip_access *read,
                          ip_view *other)
{
    const ip_build *b = &e->terms.build;
    const ip_column_group *group = &e->input.facts->groups.items[option->group];
    const ip_reading *reading = ip_encoding_reading(e, read->program);
    const ip_statement *s = &e->input.programs[read->program]->statements.items[read->statement];
    if (option->type != IP_EDGE_WR || !group->exists || !e->terms.rules[IP_RULE_GONE] ||
        !ip_facts_rereads(reading, s, read->source) || !only_deletes(e, &option->from))
        return;
    ip_accesses inserts = ip_encoding_accesses_of(e, other, IP_WRITE_INSERT, group, true);
    Z3_ast between = ip_term_and3(b, read->condition, ip_encoding_any_access(e, &inserts),
                                  ip_encoding_relation(e, e->relations.ar, other->slot, edge->from));
    ip_encoding_state(
        e, ip_term_implies(b, between, ip_encoding_sees(e, other->slot, edge->to, reading->last[read->statement])));
}

/* The version read is the last visible one: another instance that surely writes the cell and is
 * visible to the reader comes before it. */
void ip_rules_state_latest(ip_encoding *e, ip_edge *edge, int other)
{
    ip_terms_context *c = &e->terms;
    const ip_build *b = &c->build;
    if (!c->rules[IP_RULE_LATEST] || other == edge->from || other == edge->to)
        return;
    ip_place_view *view = ip_encoding_view_at(e, &edge->stand, other);
    for (int o = 0; o < edge->options.count; o++) {
        const ip_edge_option *option = &edge->options.items[o];
        if (option->type == IP_EDGE_WW)
            continue;
        if (option->type == IP_EDGE_WR && ip_rules_ignores_same_values(e))
            continue; /* the other instance may have left the value as it was */
        Z3_ast writes = ip_encoding_sure_write(e, view, option->group);
        if (writes == b->no)
            continue;
        int reader = option->type == IP_EDGE_WR ? edge->to : edge->from;
        int limit = option->type == IP_EDGE_WR ? edge->from : edge->to;
        Z3_ast before = ip_encoding_relation(e, e->relations.ar, other, limit);
        ip_encoding_state(e, ip_term_implies(b,
                                             ip_term_and3(b, option->chosen, writes,
                                                          ip_encoding_relation(e, e->relations.vis, other, reader)),
                                             before));
        const ip_accesses *reads = option->type == IP_EDGE_WR ? &option->to : &option->from;
        for (int k = 0; k < reads->count && option->distinguished; k++) {
            const ip_access *read = &reads->items[k];
            const ip_reading *reading = ip_encoding_reading(e, read->program);
            if (!reading->statements)
                continue;
            Z3_ast seen = ip_encoding_sees(e, other, reader, reading->first[read->statement]);
            ip_encoding_state(e, ip_term_implies(b, ip_term_and3(b, read->condition, writes, seen), before));
            state_latest_held(e, edge, option, read, view);
            state_deleted(e, edge, option, read, &view->view);
        }
    }
}
