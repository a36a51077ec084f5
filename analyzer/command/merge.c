/* isoproof merge: merges reports into one. */
#include "merge/merge.h"

#include "command/commands.h"
#include "command/options/output.h"
#include "command/options/run_options.h"

#include <string.h>

typedef struct reading {
    ip_arena *arena;
    json_t **reports; /* [count] */
    const char **paths;
    int count;
} reading;

static bool read_all(reading *r, const ip_arguments *arguments)
{
    bool good = true;
    r->count = arguments->operands.count;
    r->reports = IP_NEW_ARRAY(r->arena, json_t *, r->count);
    r->paths = IP_NEW_ARRAY(r->arena, const char *, r->count);
    for (int i = 0; i < r->count; i++) {
        json_error_t error;
        r->paths[i] = arguments->operands.items[i];
        bool input = strcmp(r->paths[i], "-") == 0;
        r->reports[i] = input ? json_loadf(stdin, 0, &error) : json_load_file(r->paths[i], 0, &error);
        if (r->reports[i])
            continue;
        good = false;
        if (error.line > 0)
            ip_option_usage_error("%s:%d:%d: expected a report of isoproof analyze or advise --format json: %s",
                                  r->paths[i], error.line, error.column, error.text);
        else
            ip_option_usage_error("%s: %s", r->paths[i], error.text);
    }
    return good;
}

static bool undecided_programs(const json_t *result)
{
    const json_t *programs = json_object_get(result, "programs");
    for (size_t p = 0; p < json_array_size(programs); p++)
        if (json_is_string(json_object_get(json_array_get(programs, p), "undecided_because")))
            return true;
    return false;
}

/* Returns the exit status that analyze would have had, or advise, which considers only the weakest level, the first. */
static ip_exit status_of(const json_t *report, const ip_arguments *arguments)
{
    const json_t *results = json_object_get(report, "results");
    const json_t *promises = json_object_get(report, "promises");
    bool finding = false, undecided = json_array_size(results) == 0;
    size_t looked_at = json_object_get(report, "advice") && !undecided ? 1 : json_array_size(results);
    for (size_t p = 0; p < json_array_size(promises); p++)
        finding |= json_is_false(json_object_get(json_array_get(promises, p), "kept"));
    for (size_t l = 0; l < looked_at; l++) {
        const json_t *result = json_array_get(results, l);
        if (json_object_get(result, "only_promised"))
            continue;
        const char *verdict = json_string_value(json_object_get(result, "verdict"));
        ip_verdict known = IP_UNDECIDED;
        for (int v = IP_SAFE; v <= IP_UNDECIDED && verdict; v++)
            if (strcmp(verdict, ip_anomaly_verdict_name((ip_verdict)v)) == 0)
                known = (ip_verdict)v;
        ip_exit status = ip_option_verdict_status(known, undecided_programs(result), arguments);
        finding |= status == IP_EXIT_UNSAFE;
        undecided |= status == IP_EXIT_UNDECIDED;
    }
    return finding ? IP_EXIT_UNSAFE : undecided ? IP_EXIT_UNDECIDED : IP_EXIT_SAFE;
}

static ip_exit write(const json_t *report, const ip_arguments *arguments)
{
    ip_output_target target;
    if (!ip_option_output_open(&target, ip_option_value(arguments, IP_OPT_OUTPUT)))
        return IP_EXIT_ERROR;
    json_dumpf(report, target.stream, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    fputc('\n', target.stream);
    return ip_option_output_finish(&target) ? status_of(report, arguments) : IP_EXIT_ERROR;
}

ip_exit ip_command_merge(const ip_arguments *arguments)
{
    reading r = {.arena = arguments->arena};
    const char *why = NULL;
    json_t *merged = NULL;
    if (ip_option_good_fail_on(arguments) && read_all(&r, arguments))
        merged = ip_merge_reports(r.arena, r.reports, r.paths, r.count, !ip_option_given(arguments, IP_OPT_NO_TIMINGS),
                                  &why);
    if (why)
        ip_option_usage_error("%s", why);
    ip_exit exit = merged ? write(merged, arguments) : IP_EXIT_ERROR;
    json_decref(merged);
    for (int i = 0; i < r.count; i++)
        json_decref(r.reports[i]);
    return exit;
}
