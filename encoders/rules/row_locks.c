/* Locks: the sure locks of instances, and the consequences if two instances lock one row. A lock is held until its
 * instance ends, so if two locks exclude each other, the lock of the instance that commits first is released before the
 * other one is granted. docs/encoding.md, "Locks", has the arguments. */
#include "execution/encoding_internal.h"

static void add_hold(ip_encoding *e, ip_holds *holds, ip_view *view, int p, int s, int q)
{
    const ip_program *program = e->input.programs[p];
    const ip_statement *statement = &program->statements.items[s];
    const ip_build *b = &e->terms.build;
    Z3_ast runs = ip_encoding_runs(e, view->slot, p);
    ip_lock mode = ip_facts_lock_taken(statement, q);
    Z3_ast condition = ip_term_and(b, runs, ip_encoding_surely_locks(&e->terms, view, program, s, q));
    if (condition != b->no) {
        ip_hold hold = {p, s, mode, condition};
        IP_PUSH(e->arena, &holds->locks, hold);
    }
    if (q == 0)
        holds->changes[mode] = ip_term_or(
            b, holds->changes[mode], ip_term_and(b, runs, ip_encoding_surely_changes(&e->terms, view, program, s)));
}

static void add_holds(ip_encoding *e, ip_holds *holds, ip_view *view, int table)
{
    for (int p = 0; p < e->input.program_count; p++) {
        if (ip_encoding_never_runs(e, view->slot, p))
            continue;
        const ip_program *program = e->input.programs[p];
        for (int s = 0; s < program->statements.count && !ip_encoding_gave_up(e); s++)
            for (int q = 0; q < program->statements.items[s].sources.count; q++)
                if (program->statements.items[s].sources.items[q].table->id == table)
                    add_hold(e, holds, view, p, s, q);
    }
}

const ip_holds *ip_rules_holds_at(ip_encoding *e, ip_place_view *view, int table)
{
    ip_holds *holds = &view->holds[table];
    if (holds->known)
        return holds;
    holds->known = true;
    for (int m = 0; m < IP_LOCK_COUNT; m++)
        holds->changes[m] = e->terms.build.no;
    add_holds(e, holds, &view->view, table);
    ip_encoding_look_elsewhere(e, view);
    for (int i = 0; i < view->elsewhere.count; i++)
        add_holds(e, holds, view->elsewhere.items[i], table);
    return holds;
}

static Z3_ast excluding_lock(ip_encoding *e, const ip_holds *holds, ip_lock mode)
{
    ip_terms any = {0};
    for (int i = 0; i < holds->locks.count; i++)
        if (ip_catalog_locks_exclude(holds->locks.items[i].mode, mode))
            IP_PUSH(e->arena, &any, holds->locks.items[i].condition);
    return ip_term_any(&e->terms.build, &any);
}

static Z3_ast excluding_change(ip_encoding *e, const ip_holds *holds, ip_lock mode)
{
    ip_terms any = {0};
    for (int m = 0; m < IP_LOCK_COUNT; m++)
        if (ip_catalog_locks_exclude((ip_lock)m, mode))
            IP_PUSH(e->arena, &any, holds->changes[m]);
    return ip_term_any(&e->terms.build, &any);
}

/* A check that locks the latest version of its row, whatever the snapshot has (lower/write/check.c). */
static bool checks_latest(const ip_statement *s)
{
    return (s->check != IP_CHECK_NONE || s->past_snapshot) && s->sources.items[0].newest;
}

