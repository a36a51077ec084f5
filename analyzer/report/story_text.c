/* A finding as a story: what goes wrong, the calls, the rows, the schedule, the places in the code, and why no serial
 * order explains it. */
#include "anomaly/anomaly_kind.h"
#include "report/differences.h"
#include "report/replay_text.h"
#include "report/source_text.h"
#include "report/text_parts.h"
#include "report/words.h"

#include <string.h>

enum { INDENT = 2, HANG = 4, GAP = 3 };

const char *ip_report_headline_place(ip_arena *arena, const ip_anomaly *anomaly)
{
    const ip_dependency *shown = ip_report_shown_dependency(anomaly);
    return ip_report_statement_place(arena, anomaly->instances[shown->from].program, shown->from_statement);
}

/* The levels at which it is as bad as where it is worst. */
static const char *levels_of(ip_arena *arena, const ip_finding *finding, ip_severity severity)
{
    const char *text = "";
    for (int r = 0; r < finding->results.count; r++) {
        const ip_level_result *result = finding->results.items[r];
        for (int a = 0; a < result->anomalies.count; a++) {
            const ip_anomaly *anomaly = &result->anomalies.items[a];
            if (anomaly != finding->anomaly &&
                !(anomaly->id && finding->anomaly->id && strcmp(anomaly->id, finding->anomaly->id) == 0))
                continue;
            if (ip_report_severity_of(anomaly) == severity)
                text = ip_arena_printf(arena, "%s%s%s", text, *text ? ", " : "", result->level);
            break;
        }
    }
    return text;
}

/* "a, b: unsafe at LEVEL: lost update (bank.sql:24)" */
static void write_headline(ip_report_writer *rw, const ip_finding *finding)
{
    static const struct {
        ip_style style;
        const char *word;
    } words[] = {[IP_SEVERITY_UNSAFE] = {IP_RED, "unsafe"},
                 [IP_SEVERITY_BENIGN] = {IP_YELLOW, "benign"},
                 [IP_SEVERITY_POSSIBLE] = {IP_YELLOW, "possible"}};
    ip_writer *w = &rw->writer;
    const ip_anomaly *anomaly = finding->anomaly;
    bool suppressed = anomaly->suppressed;
    for (int i = 0; i < anomaly->instance_count; i++)
        ip_report_say(w, IP_BOLD, "%s%s", i ? ", " : "", anomaly->instances[i].program->name);
    ip_report_say(w, IP_PLAIN, ": ");
    ip_report_say(w, suppressed ? IP_YELLOW : words[finding->severity].style, "%s",
                  suppressed ? "suppressed" : words[finding->severity].word);
    ip_report_say(w, IP_PLAIN, " at %s: ", levels_of(w->arena, finding, finding->severity));
    ip_report_say(w, IP_BOLD, "%s", ip_report_kind_words(w->arena, anomaly->kind));
    const char *place = ip_report_headline_place(w->arena, anomaly),
               *benign = levels_of(w->arena, finding, IP_SEVERITY_BENIGN);
    if (*place)
        ip_report_say(w, IP_PLAIN, " (%s)", place);
    if (finding->severity == IP_SEVERITY_UNSAFE && *benign)
        ip_report_say(w, IP_PLAIN, "; benign at %s", benign);
    ip_report_end_fact(rw);
    ip_report_write_beside(rw, anomaly);
}

/* ----------------------------------------------------------------- calls -- */

static bool mixed_levels(const ip_anomaly *anomaly)
{
    for (int i = 1; i < anomaly->instance_count; i++)
        if (anomaly->instances[i].level && anomaly->instances[0].level &&
            strcmp(anomaly->instances[i].level, anomaly->instances[0].level) != 0)
            return true;
    for (int i = 0; i < anomaly->instance_count; i++)
        if (anomaly->instances[i].program->declared)
            return true;
    return false;
}

