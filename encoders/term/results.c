/* Variables, statement results and iterations. */
#include <stdlib.h>
#include <string.h>

#include "term/terms_internal.h"

/* ---- cache: a variable is evaluated once for a slot and iteration ---- */

typedef struct cached {
    const ip_program *program;
    int slot, variable;
    Z3_ast token; /* of its innermost loop: it determines the outer ones */
    bool used;
    ip_term term;
} cached;

struct ip_variable_cache {
    cached *entries;
    size_t capacity, used;
};

struct ip_variable_cache *ip_term_variable_cache_new(void)
{
    return calloc(1, sizeof(struct ip_variable_cache));
}

void ip_term_variable_cache_free(struct ip_variable_cache *cache)
{
    if (cache)
        free(cache->entries);
    free(cache);
}

static cached *cache_entry(struct ip_variable_cache *cache, const cached *key)
{
    if ((cache->used + 1) * 2 > cache->capacity) {
        struct ip_variable_cache larger = {.capacity = cache->capacity ? cache->capacity * 2 : 512};
        larger.entries = calloc(larger.capacity, sizeof *larger.entries);
        for (size_t i = 0; i < cache->capacity; i++)
            if (cache->entries[i].used)
                *cache_entry(&larger, &cache->entries[i]) = cache->entries[i], larger.used++;
        free(cache->entries);
        *cache = larger;
    }
    size_t hash = ((size_t)key->program >> 4) * 31 + (size_t)key->slot;
    hash = (hash * 1000003 + (size_t)key->variable) * 0x9E3779B97F4A7C15ull + ((size_t)key->token >> 4);
    hash *= 0x9E3779B97F4A7C15ull;
    for (size_t at = (hash >> 20) % cache->capacity;; at = (at + 1) % cache->capacity) {
        cached *e = &cache->entries[at];
        if (!e->used || (e->program == key->program && e->slot == key->slot && e->variable == key->variable &&
                         e->token == key->token))
            return e;
    }
}

ip_site ip_term_site_at(const ip_site *site, int loop)
{
    ip_site at = *site;
    at.statement = NULL;
    at.rows = NULL;
    at.reread = false;
    at.depth = ip_term_loop_depth(site->program, loop) + 1;
    return at;
}

static ip_site site_of(const ip_site *site, int statement)
{
    ip_site at = ip_term_site_at(site, site->program->statements.items[statement].loop);
    at.statement = &site->program->statements.items[statement];
    return at;
}

/* LIMIT, OFFSET and HAVING can remove a row that matches, triggers can skip it. */
static bool uses_all_matches(const ip_statement *s)
{
    return s->sources.count > 0 && !s->limited && !s->grouped && !s->uncertain;
}

/* Rows of a statement that finds each of its sources by key; false if it does not. */
static bool key_rows(ip_terms_context *c, const ip_site *site, ip_row **rows)
{
    *rows = IP_NEW_ARRAY(c->arena, ip_row, site->statement->sources.count);
    return uses_all_matches(site->statement) && ip_term_determine_rows(c, site, *rows);
}

/* How many of the rows match that a condition names by several keys; NULL: it does not. */
static Z3_ast matches_by_keys(ip_terms_context *c, const ip_site *site)
{
    const ip_build *b = &c->build;
    ip_row rows[IP_MOST_KEYS] = {0};
    Z3_ast counted[IP_MOST_KEYS];
    if (!uses_all_matches(site->statement))
        return NULL;
    const ip_table *table = site->statement->sources.items[0].table;
    int count = ip_term_rows_by_keys(c, site, rows);
    for (int i = 0; i < count; i++) {
        ip_terms conditions = {0};
        IP_PUSH(c->arena, &conditions, ip_term_rows_match(c, site, &rows[i]));
        for (int j = 0; j < i; j++) { /* a key that is given twice is one row */
            ip_terms same = {0};
            for (int k = 0; k < ip_term_key_length(c, table); k++)
                IP_PUSH(c->arena, &same, ip_term_equal(b, rows[j].key[k], rows[i].key[k]));
            IP_PUSH(c->arena, &conditions, ip_term_not(b, ip_term_all(b, &same)));
        }
        counted[i] = ip_term_choose(b, ip_term_all(b, &conditions), ip_term_int(b, 1), ip_term_int(b, 0));
    }
    return count ? Z3_mk_add(b->z3, (unsigned)count, counted) : NULL;
}

