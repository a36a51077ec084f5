/* SARIF 2.1.0 (OASIS, 2020): a rule a kind of anomaly, a result a finding, a thread flow a transaction. */
#include "report/finding.h"
#include "report/formats/formats.h"
#include "report/json_build.h"
#include "report/writer.h"

#include "replay/schedule/schedule.h"

#include <ctype.h>
#include <string.h>

#define SCHEMA "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
#define UNDECIDED "undecided"

/* ---------------------------------------------------------------- rules -- */

typedef struct rule {
    const char *name, *meaning, *help;
} rule;

/* Where each kind was described first; what has no name of its own: PostgreSQL's chapter on isolation. */
static const char *help_of(ip_anomaly_kind kind)
{
    switch (kind) {
    case IP_LOST_UPDATE:
    case IP_WRITE_SKEW:
    case IP_NON_REPEATABLE_READ:
    case IP_PHANTOM:
        return "https://doi.org/10.1145/223784.223785";
    case IP_LONG_FORK:
        return "https://doi.org/10.1145/2043556.2043592";
    case IP_READ_ONLY_ANOMALY:
        return "https://doi.org/10.1145/1031570.1031573";
    case IP_OTHER_ANOMALY:
        break;
    }
    return "https://www.postgresql.org/docs/current/transaction-iso.html";
}

static const struct {
    const char *name, *meaning;
} kinds[] = {
#define X(id, name, meaning, source) [id] = {name, meaning},
    IP_ANOMALY_KINDS(X)
#undef X
};

enum { RULE_UNDECIDED = sizeof kinds / sizeof *kinds };

/* Brackets before a parenthesis would be a link. */
static json_t *message(ip_arena *arena, const char *text)
{
    char *copy = ip_arena_alloc(arena, 2 * strlen(text) + 1), *to = copy;
    for (; *text; text++) {
        if (text[0] == ']' && text[1] == '(')
            *to++ = '\\';
        *to++ = *text;
    }
    json_t *object = must(json_object());
    set(object, "text", string(arena, copy));
    return object;
}

static const char *page_text(ip_arena *arena, ip_page_lines *explain, const char *name)
{
    const char *text = NULL;
    for (const char *const *line = explain ? explain(name) : NULL; line && *line; line++)
        text = ip_arena_printf(arena, "%s%s%s", text ? text : "", text ? "\n" : "", *line);
    return text;
}

static json_t *rule_object(ip_arena *arena, const char *name, const char *meaning, const char *help, const char *level,
                           ip_page_lines *explain)
{
    json_t *object = must(json_object()), *configuration = must(json_object());
    const char *page = page_text(arena, explain, name);
    set(configuration, "level", json_string(level));
    set(object, "id", json_string(name));
    set(object, "shortDescription", message(arena, meaning));
    if (page)
        set(object, "help", message(arena, page));
    set(object, "helpUri", json_string(help));
    set(object, "defaultConfiguration", configuration);
    return object;
}

static json_t *driver_object(ip_arena *arena, ip_page_lines *explain)
{
    json_t *driver = must(json_object()), *rules = must(json_array());
    for (int i = 0; i < RULE_UNDECIDED; i++)
        append(rules,
               rule_object(arena, kinds[i].name, kinds[i].meaning, help_of((ip_anomaly_kind)i), "error", explain));
    append(rules, rule_object(arena, UNDECIDED, "neither a proof nor an anomaly was found", help_of(IP_OTHER_ANOMALY),
                              "none", explain));
    set(driver, "name", json_string("isoproof"));
    set(driver, "version", json_string(IP_VERSION));
    set(driver, "rules", rules);
    return driver;
}

/* --------------------------------------------------------------- places -- */

