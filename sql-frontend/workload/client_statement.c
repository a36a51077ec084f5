/* client_statement.h: a block cut at semicolons, and its statements distinguished by their first words. */
#include "workload/client_statement.h"
#include "parse/lexer.h"

#include <string.h>

typedef struct words {
    ip_arena *arena;
    const ip_source *source;
    size_t at, end;
    ip_token now;
} words;

static void next(words *w)
{
    w->now = ip_parse_next_token(w->source, &w->at, w->end, false);
}

static bool is(const words *w, const char *text)
{
    return ip_parse_token_is(w->source, w->now, text);
}

static bool take(words *w, const char *text)
{
    if (!is(w, text))
        return false;
    next(w);
    return true;
}

static bool ends(const words *w)
{
    return w->now.kind == IP_TOKEN_END;
}

static const char *take_name(words *w)
{
    if (w->now.kind != IP_TOKEN_WORD && w->now.kind != IP_TOKEN_QUOTED)
        return NULL;
    const char *name = ip_parse_token_name(w->arena, w->source, w->now);
    next(w);
    return name;
}

/* ISOLATION LEVEL …, READ ONLY, DEFERRABLE, in any order. */
static bool modes(words *w, ip_client_statement *s)
{
    while (!ends(w)) {
        bool not = take(w, "not");
        if (take(w, "isolation")) {
            if (!take(w, "level"))
                return false;
            if (take(w, "read"))
                s->isolation = take(w, "committed") || take(w, "uncommitted") ? "read committed" : NULL;
            else if (take(w, "repeatable"))
                s->isolation = take(w, "read") ? "repeatable read" : NULL;
            else if (take(w, "serializable"))
                s->isolation = "serializable";
            if (!s->isolation)
                return false;
        } else if (take(w, "read")) {
            s->read_only = is(w, "only");
            if (!take(w, "only") && !take(w, "write"))
                return false;
        } else if (take(w, "deferrable")) {
            s->deferrable = !not ;
        } else {
            return false;
        }
        take(w, ",");
    }
    return true;
}

static bool plain_end(words *w, ip_client_statement *s)
{
    if (!take(w, "work"))
        take(w, "transaction");
    if (!take(w, "and"))
        return ends(w);
    s->chains = !take(w, "no");
    return take(w, "chain") && ends(w);
}

/* The content of a literal: two quotes in it are one. */
static const char *unquoted(ip_arena *arena, const char *text, size_t length)
{
    char *content = ip_arena_strndup(arena, text + 1, length - 2), *end = content;
    for (const char *at = content; *at; *end++ = *at++)
        at += *at == '\'' && at[1] == '\'';
    *end = '\0';
    return content;
}

/* A value of a setting, without its quotes; a list of values unchanged. */
static const char *value_of(words *w)
{
    size_t begin = w->now.begin, end = w->now.end;
    ip_token first = w->now;
    int count = 0;
    for (; !ends(w); count++) {
        end = w->now.end;
        next(w);
    }
    const char *text = ip_arena_strndup(w->arena, w->source->text + begin, end - begin);
    size_t length = strlen(text);
    if (count == 1 && first.kind == IP_TOKEN_STRING && length > 1 && text[0] == '\'')
        return unquoted(w->arena, text, length);
    return count ? text : NULL;
}

/* The text of INTERVAL '+00:00' HOUR TO MINUTE, without its fields. */
static const char *interval_of(words *w)
{
    const char *text = ip_range_text(w->arena, (ip_range){w->source, w->now.begin, w->now.end});
    size_t length = strlen(text);
    if (w->now.kind != IP_TOKEN_STRING || length < 2 || text[0] != '\'')
        return NULL;
    for (next(w); is(w, "hour") || is(w, "to") || is(w, "minute"); next(w))
        ;
    return ip_arena_strndup(w->arena, text + 1, length - 2);
}

