/* The report for people: first the fact in one line, then the evidence, then
 * what can be done. */
#include "base/stop.h"
#include "report/replay_text.h"
#include "report/text_parts.h"
#include "report/words.h"
#include "report/writer.h"

#include <limits.h>
#include <string.h>

enum { LISTED_PROGRAMS = 6, INDENT = 2, HANG = 4, FACT_HANG = 2, GAP = 3, LEAST_OUTCOME = 20 };

ip_style ip_report_verdict_style(ip_verdict verdict)
{
    return verdict == IP_SAFE ? IP_GREEN : verdict == IP_UNSAFE ? IP_RED : IP_YELLOW;
}

const char *ip_report_kind_words(ip_arena *arena, ip_anomaly_kind kind)
{
    return ip_anomaly_kind_words(arena, ip_anomaly_kind_name(kind));
}

/* "window 2,0" of method "window" and detail "(2,0)". */
const char *ip_report_proof_words(ip_arena *arena, const ip_level_result *result)
{
    const char *detail = result->proof_detail ? result->proof_detail : "";
    size_t length = strlen(detail);
    if (length >= 2 && strchr(detail, '(') == detail && strrchr(detail, '(') == detail && detail[length - 1] == ')')
        detail = ip_arena_strndup(arena, detail + 1, length - 2);
    return ip_arena_printf(arena, "%s%s%s", result->proof_method, *detail ? " " : "", detail);
}

/* In files and pipes a fact is one line, however long, so that it can be searched for. */
void ip_report_end_fact(ip_report_writer *rw)
{
    int width = rw->writer.width;
    if (!rw->options->wraps_facts)
        rw->writer.width = INT_MAX;
    ip_report_end_paragraph(&rw->writer, 0, FACT_HANG);
    rw->writer.width = width;
}

void ip_report_say_programs(ip_report_writer *rw)
{
    const ip_workload *workload = rw->report->workload;
    int count = workload->programs.count;
    if (count > LISTED_PROGRAMS) {
        ip_report_say(&rw->writer, IP_BOLD, "all %d programs", count);
        return;
    }
    for (int i = 0; i < count; i++)
        ip_report_say(&rw->writer, IP_BOLD, "%s%s", i ? ", " : "", workload->programs.items[i]->name);
}

/* ------------------------------------------------------------ anomalies -- */

static bool is_confirmed(const ip_anomaly *anomaly)
{
    return anomaly->replay.status == IP_REPLAY_CONFIRMED && !anomaly->suppressed;
}

bool ip_report_is_benign(const ip_anomaly *anomaly)
{
    return is_confirmed(anomaly) && !anomaly->replay.observable && anomaly->replay.equal_serial_order;
}

/* Which kinds of anomalies an unsafe level has, those that were confirmed if some were, and whether all of these give
 * what a serial order gives. */
static void say_kinds(ip_report_writer *rw, const ip_level_result *result)
{
    bool seen[IP_OTHER_ANOMALY + 1] = {false}, any = false, benign = true;
    const char *comma = "";
    for (int i = 0; i < result->anomalies.count; i++) {
        const ip_anomaly *a = &result->anomalies.items[i];
        any = any || is_confirmed(a);
        benign = benign && (!is_confirmed(a) || ip_report_is_benign(a));
    }
    for (int i = 0; i < result->anomalies.count; i++) {
        const ip_anomaly *a = &result->anomalies.items[i];
        if (seen[a->kind] || (any && !is_confirmed(a)))
            continue;
        seen[a->kind] = true;
        ip_report_say(&rw->writer, IP_PLAIN, "%s%s", comma, ip_report_kind_words(rw->writer.arena, a->kind));
        comma = ", ";
    }
    if (any && benign)
        ip_report_say(&rw->writer, IP_PLAIN, "; not serializable, but every case found was harmless");
}

/* --------------------------------------------------------------- levels -- */

static void write_safe(ip_report_writer *rw, const ip_level_result *result)
{
    ip_writer *w = &rw->writer;
    ip_report_say(w, IP_GREEN, "safe");
    ip_report_say(w, IP_PLAIN, " at %s, for any number of transactions", result->level);
    if (result->proof_method && rw->options->verbose)
        ip_report_say(w, IP_PLAIN, " (%s)", ip_report_proof_words(w->arena, result));
}

