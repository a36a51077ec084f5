/* Dependency edges: a witness row, and the pairs of accesses there that can cause the dependency. */
#include "execution/encoding_internal.h"

/* The witness of an edge: one vector of constants, read as a key of the edge's table. One constant for each position
 * and sort: key columns of one position may differ in sort between tables. */
ip_place ip_rules_witness(ip_encoding *e, const char *name)
{
    ip_terms_context *c = &e->terms;
    const ip_schema *schema = e->input.schema;
    const Z3_ast **keys = IP_NEW_ARRAY(e->arena, const Z3_ast *, schema->tables.count);
    for (int k = 0; k < e->tables.count; k++) {
        int t = e->tables.items[k];
        const ip_table *table = schema->tables.items[t];
        int n = ip_term_key_length(c, table);
        Z3_ast *key = IP_NEW_ARRAY(e->arena, Z3_ast, n);
        for (int i = 0; i < n; i++) {
            Z3_sort sort = ip_term_key_sort(c, table, i);
            const char *tag = sort == c->build.integer ? "i" : sort == c->build.real ? "r" : "b";
            key[i] = ip_term_const(&c->build, sort, "row.%s.%d.%s", name, i, tag);
        }
        keys[t] = key;
    }
    return (ip_place){keys};
}

/* Which kinds of touches cause which dependency. The graph is over cells (row, column), including `exists`: WW and RW
 * lead to any later version, WR comes from the version read. Other edges of this table imply the combinations that are
 * left out (for example, reading a live row before its re-insertion). */
static const struct combination {
    ip_edge_type type;
    bool exists;
    ip_touch_kind from, to;
} combinations[] = {
    {IP_EDGE_WR, true, IP_WRITE_INSERT, IP_READ_PRESENT},  {IP_EDGE_WR, true, IP_WRITE_DELETE, IP_READ_ABSENT},
    {IP_EDGE_WR, false, IP_WRITE_UPDATE, IP_READ_PRESENT}, {IP_EDGE_WW, true, IP_WRITE_INSERT, IP_WRITE_DELETE},
    {IP_EDGE_WW, true, IP_WRITE_DELETE, IP_WRITE_INSERT},  {IP_EDGE_WW, true, IP_WRITE_INSERT, IP_WRITE_INSERT},
    {IP_EDGE_WW, true, IP_WRITE_DELETE, IP_WRITE_DELETE},  {IP_EDGE_WW, false, IP_WRITE_UPDATE, IP_WRITE_UPDATE},
    {IP_EDGE_WW, false, IP_WRITE_INSERT, IP_WRITE_UPDATE}, {IP_EDGE_WW, false, IP_WRITE_UPDATE, IP_WRITE_INSERT},
    {IP_EDGE_RW, true, IP_READ_PRESENT, IP_WRITE_DELETE},  {IP_EDGE_RW, true, IP_READ_ABSENT, IP_WRITE_INSERT},
    {IP_EDGE_RW, false, IP_READ_PRESENT, IP_WRITE_UPDATE}, {IP_EDGE_RW, true, IP_READ_PRESENT, IP_WRITE_INSERT},
    {IP_EDGE_RW, false, IP_READ_ABSENT, IP_WRITE_UPDATE},
};

/* The row existed and was not used, or did not exist, and matches later: the reader's result need not depend on the
 * versions in between. */
static bool is_of_unused(const struct combination *way)
{
    return way->type == IP_EDGE_RW && way->exists == (way->from == IP_READ_PRESENT) && way->to != IP_WRITE_DELETE &&
           !(way->from == IP_READ_PRESENT && way->to == IP_WRITE_UPDATE);
}

static bool cannot_come(const ip_encoding *e, const struct combination *way, const ip_column_group *group)
{
    const ip_table_facts *facts = &e->input.facts->tables[group->table];
    return is_of_unused(way) && !(way->to == IP_WRITE_INSERT ? ip_rows_come_again(facts) : facts->inserted);
}

/* At an engine's level a key is inserted again only after it was deleted. That DELETE is on the path: it overwrites the
 * INSERT, and it removes a row that an UPDATE has read. */
