/* The rows of a statement: identity, presence, determination by key. */
#include <string.h>

#include "facts/fresh.h"
#include "term/terms_internal.h"

int ip_term_key_length(const ip_terms_context *c, const ip_table *table)
{
    int n = c->facts->tables[table->id].key_count;
    return n ? n : 1;
}

Z3_sort ip_term_key_sort(ip_terms_context *c, const ip_table *table, int component)
{
    const ip_table_facts *facts = &c->facts->tables[table->id];
    if (!facts->key_count)
        return c->build.integer;
    return ip_term_sort_of(&c->build, table->columns.items[facts->key[component]].type);
}

/* ---- determination ---- */

static bool known(const ip_expr *e, const ip_row *rows)
{
    if (e->kind == IP_EXPR_COLUMN)
        return rows[e->source].key != NULL;
    if (e->kind == IP_EXPR_UNKNOWN)
        return false;
    for (int i = 0; i < e->arg_count; i++)
        if (!known(e->args[i], rows))
            return false;
    return true;
}

static bool is_column(const ip_expr *e, int source, int column)
{
    return e->kind == IP_EXPR_COLUMN && e->source == source && e->index == column;
}

bool ip_term_equated_value(ip_terms_context *c, const ip_site *site, const ip_expr *filter, int q, int column,
                           Z3_ast *value)
{
    if (!filter || filter->kind != IP_EXPR_OPERATOR)
        return false;
    if (filter->op == IP_OP_AND) {
        for (int i = 0; i < filter->arg_count; i++)
            if (ip_term_equated_value(c, site, filter->args[i], q, column, value))
                return true;
        return false;
    }
    if (filter->op != IP_OP_EQ)
        return false;
    for (int side = 0; side < 2; side++) {
        const ip_expr *other = filter->args[1 - side];
        if (!is_column(filter->args[side], q, column) || !known(other, site->rows))
            continue;
        ip_type type = site->statement->sources.items[q].table->columns.items[column].type;
        ip_term term;
        if (other->kind == IP_EXPR_TEXT || other->type.kind == type.kind ||
            (other->type.kind == IP_INTEGER && type.kind == IP_NUMERIC)) {
            if (other->type.array != type.array)
                continue;
            /* A literal takes the column's type: compare as the filter itself does. */
            if (other->kind == IP_EXPR_TEXT && type.kind != IP_TEXT)
                continue;
            term = ip_term_eval(c, site, other);
            *value = ip_term_coerce_term(&c->build, term.value, ip_term_sort_of(&c->build, type));
            if (*value)
                return true;
        }
    }
    return false;
}

/* No two rows ever have the same key values: an engine checks them against everything committed (PostgreSQL 15, section
 * 64.5), no row is deleted, and the values never change. */
static bool unique_for_good(const ip_terms_context *c, const ip_table *table, const ip_key *unique)
{
    const ip_table_facts *facts = &c->facts->tables[table->id];
    for (int i = 0; i < unique->column_count; i++)
        if (facts->columns[unique->columns[i]].changed)
            return false;
    return unique->columns != facts->key && unique->column_count <= 30 &&
           (ip_table_fixed(facts) || (c->engine && !facts->deleted));
}

/* Key terms of source q if its identity columns, or the columns of another UNIQUE key that identifies rows for good,
 * are all equated. */
static const Z3_ast *determined_key(ip_terms_context *c, const ip_site *site, int q)
{
    const ip_row_source *source = &site->statement->sources.items[q];
    const ip_table_facts *facts = &c->facts->tables[source->table->id];
    if (source->optional || site->statement->kind == IP_UNKNOWN)
        return NULL;
    if (facts->key_count) {
        Z3_ast *key = IP_NEW_ARRAY(c->arena, Z3_ast, facts->key_count);
        int i = 0;
        while (i < facts->key_count && ip_term_equated_value(c, site, source->filter, q, facts->key[i], &key[i]))
            i++;
        if (i == facts->key_count)
            return key;
    }
    if (!c->rules[IP_RULE_UNIQUE] || !c->rules[IP_RULE_FROZEN])
        return NULL;
    for (int k = 0; k < source->table->keys.count; k++) {
        const ip_key *unique = &source->table->keys.items[k];
        if (!unique_for_good(c, source->table, unique))
            continue;
        Z3_ast values[32];
        int i = 0;
        while (i < unique->column_count &&
               ip_term_equated_value(c, site, source->filter, q, unique->columns[i], &values[i]))
            i++;
        if (i < unique->column_count)
            continue;
        int n = ip_term_key_length(c, source->table);
        Z3_ast *key = IP_NEW_ARRAY(c->arena, Z3_ast, n);
        for (int j = 0; j < n; j++)
            key[j] = ip_term_apply(&c->build, ip_term_key_sort(c, source->table, j), unique->column_count, values,
                                   "row_by.%d.%d.%d", source->table->id, k, j);
        return key;
    }
    return NULL;
}

