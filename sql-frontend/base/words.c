/* Looks up names in lists and writes quoted identifiers and literals. */
#include "base/words.h"

#include <ctype.h>
#include <string.h>

bool ip_is_among(const char *words, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = length > 0 ? strstr(words, name) : NULL; at; at = strstr(at + 1, name))
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

bool ip_is_one_of(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

const char *ip_quoted(ip_arena *arena, const char *text, char quote)
{
    char *out = ip_arena_alloc(arena, 2 * strlen(text) + 3), *to = out;
    *to++ = quote;
    for (; *text; text++) {
        if (*text == quote)
            *to++ = quote;
        *to++ = *text;
    }
    *to++ = quote;
    *to = '\0';
    return out;
}

const char *ip_identifier(ip_arena *arena, const char *name)
{
    static const char reserved[] =
        "all analyse analyze and any array as asc asymmetric authorization between binary both case cast check collate "
        "collation column concurrently constraint create cross current_catalog current_date current_role "
        "current_schema current_time current_timestamp current_user default deferrable desc distinct do else end "
        "except false fetch for foreign freeze from full grant group having ilike in initially inner intersect into is "
        "isnull join lateral leading left like limit localtime localtimestamp natural not notnull null offset on only "
        "or order outer overlaps placing primary references returning right select session_user similar some symmetric "
        "system_user table tablesample then to trailing true union unique user using variadic verbose when where "
        "window with";
    bool plain = (islower((unsigned char)*name) || *name == '_') && !ip_is_among(reserved, name);
    for (const char *at = name; *at; at++)
        plain = plain && (islower((unsigned char)*at) || isdigit((unsigned char)*at) || *at == '_');
    return plain ? name : ip_quoted(arena, name, '"');
}

const char *ip_table_identifier(ip_arena *arena, const char *name)
{
    const char *dot = strchr(name, '.');
    if (!dot)
        return ip_identifier(arena, name);
    return ip_arena_printf(arena, "%s.%s", ip_identifier(arena, ip_arena_strndup(arena, name, (size_t)(dot - name))),
                           ip_identifier(arena, dot + 1));
}

const char *ip_last_part(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}
