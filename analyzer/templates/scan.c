/* Finds the values in a text by its tokens: numbers with their signs, strings, and NULL, true and false where a value
 * may stand. */
#include "templates/scan.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

uint64_t ip_templates_hash_bytes(uint64_t hash, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ at[i]) * UINT64_C(1099511628211); /* FNV-1a */
    return hash;
}

ip_log_literal ip_templates_literal_of(const char *content, bool known)
{
    ip_log_literal value = {.content = content, .known = known};
    value.hash = content ? ip_templates_hash_bytes(IP_HASH_BEGIN, content, strlen(content)) : 1;
    return value;
}

/* Turns 'it''s' into it's. E'\n' keeps its spelling, which is the same for the same value from the same library. */
static const char *content_of(ip_arena *arena, const char *text, size_t length)
{
    char *content = ip_arena_strndup(arena, text, length), *to = content;
    if (*text != '\'' || length < 2)
        return content;
    for (size_t i = 1; i + 1 < length; i++) {
        *to++ = text[i];
        i += text[i] == '\'' && text[i + 1] == '\'';
    }
    *to = '\0';
    return content;
}

static void add_value(ip_arena *arena, ip_scan *scan, size_t begin, size_t end, bool null)
{
    const char *text = ip_arena_strndup(arena, scan->source.text + begin, end - begin);
    ip_log_literal value = ip_templates_literal_of(null ? NULL : content_of(arena, text, end - begin), true);
    value.text = text;
    value.begin = begin;
    value.end = end;
    IP_PUSH(arena, &scan->values, value);
}

/* What the previous token implies for the next one. */
typedef enum before { BEFORE_OPERAND, AFTER_OPERAND, AFTER_OPERATOR } before;

static bool word_is(const char *text, ip_token t, const char *word)
{
    return t.end - t.begin == strlen(word) && strncasecmp(text + t.begin, word, t.end - t.begin) == 0;
}

static before after_word(const char *text, ip_token t)
{
    static const char *const before_operands[] = {"and",  "or",     "not",    "where",     "values", "in",   "limit",
                                                  "by",   "select", "set",    "between",   "like",   "then", "else",
                                                  "when", "on",     "offset", "returning", "case",   "ilike"};
    for (size_t i = 0; i < sizeof before_operands / sizeof before_operands[0]; i++)
        if (word_is(text, t, before_operands[i]))
            return BEFORE_OPERAND;
    return AFTER_OPERAND;
}

static before after_operator(const char *text, ip_token t)
{
    char c = text[t.begin];
    return c == ')' || c == ']' ? AFTER_OPERAND : AFTER_OPERATOR;
}

static bool is_constant_word(const char *text, ip_token t, bool *null)
{
    *null = word_is(text, t, "null");
    return *null || word_is(text, t, "true") || word_is(text, t, "false");
}

typedef struct builder {
    ip_arena *arena;
    char *key;
    size_t length, room;
} builder;

static void append(builder *b, const char *text, size_t length)
{
    if (b->length + length + 1 > b->room) {
        b->room = 2 * (b->length + length + 1);
        char *larger = ip_arena_alloc(b->arena, b->room);
        memcpy(larger, b->key, b->length);
        b->key = larger;
    }
    memcpy(b->key + b->length, text, length);
    b->length += length;
    b->key[b->length] = '\0';
}

/* Tells whether the comment is one of sqlcommenter or marginalia: it has a key and a value. */
static bool is_note(const char *text, ip_token t)
{
    return t.end - t.begin > 4 && text[t.begin + 1] == '*' &&
           (memchr(text + t.begin, '=', t.end - t.begin) || memchr(text + t.begin, ':', t.end - t.begin));
}

bool ip_templates_scan_next(ip_arena *arena, const char *text, size_t length, size_t *at, ip_scan *scan)
{
    *scan = (ip_scan){.source = {.path = "", .text = text, .length = length}};
    builder b = {arena, ip_arena_alloc(arena, 256), 0, 256};
    before state = BEFORE_OPERAND;
    size_t begin = length, end = 0, sign = length, last_end = 0;
    int tokens = 0, nesting = 0;
    bool routine = false;
    for (ip_token t = ip_parse_lex(&scan->source, *at, length, false); t.kind != IP_TOKEN_END;
         t = ip_parse_lex(&scan->source, t.end, length, false)) {
        *at = t.end;
        if (t.kind == IP_TOKEN_COMMENT) {
            if (is_note(text, t))
                scan->note = ip_arena_strndup(arena, text + t.begin, t.end - t.begin);
            continue;
        }
        char c = text[t.begin];
        if (c == ';' && t.kind == IP_TOKEN_OPERATOR && nesting == 0) {
            if (tokens == 0)
                continue;
            break;
        }
        if (tokens++ == 0) {
            begin = t.begin;
            routine = word_is(text, t, "create");
        }
        if (routine && word_is(text, t, "atomic"))
            nesting++;
        if (routine && nesting > 0 && word_is(text, t, "case"))
            nesting++;
        if (routine && nesting > 0 && word_is(text, t, "end"))
            nesting--;
        end = t.end;
        bool null = false;
        bool value = t.kind == IP_TOKEN_NUMBER || t.kind == IP_TOKEN_STRING ||
                     (t.kind == IP_TOKEN_WORD && state == AFTER_OPERATOR && is_constant_word(text, t, &null));
        bool sign_before = value && t.kind == IP_TOKEN_NUMBER && sign != length;
        if (tokens > 1 && t.begin > last_end && !sign_before)
            append(&b, " ", 1);
        if (value) {
            if (sign_before)
                b.length = b.length - 1; /* the sign is part of the number */
            add_value(arena, scan, sign_before ? sign : t.begin, t.end, null);
            append(&b, "\x01", 1);
        } else {
            append(&b, text + t.begin, t.end - t.begin);
        }
        sign = t.kind == IP_TOKEN_OPERATOR && t.end == t.begin + 1 && c == '-' && state != AFTER_OPERAND ? t.begin
                                                                                                         : length;
        last_end = t.end;
        state = t.kind == IP_TOKEN_WORD       ? value ? AFTER_OPERAND : after_word(text, t)
                      : t.kind == IP_TOKEN_OPERATOR ? after_operator(text, t)
                                              : AFTER_OPERAND;
    }
    if (tokens == 0)
        return false;
    scan->key = b.key;
    scan->hash = ip_templates_hash_bytes(IP_HASH_BEGIN, b.key, b.length);
    /* Cuts out the statement, with offsets relative to its beginning. */
    scan->source.text = ip_arena_strndup(arena, text + begin, end - begin);
    scan->source.length = end - begin;
    for (int i = 0; i < scan->values.count; i++) {
        scan->values.items[i].begin -= begin;
        scan->values.items[i].end -= begin;
    }
    return true;
}
