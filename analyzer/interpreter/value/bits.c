/* Reads values of bit and bit varying, and applies their lengths. A datum is a text of 0 and 1, as the server prints
 * it; the order of the texts is the server's order. */
#include "interpreter/value/bits.h"

#include <string.h>

ip_datum ip_value_bits_datum(ip_arena *arena, const char *bits, size_t length)
{
    return (ip_datum){.kind = IP_DATUM_TEXT, .count = (int)length, .as.text = ip_arena_strndup(arena, bits, length)};
}

bool ip_value_bits_parse(ip_arena *arena, const char *text, ip_datum *result, ip_failure *failure)
{
    static const char digits[] = "0123456789abcdef";
    bool hex = *text == 'x' || *text == 'X';
    text += hex || *text == 'b' || *text == 'B';
    size_t count = 0, width = hex ? 4 : 1;
    char *bits = ip_arena_alloc(arena, width * strlen(text) + 1);
    for (; *text; text++) {
        const char *at = strchr(digits, hex && *text >= 'A' && *text <= 'F' ? *text - 'A' + 'a' : *text);
        if (!at || (!hex && at - digits > 1))
            return ip_value_fail(arena, failure, "22P02", "\"%.*s\" is not a valid %s digit",
                                 (int)ip_value_utf8_offset(text, strlen(text), 1), text,
                                 hex ? "hexadecimal" : "binary");
        for (size_t k = width; k-- > 0;)
            bits[count++] = (char)('0' + ((at - digits) >> k & 1));
    }
    *result = ip_value_bits_datum(arena, bits, count);
    return true;
}

bool ip_value_bits_apply_length(ip_arena *arena, ip_sqltype type, bool explicit, ip_datum *value, ip_failure *failure)
{
    size_t length = (size_t)value->count, wanted = (size_t)type.precision;
    bool varying = type.tag == IP_T_VARBIT;
    if (length == wanted || (varying && length < wanted))
        return true;
    if (!explicit && varying)
        return ip_value_fail(arena, failure, "22001", "bit string too long for type bit varying(%d)", type.precision);
    if (!explicit)
        return ip_value_fail(arena, failure, "22026", "bit string length %zu does not match type bit(%d)", length,
                             type.precision);
    char *bits = ip_arena_alloc(arena, wanted + 1);
    memset(bits, '0', wanted);
    memcpy(bits, value->as.text, length < wanted ? length : wanted);
    *value = ip_value_bits_datum(arena, bits, wanted);
    return true;
}
