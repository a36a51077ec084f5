/* Recognizes a file's format by its beginning, and calls the format's reader. */
#include "large_history/formats.h"

#include "history/json_text.h"

#include <ctype.h>
#include <string.h>

const char *ip_large_format_name(ip_large_format format)
{
    static const char *const names[] = {
#define X(id, name, what) [id] = name,
        IP_LARGE_FORMATS(X)
#undef X
    };
    return names[format];
}

/* -------------------------------------------------------------------- which -- */

static size_t skip_blanks(const ip_source *source, size_t at)
{
    while (at < source->length && (isspace((unsigned char)source->text[at]) || source->text[at] == ','))
        at++;
    return at;
}

/* EDN's comments go to the end of the line. */
static size_t skip_comments(const ip_source *source, size_t at)
{
    at = skip_blanks(source, at);
    while (at < source->length && source->text[at] == ';') {
        while (at < source->length && source->text[at] != '\n')
            at++;
        at = skip_blanks(source, at);
    }
    return at;
}

static bool is_elle(const ip_source *source)
{
    size_t at = skip_comments(source, 0);
    if (at < source->length && source->text[at] == '[')
        at = skip_comments(source, at + 1);
    if (at < source->length && source->text[at] == '#') /* a tagged record */
        return true;
    if (at >= source->length || source->text[at] != '{')
        return false;
    at = skip_blanks(source, at + 1);
    return at < source->length && source->text[at] == ':';
}

/* A number of eight bytes at the beginning has zeros in it, unless it is larger than any count. */
static bool is_dbcop(const ip_source *source)
{
    return source->length >= 8 && memchr(source->text, '\0', source->length < 16 ? source->length : 16);
}

/* Where the value that begins at a bracket ends. */
static size_t skip_value(const ip_source *source, size_t at)
{
    int depth = 0;
    bool quoted = false;
    for (; at < source->length; at++) {
        char c = source->text[at];
        if (quoted) {
            at += c == '\\';
            quoted = c != '"';
            continue;
        }
        quoted = c == '"';
        depth += (c == '{' || c == '[') - (c == '}' || c == ']');
        if (depth == 0 && (c == '}' || c == ']'))
            return at + 1;
    }
    return at;
}

static bool is_json_lines(const ip_source *source, size_t begin)
{
    size_t end = skip_value(source, begin), more = skip_blanks(source, end);
    if (more < source->length)
        return source->text[more] == '{';
    const char *events = strstr(source->text, "\"events\""), *sessions = strstr(source->text, "\"sessions\"");
    return events && events < source->text + end && !(sessions && sessions < source->text + end);
}

ip_large_format ip_large_format_of(const ip_source *source)
{
    size_t at = skip_blanks(source, 0);
    if (is_dbcop(source))
        return IP_LARGE_DBCOP;
    if (at + 1 < source->length && (source->text[at] == 'r' || source->text[at] == 'w') && source->text[at + 1] == '(')
        return IP_LARGE_TEXT;
    if (is_elle(source))
        return IP_LARGE_ELLE;
    if (at < source->length && source->text[at] == '{')
        return is_json_lines(source, at) ? IP_LARGE_JSON_LINES : IP_LARGE_JSON;
    return IP_LARGE_FORMAT_COUNT;
}

long ip_large_json_count(const ip_source *source)
{
    long count = 0;
    int depth = 0;
    bool quoted = false;
    for (size_t at = 0; at < source->length; at++) {
        char c = source->text[at];
        if (quoted) {
            at += c == '\\';
            quoted = c != '"';
            continue;
        }
        quoted = c == '"';
        if (c == '{' || c == '[')
            count += ++depth == 5 && c == '{'; /* { sessions: [ { transactions: [ { */
        else if (c == '}' || c == ']')
            depth--;
    }
    return count;
}

/* ------------------------------------------------------------------ reading -- */

static bool read_into(ip_large_builder *b, const ip_source *source, ip_large_format format, ip_diagnostics *diagnostics)
{
    switch (format) {
    case IP_LARGE_JSON:
        return ip_large_read_json(b, source, diagnostics);
    case IP_LARGE_JSON_LINES:
        return ip_large_read_json_lines(b, source, diagnostics);
    case IP_LARGE_TEXT:
        return ip_large_read_text(b, source);
    case IP_LARGE_DBCOP:
        return ip_large_read_dbcop(b, source);
    case IP_LARGE_ELLE:
        return ip_large_read_elle(b, source);
    default:
        ip_diagnostics_add(
            diagnostics, IP_ERROR, (ip_range){source, 0, 0}, NULL,
            "expected a history: JSON, lines r(key,value,session,transaction) and w(…), dbcop's bincode or "
            "Elle's EDN");
        return false;
    }
}

const ip_large_history *ip_large_read_file(ip_arena *arena, const ip_source *source, ip_large_format format,
                                           ip_diagnostics *diagnostics)
{
    static const char *const initial[] = {
        [IP_LARGE_JSON] = "nnull", [IP_LARGE_JSON_LINES] = "nnull", [IP_LARGE_TEXT] = "0",
        [IP_LARGE_DBCOP] = "0",    [IP_LARGE_ELLE] = "nil",         [IP_LARGE_FORMAT_COUNT] = ""};
    bool json = format == IP_LARGE_JSON || format == IP_LARGE_JSON_LINES;
    ip_large_builder *b =
        ip_large_builder_new(arena, source, diagnostics, initial[format], json ? "" : "key ", json ? 1 : 0);
    if (!read_into(b, source, format, diagnostics))
        return NULL;
    return ip_large_finish(b);
}
