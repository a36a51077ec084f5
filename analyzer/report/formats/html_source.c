/* Code on the page: the lines around a finding's statements, these marked and said what they do. */
#include "report/formats/html.h"

#include "report/escape.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { CONTEXT = 2, GAP = 6, LONGEST_MARK = 40 };

enum { READS = 1, WRITES = 2 };

typedef struct place {
    ip_region region;
    int acts;         /* of all programs that are named */
    const char *text; /* "T1 reads, T2 writes" */
} place;

typedef IP_VEC(place) places;

/* ------------------------------------------------------------- places -- */

static bool same_place(const ip_region *a, const ip_region *b)
{
    return a->source == b->source && a->line == b->line && a->column == b->column && a->end_line == b->end_line &&
           a->end_column == b->end_column;
}

static void add_place(ip_arena *arena, places *all, const ip_anomaly *anomaly, int instance, int statement, int act)
{
    const ip_program *program = anomaly->instances[instance].program;
    if (statement < 0 || statement >= program->statements.count || !program->statements.items[statement].range.source)
        return;
    place added = {ip_report_region_of(program->statements.items[statement].range), act,
                   ip_arena_printf(arena, "T%d %s", instance + 1, act == READS ? "reads" : "writes")};
    for (int i = 0; i < all->count; i++) {
        place *known = &all->items[i];
        if (!same_place(&known->region, &added.region))
            continue;
        if (!strstr(known->text, added.text))
            known->text = ip_arena_printf(arena, "%s, %s", known->text, added.text);
        known->acts |= act;
        return;
    }
    IP_PUSH(arena, all, added);
}

static int compare_places(const void *left, const void *right)
{
    const place *a = left, *b = right;
    if (a->region.source != b->region.source)
        return strcmp(a->region.source->path, b->region.source->path);
    return a->region.line != b->region.line
               ? (a->region.line < b->region.line ? -1 : 1)
               : (a->region.column > b->region.column) - (a->region.column < b->region.column);
}

static places places_of(ip_arena *arena, const ip_anomaly *anomaly)
{
    places all = {0};
    for (int i = 0; i < anomaly->instance_count; i++) {
        const ip_dependency *dependency = &anomaly->dependencies[i];
        add_place(arena, &all, anomaly, dependency->from, dependency->from_statement,
                  dependency->type == IP_RW ? READS : WRITES);
        add_place(arena, &all, anomaly, dependency->to, dependency->to_statement,
                  dependency->type == IP_WR ? READS : WRITES);
    }
    if (all.count)
        qsort(all.items, (size_t)all.count, sizeof *all.items, compare_places);
    return all;
}

/* ------------------------------------------------------------- colours -- */

/* A word that SQL or PL/pgSQL has for itself, as far as colour goes. */
static bool is_keyword(const char *word, size_t length)
{
    static const char words[] = " ADD ALL ALTER AND AS ASC BEGIN BETWEEN BY CALL CASE CHECK COMMIT CONFLICT CREATE "
                                "CROSS DECLARE DEFAULT DELETE DESC "
                                "DISTINCT DO ELSE ELSIF END EXCEPTION EXECUTE EXISTS FALSE FOR FOREACH FOREIGN FROM "
                                "FUNCTION GROUP HAVING IF IN "
                                "INNER INSERT INTO IS JOIN KEY LANGUAGE LEFT LIKE LIMIT LOCK LOOP NO NOT NULL OF ON OR "
                                "ORDER OUTER PERFORM PRIMARY "
                                "PROCEDURE RAISE REFERENCES RETURN RETURNING RETURNS RIGHT ROLLBACK SELECT SET SHARE "
                                "STRICT TABLE THEN TRIGGER TRUE "
                                "UNION UNIQUE UPDATE USING VALUES VIEW WHEN WHERE WHILE WITH ";
    char wanted[16] = " ";
    if (length > sizeof wanted - 3)
        return false;
    for (size_t i = 0; i < length; i++)
        wanted[i + 1] = (char)toupper((unsigned char)word[i]);
    wanted[length + 1] = ' ';
    return strstr(words, wanted) != NULL;
}

/* Of each byte of the line: k, s, c (keyword, string, comment) or a blank. *in_comment: a comment over several lines.
 */
