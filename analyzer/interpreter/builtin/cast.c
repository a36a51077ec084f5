/* Casts: finds the cast for two types and a context (pg_cast), and applies it to a value. */
#include "interpreter/value/calendar.h"
#include "interpreter/value/decimal.h"
#include "interpreter/builtin/builtin.h"

#include <math.h>
#include <string.h>

static ip_datum checked_integer(ip_run_state *run, ip_tag tag, int64_t value)
{
    if ((tag == IP_T_INTEGER && value != (int32_t)value) || (tag == IP_T_SMALLINT && value != (int16_t)value))
        ip_interpreter_raise(run, "22003", "%s out of range", tag == IP_T_INTEGER ? "integer" : "smallint");
    return ip_value_datum_integer(value);
}

static ip_datum narrow(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    return checked_integer(run, cast->to.tag, value.as.integer);
}

static ip_datum integer_to_numeric(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    (void)run, (void)cast;
    return ip_decimal_datum(ip_decimal_of(value.as.integer, 0));
}

static ip_datum make_real(ip_run_state *run, ip_tag tag, double value)
{
    if (tag == IP_T_DOUBLE)
        return (ip_datum){.kind = IP_DATUM_FLOAT, .as.real = value};
    float single = (float)value;
    if (isinf(single) && !isinf(value))
        ip_interpreter_raise(run, "22003", "value out of range: overflow");
    if (single == 0 && value != 0)
        ip_interpreter_raise(run, "22003", "value out of range: underflow");
    return (ip_datum){.kind = IP_DATUM_REAL, .as.real = single};
}

static ip_datum to_real(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    if (value.kind == IP_DATUM_INTEGER)
        return make_real(run, cast->to.tag, (double)value.as.integer);
    if (value.kind == IP_DATUM_NUMERIC)
        return make_real(run, cast->to.tag, ip_value_decimal_double(ip_datum_decimal(value)));
    return make_real(run, cast->to.tag, value.as.real);
}

static ip_datum numeric_to_integer(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    ip_decimal whole, decimal = ip_datum_decimal(value);
    if (ip_decimal_is_special(decimal))
        ip_interpreter_raise(run, "0A000", "cannot convert %s to %s", *decimal.digits == 'N' ? "NaN" : "infinity",
                             ip_value_sqltype_name(run->arena, cast->to));
    if (!ip_value_decimal_round(run->arena, decimal, 0, IP_ROUND_HALF_AWAY, &whole) || whole.digits ||
        whole.coefficient != (int64_t)whole.coefficient)
        ip_interpreter_raise(run, "22003", "%s out of range", ip_value_sqltype_name(run->arena, cast->to));
    return checked_integer(run, cast->to.tag, (int64_t)whole.coefficient);
}

static ip_datum real_to_integer(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    double whole = rint(value.as.real);
    if (!(whole >= -0x1p63 && whole < 0x1p63))
        ip_interpreter_raise(run, "22003", "%s out of range", ip_value_sqltype_name(run->arena, cast->to));
    return checked_integer(run, cast->to.tag, (int64_t)whole);
}

static ip_datum real_to_numeric(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    (void)cast;
    ip_decimal decimal;
    if (!ip_value_decimal_of_double(run->arena, value.as.real, value.kind == IP_DATUM_REAL ? 6 : 15, &decimal))
        ip_interpreter_unable(run, run->range, "a numeric of more than %d digits", IP_DECIMAL_LONGEST);
    return ip_decimal_datum(decimal);
}

static ip_datum boolean_to_integer(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    (void)run, (void)cast;
    return ip_value_datum_integer(value.as.boolean);
}

static ip_datum integer_to_boolean(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    (void)run, (void)cast;
    return ip_value_datum_boolean(value.as.integer != 0);
}

static ip_datum boolean_to_text(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    (void)run, (void)cast;
    return ip_value_datum_string(value.as.boolean ? "true" : "false");
}

/* From char(n) to another string type: trailing blanks are insignificant. */
static ip_datum strip(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    (void)cast;
    size_t length = (size_t)value.count;
    while (length && value.as.text[length - 1] == ' ')
        length--;
    return ip_value_datum_string(ip_arena_strndup(run->arena, value.as.text, length));
}

