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