bool ip_term_determine_rows(ip_terms_context *c, const ip_site *site, ip_row *rows)
{
    int n = site->statement->sources.count;
    ip_site here = *site;
    here.rows = rows;
    bool progress = true, all = true;
    while (progress) {
        progress = false;
        all = true;
        for (int q = 0; q < n; q++) {
            if (rows[q].key)
                continue;
            rows[q].key = determined_key(c, &here, q);
            if (rows[q].key) {
                ip_snapshot snapshot = ip_term_snapshot_of(c, site);
                ip_term_unique_facts(c, site->statement->sources.items[q].table, rows[q].key,
                                     ip_term_or(&c->build, ip_term_alive_at(c, site, q, rows[q].key),
                                                ip_term_alive_reread(c, site, q, rows[q].key)));
                ip_term_drawn_key_fact(c, &snapshot, site->statement->sources.items[q].table, rows[q].key);
                progress = true;
            } else {
                all = false;
            }
        }
    }
    return all;
}

/* ---- one of several keys: WHERE id IN (a, b) ---- */

/* The disjunction that the filter is, or has as a conjunct. */
static const ip_expr *disjunction(const ip_expr *filter)
{
    const ip_expr *found = NULL;
    if (!filter || filter->kind != IP_EXPR_OPERATOR)
        return NULL;
    if (filter->op == IP_OP_OR)
        return filter;
    for (int i = 0; filter->op == IP_OP_AND && i < filter->arg_count && !found; i++)
        found = disjunction(filter->args[i]);
    return found;
}

/* The key that each alternative gives, its columns equated there or outside of the disjunction. */
static bool alternative_keys(ip_terms_context *c, const ip_site *site, const ip_expr *e, ip_row *rows, int *count)
{
    const ip_row_source *source = &site->statement->sources.items[0];
    const ip_table_facts *facts = &c->facts->tables[source->table->id];
    if (e->kind == IP_EXPR_OPERATOR && e->op == IP_OP_OR) {
        for (int i = 0; i < e->arg_count; i++)
            if (!alternative_keys(c, site, e->args[i], rows, count))
                return false;
        return true;
    }
    if (*count == IP_MOST_KEYS)
        return false;
    Z3_ast *key = IP_NEW_ARRAY(c->arena, Z3_ast, facts->key_count);
    for (int i = 0; i < facts->key_count; i++)
        if (!ip_term_equated_value(c, site, e, 0, facts->key[i], &key[i]) &&
            !ip_term_equated_value(c, site, source->filter, 0, facts->key[i], &key[i]))
            return false;
    rows[(*count)++].key = key;
    return true;
}

int ip_term_rows_by_keys(ip_terms_context *c, const ip_site *site, ip_row *rows)
{
    const ip_statement *s = site->statement;
    int count = 0;
    if (!c->rules[IP_RULE_SEVERAL_KEYS] || s->kind == IP_UNKNOWN || s->sources.count != 1 ||
        s->sources.items[0].optional || !c->facts->tables[s->sources.items[0].table->id].key_count)
        return 0;
    ip_row unbound = {0};
    ip_site here = *site;
    here.rows = &unbound;
    const ip_expr *choice = disjunction(s->sources.items[0].filter);
    return choice && alternative_keys(c, &here, choice, rows, &count) ? count : 0;
}

static void identifies(ip_terms_context *c, const ip_table *table, int k, const Z3_ast *values, const Z3_ast *key,
                       Z3_ast applies)
{
    const ip_build *b = &c->build;
    ip_terms same = {0};
    for (int j = 0; j < ip_term_key_length(c, table); j++) {
        Z3_ast found = ip_term_apply(b, ip_term_key_sort(c, table, j), table->keys.items[k].column_count, values,
                                     "row_by.%d.%d.%d", table->id, k, j);
        IP_PUSH(c->arena, &same, ip_term_equal(b, found, key[j]));
    }
    ip_term_side_fact(c, ip_term_implies(b, applies, ip_term_all(b, &same)));
}

