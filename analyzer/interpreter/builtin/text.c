/* Operators and functions on text. Lengths and positions count UTF-8 characters. upper and lower change ASCII letters
 * only, as in the C locale. */
#include "parse/quoted_name.h"
#include "interpreter/builtin/builtin.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static ip_datum text_of(ip_run_state *run, const char *bytes, size_t length)
{
    return (ip_datum){
        .kind = IP_DATUM_TEXT, .count = (int)length, .as.text = ip_arena_strndup(run->arena, bytes, length)};
}

static size_t bytes_of(ip_datum text)
{
    return (size_t)text.count;
}

static int64_t characters(ip_datum text)
{
    return (int64_t)ip_value_datum_utf8_length(text.as.text, bytes_of(text));
}

/* Returns the characters from begin up to end, counted from 0; end is exclusive. */
static ip_datum slice(ip_run_state *run, ip_datum text, int64_t begin, int64_t end)
{
    size_t from = ip_value_utf8_offset(text.as.text, bytes_of(text), (size_t)(begin < 0 ? 0 : begin));
    size_t to = end <= begin ? from : ip_value_utf8_offset(text.as.text, bytes_of(text), (size_t)(end < 0 ? 0 : end));
    return text_of(run, text.as.text + from, to > from ? to - from : 0);
}

enum { LONGEST = 1000000 };

static _Noreturn void refuse_length(ip_run_state *run)
{
    ip_interpreter_unable(run, run->range, "a text of more than a million bytes");
}

static ip_datum join(ip_run_state *run, ip_datum a, ip_datum b)
{
    if (bytes_of(a) + bytes_of(b) > LONGEST)
        refuse_length(run);
    ip_interpreter_check_memory(run);
    char *joined = ip_arena_alloc(run->arena, bytes_of(a) + bytes_of(b) + 1);
    memcpy(joined, a.as.text, bytes_of(a));
    memcpy(joined + a.count, b.as.text, bytes_of(b));
    return (ip_datum){.kind = IP_DATUM_TEXT, .count = a.count + b.count, .as.text = joined};
}

static bool holds_interval(ip_datum value)
{
    bool holds = value.kind == IP_DATUM_INTERVAL;
    bool items = value.kind == IP_DATUM_ARRAY || value.kind == IP_DATUM_RECORD;
    for (int i = 0; items && !holds && i < value.count; i++)
        holds = holds_interval(value.as.items[i]);
    return holds;
}

const char *ip_builtin_text_of(ip_run_state *run, ip_datum value)
{
    const ip_database *db = run->database;
    if (db->setting && holds_interval(value)) {
        const char *style = db->setting(db->data, "intervalstyle");
        if (style && strcmp(style, "postgres") != 0)
            ip_interpreter_unable(run, run->range, "an interval as text with this IntervalStyle");
    }
    return ip_value_datum_text(run->arena, value);
}

/* Returns the value as a cast to text does. */
static ip_datum as_text(ip_run_state *run, ip_datum value)
{
    if (value.kind == IP_DATUM_BOOLEAN)
        return ip_value_datum_string(value.as.boolean ? "true" : "false");
    return value.kind == IP_DATUM_TEXT ? value : ip_value_datum_string(ip_builtin_text_of(run, value));
}

static ip_datum concatenate(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return join(run, as_text(run, args[0]), as_text(run, args[1]));
}

static ip_datum concat(ip_run_state *run, const ip_datum *args, int count)
{
    ip_datum result = ip_value_datum_string("");
    for (int i = 0; i < count; i++)
        if (args[i].kind != IP_DATUM_NULL)
            result = join(run, result, ip_value_datum_string(ip_builtin_text_of(run, args[i])));
    return result;
}

static ip_datum concat_ws(ip_run_state *run, const ip_datum *args, int count)
{
    ip_datum result = ip_value_datum_string("");
    bool first = true;
    if (args[0].kind == IP_DATUM_NULL)
        return args[0];
    for (int i = 1; i < count; i++)
        if (args[i].kind != IP_DATUM_NULL) {
            result = first ? result : join(run, result, args[0]);
            result = join(run, result, ip_value_datum_string(ip_builtin_text_of(run, args[i])));
            first = false;
        }
    return result;
}

static ip_datum length_text(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return ip_value_datum_integer(characters(args[0]));
}

