/* Writes the schedule of a failing run as a report, which isoproof replay reads. */
#include "command/rehearse_schedule.h"

#include "anomaly/fingerprint.h"
#include "command/options/output.h"
#include "isoproof.h"
#include "replay/report/report_reader.h"
#include "replay/schedule/schedule_json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Adds the files of --schema and their digests. */
static bool add_files(const ip_arguments *arguments, json_t *top)
{
    json_t *files = json_array(), *digests = json_array();
    bool good = true;
    for (int i = 0; i < arguments->options.count; i++) {
        const char *path = arguments->options.items[i].value, *error = NULL;
        if (arguments->options.items[i].option != IP_OPT_SCHEMA)
            continue;
        const ip_source *source = ip_source_read(arguments->arena, path, &error);
        if (!source) {
            ip_option_usage_error("%s: %s", path, error);
            good = false;
            continue;
        }
        json_array_append_new(files, json_string(path));
        json_array_append_new(digests,
                              json_string(ip_anomaly_file_digest(arguments->arena, source->text, source->length)));
    }
    json_object_set_new(top, "files", files);
    json_object_set_new(top, "digests", digests);
    return good;
}

/* Adds what clients have defined before the schedule begins. */
static void add_definitions(const ip_timed *timed, json_t *top)
{
    json_t *definitions = json_array();
    for (const char *const *text = timed->definitions; *text; text++)
        json_array_append_new(definitions, json_string(*text));
    if (json_array_size(definitions))
        json_object_set(top, "definitions", definitions);
    json_decref(definitions);
}

static json_t *instances_of(const ip_schedule *schedule, json_t *transactions)
{
    json_t *instances = json_array();
    for (int i = 0; i < schedule->instances.count; i++) {
        const ip_schedule_instance *instance = &schedule->instances.items[i];
        json_array_append_new(transactions, json_pack("{s:s}", "name", instance->transaction));
        json_array_append_new(instances, json_pack("{s:s, s:s, s:s, s:{}}", "id", instance->name, "transaction",
                                                   instance->transaction, "level", instance->level, "arguments"));
    }
    return instances;
}

static json_t *report_of(const ip_arguments *arguments, const ip_level *level, const ip_schedule *schedule,
                         uint64_t seed)
{
    json_t *replay = json_pack("{s:s}", "status", IP_REHEARSED), *transactions = json_array();
    const char *id = ip_arena_printf(arguments->arena, "%016llx", (unsigned long long)seed);
    if (!ip_schedule_to_json(schedule, replay))
        return NULL;
    json_t *anomaly = json_pack("{s:s, s:s, s:o, s:o}", "id", id, "kind", "failing-run", "instances",
                                instances_of(schedule, transactions), "replay", replay);
    json_t *result = json_pack("{s:s, s:[o]}", "level", ip_level_name(level), "anomalies", anomaly);
    return json_pack("{s:s, s:i, s:s, s:o, s:[o]}", "format", "isoproof-report", "format_version", 1, "version",
                     IP_VERSION, "transactions", transactions, "results", result);
}

bool ip_command_rehearse_write_schedule(const ip_arguments *arguments, const char *path, const ip_level *level,
                                        const ip_timed *timed, uint64_t seed)
{
    ip_output_target target;
    json_t *top = report_of(arguments, level, timed->schedule, seed);
    add_definitions(timed, top);
    if (!top || !add_files(arguments, top) || !ip_option_output_open(&target, path)) {
        json_decref(top);
        return false;
    }
    char *text = json_dumps(top, JSON_INDENT(2));
    if (text)
        fprintf(target.stream, "%s\n", text);
    free(text);
    json_decref(top);
    return ip_option_output_finish(&target);
}
