/* Facts that every execution satisfies, stated where they can matter: for each instance, and for each
 * instance at the witness rows and at the rows that instances write by key. */
#include "execution/encoding_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- about one instance ---- */

static ip_site instance_site(ip_encoding *e, int slot, int program, int statement)
{
    ip_site site = {0};
    site.slot = slot;
    site.program = e->input.programs[program];
    site.statement = &site.program->statements.items[statement];
    return site;
}

Z3_ast ip_encoding_followed(ip_encoding *e, int instance)
{
    const ip_build *b = &e->terms.build;
    Z3_ast all = b->yes;
    for (int p = 0; p < e->input.program_count; p++)
        for (int s = 0; s < e->input.programs[p]->statements.count; s++) {
            const ip_statement *statement = &e->input.programs[p]->statements.items[s];
            if (statement->loop >= 0 || !(statement->kind == IP_UNKNOWN || statement->partly_followed))
                continue;
            ip_site site = instance_site(e, instance, p, s);
            Z3_ast runs = ip_and(b, ip_encoding_runs(e, instance, p), ip_executes(&e->terms, &site));
            all = ip_and(b, all, ip_not(b, runs));
        }
    return all;
}

Z3_ast ip_encoding_given(ip_encoding *e, int instance)
{
    const ip_build *b = &e->terms.build;
    Z3_ast all = b->yes;
    for (int p = 0; p < e->input.program_count; p++) {
        ip_site site = {.slot = instance, .program = e->input.programs[p]};
        Z3_ast given = b->yes;
        for (int i = 0; i < site.program->parameters.count; i++) {
            ip_expr expr = {.kind = IP_EXPR_PARAMETER, .index = i, .type = site.program->parameters.items[i].type};
            given = ip_and(b, given, ip_not(b, ip_eval(&e->terms, &site, &expr).null));
        }
        all = ip_and(b, all, ip_or(b, ip_not(b, ip_encoding_runs(e, instance, p)), given));
    }
    return all;
}

/* Immutable columns of a row that is inserted once hold what its INSERT wrote. Rounded and padded types
 * are left out: what is stored is not what was given. */
static void state_inserted_values(ip_encoding *e, const ip_site *site, Z3_ast executes, const Z3_ast *key)
{
    ip_terms_context *c = &e->terms;
    const ip_build *b = &c->build;
    const ip_table *table = site->statement->sources.items[0].table;
    const ip_table_facts *facts = &e->input.facts->tables[table->id];
    if (!c->rules[IP_RULE_INSERT_VALUES] || !c->rules[IP_RULE_FROZEN] || (facts->deleted && !facts->fresh))
        return;
    ip_terms same = {0};
    for (int column = 0; column < table->columns.count; column++) {
        const ip_column *declared = &table->columns.items[column];
        bool in_key = false;
        for (int i = 0; i < facts->key_count; i++)
            in_key = in_key || facts->key[i] == column;
        if (in_key || !facts->columns[column].frozen || !facts->columns[column].read || declared->type.array)
            continue;
        const ip_expr *given = site->statement->assignments[column];
        if (!ip_stored_as_given(given, declared->type))
            continue;
        ip_term value = ip_eval(c, site, given);
        int n = ip_key_length(c, table);
        Z3_ast null = b->no;
        if (!declared->not_null)
            null = ip_apply(b, b->boolean, n, key, "imm.%d.%d?", table->id, column);
        Z3_ast stored = ip_apply(b, ip_sort_of(b, declared->type), n, key, "imm.%d.%d", table->id, column);
        IP_PUSH(e->arena, &same, ip_equal(b, null, value.null));
        if (given->kind != IP_EXPR_NULL)
            IP_PUSH(e->arena, &same, ip_or(b, value.null, ip_equal(b, stored, value.value)));
    }
    ip_encoding_state(e, ip_implies(b, ip_and(b, executes, e->single_inserts_guard), ip_all(b, &same)));
}

/* INSERT of a key succeeds only if the row is not there. */
static void state_absence_needed(ip_encoding *e, const ip_site *site, Z3_ast executes, const Z3_ast *key)
{
    ip_terms_context *c = &e->terms;
    const ip_table *table = site->statement->sources.items[0].table;
    if (!c->rules[IP_RULE_ABSENCE_NEEDED] || !e->input.facts->tables[table->id].key_count)
        return;
    ip_encoding_state(e, ip_implies(&c->build, executes, ip_not(&c->build, ip_alive_at(c, site, 0, key))));
}

