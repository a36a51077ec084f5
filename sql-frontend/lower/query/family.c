/* Partitions and inheritance. A partition is the part of its partitioned table that its bounds define. A table with
 * inheritance children stands for the rows of all of them, each in a source of its own. */
#include "lower/lower.h"

#include <string.h>

/* ---- partitions ---- */

/* Whether a row is in this partition, where only the server knows. */
static const ip_expr *known_to_server(ip_lowerer *l, const ip_entry *entry, const ip_inheritance *pair)
{
    const ip_partition_columns key = ip_catalog_partition_key(l->definitions, pair->parent, entry->table);
    ip_values args = {0};
    for (int i = 0; i < key.count; i++)
        IP_PUSH(l->arena, &args, ip_lower_column(l, entry, key.items[i]));
    if (key.count == 0)
        return ip_lower_unknown(l, ip_lower_boolean_type, 0, NULL);
    return ip_lower_apply(l, ip_arena_printf(l->arena, "in partition %s", pair->child), ip_lower_boolean_type,
                          args.count, args.items);
}

void ip_lower_bounds(ip_lowerer *l, ip_scope *scope, const ip_entry *entry, const ip_partition_path *path)
{
    for (int i = 0; i < path->count; i++) {
        const ip_inheritance *pair = path->items[i];
        const ip_tree *tree = ip_catalog_partition_condition(l->definitions, pair, entry->alias, entry->table);
        ip_scope *own = ip_lower_scope_new(l, NULL, scope->query);
        IP_PUSH(l->arena, &own->entries, *entry);
        int visible = l->visible.count;
        l->visible.count = 0; /* no variable has a say in it */
        const ip_expr *condition = tree ? ip_lower_expr(l, tree, own) : known_to_server(l, entry, pair);
        l->visible.count = visible;
        ip_conjunct conjunct = {.expr = condition, .only = UINT64_C(1) << entry->source};
        IP_PUSH(l->arena, &scope->query->conjuncts, conjunct);
    }
}

/* ---- inheritance ---- */

ip_entry *ip_lower_scope_family(ip_lowerer *l, ip_scope *scope, const ip_family *family, const char *alias,
                                const ip_tree *names)
{
    ip_query *query = scope->query;
    int first = query->statement.sources.count;
    const ip_table *top = family->items[0];
    ip_scope *members = ip_lower_scope_new(l, NULL, query);
    ip_result columns = {0};
    for (int m = 0; m < family->count; m++) {
        ip_lower_scope_rows(l, members, family->items[m], m == 0 ? alias : family->items[m]->name);
        query->statement.sources.items[first + m].optional = true;
        query->members |= UINT64_C(1) << (first + m);
    }
    for (int c = 0; c < top->columns.count; c++) {
        const ip_column *column = &top->columns.items[c];
        ip_values each = {0};
        for (int m = 0; m < family->count; m++) {
            int same = ip_catalog_table_column(family->items[m], column->name);
            if (same >= 0)
                IP_PUSH(l->arena, &each, ip_lower_column(l, &members->entries.items[m], same));
        }
        const ip_expr *any = ip_lower_unknown(l, column->type, each.count, each.items);
        IP_PUSH(l->arena, &query->mixed, any);
        ip_result_column created = {column->name, any, -1, column->type};
        IP_PUSH(l->arena, &columns.columns, created);
    }
    query->statement.grouped = true;
    return ip_lower_scope_columns(l, scope, alias, &columns, first, names);
}

static const ip_expr *in_member(const ip_query *query, const ip_expr *expr, int source)
{
    for (int i = 0; i < query->mixed.count; i++) {
        if (query->mixed.items[i] != expr)
            continue;
        for (int a = 0; a < expr->arg_count; a++) {
            const ip_expr *arg = expr->args[a];
            if (arg->kind != IP_EXPR_COLUMN) /* mixed again: a UNION of more than two */
                arg = arg->kind == IP_EXPR_UNKNOWN ? in_member(query, arg, source) : NULL;
            if (arg && arg->source == source)
                return arg;
        }
    }
    return NULL;
}

const ip_expr *ip_lower_of_member(ip_lowerer *l, const ip_query *query, const ip_expr *expr, int source)
{
    const ip_expr *own = in_member(query, expr, source);
    bool changed = false;
    if (own || expr->arg_count == 0)
        return own ? own : expr;
    const ip_expr **args = IP_NEW_ARRAY(l->arena, const ip_expr *, expr->arg_count);
    for (int i = 0; i < expr->arg_count; i++) {
        args[i] = ip_lower_of_member(l, query, expr->args[i], source);
        changed = changed || args[i] != expr->args[i];
    }
    if (!changed)
        return expr;
    ip_expr *copy = ip_program_expr_new(l->arena, expr->kind, expr->type);
    *copy = *expr;
    copy->args = args;
    return copy;
}
