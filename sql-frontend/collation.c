/* Which collations files name, and which comparisons may go by one of them. */
#include "collation.h"

#include "base/words.h"
#include "lexer.h"
#include "lower.h"
#include "pg_parse.h"

#include <string.h>

enum { DEEPEST_TEXT = 8 };

static ip_token next_token(const ip_source *source, ip_token token, size_t end)
{
    size_t at = token.end;
    return ip_next_token(source, &at, end, false);
}

/* The last part of the name after COLLATE; what is no name may be any. */
static void read_name(ip_definitions *d, const ip_source *source, ip_token token, size_t end)
{
    token = next_token(source, token, end);
    for (;;) {
        ip_token dot = next_token(source, token, end), last = next_token(source, dot, end);
        if (!ip_token_is(source, dot, ".") || (last.kind != IP_TOKEN_WORD && last.kind != IP_TOKEN_QUOTED))
            break;
        token = last;
    }
    bool named = token.kind == IP_TOKEN_WORD || token.kind == IP_TOKEN_QUOTED;
    const char *name = named ? ip_token_name(d->arena, source, token) : "?";
    d->collates = d->collates || strcmp(name, "default") != 0;
    d->equates_texts = d->equates_texts || ip_collation_may_equate_texts(name);
}

static void scan(ip_definitions *d, const ip_source *source, size_t begin, size_t end, int depth)
{
    ip_token token = {IP_TOKEN_COMMENT, begin, begin};
    while ((token = next_token(source, token, end)).kind != IP_TOKEN_END) {
        size_t first, last;
        if (token.kind == IP_TOKEN_STRING && depth < DEEPEST_TEXT && token.end - token.begin > 2) {
            bool dollar = ip_token_dollar(source, token, &first, &last);
            const char *quote = memchr(source->text + token.begin, '\'', token.end - token.begin);
            if (!dollar && quote) {
                first = (size_t)(quote - source->text) + 1;
                last = token.end > first ? token.end - 1 : first;
            }
            if (dollar || quote)
                scan(d, source, first, last, depth + 1);
        } else if (ip_token_is(source, token, "collate")) {
            read_name(d, source, token, end);
        }
    }
}

void ip_collations_read(ip_definitions *d, const ip_source *source)
{
    scan(d, source, 0, source->length, 0);
}

/* Types whose order asks no collation. */
static bool is_without(ip_type type)
{
    static const char names[] =
        "uuid bytea json jsonb inet cidr macaddr macaddr8 bit oid xid tid pg_lsn money interval";
    if (type.kind != IP_TEXT && type.kind != IP_OTHER)
        return true;
    size_t length = type.name ? strcspn(type.name, "([ ") : 0;
    char name[16];
    if (type.kind == IP_TEXT || length == 0 || length >= sizeof name)
        return false;
    memcpy(name, type.name, length);
    name[length] = '\0';
    return ip_is_among(names, name);
}

bool ip_order_is_known(const ip_lowerer *l, const ip_expr *a, const ip_expr *b)
{
    return !l->definitions->collates || is_without(a->type) || (b && is_without(b->type));
}

/* Only takes values together or apart. */
static bool keeps_parts(const char *name)
{
    return *name == '.' || ip_is_among("ROW ARRAY row_is_null row_is_not_null cardinality []", name) ||
           strncmp(name, "in partition ", 13) == 0;
}

bool ip_collation_is_asked(const ip_lowerer *l, const char *function, int count, const ip_expr *const *args)
{
    static const char asks[] = "lower upper initcap ~ ~* !~ !~* ~~* !~~* regexp_match regexp_matches regexp_replace "
                               "regexp_like regexp_count regexp_instr regexp_substr regexp_split_to_array "
                               "regexp_split_to_table substring similar_to_escape width_bucket to_tsvector to_tsquery";
    if (!l->definitions->collates || keeps_parts(function))
        return false;
    bool by_order = *function == '<' || *function == '>', asked = by_order || ip_is_among(asks, function);
    bool equality = strncmp(function, "= ", 2) == 0 || strncmp(function, "<> ", 3) == 0;
    for (int i = 0; i < count; i++) {
        bool clause = args[i]->kind == IP_EXPR_OPERATOR && args[i]->op == IP_OP_AS && args[i]->collated;
        if ((clause && !equality) || (asked && !equality && !is_without(args[i]->type)) ||
            (equality && ip_collation_hides(l, args[i])))
            return true;
    }
    return false;
}

static bool shows(ip_type type)
{
    return type.name && strstr(type.name, " collate ");
}

bool ip_collation_equates(const ip_expr *expr)
{
    bool any = shows(expr->type);
    for (int i = 0; i < expr->arg_count && !any && expr->type.kind != IP_BOOLEAN; i++)
        any = ip_collation_equates(expr->args[i]);
    return any;
}

/* Records, and composite types, which have fields of their own. */
static bool is_row(const ip_lowerer *l, ip_type type)
{
    const ip_user_type *user = type.name ? ip_definitions_type(l->definitions, type.name) : NULL;
    return type.kind == IP_OTHER && !is_without(type) && !shows(type) &&
           !(user && (user->domain || user->labels.count > 0));
}

bool ip_collation_hides(const ip_lowerer *l, const ip_expr *expr)
{
    if (!l->definitions->equates_texts || is_without(expr->type) || (shows(expr->type) && !expr->type.array))
        return false;
    return l->equates_texts || is_row(l, expr->type) || ip_collation_equates(expr);
}
