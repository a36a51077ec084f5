/* Which programs and statements the comments speak of that suppress findings. */
#include "ignores.h"

#include "catalog/definition.h"
#include "parse/lexer.h"

#include <ctype.h>
#include <string.h>

enum { ID_LENGTH = 16 };

/* [ID] REASON */
static ip_ignore read_comment(ip_arena *arena, ip_range comment, const char *text)
{
    ip_ignore ignore = {.comment = comment, .reason = text};
    size_t digits = strspn(text, "0123456789abcdef");
    if (digits == ID_LENGTH && (!text[digits] || isspace((unsigned char)text[digits]))) {
        ignore.id = ip_arena_strndup(arena, text, digits);
        ignore.reason = text + digits + strspn(text + digits, " \t\r\n");
    }
    return ignore;
}

/* The statement that begins there: without what stands inside of a block, a loop or a branch. */
static size_t end_of_head(const ip_source *source, size_t begin)
{
    static const char *const ends[] = {";", "then", "loop", "begin", "declare", NULL};
    ip_token token = ip_parse_lex(source, begin, source->length, false);
    while (token.kind != IP_TOKEN_END && !ip_parse_token_is_any(source, token, ends))
        token = ip_parse_lex(source, token.end, source->length, false);
    return token.kind == IP_TOKEN_END ? source->length : token.begin;
}

static const char *program_around(const ip_workload *workload, ip_range place)
{
    for (int u = 0; u < workload->definitions->units.count; u++) {
        const ip_unit *unit = workload->definitions->units.items[u];
        if (unit->body.source == place.source && place.begin >= unit->body.begin && place.end <= unit->body.end)
            return unit->overloaded ? unit->signature : unit->name;
    }
    return NULL;
}

void ip_frontend_ignores_collect(ip_arena *arena, ip_workload *workload)
{
    const ip_definitions *definitions = workload->definitions;
    for (int u = 0; u < definitions->units.count; u++) {
        const ip_unit *unit = definitions->units.items[u];
        for (int i = 0; i < unit->ignores.count; i++) {
            ip_ignore ignore = read_comment(arena, unit->ignores.items[i].range, unit->ignores.items[i].text);
            ignore.whole = true;
            ignore.covers = unit->range;
            ignore.program = unit->overloaded ? unit->signature : unit->name;
            IP_PUSH(arena, &workload->ignores, ignore);
        }
    }
    for (int i = 0; i < definitions->annotations.count; i++) {
        const ip_annotation *said = &definitions->annotations.items[i];
        if (!said->reason)
            continue;
        ip_ignore ignore = read_comment(arena, said->range, said->reason);
        ignore.covers = (ip_range){said->range.source, said->applies_to, said->applies_to};
        ignore.covers.end = end_of_head(said->range.source, said->applies_to);
        ignore.program = program_around(workload, said->range);
        IP_PUSH(arena, &workload->ignores, ignore);
    }
}

bool ip_frontend_ignore_covers_program(const ip_ignore *ignore, const ip_program *program)
{
    return ignore->whole && program->range.source == ignore->covers.source &&
           program->range.begin >= ignore->covers.begin && program->range.end <= ignore->covers.end;
}

bool ip_frontend_ignore_covers_statement(const ip_ignore *ignore, const ip_statement *statement)
{
    return !ignore->whole && statement->range.source == ignore->covers.source &&
           statement->range.begin >= ignore->covers.begin && statement->range.begin < ignore->covers.end;
}
