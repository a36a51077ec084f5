/* Prints binary values of the built-in types that drivers send most often, as the server would print them. Timestamps
 * with time zone are printed in UTC, as with TimeZone = 'UTC'. */
#include "protocol/binary.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* pg_type.oid (PostgreSQL 15, pg_type.dat) */
enum {
    BOOL = 16,
    BYTEA = 17,
    LETTER = 18, /* "char" */
    NAME = 19,
    INT8 = 20,
    INT2 = 21,
    INT4 = 23,
    TEXT = 25,
    OID = 26,
    JSON = 114,
    XML = 142,
    FLOAT4 = 700,
    FLOAT8 = 701,
    BPCHAR = 1042,
    VARCHAR = 1043,
    DATE = 1082,
    TIME = 1083,
    TIMESTAMP = 1114,
    TIMESTAMPTZ = 1184,
    INTERVAL = 1186,
    NUMERIC = 1700,
    BIT = 1560,
    VARBIT = 1562,
    RECORD = 2249,
    UNKNOWN = 705,
    MONEY = 790,
    UUID = 2950,
    JSONB = 3802,
    FIRST_OF_USERS = 16384 /* FirstNormalObjectId (access/transam.h): types that CREATE TYPE and extensions define */
};

enum { DAYS_TO_2000 = 10957, NUMERIC_GROUP = 4 };

static uint64_t number(const char *bytes, size_t length)
{
    uint64_t value = 0;
    for (size_t i = 0; i < length; i++)
        value = value << 8 | (unsigned char)bytes[i];
    return value;
}

static const char *hex(ip_arena *arena, const char *bytes, size_t length, const char *lead)
{
    size_t begin = strlen(lead);
    char *text = ip_arena_alloc(arena, begin + 2 * length + 1);
    memcpy(text, lead, begin);
    for (size_t i = 0; i < length; i++)
        snprintf(text + begin + 2 * i, 3, "%02x", (unsigned char)bytes[i]);
    return text;
}

static const char *uuid_text(ip_arena *arena, const char *bytes)
{
    const char *h = hex(arena, bytes, 16, "");
    return ip_arena_printf(arena, "%.8s-%.4s-%.4s-%.4s-%s", h, h + 8, h + 12, h + 16, h + 20);
}

/* Returns the shortest text that reads back as the same number (extra_float_digits = 1). least and most bound the
 * number of digits. */
static const char *float_text(ip_arena *arena, double value, int least, int most)
{
    if (isnan(value))
        return "NaN";
    if (isinf(value))
        return value < 0 ? "-Infinity" : "Infinity";
    for (int digits = least; digits < most; digits++) {
        const char *text = ip_arena_printf(arena, "%.*g", digits, value);
        double back = 0;
        if (sscanf(text, "%lf", &back) == 1 && (most > 10 ? back == value : (float)back == (float)value))
            return text;
    }
    return ip_arena_printf(arena, "%.*g", most, value);
}

static const char *float_of(ip_arena *arena, const char *bytes, size_t length)
{
    uint64_t bits = number(bytes, length);
    if (length == 4) {
        uint32_t half = (uint32_t)bits;
        float value;
        memcpy(&value, &half, sizeof value);
        return float_text(arena, (double)value, 6, 9);
    }
    double value;
    memcpy(&value, &bits, sizeof value);
    return float_text(arena, value, 15, 17);
}

static const char *moment_text(ip_arena *arena, const char *bytes, bool zone)
{
    int64_t micros = (int64_t)number(bytes, 8);
    if (micros == INT64_MAX || micros == INT64_MIN)
        return micros < 0 ? "-infinity" : "infinity";
    int64_t seconds = micros / 1000000, rest = micros % 1000000;
    if (rest < 0) {
        rest += 1000000;
        seconds--;
    }
    time_t from_1970 = (time_t)(seconds + (int64_t)DAYS_TO_2000 * 86400);
    struct tm parts;
    char text[64];
    if (!gmtime_r(&from_1970, &parts) || parts.tm_year < -1899 || !strftime(text, sizeof text, "%F %T", &parts))
        return NULL;
    if (rest) {
        size_t at = strlen(text);
        snprintf(text + at, sizeof text - at, ".%06d", (int)rest);
        for (at = strlen(text); text[at - 1] == '0';)
            text[--at] = '\0';
    }
    return ip_arena_printf(arena, "%s%s", text, zone ? "+00" : "");
}

