/* Expressions that a statement evaluates on rows that may not match, and that may raise an error: conditions that are
 * not total (total.h), casts in them that keep the value, columns of WITH queries.
 *
 * The server evaluates the conditions of one WHERE in the order of their cost (order_qual_clauses), and may use an
 * index for the cheap ones first. So a condition that is surely cheaper than another one at the same place, or that
 * stands in a subquery below it, is evaluated before it; for two of equal cost the order is unknown. Conditions on two
 * tables are evaluated on rows that pass the conditions on each of the tables. */
#include "lower/lower.h"
#include "program/total.h"

#include <limits.h>

/* c's place is g's, or encloses it. */
static bool is_asked_around(const ip_conjunct *c, const ip_conjunct *g)
{
    const ip_scope *scope = g->asked;
    while (scope && scope != c->asked)
        scope = scope->around;
    return scope != NULL;
}

/* Conditions on rows of the source that are surely evaluated before one with this cost. */
static const ip_expr *asked_before(ip_lowerer *l, const ip_query *query, const ip_conjunct *c, int source, int cost)
{
    const ip_expr *all = NULL;
    for (int k = 0; k < query->conjuncts.count; k++) {
        const ip_conjunct *g = &query->conjuncts.items[k];
        if (g == c || !g->asked || g->only != c->only || !is_asked_around(c, g) ||
            ip_program_expr_sources(g->expr) != UINT64_C(1) << source)
            continue;
        if (c->late || (g->plain && ip_program_expr_most_cost(g->expr, source) < cost))
            all = ip_program_expr_and(l->arena, all, g->expr);
    }
    return all;
}

static bool asks_anything(const ip_expr *e)
{
    if (e->kind == IP_EXPR_UNKNOWN)
        return true;
    for (int i = 0; i < e->arg_count; i++)
        if (asks_anything(e->args[i]))
            return true;
    return false;
}

static void add(ip_lowerer *l, ip_query *query, const ip_conjunct *c, const ip_expr *expr, int source, int cost)
{
    uint64_t named = ip_program_expr_sources(expr);
    bool of_row = named == 0 ? asks_anything(expr) : (named >> source) & 1;
    if (!of_row || ip_program_expr_total(expr))
        return;
    bool member = (query->members >> source) & 1;
    ip_raising raising = {member ? ip_lower_of_member(l, query, expr, source) : expr,
                          asked_before(l, query, c, source, cost)};
    IP_PUSH(l->arena, &query->statement.sources.items[source].raising, raising);
    ip_lower_mark(query, raising.expr, false);
}

static void add_conditions(ip_lowerer *l, ip_query *query, int source)
{
    bool optional = query->statement.sources.items[source].optional, member = (query->members >> source) & 1;
    for (int k = 0; k < query->conjuncts.count; k++) {
        const ip_conjunct *c = &query->conjuncts.items[k];
        if (!c->asked || !((c->only >> source) & 1) || (optional && !member && c->only == UINT64_MAX))
            continue;
        int cost = ip_program_expr_least_cost(c->expr);
        add(l, query, c, c->expr, source, cost);
        for (int i = 0; i < c->lost.count; i++) {
            int alone = ip_program_expr_least_cost(c->lost.items[i]);
            add(l, query, c, c->lost.items[i], source, alone > cost ? alone : cost);
        }
    }
}

/* If one row is the result, by an order, the columns of other matching rows may have been evaluated before. */
static void add_columns(ip_lowerer *l, ip_query *query, const ip_expr *expr)
{
    for (int s = 0; expr && s < query->statement.sources.count; s++) {
        ip_row_source *source = &query->statement.sources.items[s];
        if (ip_program_expr_total(expr) || !((ip_program_expr_sources(expr) >> s) & 1))
            continue;
        ip_raising raising = {expr, source->filter};
        IP_PUSH(l->arena, &source->raising, raising);
        ip_lower_mark(query, expr, false);
    }
}

void ip_lower_raising(ip_lowerer *l, ip_query *query)
{
    ip_statement *s = &query->statement;
    for (int q = 0; q < s->sources.count; q++)
        if (s->kind != IP_INSERT || q > 0)
            add_conditions(l, query, q);
    if (!s->order_expr)
        return;
    for (int i = 0; i < s->outputs.count; i++)
        add_columns(l, query, s->outputs.items[i].expr);
    for (int i = 0; i < query->lost.count; i++)
        add_columns(l, query, query->lost.items[i]);
}