static ip_datum length_padded(ip_run_state *run, const ip_datum *args, int count)
{
    ip_datum text = args[0];
    while (text.count && text.as.text[text.count - 1] == ' ')
        text.count--;
    return length_text(run, &text, count);
}

static ip_datum length_bytes(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return ip_value_datum_integer(args[0].count);
}

int64_t ip_builtin_substring(ip_run_state *run, const ip_datum *args, int count, int64_t length, int64_t *begin)
{
    int64_t first = args[1].as.integer - 1, end = length;
    if (count > 2 && args[2].as.integer < 0)
        ip_interpreter_raise(run, "22011", "negative substring length not allowed");
    if (count > 2 && first + args[2].as.integer < end)
        end = first + args[2].as.integer;
    first = first < 0 ? 0 : first;
    *begin = first < end ? first : 0;
    return first < end ? end - first : 0;
}

static ip_datum substring(ip_run_state *run, const ip_datum *args, int count)
{
    int64_t begin, length = ip_builtin_substring(run, args, count, characters(args[0]), &begin);
    return slice(run, args[0], begin, begin + length);
}

/* Computes substring(…) || new || substring(…). Without a count, as many characters are replaced as the new text has.
 */
static ip_datum overlay(ip_run_state *run, const ip_datum *args, int count)
{
    int64_t begin = args[2].as.integer - 1, length = count > 3 ? args[3].as.integer : characters(args[1]);
    if (begin < 0)
        ip_interpreter_raise(run, "22011", "negative substring length not allowed");
    if (length < 0)
        ip_interpreter_unable(run, run->range, "overlay() with a negative length");
    ip_datum head = slice(run, args[0], 0, begin), tail = slice(run, args[0], begin + length, characters(args[0]));
    return join(run, join(run, head, args[1]), tail);
}

static ip_datum map(ip_run_state *run, ip_datum text, int (*change)(int))
{
    ip_datum result = text_of(run, text.as.text, bytes_of(text));
    for (char *c = (char *)result.as.text; *c; c++)
        if ((unsigned char)*c < 128)
            *c = (char)change((unsigned char)*c);
    return result;
}

static ip_datum refuse_letters(ip_run_state *run, ip_datum text)
{
    for (int i = 0; i < text.count; i++)
        if ((unsigned char)text.as.text[i] >= 128)
            ip_interpreter_unable(run, run->range, "upper and lower case beyond ASCII");
    return text;
}

static ip_datum upper(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return map(run, refuse_letters(run, args[0]), toupper);
}

static ip_datum lower(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return map(run, refuse_letters(run, args[0]), tolower);
}

static ip_datum initcap(ip_run_state *run, const ip_datum *args, int count)
{
    ip_datum result = lower(run, args, count);
    bool start = true;
    for (char *c = (char *)result.as.text; *c; c++) {
        if (start)
            *c = (char)toupper((unsigned char)*c);
        start = !isalnum((unsigned char)*c);
    }
    return result;
}

static ip_datum trim(ip_run_state *run, ip_datum text, const char *set, bool front, bool back)
{
    const char *begin = text.as.text, *end = begin + text.count;
    while (front && begin < end && strchr(set, *begin))
        begin++;
    while (back && begin < end && strchr(set, end[-1]))
        end--;
    return text_of(run, begin, (size_t)(end - begin));
}

#define TRIM(name, front, back)                                                                                        \
    static ip_datum name(ip_run_state *run, const ip_datum *args, int count)                                           \
    {                                                                                                                  \
        return trim(run, args[0], count > 1 ? args[1].as.text : " ", front, back);                                     \
    }
TRIM(trim_both, true, true)
TRIM(trim_left, true, false)
TRIM(trim_right, false, true)

static ip_datum replace(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    ip_datum result = ip_value_datum_string(""), rest = args[0];
    if (args[1].count == 0)
        return args[0];
    for (const char *hit; (hit = strstr(rest.as.text, args[1].as.text));) {
        result = join(run, result, text_of(run, rest.as.text, (size_t)(hit - rest.as.text)));
        result = join(run, result, args[2]);
        rest = ip_value_datum_string(hit + args[1].count);
    }
    return join(run, result, rest);
}

