/* Maps types to their numbers (PostgreSQL 15, pg_type.dat), and writes and reads their values. */
#include "server/types.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct known {
    ip_tag tag;
    uint32_t oid, array;
    int size;
    const char *name;
} known;

static const known types[] = {{IP_T_BOOLEAN, 16, 1000, 1, "bool"},
                              {IP_T_SMALLINT, 21, 1005, 2, "int2"},
                              {IP_T_INTEGER, 23, 1007, 4, "int4"},
                              {IP_T_BIGINT, 20, 1016, 8, "int8"},
                              {IP_T_NUMERIC, 1700, 1231, -1, "numeric"},
                              {IP_T_REAL, 700, 1021, 4, "float4"},
                              {IP_T_DOUBLE, 701, 1022, 8, "float8"},
                              {IP_T_MONEY, 790, 791, 8, "money"},
                              {IP_T_TEXT, 25, 1009, -1, "text"},
                              {IP_T_VARCHAR, 1043, 1015, -1, "varchar"},
                              {IP_T_CHAR, 1042, 1014, -1, "bpchar"},
                              {IP_T_NAME, 19, 1003, 64, "name"},
                              {IP_T_UUID, 2950, 2951, 16, "uuid"},
                              {IP_T_BYTEA, 17, 1001, -1, "bytea"},
                              {IP_T_BIT, 1560, 1561, -1, "bit"},
                              {IP_T_VARBIT, 1562, 1563, -1, "varbit"},
                              {IP_T_JSON, 114, 199, -1, "json"},
                              {IP_T_JSONB, 3802, 3807, -1, "jsonb"},
                              {IP_T_DATE, 1082, 1182, 4, "date"},
                              {IP_T_TIME, 1083, 1183, 8, "time"},
                              {IP_T_TIMESTAMP, 1114, 1115, 8, "timestamp"},
                              {IP_T_TIMESTAMP_TZ, 1184, 1185, 8, "timestamptz"},
                              {IP_T_INTERVAL, 1186, 1187, 16, "interval"},
                              {IP_T_INT4RANGE, 3904, 3905, -1, "int4range"},
                              {IP_T_INT8RANGE, 3926, 3927, -1, "int8range"},
                              {IP_T_NUMRANGE, 3906, 3907, -1, "numrange"},
                              {IP_T_TSRANGE, 3908, 3909, -1, "tsrange"},
                              {IP_T_TSTZRANGE, 3910, 3911, -1, "tstzrange"},
                              {IP_T_DATERANGE, 3912, 3913, -1, "daterange"},
                              {IP_T_RECORD, 2249, 2287, -1, "record"},
                              {IP_T_VOID, 2278, 0, 4, "void"}};

/* Types that the interpreter knows by name only. */
static const struct {
    const char *name;
    uint32_t oid, array;
    int size;
} named[] = {{"inet", 869, 1041, -1},
             {"cidr", 650, 651, -1},
             {"macaddr", 829, 1040, 6},
             {"macaddr8", 774, 775, 8},
             {"point", 600, 1017, 16},
             {"lseg", 601, 1018, 32},
             {"path", 602, 1019, -1},
             {"box", 603, 1020, 32},
             {"polygon", 604, 1027, -1},
             {"line", 628, 629, 24},
             {"circle", 718, 719, 24},
             {"tsvector", 3614, 3643, -1},
             {"tsquery", 3615, 3645, -1},
             {"xml", 142, 143, -1},
             {"time with time zone", 1266, 1270, 12},
             {"timetz", 1266, 1270, 12},
             {"pg_lsn", 3220, 3221, 8},
             {"nummultirange", 4532, 6151, -1},
             {"int4multirange", 4451, 6150, -1},
             {"int8multirange", 4536, 6157, -1}};

static bool is_vector(ip_sqltype type)
{
    return type.domain && strcmp(type.domain->name, IP_VECTOR) == 0;
}

