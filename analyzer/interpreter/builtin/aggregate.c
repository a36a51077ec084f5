/* Aggregate functions: which there are for which types, and what they make of the values of a group. */
#include "interpreter/value/decimal.h"
#include "interpreter/prepare/prepare.h"

#include <stdlib.h>
#include <string.h>

static ip_datum count_values(ip_run *run, const ip_datum *values, int count, int width)
{
    (void)run, (void)values, (void)width;
    return ip_datum_integer(count);
}

static _Noreturn void too_long(ip_run *run)
{
    ip_unable(run, run->range, "a numeric of more than %d digits", IP_DECIMAL_LONGEST);
}

static ip_decimal sum_decimals(ip_run *run, const ip_datum *values, int count)
{
    ip_decimal sum = ip_decimal_of(0, 0);
    for (int i = 0; i < count; i++)
        if (!ip_decimal_add(run->arena, sum, ip_datum_decimal(values[i]), &sum))
            too_long(run);
    return sum;
}

static ip_datum sum_small(ip_run *run, const ip_datum *values, int count, int width)
{
    (void)width;
    int64_t sum = 0;
    for (int i = 0; i < count; i++)
        if (__builtin_add_overflow(sum, values[i].as.integer, &sum))
            ip_raise(run, "22003", "bigint out of range");
    return count ? ip_datum_integer(sum) : (ip_datum){0};
}

static ip_datum sum_money(ip_run *run, const ip_datum *values, int count, int width)
{
    (void)width;
    ip_datum sum = count ? values[0] : (ip_datum){0};
    for (int i = 1; i < count; i++)
        if (__builtin_add_overflow(sum.as.integer, values[i].as.integer, &sum.as.integer))
            ip_raise(run, "22003", "money out of range");
    return sum;
}

static ip_datum sum_exact(ip_run *run, const ip_datum *values, int count, int width)
{
    (void)width;
    return count ? ip_decimal_datum(sum_decimals(run, values, count)) : (ip_datum){0};
}

static ip_datum sum_real(ip_run *run, const ip_datum *values, int count, int width)
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

static ip_datum sum_interval(ip_run *run, const ip_datum *values, int count, int width)
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

static ip_datum average_exact(ip_run *run, const ip_datum *values, int count, int width)
{
    (void)width;
    ip_decimal result;
    if (!count)
        return (ip_datum){0};
    if (!ip_decimal_divide(run->arena, sum_decimals(run, values, count), ip_decimal_of(count, 0), &result))
        too_long(run);
    return ip_decimal_datum(result);
}

static ip_datum average_real(ip_run *run, const ip_datum *values, int count, int width)
{
    (void)run, (void)width;
    if (!count)
        return (ip_datum){0};
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i].as.real;
    return (ip_datum){.kind = IP_DATUM_FLOAT, .as.real = sum / count};
}

/* Of equal ones (1.0, 1.00) the last. */
static ip_datum extreme(const ip_datum *values, int count, int sign)
{
    ip_datum best = {0};
    for (int i = 0; i < count; i++)
        if (best.kind == IP_DATUM_NULL || ip_datum_compare(values[i], best) * sign >= 0)
            best = values[i];
    return best;
}

static ip_datum maximum(ip_run *run, const ip_datum *values, int count, int width)
{
    (void)run, (void)width;
    return extreme(values, count, 1);
}

static ip_datum minimum(ip_run *run, const ip_datum *values, int count, int width)
{
    (void)run, (void)width;
    return extreme(values, count, -1);
}

static ip_datum all_true(ip_run *run, const ip_datum *values, int count, int width)
{
    (void)run, (void)width;
    bool all = true;
    for (int i = 0; i < count; i++)
        all = all && values[i].as.boolean;
    return count ? ip_datum_boolean(all) : (ip_datum){0};
}

static ip_datum some_true(ip_run *run, const ip_datum *values, int count, int width)
{
    (void)run, (void)width;
    bool some = false;
    for (int i = 0; i < count; i++)
        some = some || values[i].as.boolean;
    return count ? ip_datum_boolean(some) : (ip_datum){0};
}

#define BITS(name, op)                                                                                                 \
    static ip_datum name(ip_run *run, const ip_datum *values, int count, int width)                                    \
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

static ip_datum to_array(ip_run *run, const ip_datum *values, int count, int width)
{
    (void)width;
    if (!count)
        return (ip_datum){0};
    ip_datum *items = IP_NEW_ARRAY(run->arena, ip_datum, count);
    memcpy(items, values, sizeof *items * (size_t)count);
    return ip_datum_array(items, count);
}

