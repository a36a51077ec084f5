/* Unified diffs of fixes: hunks of one file that are close to each other are one. */
#include "report/unified_diff.h"

#include "report/finding.h"

#include <stdlib.h>
#include <string.h>

enum { CONTEXT = 3 };

typedef struct change {
    const ip_source *source;
    int line, lines; /* that go, from line on; 0: after is put in before it */
    const char *after;
} change;

typedef IP_VEC(change) changes;

static int lines_in(const char *text)
{
    int lines = 0;
    for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n')
        lines++;
    return lines;
}

/* Lines that are put in before a line come before what becomes of that line. */
static int in_file_order(const void *left, const void *right)
{
    const change *a = left, *b = right;
    int order = strcmp(a->source->path, b->source->path);
    if (!order)
        order = (a->line > b->line) - (a->line < b->line);
    return order ? order : (a->lines > 0) - (b->lines > 0);
}

static changes changes_of(ip_arena *arena, const ip_fix_set *set)
{
    changes all = {0};
    for (int f = 0; f < set->fixes.count; f++)
        for (int h = 0; h < set->fixes.items[f].hunks.count; h++) {
            const ip_hunk *hunk = &set->fixes.items[f].hunks.items[h];
            ip_region region = ip_report_region_of(hunk->range);
            if (region.source)
                IP_PUSH(arena, &all, ((change){region.source, region.line, lines_in(hunk->before), hunk->after}));
        }
    if (all.count)
        qsort(all.items, (size_t)all.count, sizeof *all.items, in_file_order);
    return all;
}

/* ----------------------------------------------------------------- lines -- */

/* The last line may have no end. */
static int line_count(const ip_source *source)
{
    bool ended = source->length > 0 && source->text[source->length - 1] == '\n';
    return source->line_count - (source->length == 0 || ended);
}

static void write_text(ip_writer *w, ip_style style, const char *text)
{
    ip_report_write_code(w, style, "", text, strlen(text));
}

static void write_line_of(ip_writer *w, const ip_source *source, int line, ip_style style, const char *sign)
{
    size_t begin = source->line_starts[line - 1];
    ip_report_write_code(w, style, sign, source->text + begin, strcspn(source->text + begin, "\n"));
    if (line == source->line_count && source->text[source->length - 1] != '\n')
        write_text(w, IP_PLAIN, "\\ No newline at end of file");
}

static void write_new_lines(ip_writer *w, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        ip_report_write_code(w, IP_GREEN, "+", text, length);
        text += length + (text[length] == '\n');
    }
}

/* "12,3", "12"; of no lines, the one before */
static const char *range_text(ip_arena *arena, int line, int lines)
{
    return lines == 1 ? ip_arena_printf(arena, "%d", line)
                      : ip_arena_printf(arena, "%d,%d", lines ? line : line - 1, lines);
}

/* Changes first to last, which share lines around them. *shift: new lines less old ones, so far in the file. */
static void write_hunk(ip_writer *w, const changes *all, int first, int last, int *shift)
{
    const ip_source *source = all->items[first].source;
    int end_of_file = line_count(source), from = all->items[first].line - CONTEXT, growth = 0;
    int to = all->items[last].line + all->items[last].lines + CONTEXT; /* the line after */
    from = from < 1 ? 1 : from;
    to = to > end_of_file + 1 ? end_of_file + 1 : to;
    for (int c = first; c <= last; c++)
        growth += lines_in(all->items[c].after) - all->items[c].lines;
    write_text(w, IP_CYAN,
               ip_arena_printf(w->arena, "@@ -%s +%s @@", range_text(w->arena, from, to - from),
                               range_text(w->arena, from + *shift, to - from + growth)));
    int line = from;
    for (int c = first; c <= last; c++) {
        const change *here = &all->items[c];
        for (; line < here->line; line++)
            write_line_of(w, source, line, IP_PLAIN, " ");
        for (; line < here->line + here->lines; line++)
            write_line_of(w, source, line, IP_RED, "-");
        write_new_lines(w, here->after);
    }
    for (; line < to; line++)
        write_line_of(w, source, line, IP_PLAIN, " ");
    *shift += growth;
}

void ip_report_write_unified_diff(ip_writer *w, const ip_fix_set *set)
{
    changes all = changes_of(w->arena, set);
    int shift = 0;
    for (int first = 0, last; first < all.count; first = last + 1) {
        const ip_source *source = all.items[first].source;
        const char *tab = strchr(source->path, ' ') ? "\t" : ""; /* where a name with blanks ends */
        if (!first || all.items[first - 1].source != source) {
            shift = 0;
            write_text(w, IP_BOLD, ip_arena_printf(w->arena, "--- %s%s", source->path, tab));
            write_text(w, IP_BOLD, ip_arena_printf(w->arena, "+++ %s%s", source->path, tab));
        }
        for (last = first; last + 1 < all.count && all.items[last + 1].source == source &&
                           all.items[last + 1].line - (all.items[last].line + all.items[last].lines) <= 2 * CONTEXT;)
            last++;
        write_hunk(w, &all, first, last, &shift);
    }
}
