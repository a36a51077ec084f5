/* Checks the form of a client's messages (PostgreSQL 15, section 55.7), with the server's errors (pqformat.c,
 * postgres.c, mbutils.c). */
#include "protocol/requests.h"

#include "base/utf8.h"
#include "protocol/fields.h"

#include <string.h>

enum { HIGHEST_FORMAT = 1, LONGEST_SEQUENCE = 4 };

typedef struct checking {
    ip_arena *arena;
    ip_fields fields;
    ip_request_problem problem;
} checking;

static void find(checking *c, const char *sqlstate, const char *message)
{
    if (!c->problem.sqlstate)
        c->problem = (ip_request_problem){sqlstate, message};
}

/* How long the sequence would be, by its first byte (pg_utf_mblen). */
static size_t announced(unsigned char first)
{
    return (first & 0xE0) == 0xC0 ? 2 : (first & 0xF0) == 0xE0 ? 3 : (first & 0xF8) == 0xF0 ? 4 : 1;
}

ip_request_problem ip_protocol_text_problem(ip_arena *arena, const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        size_t left = length - i, valid = (signed char)text[i] > 0;
        if (!valid) { /* a sequence may be cut off by the end, where other bytes may follow */
            char most[LONGEST_SEQUENCE + 1] = "";
            memcpy(most, text + i, left < LONGEST_SEQUENCE ? left : LONGEST_SEQUENCE);
            valid = (size_t)ip_utf8_sequence(most);
        }
        if (!valid) {
            const char *bytes = "";
            size_t bad = announced((unsigned char)text[i]);
            for (size_t k = 0; k < bad && k < left; k++)
                bytes = ip_arena_printf(arena, "%s 0x%02x", bytes, (unsigned char)text[i + k]);
            return (ip_request_problem){
                "22021", ip_arena_printf(arena, "invalid byte sequence for encoding \"UTF8\":%s", bytes)};
        }
        i += valid;
    }
    return (ip_request_problem){0};
}

static void check_bytes(checking *c, const char *text, size_t length)
{
    ip_request_problem problem = ip_protocol_text_problem(c->arena, text, length);
    if (problem.sqlstate)
        find(c, problem.sqlstate, problem.message);
}

static void check_text(checking *c)
{
    const char *text = ip_protocol_field_text(&c->fields);
    if (c->fields.short_of)
        find(c, "08P01", "invalid string in message");
    else
        check_bytes(c, text, strlen(text));
}

static int count_of(checking *c)
{
    int count = ip_protocol_field_int16(&c->fields);
    if (count < 0 || c->fields.short_of)
        find(c, "08P01", "insufficient data left in message");
    return c->problem.sqlstate ? 0 : count;
}

static int format_at(checking *c)
{
    int format = ip_protocol_field_int16(&c->fields);
    if (format < 0 || format > HIGHEST_FORMAT)
        find(c, "22023", ip_arena_printf(c->arena, "unsupported format code: %d", format));
    return format;
}

static void check_bind(checking *c)
{
    check_text(c);
    check_text(c);
    int formats = count_of(c), *format = IP_NEW_ARRAY(c->arena, int, formats + 1);
    for (int i = 0; i < formats && !c->fields.short_of; i++)
        format[i] = format_at(c);
    int count = count_of(c);
    if (formats > 1 && formats != count)
        find(c, "08P01",
             ip_arena_printf(c->arena, "bind message has %d parameter formats but %d parameters", formats, count));
    for (int i = 0; i < count && !c->problem.sqlstate; i++) {
        int32_t length = ip_protocol_field_int32(&c->fields);
        const char *bytes = length == -1 ? NULL : ip_protocol_field_bytes(&c->fields, (size_t)length);
        bool binary = formats && format[formats == 1 ? 0 : i] == 1;
        if (c->fields.short_of)
            find(c, "08P01", "insufficient data left in message");
        else if (bytes && !binary)
            check_bytes(c, bytes, (size_t)length);
    }
    for (int n = count_of(c); n > 0 && !c->fields.short_of; n--)
        format_at(c);
}

static void check_parse(checking *c)
{
    check_text(c);
    check_text(c);
    for (int n = count_of(c); n > 0 && !c->fields.short_of; n--)
        ip_protocol_field_int32(&c->fields);
}

static void check_named(checking *c, const char *message)
{
    int kind = ip_protocol_field_byte(&c->fields);
    if (kind != 'S' && kind != 'P')
        find(c, "08P01", ip_arena_printf(c->arena, "invalid %s message subtype %d", message, kind));
    check_text(c);
}

ip_request_problem ip_protocol_request_problem(ip_arena *arena, const ip_frame *frame)
{
    checking c = {.arena = arena, .fields = ip_protocol_fields_of(frame->body, frame->length)};
    switch (frame->type) {
    case 'Q':
    case 'f':
        check_text(&c);
        break;
    case 'P':
        check_parse(&c);
        break;
    case 'B':
        check_bind(&c);
        break;
    case 'D':
        check_named(&c, "DESCRIBE");
        break;
    case 'C':
        check_named(&c, "CLOSE");
        break;
    case 'E':
        check_text(&c);
        ip_protocol_field_int32(&c.fields);
        break;
    case 'S':
    case 'H':
    case 'c':
        break;
    default:
        return c.problem;
    }
    if (c.fields.short_of)
        find(&c, "08P01", "insufficient data left in message");
    if (ip_protocol_fields_left(&c.fields))
        find(&c, "08P01", "invalid message format");
    return c.problem;
}

ip_request_problem ip_protocol_startup_problem(const ip_frame *frame)
{
    ip_fields fields = ip_protocol_fields_of(frame->body, frame->length);
    bool user = false;
    ip_protocol_field_int32(&fields);
    const char *name;
    while (*(name = ip_protocol_field_text(&fields))) {
        const char *value = ip_protocol_field_text(&fields);
        user = user || (strcmp(name, "user") == 0 && *value);
    }
    if (fields.short_of || ip_protocol_fields_left(&fields))
        return (ip_request_problem){"08P01", "invalid startup packet layout: expected terminator as last byte"};
    return user ? (ip_request_problem){0}
                : (ip_request_problem){"28000", "no PostgreSQL user name specified in startup packet"};
}