static bool leads_elsewhere(const ip_encoding *e, const struct combination *way)
{
    return e->engine && way->type == IP_EDGE_WW && way->to == IP_WRITE_INSERT && way->from != IP_WRITE_DELETE;
}

/* No deleted row had the key that a sequence gives. */
static bool never_freed(const ip_encoding *e, const struct combination *way, const ip_column_group *group)
{
    return e->input.facts->tables[group->table].fresh && way->from == IP_WRITE_DELETE && way->to == IP_WRITE_INSERT;
}

/* The consequences of the dependency for visibility and commit order (Cerone, Bernardi & Gotsman 2015, section 5). */
static Z3_ast *relation_of(ip_encoding *e, ip_edge_type type)
{
    ip_relations *r = &e->relations;
    return type == IP_EDGE_WR ? r->wr : type == IP_EDGE_WW ? r->ww : r->rw;
}

/* A check of referring rows, where some program brings the key that they refer to again: at levels without locks the
 * INSERT of a referring row may succeed beside both. */
static bool may_come_back(const ip_encoding *e, const ip_statement *s)
{
    const ip_table *table = s->referenced;
    if (e->engine || !table)
        return false;
    const ip_table_facts *facts = &e->input.facts->tables[table->id];
    bool updated = false;
    for (int k = 0; k < table->keys.count; k++)
        for (int i = 0; i < table->keys.items[k].column_count; i++)
            updated = updated || facts->columns[table->keys.items[k].columns[i]].updated;
    return updated || facts->inserted;
}

static bool is_check(const ip_encoding *e, const ip_statement *s, const ip_access *access)
{
    (void)access;
    return s->check != IP_CHECK_NONE && !may_come_back(e, s);
}

/* If TRUNCATE removes the rows, it would have removed a row with a fresh key that existed before: it does not read the
 * absence of that row. */
static bool spares_later_rows(const ip_encoding *e, const ip_statement *s, const ip_access *access)
{
    (void)e;
    (void)access;
    return s->kind != IP_TRUNCATE;
}

static bool is_insert(const ip_encoding *e, const ip_statement *s, const ip_access *access)
{
    (void)e;
    return s->kind == IP_INSERT && access->source <= 0;
}

static void leave_out(const ip_encoding *e, ip_accesses *accesses,
                      bool (*goes)(const ip_encoding *, const ip_statement *, const ip_access *))
{
    int kept = 0;
    for (int i = 0; i < accesses->count; i++)
        if (!goes(e, ip_statement_of(e, &accesses->items[i]), &accesses->items[i]))
            accesses->items[kept++] = accesses->items[i];
    accesses->count = kept;
}

/* No anti-dependency starts at rows that a foreign key's action leaves alone: a row can refer to a deleted key only
 * after that key was inserted again. */
static void keep_acted_on(ip_encoding *e, ip_view *view, ip_touch_kind kind, ip_accesses *accesses)
{
    int kept = 0;
    for (int i = 0; i < accesses->count; i++) {
        ip_access a = accesses->items[i];
        bool acts =
            e->engine && e->terms.rules[IP_RULE_LEAVING] && ip_statement_of(e, &a)->sources.items[a.source].referring;
        if (acts && kind == IP_READ_ABSENT)
            continue;
        if (acts)
            a.condition = ip_term_and(
                &e->terms.build, a.condition,
                ip_encoding_may_match(&e->terms, view, e->input.programs[a.program], a.statement, a.source));
        accesses->items[kept++] = a;
    }
    accesses->count = kept;
}

/* ---- which version is read ---- */

/* A statement that is not understood may be a check, which reads past the snapshot, unless it writes nothing or only
 * deletes rows. */
static bool may_check(const ip_statement *s)
{
    bool writes = false;
    for (int q = 0; s->kind == IP_UNKNOWN && q < s->sources.count; q++)
        writes = writes || !s->sources.items[q].reads_only;
    return s->kind == IP_UNKNOWN && writes && !s->only_deletes;
}

/* One of the writes matters to a check or an action whose snapshot does not contain it. An action with one snapshot
 * fails on rows that match only since the snapshot (40001). */
