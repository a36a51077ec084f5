/* Where a cast of a text fails: the argument that the text comes from gets one that is valid. */
#include "replay/search/cast_argument.h"

#include <string.h>

/* A text that is of the type, and an integer where that is cast to it; for uuids, another one for each instance. */
static const char *fitting(ip_arena *arena, const char *type, size_t length, int instance)
{
    static const struct {
        const char *type, *text;
    } texts[] = {{"boolean", "1"},       {"smallint", "1"},
                 {"integer", "1"},       {"bigint", "1"},
                 {"numeric", "1"},       {"real", "1"},
                 {"date", "2024-01-01"}, {"double precision", "1"},
                 {"time", "00:00:00"},   {"timestamp", "2024-01-01"},
                 {"interval", "1 day"},  {"json", "{}"}};
    if (length == strlen("uuid") && strncmp(type, "uuid", length) == 0)
        return ip_arena_printf(arena, "00000000-0000-0000-0000-%012d", instance + 1);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strlen(texts[i].type) <= length && strncmp(texts[i].type, type, strlen(texts[i].type)) == 0)
            return texts[i].text;
    return NULL;
}

/* The message is PostgreSQL's; there is nothing else that tells the type and the text. */
void ip_repair_cast_argument(ip_arena *arena, const ip_subject *subject, const ip_world *world, int instance,
                             ip_fixed_values *facts)
{
    static const char begins[] = "invalid input syntax for type ";
    const ip_run_outcome *ended = ip_world_outcome(world, instance);
    bool misread = ended->message && strncmp(ended->message, begins, strlen(begins)) == 0;
    const char *type = misread ? ended->message + strlen(begins) : NULL, *text = type ? strstr(type, ": \"") : NULL;
    const char *wanted = text ? fitting(arena, type, (size_t)(text - type), instance) : NULL;
    const ip_code *code = subject->codes[instance];
    const ip_datum *arguments = ip_world_arguments(world, instance);
    for (int p = 0, in = 0; wanted && p < code->parameter_count; p++) {
        if (!code->in.items[p])
            continue;
        const char *own = ip_datum_text(arena, arguments[in]);
        bool from = arguments[in].kind != IP_DATUM_NULL && own && strncmp(text + 3, own, strlen(own)) == 0 &&
                    strcmp(text + 3 + strlen(own), "\"") == 0;
        const char *error = NULL;
        ip_datum value = from ? ip_datum_parse(arena, &code->variables.items[p].type, wanted, &error) : (ip_datum){0};
        ip_fixed_value fact = {.column = in++, .instance = instance, .value = value};
        if (from && !error)
            IP_PUSH(arena, facts, fact);
    }
}
