/* A report read back, as far as replaying it needs. */
#include "replay/report/report_reader.h"

#include "anomaly/fingerprint.h"
#include "isoproof.h"
#include "replay/schedule/schedule_json.h"

#include <string.h>

static const char FORMAT[] = "isoproof-report";
enum { FORMAT_VERSION = 1, ID_LENGTH = 16 };

typedef struct reader {
    ip_arena *arena;
    ip_diagnostics *diagnostics;
    const ip_source *source;
    ip_reported *reported;
} reader;

static bool fail(reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(reader *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = ip_arena_vprintf(r->arena, format, args);
    va_end(args);
    ip_diagnostics_add(r->diagnostics, IP_ERROR, (ip_range){0}, NULL, "%s: %s", r->source->path, message);
    return false;
}

static const char *string_of(reader *r, const json_t *object, const char *field)
{
    const char *text = json_string_value(json_object_get(object, field));
    return text ? ip_arena_strdup(r->arena, text) : NULL;
}

/* ---------------------------------------------------------------- head -- */

static bool check_head(reader *r, const json_t *top)
{
    const char *format = string_of(r, top, "format"), *version = string_of(r, top, "version");
    if (!format || strcmp(format, FORMAT) != 0)
        return fail(r, "is not a report of isoproof: expected \"format\": \"%s\", as analyze --format json writes it",
                    FORMAT);
    const json_t *number = json_object_get(top, "format_version");
    if (!json_is_integer(number) || json_integer_value(number) != FORMAT_VERSION)
        return fail(r, "is a report in another format: expected \"format_version\": %d; analyze the files again",
                    FORMAT_VERSION);
    if (!version || strcmp(version, IP_VERSION) != 0)
        return fail(r, "was written by isoproof %s, this is %s: analyze the files again",
                    version ? version : "of unknown version", IP_VERSION);
    return true;
}

/* What the clients of a rehearsed run have defined stands in the report. */
static bool read_definitions(reader *r, const json_t *array)
{
    for (size_t i = 0; i < json_array_size(array); i++) {
        const char *text = json_string_value(json_array_get(array, i));
        if (!text)
            return fail(r, "definitions: expected texts");
        text = ip_arena_strdup(r->arena, text);
        const char *path = ip_arena_printf(r->arena, "%s, definition %zu", r->source->path, i + 1);
        IP_PUSH(r->arena, &r->reported->sources,
                (const ip_source *)ip_source_from_text(r->arena, path, text, strlen(text)));
    }
    return true;
}

static bool read_files(reader *r, const json_t *top)
{
    const json_t *files = json_object_get(top, "files"), *digests = json_object_get(top, "digests");
    const json_t *definitions = json_object_get(top, "definitions");
    bool good = true;
#define ADD(flag, name)                                                                                                \
    if (json_is_true(json_object_get(top, name)))                                                                      \
        r->reported->flags |= flag;
    IP_READ_FLAGS(ADD)
#undef ADD
    if (!json_is_array(files) || json_array_size(files) + json_array_size(definitions) == 0)
        return fail(r, "files: expected the paths of the files that were analyzed");
    if (!json_is_array(digests) || json_array_size(digests) != json_array_size(files))
        return fail(r, "digests: expected one for each file; analyze the files again");
    for (size_t i = 0; i < json_array_size(files); i++) {
        const char *path = json_string_value(json_array_get(files, i));
        const char *digest = json_string_value(json_array_get(digests, i)), *error = NULL;
        if (!path || !digest)
            return fail(r, "files, digests: expected texts");
        path = ip_arena_strdup(r->arena, path);
        if (strcmp(path, "<stdin>") == 0) {
            good = fail(r, "was made from standard input, which cannot be read again: name files to analyze");
            continue;
        }
        const ip_source *source = ip_source_read(r->arena, path, &error);
        if (!source) {
            good =
                fail(r, "%s: %s; the report names its files as they were given to analyze, in the folder where it ran",
                     path, error);
            continue;
        }
        if (strcmp(ip_anomaly_file_digest(r->arena, source->text, source->length), digest) != 0)
            good = fail(r, "%s has changed since it was analyzed: analyze it again", path);
        IP_PUSH(r->arena, &r->reported->files, path);
        IP_PUSH(r->arena, &r->reported->sources, source);
    }
    return good && read_definitions(r, definitions);
}

/* Files that others name with \\i are read again with those. */
static bool check_included(reader *r, const json_t *top)
{
    const json_t *included = json_object_get(top, "included");
    bool good = true;
    for (size_t i = 0; i < json_array_size(included); i++) {
        const json_t *file = json_array_get(included, i);
        const char *path = string_of(r, file, "file"), *digest = string_of(r, file, "digest"), *error = NULL;
        const ip_source *source = path ? ip_source_read(r->arena, path, &error) : NULL;
        if (!source || !digest || strcmp(ip_anomaly_file_digest(r->arena, source->text, source->length), digest) != 0)
            good = fail(r, "%s has changed since it was analyzed: analyze it again", path ? path : "an included file");
    }
    return good;
}

static bool read_transactions(reader *r, const json_t *top)
{
    const json_t *transactions = json_object_get(top, "transactions");
    if (!json_is_array(transactions))
        return fail(r, "transactions: expected an array");
    for (size_t i = 0; i < json_array_size(transactions); i++) {
        const char *name = string_of(r, json_array_get(transactions, i), "name");
        if (!name)
            return fail(r, "transactions[%zu].name: expected a name", i);
        IP_PUSH(r->arena, &r->reported->transactions, name);
    }
    return true;
}

/* ------------------------------------------------------------ anomalies -- */

/* Integers, truth values and NULL are JSON's own, the rest is text. */
static bool read_value(reader *r, const json_t *value, const char **text)
{
    *text = NULL;
    if (json_is_string(value))
        *text = ip_arena_strdup(r->arena, json_string_value(value));
    else if (json_is_integer(value))
        *text = ip_arena_printf(r->arena, "%lld", (long long)json_integer_value(value));
    else if (json_is_boolean(value))
        *text = json_is_true(value) ? "true" : "false";
    return *text || json_is_null(value);
}

static bool known_transaction(const reader *r, const char *name)
{
    for (int i = 0; i < r->reported->transactions.count; i++)
        if (strcmp(r->reported->transactions.items[i], name) == 0)
            return true;
    return false;
}

/* As a call shows them. */
static const char *arguments_text(ip_arena *arena, const ip_reported_instance *instance, const json_t *arguments)
{
    const char *text = "";
    for (int i = 0; i < instance->arguments.count; i++) {
        const ip_reported_argument *argument = &instance->arguments.items[i];
        bool quoted = argument->text && json_is_string(json_object_get(arguments, argument->parameter));
        text = ip_arena_printf(arena, "%s%s%s%s%s", text, i ? ", " : "", quoted ? "'" : "",
                               argument->text ? argument->text : "NULL", quoted ? "'" : "");
    }
    return text;
}

static bool read_instance(reader *r, const json_t *object, ip_reported_anomaly *anomaly, ip_schedule *schedule)
{
    ip_reported_instance instance = {.id = string_of(r, object, "id"),
                                     .transaction = string_of(r, object, "transaction"),
                                     .level = string_of(r, object, "level")};
    const json_t *arguments = json_object_get(object, "arguments");
    if (!instance.id || !instance.transaction || !instance.level || !json_is_object(arguments))
        return fail(r, "anomaly %s: an instance lacks id, transaction, level or arguments", anomaly->id);
    /* They become names of files and words of scripts. */
    if (*instance.id != 'T' || !instance.id[1] || instance.id[1 + strspn(instance.id + 1, "0123456789")])
        return fail(r, "anomaly %s: expected an instance's id, T1, T2, …, not '%s'", anomaly->id, instance.id);
    if (!known_transaction(r, instance.transaction))
        return fail(r, "anomaly %s: %s is an instance of %s, which is not among the report's transactions", anomaly->id,
                    instance.id, instance.transaction);
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)arguments, name, value)
    {
        ip_reported_argument argument = {ip_arena_strdup(r->arena, name), NULL};
        if (!read_value(r, value, &argument.text))
            return fail(r, "anomaly %s: %s, argument %s: expected a value", anomaly->id, instance.id, name);
        IP_PUSH(r->arena, &instance.arguments, argument);
    }
    ip_schedule_add_instance(schedule, instance.id, instance.transaction, instance.level,
                             arguments_text(r->arena, &instance, arguments));
    IP_PUSH(r->arena, &anomaly->instances, instance);
    return true;
}

