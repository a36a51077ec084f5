#include "decimal.h"

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

/* Appends zeros. */
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

bool ip_decimal_add(ip_decimal a, ip_decimal b, ip_decimal *result)
{
    ip_wide left, right;
    if (!common_scale(a, b, &left, &right, &result->scale))
        return false;
    result->coefficient = left + right; /* two numbers of 38 digits: no overflow of 128 bits */
    return fits(result->coefficient);
}

bool ip_decimal_subtract(ip_decimal a, ip_decimal b, ip_decimal *result)
{
    b.coefficient = -b.coefficient;
    return ip_decimal_add(a, b, result);
}

bool ip_decimal_multiply(ip_decimal a, ip_decimal b, ip_decimal *result)
{
    result->scale = a.scale + b.scale;
    return !__builtin_mul_overflow(a.coefficient, b.coefficient, &result->coefficient) && fits(result->coefficient) &&
           result->scale <= IP_DECIMAL_DIGITS;
}

int ip_decimal_digits(ip_decimal a)
{
    int digits = 0;
    for (ip_wide rest = a.coefficient; rest; rest /= 10)
        digits++;
    return digits;
}

static int floor_div(int a, int b)
{
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

/* The server works with digits of base 10000: the weight of the first one and its value. */
static void leading_digit(ip_decimal a, int *weight, int *digit)
{
    *weight = 0;
    *digit = 0;
    int digits = ip_decimal_digits(a);
    if (digits == 0)
        return;
    int top = digits - 1 - a.scale; /* decimal exponent of the first digit */
    *weight = floor_div(top, 4);
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
    return scale < 0 ? 0 : scale;
}

/* a / b to the given scale by long division, rounded half away from zero if asked. */
static bool divide_to(ip_decimal a, ip_decimal b, int scale, bool rounded, ip_decimal *result)
{
    if (scale > IP_DECIMAL_DIGITS)
        return false;
    bool negative = (a.coefficient < 0) != (b.coefficient < 0);
    ip_wide dividend = a.coefficient < 0 ? -a.coefficient : a.coefficient;
    ip_wide divisor = b.coefficient < 0 ? -b.coefficient : b.coefficient;
    int shift = scale - a.scale + b.scale;
    for (; shift < 0; shift++)
        if (!fits(divisor * 10) || divisor > limit() / 10)
            return false;
        else
            divisor *= 10;
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
    *result = (ip_decimal){negative ? -quotient : quotient, scale};
    return fits(quotient);
}

bool ip_decimal_divide(ip_decimal a, ip_decimal b, ip_decimal *result)
{
    return divide_to(a, ip_decimal_normal(b), division_scale(a, b), true, result);
}

bool ip_decimal_quotient(ip_decimal a, ip_decimal b, ip_decimal *result)
{
    return divide_to(a, b, 0, false, result);
}

bool ip_decimal_modulo(ip_decimal a, ip_decimal b, ip_decimal *result)
{
    ip_wide left, right;
    if (!common_scale(a, b, &left, &right, &result->scale))
        return false;
    result->coefficient = left % right;
    return true;
}

bool ip_decimal_root(ip_decimal a, ip_decimal *result)
{
    int weight, digit;
    leading_digit(a, &weight, &digit);
    int half = weight >= 0 ? (weight + 1) * 4 / 2 - 1 : 1 - (1 - weight * 4) / 2;
    int scale = 16 - half;
    scale = scale < a.scale ? a.scale : scale;
    scale = scale < 0 ? 0 : scale;
    /* One digit more than shown, to round by. */
    ip_wide square;
    if (!rescale_up(a, 2 * (scale + 1), &square) || scale > IP_DECIMAL_DIGITS)
        return false;
    ip_wide low = 0, high = (ip_wide)10000000000000000000ULL;
    while (low < high) {
        ip_wide middle = (low + high + 1) / 2;
        if (middle * middle <= square)
            low = middle;
        else
            high = middle - 1;
    }
    return ip_decimal_round((ip_decimal){low, scale + 1}, scale, IP_ROUND_HALF_AWAY, result);
}

int ip_decimal_compare(ip_decimal a, ip_decimal b)
{
    ip_wide left, right;
    int scale;
    if (!common_scale(a, b, &left, &right, &scale)) {
        /* Too far apart in magnitude for a common scale: the integral parts differ. */
        ip_decimal whole_a, whole_b;
        ip_decimal_round(a, 0, IP_ROUND_FLOOR, &whole_a);
        ip_decimal_round(b, 0, IP_ROUND_FLOOR, &whole_b);
        left = whole_a.coefficient;
        right = whole_b.coefficient;
    }
    return left < right ? -1 : left > right;
}

bool ip_decimal_round(ip_decimal a, int scale, ip_rounding rounding, ip_decimal *result)
{
    if (scale >= a.scale) {
        result->scale = scale;
        return scale <= IP_DECIMAL_DIGITS && rescale_up(a, scale, &result->coefficient);
    }
    result->scale = scale < 0 ? 0 : scale;
    result->coefficient = 0;
    if (a.scale - scale > IP_DECIMAL_DIGITS)
        return true;
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

ip_decimal ip_decimal_normal(ip_decimal a)
{
    while (a.scale > 0 && a.coefficient % 10 == 0) {
        a.coefficient /= 10;
        a.scale--;
    }
    return a;
}

bool ip_decimal_parse(const char *text, size_t length, ip_decimal *result, bool *syntax)
{
    const char *end = text + length;
    bool negative = false, digits = false, point = false, room = true;
    *result = (ip_decimal){0, 0};
    *syntax = false;
    if (text < end && (*text == '-' || *text == '+'))
        negative = *text++ == '-';
    for (; text < end && ((*text >= '0' && *text <= '9') || (*text == '.' && !point)); text++) {
        if (*text == '.') {
            point = true;
            continue;
        }
        digits = true;
        room = room && result->coefficient <= limit() / 10 - 1;
        if (room) {
            result->coefficient = result->coefficient * 10 + (*text - '0');
            result->scale += point;
        }
    }
    long exponent = 0;
    if (digits && text < end && (*text == 'e' || *text == 'E')) {
        char *after;
        exponent = strtol(text + 1, &after, 10);
        if (after == text + 1)
            return false;
        text = after;
    }
    if (!digits || text != end)
        return false;
    *syntax = true;
    if (negative)
        result->coefficient = -result->coefficient;
    if (exponent > 100 || exponent < -100)
        return false;
    result->scale -= (int)exponent;
    if (result->scale < 0) {
        ip_decimal whole = {result->coefficient, 0};
        if (-result->scale > IP_DECIMAL_DIGITS || !rescale_up(whole, -result->scale, &result->coefficient))
            return false;
        result->scale = 0;
    }
    return room && result->scale <= IP_DECIMAL_DIGITS;
}

const char *ip_decimal_text(ip_decimal a, char buffer[IP_DECIMAL_TEXT])
{
    char *at = buffer + IP_DECIMAL_TEXT - 1;
    *at = '\0';
    unsigned __int128 rest = (unsigned __int128)(a.coefficient < 0 ? -a.coefficient : a.coefficient);
    int written = 0;
    do {
        if (written == a.scale && a.scale > 0)
            *--at = '.';
        *--at = (char)('0' + (int)(rest % 10));
        rest /= 10;
        written++;
    } while (rest || written <= a.scale);
    if (a.coefficient < 0)
        *--at = '-';
    return at;
}

double ip_decimal_double(ip_decimal a)
{
    char buffer[IP_DECIMAL_TEXT];
    return strtod(ip_decimal_text(a, buffer), NULL);
}

bool ip_decimal_of_double(double value, int digits, ip_decimal *result)
{
    if (!isfinite(value))
        return false;
    char text[64];
    bool syntax;
    int length = snprintf(text, sizeof text, "%.*g", digits, value);
    return ip_decimal_parse(text, (size_t)length, result, &syntax);
}