/* All on one line where they fit, else one for each line. */
void ip_report_write_instances(ip_report_writer *rw, const ip_anomaly *anomaly)
{
    ip_writer *w = &rw->writer;
    bool mixed = mixed_levels(anomaly);
    const char **texts = IP_NEW_ARRAY(w->arena, const char *, anomaly->instance_count);
    int widest = 0;
    for (int i = 0; i < anomaly->instance_count; i++) {
        const ip_instance *instance = &anomaly->instances[i];
        const char *at = mixed ? ip_arena_printf(w->arena, " at %s", instance->level) : "";
        texts[i] = ip_arena_printf(w->arena, " = %s%s", ip_report_call_text(w->arena, instance), at);
        int width = ip_report_display_width(ip_report_printable(w->arena, texts[i])) + 3;
        widest = width > widest ? width : widest;
    }
    bool one_line = INDENT + anomaly->instance_count * (widest + GAP) - GAP <= w->width;
    for (int i = 0; i < anomaly->instance_count; i++) {
        ip_report_say(w, IP_BOLD, "T%d", i + 1);
        if (!one_line) {
            ip_report_say(w, IP_PLAIN, "%s", texts[i]);
            ip_report_end_paragraph(w, INDENT, HANG + 3);
            continue;
        }
        int padding = widest + GAP - (ip_report_display_width(ip_report_printable(w->arena, texts[i])) + 2);
        ip_report_say_whole(w, IP_PLAIN, "%s%*s", texts[i], i + 1 < anomaly->instance_count ? padding : 0, "");
    }
    if (one_line)
        ip_report_end_paragraph(w, INDENT, HANG);
}

/* ------------------------------------------------------------------- why -- */

static const char ARROW[] = " → ";

static const char *dependency_places(ip_arena *arena, const ip_anomaly *anomaly, const ip_dependency *dependency)
{
    const char *from =
        ip_report_statement_place(arena, anomaly->instances[dependency->from].program, dependency->from_statement);
    const char *to =
        ip_report_statement_place(arena, anomaly->instances[dependency->to].program, dependency->to_statement);
    return *from && *to ? ip_arena_printf(arena, "%s%s%s", from, ARROW, to) : "";
}

/* Each dependency in words; the places in a column of their own after the longest text that leaves them room. */
void ip_report_write_dependencies(ip_report_writer *rw, const ip_anomaly *anomaly)
{
    ip_writer *w = &rw->writer;
    int tail_column = 0;
    for (int i = 0; i < anomaly->instance_count; i++) {
        const ip_dependency *dependency = &anomaly->dependencies[i];
        ip_report_say_dependency(w, anomaly, dependency);
        int end = INDENT + ip_report_paragraph_width(w) + GAP;
        int tail =
            ip_report_display_width(ip_report_printable(w->arena, dependency_places(w->arena, anomaly, dependency)));
        if (end + tail <= w->width && end > tail_column)
            tail_column = end;
        w->pieces.count = 0;
        w->pending_space = false;
    }
    for (int i = 0; i < anomaly->instance_count; i++) {
        const ip_dependency *dependency = &anomaly->dependencies[i];
        const char *places = dependency_places(w->arena, anomaly, dependency);
        bool fits = tail_column + ip_report_display_width(ip_report_printable(w->arena, places)) <= w->width;
        ip_report_say_dependency(w, anomaly, dependency);
        const char *arrow = strstr(places, ARROW);
        if (arrow && rw->options->wraps_facts &&
            HANG + ip_report_display_width(ip_report_printable(w->arena, places)) > w->width) {
            ip_report_end_paragraph(w, INDENT, HANG);
            ip_report_say_whole(w, IP_PLAIN, "%.*s", (int)(arrow - places), places);
            ip_report_say(w, IP_PLAIN, "%s", ARROW);
            ip_report_say_whole(w, IP_PLAIN, "%s", arrow + strlen(ARROW));
            ip_report_end_paragraph(w, HANG, HANG);
            continue;
        }
        ip_report_end_paragraph_with_tail(w, INDENT, HANG, fits ? tail_column : 0, places);
    }
}

static void write_contradiction(ip_report_writer *rw, const ip_anomaly *anomaly)
{
    ip_writer *w = &rw->writer;
    int n = anomaly->instance_count;
    ip_report_say(w, IP_PLAIN, "so ");
    for (int i = 0; i < n; i++) {
        ip_report_say(w, IP_PLAIN, "%s", i == 0 ? "" : i + 1 < n ? ", " : ", and ");
        ip_report_say(w, IP_BOLD, "T%d%s before T%d", anomaly->dependencies[i].from + 1, i ? "" : " comes",
                      anomaly->dependencies[i].to + 1);
    }
    ip_report_say(w, IP_PLAIN, ": no serial order does %s", n == 2 ? "both" : "all of this");
    ip_report_end_paragraph(w, INDENT, HANG);
}