/* NULL in a key or a NOT NULL column makes the INSERT fail. */
static void state_not_null(ip_encoding *e, const ip_site *site, Z3_ast executes)
{
    ip_terms_context *c = &e->terms;
    const ip_table *table = site->statement->sources.items[0].table;
    ip_terms nulls = {0};
    if (!c->rules[IP_RULE_NOT_NULL])
        return;
    for (int column = 0; column < table->columns.count; column++) {
        const ip_expr *given = site->statement->assignments[column];
        bool required = table->columns.items[column].not_null;
        if (table->primary_key >= 0)
            for (int i = 0; i < table->keys.items[table->primary_key].column_count; i++)
                required = required || table->keys.items[table->primary_key].columns[i] == column;
        if (required)
            IP_PUSH(e->arena, &nulls, ip_eval(c, site, given).null);
    }
    ip_encoding_state(e, ip_implies(&c->build, executes, ip_not(&c->build, ip_any(&c->build, &nulls))));
}

static void state_statement(ip_encoding *e, const ip_site *site, Z3_ast runs)
{
    ip_terms_context *c = &e->terms;
    const ip_build *b = &c->build;
    if (site->statement->kind == IP_ABORT && c->rules[IP_RULE_ABORTS])
        ip_encoding_state(e, ip_not(b, ip_and(b, runs, ip_executes(c, site))));
    if (site->statement->kind == IP_INSERT && !site->statement->uncertain) {
        Z3_ast executes = ip_and(b, runs, ip_executes(c, site));
        const Z3_ast *key = ip_insert_key(c, site);
        state_not_null(e, site, executes);
        state_absence_needed(e, site, executes, key);
        state_inserted_values(e, site, executes, key);
        ip_unique_insert(c, site, key, executes);
    }
}

/* The same for an UPDATE of rows found by key: where they are there and fit, NULL in a NOT NULL column fails. */
static void state_update_not_null(ip_encoding *e, const ip_site *site, Z3_ast runs, const ip_row *rows)
{
    ip_terms_context *c = &e->terms;
    const ip_build *b = &c->build;
    const ip_statement *s = site->statement;
    if (!c->rules[IP_RULE_NOT_NULL] || s->kind != IP_UPDATE || s->uncertain)
        return;
    ip_site here = *site;
    here.rows = rows;
    here.reread = true;
    const ip_table *table = s->sources.items[0].table;
    Z3_ast null = b->no;
    for (int column = 0; column < table->columns.count; column++)
        if (s->assignments[column] && table->columns.items[column].not_null)
            null = ip_or(b, null, ip_eval(c, &here, s->assignments[column]).null);
    if (null == b->no)
        return;
    for (int q = 0; q < s->sources.count; q++)
        if (s->sources.items[q].optional)
            return;
    Z3_ast changes = ip_and3(b, runs, ip_executes(c, site), ip_rows_fit(c, site, rows));
    ip_encoding_state(e, ip_implies(b, changes, ip_not(b, null)));
}

static void add_point(ip_encoding *e, const ip_site *site, int program, int source, const Z3_ast *key)
{
    int table = site->statement->sources.items[source].table->id;
    ip_point *point = IP_NEW(e->arena, ip_point);
    point->slot = site->slot;
    point->program = program;
    point->statement = site->statement->id;
    point->source = source;
    const Z3_ast **keys = IP_NEW_ARRAY(e->arena, const Z3_ast *, e->input.schema->tables.count);
    keys[table] = key;
    point->stand.place = (ip_place){keys};
    point->stand.name = ip_arena_printf(e->arena, "point%d", e->points.count);

    IP_PUSH(e->arena, &e->points, point);
}

/* Rows that the statement writes or locks, and finds by key. */
static void add_points(ip_encoding *e, const ip_site *site, int program, const ip_row *rows)
{
    const ip_statement *s = site->statement;
    const ip_reading *reading = ip_encoding_reading(e, program);
    bool writes = s->kind == IP_UPDATE || s->kind == IP_DELETE;
    for (int q = 0; q < s->sources.count; q++) {
        bool locks = reading->engine && ip_lock_taken(s, q) != IP_LOCK_NONE;
        if (rows[q].key && (locks || (writes && q == 0)))
            add_point(e, site, program, q, rows[q].key);
    }
}