/* A URI reference (RFC 3986): what is neither unreserved nor a slash is written as %XX. */
static const char *uri_of(ip_arena *arena, const char *path)
{
    path = ip_report_relative_path(path);
    char *text = ip_arena_alloc(arena, 3 * strlen(path) + 8), *to = text;
    if (*path == '/')
        to += sprintf(to, "file://");
    for (const unsigned char *c = (const unsigned char *)path; *c; c++)
        to += sprintf(to, isalnum(*c) || strchr("-._~/", *c) ? "%c" : "%%%02X", *c);
    return text;
}

static json_t *artifact(ip_arena *arena, const char *path)
{
    json_t *object = must(json_object());
    set(object, "uri", json_string(uri_of(arena, path)));
    return object;
}

static json_t *physical(ip_arena *arena, ip_range range)
{
    ip_region region = ip_report_region_of(range);
    json_t *object = must(json_object()), *where = must(json_object());
    set(where, "startLine", json_integer(region.line));
    set(where, "startColumn", json_integer(region.point));
    if (region.end_line > region.line || region.end_point > region.point) {
        set(where, "endLine", json_integer(region.end_line));
        set(where, "endColumn", json_integer(region.end_point));
    }
    set(object, "artifactLocation", artifact(arena, region.source->path));
    set(object, "region", where);
    return object;
}

/* text: NULL: nothing to say of it */
static json_t *location(ip_arena *arena, ip_range range, const char *text)
{
    json_t *object = must(json_object());
    if (range.source)
        set(object, "physicalLocation", physical(arena, range));
    if (text)
        set(object, "message", message(arena, text));
    return object;
}

static json_t *one_location(ip_arena *arena, ip_range range)
{
    json_t *list = must(json_array());
    if (range.source)
        append(list, location(arena, range, NULL));
    return list;
}

/* A result without a place is refused by some that read them: the first file stands in. */
static json_t *result_location(ip_arena *arena, const ip_report_data *report, ip_range range)
{
    if (!range.source && report->workload->sources.count)
        range.source = report->workload->sources.items[0];
    return one_location(arena, range);
}

/* ----------------------------------------------------------------- flows -- */

static json_t *step_location(ip_arena *arena, const ip_schedule_step *step)
{
    json_t *object = must(json_object());
    const char *outcome = ip_schedule_outcome_text(arena, &step->expect);
    const char *text = ip_arena_printf(arena, "%s%s%s%s", ip_schedule_step_text(arena, step),
                                       step->waits ? " (waits)" : "", *outcome ? ": " : "", outcome);
    if (step->file && step->line) {
        json_t *physical = must(json_object()), *where = must(json_object());
        set(where, "startLine", json_integer(step->line));
        set(physical, "artifactLocation", artifact(arena, step->file));
        set(physical, "region", where);
        set(object, "physicalLocation", physical);
    }
    set(object, "message", message(arena, ip_report_printable(arena, text)));
    return object;
}

/* The transaction's steps; executionOrder says how they interleave with those of the others. */
static json_t *thread_flow(ip_arena *arena, const ip_schedule *schedule, int instance)
{
    json_t *flow = must(json_object()), *locations = must(json_array());
    const ip_schedule_instance *of = &schedule->instances.items[instance];
    for (int s = 0; s < schedule->steps.count; s++) {
        const ip_schedule_step *step = &schedule->steps.items[s];
        if (step->instance != instance)
            continue;
        json_t *one = must(json_object());
        set(one, "location", step_location(arena, step));
        set(one, "executionOrder", json_integer(s + 1));
        append(locations, one);
    }
    set(flow, "id", string(arena, of->name));
    set(flow, "message",
        message(arena, ip_report_printable(arena, ip_arena_printf(arena, "%s = %s(%s)", of->name, of->transaction,
                                                                  of->arguments ? of->arguments : ""))));
    set(flow, "locations", locations);
    return flow;
}

