/* PostgreSQL's numeric with at most 38 digits: a coefficient and a scale. Functions return false when the exact
 * result needs more. Scales of results are the server's (utils/adt/numeric.c documents them). */
#ifndef IP_DECIMAL_H
#define IP_DECIMAL_H

#include "datum.h"

typedef __int128 ip_wide;

typedef struct ip_decimal {
    ip_wide coefficient;
    int scale; /* 0 … 38 */
} ip_decimal;

enum { IP_DECIMAL_DIGITS = 38, IP_DECIMAL_TEXT = 48 };

static inline ip_decimal ip_datum_decimal(ip_datum datum) /* of a NUMERIC or an INTEGER */
{
    if (datum.kind == IP_DATUM_INTEGER)
        return (ip_decimal){datum.as.integer, 0};
    return (ip_decimal){(ip_wide)(((unsigned __int128)(uint64_t)datum.high << 64) | (uint64_t)datum.as.integer),
                        datum.count};
}

static inline ip_datum ip_decimal_datum(ip_decimal decimal)
{
    return (ip_datum){.kind = IP_DATUM_NUMERIC,
                      .count = decimal.scale,
                      .as.integer = (int64_t)(uint64_t)decimal.coefficient,
                      .high = (int64_t)(decimal.coefficient >> 64)};
}

bool ip_decimal_add(ip_decimal a, ip_decimal b, ip_decimal *result);
bool ip_decimal_subtract(ip_decimal a, ip_decimal b, ip_decimal *result);
bool ip_decimal_multiply(ip_decimal a, ip_decimal b, ip_decimal *result);
bool ip_decimal_divide(ip_decimal a, ip_decimal b, ip_decimal *result);   /* b is not 0 */
bool ip_decimal_quotient(ip_decimal a, ip_decimal b, ip_decimal *result); /* div(): truncated, scale 0 */
bool ip_decimal_modulo(ip_decimal a, ip_decimal b, ip_decimal *result);
bool ip_decimal_root(ip_decimal a, ip_decimal *result); /* a is not negative */
int ip_decimal_compare(ip_decimal a, ip_decimal b);

typedef enum ip_rounding { IP_ROUND_HALF_AWAY, IP_ROUND_TO_ZERO, IP_ROUND_FLOOR, IP_ROUND_CEILING } ip_rounding;

/* To a scale, which may be negative: the result's is then 0. */
bool ip_decimal_round(ip_decimal a, int scale, ip_rounding rounding, ip_decimal *result);
ip_decimal ip_decimal_normal(ip_decimal a); /* without trailing zeros after the point */
int ip_decimal_digits(ip_decimal a);        /* of the coefficient; 0 for 0 */

bool ip_decimal_parse(const char *text, size_t length, ip_decimal *result, bool *syntax);
const char *ip_decimal_text(ip_decimal a, char buffer[IP_DECIMAL_TEXT]);
double ip_decimal_double(ip_decimal a);
bool ip_decimal_of_double(double value, int digits, ip_decimal *result); /* digits: 15 for float8, 6 for float4 */

#endif