static ip_datum to_text(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    (void)cast;
    if (run->database->keeps_versions && value.kind >= IP_DATUM_DATE && value.kind <= IP_DATUM_INTERVAL)
        ip_interpreter_unable(run, run->range, "a time as text, whose form settings decide");
    return ip_value_datum_string(ip_builtin_text_of(run, value));
}

ip_datum ip_builtin_convert_text(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    ip_datum result;
    ip_failure failure;
    ip_sqltype bare = cast->to;
    bare.precision = -1;
    const char *text = ip_value_datum_text(run->arena, value);
    if (!ip_value_text_to_datum(run->arena, bare, text, &result, &failure))
        ip_interpreter_raise_failure(run, &failure);
    return result;
}

static ip_datum date_to_timestamp(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    if (ip_datum_is_infinite(value))
        return (ip_datum){.kind = ip_value_tag_kind(cast->to.tag), .as.integer = value.as.integer};
    if (value.as.integer > IP_LAST_TIMESTAMP_DAY)
        ip_interpreter_raise(run, "22008", "date out of range for timestamp");
    return (ip_datum){.kind = ip_value_tag_kind(cast->to.tag), .as.integer = value.as.integer * IP_DAY};
}

static ip_datum timestamp_to_date(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    (void)run, (void)cast;
    if (ip_datum_is_infinite(value))
        return (ip_datum){.kind = IP_DATUM_DATE, .as.integer = value.as.integer};
    return (ip_datum){.kind = IP_DATUM_DATE, .as.integer = ip_value_floor_div(value.as.integer, IP_DAY)};
}

/* The time zone is UTC. */
static ip_datum timestamp_to_timestamp(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    (void)run;
    value.kind = ip_value_tag_kind(cast->to.tag);
    return value;
}

static ip_datum timestamp_to_time(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    (void)run, (void)cast;
    if (ip_datum_is_infinite(value))
        return (ip_datum){0};
    int64_t time = value.as.integer - ip_value_floor_div(value.as.integer, IP_DAY) * IP_DAY;
    return (ip_datum){.kind = IP_DATUM_TIME, .as.integer = time};
}

static ip_datum time_to_interval(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    (void)run, (void)cast;
    return (ip_datum){.kind = IP_DATUM_INTERVAL, .as.integer = value.as.integer};
}

