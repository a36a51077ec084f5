/* Reads and writes bytea values. A datum is a text in the form that the server prints; the order of the texts is that
 * of the bytes. */
#include "interpreter/value/bytes.h"

#include <stdio.h>
#include <string.h>

static int digit_of(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c) : NULL;
    return at ? (int)(at - digits) : -1;
}

ip_datum ip_value_bytes_datum(ip_arena *arena, const unsigned char *bytes, size_t length)
{
    static const char digits[] = "0123456789abcdef";
    char *text = ip_arena_alloc(arena, 2 * length + 3);
    text[0] = '\\';
    text[1] = 'x';
    for (size_t i = 0; i < length; i++) {
        text[2 * i + 2] = digits[bytes[i] >> 4];
        text[2 * i + 3] = digits[bytes[i] & 15];
    }
    text[2 * length + 2] = '\0';
    return (ip_datum){.kind = IP_DATUM_TEXT, .count = (int)(2 * length + 2), .as.text = text};
}

unsigned char *ip_value_bytes_of(ip_arena *arena, ip_datum datum, size_t *length)
{
    *length = (size_t)datum.count / 2 - 1;
    unsigned char *bytes = ip_arena_alloc(arena, *length + 1);
    for (size_t i = 0; i < *length; i++)
        bytes[i] = (unsigned char)(digit_of(datum.as.text[2 * i + 2]) << 4 | digit_of(datum.as.text[2 * i + 3]));
    bytes[*length] = 0;
    return bytes;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

bool ip_value_bytes_parse_hex(ip_arena *arena, const char *text, size_t length, ip_datum *result, ip_failure *failure)
{
    unsigned char *bytes = ip_arena_alloc(arena, length / 2 + 1);
    size_t count = 0;
    for (size_t i = 0; i < length; i += 2) {
        for (; i < length && is_space(text[i]); i++)
            ;
        if (i == length)
            break;
        int high = digit_of(text[i]), low = i + 1 < length ? digit_of(text[i + 1]) : 0;
        if (high < 0 || low < 0)
            return ip_value_fail(arena, failure, "22023", "invalid hexadecimal digit");
        if (i + 1 == length)
            return ip_value_fail(arena, failure, "22023", "invalid hexadecimal data: odd number of digits");
        bytes[count++] = (unsigned char)(high << 4 | low);
    }
    *result = ip_value_bytes_datum(arena, bytes, count);
    return true;
}

static bool is_octal(const char *text, size_t left)
{
    return left > 3 && text[1] >= '0' && text[1] <= '3' && text[2] >= '0' && text[2] <= '7' && text[3] >= '0' &&
           text[3] <= '7';
}

bool ip_value_bytes_parse_escapes(ip_arena *arena, const char *text, size_t length, ip_datum *result,
                                  ip_failure *failure)
{
    unsigned char *bytes = ip_arena_alloc(arena, length + 1);
    size_t count = 0;
    for (size_t i = 0; i < length;) {
        if (text[i] != '\\') {
            bytes[count++] = (unsigned char)text[i++];
        } else if (is_octal(text + i, length - i)) {
            bytes[count++] = (unsigned char)((text[i + 1] - '0') << 6 | (text[i + 2] - '0') << 3 | (text[i + 3] - '0'));
            i += 4;
        } else if (i + 1 < length && text[i + 1] == '\\') {
            bytes[count++] = '\\';
            i += 2;
        } else
            return ip_value_fail(arena, failure, "22P02", "invalid input syntax for type bytea");
    }
    *result = ip_value_bytes_datum(arena, bytes, count);
    return true;
}

bool ip_value_bytes_parse(ip_arena *arena, const char *text, ip_datum *result, ip_failure *failure)
{
    if (text[0] == '\\' && text[1] == 'x')
        return ip_value_bytes_parse_hex(arena, text + 2, strlen(text + 2), result, failure);
    return ip_value_bytes_parse_escapes(arena, text, strlen(text), result, failure);
}
