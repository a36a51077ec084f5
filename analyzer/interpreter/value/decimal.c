/* Computes with PostgreSQL's numeric: a coefficient and a scale. */
#include "interpreter/value/decimal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ip_wide power_of_ten(int exponent)
{
    static const int64_t small[] = {1,
                                    10,
                                    100,
                                    1000,
                                    10000,
                                    100000,
                                    1000000,
                                    10000000,
                                    100000000,
                                    1000000000,
                                    10000000000,
                                    100000000000,
                                    1000000000000,
                                    10000000000000,
                                    100000000000000,
                                    1000000000000000,
                                    10000000000000000,
                                    100000000000000000,
                                    1000000000000000000};
    return exponent <= 18 ? small[exponent] : (ip_wide)small[18] * power_of_ten(exponent - 18);
}

static ip_wide limit(void)
{
    return power_of_ten(IP_DECIMAL_DIGITS) - 1;
}

static bool fits(ip_wide coefficient)
{
    return coefficient <= limit() && coefficient >= -limit();
}

/* Increases the scale by appending zeros. Returns false if the coefficient gets too long. */
static bool rescale_up(ip_decimal a, int scale, ip_wide *coefficient)
{
    *coefficient = a.coefficient;
    if (scale == a.scale || a.coefficient == 0)
        return true;
    if (scale - a.scale > IP_DECIMAL_DIGITS)
        return false;
    return !__builtin_mul_overflow(a.coefficient, power_of_ten(scale - a.scale), coefficient) && fits(*coefficient);
}

static bool common_scale(ip_decimal a, ip_decimal b, ip_wide *left, ip_wide *right, int *scale)
{
    *scale = a.scale > b.scale ? a.scale : b.scale;
    return rescale_up(a, *scale, left) && rescale_up(b, *scale, right);
}

static bool add(ip_decimal a, ip_decimal b, ip_decimal *result)
{
    ip_wide left, right;
    *result = ip_decimal_of(0, 0);
    if (!common_scale(a, b, &left, &right, &result->scale))
        return false;
    result->coefficient = left + right; /* two numbers of 38 digits cannot overflow 128 bits */
    return fits(result->coefficient);
}

static bool multiply(ip_decimal a, ip_decimal b, ip_decimal *result)
{
    *result = ip_decimal_of(0, a.scale + b.scale);
    return !__builtin_mul_overflow(a.coefficient, b.coefficient, &result->coefficient) && fits(result->coefficient) &&
           result->scale <= IP_DECIMAL_DIGITS;
}

static bool modulo(ip_decimal a, ip_decimal b, ip_decimal *result)
{
    ip_wide left, right;
    *result = ip_decimal_of(0, 0);
    if (!common_scale(a, b, &left, &right, &result->scale))
        return false;
    result->coefficient = left % right;
    return true;
}

#define DECIMAL_OPERATION(name)                                                                                        \
    bool ip_value_decimal_##name(ip_arena *arena, ip_decimal a, ip_decimal b, ip_decimal *result)                      \
    {                                                                                                                  \
        if (ip_decimal_is_special(a) || ip_decimal_is_special(b)) {                                                    \
            *result = ip_value_decimal_special_##name(a, b);                                                           \
            return true;                                                                                               \
        }                                                                                                              \
        return (!a.digits && !b.digits && name(a, b, result)) || ip_value_decimal_long_##name(arena, a, b, result);    \
    }
DECIMAL_OPERATION(add)
DECIMAL_OPERATION(multiply)
DECIMAL_OPERATION(modulo)

ip_decimal ip_value_decimal_negate(ip_arena *arena, ip_decimal a)
{
    if (ip_decimal_is_special(a))
        return ip_value_decimal_special_negate(a);
    a.coefficient = -a.coefficient;
    if (a.digits && strcmp(a.digits, "0") != 0)
        a.digits = *a.digits == '-' ? a.digits + 1 : ip_arena_printf(arena, "-%s", a.digits);
    return a;
}

int ip_value_decimal_sign(ip_decimal a)
{
    if (a.digits)
        return *a.digits == '-' ? -1 : *a.digits != '0';
    return a.coefficient < 0 ? -1 : a.coefficient > 0;
}

bool ip_value_decimal_subtract(ip_arena *arena, ip_decimal a, ip_decimal b, ip_decimal *result)
{
    return ip_value_decimal_add(arena, a, ip_value_decimal_negate(arena, b), result);
}

