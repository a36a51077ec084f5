/* Where the clauses of a SELECT begin and end in its text, found by its tokens. */
#include "advice/candidates/select_text.h"

#include "parse/lexer.h"

#include <ctype.h>
#include <string.h>

static bool is_word(const ip_source *source, ip_token token, const char *word)
{
    return token.kind == IP_TOKEN_WORD && ip_parse_token_is(source, token, word);
}

static int nesting(const ip_source *source, ip_token token)
{
    if (ip_parse_token_is(source, token, "(") || ip_parse_token_is(source, token, "["))
        return 1;
    return ip_parse_token_is(source, token, ")") || ip_parse_token_is(source, token, "]") ? -1 : 0;
}

/* Narrows the range to one of its SELECTs, none of which stands in another; those in parentheses to what is inside of
 * them. Returns how many there are, 0 also where they are not plain enough. */
static int find_select(ip_range range, int which, ip_select_text *select)
{
    const ip_source *source = range.source;
    ip_token previous = {IP_TOKEN_END, range.begin, range.begin};
    int found = 0, depth = 0, inside = -1;
    select->end = range.end;
    for (size_t at = range.begin;;) {
        ip_token token = ip_parse_next_token(source, &at, range.end, true);
        if (token.kind == IP_TOKEN_END)
            break;
        if (token.kind == IP_TOKEN_BROKEN)
            return 0;
        depth += nesting(source, token);
        if (inside > 0 && depth < inside) {
            if (found - 1 == which)
                select->end = token.begin;
            inside = -1;
        }
        bool perform = is_word(source, token, "perform") && token.begin == range.begin;
        if (perform || is_word(source, token, "select")) {
            bool nested = ip_parse_token_is(source, previous, "(");
            if (inside >= 0 || (previous.kind != IP_TOKEN_END && !nested))
                return 0;
            inside = depth;
            if (found++ == which) {
                select->begin = token.begin;
                select->list = token.end;
                select->perform = perform;
                select->nested = nested;
            }
        }
        previous = token;
    }
    return found;
}

static void note(size_t *clause, ip_token token)
{
    if (!*clause)
        *clause = token.begin;
}

bool ip_advice_select_text_read(ip_range range, ip_select_text *select)
{
    return ip_advice_select_text_read_one(range, 0, 1, select);
}

bool ip_advice_select_text_read_one(ip_range range, int which, int count, ip_select_text *select)
{
    static const char *const combining[] = {"group",  "having",    "window", "distinct", "union",
                                            "except", "intersect", "with",   "values",   NULL};
    *select = (ip_select_text){.source = range.source};
    if (!range.source || range.begin >= range.end)
        return false;
    int found = find_select(range, which, select);
    if (found != count && (found != 1 || which > 0))
        return false;
    const ip_source *source = range.source;
    ip_token previous = {IP_TOKEN_END, select->list, select->list};
    int depth = 0;
    for (size_t at = select->list;;) {
        ip_token token = ip_parse_next_token(source, &at, select->end, true);
        if (token.kind == IP_TOKEN_END)
            break;
        bool in_from = select->from && !select->where && !select->order && !select->limit && !select->locking;
        if (depth == 0 && in_from &&
            (is_word(source, token, "join") || ip_parse_token_is(source, token, ",") ||
             (ip_parse_token_is(source, token, "(") && is_word(source, previous, "from"))))
            select->joined = select->joined || !(select->into > select->from);
        depth += nesting(source, token);
        bool from_of_distinct = is_word(source, token, "from") && is_word(source, previous, "distinct");
        if (depth == 0 && token.kind == IP_TOKEN_WORD && !from_of_distinct) {
            bool of_expression = is_word(source, token, "distinct") && select->from; /* IS DISTINCT FROM */
            if (ip_parse_token_is_any(source, token, combining) && !of_expression)
                select->combined = true;
            if (is_word(source, token, "into"))
                note(&select->into, token);
            if (is_word(source, token, "strict") && is_word(source, previous, "into"))
                select->into_strict = true;
            if (is_word(source, token, "from"))
                note(&select->from, token);
            if (is_word(source, token, "where"))
                note(&select->where, token);
            if (is_word(source, token, "order"))
                note(&select->order, token);
            if (is_word(source, token, "limit") || is_word(source, token, "offset") || is_word(source, token, "fetch"))
                note(&select->limit, token);
            if (is_word(source, token, "for"))
                note(&select->locking, token);
        }
        previous = token;
    }
    if (previous.kind == IP_TOKEN_END)
        return false;
    select->end = previous.end;
    size_t bounds[] = {select->where, select->order, select->limit, select->locking, select->into};
    select->from_end = select->where_end = select->end;
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        if (bounds[i] > select->from && bounds[i] < select->from_end)
            select->from_end = bounds[i];
        if (bounds[i] > select->where && bounds[i] < select->where_end)
            select->where_end = bounds[i];
    }
    return true;
}

