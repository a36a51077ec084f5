/* Reads comments "-- transaction: NAME = QUERY(parameter: value, …), …". */
#include "workload/composition.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static void fault(ip_composition *c, const char *expected)
{
    if (!c->wrong)
        ip_diagnostics_add(c->reader->diagnostics, IP_ERROR, c->comment, c->name, "expected %s%s%.20s%s", expected,
                           *c->at ? " before \"" : "", c->at, *c->at ? "\"" : "");
    c->wrong = true;
}

static void skip_blanks(ip_composition *c)
{
    c->at += strspn(c->at, " \t\r\n");
}

static bool take(ip_composition *c, char symbol)
{
    skip_blanks(c);
    if (*c->at != symbol)
        return false;
    c->at++;
    return true;
}

static const char *take_word(ip_composition *c, const char *others)
{
    size_t length = 0;
    skip_blanks(c);
    while (isalnum((unsigned char)c->at[length]) || c->at[length] == '_' || (unsigned char)c->at[length] >= 0x80 ||
           (c->at[length] && strchr(others, c->at[length])))
        length++;
    const char *word = length ? ip_arena_strndup(c->reader->arena, c->at, length) : NULL;
    c->at += length;
    return word;
}

static size_t quoted_length(const char *text)
{
    size_t length = 1;
    while (text[length] && (text[length] != '\'' || text[length + 1] == '\''))
        length += text[length] == '\'' ? 2 : 1;
    return text[length] ? length + 1 : 0;
}

static bool read_value(ip_composition *c, ip_composed_value *a)
{
    skip_blanks(c);
    size_t length = *c->at == '\'' ? quoted_length(c->at) : 0;
    bool number = isdigit((unsigned char)*c->at) || (*c->at == '-' && isdigit((unsigned char)c->at[1]));
    if (number)
        length = 1 + strspn(c->at + 1, "0123456789.");
    a->literal = length > 0;
    if (length) {
        a->value = ip_arena_printf(c->reader->arena, *c->at == '-' ? "(%.*s)" : "%.*s", (int)length, c->at);
        c->at += length;
        return true;
    }
    a->value = take_word(c, "-");
    if (!a->value)
        return false;
    a->literal =
        strcasecmp(a->value, "null") == 0 || strcasecmp(a->value, "true") == 0 || strcasecmp(a->value, "false") == 0;
    if (*c->at == '.') {
        c->at++;
        a->query = a->value;
        a->value = take_word(c, "");
    }
    return a->value != NULL;
}

static bool read_argument(ip_composition *c, ip_composed_value *a)
{
    const char *before = c->at;
    a->parameter = take_word(c, "$");
    if (a->parameter && take(c, ':'))
        return read_value(c, a);
    c->at = before;
    a->parameter = NULL;
    return read_value(c, a);
}

/* A query in the same file comes first. */
static ip_named_query *find_query(const ip_composition *c, const char *name)
{
    ip_named_query *found = NULL;
    for (int i = 0; i < c->reader->queries.count; i++) {
        ip_named_query *q = &c->reader->queries.items[i];
        if (strcmp(q->name, name) == 0 && (!found || q->item.place.source == c->comment.source))
            found = q;
    }
    return found;
}

static const ip_composed_call *earlier_call(const ip_composition *c, int before, const char *query)
{
    for (int i = before - 1; i >= 0; i--)
        if (strcmp(c->calls.items[i].query->name, query) == 0)
            return &c->calls.items[i];
    return NULL;
}

/* "expect 1 row" after a call. */
static void read_expected(ip_composition *c, ip_composed_call *created)
{
    const char *before = c->at, *word = take_word(c, "");
    if (!word || strcmp(word, "expect") != 0) {
        c->at = before;
        return;
    }
    const char *count = take_word(c, ""), *rows = take_word(c, "");
    if (!count || !rows || strspn(count, "0123456789") != strlen(count) || strncmp(rows, "row", 3) != 0)
        fault(c, "a number of rows after \"expect\", as in \"expect 1 row\",");
    else
        created->expected = ip_arena_printf(c->reader->arena, "%s %s", count, rows);
}

static void read_call(ip_composition *c)
{
    ip_composed_call created = {0};
    const char *name = take_word(c, "-");
    if (!name || !take(c, '(')) {
        fault(c, "the call of a query, QUERY(parameter: value, …),");
        return;
    }
    created.query = find_query(c, name);
    if (!created.query) {
        ip_diagnostics_add(c->reader->diagnostics, IP_ERROR, c->comment, c->name,
                           "there is no query \"%s\": expected a query that a comment \"-- name: %s\" names", name,
                           name);
        c->wrong = true;
        return;
    }
    while (!take(c, ')') && !c->wrong) {
        ip_composed_value a = {0};
        if (!read_argument(c, &a)) {
            fault(c, "a value: a name, QUERY.column, a number or a text in quotes,");
            return;
        }
        const ip_composed_call *given = a.query ? earlier_call(c, c->calls.count, a.query) : NULL;
        if (a.query && !given) {
            ip_diagnostics_add(c->reader->diagnostics, IP_ERROR, c->comment, c->name,
                               "%s.%s: expected a query that is called before", a.query, a.value);
            c->wrong = true;
            return;
        }
        if (given && given->query->many && created.loop && strcmp(created.loop, a.query) != 0) {
            fault(c, "rows of one query of kind :many alone in a call");
            return;
        }
        if (given && given->query->many)
            created.loop = a.query;
        IP_PUSH(c->reader->arena, &created.values, a);
        skip_blanks(c);
        if (*c->at != ')' && !take(c, ','))
            fault(c, "\",\" or \")\"");
    }
    read_expected(c, &created);
    IP_PUSH(c->reader->arena, &c->calls, created);
}

bool ip_workload_composition_read(ip_composition *c)
{
    c->name = take_word(c, "-");
    if (!c->name || !take(c, '=')) {
        fault(c, "\"transaction: NAME = QUERY(parameter: value, …), …\"");
        return false;
    }
    do
        read_call(c);
    while (!c->wrong && take(c, ','));
    skip_blanks(c);
    if (*c->at && !c->wrong)
        fault(c, "\",\" or the end");
    return !c->wrong;
}
