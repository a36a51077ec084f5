/* Operators and functions on numbers. */
#include "interpreter/value/decimal.h"
#include "interpreter/builtin/builtin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void too_long(ip_run_state *run)
{
    ip_interpreter_unable(run, run->range, "a numeric of more than %d digits", IP_DECIMAL_LONGEST);
}

static int64_t in_range(ip_run_state *run, char letter, int64_t value)
{
    if ((letter == 's' && value != (int16_t)value) || (letter == 'i' && value != (int32_t)value))
        ip_interpreter_raise(run, "22003", "%s out of range", letter == 's' ? "smallint" : "integer");
    return value;
}

static _Noreturn void overflow(ip_run_state *run)
{
    ip_interpreter_raise(run, "22003", "bigint out of range");
}

static _Noreturn void zero(ip_run_state *run)
{
    ip_interpreter_raise(run, "22012", "division by zero");
}

/* smallint and integer cannot overflow 64 bits; bigint is checked by the builtin. */
#define INTEGER_OPERATIONS(letter, suffix)                                                                             \
    static ip_datum add_##suffix(ip_run_state *run, const ip_datum *args, int count)                                   \
    {                                                                                                                  \
        (void)count;                                                                                                   \
        int64_t result;                                                                                                \
        if (__builtin_add_overflow(args[0].as.integer, args[1].as.integer, &result))                                   \
            overflow(run);                                                                                             \
        return ip_value_datum_integer(in_range(run, letter, result));                                                  \
    }                                                                                                                  \
    static ip_datum subtract_##suffix(ip_run_state *run, const ip_datum *args, int count)                              \
    {                                                                                                                  \
        (void)count;                                                                                                   \
        int64_t result;                                                                                                \
        if (__builtin_sub_overflow(args[0].as.integer, args[1].as.integer, &result))                                   \
            overflow(run);                                                                                             \
        return ip_value_datum_integer(in_range(run, letter, result));                                                  \
    }                                                                                                                  \
    static ip_datum multiply_##suffix(ip_run_state *run, const ip_datum *args, int count)                              \
    {                                                                                                                  \
        (void)count;                                                                                                   \
        int64_t result;                                                                                                \
        if (__builtin_mul_overflow(args[0].as.integer, args[1].as.integer, &result))                                   \
            overflow(run);                                                                                             \
        return ip_value_datum_integer(in_range(run, letter, result));                                                  \
    }                                                                                                                  \
    static ip_datum divide_##suffix(ip_run_state *run, const ip_datum *args, int count)                                \
    {                                                                                                                  \
        (void)count;                                                                                                   \
        if (args[1].as.integer == 0)                                                                                   \
            zero(run);                                                                                                 \
        if (args[1].as.integer == -1 && args[0].as.integer == INT64_MIN)                                               \
            overflow(run);                                                                                             \
        return ip_value_datum_integer(in_range(run, letter, args[0].as.integer / args[1].as.integer));                 \
    }                                                                                                                  \
    static ip_datum negate_##suffix(ip_run_state *run, const ip_datum *args, int count)                                \
    {                                                                                                                  \
        (void)count;                                                                                                   \
        if (args[0].as.integer == INT64_MIN)                                                                           \
            overflow(run);                                                                                             \
        return ip_value_datum_integer(in_range(run, letter, -args[0].as.integer));                                     \
    }                                                                                                                  \
    static ip_datum absolute_##suffix(ip_run_state *run, const ip_datum *args, int count)                              \
    {                                                                                                                  \
        return args[0].as.integer < 0 ? negate_##suffix(run, args, count) : args[0];                                   \
    }

INTEGER_OPERATIONS('s', s)
INTEGER_OPERATIONS('i', i)
INTEGER_OPERATIONS('l', l)

static ip_datum modulo_integer(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    if (args[1].as.integer == 0)
        zero(run);
    return ip_value_datum_integer(args[1].as.integer == -1 ? 0 : args[0].as.integer % args[1].as.integer);
}

#define BIT_OPERATION(name, op)                                                                                        \
    static ip_datum name(ip_run_state *run, const ip_datum *args, int count)                                           \
    {                                                                                                                  \
        (void)run, (void)count;                                                                                        \
        return ip_value_datum_integer(args[0].as.integer op args[1].as.integer);                                       \
    }
