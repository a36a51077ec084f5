/* code_text.h: texts beside the programs. */
#include "code_text.h"

static const ip_code *not_yet(ip_workload *workload, const char *name, ip_range text, ip_diagnostics *diagnostics)
{
    (void)workload;
    ip_code *code = IP_NEW(diagnostics->arena, ip_code);
    code->name = name;
    code->script = true;
    code->found = code->row_slot = -1;
    code->why_not = "code is not compiled yet";
    code->why_not_range = text;
    ip_report(diagnostics, IP_ERROR, text, name, "%s", code->why_not);
    return code;
}

const ip_code *ip_frontend_statements(ip_workload *workload, const char *name, ip_range text,
                                      ip_diagnostics *diagnostics)
{
    return not_yet(workload, name, text, diagnostics);
}

const ip_code *ip_frontend_query(ip_workload *workload, const char *name, ip_range text, ip_diagnostics *diagnostics)
{
    return not_yet(workload, name, text, diagnostics);
}

ip_workload *ip_frontend_read_setup(ip_arena *arena, const ip_source *const *sources, int source_count,
                                    ip_diagnostics *diagnostics, const ip_code **setup)
{
    ip_workload *workload = ip_frontend_read(arena, sources, source_count, diagnostics);
    *setup = not_yet(workload, "setup", (ip_range){NULL, 0, 0}, diagnostics);
    return workload;
}

const ip_code *ip_frontend_routine(ip_workload *workload, const char *name)
{
    const ip_program *program = ip_workload_program(workload, name);
    return program ? program->code : NULL;
}

const char *ip_code_listing(ip_arena *arena, const ip_code *code)
{
    return ip_arena_printf(arena, "%s: %s\n", code->name, code->why_not ? code->why_not : "");
}
