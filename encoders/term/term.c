/* Evaluation of expressions and columns. Statements' rows and results: rows.c. */
#include "term/term.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "term/terms_internal.h"
#include "base/invariant.h"

/* A set of Z3 asts by address: Z3 shares equal terms. */
struct ip_seen_set {
    Z3_ast *slots;
    size_t capacity, used;
};

void ip_term_terms_context_init(ip_terms_context *c, ip_arena *arena, const ip_facts *facts)
{
    memset(c, 0, sizeof *c);
    c->arena = arena;
    c->facts = facts;
    ip_term_build_init(&c->build, arena);
    for (int i = 0; i < IP_RULE_COUNT; i++)
        c->rules[i] = true;
    c->seen = calloc(1, sizeof *c->seen);
    c->variables = ip_term_variable_cache_new();
}

void ip_term_terms_context_release(ip_terms_context *c)
{
    if (c->seen) {
        free(c->seen->slots);
        free(c->seen);
    }
    c->seen = NULL;
    ip_term_variable_cache_free(c->variables);
    c->variables = NULL;
    ip_term_build_release(&c->build);
}

static bool first_time(struct ip_seen_set *set, Z3_ast ast)
{
    if ((set->used + 1) * 2 > set->capacity) {
        struct ip_seen_set larger = {.capacity = set->capacity ? set->capacity * 2 : 1024};
        larger.slots = calloc(larger.capacity, sizeof *larger.slots);
        for (size_t i = 0; i < set->capacity; i++)
            if (set->slots[i])
                first_time(&larger, set->slots[i]);
        free(set->slots);
        *set = larger;
    }
    size_t at = ((size_t)ast >> 4) * 0x9E3779B97F4A7C15ull % set->capacity;
    for (; set->slots[at]; at = (at + 1) % set->capacity)
        if (set->slots[at] == ast)
            return false;
    set->slots[at] = ast;
    set->used++;
    return true;
}

void ip_term_side_fact(ip_terms_context *c, Z3_ast fact)
{
    if (fact != c->build.yes && first_time(c->seen, fact))
        IP_PUSH(c->arena, &c->side, fact);
}

void ip_term_usually_uncut(ip_terms_context *c, Z3_ast before, Z3_ast after)
{
    if (before == after || !first_time(c->seen, after))
        return;
    IP_PUSH(c->arena, &c->uncut, before);
    IP_PUSH(c->arena, &c->uncut, after);
}

int ip_term_loop_depth(const ip_program *program, int loop)
{
    int depth = -1;
    for (; loop >= 0; loop = program->loops.items[loop].parent)
        depth++;
    return depth;
}

/* ---- symbols ---- */

ip_term ip_term_symbol(ip_terms_context *c, ip_type type, bool nullable, int arg_count, const Z3_ast *args,
                       const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const char *name = ip_arena_vprintf(c->arena, format, list);
    va_end(list);
    ip_term result;
    result.value = ip_term_apply(&c->build, ip_term_sort_of(&c->build, type), arg_count, args, "%s", name);
    result.null = nullable ? ip_term_apply(&c->build, c->build.boolean, arg_count, args, "%s?", name) : c->build.no;
    return result;
}

ip_term ip_term_anything(ip_terms_context *c, ip_type type)
{
    return ip_term_symbol(c, type, true, 0, NULL, "any.%d", c->fresh++);
}

/* ---- columns ---- */

int ip_term_key_position(const ip_table_facts *facts, int column)
{
    for (int i = 0; i < facts->key_count; i++)
        if (facts->key[i] == column)
            return i;
    return -1;
}

/* The arguments of a symbol that depends on row and iteration: identity terms, then iteration tokens. */
static int row_and_tokens(ip_terms_context *c, const ip_site *site, const ip_table *table, const Z3_ast *key,
                          Z3_ast *args)
{
    int n = 0;
    for (int i = 0; i < ip_term_key_length(c, table) && n < 32; i++)
        args[n++] = key[i];
    for (int d = 0; d < site->depth && n < 33; d++)
        args[n++] = site->tokens[d];
    return n;
}

