/* Facts about two instances at one row: conflicts, overwriting, anti-dependencies, rows that one inserts or deletes
 * and the other reads. */
#include "execution/encoding_internal.h"

/* Row granularity: engines detect write conflicts by row. */
static void state_conflict(ip_encoding *e, ip_place_view *u, ip_place_view *v, int table)
{
    const ip_build *b = &e->terms.build;
    if (e->engine)
        ip_rules_state_locks(e, u, v, table);
    if (!e->terms.rules[IP_RULE_CONFLICTS] || e->engine)
        return;
    Z3_ast both = ip_term_and(b, ip_encoding_sure_change(e, u, table), ip_encoding_sure_change(e, v, table));
    if (both != b->no)
        ip_encoding_state(
            e, ip_term_implies(b, both, ip_encoding_relation(e, e->relations.conflict, u->view.slot, v->view.slot)));
}

static void state_overwriting(ip_encoding *e, ip_place_view *first, ip_place_view *second, int group)
{
    const ip_build *b = &e->terms.build;
    Z3_ast both = ip_term_and(b, ip_encoding_sure_write(e, first, group), ip_encoding_sure_overwrite(e, second, group));
    int i = first->view.slot, j = second->view.slot;
    if (both == b->no || !e->terms.rules[IP_RULE_FORCED])
        return;
    ip_encoding_state(e, ip_term_implies(b, ip_term_and(b, both, ip_encoding_relation(e, e->relations.ar, i, j)),
                                         ip_encoding_relation(e, e->relations.ww, i, j)));
}

/* The reader's access reads a version before v's, and the level tracks it. Exact if u's snapshot has no version after
 * v's either: because v commits later, or because a snapshot with a version contains every older version. */
static Z3_ast reads_before(ip_encoding *e, ip_view *reader, int v, const ip_access *read, ip_touch_kind kind)
{
    const ip_build *b = &e->terms.build;
    int u = reader->slot;
    const ip_reading *reading = ip_encoding_reading(e, read->program);
    const ip_statement *s = ip_statement_of(e, read);
    Z3_ast later = ip_encoding_relation(e, e->relations.ar, u, v);
    if (!ip_facts_reads_recorded(reading, s, read->source))
        return b->no;
    if (ip_facts_rereads(reading, s, read->source) || ip_facts_reads_newest(reading, s, read->source))
        return later;
    Z3_ast unseen = ip_term_not(b, reading->statements ? ip_encoding_sees(e, v, u, reading->last[read->statement])
                                                       : ip_encoding_relation(e, e->relations.vis, v, u));
    /* A snapshot does not show versions that a TRUNCATE has removed since then either. */
    bool emptied = reading->engine && s->sources.items[read->source].table->emptied;
    Z3_ast settled = ip_rules_read_checked_again(e, reader, read, kind);
    return ip_term_and(b, unseen, e->older_versions && !emptied ? ip_term_implies(b, settled, later) : later);
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
            ip_accesses writers = ip_encoding_accesses_of(e, writer, pairs[k][1], group, true);
            if (!writers.count)
                continue;
            ip_accesses readers = ip_encoding_accesses_of(e, reader, pairs[k][0], group, true);
            Z3_ast meet = b->no;
            for (int r = 0; r < readers.count; r++) {
                const ip_access *read = &readers.items[r];
                Z3_ast noticed = ip_rules_any_noticed(e, reader, read, pairs[k][0], writer, &writers, group);
                meet = ip_term_or(b, meet,
                                  ip_term_and3(b, read->condition, noticed,
                                               reads_before(e, reader, writer->slot, read, pairs[k][0])));
            }
            ip_encoding_state(
                e, ip_term_implies(b, meet, ip_encoding_relation(e, e->relations.rw, reader->slot, writer->slot)));
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
    Z3_ast alive = ip_term_alive(&e->terms, snapshot, w->table, view->place->keys[w->table->id]);
    if (!facts->inserted)
        alive = ip_term_not(b, alive);
    Z3_ast vis = ip_encoding_relation(e, e->relations.vis, w->slot, view->slot);
    Z3_ast seen = first < 0 ? vis : ip_encoding_sees(e, w->slot, view->slot, first);
    if (!facts->inserted || !facts->deleted)
        ip_encoding_state(e, ip_term_implies(b, ip_term_and3(b, runs, w->surely, seen), alive));
    if (!facts->inserted)
        return;
    /* The row is inserted only once, so it did not exist before: an instance that does not see the INSERT does not see
     * the row. */
    Z3_ast unseen = ip_term_not(b, last < 0 ? vis : ip_encoding_sees(e, w->slot, view->slot, last));
    Z3_ast once = ip_term_and3(b, runs, w->surely, facts->fresh ? b->yes : e->single_inserts_guard);
    ip_encoding_state(e, ip_term_implies(b, ip_term_and(b, once, unseen), ip_term_not(b, alive)));
}

/* A row that a visible instance surely inserted (deleted) exists (does not exist), if nothing deletes (inserts). A
 * fresh row whose INSERT is not visible does not exist. */
