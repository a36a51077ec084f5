/* Variances and standard deviations, with the server's digits: of exact numbers as numeric_stddev_internal computes
 * them, of floating point ones by the method of Youngs and Cramer (float8_accum), in the order of the values. */
#include "interpreter/builtin/builtin.h"
#include "interpreter/value/decimal.h"

#include <math.h>

static ip_decimal sure(ip_run_state *run, bool done, ip_decimal result)
{
    if (!done)
        ip_interpreter_unable(run, run->range, "a numeric of more than %d digits", IP_DECIMAL_LONGEST);
    return result;
}

static ip_decimal times(ip_run_state *run, ip_decimal a, ip_decimal b)
{
    ip_decimal result;
    bool done = ip_value_decimal_multiply(run->arena, a, b, &result);
    return sure(run, done, result);
}

/* sample: divided by N * (N - 1), else by N * N. */
static ip_datum exact(ip_run_state *run, const ip_datum *values, int count, bool sample, bool root)
{
    ip_decimal sum = ip_decimal_of(0, 0), squares = sum, result;
    if (count < (sample ? 2 : 1))
        return (ip_datum){0};
    for (int i = 0; i < count; i++) {
        ip_decimal value = ip_datum_decimal(values[i]);
        if (ip_decimal_is_special(value))
            ip_interpreter_unable(run, run->range, "a variance of NaN or Infinity");
        sum = sure(run, ip_value_decimal_add(run->arena, sum, value, &result), result);
        squares = sure(run, ip_value_decimal_add(run->arena, squares, times(run, value, value), &result), result);
    }
    ip_decimal n = ip_decimal_of(count, 0);
    bool done = ip_value_decimal_subtract(run->arena, times(run, n, squares), times(run, sum, sum), &result);
    ip_decimal numerator = sure(run, done, result);
    if (ip_value_decimal_sign(numerator) <= 0)
        return ip_decimal_datum(ip_decimal_of(0, 0));
    ip_decimal denominator = ip_decimal_of((ip_wide)count * (count - sample), 0);
    done = ip_value_decimal_divide(run->arena, numerator, denominator, &result);
    result = sure(run, done, result);
    if (root) {
        ip_decimal of = result;
        done = ip_value_decimal_long_root(run->arena, of, of.scale, &result);
        result = sure(run, done, result);
    }
    return ip_decimal_datum(result);
}

static ip_datum real(ip_run_state *run, const ip_datum *values, int count, bool sample, bool root)
{
    double sum = 0, squares = 0;
    if (count < (sample ? 2 : 1))
        return (ip_datum){0};
    for (int i = 0; i < count; i++) {
        double value = values[i].as.real, n = i + 1;
        sum += value;
        double step = value * n - sum;
        if (i)
            squares += step * step / (n * (n - 1));
        if (!isfinite(value) || !isfinite(squares))
            ip_interpreter_unable(run, run->range, "a variance of NaN, Infinity, or numbers beyond a float's range");
    }
    double variance = squares / (count - sample);
    return (ip_datum){.kind = IP_DATUM_FLOAT, .as.real = root ? sqrt(variance) : variance};
}

#define BOTH(name, sample, root)                                                                                       \
    ip_datum ip_builtin_##name##_exact(ip_run_state *run, const ip_datum *values, int count, int width)                \
    {                                                                                                                  \
        (void)width;                                                                                                   \
        return exact(run, values, count, sample, root);                                                                \
    }                                                                                                                  \
    ip_datum ip_builtin_##name##_real(ip_run_state *run, const ip_datum *values, int count, int width)                 \
    {                                                                                                                  \
        (void)width;                                                                                                   \
        return real(run, values, count, sample, root);                                                                 \
    }
BOTH(var_samp, true, false)
BOTH(var_pop, false, false)
BOTH(stddev_samp, true, true)
BOTH(stddev_pop, false, true)
