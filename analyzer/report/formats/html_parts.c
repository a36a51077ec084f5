/* The page beside its findings: the table of verdicts, advice, what proofs rest on, what was understood. */
#include "report/formats/graph.h"
#include "anomaly/rank.h"
#include "report/formats/html.h"

#include "coverage.h"
#include "report/escape.h"
#include "report/note_groups.h"
#include "report/text_parts.h"
#include "report/words.h"

#include <string.h>

enum { MOST_DRAWN = 12, MOST_LABELLED = 4, MOST_LISTED = 500 };

static void begin_section(ip_html_page *page, const char *id, const char *heading)
{
    fprintf(page->out, "<section id=\"%s\" aria-labelledby=\"h-%s\">\n<h2 id=\"h-%s\">%s</h2>\n", id, id, id, heading);
}

/* -------------------------------------------------------------- summary -- */

static int finding_of(const ip_html_page *page, const ip_level_result *result, const ip_program *program)
{
    for (int i = 0; i < page->findings.list.count; i++) {
        const ip_finding *finding = &page->findings.list.items[i];
        for (int r = 0; r < finding->results.count; r++)
            if (finding->results.items[r] == result && ip_anomaly_takes_part(finding->anomaly, program))
                return i;
    }
    return -1;
}

typedef struct look {
    const char *class, *shape, *word, *meaning;
} look;

/* Shapes besides colours, so that either is enough. */
static const look looks[] = {
    [IP_CELL_SAFE] = {"safe", "●", "safe", "proved, for any number of transactions of all programs"},
    [IP_CELL_PARTLY_SAFE] = {"apart", "◐", "partly safe", "proved as long as some of the others do not run beside it"},
    [IP_CELL_BENIGN] = {"benign", "▲", "benign", "not serializable, but no case that was found can be noticed"},
    [IP_CELL_UNSAFE] = {"unsafe", "✕", "unsafe", "a run shows results that no serial order gives"},
    [IP_CELL_SUPPRESSED] = {"suppressed", "–", "suppressed", "all that was found is suppressed, and proved to be all"},
    [IP_CELL_UNDECIDED] = {"undecided", "?", "not decided", "neither proved nor shown"},
};

/* What those words mean that the table has. */
static void write_legend(ip_html_page *page)
{
    bool used[sizeof looks / sizeof *looks] = {false};
    for (int r = 0; r < page->report->results.count; r++)
        for (int p = 0; p < page->report->workload->programs.count; p++)
            used[ip_report_cell_of(page->report, &page->report->results.items[r], p)] = true;
    fputs("<ul class=\"legend\">\n", page->out);
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (used[i])
            fprintf(page->out,
                    "<li><span class=\"%s\"><span class=\"shape\" aria-hidden=\"true\">%s</span>%s</span>: %s</li>\n",
                    looks[i].class, looks[i].shape, looks[i].word, looks[i].meaning);
    fputs("</ul>\n", page->out);
}

static void write_cell(ip_html_page *page, const ip_level_result *result, int p)
{
    ip_report_cell cell = ip_report_cell_of(page->report, result, p);
    int finding = cell == IP_CELL_UNSAFE || cell == IP_CELL_BENIGN
                      ? finding_of(page, result, page->report->workload->programs.items[p])
                      : -1;
    fprintf(page->out, "<td class=\"cell %s\"><span class=\"shape\" aria-hidden=\"true\">%s</span>", looks[cell].class,
            looks[cell].shape);
    if (finding >= 0)
        fprintf(page->out, "<a href=\"#f%d\">%s</a></td>", finding + 1, looks[cell].word);
    else
        fprintf(page->out, "%s</td>", looks[cell].word);
}

/* Why cells are not simply safe or unsafe. */
static void write_remarks(ip_html_page *page)
{
    int count = 0;
    for (int r = 0; r < page->report->results.count; r++)
        for (int p = 0; p < page->report->workload->programs.count && count < MOST_LISTED; p++) {
            const ip_level_result *result = &page->report->results.items[r];
            const char *remark = ip_report_cell_remark(page->arena, page->report, result, p);
            if (!remark)
                continue;
            fputs(count++ ? "" : "<details>\n<summary>What is only partly safe, or not decided</summary>\n<ul>\n",
                  page->out);
            ip_format_html_element(page, "<li><b>", page->report->workload->programs.items[p]->name, "</b> ");
            ip_format_html_element(page, "at ", result->level, ": ");
            ip_format_html_element(page, "", remark, "</li>\n");
        }
    fputs(count ? "</ul>\n</details>\n" : "", page->out);
}

