/* GitLab's code quality report: an array of issues, each with a place and a fingerprint. */
#include "report/finding.h"
#include "report/formats/formats.h"
#include "report/json_build.h"

#include "anomaly/fingerprint.h"

#include <string.h>

/* Without a place an issue has none to be shown at: the first file stands in. */
static void add_issue(ip_arena *arena, json_t *issues, const ip_report_data *report, ip_range range, const char *check,
                      const char *severity, const char *fingerprint, const char *description)
{
    ip_region region = ip_report_region_of(range);
    json_t *issue = must(json_object()), *location = must(json_object()), *lines = must(json_object());
    const char *path = region.source                     ? region.source->path
                       : report->workload->sources.count ? report->workload->sources.items[0]->path
                                                         : "";
    set(issue, "description", string(arena, description));
    set(issue, "check_name", string(arena, check));
    set(issue, "fingerprint", string(arena, fingerprint));
    set(issue, "severity", json_string(severity));
    set(lines, "begin", json_integer(region.source ? region.line : 1));
    set(location, "path", string(arena, ip_report_relative_path(path)));
    set(location, "lines", lines);
    set(issue, "location", location);
    append(issues, issue);
}

static const char *fingerprint_of(ip_arena *arena, const char *text)
{
    return ip_anomaly_file_digest(arena, text, strlen(text));
}

void ip_format_gitlab(const ip_report_data *report, FILE *out)
{
    static const char *const severities[] = {
        [IP_SEVERITY_UNSAFE] = "critical", [IP_SEVERITY_BENIGN] = "minor", [IP_SEVERITY_POSSIBLE] = "info"};
    ip_arena *arena = ip_arena_new();
    json_t *issues = must(json_array());
    ip_findings findings = ip_report_findings_of(arena, report);
    for (int i = 0; i < report->diagnostics->list.count; i++) {
        const ip_diagnostic *d = &report->diagnostics->list.items[i];
        if (d->kind == IP_ERROR)
            add_issue(
                arena, issues, report, d->range, "input", "blocker",
                fingerprint_of(arena, ip_arena_printf(arena, "%s:%d: %s", d->range.source ? d->range.source->path : "",
                                                      ip_range_position(d->range).line, d->message)),
                d->message);
    }
    for (int i = 0; i < findings.list.count; i++) {
        const ip_finding *f = &findings.list.items[i];
        if (f->anomaly->suppressed) /* the format has no word for it */
            continue;
        const char *harm = ip_report_finding_harm(arena, report, f);
        add_issue(arena, issues, report, f->read, ip_anomaly_kind_name(f->anomaly->kind), severities[f->severity],
                  f->anomaly->id,
                  ip_arena_printf(arena, "%s. %s%s%s", ip_report_finding_title(arena, f), harm, *harm ? " " : "",
                                  ip_report_text_of_finding(arena, f)));
    }
    for (int i = 0; i < findings.open.count; i++) {
        const char *text = ip_report_open_text(arena, &findings.open.items[i]);
        add_issue(arena, issues, report, findings.open.items[i].range, "undecided", "info", fingerprint_of(arena, text),
                  text);
    }
    json_dumpf(issues, out, JSON_INDENT(2));
    fputc('\n', out);
    json_decref(issues);
    ip_arena_free(arena);
}
