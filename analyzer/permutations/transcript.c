/* Prints results as PQprint does (fe-print.c of PostgreSQL's libpq). */
#include "permutations/transcript.h"

#include <stdio.h>
#include <string.h>

void ip_permutations_transcript_add(ip_transcript *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *more = ip_arena_vprintf(t->arena, format, args);
    va_end(args);
    size_t length = strlen(more);
    if (t->length + length + 1 > t->capacity) {
        size_t capacity = 2 * (t->length + length + 1);
        char *text = ip_arena_alloc(t->arena, capacity);
        if (t->length)
            memcpy(text, t->text, t->length);
        t->text = text;
        t->capacity = capacity;
    }
    memcpy(t->text + t->length, more, length + 1);
    t->length += length;
}

/* Tells whether the text has only digits, points, signs and exponents, and ends with a digit. A column of such texts is
 * aligned to the right. */
static bool looks_like_number(const char *text)
{
    size_t length = strlen(text);
    bool digit_last = text[length - 1] >= '0' && text[length - 1] <= '9';
    return strspn(text, "0123456789.Ee -") == length && *text != 'E' && *text != 'e' && digit_last;
}

static void fill(ip_transcript *t, const char *text, int width, bool number)
{
    if (number)
        ip_permutations_transcript_add(t, "%*s", width, text);
    else
        ip_permutations_transcript_add(t, "%-*s", width, text);
}

void ip_permutations_transcript_table(ip_transcript *t, const ip_db_result *result)
{
    if (result->width <= 0)
        return;
    int *widths = IP_NEW_ARRAY(t->arena, int, result->width);
    bool *words = IP_NEW_ARRAY(t->arena, bool, result->width);
    for (int c = 0; c < result->width; c++) {
        widths[c] = (int)strlen(result->names[c]);
        for (int r = 0; r < result->row_count; r++) {
            const char *text = result->texts[r][c];
            if (!text || !*text)
                continue;
            words[c] = words[c] || !looks_like_number(text);
            if ((int)strlen(text) > widths[c])
                widths[c] = (int)strlen(text);
        }
    }
    for (int c = 0; c < result->width; c++) {
        fill(t, result->names[c], widths[c], !words[c]);
        ip_permutations_transcript_add(t, "%s", c + 1 < result->width ? "|" : "\n");
    }
    for (int c = 0; c < result->width; c++) {
        for (int i = 0; i < widths[c]; i++)
            ip_permutations_transcript_add(t, "-");
        ip_permutations_transcript_add(t, "%s", c + 1 < result->width ? "+" : "\n");
    }
    for (int r = 0; r < result->row_count; r++)
        for (int c = 0; c < result->width; c++) {
            fill(t, result->texts[r][c] ? result->texts[r][c] : "", widths[c], !words[c]);
            ip_permutations_transcript_add(t, "%s", c + 1 < result->width ? "|" : "\n");
        }
    ip_permutations_transcript_add(t, "(%d row%s)\n\n", result->row_count, result->row_count == 1 ? "" : "s");
}
