/* Which collations the files name. */
#include "catalog/collation_names.h"

#include "base/words.h"
#include "parse/lexer.h"
#include "parse/pg_parse.h"

#include <string.h>

enum { DEEPEST_TEXT = 8 };

static ip_token next_token(const ip_source *source, ip_token token, size_t end)
{
    size_t at = token.end;
    return ip_parse_next_token(source, &at, end, false);
}

/* The last part of the name after COLLATE; anything else may be any collation. */
static void read_name(ip_definitions *d, const ip_source *source, ip_token token, size_t end)
{
    token = next_token(source, token, end);
    for (;;) {
        ip_token dot = next_token(source, token, end), last = next_token(source, dot, end);
        if (!ip_parse_token_is(source, dot, ".") || (last.kind != IP_TOKEN_WORD && last.kind != IP_TOKEN_QUOTED))
            break;
        token = last;
    }
    bool named = token.kind == IP_TOKEN_WORD || token.kind == IP_TOKEN_QUOTED;
    const char *name = named ? ip_parse_token_name(d->arena, source, token) : "?";
    d->collates = d->collates || strcmp(name, "default") != 0;
    d->equates_texts = d->equates_texts || ip_parse_collation_may_equate_texts(name);
}

static void scan(ip_definitions *d, const ip_source *source, size_t begin, size_t end, int depth)
{
    ip_token token = {IP_TOKEN_COMMENT, begin, begin};
    while ((token = next_token(source, token, end)).kind != IP_TOKEN_END) {
        size_t first, last;
        if (token.kind == IP_TOKEN_STRING && depth < DEEPEST_TEXT && token.end - token.begin > 2) {
            bool dollar = ip_parse_token_dollar(source, token, &first, &last);
            const char *quote = memchr(source->text + token.begin, '\'', token.end - token.begin);
            if (!dollar && quote) {
                first = (size_t)(quote - source->text) + 1;
                last = token.end > first ? token.end - 1 : first;
            }
            if (dollar || quote)
                scan(d, source, first, last, depth + 1);
        } else if (ip_parse_token_is(source, token, "collate")) {
            read_name(d, source, token, end);
        } else if (ip_parse_token_is(source, token,
                                     "deterministic")) { /* an option of CREATE COLLATION; calls may name it */
            d->equates_texts = true;
        }
    }
}

void ip_catalog_collations_read(ip_definitions *d, const ip_source *source)
{
    scan(d, source, 0, source->length, 0);
}
