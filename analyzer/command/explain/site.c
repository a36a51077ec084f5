/* Pages as HTML: a list of names, then a section each, with its name as the anchor, so that other documents can link to
 * one (site.html#write-skew). */
#include "command/explain/site.h"

#include "command/pages/examples.h"
#include "command/pages/pages.h"
#include "isoproof.h"
#include "report/escape.h"
#include "report/formats/html.h"

#include <string.h>

static void write_style(FILE *out)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<title>isoproof: what reports speak of</title>\n<style>\n",
          out);
    fputs(ip_format_html_style, out);
    fputs("pre{overflow-x:auto;background:var(--soft);padding:.6rem .8rem;border-radius:8px}\n"
          "main section{max-width:48rem}h3{border-top:1px solid var(--line);padding-top:1rem}\n</style>\n</head>\n",
          out);
}

static void element(FILE *out, const char *before, const char *text, const char *after)
{
    fputs(before, out);
    ip_report_escape(out, text);
    fputs(after, out);
}

static void write_verbatim(FILE *out, const char *const *lines, int count)
{
    fputs("<pre tabindex=\"0\"><code>", out);
    for (int i = 0; i < count; i++) {
        ip_report_escape(out, lines[i] + 2);
        fputs("\n", out);
    }
    fputs("</code></pre>\n", out);
}

static void write_example(FILE *out, const ip_example *example)
{
    if (!example)
        return;
    element(out, "<p>The smallest example, for <code>isoproof analyze --level ", example->level, "</code>:</p>\n");
    fputs("<pre tabindex=\"0\"><code>", out);
    ip_report_escape_lines(out, example->text);
    fputs("</code></pre>\n", out);
}

static void write_section(FILE *out, const ip_page *page)
{
    ip_page_heading heading = ip_command_page_heading_of(page);
    element(out, "<section id=\"", page->name, "\">\n");
    element(out, "<h3>", page->name, "</h3>\n");
    element(out, "<p class=\"lead\">", heading.title, "</p>\n");
    for (const char *const *line = page->lines; *line;) {
        int verbatim = 0;
        while (line[verbatim] && strncmp(line[verbatim], "  ", 2) == 0)
            verbatim++;
        if (verbatim)
            write_verbatim(out, line, verbatim);
        else
            element(out, "<p>", *line, "</p>\n");
        line += verbatim ? verbatim : 1;
    }
    write_example(out, ip_page_example_of(page->name));
    if (heading.source && *heading.source)
        element(out, "<p class=\"quiet\">Source: ", heading.source, "</p>\n");
    fputs("</section>\n", out);
}

static void write_levels(FILE *out, ip_arena *arena)
{
    ip_diagnostics diagnostics = {.arena = arena};
    fputs("<h2>Levels</h2>\n", out);
    for (const char *const *name = ip_level_file_names(arena); *name; name++) {
        const ip_level *level = ip_level_load(arena, *name, &diagnostics);
        if (!level)
            continue;
        element(out, "<section id=\"", *name, "\">\n");
        element(out, "<h3>", *name, "</h3>\n");
        element(out, "<p class=\"lead\">", ip_level_title(level), "</p>\n");
        for (int i = 0; i < ip_level_explanation_count(level); i++)
            element(out, "<p>", ip_level_explanation(level, i), "</p>\n");
        if (ip_level_citation(level) && *ip_level_citation(level))
            element(out, "<p class=\"quiet\">Source: ", ip_level_citation(level), "</p>\n");
        fputs("</section>\n", out);
    }
}

static void write_contents(FILE *out, ip_arena *arena)
{
    const char *group = "";
    fputs("<nav aria-label=\"pages\">\n", out);
    for (const ip_page *page = ip_page_table; page->name; page++) {
        if (strcmp(group, page->group) != 0) {
            fputs(*group ? "</p>\n" : "", out);
            element(out, "<p><b>", page->group, "</b>: ");
            group = page->group;
        }
        element(out, "<a href=\"#", page->name, "\">");
        element(out, "", page->name, "</a>");
    }
    fputs("</p>\n<p><b>level</b>: ", out);
    for (const char *const *name = ip_level_file_names(arena); *name; name++) {
        element(out, "<a href=\"#", *name, "\">");
        element(out, "", *name, "</a>");
    }
    fputs("</p>\n</nav>\n", out);
}

void ip_command_write_site(FILE *out, ip_arena *arena)
{
    write_style(out);
    fputs("<body>\n<header><h1>What reports of isoproof speak of</h1></header>\n", out);
    write_contents(out, arena);
    fputs("<main>\n", out);
    const char *group = "";
    for (const ip_page *page = ip_page_table; page->name; page++) {
        if (strcmp(group, page->group) != 0)
            element(out, "<h2>", group = page->group, "</h2>\n");
        write_section(out, page);
    }
    write_levels(out, arena);
    fputs("</main>\n</body>\n</html>\n", out);
}