static Z3_ast statement_symbol(ip_terms_context *c, const ip_site *site, const char *what, Z3_sort sort)
{
    return ip_term_apply(&c->build, sort, site->depth, site->tokens, "%s.%d.%d.%d", what, site->slot, site->program->id,
                         site->statement->id);
}

Z3_ast ip_term_some_row(ip_terms_context *c, const ip_site *site)
{
    ip_row *rows;
    if (c->rules[IP_RULE_FOUND] && key_rows(c, site, &rows))
        return ip_term_rows_match(c, site, rows);
    Z3_ast matches = matches_by_keys(c, site);
    if (matches)
        return Z3_mk_ge(c->build.z3, matches, ip_term_int(&c->build, 1));
    return statement_symbol(c, site, "found", c->build.boolean);
}

Z3_ast ip_term_statement_found(ip_terms_context *c, const ip_site *site)
{
    const ip_statement *s = site->statement;
    if (s->kind == IP_SELECT && s->sources.count == 0)
        return c->build.yes;
    if (s->kind == IP_INSERT)
        return s->uncertain ? statement_symbol(c, site, "found", c->build.boolean) : c->build.yes;
    if (s->aggregated && !(s->outputs.count == 1 && s->outputs.items[0].aggregate == IP_AGG_EXISTS))
        return c->build.yes;
    if (s->aggregated)
        return ip_term_some_row(c, site);
    ip_extreme x = ip_term_statement_extreme(c, site);
    if (x.present)
        return ip_term_not(&c->build, x.none);
    return ip_term_some_row(c, site);
}

static ip_term result_symbol(ip_terms_context *c, const ip_site *site, int output, bool nullable)
{
    return ip_term_symbol(c, site->statement->outputs.items[output].type, nullable, site->depth, site->tokens,
                          "result.%d.%d.%d.%d", site->slot, site->program->id, site->statement->id, output);
}

/* count(*) of a whole table, in the instance's snapshot. */
static bool counts_table(const ip_terms_context *c, const ip_site *site)
{
    const ip_statement *s = site->statement;
    return s->kind == IP_SELECT && s->aggregated && s->sources.count == 1 && !s->sources.items[0].filter &&
           !s->sources.items[0].passes_over && !s->limited && !s->grouped && !s->uncertain &&
           !ip_term_changed_before(c, site->program, s, s->sources.items[0].table, -1);
}

Z3_ast ip_term_row_total(ip_terms_context *c, int slot, const ip_table *table)
{
    return ip_term_const(&c->build, c->build.integer, "rows.%d.%d", slot < c->one_state ? 0 : slot, table->id);
}

static ip_term row_count(ip_terms_context *c, const ip_site *site)
{
    ip_row *rows;
    const ip_build *b = &c->build;
    if (site->statement->kind == IP_INSERT && !site->statement->uncertain)
        return (ip_term){ip_term_int(b, 1), b->no};
    if (c->rules[IP_RULE_FOUND] && key_rows(c, site, &rows))
        return (ip_term){ip_term_choose(b, ip_term_rows_match(c, site, rows), ip_term_int(b, 1), ip_term_int(b, 0)),
                         b->no};
    Z3_ast matches = site->statement->order_expr ? NULL : matches_by_keys(c, site); /* ORDER BY … LIMIT 1 */
    if (matches)
        return (ip_term){matches, b->no};
    Z3_ast count = statement_symbol(c, site, "count", b->integer);
    if (c->one_state && counts_table(c, site))
        ip_term_side_fact(
            c, ip_term_equal(b, count, ip_term_row_total(c, site->slot, site->statement->sources.items[0].table)));
    ip_term_side_fact(c, Z3_mk_ge(b->z3, count, ip_term_int(b, 0)));
    /* found and count are about the same rows */
    ip_term_side_fact(
        c, ip_term_equal(b, statement_symbol(c, site, "found", b->boolean), Z3_mk_ge(b->z3, count, ip_term_int(b, 1))));
    return (ip_term){count, b->no};
}

