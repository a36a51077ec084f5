/* The end of every text report: how much of the code was understood, and which places were not. */
#include "report/text_parts.h"

#include "coverage.h"
#include "replay/world/in_memory.h"
#include "report/words.h"

#include <string.h>

enum { INDENT = 2, HANG = 6, PLACES_SHOWN = 4, PROGRAMS_SHOWN = 8 };

static void write_counts(ip_writer *w, const char *one, const char *many, ip_coverage_counts counts)
{
    int all = counts.exact + counts.approximated + counts.not_understood;
    ip_report_say(w, IP_PLAIN, "read: %s: %d exact, %d over-approximated, %d not understood",
                  ip_report_plural(w->arena, all, one, many), counts.exact, counts.approximated, counts.not_understood);
    ip_report_end_paragraph(w, 0, HANG);
}

/* The text of a place. After another place in the same file it is the line number alone. */
static const char *place_text(ip_arena *arena, ip_range range, const ip_range *before)
{
    int line = ip_range_position(range).line;
    bool same = before->source && strcmp(before->source->path, range.source->path) == 0;
    return ip_arena_printf(arena, "%s%s%s%d", before->source ? ", " : "", same ? "" : range.source->path,
                           same ? "" : ":", line);
}

/* The program's places of this class, one for each line, up to PLACES_SHOWN. */
static const char *places_of(ip_arena *arena, const ip_coverage *coverage, const ip_program *program,
                             ip_understanding class)
{
    const char *text = "";
    ip_range before = {0};
    int found = 0;
    for (int i = 0; i < coverage->places.count; i++) {
        const ip_diagnostic *note = coverage->places.items[i].note;
        bool wanted = (note->kind == IP_APPROXIMATION) == (class == IP_OVER_APPROXIMATED);
        if (!wanted || !note->range.source || !note->transaction || strcmp(note->transaction, program->name) != 0 ||
            (before.source && ip_range_position(before).line == ip_range_position(note->range).line &&
             strcmp(before.source->path, note->range.source->path) == 0))
            continue;
        if (found++ < PLACES_SHOWN)
            text = ip_arena_printf(arena, "%s%s", text, place_text(arena, note->range, &before));
        before = note->range;
    }
    if (!found && program->broken_range.source)
        return place_text(arena, program->broken_range, &before);
    return found > PLACES_SHOWN ? ip_arena_printf(arena, "%s and %d more", text, found - PLACES_SHOWN) : text;
}

static void write_programs(ip_writer *w, const ip_workload *workload, const ip_coverage *coverage,
                           ip_understanding class, const char *words)
{
    int found = 0;
    for (int i = 0; i < workload->programs.count; i++) {
        if (coverage->program_classes[i] != class || found++ >= PROGRAMS_SHOWN)
            continue;
        const ip_program *program = workload->programs.items[i];
        ip_report_say(w, IP_PLAIN, "%s: ", words);
        ip_report_say(w, IP_BOLD, "%s", program->name);
        ip_report_say(w, IP_PLAIN, ", at %s", places_of(w->arena, coverage, program, class));
        ip_report_end_paragraph(w, INDENT, HANG);
    }
    if (found > PROGRAMS_SHOWN) {
        ip_report_say(w, IP_PLAIN, "%s: %d programs more", words, found - PROGRAMS_SHOWN);
        ip_report_end_paragraph(w, INDENT, HANG);
    }
}

void ip_report_write_coverage(ip_writer *w, const ip_workload *workload, const ip_diagnostics *diagnostics)
{
    const ip_coverage *coverage = ip_frontend_coverage_find(w->arena, workload, diagnostics);
    write_counts(w, "program", "programs", coverage->programs);
    write_counts(w, "statement", "statements", coverage->statements);
    write_programs(w, workload, coverage, IP_NOT_UNDERSTOOD, "not understood");
    write_programs(w, workload, coverage, IP_OVER_APPROXIMATED, "over-approximated");
}

void ip_report_coverage_text(const ip_workload *workload, const ip_diagnostics *diagnostics, FILE *out,
                             const ip_text_options *options)
{
    ip_arena *arena = ip_arena_new();
    ip_writer writer = {.arena = arena,
                        .out = out,
                        .width = options->width > 0 ? options->width : IP_DEFAULT_WIDTH,
                        .colour = options->colour};
    ip_report_write_coverage(&writer, workload, diagnostics);
    ip_arena_free(arena);
}

void ip_report_not_run_text(const ip_report_data *report, FILE *out, const ip_text_options *options)
{
    ip_arena *arena = ip_arena_new();
    ip_writer writer = {.arena = arena,
                        .out = out,
                        .width = options->width > 0 ? options->width : IP_DEFAULT_WIDTH,
                        .colour = options->colour};
    int count = report->workload->programs.count, refused = 0;
    for (int i = 0; i < count; i++)
        refused += report->refusals[i].list.count > 0;
    ip_report_say(&writer, IP_PLAIN, "run in memory: %d of %s", count - refused,
                  ip_report_plural(arena, count, "program", "programs"));
    ip_report_end_paragraph(&writer, 0, HANG);
    for (int i = 0, shown = 0; i < count && shown < PROGRAMS_SHOWN; i++) {
        if (!report->refusals[i].list.count)
            continue;
        const ip_refusal *first = &report->refusals[i].list.items[0];
        ip_report_say(&writer, IP_PLAIN, "not run: ");
        ip_report_say(&writer, IP_BOLD, "%s", report->workload->programs.items[i]->name);
        if (first->range.source)
            ip_report_say(&writer, IP_PLAIN, ", at %s", place_text(arena, first->range, &(ip_range){0}));
        ip_report_say(&writer, IP_PLAIN, ": %s", first->why);
        ip_report_end_paragraph(&writer, INDENT, HANG);
        shown++;
    }
    if (refused > PROGRAMS_SHOWN) {
        ip_report_say(&writer, IP_PLAIN, "not run: %s more",
                      ip_report_plural(arena, refused - PROGRAMS_SHOWN, "program", "programs"));
        ip_report_end_paragraph(&writer, INDENT, HANG);
    }
    ip_arena_free(arena);
}
