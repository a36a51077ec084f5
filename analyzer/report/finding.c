/* Findings: the anomalies of all levels, each once, and open questions. */
#include "report/finding.h"

#include "anomaly/anomaly_kind.h"
#include "anomaly/rank.h"
#include "base/utf8.h"
#include "report/differences.h"
#include "report/text_parts.h"
#include "report/words.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------- places -- */

ip_region ip_report_region_of(ip_range range)
{
    range = ip_range_in_file(range);
    const ip_source *source = range.source;
    size_t begin = range.begin, end = range.end;
    if (!source)
        return (ip_region){0};
    end = end < begin ? begin : end;
    ip_position from = ip_source_position(source, begin), to = ip_source_position(source, end);
    ip_region region = {source, from.line, from.column, to.line, to.column, 1, 1};
    for (size_t i = source->line_starts[from.line - 1]; i < begin; i++)
        region.point += ((unsigned char)source->text[i] & 0xC0) != 0x80;
    for (size_t i = source->line_starts[to.line - 1]; i < end; i++)
        region.end_point += ((unsigned char)source->text[i] & 0xC0) != 0x80;
    return region;
}

const char *ip_report_relative_path(const char *path)
{
    while (strncmp(path, "./", 2) == 0)
        path += 2;
    return path;
}

static ip_range statement_range(const ip_program *program, int statement)
{
    bool known = statement >= 0 && statement < program->statements.count;
    return known && program->statements.items[statement].range.source ? program->statements.items[statement].range
                                                                      : program->range;
}

static int commit_place(const ip_anomaly *anomaly, int instance)
{
    int place = 0;
    while (place < anomaly->instance_count && anomaly->commit_order[place] != instance)
        place++;
    return place;
}

static bool commits_before(const ip_anomaly *anomaly, int instance, int other)
{
    return anomaly->replay.status == IP_REPLAY_CONFIRMED && anomaly->commit_order &&
           commit_place(anomaly, instance) < commit_place(anomaly, other);
}

/* How well a read shows what goes wrong; 0: it is no read of what is written later. Best is one whose value is out of
 * date when its transaction commits in the run, because the other one has committed before; and whose transaction
 * writes, perhaps what follows from that value. */
static int shows(const ip_anomaly *anomaly, const ip_dependency *dependency)
{
    if (dependency->type != IP_RW)
        return 0;
    if (!commits_before(anomaly, dependency->to, dependency->from))
        return 1;
    return ip_anomaly_program_is_read_only(anomaly->instances[dependency->from].program) ? 2 : 3;
}

const ip_dependency *ip_report_shown_dependency(const ip_anomaly *anomaly)
{
    const ip_dependency *best = &anomaly->dependencies[0];
    for (int i = 1; i < anomaly->instance_count; i++) {
        const ip_dependency *of = &anomaly->dependencies[i];
        int better = shows(anomaly, of) - shows(anomaly, best);
        /* of several, the read that misses the earliest commit */
        if (better > 0 || (better == 0 && shows(anomaly, of) > 1 && commits_before(anomaly, of->to, best->to)))
            best = of;
    }
    return best;
}

/* ------------------------------------------------------------- findings -- */

static void show(ip_finding *finding, const ip_anomaly *anomaly)
{
    const ip_dependency *shown = ip_report_shown_dependency(anomaly);
    finding->anomaly = anomaly;
    finding->severity = ip_report_severity_of(anomaly);
    finding->shown = shown;
    finding->read = statement_range(anomaly->instances[shown->from].program, shown->from_statement);
    finding->write = statement_range(anomaly->instances[shown->to].program, shown->to_statement);
}

/* A hash table of findings by their ids: there may be tens of thousands. */
typedef struct id_table {
    int *slots;   /* indexes plus one; 0: free */
    size_t count; /* a power of two, more than twice the ids */
} id_table;

