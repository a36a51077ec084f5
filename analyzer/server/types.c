/* Maps types to their numbers: those of the server (PostgreSQL 15, pg_type.dat), and those that clients define. */
#include "server/types.h"

#include "server/wire_values.h"

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
             {"timetz", 1266, 1270, 12},
             {"refcursor", 1790, 2201, -1},
             {"pg_lsn", 3220, 3221, 8},
             {"nummultirange", 4532, 6151, -1},
             {"int4multirange", 4451, 6150, -1},
             {"int8multirange", 4536, 6157, -1}};

bool ip_served_wire_is_vector(ip_sqltype type)
{
    return type.domain && strcmp(type.domain->name, IP_VECTOR) == 0;
}

static bool is_letter(ip_sqltype type)
{
    return type.domain && strcmp(type.domain->name, IP_LETTER) == 0;
}

/* The number is that of the name, so that it stays the same while other types come and go. */
uint32_t ip_served_wire_user_number(const char *name, bool array)
{
    uint32_t hash = 2166136261u;
    for (const char *c = name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    return IP_FIRST_USER_TYPE | (hash % (IP_FIRST_USER_TYPE / 2) * 2) | array;
}

/* Returns the name of the enum or row type, or of the domain whose values the array has; NULL for the server's own. */
static const char *user_name_of(ip_sqltype type)
{
    if (type.tag == IP_T_RECORD)
        return type.shape ? type.shape->name : NULL;
    if (!type.domain || is_letter(type) || ip_served_wire_is_vector(type))
        return NULL;
    if (type.domain->enumerated || (ip_value_sqltype_checks_each(type) && type.array))
        return type.domain->name;
    return type.domain->labels.count ? type.name : NULL; /* of a domain over an enum */
}

ip_wire_type ip_served_wire_field_type_of(ip_sqltype type)
{
    bool domain = type.domain && !is_letter(type) && !ip_served_wire_is_vector(type);
    ip_wire_type wire = ip_served_wire_type_of(type);
    if (domain && (!type.array || !ip_value_sqltype_checks_each(type)))
        wire.oid = ip_served_wire_user_number(type.domain->name, false);
    if (type.tag == IP_T_UNKNOWN && !type.array)
        wire.oid = IP_OID_UNKNOWN;
    return wire;
}

ip_wire_type ip_served_wire_type_of(ip_sqltype type)
{
    const char *user = user_name_of(type);
    if (user)
        return (ip_wire_type){ip_served_wire_user_number(user, type.array),
                              type.array || type.tag == IP_T_RECORD ? -1 : 4};
    if (!type.array && is_letter(type))
        return (ip_wire_type){IP_OID_CHAR, 1};
    if (ip_served_wire_is_vector(type))
        return (ip_wire_type){IP_OID_VECTOR, -1};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].tag == type.tag)
            return type.array ? (ip_wire_type){types[i].array, -1} : (ip_wire_type){types[i].oid, types[i].size};
    for (size_t i = 0; i < sizeof named / sizeof *named && type.tag == IP_T_OTHER && type.name; i++)
        if (strcmp(named[i].name, strcmp(type.name, "time with time zone") == 0 ? "timetz" : type.name) == 0)
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
    int known = (int)(sizeof types / sizeof *types), by_name = (int)(sizeof named / sizeof *named);
    if (index < 0 || index >= known + by_name)
        return false;
    if (index < known)
        *array = (ip_wire_array){types[index].array, types[index].oid, types[index].name, types[index].size};
    else
        *array = (ip_wire_array){named[index - known].array, named[index - known].oid, named[index - known].name,
                                 named[index - known].size};
    return true;
}
