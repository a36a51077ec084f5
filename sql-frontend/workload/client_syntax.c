/* What PostgreSQL 15 refuses, and later versions do not. */
#include "workload/client_definition.h"

#include "parse/lexer.h"
#include "parse/pg_parse.h"
#include "parse/statement.h"

#include <string.h>

/* A parenthesis that may begin a subquery in FROM: other texts are not parsed once more. */
static bool may_have_subquery(const ip_source *text)
{
    static const char *const before[] = {"from", "join", "using", "lateral", ",", "(", NULL};
    bool opens = false;
    size_t at = 0;
    for (ip_token last = {0}, token;
         token = ip_parse_next_token(text, &at, text->length, false), token.kind != IP_TOKEN_END && at <= text->length;
         last = token) {
        if (opens && (ip_parse_token_is(text, token, "select") || ip_parse_token_is(text, token, "values") ||
                      ip_parse_token_is(text, token, "with") || ip_parse_token_is(text, token, "table")))
            return true;
        opens = ip_parse_token_is(text, token, "(") && last.end && ip_parse_token_is_any(text, last, before);
    }
    return false;
}

static const PgQuery__RangeSubselect *without_alias(const ip_tree *tree, int depth)
{
    enum { DEEPEST = 200 };
    const ip_tree *child;
    const PgQuery__RangeSubselect *subquery = ip_message_as(tree, &pg_query__range_subselect__descriptor),
                                  *found = NULL;
    size_t i;
    if (subquery && !IP_GET(subquery, alias))
        return subquery;
    if (ip_parse_tree_is_list(tree))
        IP_LIST_EACH(tree, i, child) found = found || depth > DEEPEST ? found : without_alias(child, depth + 1);
    if (ip_parse_tree_is_message(tree))
        IP_TREE_EACH(tree, field, child)
    found = found || depth > DEEPEST ? found : without_alias(child, depth + 1);
    return found;
}

static const char *refusal_of(const PgQuery__RangeSubselect *found)
{
    if (!found)
        return NULL;
    return IP_ITEMS(ip_as_select_stmt(found->subquery), values_lists) ? "VALUES in FROM must have an alias"
                                                                      : "subquery in FROM must have an alias";
}

const char *ip_workload_client_refused_syntax(const char *text)
{
    ip_arena *arena = ip_arena_new();
    const char *refused = NULL;
    if (may_have_subquery(ip_source_from_text(arena, "client", text, strlen(text)))) {
        ip_parse_error error = {0};
        const ip_tree *statements = ip_parse_pg_parse(arena, text, &error);
        bool named = ip_parse_pg_names_subqueries(arena, text);
        refused = named ? "subquery in FROM must have an alias" : refusal_of(without_alias(statements, 0));
    }
    ip_arena_free(arena);
    return refused;
}