static int instance_of(const ip_reported_anomaly *anomaly, const json_t *id)
{
    for (int i = 0; json_is_string(id) && i < anomaly->instances.count; i++)
        if (strcmp(anomaly->instances.items[i].id, json_string_value(id)) == 0)
            return i;
    return -1;
}

/* commit_order: each instance once; visible: pairs of them. Both may be missing. */
static bool read_order(reader *r, const json_t *object, ip_reported_anomaly *anomaly)
{
    const json_t *order = json_object_get(object, "commit_order"), *visible = json_object_get(object, "visible");
    size_t n = (size_t)anomaly->instances.count;
    if (json_array_size(order) == 0)
        return true;
    int *commit_order = IP_NEW_ARRAY(r->arena, int, n);
    bool *pairs = IP_NEW_ARRAY(r->arena, bool, n *n), *met = IP_NEW_ARRAY(r->arena, bool, n);
    for (size_t i = 0; i < n; i++) {
        commit_order[i] = instance_of(anomaly, json_array_get(order, i));
        if (json_array_size(order) != n || commit_order[i] < 0 || met[commit_order[i]])
            return fail(r, "anomaly %s: commit_order: expected each instance once", anomaly->id);
        met[commit_order[i]] = true;
    }
    for (size_t i = 0; i < json_array_size(visible); i++) {
        const json_t *pair = json_array_get(visible, i);
        int t = instance_of(anomaly, json_array_get(pair, 0)), u = instance_of(anomaly, json_array_get(pair, 1));
        if (t < 0 || u < 0)
            return fail(r, "anomaly %s: visible: expected pairs of instances", anomaly->id);
        pairs[(size_t)t * n + (size_t)u] = true;
    }
    anomaly->commit_order = commit_order;
    anomaly->visible = pairs;
    return true;
}