BIT_OPERATION(bits_and, &)
BIT_OPERATION(bits_or, |)
BIT_OPERATION(bits_xor, ^)

/* ---- numeric ---- */
static bool is_nan(ip_decimal decimal)
{
    return ip_decimal_is_special(decimal) && *decimal.digits == 'N';
}

#define DECIMAL_OPERATION(name, operation)                                                                             \
    static ip_datum name(ip_run_state *run, const ip_datum *args, int count)                                           \
    {                                                                                                                  \
        (void)count;                                                                                                   \
        ip_decimal result;                                                                                             \
        if (!operation(run->arena, ip_datum_decimal(args[0]), ip_datum_decimal(args[1]), &result))                     \
            too_long(run);                                                                                             \
        return ip_decimal_datum(result);                                                                               \
    }
#define DIVISION(name, operation)                                                                                      \
    static ip_datum name(ip_run_state *run, const ip_datum *args, int count)                                           \
    {                                                                                                                  \
        (void)count;                                                                                                   \
        ip_decimal result, divisor = ip_datum_decimal(args[1]), dividend = ip_datum_decimal(args[0]);                  \
        if (ip_value_decimal_sign(divisor) == 0 && !is_nan(dividend))                                                  \
            zero(run);                                                                                                 \
        if (!operation(run->arena, dividend, divisor, &result))                                                        \
            too_long(run);                                                                                             \
        return ip_decimal_datum(result);                                                                               \
    }
DECIMAL_OPERATION(add_n, ip_value_decimal_add)
DECIMAL_OPERATION(subtract_n, ip_value_decimal_subtract)
DECIMAL_OPERATION(multiply_n, ip_value_decimal_multiply)
DIVISION(divide_n, ip_value_decimal_divide)
DIVISION(modulo_n, ip_value_decimal_modulo)
DIVISION(quotient_n, ip_value_decimal_quotient)

static ip_datum negate_n(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return ip_decimal_datum(ip_value_decimal_negate(run->arena, ip_datum_decimal(args[0])));
}

static ip_datum absolute_n(ip_run_state *run, const ip_datum *args, int count)
{
    return ip_value_decimal_sign(ip_datum_decimal(args[0])) < 0 ? negate_n(run, args, count) : args[0];
}

static ip_datum sign_n(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    ip_decimal value = ip_datum_decimal(args[0]);
    return is_nan(value) ? args[0] : ip_decimal_datum(ip_decimal_of(ip_value_decimal_sign(value), 0));
}

static ip_datum rounded(ip_run_state *run, ip_datum value, int64_t scale, ip_rounding rounding)
{
    ip_decimal result;
    if (scale > IP_DECIMAL_LONGEST)
        too_long(run);
    if (!ip_value_decimal_round(run->arena, ip_datum_decimal(value),
                                scale < -IP_DECIMAL_LONGEST ? -IP_DECIMAL_LONGEST : (int)scale, rounding, &result))
        too_long(run);
    return ip_decimal_datum(result);
}

#define ROUNDING(name, mode)                                                                                           \
    static ip_datum name(ip_run_state *run, const ip_datum *args, int count)                                           \
    {                                                                                                                  \
        return rounded(run, args[0], count > 1 ? args[1].as.integer : 0, mode);                                        \
    }
ROUNDING(round_n, IP_ROUND_HALF_AWAY)
ROUNDING(trunc_n, IP_ROUND_TO_ZERO)
ROUNDING(ceil_n, IP_ROUND_CEILING)
ROUNDING(floor_n, IP_ROUND_FLOOR)

static ip_datum root_n(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    ip_decimal result, value = ip_datum_decimal(args[0]);
    if (ip_value_decimal_sign(value) < 0)
        ip_interpreter_raise(run, "2201F", "cannot take square root of a negative number");
    if (!ip_value_decimal_root(run->arena, value, &result))
        too_long(run);
    return ip_decimal_datum(result);
}

/* The last digits of the server's logarithms and exponentials of numeric depend on its approximation, so they are not
 * supported. */
static ip_datum approximate_n(ip_run_state *run, const ip_datum *args, int count)
{
    (void)args, (void)count;
    ip_interpreter_unable(run, run->range, "a logarithm or power of numeric with digits that are not exact");
}

enum { EXACT_DIGITS = 16, MOST_FACTORS = 1000 }; /* the server computes a power of so few digits exactly */