static ip_datum translate(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    char *result = ip_arena_alloc(run->arena, bytes_of(args[0]) + 1), *to = result;
    for (int i = 0; i < args[0].count; i++) {
        const char *hit = strchr(args[1].as.text, args[0].as.text[i]);
        if (!hit)
            *to++ = args[0].as.text[i];
        else if (hit - args[1].as.text < args[2].count)
            *to++ = args[2].as.text[hit - args[1].as.text];
    }
    return ip_value_datum_string(result);
}

static ip_datum position(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    const char *hit = strstr(args[0].as.text, args[1].as.text);
    return ip_value_datum_integer(
        hit ? (int64_t)ip_value_datum_utf8_length(args[0].as.text, (size_t)(hit - args[0].as.text)) + 1 : 0);
}

static ip_datum starts_with(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return ip_value_datum_boolean(strncmp(args[0].as.text, args[1].as.text, bytes_of(args[1])) == 0);
}

static ip_datum left(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    int64_t n = args[1].as.integer;
    return slice(run, args[0], 0, n >= 0 ? n : characters(args[0]) + n);
}

static ip_datum right(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    int64_t n = args[1].as.integer, all = characters(args[0]);
    if (n == INT32_MIN) /* -n is no integer, and the server truncates nothing */
        n = all;
    return slice(run, args[0], n >= 0 ? (all > n ? all - n : 0) : -n, all);
}

/* Repeats the text up to the given number of bytes. */
static ip_datum repeated(ip_run_state *run, ip_datum text, int64_t bytes)
{
    if (bytes > LONGEST)
        refuse_length(run);
    ip_interpreter_check_memory(run);
    char *copies = ip_arena_alloc(run->arena, (size_t)bytes + 1);
    int64_t filled = bytes < text.count ? bytes : text.count;
    memcpy(copies, text.as.text, (size_t)filled);
    for (int64_t more; filled < bytes; filled += more) {
        more = bytes - filled < filled ? bytes - filled : filled;
        memcpy(copies + filled, copies, (size_t)more);
    }
    return (ip_datum){.kind = IP_DATUM_TEXT, .count = (int)bytes, .as.text = copies};
}

static ip_datum repeat(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    int64_t times = args[1].as.integer;
    return times > 0 && args[0].count > 0 ? repeated(run, args[0], times * args[0].count) : ip_value_datum_string("");
}

static ip_datum reverse(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    size_t length = bytes_of(args[0]), begin = 0;
    ip_interpreter_check_memory(run);
    char *reversed = ip_arena_alloc(run->arena, length + 1);
    while (begin < length) {
        size_t end = begin + ip_value_utf8_offset(args[0].as.text + begin, length - begin, 1);
        memcpy(reversed + length - end, args[0].as.text + begin, end - begin);
        begin = end;
    }
    return (ip_datum){.kind = IP_DATUM_TEXT, .count = args[0].count, .as.text = reversed};
}

static ip_datum fill(ip_run_state *run, const ip_datum *args, int count, int64_t missing)
{
    ip_datum with = count > 2 ? args[2] : ip_value_datum_string(" ");
    int64_t width = characters(with);
    if (!width)
        return ip_value_datum_string("");
    if (missing > LONGEST)
        refuse_length(run);
    ip_datum rest = slice(run, with, 0, missing % width);
    return join(run, repeated(run, with, missing / width * with.count), rest);
}

static ip_datum pad_left(ip_run_state *run, const ip_datum *args, int count)
{
    int64_t missing = args[1].as.integer - characters(args[0]);
    if (missing <= 0)
        return slice(run, args[0], 0, args[1].as.integer);
    return join(run, fill(run, args, count, missing), args[0]);
}

static ip_datum pad_right(ip_run_state *run, const ip_datum *args, int count)
{
    int64_t missing = args[1].as.integer - characters(args[0]);
    if (missing <= 0)
        return slice(run, args[0], 0, args[1].as.integer);
    return join(run, args[0], fill(run, args, count, missing));
}

static ip_datum split_part(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    int64_t wanted = args[2].as.integer;
    if (wanted == 0)
        ip_interpreter_raise(run, "22023", "field position must not be zero");
    if (wanted < 0)
        ip_interpreter_unable(run, run->range, "split_part from the end");
    const char *rest = args[0].as.text;
    for (int64_t field = 1;; field++) {
        const char *hit = args[1].count ? strstr(rest, args[1].as.text) : NULL;
        if (field == wanted)
            return text_of(run, rest, hit ? (size_t)(hit - rest) : strlen(rest));
        if (!hit)
            return ip_value_datum_string("");
        rest = hit + args[1].count;
    }
}

