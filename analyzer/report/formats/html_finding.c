/* One finding on the page: calls, cycle, schedule, rows, code. */
#include "report/formats/graph.h"
#include "report/formats/html.h"

#include "replay/schedule/schedule.h"
#include "report/differences.h"
#include "report/outcomes.h"
#include "report/escape.h"
#include "report/text_parts.h"
#include "report/words.h"

#include <string.h>

/* With 10,000 pictures and schedules a browser takes ten seconds before it shows one. */
enum { MOST_ROWS = 20, TOLD_IN_FULL = 1000 };

/* What the anomaly is, for a reader who meets it for the first time. */
static const char *meaning_of(ip_anomaly_kind kind)
{
    static const char *const meanings[] = {
#define X(id, name, meaning, source) [id] = meaning,
        IP_ANOMALY_KINDS(X)
#undef X
    };
    return meanings[kind];
}

static void write_summary(ip_html_page *page, const ip_finding *finding, bool suppressed)
{
    static const struct {
        const char *name, *shape;
    } looks[] = {[IP_SEVERITY_UNSAFE] = {"unsafe", "✕"},
                 [IP_SEVERITY_BENIGN] = {"benign", "▲"},
                 [IP_SEVERITY_POSSIBLE] = {"possible", "?"}};
    const char *name = suppressed ? "suppressed" : looks[finding->severity].name;
    const ip_anomaly *anomaly = finding->anomaly;
    fprintf(page->out,
            "<summary><span class=\"shape %s\" aria-hidden=\"true\">%s</span><span class=\"%s\">%s</span>: ", name,
            suppressed ? "–" : looks[finding->severity].shape, name, name);
    ip_format_html_element(page, "<b>", ip_report_kind_words(page->arena, anomaly->kind), "</b> of ");
    for (int i = 0; i < anomaly->instance_count; i++)
        ip_format_html_element(page, i ? " beside <b>" : "<b>", anomaly->instances[i].program->name, "</b>");
    ip_format_html_element(page, " <span class=\"place\">", ip_format_html_place(page->arena, finding->read),
                           "</span>");
    ip_format_html_element(page, " <span class=\"levels\">at ",
                           ip_report_levels_text(page->arena, finding->results.items, finding->results.count),
                           "</span></summary>\n");
}

static void write_calls(ip_html_page *page, const ip_anomaly *anomaly)
{
    fputs("<ul class=\"calls\">\n", page->out);
    for (int i = 0; i < anomaly->instance_count; i++) {
        fprintf(page->out, "<li><b>T%d</b> = ", i + 1);
        ip_format_html_element(page, "<code>", ip_report_call_text(page->arena, &anomaly->instances[i]), "</code>");
        if (anomaly->instances[i].level)
            ip_format_html_element(page, " <span class=\"levels\">at ", anomaly->instances[i].level, "</span>");
        fputs("</li>\n", page->out);
    }
    fputs("</ul>\n", page->out);
}

static void write_outcome(ip_html_page *page, const ip_finding *finding)
{
    const ip_replay *replay = &finding->anomaly->replay;
    const char *harm = ip_report_harm_text(page->arena, &page->report->workload->schema, finding->anomaly);
    if (*harm)
        ip_format_html_element(page, "<p class=\"lead\">", harm, "</p>\n");
    fputs("<p>", page->out);
    if (finding->severity == IP_SEVERITY_POSSIBLE) {
        fputs("Found by the solver, and shown by no run: it may be a false alarm.", page->out);
        if (replay->reason)
            ip_format_html_element(page, " ", replay->reason, "");
    } else if (finding->severity == IP_SEVERITY_BENIGN) {
        fputs("Not serializable, but some serial order gives the same results and the same rows.", page->out);
    } else if (replay->observable) {
        fputs("Confirmed by a run: no serial order gives these results and these rows.", page->out);
    } else {
        fputs("No serial order explains this.", page->out);
    }
    if (replay->guesses_number)
        fputs(" But " IP_GUESSES_NUMBER ".", page->out);
    fputs("</p>\n", page->out);
}

/* ---------------------------------------------------------------- rows -- */

