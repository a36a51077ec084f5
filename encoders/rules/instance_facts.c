/* Facts about one instance: which statements of its program it completes, the conditions for its INSERTs and UPDATEs to
 * succeed, and the rows that it writes or locks by key. */
#include "execution/encoding_internal.h"

static ip_site instance_site(ip_encoding *e, int slot, int program, int statement)
{
    ip_site site = {0};
    site.slot = slot;
    site.program = e->input.programs[program];
    site.statement = &site.program->statements.items[statement];
    return site;
}

Z3_ast ip_rules_followed(ip_encoding *e, int instance)
{
    const ip_build *b = &e->terms.build;
    Z3_ast all = b->yes;
    for (int p = 0; p < e->input.program_count; p++)
        for (int s = 0; s < e->input.programs[p]->statements.count && !ip_encoding_never_runs(e, instance, p); s++) {
            const ip_statement *statement = &e->input.programs[p]->statements.items[s];
            if (statement->loop >= 0 || !(statement->kind == IP_UNKNOWN || statement->partly_followed))
                continue;
            ip_site site = instance_site(e, instance, p, s);
            Z3_ast runs = ip_term_and(b, ip_encoding_runs(e, instance, p), ip_term_executes(&e->terms, &site));
            all = ip_term_and(b, all, ip_term_not(b, runs));
        }
    return all;
}

Z3_ast ip_rules_given(ip_encoding *e, int instance)
{
    const ip_build *b = &e->terms.build;
    Z3_ast all = b->yes;
    for (int p = 0; p < e->input.program_count; p++) {
        if (ip_encoding_never_runs(e, instance, p))
            continue;
        ip_site site = {.slot = instance, .program = e->input.programs[p]};
        Z3_ast given = b->yes;
        for (int i = 0; i < site.program->parameters.count; i++) {
            ip_expr expr = {.kind = IP_EXPR_PARAMETER, .index = i, .type = site.program->parameters.items[i].type};
            given = ip_term_and(b, given, ip_term_not(b, ip_term_eval(&e->terms, &site, &expr).null));
        }
        all = ip_term_and(b, all, ip_term_or(b, ip_term_not(b, ip_encoding_runs(e, instance, p)), given));
    }
    return all;
}

/* Immutable columns of a row that is inserted once hold what its INSERT wrote. Rounded and padded types are left out:
 * the stored value differs from the given one. */
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
        if (!ip_facts_stored_as_given(given, declared->type))
            continue;
        ip_term value = ip_term_eval(c, site, given);
        int n = ip_term_key_length(c, table);
        Z3_ast null = b->no;
        if (!declared->not_null)
            null = ip_term_apply(b, b->boolean, n, key, "imm.%d.%d?", table->id, column);
        Z3_ast stored = ip_term_apply(b, ip_term_sort_of(b, declared->type), n, key, "imm.%d.%d", table->id, column);
        IP_PUSH(e->arena, &same, ip_term_equal(b, null, value.null));
        if (given->kind != IP_EXPR_NULL)
            IP_PUSH(e->arena, &same, ip_term_or(b, value.null, ip_term_equal(b, stored, value.value)));
    }
    ip_encoding_state(e, ip_term_implies(b, ip_term_and(b, executes, e->single_inserts_guard), ip_term_all(b, &same)));
}

/* INSERT of a key succeeds only if the row does not exist. */
static void state_absence_needed(ip_encoding *e, const ip_site *site, Z3_ast executes, const Z3_ast *key)
{
    ip_terms_context *c = &e->terms;
    const ip_table *table = site->statement->sources.items[0].table;
    if (!c->rules[IP_RULE_ABSENCE_NEEDED] || !e->input.facts->tables[table->id].key_count)
        return;
    ip_encoding_state(e,
                      ip_term_implies(&c->build, executes, ip_term_not(&c->build, ip_term_alive_at(c, site, 0, key))));
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
            IP_PUSH(e->arena, &nulls, ip_term_eval(c, site, given).null);
    }
    ip_encoding_state(e, ip_term_implies(&c->build, executes, ip_term_not(&c->build, ip_term_any(&c->build, &nulls))));
}

void ip_rules_state_statement(ip_encoding *e, const ip_site *site, Z3_ast runs)
{
    ip_terms_context *c = &e->terms;
    const ip_build *b = &c->build;
    if (site->statement->kind == IP_ABORT && c->rules[IP_RULE_ABORTS])
        ip_encoding_state(e, ip_term_not(b, ip_term_and(b, runs, ip_term_executes(c, site))));
    if (site->statement->kind == IP_INSERT && !site->statement->uncertain) {
        Z3_ast executes = ip_term_and(b, runs, ip_term_executes(c, site));
        const Z3_ast *key = ip_term_insert_key(c, site);
        state_not_null(e, site, executes);
        state_absence_needed(e, site, executes, key);
        state_inserted_values(e, site, executes, key);
        ip_term_unique_insert(c, site, key, executes);
    }
}