/* Without a schedule: what each transaction does in the cycle. */
static json_t *cycle_flow(ip_arena *arena, const ip_anomaly *anomaly, int instance)
{
    json_t *flow = must(json_object()), *locations = must(json_array());
    const ip_program *program = anomaly->instances[instance].program;
    for (int i = 0; i < anomaly->instance_count; i++) {
        const ip_dependency *dependency = &anomaly->dependencies[i];
        for (int end = 0; end < 2; end++) {
            int statement = end ? dependency->to_statement : dependency->from_statement;
            if ((end ? dependency->to : dependency->from) != instance || statement < 0 ||
                statement >= program->statements.count)
                continue;
            json_t *one = must(json_object());
            set(one, "location",
                location(arena, program->statements.items[statement].range,
                         ip_report_dependency_text(arena, anomaly, dependency)));
            append(locations, one);
        }
    }
    if (!json_array_size(locations)) {
        json_t *one = must(json_object());
        set(one, "location", location(arena, program->range, NULL));
        append(locations, one);
    }
    set(flow, "id", json_sprintf("T%d", instance + 1));
    set(flow, "locations", locations);
    return flow;
}

static json_t *code_flows(ip_arena *arena, const ip_finding *finding)
{
    json_t *flows = must(json_array()), *flow = must(json_object()), *threads = must(json_array());
    const ip_anomaly *anomaly = finding->anomaly;
    for (int i = 0; i < anomaly->instance_count; i++)
        append(threads, anomaly->replay.schedule && i < anomaly->replay.schedule->instances.count
                            ? thread_flow(arena, anomaly->replay.schedule, i)
                            : cycle_flow(arena, anomaly, i));
    set(flow, "message", message(arena, anomaly->replay.schedule ? "a run that shows it" : "the cycle"));
    set(flow, "threadFlows", threads);
    append(flows, flow);
    return flows;
}

/* ----------------------------------------------------------------- fixes -- */

static int line_count(const char *text)
{
    int lines = 0;
    for (const char *at = text; *at; at++)
        lines += *at == '\n';
    return lines + (*text && text[strlen(text) - 1] != '\n');
}

/* Whole lines are replaced, or put in before one. */
static json_t *replacement(ip_arena *arena, const ip_hunk *hunk)
{
    json_t *object = must(json_object()), *region = must(json_object()), *content = must(json_object());
    int line = ip_report_region_of(hunk->range).line, lines = line_count(hunk->before);
    size_t length = strlen(hunk->after);
    bool ends = !length || hunk->after[length - 1] == '\n';
    set(region, "startLine", json_integer(line));
    set(region, "startColumn", json_integer(1));
    set(region, "endLine", json_integer(line + lines));
    set(region, "endColumn", json_integer(1));
    set(content, "text", string(arena, ends ? hunk->after : ip_arena_printf(arena, "%s\n", hunk->after)));
    set(object, "deletedRegion", region);
    set(object, "insertedContent", content);
    return object;
}

/* One change a file. */
static void add_change(ip_arena *arena, json_t *changes, const ip_hunk *hunk)
{
    const char *path = ip_report_region_of(hunk->range).source->path, *uri = uri_of(arena, path);
    size_t i;
    json_t *change, *found = NULL;
    json_array_foreach(
        changes, i,
        change) if (strcmp(json_string_value(json_object_get(json_object_get(change, "artifactLocation"), "uri")),
                           uri) == 0) found = change;
    if (!found) {
        found = must(json_object());
        set(found, "artifactLocation", artifact(arena, path));
        set(found, "replacements", json_array());
        append(changes, found);
    }
    append(json_object_get(found, "replacements"), replacement(arena, hunk));
}

static json_t *fix_object(ip_arena *arena, const ip_fix_set *fixes)
{
    json_t *object = must(json_object()), *changes = must(json_array());
    const char *text = "";
    for (int i = 0; i < fixes->fixes.count; i++) {
        const ip_fix *fix = &fixes->fixes.items[i];
        text = ip_arena_printf(arena, "%s%s%s", text, i ? "; " : "", fix->change);
        for (int h = 0; h < fix->hunks.count; h++)
            if (fix->hunks.items[h].range.source)
                add_change(arena, changes, &fix->hunks.items[h]);
    }
    set(object, "description",
        message(arena, ip_report_printable(
                           arena, ip_arena_printf(arena, "verified to be safe at %s: %s", fixes->level, text))));
    set(object, "artifactChanges", changes);
    return object;
}