static void write_conflicts(ip_html_page *page)
{
    int count = page->report->workload->programs.count;
    if (count > MOST_DRAWN)
        return;
    ip_picture picture = ip_format_conflict_picture(page->arena, page->report->workload, 0);
    if (!picture.edges.count)
        return;
    for (int i = 0; i < picture.edges.count && count > MOST_LABELLED; i++)
        picture.edges.items[i].about = "";
    fputs("<details>\n<summary>Which programs conflict</summary>\n<figure>", page->out);
    ip_format_shorten_labels(page->arena, &picture);
    ip_report_picture_write_svg(page->out, page->arena, &picture);
    fputs("<figcaption class=\"quiet\">rw: from the reader to the writer of what is read; ww: both write the same"
          "</figcaption></figure>\n</details>\n",
          page->out);
}

/* The name may be broken after the engine's. */
static void write_level_head(ip_html_page *page, const char *level)
{
    size_t engine = strcspn(level, "/");
    engine = level[engine] ? engine + 1 : 0;
    ip_format_html_element(page, "<th scope=\"col\">", ip_arena_strndup(page->arena, level, engine),
                           engine ? "<wbr>" : "");
    ip_format_html_element(page, "", level + engine, "</th>");
}

void ip_format_html_summary(ip_html_page *page)
{
    const ip_report_data *report = page->report;
    begin_section(page, "summary", "Summary");
    fputs("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"verdicts\"><table class=\"verdicts\">"
          "<caption>What is known of each program at each level, the others running beside it</caption>\n"
          "<thead><tr><th scope=\"col\">program</th>",
          page->out);
    for (int r = 0; r < report->results.count; r++)
        write_level_head(page, report->results.items[r].level);
    fputs("</tr></thead>\n<tbody>\n", page->out);
    for (int p = 0; p < report->workload->programs.count; p++) {
        const ip_program *program = report->workload->programs.items[p];
        ip_format_html_element(page, "<tr><th scope=\"row\">", program->name, "<br>");
        ip_format_html_element(page, "<span class=\"place\">", ip_format_html_place(page->arena, program->range),
                               "</span></th>");
        for (int r = 0; r < report->results.count; r++)
            write_cell(page, &report->results.items[r], p);
        fputs("</tr>\n", page->out);
    }
    fputs("</tbody></table></div>\n", page->out);
    write_legend(page);
    write_remarks(page);
    write_conflicts(page);
    fputs("</section>\n", page->out);
}

/* --------------------------------------------------------------- advice -- */

static void write_lines(ip_html_page *page, const char *class, const char *sign, const char *text)
{
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        fprintf(page->out, "<span class=\"row %s\">%s ", class, sign);
        ip_report_escape_lines(page->out, ip_arena_strndup(page->arena, line, length));
        fputs("</span>", page->out);
        line += length + (line[length] == '\n');
    }
}

/* The place of a finding on the page; -1: it is not there. */
static int finding_with_id(const ip_html_page *page, const char *id)
{
    for (int i = 0; i < page->findings.list.count; i++)
        if (strcmp(page->findings.list.items[i].anomaly->id, id) == 0)
            return i;
    return -1;
}

/* "lost update of pay beside pay", with a link to it. */
static void write_anomaly(ip_html_page *page, const ip_anomaly *anomaly)
{
    int finding = finding_with_id(page, anomaly->id);
    if (finding >= 0)
        fprintf(page->out, "<a href=\"#f%d\">", finding + 1);
    ip_format_html_element(page, "", ip_report_kind_words(page->arena, anomaly->kind), " of ");
    for (int i = 0; i < anomaly->instance_count; i++)
        ip_format_html_element(page, i ? " beside " : "", anomaly->instances[i].program->name, "");
    fputs(finding >= 0 ? "</a>" : "", page->out);
}

static void write_fix(ip_html_page *page, const ip_fix *fix)
{
    fputs("<li>", page->out);
    if (fix->program)
        ip_format_html_element(page, "<b>", fix->program->name, "</b>: ");
    ip_format_html_element(page, "", fix->change, "");
    if (fix->level)
        ip_format_html_element(page, " ", fix->level, "");
    ip_format_html_element(page, " <span class=\"place\">", ip_format_html_place(page->arena, fix->range), "</span>");
    for (int a = 0; a < fix->needed_for.count; a++) {
        fputs(a ? "; " : "<br>against the ", page->out);
        write_anomaly(page, fix->needed_for.items[a]);
    }
    if (*fix->before || *fix->after) {
        fputs("<pre class=\"code diff\" tabindex=\"0\" role=\"group\" aria-label=\"change\">", page->out);
        write_lines(page, "del", "−", fix->before);
        write_lines(page, "ins", "+", fix->after);
        fputs("</pre>", page->out);
    }
    fputs("</li>\n", page->out);
}