/* Handles %, _ and backslash, and compares by characters. */
static bool like(ip_run_state *run, const char *text, const char *pattern, bool fold)
{
    for (; *pattern; pattern++) {
        if (*pattern == '%') {
            while (*pattern == '%')
                pattern++;
            for (; *text; text++)
                if (like(run, text, pattern, fold))
                    return true;
            return like(run, text, pattern, fold);
        }
        if (!*text)
            return false;
        if (*pattern == '_') {
            do
                text++;
            while (((unsigned char)*text & 0xC0) == 0x80);
            continue;
        }
        if (*pattern == '\\' && !*++pattern)
            ip_interpreter_raise(run, "22025", "LIKE pattern must not end with escape character");
        unsigned char a = (unsigned char)*text++, b = (unsigned char)*pattern;
        if (a != b && !(fold && tolower(a) == tolower(b)))
            return false;
    }
    return !*text;
}

#define LIKE(name, negate, fold)                                                                                       \
    static ip_datum name(ip_run_state *run, const ip_datum *args, int count)                                           \
    {                                                                                                                  \
        (void)count;                                                                                                   \
        return ip_value_datum_boolean(like(run, args[0].as.text, args[1].as.text, fold) != negate);                    \
    }
LIKE(like_text, false, false)
LIKE(not_like_text, true, false)
LIKE(ilike_text, false, true)
LIKE(not_ilike_text, true, true)

static ip_datum ascii(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    unsigned char first = (unsigned char)args[0].as.text[0];
    if (first >= 128)
        ip_interpreter_unable(run, run->range, "ascii() beyond ASCII");
    return ip_value_datum_integer(first);
}

static ip_datum chr(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    if (args[0].as.integer < 1 || args[0].as.integer > 127)
        ip_interpreter_unable(run, run->range, "chr() beyond ASCII");
    return text_of(run, &(char){(char)args[0].as.integer}, 1);
}

static ip_datum quote_text(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    if (args[0].kind == IP_DATUM_TEXT)
        return ip_value_datum_string(ip_value_datum_literal(run->arena, args[0], NULL));
    bool truth = args[0].kind == IP_DATUM_BOOLEAN; /* as a cast to text does */
    const char *text = truth ? args[0].as.boolean ? "true" : "false" : ip_builtin_text_of(run, args[0]);
    return ip_value_datum_string(ip_value_datum_literal(run->arena, ip_value_datum_string(text), NULL));
}

static ip_datum quote_nullable(ip_run_state *run, const ip_datum *args, int count)
{
    return args[0].kind == IP_DATUM_NULL ? ip_value_datum_string("NULL") : quote_text(run, args, count);
}

static ip_datum quote_name(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return ip_value_datum_string(ip_parse_quoted_name(run->arena, args[0].as.text));
}

/* Returns the result of one conversion: %s, %I or %L. */
static ip_datum converted(ip_run_state *run, char kind, ip_datum value)
{
    bool null = value.kind == IP_DATUM_NULL;
    if (null && kind == 'I')
        ip_interpreter_raise(run, "22004", "null values cannot be formatted as an SQL identifier");
    ip_datum text = null ? ip_value_datum_string("") : ip_value_datum_string(ip_builtin_text_of(run, value));
    if (kind == 'I')
        return quote_name(run, &text, 1);
    return kind == 'L' ? quote_nullable(run, null ? &value : &text, 1) : text;
}

/* Supports %s, %I, %L and %%, with a position (%2$s) or the next one, but no widths. */
static ip_datum format(ip_run_state *run, const ip_datum *args, int count)
{
    ip_datum result = ip_value_datum_string("");
    int next = 1;
    if (args[0].kind == IP_DATUM_NULL)
        return args[0];
    for (const char *c = args[0].as.text; *c; c++) {
        if (*c != '%') {
            result = join(run, result, text_of(run, c, 1));
            continue;
        }
        c++;
        if (*c == '%') {
            result = join(run, result, ip_value_datum_string("%"));
            continue;
        }
        size_t digits = strspn(c, "0123456789");
        if (digits > 0 && digits < 4 && c[digits] == '$') {
            next = atoi(c);
            if (next == 0)
                ip_interpreter_raise(run, "22023", "format specifies argument 0, but arguments are numbered from 1");
            c += digits + 1;
        }
        if (*c != 's' && *c != 'L' && *c != 'I')
            ip_interpreter_unable(run, run->range, "format() with %%%c", *c);
        if (next >= count)
            ip_interpreter_raise(run, "22023", "too few arguments for format()");
        result = join(run, result, converted(run, *c, args[next++]));
    }
    return result;
}