static const char *date_text(ip_arena *arena, const char *bytes)
{
    int32_t days = (int32_t)number(bytes, 4);
    if (days == INT32_MAX || days == INT32_MIN)
        return days < 0 ? "-infinity" : "infinity";
    time_t from_1970 = ((time_t)days + DAYS_TO_2000) * 86400;
    struct tm parts;
    char text[32];
    return gmtime_r(&from_1970, &parts) && parts.tm_year >= -1899 && strftime(text, sizeof text, "%F", &parts)
               ? ip_arena_strdup(arena, text)
               : NULL;
}

/* Returns hours, minutes and seconds. */
static const char *clock_text(ip_arena *arena, int64_t micros)
{
    int64_t seconds = micros / 1000000;
    const char *text = ip_arena_printf(arena, "%02lld:%02d:%02d.%06d", (long long)(seconds / 3600),
                                       (int)(seconds / 60 % 60), (int)(seconds % 60), (int)(micros % 1000000));
    size_t length = strlen(text);
    while (text[length - 1] == '0')
        length--;
    return ip_arena_strndup(arena, text, micros % 1000000 ? length : length - 1);
}

/* Prints an interval as IntervalStyle = 'postgres' does (EncodeInterval): 1 year 2 mons -3 days +04:05:06 */
static const char *interval_text(ip_arena *arena, const char *bytes)
{
    int64_t micros = (int64_t)number(bytes, 8);
    int32_t months = (int32_t)number(bytes + 12, 4);
    const int32_t values[] = {months / 12, months % 12, (int32_t)number(bytes + 8, 4)};
    static const char *const units[] = {"year", "mon", "day"};
    const char *text = "";
    bool negative = false;
    for (int i = 0; i < 3; i++) {
        if (values[i] == 0)
            continue;
        text = ip_arena_printf(arena, "%s%s%s%d %s%s", text, *text ? " " : "", negative && values[i] > 0 ? "+" : "",
                               values[i], units[i], values[i] == 1 ? "" : "s");
        negative = values[i] < 0;
    }
    if (micros == 0 && *text)
        return text;
    if (micros == INT64_MIN)
        return NULL;
    return ip_arena_printf(arena, "%s%s%s%s", text, *text ? " " : "",
                           micros < 0 ? "-"
                           : negative ? "+"
                                      : "",
                           clock_text(arena, micros < 0 ? -micros : micros));
}

/* Values of enums, citext and other types that are texts. The binary forms of arrays, composites, ranges, hstore and of
 * domains over numbers have bytes below 32. */
static const char *text_of_users_type(ip_arena *arena, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)bytes[i] < ' ' || bytes[i] == 127)
            return NULL;
    return length ? ip_arena_strndup(arena, bytes, length) : NULL;
}

/* The binary form has a count of base-10000 digits, the weight of the first digit, the sign, the number of decimals
 * shown, and the digits (numeric_send). */
static const char *numeric_text(ip_arena *arena, const char *bytes, size_t length)
{
    if (length < 8)
        return NULL;
    int count = (int)number(bytes, 2), weight = (int16_t)number(bytes + 2, 2), scale = (int)number(bytes + 6, 2);
    unsigned sign = (unsigned)number(bytes + 4, 2);
    if (sign != 0 && sign != 0x4000)
        return sign == 0xC000 ? "NaN" : sign == 0xD000 ? "Infinity" : sign == 0xF000 ? "-Infinity" : NULL;
    if (length != 8 + 2 * (size_t)count)
        return NULL;
    int before = weight < 0 ? 1 : weight + 1;
    char *text = ip_arena_alloc(arena, (size_t)(before * NUMERIC_GROUP + scale + NUMERIC_GROUP + 8)), *to = text;
    if (sign)
        *to++ = '-';
    char *first = to;
    for (int group = 0; group < before; group++) {
        int index = group - (before - 1 - weight);
        int digit = index >= 0 && index < count ? (int)number(bytes + 8 + 2 * index, 2) : 0;
        to += snprintf(to, NUMERIC_GROUP + 1, "%04d", digit % 10000);
    }
    size_t zeros = strspn(first, "0"), whole = (size_t)(to - first);
    zeros = zeros == whole ? whole - 1 : zeros;
    memmove(first, first + zeros, whole - zeros + 1);
    to -= zeros;
    if (!scale)
        return text;
    *to++ = '.';
    char *point = to;
    for (int group = 0; group * NUMERIC_GROUP < scale; group++) {
        int index = weight + 1 + group;
        int digit = index >= 0 && index < count ? (int)number(bytes + 8 + 2 * index, 2) : 0;
        to += snprintf(to, NUMERIC_GROUP + 1, "%04d", digit % 10000);
    }
    point[scale] = '\0';
    return text;
}