/* The verdict of all programs together, in a line. */
static void write_verdict(ip_report_writer *rw, const ip_level_result *result)
{
    ip_writer *w = &rw->writer;
    if (result->verdict == IP_UNSAFE && !result->not_delayed)
        return; /* the findings say it */
    ip_report_say_programs(rw);
    ip_report_say(w, IP_PLAIN, ": ");
    if (result->verdict == IP_SAFE) {
        write_safe(rw, result);
    } else if (result->verdict == IP_BENIGN) {
        ip_report_say(w, IP_YELLOW, "benign");
        ip_report_say(w, IP_PLAIN, " at %s: not serializable, but every case found was harmless", result->level);
    } else if (result->verdict == IP_UNSAFE) {
        ip_report_say(w, IP_RED, "unsafe");
        ip_report_say(w, IP_PLAIN, " at %s", result->level);
    } else {
        ip_report_say(w, IP_YELLOW, result->rest ? "suppressed" : "undecided");
        ip_report_say(w, IP_PLAIN, " at %s%s%s", result->level, result->reason ? ": " : "",
                      result->reason ? result->reason : "");
    }
    if (result->not_delayed && result->verdict != IP_UNDECIDED) /* whose reason says it */
        ip_report_say(w, IP_PLAIN, "; no proof by one delayed transaction: %s", result->not_delayed);
    ip_report_end_fact(rw);
}

static void write_statistics(ip_report_writer *rw, const ip_level_result *result)
{
    ip_writer *w = &rw->writer;
    const ip_statistics *s = &result->statistics;
    ip_report_say(w, IP_DIM, "%s: ", result->level);
    if (result->searched_cycle_length >= 2)
        ip_report_say(w, IP_DIM, "searched cycles of up to %d transactions: ", result->searched_cycle_length);
    ip_report_say(w, IP_DIM, "%s", ip_report_plural(w->arena, s->queries, "query", "queries"));
    if (!rw->options->no_times)
        ip_report_say(w, IP_DIM, ", %.2f s in the solver, %.2f s in all", s->solver_seconds, s->seconds);
    ip_report_end_paragraph(w, 0, HANG);
}

/* The reason is no program's. */
static bool is_stopped(const ip_level_result *result)
{
    static const ip_stop_reason reasons[] = {IP_INTERRUPTED, IP_OUT_OF_MEMORY, IP_MEMORY_LIMIT};
    bool stopped = result->may_help == IP_HELP_TIME;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons && result->reason; i++)
        stopped = stopped || strcmp(result->reason, ip_stop_text(reasons[i])) == 0;
    return stopped && result->reason;
}

/* Of many programs: how many go together as they are. */
static int count_safe(const ip_report_writer *rw, const ip_level_result *result)
{
    int safe = 0, count = rw->report->workload->programs.count;
    for (int p = 0; p < count && count > LISTED_PROGRAMS && result->safe_sets.count; p++)
        safe += result->safe_sets.items[0][p];
    return safe > 1 ? safe : 0;
}

void ip_report_say_outcome(ip_report_writer *rw, const ip_level_result *result)
{
    ip_writer *w = &rw->writer;
    int undecided = 0, count = rw->report->workload->programs.count, safe = count_safe(rw, result);
    for (int p = 0; p < count && result->programs; p++)
        undecided += result->programs[p].undecided_because != NULL;
    if (safe && result->verdict != IP_SAFE)
        ip_report_say(w, IP_PLAIN, "%d of %d programs are safe together; ", safe, count);
    if (result->verdict == IP_SAFE) {
        ip_report_say(w, IP_PLAIN, "for any number of transactions");
        if (result->proof_method && rw->options->verbose)
            ip_report_say(w, IP_PLAIN, " (%s)", ip_report_proof_words(w->arena, result));
    } else if (result->verdict == IP_UNSAFE || result->verdict == IP_BENIGN) {
        say_kinds(rw, result);
    } else if (undecided && undecided < count && !result->rest) {
        bool stopped = is_stopped(result);
        ip_report_say(w, IP_PLAIN, "%s not decided%s%s",
                      ip_report_plural(w->arena, undecided, "program is", "programs are"), stopped ? ": " : "",
                      stopped ? result->reason : "");
    } else if (result->reason) {
        ip_report_say(w, IP_PLAIN, "%s", result->reason);
    }
}