const ip_signature ip_builtin_text_signatures[] = {{"||", "tt", "t", concatenate, false, false},
                                                   {"||", "tN", "t", concatenate, false, false},
                                                   {"||", "Nt", "t", concatenate, false, false},
                                                   {"concat", "?*", "t", concat, true, false},
                                                   {"concat_ws", "t?*", "t", concat_ws, true, false},
                                                   {"format", "t*", "t", format, true, false},
                                                   {"length", "t", "i", length_text, false, false},
                                                   {"length", "c", "i", length_padded, false, false},
                                                   {"char_length", "t", "i", length_text, false, false},
                                                   {"char_length", "c", "i", length_padded, false, false},
                                                   {"character_length", "t", "i", length_text, false, false},
                                                   {"character_length", "c", "i", length_padded, false, false},
                                                   {"octet_length", "t", "i", length_bytes, false, false},
                                                   {"octet_length", "c", "i", length_bytes, false, false},
                                                   {"substr", "ti", "t", substring, false, false},
                                                   {"substr", "tii", "t", substring, false, false},
                                                   {"substring", "ti", "t", substring, false, false},
                                                   {"substring", "tii", "t", substring, false, false},
                                                   {"upper", "t", "t", upper, false, false},
                                                   {"lower", "t", "t", lower, false, false},
                                                   {"initcap", "t", "t", initcap, false, false},
                                                   {"btrim", "t", "t", trim_both, false, false},
                                                   {"btrim", "tt", "t", trim_both, false, false},
                                                   {"ltrim", "t", "t", trim_left, false, false},
                                                   {"ltrim", "tt", "t", trim_left, false, false},
                                                   {"rtrim", "t", "t", trim_right, false, false},
                                                   {"rtrim", "tt", "t", trim_right, false, false},
                                                   {"replace", "ttt", "t", replace, false, false},
                                                   {"translate", "ttt", "t", translate, false, false},
                                                   {"position", "tt", "i", position, false, false},
                                                   {"strpos", "tt", "i", position, false, false},
                                                   {"starts_with", "tt", "b", starts_with, false, false},
                                                   {"^@", "tt", "b", starts_with, false, false},
                                                   {"left", "ti", "t", left, false, false},
                                                   {"right", "ti", "t", right, false, false},
                                                   {"repeat", "ti", "t", repeat, false, false},
                                                   {"reverse", "t", "t", reverse, false, false},
                                                   {"lpad", "ti", "t", pad_left, false, false},
                                                   {"lpad", "tit", "t", pad_left, false, false},
                                                   {"rpad", "ti", "t", pad_right, false, false},
                                                   {"rpad", "tit", "t", pad_right, false, false},
                                                   {"overlay", "tti", "t", overlay, false, false},
                                                   {"overlay", "ttii", "t", overlay, false, false},
                                                   {"split_part", "tti", "t", split_part, false, false},
                                                   {"~~", "tt", "b", like_text, false, false},
                                                   {"~~", "ct", "b", like_text, false, false},
                                                   {"!~~", "tt", "b", not_like_text, false, false},
                                                   {"!~~", "ct", "b", not_like_text, false, false},
                                                   {"~~*", "tt", "b", ilike_text, false, false},
                                                   {"!~~*", "tt", "b", not_ilike_text, false, false},
                                                   {"ascii", "t", "i", ascii, false, false},
                                                   {"chr", "i", "t", chr, false, false},
                                                   {"quote_literal", "t", "t", quote_text, false, false},
                                                   {"quote_nullable", "t", "t", quote_nullable, true, false},
                                                   {"quote_literal", "?", "t", quote_text, false, false},
                                                   {"quote_nullable", "?", "t", quote_nullable, true, false},
                                                   {"quote_ident", "t", "t", quote_name, false, false},
                                                   {NULL, NULL, NULL, NULL, false, false}};
