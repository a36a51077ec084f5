/* Snapshots: the presence and values of a row in them. Where each statement has its own snapshot, the symbols belong to
 * its step; the version that a statement re-reads after it has locked a row has symbols of that statement. */
#include <string.h>

#include "term/terms_internal.h"

const ip_reading *ip_term_reading_of(const ip_terms_context *c, const ip_program *program)
{
    return c->readings[program->id];
}

ip_snapshot ip_term_snapshot_of(const ip_terms_context *c, const ip_site *site)
{
    ip_snapshot snapshot = {.slot = site->slot};
    const ip_reading *reading = ip_term_reading_of(c, site->program);
    if (!reading->statements)
        return snapshot;
    snapshot.program = site->program;
    snapshot.step = site->statement->step;
    snapshot.tokens = site->tokens;
    snapshot.depth = reading->step_depth[snapshot.step];
    return snapshot;
}

/* The instance that names the snapshot of a whole instance: two instances that begin in the same state share it. */
static int owner(const ip_terms_context *c, const ip_snapshot *snapshot)
{
    return snapshot->slot < c->one_state ? 0 : snapshot->slot;
}

/* The arguments of a symbol: a row's identity, then iterations. */
static int arguments(ip_terms_context *c, const ip_table *table, const Z3_ast *key, const Z3_ast *tokens, int depth,
                     Z3_ast *args)
{
    int n = 0;
    for (int i = 0; i < ip_term_key_length(c, table) && n < 32; i++)
        args[n++] = key[i];
    for (int d = 0; d < depth && n < 39; d++)
        args[n++] = tokens[d];
    return n;
}

Z3_ast ip_term_alive(ip_terms_context *c, const ip_snapshot *snapshot, const ip_table *table, const Z3_ast *key)
{
    const ip_build *b = &c->build;
    if (table->locks_only)
        return b->yes;
    if (ip_table_fixed(&c->facts->tables[table->id]))
        return ip_term_apply(b, b->boolean, ip_term_key_length(c, table), key, "exists.%d", table->id);
    if (!c->rules[IP_RULE_PRESENCE])
        return ip_term_const(b, b->boolean, "alive.%d", c->fresh++);
    Z3_ast args[40];
    int n = arguments(c, table, key, snapshot->tokens, snapshot->depth, args);
    if (!snapshot->program)
        return ip_term_apply(b, b->boolean, n, args, "alive.%d.%d", owner(c, snapshot), table->id);
    return ip_term_apply(b, b->boolean, n, args, "alive.%d.%d.step%d.%d", snapshot->slot, snapshot->program->id,
                         snapshot->step, table->id);
}

ip_term ip_term_seen(ip_terms_context *c, const ip_snapshot *snapshot, const ip_table *table, int column,
                     const Z3_ast *key)
{
    const ip_column *declared = &table->columns.items[column];
    Z3_ast args[40];
    int n = arguments(c, table, key, snapshot->tokens, snapshot->depth, args);
    if (!snapshot->program)
        return ip_term_symbol(c, declared->type, !declared->not_null, n, args, "seen.%d.%d.%d", owner(c, snapshot),
                              table->id, column);
    return ip_term_symbol(c, declared->type, !declared->not_null, n, args, "seen.%d.%d.step%d.%d.%d", snapshot->slot,
                          snapshot->program->id, snapshot->step, table->id, column);
}

ip_term ip_term_column_in_snapshot(ip_terms_context *c, const ip_snapshot *snapshot, const ip_table *table, int column,
                                   const Z3_ast *key)
{
    const ip_table_facts *facts = &c->facts->tables[table->id];
    const ip_column *declared = &table->columns.items[column];
    int position = ip_term_key_position(facts, column);
    if (position >= 0)
        return (ip_term){key[position], c->build.no};
    if (facts->columns[column].frozen && c->rules[IP_RULE_FROZEN])
        return ip_term_symbol(c, declared->type, !declared->not_null, ip_term_key_length(c, table), key, "imm.%d.%d",
                              table->id, column);
    return ip_term_seen(c, snapshot, table, column, key);
}

/* A transaction with one snapshot that finds a newer version than its snapshot's fails, except in checks of
 * constraints. */
bool ip_term_reads_later_version(const ip_terms_context *c, const ip_site *site, int source)
{
    const ip_reading *reading = ip_term_reading_of(c, site->program);
    if (ip_facts_reads_newest(reading, site->statement, source))
        return reading->statements || site->statement->check != IP_CHECK_NONE || site->statement->past_snapshot ||
               site->statement->sources.items[source].referring;
    return site->reread && ip_facts_rereads(reading, site->statement, source);
}