static bool mends(const ip_fix_set *fixes, const ip_finding *finding)
{
    bool level = false;
    for (int r = 0; r < finding->results.count; r++)
        level = level || strcmp(finding->results.items[r]->level, fixes->level) == 0;
    for (int a = 0; a < fixes->repaired.count && level; a++)
        if (strcmp(fixes->repaired.items[a]->id, finding->anomaly->id) == 0)
            return true;
    return false;
}

static json_t *fixes_array(ip_arena *arena, const ip_report_data *report, const ip_finding *finding)
{
    json_t *array = must(json_array());
    for (int s = 0; report->advice && s < report->advice->fix_sets.count; s++) {
        const ip_fix_set *fixes = &report->advice->fix_sets.items[s];
        json_t *fix = mends(fixes, finding) ? fix_object(arena, fixes) : NULL;
        if (fix && json_array_size(json_object_get(fix, "artifactChanges")))
            append(array, fix);
        else
            json_decref(fix);
    }
    return array;
}

/* --------------------------------------------------------------- results -- */

static void set_rule(json_t *result, const char *name, int index)
{
    set(result, "ruleId", json_string(name));
    set(result, "ruleIndex", json_integer(index));
}

static json_t *levels_array(ip_arena *arena, const ip_level_result *const *results, int count)
{
    json_t *levels = must(json_array()), *properties = must(json_object());
    for (int i = 0; i < count; i++)
        append(levels, string(arena, results[i]->level));
    set(properties, "levels", levels);
    return properties;
}

/* What no run has shown is open: SARIF's level is then none. */
static json_t *result_object(ip_arena *arena, const ip_report_data *report, const ip_finding *finding)
{
    const ip_anomaly *anomaly = finding->anomaly;
    bool open = finding->severity == IP_SEVERITY_POSSIBLE;
    const char *harm = ip_report_finding_harm(arena, report, finding);
    json_t *result = must(json_object()), *prints = must(json_object()), *suppressions = must(json_array());
    set_rule(result, kinds[anomaly->kind].name, (int)anomaly->kind);
    set(result, "kind", json_string(open ? "open" : "fail"));
    set(result, "level", json_string(open ? "none" : finding->severity == IP_SEVERITY_BENIGN ? "warning" : "error"));
    set(result, "message",
        message(arena, ip_arena_printf(arena, "%s. %s%s%s", ip_report_finding_title(arena, finding), harm,
                                       *harm ? " " : "", ip_report_text_of_finding(arena, finding))));
    set(result, "locations", result_location(arena, report, finding->read));
    if (finding->write.source) {
        json_t *related = must(json_array());
        append(related, location(arena, finding->write, ip_report_dependency_text(arena, anomaly, finding->shown)));
        set(result, "relatedLocations", related);
    }
    set(prints, "isoproof/v1", string(arena, anomaly->id));
    set(result, "partialFingerprints", prints);
    set(result, "codeFlows", code_flows(arena, finding));
    if (anomaly->suppressed)
        append(suppressions, json_pack("{s:s}", "kind", anomaly->ignore ? "inSource" : "external"));
    set(result, "suppressions", suppressions);
    json_t *fixes = fixes_array(arena, report, finding);
    if (json_array_size(fixes))
        set(result, "fixes", fixes);
    else
        json_decref(fixes);
    set(result, "properties", levels_array(arena, finding->results.items, finding->results.count));
    return result;
}

