/* Finds names that can be relations, token by token. Keywords begin, interrupt and end lists of relations, separately
 * at each depth of parentheses. In doubt a name counts. */
#include "access_summary/from_list.h"

enum { DEEPEST = 63 };

/* Begin a list, or go on with it. USING: of DELETE and MERGE; of a join, columns follow in parentheses. */
static const char *const begins[] = {"from", "join", "using", "only", "table", NULL};
/* Reserved: no name of a relation, and the list is over. */
static const char *const ends[] = {"select",    "where",  "group",     "order",  "having", "limit", "offset", "fetch",
                                   "intersect", "except", "returning", "window", "union",  "then",  NULL};
/* The following words are no list, but a comma may continue one: conditions of joins, and words that may also be
 * names. */
static const char *const interrupts[] = {"on", "set", "loop", NULL};

static void set(ip_from_list *list, bool in_list, bool in_condition)
{
    uint64_t bit = (uint64_t)1 << list->depth;
    list->in_list = in_list ? list->in_list | bit : list->in_list & ~bit;
    list->in_condition = in_condition ? list->in_condition | bit : list->in_condition & ~bit;
}

static bool at(uint64_t bits, const ip_from_list *list)
{
    return (bits >> list->depth & 1) != 0;
}

/* Names and commas up to the parenthesis that closes: columns of USING, and no join. */
static bool is_column_list(const ip_source *source, ip_token open)
{
    size_t at = open.end;
    for (;;) {
        ip_token name = ip_parse_next_token(source, &at, source->length, false);
        ip_token next = ip_parse_next_token(source, &at, source->length, false);
        if (name.kind != IP_TOKEN_WORD && name.kind != IP_TOKEN_QUOTED)
            return false;
        if (!ip_parse_token_is(source, next, ","))
            return ip_parse_token_is(source, next, ")");
    }
}

static void operator_comes(ip_from_list *list, const ip_source *source, ip_token token)
{
    if (ip_parse_token_is(source, token, "(")) {
        bool inside = at(list->in_list, list) && !at(list->in_condition, list) &&
                      !(list->after_using && is_column_list(source, token));
        list->lost = list->lost || list->depth == DEEPEST;
        list->depth += list->depth < DEEPEST;
        set(list, inside, false);
    } else if (ip_parse_token_is(source, token, ")")) {
        list->depth -= list->depth > 0;
    } else if (ip_parse_token_is(source, token, ",")) {
        set(list, at(list->in_list, list), false);
    } else if (ip_parse_token_is(source, token, ";")) {
        list->depth = 0;
        set(list, false, false);
    }
}

bool ip_summary_from_list_next(ip_from_list *list, const ip_source *source, ip_token token)
{
    bool using = token.kind == IP_TOKEN_WORD && ip_parse_token_is(source, token, "using");
    if (token.kind == IP_TOKEN_OPERATOR)
        operator_comes(list, source, token);
    list->after_using = using;
    if (token.kind == IP_TOKEN_OPERATOR)
        return list->lost;
    if (token.kind == IP_TOKEN_WORD && ip_parse_token_is_any(source, token, begins))
        set(list, true, false);
    else if (token.kind == IP_TOKEN_WORD && ip_parse_token_is_any(source, token, ends))
        set(list, false, false);
    else if (token.kind == IP_TOKEN_WORD && ip_parse_token_is_any(source, token, interrupts))
        set(list, at(list->in_list, list), true);
    else
        return list->lost || ((token.kind == IP_TOKEN_WORD || token.kind == IP_TOKEN_QUOTED) &&
                              at(list->in_list, list) && !at(list->in_condition, list));
    return list->lost;
}