void ip_term_unique_insert(ip_terms_context *c, const ip_site *site, const Z3_ast *key, Z3_ast executes)
{
    const ip_build *b = &c->build;
    const ip_table *table = site->statement->sources.items[0].table;
    if (!c->engine || !c->rules[IP_RULE_UNIQUE] || !c->rules[IP_RULE_FROZEN])
        return;
    for (int k = 0; k < table->keys.count; k++) {
        const ip_key *unique = &table->keys.items[k];
        if (!unique_for_good(c, table, unique))
            continue;
        Z3_ast values[32], applies = executes;
        bool kept = true;
        for (int i = 0; i < unique->column_count && kept; i++) {
            const ip_expr *given = site->statement->assignments[unique->columns[i]];
            ip_type type = table->columns.items[unique->columns[i]].type;
            kept = ip_facts_stored_as_given(given, type);
            ip_term value = ip_term_eval(c, site, given);
            values[i] = value.value;
            applies = ip_term_and(b, applies, ip_term_not(b, value.null));
        }
        if (kept)
            identifies(c, table, k, values, key, applies);
    }
}

void ip_term_unique_facts(ip_terms_context *c, const ip_table *table, const Z3_ast *key, Z3_ast there)
{
    const ip_build *b = &c->build;
    const ip_table_facts *facts = &c->facts->tables[table->id];
    bool fixed = ip_table_fixed(facts);
    if ((!fixed && !there) || !c->rules[IP_RULE_UNIQUE] || !c->rules[IP_RULE_FROZEN])
        return;
    int n = ip_term_key_length(c, table);
    for (int k = 0; k < table->keys.count; k++) {
        const ip_key *unique = &table->keys.items[k];
        if (!unique_for_good(c, table, unique))
            continue;
        ip_snapshot any = {0};
        Z3_ast values[32], applies = fixed ? ip_term_alive(c, &any, table, key) : there;
        for (int i = 0; i < unique->column_count; i++) {
            int column = unique->columns[i], position = ip_term_key_position(facts, column);
            const ip_column *declared = &table->columns.items[column];
            if (position >= 0) {
                values[i] = key[position];
                continue;
            }
            ip_term value =
                ip_term_symbol(c, declared->type, !declared->not_null, n, key, "imm.%d.%d", table->id, column);
            values[i] = value.value;
            applies = ip_term_and(b, applies, ip_term_not(b, value.null)); /* NULLs are not equal to each other */
        }
        identifies(c, table, k, values, key, applies);
    }
}

void ip_term_note_drawn(ip_terms_context *c, const ip_table *table)
{
    for (int i = 0; i < c->drawn.count; i++)
        if (c->drawn.items[i] == table)
            return;
    IP_PUSH(c->arena, &c->drawn, table);
}

/* A row that is alive in a snapshot has been inserted by a visible instance, whose increment of the counter is visible
 * with it: the snapshot's counter has passed the key. No schema can state that the rows of the initial state are below
 * the counter, too: it is an assumption, and reported. */
void ip_term_drawn_key_fact(ip_terms_context *c, const ip_snapshot *snapshot, const ip_table *table, const Z3_ast *key)
{
    const ip_build *b = &c->build;
    const ip_drawn_key *drawn = &c->facts->tables[table->id].drawn;
    if (!drawn->counter || !c->writers_chain || !c->rules[IP_RULE_DRAWN] || !c->rules[IP_RULE_MONOTONE] ||
        !c->rules[IP_RULE_FROZEN])
        return;
    int n = ip_term_key_length(c, drawn->counter);
    Z3_ast *row = IP_NEW_ARRAY(c->arena, Z3_ast, n);
    for (int k = 0; k < n; k++)
        row[k] = key[drawn->row[k]];
    Z3_ast counter = ip_term_seen(c, snapshot, drawn->counter, drawn->column, row).value;
    Z3_ast offset = Z3_mk_numeral(b->z3, drawn->offset, b->integer);
    Z3_ast passed = Z3_mk_lt(b->z3, key[drawn->component], Z3_mk_add(b->z3, 2, (Z3_ast[]){counter, offset}));
    ip_term_side_fact(c, ip_term_implies(b, ip_term_alive(c, snapshot, table, key), passed));
    ip_term_note_drawn(c, table);
}

/* ---- inserted rows ---- */

/* Two executions of INSERT never create one row: the value determines the instance that drew it. */
static void drawn_once(ip_terms_context *c, const ip_site *site, const ip_table *table, int component, Z3_ast value)
{
    if (!c->rules[IP_RULE_FRESH_ROWS])
        return;
    Z3_ast drawer = ip_term_apply(&c->build, c->build.integer, 1, &value, "drawn_by.%d.%d", table->id, component);
    long long who = ((long long)site->slot << 40) | ((long long)site->program->id << 20) | site->statement->id;
    ip_term_side_fact(c, ip_term_equal(&c->build, drawer, ip_term_int(&c->build, who)));
}

