/* PostgreSQL's numeric: a coefficient and a scale. Up to 38 digits the coefficient is a machine integer; a longer one
 * is a text of digits, with which GMP computes (decimal_long.c). NaN and the infinities are values, too
 * (decimal_special.c). Functions return false if the result needs more than IP_DECIMAL_LONGEST digits. Results have the
 * scales that the server gives them (documented in utils/adt/numeric.c). */
#ifndef IP_DECIMAL_H
#define IP_DECIMAL_H

#include "interpreter/value/datum.h"

typedef __int128 ip_wide;

typedef struct ip_decimal {
    ip_wide coefficient;
    int scale;
    /* NULL if both digits and scale are at most 38. Otherwise the coefficient, as in "-123…"; or "NaN", "Infinity" or
     * "-Infinity" with scale 0 */
    const char *digits;
} ip_decimal;

enum { IP_DECIMAL_DIGITS = 38, IP_DECIMAL_LONGEST = 1000 };

static inline ip_decimal ip_decimal_of(ip_wide coefficient, int scale)
{
    return (ip_decimal){coefficient, scale, NULL};
}

static inline bool ip_decimal_is_special(ip_decimal a) /* NaN, Infinity or -Infinity */
{
    return a.digits && a.digits[*a.digits == '-'] > '9';
}

static inline ip_decimal ip_datum_decimal(ip_datum datum) /* datum is a NUMERIC or an INTEGER */
{
    if (datum.kind == IP_DATUM_INTEGER)
        return ip_decimal_of(datum.as.integer, 0);
    if (ip_datum_is_long(datum))
        return (ip_decimal){0, datum.count, datum.as.text};
    return ip_decimal_of((ip_wide)(((unsigned __int128)(uint64_t)datum.high << 64) | (uint64_t)datum.as.integer),
                         datum.count);
}

static inline ip_datum ip_decimal_datum(ip_decimal decimal)
{
    ip_datum datum = {.kind = IP_DATUM_NUMERIC, .count = decimal.scale};
    if (decimal.digits) {
        datum.as.text = decimal.digits;
        datum.high = IP_DATUM_LONG;
    } else {
        datum.as.integer = (int64_t)(uint64_t)decimal.coefficient;
        datum.high = (int64_t)(decimal.coefficient >> 64);
    }
    return datum;
}

/* A long result lives in the arena. */
typedef bool ip_decimal_operation(ip_arena *arena, ip_decimal a, ip_decimal b, ip_decimal *result);
ip_decimal_operation ip_value_decimal_add, ip_value_decimal_subtract, ip_value_decimal_multiply;
/* b must not be 0 unless a is NaN. quotient is div(): truncated, with scale 0. */
ip_decimal_operation ip_value_decimal_divide, ip_value_decimal_quotient, ip_value_decimal_modulo;
bool ip_value_decimal_root(ip_arena *arena, ip_decimal a, ip_decimal *result); /* a must not be negative */
ip_decimal ip_value_decimal_negate(ip_arena *arena, ip_decimal a);
int ip_value_decimal_compare(ip_decimal a, ip_decimal b);
int ip_value_decimal_sign(ip_decimal a); /* 1 for NaN */

typedef enum ip_rounding { IP_ROUND_HALF_AWAY, IP_ROUND_TO_ZERO, IP_ROUND_FLOOR, IP_ROUND_CEILING } ip_rounding;

/* Rounds to a scale. With a negative scale the result has scale 0. */
bool ip_value_decimal_round(ip_arena *arena, ip_decimal a, int scale, ip_rounding rounding, ip_decimal *result);
uint64_t ip_value_decimal_hash(ip_decimal a); /* 1.0 and 1.00 have the same hash */
int ip_value_decimal_digits(ip_decimal a);    /* of the coefficient; 0 for the value 0 */

bool ip_value_decimal_parse(ip_arena *arena, const char *text, size_t length, ip_decimal *result, bool *syntax);
const char *ip_value_decimal_text(ip_arena *arena, ip_decimal a);
double ip_value_decimal_double(ip_decimal a);
/* digits is 15 for float8 and 6 for float4. */
bool ip_value_decimal_of_double(ip_arena *arena, double value, int digits, ip_decimal *result);

/* Defined in decimal_long.c: the same operations for decimals of any length. scale is that of the quotient, limited to
 * IP_DECIMAL_LONGEST. */
ip_decimal_operation ip_value_decimal_long_add, ip_value_decimal_long_multiply, ip_value_decimal_long_modulo;
bool ip_value_decimal_long_divide(ip_arena *arena, ip_decimal a, ip_decimal b, int scale, bool rounded,
                                  ip_decimal *result);
bool ip_value_decimal_long_root(ip_arena *arena, ip_decimal a, int scale, ip_decimal *result);
bool ip_value_decimal_long_round(ip_arena *arena, ip_decimal a, int scale, ip_rounding rounding, ip_decimal *result);
int ip_value_decimal_long_compare(ip_decimal a, ip_decimal b);
/* Creates a decimal from the digits of a coefficient, with its sign. */
bool ip_value_decimal_long_make(ip_arena *arena, const char *digits, int scale, ip_decimal *result);

/* Defined in decimal_special.c: at least one operand is NaN or an infinity. */
ip_decimal ip_value_decimal_special_add(ip_decimal a, ip_decimal b);
ip_decimal ip_value_decimal_special_multiply(ip_decimal a, ip_decimal b);
ip_decimal ip_value_decimal_special_divide(ip_decimal a, ip_decimal b);
ip_decimal ip_value_decimal_special_modulo(ip_decimal a, ip_decimal b);
ip_decimal ip_value_decimal_special_negate(ip_decimal a);
int ip_value_decimal_special_compare(ip_decimal a, ip_decimal b);
bool ip_value_decimal_special_parse(const char *text, size_t length, ip_decimal *result);

#endif