/* Other types, such as enums, are sent as text. */
ip_wire_type ip_served_wire_type_of(ip_sqltype type)
{
    if (type.domain && !type.array && strcmp(type.domain->name, IP_LETTER) == 0)
        return (ip_wire_type){IP_OID_CHAR, 1};
    if (is_vector(type))
        return (ip_wire_type){22, -1};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].tag == type.tag)
            return type.array ? (ip_wire_type){types[i].array, -1} : (ip_wire_type){types[i].oid, types[i].size};
    for (size_t i = 0; i < sizeof named / sizeof *named && type.tag == IP_T_OTHER && type.name; i++)
        if (strcmp(named[i].name, type.name) == 0)
            return type.array ? (ip_wire_type){named[i].array, -1} : (ip_wire_type){named[i].oid, named[i].size};
    return type.array ? (ip_wire_type){1009, -1} : (ip_wire_type){25, -1};
}

int ip_served_wire_modifier(ip_sqltype type)
{
    enum { HEADER = 4 };
    if (type.domain || type.precision <= 0)
        return -1;
    if (type.tag == IP_T_VARCHAR || type.tag == IP_T_CHAR)
        return type.precision + HEADER;
    if (type.tag == IP_T_NUMERIC)
        return (type.precision << 16 | (type.scale > 0 ? type.scale : 0)) + HEADER;
    return -1;
}

bool ip_served_wire_has_binary(ip_sqltype type)
{
    if (is_vector(type))
        return false;
    static const ip_tag has[] = {IP_T_BOOLEAN, IP_T_SMALLINT, IP_T_INTEGER, IP_T_BIGINT,    IP_T_TEXT,
                                 IP_T_VARCHAR, IP_T_CHAR,     IP_T_NAME,    IP_T_UNKNOWN,   IP_T_DOUBLE,
                                 IP_T_REAL,    IP_T_JSON,     IP_T_JSONB,   IP_T_NUMERIC,   IP_T_UUID,
                                 IP_T_BYTEA,   IP_T_DATE,     IP_T_TIME,    IP_T_TIMESTAMP, IP_T_TIMESTAMP_TZ,
                                 IP_T_MONEY,   IP_T_INTERVAL, IP_T_VOID};
    for (size_t i = 0; i < sizeof has / sizeof *has; i++)
        if (has[i] == type.tag)
            return true;
    return false;
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

/* Writes an array of one dimension as array_send does. */
static void write_array(ip_writing *out, ip_arena *arena, ip_sqltype type, ip_datum value)
{
    size_t size_at = out->length;
    bool nulls = false;
    type.array = false;
    for (int i = 0; i < value.count; i++)
        nulls = nulls || value.as.items[i].kind == IP_DATUM_NULL;
    ip_protocol_writing_int32(out, 0);
    ip_protocol_writing_int32(out, value.count > 0);
    ip_protocol_writing_int32(out, nulls);
    ip_protocol_writing_int32(out, (int32_t)ip_served_wire_type_of(type).oid);
    if (value.count) {
        ip_protocol_writing_int32(out, value.count);
        ip_protocol_writing_int32(out, 1);
    }
    for (int i = 0; i < value.count; i++)
        ip_served_wire_write(out, arena, type, value.as.items[i], true);
    size_t size = out->length - size_at - 4;
    for (size_t i = 0; i < 4 && !out->failed; i++)
        out->bytes[size_at + i] = (char)(size >> (8 * (3 - i)));
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
    default:
        break;
    }
    text = ip_value_datum_text(arena, value);
    if (type.tag == IP_T_NUMERIC)
        write_numeric(out, arena, text);
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
    else if (is_vector(type))
        write_text(out, vector_text(arena, value));
    else
        write_text(out, ip_value_datum_text(arena, value));
}

ip_datum ip_served_wire_read(uint32_t oid, const char *text)
{
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    bool whole = oid == 20 || oid == 21 || oid == 23;
    if (whole && end != text && !*end && !errno)
        return ip_value_datum_integer(number);
    return ip_value_datum_string(text);
}

bool ip_served_wire_array_at(int index, ip_wire_array *array)
{
    if (index < 0 || index >= (int)(sizeof types / sizeof *types))
        return false;
    bool whole = ip_served_wire_has_binary(ip_value_sqltype_simple(types[index].tag));
    *array = (ip_wire_array){whole ? types[index].array : 0, types[index].oid, types[index].name};
    return true;
}

void ip_served_wire_write_named(ip_writing *out, uint32_t oid, const char *text, bool binary)
{
    if (!text)
        ip_protocol_writing_int32(out, -1);
    else if (binary && (oid == IP_OID_INTEGER || oid == IP_OID_OID))
        write_sized(out, strtoull(text, NULL, 10), 4);
    else
        write_text(out, text);
}
