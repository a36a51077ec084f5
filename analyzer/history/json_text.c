/* JSON with places: every value knows where it stands, so that a message about its meaning has file, line and
 * column as one about its syntax has. */
#include "history/json_text.h"

#include <string.h>

enum { DEEPEST = 64 };

typedef struct reader {
    ip_arena *arena;
    const ip_source *source;
    ip_diagnostics *diagnostics;
    size_t at;
} reader;

static ip_json *fail(const reader *r, size_t at, const char *message)
{
    size_t end = at < r->source->length ? at + 1 : at;
    ip_diagnostics_add(r->diagnostics, IP_ERROR, (ip_range){r->source, at, end}, NULL, "%s", message);
    return NULL;
}

static int peek(const reader *r)
{
    return r->at < r->source->length ? (unsigned char)r->source->text[r->at] : -1;
}

static void skip_blanks(reader *r)
{
    while (peek(r) == ' ' || peek(r) == '\t' || peek(r) == '\n' || peek(r) == '\r')
        r->at++;
}

static bool accept(reader *r, char c)
{
    skip_blanks(r);
    if (peek(r) != c)
        return false;
    r->at++;
    return true;
}

static ip_json *new_value(const reader *r, ip_json_kind kind, size_t begin)
{
    ip_json *value = IP_NEW(r->arena, ip_json);
    value->kind = kind;
    value->range = (ip_range){r->source, begin, r->at};
    value->text = "";
    return value;
}

typedef IP_VEC(char) bytes;

static void put_code_point(const reader *r, bytes *text, unsigned code)
{
    if (code < 0x80) {
        IP_PUSH(r->arena, text, (char)code);
        return;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
    IP_PUSH(r->arena, text, (char)(lead[more] | code >> 6 * more));
    while (more-- > 0)
        IP_PUSH(r->arena, text, (char)(0x80 | (code >> 6 * more & 0x3f)));
}

static bool read_hex(reader *r, unsigned *code)
{
    *code = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        int c = peek(r), digit = c >= '0' && c <= '9'   ? c - '0'
                                 : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                 : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                        : -1;
        if (digit < 0)
            return false;
        *code = *code << 4 | (unsigned)digit;
    }
    return true;
}

/* After "\u"; a surrogate needs its partner. 0 is refused: texts end with it here. */
static bool read_unicode(reader *r, bytes *text)
{
    unsigned code, low;
    if (!read_hex(r, &code) || code == 0 || (code >= 0xdc00 && code <= 0xdfff))
        return false;
    if (code >= 0xd800 && code <= 0xdbff) {
        if (peek(r) != '\\' || r->source->text[r->at + 1] != 'u')
            return false;
        r->at += 2;
        if (!read_hex(r, &low) || low < 0xdc00 || low > 0xdfff)
            return false;
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    put_code_point(r, text, code);
    return true;
}

static bool read_escape(reader *r, bytes *text)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    int c = peek(r);
    r->at++;
    if (c == 'u')
        return read_unicode(r, text);
    const char *found = c > 0 ? strchr(from, c) : NULL;
    if (!found)
        return false;
    IP_PUSH(r->arena, text, to[found - from]);
    return true;
}

static ip_json *read_string(reader *r)
{
    size_t begin = r->at++;
    bytes text = {0};
    for (;;) {
        size_t at = r->at;
        int c = peek(r);
        if (c < 0)
            return fail(r, begin, "this string does not end: expected a closing '\"'");
        if (c < ' ')
            return fail(r, at, "a control character in a string: expected an escape such as \\n");
        r->at++;
        if (c == '"')
            break;
        if (c != '\\')
            IP_PUSH(r->arena, &text, (char)c);
        else if (!read_escape(r, &text))
            return fail(r, at, "not an escape of JSON: expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u0001");
    }
    ip_json *value = new_value(r, IP_JSON_STRING, begin);
    value->text = ip_arena_strndup(r->arena, text.items ? text.items : "", (size_t)text.count);
    return value;
}

static bool read_digits(reader *r)
{
    size_t begin = r->at;
    while (peek(r) >= '0' && peek(r) <= '9')
        r->at++;
    return r->at > begin;
}

