/* The scanner for SQL, PL/pgSQL and psql text. */
#define _GNU_SOURCE /* memmem */
#include "parse/lexer.h"

#include <string.h>
#include <strings.h>

static bool is_space(unsigned char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

static bool starts_name(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
}

static bool in_name(unsigned char c)
{
    return starts_name(c) || is_digit(c);
}

static bool in_operator(unsigned char c)
{
    return c && strchr("~!@#^&|`?+-*/%<>=", c);
}

typedef struct cursor {
    const char *text;
    size_t at, limit;
} cursor;

static unsigned char peek(const cursor *c, size_t ahead)
{
    return c->at + ahead < c->limit ? (unsigned char)c->text[c->at + ahead] : 0;
}

/* From the opening quote on. A doubled quote stands for itself; \ escapes in E'…'. */
static bool skip_quoted(cursor *c, char quote, bool escapes)
{
    for (c->at++; c->at < c->limit; c->at++) {
        if (escapes && c->text[c->at] == '\\') {
            c->at++;
        } else if (c->text[c->at] == quote) {
            if (c->at + 1 < c->limit && c->text[c->at + 1] == quote)
                c->at++;
            else {
                c->at++;
                return true;
            }
        }
    }
    c->at = c->limit;
    return false;
}

/* 'a' and 'b' on the next line are one literal. Only comments of the -- kind may stand between. */
static bool continues(cursor *c)
{
    size_t at = c->at;
    bool line_break = false;
    while (at < c->limit) {
        if (c->text[at] == '\n' || c->text[at] == '\r')
            line_break = true;
        if (is_space((unsigned char)c->text[at])) {
            at++;
        } else if (at + 1 < c->limit && c->text[at] == '-' && c->text[at + 1] == '-' && line_break) {
            while (at < c->limit && c->text[at] != '\n')
                at++;
        } else {
            break;
        }
    }
    if (!line_break || at >= c->limit || c->text[at] != '\'')
        return false;
    c->at = at;
    return true;
}

static ip_token_kind skip_string(cursor *c, bool escapes)
{
    do {
        if (!skip_quoted(c, '\'', escapes))
            return IP_TOKEN_BROKEN;
    } while (continues(c));
    return IP_TOKEN_STRING;
}

/* Length of "$tag$" at the cursor, 0 if there is none. */
static size_t dollar_tag(const cursor *c)
{
    size_t length = 1;
    if (peek(c, 1) != '$') {
        if (!starts_name(peek(c, 1)))
            return 0;
        while (in_name(peek(c, length)))
            length++;
        if (peek(c, length) != '$')
            return 0;
    }
    return length + 1;
}

static ip_token_kind skip_dollar(cursor *c)
{
    size_t tag = dollar_tag(c);
    if (tag) {
        const char *end = c->limit - c->at >= 2 * tag
                              ? memmem(c->text + c->at + tag, c->limit - c->at - tag, c->text + c->at, tag)
                              : NULL;
        c->at = end ? (size_t)(end - c->text) + tag : c->limit;
        return end ? IP_TOKEN_STRING : IP_TOKEN_BROKEN;
    }
    c->at++;
    if (!is_digit(peek(c, 0)))
        return IP_TOKEN_BROKEN;
    while (is_digit(peek(c, 0)))
        c->at++;
    return IP_TOKEN_PARAM;
}

static ip_token_kind skip_block_comment(cursor *c)
{
    int depth = 0;
    while (c->at < c->limit) {
        if (peek(c, 0) == '/' && peek(c, 1) == '*') {
            depth++;
            c->at += 2;
        } else if (peek(c, 0) == '*' && peek(c, 1) == '/') {
            c->at += 2;
            if (--depth == 0)
                return IP_TOKEN_COMMENT;
        } else {
            c->at++;
        }
    }
    return IP_TOKEN_BROKEN;
}

static ip_token_kind skip_number(cursor *c)
{
    while (is_digit(peek(c, 0)))
        c->at++;
    if (peek(c, 0) == '.' && peek(c, 1) != '.') { /* 1..10 is a range */
        c->at++;
        while (is_digit(peek(c, 0)))
            c->at++;
    }
    if (peek(c, 0) == 'e' || peek(c, 0) == 'E') {
        size_t sign = peek(c, 1) == '+' || peek(c, 1) == '-';
        if (is_digit(peek(c, 1 + sign))) {
            c->at += 2 + sign;
            while (is_digit(peek(c, 0)))
                c->at++;
        }
    }
    return IP_TOKEN_NUMBER;
}

/* An operator is as long as possible, ends where a comment begins, and ends in + or - only if it
 * contains a character that SQL's own operators do not use. */
static ip_token_kind skip_operator(cursor *c)
{
    size_t length = 0;
    while (in_operator(peek(c, length))) {
        if (length > 0 && ((peek(c, length) == '-' && peek(c, length + 1) == '-') ||
                           (peek(c, length) == '/' && peek(c, length + 1) == '*')))
            break;
        length++;
    }
    bool may_end_in_sign = false;
    for (size_t i = 0; i < length; i++)
        may_end_in_sign |= strchr("~!@#^&|`?%", peek(c, i)) != NULL;
    while (!may_end_in_sign && length > 1 && (peek(c, length - 1) == '+' || peek(c, length - 1) == '-'))
        length--;
    c->at += length;
    return IP_TOKEN_OPERATOR;
}

static ip_token_kind skip_word(cursor *c)
{
    unsigned char first = peek(c, 0);
    bool prefix = strchr("eEbBxXnN", first) && peek(c, 1) == '\'';
    if (prefix) {
        c->at++;
        return skip_string(c, first == 'e' || first == 'E');
    }
    if ((first == 'u' || first == 'U') && peek(c, 1) == '&' && (peek(c, 2) == '\'' || peek(c, 2) == '"')) {
        c->at += 2;
        if (peek(c, 0) == '\'')
            return skip_string(c, false);
        return skip_quoted(c, '"', false) ? IP_TOKEN_QUOTED : IP_TOKEN_BROKEN;
    }
    while (in_name(peek(c, 0)) || peek(c, 0) == '$')
        c->at++;
    return IP_TOKEN_WORD;
}

/* Length of the name that begins at ahead; 0: there is none. */
static size_t name_length(const cursor *c, size_t ahead)
{
    size_t length = 0;
    while (in_name(peek(c, ahead + length)))
        length++;
    return length;
}

/* psql's :x, :'x', :"x", :{?x}: its names may begin with a digit. */
static ip_token_kind skip_variable(cursor *c)
{
    unsigned char quote = peek(c, 1);
    size_t before = quote == '\'' || quote == '"' ? 2 : quote == '{' && peek(c, 2) == '?' ? 3 : 1;
    size_t length = name_length(c, before);
    if (length == 0)
        return IP_TOKEN_END;
    if (before > 1 && peek(c, before + length) != (before == 3 ? '}' : quote))
        return IP_TOKEN_END;
    c->at += before + length + (before > 1);
    return IP_TOKEN_VARIABLE;
}

/* What other tools splice in: ${x}, #{x}, {x}. A brace begins nothing in SQL. */
static ip_token_kind skip_braces(cursor *c)
{
    size_t before = peek(c, 0) == '{' ? 1 : 2;
    size_t length = peek(c, before - 1) == '{' && starts_name(peek(c, before)) ? name_length(c, before) : 0;
    if (length == 0 || peek(c, before + length) != '}')
        return IP_TOKEN_END;
    c->at += before + length + 1;
    return IP_TOKEN_VARIABLE;
}

/* To the end of the line, to the next command in it, or to "\\\\", after which SQL goes on: a token of its own that
 * counts as a blank. A backslash at the line's end joins the next line to it (pgbench). */
static ip_token_kind skip_command(cursor *c)
{
    static const char *const whole[] = {"!", "copy", "h", "help", "echo", "qecho", "warn", "prompt"};
    size_t word = 1, length = 0;
    bool to_end = false, takes_line = false;
    if (peek(c, 1) == '\\') {
        c->at += 2;
        return IP_TOKEN_COMMENT;
    }
    while (peek(c, word + length) && !is_space(peek(c, word + length)) && peek(c, word + length) != '\\')
        length++;
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
        if (strlen(whole[i]) == length && strncmp(c->text + c->at + word, whole[i], length) == 0) {
            to_end = true;
            takes_line = i < 4;
        }
    char quote = 0;
    for (c->at++; c->at < c->limit; c->at++) {
        char now = c->text[c->at];
        unsigned char next = peek(c, 1), before = (unsigned char)c->text[c->at - 1];
        if (now == '\\' && (next == '\n' || (next == '\r' && peek(c, 2) == '\n'))) {
            c->at += next == '\n' ? 1 : 2;
            continue;
        }
        if (now == '\n')
            break;
        if (quote ? now == quote : now == '\'' || now == '"' || now == '`')
            quote = quote ? 0 : now;
        if (!quote && now == '\\' && (next == '\\' ? !takes_line : !to_end && is_space(before) && starts_name(next)))
            break;
    }
    return IP_TOKEN_COMMAND;
}

static ip_token_kind skip_token(cursor *c, bool psql)
{
    unsigned char first = peek(c, 0), second = peek(c, 1);
    if (first == '-' && second == '-') {
        while (c->at < c->limit && c->text[c->at] != '\n' && c->text[c->at] != '\r')
            c->at++;
        return IP_TOKEN_COMMENT;
    }
    if (first == '/' && second == '*')
        return skip_block_comment(c);
    if (first == '\'')
        return skip_string(c, false);
    if (first == '"')
        return skip_quoted(c, '"', false) ? IP_TOKEN_QUOTED : IP_TOKEN_BROKEN;
    if (psql && (first == '{' || (second == '{' && (first == '$' || first == '#')))) {
        ip_token_kind kind = skip_braces(c);
        if (kind == IP_TOKEN_VARIABLE)
            return kind;
    }
    if (first == '$')
        return skip_dollar(c);
    if (is_digit(first) || (first == '.' && is_digit(second)))
        return skip_number(c);
    if (starts_name(first))
        return skip_word(c);
    if (first == ':') {
        ip_token_kind kind = psql && second != ':' && second != '=' ? skip_variable(c) : IP_TOKEN_END;
        if (kind == IP_TOKEN_VARIABLE)
            return kind;
        c->at += second == ':' || second == '=' ? 2 : 1;
        return IP_TOKEN_OPERATOR;
    }
    if (psql && first == '\\')
        return skip_command(c);
    if (in_operator(first))
        return skip_operator(c);
    c->at += first == '.' && second == '.' ? 2 : 1;
    return first && strchr("()[],;.\\", first) ? IP_TOKEN_OPERATOR : IP_TOKEN_BROKEN;
}

ip_token ip_parse_lex(const ip_source *source, size_t at, size_t limit, bool psql)
{
    if (limit > source->length)
        limit = source->length;
    cursor c = {source->text, at, limit};
    while (c.at < limit && is_space((unsigned char)c.text[c.at]))
        c.at++;
    if (c.at >= limit)
        return (ip_token){IP_TOKEN_END, limit, limit};
    ip_token token = {IP_TOKEN_END, c.at, c.at};
    token.kind = skip_token(&c, psql);
    token.end = c.at < limit ? c.at : limit;
    return token;
}

ip_token ip_parse_next_token(const ip_source *source, size_t *at, size_t limit, bool psql)
{
    ip_token token;
    do {
        token = ip_parse_lex(source, *at, limit, psql);
        *at = token.end;
    } while (token.kind == IP_TOKEN_COMMENT);
    return token;
}

bool ip_parse_token_is(const ip_source *source, ip_token token, const char *text)
{
    size_t length = strlen(text);
    return (token.kind == IP_TOKEN_WORD || token.kind == IP_TOKEN_OPERATOR) && token.end - token.begin == length &&
           strncasecmp(source->text + token.begin, text, length) == 0;
}

bool ip_parse_token_is_any(const ip_source *source, ip_token token, const char *const *texts)
{
    for (; *texts; texts++)
        if (ip_parse_token_is(source, token, *texts))
            return true;
    return false;
}

const char *ip_parse_token_name(ip_arena *arena, const ip_source *source, ip_token token)
{
    char *name = ip_arena_strndup(arena, source->text + token.begin, token.end - token.begin);
    if (token.kind != IP_TOKEN_QUOTED) {
        for (char *c = name; *c; c++)
            if (*c >= 'A' && *c <= 'Z')
                *c += 'a' - 'A';
        return name;
    }
    const char *from = strchr(name, '"') + 1;
    char *to = name;
    for (; *from && !(from[0] == '"' && from[1] != '"'); from++) {
        if (from[0] == '"')
            from++;
        *to++ = *from;
    }
    *to = 0;
    return name;
}

const char *ip_parse_token_shown(ip_arena *arena, const ip_source *source, ip_token token)
{
    if (token.kind == IP_TOKEN_END)
        return "end of input";
    size_t length = token.end - token.begin;
    bool cut = length > 40;
    if (cut)
        for (length = 40; length > 30 && ((unsigned char)source->text[token.begin + length] & 0xc0) == 0x80;)
            length--;
    char *text = ip_arena_strndup(arena, source->text + token.begin, length);
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < ' ')
            text[i] = ' ';
    return ip_arena_printf(arena, "\"%s%s\"", text, cut ? "…" : "");
}

bool ip_parse_token_dollar(const ip_source *source, ip_token token, size_t *begin, size_t *end)
{
    if (token.kind != IP_TOKEN_STRING || source->text[token.begin] != '$')
        return false;
    cursor c = {source->text, token.begin, token.end};
    size_t tag = dollar_tag(&c);
    *begin = token.begin + tag;
    *end = token.end - tag;
    return true;
}

const char *ip_parse_token_fault(const ip_source *source, ip_token token)
{
    const char *text = source->text + token.begin;
    if (token.end - token.begin > 1 && text[0] == '/' && text[1] == '*')
        return "unterminated comment";
    if (text[0] == '"' || (token.end - token.begin > 2 && text[2] == '"'))
        return "unterminated quoted identifier";
    if (text[0] == '\'' || (token.end - token.begin > 1 && text[1] == '\''))
        return "unterminated quoted string";
    if (text[0] == '$' && token.end - token.begin > 1)
        return "unterminated dollar-quoted string";
    return "character that begins nothing in SQL";
}
