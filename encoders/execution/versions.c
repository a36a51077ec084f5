/* Which instance reads which version of a column that a statement writes by key: in snapshots, and for locked rows. */
#include "execution/encoding_internal.h"

void ip_encoding_each_snapshot(ip_encoding *e, ip_view *view, int table, ip_with_snapshot *f, void *data)
{
    const ip_build *b = &e->terms.build;
    ip_snapshot only = {.slot = view->slot};
    Z3_ast single = e->has_snapshots ? e->relations.single_snapshot[view->slot] : b->yes;
    if (single != b->no)
        f(e, view, &only, single, -1, -1, data);
    for (int p = 0; p < e->input.program_count; p++) {
        if (ip_encoding_never_runs(e, view->slot, p))
            continue;
        const ip_program *program = e->input.programs[p];
        const ip_reading *reading = ip_encoding_reading(e, p);
        int before = -1;
        for (int i = 0; i < program->statements.count && reading->statements; i++) {
            const ip_statement *s = &program->statements.items[i];
            bool about = false;
            for (int q = 0; q < s->sources.count; q++)
                about = about || s->sources.items[q].table->id == table;
            if (!about || s->step == before || s->kind == IP_ABORT)
                continue;
            before = s->step;
            ip_site site = ip_encoding_view_site(view, program, i);
            ip_snapshot snapshot = ip_term_snapshot_of(&e->terms, &site);
            f(e, view, &snapshot, ip_encoding_runs(e, view->slot, p), reading->first[i], reading->last[i], data);
        }
    }
}

typedef struct reading {
    const ip_version *version;
    ip_with_version_read *f;
    void *data;
} reading;

/* Surely before: only if a snapshot with a version contains every older version. */
static void with_snapshot(ip_encoding *e, ip_view *view, const ip_snapshot *snapshot, Z3_ast runs, int first, int last,
                          void *data)
{
    const reading *r = data;
    const ip_version *v = r->version;
    const ip_build *b = &e->terms.build;
    Z3_ast vis = ip_encoding_relation(e, e->relations.vis, v->writer, view->slot);
    Z3_ast seen = first < 0 ? vis : ip_encoding_sees(e, v->writer, view->slot, first);
    Z3_ast unseen = ip_term_not(b, last < 0 ? vis : ip_encoding_sees(e, v->writer, view->slot, last));
    r->f(e, runs, ip_term_seen(&e->terms, snapshot, v->table, v->column, v->key), seen,
         e->older_versions ? unseen : b->no, r->data);
}

/* A read of a locked row returns the version of the last earlier writer in commit order. */
static void with_locked(ip_encoding *e, const reading *r, ip_view *view, int p, int s, int q)
{
    const ip_version *v = r->version;
    const ip_build *b = &e->terms.build;
    const ip_program *program = e->input.programs[p];
    const ip_statement *statement = &program->statements.items[s];
    if (statement->sources.items[q].table != v->table || !ip_facts_rereads(ip_encoding_reading(e, p), statement, q) ||
        !ip_catalog_locks_exclude(ip_facts_lock_taken(statement, q), v->mode) ||
        ip_term_changed_before(&e->terms, program, statement, v->table, v->column))
        return;
    Z3_ast locks =
        ip_term_and(b, ip_encoding_runs(e, view->slot, p), ip_encoding_surely_locks(&e->terms, view, program, s, q));
    if (locks == b->no)
        return;
    ip_site site = ip_encoding_view_site(view, program, s);
    r->f(e, locks, ip_term_seen_reread(&e->terms, &site, q, v->column, v->key),
         ip_encoding_relation(e, e->relations.ar, v->writer, v->other),
         ip_encoding_relation(e, e->relations.ar, v->other, v->writer), r->data);
}

ip_term ip_encoding_version_replaced(ip_encoding *e, const ip_point *point, const ip_site *site, const ip_version *v)
{
    ip_snapshot snapshot = ip_term_snapshot_of(&e->terms, site);
    return ip_facts_rereads(ip_encoding_reading(e, point->program), site->statement, 0)
               ? ip_term_seen_reread(&e->terms, site, 0, v->column, v->key)
               : ip_term_seen(&e->terms, &snapshot, v->table, v->column, v->key);
}

void ip_encoding_each_version_read(ip_encoding *e, ip_point *point, const ip_version *version, ip_with_version_read *f,
                                   void *data)
{
    reading r = {version, f, data};
    ip_view *view = &ip_encoding_view_at(e, &point->stand, version->other)->view;
    ip_encoding_each_snapshot(e, view, version->table->id, with_snapshot, &r);
    for (int p = 0; e->has_snapshots && p < e->input.program_count; p++)
        for (int s = 0; s < e->input.programs[p]->statements.count && !ip_encoding_never_runs(e, view->slot, p); s++)
            for (int q = 0; q < e->input.programs[p]->statements.items[s].sources.count; q++)
                with_locked(e, &r, view, p, s, q);
}