static const char *integer_text(ip_arena *arena, const char *bytes, size_t length)
{
    uint64_t bits = number(bytes, length);
    long long value = length == 2 ? (int16_t)bits : length == 4 ? (int32_t)bits : (long long)bits;
    return ip_arena_printf(arena, "%lld", value);
}

/* pg_type.typelem */
static uint32_t element_of(uint32_t array)
{
    static const uint32_t arrays[][2] = {
        {1000, BOOL},    {1001, BYTEA}, {1003, NAME},      {1016, INT8},        {1005, INT2},     {1007, INT4},
        {1009, TEXT},    {1028, OID},   {199, JSON},       {1021, FLOAT4},      {1022, FLOAT8},   {1014, BPCHAR},
        {1015, VARCHAR}, {1182, DATE},  {1115, TIMESTAMP}, {1185, TIMESTAMPTZ}, {1231, NUMERIC},  {2951, UUID},
        {3807, JSONB},   {1561, BIT},   {1563, VARBIT},    {1183, TIME},        {1187, INTERVAL}, {791, MONEY},
        {143, XML},      {3905, 3904},  {3907, 3906},      {3909, 3908},        {3911, 3910},     {3913, 3912},
        {3927, 3926},    {2287, RECORD}};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (arrays[i][0] == array)
            return arrays[i][1];
    return 0;
}

/* pg_range.rngsubtype */
static uint32_t bounds_of(uint32_t range)
{
    static const uint32_t ranges[][2] = {{3904, INT4},        {3906, NUMERIC}, {3908, TIMESTAMP},
                                         {3910, TIMESTAMPTZ}, {3912, DATE},    {3926, INT8}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (ranges[i][0] == range)
            return ranges[i][1];
    return 0;
}

/* Quotes a value if it is empty or has one of the characters. Quotes and backslashes within are doubled, or (escapes)
 * follow a backslash. */
static const char *quoted(ip_arena *arena, const char *text, const char *special, bool escapes)
{
    if (*text && !strpbrk(text, special))
        return text;
    char *created = ip_arena_alloc(arena, 2 * strlen(text) + 3), *to = created;
    *to++ = '"';
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            *to++ = escapes ? '\\' : *text;
        *to++ = *text;
    }
    *to++ = '"';
    *to = '\0';
    return created;
}

typedef struct reader {
    ip_arena *arena;
    const ip_binary_types *types;
    int depth; /* of values within values */
} reader;

static const char *text_of(reader *r, uint32_t type, const char *bytes, size_t length);

typedef struct parts {
    reader *reader;
    const char *bytes;
    size_t length, at;
} parts;

/* A part of a value: its text, or `absent` if it is NULL. Returns NULL if the bytes end early. */
static const char *next_part(parts *p, uint32_t type, const char *absent)
{
    enum { SIZE = 4 };
    if (p->length - p->at < SIZE)
        return NULL;
    int32_t size = (int32_t)number(p->bytes + p->at, SIZE);
    p->at += SIZE;
    if (size < 0)
        return absent;
    if ((size_t)size > p->length - p->at)
        return NULL;
    p->at += (size_t)size;
    return text_of(p->reader, type, p->bytes + p->at - size, (size_t)size);
}

/* Joins the texts with commas, between two brackets. */
static const char *joined(ip_arena *arena, const char *const *texts, uint64_t count, const char *brackets)
{
    size_t room = 2, used = 0;
    for (uint64_t i = 0; i < count; i++)
        room += strlen(texts[i]) + 1;
    char *created = ip_arena_alloc(arena, room + 1);
    created[used++] = brackets[0];
    for (uint64_t i = 0; i < count; i++) {
        size_t size = strlen(texts[i]);
        if (i)
            created[used++] = ',';
        memcpy(created + used, texts[i], size);
        used += size;
    }
    created[used++] = brackets[1];
    created[used] = '\0';
    return created;
}

/* The binary form has the number of dimensions, a flag for NULLs, the element type, the length and lower bound of each
 * dimension, and the elements (array_send). Only arrays of one dimension with lower bound 1 are read. */
