/* Sequelize's findOrCreate (dialects/abstract/query-generator.js, insertQuery) sends
 *     CREATE OR REPLACE FUNCTION pg_temp.testfunc(…) AS $f$ BEGIN INSERT … RETURNING * INTO response;
 *     EXCEPTION WHEN unique_violation THEN GET STACKED DIAGNOSTICS …; END $f$ …; SELECT … FROM pg_temp.testfunc();
 *     DROP FUNCTION IF EXISTS pg_temp.testfunc()
 * Both this and ON CONFLICT DO NOTHING wait for a transaction that has inserted the key, and change nothing if the key
 * is there. */
#include "templates/temporary.h"

#include <string.h>

static ip_token next(const ip_source *source, size_t *at)
{
    ip_token t;
    do
        t = ip_parse_next_token(source, at, source->length, false);
    while (t.kind == IP_TOKEN_COMMENT);
    return t;
}

/* Moves *at after the words. */
static bool take(const ip_source *source, size_t *at, const char *const *words)
{
    size_t from = *at;
    for (; *words; words++)
        if (!ip_parse_token_is(source, next(source, &from), *words))
            return false;
    *at = from;
    return true;
}
#define TAKE(source, at, ...) take(source, at, (const char *const[]){__VA_ARGS__, NULL})

/* Returns the name in pg_temp that stands there, or NULL. */
static const char *temporary_name(ip_arena *arena, const ip_source *source, size_t *at)
{
    if (!TAKE(source, at, "pg_temp") || source->text[*at] != '.')
        return NULL;
    ++*at;
    ip_token t = next(source, at);
    return t.kind == IP_TOKEN_WORD || t.kind == IP_TOKEN_QUOTED ? ip_parse_token_name(arena, source, t) : NULL;
}

/* Returns the text between dollar quotes. */
static const char *quoted_body(ip_arena *arena, const char *text)
{
    const char *begin = strchr(text, '$'), *end = begin ? strchr(begin + 1, '$') : NULL;
    if (!end)
        return NULL;
    const char *quote = ip_arena_strndup(arena, begin, (size_t)(end + 1 - begin));
    const char *last = strstr(end + 1, quote);
    return last ? ip_arena_strndup(arena, end + 1, (size_t)(last - end - 1)) : NULL;
}

/* Returns the only statement of a body that catches nothing but violations of unique keys, or NULL. */
static const char *only_insert(ip_arena *arena, const char *body)
{
    ip_source source = {.path = "", .text = body, .length = strlen(body)};
    size_t at = 0, begin, end = 0;
    bool conflict = false;
    if (!TAKE(&source, &at, "begin"))
        return NULL;
    begin = at;
    if (!TAKE(&source, &at, "insert", "into"))
        return NULL;
    ip_token t = next(&source, &at);
    for (; t.kind != IP_TOKEN_END && body[t.begin] != ';'; t = next(&source, &at)) {
        end = end || !ip_parse_token_is(&source, t, "returning") ? end : t.begin;
        conflict |= ip_parse_token_is(&source, t, "conflict");
    }
    end = end ? end : t.begin;
    if (t.kind == IP_TOKEN_END || conflict ||
        !TAKE(&source, &at, "exception", "when", "unique_violation", "then", "get", "stacked", "diagnostics"))
        return NULL;
    for (t = next(&source, &at); t.kind != IP_TOKEN_END && body[t.begin] != ';'; t = next(&source, &at))
        ;
    if (!TAKE(&source, &at, "end"))
        return NULL;
    t = next(&source, &at);
    if (t.kind != IP_TOKEN_END && (body[t.begin] != ';' || next(&source, &at).kind != IP_TOKEN_END))
        return NULL;
    return ip_arena_printf(arena, "%.*sON CONFLICT DO NOTHING", (int)(end - begin), body + begin);
}

static void replace(ip_arena *arena, ip_scan *scan, const char *text)
{
    ip_scan own;
    size_t from = 0;
    if (!ip_templates_scan_next(arena, text, strlen(text), &from, &own))
        return;
    own.note = own.note ? own.note : scan->note;
    *scan = own;
}

/* Tells whether the text has FROM pg_temp.name(). */
static bool calls(ip_arena *arena, const ip_source *source, const char *name)
{
    size_t at = 0;
    for (ip_token t = next(source, &at); t.kind != IP_TOKEN_END; t = next(source, &at)) {
        size_t from = at;
        const char *called = ip_parse_token_is(source, t, "from") ? temporary_name(arena, source, &from) : NULL;
        if (called && strcmp(called, name) == 0)
            return true;
    }
    return false;
}

void ip_templates_temporary_function_see(ip_arena *arena, ip_temporary_function *function, ip_scan *scan)
{
    const ip_source *source = &scan->source;
    size_t at = 0;
    if (TAKE(source, &at, "create")) {
        TAKE(source, &at, "or", "replace");
        const char *name = TAKE(source, &at, "function") ? temporary_name(arena, source, &at) : NULL;
        const char *body = name ? quoted_body(arena, source->text + at) : NULL;
        const char *insert = body ? only_insert(arena, body) : NULL;
        if (!insert)
            return;
        *function = (ip_temporary_function){name, insert};
        replace(arena, scan, "SHOW transaction_isolation");
    } else if (function->name && TAKE(source, &at, "drop", "function")) {
        TAKE(source, &at, "if", "exists");
        const char *name = temporary_name(arena, source, &at);
        if (!name || strcmp(name, function->name) != 0)
            return;
        function->name = NULL;
        replace(arena, scan, "SHOW transaction_isolation");
    } else if (function->name && TAKE(source, &at, "select") && calls(arena, source, function->name)) {
        replace(arena, scan, function->insert);
    }
}