static Z3_ast matters_unseen(ip_encoding *e, ip_view *reader, const ip_access *a, ip_view *writer,
                             const ip_accesses *writes)
{
    const ip_build *b = &e->terms.build;
    Z3_ast any = b->no;
    bool comes = ip_encoding_reading(e, a->program)->statements;
    for (int k = 0; k < writes->count; k++) {
        const ip_access *write = &writes->items[k];
        any = ip_term_or(b, any,
                         ip_term_and(b, write->condition, ip_rules_write_matters(e, reader, a, writer, write, comes)));
    }
    return any;
}

/* A check that no row matches, or an action: both read the latest committed rows, not the snapshot. */
static bool looks_past(const ip_statement *s, int source)
{
    return s->sources.items[source].newest && (s->check == IP_CHECK_ABSENT || s->sources.items[source].referring);
}

/* The writer of a version that a statement reads past its snapshot had committed by then: the snapshots of later
 * statements contain it. */
static Z3_ast in_later_snapshots(ip_encoding *e, int writer, int reader, const ip_access *a)
{
    const ip_reading *reading = ip_encoding_reading(e, a->program);
    int next = reading->locked[a->statement] + 1;
    return next < reading->places && e->terms.rules[IP_RULE_LATER] ? ip_encoding_sees(e, writer, reader, next)
                                                                   : e->terms.build.yes;
}

/* The reader's access can read the version that the other instance wrote. */
static Z3_ast has_version(ip_encoding *e, ip_view *reader, ip_view *wrote, const ip_access *a,
                          const struct combination *way, const ip_accesses *writes)
{
    const ip_build *b = &e->terms.build;
    const ip_reading *reading = ip_encoding_reading(e, a->program);
    const ip_statement *s = ip_statement_of(e, a);
    int i = wrote->slot, j = reader->slot;
    Z3_ast wr = ip_encoding_relation(e, e->relations.wr, i, j);
    bool acts = s->sources.items[a->source].referring;
    if (!reading->statements && (reading->engine ? looks_past(s, a->source) : acts))
        return ip_term_or(b, wr,
                          ip_term_and(b, ip_encoding_relation(e, e->relations.ar, i, j),
                                      matters_unseen(e, reader, a, wrote, writes)));
    bool newest = ip_facts_reads_newest(reading, s, a->source);
    /* A row that a constraint's check does not find may be absent because of a transaction that is not in the snapshot.
     * The same holds for ON CONFLICT, except where it looks for the key that it then inserts: WW covers that. A
     * statement that was not understood may be any of these. */
    bool unseen = s->check != IP_CHECK_NONE || (way->to == IP_READ_ABSENT && !ip_rules_found_by_key(e, reader, a));
    if (!reading->statements && newest && s->past_snapshot) {
        Z3_ast by = ip_rules_committed_by_look(e, i, j, a);
        return ip_term_and(b, ip_encoding_relation(e, e->relations.ar, i, j), by ? by : b->yes);
    }
    if (!reading->statements && ((newest && s->kind != IP_INSERT && unseen) || (reading->engine && may_check(s))))
        return ip_encoding_relation(e, e->relations.ar, i, j);
    if (!reading->statements || s->kind == IP_UNKNOWN || !e->terms.rules[IP_RULE_SNAPSHOTS])
        return wr;
    Z3_ast later = in_later_snapshots(e, i, j, a), by = ip_rules_committed_by_look(e, i, j, a);
    if (newest)
        return ip_term_and3(b, wr, later, by ? by : b->yes);
    Z3_ast seen = ip_encoding_sees(e, i, j, reading->last[a->statement]);
    /* A row is found in the snapshot, so its INSERT is in it. */
    bool found = way->from == IP_WRITE_INSERT && way->to == IP_READ_PRESENT;
    if (ip_facts_rereads(reading, s, a->source) && !found && e->terms.rules[IP_RULE_NEWEST]) {
        const ip_program *program = e->input.programs[a->program];
        Z3_ast reread = ip_encoding_may_reread(&e->terms, reader, program, a->statement, a->source);
        seen = ip_term_or(b, seen, ip_term_and(b, reread, by ? by : b->yes));
    }
    return ip_term_and3(b, wr, seen, later);
}