/* Programs for which the changes are not proved, with the reasons. */
static void write_left_out(ip_html_page *page, const ip_fix_set *set)
{
    const ip_workload *workload = page->report->workload;
    int count = 0;
    for (int p = 0; p < workload->programs.count; p++) {
        if (set->members[p] || !set->left_out || !set->left_out[p])
            continue;
        fputs(count++ ? "" : "<p>Whether other programs are safe beside these is not known:</p>\n<ul>\n", page->out);
        ip_format_html_element(page, "<li><b>", workload->programs.items[p]->name, "</b>: ");
        ip_format_html_element(page, "", set->left_out[p], "</li>\n");
    }
    fputs(count ? "</ul>\n" : "", page->out);
}

static void write_fix_set(ip_html_page *page, const ip_fix_set *set)
{
    int count = page->report->workload->programs.count;
    fprintf(page->out, "<h3>With %s: ", ip_report_plural(page->arena, set->fixes.count, "change", "changes"));
    if (set->member_count == count)
        ip_format_html_element(page, "all programs are safe at ", set->level, "</h3>\n");
    else
        ip_format_html_element(
            page, ip_arena_printf(page->arena, "%d of %d programs are safe together at ", set->member_count, count),
            set->level, "</h3>\n");
    if (set->member_count < count) {
        fputs("<p>These, as long as no others run: ", page->out);
        for (int p = 0, named = 0; p < count; p++)
            if (set->members[p])
                ip_format_html_element(page, named++ ? ", <b>" : "<b>", page->report->workload->programs.items[p]->name,
                                       "</b>");
        fputs("</p>\n", page->out);
    }
    fputs("<ul>\n", page->out);
    for (int i = 0; i < set->fixes.count; i++)
        write_fix(page, &set->fixes.items[i]);
    fputs("</ul>\n", page->out);
    write_left_out(page, set);
    for (int i = 0; i < set->assumptions.count; i++)
        ip_format_html_element(page, "<p class=\"quiet\">assuming that ", set->assumptions.items[i], "</p>\n");
}

void ip_format_html_advice(ip_html_page *page)
{
    const ip_advice *advice = page->report->advice;
    if (!advice)
        return;
    begin_section(page, "advice", "Advice");
    if (advice->uniform)
        ip_format_html_element(page, "<p>Without changes, the weakest level that is safe for all programs is <b>",
                               advice->uniform, "</b>.</p>\n");
    else
        fputs("<p>Without changes, no level was proved safe for all programs.</p>\n", page->out);
    if (advice->allocations.count) {
        fputs("<p>The weakest level for each program, proved safe together:</p>\n"
              "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"levels\"><table>\n<thead><tr><th "
              "scope=\"col\">program</th><th scope=\"col\">level</th></tr></thead>\n<tbody>\n",
              page->out);
        for (int p = 0; p < page->report->workload->programs.count; p++) {
            ip_format_html_element(page, "<tr><th scope=\"row\">", page->report->workload->programs.items[p]->name,
                                   "</th>");
            ip_format_html_element(page, "<td>", advice->allocations.items[0].levels[p], "</td></tr>\n");
        }
        fputs("</tbody></table></div>\n", page->out);
    }
    for (int i = 0; i < advice->fix_sets.count; i++)
        write_fix_set(page, &advice->fix_sets.items[i]);
    if (advice->fix_sets.count)
        fputs("<p class=\"quiet\">Each list of changes is verified: the analysis was run again with all of them.</p>\n",
              page->out);
    fputs("</section>\n", page->out);
}

/* --------------------------------------------------------------- proofs -- */