/* The same for an UPDATE of rows found by key: if they exist and match, NULL in a NOT NULL column fails. */
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
            null = ip_term_or(b, null, ip_term_eval(c, &here, s->assignments[column]).null);
    if (null == b->no)
        return;
    for (int q = 0; q < s->sources.count; q++)
        if (s->sources.items[q].optional)
            return;
    Z3_ast changes = ip_term_and3(b, runs, ip_term_executes(c, site), ip_term_rows_match(c, site, rows));
    ip_encoding_state(e, ip_term_implies(b, changes, ip_term_not(b, null)));
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

/* The rows that the statement finds by key and writes or locks. */
static void add_points(ip_encoding *e, const ip_site *site, int program, const ip_row *rows)
{
    const ip_statement *s = site->statement;
    const ip_reading *reading = ip_encoding_reading(e, program);
    bool writes = s->kind == IP_UPDATE || s->kind == IP_DELETE;
    for (int q = 0; q < s->sources.count; q++) {
        bool locks = reading->engine && ip_facts_lock_taken(s, q) != IP_LOCK_NONE;
        if (rows[q].key && (locks || (writes && q == 0)))
            add_point(e, site, program, q, rows[q].key);
    }
}

/* The facts at rows of loops cost time that grows with the programs, and most where a transaction has one snapshot: of
 * ten programs of a job queue (procrastinate, docs/coverage.md), seven are proved safe together at serializable without
 * them, and none before the time limit with them. Where each statement has a snapshot, they save more than they cost.
 */
enum { MOST_WITH_ONE_SNAPSHOT = 4 };

static bool are_too_many(const ip_encoding *e)
{
    bool one_snapshot = false;
    for (int p = 0; p < e->input.program_count; p++)
        one_snapshot = one_snapshot || !ip_level_has_statement_snapshots(e->input.levels[p]);
    return one_snapshot && e->input.program_count > MOST_WITH_ONE_SNAPSHOT;
}

void ip_rules_add_loop_points(ip_encoding *e, ip_view *view, int program)
{
    const ip_program *p = e->input.programs[program];
    if (!e->engine || !e->terms.rules[IP_RULE_LOOP_ROWS] || are_too_many(e))
        return;
    for (int l = 0; l < p->loops.count; l++) {
        /* Facts at points are about statements that an instance executes at most once. */
        const ip_loop *loop = &p->loops.items[l];
        if (loop->kind != IP_LOOP_QUERY || p->statements.items[loop->query].loop >= 0)
            continue;
        /* A statement directly in the loop: its site has the loop's iteration. */
        int inner = -1;
        for (int s = 0; s < p->statements.count && inner < 0; s++)
            if (p->statements.items[s].loop == l)
                inner = s;
        if (inner < 0)
            continue;
        ip_site site = ip_encoding_view_site(view, p, inner);
        const ip_row *rows = ip_term_iteration_rows(&e->terms, &site, l);
        if (!rows)
            continue;
        ip_site query = ip_encoding_view_site(view, p, loop->query);
        add_points(e, &query, program, rows);
        for (int s = 0; s < p->statements.count; s++) {
            ip_site later = ip_encoding_view_site(view, p, s);
            if (p->statements.items[s].loop == l)
                ip_rules_state_loop_references(e, &query, &later, ip_encoding_runs(e, view->slot, program), rows);
        }
    }
}

void ip_rules_state_instance(ip_encoding *e, int slot)
{
    for (int p = 0; p < e->input.program_count && !ip_encoding_gave_up(e); p++) {
        if (ip_encoding_never_runs(e, slot, p))
            continue;
        const ip_program *program = e->input.programs[p];
        Z3_ast runs = ip_encoding_runs(e, slot, p);
        for (int s = 0; s < program->statements.count; s++) {
            if (program->statements.items[s].loop >= 0)
                continue;
            ip_site site = instance_site(e, slot, p, s);
            ip_rules_state_statement(e, &site, runs);
            ip_statement_kind kind = site.statement->kind;
            if (kind == IP_INSERT)
                add_point(e, &site, p, 0, ip_term_insert_key(&e->terms, &site));
            if (kind != IP_UPDATE && kind != IP_DELETE && kind != IP_SELECT)
                continue;
            /* Queries at levels of the literature lock nothing: their rows are no places for facts. */
            if (kind == IP_SELECT && !e->engine && site.statement->check != IP_CHECK_PRESENT && !e->terms.one_state)
                continue;
            ip_row *rows = IP_NEW_ARRAY(e->arena, ip_row, site.statement->sources.count);
            bool all = ip_term_determine_rows(&e->terms, &site, rows);
            add_points(e, &site, p, rows);
            ip_rules_state_snapshot_references(e, &site, runs, rows);
            if (all) {
                state_update_not_null(e, &site, runs, rows);
                ip_rules_state_reference(e, &site, runs, rows);
            }
        }
    }
}
