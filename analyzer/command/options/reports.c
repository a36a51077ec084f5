/* Which reports a run writes, and where to. */
#include "command/options/reports.h"
#include "command/options/again.h"
#include "command/options/configured.h"
#include "command/options/output.h"
#include "command/pages/pages.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define X(id, name) ", " name
static const char *const format_names = ("" IP_FORMATS(X));
#undef X

static bool find_format(const char *option, const char *name, ip_format *format)
{
    if (ip_format_find(name, format))
        return true;
    static const char *const names[] = {
#define X(id, name) name,
        IP_FORMATS(X)
#undef X
    };
    const char *meant = ip_option_suggest(name, names, (int)(sizeof names / sizeof *names));
    if (meant)
        ip_option_usage_error("--%s: there is no format '%s'; did you mean %s?", option, name, meant);
    else
        ip_option_usage_error("--%s: there is no format '%s'; expected one of %s", option, name, format_names + 2);
    return false;
}

/* auto: annotations where GitHub Actions reads them. */
static bool parse_format(const ip_arguments *arguments, ip_format *format)
{
    const char *name = ip_option_value(arguments, IP_OPT_FORMAT), *actions = getenv("GITHUB_ACTIONS");
    *format = IP_FORMAT_TEXT;
    if (!name)
        return true;
    if (strcmp(name, "auto") != 0)
        return find_format("format", name, format);
    if (actions && strcmp(actions, "true") == 0)
        *format = IP_FORMAT_GITHUB;
    return true;
}

static bool parse_report(ip_arena *arena, const char *text, ip_requested_reports *asked)
{
    const char *equals = strchr(text, '=');
    ip_requested_report one;
    if (!equals || equals == text || !equals[1]) {
        ip_option_usage_error("--report: expected a format and a file, FORMAT=FILE, not '%s'", text);
        return false;
    }
    if (!find_format("report", ip_arena_strndup(arena, text, (size_t)(equals - text)), &one.format))
        return false;
    one.path = equals + 1;
    for (int i = 0; i < asked->list.count; i++)
        if (asked->list.items[i].path && strcmp(asked->list.items[i].path, one.path) == 0) {
            ip_option_usage_error("--report: two reports would be written to %s", one.path);
            return false;
        }
    IP_PUSH(arena, &asked->list, one);
    return true;
}

bool ip_option_requested_reports_parse(const ip_arguments *arguments, ip_requested_reports *asked)
{
    ip_requested_report first = {.path = ip_option_value(arguments, IP_OPT_OUTPUT)};
    bool good = parse_format(arguments, &first.format);
    if (ip_option_given(arguments, IP_OPT_SHOW) && first.format != IP_FORMAT_TEXT) {
        ip_option_usage_error("--show writes a finding as text; expected no other --format with it");
        good = false;
    }
    *asked = (ip_requested_reports){0};
    IP_PUSH(arguments->arena, &asked->list, first);
    for (int i = 0; i < arguments->options.count; i++) {
        const ip_given_option *given = &arguments->options.items[i];
        if (given->option != IP_OPT_REPORT || parse_report(arguments->arena, given->value, asked))
            continue;
        ip_option_report_where_set(given);
        good = false;
    }
    for (int i = 0; i < asked->list.count; i++)
        good &= !asked->list.items[i].path || ip_option_output_possible(asked->list.items[i].path);
    return good;
}

bool ip_option_requested_reports_hold_errors(const ip_requested_reports *asked)
{
    const ip_requested_report *first = &asked->list.items[0];
    return !first->path && (first->format == IP_FORMAT_GITHUB || first->format == IP_FORMAT_GCC);
}

static const char *const *page_lines(const char *name)
{
    for (const ip_page *page = ip_page_table; page->name; page++)
        if (strcmp(page->name, name) == 0)
            return page->lines;
    return NULL;
}

/* No finding has that id: which there are. */
static void report_ids(const ip_report_data *report, const char *id)
{
    enum { NAMED = 10 };
    ip_arena *arena = ip_arena_new();
    const char *ids = "";
    int count = 0;
    for (int r = 0; r < report->results.count; r++)
        for (int a = 0; a < report->results.items[r].anomalies.count; a++) {
            const char *one = report->results.items[r].anomalies.items[a].id;
            if (!one || strstr(ids, one))
                continue;
            if (count++ < NAMED)
                ids = ip_arena_printf(arena, "%s%s%s", ids, *ids ? ", " : "", one);
        }
    if (count)
        ip_option_usage_error("--show: no finding has the id '%s'; expected one of %s%s", id, ids,
                              count > NAMED ? ", …" : "");
    else
        ip_option_usage_error("--show: no finding has the id '%s'; there are no findings", id);
    ip_arena_free(arena);
}

static bool write_one(const ip_requested_reports *asked, const ip_requested_report *one, const ip_report_data *report,
                      const ip_arguments *arguments)
{
    ip_output_target target;
    if (!ip_option_output_open(&target, one->path))
        return false;
    const char *fail_on = ip_option_value(arguments, IP_OPT_FAIL_ON);
    ip_format_options options = {
        .text = {.commands = ip_option_suggested_commands(arguments),
                 .width = one->path ? 0 : ip_option_output_width(stdout),
                 .wraps_facts = !one->path && isatty(STDOUT_FILENO),
                 .colour = !one->path && ip_option_use_colour(stdout),
                 .brief = ip_option_given(arguments, IP_OPT_QUIET),
                 .all_anomalies = ip_option_given(arguments, IP_OPT_ALL_ANOMALIES),
                 .verbose = ip_option_given(arguments, IP_OPT_VERBOSE),
                 .no_times = ip_option_given(arguments, IP_OPT_NO_TIMINGS)},
        .benign_passes = fail_on && strcmp(fail_on, "unsafe") == 0,
        .explain = page_lines,
    };
    const char *shown = one == &asked->list.items[0] ? ip_option_value(arguments, IP_OPT_SHOW) : NULL;
    bool found = true;
    if (shown)
        found = ip_report_finding_text(report, shown, target.stream, &options.text);
    else
        ip_format_write(one->format, report, target.stream, &options);
    if (!found)
        report_ids(report, shown);
    return ip_option_output_finish(&target) && found;
}

bool ip_option_requested_reports_write(const ip_requested_reports *asked, const ip_report_data *report,
                                       const ip_arguments *arguments)
{
    bool good = true;
    for (int i = asked->list.count - 1; i >= 0; i--)
        good &= write_one(asked, &asked->list.items[i], report, arguments);
    return good;
}