static const struct cast_row {
    char from, to; /* letters of types */
    ip_cast_context context;
    ip_cast_function *convert;
} casts[] = {
    {'s', 'i', IP_CAST_IMPLICIT, NULL},
    {'s', 'l', IP_CAST_IMPLICIT, NULL},
    {'i', 'l', IP_CAST_IMPLICIT, NULL},
    {'i', 's', IP_CAST_ASSIGNMENT, narrow},
    {'l', 's', IP_CAST_ASSIGNMENT, narrow},
    {'l', 'i', IP_CAST_ASSIGNMENT, narrow},
    {'s', 'n', IP_CAST_IMPLICIT, integer_to_numeric},
    {'i', 'n', IP_CAST_IMPLICIT, integer_to_numeric},
    {'l', 'n', IP_CAST_IMPLICIT, integer_to_numeric},
    {'s', 'r', IP_CAST_IMPLICIT, to_real},
    {'i', 'r', IP_CAST_IMPLICIT, to_real},
    {'l', 'r', IP_CAST_IMPLICIT, to_real},
    {'n', 'r', IP_CAST_IMPLICIT, to_real},
    {'f', 'r', IP_CAST_ASSIGNMENT, to_real},
    {'s', 'f', IP_CAST_IMPLICIT, to_real},
    {'i', 'f', IP_CAST_IMPLICIT, to_real},
    {'l', 'f', IP_CAST_IMPLICIT, to_real},
    {'n', 'f', IP_CAST_IMPLICIT, to_real},
    {'r', 'f', IP_CAST_IMPLICIT, to_real},
    {'n', 's', IP_CAST_ASSIGNMENT, numeric_to_integer},
    {'n', 'i', IP_CAST_ASSIGNMENT, numeric_to_integer},
    {'n', 'l', IP_CAST_ASSIGNMENT, numeric_to_integer},
    {'r', 's', IP_CAST_ASSIGNMENT, real_to_integer},
    {'r', 'i', IP_CAST_ASSIGNMENT, real_to_integer},
    {'r', 'l', IP_CAST_ASSIGNMENT, real_to_integer},
    {'f', 's', IP_CAST_ASSIGNMENT, real_to_integer},
    {'f', 'i', IP_CAST_ASSIGNMENT, real_to_integer},
    {'f', 'l', IP_CAST_ASSIGNMENT, real_to_integer},
    {'i', 'M', IP_CAST_ASSIGNMENT, ip_builtin_money_of_integer},
    {'l', 'M', IP_CAST_ASSIGNMENT, ip_builtin_money_of_integer},
    {'n', 'M', IP_CAST_ASSIGNMENT, ip_builtin_money_of_numeric},
    {'M', 'n', IP_CAST_ASSIGNMENT, ip_builtin_money_to_numeric},
    {'r', 'n', IP_CAST_ASSIGNMENT, real_to_numeric},
    {'f', 'n', IP_CAST_ASSIGNMENT, real_to_numeric},
    {'b', 'i', IP_CAST_EXPLICIT, boolean_to_integer},
    {'i', 'b', IP_CAST_EXPLICIT, integer_to_boolean},
    {'b', 't', IP_CAST_ASSIGNMENT, boolean_to_text},
    {'b', 'w', IP_CAST_ASSIGNMENT, boolean_to_text},
    {'b', 'c', IP_CAST_ASSIGNMENT, boolean_to_text},
    {'t', 'w', IP_CAST_IMPLICIT, NULL},
    {'t', 'c', IP_CAST_IMPLICIT, NULL},
    {'t', 'm', IP_CAST_IMPLICIT, NULL},
    {'w', 't', IP_CAST_IMPLICIT, NULL},
    {'w', 'c', IP_CAST_IMPLICIT, NULL},
    {'w', 'm', IP_CAST_IMPLICIT, NULL},
    {'c', 't', IP_CAST_IMPLICIT, strip},
    {'c', 'w', IP_CAST_IMPLICIT, strip},
    {'c', 'm', IP_CAST_IMPLICIT, strip},
    {'m', 't', IP_CAST_IMPLICIT, NULL},
    {'m', 'w', IP_CAST_ASSIGNMENT, NULL},
    {'m', 'c', IP_CAST_ASSIGNMENT, NULL},
    {'d', 'p', IP_CAST_IMPLICIT, date_to_timestamp},
    {'d', 'z', IP_CAST_IMPLICIT, date_to_timestamp},
    {'p', 'z', IP_CAST_IMPLICIT, timestamp_to_timestamp},
    {'z', 'p', IP_CAST_ASSIGNMENT, timestamp_to_timestamp},
    {'p', 'd', IP_CAST_ASSIGNMENT, timestamp_to_date},
    {'z', 'd', IP_CAST_ASSIGNMENT, timestamp_to_date},
    {'p', 'h', IP_CAST_ASSIGNMENT, timestamp_to_time},
    {'z', 'h', IP_CAST_ASSIGNMENT, timestamp_to_time},
    {'h', 'v', IP_CAST_IMPLICIT, time_to_interval},
    {'i', 'k', IP_CAST_EXPLICIT, ip_builtin_bits_of_integer},
    {'l', 'k', IP_CAST_EXPLICIT, ip_builtin_bits_of_integer},
    {'k', 'i', IP_CAST_EXPLICIT, ip_builtin_bits_to_integer},
    {'k', 'l', IP_CAST_EXPLICIT, ip_builtin_bits_to_integer},
    {'k', 'K', IP_CAST_IMPLICIT, NULL},
    {'K', 'k', IP_CAST_IMPLICIT, NULL},
    {'j', 'J', IP_CAST_ASSIGNMENT, ip_builtin_convert_text},
    {'J', 'j', IP_CAST_ASSIGNMENT, to_text},
    {'J', 's', IP_CAST_EXPLICIT, ip_builtin_json_to_number},
    {'J', 'i', IP_CAST_EXPLICIT, ip_builtin_json_to_number},
    {'J', 'l', IP_CAST_EXPLICIT, ip_builtin_json_to_number},
    {'J', 'n', IP_CAST_EXPLICIT, ip_builtin_json_to_number},
    {'J', 'r', IP_CAST_EXPLICIT, ip_builtin_json_to_number},
    {'J', 'f', IP_CAST_EXPLICIT, ip_builtin_json_to_number},
    {'J', 'b', IP_CAST_EXPLICIT, ip_builtin_json_to_boolean},
};

