/* WITH: queries that are compiled wherever they are used, and parts of a statement, which run once. */
#include "code/coder.h"

#include <string.h>

static bool locks_rows(const ip_code_from *from)
{
    if (from && from->kind == IP_CODE_JOIN)
        return locks_rows(from->left) || locks_rows(from->right);
    return from && from->lock != IP_LOCK_NONE;
}

static ip_code_scope *side_of(ip_compiler *c, const ip_code_scope *scope, const ip_code_cte *ctes)
{
    ip_code_scope *side = IP_NEW(c->arena, ip_code_scope);
    side->around = scope->around;
    side->seen = scope->seen;
    side->depth = scope->depth;
    side->ctes = ctes;
    return side;
}

/* left UNION right, where right refers to the query itself: to the rows of the previous round. */
static const ip_code_query *recursive_query(ip_compiler *c, const ip_code_cte *cte, ip_code_scope *scope)
{
    const PgQuery__SelectStmt *select = cte->query;
    const void *const beyond[] = {IP_ITEMS(select, sort_clause), IP_GET(select, limit_count),
                                  IP_GET(select, limit_offset), IP_ITEMS(select, locking_clause)};
    for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++)
        if (beyond[i])
            ip_code_refuse(c, c->range, "ORDER BY, LIMIT or FOR UPDATE of a recursive query");
    if (IP_GET(select, op) != PG_QUERY__SET_OPERATION__SETOP_UNION ||
        ip_parse_names_relation(IP_GET(select, larg), cte->name))
        ip_code_refuse_wrong(c, c->range, "42P19",
                             ip_arena_printf(c->arena,
                                             "recursive query \"%s\" does not have the form non-recursive-term UNION "
                                             "[ALL] recursive-term",
                                             cte->name),
                             "a recursive query that is no UNION with its recursion on the right");
    if (IP_GET(select, with_clause))
        ip_code_with(c, IP_GET(select, with_clause), scope);
    ip_code_query *query = IP_NEW(c->arena, ip_code_query), *working = IP_NEW(c->arena, ip_code_query);
    query->operation = IP_CODE_UNION;
    query->all = IP_GET(select, all);
    query->left = ip_code_select(c, IP_GET(select, larg), side_of(c, scope, scope->ctes));
    ip_code_target *targets = IP_NEW_ARRAY(c->arena, ip_code_target, query->left->target_count);
    for (int i = 0; i < query->left->target_count; i++) {
        const ip_tree *given = ip_parse_list_item(cte->column_names, (size_t)i);
        targets[i].name = given ? ip_arena_strdup(c->arena, ip_parse_string_node(given)) : query->left->targets[i].name;
    }
    working->is_working = true;
    working->left = query->left;
    query->working = working;
    query->targets = working->targets = targets;
    query->target_count = working->target_count = query->left->target_count;
    const ip_code_query **part = IP_NEW(c->arena, const ip_code_query *);
    *part = working;
    const ip_code_cte self = {.name = cte->name, .scope = scope, .before = scope->ctes, .part = part};
    query->right = ip_code_select(c, IP_GET(select, rarg), side_of(c, scope, &self));
    if (query->right->target_count != query->target_count)
        ip_code_refuse_wrong(c, c->range, "42601", "each UNION query must have the same number of columns",
                             "the sides of a recursive query have different numbers of columns");
    query->item_count = scope->item_count;
    return query;
}

static const ip_code_query *query_of(ip_compiler *c, const ip_code_cte *cte, ip_code_scope *scope)
{
    if (*cte->part)
        return *cte->part;
    return cte->recursive && ip_parse_names_relation(cte->query, cte->name) ? recursive_query(c, cte, scope)
                                                                            : ip_code_select(c, cte->query, scope);
}

static ip_code_from *use_cte(ip_compiler *c, const ip_code_cte *cte, const PgQuery__RangeVar *rangevar,
                             ip_code_scope *scope)
{
    const PgQuery__Alias *given = IP_GET(rangevar, alias);
    ip_range range = ip_code_place_of(c, rangevar);
    ip_code_scope *inner = ip_code_scope_new(c, scope, false);
    inner->seen = cte->scope->seen;
    inner->ctes = cte->before;
    const ip_code_query *query = query_of(c, cte, inner);
    if (*cte->part && query->target_count == 0)
        ip_code_refuse(c, range, "WITH query \"%s\" has no RETURNING", cte->name);
    if (!*cte->part && !cte->scope->around && (ip_code_query_is_volatile(query) || locks_rows(query->from))) {
        *cte->part = query;
        IP_PUSH(c->arena, &c->parts, query);
    }
    if (!*cte->part && ++*cte->uses > 1 && ip_code_query_is_volatile(query))
        ip_code_refuse(c, range,
                       "WITH query \"%s\", used twice, calls a function that may give another value each time",
                       cte->name);
    const char *alias = given ? ip_arena_strdup(c->arena, IP_TEXT(given, aliasname)) : cte->name;
    ip_list names = ip_parse_list_copy(c->arena, IP_ITEMS(given, colnames));
    /* The alias's names stand before those of the WITH query. */
    for (size_t i = names.count; i < ip_parse_list_size(cte->column_names); i++)
        ip_parse_list_add(c->arena, &names, ip_parse_list_item(cte->column_names, i));
    return ip_code_derived_item(c, query, alias, &names, scope);
}

