/* Operators of money. Amounts are whole cents. Products and quotients with floats are rounded to the nearest cent, half
 * to even; quotients with integers are truncated (PostgreSQL 15 documentation, section 8.2). */
#include "interpreter/value/decimal.h"
#include "interpreter/builtin/builtin.h"

#include <math.h>

static ip_datum amount(int64_t cents)
{
    return (ip_datum){.kind = IP_DATUM_MONEY, .as.integer = cents};
}

static _Noreturn void out_of_range(ip_run_state *run)
{
    ip_interpreter_raise(run, "22003", "money out of range");
}

static ip_datum rounded(ip_run_state *run, double cents)
{
    cents = rint(cents);
    if (!(cents >= -0x1p63 && cents < 0x1p63))
        out_of_range(run);
    return amount((int64_t)cents);
}

static ip_datum times_real(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return rounded(run, (double)args[0].as.integer * args[1].as.real);
}

static ip_datum real_times(ip_run_state *run, const ip_datum *args, int count)
{
    return times_real(run, (ip_datum[]){args[1], args[0]}, count);
}

/* ---- casts ---- */
ip_datum ip_builtin_money_of_integer(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    (void)cast;
    int64_t cents;
    if (__builtin_mul_overflow(value.as.integer, 100, &cents))
        ip_interpreter_raise(run, "22003", "bigint out of range");
    return amount(cents);
}

ip_datum ip_builtin_money_of_numeric(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    (void)cast;
    ip_decimal decimal = ip_datum_decimal(value), cents;
    if (ip_decimal_is_special(decimal))
        ip_interpreter_raise(run, "0A000", "cannot convert %s to bigint", *decimal.digits == 'N' ? "NaN" : "infinity");
    if (!ip_value_decimal_multiply(run->arena, decimal, ip_decimal_of(100, 0), &cents) ||
        !ip_value_decimal_round(run->arena, cents, 0, IP_ROUND_HALF_AWAY, &cents) || cents.digits ||
        cents.coefficient != (int64_t)cents.coefficient)
        ip_interpreter_raise(run, "22003", "bigint out of range");
    return amount((int64_t)cents.coefficient);
}

ip_datum ip_builtin_money_to_numeric(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    (void)run, (void)cast;
    return ip_decimal_datum(ip_decimal_of(value.as.integer, 2));
}

/* Operators that are not supported, but take part in overload resolution. */
#define INTEGER(letter)                                                                                                \
    {"*", "M" letter, "M", NULL, false, false}, {"*", letter "M", "M", NULL, false, false},                            \
    {                                                                                                                  \
        "/", "M" letter, "M", NULL, false, false                                                                       \
    }
#define REAL(letter)                                                                                                   \
    {"*", "M" letter, "M", times_real, false, false}, {"*", letter "M", "M", real_times, false, false},                \
    {                                                                                                                  \
        "/", "M" letter, "M", NULL, false, false                                                                       \
    }

const ip_signature ip_builtin_money_signatures[] = {{"+", "MM", "M", NULL, false, false},
                                                    {"-", "MM", "M", NULL, false, false},
                                                    INTEGER("s"),
                                                    INTEGER("i"),
                                                    INTEGER("l"),
                                                    REAL("r"),
                                                    REAL("f"),
                                                    {"/", "MM", "f", NULL, false, false},
                                                    {NULL, NULL, NULL, NULL, false, false}};
