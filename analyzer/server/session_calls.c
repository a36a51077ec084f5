/* Puts what a session's functions give in the place of their calls: pg_backend_pid(), version(), current_setting('x'),
 * current_user.
 * The interpreter knows no session. A scalar subquery keeps the name of the column. */
#define _GNU_SOURCE /* strcasestr */
#include "base/words.h"
#include "server/client_state.h"
#include "server/words.h"

#include <string.h>

typedef struct rewriting {
    ip_served_client *client;
    const ip_source *source;
    IP_VEC(ip_token) tokens;
    bool fixed; /* the text may run again when settings have changed; an engine keeps its sessions' settings itself */
} rewriting;

static bool is_sign(const rewriting *r, int at, char sign)
{
    return at < r->tokens.count && r->tokens.items[at].end == r->tokens.items[at].begin + 1 &&
           r->source->text[r->tokens.items[at].begin] == sign;
}

/* Returns the content of a plain literal, or NULL. */
static const char *literal_at(const rewriting *r, int at)
{
    if (at >= r->tokens.count || r->tokens.items[at].end < r->tokens.items[at].begin + 2)
        return NULL;
    ip_token token = r->tokens.items[at];
    const char *text = r->source->text + token.begin;
    size_t length = token.end - token.begin;
    if (text[0] != '\'' || text[length - 1] != '\'' || memchr(text + 1, '\'', length - 2))
        return NULL;
    return ip_arena_strndup(r->client->message, text + 1, length - 2);
}

static bool never_changes(const char *setting)
{
    static const char *const names[] = {"server_version", "server_version_num", "server_encoding",
                                        "max_identifier_length", "integer_datetimes"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(names[i], setting) == 0)
            return true;
    return false;
}

/* Returns the value of the setting that current_setting('x') or current_setting('x', true) asks for, or NULL; others
 * are asked for when the code runs (setting_calls.c). *end becomes the index of the closing parenthesis. */
static const char *setting_asked(const rewriting *r, int call, int *end)
{
    const char *name = literal_at(r, call + 2);
    *end = call + 3 + (is_sign(r, call + 3, ',') ? 2 : 0);
    if (!name || !is_sign(r, call + 1, '(') || !is_sign(r, *end, ')') || !never_changes(name))
        return NULL;
    return ip_served_setting_of(r->client, name);
}

/* Returns the value of current_user and the like as SQL, or NULL. They are reserved words; after AS, any word is a
 * name. */
static const char *identity_of(const rewriting *r, int at, const char **name)
{
    static const char *const users[] = {"current_user", "session_user", "user", "current_role"};
    ip_token token = r->tokens.items[at];
    const char *value = NULL;
    if (at > 0 && ip_parse_token_is(r->source, r->tokens.items[at - 1], "as"))
        return NULL;
    for (size_t i = 0; i < sizeof users / sizeof *users && !value; i++)
        if (ip_parse_token_is(r->source, token, *name = users[i]))
            value = r->client->user;
    if (!value && ip_parse_token_is(r->source, token, *name = "current_catalog"))
        value = r->client->database;
    return value ? ip_arena_printf(r->client->message, "%s::name", ip_quoted(r->client->message, value, '\'')) : NULL;
}

/* Returns the value of the call that begins at a token as SQL, or NULL if none does. */
static const char *value_of(const rewriting *r, int call, const char **name, int *end)
{
    ip_arena *arena = r->client->message;
    bool empty = is_sign(r, call + 1, '(') && is_sign(r, call + 2, ')');
    const char *setting, *identity = identity_of(r, call, name);
    *end = identity ? call : call + 2;
    if (identity)
        return identity;
    if (ip_parse_token_is(r->source, r->tokens.items[call], *name = "current_schema") && !r->fixed &&
        ip_served_temporary_schemas(r->client, false)) {
        *end = empty ? call + 2 : call;
        return ip_arena_printf(arena, "%s::name", ip_quoted(arena, ip_served_temporary_first_schema(r->client), '\''));
    }
    if (ip_parse_token_is(r->source, r->tokens.items[call], *name = "current_schemas") && is_sign(r, call + 3, ')') &&
        !r->fixed && ip_served_temporary_schemas(r->client, false)) {
        *end = call + 3;
        return ip_served_temporary_schemas(r->client, ip_parse_token_is(r->source, r->tokens.items[call + 2], "true"));
    }
    if (empty && ip_parse_token_is(r->source, r->tokens.items[call], *name = "pg_backend_pid"))
        return ip_arena_printf(arena, "%d", r->client->number);
    if (empty && ip_parse_token_is(r->source, r->tokens.items[call], *name = "version"))
        return "'PostgreSQL 15.0 (isoproof " IP_VERSION ")'::text";
    if (ip_parse_token_is(r->source, r->tokens.items[call], *name = "current_setting") &&
        (setting = setting_asked(r, call, end)) != NULL)
        return ip_arena_printf(arena, "%s::text", ip_quoted(arena, setting, '\''));
    return NULL;
}

static bool may_call(const char *text)
{
    return strcasestr(text, "pg_backend_pid") || strcasestr(text, "version") || strcasestr(text, "current_") ||
           strcasestr(text, "user");
}

const char *ip_served_session_calls(ip_served_client *client, const char *text, bool fixed)
{
    if (client->temporary.count && strcasestr(text, "pg_temp"))
        text = ip_served_temporary_names(client, text);
    if (!may_call(text))
        return text;
    rewriting r = {
        .client = client, .source = ip_source_from_text(client->message, "client", text, strlen(text)), .fixed = fixed};
    for (size_t at = 0;;) {
        ip_token token = ip_parse_next_token(r.source, &at, r.source->length, false);
        if (token.kind == IP_TOKEN_END)
            break;
        IP_PUSH(client->message, &r.tokens, token);
    }
    const char *created = "", *name, *value;
    size_t copied = 0;
    for (int i = 0, end; i < r.tokens.count; i++) {
        bool qualified = i >= 2 && is_sign(&r, i - 1, '.');
        int first = qualified && ip_parse_token_is(r.source, r.tokens.items[i - 2], "pg_catalog") ? i - 2 : i;
        if (r.tokens.items[i].kind != IP_TOKEN_WORD || (qualified && first == i) ||
            (value = value_of(&r, i, &name, &end)) == NULL)
            continue;
        created = ip_arena_printf(client->message, "%s%.*s (SELECT %s AS %s)", created,
                                  (int)(r.tokens.items[first].begin - copied), text + copied, value, name);
        copied = r.tokens.items[end].end;
        i = end;
    }
    return ip_arena_printf(client->message, "%s%s", created, text + copied);
}