static bool same_columns(const ip_schedule_row *a, const ip_schedule_row *b)
{
    bool same = a->count == b->count && strcmp(a->table, b->table) == 0;
    for (int c = 0; same && c < a->count; c++)
        same = strcmp(a->columns[c], b->columns[c]) == 0;
    return same;
}

static void write_rows(ip_html_page *page, const ip_schedule_row *rows, int count)
{
    for (int r = 0, next; r < count; r = next) {
        fputs("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"rows\"><table>", page->out);
        ip_format_html_element(page, "<caption>", rows[r].table, "</caption>\n<thead><tr>");
        for (int c = 0; c < rows[r].count; c++)
            ip_format_html_element(page, "<th scope=\"col\">", rows[r].columns[c], "</th>");
        fputs("</tr></thead>\n<tbody>\n", page->out);
        for (next = r; next < count && same_columns(&rows[r], &rows[next]); next++) {
            if (next - r >= MOST_ROWS)
                continue;
            fputs("<tr>", page->out);
            for (int c = 0; c < rows[next].count; c++)
                ip_format_html_element(page, "<td>", rows[next].values[c] ? rows[next].values[c] : "NULL", "</td>");
            fputs("</tr>\n", page->out);
        }
        fputs("</tbody></table></div>\n", page->out);
        if (next - r > MOST_ROWS)
            fprintf(page->out, "<p class=\"quiet\">and %d rows more; --format json lists all</p>\n",
                    next - r - MOST_ROWS);
    }
}

/* ------------------------------------------------------------- schedule -- */

static void write_step(ip_html_page *page, const ip_schedule *schedule, const ip_schedule_step *step, int number)
{
    const char *outcome = ip_schedule_outcome_text(page->arena, &step->expect);
    fprintf(page->out, "<tr><th scope=\"row\" class=\"step\">%d</th>", number);
    for (int i = 0; i < schedule->instances.count; i++) {
        if (i != step->instance) {
            fputs("<td></td>", page->out);
            continue;
        }
        ip_format_html_element(page, "<td class=\"on\">", ip_schedule_step_text(page->arena, step), "");
        if (step->waits)
            fputs(" <b>(waits)</b>", page->out);
        if (*outcome)
            ip_format_html_element(page, "<span class=\"result\">→ ", outcome, "</span>");
        if (step->file && step->line)
            ip_format_html_element(page, "<span class=\"result\">",
                                   ip_arena_printf(page->arena, "%s:%d", step->file, step->line), "</span>");
        fputs("</td>", page->out);
    }
    fputs("</tr>\n", page->out);
}

/* One column a transaction, time downwards. */
static void write_schedule(ip_html_page *page, const ip_anomaly *anomaly)
{
    const ip_schedule *schedule = anomaly->replay.schedule;
    if (!schedule)
        return;
    fputs("<h3>Rows before</h3>\n", page->out);
    if (schedule->initial_rows.count)
        write_rows(page, schedule->initial_rows.items, schedule->initial_rows.count);
    else
        fputs("<p>none</p>\n", page->out);
    fprintf(page->out,
            "<h3>Schedule</h3>\n<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"schedule\">"
            "<table class=\"lanes\"><caption>%s</caption>\n<thead><tr><th scope=\"col\">step</th>",
            anomaly->replay.in_time ? "time runs downwards, one column a transaction"
            : anomaly->snapshots    ? "in commit order: one transaction commits while a statement of another is running"
                                    : "in commit order: no single server passes through these snapshots");
    for (int i = 0; i < schedule->instances.count; i++) {
        ip_format_html_element(page, "<th scope=\"col\">", schedule->instances.items[i].name, " ");
        ip_format_html_element(page, "", schedule->instances.items[i].transaction, "</th>");
    }
    fputs("</tr></thead>\n<tbody>\n", page->out);
    for (int s = 0; s < schedule->steps.count; s++)
        write_step(page, schedule, &schedule->steps.items[s], s + 1);
    fputs("</tbody></table></div>\n", page->out);
}

