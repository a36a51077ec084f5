/* Creates, copies, compares and hashes values. */
#include "interpreter/value/decimal.h"
#include "interpreter/value/calendar.h"
#include "interpreter/value/range.h"

#include <math.h>
#include <string.h>

ip_datum ip_value_datum_integer(int64_t value)
{
    return (ip_datum){.kind = IP_DATUM_INTEGER, .as.integer = value};
}

ip_datum ip_value_datum_boolean(bool value)
{
    return (ip_datum){.kind = IP_DATUM_BOOLEAN, .as.boolean = value};
}

ip_datum ip_value_datum_string(const char *text)
{
    return (ip_datum){.kind = IP_DATUM_TEXT, .count = (int)strlen(text), .as.text = text};
}

ip_datum ip_value_datum_jsonb(const char *text)
{
    return (ip_datum){.kind = IP_DATUM_JSONB, .count = (int)strlen(text), .as.text = text};
}

ip_datum ip_value_datum_array(const ip_datum *items, int count)
{
    return (ip_datum){.kind = IP_DATUM_ARRAY, .count = count, .as.items = items};
}

ip_datum ip_value_datum_copy(ip_arena *arena, ip_datum datum)
{
    if (ip_datum_is_text(datum))
        datum.as.text = ip_arena_strndup(arena, datum.as.text, (size_t)datum.count);
    if (ip_datum_is_long(datum))
        datum.as.text = ip_arena_strdup(arena, datum.as.text);
    if (datum.kind >= IP_DATUM_ARRAY) {
        ip_datum *items = IP_NEW_ARRAY(arena, ip_datum, datum.count);
        for (int i = 0; i < datum.count; i++)
            items[i] = ip_value_datum_copy(arena, datum.as.items[i]);
        datum.as.items = items;
    }
    if (datum.kind == IP_DATUM_RECORD && datum.names) {
        const char **names = IP_NEW_ARRAY(arena, const char *, datum.count);
        for (int i = 0; i < datum.count; i++)
            names[i] = ip_arena_strdup(arena, datum.names[i]);
        datum.names = names;
    }
    return datum;
}

static int compare_integers(int64_t a, int64_t b)
{
    return a < b ? -1 : a > b;
}

/* NaN equals itself and is greater than all other numbers, as on the server. */
static int compare_reals(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) - isnan(b);
    return a < b ? -1 : a > b;
}

static int compare_bytes(const char *a, int a_length, const char *b, int b_length)
{
    int shorter = a_length < b_length ? a_length : b_length;
    int order = memcmp(a, b, (size_t)shorter);
    return order ? order : compare_integers(a_length, b_length);
}

/* Reads the bytes of a jsonb text without the trailing zeros of fractions, so that equal values have equal bytes. */
typedef struct jsonb_reader {
    const char *at, *zeros, *after_zeros;
    bool in_string, escaped;
} jsonb_reader;

static unsigned char next_of_jsonb(jsonb_reader *reader)
{
    if (reader->at == reader->zeros)
        reader->at = reader->after_zeros;
    const char *at = reader->at;
    if (*at == '.' && !reader->in_string) {
        size_t digits = strspn(at + 1, "0123456789"), kept = digits;
        while (kept && at[kept] == '0')
            kept--;
        reader->zeros = at + (kept ? 1 + kept : 0); /* without digits after it, the point is also left out */
        reader->after_zeros = at + 1 + digits;
        at = kept ? at : reader->after_zeros;
    }
    if (*at == '"' && !reader->escaped)
        reader->in_string = !reader->in_string;
    reader->escaped = *at == '\\' && !reader->escaped;
    reader->at = *at ? at + 1 : at;
    return (unsigned char)*at;
}

static int compare_jsonb(const char *a, const char *b)
{
    if (strcmp(a, b) == 0)
        return 0;
    jsonb_reader left = {.at = a}, right = {.at = b};
    for (;;) {
        unsigned char x = next_of_jsonb(&left), y = next_of_jsonb(&right);
        if (x != y || !x)
            return compare_integers(x, y);
    }
}

/* The length of an interval in microseconds, with months of 30 days. */
static ip_wide interval_span(ip_datum interval)
{
    return ((ip_wide)interval.count * 30 + interval.days) * IP_DAY + interval.as.integer;
}

static int compare_items(ip_datum left, ip_datum right)
{
    for (int i = 0; i < left.count && i < right.count; i++) {
        int order = ip_value_datum_compare(left.as.items[i], right.as.items[i]);
        if (order)
            return order;
    }
    return compare_integers(left.count, right.count);
}

