/* Rows on which an instance holds a lock: a later read of such a row returns what the instance read when it got the
 * lock. */
#include "execution/encoding_internal.h"

/* Asserts that a later statement of the program finds the same row, both in its snapshot and when it re-reads the row
 * after locking it. */
static void state_again(ip_encoding *e, const ip_site *locking, int source, const ip_site *later, int q,
                        const Z3_ast *key, Z3_ast kept)
{
    ip_terms_context *c = &e->terms;
    const ip_build *b = &c->build;
    const ip_program *program = locking->program;
    const ip_table *table = later->statement->sources.items[q].table;
    const ip_table_facts *facts = &e->input.facts->tables[table->id];
    ip_snapshot snapshot = ip_term_snapshot_of(c, later);
    bool reread = ip_facts_rereads(ip_term_reading_of(c, program), later->statement, q);
    bool later_snapshot = later->statement->step > locking->statement->step;
    ip_terms same = {0};
    if (!ip_table_fixed(facts) && !ip_term_changed_before(c, program, later->statement, table, -1)) {
        if (later_snapshot)
            IP_PUSH(e->arena, &same, ip_term_alive(c, &snapshot, table, key));
        if (reread)
            IP_PUSH(e->arena, &same, ip_term_alive_reread(c, later, q, key));
    }
    for (int column = 0; column < table->columns.count; column++) {
        const ip_column_facts *column_facts = &facts->columns[column];
        if (!column_facts->updated || !column_facts->read ||
            ip_term_changed_before(c, program, locking->statement, table, column))
            continue;
        ip_term first = ip_term_seen_reread(c, locking, source, column, key);
        for (int again = later_snapshot ? 0 : 1; again < (reread ? 2 : 1); again++) {
            ip_term second =
                again ? ip_term_seen_reread(c, later, q, column, key) : ip_term_seen(c, &snapshot, table, column, key);
            IP_PUSH(e->arena, &same, ip_term_equal(b, first.null, second.null));
            IP_PUSH(e->arena, &same, ip_term_or(b, first.null, ip_term_equal(b, first.value, second.value)));
        }
    }
    ip_encoding_state(e, ip_term_implies(b, kept, ip_term_all(b, &same)));
}

/* No other transaction changes the row between the time when the statement of the point locks it and the end of the
 * instance. */
void ip_rules_state_locked_rereads(ip_encoding *e, ip_point *point)
{
    ip_terms_context *c = &e->terms;
    const ip_program *program = e->input.programs[point->program];
    const ip_statement *s = &program->statements.items[point->statement];
    const ip_reading *reading = ip_encoding_reading(e, point->program);
    const ip_table *table = s->sources.items[point->source].table;
    if (!c->rules[IP_RULE_KEPT] || !c->rules[IP_RULE_FROZEN] || !ip_facts_rereads(reading, s, point->source) ||
        !ip_catalog_locks_exclude(ip_facts_lock_taken(s, point->source), IP_LOCK_NO_KEY_UPDATE))
        return;
    ip_view *view = &ip_encoding_view_at(e, &point->stand, point->slot)->view;
    ip_site locking = ip_encoding_view_site(view, program, s->id);
    Z3_ast kept = NULL;
    for (int i = s->id + 1; i < program->statements.count; i++) {
        const ip_statement *later = &program->statements.items[i];
        for (int q = 0; q < later->sources.count; q++) {
            if (later->sources.items[q].table != table || later->loop >= 0 || later->kind == IP_UNKNOWN ||
                later->kind == IP_INSERT || reading->first[i] <= reading->locked[s->id] ||
                !ip_rules_locked_before(program, s->id, i))
                continue;
            if (!kept)
                kept = ip_term_and(&c->build, ip_encoding_runs(e, point->slot, point->program),
                                   ip_encoding_surely_locks(c, view, program, s->id, point->source));
            ip_site site = ip_encoding_view_site(view, program, i);
            state_again(e, &locking, point->source, &site, q, point->stand.place.keys[table->id], kept);
        }
    }
}

/* ---- rows of loops ---- */

/* The statement finds the row of the iteration, which the loop's query has locked by then. */
static void state_of_iteration(ip_encoding *e, ip_view *view, Z3_ast runs, const ip_site *query, int source,
                               const ip_site *later, const ip_row *row)
{
    ip_terms_context *c = &e->terms;
    const ip_build *b = &c->build;
    const ip_table *table = query->statement->sources.items[source].table;
    const Z3_ast *key = view->place->keys[table->id];
    for (int q = 0; q < later->statement->sources.count && key; q++) {
        if (later->statement->sources.items[q].table != table)
            continue;
        Z3_ast kept = ip_term_and(b, runs, ip_term_executes(c, later));
        for (int k = 0; k < ip_term_key_length(c, table); k++)
            kept = ip_term_and(b, kept, ip_term_equal(b, key[k], row[source].key[k]));
        state_again(e, query, source, later, q, key, kept);
    }
}

static void state_kept_by(ip_encoding *e, ip_view *view, Z3_ast runs, const ip_site *later, int loop)
{
    const ip_row *rows = ip_term_iteration_rows(&e->terms, later, loop);
    if (!rows)
        return;
    const ip_program *program = later->program;
    ip_site query = ip_encoding_view_site(view, program, program->loops.items[loop].query);
    const ip_statement *s = query.statement;
    for (int q = 0; q < s->sources.count && !s->uncertain; q++)
        if (!s->sources.items[q].optional && ip_facts_rereads(ip_term_reading_of(&e->terms, program), s, q) &&
            ip_catalog_locks_exclude(ip_facts_lock_taken(s, q), IP_LOCK_NO_KEY_UPDATE))
            state_of_iteration(e, view, runs, &query, q, later, rows);
}

void ip_rules_state_locked_rereads_in_loops(ip_encoding *e, ip_view *view)
{
    if (!e->terms.rules[IP_RULE_KEPT] || !e->terms.rules[IP_RULE_FROZEN] || !e->terms.rules[IP_RULE_ITERATIONS])
        return;
    for (int p = 0; p < e->input.program_count; p++) {
        const ip_program *program = e->input.programs[p];
        for (int s = 0; s < program->statements.count && !ip_encoding_never_runs(e, view->slot, p); s++) {
            ip_site later = ip_encoding_view_site(view, program, s);
            bool reads = later.statement->kind != IP_UNKNOWN && later.statement->kind != IP_INSERT;
            for (int l = later.statement->loop; reads && l >= 0; l = program->loops.items[l].parent)
                state_kept_by(e, view, ip_encoding_runs(e, view->slot, p), &later, l);
        }
    }
}
