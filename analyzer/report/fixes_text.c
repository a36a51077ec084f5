/* The text report of advise: the changes. */
#include "report/advice_parts.h"
#include "report/unified_diff.h"
#include "report/words.h"

#include <string.h>

enum { INDENT = 2, HANG = 4 };

/* "lost update of pay, pay" */
static void say_anomaly(ip_report_writer *rw, const ip_anomaly *anomaly)
{
    ip_writer *w = &rw->writer;
    ip_report_say(w, IP_PLAIN, "%s of ", ip_report_kind_words(w->arena, anomaly->kind));
    for (int i = 0; i < anomaly->instance_count; i++)
        ip_report_say(w, IP_PLAIN, "%s%s", i ? ", " : "", anomaly->instances[i].program->name);
}

/* What a change is for needs saying only where there are several. */
static void write_fix(ip_report_writer *rw, const ip_fix *fix)
{
    ip_writer *w = &rw->writer;
    if (fix->range.source)
        ip_report_say_whole(w, IP_BOLD, "%s:%d ", fix->range.source->path, ip_range_position(fix->range).line);
    if (fix->program)
        ip_report_say(w, IP_BOLD, "%s: ", fix->program->name);
    ip_report_say(w, IP_PLAIN, "%s", fix->change);
    ip_report_end_paragraph(w, INDENT, HANG);
    for (int a = 0; a < fix->needed_for.count; a++) {
        ip_report_say(w, IP_PLAIN, a ? "; " : "against the ");
        say_anomaly(rw, fix->needed_for.items[a]);
    }
    if (fix->needed_for.count)
        ip_report_end_paragraph(w, 2 * INDENT, INDENT + HANG);
}

static void say_members(ip_report_writer *rw, const ip_fix_set *set)
{
    ip_writer *w = &rw->writer;
    const ip_workload *workload = rw->report->workload;
    const char *names = "";
    for (int p = 0; p < workload->programs.count; p++)
        if (set->members[p])
            names = ip_arena_printf(w->arena, "%s%s%s", names, *names ? ", " : "", workload->programs.items[p]->name);
    ip_report_say(w, IP_PLAIN, " %s %s safe%s at %s, as long as no others are run beside %s", names,
                  set->member_count == 1 ? "is" : "are", set->member_count == 1 ? "" : " together", set->level,
                  set->member_count == 1 ? "it" : "them");
}

/* The anomalies that the fix removes: where all programs are safe, all of them. */
static void write_repaired(ip_report_writer *rw, const ip_fix_set *set)
{
    ip_writer *w = &rw->writer;
    for (int a = 0; a < set->repaired.count; a++) {
        ip_report_say(w, IP_PLAIN, a ? "; " : "repairs the ");
        say_anomaly(rw, set->repaired.items[a]);
    }
    if (set->repaired.count)
        ip_report_end_paragraph(w, INDENT, HANG);
}

/* Programs for which the changes are not proved, with the reasons. */
static void write_left_out(ip_report_writer *rw, const ip_fix_set *set)
{
    ip_writer *w = &rw->writer;
    const ip_workload *workload = rw->report->workload;
    const char *unasked = "";
    ip_report_write_line(w, INDENT, "whether the other programs are safe beside these is not known:");
    for (int p = 0; p < workload->programs.count; p++) {
        if (set->members[p] || ip_report_is_elsewhere(rw, p))
            continue;
        if (!set->left_out || !set->left_out[p]) {
            unasked =
                ip_arena_printf(w->arena, "%s%s%s", unasked, *unasked ? ", " : "", workload->programs.items[p]->name);
            continue;
        }
        ip_report_say(w, IP_BOLD, "%s", workload->programs.items[p]->name);
        ip_report_say(w, IP_PLAIN, ": %s", set->left_out[p]);
        ip_report_end_paragraph(w, 2 * INDENT, INDENT + HANG);
    }
    if (*unasked)
        ip_report_write_line(w, 2 * INDENT, ip_arena_printf(w->arena, "not tried: %s", unasked));
}

static void write_fix_set(ip_report_writer *rw, const ip_fix_set *set)
{
    ip_writer *w = &rw->writer;
    int changes = ip_report_text_changes(set), raised = ip_report_raised(set);
    bool all = set->member_count == ip_report_advised_programs(rw);
    ip_report_say(w, IP_BOLD, "fix (verified): ");
    ip_report_say(w, IP_PLAIN, "with %s",
                  changes == 1 ? "this change" : ip_arena_printf(w->arena, "these %d changes", changes));
    if (raised)
        ip_report_say(w, IP_PLAIN, " and %s at a stronger level",
                      ip_report_plural(w->arena, raised, "program", "programs"));
    if (all)
        ip_report_say(w, IP_PLAIN, " all programs are safe%s at %s", raised ? ", the others" : "", set->level);
    else
        say_members(rw, set);
    ip_report_end_paragraph(w, 0, 0);
    if (!all)
        write_repaired(rw, set);
    for (int i = 0; i < set->fixes.count; i++)
        write_fix(rw, &set->fixes.items[i]);
    if (!all)
        write_left_out(rw, set);
    if (!rw->options->brief)
        ip_report_write_unified_diff(w, set);
    for (int i = 0; i < set->assumptions.count && !rw->options->brief; i++) {
        ip_report_say(w, IP_PLAIN, "assuming that %s", set->assumptions.items[i]);
        ip_report_end_paragraph(w, INDENT, HANG);
    }
}

void ip_report_write_fixes(ip_report_writer *rw)
{
    const ip_advice *advice = rw->report->advice;
    for (int i = 0; i < advice->fix_sets.count; i++) {
        write_fix_set(rw, &advice->fix_sets.items[i]);
        ip_report_end_paragraph(&rw->writer, 0, 0);
    }
}
