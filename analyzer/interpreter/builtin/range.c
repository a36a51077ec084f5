/* Constructors, accessors and operators of ranges (PostgreSQL 15 documentation, section 9.20). */
#include "interpreter/builtin/builtin.h"
#include "interpreter/value/range.h"

static ip_datum checked(ip_run_state *run, bool created, ip_datum result, const ip_failure *failure)
{
    if (!created)
        ip_interpreter_raise_failure(run, failure);
    return result;
}

static ip_datum construct(ip_run_state *run, ip_tag tag, const ip_datum *args, int count)
{
    ip_datum result = {0};
    ip_failure failure = {0};
    if (count > 2 && args[2].kind == IP_DATUM_NULL)
        ip_interpreter_raise(run, "22000", "range constructor flags argument must not be null");
    bool created =
        ip_value_range_make(run->arena, tag, args[0], args[1], count > 2 ? args[2].as.text : "[)", &result, &failure);
    return checked(run, created, result, &failure);
}

/* range type, its letter, the letter of its bounds, its name */
#define RANGES(X)                                                                                                      \
    X(IP_T_INT4RANGE, "1", "i", int4range)                                                                             \
    X(IP_T_INT8RANGE, "2", "l", int8range)                                                                             \
    X(IP_T_NUMRANGE, "3", "n", numrange)                                                                               \
    X(IP_T_TSRANGE, "4", "p", tsrange)                                                                                 \
    X(IP_T_TSTZRANGE, "5", "z", tstzrange)                                                                             \
    X(IP_T_DATERANGE, "6", "d", daterange)

#define X(tag, letter, element, name)                                                                                  \
    static ip_datum make_##name(ip_run_state *run, const ip_datum *args, int count)                                    \
    {                                                                                                                  \
        return construct(run, tag, args, count);                                                                       \
    }
RANGES(X)
#undef X

/* ---- parts ---- */

static ip_datum lower(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return args[0].as.items[0];
}

static ip_datum upper(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return args[0].as.items[1];
}

static ip_datum is_empty(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return ip_value_datum_boolean(ip_value_range_is_empty(args[0]));
}

static ip_datum lower_included(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return ip_value_datum_boolean(ip_value_range_includes(args[0], false));
}

static ip_datum upper_included(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return ip_value_datum_boolean(ip_value_range_includes(args[0], true));
}

static bool endless(ip_datum range, bool upper_end)
{
    return !ip_value_range_is_empty(range) && range.as.items[upper_end].kind == IP_DATUM_NULL;
}

static ip_datum lower_infinite(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return ip_value_datum_boolean(endless(args[0], false));
}

static ip_datum upper_infinite(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return ip_value_datum_boolean(endless(args[0], true));
}

/* ---- where two ranges lie ---- */

static bool any_empty(const ip_datum *args)
{
    return ip_value_range_is_empty(args[0]) || ip_value_range_is_empty(args[1]);
}

static int compare_ends(ip_datum a, bool a_upper, ip_datum b, bool b_upper)
{
    return ip_value_range_compare_ends(ip_value_range_end_of(a, a_upper), ip_value_range_end_of(b, b_upper));
}

static bool before(ip_datum a, ip_datum b)
{
    return compare_ends(a, true, b, false) < 0;
}

static bool overlap(const ip_datum *args)
{
    return !any_empty(args) && !before(args[0], args[1]) && !before(args[1], args[0]);
}

/* Tells whether a contains b. */
static bool contains(ip_datum a, ip_datum b)
{
    if (ip_value_range_is_empty(a) || ip_value_range_is_empty(b))
        return ip_value_range_is_empty(b);
    return compare_ends(a, false, b, false) <= 0 && compare_ends(a, true, b, true) >= 0;
}

static bool contains_value(ip_datum range, ip_datum value)
{
    ip_range_end low = {value, false, true}, high = {value, true, true};
    return !ip_value_range_is_empty(range) &&
           ip_value_range_compare_ends(ip_value_range_end_of(range, false), low) <= 0 &&
           ip_value_range_compare_ends(ip_value_range_end_of(range, true), high) >= 0;
}

/* Tells whether a ends where b begins, with no value between them or in both. */
static bool meets(ip_datum a, ip_datum b)
{
    ip_datum up = a.as.items[1], low = b.as.items[0];
    return up.kind != IP_DATUM_NULL && low.kind != IP_DATUM_NULL && ip_value_datum_compare(up, low) == 0 &&
           ip_value_range_includes(a, true) != ip_value_range_includes(b, false);
}

static bool adjacent(const ip_datum *args)
{
    return !any_empty(args) && (meets(args[0], args[1]) || meets(args[1], args[0]));
}

#define TESTS(X)                                                                                                       \
    X(overlaps, overlap(args))                                                                                         \
    X(adjoins, adjacent(args))                                                                                         \
    X(has_range, contains(args[0], args[1]))                                                                           \
    X(in_range, contains(args[1], args[0]))                                                                            \
    X(has_value, contains_value(args[0], args[1]))                                                                     \
    X(value_in, contains_value(args[1], args[0]))                                                                      \
    X(left_of, !any_empty(args) && before(args[0], args[1]))                                                           \
    X(right_of, !any_empty(args) && before(args[1], args[0]))                                                          \
    X(not_right_of, !any_empty(args) && compare_ends(args[0], true, args[1], true) <= 0)                               \
    X(not_left_of, !any_empty(args) && compare_ends(args[0], false, args[1], false) >= 0)

#define X(name, holds)                                                                                                 \
    static ip_datum name(ip_run_state *run, const ip_datum *args, int count)                                           \
    {                                                                                                                  \
        (void)run, (void)count;                                                                                        \
        return ip_value_datum_boolean(holds);                                                                          \
    }
TESTS(X)
#undef X

/* clang-format off */
#define X(tag, r, e, name)                                                                                             \
    {#name, e e, r, make_##name, true, false}, {#name, e e "t", r, make_##name, true, false},                          \
    {"lower", r, e, lower, false, false}, {"upper", r, e, upper, false, false},                                        \
    {"isempty", r, "b", is_empty, false, false},                                                                       \
    {"lower_inc", r, "b", lower_included, false, false}, {"upper_inc", r, "b", upper_included, false, false},          \
    {"lower_inf", r, "b", lower_infinite, false, false}, {"upper_inf", r, "b", upper_infinite, false, false},          \
    {"&&", r r, "b", overlaps, false, false}, {"-|-", r r, "b", adjoins, false, false},                                \
    {"@>", r r, "b", has_range, false, false}, {"@>", r e, "b", has_value, false, false},                              \
    {"<@", r r, "b", in_range, false, false}, {"<@", e r, "b", value_in, false, false},                                \
    {"<<", r r, "b", left_of, false, false}, {">>", r r, "b", right_of, false, false},                                 \
    {"&<", r r, "b", not_right_of, false, false}, {"&>", r r, "b", not_left_of, false, false},                         \
    {"+", r r, r, NULL, false, false}, {"*", r r, r, NULL, false, false}, {"-", r r, r, NULL, false, false},
/* clang-format on */

const ip_signature ip_builtin_range_signatures[] = {RANGES(X){NULL, NULL, NULL, NULL, false, false}};
#undef X
