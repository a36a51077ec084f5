/* Of which table and column a column of a result is, as RowDescription says it (parse_target.c, markTargetListOrigin).
 * Columns of views, of WITH and of subqueries in FROM have none here. */
#include "server/client_state.h"

#include "base/words.h"
#include "parse/lexer.h"
#include "server/catalog/catalog_writing.h"

#include <string.h>

static const ip_table *table_of_item(const ip_code_from *from, int item)
{
    if (!from)
        return NULL;
    if (from->kind == IP_CODE_TABLE)
        return from->item == item ? from->table : NULL;
    const ip_table *left = table_of_item(from->left, item);
    return left ? left : table_of_item(from->right, item);
}

/* A statement on a view that is written through names another relation than the table. */
static bool is_named(ip_arena *arena, const ip_code_statement *s, const ip_table *table)
{
    enum { WORDS = 8 };
    const ip_source *source = s->range.source;
    const char *own = ip_last_part(table->name);
    size_t at = s->range.begin;
    for (int i = 0; source && i < WORDS && at < s->range.end; i++) {
        ip_token token = ip_parse_next_token(source, &at, s->range.end, false);
        bool name = token.kind == IP_TOKEN_WORD || token.kind == IP_TOKEN_QUOTED;
        if (name && strcmp(ip_parse_token_name(arena, source, token), own) == 0)
            return true;
    }
    return false;
}

ip_served_origin ip_served_origin_of(ip_arena *arena, const ip_code *code, int column)
{
    const ip_served_origin none = {0, 0};
    const ip_code_statement *s = code && code->body.count == 1 ? code->body.items[0] : NULL;
    const ip_code_query *query = s ? s->query : NULL;
    const ip_code_write *write = s ? s->write : NULL;
    const ip_code_expr *expr = NULL;
    const ip_table *table = NULL;
    if (write && write->named && column < write->returning_count && !write->instead) {
        expr = write->returning[column].expr;
        if (expr->kind == IP_CODE_COLUMN && expr->level == 0)
            table = expr->item > 0                     ? table_of_item(write->from, expr->item)
                    : is_named(arena, s, write->named) ? write->named
                                                       : NULL;
    } else if (!write && query && query->operation == IP_CODE_PLAIN && !query->values && column < query->target_count) {
        expr = query->targets[column].expr;
        if (expr->kind == IP_CODE_COLUMN && expr->level == 0)
            table = table_of_item(query->from, expr->item);
    }
    if (!table || !ip_served_catalog_shows(table) || expr->index >= table->columns.count)
        return none;
    return (ip_served_origin){(uint32_t)(IP_TABLE_OIDS + table->id), expr->index + 1};
}