ip_term ip_term_of_column(ip_terms_context *c, const ip_site *site, int source, int column)
{
    const ip_row_source *s = &site->statement->sources.items[source];
    const ip_table_facts *facts = &c->facts->tables[s->table->id];
    const ip_column *declared = &s->table->columns.items[column];
    const ip_row *row = site->rows ? &site->rows[source] : NULL;
    if (!row || !row->key)
        return ip_term_anything(c, declared->type);
    if (row->values && row->values[column].value)
        return row->values[column];
    bool nullable = !declared->not_null;
    Z3_ast args[40];
    ip_term result;
    int position = ip_term_key_position(facts, column);
    if (position >= 0) {
        result = (ip_term){row->key[position], c->build.no};
    } else if (facts->columns[column].frozen && c->rules[IP_RULE_FROZEN]) {
        result = ip_term_symbol(c, declared->type, nullable, ip_term_key_length(c, s->table), row->key, "imm.%d.%d",
                                s->table->id, column);
        if (ip_term_changed_before(c, site->program, site->statement, s->table, -1)) {
            /* Perhaps a row that the instance itself has inserted, and that other instances, which do not see it,
             * insert with other values. */
            Z3_ast once = ip_term_const(&c->build, c->build.boolean, "rows-inserted-once");
            int n = row_and_tokens(c, site, s->table, row->key, args);
            ip_term own = ip_term_symbol(c, declared->type, nullable, n, args, "own.%d.%d.%d.%d.%d", site->slot,
                                         site->program->id, site->statement->id, s->table->id, column);
            result.value = ip_term_choose(&c->build, once, result.value, own.value);
            result.null = ip_term_choose(&c->build, once, result.null, own.null);
        }
    } else if (row->arbitrary || !c->rules[IP_RULE_FROZEN]) {
        int n = row_and_tokens(c, site, s->table, row->key, args);
        result = ip_term_symbol(c, declared->type, nullable, n, args, "ghost.%d.%d.%d.%d.%d", site->slot,
                                site->program->id, site->statement->id, source, column);
    } else if (ip_term_changed_before(c, site->program, site->statement, s->table, column)) {
        int n = row_and_tokens(c, site, s->table, row->key, args);
        result = ip_term_symbol(c, declared->type, nullable, n, args, "own.%d.%d.%d.%d.%d", site->slot,
                                site->program->id, site->statement->id, s->table->id, column);
    } else if (ip_term_reads_later_version(c, site, source)) {
        result = ip_term_seen_reread(c, site, source, column, row->key);
    } else {
        ip_snapshot snapshot = ip_term_snapshot_of(c, site);
        result = ip_term_seen(c, &snapshot, s->table, column, row->key);
    }
    if (s->optional)
        result.null = ip_term_or(&c->build, result.null, ip_term_anything(c, ip_plain_type(IP_BOOLEAN)).value);
    return result;
}

/* A separate value for each evaluation: it may depend on everything that the place depends on. */
static ip_term unknown(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    Z3_ast args[40];
    int n = 0;
    for (int d = 0; d < site->depth && n < 20; d++)
        args[n++] = site->tokens[d];
    if (site->rows && site->statement)
        for (int q = 0; q < site->statement->sources.count; q++) {
            if (!site->rows[q].key)
                return ip_term_anything(c, e->type);
            for (int i = 0; i < ip_term_key_length(c, site->statement->sources.items[q].table) && n < 33; i++)
                args[n++] = site->rows[q].key[i];
        }
    /* Evaluated on a possible row: the columns that it depends on may have any values. */
    bool arbitrary = false;
    for (int q = 0; site->rows && site->statement && q < site->statement->sources.count; q++)
        arbitrary = arbitrary || site->rows[q].arbitrary;
    /* For a locked row it is evaluated again, on the re-read version. */
    const char *when = arbitrary ? ".ghost" : site->reread && site->rows ? ".anew" : "";
    bool nullable = !e->never_null || !c->rules[IP_RULE_NEVER_NULL];
    return ip_term_symbol(c, e->type, nullable, n, args, "unknown.%d.%d.%d.%d%s", site->slot, site->program->id,
                          site->statement ? site->statement->id : -1, e->index, when);
}

/* A node may have another type than the declared one of its parameter, variable or column. */
static ip_term as_typed(ip_terms_context *c, const ip_expr *e, ip_term term)
{
    Z3_sort sort = ip_term_sort_of(&c->build, e->type);
    Z3_ast value = Z3_get_sort(c->build.z3, term.value) == sort ? term.value : ip_term_same_number(c, term, sort);
    return value ? (ip_term){value, term.null} : term;
}

ip_term ip_term_eval(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    const ip_build *b = &c->build;
    switch (e->kind) {
    case IP_EXPR_NULL:
        return (ip_term){ip_term_default_value(c, ip_term_sort_of(b, e->type)), b->yes};
    case IP_EXPR_INTEGER:
        return ip_term_literal(c, e->text, !e->type.array && e->type.kind == IP_NUMERIC ? IP_NUMERIC : IP_INTEGER);
    case IP_EXPR_NUMERIC:
        return ip_term_literal(c, e->text, IP_NUMERIC);
    case IP_EXPR_TEXT:
        return ip_term_literal(c, e->text, e->type.array ? IP_OTHER : IP_TEXT);
    case IP_EXPR_TIME:
        return ip_term_literal(c, e->text, IP_TIME);
    case IP_EXPR_BOOLEAN:
        return (ip_term){e->boolean ? b->yes : b->no, b->no};
    case IP_EXPR_PARAMETER:
        ip_assert(e->index >= 0 && e->index < site->program->parameters.count);
        return as_typed(c, e,
                        ip_term_symbol(c, site->program->parameters.items[e->index].type,
                                       !site->program->parameters.items[e->index].quoted, 0, NULL, "param.%d.%d.%d",
                                       site->slot, site->program->id, e->index));
    case IP_EXPR_VARIABLE:
        ip_assert(e->index >= 0 && e->index < site->program->variables.count);
        return as_typed(c, e, ip_term_of_variable(c, site, e->index));
    case IP_EXPR_COLUMN:
        if (!site->statement)
            return ip_term_anything(c, e->type);
        ip_assert(e->source >= 0 && e->source < site->statement->sources.count);
        return as_typed(c, e, ip_term_of_column(c, site, e->source, e->index));
    case IP_EXPR_OPERATOR:
        return ip_term_eval_operator(c, site, e);
    case IP_EXPR_CALL:
        return ip_term_of_call(c, site, e);
    case IP_EXPR_UNKNOWN:
        return unknown(c, site, e);
    }
    return ip_term_anything(c, e->type);
}