/* width 2: the text and the delimiter before it. */
static ip_datum join_texts(ip_run *run, const ip_datum *values, int count, int width)
{
    const char *result = NULL;
    for (int i = 0; i < count; i++) {
        const ip_datum *value = values + (size_t)i * (size_t)width;
        const char *delimiter = result && value[1].kind != IP_DATUM_NULL ? value[1].as.text : "";
        result = ip_arena_printf(run->arena, "%s%s%s", result ? result : "", delimiter, value[0].as.text);
    }
    return result ? ip_datum_string(result) : (ip_datum){0};
}

/* args: letters of the types that the arguments are cast to; result as in ip_signature. */
static const struct row {
    const char *name, *from, *to, *result;
    ip_finish *finish;
    bool keep_nulls;
} rows[] = {
    {"sum", "s", "s", "l", sum_small, false},        {"sum", "i", "i", "l", sum_small, false},
    {"sum", "l", "l", "n", sum_exact, false},        {"sum", "n", "n", "n", sum_exact, false},
    {"sum", "r", "r", "r", sum_real, false},         {"sum", "f", "f", "f", sum_real, false},
    {"sum", "M", "M", "M", sum_money, false},        {"sum", "v", "v", "v", sum_interval, false},
    {"avg", "s", "s", "n", average_exact, false},    {"avg", "i", "i", "n", average_exact, false},
    {"avg", "l", "l", "n", average_exact, false},    {"avg", "n", "n", "n", average_exact, false},
    {"avg", "r", "r", "f", average_real, false},     {"avg", "f", "f", "f", average_real, false},
    {"bool_and", "b", "b", "b", all_true, false},    {"every", "b", "b", "b", all_true, false},
    {"bool_or", "b", "b", "b", some_true, false},    {"string_agg", "t", "t", "t", join_texts, true},
    {"string_agg", "w", "t", "t", join_texts, true}, {"bit_and", "s", "s", "s", bits_and, false},
    {"bit_and", "i", "i", "i", bits_and, false},     {"bit_and", "l", "l", "l", bits_and, false},
    {"bit_or", "s", "s", "s", bits_or, false},       {"bit_or", "i", "i", "i", bits_or, false},
    {"bit_or", "l", "l", "l", bits_or, false},       {"bit_xor", "s", "s", "s", bits_xor, false},
    {"bit_xor", "i", "i", "i", bits_xor, false},     {"bit_xor", "l", "l", "l", bits_xor, false},
    {"string_agg", "c", "t", "t", join_texts, true}, {"string_agg", "u", "t", "t", join_texts, true},
};

static bool takes_any(ip_prepare *prepare, const ip_code_aggregate *a, ip_aggregate *aggregate, ip_sqltype *type)
{
    ip_sqltype given = aggregate->args.items[0]->type;
    if (given.tag == IP_T_UNKNOWN)
        given = ip_sqltype_simple(IP_T_TEXT);
    bool min = strcmp(a->name, "min") == 0, max = strcmp(a->name, "max") == 0;
    if (strcmp(a->name, "count") == 0) {
        aggregate->finish = count_values;
        *type = ip_sqltype_simple(IP_T_BIGINT);
        return true;
    }
    if (strcmp(a->name, "json_agg") == 0 || strcmp(a->name, "jsonb_agg") == 0) {
        bool jsonb = a->name[4] == 'b';
        if (!jsonb && (given.array || given.tag == IP_T_RECORD)) /* on lines of their own */
            return false;
        aggregate->finish = jsonb ? ip_jsonb_agg : ip_json_agg;
        aggregate->keep_nulls = true;
        *type = ip_sqltype_simple(jsonb ? IP_T_JSONB : IP_T_JSON);
        aggregate->args.items[0] = ip_prepare_as_json(prepare, aggregate->args.items[0]);
        return true;
    }
    if (strcmp(a->name, "array_agg") == 0 && !given.array) {
        aggregate->finish = to_array;
        aggregate->keep_nulls = true;
        *type = given;
        type->array = true;
        type->precision = type->scale = -1;
    } else if ((min || max) && given.tag != IP_T_BOOLEAN && given.tag != IP_T_UUID && given.tag != IP_T_BYTEA &&
               ip_tag_category(given.tag) != 'V' && given.tag != IP_T_RECORD && given.tag != IP_T_JSON &&
               given.tag != IP_T_JSONB) {
        aggregate->finish = min ? minimum : maximum;
        if (given.tag == IP_T_VARCHAR)
            given = ip_sqltype_simple(IP_T_TEXT);
        *type = given;
    } else
        return false;
    aggregate->args.items[0] = ip_datum_coerce(prepare, aggregate->args.items[0], given, IP_CAST_IMPLICIT);
    return true;
}

