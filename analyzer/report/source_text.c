/* Source lines with carets. A long line is cut so that the place can be seen. */
#include "report/source_text.h"

#include "report/finding.h"

#include <string.h>

enum { INDENT = 2, LEAD = 8, BEFORE = 12, LEAST = 24 };

static bool in_character(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* So many characters on, or the end. */
static size_t step(const char *text, size_t from, size_t end, int characters)
{
    while (from < end && characters-- > 0)
        for (from++; from < end && in_character(text[from]);)
            from++;
    return from;
}

static int characters_in(const char *text, size_t from, size_t end)
{
    int count = 0;
    for (; from < end; from++)
        count += !in_character(text[from]);
    return count;
}

typedef struct shown_line {
    const char *text;
    size_t begin, end; /* of what is shown */
    size_t at, until;  /* of what the carets stand below */
    bool cut_before, cut_after;
} shown_line;

static shown_line cut_line(const ip_region *region, int room)
{
    const ip_source *source = region->source;
    shown_line l = {.text = source->text, .begin = source->line_starts[region->line - 1]};
    l.end = l.begin + strcspn(l.text + l.begin, "\r\n");
    l.at = l.begin + (size_t)region->column - 1;
    l.until = region->end_line == region->line ? l.begin + (size_t)region->end_column - 1 : l.end;
    l.until = l.until > l.end ? l.end : l.until;
    room = room < LEAST ? LEAST : room;
    if (characters_in(l.text, l.begin, l.end) > room && characters_in(l.text, l.begin, l.at) > room / 2) {
        l.begin = step(l.text, l.begin, l.at, characters_in(l.text, l.begin, l.at) - BEFORE);
        l.cut_before = true;
        room--;
    }
    if (characters_in(l.text, l.begin, l.end) > room) {
        l.end = step(l.text, l.begin, l.end, room - 1);
        l.cut_after = true;
        l.until = l.until > l.end ? l.end : l.until;
    }
    return l;
}

void ip_report_write_place(ip_writer *w, ip_range range, const char *what)
{
    ip_region region = ip_report_region_of(range);
    if (!region.source)
        return;
    ip_report_say_whole(w, IP_BOLD, "%s:%d:%d:", region.source->path, region.line, region.column);
    ip_report_say(w, IP_PLAIN, " %s", what);
    ip_report_end_paragraph(w, INDENT, INDENT + 2);
    shown_line l = cut_line(&region, w->width - LEAD);
    const char *line = ip_arena_printf(w->arena, "%5d | %s%.*s%s", region.line, l.cut_before ? "…" : "",
                                       (int)(l.end - l.begin), l.text + l.begin, l.cut_after ? "…" : "");
    ip_report_write_code(w, IP_PLAIN, "", line, strlen(line));
    char *marks = ip_arena_alloc(w->arena, l.end - l.begin + 2);
    size_t length = 0;
    for (size_t i = l.begin; i < l.until; i++)
        if (!in_character(l.text[i]))
            marks[length++] = i >= l.at ? i == l.at ? '^' : '~' : l.text[i] == '\t' ? '\t' : ' ';
    marks[length] = '\0';
    const char *lead = ip_arena_printf(w->arena, "%5s | %s", "", l.cut_before ? " " : "");
    ip_report_write_code(w, IP_GREEN, lead, marks, length);
}