static bool find_scalar(ip_sqltype from, ip_sqltype to, ip_cast_context context, ip_cast *cast)
{
    char a = ip_value_tag_letter(from.tag), b = ip_value_tag_letter(to.tag);
    for (size_t i = 0; i < sizeof casts / sizeof casts[0]; i++)
        if (casts[i].from == a && casts[i].to == b &&
            (casts[i].context != IP_CAST_EXPLICIT || context != IP_CAST_BY_TEXT)) {
            cast->convert = casts[i].convert;
            return casts[i].context <= context;
        }
    bool from_string = ip_value_tag_category(from.tag) == 'S', to_string = ip_value_tag_category(to.tag) == 'S';
    if (to.tag == IP_T_OTHER || to.tag == IP_T_RECORD || to.tag == IP_T_VOID || from.tag == IP_T_OTHER)
        return false;
    cast->convert = to_string ? to_text : ip_builtin_convert_text;
    if (to_string)
        return context >= IP_CAST_ASSIGNMENT;
    return context == IP_CAST_BY_TEXT || (from_string && context == IP_CAST_EXPLICIT);
}

static bool find_record(ip_arena *arena, ip_sqltype from, ip_sqltype to, ip_cast_context context, ip_cast *cast)
{
    if (!to.shape || !from.shape || to.shape == from.shape)
        return true;
    ip_cast *fields = IP_NEW_ARRAY(arena, ip_cast, to.shape->count);
    for (int i = 0; i < to.shape->count && i < from.shape->count; i++)
        if (!ip_builtin_cast_find(arena, from.shape->types[i], to.shape->types[i], context, &fields[i]))
            return false;
    cast->fields = fields;
    return true;
}

static bool find_array(ip_arena *arena, ip_sqltype from, ip_sqltype to, ip_cast_context context, ip_cast *cast)
{
    if (from.array && to.array) {
        ip_cast *element = IP_NEW(arena, ip_cast);
        cast->fields = element;
        return ip_builtin_cast_find(arena, ip_value_sqltype_element(from), ip_value_sqltype_element(to), context,
                                    element);
    }
    bool to_string = ip_value_tag_category(to.tag) == 'S' && !to.array,
         from_string = ip_value_tag_category(from.tag) == 'S';
    cast->convert = to.array ? ip_builtin_convert_text : to_text;
    if (to.array)
        return from_string && context >= IP_CAST_EXPLICIT;
    return to_string && context >= IP_CAST_ASSIGNMENT;
}

bool ip_builtin_cast_find(ip_arena *arena, ip_sqltype from, ip_sqltype to, ip_cast_context context, ip_cast *cast)
{
    bool same_modifiers = from.tag == to.tag && from.precision == to.precision && from.scale == to.scale;
    *cast = (ip_cast){.from = from,
                      .to = to,
                      .explicit = context == IP_CAST_EXPLICIT,
                      .modify = to.precision >= 0 && (!same_modifiers || from.array != to.array)};
    if (context != IP_CAST_IMPLICIT && to.domain != from.domain) {
        cast->check = to.domain;
        cast->each = ip_value_sqltype_checks_each(to);
    }
    if (to.tag == IP_T_RECORD && from.tag == IP_T_RECORD && to.array && from.array)
        return find_array(arena, from, to, context, cast);
    if (to.tag == IP_T_RECORD && from.tag == IP_T_RECORD && to.array == from.array)
        return find_record(arena, from, to, context == IP_CAST_EXPLICIT ? context : IP_CAST_BY_TEXT, cast);
    if (ip_value_sqltype_same(from, to))
        return true;
    if (from.tag == IP_T_UNKNOWN && !from.array) {
        bool text = ip_value_tag_category(to.tag) == 'S' && !to.array;
        cast->convert = text ? NULL : ip_builtin_convert_text;
        return to.tag != IP_T_OTHER;
    }
    if (from.array || to.array)
        return find_array(arena, from, to, context, cast);
    return find_scalar(from, to, context, cast);
}

bool ip_builtin_can_coerce(ip_sqltype from, ip_sqltype to, ip_cast_context context)
{
    if (from.array || to.array) {
        if (from.tag == IP_T_UNKNOWN && !from.array)
            return true;
        return from.array && to.array && ip_value_sqltype_same(from, to);
    }
    if (to.tag == IP_T_RECORD && from.tag == IP_T_RECORD)
        return true;
    ip_cast cast;
    return ip_builtin_cast_find(NULL, from, to, context, &cast);
}
