/* Values that a column has left for good: what those hold who read a version after, or before, that of a statement
 * which writes by key (transitions.h). */
#include "encoding_internal.h"

/* One column that the statement of a point writes, and another instance to compare with. */
typedef struct changing {
    int writer, other, column;
    const ip_transitions *transitions;
    const ip_table *table;
    const Z3_ast *key;
    ip_lock mode;
    Z3_ast applies; /* the write surely happens */
    bool has_before, has_after;
    ip_term before, after;
    int constant; /* that it leaves, NULL included; -1: after says what */
} changing;

static Z3_ast holds(ip_encoding *e, const ip_transitions *t, ip_term term, int value, ip_type type)
{
    const ip_build *b = &e->terms.build;
    ip_site nowhere = {0};
    if (value == ip_transitions_null(t))
        return term.null;
    if (value < t->count)
        return ip_and(b, ip_not(b, term.null),
                      ip_equal(b, term.value, ip_eval(&e->terms, &nowhere, t->values[value]).value));
    Z3_ast none = type.kind == IP_BOOLEAN ? b->no : ip_not(b, term.null);
    for (int i = 0; i < t->count; i++)
        none = ip_and(b, none, ip_not(b, holds(e, t, term, i, type)));
    return none;
}

/* Read is a version after the write's, or is that one. */
static Z3_ast follows(ip_encoding *e, const changing *n, ip_term read)
{
    const ip_build *b = &e->terms.build;
    const ip_transitions *t = n->transitions;
    ip_type type = n->table->columns.items[n->column].type;
    int other = ip_transitions_other(t);
    ip_terms all = {0};
    for (int from = 0; from <= other; from++) {
        if (n->constant >= 0 && from != n->constant)
            continue;
        Z3_ast left = n->constant >= 0 ? b->yes : holds(e, t, n->after, from, type);
        for (int to = 0; to <= other; to++)
            if (!(t->leads_to[from] >> to & 1))
                IP_PUSH(e->arena, &all, ip_implies(b, left, ip_not(b, holds(e, t, read, to, type))));
        if (from == other && !t->others_change && t->leads_to[from] == 1ULL << other)
            IP_PUSH(e->arena, &all, ip_implies(b, left, ip_equal(b, read.value, n->after.value)));
    }
    return ip_all(b, &all);
}

/* Read is the version that the write replaces, or one before. */
static Z3_ast precedes(ip_encoding *e, const changing *n, ip_term read)
{
    const ip_build *b = &e->terms.build;
    const ip_transitions *t = n->transitions;
    ip_type type = n->table->columns.items[n->column].type;
    int other = ip_transitions_other(t);
    ip_terms all = {0};
    bool entered = t->others_change;
    for (int to = 0; to <= other; to++) {
        Z3_ast found = holds(e, t, n->before, to, type);
        for (int from = 0; from <= other; from++)
            if (!(t->leads_to[from] >> to & 1))
                IP_PUSH(e->arena, &all, ip_implies(b, found, ip_not(b, holds(e, t, read, from, type))));
    }
    for (int from = 0; from < other; from++)
        entered = entered || (t->leads_to[from] >> other & 1);
    if (!entered)
        IP_PUSH(e->arena, &all,
                ip_implies(b, holds(e, t, n->before, other, type), ip_equal(b, read.value, n->before.value)));
    return ip_all(b, &all);
}

static void compare(ip_encoding *e, const changing *n, Z3_ast reads, ip_term read, Z3_ast after, Z3_ast before)
{
    const ip_build *b = &e->terms.build;
    Z3_ast both = ip_and(b, n->applies, reads);
    if (both == b->no)
        return;
    if (n->has_after && after != b->no)
        ip_encoding_state(e, ip_implies(b, ip_and(b, both, after), follows(e, n, read)));
    if (n->has_before && before != b->no)
        ip_encoding_state(e, ip_implies(b, ip_and(b, both, before), precedes(e, n, read)));
}