/* No row loses the key that the statement looks for. */
static bool is_key_kept(const ip_encoding *e, const ip_row_source *source)
{
    const ip_table_facts *facts = &e->input.facts->tables[source->table->id];
    bool kept = !facts->deleted;
    for (int i = 0; i < source->table->columns.count; i++)
        kept = kept && !(source->filter_columns[i] && facts->columns[i].updated);
    return kept;
}

/* ON CONFLICT that finds no conflicting row inserts in the same step. A conflicting row is then inserted only after the
 * instance has ended, since the inserted row conflicts with it. If ON CONFLICT had found a row that is never deleted,
 * no such row would be inserted. */
static Z3_ast keeps_away(ip_encoding *e, ip_view *reader, int writer, const ip_access *a)
{
    const ip_build *b = &e->terms.build;
    const ip_program *program = e->input.programs[a->program];
    const ip_statement *s = ip_statement_of(e, a), *insert = ip_term_inserts_unless_found(program, s);
    if (!ip_encoding_reading(e, a->program)->engine || !e->terms.rules[IP_RULE_CONFLICT] || !insert)
        return b->yes;
    ip_site site = ip_encoding_view_site(reader, program, insert->id);
    Z3_ast inserts = ip_term_executes(&e->terms, &site);
    Z3_ast after = insert->uncertain ? b->yes : ip_encoding_relation(e, e->relations.ar, reader->slot, writer);
    bool none = !s->uncertain && is_key_kept(e, &s->sources.items[a->source]);
    return none ? ip_term_and(b, inserts, after) : ip_term_implies(b, inserts, after);
}

/* The reader's access can read an older version than the other instance's. */
static Z3_ast lacks_version(ip_encoding *e, ip_view *reader, int writer, const ip_access *a, ip_touch_kind kind,
                            const ip_accesses *writes)
{
    const ip_build *b = &e->terms.build;
    const ip_reading *reading = ip_encoding_reading(e, a->program);
    const ip_statement *s = ip_statement_of(e, a);
    int i = reader->slot, j = writer;
    Z3_ast ar = ip_encoding_relation(e, e->relations.ar, i, j);
    Z3_ast forward = ip_term_implies(b, ip_rules_read_checked_again(e, reader, a, kind), ar);
    Z3_ast rw = ip_term_and(b, ip_encoding_relation(e, e->relations.rw, i, j), forward);
    /* No other row has this key until the inserted row is deleted. */
    if (reading->engine && s->kind == IP_INSERT && a->source == 0)
        return ip_term_and(b, rw, ar);
    /* The server does not record reads past the one snapshot, and refuses nothing because of them. */
    if (!ip_facts_reads_recorded(reading, s, a->source) || (reading->engine && !reading->statements && may_check(s))) {
        Z3_ast by = s->past_snapshot ? ip_rules_committed_by_look(e, j, i, a) : NULL;
        return ip_term_and3(b, forward, ip_term_not(b, ip_encoding_relation(e, e->relations.vis, j, i)),
                            by ? ip_term_not(b, by) : b->yes);
    }
    if (!reading->statements || !e->terms.rules[IP_RULE_SNAPSHOTS])
        return rw;
    Z3_ast held[IP_LOCK_COUNT] = {0}, excluded = b->no;
    for (int k = 0; k < writes->count; k++) {
        const ip_access *write = &writes->items[k];
        ip_lock mode = ip_statement_of(e, write)->kind == IP_UNKNOWN
                           ? IP_LOCK_NONE
                           : ip_facts_lock_taken(ip_statement_of(e, write), write->source);
        if (mode == IP_LOCK_NONE)
            continue;
        if (!held[mode])
            held[mode] = ip_rules_held_at_read(e, reader, a, mode);
        excluded = ip_term_or(b, excluded, ip_term_and(b, held[mode], write->condition));
    }
    Z3_ast unseen = ip_term_not(b, ip_encoding_sees(e, j, i, reading->first[a->statement])),
           by = ip_rules_committed_by_look(e, j, i, a);
    if (by) {
        const ip_program *program = e->input.programs[a->program];
        /* If the statement's error is caught, the version on which it failed counts: the earlier version, on which it
         * began to wait for the row's lock, does not matter. */
        bool alone = s->caught && s->sources.items[a->source].raising.count == 0;
        Z3_ast looks = alone || ip_facts_reads_newest(reading, s, a->source)
                           ? b->yes
                           : ip_encoding_surely_rereads(&e->terms, reader, program, a->statement, a->source);
        unseen = ip_term_and(b, unseen, ip_term_implies(b, looks, ip_term_not(b, by)));
    }
    return ip_term_and3(b, rw, unseen, ip_term_implies(b, excluded, ar));
}

