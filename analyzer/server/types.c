/* Types by their numbers (PostgreSQL 15, pg_type.dat). */
#include "server/types.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct known {
    ip_tag tag;
    uint32_t oid, array;
    int size;
} known;

static const known types[] = {{IP_T_BOOLEAN, 16, 1000, 1},      {IP_T_SMALLINT, 21, 1005, 2},
                              {IP_T_INTEGER, 23, 1007, 4},      {IP_T_BIGINT, 20, 1016, 8},
                              {IP_T_NUMERIC, 1700, 1231, -1},   {IP_T_REAL, 700, 1021, 4},
                              {IP_T_DOUBLE, 701, 1022, 8},      {IP_T_MONEY, 790, 791, 8},
                              {IP_T_TEXT, 25, 1009, -1},        {IP_T_VARCHAR, 1043, 1015, -1},
                              {IP_T_CHAR, 1042, 1014, -1},      {IP_T_NAME, 19, 1003, 64},
                              {IP_T_UUID, 2950, 2951, 16},      {IP_T_BYTEA, 17, 1001, -1},
                              {IP_T_BIT, 1560, 1561, -1},       {IP_T_VARBIT, 1562, 1563, -1},
                              {IP_T_JSON, 114, 199, -1},        {IP_T_JSONB, 3802, 3807, -1},
                              {IP_T_DATE, 1082, 1182, 4},       {IP_T_TIME, 1083, 1183, 8},
                              {IP_T_TIMESTAMP, 1114, 1115, 8},  {IP_T_TIMESTAMP_TZ, 1184, 1185, 8},
                              {IP_T_INTERVAL, 1186, 1187, 16},  {IP_T_INT4RANGE, 3904, 3905, -1},
                              {IP_T_INT8RANGE, 3926, 3927, -1}, {IP_T_NUMRANGE, 3906, 3907, -1},
                              {IP_T_TSRANGE, 3908, 3909, -1},   {IP_T_TSTZRANGE, 3910, 3911, -1},
                              {IP_T_DATERANGE, 3912, 3913, -1}, {IP_T_RECORD, 2249, 2287, -1},
                              {IP_T_VOID, 2278, 0, 4}};

/* Others, enums among them, are given out as text. */
ip_wire_type ip_wire_type_of(ip_sqltype type)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].tag == type.tag)
            return type.array ? (ip_wire_type){types[i].array, -1} : (ip_wire_type){types[i].oid, types[i].size};
    return type.array ? (ip_wire_type){1009, -1} : (ip_wire_type){25, -1};
}

bool ip_wire_has_binary(ip_sqltype type)
{
    static const ip_tag has[] = {IP_T_BOOLEAN, IP_T_SMALLINT, IP_T_INTEGER, IP_T_BIGINT, IP_T_TEXT, IP_T_VARCHAR,
                                 IP_T_CHAR,    IP_T_NAME,     IP_T_UNKNOWN, IP_T_DOUBLE, IP_T_JSON};
    for (size_t i = 0; i < sizeof has / sizeof *has; i++)
        if (has[i] == type.tag)
            return !type.array;
    return false;
}

static void write_number(ip_writing *out, uint64_t value, int size)
{
    ip_writing_int32(out, size);
    for (int i = size - 1; i >= 0; i--)
        ip_writing_byte(out, (char)(value >> (8 * i)));
}

void ip_wire_write(ip_writing *out, ip_arena *arena, ip_sqltype type, ip_datum value, bool binary)
{
    uint64_t bits = 0;
    if (value.kind == IP_DATUM_NULL) {
        ip_writing_int32(out, -1);
    } else if (binary && value.kind == IP_DATUM_BOOLEAN) {
        write_number(out, value.as.boolean, 1);
    } else if (binary && value.kind == IP_DATUM_INTEGER) {
        write_number(out, (uint64_t)value.as.integer, ip_wire_type_of(type).size);
    } else if (binary && value.kind == IP_DATUM_FLOAT) {
        memcpy(&bits, &value.as.real, sizeof bits);
        write_number(out, bits, 8);
    } else {
        const char *text = type.tag == IP_T_VOID ? "" : ip_datum_text(arena, value);
        ip_writing_int32(out, (int32_t)strlen(text));
        ip_writing_bytes(out, text, strlen(text));
    }
}

ip_datum ip_wire_read(uint32_t oid, const char *text)
{
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    bool whole = oid == 20 || oid == 21 || oid == 23;
    if (whole && end != text && !*end && !errno)
        return ip_datum_integer(number);
    return ip_datum_string(text);
}