void ip_state_instance(ip_encoding *e, int slot)
{
    for (int p = 0; p < e->input.program_count && !ip_encoding_gave_up(e); p++) {
        const ip_program *program = e->input.programs[p];
        Z3_ast runs = ip_encoding_runs(e, slot, p);
        for (int s = 0; s < program->statements.count; s++) {
            if (program->statements.items[s].loop >= 0)
                continue;
            ip_site site = instance_site(e, slot, p, s);
            state_statement(e, &site, runs);
            ip_statement_kind kind = site.statement->kind;
            if (kind == IP_INSERT)
                add_point(e, &site, p, 0, ip_insert_key(&e->terms, &site));
            if (kind != IP_UPDATE && kind != IP_DELETE && kind != IP_SELECT)
                continue;
            /* Queries of theory's levels lock nothing: no row of theirs is a place for facts. */
            if (kind == IP_SELECT && !e->engine && site.statement->check != IP_CHECK_PRESENT && !e->terms.one_state)
                continue;
            ip_row *rows = IP_NEW_ARRAY(e->arena, ip_row, site.statement->sources.count);
            bool all = ip_determine_rows(&e->terms, &site, rows);
            add_points(e, &site, p, rows);
            ip_state_snapshot_references(e, &site, runs, rows);
            if (all) {
                state_update_not_null(e, &site, runs, rows);
                ip_state_reference(e, &site, runs, rows);
            }
        }
    }
}

/* ---- about an instance in the iterations of a view ---- */

static void state_view(ip_encoding *e, ip_view *view)
{
    ip_terms_context *c = &e->terms;
    for (int p = 0; p < e->input.program_count; p++) {
        const ip_program *program = e->input.programs[p];
        Z3_ast runs = ip_encoding_runs(e, view->slot, p);
        for (int s = 0; s < program->statements.count; s++) {
            ip_site site = ip_view_site(view, program, s);
            if (program->statements.items[s].loop >= 0)
                state_statement(e, &site, runs);
            Z3_ast facts = ip_query_facts(c, view, program, s);
            ip_encoding_state(e, ip_implies(&c->build, runs, facts));
        }
    }
    ip_state_locked_rereads_in_loops(e, view);
}

static void state_drawn_in(ip_encoding *e, ip_view *view, const ip_snapshot *snapshot, Z3_ast runs, int first, int last,
                           void *data)
{
    (void)runs, (void)first, (void)last;
    const ip_table *table = data;
    ip_drawn_key_fact(&e->terms, snapshot, table, view->place->keys[table->id]);
}

static void state_snapshots(ip_encoding *e, ip_view *view, int table)
{
    if (!view->place->keys[table])
        return;
    ip_each_snapshot(e, view, table, state_drawn_in, e->input.schema->tables.items[table]);
    ip_state_later_values(e, view, e->input.schema->tables.items[table]);
}

/* ---- about pairs of instances at a place ---- */

/* Row granularity: engines detect write conflicts by row. */
static void state_conflict(ip_encoding *e, ip_place_view *u, ip_place_view *v, int table)
{
    const ip_build *b = &e->terms.build;
    if (e->engine)
        ip_state_locks(e, u, v, table);
    if (!e->terms.rules[IP_RULE_CONFLICTS] || e->engine)
        return;
    Z3_ast both = ip_and(b, ip_sure_change(e, u, table), ip_sure_change(e, v, table));
    if (both != b->no)
        ip_encoding_state(e, ip_implies(b, both, ip_relation(e, e->relations.conflict, u->view.slot, v->view.slot)));
}

static void state_overwriting(ip_encoding *e, ip_place_view *first, ip_place_view *second, int group)
{
    const ip_build *b = &e->terms.build;
    Z3_ast both = ip_and(b, ip_sure_write(e, first, group), ip_sure_overwrite(e, second, group));
    int i = first->view.slot, j = second->view.slot;
    if (both == b->no || !e->terms.rules[IP_RULE_FORCED])
        return;
    ip_encoding_state(e, ip_implies(b, ip_and(b, both, ip_relation(e, e->relations.ar, i, j)),
                                    ip_relation(e, e->relations.ww, i, j)));
}

/* The reader's access is of a version before the one that v writes, and the level knows of it. Exact where u's snapshot
 * has no version after v's either: because v commits later, or because snapshots that hold a version hold every older
 * one. */