/* ---- two that write one row ---- */

/* If t and u both write the row, they conflict, or u has waited for t's lock. TRUNCATE takes part in no conflict, and a
 * statement that was not understood may be a TRUNCATE. */
static Z3_ast known_of_writer(ip_encoding *e, int t, int u, const ip_access *a)
{
    const ip_reading *reading = ip_encoding_reading(e, a->program);
    if (!e->engine)
        return ip_encoding_relation(e, e->relations.conflict, t, u);
    const ip_statement *s = ip_statement_of(e, a);
    bool deletes = s->only_deletes && !reading->statements;
    if ((s->kind == IP_UNKNOWN && !deletes) || s->kind == IP_TRUNCATE)
        return e->terms.build.yes;
    if (!reading->statements)
        return ip_encoding_relation(e, e->relations.changes, t, u);
    return e->relations.locks[(t * e->instances + u) * e->relations.steps + reading->locked[a->statement]];
}

/* The access reads a row, for an assigned or returned value and not for a condition, that its statement then writes. */
static bool writes_what_it_reads(const ip_encoding *e, const ip_access *a, const ip_column_group *group)
{
    const ip_statement *s = ip_statement_of(e, a);
    return (s->kind == IP_UPDATE || s->kind == IP_DELETE) && a->source == 0 && !s->uncertain && !s->limited &&
           !group->exists && !ip_facts_statement_filters_by(s, 0, group);
}

/* If both writes of the dependency happen, even if neither is sure, the instances conflict. An UPDATE or DELETE of a
 * row that its own instance has inserted is left out: that INSERT overwrites the earlier versions. */
static void report_overwriting(ip_encoding *e, ip_edge *edge, ip_edge_option *option)
{
    const ip_build *b = &e->terms.build;
    const ip_column_group *group = &e->input.facts->groups.items[option->group];
    ip_accesses *reads = option->type == IP_EDGE_RW ? &option->from : &option->to;
    Z3_ast written = b->no;
    for (int k = 0; k < option->to.count; k++) {
        const ip_access *a = &option->to.items[k];
        written = ip_term_or(b, written, ip_term_and(b, a->condition, known_of_writer(e, edge->from, edge->to, a)));
    }
    for (int k = 0; k < reads->count; k++) {
        ip_access *a = &reads->items[k];
        if (option->type == IP_EDGE_RW && writes_what_it_reads(e, a, group))
            a->condition = ip_term_and3(b, a->condition, known_of_writer(e, edge->to, edge->from, a), written);
        else if (option->type == IP_EDGE_WW || (option->type == IP_EDGE_WR && writes_what_it_reads(e, a, group)))
            a->condition = ip_term_and(b, a->condition, known_of_writer(e, edge->from, edge->to, a));
    }
}

/* The access may belong to a cached plan whose rows were read in an earlier transaction. */
static bool may_be_stale(const ip_encoding *e, const ip_access *a)
{
    return e->terms.rules[IP_RULE_STALE] && ip_statement_of(e, a)->kept;
}

static bool any_stale(const ip_encoding *e, const ip_accesses *reads)
{
    for (int i = 0; i < reads->count; i++)
        if (may_be_stale(e, &reads->items[i]))
            return true;
    return false;
}

/* Accesses to rows that the statement does not use, which decide whether they match. */
static void keep_unused(ip_encoding *e, ip_view *view, const ip_column_group *group, ip_accesses *accesses)
{
    const ip_build *b = &e->terms.build;
    int kept = 0;
    for (int i = 0; i < accesses->count; i++) {
        ip_access a = accesses->items[i];
        if (!ip_rules_goes_by_rows_used(e, &a) ||
            !(group->exists || ip_facts_statement_filters_by(ip_statement_of(e, &a), a.source, group)))
            continue;
        if (group->exists)
            a.condition =
                ip_term_and(b, a.condition,
                            ip_term_not(b, ip_encoding_may_match(&e->terms, view, e->input.programs[a.program],
                                                                 a.statement, a.source)));
        accesses->items[kept++] = a;
    }
    accesses->count = kept;
}

