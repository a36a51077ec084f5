/* The report for people: first the fact in one line, then the evidence, then
 * what can be done. */
#include "anomaly/anomaly_kind.h"
#include "report/replay_text.h"
#include "report/text_parts.h"
#include "report/words.h"
#include "report/writer.h"

#include <limits.h>
#include <string.h>

enum { LISTED_PROGRAMS = 6, INDENT = 2, HANG = 4, GAP = 3 };

ip_style ip_verdict_style(ip_verdict verdict)
{
    return verdict == IP_SAFE ? IP_GREEN : verdict == IP_UNSAFE ? IP_RED : IP_YELLOW;
}

const char *ip_kind_words(ip_arena *arena, ip_anomaly_kind kind)
{
    switch (kind) {
    case IP_OTHER_ANOMALY:
        return "dependency cycle";
    case IP_READ_ONLY_ANOMALY:
        return "read-only anomaly";
    default:
        return ip_spaced(arena, ip_anomaly_kind_name(kind));
    }
}

/* "window 2,0" of method "window" and detail "(2,0)". */
const char *ip_proof_words(ip_arena *arena, const ip_level_result *result)
{
    const char *detail = result->proof_detail ? result->proof_detail : "";
    size_t length = strlen(detail);
    if (length >= 2 && strchr(detail, '(') == detail && strrchr(detail, '(') == detail && detail[length - 1] == ')')
        detail = ip_arena_strndup(arena, detail + 1, length - 2);
    return ip_arena_printf(arena, "%s%s%s", result->proof_method, *detail ? " " : "", detail);
}

/* A fact is one line, however long, so that it can be searched for. */
void ip_end_fact(ip_report_writer *rw)
{
    int width = rw->writer.width;
    rw->writer.width = INT_MAX;
    ip_end_paragraph(&rw->writer, 0, 0);
    rw->writer.width = width;
}

void ip_say_programs(ip_report_writer *rw)
{
    const ip_workload *workload = rw->report->workload;
    int count = workload->programs.count;
    if (count > LISTED_PROGRAMS) {
        ip_say(&rw->writer, IP_BOLD, "all %d programs", count);
        return;
    }
    for (int i = 0; i < count; i++)
        ip_say(&rw->writer, IP_BOLD, "%s%s", i ? ", " : "", workload->programs.items[i]->name);
}

static void write_note(ip_report_writer *rw, const ip_diagnostic *note, int times)
{
    ip_writer *w = &rw->writer;
    if (note->range.source) {
        ip_position position = ip_range_position(note->range);
        ip_say_whole(w, IP_DIM, "%s:%d:%d:", note->range.source->path, position.line, position.column);
        ip_say(w, IP_PLAIN, " ");
    }
    if (note->transaction)
        ip_say(w, IP_BOLD, "%s: ", note->transaction);
    ip_say(w, IP_PLAIN, "%s", note->message);
    if (times > 1)
        ip_say(w, IP_DIM, " (%d times)", times);
    ip_end_paragraph(w, INDENT, HANG);
}

void ip_write_beside(ip_report_writer *rw)
{
    const ip_diagnostics *notes = rw->report->diagnostics;
    const int *times = ip_diagnostics_times(rw->writer.arena, notes);
    for (int i = 0; i < notes->list.count && !rw->beside_said; i++)
        if (notes->list.items[i].beside_verdict) {
            bool assumed = notes->list.items[i].kind == IP_ASSUMPTION;
            ip_say(&rw->writer, IP_BOLD, assumed ? "assumption: " : "note: ");
            write_note(rw, &notes->list.items[i], times[i]);
        }
    rw->beside_said = true;
}

/* ------------------------------------------------------------ anomalies -- */