/* One line for each level, if there are several. */
static void write_overview(ip_report_writer *rw)
{
    ip_writer *w = &rw->writer;
    int widest = 0;
    const char *longest = "undecided";
    for (int i = 0; i < rw->report->results.count; i++) {
        int width = ip_report_display_width(rw->report->results.items[i].level);
        widest = width > widest ? width : widest;
        longest = rw->report->results.items[i].rest ? "suppressed" : longest;
    }
    bool narrow = rw->options->wraps_facts && w->width < widest + (int)strlen(longest) + 2 * GAP + LEAST_OUTCOME;
    for (int i = 0; i < rw->report->results.count; i++) {
        const ip_level_result *result = &rw->report->results.items[i];
        const char *verdict = result->rest ? "suppressed" : ip_anomaly_verdict_name(result->verdict);
        if (narrow) {
            ip_report_say(w, IP_BOLD, "%s ", result->level);
            ip_report_say(w, ip_report_verdict_style(result->verdict), "%s ", verdict);
        } else {
            int gap = widest - ip_report_display_width(result->level) + GAP;
            ip_report_say_whole(w, IP_BOLD, "%s%*s", result->level, gap, "");
            ip_report_say_whole(w, ip_report_verdict_style(result->verdict), "%s", verdict);
            ip_report_say_whole(w, IP_PLAIN, "%*s", (int)(strlen(longest) - strlen(verdict)) + GAP, "");
        }
        ip_report_say_outcome(rw, result);
        ip_report_end_fact(rw);
    }
}

static void write_levels(ip_report_writer *rw)
{
    const ip_report_data *report = rw->report;
    if (report->results.count > 1)
        write_overview(rw);
    else if (report->results.count)
        write_verdict(rw, &report->results.items[0]);
    if (report->results.count != 1 || report->results.items[0].verdict != IP_UNSAFE) /* a fact comes first */
        ip_report_write_beside(rw, NULL);
    ip_report_write_table(rw);
    ip_report_end_paragraph(&rw->writer, 0, 0);
}

/* Facts only: a line each, level by level. */
static void write_facts(ip_report_writer *rw)
{
    const ip_report_data *report = rw->report;
    for (int i = 0; i < report->results.count; i++) {
        const ip_level_result *result = &report->results.items[i];
        write_verdict(rw, result);
        ip_report_write_headlines_of(rw, result);
        ip_report_write_beside(rw, NULL);
        ip_report_write_parts(rw, result);
    }
}

/* What is known of parts, what may be refused, and how much was searched, level by level. */
static void write_rest_of_levels(ip_report_writer *rw)
{
    const ip_report_data *report = rw->report;
    for (int i = 0; i < report->results.count; i++)
        ip_report_write_parts(rw, &report->results.items[i]);
    for (int i = 0; i < report->results.count; i++)
        ip_report_write_denials(rw, &report->results.items[i]);
    ip_report_write_denials_end(rw, report->results.items, report->results.count);
    for (int i = 0; i < report->results.count && rw->options->verbose; i++)
        write_statistics(rw, &report->results.items[i]);
    ip_report_end_paragraph(&rw->writer, 0, 0);
}

/* ------------------------------------------------------------------ next -- */

void ip_report_say_command(ip_report_writer *rw, const char *command, const char *what)
{
    ip_report_say_whole(&rw->writer, IP_BOLD, "%s", command);
    ip_report_say(&rw->writer, IP_PLAIN, " %s", what);
    ip_report_end_paragraph(&rw->writer, INDENT, HANG);
}

const char *ip_report_same_command(ip_arena *arena, const ip_suggested_commands *commands, const char *option)
{
    if (!commands->program)
        return ip_arena_printf(arena, "isoproof analyze %s FILE…", option);
    return ip_arena_printf(arena, "%s %s%s", commands->begin, option, commands->end);
}

/* "isoproof explain", without files. */
static const char *bare_command(const ip_report_writer *rw, const char *command)
{
    const char *program = rw->options->commands.program;
    return ip_arena_printf(rw->writer.arena, "%s %s", program ? program : "isoproof", command);
}

/* Another command on the same files: "isoproof advise bank.sql". */
static const char *other_command(const ip_report_writer *rw, const char *command)
{
    const char *input = rw->options->commands.input;
    return ip_arena_printf(rw->writer.arena, "%s%s", bare_command(rw, command), input ? input : " FILE…");
}

/* What may decide more, of what was not decided for that reason. */
void ip_report_write_remedies(ip_report_writer *rw)
{
    const ip_report_data *report = rw->report;
    unsigned may_help = 0;
    for (int i = 0; i < report->results.count; i++)
        may_help |= report->results.items[i].verdict == IP_UNDECIDED ? report->results.items[i].may_help : 0;
    if (may_help & IP_HELP_TIME)
        ip_report_say_command(rw, "--timeout",
                              "with more seconds, or fewer programs (--transactions), may decide more");
    if (may_help & IP_HELP_CYCLES)
        ip_report_say_command(rw, "--max-cycle",
                              "with a larger number searches longer cycles, and may find an anomaly or a proof");
    if (ip_diagnostics_count(report->diagnostics, IP_UNSUPPORTED) > 0)
        ip_report_say_command(
            rw, "--transactions",
            "leaves out programs; those with statements that were not understood keep the others undecided");
}