/* Adds to the conditions of the reader's accesses their consequences for relations, each under a separate symbol. */
static void report_versions(ip_encoding *e, ip_edge *edge, ip_edge_option *option, const struct combination *way,
                            int number)
{
    const ip_build *b = &e->terms.build;
    bool wr = way->type == IP_EDGE_WR;
    int reader = wr ? edge->to : edge->from, writer = wr ? edge->from : edge->to;
    ip_view *view = &ip_encoding_view_at(e, &edge->stand, reader)->view,
            *other = &ip_encoding_view_at(e, &edge->stand, writer)->view;
    ip_accesses *reads = wr ? &option->to : &option->from;
    for (int i = 0; i < reads->count; i++) {
        ip_access *a = &reads->items[i];
        Z3_ast version = wr ? has_version(e, view, other, a, way, &option->from)
                            : lacks_version(e, view, writer, a, way->from, &option->to);
        if (wr)
            version = ip_term_and(b, version, ip_rules_check_made(e, view, a));
        else if (ip_rules_goes_by_rows_used(e, a))
            version = ip_term_and(b, version,
                                  ip_rules_any_noticed(e, view, a, way->from, other, &option->to,
                                                       &e->input.facts->groups.items[option->group]));
        version = wr ? ip_term_or(b, version, ip_rules_finds_emptied(e, reader, writer, &option->from))
                     : ip_term_and(b, version, ip_rules_precedes_emptying(e, view, writer, a, &option->to));
        if (way->from == IP_READ_ABSENT && way->to == IP_WRITE_INSERT)
            version = ip_term_and(b, version, keeps_away(e, view, writer, a));
        if (!wr && may_be_stale(e, a)) /* the reader's snapshots, locks and waits have no consequences for it */
            version = b->yes;
        Z3_ast meant = ip_term_const(b, b->boolean, "%s.%d.%d.%d", edge->stand.name, option->group, number, i);
        ip_encoding_state(e, ip_term_implies(b, meant, ip_term_and(b, a->condition, version)));
        a->condition = meant;
    }
    option->distinguished = true;
}

static bool reads_newest(const ip_encoding *e, const ip_accesses *reads)
{
    for (int i = 0; i < reads->count; i++)
        if (ip_facts_reads_newest(ip_encoding_reading(e, reads->items[i].program), ip_statement_of(e, &reads->items[i]),
                                  reads->items[i].source))
            return true;
    return false;
}

static bool is_outside(const ip_encoding *e, const ip_column_group *group)
{
    return e->terms.rules[IP_RULE_OUTSIDE] && e->input.schema->tables.items[group->table]->outside;
}

/* State outside isolation (sequences, settings) is read as it is at that moment. Its readers and writers may come in
 * any order, regardless of visibility and commit order. A reader also orders two writes of such state
 * (ip_row_source). */
static bool meets_outside(const struct combination *way)
{
    return !way->exists && way->type != IP_EDGE_WW && way->from != IP_READ_ABSENT;
}

/* Both ends come about. */
static Z3_ast any_pair(ip_encoding *e, const ip_edge_option *option)
{
    const ip_build *b = &e->terms.build;
    if (!e->input.spared_count)
        return ip_term_and(b, ip_encoding_any_access(e, &option->from), ip_encoding_any_access(e, &option->to));
    ip_terms pairs = {0};
    for (int i = 0; i < option->from.count; i++)
        for (int j = 0; j < option->to.count; j++)
            if (!ip_encoding_is_spared(e, option, &option->from.items[i], &option->to.items[j]))
                IP_PUSH(e->arena, &pairs,
                        ip_term_and(b, option->from.items[i].condition, option->to.items[j].condition));
    return ip_term_any(b, &pairs);
}