/* Where to look first: what the first anti-dependency read, else where the cycle starts. */
const char *ip_headline_place(ip_arena *arena, const ip_anomaly *anomaly)
{
    const ip_dependency *shown = &anomaly->dependencies[0];
    for (int i = 0; i < anomaly->instance_count; i++)
        if (anomaly->dependencies[i].type == IP_RW) {
            shown = &anomaly->dependencies[i];
            break;
        }
    return ip_statement_place(arena, anomaly->instances[shown->from].program, shown->from_statement);
}

static bool is_confirmed(const ip_anomaly *anomaly)
{
    return anomaly->replay.status == IP_REPLAY_CONFIRMED && !anomaly->suppressed;
}

bool ip_is_benign(const ip_anomaly *anomaly)
{
    return is_confirmed(anomaly) && !anomaly->replay.observable && anomaly->replay.equal_serial_order;
}

bool ip_is_possible(const ip_anomaly *anomaly)
{
    return anomaly->replay.status != IP_REPLAY_CONFIRMED && !anomaly->suppressed &&
           (anomaly->replay.reason || anomaly->approximated);
}

void ip_say_kinds(ip_report_writer *rw, const ip_level_result *result)
{
    bool seen[IP_OTHER_ANOMALY + 1] = {false}, any = false, benign = true;
    const char *comma = "";
    for (int i = 0; i < result->anomalies.count; i++) {
        const ip_anomaly *a = &result->anomalies.items[i];
        any = any || is_confirmed(a);
        benign = benign && (!is_confirmed(a) || ip_is_benign(a));
    }
    for (int i = 0; i < result->anomalies.count; i++) {
        const ip_anomaly *a = &result->anomalies.items[i];
        if (seen[a->kind] || (any && !is_confirmed(a)))
            continue;
        seen[a->kind] = true;
        ip_say(&rw->writer, IP_PLAIN, "%s%s", comma, ip_kind_words(rw->writer.arena, a->kind));
        comma = ", ";
    }
    if (any && benign)
        ip_say(&rw->writer, IP_PLAIN, "; not serializable, but every case found was harmless");
}

void ip_write_anomaly_headline(ip_report_writer *rw, const ip_level_result *result, const ip_anomaly *anomaly)
{
    ip_writer *w = &rw->writer;
    for (int i = 0; i < anomaly->instance_count; i++)
        ip_say(w, IP_BOLD, "%s%s", i ? ", " : "", anomaly->instances[i].program->name);
    ip_say(w, IP_PLAIN, ": ");
    if (anomaly->suppressed)
        ip_say(w, IP_YELLOW, "suppressed");
    else if (ip_is_benign(anomaly))
        ip_say(w, IP_YELLOW, "benign");
    else
        ip_say(w, IP_RED, "unsafe");
    ip_say(w, IP_PLAIN, " at %s: ", result->level);
    ip_say(w, IP_BOLD, "%s", ip_kind_words(w->arena, anomaly->kind));
    const char *place = ip_headline_place(w->arena, anomaly);
    if (*place)
        ip_say(w, IP_PLAIN, " (%s)", place);
    ip_end_fact(rw);
}

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
void ip_write_instances(ip_report_writer *rw, const ip_anomaly *anomaly)
{
    ip_writer *w = &rw->writer;
    bool mixed = mixed_levels(anomaly);
    const char **texts = IP_NEW_ARRAY(w->arena, const char *, anomaly->instance_count);
    int widest = 0;
    for (int i = 0; i < anomaly->instance_count; i++) {
        const ip_instance *instance = &anomaly->instances[i];
        const char *at = mixed ? ip_arena_printf(w->arena, " at %s", instance->level) : "";
        texts[i] = ip_arena_printf(w->arena, " = %s%s", ip_call_text(w->arena, instance), at);
        int width = ip_display_width(ip_printable(w->arena, texts[i])) + 3;
        widest = width > widest ? width : widest;
    }
    bool one_line = INDENT + anomaly->instance_count * (widest + GAP) - GAP <= w->width;
    for (int i = 0; i < anomaly->instance_count; i++) {
        ip_say(w, IP_BOLD, "T%d", i + 1);
        if (!one_line) {
            ip_say(w, IP_PLAIN, "%s", texts[i]);
            ip_end_paragraph(w, INDENT, HANG + 3);
            continue;
        }
        int padding = widest + GAP - (ip_display_width(ip_printable(w->arena, texts[i])) + 2);
        ip_say_whole(w, IP_PLAIN, "%s%*s", texts[i], i + 1 < anomaly->instance_count ? padding : 0, "");
    }
    if (one_line)
        ip_end_paragraph(w, INDENT, HANG);
}

