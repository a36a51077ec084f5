/* isoproof compare: finds a history that one level allows and another one forbids. */
#include "command/compare.h"

#include "base/clock.h"
#include "command/options/output.h"

#include <jansson.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DEFAULT_SIZE = 5, MOST_TRANSACTIONS = 24, MOST_OBJECTS = 24, DEFAULT_SECONDS = 60 };

/* --------------------------------------------------------------------- options -- */

static bool read_number(const char *option, const char *text, int least, int most, int *number)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (!errno && end != text && !*end && value >= least && value <= most) {
        *number = (int)value;
        return true;
    }
    ip_option_usage_error("--%s: expected a whole number from %d to %d, not '%s'", option, least, most, text);
    return false;
}

static bool read_scope(ip_compare_run *c, const char *text)
{
    int end = 0, t, o, v;
    if (sscanf(text, "%d,%d,%d%n", &t, &o, &v, &end) == 3 && !text[end] && t >= 1 && t <= MOST_TRANSACTIONS && o >= 1 &&
        o <= MOST_OBJECTS && v >= 1) {
        c->scope.transactions = t;
        c->scope.objects = o;
        c->scope.values = v;
        return true;
    }
    ip_option_usage_error(
        "--scope: expected TRANSACTIONS,OBJECTS,VALUES, such as 3,2,2, of at most %d transactions and %d "
        "objects, not '%s'",
        MOST_TRANSACTIONS, MOST_OBJECTS, text);
    return false;
}

static bool read_seconds(ip_compare_run *c, const char *text)
{
    char *end;
    c->seconds = strtod(text, &end);
    if (end != text && !*end && isfinite(c->seconds) && c->seconds > 0)
        return true;
    ip_option_usage_error("--timeout: expected a number of seconds above 0, not '%s'", text);
    return false;
}

typedef struct loading {
    ip_compare_run *c;
    ip_compare_levels *to;
    bool good;
} loading;

static void add_level(void *data, const char *name)
{
    loading *l = data;
    const ip_level *level = ip_level_load_for_histories(l->c->arena, name, &l->c->diagnostics);
    if (level)
        IP_PUSH(l->c->arena, l->to, level);
    else
        l->good = false;
}

static bool load_list(ip_compare_run *c, const char *option, const char *list, ip_compare_levels *to)
{
    loading l = {c, to, true};
    return ip_option_each_part(c->arena, option, list, add_level, &l) && l.good;
}

static bool read_option(ip_compare_run *c, const ip_given_option *given)
{
    switch (given->option) {
    case IP_OPT_SCOPE:
        return read_scope(c, given->value);
    case IP_OPT_TRANSACTIONS:
        return read_number("transactions", given->value, 1, MOST_TRANSACTIONS, &c->scope.transactions);
    case IP_OPT_OBJECTS:
        return read_number("objects", given->value, 1, MOST_OBJECTS, &c->scope.objects);
    case IP_OPT_VALUES:
        return read_number("values", given->value, 1, 1000, &c->scope.values);
    case IP_OPT_BLIND_WRITES:
        c->scope.blind_writes = true;
        return true;
    case IP_OPT_MINIMIZE:
        c->minimize = true;
        return true;
    case IP_OPT_TIMEOUT:
        return read_seconds(c, given->value);
    case IP_OPT_ALLOW:
        return load_list(c, "allow", given->value, &c->directions[0].allow);
    case IP_OPT_FORBID:
        return load_list(c, "forbid", given->value, &c->directions[0].forbid);
    default:
        return true; /* an option of the output */
    }
}

static bool read_operands(ip_compare_run *c)
{
    int count = c->arguments->operands.count;
    bool lists = ip_option_given(c->arguments, IP_OPT_ALLOW) || ip_option_given(c->arguments, IP_OPT_FORBID);
    c->direction_count = lists ? 1 : 2;
    c->pair = !lists;
    if (count != (lists ? 0 : 2)) {
        ip_option_usage_error(
            lists ? "compare: --allow and --forbid name the levels, expected no other"
                  : "compare: expected two levels, or --allow and --forbid; isoproof levels lists them");
        return false;
    }
    if (lists) {
        c->directions[0].key = "history";
        return true;
    }
    ip_compare_levels *a = &c->directions[0].allow, *b = &c->directions[0].forbid;
    bool good = load_list(c, "compare", c->arguments->operands.items[0], a);
    good &= load_list(c, "compare", c->arguments->operands.items[1], b);
    if (good && (a->count != 1 || b->count != 1)) {
        ip_option_usage_error("compare: expected one level on each side; --allow and --forbid take lists");
        return false;
    }
    c->directions[0].key = "a_not_b";
    c->directions[1] = (ip_compare_direction){.key = "b_not_a", .allow = *b, .forbid = *a};
    c->minimize = true;
    return good;
}

