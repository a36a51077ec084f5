/* What analyze and advise have in common. */
#include "command/run_options.h"
#include "command/output.h"
#include "report/report.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST_CYCLE = 64 };

static const double QUIET_SECONDS = 2.0; /* runs no longer than this show no progress */

static void show_progress(void *data, const char *what)
{
    ip_shown_progress *p = data;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double seconds = (double)(now.tv_sec - p->start.tv_sec) + (double)(now.tv_nsec - p->start.tv_nsec) / 1e9;
    if (seconds < QUIET_SECONDS)
        return;
    fprintf(stderr, "\r\033[K%.0f s: %.*s", seconds, ip_output_width(stderr) - 10, what);
    fflush(stderr);
    p->shown = true;
}

void ip_clear_progress(const ip_shown_progress *p)
{
    if (p->shown)
        fputs("\r\033[K", stderr);
}

void ip_show_progress(ip_run *run, ip_shown_progress *p, const ip_arguments *arguments)
{
    *p = (ip_shown_progress){.shown = false};
    clock_gettime(CLOCK_MONOTONIC, &p->start);
    if (isatty(STDERR_FILENO) && !ip_option_given(arguments, IP_OPT_QUIET))
        ip_run_set_progress(run, show_progress, p);
}

bool ip_set_max_cycle(ip_run *run, const char *text)
{
    char *end;
    errno = 0;
    long length = strtol(text, &end, 10);
    if (errno || end == text || *end || length < 1 || length > LARGEST_CYCLE) {
        ip_usage_error("--max-cycle: expected a whole number from 1 to %d, not '%s'", LARGEST_CYCLE, text);
        return false;
    }
    ip_run_set_max_cycle(run, (int)length);
    return true;
}

bool ip_set_timeout(ip_run *run, const char *text)
{
    char *end;
    double seconds = strtod(text, &end);
    if (end == text || *end || !isfinite(seconds) || seconds <= 0) {
        ip_usage_error("--timeout: expected a number of seconds above 0, not '%s'", text);
        return false;
    }
    ip_run_set_timeout(run, seconds);
    return true;
}

static void add_transaction(void *data, const char *name)
{
    ip_run_select(data, name);
}

bool ip_select_transactions(ip_run *run, const char *list)
{
    return ip_each_part(ip_run_arena(run), "transactions", list, add_transaction, run);
}

ip_exit ip_nothing_to_decide(ip_run *run, const ip_arguments *arguments)
{
    ip_tell_diagnostics(ip_run_diagnostics(run), IP_ERROR);
    if (ip_diagnostics_count(ip_run_diagnostics(run), IP_ERROR) > 0)
        return IP_EXIT_ERROR;
    return ip_no_programs(arguments);
}

bool ip_write_report(const ip_report_data *report, const ip_arguments *arguments, bool json)
{
    const char *path = ip_option_value(arguments, IP_OPT_OUTPUT);
    ip_output_target target;
    if (!ip_output_open(&target, path))
        return false;
    ip_text_options options = {
        .width = path ? 0 : ip_output_width(stdout),
        .colour = !path && ip_use_colour(stdout),
        .brief = ip_option_given(arguments, IP_OPT_QUIET),
        .all_anomalies = ip_option_given(arguments, IP_OPT_ALL_ANOMALIES),
    };
    if (json)
        ip_report_json(report, target.stream);
    else if (report->advice)
        ip_advice_text(report, target.stream, &options);
    else
        ip_report_text(report, target.stream, &options);
    return ip_output_finish(&target);
}

bool ip_is_internal_error(const ip_level_result *result)
{
    return result->reason && strncmp(result->reason, "internal error", strlen("internal error")) == 0;
}
