/* Creates, reads, prints and compares ranges as rangetypes.c of the server does. */
#include "interpreter/value/range.h"
#include "interpreter/value/calendar.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { LOWER_INCLUDED = 1, UPPER_INCLUDED = 2, EMPTY = 4, FLAGS = 7, TAG_SHIFT = 8 };

ip_tag ip_value_range_element(ip_tag range)
{
    switch (range) {
    case IP_T_INT4RANGE:
        return IP_T_INTEGER;
    case IP_T_INT8RANGE:
        return IP_T_BIGINT;
    case IP_T_NUMRANGE:
        return IP_T_NUMERIC;
    case IP_T_TSRANGE:
        return IP_T_TIMESTAMP;
    case IP_T_TSTZRANGE:
        return IP_T_TIMESTAMP_TZ;
    case IP_T_DATERANGE:
        return IP_T_DATE;
    default:
        return IP_T_OTHER;
    }
}

ip_tag ip_value_range_tag(ip_datum range)
{
    return (ip_tag)(range.high >> TAG_SHIFT);
}

bool ip_value_range_is_empty(ip_datum range)
{
    return (range.high & EMPTY) != 0;
}

bool ip_value_range_includes(ip_datum range, bool upper)
{
    return (range.high & (upper ? UPPER_INCLUDED : LOWER_INCLUDED)) != 0;
}

static ip_datum of_bounds(ip_arena *arena, ip_tag tag, ip_datum lower, ip_datum upper, int flags)
{
    ip_datum *items = IP_NEW_ARRAY(arena, ip_datum, 2);
    items[0] = lower;
    items[1] = upper;
    return (ip_datum){
        .kind = IP_DATUM_RANGE, .count = 2, .as.items = items, .high = (int64_t)flags | (int64_t)tag << TAG_SHIFT};
}

static ip_datum empty_range(ip_arena *arena, ip_tag tag)
{
    return of_bounds(arena, tag, (ip_datum){0}, (ip_datum){0}, EMPTY);
}

/* ---- ends ---- */

ip_range_end ip_value_range_end_of(ip_datum range, bool upper)
{
    return (ip_range_end){range.as.items[upper], upper, ip_value_range_includes(range, upper)};
}

/* Orders ends with the same value: an exclusive upper end comes first, an exclusive lower end last. */
static int side_of(ip_range_end end)
{
    return end.inclusive ? 0 : end.upper ? -1 : 1;
}

int ip_value_range_compare_ends(ip_range_end a, ip_range_end b)
{
    bool a_ends = a.value.kind != IP_DATUM_NULL, b_ends = b.value.kind != IP_DATUM_NULL;
    if (!a_ends && !b_ends)
        return a.upper - b.upper;
    if (!a_ends)
        return a.upper ? 1 : -1;
    if (!b_ends)
        return b.upper ? -1 : 1;
    int order = ip_value_datum_compare(a.value, b.value);
    return order ? order : side_of(a) - side_of(b);
}

int ip_value_range_compare(ip_datum left, ip_datum right)
{
    bool left_empty = ip_value_range_is_empty(left), right_empty = ip_value_range_is_empty(right);
    if (left_empty || right_empty)
        return right_empty - left_empty;
    int order = ip_value_range_compare_ends(ip_value_range_end_of(left, false), ip_value_range_end_of(right, false));
    return order ? order
                 : ip_value_range_compare_ends(ip_value_range_end_of(left, true), ip_value_range_end_of(right, true));
}

/* ---- making ---- */

static bool is_discrete(ip_tag tag)
{
    return tag == IP_T_INT4RANGE || tag == IP_T_INT8RANGE || tag == IP_T_DATERANGE;
}

static bool next_value(ip_arena *arena, ip_tag tag, ip_datum *value, ip_failure *failure)
{
    bool last = tag == IP_T_INT4RANGE ? value->as.integer == INT32_MAX : value->as.integer == INT64_MAX;
    if (tag == IP_T_DATERANGE && !ip_value_date_in_range(value->as.integer + 1))
        return ip_value_fail(arena, failure, "22008", "date out of range");
    if (last)
        return ip_value_fail(arena, failure, "22003", "%s out of range", tag == IP_T_INT4RANGE ? "integer" : "bigint");
    value->as.integer++;
    return true;
}

/* Brings a discrete range into the form [lower, upper). */
static bool make_canonical(ip_arena *arena, ip_tag tag, ip_datum *lower, ip_datum *upper, int *flags,
                           ip_failure *failure)
{
    if (lower->kind != IP_DATUM_NULL && !(*flags & LOWER_INCLUDED) && !next_value(arena, tag, lower, failure))
        return false;
    if (upper->kind != IP_DATUM_NULL && (*flags & UPPER_INCLUDED) && !next_value(arena, tag, upper, failure))
        return false;
    *flags = lower->kind == IP_DATUM_NULL ? 0 : LOWER_INCLUDED;
    return true;
}

/* Tells whether a range with ordered bounds is empty. */
static bool contains_nothing(ip_datum lower, ip_datum upper, int flags)
{
    return lower.kind != IP_DATUM_NULL && upper.kind != IP_DATUM_NULL && ip_value_datum_compare(lower, upper) == 0 &&
           flags != (LOWER_INCLUDED | UPPER_INCLUDED);
}

