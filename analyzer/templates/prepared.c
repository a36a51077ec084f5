/* Handles EXECUTE of the simple protocol, for which the log also has the PREPARE. */
#include "templates/prepared.h"

#include <string.h>

/* Returns the text after AS in PREPARE name (types) AS text. */
static const char *prepared_text(const char *prepare)
{
    size_t length = strlen(prepare);
    ip_source source = {.path = "", .text = prepare, .length = length};
    int depth = 0;
    for (ip_token t = ip_parse_lex(&source, 0, length, false); t.kind != IP_TOKEN_END;
         t = ip_parse_lex(&source, t.end, length, false)) {
        char c = prepare[t.begin];
        if (t.kind == IP_TOKEN_OPERATOR)
            depth += (c == '(') - (c == ')');
        if (depth == 0 && ip_parse_token_is(&source, t, "as"))
            return prepare + t.end;
    }
    return NULL;
}

/* Reads the arguments of EXECUTE p (1, 'a'). Arguments that are no literals are not known. */
static bool executed(ip_arena *arena, const ip_scan *scan, ip_recorded_values *given)
{
    const ip_source *source = &scan->source;
    size_t at = 0;
    ip_token t = ip_parse_next_token(source, &at, source->length, false);
    if (!ip_parse_token_is(source, t, "execute"))
        return false;
    ip_parse_next_token(source, &at, source->length, false);
    t = ip_parse_next_token(source, &at, source->length, false);
    int depth = ip_parse_token_is(source, t, "(");
    size_t begin = at;
    while (depth > 0 && (t = ip_parse_next_token(source, &at, source->length, false)).kind != IP_TOKEN_END) {
        char c = source->text[t.begin];
        bool closes = t.kind == IP_TOKEN_OPERATOR && c == ')';
        if (depth == 1 && t.kind == IP_TOKEN_OPERATOR && (c == ',' || c == ')')) {
            ip_recorded_value value = {.known = false};
            size_t end = t.begin;
            while (begin < end && source->text[begin] == ' ')
                begin++;
            while (end > begin && source->text[end - 1] == ' ')
                end--;
            for (int i = 0; i < scan->values.count; i++)
                if (scan->values.items[i].begin == begin && scan->values.items[i].end == end)
                    value = (ip_recorded_value){.text = scan->values.items[i].content, .known = true};
            IP_PUSH(arena, given, value);
            begin = t.end;
        }
        depth += t.kind == IP_TOKEN_OPERATOR ? (c == '(') - closes : 0;
    }
    return true;
}

void ip_templates_prepared_fill(ip_arena *arena, const char *prepare, ip_scan *scan, ip_recorded_values *given)
{
    const char *query = prepared_text(prepare);
    ip_recorded_values arguments = {0};
    ip_scan own;
    size_t from = 0;
    if (!query || !executed(arena, scan, &arguments) ||
        !ip_templates_scan_next(arena, query, strlen(query), &from, &own))
        return;
    own.note = own.note ? own.note : scan->note;
    *scan = own;
    *given = arguments;
}
