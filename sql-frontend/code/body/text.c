/* code_text.h: texts beside the programs. */
#include "code/code_text.h"

#include "code/coder.h"

#include <string.h>

const ip_code *ip_code_coder_script(ip_coder *coder, const ip_unit *unit, ip_diagnostics *diagnostics)
{
    const ip_code *code = ip_code_coder_code(coder, unit);
    ip_code_coder_finish(coder);
    if (code->why_not)
        ip_diagnostics_add(diagnostics, IP_ERROR, code->why_not_range, code->name, "%s", code->why_not);
    return code;
}

const ip_code *ip_code_frontend_statements(ip_workload *workload, const char *name, ip_range text,
                                           ip_diagnostics *diagnostics)
{
    ip_coder *coder = workload->coder;
    return ip_code_coder_script(coder, ip_workload_definitions_read_script(coder->definitions, name, text, diagnostics),
                                diagnostics);
}

void ip_code_frontend_look_along(ip_workload *workload, const char *path, bool exact)
{
    ip_catalog_definitions_look_along((ip_definitions *)workload->coder->definitions, path, exact);
}

const ip_code *ip_code_frontend_query(ip_workload *workload, const char *name, ip_range text,
                                      ip_diagnostics *diagnostics)
{
    ip_coder *coder = workload->coder;
    ip_unit *unit = ip_workload_definitions_read_script(coder->definitions, name, text, diagnostics);
    ip_code *code = ip_code_coder_code(coder, unit);
    ip_code_coder_finish(coder);
    if (!code->why_not && (code->body.count != 1 || code->body.items[0]->kind != IP_CODE_SELECT)) {
        code->why_not = "one SELECT expected";
        code->why_not_range = text;
    }
    return ip_code_coder_script(coder, unit, diagnostics);
}

const ip_code *ip_code_frontend_routine(ip_workload *workload, const char *name)
{
    const ip_definitions *d = workload->coder->definitions;
    const ip_unit *found = NULL;
    for (int i = 0; i < d->units.count; i++) {
        const ip_unit *unit = d->units.items[i];
        if (unit->kind != IP_UNIT_ROUTINE || strcmp(unit->overloaded ? unit->signature : unit->name, name) != 0)
            continue;
        found = unit;
    }
    if (!found)
        return NULL;
    const ip_code *code = ip_code_coder_code(workload->coder, found);
    ip_code_coder_finish(workload->coder);
    return code;
}
