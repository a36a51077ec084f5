/* Reads the data of COPY … FROM STDIN as rows (PostgreSQL 15, copyfromparse.c). */
#include "server/copy.h"
#include "server/user_types.h"

#include "protocol/binary.h"
#include "protocol/fields.h"
#include "protocol/requests.h"

#include <string.h>

enum { SIGNATURE = 11, CRITICAL_FLAGS = 0x7FFF0000 };

typedef struct reading {
    ip_copy *copy;
    const char *at, *end;
    ip_served_error error;
    int returns; /* whether lines end with \r\n; -1 before the first line */
} reading;

static void fail(reading *r, const char *message)
{
    r->error = (ip_served_error){"22P04", message};
}

/* Returns the next line without its end, or false at the end of the data. A quoted field of CSV may span several lines.
 */
static bool next_line(reading *r, const char **begin, const char **end)
{
    bool csv = r->copy->form == IP_COPY_CSV, quoted = false;
    if (r->at == r->end)
        return false;
    *begin = r->at;
    const char *c = r->at;
    for (; c < r->end && (quoted || *c != '\n'); c++) {
        if (csv && quoted && *c == r->copy->escape && r->copy->escape != r->copy->quote && c + 1 < r->end)
            c++;
        else if (csv && *c == r->copy->quote)
            quoted = !quoted;
    }
    r->at = c < r->end ? c + 1 : c;
    bool returns = c > *begin && c[-1] == '\r';
    *end = returns ? c - 1 : c;
    if (r->returns >= 0 && r->returns != returns && c < r->end)
        fail(r, returns ? "literal carriage return found in data" : "literal newline found in data");
    r->returns = returns;
    return !r->error.sqlstate;
}

static void check_text(reading *r, const char *text, size_t length)
{
    ip_request_problem problem = ip_protocol_text_problem(r->copy->arena, text, length);
    if (problem.sqlstate && !r->error.sqlstate)
        r->error = (ip_served_error){problem.sqlstate, problem.message};
}

static char unescaped(const char **c, const char *end)
{
    static const char letters[] = "bfnrtv", meant[] = "\b\f\n\r\t\v";
    int value = 0, digits = 0;
    if (**c == 'x') {
        const char *hex = *c + 1;
        for (; digits < 2 && hex < end && strchr("0123456789abcdefABCDEF", *hex); hex++, digits++)
            value = 16 * value + (*hex <= '9' ? *hex - '0' : (*hex | 32) - 'a' + 10);
        if (digits)
            *c = hex - 1;
        return digits ? (char)value : 'x';
    }
    for (; digits < 3 && *c < end && **c >= '0' && **c <= '7'; ++*c, digits++)
        value = 8 * value + (**c - '0');
    if (digits) {
        --*c;
        return (char)value;
    }
    const char *letter = strchr(letters, **c);
    return letter ? meant[letter - letters] : **c;
}

/* Reads the field at *at, and moves *at to the delimiter after it. Returns NULL for null. */
static const char *text_field(reading *r, const char **at, const char *end)
{
    const char *begin = *at, *c = begin;
    char *created = ip_arena_alloc(r->copy->arena, (size_t)(end - begin) + 1), *to = created;
    for (; c < end && *c != r->copy->delimiter; c++) {
        if (*c == '\\' && c + 1 < end) {
            c++;
            *to++ = unescaped(&c, end);
        } else {
            *to++ = *c;
        }
    }
    *to = '\0';
    *at = c;
    check_text(r, created, (size_t)(to - created));
    size_t length = (size_t)(c - begin);
    return length == strlen(r->copy->null) && memcmp(begin, r->copy->null, length) == 0 ? NULL : created;
}

static const char *csv_field(reading *r, const char **at, const char *end)
{
    const ip_copy *copy = r->copy;
    const char *c = *at;
    char *created = ip_arena_alloc(copy->arena, (size_t)(end - c) + 1), *to = created;
    bool quoted = false, inside = false;
    for (; c < end && (inside || *c != copy->delimiter); c++) {
        if (inside && *c == copy->escape && c + 1 < end && (c[1] == copy->escape || c[1] == copy->quote))
            *to++ = *++c;
        else if (*c == copy->quote) {
            inside = !inside;
            quoted = true;
        } else {
            *to++ = *c;
        }
    }
    *to = '\0';
    *at = c;
    check_text(r, created, (size_t)(to - created));
    if (inside)
        fail(r, "unterminated CSV quoted field");
    return !quoted && strcmp(created, copy->null) == 0 ? NULL : created;
}

