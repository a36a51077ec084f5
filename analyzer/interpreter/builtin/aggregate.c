/* Aggregate functions: finds the aggregate for a type, and computes its result from the values of a group. */
#include "interpreter/value/decimal.h"
#include "interpreter/builtin/builtin.h"

#include <stdlib.h>
#include <string.h>

ip_datum ip_builtin_count_values(ip_run_state *run, const ip_datum *values, int count, int width)
{
    (void)run, (void)values, (void)width;
    return ip_value_datum_integer(count);
}

static _Noreturn void too_long(ip_run_state *run)
{
    ip_interpreter_unable(run, run->range, "a numeric of more than %d digits", IP_DECIMAL_LONGEST);
}

static ip_decimal sum_decimals(ip_run_state *run, const ip_datum *values, int count)
{
    ip_decimal sum = ip_decimal_of(0, 0);
    for (int i = 0; i < count; i++)
        if (!ip_value_decimal_add(run->arena, sum, ip_datum_decimal(values[i]), &sum))
            too_long(run);
    return sum;
}

static ip_datum sum_small(ip_run_state *run, const ip_datum *values, int count, int width)
{
    (void)width;
    int64_t sum = 0;
    for (int i = 0; i < count; i++)
        if (__builtin_add_overflow(sum, values[i].as.integer, &sum))
            ip_interpreter_raise(run, "22003", "bigint out of range");
    return count ? ip_value_datum_integer(sum) : (ip_datum){0};
}

static ip_datum sum_exact(ip_run_state *run, const ip_datum *values, int count, int width)
{
    (void)width;
    return count ? ip_decimal_datum(sum_decimals(run, values, count)) : (ip_datum){0};
}

static ip_datum sum_real(ip_run_state *run, const ip_datum *values, int count, int width)
{
    (void)run, (void)width;
    if (!count)
        return (ip_datum){0};
    ip_datum sum = values[0];
    for (int i = 1; i < count; i++) {
        sum.as.real += values[i].as.real;
        if (sum.kind == IP_DATUM_REAL)
            sum.as.real = (float)sum.as.real;
    }
    return sum;
}

static ip_datum sum_interval(ip_run_state *run, const ip_datum *values, int count, int width)
{
    (void)run, (void)width;
    if (!count)
        return (ip_datum){0};
    ip_datum sum = values[0];
    for (int i = 1; i < count; i++) {
        sum.count += values[i].count;
        sum.days += values[i].days;
        sum.as.integer += values[i].as.integer;
    }
    return sum;
}

static ip_datum average_exact(ip_run_state *run, const ip_datum *values, int count, int width)
{
    (void)width;
    ip_decimal result;
    if (!count)
        return (ip_datum){0};
    if (!ip_value_decimal_divide(run->arena, sum_decimals(run, values, count), ip_decimal_of(count, 0), &result))
        too_long(run);
    return ip_decimal_datum(result);
}

static ip_datum average_real(ip_run_state *run, const ip_datum *values, int count, int width)
{
    (void)run, (void)width;
    if (!count)
        return (ip_datum){0};
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i].as.real;
    return (ip_datum){.kind = IP_DATUM_FLOAT, .as.real = sum / count};
}

/* Returns the last among equal values, such as 1.0 and 1.00. */
static ip_datum extreme(const ip_datum *values, int count, int sign)
{
    ip_datum best = {0};
    for (int i = 0; i < count; i++)
        if (best.kind == IP_DATUM_NULL || ip_value_datum_compare(values[i], best) * sign >= 0)
            best = values[i];
    return best;
}

ip_datum ip_builtin_maximum(ip_run_state *run, const ip_datum *values, int count, int width)
{
    (void)run, (void)width;
    return extreme(values, count, 1);
}

ip_datum ip_builtin_minimum(ip_run_state *run, const ip_datum *values, int count, int width)
{
    (void)run, (void)width;
    return extreme(values, count, -1);
}

static ip_datum all_true(ip_run_state *run, const ip_datum *values, int count, int width)
{
    (void)run, (void)width;
    bool all = true;
    for (int i = 0; i < count; i++)
        all = all && values[i].as.boolean;
    return count ? ip_value_datum_boolean(all) : (ip_datum){0};
}

static ip_datum some_true(ip_run_state *run, const ip_datum *values, int count, int width)
{
    (void)run, (void)width;
    bool some = false;
    for (int i = 0; i < count; i++)
        some = some || values[i].as.boolean;
    return count ? ip_value_datum_boolean(some) : (ip_datum){0};
}

