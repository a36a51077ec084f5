/* isoproof programs: writes the lowered form of every program, as it is analyzed, and how much of it was understood. */
#include "command/commands.h"
#include "command/options/output.h"
#include "command/options/run_options.h"
#include "isoproof.h"
#include "replay/world/in_memory.h"
#include "report/report.h"

static void list_programs(ip_run *run, const ip_report_data *report, const ip_output_target *target)
{
    const ip_workload *workload = report->workload;
    ip_arena *arena = ip_arena_new();
    for (int i = 0; i < workload->programs.count; i++) {
        fprintf(target->stream, "%s\n", ip_program_listing(arena, workload->programs.items[i]));
        ip_arena_reset(arena);
    }
    ip_arena_free(arena);
    ip_text_options options = {.width = target->path ? 0 : ip_option_output_width(stdout),
                               .colour = !target->path && ip_option_use_colour(stdout)};
    ip_report_coverage_text(workload, ip_run_diagnostics(run), target->stream, &options);
    ip_report_not_run_text(report, target->stream, &options);
}

static ip_exit programs(ip_run *run, const ip_arguments *arguments)
{
    unsigned reading;
    bool json, good = ip_option_parse_format(arguments, &json);
    good &= ip_option_reading_given(arguments, &reading);
    ip_run_read_as(run, reading);
    good &= ip_option_set_run_options(run, arguments, ip_option_set_run_option);
    good &= ip_option_add_inputs(run, arguments);
    const ip_workload *workload = good ? ip_run_selected(run) : NULL;
    ip_option_print_diagnostics(ip_run_diagnostics(run), json ? IP_ERROR : IP_REMARK);
    if (!workload)
        return IP_EXIT_ERROR;
    /* Programs that read the coverage want it even if there is no program. */
    if (workload->programs.count == 0 && !json)
        return ip_option_no_programs(arguments);
    ip_output_target target;
    if (!ip_option_output_open(&target, ip_option_value(arguments, IP_OPT_OUTPUT)))
        return IP_EXIT_ERROR;
    ip_report_data report = {.workload = workload,
                             .diagnostics = ip_run_diagnostics(run),
                             .refusals = ip_world_in_memory_find(ip_run_arena(run), workload)};
    if (json)
        ip_report_json(&report, target.stream, true);
    else
        list_programs(run, &report, &target);
    return ip_option_output_finish(&target) ? IP_EXIT_SAFE : IP_EXIT_ERROR;
}

ip_exit ip_command_programs(const ip_arguments *arguments)
{
    ip_run *run = ip_run_new();
    ip_exit status = programs(run, arguments);
    ip_run_free(run);
    return status;
}