static void state_visible_presence(ip_encoding *e, ip_view *reader, ip_view *writer, int table)
{
    const ip_table_facts *facts = &e->input.facts->tables[table];
    if (!e->terms.rules[IP_RULE_VISIBLE_PRESENCE] || facts->exists_group < 0 || ip_rows_come_again(facts))
        return;
    const ip_column_group *group = &e->input.facts->groups.items[facts->exists_group];
    ip_accesses writes =
        ip_encoding_accesses_of(e, writer, facts->inserted ? IP_WRITE_INSERT : IP_WRITE_DELETE, group, true);
    if (!writes.count)
        return;
    writing w = {writer->slot, e->input.schema->tables.items[table], ip_encoding_any_access(e, &writes)};
    ip_encoding_each_snapshot(e, reader, table, state_presence_in, &w);
}

/* At an engine's level only one of two instances inserts a key that no program deletes or changes. */
static void state_one_insert(ip_encoding *e, ip_view *u, ip_view *v, int table)
{
    const ip_build *b = &e->terms.build;
    const ip_table_facts *facts = &e->input.facts->tables[table];
    if (!e->engine || !e->terms.rules[IP_RULE_ONE_INSERT] || !facts->inserted || facts->deleted || !facts->key_count ||
        facts->exists_group < 0)
        return;
    const ip_column_group *group = &e->input.facts->groups.items[facts->exists_group];
    ip_accesses one = ip_encoding_accesses_of(e, u, IP_WRITE_INSERT, group, true);
    ip_accesses other = ip_encoding_accesses_of(e, v, IP_WRITE_INSERT, group, true);
    ip_encoding_state(
        e, ip_term_not(b, ip_term_and(b, ip_encoding_any_access(e, &one), ip_encoding_any_access(e, &other))));
}

void ip_rules_state_pair(ip_encoding *e, ip_stand *stand, int i, int j, int table)
{
    ip_place_view *u = ip_encoding_view_at(e, stand, i), *v = ip_encoding_view_at(e, stand, j);
    state_conflict(e, u, v, table);
    for (int k = 0; k < e->groups.count; k++)
        if (e->input.facts->groups.items[e->groups.items[k]].table == table)
            for (int side = 0; side < 2; side++)
                state_overwriting(e, side ? v : u, side ? u : v, e->groups.items[k]);
    state_visible_presence(e, &u->view, &v->view, table);
    state_visible_presence(e, &v->view, &u->view, table);
    state_one_insert(e, &u->view, &v->view, table);
    ip_rules_state_reinserted(e, &u->view, &v->view, table);
    ip_rules_state_reinserted(e, &v->view, &u->view, table);
}

void ip_rules_state_chords(ip_encoding *e, ip_stand *stand, int i, int j, int table)
{
    ip_view *u = &ip_encoding_view_at(e, stand, i)->view, *v = &ip_encoding_view_at(e, stand, j)->view;
    state_anti_dependencies(e, u, v, table);
    state_anti_dependencies(e, v, u, table);
}

/* Some iteration of i and some of j insert the same row. */
static Z3_ast insert_same(ip_encoding *e, int i, int j, int table)
{
    const ip_build *b = &e->terms.build;
    ip_terms_context *c = &e->terms;
    ip_stand *stand = IP_NEW(e->arena, ip_stand);
    const Z3_ast **keys = IP_NEW_ARRAY(e->arena, const Z3_ast *, e->input.schema->tables.count);
    const ip_table *t = e->input.schema->tables.items[table];
    int n = ip_term_key_length(c, t);
    Z3_ast *key = IP_NEW_ARRAY(e->arena, Z3_ast, n);
    for (int k = 0; k < n; k++)
        key[k] = ip_term_const(b, ip_term_key_sort(c, t, k), "twice.%d.%d", table, k);
    keys[table] = key;
    stand->place = (ip_place){keys};
    stand->name = ip_arena_printf(e->arena, "twice%d", table);
    const ip_column_group *group = &e->input.facts->groups.items[e->input.facts->tables[table].exists_group];
    Z3_ast both = b->yes;
    for (int side = 0; side < 2; side++) {
        ip_accesses inserts = ip_encoding_accesses_of(e, &ip_encoding_view_at(e, stand, side ? j : i)->view,
                                                      IP_WRITE_INSERT, group, false);
        both = ip_term_and(b, both, ip_encoding_any_access(e, &inserts));
    }
    return both;
}

Z3_ast ip_rules_inserts_once_or_both(ip_encoding *e, int i, int j)
{
    const ip_build *b = &e->terms.build;
    ip_terms any = {0};
    IP_PUSH(e->arena, &any, e->single_inserts_guard);
    for (int k = 0; k < e->tables.count; k++) {
        const ip_table_facts *facts = &e->input.facts->tables[e->tables.items[k]];
        if (facts->inserted && facts->exists_group >= 0)
            IP_PUSH(e->arena, &any, insert_same(e, i, j, e->tables.items[k]));
    }
    return ip_term_any(b, &any);
}