static const char *dependency_places(ip_arena *arena, const ip_anomaly *anomaly, const ip_dependency *dependency)
{
    const char *from =
        ip_statement_place(arena, anomaly->instances[dependency->from].program, dependency->from_statement);
    const char *to = ip_statement_place(arena, anomaly->instances[dependency->to].program, dependency->to_statement);
    return *from && *to ? ip_arena_printf(arena, "%s → %s", from, to) : "";
}

/* Each dependency in words; the places in a column of their own after the longest text that leaves them room. */
void ip_write_dependencies(ip_report_writer *rw, const ip_anomaly *anomaly)
{
    ip_writer *w = &rw->writer;
    int tail_column = 0;
    for (int i = 0; i < anomaly->instance_count; i++) {
        const ip_dependency *dependency = &anomaly->dependencies[i];
        ip_say_dependency(w, anomaly, dependency);
        int end = INDENT + ip_paragraph_width(w) + GAP;
        int tail = ip_display_width(ip_printable(w->arena, dependency_places(w->arena, anomaly, dependency)));
        if (end + tail <= w->width && end > tail_column)
            tail_column = end;
        w->pieces.count = 0;
        w->pending_space = false;
    }
    for (int i = 0; i < anomaly->instance_count; i++) {
        const ip_dependency *dependency = &anomaly->dependencies[i];
        const char *places = dependency_places(w->arena, anomaly, dependency);
        bool fits = tail_column + ip_display_width(ip_printable(w->arena, places)) <= w->width;
        ip_say_dependency(w, anomaly, dependency);
        ip_end_paragraph_with_tail(w, INDENT, HANG, fits ? tail_column : 0, places);
    }
}

static void write_contradiction(ip_report_writer *rw, const ip_anomaly *anomaly)
{
    ip_writer *w = &rw->writer;
    int n = anomaly->instance_count;
    ip_say(w, IP_PLAIN, "so ");
    for (int i = 0; i < n; i++) {
        ip_say(w, IP_PLAIN, "%s", i == 0 ? "" : i + 1 < n ? ", " : " and ");
        ip_say_whole(w, IP_BOLD, "T%d < T%d", anomaly->dependencies[i].from + 1, anomaly->dependencies[i].to + 1);
    }
    ip_say(w, IP_PLAIN, ": a contradiction, so no serial order explains this");
    ip_end_paragraph(w, INDENT, HANG);
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
    ip_say(w, IP_PLAIN, "it happens if they commit in the order ");
    for (int i = 0; i < n; i++)
        ip_say(w, IP_PLAIN, "%sT%d", i ? ", " : "", anomaly->commit_order[i] + 1);
    for (int i = 1; i < n; i++) {
        int reader = anomaly->commit_order[i], missed = 0;
        for (int j = 0; j < i; j++) {
            int writer = anomaly->commit_order[j];
            if (anomaly->visible[writer * n + reader] || ip_program_is_read_only(anomaly->instances[writer].program))
                continue;
            if (sees_in_part(anomaly, writer, reader))
                ip_say(w, IP_PLAIN, "; only later statements of T%d see T%d", reader + 1, writer + 1);
            else if (missed++ == 0)
                ip_say(w, IP_PLAIN, "; T%d does not see T%d", reader + 1, writer + 1);
            else
                ip_say(w, IP_PLAIN, ", T%d", writer + 1);
        }
    }
    ip_end_paragraph(w, INDENT, HANG);
}