static bool makes_object(ip_prepare *prepare, const ip_code_aggregate *a, ip_aggregate *aggregate, ip_sqltype *type)
{
    bool jsonb = strcmp(a->name, "jsonb_object_agg") == 0;
    if (a->arg_count != 2 || (!jsonb && strcmp(a->name, "json_object_agg") != 0))
        return false;
    for (int i = 0; i < 2; i++)
        aggregate->args.items[i] = ip_prepare_as_json(prepare, aggregate->args.items[i]);
    aggregate->finish = jsonb ? ip_jsonb_object_agg : ip_json_object_agg;
    aggregate->keep_nulls = true;
    *type = ip_sqltype_simple(jsonb ? IP_T_JSONB : IP_T_JSON);
    return true;
}

static bool find_row(ip_prepare *prepare, const ip_code_aggregate *a, ip_aggregate *aggregate, ip_sqltype *type)
{
    ip_sqltype given = aggregate->args.items[0]->type;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct row *r = &rows[i];
        if (strcmp(r->name, a->name) != 0 || given.array || r->from[0] != ip_tag_letter(given.tag))
            continue;
        for (int arg = 0; arg < a->arg_count; arg++)
            aggregate->args.items[arg] = ip_datum_coerce(
                prepare, aggregate->args.items[arg], ip_sqltype_simple(ip_tag_of_letter(r->to[0])), IP_CAST_IMPLICIT);
        aggregate->finish = r->finish;
        aggregate->keep_nulls = false;
        *type = ip_sqltype_simple(ip_tag_of_letter(r->result[0]));
        return (r->finish == join_texts) == (a->arg_count == 2);
    }
    return false;
}

ip_aggregate ip_prepare_aggregate(ip_prepare *prepare, const ip_code_aggregate *a, ip_sqltype *type)
{
    ip_aggregate aggregate = {.distinct = a->distinct, .filter = ip_prepare_condition(prepare, a->filter)};
    *type = ip_sqltype_simple(IP_T_BIGINT);
    if (a->star)
        return aggregate;
    const ip_node **args = IP_NEW_ARRAY(prepare->arena, const ip_node *, a->arg_count);
    for (int arg = 0; arg < a->arg_count; arg++)
        args[arg] = ip_prepare_expr(prepare, a->args[arg]);
    aggregate.args = (ip_nodes){a->arg_count, args};
    bool found = a->transition;
    if (a->transition)
        ip_prepare_user_aggregate(prepare, a, &aggregate, type);
    else
        found =
            a->arg_count > 0 && ((a->arg_count == 1 && takes_any(prepare, a, &aggregate, type)) ||
                                 makes_object(prepare, a, &aggregate, type) || find_row(prepare, a, &aggregate, type));
    ip_sort_key *sort = IP_NEW_ARRAY(prepare->arena, ip_sort_key, a->order_by.count);
    for (int k = 0; k < a->order_by.count; k++)
        sort[k] = (ip_sort_key){ip_prepare_expr(prepare, a->order_by.items[k].expr), -1,
                                a->order_by.items[k].descending, a->order_by.items[k].nulls_first};
    for (int k = 0; k < a->order_by.count; k++)
        ip_prepare_order(prepare, sort[k].expr->type, sort[k].expr->range);
    aggregate.sort = sort;
    aggregate.sort_count = a->order_by.count;
    if (!found)
        ip_refuse(prepare, a->arg_count ? a->args[0]->range : (ip_range){0}, "aggregate %s(%s)", a->name,
                  a->arg_count ? ip_sqltype_name(prepare->arena, args[0]->type) : "");
    return aggregate;
}

const ip_aggregate *ip_prepare_aggregates(ip_prepare *prepare, const ip_code_query *query, ip_sqltype *types)
{
    ip_aggregate *list = IP_NEW_ARRAY(prepare->arena, ip_aggregate, query->aggregates.count);
    for (int i = 0; i < query->aggregates.count; i++)
        list[i] = ip_prepare_aggregate(prepare, &query->aggregates.items[i], &types[i]);
    return list;
}