static const char USUAL_ENGINE[] = "postgresql";

/* The engine is said unless it is the usual one. */
static const char *advise_command(ip_report_writer *rw, const char *engine)
{
    bool usual = strcmp(engine, USUAL_ENGINE) == 0;
    return other_command(rw, usual ? "advise" : ip_arena_printf(rw->writer.arena, "advise --engine %s", engine));
}

static void write_next_steps(ip_report_writer *rw, const ip_findings *findings)
{
    ip_writer *w = &rw->writer;
    const ip_report_data *report = rw->report;
    const char *engine = NULL, *kinds = "";
    bool undecided = false, unsafe = false, looked = false;
    for (int i = 0; i < report->results.count; i++) {
        const ip_level_result *result = &report->results.items[i];
        looked |= result->looked_at != NULL;
        undecided |= result->verdict == IP_UNDECIDED && !result->rest;
        unsafe |= result->verdict == IP_UNSAFE || result->verdict == IP_BENIGN;
        if (result->engine && *result->engine)
            engine = result->engine;
    }
    for (int f = 0; f < findings->list.count; f++) {
        ip_anomaly_kind kind = findings->list.items[f].anomaly->kind;
        const char *name = kind == IP_OTHER_ANOMALY ? "dependency-cycle" : ip_anomaly_kind_name(kind);
        if (!strstr(kinds, name))
            kinds = ip_arena_printf(w->arena, "%s%s%s", kinds, *kinds ? " " : "", name);
    }
    if (!undecided && !unsafe)
        return;
    ip_report_say(w, IP_BOLD, "next");
    ip_report_end_paragraph(w, 0, 0);
    if (unsafe && engine)
        ip_report_say_command(rw, advise_command(rw, engine),
                              "prints the change to the code that repairs this, as a diff, where it finds one; and "
                              "the weakest level for each transaction");
    if (*kinds)
        ip_report_say_command(rw, bare_command(rw, ip_arena_printf(w->arena, "explain %s", kinds)),
                              "says what this is and how to avoid it");
    if (ip_report_has_short_stories(rw, findings))
        ip_report_say_command(rw, ip_report_same_command(rw->writer.arena, &rw->options->commands, "--verbose"),
                              "shows how each finding happens");
    if (looked)
        ip_report_say_command(rw, "without --at", "everything is decided, and searched for longer");
    else if (findings->list.count && !rw->options->all_anomalies)
        ip_report_say_command(rw, ip_report_same_command(rw->writer.arena, &rw->options->commands, "--all-anomalies"),
                              "lists every one: the search stops after the first few");
    if (undecided && report->sessions)
        ip_report_say_command(rw, bare_command(rw, "explore"), "finds the histories of sessions that you write down");
    if (unsafe && report->results.count == 1)
        ip_report_say_command(
            rw, "--level",
            ip_arena_printf(w->arena, "names another level to check; %s lists them", bare_command(rw, "levels")));
    ip_report_write_remedies(rw);
}

ip_report_writer ip_report_writer_new(ip_arena *arena, const ip_report_data *report, FILE *out,
                                      const ip_text_options *options)
{
    return (ip_report_writer){
        .writer = {.arena = arena,
                   .out = out,
                   .width = options->width > 0 ? options->width : IP_DEFAULT_WIDTH,
                   .colour = options->colour,
                   .after_blank = true}, /* none comes first */
        .report = report,
        .options = options,
    };
}

void ip_report_text(const ip_report_data *report, FILE *out, const ip_text_options *options)
{
    ip_arena *arena = ip_arena_new();
    ip_report_writer rw = ip_report_writer_new(arena, report, out, options);
    ip_findings findings = ip_report_findings_of(arena, report);
    if (options->brief) {
        write_facts(&rw);
        ip_report_write_undecided(&rw, &findings);
    } else {
        write_levels(&rw);
        ip_report_write_stories(&rw, &findings);
        ip_report_write_beside(&rw, NULL);
        ip_report_end_paragraph(&rw.writer, 0, 0);
        ip_report_write_undecided(&rw, &findings);
        write_rest_of_levels(&rw);
        ip_report_write_notes(&rw);
        ip_report_write_coverage(&rw.writer, report->workload, report->diagnostics);
        write_next_steps(&rw, &findings);
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
    ip_findings findings = ip_report_findings_of(arena, report);
    bool found = false;
    for (int f = 0; f < findings.list.count; f++)
        if (is_asked(findings.list.items[f].anomaly, id)) {
            found = true;
            ip_report_write_story(&rw, &findings.list.items[f]);
        }
    ip_arena_free(arena);
    return found;
}
