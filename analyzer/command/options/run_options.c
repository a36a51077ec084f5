/* What analyze and advise have in common. */
#include "command/options/run_options.h"
#include "base/stop.h"
#include "command/options/baseline.h"
#include "command/options/configured.h"
#include "command/options/interruption.h"
#include "command/options/limits.h"
#include "command/options/output.h"
#include "command/options/reports.h"
#include "report/note_groups.h"
#include "report/report.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct shown_progress {
    struct timespec start;
    bool shown;
} shown_progress;

enum { LARGEST_CYCLE = 64, MOST_JOBS = 256, LEAST_MEMORY = 32 * 1024 * 1024 };

static const double QUIET_SECONDS = 2.0; /* runs no longer than this show no progress */

static void show_progress(void *data, const char *what)
{
    shown_progress *p = data;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double seconds = (double)(now.tv_sec - p->start.tv_sec) + (double)(now.tv_nsec - p->start.tv_nsec) / 1e9;
    if (seconds < QUIET_SECONDS)
        return;
    fprintf(stderr, "\r\033[K%.0f s: %.*s", seconds, ip_option_output_width(stderr) - 10, what);
    fflush(stderr);
    p->shown = true;
}

static void clear_progress(const shown_progress *p)
{
    if (p->shown)
        fputs("\r\033[K", stderr);
}

static void set_progress(ip_run *run, shown_progress *p, const ip_arguments *arguments)
{
    *p = (shown_progress){.shown = false};
    clock_gettime(CLOCK_MONOTONIC, &p->start);
    if (isatty(STDERR_FILENO) && !ip_option_given(arguments, IP_OPT_QUIET))
        ip_run_set_progress(run, show_progress, p);
}

static bool set_max_cycle(ip_run *run, const char *text)
{
    char *end;
    errno = 0;
    long length = strtol(text, &end, 10);
    if (errno || end == text || *end || length < 1 || length > LARGEST_CYCLE) {
        ip_option_usage_error("--max-cycle: expected a whole number from 1 to %d, not '%s'", LARGEST_CYCLE, text);
        return false;
    }
    ip_run_set_max_cycle(run, (int)length);
    return true;
}

static bool set_timeout(ip_run *run, const char *text)
{
    char *end;
    double seconds = strtod(text, &end);
    if (end == text || *end || !isfinite(seconds) || seconds <= 0) {
        ip_option_usage_error("--timeout: expected a number of seconds above 0, not '%s'", text);
        return false;
    }
    ip_run_set_timeout(run, seconds);
    return true;
}

static bool set_jobs(ip_run *run, const char *text)
{
    char *end;
    errno = 0;
    long jobs = strtol(text, &end, 10);
    if (errno || end == text || *end || jobs < 1 || jobs > MOST_JOBS) {
        ip_option_usage_error("--jobs: expected a whole number from 1 to %d, not '%s'", MOST_JOBS, text);
        return false;
    }
    ip_run_set_jobs(run, (int)jobs);
    return true;
}

/* 0 after saying what is wrong. */
static size_t memory_given(const char *text)
{
    static const char units[] = "KMGT";
    char *end;
    double size = strtod(text, &end);
    const char *unit = *end ? strchr(units, *end >= 'a' ? *end - 'a' + 'A' : *end) : NULL;
    for (const char *u = units; unit && u <= unit; u++)
        size *= 1024;
    end += unit != NULL;
    end += unit && (*end == 'B' || *end == 'b');
    if (isfinite(size) && size >= LEAST_MEMORY && size < 1e18 && end != text && !*end)
        return (size_t)size;
    ip_option_usage_error("--memory: expected a size of at least %d megabytes, such as 500M or 2G, not '%s'",
                          (int)(LEAST_MEMORY / 1024 / 1024), text);
    return 0;
}

static bool set_memory(ip_run *run, const char *text)
{
    size_t bytes = memory_given(text);
    if (bytes)
        ip_run_set_memory(run, bytes);
    return bytes != 0;
}

static void add_transaction(void *data, const char *name)
{
    ip_run_select(data, name);
}

static bool select_transactions(ip_run *run, const char *list)
{
    return ip_option_each_part(ip_run_arena(run), "transactions", list, add_transaction, run);
}

static bool set_shard(ip_run *run, const char *text)
{
    int shard, count;
    if (!ip_option_parse_shard(text, &shard, &count))
        return false;
    ip_run_set_shard(run, shard, count);
    return true;
}

static bool set_assign(ip_run *run, const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1]) {
        ip_option_usage_error("--assign: expected a program and a level, PROGRAM=LEVEL, not '%s'", text);
        return false;
    }
    return ip_run_assign(run, ip_arena_strndup(ip_run_arena(run), text, (size_t)(equals - text)), equals + 1);
}

static bool define(ip_run *run, const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text) {
        ip_option_usage_error("--define: expected a name and a value, NAME=VALUE, not '%s'", text);
        return false;
    }
    ip_run_define(run, ip_arena_strndup(ip_run_arena(run), text, (size_t)(equals - text)), equals + 1);
    return true;
}

