/* The page: one file that needs no network, no script and nothing beside it. */
#include "report/formats/html.h"

#include "report/escape.h"
#include "report/words.h"

void ip_format_html_element(ip_html_page *page, const char *before, const char *text, const char *after)
{
    fputs(before, page->out);
    ip_report_escape(page->out, text);
    fputs(after, page->out);
}

const char *ip_format_html_place(ip_arena *arena, ip_range range)
{
    ip_region region = ip_report_region_of(range);
    return region.source ? ip_arena_printf(arena, "%s:%d", region.source->path, region.line) : "";
}

static const char *title_of(ip_html_page *page)
{
    const ip_workload *workload = page->report->workload;
    const char *files = "";
    enum { NAMED = 3 };
    for (int i = 0; i < workload->sources.count && i < NAMED; i++)
        files = ip_arena_printf(page->arena, "%s%s%s", files, i ? ", " : "", workload->sources.items[i]->path);
    if (workload->sources.count > NAMED)
        files = ip_arena_printf(page->arena, "%s and %d more", files, workload->sources.count - NAMED);
    return files;
}

/* How much of what there is, in one line. */
static void write_counts(ip_html_page *page)
{
    int counts[IP_SEVERITY_POSSIBLE + 1] = {0}, suppressed = 0;
    for (int i = 0; i < page->findings.list.count; i++) {
        const ip_finding *finding = &page->findings.list.items[i];
        if (finding->anomaly->suppressed)
            suppressed++;
        else
            counts[finding->severity]++;
    }
    ip_arena *arena = page->arena;
    fprintf(page->out, "<p class=\"lead\">%s: %s.",
            ip_report_plural(arena, page->report->workload->programs.count, "program", "programs"),
            ip_report_plural(arena, counts[IP_SEVERITY_UNSAFE], "anomaly", "anomalies"));
    if (counts[IP_SEVERITY_BENIGN])
        fprintf(page->out, " %d more that nothing can notice.", counts[IP_SEVERITY_BENIGN]);
    if (counts[IP_SEVERITY_POSSIBLE])
        fprintf(page->out, " %d possible, shown by no run.", counts[IP_SEVERITY_POSSIBLE]);
    if (suppressed)
        fprintf(page->out, " %d suppressed.", suppressed);
    if (page->findings.open.count)
        fprintf(page->out, " %s.",
                ip_report_plural(arena, page->findings.open.count, "question is open", "questions are open"));
    fputs("</p>\n", page->out);
}

static void write_head(ip_html_page *page)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n"
          /* Whatever a text of the input were read as, nothing would be loaded or sent. */
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
          "script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n",
          page->out);
    ip_format_html_element(page, "<title>isoproof: ", title_of(page), "</title>\n");
    fprintf(page->out, "<style>\n%s</style>\n</head>\n<body>\n<header>\n<h1>isoproof</h1>\n", ip_format_html_style);
    ip_format_html_element(page, "<p class=\"files\">", title_of(page), "</p>\n");
    write_counts(page);
    fputs("<nav aria-label=\"Sections\"><a href=\"#summary\">Summary</a> ", page->out);
    if (page->report->advice)
        fputs("<a href=\"#advice\">Advice</a> ", page->out);
    if (page->findings.list.count)
        fputs("<a href=\"#findings\">Findings</a> ", page->out);
    if (page->findings.open.count)
        fputs("<a href=\"#open\">Not decided</a> ", page->out);
    fputs("<a href=\"#proofs\">Proofs</a> <a href=\"#coverage\">Coverage</a></nav>\n</header>\n<main>\n", page->out);
}

static void write_findings(ip_html_page *page)
{
    if (!page->findings.list.count)
        return;
    enum { MANY = 50 }; /* of which those out of view are not laid out */
    fprintf(page->out, "<section id=\"findings\"%s aria-labelledby=\"h-findings\">\n",
            page->findings.list.count > MANY ? " class=\"many\"" : "");
    fputs("<h2 id=\"h-findings\">Findings</h2>\n"
          "<p class=\"tools\" hidden><button type=\"button\" id=\"all\">Open all</button> "
          "<label>Show only <input type=\"search\" id=\"filter\" placeholder=\"program, file or kind\"></label></p>\n",
          page->out);
    for (int i = 0; i < page->findings.list.count; i++)
        ip_format_html_finding(page, i);
    fputs("</section>\n", page->out);
}

static void write_open(ip_html_page *page)
{
    if (!page->findings.open.count)
        return;
    fputs("<section id=\"open\" aria-labelledby=\"h-open\">\n<h2 id=\"h-open\">Not decided</h2>\n<ul class=\"open\">\n",
          page->out);
    for (int i = 0; i < page->findings.open.count; i++) {
        const ip_open_question *open = &page->findings.open.items[i];
        fputs("<li>", page->out);
        if (open->program)
            ip_format_html_element(page, "<b>", open->program->name, "</b>: ");
        ip_report_escape(page->out, open->reason);
        ip_format_html_element(page, " <span class=\"place\">", ip_format_html_place(page->arena, open->range),
                               "</span>");
        ip_format_html_element(page, " <span class=\"levels\">at ",
                               ip_report_levels_text(page->arena, open->results.items, open->results.count),
                               "</span></li>\n");
    }
    fputs("</ul>\n</section>\n", page->out);
}

void ip_format_html(const ip_report_data *report, FILE *out, const ip_format_options *options)
{
    ip_html_page page = {.out = out, .arena = ip_arena_new(), .report = report, .options = options};
    page.findings = ip_report_findings_of(page.arena, report);
    write_head(&page);
    ip_format_html_summary(&page);
    ip_format_html_advice(&page);
    write_findings(&page);
    write_open(&page);
    ip_format_html_proofs(&page);
    ip_format_html_refusals(&page);
    ip_format_html_coverage(&page);
    fprintf(out, "</main>\n<footer><p>Written by isoproof %s.</p></footer>\n<script>\n%s</script>\n</body>\n</html>\n",
            IP_VERSION, ip_format_html_script);
    ip_arena_free(page.arena);
}
