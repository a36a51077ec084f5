/* Reads recordings by isoproof record: one object a line (docs/recordings.md). */
#include "server_log/log_entry.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { FINISHES_SINCE = 2 }; /* version of the format */

ip_trace_head ip_log_trace_head(const char *line, size_t length)
{
    json_error_t error;
    json_t *object = json_loadb(line, length, 0, &error);
    const char *format = json_string_value(json_object_get(object, "format"));
    ip_trace_head head = {.is_head = format && strcmp(format, "isoproof-trace") == 0};
    head.redacted = head.is_head && json_is_true(json_object_get(object, "redacted"));
    head.finishes = head.is_head && json_integer_value(json_object_get(object, "format_version")) >= FINISHES_SINCE;
    json_decref(object);
    return head;
}

static const char *text_of(ip_arena *arena, const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? ip_arena_strdup(arena, text) : NULL;
}

/* The value {"unread": true} is not known. */
static void read_values(ip_arena *arena, const json_t *list, ip_recorded_values *values)
{
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item)
    {
        const char *text = json_string_value(item);
        ip_recorded_value value = {text ? ip_arena_strdup(arena, text) : NULL, text || json_is_null(item)};
        IP_PUSH(arena, values, value);
    }
}

/* Returns the number at the end of a command tag such as "UPDATE 1" or "INSERT 0 1". */
static long tag_count(const char *tag)
{
    const char *last = strrchr(tag, ' ');
    return last ? strtol(last + 1, NULL, 10) : 0;
}

/* asyncpg's fetchrow asks for the first row, and the server reports that there may be more. The application uses no
 * other row. For UPDATE and DELETE the number of changed rows is not known then. */
static bool tells_all(const char *text)
{
    static const char *const verbs[] = {"select", "insert", "values"};
    text += strspn(text, " \t\r\n");
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strncasecmp(text, verbs[i], strlen(verbs[i])) == 0)
            return true;
    return false;
}

/* Reads the outcome of one statement that succeeded. */
static void read_outcome(ip_arena *arena, const json_t *object, ip_recorded *recorded)
{
    const json_t *tags = json_object_get(object, "tags"), *columns = json_object_get(object, "columns");
    const char *tag = json_array_size(tags) == 1 ? json_string_value(json_array_get(tags, 0)) : NULL;
    size_t i;
    json_t *name, *row;
    bool first_rows = !tag && json_is_true(json_object_get(object, "suspended")) && tells_all(recorded->text);
    if (!tag && !first_rows)
        return;
    recorded->has_outcome = true;
    recorded->rows = tag ? tag_count(tag) : (long)json_integer_value(json_object_get(object, "row_count"));
    json_array_foreach(columns, i, name)
    {
        const char *text = json_string_value(name);
        IP_PUSH(arena, &recorded->columns, text ? ip_arena_strdup(arena, text) : "");
    }
    json_array_foreach(json_object_get(object, "rows"), i, row)
    {
        ip_recorded_values values = {0};
        read_values(arena, row, &values);
        IP_PUSH(arena, &recorded->first, values);
    }
    if (json_integer_value(json_object_get(object, "row_count")) == 1 && recorded->first.count == 1)
        recorded->row = recorded->first.items[0];
}

static void report_statement(ip_arena *arena, const json_t *object, ip_recorded *recorded, const ip_log_output *output)
{
    const json_t *parameters = json_object_get(object, "parameters");
    const char *failed = text_of(arena, object, "sqlstate");
    recorded->kind = IP_RECORDED_STATEMENT;
    recorded->extended = json_is_array(parameters);
    read_values(arena, parameters, &recorded->values);
    read_outcome(arena, object, recorded);
    for (int i = 0; i < recorded->values.count; i++)
        output->counts->unlogged_values += !recorded->values.items[i].known;
    output->counts->statements++;
    output->sink(output->context, recorded);
    if (!failed)
        return;
    recorded->kind = IP_RECORDED_ERROR;
    output->counts->entries++;
    output->counts->errors++;
    output->sink(output->context, recorded);
}

bool ip_log_trace(ip_arena *arena, const char *line, size_t length, long number, const ip_log_output *output,
                  bool *last)
{
    json_error_t fault;
    json_t *object = json_loadb(line, length, 0, &fault);
    const char *event = json_string_value(json_object_get(object, "event"));
    json_t *session = json_object_get(object, "session");
    bool connect = event && strcmp(event, "connect") == 0, end = event && strcmp(event, "end") == 0;
    bool error = event && strcmp(event, "error") == 0;
    bool statement = event && strcmp(event, "statement") == 0 && json_is_string(json_object_get(object, "text"));
    if (event && strcmp(event, "finish") == 0) {
        *last = true;
        output->counts->entries++;
        output->counts->others++;
        json_decref(object);
        return true;
    }
    if (!json_is_integer(session) || !(connect || end || error || statement)) {
        json_decref(object);
        return false;
    }
    ip_recorded recorded = {.kind = connect ? IP_RECORDED_CONNECT
                                    : error ? IP_RECORDED_ERROR
                                            : IP_RECORDED_END,
                            .unread = end && json_is_true(json_object_get(object, "unread")),
                            .duration = -1,
                            .file = output->path,
                            .line = number};
    long long of = json_integer_value(session);
    recorded.session = ip_arena_printf(arena, "%ld:%lld", output->counts->recordings, of); /* of this file */
    recorded.vxid =
        ip_arena_printf(arena, "%lld/%lld", of, (long long)json_integer_value(json_object_get(object, "transaction")));
    recorded.time = text_of(arena, object, "time");
    recorded.text = text_of(arena, object, "text");
    recorded.database = text_of(arena, object, "database");
    recorded.application = text_of(arena, object, "application");
    output->counts->entries++;
    output->counts->unread_sessions += recorded.unread;
    if (statement) {
        report_statement(arena, object, &recorded, output);
    } else {
        ++*(error ? &output->counts->errors : &output->counts->others);
        output->sink(output->context, &recorded);
    }
    json_decref(object);
    return true;
}
