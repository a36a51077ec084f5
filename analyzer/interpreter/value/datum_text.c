/* Writes values as the server prints them, and as SQL literals. */
#include "interpreter/value/calendar.h"
#include "interpreter/value/decimal.h"
#include "interpreter/value/money.h"
#include "interpreter/value/sqltype.h"
#include "interpreter/value/range.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Returns the shortest digits that read back as the same value, as the server has printed since version 12. */
static const char *real_text(ip_arena *arena, double value, bool single)
{
    if (isnan(value))
        return "NaN";
    if (isinf(value))
        return value < 0 ? "-Infinity" : "Infinity";
    char text[40];
    int precision = 0;
    for (; precision < 17; precision++) {
        snprintf(text, sizeof text, "%.*e", precision, value);
        if (single ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value)
            break;
    }
    int exponent = atoi(strchr(text, 'e') + 1);
    if (exponent >= -4 && exponent < (single ? 6 : 15))
        return ip_arena_printf(arena, "%.*f", precision > exponent ? precision - exponent : 0, value);
    return ip_arena_strdup(arena, text);
}

typedef struct buffer {
    ip_arena *arena;
    IP_VEC(char) bytes;
} buffer;

static void put(buffer *b, char byte)
{
    IP_PUSH(b->arena, &b->bytes, byte);
}

static void put_text(buffer *b, const char *text)
{
    while (*text)
        put(b, *text++);
}

static bool needs_quotes(const char *text, bool record)
{
    if (!*text || (!record && strcasecmp(text, "null") == 0))
        return true;
    return strpbrk(text, record ? "(),\"\\ \t\n\r\v\f" : "{},\"\\ \t\n\r\v\f") != NULL;
}

/* Arrays escape quotes by backslashes, records by doubling. */
static void put_item(buffer *b, const char *text, bool nested, bool record)
{
    if (nested || !needs_quotes(text, record)) {
        put_text(b, text);
        return;
    }
    put(b, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            put(b, record ? *text : '\\');
        put(b, *text);
    }
    put(b, '"');
}

static const char *items_text(ip_arena *arena, ip_datum datum)
{
    bool record = datum.kind == IP_DATUM_RECORD;
    buffer b = {.arena = arena};
    put(&b, record ? '(' : '{');
    for (int i = 0; i < datum.count; i++) {
        const char *text = ip_value_datum_text(arena, datum.as.items[i]);
        if (i)
            put(&b, ',');
        if (text)
            put_item(&b, text, !record && datum.as.items[i].kind == IP_DATUM_ARRAY, record);
        else if (!record)
            put_text(&b, "NULL");
    }
    put(&b, record ? ')' : '}');
    put(&b, '\0');
    return b.bytes.items;
}

const char *ip_value_datum_text(ip_arena *arena, ip_datum datum)
{
    char text[IP_CALENDAR_TEXT];
    if (ip_datum_is_infinite(datum))
        return datum.as.integer > 0 ? "infinity" : "-infinity";
    switch (datum.kind) {
    case IP_DATUM_NULL:
        return NULL;
    case IP_DATUM_BOOLEAN:
        return datum.as.boolean ? "t" : "f";
    case IP_DATUM_INTEGER:
        return ip_arena_printf(arena, "%lld", (long long)datum.as.integer);
    case IP_DATUM_NUMERIC:
        return ip_value_decimal_text(arena, ip_datum_decimal(datum));
    case IP_DATUM_REAL:
    case IP_DATUM_FLOAT:
        return real_text(arena, datum.as.real, datum.kind == IP_DATUM_REAL);
    case IP_DATUM_MONEY:
        return ip_value_money_text(arena, datum.as.integer);
    case IP_DATUM_TEXT:
    case IP_DATUM_JSONB:
        return datum.as.text;
    case IP_DATUM_DATE:
        return ip_arena_strdup(arena, ip_value_date_text(datum.as.integer, text));
    case IP_DATUM_TIME:
        return ip_arena_strdup(arena, ip_value_time_text(datum.as.integer, text));
    case IP_DATUM_TIMESTAMP:
    case IP_DATUM_TIMESTAMP_TZ:
        return ip_arena_strdup(arena,
                               ip_value_timestamp_text(datum.as.integer, datum.kind == IP_DATUM_TIMESTAMP_TZ, text));
    case IP_DATUM_INTERVAL:
        return ip_arena_strdup(arena, ip_value_interval_text(datum.count, datum.days, datum.as.integer, text));
    case IP_DATUM_ARRAY:
    case IP_DATUM_RECORD:
        return items_text(arena, datum);
    case IP_DATUM_RANGE:
        return ip_value_range_output(arena, datum);
    }
    return NULL;
}

/* Writes E'…' for a text with backslashes, so that the meaning does not depend on standard_conforming_strings. */
static const char *quoted(ip_arena *arena, const char *text)
{
    buffer b = {.arena = arena};
    bool escape = strchr(text, '\\') != NULL;
    put_text(&b, escape ? "E'" : "'");
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\')
            put(&b, *text);
        put(&b, *text);
    }
    put_text(&b, "'");
    put(&b, '\0');
    return b.bytes.items;
}

static ip_tag natural_tag(ip_datum datum)
{
    switch (datum.kind) {
    case IP_DATUM_INTEGER:
        return datum.as.integer == (int32_t)datum.as.integer ? IP_T_INTEGER : IP_T_BIGINT;
    case IP_DATUM_TEXT:
        return IP_T_TEXT;
    case IP_DATUM_RANGE:
        return ip_value_range_tag(datum);
    default:
        for (ip_tag tag = IP_T_BOOLEAN; tag < IP_T_VOID; tag++)
            if (ip_value_tag_kind(tag) == datum.kind)
                return tag;
        return IP_T_UNKNOWN;
    }
}

