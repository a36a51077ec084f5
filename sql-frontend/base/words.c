#include "base/words.h"

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