static ip_json *read_number(reader *r)
{
    size_t begin = r->at;
    if (peek(r) == '-')
        r->at++;
    bool zero = peek(r) == '0', good = zero ? ++r->at > 0 : read_digits(r);
    if (good && peek(r) == '.') {
        r->at++;
        good = read_digits(r);
    }
    if (good && (peek(r) == 'e' || peek(r) == 'E')) {
        r->at++;
        if (peek(r) == '+' || peek(r) == '-')
            r->at++;
        good = read_digits(r);
    }
    if (!good || (peek(r) >= '0' && peek(r) <= '9'))
        return fail(r, begin, "not a number of JSON");
    ip_json *value = new_value(r, IP_JSON_NUMBER, begin);
    value->text = ip_arena_strndup(r->arena, r->source->text + begin, r->at - begin);
    return value;
}

static ip_json *read_word(reader *r)
{
    static const struct {
        const char *word;
        ip_json_kind kind;
    } words[] = {{"null", IP_JSON_NULL}, {"false", IP_JSON_FALSE}, {"true", IP_JSON_TRUE}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i].word), begin = r->at;
        if (r->source->length - begin < length || memcmp(r->source->text + begin, words[i].word, length) != 0)
            continue;
        r->at += length;
        ip_json *value = new_value(r, words[i].kind, begin);
        value->text = words[i].word;
        return value;
    }
    return fail(r, r->at,
                peek(r) < 0 ? "the file ends here: expected a value"
                            : "expected a value: an object, an array, a string, a number, true, false or null");
}

static ip_json *read_value(reader *r, int depth);

static bool read_member(reader *r, ip_json *object, int depth)
{
    skip_blanks(r);
    if (peek(r) != '"')
        return fail(r, r->at, "expected a key, a string in double quotes");
    ip_json *key = read_string(r);
    if (!key)
        return false;
    if (ip_history_json_get(object, key->text)) {
        ip_diagnostics_add(r->diagnostics, IP_ERROR, key->range, NULL, "'%s' is given twice", key->text);
        return false;
    }
    if (!accept(r, ':'))
        return fail(r, r->at, "expected ':' after a key");
    ip_json *value = read_value(r, depth);
    if (!value)
        return false;
    IP_PUSH(r->arena, &object->keys, key);
    IP_PUSH(r->arena, &object->items, value);
    return true;
}

static ip_json *read_list(reader *r, bool is_object, int depth)
{
    char end = is_object ? '}' : ']';
    size_t begin = r->at++;
    if (depth > DEEPEST)
        return fail(r, begin, "nested too deeply");
    ip_json *list = new_value(r, is_object ? IP_JSON_OBJECT : IP_JSON_ARRAY, begin);
    if (!accept(r, end)) {
        do {
            ip_json *item = NULL;
            if (is_object ? !read_member(r, list, depth + 1) : !(item = read_value(r, depth + 1)))
                return NULL;
            if (item)
                IP_PUSH(r->arena, &list->items, item);
        } while (accept(r, ','));
        if (!accept(r, end))
            return fail(r, r->at, is_object ? "expected ',' or '}'" : "expected ',' or ']'");
    }
    list->range.end = r->at;
    return list;
}

static ip_json *read_value(reader *r, int depth)
{
    skip_blanks(r);
    int c = peek(r);
    if (c == '{' || c == '[')
        return read_list(r, c == '{', depth);
    if (c == '"')
        return read_string(r);
    if (c == '-' || (c >= '0' && c <= '9'))
        return read_number(r);
    return read_word(r);
}

const ip_json *ip_history_json_parse(ip_arena *arena, const ip_source *source, ip_diagnostics *diagnostics)
{
    reader r = {arena, source, diagnostics, 0};
    const ip_json *value = read_value(&r, 0);
    skip_blanks(&r);
    if (value && r.at < source->length)
        return fail(&r, r.at, "expected nothing after the value");
    return value;
}

const ip_json *ip_history_json_parse_value(ip_arena *arena, const ip_source *source, ip_diagnostics *diagnostics,
                                           size_t *at)
{
    reader r = {arena, source, diagnostics, *at};
    const ip_json *value = read_value(&r, 0);
    *at = r.at;
    return value;
}

bool ip_history_json_accept(const ip_source *source, size_t *at, char c)
{
    reader r = {.source = source, .at = *at};
    bool found = accept(&r, c);
    *at = r.at;
    return found;
}

const ip_json *ip_history_json_get(const ip_json *object, const char *key)
{
    for (int i = 0; i < object->keys.count; i++)
        if (strcmp(object->keys.items[i]->text, key) == 0)
            return object->items.items[i];
    return NULL;
}

const char *ip_history_json_kind_name(ip_json_kind kind)
{
    static const char *const names[] = {"null", "false", "true", "a number", "a string", "an array", "an object"};
    return names[kind];
}
