/* Reads jsonlog: one object a line (PostgreSQL 15 documentation, section 20.8.5). */
#include "server_log/log_entry.h"

#include <jansson.h>
#include <string.h>

static const char *text_of(ip_arena *arena, const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (json_is_integer(value))
        return ip_arena_printf(arena, "%lld", (long long)json_integer_value(value));
    return json_is_string(value) ? ip_arena_strdup(arena, json_string_value(value)) : NULL;
}

bool ip_log_json(ip_arena *arena, const char *line, size_t length, ip_log_entry *entry)
{
    json_error_t error;
    size_t bytes;
    const char *text = ip_log_utf8(arena, line, length, &bytes);
    json_t *object = json_loadb(text, bytes, 0, &error);
    if (!json_is_object(object) || !json_object_get(object, "message")) {
        json_decref(object);
        return false;
    }
    entry->time = text_of(arena, object, "timestamp");
    entry->database = text_of(arena, object, "dbname");
    entry->application = text_of(arena, object, "application_name");
    entry->pid = text_of(arena, object, "pid");
    entry->session = text_of(arena, object, "session_id");
    entry->vxid = text_of(arena, object, "vxid");
    entry->ps = text_of(arena, object, "ps");
    entry->severity = text_of(arena, object, "error_severity");
    entry->message = text_of(arena, object, "message");
    entry->detail = text_of(arena, object, "detail");
    entry->statement = text_of(arena, object, "statement");
    entry->number = (long)json_integer_value(json_object_get(object, "line_num"));
    json_decref(object);
    return entry->message != NULL;
}