static ip_datum value_of(const ip_copy *copy, int column, const char *text)
{
    return text ? ip_served_wire_read(ip_served_wire_type_of(copy->types[column]).oid, text)
                : (ip_datum){.kind = IP_DATUM_NULL};
}

static void push(ip_copy *copy, const ip_datum *values)
{
    IP_PUSH(copy->arena, &copy->rows, ip_served_arguments(copy->arena, copy->code, values, copy->width));
}

static void read_line(reading *r, const char *at, const char *end)
{
    ip_copy *copy = r->copy;
    ip_datum *values = IP_NEW_ARRAY(copy->arena, ip_datum, copy->width + 1);
    for (int i = 0; i < copy->width && !r->error.sqlstate; i++) {
        if (i && at == end) {
            fail(r, ip_arena_printf(copy->arena, "missing data for column \"%s\"", copy->names[i]));
            return;
        }
        at += i > 0;
        values[i] = value_of(copy, i, copy->form == IP_COPY_CSV ? csv_field(r, &at, end) : text_field(r, &at, end));
    }
    if (at < end && !r->error.sqlstate)
        fail(r, "extra data after last expected column");
    if (!r->error.sqlstate)
        push(copy, values);
}

static void read_lines(reading *r)
{
    const char *begin, *end;
    bool header = r->copy->header;
    while (!r->error.sqlstate && next_line(r, &begin, &end)) {
        if (end - begin == 2 && memcmp(begin, "\\.", 2) == 0)
            return;
        if (!header)
            read_line(r, begin, end);
        header = false;
    }
}

/* The format is a signature, flags and an extension, then rows of fields with their lengths, then -1. */
static void read_binary(reading *r)
{
    ip_copy *copy = r->copy;
    ip_type_reader reader = {copy->served, copy->arena};
    const ip_binary_types types = {ip_served_type_kind, &reader};
    ip_fields fields = ip_protocol_fields_of(r->at, (size_t)(r->end - r->at));
    const char *signature = ip_protocol_field_bytes(&fields, SIGNATURE);
    if (!signature || memcmp(signature, "PGCOPY\n\377\r\n", SIGNATURE) != 0) {
        fail(r, "COPY file signature not recognized");
        return;
    }
    int32_t flags = ip_protocol_field_int32(&fields), extension = ip_protocol_field_int32(&fields);
    ip_protocol_field_bytes(&fields, (size_t)extension);
    if (flags & CRITICAL_FLAGS || fields.short_of)
        fail(r,
             flags & CRITICAL_FLAGS ? "unrecognized critical flags in COPY file header" : "invalid COPY file header");
    while (!r->error.sqlstate && ip_protocol_fields_left(&fields)) {
        int count = ip_protocol_field_int16(&fields);
        if (count == -1)
            return;
        ip_datum *values = IP_NEW_ARRAY(copy->arena, ip_datum, copy->width + 1);
        if (count != copy->width)
            fail(r, "row field count is not that of the columns");
        for (int i = 0; i < count && !r->error.sqlstate; i++) {
            int32_t length = ip_protocol_field_int32(&fields);
            const char *bytes = length < 0 ? NULL : ip_protocol_field_bytes(&fields, (size_t)length);
            uint32_t type = ip_served_wire_type_of(copy->types[i]).oid;
            const char *text = bytes ? ip_protocol_binary_text(copy->arena, &types, type, bytes, (size_t)length) : NULL;
            if (fields.short_of)
                fail(r, "unexpected EOF in COPY data");
            else if (bytes && !text)
                r->error = (ip_served_error){"22P03", "incorrect binary data format"};
            check_text(r, text, text ? strlen(text) : 0);
            values[i] = value_of(copy, i, text);
        }
        if (!r->error.sqlstate)
            push(copy, values);
    }
}

ip_served_error ip_served_copy_rows(ip_copy *copy)
{
    reading r = {.copy = copy, .at = copy->data ? copy->data : "", .returns = -1};
    r.end = r.at + copy->length;
    if (!copy->is_read)
        (copy->form == IP_COPY_BINARY ? read_binary : read_lines)(&r);
    copy->is_read = true;
    return r.error;
}
