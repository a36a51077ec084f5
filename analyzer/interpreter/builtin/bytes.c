/* Operators and functions on bytea. */
#include "interpreter/value/bytes.h"
#include "interpreter/builtin/builtin.h"

#include <string.h>

enum { LONGEST = 500000 };

static ip_datum created(ip_run_state *run, const unsigned char *bytes, size_t length)
{
    if (length > LONGEST)
        ip_interpreter_unable(run, run->range, "a bytea of more than %d bytes", LONGEST);
    ip_interpreter_check_memory(run);
    return ip_value_bytes_datum(run->arena, bytes, length);
}

static ip_datum text_of(ip_run_state *run, const char *bytes, size_t length)
{
    return (ip_datum){
        .kind = IP_DATUM_TEXT, .count = (int)length, .as.text = ip_arena_strndup(run->arena, bytes, length)};
}

static ip_datum concatenate(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    size_t a, b;
    const unsigned char *left = ip_value_bytes_of(run->arena, args[0], &a),
                        *right = ip_value_bytes_of(run->arena, args[1], &b);
    unsigned char *both = ip_arena_alloc(run->arena, a + b + 1);
    memcpy(both, left, a);
    memcpy(both + a, right, b);
    return created(run, both, a + b);
}

static ip_datum length_of(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return ip_value_datum_integer(args[0].count / 2 - 1);
}

static ip_datum part(ip_run_state *run, const ip_datum *args, int count)
{
    size_t length;
    const unsigned char *bytes = ip_value_bytes_of(run->arena, args[0], &length);
    int64_t begin, wanted = ip_builtin_substring(run, args, count, (int64_t)length, &begin);
    return created(run, bytes + begin, (size_t)wanted);
}

static const char base64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Lines have 76 characters. A full line ends with a newline even if it is the last one. */
static ip_datum to_base64(ip_run_state *run, const unsigned char *bytes, size_t length)
{
    size_t groups = (length + 2) / 3, count = 0;
    char *text = ip_arena_alloc(run->arena, groups * 4 + groups / 19 + 2);
    for (size_t i = 0; i < groups; i++) {
        uint32_t bits = 0;
        size_t given = length - 3 * i < 3 ? length - 3 * i : 3;
        for (size_t k = 0; k < 3; k++)
            bits = bits << 8 | (k < given ? bytes[3 * i + k] : 0u);
        for (size_t k = 0; k < 4; k++)
            text[count++] = k > given ? '=' : base64[bits >> (18 - 6 * k) & 63];
        if (i % 19 == 18 && given == 3)
            text[count++] = '\n';
    }
    return text_of(run, text, count);
}

static ip_datum to_escapes(ip_run_state *run, const unsigned char *bytes, size_t length)
{
    char *text = ip_arena_alloc(run->arena, 4 * length + 1);
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        bool escaped = bytes[i] == 0 || bytes[i] > 127;
        if (escaped || bytes[i] == '\\')
            text[count++] = '\\';
        for (int shift = 6; escaped && shift >= 0; shift -= 3)
            text[count++] = (char)('0' + (bytes[i] >> shift & 7));
        if (!escaped)
            text[count++] = (char)bytes[i];
    }
    return text_of(run, text, count);
}

static _Noreturn void raise_encoding(ip_run_state *run, const char *name)
{
    ip_interpreter_raise(run, "22023", "unrecognized encoding: \"%s\"", name);
}

static bool is_named(const char *given, const char *name)
{
    for (; *given && *name && (*given | 32) == *name; given++, name++)
        ;
    return !*given && !*name;
}

static ip_datum encode(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    size_t length;
    const unsigned char *bytes = ip_value_bytes_of(run->arena, args[0], &length);
    if (is_named(args[1].as.text, "hex"))
        return text_of(run, args[0].as.text + 2, 2 * length);
    if (is_named(args[1].as.text, "escape"))
        return to_escapes(run, bytes, length);
    if (!is_named(args[1].as.text, "base64"))
        raise_encoding(run, args[1].as.text);
    return to_base64(run, bytes, length);
}

/* Reads groups of four characters. A group with "=" gives fewer bytes, and so does each group after it. */
static ip_datum from_base64(ip_run_state *run, ip_datum text)
{
    unsigned char *bytes = ip_arena_alloc(run->arena, (size_t)text.count + 3);
    uint32_t bits = 0;
    size_t count = 0;
    int position = 0, whole = 3;
    for (int i = 0; i < text.count; i++) {
        const char c = text.as.text[i], *at = strchr(base64, c);
        if (strchr(" \t\n\r", c))
            continue;
        if (c == '=' && whole == 3 && position < 2)
            ip_interpreter_raise(run, "22023", "unexpected \"=\" while decoding base64 sequence");
        if (c != '=' && !at)
            ip_interpreter_raise(run, "22023", "invalid symbol found while decoding base64 sequence");
        if (c == '=' && whole == 3)
            whole = position - 1;
        bits = bits << 6 | (c == '=' ? 0u : (uint32_t)(at - base64));
        if (++position < 4)
            continue;
        for (int k = 0; k < whole; k++)
            bytes[count++] = (unsigned char)(bits >> (16 - 8 * k));
        bits = 0;
        position = 0;
    }
    if (position)
        ip_interpreter_raise(run, "22023", "invalid base64 end sequence");
    return created(run, bytes, count);
}