/* snapshots: of each instance, numbers that never fall; null or missing where there are none of statements. */
static bool read_snapshots(reader *r, const json_t *array, ip_reported_anomaly *anomaly)
{
    size_t n = (size_t)anomaly->instances.count;
    if (!array || json_is_null(array))
        return true;
    if (json_array_size(array) != n)
        return fail(r, "anomaly %s: snapshots: expected an array for each instance", anomaly->id);
    ip_snapshot_sizes *snapshots = IP_NEW_ARRAY(r->arena, ip_snapshot_sizes, n);
    for (size_t i = 0; i < n; i++) {
        const json_t *of_instance = json_array_get(array, i);
        size_t count = json_array_size(of_instance);
        int *items = IP_NEW_ARRAY(r->arena, int, count);
        for (size_t s = 0; s < count; s++) {
            json_int_t number = json_integer_value(json_array_get(of_instance, s));
            if (!json_is_integer(json_array_get(of_instance, s)) || number < (s ? items[s - 1] : 0) ||
                number >= (json_int_t)n)
                return fail(r, "anomaly %s: snapshots: expected numbers of commits, none below the one before",
                            anomaly->id);
            items[s] = (int)number;
        }
        snapshots[i] = (ip_snapshot_sizes){(int)count, items};
    }
    anomaly->snapshots = snapshots;
    return true;
}

static bool read_anomaly(reader *r, const char *level, const json_t *object)
{
    const json_t *instances = json_object_get(object, "instances"), *replay = json_object_get(object, "replay");
    ip_reported_anomaly anomaly = {.id = string_of(r, object, "id"),
                                   .kind = string_of(r, object, "kind"),
                                   .level = level,
                                   .status = string_of(r, replay, "status"),
                                   .reason = string_of(r, replay, "reason"),
                                   .in_time = !json_is_false(json_object_get(replay, "in_time"))};
    if (!anomaly.id || !anomaly.kind || !anomaly.status || !json_is_array(instances))
        return fail(r, "an anomaly lacks id, kind, instances or replay.status");
    if (strlen(anomaly.id) != ID_LENGTH || anomaly.id[strspn(anomaly.id, "0123456789abcdef")])
        return fail(r, "expected an anomaly's id of %d hexadecimal digits, not '%s'", ID_LENGTH, anomaly.id);
    ip_schedule *schedule = ip_schedule_new(r->arena);
    for (size_t i = 0; i < json_array_size(instances); i++)
        if (!read_instance(r, json_array_get(instances, i), &anomaly, schedule))
            return false;
    if (!read_order(r, object, &anomaly) || !read_snapshots(r, json_object_get(object, "snapshots"), &anomaly))
        return false;
    const char *error = NULL;
    if (!ip_schedule_from_json(schedule, replay, &error))
        return fail(r, "anomaly %s: replay.%s", anomaly.id, error);
    anomaly.schedule = schedule;
    IP_PUSH(r->arena, &r->reported->anomalies, anomaly);
    return true;
}

static bool read_results(reader *r, const json_t *top)
{
    const json_t *results = json_object_get(top, "results");
    if (!json_is_array(results))
        return fail(r, "results: expected an array");
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *result = json_array_get(results, i), *anomalies = json_object_get(result, "anomalies");
        const char *level = string_of(r, result, "level");
        if (!level || !json_is_array(anomalies))
            return fail(r, "results[%zu]: expected a level and its anomalies", i);
        for (size_t a = 0; a < json_array_size(anomalies); a++)
            if (!read_anomaly(r, level, json_array_get(anomalies, a)))
                return false;
    }
    return true;
}

const ip_reported *ip_replay_report_read(ip_arena *arena, const char *path, ip_diagnostics *diagnostics)
{
    const char *why = NULL;
    const ip_source *source = ip_source_read(arena, path, &why);
    if (!source) {
        ip_diagnostics_add(diagnostics, IP_ERROR, (ip_range){0}, NULL, "%s: %s", path, why);
        return NULL;
    }
    json_error_t error;
    json_t *top = json_loadb(source->text, source->length, 0, &error);
    if (!top) {
        size_t at = error.position > 0 && (size_t)error.position <= source->length ? (size_t)error.position - 1 : 0;
        ip_diagnostics_add(diagnostics, IP_ERROR, (ip_range){source, at, at}, NULL, "not JSON: %s", error.text);
        return NULL;
    }
    ip_reported *reported = IP_NEW(arena, ip_reported);
    reported->path = source->path;
    reader r = {arena, diagnostics, source, reported};
    bool good = check_head(&r, top) && read_files(&r, top) && check_included(&r, top) && read_transactions(&r, top) &&
                read_results(&r, top);
    json_decref(top);
    return good ? reported : NULL;
}