static const char *array_text(reader *r, uint32_t element, const char *bytes, size_t length)
{
    enum { HEADER = 12, DIMENSION = 8, SIZE = 4 };
    static const char null[] = "NULL";
    if (length == HEADER && number(bytes, 4) == 0)
        return "{}";
    if (length < HEADER + DIMENSION || number(bytes, 4) != 1 || number(bytes + 8, 4) != element ||
        number(bytes + HEADER + 4, 4) != 1)
        return NULL;
    uint64_t count = number(bytes + HEADER, 4);
    parts p = {r, bytes, length, HEADER + DIMENSION};
    if (count > (length - p.at) / SIZE)
        return NULL;
    const char **texts = IP_NEW_ARRAY(r->arena, const char *, (int)count + 1);
    for (uint64_t i = 0; i < count; i++) {
        const char *text = next_part(&p, element, null);
        if (!text)
            return NULL;
        bool word = text != null && strcasecmp(text, null) == 0;
        texts[i] = word           ? ip_arena_printf(r->arena, "\"%s\"", text)
                   : text == null ? text
                                  : quoted(r->arena, text, "{},\"\\ \t\n\r\v\f", true);
    }
    return p.at == length ? joined(r->arena, texts, count, "{}") : NULL;
}

/* The binary form has the number of fields, and of each its type and its value (record_send). */
static const char *record_text(reader *r, const char *bytes, size_t length)
{
    enum { SIZE = 4, MOST = 1664 };
    static const char null[] = "";
    uint64_t count = length < SIZE ? 0 : number(bytes, SIZE);
    if (length < SIZE || count > MOST || count > (length - SIZE) / (2 * SIZE))
        return NULL;
    parts p = {r, bytes, length, SIZE};
    const char **texts = IP_NEW_ARRAY(r->arena, const char *, (int)count + 1);
    for (uint64_t i = 0; i < count; i++) {
        if (length - p.at < 2 * SIZE)
            return NULL;
        uint32_t type = (uint32_t)number(bytes + p.at, SIZE);
        p.at += SIZE;
        const char *text = next_part(&p, type, null);
        if (!text)
            return NULL;
        texts[i] = text == null ? text : quoted(r->arena, text, "(),\"\\ \t\n\r\v\f", false);
    }
    return p.at == length ? joined(r->arena, texts, count, "()") : NULL;
}

/* The binary form has flags (rangetypes.h), and the bounds that are there (range_send). */
static const char *range_text(reader *r, uint32_t bound, const char *bytes, size_t length)
{
    enum { EMPTY = 1, LOWER_INCLUDED = 2, UPPER_INCLUDED = 4, LOWER_INFINITE = 8, UPPER_INFINITE = 16 };
    static const char special[] = "()[],\"\\ \t\n\r\v\f";
    if (length < 1)
        return NULL;
    int flags = *bytes;
    if (flags & EMPTY)
        return length == 1 ? "empty" : NULL;
    parts p = {r, bytes, length, 1};
    const char *texts[] = {"", ""};
    for (int i = 0; i < 2; i++) {
        const char *text = flags & (i ? UPPER_INFINITE : LOWER_INFINITE) ? NULL : next_part(&p, bound, NULL);
        if (!text && !(flags & (i ? UPPER_INFINITE : LOWER_INFINITE)))
            return NULL;
        texts[i] = text ? quoted(r->arena, text, special, false) : "";
    }
    const char brackets[] = {flags & LOWER_INCLUDED ? '[' : '(', flags & UPPER_INCLUDED ? ']' : ')'};
    return p.at == length ? joined(r->arena, texts, 2, brackets) : NULL;
}

/* The binary form has the number of bits, and the bits in bytes (varbit_send). */
static const char *bits_text(ip_arena *arena, const char *bytes, size_t length)
{
    enum { SIZE = 4, BYTE = 8 };
    uint64_t count = length < SIZE ? 0 : number(bytes, SIZE);
    if (length < SIZE || (count + BYTE - 1) / BYTE != length - SIZE)
        return NULL;
    char *text = ip_arena_alloc(arena, count + 1);
    for (uint64_t i = 0; i < count; i++)
        text[i] = bytes[SIZE + i / BYTE] & (1 << (BYTE - 1 - i % BYTE)) ? '1' : '0';
    text[count] = '\0';
    return text;
}

