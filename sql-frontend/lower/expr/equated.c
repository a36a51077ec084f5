/* Columns of a query whose values its conditions fix: every row that passes WHERE has this value, so a subquery that
 * refers to such a column has the same rows for all of them. */
#include "lower/lower.h"

#include <string.h>

enum { LONGEST_CHAIN = 4 };

static bool plain_text(const char *name)
{
    return strcmp(name, "text") == 0 || strncmp(name, "character varying", 17) == 0;
}

/* A value of the first type that equals one of the second is the same for all functions: not so 1.0 = 1 of numeric, or
 * 'a ' = 'a' of character. */
static bool equal_is_same(ip_type a, ip_type b)
{
    static const char *const named[] = {"date", "uuid", "timestamp without time zone", "timestamp with time zone"};
    if (a.array || b.array || a.kind != b.kind)
        return false;
    if (a.kind == IP_INTEGER || a.kind == IP_BOOLEAN)
        return true;
    if (a.kind == IP_TEXT)
        return a.name && plain_text(a.name) && (!b.name || plain_text(b.name));
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++)
        if (a.name && b.name && strcmp(a.name, named[i]) == 0 && strcmp(b.name, named[i]) == 0)
            return true;
    return false;
}

static bool is_column(const ip_expr *e, const ip_expr *column)
{
    return e->kind == IP_EXPR_COLUMN && e->source == column->source && e->index == column->index;
}

static const ip_expr *value_of(const ip_query *query, const ip_expr *column, int depth)
{
    for (int i = 0; i < query->conjuncts.count; i++) {
        const ip_conjunct *c = &query->conjuncts.items[i];
        /* A condition on only some sources does not hold for all rows: ON of an outer join. */
        if (c->only != UINT64_MAX || c->expr->kind != IP_EXPR_OPERATOR || c->expr->op != IP_OP_EQ)
            continue;
        for (int side = 0; side < 2; side++) {
            const ip_expr *other = c->expr->args[1 - side];
            if (!is_column(c->expr->args[side], column) || !equal_is_same(column->type, other->type))
                continue;
            if (ip_program_expr_sources(other) == 0 && ip_program_expr_stable(other))
                return other;
            if (other->kind == IP_EXPR_COLUMN && depth < LONGEST_CHAIN && !is_column(other, column)) {
                const ip_expr *further = value_of(query, other, depth + 1);
                if (further && equal_is_same(column->type, further->type))
                    return further;
            }
        }
    }
    return NULL;
}

static bool is_given(const ip_query *query, int source, int column)
{
    for (int i = 0; i < query->conjuncts.count; i++)
        if (query->conjuncts.items[i].only == UINT64_MAX &&
            ip_program_filter_fixes(query->conjuncts.items[i].expr, source, column, 0))
            return true;
    return false;
}

static bool key_is_given(const ip_query *query, const ip_entry *entry, const ip_key *key)
{
    for (int i = 0; i < key->column_count; i++)
        if (!is_given(query, entry->source, key->columns[i]))
            return false;
    return true;
}

bool ip_lower_one_row(const ip_scope *scope)
{
    for (int i = 0; i < scope->entries.count; i++) {
        const ip_entry *entry = &scope->entries.items[i];
        bool given = false;
        for (int k = 0; entry->table && !scope->query->members && k < entry->table->keys.count; k++)
            given = given || key_is_given(scope->query, entry, &entry->table->keys.items[k]);
        if (!given)
            return false;
    }
    return true;
}

const ip_expr *ip_lower_equated_target(ip_lowerer *l, const ip_query *query, int column)
{
    const ip_entry target = {.table = query->statement.sources.items[0].table, .source = 0};
    return value_of(query, ip_lower_column(l, &target, column), 0);
}

const ip_expr *ip_lower_equated(const ip_query *query, const ip_expr *expr)
{
    if (query->written)
        return NULL;
    if (expr->kind == IP_EXPR_COLUMN)
        return value_of(query, expr, 0);
    return ip_program_expr_sources(expr) == 0 && ip_program_expr_stable(expr) ? expr : NULL;
}
