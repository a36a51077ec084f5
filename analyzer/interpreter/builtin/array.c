/* Further functions on arrays (documentation, 9.19), and slices. */
#include "interpreter/builtin/builtin.h"

#include <string.h>

static ip_datum position_from(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    if (ip_is_null(args[0]))
        return args[0];
    if (ip_is_null(args[2]))
        ip_interpreter_raise(run, "22004", "initial position must not be null");
    int64_t first = args[2].as.integer < 1 ? 1 : args[2].as.integer;
    for (int64_t i = first; i <= args[0].count; i++)
        if (ip_value_datum_equal(args[0].as.items[i - 1], args[1]))
            return ip_value_datum_integer(i);
    return (ip_datum){0};
}

static ip_datum positions(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    if (ip_is_null(args[0]))
        return args[0];
    ip_datum *items = IP_NEW_ARRAY(run->arena, ip_datum, args[0].count);
    int found = 0;
    for (int i = 0; i < args[0].count; i++)
        if (ip_value_datum_equal(args[0].as.items[i], args[1]))
            items[found++] = ip_value_datum_integer(i + 1);
    return ip_value_datum_array(items, found);
}

/* NULL items are skipped unless the third argument replaces them. */
static ip_datum joined(ip_run_state *run, const ip_datum *args, int count)
{
    const char *result = "", *separator = "";
    (void)count;
    if (ip_is_null(args[0]) || ip_is_null(args[1]))
        return (ip_datum){0};
    for (int i = 0; i < args[0].count; i++) {
        const ip_datum *item = ip_is_null(args[0].as.items[i]) ? &args[2] : &args[0].as.items[i];
        if (ip_is_null(*item))
            continue;
        result = ip_arena_printf(run->arena, "%s%s%s", result, separator, ip_builtin_text_of(run, *item));
        separator = args[1].as.text;
    }
    return ip_value_datum_string(result);
}

static ip_datum dimensions(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return args[0].count ? ip_value_datum_integer(1) : (ip_datum){0};
}

static ip_datum dimensions_text(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    if (!args[0].count)
        return (ip_datum){0};
    return ip_value_datum_string(ip_arena_printf(run->arena, "[1:%d]", args[0].count));
}

static ip_datum trimmed(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    if (args[1].as.integer < 0 || args[1].as.integer > args[0].count)
        ip_interpreter_raise(run, "2202E", "number of elements to trim must be between 0 and %d", args[0].count);
    return ip_value_datum_array(args[0].as.items, args[0].count - (int)args[1].as.integer);
}

static ip_datum subscripts_reversed(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    int width = args[1].as.integer == 1 ? args[0].count : 0;
    ip_datum *items = IP_NEW_ARRAY(run->arena, ip_datum, width);
    for (int i = 0; i < width; i++)
        items[i] = ip_value_datum_integer(args[2].as.boolean ? width - i : i + 1);
    return ip_value_datum_array(items, width);
}

/* Computes a[b:c]. A missing bound is that of the array. Subscripts beyond the array are ignored. */
static ip_datum slice(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    int64_t first = args[1].as.integer < 1 ? 1 : args[1].as.integer, last = args[2].as.integer;
    last = last > args[0].count ? args[0].count : last;
    return first > last ? ip_value_datum_array(NULL, 0)
                        : ip_value_datum_array(args[0].as.items + first - 1, (int)(last - first + 1));
}

const ip_signature ip_builtin_array_signatures[] = {
    {"array_position", "AEi", "i", position_from, true, false},
    {"array_positions", "AE", "i]", positions, true, false},
    {"array_to_string", "Att", "t", joined, true, false},
    {"array_ndims", "A", "i", dimensions, false, false},
    {"array_dims", "A", "t", dimensions_text, false, false},
    {"trim_array", "Ai", "A", trimmed, false, false},
    {"generate_subscripts", "Aib", "i", subscripts_reversed, false, true},
    {"array slice", "Aii", "A", slice, false, false},
    {NULL, NULL, NULL, NULL, false, false}};
