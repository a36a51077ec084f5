/* isoproof programs: the lowered form of every program, as it is analyzed. */
#include "command/command.h"
#include "command/output.h"
#include "isoproof.h"

#include <string.h>

typedef struct name_list {
    ip_arena *arena;
    IP_VEC(const char *) names;
} name_list;

static void add_name(void *data, const char *name)
{
    name_list *list = data;
    IP_PUSH(list->arena, &list->names, name);
}

static bool has_name(const name_list *list, const char *name)
{
    for (int i = 0; i < list->names.count; i++)
        if (strcmp(list->names.items[i], name) == 0)
            return true;
    return false;
}

/* --transactions: the programs to print; none named: all. */
static bool chosen_names(const ip_arguments *arguments, name_list *list)
{
    bool good = true;
    for (int i = 0; i < arguments->options.count; i++)
        if (arguments->options.items[i].option == IP_OPT_TRANSACTIONS)
            good &= ip_each_part(list->arena, "transactions", arguments->options.items[i].value, add_name, list);
    return good;
}

static bool check_names(const name_list *list, const ip_workload *workload)
{
    bool good = true;
    for (int i = 0; i < list->names.count; i++) {
        bool found = false;
        for (int p = 0; !found && p < workload->programs.count; p++)
            found = strcmp(workload->programs.items[p]->name, list->names.items[i]) == 0;
        if (!found)
            ip_usage_error("--transactions: no transaction is named \"%s\"", list->names.items[i]);
        good &= found;
    }
    return good;
}

static ip_exit list_programs(ip_run *run, const ip_arguments *arguments)
{
    name_list chosen = {.arena = ip_run_arena(run)};
    bool good = chosen_names(arguments, &chosen);
    for (int i = 0; i < arguments->operands.count; i++)
        good &= ip_run_add_file(run, arguments->operands.items[i]);
    const ip_workload *workload = good ? ip_run_workload(run) : NULL;
    ip_tell_diagnostics(ip_run_diagnostics(run), IP_REMARK);
    if (!workload || !check_names(&chosen, workload))
        return IP_EXIT_ERROR;
    if (workload->programs.count == 0)
        return ip_no_programs(arguments);
    ip_output_target target;
    if (!ip_output_open(&target, ip_option_value(arguments, IP_OPT_OUTPUT)))
        return IP_EXIT_ERROR;
    const char *separator = "";
    for (int i = 0; i < workload->programs.count; i++) {
        const ip_program *program = workload->programs.items[i];
        if (chosen.names.count > 0 && !has_name(&chosen, program->name))
            continue;
        fprintf(target.stream, "%s%s", separator, ip_program_listing(ip_run_arena(run), program));
        separator = "\n";
    }
    return ip_output_finish(&target) ? IP_EXIT_SAFE : IP_EXIT_ERROR;
}

ip_exit ip_command_programs(const ip_arguments *arguments)
{
    ip_run *run = ip_run_new();
    ip_exit status = list_programs(run, arguments);
    ip_run_free(run);
    return status;
}