/* Where statements have snapshots of their own. */
static bool sees_in_part(const ip_anomaly *anomaly, int writer, int reader)
{
    int pair = writer * anomaly->instance_count + reader;
    for (int s = 0; anomaly->sees && s < anomaly->sees_steps; s++)
        if (anomaly->sees[pair * anomaly->sees_steps + s])
            return true;
    return false;
}

/* The execution that has the cycle: the order of commits, and which transactions do not see which earlier writes. */
static void write_execution(ip_report_writer *rw, const ip_anomaly *anomaly)
{
    ip_writer *w = &rw->writer;
    int n = anomaly->instance_count;
    if (!anomaly->commit_order || !anomaly->visible)
        return;
    ip_report_say(w, IP_PLAIN, "it happens if they commit in the order ");
    for (int i = 0; i < n; i++)
        ip_report_say(w, IP_PLAIN, "%sT%d", i ? ", " : "", anomaly->commit_order[i] + 1);
    for (int i = 1; i < n; i++) {
        int reader = anomaly->commit_order[i], missed = 0;
        for (int j = 0; j < i; j++) {
            int writer = anomaly->commit_order[j];
            if (anomaly->visible[writer * n + reader] ||
                ip_anomaly_program_is_read_only(anomaly->instances[writer].program))
                continue;
            if (sees_in_part(anomaly, writer, reader))
                ip_report_say(w, IP_PLAIN, "; only later statements of T%d see T%d", reader + 1, writer + 1);
            else if (missed++ == 0)
                ip_report_say(w, IP_PLAIN, "; T%d does not see T%d", reader + 1, writer + 1);
            else
                ip_report_say(w, IP_PLAIN, ", T%d", writer + 1);
        }
    }
    ip_report_end_paragraph(w, INDENT, HANG);
}

/* The places to look at: the read of a value that the other one writes later, and that write. */
static void write_places(ip_report_writer *rw, const ip_finding *finding)
{
    static const char *const does[][2] = {
        [IP_RW] = {"reads", "writes"}, [IP_WR] = {"writes", "reads"}, [IP_WW] = {"writes", "overwrites"}};
    ip_writer *w = &rw->writer;
    const ip_dependency *shown = finding->shown;
    bool one = finding->read.source == finding->write.source && finding->read.begin == finding->write.begin;
    const char *first = does[shown->type][0], *second = does[shown->type][1];
    if (one) {
        ip_report_write_place(
            w, finding->read,
            ip_arena_printf(w->arena, "T%d %s here, T%d %s", shown->from + 1, first, shown->to + 1, second));
        return;
    }
    ip_report_write_place(w, finding->read, ip_arena_printf(w->arena, "T%d %s here", shown->from + 1, first));
    ip_report_write_place(w, finding->write, ip_arena_printf(w->arena, "T%d %s here", shown->to + 1, second));
}

/* ------------------------------------------------------------------ harm -- */

/* What goes wrong in one sentence. */
static void write_harm(ip_report_writer *rw, const ip_finding *finding)
{
    ip_writer *w = &rw->writer;
    const ip_anomaly *anomaly = finding->anomaly;
    const char *harm = ip_report_harm_text(w->arena, &rw->report->workload->schema, anomaly);
    if (*harm)
        ip_report_say(w, IP_BOLD, "%s", harm);
    else if (finding->severity == IP_SEVERITY_BENIGN) {
        ip_report_say(w, IP_PLAIN, "Harmless, as far as found: ");
        for (int i = 0; i < anomaly->instance_count; i++)
            ip_report_say_whole(w, IP_PLAIN, "%sT%d", i ? " then " : "", anomaly->replay.equal_serial_order[i] + 1);
        ip_report_say(w, IP_PLAIN, " gives the same results and the same rows.");
    } else {
        return;
    }
    ip_report_end_paragraph(w, INDENT, INDENT);
}

/* ----------------------------------------------------------------- stories -- */