/* ----------------------------------------------------------------- home -- */

static bool string_inside(const ip_source *source, ip_token token, size_t *begin, size_t *end)
{
    if (token.kind != IP_TOKEN_STRING)
        return false;
    if (ip_parse_token_dollar(source, token, begin, end))
        return true;
    *begin = token.begin + 1;
    *end = token.end - 1;
    return source->text[token.begin] == '\'' && *begin <= *end;
}

bool ip_advice_home_find(ip_arena *arena, const ip_source *source, size_t offset, ip_home *home)
{
    *home = (ip_home){.may_write = true, .script = true, .end = source->length};
    if (source->origin) { /* a body between plain quotes: what stands around it is elsewhere */
        size_t outside = source->origin_offsets[0];
        if (source->origin->origin || !ip_advice_home_find(arena, source->origin, outside, home))
            return false;
        home->begin = 0;
        home->end = source->length;
        return true;
    }
    bool inside = false, named = false;
    ip_token previous = {IP_TOKEN_END, 0, 0};
    for (size_t at = 0;;) {
        ip_token token = ip_parse_next_token(source, &at, source->length, true);
        if (token.kind == IP_TOKEN_END || token.kind == IP_TOKEN_BROKEN)
            break;
        if (ip_parse_token_is(source, token, ";") || token.kind == IP_TOKEN_COMMAND) {
            if (token.begin >= offset)
                break;
            *home = (ip_home){.may_write = true, .script = true, .end = source->length};
            named = inside = false;
            previous = token;
            continue;
        }
        size_t begin, end;
        if (string_inside(source, token, &begin, &end) && begin <= offset && offset <= end) {
            home->begin = begin;
            home->end = end;
            home->script = false;
            inside = true;
        }
        if (is_word(source, token, "stable") || is_word(source, token, "immutable"))
            home->may_write = false;
        if (is_word(source, previous, "language")) {
            home->plpgsql = strcmp(ip_parse_token_name(arena, source, token), "plpgsql") == 0 ||
                            ip_parse_token_is(source, token, "'plpgsql'");
            named = true;
        }
        previous = token;
    }
    return inside ? named : !named; /* BEGIN ATOMIC: a body without quotes */
}

bool ip_advice_statement_begin(const ip_source *source, const ip_home *home, size_t offset, size_t *begin)
{
    static const char *const enders[] = {"begin", "then", "else", "loop", "declare", NULL};
    static const char *const refused[] = {"elsif",    "elseif",    "when", "while", "end", "exit",
                                          "continue", "exception", "case", "until", NULL};
    bool fresh = true, good = true;
    *begin = offset;
    for (size_t at = home->begin;;) {
        ip_token token = ip_parse_next_token(source, &at, home->end, true);
        if (token.kind == IP_TOKEN_END || token.kind == IP_TOKEN_BROKEN || token.begin > offset)
            break;
        if (fresh) {
            *begin = token.begin;
            good = !ip_parse_token_is_any(source, token, refused) && !ip_parse_token_is(source, token, "<<");
        }
        fresh = ip_parse_token_is(source, token, ";") || token.kind == IP_TOKEN_COMMAND ||
                (home->plpgsql && ip_parse_token_is_any(source, token, enders));
        /* FOR r IN SELECT … LOOP and IF … THEN reach up to these words */
        if (fresh && token.end > offset)
            break;
    }
    return good && *begin <= offset;
}

bool ip_advice_in_expression_statement(ip_arena *arena, ip_range place)
{
    ip_home home;
    size_t begin;
    if (!place.source || !ip_advice_home_find(arena, place.source, place.begin, &home) || !home.plpgsql ||
        !ip_advice_statement_begin(place.source, &home, place.begin, &begin))
        return false;
    size_t at = begin;
    ip_token first = ip_parse_next_token(place.source, &at, home.end, true);
    ip_token second = ip_parse_next_token(place.source, &at, home.end, true);
    return is_word(place.source, first, "if") ||
           (is_word(place.source, first, "return") && !is_word(place.source, second, "query")) ||
           ip_parse_token_is(place.source, second, ":=") || ip_parse_token_is(place.source, second, "=");
}

const char *ip_advice_trimmed(ip_arena *arena, const ip_source *source, size_t begin, size_t end)
{
    while (begin < end && isspace((unsigned char)source->text[begin]))
        begin++;
    while (end > begin && isspace((unsigned char)source->text[end - 1]))
        end--;
    return ip_arena_strndup(arena, source->text + begin, end - begin);
}