static const ip_code_cte *find_cte(const ip_code_scope *scope, const PgQuery__RangeVar *rangevar)
{
    if (*IP_TEXT(rangevar, schemaname))
        return NULL;
    for (const ip_code_cte *cte = scope->ctes; cte; cte = cte->before)
        if (strcmp(cte->name, IP_TEXT(rangevar, relname)) == 0)
            return cte;
    return NULL;
}

/* A WITH query that writes: its rows are those of RETURNING. */
static const ip_code_query *part_of(ip_compiler *c, const ip_tree *node, const ip_code_scope *scope)
{
    ip_code_query *query = IP_NEW(c->arena, ip_code_query);
    query->writes = ip_code_write_of(c, node, scope);
    if (query->writes) {
        query->targets = query->writes->returning;
        query->target_count = query->writes->returning_count;
    }
    IP_PUSH(c->arena, &c->parts, query);
    return query;
}

void ip_code_with(ip_compiler *c, const PgQuery__WithClause *with, ip_code_scope *scope)
{
    size_t i;
    const ip_tree *node;
    bool parts_allowed = c->parts_allowed;
    c->parts_allowed = false;
    IP_LIST_EACH(IP_ITEMS(with, ctes), i, node)
    {
        const PgQuery__CommonTableExpr *body = ip_as_common_table_expr(node);
        const ip_tree *any = IP_GET(body, ctequery);
        const char *kind = ip_parse_node_kind(any);
        const PgQuery__SelectStmt *query = ip_as_select_stmt(any);
        bool writes =
            strcmp(kind, "InsertStmt") == 0 || strcmp(kind, "UpdateStmt") == 0 || strcmp(kind, "DeleteStmt") == 0;
        if (!query && (!writes || !parts_allowed)) {
            ip_code_refuse(c, ip_code_place_of(c, node),
                           writes ? "WITH of a statement that writes, below the top" : "WITH of a %s", kind);
            continue;
        }
        for (size_t k = 0; k < i; k++)
            if (strcmp(IP_TEXT(ip_as_common_table_expr(ip_parse_list_item(IP_ITEMS(with, ctes), k)), ctename),
                       IP_TEXT(body, ctename)) == 0)
                ip_code_refuse_wrong(c, ip_code_place_of(c, node), "42712",
                                     ip_arena_printf(c->arena, "WITH query name \"%s\" specified more than once",
                                                     IP_TEXT(body, ctename)),
                                     "a name that WITH has twice");
        ip_code_cte *cte = IP_NEW(c->arena, ip_code_cte);
        *cte = (ip_code_cte){ip_arena_strdup(c->arena, IP_TEXT(body, ctename)),
                             query,
                             IP_ITEMS(body, aliascolnames),
                             scope,
                             IP_NEW(c->arena, int),
                             scope->ctes,
                             IP_NEW(c->arena, const ip_code_query *),
                             IP_GET(with, recursive)};
        if (IP_GET(body, search_clause) || IP_GET(body, cycle_clause))
            ip_code_refuse(c, ip_code_place_of(c, node), "SEARCH or CYCLE of a recursive query");
        if (!query)
            *cte->part = part_of(c, any, scope);
        else if (c->sql)
            IP_PUSH(c->arena, &c->with_queries, cte);
        scope->ctes = cte;
    }
}

void ip_code_unused_with_queries(ip_compiler *c, int first)
{
    const int parts = c->parts.count;
    const bool accesses = c->accesses;
    const ip_code_numbers callees = c->callees;
    const char *why_not = c->code->why_not;
    /* The last first: what only an unused query names is unused, too, and is compiled with it. */
    for (int i = c->with_queries.count - 1; i >= first; i--) {
        const ip_code_cte *cte = c->with_queries.items[i];
        if (*cte->uses > 0 || *cte->part)
            continue;
        ip_code_scope *inner = ip_code_scope_new(c, cte->scope, false);
        inner->seen = cte->scope->seen;
        inner->ctes = cte->before;
        query_of(c, cte, inner);
    }
    c->with_queries.count = first;
    c->parts.count = parts;
    c->accesses = accesses;
    c->callees = callees;
    if (!c->code->sqlstate) /* it is not run; but a server refuses names that are not there */
        c->code->why_not = why_not;
}

ip_code_from *ip_code_with_item(ip_compiler *c, const PgQuery__RangeVar *rangevar, ip_code_scope *scope)
{
    const ip_code_cte *cte = find_cte(scope, rangevar);
    return cte ? use_cte(c, cte, rangevar, scope) : NULL;
}