/* SET SESSION CHARACTERISTICS AS TRANSACTION …: one of the defaults of later transactions. */
static ip_client_statement_kind characteristics(words *w, ip_client_statement *s)
{
    if (!take(w, "as") || !take(w, "transaction") || !modes(w, s) || s->local || s->deferrable >= 0 ||
        (s->isolation != NULL) == (s->read_only >= 0))
        return IP_CLIENT_UNKNOWN;
    s->name = s->isolation ? "default_transaction_isolation" : "default_transaction_read_only";
    s->value = s->isolation ? s->isolation : s->read_only ? "on" : "off";
    return IP_CLIENT_SET;
}

static const char *setting_name(words *w)
{
    const char *name = take_name(w);
    while (name && take(w, "."))
        name = ip_arena_printf(w->arena, "%s.%s", name, take_name(w));
    return name;
}

static ip_client_statement_kind setting(words *w, ip_client_statement *s)
{
    if (take(w, "transaction"))
        return modes(w, s) ? IP_CLIENT_SET_TRANSACTION : IP_CLIENT_UNKNOWN;
    if (is(w, "constraints"))
        return IP_CLIENT_SQL;
    s->local = take(w, "local");
    if (!s->local)
        take(w, "session");
    if (take(w, "characteristics"))
        return characteristics(w, s);
    if (take(w, "time")) {
        s->name = "timezone";
        if (!take(w, "zone"))
            return IP_CLIENT_UNKNOWN;
        if ((s->defaults = take(w, "default") || take(w, "local")))
            return ends(w) ? IP_CLIENT_SET : IP_CLIENT_UNKNOWN;
        s->value = take(w, "interval") ? interval_of(w) : value_of(w);
        return s->value && ends(w) ? IP_CLIENT_SET : IP_CLIENT_UNKNOWN;
    }
    bool authorization = take(w, "authorization");
    if (authorization || is(w, "role")) {
        s->name = authorization ? "session_authorization" : (next(w), "role");
        if (!authorization && (take(w, "=") || take(w, "to")) && ends(w))
            return IP_CLIENT_UNKNOWN;
        s->defaults = take(w, "default");
        bool word = w->now.kind == IP_TOKEN_WORD || w->now.kind == IP_TOKEN_QUOTED;
        if (!s->defaults)
            s->value = word ? take_name(w) : value_of(w);
        return (s->defaults || s->value) && ends(w) ? IP_CLIENT_SET : IP_CLIENT_UNKNOWN;
    }
    if (take(w, "names")) {
        s->name = "client_encoding";
        s->defaults = take(w, "default") || ends(w);
        s->value = s->defaults ? NULL : value_of(w);
        return ends(w) ? IP_CLIENT_SET : IP_CLIENT_UNKNOWN;
    }
    s->name = setting_name(w);
    if (!s->name || (!take(w, "=") && !take(w, "to")))
        return IP_CLIENT_UNKNOWN;
    if ((s->defaults = take(w, "default")))
        return ends(w) ? IP_CLIENT_SET : IP_CLIENT_UNKNOWN;
    s->value = value_of(w);
    return s->value ? IP_CLIENT_SET : IP_CLIENT_UNKNOWN;
}

static ip_client_statement_kind prepared(words *w, ip_client_statement *s, bool prepares)
{
    if (prepares && is(w, "transaction"))
        return IP_CLIENT_UNKNOWN;
    s->name = take_name(w);
    if (!s->name)
        return IP_CLIENT_UNKNOWN;
    size_t begin = w->now.begin;
    if (prepares) {
        while (!ends(w) && !is(w, "as"))
            next(w);
        if (w->now.begin > begin)
            s->value = ip_arena_strndup(w->arena, w->source->text + begin, w->now.begin - begin);
        next(w);
        s->body = (ip_range){w->source, w->now.begin, w->end};
        return ends(w) ? IP_CLIENT_UNKNOWN : IP_CLIENT_PREPARE;
    }
    s->value = ends(w) ? NULL : ip_arena_strndup(w->arena, w->source->text + begin, w->end - begin);
    return IP_CLIENT_EXECUTE;
}

