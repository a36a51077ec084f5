/* UPDATE … FROM (SELECT … FOR UPDATE) x, DELETE … USING (SELECT … FOR UPDATE) x: the same as with a WITH query x, where
 * each row of x is joined by the target's key and nothing else. The server does not merge a query that locks rows with
 * the one around it (is_simple_subquery of prepjointree.c). But it gives it further conditions on its columns, those
 * that equality implies, too (subquery_is_pushdown_safe of allpaths.c), and then locks fewer rows; with a false
 * condition it locks none. So with any further condition the locks of such a WITH query are uncertain, as they are
 * where nothing may read it. If the query is scanned again, it locks the same rows. With LIMIT the second scan may give
 * other rows: then it stays a source of the statement. */
#include "lower/lower.h"
#include "parse/statement.h"

/* The WITH clause that the source stands for; NULL: none. */
static PgQuery__WithClause *with_of(ip_lowerer *l, const ip_tree *source, const ip_tree *body)
{
    const PgQuery__RangeSubselect *range = ip_as_range_subselect(source);
    const PgQuery__Alias *alias = IP_GET(range, alias);
    const PgQuery__SelectStmt *select = ip_as_select_stmt(IP_GET(range, subquery));
    bool locks = IP_ITEMS(select, locking_clause) && !IP_GET(select, limit_count) && !IP_GET(select, limit_offset);
    if (!locks || IP_GET(range, lateral) || !alias || IP_ITEMS(alias, colnames) || IP_GET(select, with_clause) ||
        ip_parse_names_relation(body, IP_TEXT(alias, aliasname)))
        return NULL;
    PgQuery__CommonTableExpr *query = ip_parse_message_new(l->arena, &pg_query__common_table_expr__descriptor);
    query->ctename = ip_arena_strdup(l->arena, IP_TEXT(alias, aliasname));
    query->ctequery = range->subquery;
    PgQuery__WithClause *with = ip_parse_message_new(l->arena, &pg_query__with_clause__descriptor);
    IP_SET_LIST(with, ctes, *ip_parse_list_one(l->arena, ip_parse_node_of(l->arena, query)));
    return with;
}

const ip_tree *ip_lower_locking_source(ip_lowerer *l, const ip_tree *body)
{
    const ip_statement_parts parts = ip_parse_parts_of(body);
    const ip_tree *source = ip_parse_list_item(parts.from, 0);
    PgQuery__WithClause *with = parts.with || ip_parse_list_size(parts.from) != 1 ? NULL : with_of(l, source, body);
    if (!with)
        return body;
    const char *name = IP_GET(ip_as_range_subselect(source), alias)->aliasname;
    const ip_list *from =
        ip_parse_list_one(l->arena, ip_parse_node_of(l->arena, ip_parse_rangevar_of(l->arena, "", name)));
    if (ip_message_as(body, &pg_query__update_stmt__descriptor)) {
        PgQuery__UpdateStmt *update = ip_parse_message_copy(l->arena, body);
        update->with_clause = with;
        IP_SET_LIST(update, from_clause, *from);
        return update;
    }
    PgQuery__DeleteStmt *delete = ip_parse_message_copy(l->arena, body);
    delete->with_clause = with;
    IP_SET_LIST(delete, using_clause, *from);
    return delete;
}