static ip_term aggregate_result(ip_terms_context *c, const ip_site *site, int output)
{
    const ip_output *o = &site->statement->outputs.items[output];
    const ip_build *b = &c->build;
    switch (o->aggregate) {
    case IP_AGG_EXISTS:
        return (ip_term){ip_term_some_row(c, site), b->no};
    case IP_AGG_COUNT:
        if (!o->expr)
            return row_count(c, site);
        {
            ip_term count = result_symbol(c, site, output, false); /* counts values, not rows */
            ip_term_side_fact(c, Z3_mk_ge(b->z3, count.value, ip_term_int(b, 0)));
            return count;
        }
    case IP_AGG_MIN:
    case IP_AGG_MAX: {
        ip_extreme x = ip_term_statement_extreme(c, site);
        if (x.present)
            return (ip_term){x.value, x.none};
        break;
    }
    case IP_AGG_NONE:
    case IP_AGG_OTHER:
        break;
    }
    return result_symbol(c, site, output, true);
}

/* Rows of the query's sources, functions of the site's iterations. */
static ip_row *some_rows(ip_terms_context *c, const ip_site *at, const ip_statement *query, const char *which)
{
    ip_row *rows = IP_NEW_ARRAY(c->arena, ip_row, query->sources.count);
    for (int q = 0; q < query->sources.count; q++) {
        const ip_table *table = query->sources.items[q].table;
        int n = ip_term_key_length(c, table);
        Z3_ast *key = IP_NEW_ARRAY(c->arena, Z3_ast, n);
        for (int i = 0; i < n; i++)
            key[i] = ip_term_apply(&c->build, ip_term_key_sort(c, table, i), at->depth, at->tokens, "%s.%d.%d.%d.%d.%d",
                                   which, at->slot, at->program->id, query->id, q, i);
        rows[q].key = key;
        ip_term_unique_facts(c, table, key, NULL);
    }
    return rows;
}

static const ip_row *row_of_key(ip_terms_context *c, const Z3_ast *key)
{
    ip_row *row = IP_NEW(c->arena, ip_row);
    row->key = key;
    return row;
}

static const ip_row *first_row(ip_terms_context *c, const ip_site *site, const ip_extreme *x)
{
    const ip_build *b = &c->build;
    const ip_statement *s = site->statement;
    if (!c->rules[IP_RULE_FIRST] || s->kind != IP_SELECT)
        return NULL;
    for (int q = 0; q < s->sources.count; q++)
        if (s->sources.items[q].optional)
            return NULL;
    const ip_row *rows = some_rows(c, site, s, "first");
    ip_site here = *site;
    here.rows = rows;
    Z3_ast fits = ip_term_rows_match(c, site, rows);
    if (x->present)
        fits = ip_term_and(b, fits, ip_term_equal(b, ip_term_eval(c, &here, x->expr).value, x->value));
    Z3_ast given = ip_term_and(b, ip_term_executes(c, site), ip_term_statement_found(c, site));
    ip_term_side_fact(c, ip_term_implies(b, given, fits));
    for (int q = 0; q < s->sources.count; q++)
        ip_term_unique_facts(c, s->sources.items[q].table, rows[q].key, given);
    return rows;
}

const ip_row *ip_term_given_row(ip_terms_context *c, const ip_site *site)
{
    const ip_statement *s = site->statement;
    ip_row *rows;
    if (s->aggregated || s->grouped || s->sources.count == 0)
        return NULL;
    ip_extreme x = ip_term_statement_extreme(c, site);
    if (x.present && x.key)
        return row_of_key(c, x.key);
    if (!x.present && c->rules[IP_RULE_FOUND] && key_rows(c, site, &rows))
        return rows;
    return first_row(c, site, &x);
}

static ip_term statement_result(ip_terms_context *c, const ip_site *site, int output)
{
    const ip_statement *s = site->statement;
    const ip_build *b = &c->build;
    if (s->aggregated)
        return aggregate_result(c, site, output);
    const ip_output *o = &s->outputs.items[output];
    Z3_ast found = ip_term_statement_found(c, site);
    ip_site here = *site;
    here.rows = ip_term_given_row(c, site);
    /* RETURNING of an INSERT is in terms of the inserted values. */
    bool inserted = s->kind == IP_INSERT && !s->uncertain;
    bool of_row = !s->grouped && o->expr && o->aggregate == IP_AGG_NONE;
    if (!of_row || !(here.rows || s->sources.count == 0 || inserted)) {
        ip_term result = result_symbol(c, site, output, true);
        ip_term_side_fact(c, ip_term_or(b, found, result.null)); /* no row: NULL */
        return result;
    }
    here.reread = true;
    ip_term value = ip_term_cast(c, &here, o->expr, ip_term_eval(c, &here, o->expr), o->expr->type, o->type);
    value.null = ip_term_or(b, value.null, ip_term_not(b, found));
    return value;
}

