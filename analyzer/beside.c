/* Readings of the input by which a verdict would be another one, told where the verdict is. */
#include "beside.h"

static bool all_safe(const ip_report_data *report)
{
    for (int i = 0; i < report->results.count; i++)
        if (report->results.items[i].verdict != IP_SAFE)
            return false;
    return true;
}

static const ip_source *file_of(ip_range range)
{
    const ip_source *source = range.source;
    while (source && source->origin)
        source = source->origin;
    return source;
}

/* Once a file. */
static void tell_numbering(const ip_report_data *report, ip_diagnostics *diagnostics)
{
    const ip_workload *workload = report->workload;
    for (int i = 0; i < workload->programs.count; i++) {
        const ip_program *program = workload->programs.items[i];
        bool told = !program->numbered_apart.source;
        for (int k = 0; k < i; k++)
            told = told || file_of(workload->programs.items[k]->numbered_apart) == file_of(program->numbered_apart);
        if (!told)
            ip_report_beside_verdict(diagnostics, IP_REMARK, program->numbered_apart, program->name,
                                     "placeholders are numbered per statement, as drivers do: \"-- params: NAME, …\" "
                                     "before statements makes "
                                     "those of one name one value");
    }
}

void ip_tell_beside_verdicts(const ip_report_data *report, ip_diagnostics *diagnostics)
{
    if (!all_safe(report))
        tell_numbering(report, diagnostics);
}