static void colour_line(const char *line, size_t length, char *colours, bool *in_comment)
{
    memset(colours, ' ', length);
    for (size_t i = 0; i < length;) {
        size_t end = i + 1;
        char colour = ' ';
        if (*in_comment || (line[i] == '/' && i + 1 < length && line[i + 1] == '*')) {
            colour = 'c';
            end = *in_comment ? i : i + 2;
            while (end < length && !(line[end] == '*' && end + 1 < length && line[end + 1] == '/'))
                end++;
            *in_comment = end >= length;
            end = end < length ? end + 2 : length;
        } else if (line[i] == '-' && i + 1 < length && line[i + 1] == '-') {
            colour = 'c';
            end = length;
        } else if (line[i] == '\'') {
            colour = 's';
            while (end < length && line[end] != '\'')
                end++;
            end = end < length ? end + 1 : length;
        } else if (isalpha((unsigned char)line[i]) || line[i] == '_') {
            while (end < length && (isalnum((unsigned char)line[end]) || line[end] == '_'))
                end++;
            colour = is_keyword(line + i, end - i) ? 'k' : ' ';
        }
        memset(colours + i, colour, end - i);
        i = end;
    }
}

/* ------------------------------------------------------------- writing -- */

static int marks_at(const places *all, int first, int last, int line, int column)
{
    int acts = 0;
    for (int i = first; i < last; i++) {
        const ip_region *r = &all->items[i].region;
        bool after = line > r->line || (line == r->line && column >= r->column);
        bool before = line < r->end_line || (line == r->end_line && column < r->end_column);
        if (after && before && line < r->line + LONGEST_MARK)
            acts |= all->items[i].acts;
    }
    return acts;
}

static void write_line(ip_html_page *page, const ip_source *source, int line, const places *all, int first, int last,
                       bool *in_comment)
{
    size_t begin = source->line_starts[line - 1], length = strcspn(source->text + begin, "\r\n");
    const char *text = source->text + begin;
    char *colours = ip_arena_alloc(page->arena, length + 1);
    colour_line(text, length, colours, in_comment);
    fprintf(page->out, "<span class=\"row\"><span class=\"n\">%d</span>", line);
    for (size_t i = 0, end; i < length; i = end) {
        int acts = marks_at(all, first, last, line, (int)i + 1);
        for (end = i + 1;
             end < length && colours[end] == colours[i] && marks_at(all, first, last, line, (int)end + 1) == acts;)
            end++;
        if (acts)
            fprintf(page->out, "<mark class=\"%s%s\">", acts & READS ? "r" : "", acts & WRITES ? " w" : "");
        if (colours[i] != ' ')
            fprintf(page->out, "<span class=\"%c\">", colours[i]);
        ip_report_escape_lines(page->out, ip_arena_strndup(page->arena, text + i, end - i));
        fprintf(page->out, "%s%s", colours[i] != ' ' ? "</span>" : "", acts ? "</mark>" : "");
    }
    for (int i = first; i < last; i++)
        if (all->items[i].region.line == line)
            ip_format_html_element(page, "<span class=\"tag\">◂ ", all->items[i].text, "</span>");
    fputs("</span>", page->out);
}

/* The last line that is shown of a place: a statement may be pages long. */
static int end_of(const place *of)
{
    int last = of->region.line + LONGEST_MARK - 1;
    return of->region.end_line < last ? of->region.end_line : last;
}

void ip_format_html_source(ip_html_page *page, const ip_finding *finding)
{
    places all = places_of(page->arena, finding->anomaly);
    for (int first = 0, last; first < all.count; first = last) {
        const ip_source *source = all.items[first].region.source;
        int end = end_of(&all.items[first]);
        for (last = first + 1;
             last < all.count && all.items[last].region.source == source && all.items[last].region.line <= end + GAP;
             last++)
            end = end_of(&all.items[last]) > end ? end_of(&all.items[last]) : end;
        int from = all.items[first].region.line - CONTEXT;
        bool in_comment = false;
        from = from < 1 ? 1 : from;
        end = end + CONTEXT > source->line_count ? source->line_count : end + CONTEXT;
        ip_format_html_element(page, first ? "<h4 class=\"place\">" : "<h3>Code</h3>\n<h4 class=\"place\">",
                               source->path, "</h4>\n");
        fputs("<pre class=\"code\" tabindex=\"0\" role=\"group\" aria-label=\"code\">", page->out);
        for (int line = from; line <= end; line++)
            write_line(page, source, line, &all, first, last, &in_comment);
        fputs("</pre>\n", page->out);
    }
}