bool ip_option_define_all(ip_run *run, const ip_arguments *arguments)
{
    bool good = true;
    for (int i = 0; i < arguments->options.count; i++)
        if (arguments->options.items[i].option == IP_OPT_DEFINE)
            good &= define(run, arguments->options.items[i].value);
    return good;
}

bool ip_option_reading_given(const ip_arguments *arguments, unsigned *flags)
{
    static const struct {
        ip_option option;
        unsigned flag;
    } readings[] = {{IP_OPT_IMPLICIT, IP_READ_IMPLICIT},
                    {IP_OPT_COMPLETE, IP_READ_COMPLETE},
                    {IP_OPT_TRUSTED, IP_READ_TRUSTED},
                    {IP_OPT_MODULES, IP_READ_MODULES}};
    *flags = 0;
    for (size_t i = 0; i < sizeof readings / sizeof readings[0]; i++)
        if (ip_option_given(arguments, readings[i].option))
            *flags |= readings[i].flag;
    if (!(*flags & IP_READ_COMPLETE) || !(*flags & IP_READ_MODULES))
        return true;
    ip_option_usage_error(
        "--trust-modules says that objects exist that no file creates; --complete-schema says that none do. "
        "Expected only one of them");
    return false;
}

bool ip_option_set_run_option(ip_run *run, const ip_given_option *given)
{
    switch (given->option) {
    case IP_OPT_TRANSACTIONS:
        return select_transactions(run, given->value);
    case IP_OPT_MAX_CYCLE:
        return set_max_cycle(run, given->value);
    case IP_OPT_TIMEOUT:
        return set_timeout(run, given->value);
    case IP_OPT_JOBS:
        return set_jobs(run, given->value);
    case IP_OPT_MEMORY:
        return set_memory(run, given->value);
    case IP_OPT_SHARD:
        return set_shard(run, given->value);
    case IP_OPT_ASSIGN:
        return set_assign(run, given->value);
    case IP_OPT_WHOLE_ONLY:
        ip_run_set_parts(run, false);
        return true;
    case IP_OPT_NO_REPLAY:
        ip_run_set_replay(run, false);
        return true;
    default:
        return true; /* the command's own, or about the output */
    }
}

bool ip_option_set_run_options(ip_run *run, const ip_arguments *arguments, ip_set_option *set)
{
    bool good = true;
    for (int i = 0; i < arguments->options.count; i++) {
        ip_diagnostics *diagnostics = ip_run_diagnostics(run);
        const ip_given_option *given = &arguments->options.items[i];
        int reported = diagnostics->list.count;
        if (set(run, given))
            continue;
        good = false;
        if (diagnostics->list.count == reported)
            ip_option_report_where_set(given);
        for (int d = reported; d < diagnostics->list.count; d++)
            if (!diagnostics->list.items[d].range.source)
                diagnostics->list.items[d].range = given->said;
    }
    return good;
}

static ip_exit nothing_to_decide(ip_run *run, const ip_arguments *arguments)
{
    ip_option_print_diagnostics(ip_run_diagnostics(run), IP_ERROR);
    if (ip_diagnostics_count(ip_run_diagnostics(run), IP_ERROR) > 0)
        return IP_EXIT_ERROR;
    return ip_option_no_programs(arguments);
}

static bool parts_undecided(const ip_level_result *result, int program_count)
{
    for (int p = 0; p < program_count && result->programs; p++)
        if (result->programs[p].undecided_because)
            return true;
    return false;
}

ip_exit ip_option_verdict_status(ip_verdict verdict, bool parts_undecided, const ip_arguments *arguments)
{
    const char *fail_on = ip_option_value(arguments, IP_OPT_FAIL_ON);
    bool benign_counts = !fail_on || strcmp(fail_on, "unsafe") != 0;
    bool undecided_counts = fail_on && strcmp(fail_on, "undecided") == 0;
    ip_exit undecided = undecided_counts ? IP_EXIT_UNSAFE : IP_EXIT_UNDECIDED;
    switch (verdict) {
    case IP_SAFE:
        return IP_EXIT_SAFE;
    case IP_UNSAFE:
        return IP_EXIT_UNSAFE;
    case IP_BENIGN:
        return benign_counts ? IP_EXIT_UNSAFE : parts_undecided ? undecided : IP_EXIT_SAFE;
    default:
        return undecided;
    }
}

ip_exit ip_option_level_status(const ip_level_result *result, int program_count, const ip_arguments *arguments)
{
    if (result->verdict == IP_UNDECIDED && result->rest)
        return IP_EXIT_SAFE;
    return ip_option_verdict_status(result->verdict, parts_undecided(result, program_count), arguments);
}

bool ip_option_breaks_a_promise(const ip_report_data *report)
{
    bool broken = false;
    for (int i = 0; i < report->promises.count; i++)
        broken |= !report->promises.items[i].kept;
    return broken;
}

