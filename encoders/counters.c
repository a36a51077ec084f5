/* Columns that only ever grow, at the rows of statements that increment them by key. */
#include "encoding_internal.h"

/* One column that the statement of a point increments, and another instance to compare with. */
typedef struct counting {
    int writer, other, column;
    const ip_table *table;
    const Z3_ast *key;
    ip_lock mode;   /* of the increment */
    Z3_ast applies; /* the increment surely happens */
    ip_term mine;   /* what it starts from */
    Z3_ast after;   /* and leaves */
} counting;

/* It is surely (not) before what they read. */
static void compare(ip_encoding *e, const counting *n, Z3_ast reads, ip_term theirs, Z3_ast before, Z3_ast not_before)
{
    const ip_build *b = &e->terms.build;
    Z3_ast both = ip_and3(b, ip_and(b, n->applies, reads), ip_not(b, n->mine.null), ip_not(b, theirs.null));
    ip_encoding_state(e, ip_implies(b, ip_and(b, both, before), Z3_mk_ge(b->z3, theirs.value, n->after)));
    ip_encoding_state(e, ip_implies(b, ip_and(b, both, not_before), Z3_mk_le(b->z3, theirs.value, n->mine.value)));
}

/* The second needs that snapshots hold every older version. */
static void compare_snapshot(ip_encoding *e, ip_view *view, const ip_snapshot *snapshot, Z3_ast runs, int first,
                             int last, void *data)
{
    const counting *n = data;
    const ip_build *b = &e->terms.build;
    Z3_ast vis = ip_relation(e, e->relations.vis, n->writer, view->slot);
    Z3_ast seen = first < 0 ? vis : ip_sees(e, n->writer, view->slot, first);
    Z3_ast unseen = ip_not(b, last < 0 ? vis : ip_sees(e, n->writer, view->slot, last));
    compare(e, n, runs, ip_seen(&e->terms, snapshot, n->table, n->column, n->key), seen,
            e->older_versions ? unseen : b->no);
}

/* What is read of a locked row is what the last writer before in commit order left. */
static void compare_locked(ip_encoding *e, const counting *n, ip_view *view, int p, int s, int q)
{
    const ip_build *b = &e->terms.build;
    const ip_program *program = e->input.programs[p];
    const ip_statement *statement = &program->statements.items[s];
    if (statement->sources.items[q].table != n->table || !ip_reads_anew(ip_encoding_reading(e, p), statement, q) ||
        !ip_locks_exclude(ip_lock_taken(statement, q), n->mode) ||
        ip_changed_before(&e->terms, program, statement, n->table, n->column))
        return;
    Z3_ast locks = ip_and(b, ip_encoding_runs(e, view->slot, p), ip_surely_locks(&e->terms, view, program, s, q));
    if (locks == b->no)
        return;
    ip_site site = ip_view_site(view, program, s);
    compare(e, n, locks, ip_seen_anew(&e->terms, &site, q, n->column, n->key),
            ip_relation(e, e->relations.ar, n->writer, n->other), ip_relation(e, e->relations.ar, n->other, n->writer));
}

static void note_counter(ip_encoding *e, const ip_table *table, int column)
{
    bool known = false;
    for (int i = 0; i < e->counters.count; i++)
        known = known || (e->counters.items[i].table == table && e->counters.items[i].column == column);
    ip_counter counter = {table, column};
    if (!known)
        IP_PUSH(e->arena, &e->counters, counter);
}

static void state_column(ip_encoding *e, ip_point *point, const ip_site *site, Z3_ast writes, int column, int other)
{
    ip_terms_context *c = &e->terms;
    const ip_build *b = &c->build;
    const ip_table *table = site->statement->sources.items[0].table;
    counting n = {.writer = point->slot, .other = other, .column = column, .table = table, .applies = writes};
    n.key = point->stand.place.keys[table->id];
    n.mode = ip_lock_taken(site->statement, 0);
    ip_snapshot snapshot = ip_snapshot_of(c, site);
    n.mine = ip_reads_anew(ip_encoding_reading(e, point->program), site->statement, 0)
                 ? ip_seen_anew(c, site, 0, column, n.key)
                 : ip_seen(c, &snapshot, table, column, n.key);
    ip_site nowhere = {.slot = point->slot, .program = site->program};
    Z3_ast step = ip_coerce_term(b, ip_eval(c, &nowhere, ip_increment_of(site->statement, column)).value,
                                 ip_sort_of(b, table->columns.items[column].type));
    if (!step)
        return;
    n.after = Z3_mk_add(b->z3, 2, (Z3_ast[]){n.mine.value, step});
    ip_view *view = &ip_view_at(e, &point->stand, other)->view;
    ip_each_snapshot(e, view, table->id, compare_snapshot, &n);
    for (int p = 0; e->has_snapshots && p < e->input.program_count; p++)
        for (int s = 0; s < e->input.programs[p]->statements.count; s++)
            for (int q = 0; q < e->input.programs[p]->statements.items[s].sources.count; q++)
                compare_locked(e, &n, view, p, s, q);
    note_counter(e, table, column);
}

/* Writers of a counter write onto each other's versions (the levels say so), hence each version exceeds the one before:
 * who sees the increment reads at least its result, who does not reads at most what it started from. */
void ip_state_counter(ip_encoding *e, ip_point *point, int other)
{
    ip_terms_context *c = &e->terms;
    const ip_build *b = &c->build;
    const ip_program *program = e->input.programs[point->program];
    const ip_statement *s = &program->statements.items[point->statement];
    const ip_table *table = s->sources.items[0].table;
    if (!c->rules[IP_RULE_MONOTONE] || !c->rules[IP_RULE_FROZEN] || !c->writers_chain || s->kind != IP_UPDATE ||
        point->source != 0 || other == point->slot)
        return;
    ip_view *view = &ip_view_at(e, &point->stand, point->slot)->view;
    ip_site site = ip_view_site(view, program, point->statement);
    Z3_ast writes = ip_and(b, ip_encoding_runs(e, point->slot, point->program),
                           ip_surely_changes(c, view, program, point->statement));
    for (int column = 0; column < table->columns.count; column++)
        if (s->assignments[column] && e->input.facts->tables[table->id].columns[column].monotone &&
            !ip_changed_before(c, program, s, table, column))
            state_column(e, point, &site, writes, column, other);
}
