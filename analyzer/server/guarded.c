/* Sequelize (dialects/postgres/query-generator.js, pgEnum) and drizzle-kit make types and constraints so:
 *     DO $$ BEGIN CREATE TYPE t AS ENUM ('a'); EXCEPTION WHEN duplicate_object THEN null; END $$ */
#include "server/guarded.h"
#include "server/words.h"

#include "workload/client_definition.h"

#include <string.h>
#include <strings.h>

/* Returns the content of a text constant, in dollar quotes or simple ones, or NULL. */
static const char *content_of(ip_arena *arena, const char *text, size_t length)
{
    char *content = ip_arena_strndup(arena, text, length), *to = content;
    if (*text == '$') {
        size_t quote = strcspn(text + 1, "$") + 2;
        return length >= 2 * quote ? ip_arena_strndup(arena, text + quote, length - 2 * quote) : NULL;
    }
    if (*text != '\'' || length < 2)
        return NULL;
    for (size_t i = 1; i + 1 < length; i++) {
        *to++ = text[i];
        i += text[i] == '\'' && text[i + 1] == '\'';
    }
    *to = '\0';
    return content;
}

static bool ends(ip_client_words *words)
{
    bool semicolon = words->now.kind != IP_TOKEN_END && words->source->text[words->now.begin] == ';';
    if (semicolon)
        ip_served_client_words_next(words);
    return semicolon;
}

static bool take_all(ip_client_words *words, const char *const *names)
{
    for (; *names; names++)
        if (!ip_served_client_words_take(words, *names))
            return false;
    return true;
}

static ip_guarded_definition of_body(ip_arena *arena, const char *body)
{
    static const char *const caught[][2] = {
        {"duplicate_object", "42710"}, {"duplicate_table", "42P07"}, {"duplicate_column", "42701"}};
    static const char *const begin[] = {"exception", "when", NULL}, *const end[] = {"then", "null", NULL};
    ip_guarded_definition created = {NULL, NULL};
    ip_client_words words = ip_served_client_words_of(arena, body);
    if (!ip_served_client_words_take(&words, "begin"))
        return created;
    size_t from = words.now.begin;
    while (words.now.kind != IP_TOKEN_END && body[words.now.begin] != ';')
        ip_served_client_words_next(&words);
    const char *text = ip_arena_strndup(arena, body + from, words.now.begin - from);
    if (!ip_workload_client_defines(text) || !ends(&words) || !take_all(&words, begin))
        return created;
    for (size_t i = 0; i < sizeof caught / sizeof *caught && !created.caught; i++)
        if (ip_served_client_words_take(&words, caught[i][0]))
            created.caught = caught[i][1];
    bool whole = created.caught && take_all(&words, end) && ends(&words) && ip_served_client_words_take(&words, "end");
    ends(&words);
    created.text = whole && words.now.kind == IP_TOKEN_END ? text : NULL;
    return created;
}

/* Every statement of a client is asked about: only those that begin like this, or with a comment, are cut into words.
 */
static bool may_be_do(const char *text)
{
    text += strspn(text, " \t\r\n\f\v");
    return strncasecmp(text, "do", 2) == 0 || *text == '-' || *text == '/';
}

ip_guarded_definition ip_served_guarded_definition_of(ip_arena *arena, const char *text)
{
    if (!may_be_do(text))
        return (ip_guarded_definition){NULL, NULL};
    ip_client_words words = ip_served_client_words_of(arena, text);
    const char *body = NULL;
    if (!ip_served_client_words_take(&words, "do"))
        return (ip_guarded_definition){NULL, NULL};
    if (words.now.kind != IP_TOKEN_END)
        body = content_of(arena, words.source->text + words.now.begin, words.now.end - words.now.begin);
    ip_served_client_words_next(&words);
    ends(&words);
    return body && words.now.kind == IP_TOKEN_END ? of_body(arena, body) : (ip_guarded_definition){NULL, NULL};
}