static Z3_ast reads_before(ip_encoding *e, ip_view *reader, int v, const ip_access *read, ip_touch_kind kind)
{
    const ip_build *b = &e->terms.build;
    int u = reader->slot;
    const ip_reading *reading = ip_encoding_reading(e, read->program);
    const ip_statement *s = ip_statement_of(e, read);
    Z3_ast later = ip_relation(e, e->relations.ar, u, v);
    if (!ip_reads_recorded(reading, s, read->source))
        return b->no;
    if (ip_rereads(reading, s, read->source) || ip_reads_newest(reading, s, read->source))
        return later;
    Z3_ast unseen = ip_not(b, reading->statements ? ip_sees(e, v, u, reading->last[read->statement])
                                                  : ip_relation(e, e->relations.vis, v, u));
    /* Nor does a snapshot tell of versions that are gone with a TRUNCATE since then. */
    bool emptied = reading->engine && s->sources.items[read->source].table->emptied;
    Z3_ast settled = ip_read_checked_again(e, reader, read, kind);
    return ip_and(b, unseen, e->older_versions && !emptied ? ip_implies(b, settled, later) : later);
}

/* Sure reads and sure writes of one cell: an anti-dependency, unless the write is seen. */
static void state_anti_dependencies(ip_encoding *e, ip_view *reader, ip_view *writer, int table)
{
    static const ip_touch_kind pairs[][2] = {
        {IP_READ_PRESENT, IP_WRITE_DELETE}, {IP_READ_ABSENT, IP_WRITE_INSERT}, {IP_READ_PRESENT, IP_WRITE_UPDATE}};
    const ip_build *b = &e->terms.build;
    if (!e->terms.rules[IP_RULE_FORCED])
        return;
    for (int i = 0; i < e->groups.count; i++) {
        const ip_column_group *group = &e->input.facts->groups.items[e->groups.items[i]];
        for (int k = 0; k < 3; k++) {
            if (group->table != table || group->exists != (k < 2))
                continue;
            ip_accesses writers = ip_accesses_of(e, writer, pairs[k][1], group, true);
            if (!writers.count)
                continue;
            ip_accesses readers = ip_accesses_of(e, reader, pairs[k][0], group, true);
            Z3_ast meet = b->no;
            for (int r = 0; r < readers.count; r++) {
                const ip_access *read = &readers.items[r];
                Z3_ast noticed = ip_any_noticed(e, reader, read, pairs[k][0], writer, &writers);
                meet = ip_or(
                    b, meet,
                    ip_and3(b, read->condition, noticed, reads_before(e, reader, writer->slot, read, pairs[k][0])));
            }
            ip_encoding_state(e, ip_implies(b, meet, ip_relation(e, e->relations.rw, reader->slot, writer->slot)));
        }
    }
}

typedef struct writing {
    int slot;
    const ip_table *table;
    Z3_ast surely;
} writing;

static void state_presence_in(ip_encoding *e, ip_view *view, const ip_snapshot *snapshot, Z3_ast runs, int first,
                              int last, void *data)
{
    const writing *w = data;
    const ip_build *b = &e->terms.build;
    const ip_table_facts *facts = &e->input.facts->tables[w->table->id];
    Z3_ast alive = ip_alive(&e->terms, snapshot, w->table, view->place->keys[w->table->id]);
    if (!facts->inserted)
        alive = ip_not(b, alive);
    Z3_ast vis = ip_relation(e, e->relations.vis, w->slot, view->slot);
    Z3_ast seen = first < 0 ? vis : ip_sees(e, w->slot, view->slot, first);
    if (!facts->inserted || !facts->deleted)
        ip_encoding_state(e, ip_implies(b, ip_and3(b, runs, w->surely, seen), alive));
    if (!facts->inserted)
        return;
    /* Inserted once, hence not there before: who does not see the INSERT does not see the row. */
    Z3_ast unseen = ip_not(b, last < 0 ? vis : ip_sees(e, w->slot, view->slot, last));
    Z3_ast once = ip_and3(b, runs, w->surely, facts->fresh ? b->yes : e->single_inserts_guard);
    ip_encoding_state(e, ip_implies(b, ip_and(b, once, unseen), ip_not(b, alive)));
}

