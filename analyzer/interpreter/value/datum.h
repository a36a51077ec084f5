/* Concrete SQL values. A datum is passed by value; what it points to lives in the arena it was made in, or
 * is constant. Text compares by bytes: collation "C". */
#ifndef IP_DATUM_H
#define IP_DATUM_H

#include "code/code.h"
#include <stdint.h>

typedef enum ip_datum_kind {
    IP_DATUM_NULL,
    IP_DATUM_BOOLEAN,
    IP_DATUM_INTEGER,      /* smallint, integer, bigint */
    IP_DATUM_NUMERIC,      /* exact decimal: high:integer is the coefficient, or text if it is long; count the scale */
    IP_DATUM_REAL,         /* float4 */
    IP_DATUM_FLOAT,        /* double precision */
    IP_DATUM_MONEY,        /* cents */
    IP_DATUM_TEXT,         /* text, varchar, char(n) (padded), uuid and other types that are only compared */
    IP_DATUM_JSONB,        /* the text that the server prints, keys in order; equal by value: 1.5 is 1.50 */
    IP_DATUM_DATE,         /* days since 2000-01-01 */
    IP_DATUM_TIME,         /* microseconds since midnight */
    IP_DATUM_TIMESTAMP,    /* microseconds since 2000-01-01 00:00 */
    IP_DATUM_TIMESTAMP_TZ, /* the same, in UTC, which is also the time zone that values are shown in */
    IP_DATUM_INTERVAL,     /* months, days, microseconds */
    IP_DATUM_ARRAY,        /* of items; one dimension, from 1 */
    IP_DATUM_RECORD,       /* fields with names */
    IP_DATUM_RANGE         /* range.h */
} ip_datum_kind;

typedef struct ip_datum {
    ip_datum_kind kind;
    int count; /* ARRAY, RECORD, RANGE: items; TEXT, JSONB: bytes; NUMERIC: digits after the point; INTERVAL: months */
    union {
        bool boolean;
        int64_t integer; /* also MONEY, DATE, TIME, TIMESTAMP, INTERVAL's microseconds, NUMERIC's low half */
        double real;
        const char *text;             /* NUL-terminated */
        const struct ip_datum *items; /* ARRAY, RECORD; RANGE: its two bounds */
    } as;
    union {
        const char *const *names; /* RECORD: of the fields; may be NULL */
        int64_t high;             /* NUMERIC: the high half of the coefficient, a 128-bit integer, or IP_DATUM_LONG: its
                                     digits are as.text (decimal.h); RANGE: see range.c */
        int64_t days;             /* INTERVAL */
    };
} ip_datum;

static inline bool ip_datum_is_text(ip_datum datum) /* as.text, of count bytes */
{
    return datum.kind == IP_DATUM_TEXT || datum.kind == IP_DATUM_JSONB;
}

#define IP_DATUM_LONG INT64_MIN /* no coefficient of 38 digits is that great */

static inline bool ip_datum_is_long(ip_datum datum)
{
    return datum.kind == IP_DATUM_NUMERIC && datum.high == IP_DATUM_LONG;
}

/* infinity and -infinity, of a DATE, TIMESTAMP or TIMESTAMP_TZ */
static inline bool ip_datum_is_infinite(ip_datum datum)
{
    bool has = datum.kind == IP_DATUM_DATE || datum.kind == IP_DATUM_TIMESTAMP || datum.kind == IP_DATUM_TIMESTAMP_TZ;
    return has && (datum.as.integer == INT64_MAX || datum.as.integer == INT64_MIN);
}

ip_datum ip_datum_integer(int64_t value);
ip_datum ip_datum_boolean(bool value);
ip_datum ip_datum_string(const char *text); /* TEXT; not copied */
ip_datum ip_datum_jsonb(const char *text);  /* as the server prints it; not copied */
ip_datum ip_datum_array(const ip_datum *items, int count);

/* Deep copy into the arena. */
ip_datum ip_datum_copy(ip_arena *arena, ip_datum datum);

/* The order of ORDER BY within one type, but for jsonb, which is in some order; NULL comes last. INTEGER and NUMERIC
 * compare by value. */
int ip_datum_compare(ip_datum left, ip_datum right);
/* IS NOT DISTINCT FROM: NULL equals NULL, 1.0 equals 1.00. */
bool ip_datum_equal(ip_datum left, ip_datum right);
uint64_t ip_datum_hash(ip_datum datum); /* agrees with ip_datum_equal */

/* The type that a column's or variable's ip_type says, with its modifiers: "numeric(12,2)" has precision 12. */
ip_code_type ip_code_type_of(ip_type type);
ip_code_type ip_code_type_of_column(const ip_column *column);

/* A value of the type from PostgreSQL's input text, or NULL with *error set (in the arena, or constant). Applies
 * numeric's rounding and the lengths of varchar and char. Dates and times: ISO 8601 only. */
ip_datum ip_datum_parse(ip_arena *arena, const ip_code_type *type, const char *text, const char **error);
/* PostgreSQL's output text (DateStyle ISO, IntervalStyle postgres, UTC); NULL for NULL. */
const char *ip_datum_text(ip_arena *arena, ip_datum datum);
/* An SQL expression of exactly this value and, but for text, of this type: 5, (-5), 'it''s', 5::bigint,
 * NULL::date, '2020-01-01'::date. type NULL: that of the datum's kind. */
const char *ip_datum_literal(ip_arena *arena, ip_datum datum, const ip_code_type *type);

#endif