static bool read_arguments(ip_compare_run *c)
{
    bool good = read_operands(c);
    for (int i = 0; i < c->arguments->options.count; i++)
        good &= read_option(c, &c->arguments->options.items[i]);
    if (good && c->scope.values == 0)
        c->scope.values = c->scope.transactions > DEFAULT_SIZE ? c->scope.transactions + 1 : DEFAULT_SIZE;
    return good;
}

/* --------------------------------------------------------------------- command -- */

static bool export_history(const ip_compare_run *c, const ip_compare_direction *d, const char *folder)
{
    const char *name = ip_arena_strdup(c->arena, d->key);
    for (char *at = (char *)name; *at; at++)
        *at = *at == '_' ? '-' : *at;
    const char *path = ip_arena_printf(c->arena, "%s/%s.json", folder, name);
    ip_output_target target;
    if (!ip_option_output_open(&target, path))
        return false;
    json_t *history = ip_command_compare_history_json(c, &d->found);
    json_dumpf(history, target.stream, JSON_INDENT(2));
    fputc('\n', target.stream);
    json_decref(history);
    return ip_option_output_finish(&target);
}

static bool export_histories(const ip_compare_run *c)
{
    const char *folder = ip_option_value(c->arguments, IP_OPT_EXPORT);
    bool good = true;
    if (folder && mkdir(folder, 0777) != 0 && errno != EEXIST) {
        ip_option_usage_error("--export: %s: %s", folder, strerror(errno));
        return false;
    }
    for (int i = 0; folder && i < c->direction_count; i++)
        if (c->directions[i].found.history)
            good &= export_history(c, &c->directions[i], folder);
    return good;
}

static bool write_result(ip_compare_run *c, const char *format)
{
    const char *path = ip_option_value(c->arguments, IP_OPT_OUTPUT);
    ip_output_target target;
    if (!ip_option_output_open(&target, path))
        return false;
    ip_writer w = ip_option_output_writer(&target, c->arena);
    if (strcmp(format, "json") == 0)
        ip_command_compare_write_json(c, target.stream);
    else if (strcmp(format, "dot") == 0)
        ip_command_compare_write_dot(c, target.stream);
    else if (strcmp(format, "html") == 0)
        ip_command_compare_write_html(c, target.stream);
    else
        ip_command_compare_write_text(c, &w);
    return ip_option_output_finish(&target);
}

ip_exit ip_command_compare(const ip_arguments *arguments)
{
    ip_compare_run c = {.arena = arguments->arena,
                        .arguments = arguments,
                        .scope = {.transactions = DEFAULT_SIZE, .objects = DEFAULT_SIZE},
                        .seconds = DEFAULT_SECONDS};
    double start = ip_clock();
    const char *format = ip_option_parse_picture_format(arguments);
    bool good = format != NULL, different = false, open = false;
    c.diagnostics.arena = c.arena;
    good = read_arguments(&c) && good;
    for (int i = 0; good && i < c.direction_count; i++) {
        ip_compare_direction *d = &c.directions[i];
        ip_comparison question = {.allow = d->allow.items,
                                  .forbid = d->forbid.items,
                                  .allow_count = d->allow.count,
                                  .forbid_count = d->forbid.count,
                                  .scope = c.scope,
                                  .minimize = c.minimize,
                                  .deadline = start + c.seconds};
        d->found = ip_compare(c.arena, &question, &c.diagnostics);
        good = d->found.end != IP_COMPARE_REFUSED;
        different |= d->found.history != NULL;
        open |= d->found.end == IP_COMPARE_UNKNOWN && !d->found.history;
    }
    ip_option_print_diagnostics(&c.diagnostics, good ? IP_REMARK : IP_ERROR);
    if (!good || !write_result(&c, format) || !export_histories(&c))
        return IP_EXIT_ERROR;
    return open ? IP_EXIT_UNDECIDED : different ? IP_EXIT_UNSAFE : IP_EXIT_SAFE;
}