/* What another instance surely inserted (deleted) and is visible is there (gone), if nothing deletes (inserts). A fresh
 * row that is not visible is not there. */
static void state_visible_presence(ip_encoding *e, ip_view *reader, ip_view *writer, int table)
{
    const ip_table_facts *facts = &e->input.facts->tables[table];
    if (!e->terms.rules[IP_RULE_VISIBLE_PRESENCE] || facts->exists_group < 0 || ip_rows_come_again(facts))
        return;
    const ip_column_group *group = &e->input.facts->groups.items[facts->exists_group];
    ip_accesses writes = ip_accesses_of(e, writer, facts->inserted ? IP_WRITE_INSERT : IP_WRITE_DELETE, group, true);
    if (!writes.count)
        return;
    writing w = {writer->slot, e->input.schema->tables.items[table], ip_any_access(e, &writes)};
    ip_each_snapshot(e, reader, table, state_presence_in, &w);
}

/* An engine lets only one of two instances insert a key that no program ever frees. */
static void state_one_insert(ip_encoding *e, ip_view *u, ip_view *v, int table)
{
    const ip_build *b = &e->terms.build;
    const ip_table_facts *facts = &e->input.facts->tables[table];
    if (!e->engine || !e->terms.rules[IP_RULE_ONE_INSERT] || !facts->inserted || facts->deleted || !facts->key_count ||
        facts->exists_group < 0)
        return;
    const ip_column_group *group = &e->input.facts->groups.items[facts->exists_group];
    ip_accesses one = ip_accesses_of(e, u, IP_WRITE_INSERT, group, true);
    ip_accesses other = ip_accesses_of(e, v, IP_WRITE_INSERT, group, true);
    ip_encoding_state(e, ip_not(b, ip_and(b, ip_any_access(e, &one), ip_any_access(e, &other))));
}

static void state_pair(ip_encoding *e, ip_stand *stand, int i, int j, int table)
{
    ip_place_view *u = ip_view_at(e, stand, i), *v = ip_view_at(e, stand, j);
    state_conflict(e, u, v, table);
    for (int k = 0; k < e->groups.count; k++)
        if (e->input.facts->groups.items[e->groups.items[k]].table == table)
            for (int side = 0; side < 2; side++)
                state_overwriting(e, side ? v : u, side ? u : v, e->groups.items[k]);
    state_visible_presence(e, &u->view, &v->view, table);
    state_visible_presence(e, &v->view, &u->view, table);
    state_one_insert(e, &u->view, &v->view, table);
    ip_state_reinserted(e, &u->view, &v->view, table);
    ip_state_reinserted(e, &v->view, &u->view, table);
}

static void state_chords(ip_encoding *e, ip_stand *stand, int i, int j, int table)
{
    ip_view *u = &ip_view_at(e, stand, i)->view, *v = &ip_view_at(e, stand, j)->view;
    state_anti_dependencies(e, u, v, table);
    state_anti_dependencies(e, v, u, table);
}

/* A row that the reader had locked is read as the last of those left it whose writes the lock excludes and that
 * commit before. */
static void state_latest_held(ip_encoding *e, ip_edge *edge, const ip_edge_option *option, const ip_access *read,
                              ip_place_view *writer)
{
    const ip_build *b = &e->terms.build;
    if (option->type != IP_EDGE_WR)
        return; /* RW from there goes forward */
    int table = e->input.facts->groups.items[option->group].table;
    const ip_holds *holds = ip_holds_at(e, writer, table);
    ip_view *reader = &ip_view_at(e, &edge->stand, edge->to)->view;
    Z3_ast writes = ip_sure_write(e, writer, option->group);
    for (int mode = 0; mode < IP_LOCK_COUNT; mode++) {
        if (holds->changes[mode] == b->no)
            continue;
        Z3_ast held = ip_held_at_read(e, reader, read, (ip_lock)mode);
        if (held == b->no)
            continue;
        Z3_ast all = ip_and3(b, ip_and(b, read->condition, held), ip_and(b, writes, holds->changes[mode]),
                             ip_relation(e, e->relations.ar, writer->view.slot, edge->to));
        ip_encoding_state(e, ip_implies(b, all, ip_relation(e, e->relations.ar, writer->view.slot, edge->from)));
    }
}

static bool only_deletes(const ip_encoding *e, const ip_accesses *writes)
{
    for (int i = 0; i < writes->count; i++)
        if (e->input.programs[writes->items[i].program]->statements.items[writes->items[i].statement].kind != IP_DELETE)
            return false;
    return true;
}

