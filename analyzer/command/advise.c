/* isoproof advise: options in, a run, advice out. */
#include "command/command.h"
#include "command/output.h"
#include "command/run_options.h"

static bool set_options(ip_run *run, const ip_arguments *arguments)
{
    bool good = true;
    for (int i = 0; i < arguments->options.count; i++) {
        const char *value = arguments->options.items[i].value;
        switch (arguments->options.items[i].option) {
        case IP_OPT_TRANSACTIONS:
            good &= ip_select_transactions(run, value);
            break;
        case IP_OPT_MAX_CYCLE:
            good &= ip_set_max_cycle(run, value);
            break;
        case IP_OPT_TIMEOUT:
            good &= ip_set_timeout(run, value);
            break;
        case IP_OPT_IMPLICIT:
            ip_run_set_implicit(run, true);
            break;
        case IP_OPT_NO_REPLAY:
            ip_run_set_replay(run, false);
            break;
        default:
            break; /* about the advice, or the output */
        }
    }
    return good;
}

/* Of the weakest level: is there anything to change? */
static ip_exit exit_status(const ip_report_data *report)
{
    for (int i = 0; i < report->results.count; i++)
        if (ip_is_internal_error(&report->results.items[i]))
            return IP_EXIT_ERROR;
    switch (report->advice->levels.items[0].verdict) {
    case IP_SAFE:
        return IP_EXIT_SAFE;
    case IP_UNSAFE:
        return IP_EXIT_UNSAFE;
    default:
        return IP_EXIT_UNDECIDED;
    }
}

static ip_exit advise(ip_run *run, const ip_arguments *arguments)
{
    bool json, good = ip_parse_format(arguments, &json);
    good &= set_options(run, arguments);
    for (int i = 0; i < arguments->operands.count; i++)
        good &= ip_run_add_file(run, arguments->operands.items[i]);
    if (!good) {
        ip_tell_diagnostics(ip_run_diagnostics(run), IP_ERROR);
        return IP_EXIT_ERROR;
    }
    ip_shown_progress shown;
    ip_show_progress(run, &shown, arguments);
    const ip_report_data *report =
        ip_run_advise(run, ip_option_value(arguments, IP_OPT_ENGINE), ip_option_given(arguments, IP_OPT_SUBSETS));
    ip_clear_progress(&shown);
    if (!report)
        return ip_nothing_to_decide(run, arguments);
    ip_tell_diagnostics(report->diagnostics, IP_ERROR);
    return ip_write_report(report, arguments, json) ? exit_status(report) : IP_EXIT_ERROR;
}

ip_exit ip_command_advise(const ip_arguments *arguments)
{
    ip_run *run = ip_run_new();
    ip_exit status = advise(run, arguments);
    ip_run_free(run);
    return status;
}