ip_term ip_term_seen_reread(ip_terms_context *c, const ip_site *site, int source, int column, const Z3_ast *key)
{
    const ip_table *table = site->statement->sources.items[source].table;
    const ip_column *declared = &table->columns.items[column];
    Z3_ast args[40];
    int n = arguments(c, table, key, site->tokens, site->depth, args);
    return ip_term_symbol(c, declared->type, !declared->not_null, n, args, "anew.%d.%d.%d.%d.%d", site->slot,
                          site->program->id, site->statement->id, source, column);
}

/* ---- presence in the latest version, not in the snapshot ---- */

static bool looks_up(const ip_statement *s, const ip_statement *like)
{
    return s->kind == IP_SELECT && s->step == like->step && s->loop == like->loop && s->sources.count > 0 &&
           s->sources.items[0].newest && s->sources.items[0].table == like->sources.items[0].table &&
           s->check == IP_CHECK_NONE;
}

/* INSERT … ON CONFLICT looks for a row and then inserts or updates, in one step: the statement's look-up, whose symbol
 * says for all of its statements whether the row exists. */
static int looked_up_by(const ip_program *program, const ip_statement *s)
{
    int at = s->id;
    while (at >= 0 && !looks_up(&program->statements.items[at], s) && program->statements.items[at].step == s->step)
        at--;
    if (s->check != IP_CHECK_NONE || at < 0 || !looks_up(&program->statements.items[at], s))
        return s->id;
    while (at > 0 && looks_up(&program->statements.items[at - 1], s))
        at--;
    return at;
}

const ip_statement *ip_term_inserts_unless_found(const ip_program *program, const ip_statement *s)
{
    if (s->kind != IP_SELECT || s->sources.count == 0 || !looks_up(s, s))
        return NULL;
    for (int i = s->id + 1; i < program->statements.count && program->statements.items[i].step == s->step; i++) {
        const ip_statement *next = &program->statements.items[i];
        if (next->kind == IP_INSERT && next->loop == s->loop &&
            next->sources.items[0].table == s->sources.items[0].table)
            return looked_up_by(program, next) <= s->id ? next : NULL;
    }
    return NULL;
}

/* If no program deletes (or inserts) rows, rows are only added (or only removed), and the snapshot bounds later states,
 * too. A transaction with one snapshot that finds a row by key and does not see it fails. A foreign key's action passes
 * over such a row if it does not refer, or no longer, to the row that is deleted. */
static Z3_ast alive_now(ip_terms_context *c, const ip_site *site, int q, const Z3_ast *key)
{
    const ip_build *b = &c->build;
    const ip_statement *s = site->statement;
    const ip_table *table = s->sources.items[q].table;
    const ip_table_facts *facts = &c->facts->tables[table->id];
    const ip_reading *reading = ip_term_reading_of(c, site->program);
    Z3_ast args[40];
    int n = arguments(c, table, key, site->tokens, site->depth, args);
    int one = ip_facts_reads_newest(reading, s, q) && q == 0 ? looked_up_by(site->program, s) : s->id;
    Z3_ast now = ip_term_apply(b, b->boolean, n, args, "alive.%d.%d.%d.%d.now", site->slot, site->program->id, one, q);
    ip_snapshot snapshot = ip_term_snapshot_of(c, site);
    Z3_ast before = ip_term_alive(c, &snapshot, table, key);
    bool refused = !reading->statements && s->check == IP_CHECK_NONE && s->kind != IP_INSERT && !s->past_snapshot &&
                   !s->sources.items[q].referring;
    if (!facts->deleted)
        ip_term_side_fact(c, ip_term_implies(b, before, now));
    if (!facts->inserted || refused)
        ip_term_side_fact(c, ip_term_implies(b, now, before));
    return now;
}

/* ---- presence after own changes ---- */

/* An earlier INSERT or DELETE of the instance itself may have affected this row. Precise for statements by key outside
 * loops; otherwise true. */