#define BITS(name, op)                                                                                                 \
    static ip_datum name(ip_run_state *run, const ip_datum *values, int count, int width)                              \
    {                                                                                                                  \
        (void)run, (void)width;                                                                                        \
        ip_datum result = count ? values[0] : (ip_datum){0};                                                           \
        for (int i = 1; i < count; i++)                                                                                \
            result.as.integer op## = values[i].as.integer;                                                             \
        return result;                                                                                                 \
    }
BITS(bits_and, &)
BITS(bits_or, |)
BITS(bits_xor, ^)

ip_datum ip_builtin_array_agg(ip_run_state *run, const ip_datum *values, int count, int width)
{
    (void)width;
    if (!count)
        return (ip_datum){0};
    ip_datum *items = IP_NEW_ARRAY(run->arena, ip_datum, count);
    memcpy(items, values, sizeof *items * (size_t)count);
    return ip_value_datum_array(items, count);
}

/* width is 2: each value consists of the text and the delimiter before it. */
static ip_datum join_texts(ip_run_state *run, const ip_datum *values, int count, int width)
{
    const char *result = NULL;
    for (int i = 0; i < count; i++) {
        const ip_datum *value = values + (size_t)i * (size_t)width;
        const char *delimiter = result && value[1].kind != IP_DATUM_NULL ? value[1].as.text : "";
        result = ip_arena_printf(run->arena, "%s%s%s", result ? result : "", delimiter, value[0].as.text);
    }
    return result ? ip_value_datum_string(result) : (ip_datum){0};
}

#define STATISTICS(name, function)                                                                                     \
    {name, "s", "s", "n", ip_builtin_##function##_exact, 1}, {name, "i", "i", "n", ip_builtin_##function##_exact, 1},  \
        {name, "l", "l", "n", ip_builtin_##function##_exact, 1},                                                       \
        {name, "n", "n", "n", ip_builtin_##function##_exact, 1},                                                       \
        {name, "r", "r", "f", ip_builtin_##function##_real, 1},                                                        \
    {                                                                                                                  \
        name, "f", "f", "f", ip_builtin_##function##_real, 1                                                           \
    }

static const ip_aggregate_row rows[] = {
    {"sum", "s", "s", "l", sum_small, 1},
    {"sum", "i", "i", "l", sum_small, 1},
    {"sum", "l", "l", "n", sum_exact, 1},
    {"sum", "n", "n", "n", sum_exact, 1},
    {"sum", "r", "r", "r", sum_real, 1},
    {"sum", "f", "f", "f", sum_real, 1},
    {"sum", "v", "v", "v", sum_interval, 1},
    {"avg", "s", "s", "n", average_exact, 1},
    {"avg", "i", "i", "n", average_exact, 1},
    {"avg", "l", "l", "n", average_exact, 1},
    {"avg", "n", "n", "n", average_exact, 1},
    {"avg", "r", "r", "f", average_real, 1},
    {"avg", "f", "f", "f", average_real, 1},
    {"bool_and", "b", "b", "b", all_true, 1},
    {"every", "b", "b", "b", all_true, 1},
    {"bool_or", "b", "b", "b", some_true, 1},
    {"string_agg", "t", "t", "t", join_texts, 2},
    {"string_agg", "w", "t", "t", join_texts, 2},
    {"string_agg", "m", "t", "t", join_texts, 2},
    {"bit_and", "s", "s", "s", bits_and, 1},
    {"bit_and", "i", "i", "i", bits_and, 1},
    {"bit_and", "l", "l", "l", bits_and, 1},
    {"bit_or", "s", "s", "s", bits_or, 1},
    {"bit_or", "i", "i", "i", bits_or, 1},
    {"bit_or", "l", "l", "l", bits_or, 1},
    {"bit_xor", "s", "s", "s", bits_xor, 1},
    {"bit_xor", "i", "i", "i", bits_xor, 1},
    {"bit_xor", "l", "l", "l", bits_xor, 1},
    {"string_agg", "c", "t", "t", join_texts, 2},
    {"string_agg", "u", "t", "t", join_texts, 2},
    STATISTICS("variance", var_samp),
    STATISTICS("var_samp", var_samp),
    STATISTICS("var_pop", var_pop),
    STATISTICS("stddev", stddev_samp),
    STATISTICS("stddev_samp", stddev_samp),
    STATISTICS("stddev_pop", stddev_pop),
};

const ip_aggregate_row *ip_builtin_find_aggregate(const char *name, ip_sqltype given)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && !given.array; i++)
        if (strcmp(rows[i].name, name) == 0 && rows[i].from[0] == ip_value_tag_letter(given.tag))
            return &rows[i];
    return NULL;
}