/* |exponent| is an integer, and at most MOST_FACTORS. */
static bool is_small_integer(ip_run_state *run, ip_decimal exponent)
{
    ip_decimal whole;
    return ip_value_decimal_round(run->arena, exponent, 0, IP_ROUND_TO_ZERO, &whole) &&
           ip_value_decimal_compare(exponent, whole) == 0 && fabs(ip_value_decimal_double(exponent)) <= MOST_FACTORS;
}

/* numeric.c, power_var_int: an exact power is the server's result, too. */
static ip_datum power_n(ip_run_state *run, const ip_datum *args, int count)
{
    ip_decimal base = ip_datum_decimal(args[0]), exponent = ip_datum_decimal(args[1]), result = ip_decimal_of(1, 0);
    const ip_decimal one = result;
    if (base.digits || ip_decimal_is_special(exponent))
        return approximate_n(run, args, count);
    if (!ip_value_decimal_sign(base) && ip_value_decimal_sign(exponent) > 0)
        return ip_decimal_datum(ip_decimal_of(0, EXACT_DIGITS));
    if (!is_small_integer(run, exponent))
        return approximate_n(run, args, count);
    int factors = (int)ip_value_decimal_double(exponent), scale = base.scale > EXACT_DIGITS ? base.scale : EXACT_DIGITS;
    if (!ip_value_decimal_sign(base) && factors < 0)
        ip_interpreter_raise(run, "2201F", "zero raised to a negative power is undefined");
    for (; base.scale && base.coefficient % 10 == 0; base.scale--)
        base.coefficient /= 10;
    for (int i = 0; i < abs(factors); i++)
        if (!ip_value_decimal_multiply(run->arena, result, base, &result) || result.digits ||
            ip_value_decimal_digits(result) > EXACT_DIGITS || result.scale > scale)
            return approximate_n(run, args, count);
    bool fits = factors < 0 ? ip_value_decimal_long_divide(run->arena, one, result, scale, true, &result)
                            : ip_value_decimal_round(run->arena, result, scale, IP_ROUND_HALF_AWAY, &result);
    if (!fits)
        too_long(run);
    return ip_decimal_datum(result);
}

static ip_datum scale_n(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return ip_decimal_is_special(ip_datum_decimal(args[0])) ? (ip_datum){0} : ip_value_datum_integer(args[0].count);
}

/* ---- floating point ---- */
static ip_datum real_result(ip_run_state *run, ip_datum_kind kind, double value, bool inputs_finite, bool may_be_zero)
{
    if (kind == IP_DATUM_REAL)
        value = (float)value;
    if (isinf(value) && inputs_finite)
        ip_interpreter_raise(run, "22003", "value out of range: overflow");
    if (value == 0 && !may_be_zero)
        ip_interpreter_raise(run, "22003", "value out of range: underflow");
    return (ip_datum){.kind = kind, .as.real = value};
}

static bool finite_pair(const ip_datum *args)
{
    return isfinite(args[0].as.real) && isfinite(args[1].as.real);
}

/* real with double precision is computed as double precision. */
static ip_datum_kind common_kind(const ip_datum *args)
{
    return args[0].kind == args[1].kind ? args[0].kind : IP_DATUM_FLOAT;
}

#define REAL_OPERATION(name, op, zero_ok)                                                                              \
    static ip_datum name(ip_run_state *run, const ip_datum *args, int count)                                           \
    {                                                                                                                  \
        (void)count;                                                                                                   \
        return real_result(run, common_kind(args), args[0].as.real op args[1].as.real, finite_pair(args), zero_ok);    \
    }
REAL_OPERATION(add_f, +, true)
REAL_OPERATION(subtract_f, -, true)
REAL_OPERATION(multiply_f, *, args[0].as.real == 0 || args[1].as.real == 0)

static ip_datum divide_f(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    if (args[1].as.real == 0 && !isnan(args[0].as.real))
        zero(run);
    return real_result(run, common_kind(args), args[0].as.real / args[1].as.real, finite_pair(args),
                       args[0].as.real == 0 || isinf(args[1].as.real));
}