static Z3_ast touched_before(ip_terms_context *c, const ip_site *site, const ip_table *table, const Z3_ast *key)
{
    const ip_build *b = &c->build;
    ip_terms any = {0};
    if (site->statement->loop >= 0)
        return b->yes;
    for (int i = 0; i < site->statement->id; i++) {
        const ip_statement *s = &site->program->statements.items[i];
        if (!ip_facts_statement_writes(s, table, -1))
            continue;
        if (s->loop >= 0 || s->uncertain || (s->kind != IP_INSERT && s->kind != IP_DELETE))
            return b->yes;
        ip_site there = ip_term_site_at(site, -1);
        there.statement = s;
        const Z3_ast *row = NULL;
        if (s->kind == IP_INSERT) {
            row = ip_term_insert_key(c, &there);
        } else {
            ip_row *rows = IP_NEW_ARRAY(c->arena, ip_row, s->sources.count);
            ip_term_determine_rows(c, &there, rows);
            row = rows[0].key;
        }
        if (!row)
            return b->yes;
        ip_terms same = {0};
        if (ip_term_reading_of(c, site->program)->engine) /* ON CONFLICT inserts or updates */
            IP_PUSH(c->arena, &same, ip_term_executes(c, &there));
        for (int k = 0; k < ip_term_key_length(c, table); k++)
            IP_PUSH(c->arena, &same, ip_term_equal(b, row[k], key[k]));
        IP_PUSH(c->arena, &any, ip_term_all(b, &same));
    }
    return ip_term_any(b, &any);
}

/* own: symbol of the statement for rows that the instance itself may have touched. */
static Z3_ast unless_touched(ip_terms_context *c, const ip_site *site, int q, const ip_table *table, const Z3_ast *key,
                             const char *own, Z3_ast otherwise)
{
    const ip_build *b = &c->build;
    if (!ip_term_changed_before(c, site->program, site->statement, table, -1))
        return otherwise;
    Z3_ast args[40];
    int n = arguments(c, table, key, site->tokens, site->depth, args);
    bool in_one_go = q == 0 && (site->statement->sources.items[q].newest || site->statement->kind == IP_INSERT);
    int one = in_one_go ? looked_up_by(site->program, site->statement) : site->statement->id;
    Z3_ast unknown = ip_term_apply(b, b->boolean, n, args, "alive.%d.%d.%d.%d%s", site->slot, site->program->id, one,
                                   table->id, own);
    return ip_term_choose(b, touched_before(c, site, table, key), unknown, otherwise);
}

Z3_ast ip_term_alive_at(ip_terms_context *c, const ip_site *site, int q, const Z3_ast *key)
{
    const ip_table *table = site->statement->sources.items[q].table;
    ip_snapshot snapshot = ip_term_snapshot_of(c, site);
    if (ip_table_fixed(&c->facts->tables[table->id]) || !c->rules[IP_RULE_PRESENCE])
        return ip_term_alive(c, &snapshot, table, key);
    bool newest = ip_facts_reads_newest(ip_term_reading_of(c, site->program), site->statement, q);
    return unless_touched(c, site, q, table, key, "",
                          newest ? alive_now(c, site, q, key) : ip_term_alive(c, &snapshot, table, key));
}

Z3_ast ip_term_alive_reread(ip_terms_context *c, const ip_site *site, int q, const Z3_ast *key)
{
    const ip_table *table = site->statement->sources.items[q].table;
    if (!ip_facts_rereads(ip_term_reading_of(c, site->program), site->statement, q) ||
        ip_table_fixed(&c->facts->tables[table->id]) || !c->rules[IP_RULE_PRESENCE])
        return ip_term_alive_at(c, site, q, key);
    return unless_touched(c, site, q, table, key, ".anew", alive_now(c, site, q, key));
}

Z3_ast ip_term_rows_match(ip_terms_context *c, const ip_site *site, const ip_row *rows)
{
    const ip_statement *s = site->statement;
    ip_site here = *site;
    here.rows = rows;
    here.reread = false;
    ip_terms all = {0};
    bool locks = false;
    for (int q = 0; q < s->sources.count; q++) {
        if (s->sources.items[q].optional)
            continue;
        locks = locks || ip_facts_rereads(ip_term_reading_of(c, site->program), s, q);
        IP_PUSH(c->arena, &all, ip_term_alive_at(c, site, q, rows[q].key));
        IP_PUSH(c->arena, &all, ip_term_eval_true(c, &here, s->sources.items[q].filter));
    }
    here.reread = true;
    for (int q = 0; locks && q < s->sources.count; q++) {
        if (s->sources.items[q].optional)
            continue;
        IP_PUSH(c->arena, &all, ip_term_alive_reread(c, site, q, rows[q].key));
        IP_PUSH(c->arena, &all, ip_term_eval_true(c, &here, s->sources.items[q].filter));
    }
    return ip_term_all(&c->build, &all);
}
