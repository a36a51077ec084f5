/* Computes with numerics whose coefficients exceed a machine integer. Their digits are kept as a text, and GMP
 * computes. */
#include "interpreter/value/decimal.h"

#include <gmp.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void load(mpz_t to, ip_decimal a)
{
    mpz_init(to);
    if (a.digits) {
        mpz_set_str(to, a.digits, 10);
        return;
    }
    unsigned __int128 size = (unsigned __int128)(a.coefficient < 0 ? -a.coefficient : a.coefficient);
    uint64_t parts[2] = {(uint64_t)size, (uint64_t)(size >> 64)};
    mpz_import(to, 2, -1, sizeof parts[0], 0, 0, parts);
    if (a.coefficient < 0)
        mpz_neg(to, to);
}

/* Multiplies a by 10^count. */
static void append_zeros(mpz_t a, int count)
{
    mpz_t power;
    mpz_init(power);
    mpz_ui_pow_ui(power, 10, (unsigned long)count);
    mpz_mul(a, a, power);
    mpz_clear(power);
}

bool ip_value_decimal_long_make(ip_arena *arena, const char *digits, int scale, ip_decimal *result)
{
    bool negative = *digits == '-';
    digits += negative;
    digits += strspn(digits, "0");
    size_t length = strlen(digits);
    if (length > IP_DECIMAL_LONGEST || scale > IP_DECIMAL_LONGEST)
        return false;
    *result = ip_decimal_of(0, scale);
    if (length > IP_DECIMAL_DIGITS || scale > IP_DECIMAL_DIGITS) {
        result->digits = ip_arena_printf(arena, "%s%s", negative && length ? "-" : "", length ? digits : "0");
        return true;
    }
    for (; *digits; digits++)
        result->coefficient = result->coefficient * 10 + (negative ? '0' - *digits : *digits - '0');
    return true;
}

/* Stores the number in *result, and releases it. */
static bool store(ip_arena *arena, mpz_t number, int scale, ip_decimal *result)
{
    bool room = mpz_sizeinbase(number, 10) <= IP_DECIMAL_LONGEST + 1;
    char *digits = room ? mpz_get_str(NULL, 10, number) : NULL;
    bool created = digits && ip_value_decimal_long_make(arena, digits, scale, result);
    mpz_clear(number);
    void (*release)(void *, size_t);
    mp_get_memory_functions(NULL, NULL, &release);
    if (digits)
        release(digits, strlen(digits) + 1);
    return created;
}

/* Loads both with the greater of their scales, and returns that scale. */
static int load_both(mpz_t left, mpz_t right, ip_decimal a, ip_decimal b)
{
    load(left, a);
    load(right, b);
    int scale = a.scale > b.scale ? a.scale : b.scale;
    append_zeros(left, scale - a.scale);
    append_zeros(right, scale - b.scale);
    return scale;
}

bool ip_value_decimal_long_add(ip_arena *arena, ip_decimal a, ip_decimal b, ip_decimal *result)
{
    mpz_t left, right;
    int scale = load_both(left, right, a, b);
    mpz_add(left, left, right);
    mpz_clear(right);
    return store(arena, left, scale, result);
}

bool ip_value_decimal_long_multiply(ip_arena *arena, ip_decimal a, ip_decimal b, ip_decimal *result)
{
    mpz_t left, right;
    load(left, a);
    load(right, b);
    mpz_mul(left, left, right);
    mpz_clear(right);
    return store(arena, left, a.scale + b.scale, result);
}

bool ip_value_decimal_long_modulo(ip_arena *arena, ip_decimal a, ip_decimal b, ip_decimal *result)
{
    mpz_t left, right;
    int scale = load_both(left, right, a, b);
    mpz_tdiv_r(left, left, right);
    mpz_clear(right);
    return store(arena, left, scale, result);
}

int ip_value_decimal_long_compare(ip_decimal a, ip_decimal b)
{
    mpz_t left, right;
    load_both(left, right, a, b);
    int order = mpz_cmp(left, right);
    mpz_clears(left, right, NULL);
    return order < 0 ? -1 : order > 0;
}

/* Divides and rounds in place. */
static void divide(mpz_t number, const mpz_t divisor, ip_rounding rounding)
{
    mpz_t rest;
    mpz_init(rest);
    if (rounding == IP_ROUND_FLOOR) {
        mpz_fdiv_q(number, number, divisor);
    } else if (rounding == IP_ROUND_CEILING) {
        mpz_cdiv_q(number, number, divisor);
    } else {
        int sign = mpz_sgn(number) * mpz_sgn(divisor);
        mpz_tdiv_qr(number, rest, number, divisor);
        mpz_mul_ui(rest, rest, 2);
        if (rounding == IP_ROUND_HALF_AWAY && mpz_cmpabs(rest, divisor) >= 0)
            sign < 0 ? mpz_sub_ui(number, number, 1) : mpz_add_ui(number, number, 1);
    }
    mpz_clear(rest);
}

bool ip_value_decimal_long_divide(ip_arena *arena, ip_decimal a, ip_decimal b, int scale, bool rounded,
                                  ip_decimal *result)
{
    mpz_t left, right;
    int shift = scale - a.scale + b.scale;
    load(left, a);
    load(right, b);
    append_zeros(shift > 0 ? left : right, shift > 0 ? shift : -shift);
    divide(left, right, rounded ? IP_ROUND_HALF_AWAY : IP_ROUND_TO_ZERO);
    mpz_clear(right);
    return store(arena, left, scale, result);
}

bool ip_value_decimal_long_root(ip_arena *arena, ip_decimal a, int scale, ip_decimal *result)
{
    mpz_t square;
    load(square, a);
    append_zeros(square, 2 * (scale + 1) - a.scale); /* one digit more than the result, for rounding */
    mpz_sqrt(square, square);
    ip_decimal root;
    return store(arena, square, scale + 1, &root) &&
           ip_value_decimal_round(arena, root, scale, IP_ROUND_HALF_AWAY, result);
}

bool ip_value_decimal_long_round(ip_arena *arena, ip_decimal a, int scale, ip_rounding rounding, ip_decimal *result)
{
    mpz_t number, unit;
    if (scale > IP_DECIMAL_LONGEST || scale < -IP_DECIMAL_LONGEST)
        return false;
    load(number, a);
    if (scale >= a.scale) {
        append_zeros(number, scale - a.scale);
        return store(arena, number, scale, result);
    }
    mpz_init_set_ui(unit, 1);
    append_zeros(unit, a.scale - scale);
    divide(number, unit, rounding);
    mpz_clear(unit);
    if (scale < 0)
        append_zeros(number, -scale);
    return store(arena, number, scale < 0 ? 0 : scale, result);
}
