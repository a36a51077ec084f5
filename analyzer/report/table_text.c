/* The table that the text reports begin with: programs down, levels across. */
#include "report/cells.h"
#include "report/text_parts.h"
#include "report/words.h"

#include <string.h>

enum { INDENT = 2, HANG = 4, GAP = 3, LEAST_NAME = 12, MOST_NAME = 40, LEAST_TYPES = 8, MOST_ROWS = 30 };

static const char *short_name(const char *level)
{
    const char *slash = strchr(level, '/');
    return slash ? slash + 1 : level;
}

static int widest_cell(const ip_level_result *result)
{
    int widest = ip_report_display_width(short_name(result->level));
    for (int cell = IP_CELL_SAFE; cell <= IP_CELL_UNDECIDED; cell++) {
        int width = ip_report_display_width(ip_report_cell_name((ip_report_cell)cell));
        widest = width > widest ? width : widest;
    }
    return widest;
}

static bool is_elsewhere(const ip_report_data *report, int program)
{
    const bool *elsewhere = report->results.items[0].elsewhere;
    return elsewhere && elsewhere[program];
}

/* Was something seen to happen to it? */
static bool is_shown(const ip_report_data *report, int program)
{
    for (int r = 0; r < report->results.count; r++) {
        ip_report_cell cell = ip_report_cell_of(report, &report->results.items[r], program);
        if (cell == IP_CELL_UNSAFE || cell == IP_CELL_BENIGN)
            return true;
    }
    return false;
}

/* Of the first column; 0: the table does not fit. Of many programs only some have a row of their own. */
static int name_width(const ip_report_writer *rw)
{
    const ip_workload *workload = rw->report->workload;
    int left = rw->writer.width - INDENT, widest = 0;
    for (int r = 0; r < rw->report->results.count; r++)
        left -= GAP + widest_cell(&rw->report->results.items[r]);
    bool many = workload->programs.count > MOST_ROWS;
    for (int p = 0; p < workload->programs.count; p++) {
        int width = many && !is_shown(rw->report, p) ? 0 : ip_report_display_width(workload->programs.items[p]->name);
        widest = width > widest ? width : widest;
    }
    int summed = many ? ip_report_display_width(
                            ip_report_plural(rw->writer.arena, workload->programs.count, "program", "programs"))
                      : 0;
    widest = summed > widest ? summed : widest;
    widest = widest > MOST_NAME ? MOST_NAME : widest;
    widest = widest > left ? left : widest;
    return widest < LEAST_NAME && widest == left ? 0 : widest;
}

static const char *end_of(const char *text, int width)
{
    while (ip_report_display_width(text) > width) {
        text++;
        while ((*text & 0xC0) == 0x80) /* within a character */
            text++;
    }
    return text;
}

/* The end of a long name says more: schemas and folders come first. Of a routine with the types of its arguments the
 * name stays whole, and the types are cut: which of several routines of one name it is, is often seen by the last. */
static const char *fitting(ip_arena *arena, const char *name, int width)
{
    const char *text = ip_report_printable(arena, name), *types = strchr(text, '(');
    if (ip_report_display_width(text) <= width)
        return text;
    const char *head = types ? ip_arena_strndup(arena, text, (size_t)(types + 1 - text)) : "";
    int left = width - 1 - ip_report_display_width(head);
    if (left < LEAST_TYPES) {
        head = "";
        left = width - 1;
    }
    return ip_arena_printf(arena, "%s…%s", head, end_of(text, left));
}

static ip_style style_of(ip_report_cell cell)
{
    return cell == IP_CELL_UNSAFE ? IP_RED : cell == IP_CELL_SAFE || cell == IP_CELL_PARTLY_SAFE ? IP_GREEN : IP_YELLOW;
}

static bool safe_everywhere(const ip_report_data *report, int program)
{
    for (int r = 0; r < report->results.count; r++)
        if (ip_report_cell_of(report, &report->results.items[r], program) != IP_CELL_SAFE)
            return false;
    return true;
}

static void write_row(ip_report_writer *rw, const char *full_name, int program, int width)
{
    ip_writer *w = &rw->writer;
    const char *name = fitting(w->arena, full_name, width);
    ip_report_say_whole(w, IP_BOLD, "%s%*s", name, width - ip_report_display_width(name), "");
    for (int r = 0; r < rw->report->results.count; r++) {
        const ip_level_result *result = &rw->report->results.items[r];
        ip_report_cell cell = ip_report_cell_of(rw->report, result, program);
        const char *word = ip_report_cell_name(cell);
        bool last = r + 1 == rw->report->results.count;
        ip_report_say_whole(w, IP_PLAIN, "%*s", GAP, "");
        ip_report_say_whole(w, style_of(cell), "%s", word);
        if (!last)
            ip_report_say_whole(w, IP_PLAIN, "%*s", widest_cell(result) - ip_report_display_width(word), "");
    }
    ip_report_end_paragraph(w, INDENT, INDENT);
}