/* What it gives otherwise than serial orders, of which those that give the same are one column. */
static void write_outcomes(ip_html_page *page, const ip_anomaly *anomaly)
{
    ip_outcomes o = ip_report_outcomes_of(page->arena, &page->report->workload->schema, anomaly);
    if (o.shown < 2)
        return;
    fputs("<h3>In the end</h3>\n<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"outcomes\"><table "
          "class=\"outcomes\"><thead><tr><td></td><th scope=\"col\">in this run</th>",
          page->out);
    for (int order = 0; order < o.orders; order++) {
        if (o.like[order] != order)
            continue;
        ip_format_html_element(page, "<th scope=\"col\">", ip_report_order_text(page->arena, &o, order), "");
        for (int other = order + 1; other < o.orders; other++)
            if (o.like[other] == order)
                ip_format_html_element(page, ", or ", ip_report_order_text(page->arena, &o, other), "");
        fputs("</th>", page->out);
    }
    fputs("</tr></thead>\n<tbody>\n", page->out);
    for (int d = 0; d < o.shown; d++) {
        const ip_difference *of = &o.all.items[d];
        ip_format_html_element(page, "<tr><th scope=\"row\">", of->what, "</th>");
        ip_format_html_element(page, of->never ? "<td class=\"unsafe\">" : "<td>", of->run, "</td>");
        for (int order = 0; order < o.orders; order++)
            if (o.like[order] == order)
                ip_format_html_element(page, "<td>", of->serial[order], "</td>");
        fputs("</tr>\n", page->out);
    }
    fputs("</tbody></table></div>\n", page->out);
    if (o.all.count > o.shown)
        fprintf(page->out, "<p class=\"quiet\">and %d more; --format json has the rows</p>\n", o.all.count - o.shown);
}

/* What T1, T2 … do in the cycle, as a picture and in words. */
static void write_cycle(ip_html_page *page, const ip_finding *finding, int index)
{
    const ip_anomaly *anomaly = finding->anomaly;
    ip_picture picture = ip_format_cycle_picture(page->arena, finding, index + 1);
    fputs("<div class=\"two\">\n<figure>", page->out);
    ip_format_shorten_labels(page->arena, &picture);
    ip_report_picture_write_svg(page->out, page->arena, &picture);
    fputs("</figure>\n<div>\n", page->out);
    write_calls(page, anomaly);
    fputs("<ul>\n", page->out);
    for (int i = 0; i < anomaly->instance_count; i++)
        ip_format_html_element(page, "<li>", ip_report_dependency_text(page->arena, anomaly, &anomaly->dependencies[i]),
                               "</li>\n");
    fputs("</ul>\n<p>So ", page->out);
    for (int i = 0; i < anomaly->instance_count; i++)
        fprintf(page->out, "%sT%d comes before T%d",
                i == 0                            ? ""
                : i + 1 < anomaly->instance_count ? ", "
                                                  : " and ",
                anomaly->dependencies[i].from + 1, anomaly->dependencies[i].to + 1);
    fputs(": no serial order explains this.</p>\n</div>\n</div>\n", page->out);
}

void ip_format_html_finding(ip_html_page *page, int index)
{
    const ip_finding *finding = &page->findings.list.items[index];
    const ip_anomaly *anomaly = finding->anomaly;
    /* Drawn, read and freed by itself: there may be thousands. */
    ip_arena *whole = page->arena;
    page->arena = ip_arena_new();
    fprintf(page->out, "<details class=\"finding\"%s>\n", index == 0 ? " open" : "");
    write_summary(page, finding, anomaly->suppressed);
    fprintf(page->out, "<div id=\"f%d\">\n<p>A ", index + 1);
    ip_format_html_element(page, "", ip_report_kind_words(page->arena, anomaly->kind), ": ");
    ip_format_html_element(page, "", meaning_of(anomaly->kind), ".</p>\n");
    write_outcome(page, finding);
    if (index < TOLD_IN_FULL) {
        write_cycle(page, finding, index);
        write_schedule(page, anomaly);
        write_outcomes(page, anomaly);
        ip_format_html_source(page, finding);
    } else {
        write_calls(page, anomaly);
        const char *show = ip_arena_printf(page->arena, "--show %.8s", anomaly->id);
        ip_format_html_element(page, "<p><code>",
                               ip_report_same_command(page->arena, &page->options->text.commands, show),
                               "</code> shows how it happens.</p>\n");
    }
    ip_format_html_element(page, "<p class=\"quiet\">id <code>", anomaly->id, "</code></p>\n</div>\n</details>\n");
    ip_arena_free(page->arena);
    page->arena = whole;
}
