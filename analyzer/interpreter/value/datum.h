/* Concrete SQL values. A datum is passed by value. What it points to is constant, or lives in the arena with which the
 * datum was created. Texts compare by bytes (collation "C"). */
#ifndef IP_DATUM_H
#define IP_DATUM_H

#include "code/code.h"
#include <stdint.h>

typedef enum ip_datum_kind {
    IP_DATUM_NULL,
    IP_DATUM_BOOLEAN,
    IP_DATUM_INTEGER,   /* smallint, integer, bigint */
    IP_DATUM_NUMERIC,   /* exact decimal: the coefficient is high:integer, or text if it is long; count is the scale */
    IP_DATUM_REAL,      /* float4 */
    IP_DATUM_FLOAT,     /* double precision */
    IP_DATUM_MONEY,     /* cents */
    IP_DATUM_TEXT,      /* text, varchar, char(n) (padded), uuid, and other types that are only compared */
    IP_DATUM_JSONB,     /* the text that the server prints, with sorted keys; compares by value: 1.5 equals 1.50 */
    IP_DATUM_DATE,      /* days since 2000-01-01 */
    IP_DATUM_TIME,      /* microseconds since midnight */
    IP_DATUM_TIMESTAMP, /* microseconds since 2000-01-01 00:00 */
    IP_DATUM_TIMESTAMP_TZ, /* microseconds since 2000-01-01 00:00 UTC; also shown in UTC */
    IP_DATUM_INTERVAL,     /* months, days, microseconds */
    IP_DATUM_ARRAY,        /* of items; one dimension, lower bound 1 */
    IP_DATUM_RECORD,       /* named fields */
    IP_DATUM_RANGE         /* see range.h */
} ip_datum_kind;

typedef struct ip_datum {
    ip_datum_kind kind;
    int count; /* number of items (ARRAY, RECORD, RANGE), bytes (TEXT, JSONB), digits after the point (NUMERIC), or
                  months (INTERVAL) */
    union {
        bool boolean;
        int64_t integer; /* also MONEY, DATE, TIME, TIMESTAMP, INTERVAL's microseconds, NUMERIC's low half */
        double real;
        const char *text;             /* ends with a zero byte */
        const struct ip_datum *items; /* of ARRAY and RECORD; the two bounds of RANGE */
    } as;
    union {
        const char *const *names; /* of a RECORD's fields; may be NULL */
        int64_t high; /* of NUMERIC: the high half of the coefficient, a 128-bit integer, or IP_DATUM_LONG if as.text
                         has the digits (decimal.h). Of RANGE: see range.c */
        int64_t days; /* INTERVAL */
    };
} ip_datum;

static inline bool ip_datum_is_text(ip_datum datum) /* it has as.text with count bytes */
{
    return datum.kind == IP_DATUM_TEXT || datum.kind == IP_DATUM_JSONB;
}

#define IP_DATUM_LONG INT64_MIN /* no coefficient of 38 digits is that great */

static inline bool ip_datum_is_long(ip_datum datum)
{
    return datum.kind == IP_DATUM_NUMERIC && datum.high == IP_DATUM_LONG;
}

/* infinity and -infinity exist for DATE, TIMESTAMP and TIMESTAMP_TZ */
static inline bool ip_datum_is_infinite(ip_datum datum)
{
    bool has = datum.kind == IP_DATUM_DATE || datum.kind == IP_DATUM_TIMESTAMP || datum.kind == IP_DATUM_TIMESTAMP_TZ;
    return has && (datum.as.integer == INT64_MAX || datum.as.integer == INT64_MIN);
}

ip_datum ip_value_datum_integer(int64_t value);
ip_datum ip_value_datum_boolean(bool value);
ip_datum ip_value_datum_string(const char *text); /* TEXT; not copied */
ip_datum ip_value_datum_jsonb(const char *text);  /* as the server prints it; not copied */
ip_datum ip_value_datum_array(const ip_datum *items, int count);

/* Copies the datum and what it points to into the arena. */
ip_datum ip_value_datum_copy(ip_arena *arena, ip_datum datum);

/* Compares two values of one type in the order of ORDER BY, except that jsonb has an order of its own. NULL comes last.
 * INTEGER and NUMERIC compare by value. */
int ip_value_datum_compare(ip_datum left, ip_datum right);
/* Returns a number's value, rounded to a double; NaN for any other value. */
double ip_value_datum_double(ip_datum number);
/* IS NOT DISTINCT FROM: NULL equals NULL, 1.0 equals 1.00. */
bool ip_value_datum_equal(ip_datum left, ip_datum right);
uint64_t ip_value_datum_hash(ip_datum datum); /* equal values have equal hashes */

/* Returns the type of a column or variable, with its modifiers: "numeric(12,2)" has precision 12. */
ip_code_type ip_value_code_type_of(ip_type type);
ip_code_type ip_value_code_type_of_column(const ip_column *column);

/* Reads PostgreSQL's input text as a value of the type. Applies the scale of numeric and the lengths of varchar and
 * char. Dates and times must be in ISO 8601. On failure returns NULL and sets *error to a text that is constant or
 * lives in the arena. */
ip_datum ip_value_datum_parse(ip_arena *arena, const ip_code_type *type, const char *text, const char **error);
/* Returns the value as a column of the type stores it, as if its text were read. Its texts may be those of value.
 * *error as above. */
ip_datum ip_value_datum_as_stored(ip_arena *arena, const ip_code_type *type, ip_datum value, const char **error);
/* Returns PostgreSQL's output text (DateStyle ISO, IntervalStyle postgres, UTC), or NULL for NULL. */
const char *ip_value_datum_text(ip_arena *arena, ip_datum datum);
/* Returns an SQL expression with exactly this value and, except for text, exactly this type: 5, (-5), 'it''s',
 * 5::bigint, NULL::date, '2020-01-01'::date. type may be NULL: the datum's kind then gives the type. */
const char *ip_value_datum_literal(ip_arena *arena, ip_datum datum, const ip_code_type *type);

#endif
