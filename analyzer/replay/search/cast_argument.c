/* If the cast of a text fails, sets the argument that the text comes from to a valid text. */
#include "replay/search/cast_argument.h"

#include <string.h>

/* A text that is valid for the type, or an integer that can be cast to it; for uuids, a different one for each
 * instance. */
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

/* Parses PostgreSQL's message, which is the only source of the type and the text. */
typedef struct misread {
    const char *type, *text;
    size_t length; /* of the type's name */
    bool enumerated;
} misread;

static misread read_message(const char *message)
{
    static const char of_type[] = "invalid input syntax for type ", of_enum[] = "invalid input value for enum ";
    misread m = {.enumerated = message && strncmp(message, of_enum, strlen(of_enum)) == 0};
    if (m.enumerated || (message && strncmp(message, of_type, strlen(of_type)) == 0))
        m.type = message + strlen(m.enumerated ? of_enum : of_type);
    const char *colon = m.type ? strstr(m.type, ": \"") : NULL;
    m.text = colon ? colon + 3 : NULL;
    m.length = colon ? (size_t)(colon - m.type) : 0;
    return m;
}

static const char *label(const ip_subject *subject, const misread *m, int number)
{
    for (int i = 0; i < subject->enums.count; i++) {
        const ip_code *of = subject->enums.items[i];
        if (strlen(of->name) == m->length && strncmp(of->name, m->type, m->length) == 0 && number < of->labels.count)
            return of->labels.items[number];
    }
    return NULL;
}

static bool is_said(ip_arena *arena, const misread *m, ip_datum value)
{
    const char *own = value.kind == IP_DATUM_NULL ? NULL : ip_value_datum_text(arena, value);
    return own && strncmp(m->text, own, strlen(own)) == 0 && strcmp(m->text + strlen(own), "\"") == 0;
}

/* The argument with this text replaced. false: it does not contain the text. */
static bool exchange(ip_arena *arena, const misread *m, const ip_code_type *type, const char *wanted, ip_datum *value)
{
    const char *error = NULL;
    if (value->kind == IP_DATUM_ARRAY) {
        ip_datum *items = IP_NEW_ARRAY(arena, ip_datum, value->count);
        bool any = false;
        for (int i = 0; i < value->count; i++) {
            bool said = value->as.items[i].kind == IP_DATUM_TEXT && is_said(arena, m, value->as.items[i]);
            items[i] = said ? ip_value_datum_string(wanted) : value->as.items[i];
            any = any || said;
        }
        value->as.items = items;
        return any;
    }
    if (!is_said(arena, m, *value))
        return false;
    *value = ip_value_datum_parse(arena, type, wanted, &error);
    return !error;
}

void ip_replay_repair_cast_argument(ip_arena *arena, const ip_subject *subject, const ip_world *world, int instance,
                                    int number, ip_fixed_values *facts)
{
    const misread m = read_message(ip_world_outcome(world, instance)->message);
    const char *wanted = !m.text        ? NULL
                         : m.enumerated ? label(subject, &m, number)
                         : number == 0  ? fitting(arena, m.type, m.length, instance)
                                        : NULL;
    const ip_code *code = subject->codes[instance];
    const ip_datum *arguments = ip_world_arguments(world, instance);
    for (int p = 0, in = 0; wanted && p < code->parameter_count; p++) {
        if (!code->in.items[p])
            continue;
        ip_fixed_value fact = {.column = in, .instance = instance, .value = arguments[in]};
        if (exchange(arena, &m, &code->variables.items[p].type, wanted, &fact.value))
            IP_PUSH(arena, facts, fact);
        in++;
    }
}