static void write_anomaly(ip_report_writer *rw, const ip_level_result *result, const ip_anomaly *anomaly)
{
    ip_writer *w = &rw->writer;
    ip_write_anomaly_headline(rw, result, anomaly);
    ip_write_beside(rw);
    if (rw->options->brief)
        return;
    ip_write_instances(rw, anomaly);
    ip_write_dependencies(rw, anomaly);
    write_contradiction(rw, anomaly);
    if (anomaly->replay.status != IP_REPLAY_CONFIRMED || !anomaly->replay.in_time)
        write_execution(rw, anomaly);
    ip_write_replay(w, anomaly);
    ip_end_paragraph(w, 0, 0);
}

/* --------------------------------------------------------------- levels -- */

static void write_safe(ip_report_writer *rw, const ip_level_result *result)
{
    ip_writer *w = &rw->writer;
    ip_say_programs(rw);
    ip_say(w, IP_PLAIN, ": ");
    ip_say(w, IP_GREEN, "safe");
    ip_say(w, IP_PLAIN, " at %s, for any number of transactions", result->level);
    if (result->proof_method)
        ip_say(w, IP_PLAIN, " (%s)", ip_proof_words(w->arena, result));
    ip_end_fact(rw);
}

static void write_undecided(ip_report_writer *rw, const ip_level_result *result)
{
    ip_writer *w = &rw->writer;
    ip_say_programs(rw);
    ip_say(w, IP_PLAIN, ": ");
    ip_say(w, IP_YELLOW, result->rest ? "suppressed" : "undecided");
    ip_say(w, IP_PLAIN, " at %s%s%s", result->level, result->reason ? ": " : "", result->reason ? result->reason : "");
    ip_end_fact(rw);
}

static void write_benign(ip_report_writer *rw, const ip_level_result *result)
{
    ip_writer *w = &rw->writer;
    ip_say_programs(rw);
    ip_say(w, IP_PLAIN, ": ");
    ip_say(w, IP_YELLOW, "benign");
    ip_say(w, IP_PLAIN, " at %s: not serializable, but every case found was harmless", result->level);
    ip_end_fact(rw);
}

static void write_statistics(ip_report_writer *rw, const ip_level_result *result)
{
    ip_writer *w = &rw->writer;
    const ip_statistics *s = &result->statistics;
    if (result->searched_cycle_length >= 2)
        ip_say(w, IP_DIM, "searched cycles of up to %d transactions: ", result->searched_cycle_length);
    ip_say(w, IP_DIM, "%s", ip_plural(w->arena, s->queries, "query", "queries"));
    if (!rw->options->no_times)
        ip_say(w, IP_DIM, ", %.2f s in the solver, %.2f s in all", s->solver_seconds, s->seconds);
    ip_end_paragraph(w, INDENT, HANG);
}

static void write_level(ip_report_writer *rw, const ip_level_result *result)
{
    ip_writer *w = &rw->writer;
    if (result->verdict == IP_SAFE)
        write_safe(rw, result);
    else if (result->verdict == IP_UNDECIDED)
        write_undecided(rw, result);
    else if (result->verdict == IP_BENIGN)
        write_benign(rw, result);
    int shown = 0;
    for (int i = 0; i < result->anomalies.count; i++)
        shown += !ip_is_possible(&result->anomalies.items[i]);
    if (shown == 0)
        ip_write_beside(rw);
    for (int i = 0; i < result->anomalies.count; i++)
        if (!ip_is_possible(&result->anomalies.items[i]))
            write_anomaly(rw, result, &result->anomalies.items[i]);
    ip_write_parts(rw, result);
    ip_write_possible(rw, result);
    if (rw->options->brief)
        return;
    if (result->anomalies.count > 0) {
        ip_say(w, IP_PLAIN, "%s: %s", result->level,
               ip_plural(w->arena, result->anomalies.count, "anomaly", "anomalies"));
        if (!rw->options->all_anomalies)
            ip_say(w, IP_PLAIN, "%s; the search stops after the first few, --all-anomalies lists all",
                   result->anomalies.count > 1 ? ", shortest first" : "");
        ip_end_paragraph(w, 0, HANG);
    }
    write_statistics(rw, result);
    ip_end_paragraph(w, 0, 0);
    ip_write_denials(rw, result);
}