/* The second needs that snapshots hold every older version. */
static void compare_snapshot(ip_encoding *e, ip_view *view, const ip_snapshot *snapshot, Z3_ast runs, int first,
                             int last, void *data)
{
    const changing *n = data;
    const ip_build *b = &e->terms.build;
    Z3_ast vis = ip_relation(e, e->relations.vis, n->writer, view->slot);
    Z3_ast seen = first < 0 ? vis : ip_sees(e, n->writer, view->slot, first);
    Z3_ast unseen = ip_not(b, last < 0 ? vis : ip_sees(e, n->writer, view->slot, last));
    compare(e, n, runs, ip_seen(&e->terms, snapshot, n->table, n->column, n->key), seen,
            e->older_versions ? unseen : b->no);
}

/* What is read of a locked row is what the last writer before in commit order left. */
static void compare_locked(ip_encoding *e, const changing *n, ip_view *view, int p, int s, int q)
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

static bool names_columns(const ip_expr *e)
{
    bool any = e->kind == IP_EXPR_COLUMN || e->kind == IP_EXPR_UNKNOWN;
    for (int i = 0; i < e->arg_count; i++)
        any = any || names_columns(e->args[i]);
    return any;
}

/* What it writes, as the column then holds it. */
static bool find_after(ip_encoding *e, changing *n, const ip_site *site, const ip_expr *given)
{
    ip_type type = n->table->columns.items[n->column].type;
    if (!ip_stored_as_given(given, type))
        return false;
    n->constant = ip_transitions_constant(n->transitions, given);
    if (n->constant >= 0)
        return true;
    if (names_columns(given))
        return false;
    n->after = ip_eval(&e->terms, site, given);
    return Z3_get_sort(e->terms.build.z3, n->after.value) == ip_sort_of(&e->terms.build, type);
}

static void state_column(ip_encoding *e, ip_point *point, const ip_site *site, changing *n)
{
    ip_terms_context *c = &e->terms;
    ip_snapshot snapshot = ip_snapshot_of(c, site);
    n->has_before = site->statement->kind == IP_UPDATE;
    if (n->has_before)
        n->before = ip_reads_anew(ip_encoding_reading(e, point->program), site->statement, 0)
                        ? ip_seen_anew(c, site, 0, n->column, n->key)
                        : ip_seen(c, &snapshot, n->table, n->column, n->key);
    n->has_after = find_after(e, n, site, site->statement->assignments[n->column]);
    ip_view *view = &ip_view_at(e, &point->stand, n->other)->view;
    ip_each_snapshot(e, view, n->table->id, compare_snapshot, n);
    for (int p = 0; e->has_snapshots && p < e->input.program_count; p++)
        for (int s = 0; s < e->input.programs[p]->statements.count; s++)
            for (int q = 0; q < e->input.programs[p]->statements.items[s].sources.count; q++)
                compare_locked(e, n, view, p, s, q);
}

/* Versions follow each other as transitions.h says where each is written onto the one before it. */
void ip_state_values(ip_encoding *e, ip_point *point, int other)
{
    ip_terms_context *c = &e->terms;
    const ip_build *b = &c->build;
    const ip_program *program = e->input.programs[point->program];
    const ip_statement *s = &program->statements.items[point->statement];
    const ip_table *table = s->sources.items[0].table;
    if (!c->rules[IP_RULE_TRANSITIONS] || !c->rules[IP_RULE_FROZEN] || !c->writers_chain || point->source != 0 ||
        other == point->slot || (s->kind != IP_UPDATE && s->kind != IP_INSERT))
        return;
    ip_view *view = &ip_view_at(e, &point->stand, point->slot)->view;
    ip_site site = ip_view_site(view, program, point->statement);
    Z3_ast writes = b->no;
    for (int column = 0; column < table->columns.count; column++) {
        const ip_transitions *t = e->input.facts->tables[table->id].columns[column].transitions;
        if (!t || !s->assignments[column] || ip_changed_before(c, program, s, table, column))
            continue;
        if (writes == b->no)
            writes = ip_and(b, ip_encoding_runs(e, point->slot, point->program),
                            ip_surely_changes(c, view, program, point->statement));
        changing n = {.writer = point->slot, .other = other, .column = column, .transitions = t, .table = table};
        n.key = point->stand.place.keys[table->id];
        n.mode = ip_lock_taken(s, 0);
        n.applies = writes;
        if (writes != b->no)
            state_column(e, point, &site, &n);
    }
}
