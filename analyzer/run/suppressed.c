/* Notes about comments that suppress findings: what they hide, and which of them hide nothing. */
#include "run/suppressed.h"

#include "ignores.h"

#include <string.h>

/* Findings that it suppresses: each id once. */
static int findings_of(ip_run *run, const ip_report_data *report, const ip_ignore *ignore)
{
    IP_VEC(const char *) ids = {0};
    for (int r = 0; r < report->results.count; r++)
        for (int a = 0; a < report->results.items[r].anomalies.count; a++) {
            const ip_anomaly *anomaly = &report->results.items[r].anomalies.items[a];
            bool there = false;
            for (int i = 0; i < ids.count; i++)
                there = there || strcmp(ids.items[i], anomaly->id) == 0;
            if (!there && ip_question_ignores(ignore, anomaly))
                IP_PUSH(run->arena, &ids, anomaly->id);
        }
    return ids.count;
}

/* --transactions leaves its programs out. */
static bool is_left_out(const ip_workload *workload, const ip_ignore *ignore)
{
    if (!ignore->covers.source)
        return workload->left_out.count > 0;
    for (int p = 0; p < workload->programs.count; p++) {
        const ip_program *program = workload->programs.items[p];
        if (ip_frontend_ignore_covers_program(ignore, program))
            return false;
        for (int s = 0; s < program->statements.count; s++)
            if (ip_frontend_ignore_covers_statement(ignore, &program->statements.items[s]))
                return false;
    }
    return workload->left_out.count > 0;
}

/* A search that ends with a few findings need not reach the intended one. */
static bool found_all(const ip_report_data *report)
{
    for (int r = 0; r < report->results.count; r++)
        if (report->results.items[r].verdict != IP_SAFE && !report->results.items[r].rest)
            return false;
    return true;
}

/* With more time it might have reached the intended one. */
static bool took_too_long(const ip_report_data *report)
{
    bool any = false;
    for (int r = 0; r < report->results.count; r++)
        any |= report->results.items[r].verdict == IP_UNDECIDED && (report->results.items[r].may_help & IP_HELP_TIME);
    return any;
}

static void report_comment(ip_run *run, const ip_report_data *report, const ip_ignore *ignore)
{
    int count = findings_of(run, report, ignore);
    const char *reason = *ignore->reason ? ignore->reason : "no reason is given";
    if (count)
        ip_diagnostics_add(&run->diagnostics, IP_SUPPRESSED, ignore->comment, ignore->program, "%d finding%s: %s",
                           count, count == 1 ? "" : "s", reason);
    else if (!is_left_out(report->workload, ignore))
        ip_diagnostics_add_beside_verdict(&run->diagnostics, IP_REMARK, ignore->comment, ignore->program,
                                          "\"isoproof: ignore\" suppresses nothing that was found%s%s%s",
                                          ignore->id ? " with the id " : "", ignore->id ? ignore->id : "",
                                          found_all(report) ? ": there is nothing else to find, so it can go" : "");
}

static bool is_known(const ip_known_finding *known, const ip_anomaly *anomaly)
{
    return anomaly && strcmp(anomaly->id, known->id) == 0 && strcmp(anomaly->place, known->place) == 0;
}

static void report_known(ip_run *run, const ip_report_data *report, const ip_known_finding *known)
{
    if (took_too_long(report))
        return;
    for (int r = 0; r < report->results.count; r++) {
        const ip_level_result *result = &report->results.items[r];
        for (int a = 0; a < result->anomalies.count; a++)
            if (is_known(known, &result->anomalies.items[a]) || is_known(known, result->anomalies.items[a].model))
                return;
        for (int m = 0; m < result->models.count; m++)
            if (is_known(known, result->models.items[m]))
                return;
    }
    ip_diagnostics_add_beside_verdict(&run->diagnostics, IP_REMARK, (ip_range){0}, NULL,
                                      "the baseline lists %s%s%s, which was not found%s", known->id,
                                      known->description ? ": " : "", known->description ? known->description : "",
                                      found_all(report) ? "; --write-baseline takes it out" : "");
}

void ip_run_report_suppressed(ip_run *run, const ip_report_data *report)
{
    for (int i = 0; i < report->workload->ignores.count; i++)
        report_comment(run, report, &report->workload->ignores.items[i]);
    for (int i = 0; run->accepted.baseline && i < run->accepted.baseline->list.count; i++)
        report_known(run, report, &run->accepted.baseline->list.items[i]);
}