/* ---- loops over queries ---- */

static bool follows_rows(const ip_statement *query)
{
    bool finds = query->kind == IP_SELECT || query->kind == IP_UPDATE || query->kind == IP_DELETE;
    return finds && !query->aggregated && !query->grouped && query->sources.count > 0;
}

/* Rows of the query in the iteration of the site's tokens: functions of the iteration. */
static ip_row *iteration_rows(ip_terms_context *c, const ip_site *at, const ip_statement *query)
{
    return some_rows(c, at, query, "each");
}

const ip_row *ip_term_iteration_rows(ip_terms_context *c, const ip_site *site, int loop)
{
    const ip_loop *l = &site->program->loops.items[loop];
    if (l->kind != IP_LOOP_QUERY || !follows_rows(&site->program->statements.items[l->query]))
        return NULL;
    ip_site at = ip_term_site_at(site, loop);
    return iteration_rows(c, &at, &site->program->statements.items[l->query]);
}

/* The iteration of the tokens happens. */
static Z3_ast iteration_happens(ip_terms_context *c, const ip_site *at, int loop)
{
    const ip_build *b = &c->build;
    const ip_loop *l = &at->program->loops.items[loop];
    ip_terms all = {0};
    if (!c->rules[IP_RULE_ITERATIONS])
        return b->yes;
    if (l->kind == IP_LOOP_WHILE || l->may_stop_early || (l->kind == IP_LOOP_RANGE && (!l->low || !l->high)))
        IP_PUSH(
            c->arena, &all,
            ip_term_apply(b, b->boolean, at->depth, at->tokens, "happens.%d.%d.%d", at->slot, at->program->id, loop));
    if (l->kind == IP_LOOP_RANGE) {
        ip_site outside = ip_term_site_at(at, l->parent);
        Z3_ast index = at->tokens[at->depth - 1];
        const ip_expr *bounds[] = {l->low, l->high};
        for (int side = 0; side < 2; side++) {
            if (!bounds[side])
                continue;
            ip_term bound = ip_term_eval(c, &outside, bounds[side]);
            /* A bound that has to be rounded is an unknown integer, the same for equal values. */
            ip_type integer = {IP_INTEGER, false, NULL};
            Z3_ast value = ip_term_cast(c, &outside, bounds[side], bound, bounds[side]->type, integer).value;
            IP_PUSH(c->arena, &all, ip_term_not(b, bound.null));
            IP_PUSH(c->arena, &all, side ? Z3_mk_le(b->z3, index, value) : Z3_mk_le(b->z3, value, index));
        }
    }
    if (l->kind == IP_LOOP_QUERY) {
        const ip_statement *query = &at->program->statements.items[l->query];
        if (follows_rows(query)) {
            /* The query ran before the loop: its rows belong to its own place. */
            ip_site there = site_of(at, l->query);
            ip_row *rows = iteration_rows(c, at, query);
            IP_PUSH(c->arena, &all, ip_term_rows_match(c, &there, rows));
            IP_PUSH(c->arena, &all, ip_term_executes(c, &there));
            bool optional = false;
            for (int q = 0; q < query->sources.count; q++)
                optional = optional || query->sources.items[q].optional;
            /* An UPDATE changes a row once that joins with several others: which of them counts is unknown. */
            bool joined = query->kind != IP_SELECT && query->sources.count > 1;
            if (query->limited || query->order_expr || query->uncertain || optional || joined)
                IP_PUSH(c->arena, &all,
                        ip_term_apply(b, b->boolean, at->depth, at->tokens, "happens.%d.%d.%d", at->slot,
                                      at->program->id, loop));
        } else {
            IP_PUSH(c->arena, &all,
                    ip_term_apply(b, b->boolean, at->depth, at->tokens, "happens.%d.%d.%d", at->slot, at->program->id,
                                  loop));
        }
    }
    return ip_term_all(b, &all);
}

