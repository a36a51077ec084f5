/* isoproof advise: reads the options, analyzes the programs, and writes advice. */
#include "command/commands.h"
#include "command/options/output.h"
#include "command/options/run_options.h"

static bool set_options(ip_run *run, const ip_arguments *arguments)
{
    return ip_option_set_run_options(run, arguments, ip_option_set_run_option);
}

/* Decides by the weakest level whether there is anything to change. A broken promise also counts. */
static ip_exit exit_status(const ip_report_data *report, const ip_arguments *arguments)
{
    for (int i = 0; i < report->results.count; i++)
        if (ip_option_is_internal_error(&report->results.items[i]))
            return IP_EXIT_ERROR;
    if (ip_option_breaks_a_promise(report))
        return IP_EXIT_UNSAFE;
    return ip_option_level_status(&report->results.items[report->advice->levels.items[0].result],
                                  report->workload->programs.count, arguments);
}

/* A set of programs may have programs of two shards. */
static bool is_possible(const ip_arguments *arguments)
{
    if (ip_option_given(arguments, IP_OPT_SUBSETS) && ip_option_given(arguments, IP_OPT_SHARD)) {
        ip_option_usage_error(
            "--subsets and --shard: a set may have programs of several shards; expected one of the two");
        return false;
    }
    return true;
}

static const ip_report_data *run_it(ip_run *run, const ip_arguments *arguments)
{
    return ip_advice_run_advise(run, ip_option_value(arguments, IP_OPT_ENGINE),
                                ip_option_given(arguments, IP_OPT_SUBSETS));
}

ip_exit ip_command_advise(const ip_arguments *arguments)
{
    if (!is_possible(arguments))
        return IP_EXIT_ERROR;
    return ip_option_conduct_run(arguments, set_options, run_it, exit_status);
}
