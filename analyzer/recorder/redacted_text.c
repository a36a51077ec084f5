/* Replaces the literals of a statement that are data. Other literals stay: type modifiers, positions in ORDER BY and
 * GROUP BY, the numbers of LIMIT, names of sequences and settings, and values of the server's own settings. Texts that
 * do not parse are redacted, too, so the code looks at tokens only; in doubt it replaces a literal. In comments it
 * keeps what libraries tell about the caller: names of routes, controllers and jobs. */
#define _GNU_SOURCE /* strcasestr */
#include "recorder/redacted_text.h"

#include "parse/lexer.h"
#include "protocol/writing.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* The position of a token in its statement. */
typedef struct place {
    ip_token first;    /* of the statement; kind END if none yet */
    ip_token previous; /* without comments */
    int depth;         /* of brackets */
    int by;            /* depth of the list after BY; -1 outside of such a list */
    int modifiers;     /* depth within the brackets of type modifiers; -1 outside */
    int arguments;     /* depth within the brackets of a call whose first argument is a name; -1 outside */
    bool item_begins;  /* an item begins, of the list after BY or of these arguments */
    bool setting;      /* the call is one of set_config */
    bool second_stays; /* the second argument of set_config sets a server's setting */
    bool own_setting;  /* a setting of the application, as in SET app.user */
} place;

typedef struct redacting {
    const ip_redaction *redaction;
    ip_arena *arena;
    ip_source source;
    ip_writing out;
    place at;
} redacting;

bool ip_recorder_may_have_secrets(const char *text)
{
    return strcasestr(text, "password") || strstr(text, "://") || strstr(text, "SCRAM-SHA-256$") || strstr(text, "md5");
}

static void put(redacting *w, const char *text)
{
    ip_protocol_writing_bytes(&w->out, text, strlen(text));
}

static void put_token(redacting *w, ip_token t)
{
    ip_protocol_writing_bytes(&w->out, w->source.text + t.begin, t.end - t.begin);
}

static bool is(const redacting *w, ip_token t, const char *word)
{
    return (t.kind == IP_TOKEN_WORD || t.kind == IP_TOKEN_OPERATOR) && ip_parse_token_is(&w->source, t, word);
}

static bool is_any(const redacting *w, ip_token t, const char *const *words)
{
    return t.kind == IP_TOKEN_WORD && ip_parse_token_is_any(&w->source, t, words);
}

/* -------------------------------------------------------------- literals -- */

static char escaped(char c)
{
    static const char names[] = "b\bf\fn\nr\rt\t";
    const char *found = strchr(names, c);
    return found && islower((unsigned char)c) ? found[1] : c;
}

/* Returns the value of a string literal: 'it''s', E'a\'b', $$a$$. Other prefixes are part of the literal that is
 * replaced. */
static const char *content_of(const redacting *w, ip_token t)
{
    size_t begin, end;
    if (ip_parse_token_dollar(&w->source, t, &begin, &end))
        return ip_arena_strndup(w->arena, w->source.text + begin, end - begin);
    const char *text = w->source.text + t.begin, *last = w->source.text + t.end - 1;
    bool escapes = *text == 'E' || *text == 'e';
    char *content = ip_arena_strndup(w->arena, text, t.end - t.begin), *to = content;
    if ((*text != '\'' && !escapes) || last <= text + escapes)
        return content;
    for (const char *from = text + escapes + 1; from < last; from++) {
        if (*from == '\'' || (escapes && *from == '\\')) {
            *to++ = *from == '\\' ? escaped(from[1]) : '\'';
            from++;
        } else {
            *to++ = *from;
        }
    }
    *to = '\0';
    return content;
}

static bool is_number_kept(const redacting *w)
{
    static const char *const counts[] = {"limit", "offset", "first", "next", NULL};
    static const char *const cursors[] = {"fetch", "move", NULL};
    const place *at = &w->at;
    return is_any(w, at->previous, counts) || is_any(w, at->first, cursors) || at->modifiers >= 0 ||
           (at->by == at->depth && at->item_begins) || (is(w, at->first, "set") && !at->own_setting);
}

static bool is_string_kept(redacting *w, const char *content)
{
    place *at = &w->at;
    if (is(w, at->first, "set"))
        return !at->own_setting;
    if (at->arguments < 0 || at->arguments != at->depth || !at->item_begins)
        return false;
    if (is(w, at->previous, "(")) {
        at->second_stays = at->setting && !strchr(content, '.');
        return true;
    }
    return at->second_stays;
}

static void put_literal(redacting *w, ip_token t)
{
    const char *content = t.kind == IP_TOKEN_STRING
                              ? content_of(w, t)
                              : ip_arena_strndup(w->arena, w->source.text + t.begin, t.end - t.begin);
    bool string = t.kind != IP_TOKEN_NUMBER;
    if (string && (is(w, w->at.previous, "password") || ip_recorder_is_secret(content)))
        put(w, "'" IP_HIDDEN "'");
    else if (!w->redaction || (string ? is_string_kept(w, content) : is_number_kept(w)))
        put_token(w, t);
    else if (string)
        put(w, ip_arena_printf(w->arena, "'%s'", ip_recorder_redacted_value(w->redaction, w->arena, content)));
    else
        put(w, ip_recorder_redacted_number(w->redaction, w->arena, content));
}