/* One line for each level, if there are several. */
static void write_overview(ip_report_writer *rw)
{
    ip_writer *w = &rw->writer;
    int widest = 0;
    const char *longest = "undecided";
    for (int i = 0; i < rw->report->results.count; i++) {
        int width = ip_display_width(rw->report->results.items[i].level);
        widest = width > widest ? width : widest;
        longest = rw->report->results.items[i].rest ? "suppressed" : longest;
    }
    for (int i = 0; i < rw->report->results.count; i++) {
        const ip_level_result *result = &rw->report->results.items[i];
        int gap = widest - ip_display_width(result->level) + GAP;
        ip_say_whole(w, IP_BOLD, "%s%*s", result->level, gap, "");
        const char *verdict = result->rest ? "suppressed" : ip_verdict_name(result->verdict);
        ip_say_whole(w, ip_verdict_style(result->verdict), "%s", verdict);
        ip_say_whole(w, IP_PLAIN, "%*s", (int)(strlen(longest) - strlen(verdict)) + GAP, "");
        if (result->verdict == IP_SAFE && result->proof_method)
            ip_say(w, IP_PLAIN, "%s", ip_proof_words(w->arena, result));
        else if (result->verdict == IP_UNDECIDED && result->reason)
            ip_say(w, IP_PLAIN, "%s", result->reason);
        else if (result->verdict == IP_UNSAFE || result->verdict == IP_BENIGN)
            ip_say_kinds(rw, result);
        ip_end_fact(rw);
    }
    ip_write_beside(rw);
    ip_write_table(rw);
    ip_end_paragraph(w, 0, 0);
}

/* ---------------------------------------------------------------- notes -- */

void ip_write_notes(ip_report_writer *rw)
{
    static const struct {
        ip_diagnostic_kind kind;
        const char *heading;
    } groups[] = {
        {IP_ERROR, "errors"},
        {IP_ASSUMPTION, "assumptions that the verdicts depend on"},
        {IP_UNSUPPORTED, "not understood: assumed to read and write everything named there"},
        {IP_APPROXIMATION, "approximated: analyzed with more possible behaviours than the code has"},
        {IP_SUPPRESSED, "suppressed by a comment in the source"},
        {IP_REMARK, "remarks"},
    };
    const ip_diagnostics *notes = rw->report->diagnostics;
    const int *times = ip_diagnostics_times(rw->writer.arena, notes);
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        int written = 0;
        for (int i = 0; i < notes->list.count; i++) {
            if (notes->list.items[i].kind != groups[g].kind || notes->list.items[i].beside_verdict)
                continue;
            if (written++ == 0) {
                ip_say(&rw->writer, IP_BOLD, "%s", groups[g].heading);
                ip_end_paragraph(&rw->writer, 0, 0);
            }
            write_note(rw, &notes->list.items[i], times[i]);
        }
        if (written > 0)
            ip_end_paragraph(&rw->writer, 0, 0);
    }
}