/* What is assumed in several places stands once, with all of them. */
static void write_assumptions(ip_html_page *page)
{
    const ip_diagnostics *notes = page->report->diagnostics;
    const int *times = ip_diagnostics_times(page->arena, notes);
    ip_note_groups groups = ip_report_note_groups_of(page->arena, page->report, true);
    int count = 0;
    for (int g = 0; g < groups.count; g++) {
        const ip_note_group *group = &groups.items[g];
        if (group->kind != IP_ASSUMPTION)
            continue;
        int first = group->members.items[0];
        fputs(count++ ? "" : "<h3>What the proofs assume</h3>\n<ul>\n", page->out);
        ip_format_html_element(page, "<li>", notes->list.items[first].message, "");
        if (group->members.count > 1)
            fprintf(page->out, " (%d places)", group->members.count);
        else if (times[first] > 1)
            fprintf(page->out, " (%d times)", times[first]);
        for (int i = 0; i < group->members.count; i++)
            ip_format_html_element(page, i ? ", <span class=\"place\">" : " <span class=\"place\">",
                                   ip_format_html_place(page->arena, notes->list.items[group->members.items[i]].range),
                                   "</span>");
        fputs("</li>\n", page->out);
    }
    fputs(count ? "</ul>\n" : "", page->out);
}

/* What is proved at the levels at which not all programs are safe. */
static void write_safe_sets(ip_html_page *page)
{
    const ip_workload *workload = page->report->workload;
    for (int r = 0; r < page->report->results.count; r++) {
        const ip_level_result *result = &page->report->results.items[r];
        if (result->verdict == IP_SAFE || !result->safe_sets.count)
            continue;
        ip_format_html_element(page, "<p>At <b>", result->level,
                               "</b> these are proved safe together, as long as no others run: ");
        for (int p = 0, named = 0; p < workload->programs.count; p++)
            if (result->safe_sets.items[0][p])
                ip_format_html_element(page, named++ ? ", " : "", workload->programs.items[p]->name, "");
        fputs(".</p>\n", page->out);
    }
}

void ip_format_html_proofs(ip_html_page *page)
{
    static const char *const claims[] = {[IP_SAFE] = "safe, for any number of transactions",
                                         [IP_BENIGN] = "not serializable, but no case that was found can be noticed",
                                         [IP_UNSAFE] = "unsafe",
                                         [IP_UNDECIDED] = "not decided"};
    begin_section(page, "proofs", "Proofs");
    fputs("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"proofs\"><table>"
          "<caption>Of all programs together</caption>\n<thead><tr><th scope=\"col\">level</th>"
          "<th scope=\"col\">verdict</th><th scope=\"col\">proof</th><th scope=\"col\">cycles "
          "searched</th></tr></thead>\n"
          "<tbody>\n",
          page->out);
    for (int r = 0; r < page->report->results.count; r++) {
        const ip_level_result *result = &page->report->results.items[r];
        ip_format_html_element(page, "<tr><th scope=\"row\">", result->level, "</th>");
        ip_format_html_element(page, "<td>", claims[result->verdict], "");
        if (result->verdict == IP_UNDECIDED && result->reason)
            ip_format_html_element(page, ": ", result->reason, "");
        ip_format_html_element(page, "</td><td>",
                               result->proof_method ? ip_report_proof_words(page->arena, result) : "none", "</td>");
        fprintf(page->out, "<td>%s</td></tr>\n",
                result->searched_cycle_length >= 2
                    ? ip_arena_printf(page->arena, "of up to %d transactions", result->searched_cycle_length)
                    : "none");
    }
    fputs("</tbody></table></div>\n", page->out);
    write_safe_sets(page);
    write_assumptions(page);
    fputs("</section>\n", page->out);
}

/* ------------------------------------------------------------- refusals -- */

static void write_denied(ip_html_page *page, const ip_level_result *result, const ip_denied *denied)
{
    static const char *const words[] = {
#define X(id, state, name) [id] = name " (" state ")",
        IP_DENIALS(X)
#undef X
    };
    const ip_workload *workload = page->report->workload;
    enum { NAMED = 6 };
    ip_format_html_element(page, "<tr><th scope=\"row\">", workload->programs.items[denied->program]->name, "<br>");
    ip_format_html_element(page, "<span class=\"place\">", ip_format_html_place(page->arena, denied->range),
                           "</span></th>");
    ip_format_html_element(page, "<td>", result->level, "</td>");
    ip_format_html_element(page, "<td>", words[denied->denial],
                           denied->statement < 0 ? ", at any statement or COMMIT</td><td>" : "</td><td>");
    int others = 0;
    for (int p = 0; p < workload->programs.count; p++)
        if (denied->with[p] && others++ < NAMED)
            ip_format_html_element(page, others > 1 ? ", " : "", workload->programs.items[p]->name, "");
    if (others > NAMED)
        fprintf(page->out, " and %d more", others - NAMED);
    fprintf(page->out, "</td><td>%s</td></tr>\n", denied->handled ? "yes" : "no");
}