int ip_value_decimal_digits(ip_decimal a)
{
    int digits = 0;
    if (ip_decimal_is_special(a))
        return 0;
    if (a.digits)
        return *a.digits == '0' ? 0 : (int)strlen(a.digits) - (*a.digits == '-');
    for (ip_wide rest = a.coefficient; rest; rest /= 10)
        digits++;
    return digits;
}

static int floor_div(int a, int b)
{
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

/* Finds the first base-10000 digit and its weight, since the server derives result scales from them. */
static void leading_digit(ip_decimal a, int *weight, int *digit)
{
    *weight = 0;
    *digit = 0;
    int digits = ip_value_decimal_digits(a);
    if (digits == 0)
        return;
    int top = digits - 1 - a.scale; /* decimal exponent of the first digit */
    *weight = floor_div(top, 4);
    if (a.digits) {
        const char *text = a.digits + (*a.digits == '-');
        for (int i = 0; i <= top - *weight * 4; i++)
            *digit = *digit * 10 + (i < digits ? text[i] - '0' : 0);
        return;
    }
    int shift = *weight * 4 + a.scale; /* the value of the base-10000 digit is coefficient / 10^shift */
    ip_wide magnitude = a.coefficient < 0 ? -a.coefficient : a.coefficient;
    for (; shift > 0; shift--)
        magnitude /= 10;
    for (; shift < 0; shift++)
        magnitude *= 10;
    *digit = (int)magnitude;
}

static int division_scale(ip_decimal a, ip_decimal b)
{
    int weight_a, digit_a, weight_b, digit_b;
    leading_digit(a, &weight_a, &digit_a);
    leading_digit(b, &weight_b, &digit_b);
    int weight = weight_a - weight_b - (digit_a <= digit_b);
    int scale = 16 - weight * 4;
    scale = scale < a.scale ? a.scale : scale;
    scale = scale < b.scale ? b.scale : scale;
    return scale < 0 ? 0 : scale > IP_DECIMAL_LONGEST ? IP_DECIMAL_LONGEST : scale;
}

/* Divides a by b to the given scale by long division. Rounds half away from zero if asked, and otherwise truncates. */
static bool divide_to(ip_decimal a, ip_decimal b, int scale, bool rounded, ip_decimal *result)
{
    if (scale > IP_DECIMAL_DIGITS)
        return false;
    bool negative = (a.coefficient < 0) != (b.coefficient < 0);
    ip_wide dividend = a.coefficient < 0 ? -a.coefficient : a.coefficient;
    ip_wide divisor = b.coefficient < 0 ? -b.coefficient : b.coefficient;
    int shift = scale - a.scale + b.scale;
    for (; shift < 0; shift++) {
        if (divisor > limit() / 10)
            return false;
        divisor *= 10;
    }
    ip_wide quotient = dividend / divisor, rest = dividend % divisor;
    if (shift > 0 && divisor > limit() / 10)
        return false;
    for (; shift > 0; shift--) {
        if (quotient > limit() / 10)
            return false;
        quotient = quotient * 10 + rest * 10 / divisor;
        rest = rest * 10 % divisor;
    }
    if (rounded && rest >= divisor - rest)
        quotient++;
    *result = ip_decimal_of(negative ? -quotient : quotient, scale);
    return fits(quotient);
}

/* Removes trailing zeros after the point. */
static ip_decimal normal(ip_decimal a)
{
    while (!a.digits && a.scale > 0 && a.coefficient % 10 == 0) {
        a.coefficient /= 10;
        a.scale--;
    }
    return a;
}

static bool divide(ip_arena *arena, ip_decimal a, ip_decimal b, int scale, bool rounded, ip_decimal *result)
{
    if (ip_decimal_is_special(a) || ip_decimal_is_special(b)) {
        *result = ip_value_decimal_special_divide(a, b);
        return true;
    }
    return (!a.digits && !b.digits && divide_to(a, normal(b), scale, rounded, result)) ||
           ip_value_decimal_long_divide(arena, a, b, scale, rounded, result);
}

bool ip_value_decimal_divide(ip_arena *arena, ip_decimal a, ip_decimal b, ip_decimal *result)
{
    bool special = ip_decimal_is_special(a) || ip_decimal_is_special(b);
    return divide(arena, a, b, special ? 0 : division_scale(a, b), true, result);
}

bool ip_value_decimal_quotient(ip_arena *arena, ip_decimal a, ip_decimal b, ip_decimal *result)
{
    return divide(arena, a, b, 0, false, result);
}

bool ip_value_decimal_root(ip_arena *arena, ip_decimal a, ip_decimal *result)
{
    int weight, digit;
    if (ip_decimal_is_special(a)) {
        *result = a;
        return true;
    }
    leading_digit(a, &weight, &digit);
    int half = weight >= 0 ? (weight + 1) * 4 / 2 - 1 : 1 - (1 - weight * 4) / 2;
    int scale = 16 - half;
    scale = scale < a.scale ? a.scale : scale;
    scale = scale < 0 ? 0 : scale;
    return scale <= IP_DECIMAL_LONGEST && ip_value_decimal_long_root(arena, a, scale, result);
}

int ip_value_decimal_compare(ip_decimal a, ip_decimal b)
{
    ip_wide left, right;
    int scale;
    if (ip_decimal_is_special(a) || ip_decimal_is_special(b))
        return ip_value_decimal_special_compare(a, b);
    if (a.digits || b.digits || !common_scale(a, b, &left, &right, &scale))
        return ip_value_decimal_long_compare(a, b);
    return left < right ? -1 : left > right;
}

static bool round_to(ip_decimal a, int scale, ip_rounding rounding, ip_decimal *result)
{
    *result = ip_decimal_of(0, scale < 0 ? 0 : scale);
    if (scale >= a.scale)
        return scale <= IP_DECIMAL_DIGITS && rescale_up(a, scale, &result->coefficient);
    if (a.scale - scale > IP_DECIMAL_DIGITS)
        return false;
    ip_wide unit = power_of_ten(a.scale - scale);
    ip_wide quotient = a.coefficient / unit, rest = a.coefficient % unit;
    ip_wide size = rest < 0 ? -rest : rest;
    if (rounding == IP_ROUND_HALF_AWAY && size >= unit - size)
        quotient += rest < 0 ? -1 : 1;
    if (rounding == IP_ROUND_FLOOR && rest < 0)
        quotient--;
    if (rounding == IP_ROUND_CEILING && rest > 0)
        quotient++;
    if (scale < 0 && __builtin_mul_overflow(quotient, power_of_ten(-scale), &quotient))
        return false;
    result->coefficient = quotient;
    return fits(quotient);
}

bool ip_value_decimal_round(ip_arena *arena, ip_decimal a, int scale, ip_rounding rounding, ip_decimal *result)
{
    if (ip_decimal_is_special(a)) {
        *result = a;
        return true;
    }
    return (!a.digits && round_to(a, scale, rounding, result)) ||
           ip_value_decimal_long_round(arena, a, scale, rounding, result);
}

/* Counts the trailing zeros after the point. */
static int zeros_at_end(ip_decimal a)
{
    int zeros = 0;
    if (ip_decimal_is_special(a))
        return 0;
    if (!a.digits)
        return a.scale - normal(a).scale;
    size_t length = strlen(a.digits);
    while (zeros < a.scale && (size_t)zeros < length && a.digits[length - 1 - (size_t)zeros] == '0')
        zeros++;
    return strcmp(a.digits, "0") == 0 ? a.scale : zeros;
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ (hash >> 29);
}

/* Ignores trailing zeros, as equal values may have different scales. */
uint64_t ip_value_decimal_hash(ip_decimal a)
{
    int zeros = zeros_at_end(a);
    uint64_t hash = 0x2545F4914F6CDD1D;
    size_t length = a.digits ? strlen(a.digits) - (size_t)(strcmp(a.digits, "0") == 0 ? 0 : zeros) : 0;
    if (ip_decimal_is_special(a))
        return mix(hash, (uint64_t)(a.digits[*a.digits == '-']) + (uint64_t)(*a.digits == '-'));
    a.scale -= zeros;
    if (!a.digits)
        for (; zeros > 0; zeros--)
            a.coefficient /= 10;
    if (a.digits && length <= IP_DECIMAL_DIGITS && a.scale <= IP_DECIMAL_DIGITS) {
        bool negative = *a.digits == '-';
        for (size_t i = negative; i < length; i++)
            a.coefficient = a.coefficient * 10 + (negative ? '0' - a.digits[i] : a.digits[i] - '0');
        a.digits = NULL;
    }
    for (size_t i = 0; a.digits && i < length; i++)
        hash = mix(hash, (unsigned char)a.digits[i]);
    if (!a.digits) {
        hash = mix(hash, (uint64_t)a.coefficient);
        if (a.coefficient != (int64_t)a.coefficient)
            hash = mix(hash, (uint64_t)(a.coefficient >> 64));
    }
    return a.scale ? mix(hash, (uint64_t)a.scale) : hash;
}

/* Skips digits with at most one point among them. Returns their end. */
static const char *skip_digits(const char *text, const char *end, int *digits, int *scale)
{
    bool point = false;
    for (; text < end && ((*text >= '0' && *text <= '9') || (*text == '.' && !point)); text++) {
        *digits += *text != '.';
        *scale += point && *text != '.';
        point = point || *text == '.';
    }
    return text;
}

bool ip_value_decimal_parse(ip_arena *arena, const char *text, size_t length, ip_decimal *result, bool *syntax)
{
    const char *end = text + length;
    bool negative = false;
    int count = 0, scale = 0;
    *result = ip_decimal_of(0, 0);
    *syntax = false;
    if (ip_value_decimal_special_parse(text, length, result))
        return true;
    if (text < end && (*text == '-' || *text == '+'))
        negative = *text++ == '-';
    const char *begin = text, *rest = skip_digits(text, end, &count, &scale);
    long exponent = 0;
    text = rest;
    if (count && text < end && (*text == 'e' || *text == 'E')) {
        char *after;
        exponent = strtol(text + 1, &after, 10);
        if (after == text + 1)
            return false;
        text = after;
    }
    if (!count || text != end)
        return false;
    *syntax = true;
    if (exponent > IP_DECIMAL_LONGEST || exponent < -IP_DECIMAL_LONGEST || count > 2 * IP_DECIMAL_LONGEST)
        return false;
    scale -= (int)exponent;
    int zeros = scale < 0 ? -scale : 0, at = 0;
    if (count + zeros <= IP_DECIMAL_DIGITS && scale <= IP_DECIMAL_DIGITS) {
        for (const char *c = begin; c < rest; c++)
            if (*c != '.')
                result->coefficient = result->coefficient * 10 + (*c - '0');
        *result = ip_decimal_of((negative ? -1 : 1) * result->coefficient * power_of_ten(zeros), scale + zeros);
        return true;
    }
    char *digits = IP_NEW_ARRAY(arena, char, count + zeros + 2);
    if (negative)
        digits[at++] = '-';
    for (const char *c = begin; c < rest; c++)
        if (*c != '.')
            digits[at++] = *c;
    memset(digits + at, '0', (size_t)zeros);
    return ip_value_decimal_long_make(arena, digits, scale + zeros, result);
}

const char *ip_value_decimal_text(ip_arena *arena, ip_decimal a)
{
    char buffer[IP_DECIMAL_DIGITS + 2], *digits = buffer + sizeof buffer - 1;
    if (ip_decimal_is_special(a))
        return a.digits;
    bool negative = ip_value_decimal_sign(a) < 0;
    unsigned __int128 rest = (unsigned __int128)(a.coefficient < 0 ? -a.coefficient : a.coefficient);
    *digits = '\0';
    for (; rest || !*digits; rest /= 10)
        *--digits = (char)('0' + (int)(rest % 10));
    const char *shown = a.digits ? a.digits + negative : digits;
    int length = (int)strlen(shown), whole = length - a.scale, zeros = whole < 1 ? 1 - whole : 0;
    char *text = IP_NEW_ARRAY(arena, char, length + zeros + 3), *at = text;
    if (negative)
        *at++ = '-';
    for (int i = -zeros; i < length; i++) {
        if (i == length - a.scale && a.scale > 0)
            *at++ = '.';
        *at++ = i < 0 ? '0' : shown[i];
    }
    *at = '\0';
    return text;
}

double ip_value_decimal_double(ip_decimal a)
{
    /* The quotient of two whole numbers that a double holds exactly is rounded correctly. */
    static const double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12};
    const ip_wide exact = (ip_wide)1 << 53;
    if (!a.digits && a.scale >= 0 && a.scale < (int)(sizeof powers / sizeof *powers) && a.coefficient <= exact &&
        a.coefficient >= -exact)
        return (double)a.coefficient / powers[a.scale];
    ip_arena *arena = ip_arena_new();
    double value = strtod(ip_value_decimal_text(arena, a), NULL);
    ip_arena_free(arena);
    return value;
}

bool ip_value_decimal_of_double(ip_arena *arena, double value, int digits, ip_decimal *result)
{
    char text[64];
    bool syntax;
    int length = snprintf(text, sizeof text, "%.*g", digits, isnan(value) ? fabs(value) : value); /* NaN has no sign */
    return ip_value_decimal_parse(arena, text, (size_t)length, result, &syntax);
}
