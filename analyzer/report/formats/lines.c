/* One line a finding: for GitHub Actions, and as compilers write it. */
#include "report/finding.h"
#include "report/formats/formats.h"
#include "report/writer.h"

#include <string.h>

/* ---------------------------------------------------------------- GitHub -- */

/* Workflow commands: % and line ends are escaped in a message, : and , too in a property. */
static void escape(FILE *out, ip_arena *arena, const char *text, bool property)
{
    for (const char *c = ip_report_printable(arena, text); *c; c++)
        if (*c == '%' || (property && strchr(":,", *c)))
            fprintf(out, "%%%02X", (unsigned char)*c);
        else
            fputc(*c, out);
}

static void write_command(FILE *out, ip_arena *arena, const char *command, ip_range range, const char *title,
                          const char *text)
{
    ip_region region = ip_report_region_of(range);
    fprintf(out, "::%s ", command);
    if (region.source) {
        fputs("file=", out);
        escape(out, arena, ip_report_relative_path(region.source->path), true);
        fprintf(out, ",line=%d", region.line);
        if (region.end_line == region.line) /* columns are ignored across lines */
            fprintf(out, ",col=%d", region.point);
        else
            fprintf(out, ",endLine=%d", region.end_line);
        fputc(',', out);
    }
    fputs("title=", out);
    escape(out, arena, title, true);
    fputs("::", out);
    escape(out, arena, text, false);
    fputc('\n', out);
}

void ip_format_github(const ip_report_data *report, FILE *out)
{
    static const char *const commands[] = {
        [IP_SEVERITY_UNSAFE] = "error", [IP_SEVERITY_BENIGN] = "warning", [IP_SEVERITY_POSSIBLE] = "notice"};
    ip_arena *arena = ip_arena_new();
    ip_findings findings = ip_report_findings_of(arena, report);
    for (int i = 0; i < report->diagnostics->list.count; i++) {
        const ip_diagnostic *d = &report->diagnostics->list.items[i];
        if (d->kind == IP_ERROR)
            write_command(out, arena, "error", d->range, "error", d->message);
    }
    for (int i = 0; i < findings.list.count; i++) {
        const ip_finding *f = &findings.list.items[i];
        const char *harm = ip_report_finding_harm(arena, report, f);
        const char *text = ip_arena_printf(arena, "%s%s%s [%s]", harm, *harm ? " " : "",
                                           ip_report_text_of_finding(arena, f), f->anomaly->id);
        write_command(out, arena, f->anomaly->suppressed ? "notice" : commands[f->severity], f->read,
                      ip_arena_printf(arena, "%s%s", f->anomaly->suppressed ? "suppressed: " : "",
                                      ip_report_finding_title(arena, f)),
                      text);
    }
    for (int i = 0; i < findings.open.count; i++)
        write_command(out, arena, "warning", findings.open.items[i].range, "not decided",
                      ip_report_open_text(arena, &findings.open.items[i]));
    ip_arena_free(arena);
}

/* ------------------------------------------------------------------- gcc -- */

static void write_line(FILE *out, ip_arena *arena, ip_range range, const char *severity, const char *text)
{
    ip_region region = ip_report_region_of(range);
    if (region.source) /* a line that begins with :: is a command where a CI server reads it */
        fprintf(out, "%s%s:%d:%d: ", region.source->path[0] == ':' ? "./" : "",
                ip_report_printable(arena, region.source->path), region.line, region.column);
    else
        fputs("isoproof: ", out);
    fprintf(out, "%s: %s\n", severity, ip_report_printable(arena, text));
}

void ip_format_gcc(const ip_report_data *report, FILE *out)
{
    static const char *const severities[] = {
        [IP_SEVERITY_UNSAFE] = "error", [IP_SEVERITY_BENIGN] = "warning", [IP_SEVERITY_POSSIBLE] = "warning"};
    ip_arena *arena = ip_arena_new();
    ip_findings findings = ip_report_findings_of(arena, report);
    for (int i = 0; i < report->diagnostics->list.count; i++) {
        const ip_diagnostic *d = &report->diagnostics->list.items[i];
        if (d->kind == IP_ERROR)
            write_line(out, arena, d->range, "error", d->message);
    }
    for (int i = 0; i < findings.list.count; i++) {
        const ip_finding *f = &findings.list.items[i];
        bool suppressed = f->anomaly->suppressed;
        const char *harm = suppressed ? "" : ip_report_finding_harm(arena, report, f);
        write_line(out, arena, f->read, suppressed ? "note" : severities[f->severity],
                   ip_arena_printf(arena, "%s%s%s%s [%s]", suppressed ? "suppressed: " : "",
                                   ip_report_finding_title(arena, f), *harm ? ". " : "", harm, f->anomaly->id));
        if (f->write.source && !suppressed)
            write_line(out, arena, f->write, "note", ip_report_text_of_finding(arena, f));
    }
    for (int i = 0; i < findings.open.count; i++)
        write_line(out, arena, findings.open.items[i].range, "warning",
                   ip_report_open_text(arena, &findings.open.items[i]));
    ip_arena_free(arena);
}