static ip_datum decode(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    ip_datum result;
    ip_failure failure;
    bool hex = is_named(args[1].as.text, "hex"), escape = is_named(args[1].as.text, "escape");
    if (!hex && !escape && is_named(args[1].as.text, "base64"))
        return from_base64(run, args[0]);
    if (!hex && !escape)
        raise_encoding(run, args[1].as.text);
    bool read =
        hex ? ip_value_bytes_parse_hex(run->arena, args[0].as.text, (size_t)args[0].count, &result, &failure)
            : ip_value_bytes_parse_escapes(run->arena, args[0].as.text, (size_t)args[0].count, &result, &failure);
    if (!read)
        ip_interpreter_raise_failure(run, &failure);
    return result;
}

static void check_utf8(ip_run_state *run, const ip_datum *name)
{
    if (!is_named(name->as.text, "utf8") && !is_named(name->as.text, "utf-8"))
        ip_interpreter_unable(run, run->range, "the encoding %s", name->as.text);
}

static ip_datum convert_from(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    size_t length;
    const unsigned char *bytes = ip_value_bytes_of(run->arena, args[0], &length);
    check_utf8(run, &args[1]);
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == 0)
            ip_interpreter_raise(run, "22021", "invalid byte sequence for encoding \"UTF8\"");
        if (bytes[i] > 127)
            ip_interpreter_unable(run, run->range, "convert_from() beyond ASCII");
    }
    return text_of(run, (const char *)bytes, length);
}

/* The most significant byte comes first. */
static ip_datum sent(ip_run_state *run, ip_datum value, int length)
{
    unsigned char bytes[8];
    for (int i = 0; i < length; i++)
        bytes[i] = (unsigned char)((uint64_t)value.as.integer >> (8 * (length - 1 - i)));
    return created(run, bytes, (size_t)length);
}

static ip_datum int2send(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return sent(run, args[0], 2);
}

static ip_datum int8send(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return sent(run, args[0], 8);
}

static ip_datum uuid_send(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    char digits[33];
    int at = 0;
    ip_datum result = {0};
    ip_failure failure;
    for (const char *c = args[0].as.text; *c && at < 32; c++)
        if (*c != '-')
            digits[at++] = *c;
    if (!ip_value_bytes_parse_hex(run->arena, digits, (size_t)at, &result, &failure))
        ip_interpreter_raise_failure(run, &failure);
    return result;
}

/* Returns the offset of a byte. Raises an error if it lies outside of the value. */
static size_t place_of(ip_run_state *run, ip_datum place, size_t length)
{
    if (place.as.integer < 0 || place.as.integer >= (int64_t)length)
        ip_interpreter_raise(run, "2202E", "index %lld out of valid range, 0..%lld", (long long)place.as.integer,
                             (long long)length - 1);
    return (size_t)place.as.integer;
}

static ip_datum get_byte(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    size_t length;
    const unsigned char *bytes = ip_value_bytes_of(run->arena, args[0], &length);
    return ip_value_datum_integer(bytes[place_of(run, args[1], length)]);
}

static ip_datum set_byte(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    size_t length;
    const unsigned char *bytes = ip_value_bytes_of(run->arena, args[0], &length);
    size_t place = place_of(run, args[1], length);
    unsigned char *changed = ip_arena_alloc(run->arena, length);
    memcpy(changed, bytes, length);
    changed[place] = (unsigned char)(args[2].as.integer & 0xff);
    return created(run, changed, length);
}

const ip_signature ip_builtin_bytes_signatures[] = {
    {"get_byte", "yi", "i", get_byte, false, false},     {"set_byte", "yii", "y", set_byte, false, false},
    {"||", "yy", "y", concatenate, false, false},        {"length", "y", "i", length_of, false, false},
    {"octet_length", "y", "i", length_of, false, false}, {"substring", "yi", "y", part, false, false},
    {"substring", "yii", "y", part, false, false},       {"substr", "yi", "y", part, false, false},
    {"substr", "yii", "y", part, false, false},          {"encode", "yt", "t", encode, false, false},
    {"decode", "tt", "y", decode, false, false},         {"convert_from", "ym", "t", convert_from, false, false},
    {"int2send", "s", "y", int2send, false, false},      {"int8send", "l", "y", int8send, false, false},
    {"uuid_send", "g", "y", uuid_send, false, false},    {NULL, NULL, NULL, NULL, false, false}};