int ip_value_datum_compare(ip_datum left, ip_datum right)
{
    if (left.kind == IP_DATUM_NULL || right.kind == IP_DATUM_NULL)
        return (left.kind == IP_DATUM_NULL) - (right.kind == IP_DATUM_NULL);
    bool real = left.kind == IP_DATUM_REAL || left.kind == IP_DATUM_FLOAT;
    if (real && (right.kind == IP_DATUM_REAL || right.kind == IP_DATUM_FLOAT))
        return compare_reals(left.as.real, right.as.real);
    bool decimal = left.kind == IP_DATUM_NUMERIC || right.kind == IP_DATUM_NUMERIC;
    if (left.kind != right.kind && !(decimal && (left.kind == IP_DATUM_INTEGER || right.kind == IP_DATUM_INTEGER)))
        return compare_integers(left.kind, right.kind);
    if (decimal)
        return ip_value_decimal_compare(ip_datum_decimal(left), ip_datum_decimal(right));
    switch (left.kind) {
    case IP_DATUM_BOOLEAN:
        return left.as.boolean - right.as.boolean;
    case IP_DATUM_TEXT:
        return compare_bytes(left.as.text, left.count, right.as.text, right.count);
    case IP_DATUM_JSONB:
        return compare_jsonb(left.as.text, right.as.text);
    case IP_DATUM_ARRAY:
    case IP_DATUM_RECORD:
        return compare_items(left, right);
    case IP_DATUM_RANGE:
        return ip_value_range_compare(left, right);
    case IP_DATUM_INTERVAL: {
        ip_wide a = interval_span(left), b = interval_span(right);
        return a < b ? -1 : a > b;
    }
    default:
        return compare_integers(left.as.integer, right.as.integer);
    }
}

bool ip_value_datum_equal(ip_datum left, ip_datum right)
{
    if (left.kind == IP_DATUM_INTEGER && right.kind == IP_DATUM_INTEGER)
        return left.as.integer == right.as.integer;
    return ip_value_datum_compare(left, right) == 0;
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ (hash >> 29);
}

static uint64_t hash_wide(uint64_t hash, ip_wide value)
{
    hash = mix(hash, (uint64_t)value);
    return value == (int64_t)value ? hash : mix(hash, (uint64_t)(value >> 64));
}

double ip_value_datum_double(ip_datum number)
{
    switch (number.kind) {
    case IP_DATUM_INTEGER:
        return (double)number.as.integer;
    case IP_DATUM_REAL:
    case IP_DATUM_FLOAT:
        return number.as.real;
    case IP_DATUM_NUMERIC:
        return ip_value_decimal_double(ip_datum_decimal(number));
    default:
        return NAN;
    }
}

uint64_t ip_value_datum_hash(ip_datum datum)
{
    uint64_t hash = 0x2545F4914F6CDD1D;
    switch (datum.kind) {
    case IP_DATUM_NULL:
        return hash;
    case IP_DATUM_BOOLEAN:
        return mix(hash, datum.as.boolean + 1U);
    case IP_DATUM_NUMERIC:
        return ip_value_decimal_hash(ip_datum_decimal(datum));
    case IP_DATUM_REAL:
    case IP_DATUM_FLOAT: {
        /* 0 and -0 are equal, and so are all NaNs. */
        double value = datum.as.real == 0 ? 0 : isnan(datum.as.real) ? NAN : datum.as.real;
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        return mix(hash, bits);
    }
    case IP_DATUM_TEXT:
        for (int i = 0; i < datum.count; i++)
            hash = (hash ^ (unsigned char)datum.as.text[i]) * UINT64_C(0x100000001B3);
        return mix(hash, (uint64_t)datum.count);
    case IP_DATUM_JSONB: {
        jsonb_reader reader = {.at = datum.as.text};
        for (unsigned char byte; (byte = next_of_jsonb(&reader));)
            hash = (hash ^ byte) * UINT64_C(0x100000001B3);
        return mix(hash, 1);
    }
    case IP_DATUM_ARRAY:
    case IP_DATUM_RECORD:
    case IP_DATUM_RANGE:
        for (int i = 0; i < datum.count; i++)
            hash = mix(hash, ip_value_datum_hash(datum.as.items[i]));
        return mix(hash, (uint64_t)datum.count);
    case IP_DATUM_INTERVAL:
        return hash_wide(hash, interval_span(datum));
    default:
        return mix(hash, (uint64_t)datum.as.integer);
    }
}
