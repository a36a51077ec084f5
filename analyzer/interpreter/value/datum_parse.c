/* Reads values from the server's input text, and applies the modifiers of types. */
#include "interpreter/value/bits.h"
#include "interpreter/value/bytes.h"
#include "interpreter/value/calendar.h"
#include "interpreter/value/decimal.h"
#include "interpreter/value/json_value.h"
#include "interpreter/value/money.h"
#include "interpreter/value/range.h"
#include "interpreter/value/sqltype.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool ip_value_fail(ip_arena *arena, ip_failure *failure, const char *sqlstate, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    failure->sqlstate = sqlstate;
    failure->message = ip_arena_vprintf(arena, format, args);
    va_end(args);
    return false;
}

size_t ip_value_datum_utf8_length(const char *text, size_t bytes)
{
    size_t count = 0;
    for (size_t i = 0; i < bytes; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

size_t ip_value_utf8_offset(const char *text, size_t bytes, size_t characters)
{
    size_t i = 0;
    for (; i < bytes; i++)
        if (((unsigned char)text[i] & 0xC0) != 0x80 && characters-- == 0)
            break;
    return i;
}

static bool invalid(ip_arena *arena, ip_failure *failure, const char *sqlstate, const char *type, const char *text)
{
    return ip_value_fail(arena, failure, sqlstate, "invalid input syntax for type %s: \"%s\"", type, text);
}

static bool parse_integer(ip_arena *arena, ip_tag tag, const char *text, ip_datum *result, ip_failure *failure)
{
    const char *name = ip_value_sqltype_name(arena, ip_value_sqltype_simple(tag));
    char *after;
    const char *start = text + strspn(text, " \t\n\r\v\f");
    errno = 0;
    long long value = strtoll(start, &after, 10);
    if (after == start || after[strspn(after, " \t\n\r\v\f")])
        return invalid(arena, failure, "22P02", name, text);
    if (errno || (tag == IP_T_INTEGER && value != (int32_t)value) || (tag == IP_T_SMALLINT && value != (int16_t)value))
        return ip_value_fail(arena, failure, "22003", "value \"%s\" is out of range for type %s", text, name);
    *result = ip_value_datum_integer(value);
    return true;
}

static bool parse_numeric(ip_arena *arena, const char *text, ip_datum *result, ip_failure *failure)
{
    const char *start = text + strspn(text, " \t\n\r\v\f");
    size_t length = strlen(start);
    while (length && isspace((unsigned char)start[length - 1]))
        length--;
    ip_decimal decimal;
    bool syntax;
    if (ip_value_decimal_parse(arena, start, length, &decimal, &syntax)) {
        *result = ip_decimal_datum(decimal);
        return true;
    }
    if (syntax)
        return ip_value_fail(arena, failure, NULL, "a numeric of more than %d digits", IP_DECIMAL_LONGEST);
    return invalid(arena, failure, "22P02", "numeric", text);
}

static bool parse_real(ip_arena *arena, ip_tag tag, const char *text, ip_datum *result, ip_failure *failure)
{
    const char *name = ip_value_sqltype_name(arena, ip_value_sqltype_simple(tag));
    const char *start = text + strspn(text, " \t\n\r\v\f");
    char *after;
    double value = tag == IP_T_REAL ? (double)strtof(start, &after) : strtod(start, &after);
    if (after == start || after[strspn(after, " \t\n\r\v\f")])
        return invalid(arena, failure, "22P02", name, text);
    if (isinf(value) && !strpbrk(start, "iI"))
        return ip_value_fail(arena, failure, "22003", "\"%s\" is out of range for type %s", text, name);
    *result = (ip_datum){.kind = ip_value_tag_kind(tag), .as.real = value};
    return true;
}

static bool parse_boolean(ip_arena *arena, const char *text, ip_datum *result, ip_failure *failure)
{
    static const char *const words[] = {"true", "yes", "on", "1", "false", "no", "off", "0"};
    const char *start = text + strspn(text, " \t\n\r\v\f");
    size_t length = strcspn(start, " \t\n\r\v\f");
    if (!start[length + strspn(start + length, " \t\n\r\v\f")])
        for (int i = 0; i < 8 && length; i++) {
            bool whole = strcmp(words[i], "on") == 0 || strcmp(words[i], "off") == 0;
            if (strncasecmp(words[i], start, length) == 0 && (!whole || length >= 2)) {
                *result = ip_value_datum_boolean(i < 4);
                return true;
            }
        }
    return invalid(arena, failure, "22P02", "boolean", text);
}

/* Reads 32 digits, with optional hyphens after every four, and optional braces. */
static bool parse_uuid(ip_arena *arena, const char *text, ip_datum *result, ip_failure *failure)
{
    char *copy = ip_arena_alloc(arena, 37);
    bool braces = *text == '{', ok = true;
    const char *at = text + braces;
    int length = 0;
    for (int digits = 0; digits < 32 && ok; digits++) {
        ok = isxdigit((unsigned char)*at) != 0;
        if (digits == 8 || digits == 12 || digits == 16 || digits == 20)
            copy[length++] = '-';
        if (ok)
            copy[length++] = (char)tolower((unsigned char)*at++);
        at += digits % 4 == 3 && digits < 31 && *at == '-';
    }
    copy[length] = '\0';
    if (!ok || strcmp(at, braces ? "}" : "") != 0)
        return invalid(arena, failure, "22P02", "uuid", text);
    *result = ip_value_datum_string(copy);
    return true;
}

/* Reads an array of one dimension. Nested braces are refused. */
static bool parse_array(ip_arena *arena, ip_sqltype type, const char *text, ip_datum *result, ip_failure *failure)
{
    IP_VEC(ip_datum) items = {0};
    const char *at = text + strspn(text, " \t\n");
    if (*at++ != '{')
        return ip_value_fail(arena, failure, "22P02", "malformed array literal: \"%s\"", text);
    at += strspn(at, " \t\n");
    bool empty = *at == '}';
    while (!empty) {
        IP_VEC(char) bytes = {0};
        bool quoted_item = *at == '"';
        if (*at == '{')
            return ip_value_fail(arena, failure, NULL, "an array of several dimensions");
        at += quoted_item;
        while (*at && (quoted_item ? *at != '"' : *at != ',' && *at != '}')) {
            at += *at == '\\' && at[1];
            IP_PUSH(arena, &bytes, *at++);
        }
        at += quoted_item && *at;
        while (!quoted_item && bytes.count && isspace((unsigned char)bytes.items[bytes.count - 1]))
            bytes.count--;
        IP_PUSH(arena, &bytes, '\0');
        ip_datum item = {0};
        bool null = !quoted_item && strcasecmp(bytes.items, "null") == 0;
        if (!null && !ip_value_text_to_datum(arena, ip_value_sqltype_element(type), bytes.items, &item, failure))
            return false;
        IP_PUSH(arena, &items, item);
        at += strspn(at, " \t\n");
        if (*at == '}')
            break;
        if (*at++ != ',')
            return ip_value_fail(arena, failure, "22P02", "malformed array literal: \"%s\"", text);
        at += strspn(at, " \t\n");
    }
    if (at[1 + strspn(at + 1, " \t\n")])
        return ip_value_fail(arena, failure, "22P02", "malformed array literal: \"%s\"", text);
    *result = ip_value_datum_array(items.items, items.count);
    return true;
}

/* Reads a field up to a comma or the parenthesis. Parts of it may be quoted. *text becomes NULL for an empty field
 * (PostgreSQL 15 documentation, section 8.16.6). */
static const char *parse_field(ip_arena *arena, const char *at, const char **text)
{
    IP_VEC(char) bytes = {0};
    bool quoted = false, there = false;
    for (; *at && (quoted || (*at != ',' && *at != ')')); at++) {
        there = true;
        if (*at == '"' && quoted && at[1] == '"')
            at++;
        else if (*at == '"') {
            quoted = !quoted;
            continue;
        } else if (*at == '\\' && at[1])
            at++;
        IP_PUSH(arena, &bytes, *at);
    }
    IP_PUSH(arena, &bytes, '\0');
    *text = there ? bytes.items : NULL;
    return at;
}

static bool parse_record(ip_arena *arena, ip_sqltype type, const char *text, ip_datum *result, ip_failure *failure)
{
    const ip_shape *shape = type.shape;
    if (!shape)
        return ip_value_fail(arena, failure, NULL, "a record whose fields are not known, from text");
    const char *at = text + strspn(text, " \t\n\r\v\f");
    ip_datum *items = IP_NEW_ARRAY(arena, ip_datum, shape->count);
    bool well = *at == '(';
    for (int i = 0; well && i < shape->count; i++) {
        const char *field;
        at = parse_field(arena, at + 1, &field);
        if (field && !ip_value_text_to_datum(arena, shape->types[i], field, &items[i], failure))
            return false;
        well = *at == (i + 1 < shape->count ? ',' : ')');
    }
    if (!well || shape->count == 0 || at[1 + strspn(at + 1, " \t\n\r\v\f")])
        return ip_value_fail(arena, failure, "22P02", "malformed record literal: \"%s\"", text);
    *result = (ip_datum){.kind = IP_DATUM_RECORD, .count = shape->count, .as.items = items, .names = shape->names};
    return true;
}

static bool parse_infinity(ip_tag tag, const char *text, ip_datum *result)
{
    static const char word[] = "infinity";
    bool negative;
    text += strspn(text, " \t\n");
    negative = *text == '-';
    text += negative;
    if (tag == IP_T_TIME || tag == IP_T_INTERVAL || strncasecmp(text, word, strlen(word)) != 0 ||
        text[strlen(word) + strspn(text + strlen(word), " \t\n")])
        return false;
    *result = (ip_datum){.kind = ip_value_tag_kind(tag), .as.integer = negative ? INT64_MIN : INT64_MAX};
    return true;
}

static bool parse_calendar(ip_arena *arena, ip_tag tag, const char *text, ip_datum *result, ip_failure *failure)
{
    if (parse_infinity(tag, text, result))
        return true;
    const char *name = tag == IP_T_TIMESTAMP ? "timestamp"
                       : tag == IP_T_TIME    ? "time"
                                             : ip_value_sqltype_name(arena, ip_value_sqltype_simple(tag));
    switch (ip_value_calendar_parse(ip_value_tag_kind(tag), text, result)) {
    case IP_CALENDAR_READ:
        return true;
    case IP_CALENDAR_NO_FORM:
        return invalid(arena, failure, "22007", name, text);
    case IP_CALENDAR_FIELD_RANGE:
        return ip_value_fail(arena, failure, "22008", "date/time field value out of range: \"%s\"", text);
    case IP_CALENDAR_INTERVAL_RANGE:
        return ip_value_fail(arena, failure, "22015", "interval field value out of range: \"%s\"", text);
    case IP_CALENDAR_ZONE_RANGE:
        return ip_value_fail(arena, failure, "22009", "time zone displacement out of range: \"%s\"", text);
    case IP_CALENDAR_ZONE_UNKNOWN:
        return ip_value_fail(arena, failure, "22023", "time zone of \"%s\" not recognized", text);
    case IP_CALENDAR_OUT_OF_RANGE:
        return tag == IP_T_INTERVAL ? ip_value_fail(arena, failure, "22008", "interval out of range")
                                    : ip_value_fail(arena, failure, "22008", "%s out of range: \"%s\"",
                                                    tag == IP_T_DATE ? "date" : "timestamp", text);
    case IP_CALENDAR_NOT_READ:
        break;
    }
    return ip_value_fail(arena, failure, NULL, "the %s '%s' (its time zone or form)", name, text);
}

static bool parse_bare(ip_arena *arena, ip_sqltype type, const char *text, ip_datum *result, ip_failure *failure)
{
    if (type.array)
        return parse_array(arena, type, text, result, failure);
    switch (type.tag) {
    case IP_T_RECORD:
        return parse_record(arena, type, text, result, failure);
    case IP_T_BOOLEAN:
        return parse_boolean(arena, text, result, failure);
    case IP_T_SMALLINT:
    case IP_T_INTEGER:
    case IP_T_BIGINT:
        return parse_integer(arena, type.tag, text, result, failure);
    case IP_T_NUMERIC:
        return parse_numeric(arena, text, result, failure);
    case IP_T_REAL:
    case IP_T_DOUBLE:
        return parse_real(arena, type.tag, text, result, failure);
    case IP_T_MONEY:
        return ip_value_money_parse(arena, text, result, failure);
    case IP_T_UNKNOWN:
    case IP_T_TEXT:
    case IP_T_VARCHAR:
    case IP_T_CHAR:
    case IP_T_NAME:
        *result = ip_value_datum_string(ip_arena_strdup(arena, text));
        return true;
    case IP_T_UUID:
        return parse_uuid(arena, text, result, failure);
    case IP_T_BYTEA:
        return ip_value_bytes_parse(arena, text, result, failure);
    case IP_T_BIT:
    case IP_T_VARBIT:
        return ip_value_bits_parse(arena, text, result, failure);
    case IP_T_JSON:
    case IP_T_JSONB: {
        ip_json_value json;
        bool jsonb = type.tag == IP_T_JSONB;
        bool read = ip_value_json_value_of(arena, text, jsonb, &json, failure);
        *result = read && jsonb ? ip_value_datum_jsonb(ip_value_json_text(arena, &json))
                                : ip_value_datum_string(ip_arena_strdup(arena, text));
        return read;
    }
    case IP_T_DATE:
    case IP_T_TIME:
    case IP_T_TIMESTAMP:
    case IP_T_TIMESTAMP_TZ:
    case IP_T_INTERVAL:
        return parse_calendar(arena, type.tag, text, result, failure);
    case IP_T_INT4RANGE:
    case IP_T_INT8RANGE:
    case IP_T_NUMRANGE:
    case IP_T_TSRANGE:
    case IP_T_TSTZRANGE:
    case IP_T_DATERANGE:
        return ip_value_range_parse(arena, type.tag, text, result, failure);
    default:
        return ip_value_fail(arena, failure, NULL, "a value of type %s", ip_value_sqltype_name(arena, type));
    }
}

bool ip_value_text_to_datum(ip_arena *arena, ip_sqltype type, const char *text, ip_datum *result, ip_failure *failure)
{
    return parse_bare(arena, type, text, result, failure) &&
           ip_value_apply_modifiers(arena, type, false, result, failure);
}

static bool apply_precision(ip_arena *arena, ip_sqltype type, ip_datum *value, ip_failure *failure)
{
    ip_decimal decimal = ip_datum_decimal(*value);
    if (ip_decimal_is_special(decimal)) /* NaN is valid for any precision, an infinity for none */
        return *decimal.digits == 'N' || ip_value_fail(arena, failure, "22003", "numeric field overflow");
    if (!ip_value_decimal_round(arena, decimal, type.scale, IP_ROUND_HALF_AWAY, &decimal))
        return ip_value_fail(arena, failure, NULL, "a numeric of more than %d digits", IP_DECIMAL_LONGEST);
    if (ip_value_decimal_digits(decimal) > type.precision)
        return ip_value_fail(arena, failure, "22003", "numeric field overflow");
    *value = ip_decimal_datum(decimal);
    return true;
}

static bool apply_length(ip_arena *arena, ip_sqltype type, bool explicit, ip_datum *value, ip_failure *failure)
{
    size_t bytes = (size_t)value->count, length = ip_value_datum_utf8_length(value->as.text, bytes),
           limit = (size_t)type.precision;
    if (length > limit) {
        size_t cut = ip_value_utf8_offset(value->as.text, bytes, limit);
        if (!explicit && value->as.text[cut + strspn(value->as.text + cut, " ")])
            return ip_value_fail(arena, failure, "22001", "value too long for type %s(%d)",
                                 ip_value_sqltype_name(arena, ip_value_sqltype_simple(type.tag)), type.precision);
        *value = ip_value_datum_string(ip_arena_strndup(arena, value->as.text, cut));
    } else if (type.tag == IP_T_CHAR && length < limit) {
        char *padded = ip_arena_alloc(arena, bytes + limit - length + 1);
        memcpy(padded, value->as.text, bytes);
        memset(padded + bytes, ' ', limit - length);
        *value = ip_value_datum_string(padded);
    }
    return true;
}

bool ip_value_apply_modifiers(ip_arena *arena, ip_sqltype type, bool explicit, ip_datum *value, ip_failure *failure)
{
    if (value->kind == IP_DATUM_NULL || type.precision < 0 || (type.tag == IP_T_NUMERIC && type.scale < 0))
        return true;
    if (value->kind == IP_DATUM_ARRAY) {
        ip_datum *items = IP_NEW_ARRAY(arena, ip_datum, value->count);
        for (int i = 0; i < value->count; i++) {
            items[i] = value->as.items[i];
            if (!ip_value_apply_modifiers(arena, ip_value_sqltype_element(type), explicit, &items[i], failure))
                return false;
        }
        value->as.items = items;
        return true;
    }
    if (value->kind == IP_DATUM_NUMERIC)
        return apply_precision(arena, type, value, failure);
    if (type.tag == IP_T_BIT || type.tag == IP_T_VARBIT)
        return ip_value_bits_apply_length(arena, type, explicit, value, failure);
    if (value->kind == IP_DATUM_TEXT)
        return apply_length(arena, type, explicit, value, failure);
    return true;
}

static const char *text_of(ip_arena *arena, const ip_failure *failure)
{
    return failure->sqlstate ? failure->message : ip_arena_printf(arena, "%s is not run in memory", failure->message);
}

ip_datum ip_value_datum_parse(ip_arena *arena, const ip_code_type *type, const char *text, const char **error)
{
    ip_datum result = {0};
    ip_failure failure = {0};
    bool read = ip_value_text_to_datum(arena, ip_value_sqltype_of(arena, type), text, &result, &failure);
    *error = read ? NULL : text_of(arena, &failure);
    return read ? result : (ip_datum){0};
}

static bool holds_integer(ip_tag tag, int64_t value)
{
    return tag == IP_T_BIGINT || (tag == IP_T_INTEGER && value >= INT32_MIN && value <= INT32_MAX) ||
           (tag == IP_T_SMALLINT && value >= INT16_MIN && value <= INT16_MAX);
}

ip_datum ip_value_datum_as_stored(ip_arena *arena, const ip_code_type *type, ip_datum value, const char **error)
{
    ip_sqltype to = ip_value_sqltype_of(arena, type);
    ip_failure failure = {0};
    bool is_text = to.tag == IP_T_TEXT || to.tag == IP_T_VARCHAR || to.tag == IP_T_CHAR;
    bool modify = !to.array && ((value.kind == IP_DATUM_NUMERIC && to.tag == IP_T_NUMERIC) ||
                                (value.kind == IP_DATUM_TEXT && is_text));
    *error = NULL;
    if (value.kind == IP_DATUM_INTEGER && !to.array && holds_integer(to.tag, value.as.integer))
        return value;
    if (!modify)
        return ip_value_datum_parse(arena, type, ip_value_datum_text(arena, value), error);
    if (ip_value_apply_modifiers(arena, to, false, &value, &failure))
        return value;
    *error = text_of(arena, &failure);
    return (ip_datum){0};
}
