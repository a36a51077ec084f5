/* Keeps what the error of the last failed run was about, for the client that gets it, and whether writes fail. */
#include "server/database_state.h"

#include <string.h>

static const char *kept(ip_arena *arena, const char *text)
{
    return text ? ip_arena_strdup(arena, text) : NULL;
}

/* The texts of the run may belong to a schema that is rolled back before the client gets the error. */
void ip_served_keep_failure(ip_served *s, const ip_session_result *result)
{
    ip_arena *arena = s->failure_arena;
    ip_arena_reset(arena);
    s->failure = (ip_served_error){kept(arena, result->sqlstate), kept(arena, result->message)};
    s->failure_about = ip_value_error_about_copy(arena, &result->about);
}

void ip_served_set_read_only(ip_served *s, bool read_only)
{
    s->database.read_only = read_only;
}

ip_error_about ip_served_about_error(const ip_served *s, const ip_served_error *error)
{
    bool last = s->failure.sqlstate && s->failure.message && error->message &&
                strcmp(s->failure.sqlstate, error->sqlstate) == 0 && strcmp(s->failure.message, error->message) == 0;
    return last ? s->failure_about : (ip_error_about){0};
}

ip_range ip_served_place_of_error(const ip_served *s, const ip_served_error *error)
{
    return s->placed && error->message && strcmp(s->placed, error->message) == 0 ? s->place : (ip_range){0};
}

ip_served_error ip_served_error_at(ip_served *s, const char *sqlstate, const char *message, ip_range range)
{
    ip_arena *arena = ip_arena_new(); /* the text may belong to a schema that is rolled back first */
    s->placed = ip_arena_strdup(arena, message);
    s->place = range;
    if (range.source)
        s->place.source = ip_source_from_text(arena, range.source->path, range.source->text, range.source->length);
    ip_arena_free(s->place_arena); /* the range may have been the last place */
    s->place_arena = arena;
    return (ip_served_error){sqlstate, message};
}

ip_served_error ip_served_refusal(ip_served *s, const char *message, ip_range range)
{
    ip_position at = ip_range_position(range);
    message = message ? message : "this statement";
    const char *text = at.line ? ip_arena_printf(s->arena, "isoproof does not run this: %s (%s:%d:%d)", message,
                                                 range.source->path, at.line, at.column)
                               : ip_arena_printf(s->arena, "isoproof does not run this: %s", message);
    return ip_served_error_at(s, "0A000", text, range);
}