Z3_ast ip_term_executes(ip_terms_context *c, const ip_site *site)
{
    const ip_statement *s = site->statement;
    ip_terms all = {0};
    for (int loop = s->loop; loop >= 0; loop = site->program->loops.items[loop].parent) {
        ip_site at = ip_term_site_at(site, loop);
        IP_PUSH(c->arena, &all, iteration_happens(c, &at, loop));
    }
    if (c->rules[IP_RULE_PATHS]) {
        ip_site at = ip_term_site_at(site, s->loop);
        IP_PUSH(c->arena, &all, ip_term_eval_true(c, &at, s->path));
    }
    return ip_term_all(&c->build, &all);
}

/* ---- variables ---- */

/* The statement is in a loop around which the place is not, so the iteration is unknown. */
static bool out_of_reach(const ip_site *at, const ip_variable *v)
{
    if (v->kind != IP_VAR_FOUND && v->kind != IP_VAR_COUNT && v->kind != IP_VAR_RESULT)
        return false;
    return ip_term_loop_depth(at->program, at->program->statements.items[v->statement].loop) + 1 > at->depth;
}

static ip_term define(ip_terms_context *c, const ip_site *at, int variable)
{
    const ip_variable *v = &at->program->variables.items[variable];
    if (out_of_reach(at, v))
        return ip_term_symbol(c, v->type, true, at->depth, at->tokens, "var.%d.%d.%d", at->slot, at->program->id,
                              variable);
    const ip_build *b = &c->build;
    switch (v->kind) {
    case IP_VAR_EXPR:
        return ip_term_cast(c, at, v->expr, ip_term_eval(c, at, v->expr), v->expr->type, v->type);
    case IP_VAR_INDEX:
        if (c->rules[IP_RULE_ITERATIONS])
            return (ip_term){at->tokens[at->depth - 1], b->no};
        break;
    case IP_VAR_FOUND:
    case IP_VAR_COUNT: {
        ip_site there = site_of(at, v->statement);
        if (v->kind == IP_VAR_FOUND)
            return (ip_term){ip_term_statement_found(c, &there), b->no};
        return row_count(c, &there);
    }
    case IP_VAR_RESULT: {
        const ip_statement *s = &at->program->statements.items[v->statement];
        ip_term value;
        if (v->loop != s->loop) { /* the row of this iteration */
            const ip_output *o = &s->outputs.items[v->index];
            if (at->program->loops.items[v->loop].query != v->statement || !follows_rows(s) || !o->expr ||
                !c->rules[IP_RULE_ITERATIONS])
                break;
            ip_site there = site_of(at, v->statement);
            ip_site row_site = there;
            row_site.rows = iteration_rows(c, at, s);
            row_site.reread = true;
            value = ip_term_cast(c, &row_site, o->expr, ip_term_eval(c, &row_site, o->expr), o->expr->type, o->type);
            return ip_term_cast(c, at, NULL, value, o->type, v->type);
        }
        ip_site there = site_of(at, v->statement);
        value = statement_result(c, &there, v->index);
        return ip_term_cast(c, at, NULL, value, s->outputs.items[v->index].type, v->type);
    }
    case IP_VAR_ANY:
        break;
    }
    return ip_term_symbol(c, v->type, true, at->depth, at->tokens, "var.%d.%d.%d", at->slot, at->program->id, variable);
}

ip_term ip_term_of_variable(ip_terms_context *c, const ip_site *site, int variable)
{
    ip_site at = ip_term_site_at(site, site->program->variables.items[variable].loop);
    if (at.depth > site->depth) /* defined in a loop that has ended: some iteration's value */
        return ip_term_anything(c, site->program->variables.items[variable].type);
    cached key = {.program = at.program,
                  .slot = at.slot,
                  .variable = variable,
                  .token = at.depth > 0 ? at.tokens[at.depth - 1] : NULL};
    cached *entry = cache_entry(c->variables, &key);
    if (entry->used)
        return entry->term;
    key.term = define(c, &at, variable);
    key.used = true;
    entry = cache_entry(c->variables, &key); /* the table may have changed meanwhile */
    *entry = key;
    c->variables->used++;
    return key.term;
}
