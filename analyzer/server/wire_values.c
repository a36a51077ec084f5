/* Writes values for the wire: as texts, and in binary form (the send functions of PostgreSQL 15). */
#include "server/wire_values.h"

#include "interpreter/value/calendar.h"
#include "interpreter/value/range.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------- what has a binary form -- */

static const char *missing_in(ip_arena *arena, ip_sqltype type, ip_datum value)
{
    static const ip_datum null = {.kind = IP_DATUM_NULL};
    bool record = type.tag == IP_T_RECORD && !type.array;
    if (value.kind == IP_DATUM_NULL || ip_served_wire_is_vector(type))
        return NULL;
    if (!type.array && !record)
        return type.tag == IP_T_OTHER ? ip_value_sqltype_name(arena, type) : NULL;
    bool known = type.array ? value.kind == IP_DATUM_ARRAY
                            : value.kind == IP_DATUM_RECORD && type.shape && type.shape->count == value.count;
    const char *missing = known ? NULL : ip_value_sqltype_name(arena, type);
    for (int i = 0; i < value.count && !missing; i++) {
        ip_datum item = value.as.items ? value.as.items[i] : null;
        missing = missing_in(arena, record ? type.shape->types[i] : ip_value_sqltype_element(type), item);
    }
    return missing;
}

const char *ip_served_wire_lacks_binary(ip_arena *arena, ip_sqltype type, ip_datum value)
{
    return missing_in(arena, type, value);
}

static void write_number(ip_writing *out, uint64_t value, int size)
{
    for (int i = size - 1; i >= 0; i--)
        ip_protocol_writing_byte(out, (char)(value >> (8 * i)));
}

static void write_sized(ip_writing *out, uint64_t value, int size)
{
    ip_protocol_writing_int32(out, size);
    write_number(out, value, size);
}

static void write_text(ip_writing *out, const char *text)
{
    ip_protocol_writing_int32(out, (int32_t)strlen(text));
    ip_protocol_writing_bytes(out, text, strlen(text));
}

static int digit_of(char c)
{
    return c >= 'a' ? c - 'a' + 10 : c - '0';
}

/* Writes the bytes given by hexadecimal digits; other characters are skipped. */
static void write_hex(ip_writing *out, const char *text)
{
    int digits = 0, high = 0;
    for (const char *c = text; *c; c++)
        digits += *c != '-';
    ip_protocol_writing_int32(out, digits / 2);
    for (int i = 0; *text; text++) {
        if (*text == '-')
            continue;
        if (i++ % 2)
            ip_protocol_writing_byte(out, (char)(high << 4 | digit_of(*text)));
        else
            high = digit_of(*text);
    }
}

/* Writes the number of base-10000 digits, the weight of the first digit, the sign, the number of decimals shown, and
 * the digits (numeric_send). */
static void write_numeric(ip_writing *out, ip_arena *arena, const char *text)
{
    enum { GROUP = 4, SPECIAL = 8 };
    bool negative = *text == '-';
    text += negative;
    if (*text == 'N' || *text == 'I') {
        write_sized(out,
                    (uint64_t)(*text == 'N' ? 0xC000
                               : negative   ? 0xF000
                                            : 0xD000)
                        << 16,
                    SPECIAL); /* the sign encodes NaN and infinity */
        return;
    }
    const char *point = strchr(text, '.');
    size_t whole = point ? (size_t)(point - text) : strlen(text), decimals = point ? strlen(point + 1) : 0;
    size_t before = (whole + GROUP - 1) / GROUP, after = (decimals + GROUP - 1) / GROUP, count = before + after;
    char *digits = ip_arena_alloc(arena, GROUP * count + 1);
    memset(digits, '0', GROUP * count);
    memcpy(digits + GROUP * before - whole, text, whole);
    if (point)
        memcpy(digits + GROUP * before, point + 1, decimals);
    size_t first = 0, last = count;
    while (first < count && memcmp(digits + GROUP * first, "0000", GROUP) == 0)
        first++;
    while (last > first && memcmp(digits + GROUP * (last - 1), "0000", GROUP) == 0)
        last--;
    int weight = last > first ? (int)before - 1 - (int)first : 0;
    ip_protocol_writing_int32(out, (int32_t)(8 + 2 * (last - first)));
    ip_protocol_writing_int16(out, (int)(last - first));
    ip_protocol_writing_int16(out, weight);
    ip_protocol_writing_int16(out, negative && last > first ? 0x4000 : 0);
    ip_protocol_writing_int16(out, (int)decimals);
    for (size_t g = first; g < last; g++) {
        int value = 0;
        for (int i = 0; i < GROUP; i++)
            value = 10 * value + (digits[GROUP * g + (size_t)i] - '0');
        ip_protocol_writing_int16(out, value);
    }
}

static void write_float(ip_writing *out, double value, int size)
{
    float narrow = (float)value;
    uint32_t half = 0;
    uint64_t bits = 0;
    memcpy(&half, &narrow, sizeof half);
    memcpy(&bits, &value, sizeof bits);
    write_sized(out, size == 4 ? half : bits, size);
}

