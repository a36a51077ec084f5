/* Asserts facts that every execution satisfies: at the witness rows of dependencies and at the rows that instances
 * write or lock by key, for each instance and each pair of instances. */
#include "execution/encoding_internal.h"

/* ---- about an instance in the iterations of a view ---- */

static void state_view(ip_encoding *e, ip_view *view)
{
    ip_terms_context *c = &e->terms;
    for (int p = 0; p < e->input.program_count; p++) {
        const ip_program *program = e->input.programs[p];
        if (ip_encoding_never_runs(e, view->slot, p))
            continue;
        Z3_ast runs = ip_encoding_runs(e, view->slot, p);
        for (int s = 0; s < program->statements.count; s++) {
            ip_site site = ip_encoding_view_site(view, program, s);
            if (program->statements.items[s].loop >= 0)
                ip_rules_state_statement(e, &site, runs);
            Z3_ast facts = ip_encoding_query_facts(c, view, program, s);
            ip_encoding_state(e, ip_term_implies(&c->build, runs, facts));
        }
        ip_rules_add_loop_points(e, view, p);
    }
    ip_rules_state_locked_rereads_in_loops(e, view);
}

static void state_drawn_in(ip_encoding *e, ip_view *view, const ip_snapshot *snapshot, Z3_ast runs, int first, int last,
                           void *data)
{
    (void)runs, (void)first, (void)last;
    const ip_table *table = data;
    ip_term_drawn_key_fact(&e->terms, snapshot, table, view->place->keys[table->id]);
}

static void state_snapshots(ip_encoding *e, ip_view *view, int table)
{
    if (!view->place->keys[table])
        return;
    ip_encoding_each_snapshot(e, view, table, state_drawn_in, e->input.schema->tables.items[table]);
    ip_rules_state_later_values(e, view, e->input.schema->tables.items[table]);
}

/* ---- at the witness row of a dependency ---- */

static void state_edge(ip_encoding *e, ip_edge *edge)
{
    ip_stand *stand = &edge->stand;
    for (int k = 0; k < e->tables.count && !ip_encoding_gave_up(e); k++) {
        int t = e->tables.items[k];
        if (stand->stated == 0)
            ip_term_unique_facts(&e->terms, e->input.schema->tables.items[t], stand->place.keys[t], e->terms.build.yes);
        for (int j = stand->stated; j < e->instances; j++)
            for (int i = 0; i < j; i++)
                ip_rules_state_pair(e, stand, i, j, t);
        for (int j = stand->chords_stated; e->chords && j < e->instances; j++)
            for (int i = 0; i < j; i++)
                ip_rules_state_chords(e, stand, i, j, t);
    }
    for (int j = stand->stated; j < e->instances && !ip_encoding_gave_up(e); j++) {
        state_view(e, &ip_encoding_view_at(e, stand, j)->view);
        for (int k = 0; k < e->tables.count; k++)
            state_snapshots(e, &ip_encoding_view_at(e, stand, j)->view, e->tables.items[k]);
        ip_rules_state_latest(e, edge, j);
    }
    stand->stated = e->instances;
    if (e->chords)
        stand->chords_stated = e->instances;
}

void ip_rules_state_edges(ip_encoding *e)
{
    for (int i = 0; i < e->edges.count; i++) {
        ip_edge *edge = e->edges.items[i];
        if (edge->stand.stated < e->instances || (e->chords && edge->stand.chords_stated < e->instances))
            state_edge(e, edge);
    }
    ip_rules_state_takes(e);
}

/* ---- at rows written or locked by key ---- */

/* Facts about the row from queries of the table. */
static void state_queries(ip_encoding *e, ip_view *view, int table)
{
    for (int p = 0; p < e->input.program_count; p++) {
        const ip_program *program = e->input.programs[p];
        for (int s = 0; s < program->statements.count && !ip_encoding_never_runs(e, view->slot, p); s++) {
            const ip_statement *statement = &program->statements.items[s];
            if (statement->sources.count == 1 && statement->sources.items[0].table->id == table)
                ip_encoding_state(e, ip_term_implies(&e->terms.build, ip_encoding_runs(e, view->slot, p),
                                                     ip_encoding_query_facts(&e->terms, view, program, s)));
        }
    }
}

/* At the row that one instance writes by key: the sure accesses of the other instances. */
static void state_point(ip_encoding *e, ip_point *point)
{
    ip_stand *stand = &point->stand;
    int table =
        e->input.programs[point->program]->statements.items[point->statement].sources.items[point->source].table->id;
    for (int j = stand->stated; j < e->instances && !ip_encoding_gave_up(e); j++)
        for (int i = 0; i < j; i++)
            if (i == point->slot || j == point->slot)
                ip_rules_state_pair(e, stand, i, j, table);
    for (int j = stand->chords_stated; e->chords && j < e->instances; j++)
        for (int i = 0; i < j; i++)
            if (i == point->slot || j == point->slot)
                ip_rules_state_chords(e, stand, i, j, table);
    if (point->counters_stated == 0)
        ip_rules_state_locked_rereads(e, point);
    for (int j = point->counters_stated; j < e->instances; j++) {
        ip_rules_state_counter(e, point, j);
        ip_rules_state_values(e, point, j);
        ip_rules_state_foreign(e, point, j);
        state_queries(e, &ip_encoding_view_at(e, stand, j)->view, table);
        state_snapshots(e, &ip_encoding_view_at(e, stand, j)->view, table);
    }
    stand->stated = point->counters_stated = e->instances;
    if (e->chords)
        stand->chords_stated = e->instances;
}

void ip_rules_state_points(ip_encoding *e)
{
    for (int i = 0; i < e->points.count && !ip_encoding_gave_up(e); i++)
        state_point(e, e->points.items[i]);
}
