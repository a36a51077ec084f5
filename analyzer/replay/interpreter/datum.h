/* Concrete SQL values. A datum is passed by value; what it points to lives in the arena it was made in, or
 * is constant. Numerics and times are PostgreSQL's own (libpgtypes), in the form given here. */
#ifndef IP_DATUM_H
#define IP_DATUM_H

#include "code.h"
#include <stdint.h>

typedef enum ip_datum_kind {
    IP_DATUM_NULL,
    IP_DATUM_BOOLEAN,
    IP_DATUM_INTEGER, /* smallint, integer, bigint */
    IP_DATUM_NUMERIC, /* exact decimal: text in canonical form, scale included: "1.50" */
    IP_DATUM_FLOAT,   /* real, double precision */
    IP_DATUM_TEXT,
    IP_DATUM_DATE,      /* days since 2000-01-01 */
    IP_DATUM_TIMESTAMP, /* microseconds since 2000-01-01 00:00 */
    IP_DATUM_INTERVAL,  /* months, microseconds */
    IP_DATUM_ARRAY,     /* of items */
    IP_DATUM_RECORD     /* fields with names */
} ip_datum_kind;

typedef struct ip_datum {
    ip_datum_kind kind;
    int count; /* ARRAY, RECORD: items; TEXT, NUMERIC: bytes; INTERVAL: months */
    union {
        bool boolean;
        int64_t integer; /* also DATE, TIMESTAMP, INTERVAL's microseconds */
        double real;
        const char *text; /* NUL-terminated */
        const struct ip_datum *items;
    } as;
    const char *const *names; /* RECORD: of the fields */
} ip_datum;
#endif