/* Begins a value whose length is known at its end. */
static size_t begin_sized(ip_writing *out)
{
    size_t at = out->length;
    ip_protocol_writing_int32(out, 0);
    return at;
}

static void end_sized(ip_writing *out, size_t at)
{
    size_t size = out->length - at - 4;
    for (size_t i = 0; i < 4 && !out->failed; i++)
        out->bytes[at + i] = (char)(size >> (8 * (3 - i)));
}

/* Writes an array of one dimension as array_send does. Vectors of numbers count from 0. */
static void write_array(ip_writing *out, ip_arena *arena, ip_sqltype type, ip_datum value)
{
    size_t begun = begin_sized(out);
    bool nulls = false, vector = ip_served_wire_is_vector(type);
    ip_sqltype element = vector ? ip_value_sqltype_simple(IP_T_SMALLINT) : ip_value_sqltype_element(type);
    for (int i = 0; i < value.count; i++)
        nulls = nulls || value.as.items[i].kind == IP_DATUM_NULL;
    ip_protocol_writing_int32(out, value.count > 0 || vector);
    ip_protocol_writing_int32(out, nulls);
    ip_protocol_writing_int32(out, (int32_t)ip_served_wire_field_type_of(element).oid);
    if (value.count || vector) {
        ip_protocol_writing_int32(out, value.count);
        ip_protocol_writing_int32(out, !vector);
    }
    for (int i = 0; i < value.count; i++)
        ip_served_wire_write(out, arena, element, value.as.items[i], true);
    end_sized(out, begun);
}

/* As record_send does: the number of fields, and of each its type and its value. */
static void write_record(ip_writing *out, ip_arena *arena, const ip_shape *shape, ip_datum value)
{
    size_t begun = begin_sized(out);
    ip_protocol_writing_int32(out, value.count);
    for (int i = 0; i < value.count; i++) {
        ip_protocol_writing_int32(out, (int32_t)ip_served_wire_field_type_of(shape->types[i]).oid);
        ip_served_wire_write(out, arena, shape->types[i], value.as.items[i], true);
    }
    end_sized(out, begun);
}

/* As range_send does: flags (rangetypes.h), and the bounds that are there. */
static void write_range(ip_writing *out, ip_arena *arena, ip_datum value)
{
    enum { EMPTY = 1, LOWER_INCLUDED = 2, UPPER_INCLUDED = 4, LOWER_INFINITE = 8, UPPER_INFINITE = 16 };
    ip_sqltype element = ip_value_sqltype_simple(ip_value_range_element(ip_value_range_tag(value)));
    bool empty = ip_value_range_is_empty(value);
    bool has[] = {!empty && value.as.items[0].kind != IP_DATUM_NULL, !empty && value.as.items[1].kind != IP_DATUM_NULL};
    int flags = (ip_value_range_includes(value, false) ? LOWER_INCLUDED : 0) |
                (ip_value_range_includes(value, true) ? UPPER_INCLUDED : 0) | (has[0] ? 0 : LOWER_INFINITE) |
                (has[1] ? 0 : UPPER_INFINITE);
    size_t begun = begin_sized(out);
    ip_protocol_writing_byte(out, (char)(empty ? EMPTY : flags));
    for (int i = 0; i < 2; i++)
        if (has[i])
            ip_served_wire_write(out, arena, element, value.as.items[i], true);
    end_sized(out, begun);
}

/* Writes the number of bits, and the bits in bytes (varbit_send). */
static void write_bits(ip_writing *out, const char *text)
{
    enum { BYTE = 8 };
    int count = (int)strlen(text), byte = 0;
    size_t begun = begin_sized(out);
    ip_protocol_writing_int32(out, count);
    for (int i = 0; i < count; i++) {
        byte |= (text[i] == '1') << (BYTE - 1 - i % BYTE);
        if (i % BYTE == BYTE - 1 || i == count - 1) {
            ip_protocol_writing_byte(out, (char)byte);
            byte = 0;
        }
    }
    end_sized(out, begun);
}

static void write_interval(ip_writing *out, ip_datum value)
{
    ip_protocol_writing_int32(out, 16);
    write_number(out, (uint64_t)value.as.integer, 8);
    write_number(out, (uint64_t)value.days, 4);
    write_number(out, (uint64_t)value.count, 4);
}