static void write_next_steps(ip_report_writer *rw)
{
    ip_writer *w = &rw->writer;
    const ip_report_data *report = rw->report;
    const char *engine = NULL;
    bool seen[IP_OTHER_ANOMALY + 1] = {false}, undecided = false, unsafe = false;
    for (int i = 0; i < report->results.count; i++) {
        const ip_level_result *result = &report->results.items[i];
        undecided |= result->verdict == IP_UNDECIDED && !result->rest;
        unsafe |= result->verdict == IP_UNSAFE || result->verdict == IP_BENIGN;
        if (result->engine && *result->engine)
            engine = result->engine;
        for (int j = 0; j < result->anomalies.count; j++)
            seen[result->anomalies.items[j].kind] = true;
    }
    if (!undecided && !unsafe)
        return;
    ip_say(w, IP_BOLD, "next");
    ip_end_paragraph(w, 0, 0);
    for (int kind = 0; kind <= IP_OTHER_ANOMALY; kind++) {
        if (!seen[kind])
            continue;
        ip_say_whole(w, IP_BOLD, "isoproof explain %s", ip_anomaly_kind_name(kind));
        ip_say(w, IP_PLAIN, " describes this anomaly and how to avoid it");
        ip_end_paragraph(w, INDENT, HANG);
    }
    if (unsafe && engine) {
        ip_say_whole(w, IP_BOLD, "isoproof advise --engine %s", engine);
        ip_say(
            w, IP_PLAIN,
            " finds the weakest level for each transaction, and changes to the code with which a weaker one is safe");
        ip_end_paragraph(w, INDENT, HANG);
    }
    if (unsafe && report->results.count == 1) {
        ip_say(w, IP_PLAIN, "to check another level, name it with ");
        ip_say_whole(w, IP_BOLD, "--level");
        ip_say(w, IP_PLAIN, "; ");
        ip_say_whole(w, IP_BOLD, "isoproof levels");
        ip_say(w, IP_PLAIN, " lists them");
        ip_end_paragraph(w, INDENT, HANG);
    }
    if (undecided) {
        ip_say(w, IP_PLAIN, "to decide more, try a larger ");
        ip_say_whole(w, IP_BOLD, "--timeout");
        ip_say(w, IP_PLAIN, " or ");
        ip_say_whole(w, IP_BOLD, "--max-cycle");
        ip_say(w, IP_PLAIN, ", or fewer programs with ");
        ip_say_whole(w, IP_BOLD, "--transactions");
        if (ip_diagnostics_count(report->diagnostics, IP_UNSUPPORTED) > 0)
            ip_say(w, IP_PLAIN, ", or simplify the statements that were not understood");
        ip_end_paragraph(w, INDENT, HANG);
    }
}

ip_report_writer ip_report_writer_new(ip_arena *arena, const ip_report_data *report, FILE *out,
                                      const ip_text_options *options)
{
    return (ip_report_writer){
        .writer = {.arena = arena,
                   .out = out,
                   .width = options->width > 0 ? options->width : IP_DEFAULT_WIDTH,
                   .colour = options->colour},
        .report = report,
        .options = options,
    };
}

void ip_report_text(const ip_report_data *report, FILE *out, const ip_text_options *options)
{
    ip_arena *arena = ip_arena_new();
    ip_report_writer rw = ip_report_writer_new(arena, report, out, options);
    if (report->results.count > 1 && !options->brief)
        write_overview(&rw);
    for (int i = 0; i < report->results.count; i++)
        write_level(&rw, &report->results.items[i]);
    if (!options->brief) {
        ip_write_notes(&rw);
        ip_write_coverage(&rw.writer, report->workload, report->diagnostics);
        write_next_steps(&rw);
    }
    ip_arena_free(arena);
}

/* By its id, or by how it begins. */
static bool is_asked(const ip_anomaly *anomaly, const char *id)
{
    return anomaly->id && *id && strncmp(anomaly->id, id, strlen(id)) == 0;
}

bool ip_report_finding_text(const ip_report_data *report, const char *id, FILE *out, const ip_text_options *options)
{
    ip_arena *arena = ip_arena_new();
    ip_report_writer rw = ip_report_writer_new(arena, report, out, options);
    bool found = false;
    for (int r = 0; r < report->results.count; r++) {
        const ip_level_result *result = &report->results.items[r];
        for (int a = 0; a < result->anomalies.count; a++)
            if (is_asked(&result->anomalies.items[a], id)) {
                found = true;
                write_anomaly(&rw, result, &result->anomalies.items[a]);
            }
    }
    ip_arena_free(arena);
    return found;
}
