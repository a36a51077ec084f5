/* Lines of a recording. Each is written as a whole, and flushed when its session is idle, so that a recording that is
 * cut short is good up to there. */
#include "recorder/trace.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static json_t *now(ip_trace *trace)
{
    struct timespec time;
    char text[sizeof trace->second_text + 32];
    clock_gettime(CLOCK_REALTIME, &time);
    if (time.tv_sec != trace->second) {
        struct tm parts;
        gmtime_r(&time.tv_sec, &parts);
        strftime(trace->second_text, sizeof trace->second_text, "%FT%T", &parts);
        trace->second = time.tv_sec;
    }
    snprintf(text, sizeof text, "%s.%06ldZ", trace->second_text, time.tv_nsec / 1000 % 1000000);
    return json_string(text);
}

/* Bytes that are not UTF-8 are taken as Latin-1: different texts stay different. */
static json_t *text_json(const char *text)
{
    json_t *json = json_string(text);
    if (json)
        return json;
    size_t length = strlen(text);
    ip_arena *arena = ip_arena_new();
    char *copy = ip_arena_alloc(arena, 2 * length + 1), *to = copy;
    for (const char *at = text; *at; at++) {
        unsigned char c = (unsigned char)*at;
        if (c >= 0x80)
            *to++ = (char)(0xc0 | c >> 6);
        *to++ = c >= 0x80 ? (char)(0x80 | (c & 0x3f)) : *at;
    }
    json = json_string(copy);
    ip_arena_free(arena);
    return json;
}

/* A value that was not read is {"unread": true}. */
static json_t *value_json(const ip_said_value *value)
{
    if (!value->known)
        return json_pack("{s:b}", "unread", 1);
    return value->text ? text_json(value->text) : json_null();
}

static void write_line(ip_trace *trace, json_t *line)
{
    char *text = json_dumps(line, JSON_COMPACT);
    if (!text || fputs(text, trace->file) == EOF || fputc('\n', trace->file) == EOF)
        trace->failed = true;
    if (trace->flushed != trace->second && fflush(trace->file) != 0)
        trace->failed = true;
    trace->flushed = trace->second;
    free(text);
    json_decref(line);
}

void ip_trace_begin(ip_trace *trace, const char *upstream)
{
    json_t *line = json_pack("{s:s, s:i, s:o}", "format", "isoproof-trace", "format_version", 1, "time", now(trace));
    json_object_set_new(line, "upstream", text_json(upstream));
    write_line(trace, line);
}

static void add_outcome(json_t *line, const ip_said *said)
{
    json_t *list = json_array();
    for (int i = 0; i < said->tags.count; i++)
        json_array_append_new(list, text_json(said->tags.items[i]));
    json_object_set_new(line, "tags", list);
    if (said->columns.count || said->row_count) {
        json_object_set_new(line, "columns", list = json_array());
        for (int i = 0; i < said->columns.count; i++)
            json_array_append_new(list, text_json(said->columns.items[i]));
        json_object_set_new(line, "rows", list = json_array());
        for (int r = 0; r < said->rows.count; r++) {
            json_t *row = json_array();
            for (int i = 0; i < said->rows.items[r].values.count; i++)
                json_array_append_new(row, value_json(&said->rows.items[r].values.items[i]));
            json_array_append_new(list, row);
        }
        json_object_set_new(line, "row_count", json_integer(said->row_count));
    }
    if (said->sqlstate) {
        json_object_set_new(line, "sqlstate", text_json(said->sqlstate));
        json_object_set_new(line, "message", text_json(said->message));
    }
    if (said->status)
        json_object_set_new(line, "status", json_stringn(&said->status, 1));
}

void ip_trace_write(ip_trace *trace, long session, const ip_said *said)
{
    static const char *const kinds[] = {[IP_SAID_CONNECT] = "connect",
                                        [IP_SAID_STATEMENT] = "statement",
                                        [IP_SAID_ERROR] = "error",
                                        [IP_SAID_END] = "end"};
    json_t *line =
        json_pack("{s:s, s:I, s:o}", "event", kinds[said->kind], "session", (json_int_t)session, "time", now(trace));
    trace->sessions += said->kind == IP_SAID_CONNECT;
    trace->statements += said->kind == IP_SAID_STATEMENT;
    trace->errors += said->sqlstate != NULL;
    json_object_set_new(line, "database", text_json(said->database));
    json_object_set_new(line, "application", text_json(said->application));
    if (said->kind == IP_SAID_CONNECT)
        json_object_set_new(line, "user", text_json(said->user));
    else if (said->kind == IP_SAID_STATEMENT) {
        json_object_set_new(line, "transaction", json_integer(said->transaction));
        json_object_set_new(line, "text", text_json(said->text));
        if (said->extended) {
            json_t *parameters = json_array();
            for (int i = 0; i < said->parameters.count; i++)
                json_array_append_new(parameters, value_json(&said->parameters.items[i]));
            json_object_set_new(line, "parameters", parameters);
        }
        add_outcome(line, said);
    } else if (said->kind == IP_SAID_ERROR) {
        json_object_set_new(line, "transaction", json_integer(said->transaction));
        json_object_set_new(line, "sqlstate", text_json(said->sqlstate));
        json_object_set_new(line, "message", text_json(said->message));
    }
    write_line(trace, line);
}