static void write_binary(ip_writing *out, ip_arena *arena, ip_sqltype type, ip_datum value)
{
    const char *text;
    switch (value.kind) {
    case IP_DATUM_BOOLEAN:
        write_sized(out, value.as.boolean, 1);
        return;
    case IP_DATUM_INTEGER:
        write_sized(out, (uint64_t)value.as.integer, ip_served_wire_type_of(type).size);
        return;
    case IP_DATUM_REAL:
        write_float(out, value.as.real, 4);
        return;
    case IP_DATUM_FLOAT:
        write_float(out, value.as.real, 8);
        return;
    case IP_DATUM_DATE:
        write_sized(out,
                    ip_datum_is_infinite(value) ? (uint64_t)(value.as.integer < 0 ? INT32_MIN : INT32_MAX)
                                                : (uint64_t)value.as.integer,
                    4);
        return;
    case IP_DATUM_MONEY:
    case IP_DATUM_TIME:
    case IP_DATUM_TIMESTAMP:
    case IP_DATUM_TIMESTAMP_TZ:
        write_sized(out, (uint64_t)value.as.integer, 8);
        return;
    case IP_DATUM_INTERVAL:
        write_interval(out, value);
        return;
    case IP_DATUM_ARRAY:
        write_array(out, arena, type, value);
        return;
    case IP_DATUM_RECORD:
        write_record(out, arena, type.shape, value);
        return;
    case IP_DATUM_RANGE:
        write_range(out, arena, value);
        return;
    default:
        break;
    }
    text = ip_value_datum_text(arena, value);
    if (type.tag == IP_T_NUMERIC)
        write_numeric(out, arena, text);
    else if (type.tag == IP_T_BIT || type.tag == IP_T_VARBIT)
        write_bits(out, text);
    else if (type.tag == IP_T_UUID || (type.tag == IP_T_BYTEA && strncmp(text, "\\x", 2) == 0))
        write_hex(out, type.tag == IP_T_UUID ? text : text + 2);
    else if (type.tag == IP_T_JSONB) {
        ip_protocol_writing_int32(out, (int32_t)strlen(text) + 1);
        ip_protocol_writing_byte(out, 1); /* version byte */
        ip_protocol_writing_bytes(out, text, strlen(text));
    } else {
        write_text(out, text);
    }
}

/* {1,2} becomes 1 2. */
static const char *vector_text(ip_arena *arena, ip_datum value)
{
    char *text = (char *)ip_arena_strdup(arena, ip_value_datum_text(arena, value)), *end = strchr(text, '}');
    for (char *at = text; *at; at++)
        *at = *at == ',' ? ' ' : *at;
    if (end)
        *end = '\0';
    return *text == '{' ? text + 1 : text;
}

void ip_served_wire_write(ip_writing *out, ip_arena *arena, ip_sqltype type, ip_datum value, bool binary)
{
    if (value.kind == IP_DATUM_NULL)
        ip_protocol_writing_int32(out, -1);
    else if (type.tag == IP_T_VOID)
        write_text(out, "");
    else if (binary)
        write_binary(out, arena, type, value);
    else if (ip_served_wire_is_vector(type))
        write_text(out, vector_text(arena, value));
    else
        write_text(out, ip_value_datum_text(arena, value));
}

ip_datum ip_served_wire_iso_intervals(ip_arena *arena, ip_datum value)
{
    if (value.kind == IP_DATUM_INTERVAL) {
        char *buffer = ip_arena_alloc(arena, IP_CALENDAR_TEXT);
        return ip_value_datum_string(ip_value_interval_iso_text(value.count, value.days, value.as.integer, buffer));
    }
    if (value.kind != IP_DATUM_ARRAY && value.kind != IP_DATUM_RECORD)
        return value;
    ip_datum *items = IP_NEW_ARRAY(arena, ip_datum, value.count);
    for (int i = 0; i < value.count; i++)
        items[i] = ip_served_wire_iso_intervals(arena, value.as.items[i]);
    value.as.items = items;
    return value;
}

/* An array of texts or of numbers of objects. */
static void write_named_array(ip_writing *out, ip_arena *arena, uint32_t oid, const char *text)
{
    ip_sqltype type = ip_value_sqltype_array(IP_T_TEXT);
    ip_datum value;
    ip_failure failure;
    if (!ip_value_text_to_datum(arena, type, text, &value, &failure))
        value = (ip_datum){.kind = IP_DATUM_ARRAY};
    if (oid == IP_OID_TEXT_ARRAY) {
        write_array(out, arena, type, value);
        return;
    }
    size_t begun = begin_sized(out);
    const int32_t header[] = {value.count > 0, 0, IP_OID_OID, value.count, 1};
    for (int i = 0; i < (value.count ? 5 : 3); i++)
        ip_protocol_writing_int32(out, header[i]);
    for (int i = 0; i < value.count; i++)
        write_sized(out, strtoull(value.as.items[i].as.text, NULL, 10), 4);
    end_sized(out, begun);
}

void ip_served_wire_write_named(ip_writing *out, ip_arena *arena, uint32_t oid, const char *text, bool binary)
{
    if (!text)
        ip_protocol_writing_int32(out, -1);
    else if (binary && (oid == IP_OID_OID_ARRAY || oid == IP_OID_TEXT_ARRAY))
        write_named_array(out, arena, oid, text);
    else if (binary && oid == IP_OID_BOOLEAN)
        write_sized(out, *text == 't', 1);
    else if (binary && (oid == IP_OID_INTEGER || oid == IP_OID_OID))
        write_sized(out, strtoull(text, NULL, 10), 4);
    else
        write_text(out, text);
}