/* -------------------------------------------------------------- comments -- */

/* Keeps the value of the key: key='value' as in sqlcommenter, key:value as in marginalia. */
static void put_note(redacting *w, const char *comment, const char *key, bool *any)
{
    size_t length = strlen(key);
    for (const char *at = strstr(comment, key); at; at = strstr(at + 1, key)) {
        if (isalnum((unsigned char)at[-1]) || at[-1] == '_' || (at[length] != '=' && at[length] != ':'))
            continue;
        size_t value = at[length + 1] == '\'' ? strcspn(at + length + 2, "'") + 2 : strcspn(at + length + 1, ",* ");
        put(w, *any ? "," : "/*");
        put(w, ip_arena_strndup(w->arena, at, strnlen(at, length + 1 + value)));
        *any = true;
        return;
    }
}

static void put_comment(redacting *w, ip_token t)
{
    static const char *const keys[] = {"controller", "action", "job", "route"};
    bool any = false;
    const char *comment = ip_arena_strndup(w->arena, w->source.text + t.begin, t.end - t.begin);
    for (size_t i = 0; i < sizeof keys / sizeof *keys && comment[1] == '*'; i++)
        put_note(w, comment, keys[i], &any);
    put(w, any ? "*/" : " ");
}

/* ---------------------------------------------------------------- places -- */

static void open_bracket(redacting *w)
{
    static const char *const types[] = {"char",    "character",   "varchar",  "varying", "bpchar", "bit",
                                        "numeric", "decimal",     "dec",      "float",   "time",   "timestamp",
                                        "timetz",  "timestamptz", "interval", "nchar",   NULL};
    static const char *const calls[] = {"nextval",         "currval",   "setval", "set_config",
                                        "current_setting", "pg_notify", NULL};
    place *at = &w->at;
    at->depth++;
    if (is_any(w, at->previous, types))
        at->modifiers = at->depth;
    at->setting = is(w, at->previous, "set_config");
    at->second_stays = false;
    if (is_any(w, at->previous, calls))
        at->arguments = at->depth;
    at->item_begins = at->arguments == at->depth;
}

static void close_bracket(place *at)
{
    at->depth--;
    at->by = at->by > at->depth ? -1 : at->by;
    at->modifiers = at->modifiers > at->depth ? -1 : at->modifiers;
    at->arguments = at->arguments > at->depth ? -1 : at->arguments;
}

static void move_on(redacting *w, ip_token t)
{
    place *at = &w->at;
    bool dotted = t.kind == IP_TOKEN_QUOTED && memchr(w->source.text + t.begin, '.', t.end - t.begin);
    at->item_begins = false;
    if (at->first.kind == IP_TOKEN_END)
        at->first = t;
    if (is(w, t, "(") || is(w, t, "["))
        open_bracket(w);
    else if (is(w, t, ")") || is(w, t, "]"))
        close_bracket(at);
    else if (is(w, t, ","))
        at->item_begins = at->by == at->depth || at->arguments == at->depth;
    else if (is(w, t, ".") || dotted)
        at->own_setting = true;
    else if (is(w, t, "by")) {
        at->by = at->depth;
        at->item_begins = true;
    }
    at->previous = t;
    if (is(w, t, ";") && at->depth == 0)
        *at = (place){.by = -1, .modifiers = -1, .arguments = -1};
}

const char *ip_recorder_redacted_text(const ip_redaction *redaction, ip_arena *arena, const char *text)
{
    redacting w = {.redaction = redaction,
                   .arena = arena,
                   .source = {.path = "", .text = text, .length = strlen(text)},
                   .at = {.by = -1, .modifiers = -1, .arguments = -1}};
    size_t end = 0, length = w.source.length;
    for (ip_token t = ip_parse_lex(&w.source, 0, length, false); t.kind != IP_TOKEN_END;
         t = ip_parse_lex(&w.source, t.end, length, false)) {
        ip_protocol_writing_bytes(&w.out, text + end, t.begin - end); /* blanks before the token */
        end = t.end;
        if (t.kind == IP_TOKEN_COMMENT) {
            if (redaction)
                put_comment(&w, t);
            else
                put_token(&w, t);
            continue;
        }
        if (t.kind == IP_TOKEN_NUMBER || t.kind == IP_TOKEN_STRING || t.kind == IP_TOKEN_BROKEN)
            put_literal(&w, t);
        else
            put_token(&w, t);
        move_on(&w, t);
    }
    const char *result = ip_arena_strndup(arena, w.out.bytes ? w.out.bytes : "", w.out.length);
    if (w.out.failed)
        result = ""; /* no text is better than an unredacted one */
    ip_protocol_writing_free(&w.out);
    return result;
}
