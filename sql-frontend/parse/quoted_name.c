/* Names in the text of statements, as quote_identifier of the server has them (utils/adt/ruleutils.c). */
#include "parse/quoted_name.h"

#include "parse/keyword.h"

#include <string.h>

const char *ip_parse_quoted_name(ip_arena *arena, const char *name)
{
    size_t plain = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
    bool digit = *name >= '0' && *name <= '9';
    if (*name && !digit && !name[plain] && !ip_parse_is_reserved_keyword(name))
        return name;
    char *out = ip_arena_alloc(arena, 2 * strlen(name) + 3), *to = out;
    *to++ = '"';
    for (; *name; name++) {
        if (*name == '"')
            *to++ = '"';
        *to++ = *name;
    }
    *to++ = '"';
    *to = '\0';
    return out;
}