/* A row that a statement finds in its snapshot, and that is gone once it could lock it, was deleted by whoever deleted
 * that very row: had the key been inserted again before that DELETE, the snapshot would have the INSERT. */
static void state_gone(ip_encoding *e, ip_edge *edge, const ip_edge_option *option, const ip_access *read,
                       ip_view *other)
{
    const ip_build *b = &e->terms.build;
    const ip_column_group *group = &e->input.facts->groups.items[option->group];
    const ip_reading *reading = ip_encoding_reading(e, read->program);
    const ip_statement *s = &e->input.programs[read->program]->statements.items[read->statement];
    if (option->type != IP_EDGE_WR || !group->exists || !e->terms.rules[IP_RULE_GONE] ||
        !ip_rereads(reading, s, read->source) || !only_deletes(e, &option->from))
        return;
    ip_accesses inserts = ip_accesses_of(e, other, IP_WRITE_INSERT, group, true);
    Z3_ast between = ip_and3(b, read->condition, ip_any_access(e, &inserts),
                             ip_relation(e, e->relations.ar, other->slot, edge->from));
    ip_encoding_state(e, ip_implies(b, between, ip_sees(e, other->slot, edge->to, reading->last[read->statement])));
}

/* The version read is the last visible one: another instance that surely writes the cell and is
 * visible to the reader comes before it. */
static void state_latest(ip_encoding *e, ip_edge *edge, int other)
{
    ip_terms_context *c = &e->terms;
    const ip_build *b = &c->build;
    if (!c->rules[IP_RULE_LATEST] || other == edge->from || other == edge->to)
        return;
    ip_place_view *view = ip_view_at(e, &edge->stand, other);
    for (int o = 0; o < edge->options.count; o++) {
        const ip_edge_option *option = &edge->options.items[o];
        if (option->type == IP_EDGE_WW)
            continue;
        Z3_ast writes = ip_sure_write(e, view, option->group);
        if (writes == b->no)
            continue;
        int reader = option->type == IP_EDGE_WR ? edge->to : edge->from;
        int limit = option->type == IP_EDGE_WR ? edge->from : edge->to;
        Z3_ast before = ip_relation(e, e->relations.ar, other, limit);
        ip_encoding_state(
            e,
            ip_implies(b, ip_and3(b, option->chosen, writes, ip_relation(e, e->relations.vis, other, reader)), before));
        const ip_accesses *reads = option->type == IP_EDGE_WR ? &option->to : &option->from;
        for (int k = 0; k < reads->count && option->distinguished; k++) {
            const ip_access *read = &reads->items[k];
            const ip_reading *reading = ip_encoding_reading(e, read->program);
            if (!reading->statements)
                continue;
            Z3_ast seen = ip_sees(e, other, reader, reading->first[read->statement]);
            ip_encoding_state(e, ip_implies(b, ip_and3(b, read->condition, writes, seen), before));
            state_latest_held(e, edge, option, read, view);
            state_gone(e, edge, option, read, &view->view);
        }
    }
}

static void state_edge(ip_encoding *e, ip_edge *edge)
{
    ip_stand *stand = &edge->stand;
    for (int k = 0; k < e->tables.count && !ip_encoding_gave_up(e); k++) {
        int t = e->tables.items[k];
        if (stand->stated == 0)
            ip_unique_facts(&e->terms, e->input.schema->tables.items[t], stand->place.keys[t], e->terms.build.yes);
        for (int j = stand->stated; j < e->instances; j++)
            for (int i = 0; i < j; i++)
                state_pair(e, stand, i, j, t);
        for (int j = stand->chords_stated; e->chords && j < e->instances; j++)
            for (int i = 0; i < j; i++)
                state_chords(e, stand, i, j, t);
    }
    for (int j = stand->stated; j < e->instances && !ip_encoding_gave_up(e); j++) {
        state_view(e, &ip_view_at(e, stand, j)->view);
        for (int k = 0; k < e->tables.count; k++)
            state_snapshots(e, &ip_view_at(e, stand, j)->view, e->tables.items[k]);
        state_latest(e, edge, j);
    }
    stand->stated = e->instances;
    if (e->chords)
        stand->chords_stated = e->instances;
}

