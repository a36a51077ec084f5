/* A baseline is a JSON file: which findings there were when it was written. */
#include "command/options/baseline.h"
#include "command/options/output.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char format_name[] = "isoproof-baseline";
enum { FORMAT_VERSION = 1 };

static bool is_id(const char *text)
{
    return text && strlen(text) == 16 && strspn(text, "0123456789abcdef") == 16;
}

/* NULL, or what is wrong with it. */
static const char *read_findings(ip_arena *arena, const json_t *file, ip_baseline *baseline)
{
    const char *format = json_string_value(json_object_get(file, "format"));
    const json_t *version = json_object_get(file, "format_version"), *findings = json_object_get(file, "findings");
    if (!format || strcmp(format, format_name) != 0)
        return "it is no baseline; expected a file that --write-baseline has written";
    if (!json_is_integer(version) || json_integer_value(version) != FORMAT_VERSION)
        return ip_arena_printf(arena,
                               "it is of another version (format_version %lld); this isoproof reads version %d: write "
                               "it again with --write-baseline",
                               json_integer_value(version), FORMAT_VERSION);
    if (!json_is_array(findings))
        return "expected an array \"findings\"";
    for (size_t i = 0; i < json_array_size(findings); i++) {
        const json_t *one = json_array_get(findings, i);
        const char *id = json_string_value(json_object_get(one, "id"));
        const char *place = json_string_value(json_object_get(one, "place"));
        const char *text = json_string_value(json_object_get(one, "description"));
        if (!is_id(id) || !is_id(place))
            return ip_arena_printf(arena, "finding %zu: expected an \"id\" and a \"place\" of 16 hexadecimal digits",
                                   i + 1);
        ip_known_finding known = {ip_arena_strdup(arena, id), ip_arena_strdup(arena, place),
                                  text ? ip_arena_strdup(arena, text) : NULL};
        IP_PUSH(arena, &baseline->list, known);
    }
    return NULL;
}

static bool read_file(ip_arena *arena, const char *path, ip_baseline *baseline)
{
    json_error_t error;
    json_t *file = json_load_file(path, 0, &error);
    if (!file) {
        if (error.line > 0)
            ip_option_usage_error("--baseline: %s:%d:%d: %s", path, error.line, error.column, error.text);
        else
            ip_option_usage_error("--baseline: %s cannot be read; --write-baseline writes it", path);
        return false;
    }
    const char *wrong = read_findings(arena, file, baseline);
    if (wrong)
        ip_option_usage_error("--baseline: %s: %s", path, wrong);
    json_decref(file);
    return !wrong;
}

bool ip_option_baseline_prepare(ip_run *run, const ip_arguments *arguments)
{
    const char *path = ip_option_value(arguments, IP_OPT_BASELINE);
    bool writes = ip_option_given(arguments, IP_OPT_WRITE_BASELINE);
    if (!path && writes)
        ip_option_usage_error("--write-baseline: expected --baseline with the file to write");
    if (!path)
        return !writes;
    ip_baseline *baseline = IP_NEW(ip_run_arena(run), ip_baseline);
    baseline->all = writes;
    if (writes ? !ip_option_output_possible(path) : !read_file(ip_run_arena(run), path, baseline))
        return false;
    ip_run_set_baseline(run, baseline);
    return true;
}

static const char *describe(ip_arena *arena, const ip_anomaly *anomaly)
{
    const char *text = ip_anomaly_kind_name(anomaly->kind);
    for (int i = 0; i < anomaly->instance_count; i++)
        text = ip_arena_printf(arena, "%s%s %s", text, i ? "," : " of", anomaly->instances[i].program->name);
    return text;
}

static bool is_there(const json_t *findings, const ip_anomaly *anomaly)
{
    for (size_t i = 0; i < json_array_size(findings); i++) {
        const json_t *one = json_array_get(findings, i);
        if (strcmp(json_string_value(json_object_get(one, "id")), anomaly->id) == 0 &&
            strcmp(json_string_value(json_object_get(one, "place")), anomaly->place) == 0)
            return true;
    }
    return false;
}

static void add_finding(ip_arena *arena, json_t *findings, const ip_anomaly *anomaly)
{
    if (!anomaly->ignore && !is_there(findings, anomaly))
        json_array_append_new(findings, json_pack("{s:s, s:s, s:s}", "id", anomaly->id, "place", anomaly->place,
                                                  "description", describe(arena, anomaly)));
}

bool ip_option_baseline_write(const ip_report_data *report, const ip_arguments *arguments)
{
    if (!ip_option_given(arguments, IP_OPT_WRITE_BASELINE))
        return true;
    ip_output_target target;
    if (!ip_option_output_open(&target, ip_option_value(arguments, IP_OPT_BASELINE)))
        return false;
    json_t *findings = json_array();
    for (int r = 0; r < report->results.count; r++) {
        const ip_level_result *result = &report->results.items[r];
        for (int a = 0; a < result->anomalies.count; a++) {
            add_finding(arguments->arena, findings, &result->anomalies.items[a]);
            if (result->anomalies.items[a].model)
                add_finding(arguments->arena, findings, result->anomalies.items[a].model);
        }
        for (int m = 0; m < result->models.count; m++)
            add_finding(arguments->arena, findings, result->models.items[m]);
    }
    json_t *file = json_pack("{s:s, s:i, s:o}", "format", format_name, "format_version", (int)FORMAT_VERSION,
                             "findings", findings);
    char *text = file ? json_dumps(file, JSON_INDENT(2)) : NULL;
    if (text)
        fprintf(target.stream, "%s\n", text);
    bool good = text != NULL;
    free(text);
    json_decref(file);
    return ip_option_output_finish(&target) && good;
}