const Z3_ast *ip_term_insert_key(ip_terms_context *c, const ip_site *site)
{
    const ip_table *table = site->statement->sources.items[0].table;
    const ip_table_facts *facts = &c->facts->tables[table->id];
    int n = ip_term_key_length(c, table);
    Z3_ast *key = IP_NEW_ARRAY(c->arena, Z3_ast, n);
    if (!facts->key_count) {
        key[0] = ip_term_apply(&c->build, c->build.integer, site->depth, site->tokens, "row.%d.%d.%d", site->slot,
                               site->program->id, site->statement->id);
        drawn_once(c, site, table, 0, key[0]);
        return key;
    }
    for (int i = 0; i < n; i++) {
        const ip_column *column = &table->columns.items[facts->key[i]];
        const ip_expr *value = site->statement->assignments[facts->key[i]];
        if (value->kind == IP_EXPR_TEXT && column->type.kind == IP_TEXT)
            key[i] = ip_term_eval(c, site, value).value;
        else
            key[i] = ip_term_cast(c, site, value, ip_term_eval(c, site, value), value->type, column->type).value;
        if (ip_facts_from_sequence(site->program, value))
            drawn_once(c, site, table, i, key[i]);
    }
    return key;
}

/* ---- MIN, MAX, ORDER BY … LIMIT 1 ---- */

/* Only immutable, never NULL columns of source 0, so that the row always has the value. */
static bool immutable(const ip_terms_context *c, const ip_statement *s, const ip_expr *e)
{
    if (e->kind == IP_EXPR_UNKNOWN)
        return false;
    if (e->kind == IP_EXPR_COLUMN) {
        const ip_table *table = s->sources.items[0].table;
        const ip_table_facts *facts = &c->facts->tables[table->id];
        for (int i = 0; i < facts->key_count; i++)
            if (facts->key[i] == e->index)
                return true;
        return facts->columns[e->index].frozen && table->columns.items[e->index].not_null;
    }
    for (int i = 0; i < e->arg_count; i++)
        if (!immutable(c, s, e->args[i]))
            return false;
    return true;
}

ip_extreme ip_term_statement_extreme(ip_terms_context *c, const ip_site *site)
{
    const ip_build *b = &c->build;
    const ip_statement *s = site->statement;
    ip_extreme x = {0};
    if (!c->rules[IP_RULE_EXTREMES] || s->kind != IP_SELECT || s->sources.count != 1 || s->grouped || s->limited)
        return x;
    if (s->aggregated && s->outputs.count == 1) {
        ip_aggregate aggregate = s->outputs.items[0].aggregate;
        if (aggregate != IP_AGG_MIN && aggregate != IP_AGG_MAX)
            return x;
        x.expr = s->outputs.items[0].expr;
        x.descending = aggregate == IP_AGG_MAX;
    } else if (!s->aggregated && s->order_expr && s->order_exact) {
        x.expr = s->order_expr;
        x.descending = s->order_descending;
    }
    if (!x.expr || x.expr->type.array || (x.expr->type.kind != IP_INTEGER && x.expr->type.kind != IP_NUMERIC) ||
        x.expr->kind != IP_EXPR_COLUMN || !immutable(c, s, x.expr))
        return (ip_extreme){0};
    x.present = true;
    x.value = ip_term_apply(b, ip_term_sort_of(b, x.expr->type), site->depth, site->tokens, "extreme.%d.%d.%d",
                            site->slot, site->program->id, s->id);
    x.none =
        ip_term_apply(b, b->boolean, site->depth, site->tokens, "empty.%d.%d.%d", site->slot, site->program->id, s->id);

    /* The result row, if WHERE's equalities and the value determine its key. */
    const ip_table *table = s->sources.items[0].table;
    const ip_table_facts *facts = &c->facts->tables[table->id];
    ip_row unbound = {0};
    ip_site here = *site;
    here.rows = &unbound;
    Z3_ast *key = facts->key_count ? IP_NEW_ARRAY(c->arena, Z3_ast, facts->key_count) : NULL;
    for (int i = 0; key && i < facts->key_count; i++) {
        if (facts->key[i] == x.expr->index)
            key[i] = x.value;
        else if (!ip_term_equated_value(c, &here, s->sources.items[0].filter, 0, facts->key[i], &key[i]))
            key = NULL;
    }
    x.key = key;
    if (!key)
        return x;
    ip_row row = {.key = key};
    ip_snapshot snapshot = ip_term_snapshot_of(c, site);
    ip_term_drawn_key_fact(c, &snapshot, table, key);
    ip_term_side_fact(c, ip_term_implies(b, ip_term_and(b, ip_term_executes(c, site), ip_term_not(b, x.none)),
                                         ip_term_rows_match(c, site, &row)));
    return x;
}
