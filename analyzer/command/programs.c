/* isoproof programs: the lowered form of every program, as it is analyzed. */
#include "command/command.h"
#include "command/output.h"
#include "isoproof.h"

static void add_transaction(void *data, const char *name)
{
    ip_run_select(data, name);
}

static ip_exit list_programs(ip_run *run, const ip_arguments *arguments)
{
    bool good = true;
    for (int i = 0; i < arguments->options.count; i++)
        if (arguments->options.items[i].option == IP_OPT_TRANSACTIONS)
            good &= ip_each_part(ip_run_arena(run), "transactions", arguments->options.items[i].value, add_transaction,
                                 run);
    for (int i = 0; i < arguments->operands.count; i++)
        good &= ip_run_add_file(run, arguments->operands.items[i]);
    const ip_workload *workload = good ? ip_run_workload(run) : NULL;
    ip_tell_diagnostics(ip_run_diagnostics(run), IP_REMARK);
    if (!workload)
        return IP_EXIT_ERROR;
    if (workload->programs.count == 0)
        return ip_usage_error(
            "no transaction programs: looked for CREATE FUNCTION and CREATE PROCEDURE in plpgsql or sql, "
            "and for BEGIN … COMMIT");
    ip_output_target target;
    if (!ip_output_open(&target, ip_option_value(arguments, IP_OPT_OUTPUT)))
        return IP_EXIT_ERROR;
    for (int i = 0; i < workload->programs.count; i++)
        fprintf(target.stream, "%s%s", i ? "\n" : "",
                ip_program_listing(ip_run_arena(run), workload->programs.items[i]));
    return ip_output_finish(&target) ? IP_EXIT_SAFE : IP_EXIT_ERROR;
}

ip_exit ip_command_programs(const ip_arguments *arguments)
{
    ip_run *run = ip_run_new();
    ip_exit status = list_programs(run, arguments);
    ip_run_free(run);
    return status;
}
