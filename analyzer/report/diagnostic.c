/* One message with the line it is about, as compilers print them. */
#include "report/report.h"
#include "report/writer.h"

#include <string.h>

enum { SHOWN_COLUMNS = 160 };

static void put_source_line(ip_arena *arena, const ip_range *range, ip_position position, FILE *out, bool colour)
{
    const ip_source *source = range->source;
    while (source->origin) /* positions are those of the file */
        source = source->origin;
    size_t begin = source->line_starts[position.line - 1];
    size_t end = position.line < source->line_count ? source->line_starts[position.line] : source->length;
    while (end > begin && (source->text[end - 1] == '\n' || source->text[end - 1] == '\r'))
        end--;
    if (end == begin || end - begin > SHOWN_COLUMNS || memchr(source->text + begin, '\0', end - begin))
        return;
    size_t before = (size_t)position.column - 1;
    if (before > end - begin)
        before = end - begin;
    char *line = ip_arena_strndup(arena, source->text + begin, end - begin);
    for (char *at = line; *at; at++)
        if (*at == '\t')
            *at = ' ';
    const char *lead = ip_report_printable(arena, ip_arena_strndup(arena, line, before));
    fprintf(out, "  %s\n  %*s%s^%s\n", ip_report_printable(arena, line), ip_report_display_width(lead), "",
            colour ? "\033[32m" : "", colour ? "\033[0m" : "");
}

void ip_report_diagnostic(const ip_diagnostic *diagnostic, FILE *out, bool colour)
{
    ip_arena *arena = ip_arena_new();
    ip_position position = ip_range_position(diagnostic->range);
    bool error = diagnostic->kind == IP_ERROR;
    if (diagnostic->range.source)
        fprintf(out, "%s:%d:%d: ", ip_report_printable(arena, diagnostic->range.source->path), position.line,
                position.column);
    else
        fputs("isoproof: ", out);
    fprintf(out, "%s%s:%s ",
            !colour ? ""
            : error ? "\033[1;31m"
                    : "\033[33m",
            ip_diagnostic_kind_name(diagnostic->kind), colour ? "\033[0m" : "");
    if (diagnostic->transaction)
        fprintf(out, "%s: ", ip_report_printable(arena, diagnostic->transaction));
    fprintf(out, "%s\n", ip_report_printable(arena, diagnostic->message));
    if (diagnostic->range.source)
        put_source_line(arena, &diagnostic->range, position, out, colour);
    ip_arena_free(arena);
}