static bool make(ip_arena *arena, ip_tag tag, ip_datum lower, ip_datum upper, int flags, ip_datum *result,
                 ip_failure *failure)
{
    if (lower.kind == IP_DATUM_NULL)
        flags &= ~LOWER_INCLUDED;
    if (upper.kind == IP_DATUM_NULL)
        flags &= ~UPPER_INCLUDED;
    if (lower.kind != IP_DATUM_NULL && upper.kind != IP_DATUM_NULL && ip_value_datum_compare(lower, upper) > 0)
        return ip_value_fail(arena, failure, "22000",
                             "range lower bound must be less than or equal to range upper bound");
    bool nothing = contains_nothing(lower, upper, flags);
    if (!nothing && is_discrete(tag)) {
        if (!make_canonical(arena, tag, &lower, &upper, &flags, failure))
            return false;
        nothing = contains_nothing(lower, upper, flags);
    }
    *result = nothing ? empty_range(arena, tag) : of_bounds(arena, tag, lower, upper, flags);
    return true;
}

bool ip_value_range_make(ip_arena *arena, ip_tag tag, ip_datum lower, ip_datum upper, const char *bounds,
                         ip_datum *result, ip_failure *failure)
{
    bool known = strlen(bounds) == 2 && strchr("[(", bounds[0]) && strchr("])", bounds[1]);
    if (!known)
        return ip_value_fail(arena, failure, "42601", "invalid range bound flags");
    int flags = (bounds[0] == '[' ? LOWER_INCLUDED : 0) | (bounds[1] == ']' ? UPPER_INCLUDED : 0);
    return make(arena, tag, lower, upper, flags, result, failure);
}

/* ---- text ---- */

static const char *skip_blanks(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

/* Reads a bound up to a comma, a bracket or a parenthesis. Parts of it may be quoted. *text becomes NULL if the bound
 * is missing. Returns NULL if the text ends first. */
static const char *read_bound(ip_arena *arena, const char *at, const char **text)
{
    IP_VEC(char) bytes = {0};
    *text = NULL;
    if (*at == ',' || *at == ')' || *at == ']')
        return at;
    bool quoted = false;
    for (; quoted || !strchr(",)]([", *at); at++) {
        if (!*at)
            return NULL;
        if (*at == '\\') {
            if (!*++at)
                return NULL;
            IP_PUSH(arena, &bytes, *at);
        } else if (*at == '"' && quoted && at[1] == '"') {
            IP_PUSH(arena, &bytes, *at);
            at++;
        } else if (*at == '"') {
            quoted = !quoted;
        } else {
            IP_PUSH(arena, &bytes, *at);
        }
    }
    IP_PUSH(arena, &bytes, '\0');
    *text = bytes.items;
    return at;
}

static bool malformed(ip_arena *arena, const char *text, ip_failure *failure)
{
    return ip_value_fail(arena, failure, "22P02", "malformed range literal: \"%s\"", text);
}

static bool read_value(ip_arena *arena, ip_tag tag, const char *text, ip_datum *value, ip_failure *failure)
{
    *value = (ip_datum){0};
    return !text ||
           ip_value_text_to_datum(arena, ip_value_sqltype_simple(ip_value_range_element(tag)), text, value, failure);
}

bool ip_value_range_parse(ip_arena *arena, ip_tag tag, const char *text, ip_datum *result, ip_failure *failure)
{
    const char *at = skip_blanks(text), *lower_text, *upper_text;
    ip_datum lower, upper;
    if (strncasecmp(at, "empty", 5) == 0) {
        *result = empty_range(arena, tag);
        return !*skip_blanks(at + 5) || malformed(arena, text, failure);
    }
    if (*at != '[' && *at != '(')
        return malformed(arena, text, failure);
    int flags = *at == '[' ? LOWER_INCLUDED : 0;
    at = read_bound(arena, at + 1, &lower_text);
    if (!at || *at != ',')
        return malformed(arena, text, failure);
    at = read_bound(arena, at + 1, &upper_text);
    if (!at || (*at != ']' && *at != ')') || *skip_blanks(at + 1))
        return malformed(arena, text, failure);
    flags |= *at == ']' ? UPPER_INCLUDED : 0;
    return read_value(arena, tag, lower_text, &lower, failure) && read_value(arena, tag, upper_text, &upper, failure) &&
           make(arena, tag, lower, upper, flags, result, failure);
}

/* Quotes a bound as the server does, if it would be read differently without quotes. */
static const char *bound_text(ip_arena *arena, ip_datum bound)
{
    if (bound.kind == IP_DATUM_NULL)
        return "";
    const char *text = ip_value_datum_text(arena, bound);
    return *text && !strpbrk(text, "\"\\()[], \t\n\r\v\f") ? text : ip_arena_printf(arena, "\"%s\"", text);
}

const char *ip_value_range_output(ip_arena *arena, ip_datum range)
{
    if (ip_value_range_is_empty(range))
        return "empty";
    return ip_arena_printf(arena, "%s%s,%s%s", ip_value_range_includes(range, false) ? "[" : "(",
                           bound_text(arena, range.as.items[0]), bound_text(arena, range.as.items[1]),
                           ip_value_range_includes(range, true) ? "]" : ")");
}