static ip_sqltype natural_type(ip_datum datum)
{
    if (datum.kind != IP_DATUM_ARRAY)
        return ip_value_sqltype_simple(natural_tag(datum));
    ip_tag element = IP_T_TEXT;
    for (int i = 0; i < datum.count; i++)
        if (datum.as.items[i].kind != IP_DATUM_NULL) {
            ip_tag tag = natural_tag(datum.as.items[i]);
            element = element == IP_T_BIGINT ? element : tag;
        }
    return ip_value_sqltype_array(element);
}

static const char *cast_name(ip_arena *arena, ip_sqltype type)
{
    const char *name = ip_value_sqltype_name(arena, type);
    if (type.tag == IP_T_CHAR && !type.array && type.precision >= 0)
        return ip_arena_printf(arena, "character(%d)", type.precision);
    if (type.tag == IP_T_CHAR) /* "character" alone is character(1) */
        return type.array ? "bpchar[]" : "bpchar";
    /* "bit" alone is bit(1). */
    if (type.tag == IP_T_BIT)
        return type.array ? "bit varying[]" : "bit varying";
    return name;
}

static const char *record_literal(ip_arena *arena, ip_datum datum, ip_sqltype type, const char *row)
{
    const char *text = "ROW(";
    for (int i = 0; i < datum.count; i++) {
        bool known = type.shape && i < type.shape->count;
        const char *item = known ? ip_value_sqltype_literal(arena, datum.as.items[i], type.shape->types[i], false)
                                 : ip_value_datum_literal(arena, datum.as.items[i], NULL);
        text = ip_arena_printf(arena, "%s%s%s", text, i ? ", " : "", item);
    }
    return ip_arena_printf(arena, "%s)%s%s", text, row ? "::" : "", row ? row : "");
}

static const char *number_literal(ip_arena *arena, const char *text, ip_sqltype type, bool cast)
{
    const char *number = text[0] == '-' ? ip_arena_printf(arena, "(%s)", text) : text;
    if (!cast && (type.tag == IP_T_INTEGER || (type.tag == IP_T_NUMERIC && strchr(text, '.'))))
        return number;
    return ip_arena_printf(arena, "%s::%s", number, cast_name(arena, type));
}

const char *ip_value_sqltype_literal(ip_arena *arena, ip_datum datum, ip_sqltype type, bool cast)
{
    bool row = type.tag == IP_T_RECORD && type.shape && type.shape->name;
    if (type.tag == IP_T_OTHER || (type.tag == IP_T_RECORD && datum.kind != IP_DATUM_RECORD && !row))
        type = natural_type(datum);
    if (datum.kind == IP_DATUM_NULL) {
        bool named = type.tag != IP_T_UNKNOWN && (type.tag != IP_T_RECORD || row) && type.tag != IP_T_VOID;
        const char *form = type.array ? "(NULL::%s)" : "NULL::%s";
        return named ? ip_arena_printf(arena, form, cast_name(arena, type)) : "NULL";
    }
    const char *text = ip_value_datum_text(arena, datum);
    /* The context gives the type, as there is no cast to unknown. */
    if (type.tag == IP_T_UNKNOWN && !type.array && datum.kind != IP_DATUM_RECORD)
        return quoted(arena, text);
    switch (datum.kind) {
    case IP_DATUM_BOOLEAN:
        return datum.as.boolean ? "true" : "false";
    case IP_DATUM_INTEGER:
    case IP_DATUM_NUMERIC:
        if (datum.kind == IP_DATUM_NUMERIC && ip_decimal_is_special(ip_datum_decimal(datum)))
            break;
        return number_literal(arena, text, type, cast);
    case IP_DATUM_RECORD:
        return record_literal(arena, datum, type, type.shape ? type.shape->name : NULL);
    case IP_DATUM_TEXT:
        if (!cast && (type.tag == IP_T_TEXT || type.tag == IP_T_VARCHAR))
            return quoted(arena, text);
        break;
    default:
        break;
    }
    /* An array of texts cannot be cast to an array of an enum or a domain. The context gives the type. */
    if (type.array && type.domain && !cast)
        return quoted(arena, text);
    /* The parentheses allow a subscript after the array. */
    return ip_arena_printf(arena, type.array ? "(%s::%s)" : "%s::%s", quoted(arena, text), cast_name(arena, type));
}

const char *ip_value_datum_literal(ip_arena *arena, ip_datum datum, const ip_code_type *type)
{
    if (!type || type->record)
        return ip_value_sqltype_literal(arena, datum, natural_type(datum), false);
    if (type->row && datum.kind == IP_DATUM_NULL)
        return ip_arena_printf(arena, "NULL::%s", type->row->name);
    if (type->row && datum.kind == IP_DATUM_RECORD)
        return record_literal(arena, datum, ip_value_sqltype_of(arena, type), type->row->name);
    return ip_value_sqltype_literal(arena, datum, ip_value_sqltype_of(arena, type), false);
}

ip_sqltype ip_value_sqltype_of_argument(ip_datum argument)
{
    return argument.kind == IP_DATUM_TEXT || argument.kind == IP_DATUM_NULL ? ip_value_sqltype_simple(IP_T_UNKNOWN)
                                                                            : natural_type(argument);
}
