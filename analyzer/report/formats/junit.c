/* JUnit's XML, as CI servers read it: a test suite a level, a test case a program. */
#include "report/escape.h"
#include "anomaly/rank.h"
#include "report/finding.h"
#include "report/formats/formats.h"

static void attribute(FILE *out, const char *name, const char *value)
{
    fprintf(out, " %s=\"", name);
    ip_report_escape(out, value);
    fputc('"', out);
}

/* Every finding of the level that the program takes part in, a line each. */
static void write_findings(FILE *out, ip_arena *arena, const ip_report_data *report, const ip_findings *findings,
                           const ip_level_result *result, const ip_program *program)
{
    for (int i = 0; i < findings->list.count; i++) {
        const ip_finding *f = &findings->list.items[i];
        bool here = false;
        for (int r = 0; r < f->results.count; r++)
            here = here || f->results.items[r] == result;
        if (!here || f->anomaly->suppressed || !ip_anomaly_takes_part(f->anomaly, program))
            continue;
        ip_region region = ip_report_region_of(f->read);
        if (region.source)
            ip_report_escape(out, ip_arena_printf(arena, "%s:%d: ", region.source->path, region.line));
        ip_report_escape(out, ip_report_finding_title(arena, f));
        fputc('\n', out);
        const char *harm = ip_report_finding_harm(arena, report, f);
        ip_report_escape(out, harm);
        fputs(*harm ? "\n" : "", out);
        ip_report_escape(out, ip_report_text_of_finding(arena, f));
        fputs("\n\n", out);
    }
}

static void write_outcome(FILE *out, ip_arena *arena, const ip_report_data *report, const ip_findings *findings,
                          const ip_level_result *result, int p, bool fails)
{
    ip_report_cell cell = ip_report_cell_of(report, result, p);
    const ip_program *program = report->workload->programs.items[p];
    const char *remark = ip_report_cell_remark(arena, report, result, p);
    if (cell == IP_CELL_UNDECIDED) {
        fputs("      <error type=\"undecided\"", out);
        attribute(out, "message", ip_arena_printf(arena, "not decided: %s", remark));
        fputs(">", out);
        write_findings(out, arena, report, findings, result, program);
        fputs("</error>\n", out);
    } else if (cell == IP_CELL_SUPPRESSED) {
        fputs("      <skipped", out);
        attribute(out, "message", remark);
        fputs("/>\n", out);
    } else if (cell == IP_CELL_PARTLY_SAFE || !fails) {
        fputs("      <system-out>", out);
        if (remark)
            ip_report_escape(out, remark);
        else
            write_findings(out, arena, report, findings, result, program);
        fputs("</system-out>\n", out);
    } else {
        fputs("      <failure", out);
        attribute(out, "type", ip_report_cell_name(cell));
        attribute(out, "message",
                  cell == IP_CELL_BENIGN ? "not serializable, though no case that was found can be noticed"
                                         : "not serializable");
        fputs(">", out);
        write_findings(out, arena, report, findings, result, program);
        fputs("</failure>\n", out);
    }
}

static void write_case(FILE *out, ip_arena *arena, const ip_report_data *report, const ip_findings *findings,
                       const ip_level_result *result, int p, bool fails)
{
    const ip_program *program = report->workload->programs.items[p];
    ip_region region = ip_report_region_of(program->range);
    fputs("    <testcase", out);
    attribute(out, "classname", result->level);
    attribute(out, "name", program->name);
    if (region.source) {
        attribute(out, "file", region.source->path);
        fprintf(out, " line=\"%d\"", region.line);
    }
    if (ip_report_cell_of(report, result, p) == IP_CELL_SAFE) {
        fputs("/>\n", out);
        return;
    }
    fputs(">\n", out);
    write_outcome(out, arena, report, findings, result, p, fails);
    fputs("    </testcase>\n", out);
}

typedef struct tally {
    int tests, failures, errors;
} tally;

static bool fails(ip_report_cell cell, const ip_format_options *options)
{
    return cell == IP_CELL_UNSAFE || (cell == IP_CELL_BENIGN && !options->benign_passes);
}

static tally count(const ip_report_data *report, const ip_level_result *result, const ip_format_options *options)
{
    tally of = {report->workload->programs.count, 0, 0};
    for (int p = 0; p < of.tests; p++) {
        ip_report_cell cell = ip_report_cell_of(report, result, p);
        of.failures += fails(cell, options);
        of.errors += cell == IP_CELL_UNDECIDED;
    }
    return of;
}

void ip_format_junit(const ip_report_data *report, FILE *out, const ip_format_options *options)
{
    ip_arena *arena = ip_arena_new();
    ip_findings findings = ip_report_findings_of(arena, report);
    tally all = {0};
    for (int r = 0; r < report->results.count; r++) {
        tally of = count(report, &report->results.items[r], options);
        all = (tally){all.tests + of.tests, all.failures + of.failures, all.errors + of.errors};
    }
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuites name=\"isoproof\" tests=\"%d\" failures=\"%d\" errors=\"%d\">\n",
            all.tests, all.failures, all.errors);
    for (int r = 0; r < report->results.count; r++) {
        const ip_level_result *result = &report->results.items[r];
        tally of = count(report, result, options);
        fputs("  <testsuite", out);
        attribute(out, "name", result->level);
        fprintf(out, " tests=\"%d\" failures=\"%d\" errors=\"%d\"", of.tests, of.failures, of.errors);
        if (!options->text.no_times)
            fprintf(out, " time=\"%.2f\"", result->statistics.seconds);
        fputs(">\n", out);
        for (int p = 0; p < report->workload->programs.count; p++)
            write_case(out, arena, report, &findings, result, p, fails(ip_report_cell_of(report, result, p), options));
        fputs("  </testsuite>\n", out);
    }
    fputs("</testsuites>\n", out);
    ip_arena_free(arena);
}