bool ip_option_good_fail_on(const ip_arguments *arguments)
{
    const char *value = ip_option_value(arguments, IP_OPT_FAIL_ON);
    if (!value || strcmp(value, "unsafe") == 0 || strcmp(value, "benign") == 0 || strcmp(value, "undecided") == 0)
        return true;
    ip_option_usage_error("--fail-on: expected unsafe, benign or undecided, not '%s'", value);
    ip_option_report_where_set(ip_option_last(arguments, IP_OPT_FAIL_ON));
    return false;
}

bool ip_option_is_internal_error(const ip_level_result *result)
{
    return result->reason && strncmp(result->reason, "internal error", strlen("internal error")) == 0;
}

/* As they were set, all being right. advise without --timeout limits the solver's work instead. */
static ip_limits limits_of(const ip_arguments *arguments)
{
    const char *seconds = ip_option_value(arguments, IP_OPT_TIMEOUT), *size = ip_option_value(arguments, IP_OPT_MEMORY);
    return (ip_limits){.seconds = seconds ? strtod(seconds, NULL) : 0, .memory = size ? memory_given(size) : 0};
}

bool ip_option_add_inputs(ip_run *run, const ip_arguments *arguments)
{
    bool good = ip_option_define_all(run, arguments);
    for (int i = 0; i < arguments->options.count; i++)
        if (arguments->options.items[i].option == IP_OPT_SCHEMA)
            good &= ip_run_add_schema(run, arguments->options.items[i].value);
    for (int i = 0; i < arguments->options.count; i++)
        if (arguments->options.items[i].option == IP_OPT_MIGRATIONS)
            good &= ip_run_add_migration(run, arguments->options.items[i].value);
    for (int i = 0; i < arguments->operands.count; i++)
        good &= ip_run_add_file(run, arguments->operands.items[i]);
    ip_option_configure_run(run, arguments);
    return good;
}

/* On standard error. A report as text has them, too: then the first few suffice. */
static void report_errors(const ip_requested_reports *asked, const ip_report_data *report,
                          const ip_arguments *arguments)
{
    enum { MOST_BEFORE_TEXT = 5 };
    bool listed = asked->list.items[0].format == IP_FORMAT_TEXT && !ip_option_given(arguments, IP_OPT_QUIET);
    ip_note_groups groups = ip_report_note_groups_of(arguments->arena, report, true);
    int count = 0;
    for (int g = 0; g < groups.count; g++) {
        if (groups.items[g].kind != IP_ERROR || (count++ >= MOST_BEFORE_TEXT && listed))
            continue;
        ip_diagnostic error = report->diagnostics->list.items[groups.items[g].members.items[0]];
        error.transaction = ip_report_note_group_programs(arguments->arena, report, &groups.items[g]);
        ip_report_diagnostic(&error, stderr, ip_option_use_colour(stderr));
    }
    if (listed && count > MOST_BEFORE_TEXT)
        fprintf(stderr, "isoproof: %d more error%s, listed in the report\n", count - MOST_BEFORE_TEXT,
                count == MOST_BEFORE_TEXT + 1 ? "" : "s");
}

static ip_exit conduct(ip_run *run, const ip_arguments *arguments, ip_prepare_run *prepare, ip_do_run *do_run,
                       ip_run_status *status)
{
    ip_requested_reports asked;
    bool good = ip_option_requested_reports_parse(arguments, &asked);
    unsigned reading;
    good &= ip_option_good_fail_on(arguments);
    good &= ip_option_reading_given(arguments, &reading);
    good &= prepare(run, arguments);
    good &= ip_option_baseline_prepare(run, arguments);
    ip_run_read_as(run, reading);
    good &= ip_option_add_inputs(run, arguments);
    if (!good) {
        ip_option_print_diagnostics(ip_run_diagnostics(run), IP_ERROR);
        return IP_EXIT_ERROR;
    }
    ip_option_obey_limits(limits_of(arguments));
    shown_progress shown;
    set_progress(run, &shown, arguments);
    const ip_report_data *report = do_run(run, arguments);
    clear_progress(&shown);
    if (!report)
        return nothing_to_decide(run, arguments);
    ip_option_report_is_made();
    if (!ip_option_requested_reports_hold_errors(&asked))
        report_errors(&asked, report, arguments);
    bool written = ip_option_requested_reports_write(&asked, report, arguments);
    written = ip_option_baseline_write(report, arguments) && written;
    return written ? status(report, arguments) : IP_EXIT_ERROR;
}

static int processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > MOST_JOBS ? MOST_JOBS : (int)count;
}

ip_exit ip_option_conduct_run(const ip_arguments *arguments, ip_prepare_run *prepare, ip_do_run *do_run,
                              ip_run_status *status)
{
    ip_option_obey_interruptions();
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is an error to report, and files are written all the same */
    ip_memory_reserve();
    ip_run *run = ip_run_new();
    ip_run_set_jobs(run, processors());
    ip_exit exit = conduct(run, arguments, prepare, do_run, status);
    ip_option_report_is_written();
    ip_run_free(run);
    return exit;
}