Z3_ast ip_rules_edge(ip_encoding *e, int from, int to)
{
    const ip_build *b = &e->terms.build;
    ip_edge *edge = IP_NEW(e->arena, ip_edge);
    const char *name = ip_arena_printf(e->arena, "edge%d-%d", from, to);
    edge->from = from;
    edge->to = to;
    edge->stand.name = name;
    edge->stand.place = ip_rules_witness(e, name);
    edge->present = ip_term_const(b, b->boolean, "%s", name);
    ip_view *source = &ip_encoding_view_at(e, &edge->stand, from)->view,
            *target = &ip_encoding_view_at(e, &edge->stand, to)->view;
    const ip_facts *facts = e->input.facts;
    ip_terms ways = {0};
    for (int i = 0; i < e->groups.count && !ip_encoding_gave_up(e); i++)
        for (size_t k = 0; k < sizeof combinations / sizeof *combinations; k++) {
            const struct combination *way = &combinations[k];
            int g = e->groups.items[i];
            const ip_column_group *group = &facts->groups.items[g];
            bool outside = is_outside(e, group);
            if (way->exists != group->exists || leads_elsewhere(e, way) ||
                (outside ? !meets_outside(way) : cannot_come(e, way, group)))
                continue;
            Z3_ast related = outside ? b->yes : ip_encoding_relation(e, relation_of(e, way->type), from, to);
            if (related == b->no && way->type == IP_EDGE_WW)
                continue;
            ip_edge_option option = {.type = way->type, .group = g};
            option.from = ip_encoding_accesses_of(e, source, way->from, group, false);
            if (way->type == IP_EDGE_RW) { /* none starts at a constraint's check (ip_check_kind) */
                leave_out(e, &option.from, is_check);
                keep_acted_on(e, source, way->from, &option.from);
            }
            if (way->from == IP_WRITE_UPDATE && ip_rules_ignores_same_values(e))
                ip_rules_keep_changes(e, source, group, &option.from);
            if (is_of_unused(way))
                keep_unused(e, source, group, &option.from);
            if (never_freed(e, way, group))
                leave_out(e, &option.from, spares_later_rows);
            if (option.from.count == 0)
                continue;
            option.to = ip_encoding_accesses_of(e, target, way->to, group, false);
            if (way->to == IP_WRITE_UPDATE && ip_rules_ignores_same_values(e))
                ip_rules_keep_changes(e, target, group, &option.to);
            /* An INSERT's search for a fresh key does not read a deleted row. */
            if (way->from == IP_WRITE_DELETE && way->to == IP_READ_ABSENT && facts->tables[group->table].fresh)
                leave_out(e, &option.to, is_insert);
            if (option.to.count == 0)
                continue;
            bool in_order = e->input.one_state && way->type == IP_EDGE_RW && related != b->no;
            bool by_access = !outside && way->type != IP_EDGE_WW &&
                             (e->engine || in_order || reads_newest(e, &option.to) ||
                              (way->type == IP_EDGE_RW && any_stale(e, &option.from)));
            if (related == b->no && !by_access)
                continue;
            option.chosen = ip_term_const(b, b->boolean, "%s.%d.%d", name, g, (int)k);
            if (!outside && e->terms.rules[IP_RULE_OVERWRITING] && !(e->engine && way->to == IP_WRITE_INSERT))
                report_overwriting(e, edge, &option);
            if (by_access) {
                report_versions(e, edge, &option, way, (int)k);
                related = b->yes;
            }
            if (e->engine && way->type == IP_EDGE_WW && way->to == IP_WRITE_INSERT)
                ip_rules_state_overtaking(e, edge, &option);
            Z3_ast means = ip_term_and(b, any_pair(e, &option), related);
            ip_encoding_state(e, ip_term_implies(b, option.chosen, means));
            IP_PUSH(e->arena, &ways, option.chosen);
            IP_PUSH(e->arena, &edge->options, option);
        }
    if (e->input.sessions && e->terms.rules[IP_RULE_SESSIONS])
        IP_PUSH(e->arena, &ways, ip_encoding_relation(e, e->relations.so, from, to));
    ip_encoding_state(e, ip_term_implies(b, edge->present, ip_term_any(b, &ways)));
    IP_PUSH(e->arena, &e->edges, edge);
    return edge->present;
}