static json_t *open_object(ip_arena *arena, const ip_report_data *report, const ip_open_question *open)
{
    json_t *result = must(json_object());
    set_rule(result, UNDECIDED, RULE_UNDECIDED);
    set(result, "kind", json_string("open"));
    set(result, "level", json_string("none"));
    set(result, "message", message(arena, ip_report_open_text(arena, open)));
    set(result, "locations", result_location(arena, report, open->range));
    set(result, "suppressions", json_array());
    set(result, "properties", levels_array(arena, open->results.items, open->results.count));
    return result;
}

/* Messages on the input: an error, or something to know. */
static json_t *invocation(ip_arena *arena, const ip_report_data *report)
{
    json_t *object = must(json_object()), *notices = must(json_array());
    for (int i = 0; i < report->diagnostics->list.count; i++) {
        const ip_diagnostic *d = &report->diagnostics->list.items[i];
        json_t *notice = must(json_object());
        set(notice, "level", json_string(d->kind == IP_ERROR ? "error" : "note"));
        set(notice, "message", message(arena, ip_report_printable(arena, d->message)));
        set(notice, "locations", one_location(arena, d->range));
        append(notices, notice);
    }
    set(object, "executionSuccessful", json_boolean(ip_diagnostics_count(report->diagnostics, IP_ERROR) == 0));
    set(object, "toolExecutionNotifications", notices);
    return object;
}

static json_t *array_of(json_t *only)
{
    json_t *array = must(json_array());
    append(array, only);
    return array;
}

/* -------------------------------------------------------------- writing -- */

enum { INDENT = 2 };
static const char result_indent[] = "        "; /* a result stands in results of a run in runs */

static void write_result_text(FILE *out, const char *text)
{
    for (const char *end; *text; text = end) {
        end = strchr(text, '\n');
        end = end ? end + 1 : text + strlen(text);
        fwrite(text, 1, (size_t)(end - text), out);
        if (end[-1] == '\n')
            fputs(result_indent, out);
    }
}

/* Results are built and written one at a time: the tree of ten thousand takes hundreds of megabytes. */
static void write_result(FILE *out, json_t *result, bool first)
{
    char *text = json_dumps(result, JSON_INDENT(INDENT));
    must(text ? result : NULL);
    fprintf(out, "%s\n%s", first ? "" : ",", result_indent);
    write_result_text(out, text);
    free(text);
    json_decref(result);
}

static void write_results(FILE *out, const ip_report_data *report, const ip_findings *findings)
{
    for (int i = 0; i < findings->list.count + findings->open.count; i++) {
        ip_arena *arena = ip_arena_new();
        int open = i - findings->list.count;
        write_result(out,
                     open < 0 ? result_object(arena, report, &findings->list.items[i])
                              : open_object(arena, report, &findings->open.items[open]),
                     i == 0);
        ip_arena_free(arena);
    }
    if (findings->list.count + findings->open.count)
        fprintf(out, "\n%s", result_indent + INDENT);
}

void ip_format_sarif(const ip_report_data *report, FILE *out, const ip_format_options *options)
{
    ip_arena *arena = ip_arena_new();
    ip_findings findings = ip_report_findings_of(arena, report);
    json_t *top = must(json_object()), *run = must(json_object()), *tool = must(json_object());
    set(tool, "driver", driver_object(arena, options->explain));
    set(run, "tool", tool);
    set(run, "invocations", array_of(invocation(arena, report)));
    set(run, "columnKind", json_string("unicodeCodePoints"));
    set(run, "results", json_array());
    set(top, "$schema", json_string(SCHEMA));
    set(top, "version", json_string("2.1.0"));
    set(top, "runs", array_of(run));
    /* The results are the last of it: they go between the brackets that are empty here. */
    char *text = json_dumps(top, JSON_INDENT(INDENT)), *close = text ? strrchr(text, '[') : NULL;
    must(close ? top : NULL);
    close++;
    fwrite(text, 1, (size_t)(close - text), out);
    write_results(out, report, &findings);
    fprintf(out, "%s\n", close);
    free(text);
    json_decref(top);
    ip_arena_free(arena);
}
