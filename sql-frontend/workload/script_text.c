/* Two placeholders of one number are two values: each text shows the name that the report gives the value. */
#include "workload/script_text.h"

#include "parse/lexer.h"
#include "psql/placeholder.h"

#include <string.h>

static const char *shown(ip_arena *arena, const ip_unit *unit, const char *identifier)
{
    for (int i = 0; i < unit->spellings.count; i++) {
        const ip_spelling *s = &unit->spellings.items[i];
        if (strcmp(s->identifier, identifier) != 0)
            continue;
        const char *name = s->parameter >= 0 ? unit->parameters.items[s->parameter].name : s->variable;
        return ip_psql_placeholder_statement(name) ? name : ip_arena_printf(arena, ":%s", name);
    }
    return NULL;
}

enum { SHOWN_NAMES = 500 }; /* longer lists are unreadable */

const char *ip_workload_script_text(ip_arena *arena, const ip_unit *unit, const char *text)
{
    if (unit->kind != IP_UNIT_SCRIPT || unit->spellings.count == 0 || unit->spellings.count > SHOWN_NAMES)
        return text;
    const ip_source *source = ip_source_from_text(arena, "", text, strlen(text));
    const char *created = "";
    size_t copied = 0;
    for (ip_token t = ip_parse_lex(source, 0, source->length, false); t.kind != IP_TOKEN_END;
         t = ip_parse_lex(source, t.end, source->length, false)) {
        if (t.kind != IP_TOKEN_WORD && t.kind != IP_TOKEN_QUOTED)
            continue;
        const char *name = shown(arena, unit, ip_parse_token_name(arena, source, t));
        if (!name)
            continue;
        created = ip_arena_printf(arena, "%s%.*s%s", created, (int)(t.begin - copied), text + copied, name);
        copied = t.end;
    }
    return copied > 0 ? ip_arena_printf(arena, "%s%s", created, text + copied) : text;
}
