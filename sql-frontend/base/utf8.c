/* Replaces bytes that are not valid UTF-8. */
#include "base/utf8.h"

#include <string.h>

/* The ranges of Unicode 15, table 3-7: no surrogates, no overlong forms, nothing above U+10FFFF. */
int ip_utf8_sequence(const char *text)
{
    const unsigned char *b = (const unsigned char *)text;
    if (b[0] < 0x80)
        return b[0] ? 1 : 0;
    int more = b[0] >= 0xC2 && b[0] <= 0xDF   ? 1
               : b[0] >= 0xE0 && b[0] <= 0xEF ? 2
               : b[0] >= 0xF0 && b[0] <= 0xF4 ? 3
                                              : 0;
    if (!more)
        return 0;
    unsigned char low = b[0] == 0xE0 ? 0xA0 : b[0] == 0xF0 ? 0x90 : 0x80;
    unsigned char high = b[0] == 0xED ? 0x9F : b[0] == 0xF4 ? 0x8F : 0xBF;
    if (b[1] < low || b[1] > high)
        return 0;
    for (int i = 2; i <= more; i++)
        if (b[i] < 0x80 || b[i] > 0xBF)
            return 0;
    return more + 1;
}

const char *ip_utf8(ip_arena *arena, const char *text)
{
    size_t bad = 0;
    for (const char *at = text; *at;) {
        int length = ip_utf8_sequence(at);
        bad += length == 0;
        at += length ? length : 1;
    }
    if (bad == 0)
        return text;
    char *copy = ip_arena_alloc(arena, strlen(text) + 2 * bad + 1), *to = copy;
    for (const char *at = text; *at;) {
        int length = ip_utf8_sequence(at);
        if (length == 0) {
            memcpy(to, "\xEF\xBF\xBD", 3);
            to += 3;
            at++;
            continue;
        }
        memcpy(to, at, (size_t)length);
        to += length;
        at += length;
    }
    return copy;
}
