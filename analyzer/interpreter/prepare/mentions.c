/* Which columns of which FROM items an expression mentions, also within its subqueries: conjuncts wait for their
 * items, and all their columns are read whatever their outcome. */
#include "interpreter/prepare/prepare.h"

static void from_mentions(const ip_code_from *from, int depth, ip_mentions *mentions);

static void write_mentions(const ip_code_write *write, int depth, ip_mentions *mentions)
{
    mentions->sublink = true;
    if (write->source)
        ip_prepare_mentions_of_query(write->source, depth, mentions);
    from_mentions(write->from, depth, mentions);
    ip_prepare_mentions_of(write->where, depth, mentions);
    for (int i = 0; i < write->sets.count; i++)
        ip_prepare_mentions_of(write->sets.items[i].expr, depth, mentions);
    for (int i = 0; i < write->whens.count; i++) {
        ip_prepare_mentions_of(write->whens.items[i].condition, depth, mentions);
        for (int k = 0; k < write->whens.items[i].sets.count; k++)
            ip_prepare_mentions_of(write->whens.items[i].sets.items[k].expr, depth, mentions);
    }
    for (int i = 0; i < write->returning_count; i++)
        ip_prepare_mentions_of(write->returning[i].expr, depth, mentions);
}

static void from_mentions(const ip_code_from *from, int depth, ip_mentions *mentions)
{
    if (!from)
        return;
    switch (from->kind) {
    case IP_CODE_TABLE:
        mentions->sublink = true;
        return;
    case IP_CODE_DERIVED:
        ip_prepare_mentions_of_query(from->query, depth + 1, mentions);
        return;
    case IP_CODE_ROWS_OF:
        ip_prepare_mentions_of(from->expr, depth, mentions);
        return;
    case IP_CODE_JOIN:
        from_mentions(from->left, depth, mentions);
        from_mentions(from->right, depth, mentions);
        ip_prepare_mentions_of(from->condition, depth, mentions);
    }
}

static void window_mentions(const ip_code_window *w, int depth, ip_mentions *mentions)
{
    ip_prepare_mentions_of(w->call.filter, depth, mentions);
    for (int i = 0; i < w->call.arg_count; i++)
        ip_prepare_mentions_of(w->call.args[i], depth, mentions);
    for (int i = 0; i < w->partition_by.count; i++)
        ip_prepare_mentions_of(w->partition_by.items[i], depth, mentions);
    for (int i = 0; i < w->order_by.count; i++)
        ip_prepare_mentions_of(w->order_by.items[i].expr, depth, mentions);
}

void ip_prepare_mentions_of_query(const ip_code_query *query, int depth, ip_mentions *mentions)
{
    if (query->operation != IP_CODE_PLAIN) {
        ip_prepare_mentions_of_query(query->left, depth, mentions);
        ip_prepare_mentions_of_query(query->right, depth, mentions);
    }
    if (query->writes)
        write_mentions(query->writes, depth, mentions);
    from_mentions(query->from, depth, mentions);
    ip_prepare_mentions_of(query->where, depth, mentions);
    ip_prepare_mentions_of(query->having, depth, mentions);
    ip_prepare_mentions_of(query->limit, depth, mentions);
    ip_prepare_mentions_of(query->offset, depth, mentions);
    for (int row = 0; query->values && row < query->value_rows; row++)
        for (int i = 0; i < query->target_count; i++)
            ip_prepare_mentions_of(query->values[row][i], depth, mentions);
    for (int i = 0; i < query->target_count && !query->values; i++)
        ip_prepare_mentions_of(query->targets[i].expr, depth, mentions);
    for (int i = 0; i < query->group_by.count; i++)
        ip_prepare_mentions_of(query->group_by.items[i], depth, mentions);
    for (int i = 0; i < query->distinct_on.count; i++)
        ip_prepare_mentions_of(query->distinct_on.items[i], depth, mentions);
    for (int i = 0; i < query->order_by.count; i++)
        ip_prepare_mentions_of(query->order_by.items[i].expr, depth, mentions);
    for (int i = 0; i < query->windows.count; i++)
        window_mentions(&query->windows.items[i], depth, mentions);
    for (int i = 0; i < query->aggregates.count; i++) {
        ip_prepare_mentions_of(query->aggregates.items[i].filter, depth, mentions);
        for (int k = 0; k < query->aggregates.items[i].order_by.count; k++)
            ip_prepare_mentions_of(query->aggregates.items[i].order_by.items[k].expr, depth, mentions);
        for (int a = 0; a < query->aggregates.items[i].arg_count; a++)
            ip_prepare_mentions_of(query->aggregates.items[i].args[a], depth, mentions);
    }
}

void ip_prepare_mentions_of(const ip_code_expr *expr, int depth, ip_mentions *mentions)
{
    if (!expr)
        return;
    bool here = (expr->kind == IP_CODE_COLUMN || expr->kind == IP_CODE_WHOLE_ROW) && expr->level == depth;
    if (here) {
        mentions->items |= UINT64_C(1) << (expr->item & 63);
        if (mentions->columns && expr->item == mentions->item) {
            if (expr->kind == IP_CODE_COLUMN)
                mentions->columns[expr->index] = true;
            else
                mentions->whole = true;
        }
    }
    if ((expr->kind == IP_CODE_AGGREGATE || expr->kind == IP_CODE_WINDOW) && expr->level == depth)
        mentions->aggregate = true;
    if (expr->kind == IP_CODE_CALL)
        mentions->sublink = true;
    for (int i = 0; i < expr->arg_count; i++)
        ip_prepare_mentions_of(expr->args[i], depth, mentions);
    if (expr->query) {
        mentions->sublink = true;
        ip_prepare_mentions_of_query(expr->query, depth + 1, mentions);
    }
}