static void write_heads(ip_report_writer *rw, int width)
{
    ip_writer *w = &rw->writer;
    ip_report_say_whole(w, IP_PLAIN, "%*s", width, "");
    for (int r = 0; r < rw->report->results.count; r++) {
        const ip_level_result *result = &rw->report->results.items[r];
        const char *name = short_name(result->level);
        bool last = r + 1 == rw->report->results.count;
        ip_report_say_whole(w, IP_BOLD, "%*s%s%*s", GAP, "", name,
                            last ? 0 : widest_cell(result) - ip_report_display_width(name), "");
    }
    ip_report_end_paragraph(w, INDENT, INDENT);
}

static bool same_row(const ip_report_data *report, int a, int b)
{
    for (int r = 0; r < report->results.count; r++)
        if (ip_report_cell_of(report, &report->results.items[r], a) !=
            ip_report_cell_of(report, &report->results.items[r], b))
            return false;
    return true;
}

/* Of many programs, those of which nothing was seen: a row for all that have the same cells. */
static void write_summed_rows(ip_report_writer *rw, int width)
{
    const ip_report_data *report = rw->report;
    int programs = report->workload->programs.count;
    for (int p = 0; p < programs; p++) {
        int count = 0;
        bool first = true;
        if (is_elsewhere(report, p) || is_shown(report, p) || safe_everywhere(report, p))
            continue;
        for (int other = 0; other < programs; other++) {
            bool same = !is_elsewhere(report, other) && same_row(report, p, other);
            first = first && !(same && other < p);
            count += same;
        }
        if (first)
            write_row(rw, ip_report_plural(rw->writer.arena, count, "program", "programs"), p, width);
    }
}

static const char APART[] = "partly safe: proved safe as long as some of the others are not run beside it";

/* Where the columns do not fit: of each level, the programs by result, worst first. */
static void write_lists(ip_report_writer *rw)
{
    static const ip_report_cell cells[] = {IP_CELL_UNSAFE,     IP_CELL_BENIGN,      IP_CELL_UNDECIDED,
                                           IP_CELL_SUPPRESSED, IP_CELL_PARTLY_SAFE, IP_CELL_SAFE};
    const ip_workload *workload = rw->report->workload;
    ip_writer *w = &rw->writer;
    bool apart = false;
    ip_report_end_paragraph(w, 0, 0);
    for (int r = 0; r < rw->report->results.count; r++) {
        const ip_level_result *result = &rw->report->results.items[r];
        ip_report_say_whole(w, IP_BOLD, "%s", short_name(result->level));
        ip_report_end_paragraph(w, INDENT, INDENT);
        for (size_t c = 0; c < sizeof cells / sizeof *cells; c++) {
            int count = 0;
            const char *names = "";
            for (int p = 0; p < workload->programs.count; p++) {
                if (is_elsewhere(rw->report, p) || ip_report_cell_of(rw->report, result, p) != cells[c])
                    continue;
                if (count++ < MOST_ROWS)
                    names = ip_arena_printf(w->arena, "%s%s%s", names, *names ? ", " : "",
                                            workload->programs.items[p]->name);
            }
            if (!count)
                continue;
            apart = apart || cells[c] == IP_CELL_PARTLY_SAFE;
            ip_report_say_whole(w, style_of(cells[c]), "%s", ip_report_cell_name(cells[c]));
            ip_report_say(w, IP_PLAIN, ": %s", names);
            if (count > MOST_ROWS)
                ip_report_say(w, IP_PLAIN, " and %d more", count - MOST_ROWS);
            ip_report_end_paragraph(w, 2 * INDENT, 3 * INDENT);
        }
    }
    if (apart)
        ip_report_write_line(w, INDENT, APART);
}

void ip_report_write_table(ip_report_writer *rw)
{
    const ip_report_data *report = rw->report;
    int programs = report->workload->programs.count, width = name_width(rw), rows = 0, safe = 0, more = 0;
    int others = 0;
    bool apart = false;
    if (programs < 2 || report->results.count < 2)
        return;
    if (!width) {
        write_lists(rw);
        return;
    }
    ip_report_end_paragraph(&rw->writer, 0, 0);
    write_heads(rw, width);
    for (int p = 0; p < programs; p++) {
        if (is_elsewhere(report, p)) {
            others++;
            continue;
        }
        if (programs > MOST_ROWS && safe_everywhere(report, p)) {
            safe++;
            continue;
        }
        for (int r = 0; r < report->results.count; r++)
            apart = apart || ip_report_cell_of(report, &report->results.items[r], p) == IP_CELL_PARTLY_SAFE;
        if (programs > MOST_ROWS && !is_shown(report, p))
            continue;
        if (rows == MOST_ROWS) {
            more++;
            continue;
        }
        rows++;
        write_row(rw, report->workload->programs.items[p]->name, p, width);
    }
    ip_writer *w = &rw->writer;
    if (more)
        ip_report_write_line(w, INDENT, ip_arena_printf(w->arena, "and %d more", more));
    if (programs > MOST_ROWS)
        write_summed_rows(rw, width);
    if (safe)
        ip_report_write_line(w, INDENT,
                             ip_arena_printf(w->arena, "%s safe at every level",
                                             ip_report_plural(w->arena, safe, "program is", "programs are")));
    if (others)
        ip_report_write_line(w, INDENT,
                             ip_arena_printf(w->arena, "other shards decide %s",
                                             ip_report_plural(w->arena, others, "program", "programs")));
    if (apart)
        ip_report_write_line(w, INDENT, APART);
}