/* t surely locks or changes the row, and u surely locks it: (locks t p) and (changes t u). */
static void state_between(ip_encoding *e, ip_place_view *t, ip_place_view *u, int table)
{
    const ip_build *b = &e->terms.build;
    const ip_holds *first = ip_rules_holds_at(e, t, table), *second = ip_rules_holds_at(e, u, table);
    int i = t->view.slot, j = u->view.slot;
    for (int h = 0; h < second->locks.count; h++) {
        const ip_hold *hold = &second->locks.items[h];
        const ip_reading *reading = ip_encoding_reading(e, hold->program);
        const ip_statement *s = &e->input.programs[hold->program]->statements.items[hold->statement];
        if (reading->statements && e->terms.rules[IP_RULE_LOCKS]) {
            Z3_ast both = ip_term_and(b, hold->condition, excluding_lock(e, first, hold->mode));
            int place = reading->locked[hold->statement];
            ip_encoding_state(
                e, ip_term_implies(b, both, e->relations.locks[(i * e->instances + j) * e->relations.steps + place]));
        }
        /* It had to wait before it took its snapshot. */
        if (!reading->statements && s->before_snapshot && e->terms.rules[IP_RULE_LOCKS]) {
            Z3_ast both = ip_term_and(b, hold->condition, excluding_lock(e, first, hold->mode));
            ip_encoding_state(e,
                              ip_term_implies(b, ip_term_and(b, both, ip_encoding_relation(e, e->relations.ar, i, j)),
                                              ip_encoding_relation(e, e->relations.vis, i, j)));
        }
        /* INSERT is checked by its key, not by the snapshot. */
        if (!reading->statements && e->terms.rules[IP_RULE_CONFLICTS] && s->kind != IP_INSERT && !checks_latest(s)) {
            Z3_ast both = ip_term_and(b, hold->condition, excluding_change(e, first, hold->mode));
            ip_encoding_state(e, ip_term_implies(b, both, ip_encoding_relation(e, e->relations.changes, i, j)));
        }
    }
}

void ip_rules_state_locks(ip_encoding *e, ip_place_view *u, ip_place_view *v, int table)
{
    state_between(e, u, v, table);
    state_between(e, v, u, table);
}

/* ---- reads of rows that the reader has locked ---- */

/* The query of a loop around the statement locks rows while the loop is under way. */
static bool fetches_for(const ip_program *program, int query, int statement)
{
    for (int loop = program->statements.items[statement].loop; loop >= 0; loop = program->loops.items[loop].parent)
        if (program->loops.items[loop].kind == IP_LOOP_QUERY && program->loops.items[loop].query == query)
            return true;
    return false;
}

bool ip_rules_locked_before(const ip_program *program, int locking, int statement)
{
    return ip_encoding_stands_before(program, locking, statement) &&
           program->statements.items[locking].step < program->statements.items[statement].step &&
           !fetches_for(program, locking, statement);
}

Z3_ast ip_rules_held_at_read(ip_encoding *e, ip_view *view, const ip_access *read, ip_lock mode)
{
    const ip_build *b = &e->terms.build;
    const ip_program *program = e->input.programs[read->program];
    const ip_statement *s = &program->statements.items[read->statement];
    const ip_table *table = s->sources.items[read->source].table;
    const ip_reading *reading = ip_encoding_reading(e, read->program);
    ip_terms any = {0};
    if (!reading->statements || !reading->engine || s->kind == IP_UNKNOWN || !e->terms.rules[IP_RULE_LOCKED_READS])
        return b->no;
    bool current = ip_facts_rereads(reading, s, read->source) || ip_facts_reads_newest(reading, s, read->source);
    if (current && ip_catalog_locks_exclude(ip_facts_lock_taken(s, read->source), mode))
        IP_PUSH(e->arena, &any, ip_encoding_surely_locks(&e->terms, view, program, s->id, read->source));
    for (int i = 0; i < s->id; i++) {
        const ip_statement *before = &program->statements.items[i];
        for (int q = 0; q < before->sources.count && ip_rules_locked_before(program, i, s->id); q++)
            if (before->sources.items[q].table == table &&
                ip_catalog_locks_exclude(ip_facts_lock_taken(before, q), mode))
                IP_PUSH(e->arena, &any, ip_encoding_surely_locks(&e->terms, view, program, i, q));
    }
    return ip_term_any(b, &any);
}