static const char *money_text(ip_arena *arena, const char *bytes)
{
    int64_t cents = (int64_t)number(bytes, 8);
    uint64_t size = cents < 0 ? 0 - (uint64_t)cents : (uint64_t)cents;
    return ip_arena_printf(arena, "%s$%llu.%02llu", cents < 0 ? "-" : "", (unsigned long long)(size / 100),
                           (unsigned long long)(size % 100));
}

/* No text has a zero byte. */
static const char *plain_text(ip_arena *arena, const char *bytes, size_t length)
{
    return memchr(bytes, '\0', length) ? NULL : ip_arena_strndup(arena, bytes, length);
}

/* The array's own bytes name a type of users. The second number of a composite is a type, and no flag. */
static const char *value_of_users_type(reader *r, uint32_t type, const char *bytes, size_t length)
{
    uint32_t base = 0;
    char kind = r->types ? r->types->kind_of(r->types->data, type, &base) : '\0';
    if (kind == 'e')
        return plain_text(r->arena, bytes, length);
    if (kind == 'd')
        return text_of(r, base, bytes, length);
    if (kind == 'c')
        return record_text(r, bytes, length);
    bool array = length >= 12 && number(bytes, 4) <= 1 && number(bytes + 4, 4) <= 1;
    if (array) {
        uint32_t element = (uint32_t)number(bytes + 8, 4);
        return array_text(r, element, bytes, length); /* of a domain's values it may name the type below the domain */
    }
    const char *record = length > 4 && number(bytes, 4) ? record_text(r, bytes, length) : NULL;
    return record ? record : text_of_users_type(r->arena, bytes, length);
}

static const char *text_of_type(reader *r, uint32_t type, const char *bytes, size_t length)
{
    ip_arena *arena = r->arena;
    uint32_t element = element_of(type), bound = bounds_of(type);
    if (element)
        return array_text(r, element, bytes, length);
    if (bound)
        return range_text(r, bound, bytes, length);
    if (type >= FIRST_OF_USERS)
        return value_of_users_type(r, type, bytes, length);
    switch (type) {
    case BOOL:
        return length == 1 ? (*bytes ? "t" : "f") : NULL;
    case INT2:
    case INT4:
    case INT8:
        return length == (type == INT2 ? 2 : type == INT4 ? 4 : 8) ? integer_text(arena, bytes, length) : NULL;
    case OID:
        return length == 4 ? ip_arena_printf(arena, "%u", (unsigned)number(bytes, 4)) : NULL;
    case FLOAT4:
    case FLOAT8:
        return length == (type == FLOAT4 ? 4 : 8) ? float_of(arena, bytes, length) : NULL;
    case TEXT:
    case VARCHAR:
    case BPCHAR:
    case NAME:
    case JSON:
    case XML:
    case UNKNOWN:
    case LETTER:
        return plain_text(r->arena, bytes, length);
    case JSONB: /* a version byte, then the text */
        return length > 0 && *bytes == 1 ? plain_text(r->arena, bytes + 1, length - 1) : NULL;
    case BYTEA:
        return hex(arena, bytes, length, "\\x");
    case UUID:
        return length == 16 ? uuid_text(arena, bytes) : NULL;
    case DATE:
        return length == 4 ? date_text(arena, bytes) : NULL;
    case TIMESTAMP:
    case TIMESTAMPTZ:
        return length == 8 ? moment_text(arena, bytes, type == TIMESTAMPTZ) : NULL;
    case TIME:
        return length == 8 ? clock_text(arena, (int64_t)(number(bytes, 8) & INT64_MAX)) : NULL;
    case INTERVAL:
        return length == 16 ? interval_text(arena, bytes) : NULL;
    case NUMERIC:
        return numeric_text(arena, bytes, length);
    case BIT:
    case VARBIT:
        return bits_text(arena, bytes, length);
    case MONEY:
        return length == 8 ? money_text(arena, bytes) : NULL;
    case RECORD:
        return record_text(r, bytes, length);
    default:
        return NULL;
    }
}

static const char *text_of(reader *r, uint32_t type, const char *bytes, size_t length)
{
    enum { DEEPEST = 100 };
    if (r->depth >= DEEPEST)
        return NULL;
    r->depth++;
    const char *text = text_of_type(r, type, bytes, length);
    r->depth--;
    return text;
}

const char *ip_protocol_binary_text(ip_arena *arena, const ip_binary_types *types, uint32_t type, const char *bytes,
                                    size_t length)
{
    reader r = {arena, types, 0};
    return text_of(&r, type, bytes, length);
}
