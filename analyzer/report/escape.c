/* Text of the input in markup. */
#include "report/escape.h"

#include "base/utf8.h"

#include <stdbool.h>
#include <string.h>

static unsigned code_point(const char *at, int length)
{
    unsigned point = (unsigned char)at[0] & (length == 1 ? 0x7Fu : 0xFFu >> (length + 1));
    for (int i = 1; i < length; i++)
        point = point << 6 | ((unsigned char)at[i] & 0x3Fu);
    return point;
}

/* C0, DEL, C1; what sets the direction of the text after it (U+202A to U+202E, U+2066 to U+2069), line and paragraph
 * separators; what XML does not allow. */
static bool is_invisible(unsigned point)
{
    return point < 0x20 || (point >= 0x7F && point < 0xA0) || (point >= 0x202A && point <= 0x202E) || point == 0x200E ||
           point == 0x200F || point == 0x061C || (point >= 0x2066 && point <= 0x2069) || point == 0x2028 ||
           point == 0x2029 || point == 0xFEFF || (point & 0xFFFE) == 0xFFFE;
}

static void escape(FILE *out, const char *text, bool lines)
{
    for (const char *at = text; *at;) {
        int length = ip_utf8_sequence(at);
        unsigned point = length ? code_point(at, length) : (unsigned char)*at;
        if (!length)
            fprintf(out, "\\x%02X", point);
        else if (point == '<')
            fputs("&lt;", out);
        else if (point == '>')
            fputs("&gt;", out);
        else if (point == '&')
            fputs("&amp;", out);
        else if (point == '"')
            fputs("&quot;", out);
        else if (point == '\'')
            fputs("&#39;", out);
        else if (is_invisible(point) && !(lines && (point == '\n' || point == '\t')))
            fprintf(out, point < 0x100 ? "\\x%02X" : "\\u%04X", point);
        else
            fwrite(at, 1, (size_t)length, out);
        at += length ? length : 1;
    }
}

void ip_report_escape(FILE *out, const char *text)
{
    escape(out, text, false);
}

void ip_report_escape_lines(FILE *out, const char *text)
{
    escape(out, text, true);
}