static ip_datum power_f(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    double base = args[0].as.real, exponent = args[1].as.real;
    if (base == 0 && exponent < 0)
        ip_interpreter_raise(run, "2201F", "zero raised to a negative power is undefined");
    if (base < 0 && !isnan(exponent) && floor(exponent) != exponent)
        ip_interpreter_raise(run, "2201F", "a negative number raised to a non-integer power yields a complex result");
    return real_result(run, IP_DATUM_FLOAT, pow(base, exponent), finite_pair(args), base == 0 || !finite_pair(args));
}

#define REAL_FUNCTION(name, expression)                                                                                \
    static ip_datum name(ip_run_state *run, const ip_datum *args, int count)                                           \
    {                                                                                                                  \
        (void)run, (void)count;                                                                                        \
        double x = args[0].as.real;                                                                                    \
        return (ip_datum){.kind = args[0].kind, .as.real = (expression)};                                              \
    }
REAL_FUNCTION(negate_f, -x)
REAL_FUNCTION(absolute_f, fabs(x))
REAL_FUNCTION(ceil_f, ceil(x))
REAL_FUNCTION(floor_f, floor(x))
REAL_FUNCTION(round_f, rint(x))
REAL_FUNCTION(trunc_f, trunc(x))
REAL_FUNCTION(sign_f, (x > 0) - (x < 0))

static ip_datum root_f(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    if (args[0].as.real < 0)
        ip_interpreter_raise(run, "2201F", "cannot take square root of a negative number");
    return (ip_datum){.kind = IP_DATUM_FLOAT, .as.real = sqrt(args[0].as.real)};
}

static ip_datum same(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return args[0];
}

/* An instance draws the same sequence in every run, so that runs are repeatable. */
static ip_datum random_f(ip_run_state *run, const ip_datum *args, int count)
{
    (void)args, (void)count;
    if (run->database->keeps_versions)
        ip_interpreter_unable(run, run->range, "a value that is random");
    run->random = run->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (ip_datum){.kind = IP_DATUM_FLOAT, .as.real = (double)(run->random >> 11) * 0x1p-53};
}