/* The slot of an id: taken by its finding, or free. FNV-1a. */
static int *slot_of(const id_table *table, const ip_findings *findings, const char *id)
{
    uint32_t hash = 2166136261u;
    for (const char *c = id; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    for (size_t at = hash;; at++) {
        int *slot = &table->slots[at & (table->count - 1)];
        if (!*slot || strcmp(findings->list.items[*slot - 1].anomaly->id, id) == 0)
            return slot;
    }
}

static void add_anomaly(ip_arena *arena, ip_findings *findings, const id_table *table, const ip_level_result *result,
                        const ip_anomaly *anomaly)
{
    int *slot = anomaly->id ? slot_of(table, findings, anomaly->id) : NULL;
    ip_finding *finding = slot && *slot ? &findings->list.items[*slot - 1] : NULL;
    if (!finding) {
        ip_finding first = {.anomaly = NULL};
        show(&first, anomaly);
        IP_PUSH(arena, &findings->list, first);
        if (slot)
            *slot = findings->list.count;
        finding = &findings->list.items[findings->list.count - 1];
    } else if (ip_report_severity_of(anomaly) < finding->severity) {
        show(finding, anomaly);
    }
    bool there = false;
    for (int i = 0; i < finding->results.count; i++)
        there = there || finding->results.items[i] == result;
    if (!there)
        IP_PUSH(arena, &finding->results, result);
}

static int rank_of(const ip_finding *finding)
{
    return finding->anomaly->suppressed ? IP_SEVERITY_POSSIBLE + 1 : (int)finding->severity;
}

/* Few ranks: stable, and as quick as any. */
static void sort_findings(ip_arena *arena, ip_findings *findings)
{
    ip_findings sorted = {0};
    for (int rank = 0; rank <= IP_SEVERITY_POSSIBLE + 1; rank++)
        for (int i = 0; i < findings->list.count; i++)
            if (rank_of(&findings->list.items[i]) == rank)
                IP_PUSH(arena, &sorted.list, findings->list.items[i]);
    findings->list.items = sorted.list.items;
}

/* ------------------------------------------------------- open questions -- */

static bool same_range(ip_range a, ip_range b)
{
    return a.source == b.source && a.begin == b.begin;
}

static void add_open(ip_arena *arena, ip_findings *findings, const ip_level_result *result, const ip_program *program,
                     const char *reason, ip_range range)
{
    for (int i = 0; i < findings->open.count; i++) {
        ip_open_question *open = &findings->open.items[i];
        if (open->program == program && strcmp(open->reason, reason) == 0 && same_range(open->range, range)) {
            IP_PUSH(arena, &open->results, result);
            return;
        }
    }
    ip_open_question open = {.program = program, .reason = reason, .range = range};
    IP_PUSH(arena, &open.results, result);
    IP_PUSH(arena, &findings->open, open);
}

/* The finding itself is reported, as possible or as suppressed. */
static bool is_reported(const ip_level_result *result, const ip_program *program)
{
    for (int a = 0; a < result->anomalies.count; a++) {
        const ip_anomaly *anomaly = &result->anomalies.items[a];
        if ((anomaly->suppressed || ip_report_severity_of(anomaly) == IP_SEVERITY_POSSIBLE) &&
            ip_anomaly_takes_part(anomaly, program))
            return true;
    }
    return false;
}

static void add_open_questions(ip_arena *arena, ip_findings *findings, const ip_report_data *report,
                               const ip_level_result *result)
{
    int known = 0;
    for (int p = 0; p < report->workload->programs.count && result->programs; p++) {
        const ip_program_result *of = &result->programs[p];
        const ip_program *program = report->workload->programs.items[p];
        if (!of->undecided_because || result->rest)
            continue;
        known++;
        if (!is_reported(result, program))
            add_open(arena, findings, result, program, of->undecided_because,
                     of->undecided_at.source ? of->undecided_at : program->range);
    }
    if (result->verdict == IP_UNDECIDED && !result->rest && !known && !result->looked_at)
        add_open(arena, findings, result, NULL, result->reason ? result->reason : "no answer was found", (ip_range){0});
}

/* At a level that only promises name: the findings that break a promise. */
static bool is_asked(const ip_report_data *report, const ip_level_result *result, const ip_anomaly *anomaly)
{
    for (int i = 0; i < report->promises.count && result->only_promised; i++) {
        const ip_promise *promise = &report->promises.items[i];
        if (!promise->kept && strcmp(promise->level, result->level) == 0 &&
            ip_anomaly_takes_part(anomaly, report->workload->programs.items[promise->program]))
            return true;
    }
    return !result->only_promised;
}

ip_findings ip_report_findings_of(ip_arena *arena, const ip_report_data *report)
{
    ip_findings findings = {0};
    size_t anomalies = 0;
    id_table table = {.count = 16};
    for (int r = 0; r < report->results.count; r++)
        anomalies += (size_t)report->results.items[r].anomalies.count;
    while (table.count <= 2 * anomalies)
        table.count *= 2;
    table.slots = IP_NEW_ARRAY(arena, int, table.count);
    for (int r = 0; r < report->results.count; r++)
        for (int a = 0; a < report->results.items[r].anomalies.count; a++)
            if (is_asked(report, &report->results.items[r], &report->results.items[r].anomalies.items[a]))
                add_anomaly(arena, &findings, &table, &report->results.items[r],
                            &report->results.items[r].anomalies.items[a]);
    for (int r = 0; r < report->results.count; r++)
        if (!report->results.items[r].only_promised)
            add_open_questions(arena, &findings, report, &report->results.items[r]);
    sort_findings(arena, &findings);
    return findings;
}

/* ---------------------------------------------------------------- words -- */

const char *ip_report_dependency_text(ip_arena *arena, const ip_anomaly *anomaly, const ip_dependency *dependency)
{
    char *text = NULL;
    size_t length = 0;
    ip_writer writer = {.arena = arena, .out = open_memstream(&text, &length), .width = INT_MAX};
    if (!writer.out)
        return "";
    ip_report_say_dependency(&writer, anomaly, dependency);
    ip_report_end_paragraph(&writer, 0, 0);
    fclose(writer.out);
    const char *kept = ip_arena_strndup(arena, text, length ? length - 1 : 0); /* without the newline */
    free(text);
    return kept;
}

const char *ip_report_levels_text(ip_arena *arena, const ip_level_result *const *results, int count)
{
    const char *text = "";
    for (int i = 0; i < count; i++)
        text = ip_arena_printf(arena, "%s%s%s", text, i ? ", " : "", results[i]->level);
    return ip_report_printable(arena, text);
}

const char *ip_report_finding_title(ip_arena *arena, const ip_finding *finding)
{
    const ip_anomaly *anomaly = finding->anomaly;
    const char *names = "", *words = ip_report_kind_words(arena, anomaly->kind);
    static const char *const before[] = {
        [IP_SEVERITY_UNSAFE] = "", [IP_SEVERITY_BENIGN] = "benign ", [IP_SEVERITY_POSSIBLE] = "possible "};
    for (int i = 0; i < anomaly->instance_count; i++)
        names = ip_arena_printf(arena, "%s%s%s", names, i ? " beside " : "", anomaly->instances[i].program->name);
    return ip_report_printable(
        arena, ip_arena_printf(arena, "%s%s at %s: %s", before[finding->severity], words,
                               ip_report_levels_text(arena, finding->results.items, finding->results.count), names));
}

const char *ip_report_text_of_finding(ip_arena *arena, const ip_finding *finding)
{
    const ip_anomaly *anomaly = finding->anomaly;
    const char *text = "";
    for (int i = 0; i < anomaly->instance_count; i++)
        text = ip_arena_printf(arena, "%s%sT%d = %s", text, i ? ", " : "", i + 1,
                               ip_report_printable(arena, ip_report_call_text(arena, &anomaly->instances[i])));
    for (int i = 0; i < anomaly->instance_count; i++)
        text = ip_arena_printf(arena, "%s; %s", text,
                               ip_report_dependency_text(arena, anomaly, &anomaly->dependencies[i]));
    if (finding->severity == IP_SEVERITY_POSSIBLE)
        return ip_arena_printf(arena, "%s; found by the solver, and shown by no run%s%s", text,
                               anomaly->replay.reason ? ": " : "",
                               anomaly->replay.reason ? ip_report_printable(arena, anomaly->replay.reason) : "");
    return ip_arena_printf(arena, "%s; %s", text,
                           finding->severity == IP_SEVERITY_BENIGN
                               ? "not serializable, but some serial order gives the same results"
                           : anomaly->replay.observable ? "no serial order gives these results"
                                                        : "no serial order explains this");
}

const char *ip_report_finding_harm(ip_arena *arena, const ip_report_data *report, const ip_finding *finding)
{
    return ip_report_printable(arena, ip_report_harm_text(arena, &report->workload->schema, finding->anomaly));
}

const char *ip_report_open_text(ip_arena *arena, const ip_open_question *open)
{
    const char *levels = ip_report_levels_text(arena, open->results.items, open->results.count);
    return ip_report_printable(arena, ip_arena_printf(arena, "not decided at %s: %s%s%s", levels,
                                                      open->program ? open->program->name : "",
                                                      open->program ? ": " : "", open->reason));
}