void ip_state_edges(ip_encoding *e)
{
    for (int i = 0; i < e->edges.count; i++) {
        ip_edge *edge = e->edges.items[i];
        if (edge->stand.stated < e->instances || (e->chords && edge->stand.chords_stated < e->instances))
            state_edge(e, edge);
    }
}

/* ---- at rows written or locked by key ---- */

/* What queries of the table say of the row. */
static void state_queries(ip_encoding *e, ip_view *view, int table)
{
    for (int p = 0; p < e->input.program_count; p++) {
        const ip_program *program = e->input.programs[p];
        for (int s = 0; s < program->statements.count; s++) {
            const ip_statement *statement = &program->statements.items[s];
            if (statement->sources.count == 1 && statement->sources.items[0].table->id == table)
                ip_encoding_state(e, ip_implies(&e->terms.build, ip_encoding_runs(e, view->slot, p),
                                                ip_query_facts(&e->terms, view, program, s)));
        }
    }
}

/* At the row that one instance writes by key: what the others surely do there. */
static void state_point(ip_encoding *e, ip_point *point)
{
    ip_stand *stand = &point->stand;
    int table =
        e->input.programs[point->program]->statements.items[point->statement].sources.items[point->source].table->id;
    for (int j = stand->stated; j < e->instances && !ip_encoding_gave_up(e); j++)
        for (int i = 0; i < j; i++)
            if (i == point->slot || j == point->slot)
                state_pair(e, stand, i, j, table);
    for (int j = stand->chords_stated; e->chords && j < e->instances; j++)
        for (int i = 0; i < j; i++)
            if (i == point->slot || j == point->slot)
                state_chords(e, stand, i, j, table);
    if (point->counters_stated == 0)
        ip_state_locked_rereads(e, point);
    for (int j = point->counters_stated; j < e->instances; j++) {
        ip_state_counter(e, point, j);
        ip_state_values(e, point, j);
        ip_state_foreign(e, point, j);
        state_queries(e, &ip_view_at(e, stand, j)->view, table);
        state_snapshots(e, &ip_view_at(e, stand, j)->view, table);
    }
    stand->stated = point->counters_stated = e->instances;
    if (e->chords)
        stand->chords_stated = e->instances;
}

void ip_state_points(ip_encoding *e)
{
    for (int i = 0; i < e->points.count && !ip_encoding_gave_up(e); i++)
        state_point(e, e->points.items[i]);
}

/* Some iteration of i and some of j insert the same row. */
static Z3_ast insert_same(ip_encoding *e, int i, int j, int table)
{
    const ip_build *b = &e->terms.build;
    ip_terms_context *c = &e->terms;
    ip_stand *stand = IP_NEW(e->arena, ip_stand);
    const Z3_ast **keys = IP_NEW_ARRAY(e->arena, const Z3_ast *, e->input.schema->tables.count);
    const ip_table *t = e->input.schema->tables.items[table];
    int n = ip_key_length(c, t);
    Z3_ast *key = IP_NEW_ARRAY(e->arena, Z3_ast, n);
    for (int k = 0; k < n; k++)
        key[k] = ip_const(b, ip_key_sort(c, t, k), "twice.%d.%d", table, k);
    keys[table] = key;
    stand->place = (ip_place){keys};
    stand->name = ip_arena_printf(e->arena, "twice%d", table);
    const ip_column_group *group = &e->input.facts->groups.items[e->input.facts->tables[table].exists_group];
    Z3_ast both = b->yes;
    for (int side = 0; side < 2; side++) {
        ip_accesses inserts =
            ip_accesses_of(e, &ip_view_at(e, stand, side ? j : i)->view, IP_WRITE_INSERT, group, false);
        both = ip_and(b, both, ip_any_access(e, &inserts));
    }
    return both;
}

Z3_ast ip_encoding_inserts_once_or_both(ip_encoding *e, int i, int j)
{
    const ip_build *b = &e->terms.build;
    ip_terms any = {0};
    IP_PUSH(e->arena, &any, e->single_inserts_guard);
    for (int k = 0; k < e->tables.count; k++) {
        const ip_table_facts *facts = &e->input.facts->tables[e->tables.items[k]];
        if (facts->inserted && facts->exists_group >= 0)
            IP_PUSH(e->arena, &any, insert_same(e, i, j, e->tables.items[k]));
    }
    return ip_any(b, &any);
}