void ip_report_write_story(ip_report_writer *rw, const ip_finding *finding)
{
    ip_writer *w = &rw->writer;
    const ip_anomaly *anomaly = finding->anomaly;
    write_headline(rw, finding);
    write_harm(rw, finding);
    ip_report_write_instances(rw, anomaly);
    ip_report_write_replay(w, anomaly);
    ip_report_write_outcomes(rw, anomaly);
    write_places(rw, finding);
    ip_report_write_dependencies(rw, anomaly);
    write_contradiction(rw, anomaly);
    if (anomaly->replay.status != IP_REPLAY_CONFIRMED || !anomaly->replay.in_time)
        write_execution(rw, anomaly);
    ip_report_write_confirmation(w, anomaly);
    ip_report_end_paragraph(w, 0, 0);
}

/* In what order it happens: what is read that the other one writes later. */
static void write_stale_reads(ip_report_writer *rw, const ip_anomaly *anomaly)
{
    ip_writer *w = &rw->writer;
    for (int i = 0; i < anomaly->instance_count && anomaly->replay.status == IP_REPLAY_CONFIRMED; i++)
        if (anomaly->dependencies[i].type == IP_RW)
            ip_report_write_line(w, INDENT, ip_report_dependency_text(w->arena, anomaly, &anomaly->dependencies[i]));
}

/* What goes wrong, which calls and in what order, and how to ask for the rest. */
static void write_short_story(ip_report_writer *rw, const ip_finding *finding)
{
    ip_writer *w = &rw->writer;
    write_headline(rw, finding);
    if (!finding->anomaly->suppressed) {
        write_harm(rw, finding);
        ip_report_write_instances(rw, finding->anomaly);
        write_stale_reads(rw, finding->anomaly);
    }
    const char *id = finding->anomaly->id ? finding->anomaly->id : "";
    ip_report_say_whole(
        w, IP_DIM, "%s",
        ip_report_same_command(rw->writer.arena, &rw->options->commands, ip_arena_printf(w->arena, "--show %.8s", id)));
    ip_report_end_paragraph(w, INDENT, HANG);
    ip_report_end_paragraph(w, 0, 0);
}

void ip_report_write_headlines_of(ip_report_writer *rw, const ip_level_result *result)
{
    for (int a = 0; a < result->anomalies.count; a++) {
        ip_finding finding = {.anomaly = &result->anomalies.items[a],
                              .severity = ip_report_severity_of(&result->anomalies.items[a])};
        IP_PUSH(rw->writer.arena, &finding.results, result);
        if (finding.severity != IP_SEVERITY_POSSIBLE || finding.anomaly->suppressed)
            write_headline(rw, &finding);
    }
}

enum { MOST_SHORT = 12 };

void ip_report_write_stories(ip_report_writer *rw, const ip_findings *findings)
{
    bool all = rw->options->verbose, whole = false;
    int listed = 0, left = 0;
    for (int f = 0; f < findings->list.count; f++) {
        const ip_finding *finding = &findings->list.items[f];
        if (finding->severity == IP_SEVERITY_POSSIBLE && !finding->anomaly->suppressed)
            continue;
        bool first = !whole && finding->severity == IP_SEVERITY_UNSAFE && !finding->anomaly->suppressed;
        if (all || first) {
            whole = true;
            ip_report_write_story(rw, finding);
        } else if (listed < MOST_SHORT || rw->options->all_anomalies) {
            listed++;
            write_short_story(rw, finding);
        } else {
            left++;
        }
    }
    if (left) {
        ip_report_write_line(&rw->writer, 0,
                             ip_arena_printf(rw->writer.arena, "and %d more findings; --verbose shows all", left));
        ip_report_end_paragraph(&rw->writer, 0, 0);
    }
}

bool ip_report_has_short_stories(const ip_report_writer *rw, const ip_findings *findings)
{
    int shown = 0, unsafe = 0;
    for (int f = 0; f < findings->list.count; f++) {
        const ip_finding *finding = &findings->list.items[f];
        shown += finding->severity != IP_SEVERITY_POSSIBLE || finding->anomaly->suppressed;
        unsafe += finding->severity == IP_SEVERITY_UNSAFE && !finding->anomaly->suppressed;
    }
    return !rw->options->verbose && shown > (unsafe > 0);
}