#define INTEGER_ROWS(letter, suffix)                                                                                   \
    {"+", letter letter, letter, add_##suffix, false, false},                                                          \
        {"-", letter letter, letter, subtract_##suffix, false, false},                                                 \
        {"*", letter letter, letter, multiply_##suffix, false, false},                                                 \
        {"/", letter letter, letter, divide_##suffix, false, false},                                                   \
        {"%", letter letter, letter, modulo_integer, false, false},                                                    \
        {"mod", letter letter, letter, modulo_integer, false, false},                                                  \
        {"-", letter, letter, negate_##suffix, false, false}, {"+", letter, letter, same, false, false},               \
        {"@", letter, letter, absolute_##suffix, false, false},                                                        \
        {"abs", letter, letter, absolute_##suffix, false, false},                                                      \
        {"&", letter letter, letter, bits_and, false, false}, {"|", letter letter, letter, bits_or, false, false},     \
    {                                                                                                                  \
        "#", letter letter, letter, bits_xor, false, false                                                             \
    }

#define REAL_ROWS(letter)                                                                                              \
    {"+", letter letter, letter, add_f, false, false}, {"-", letter letter, letter, subtract_f, false, false},         \
        {"*", letter letter, letter, multiply_f, false, false}, {"/", letter letter, letter, divide_f, false, false},  \
        {"-", letter, letter, negate_f, false, false}, {"+", letter, letter, same, false, false},                      \
        {"@", letter, letter, absolute_f, false, false},                                                               \
    {                                                                                                                  \
        "abs", letter, letter, absolute_f, false, false                                                                \
    }

static ip_datum bits_not(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return ip_value_datum_integer(~args[0].as.integer);
}

/* The results of other distances depend on the processor. */
static int distance_of(ip_run_state *run, ip_datum distance, int bits)
{
    if (distance.as.integer < 0 || distance.as.integer >= bits)
        ip_interpreter_unable(run, run->range, "a shift by %lld bits", (long long)distance.as.integer);
    return (int)distance.as.integer;
}

static ip_datum left_16(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return ip_value_datum_integer((int16_t)((uint64_t)args[0].as.integer << distance_of(run, args[1], 32)));
}

static ip_datum left_32(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return ip_value_datum_integer((int32_t)((uint64_t)args[0].as.integer << distance_of(run, args[1], 32)));
}

static ip_datum left_64(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return ip_value_datum_integer((int64_t)((uint64_t)args[0].as.integer << distance_of(run, args[1], 64)));
}

static ip_datum right_32(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return ip_value_datum_integer(args[0].as.integer >> distance_of(run, args[1], 32));
}

static ip_datum right_64(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return ip_value_datum_integer(args[0].as.integer >> distance_of(run, args[1], 64));
}

const ip_signature ip_builtin_number_signatures[] = {INTEGER_ROWS("s", s),
                                                     INTEGER_ROWS("i", i),
                                                     INTEGER_ROWS("l", l),
                                                     REAL_ROWS("r"),
                                                     REAL_ROWS("f"),
                                                     {"+", "rf", "f", add_f, false, false},
                                                     {"+", "fr", "f", add_f, false, false},
                                                     {"-", "rf", "f", subtract_f, false, false},
                                                     {"-", "fr", "f", subtract_f, false, false},
                                                     {"*", "rf", "f", multiply_f, false, false},
                                                     {"*", "fr", "f", multiply_f, false, false},
                                                     {"/", "rf", "f", divide_f, false, false},
                                                     {"/", "fr", "f", divide_f, false, false},
                                                     {"power", "nn", "n", power_n, false, false},
                                                     {"pow", "nn", "n", power_n, false, false},
                                                     {"^", "nn", "n", power_n, false, false},
                                                     {"exp", "n", "n", approximate_n, false, false},
                                                     {"ln", "n", "n", approximate_n, false, false},
                                                     {"log", "n", "n", approximate_n, false, false},
                                                     {"log", "nn", "n", approximate_n, false, false},
                                                     {"log10", "n", "n", approximate_n, false, false},
                                                     {"+", "nn", "n", add_n, false, false},
                                                     {"-", "nn", "n", subtract_n, false, false},
                                                     {"*", "nn", "n", multiply_n, false, false},
                                                     {"/", "nn", "n", divide_n, false, false},
                                                     {"%", "nn", "n", modulo_n, false, false},
                                                     {"mod", "nn", "n", modulo_n, false, false},
                                                     {"div", "nn", "n", quotient_n, false, false},
                                                     {"-", "n", "n", negate_n, false, false},
                                                     {"+", "n", "n", same, false, false},
                                                     {"@", "n", "n", absolute_n, false, false},
                                                     {"abs", "n", "n", absolute_n, false, false},
                                                     {"sign", "n", "n", sign_n, false, false},
                                                     {"sign", "f", "f", sign_f, false, false},
                                                     {"round", "n", "n", round_n, false, false},
                                                     {"round", "ni", "n", round_n, false, false},
                                                     {"round", "f", "f", round_f, false, false},
                                                     {"trunc", "n", "n", trunc_n, false, false},
                                                     {"trunc", "ni", "n", trunc_n, false, false},
                                                     {"trunc", "f", "f", trunc_f, false, false},
                                                     {"ceil", "n", "n", ceil_n, false, false},
                                                     {"ceil", "f", "f", ceil_f, false, false},
                                                     {"ceiling", "n", "n", ceil_n, false, false},
                                                     {"ceiling", "f", "f", ceil_f, false, false},
                                                     {"floor", "n", "n", floor_n, false, false},
                                                     {"floor", "f", "f", floor_f, false, false},
                                                     {"sqrt", "n", "n", root_n, false, false},
                                                     {"sqrt", "f", "f", root_f, false, false},
                                                     {"scale", "n", "i", scale_n, false, false},
                                                     {"power", "ff", "f", power_f, false, false},
                                                     {"pow", "ff", "f", power_f, false, false},
                                                     {"^", "ff", "f", power_f, false, false},
                                                     {"random", "", "f", random_f, false, false},
                                                     {"~", "s", "s", bits_not, false, false},
                                                     {"~", "i", "i", bits_not, false, false},
                                                     {"~", "l", "l", bits_not, false, false},
                                                     {"<<", "si", "s", left_16, false, false},
                                                     {"<<", "ii", "i", left_32, false, false},
                                                     {"<<", "li", "l", left_64, false, false},
                                                     {">>", "si", "s", right_32, false, false},
                                                     {">>", "ii", "i", right_32, false, false},
                                                     {">>", "li", "l", right_64, false, false},
                                                     {NULL, NULL, NULL, NULL, false, false}};