static ip_client_statement_kind shown(words *w, ip_client_statement *s)
{
    bool zone = take(w, "time"), level = take(w, "transaction"), user = take(w, "session");
    if (level || user) {
        s->name = level ? "transaction_isolation" : "session_authorization";
        bool whole = level ? take(w, "isolation") && take(w, "level") : take(w, "authorization");
        return whole && ends(w) ? IP_CLIENT_SHOW : IP_CLIENT_UNKNOWN;
    }
    s->name = zone ? "timezone" : setting_name(w);
    if (zone && !take(w, "zone"))
        return IP_CLIENT_UNKNOWN;
    return s->name && ends(w) ? IP_CLIENT_SHOW : IP_CLIENT_UNKNOWN;
}

static ip_client_statement_kind kind_of(words *w, ip_client_statement *s)
{
    if (take(w, "begin")) {
        if (!take(w, "work"))
            take(w, "transaction");
        return modes(w, s) ? IP_CLIENT_BEGIN : IP_CLIENT_UNKNOWN;
    }
    if (take(w, "start"))
        return (s->starts = take(w, "transaction")) && modes(w, s) ? IP_CLIENT_BEGIN : IP_CLIENT_UNKNOWN;
    if (take(w, "commit") || take(w, "end"))
        return plain_end(w, s) ? IP_CLIENT_COMMIT : IP_CLIENT_UNKNOWN;
    if (take(w, "rollback") || take(w, "abort")) {
        if (plain_end(w, s))
            return IP_CLIENT_ROLLBACK;
        if (!take(w, "to"))
            return IP_CLIENT_UNKNOWN;
        take(w, "savepoint");
        s->name = take_name(w);
        return s->name && ends(w) ? IP_CLIENT_ROLLBACK_TO : IP_CLIENT_UNKNOWN;
    }
    if (take(w, "savepoint"))
        return (s->name = take_name(w)) ? IP_CLIENT_SAVEPOINT : IP_CLIENT_UNKNOWN;
    if (take(w, "release")) {
        take(w, "savepoint");
        return (s->name = take_name(w)) ? IP_CLIENT_RELEASE : IP_CLIENT_UNKNOWN;
    }
    if (take(w, "set"))
        return setting(w, s);
    if (take(w, "reset")) {
        bool session = take(w, "session"), zone = take(w, "time");
        if (session || zone)
            s->name = !take(w, session ? "authorization" : "zone") ? NULL
                      : session                                    ? "session_authorization"
                                                                   : "timezone";
        else
            s->name = setting_name(w);
        return s->name && ends(w) ? IP_CLIENT_SET : IP_CLIENT_UNKNOWN;
    }
    if (take(w, "show"))
        return shown(w, s);
    if (take(w, "prepare"))
        return prepared(w, s, true);
    if (take(w, "execute"))
        return prepared(w, s, false);
    if (take(w, "deallocate")) {
        take(w, "prepare");
        s->name = take(w, "all") ? NULL : take_name(w);
        return IP_CLIENT_DEALLOCATE;
    }
    return IP_CLIENT_SQL;
}

static void add(ip_arena *arena, ip_client_statements *list, ip_range range)
{
    ip_client_statement s = {.range = range, .read_only = -1, .deferrable = -1};
    words w = {.arena = arena, .source = range.source, .at = range.begin, .end = range.end};
    next(&w);
    s.kind = kind_of(&w, &s);
    IP_PUSH(arena, list, s);
}

ip_client_statements ip_workload_client_statements_of(ip_arena *arena, ip_range text)
{
    ip_client_statements list = {0};
    ip_range range = {text.source, 0, 0};
    bool any = false;
    for (size_t at = text.begin;;) {
        ip_token token = ip_parse_next_token(text.source, &at, text.end, false);
        bool ends = token.kind == IP_TOKEN_END || ip_parse_token_is(text.source, token, ";");
        if (ends && any)
            add(arena, &list, range);
        if (token.kind == IP_TOKEN_END)
            return list;
        if (!ends && !any)
            range.begin = token.begin;
        range.end = token.end;
        any = !ends;
    }
}
