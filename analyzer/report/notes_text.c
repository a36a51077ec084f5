/* Notes of a text report: the assumptions of verdicts, and code that was not understood. */
#include "report/note_groups.h"
#include "report/text_parts.h"

#include <string.h>

enum { INDENT = 2, HANG = 4 };

/* Without --verbose, the most notes of a kind, and the most places of one note. */
enum { MOST_NOTES = 5, MOST_ERRORS = 12, MOST_PLACES = 6 };

/* What is said of several places, once: the message, and below it where. */
static void write_group(ip_report_writer *rw, const ip_note_group *group)
{
    ip_writer *w = &rw->writer;
    const ip_diagnostics *notes = rw->report->diagnostics;
    int shown = 0;
    ip_report_say(w, IP_PLAIN, "%s", notes->list.items[group->members.items[0]].message);
    ip_report_say(w, IP_DIM, " (%d places)", group->members.count);
    ip_report_end_paragraph(w, INDENT, HANG);
    for (int i = 0; i < group->members.count && (shown < MOST_PLACES || rw->options->verbose); i++, shown++) {
        const ip_diagnostic *note = &notes->list.items[group->members.items[i]];
        const char *comma = i + 1 < group->members.count ? "," : "";
        ip_position position = ip_range_position(note->range);
        if (note->range.source)
            ip_report_say_whole(w, IP_DIM, "%s:%d:%d%s", note->range.source->path, position.line, position.column,
                                note->transaction ? " " : comma);
        if (note->transaction)
            ip_report_say_whole(w, IP_BOLD, note->range.source ? "(%s)%s" : "%s%s", note->transaction, comma);
        ip_report_say(w, IP_PLAIN, " ");
    }
    if (shown < group->members.count)
        ip_report_say(w, IP_PLAIN, "and %d more; --verbose lists all", group->members.count - shown);
    ip_report_end_paragraph(w, HANG, HANG);
}

static void write_note(ip_report_writer *rw, const ip_diagnostic *note, const char *programs, int times)
{
    ip_writer *w = &rw->writer;
    if (note->range.source) {
        ip_position position = ip_range_position(note->range);
        ip_report_say_whole(w, IP_DIM, "%s:%d:%d:", note->range.source->path, position.line, position.column);
        ip_report_say(w, IP_PLAIN, " ");
    }
    if (programs)
        ip_report_say(w, IP_BOLD, "%s: ", programs);
    ip_report_say(w, IP_PLAIN, "%s", note->message);
    if (times > 1)
        ip_report_say(w, IP_DIM, " (%d times)", times);
    ip_report_end_paragraph(w, INDENT, HANG);
}

/* A note of no program concerns them all. */
static bool concerns(const ip_diagnostic *note, const ip_anomaly *anomaly)
{
    bool any = !note->transaction || !anomaly;
    for (int i = 0; !any && i < anomaly->instance_count; i++)
        any = strcmp(note->transaction, anomaly->instances[i].program->name) == 0;
    return any;
}

void ip_report_write_beside(ip_report_writer *rw, const ip_anomaly *anomaly)
{
    ip_writer *w = &rw->writer;
    const ip_diagnostics *notes = rw->report->diagnostics;
    const int *times = ip_diagnostics_times(w->arena, notes);
    if (!rw->beside_said)
        rw->beside_said = IP_NEW_ARRAY(w->arena, bool, notes->list.count);
    ip_note_groups groups = ip_report_note_groups_of(w->arena, rw->report, true);
    for (int g = 0; g < groups.count; g++) {
        ip_note_group here = {.kind = groups.items[g].kind};
        for (int i = 0; i < groups.items[g].members.count; i++) {
            int index = groups.items[g].members.items[i];
            const ip_diagnostic *note = &notes->list.items[index];
            if (!note->beside_verdict || rw->beside_said[index] || !concerns(note, anomaly))
                continue;
            IP_PUSH(w->arena, &here.members, index);
            rw->beside_said[index] = true;
        }
        if (here.members.count == 0)
            continue;
        const ip_diagnostic *first = &notes->list.items[here.members.items[0]];
        ip_report_say(w, IP_BOLD, here.kind == IP_ASSUMPTION ? "assumption: " : "note: ");
        if (here.members.count > 1)
            write_group(rw, &here);
        else
            write_note(rw, first, first->transaction, times[here.members.items[0]]);
    }
}

void ip_report_write_notes(ip_report_writer *rw)
{
    static const struct {
        ip_diagnostic_kind kind;
        const char *heading;
        int most; /* 0: all */
    } groups[] = {
        {IP_ERROR, "errors", MOST_ERRORS},
        {IP_UNSUPPORTED, "not understood: assumed to read and write everything named there", MOST_NOTES},
        {IP_ASSUMPTION, "assumptions that the verdicts depend on", MOST_NOTES},
        {IP_APPROXIMATION, "approximated: analyzed with more possible behaviours than the code has", MOST_NOTES},
        {IP_SUPPRESSED, "suppressed by a comment in the source", 0},
        {IP_REMARK, "remarks", MOST_NOTES},
    };
    ip_writer *w = &rw->writer;
    const ip_diagnostics *notes = rw->report->diagnostics;
    const int *times = ip_diagnostics_times(w->arena, notes);
    ip_note_groups said = ip_report_note_groups_of(w->arena, rw->report, false);
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        int written = 0, left = 0;
        for (int i = 0; i < said.count; i++) {
            const ip_note_group *group = &said.items[i];
            if (group->kind != groups[g].kind)
                continue;
            if (groups[g].most && written == groups[g].most && !rw->options->verbose) {
                left++;
                continue;
            }
            if (written++ == 0) {
                ip_report_say(w, IP_BOLD, "%s", groups[g].heading);
                ip_report_end_paragraph(w, 0, 0);
            }
            int first = group->members.items[0];
            if (group->kind == IP_ERROR)
                write_note(rw, &notes->list.items[first], ip_report_note_group_programs(w->arena, rw->report, group),
                           group->members.count > 1 ? 1 : times[first]);
            else if (group->members.count > 1)
                write_group(rw, group);
            else
                write_note(rw, &notes->list.items[first], notes->list.items[first].transaction, times[first]);
        }
        if (left)
            ip_report_write_line(w, INDENT, ip_arena_printf(w->arena, "and %d more; --verbose lists all", left));
        if (written > 0)
            ip_report_end_paragraph(w, 0, 0);
    }
}
