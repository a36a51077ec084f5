/* Formats %s and %d itself, and has vsnprintf format everything else. */
#include "base/text_format.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { DIGITS = 12 }; /* of an int, with its sign */

/* The digits end at digits + DIGITS. */
static const char *decimal(int value, char digits[DIGITS])
{
    char *first = digits + DIGITS;
    unsigned rest = value < 0 ? 0u - (unsigned)value : (unsigned)value;
    do {
        *--first = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0)
        *--first = '-';
    return first;
}

/* False: there is another directive, or no room. */
static bool format_simple(char *out, size_t size, const char *format, va_list args, size_t *length)
{
    size_t used = 0;
    for (const char *f = format; *f;) {
        char digits[DIGITS];
        const char *piece = f;
        size_t bytes;
        if (*f != '%') {
            bytes = strcspn(f, "%");
            f += bytes;
        } else if (f[1] == 's') {
            piece = va_arg(args, const char *);
            bytes = piece ? strlen(piece) : size;
            f += 2;
        } else if (f[1] == 'd') {
            piece = decimal(va_arg(args, int), digits);
            bytes = (size_t)(digits + DIGITS - piece);
            f += 2;
        } else {
            return false;
        }
        if (bytes >= size - used)
            return false;
        memcpy(out + used, piece, bytes);
        used += bytes;
    }
    out[used] = '\0';
    *length = used;
    return true;
}

int ip_text_format(char *out, size_t size, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    size_t length = 0;
    bool done = size > 0 && format_simple(out, size, format, args, &length);
    int result = done ? (int)length : vsnprintf(out, size, format, again);
    va_end(again);
    return result;
}