/* What the application has to expect of the database, and where it does. */
void ip_format_html_refusals(ip_html_page *page)
{
    int count = 0, left = 0;
    for (int r = 0; r < page->report->results.count; r++) {
        const ip_level_result *result = &page->report->results.items[r];
        for (int i = 0; i < result->denials.count; i++) {
            if (count >= MOST_LISTED) {
                left++;
                continue;
            }
            if (!count++) {
                begin_section(page, "refusals", "What the database may refuse");
                fputs("<details>\n<summary>Statements that may fail because of other transactions</summary>\n"
                      "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"refusals\"><table>\n"
                      "<thead><tr><th scope=\"col\">program</th><th scope=\"col\">level</th>"
                      "<th scope=\"col\">error</th><th scope=\"col\">beside</th><th scope=\"col\">handled</th></tr>"
                      "</thead>\n<tbody>\n",
                      page->out);
            }
            write_denied(page, result, &result->denials.items[i]);
        }
    }
    fputs(count ? "</tbody></table></div>\n" : "", page->out);
    if (left)
        fprintf(page->out, "<p>and %d more; --format json lists all</p>\n", left);
    fputs(count ? "</details>\n</section>\n" : "", page->out);
}

/* ------------------------------------------------------------- coverage -- */

static void write_count(ip_html_page *page, const char *what, ip_coverage_counts counts)
{
    fprintf(page->out, "<tr><th scope=\"row\">%s</th><td>%d</td><td>%d</td><td>%d</td></tr>\n", what, counts.exact,
            counts.approximated, counts.not_understood);
}

static void write_places(ip_html_page *page, const ip_coverage *coverage)
{
    if (!coverage->places.count)
        return;
    fprintf(page->out, "<details>\n<summary>%s understood only in part</summary>\n<ul>\n",
            ip_report_plural(page->arena, coverage->places.count, "place was", "places were"));
    for (int i = 0; i < coverage->places.count && i < MOST_LISTED; i++) {
        const ip_diagnostic *note = coverage->places.items[i].note;
        ip_format_html_element(page, "<li><span class=\"place\">", ip_format_html_place(page->arena, note->range),
                               "</span> ");
        ip_format_html_element(page, "", ip_diagnostic_kind_name(note->kind), ": ");
        ip_format_html_element(page, "", note->message, "");
        if (coverage->places.items[i].times > 1)
            fprintf(page->out, " (%d times)", coverage->places.items[i].times);
        fputs("</li>\n", page->out);
    }
    if (coverage->places.count > MOST_LISTED)
        fprintf(page->out, "<li>and %d more; --format json lists all</li>\n", coverage->places.count - MOST_LISTED);
    fputs("</ul>\n</details>\n", page->out);
}

static void write_notes(ip_html_page *page)
{
    const ip_diagnostics *notes = page->report->diagnostics;
    int count = 0;
    for (int i = 0; i < notes->list.count; i++) {
        const ip_diagnostic *note = &notes->list.items[i];
        if (note->kind != IP_REMARK && note->kind != IP_SUPPRESSED)
            continue;
        fputs(count++ ? "" : "<details>\n<summary>Notes</summary>\n<ul>\n", page->out);
        if (count > MOST_LISTED)
            continue;
        ip_format_html_element(page, "<li><span class=\"place\">", ip_format_html_place(page->arena, note->range),
                               "</span> ");
        ip_format_html_element(page, "", note->message, "</li>\n");
    }
    fputs(count ? "</ul>\n</details>\n" : "", page->out);
}

void ip_format_html_coverage(ip_html_page *page)
{
    const ip_coverage *coverage =
        ip_frontend_coverage_find(page->arena, page->report->workload, page->report->diagnostics);
    begin_section(page, "coverage", "Coverage");
    fputs("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"coverage\"><table><caption>How much of the "
          "code was understood</caption>\n<thead><tr><td></td><th "
          "scope=\"col\">exactly</th>"
          "<th scope=\"col\">over-approximated</th><th scope=\"col\">not understood</th></tr></thead>\n<tbody>\n",
          page->out);
    write_count(page, "programs", coverage->programs);
    write_count(page, "statements", coverage->statements);
    fputs("</tbody></table></div>\n<p class=\"quiet\">What is over-approximated or not understood is assumed to do "
          "more than "
          "it "
          "does: what is safe is proved all the same.</p>\n",
          page->out);
    write_places(page, coverage);
    write_notes(page);
    fputs("</section>\n", page->out);
}
