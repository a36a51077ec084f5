/* Wrapped, optionally coloured text. */
#include "report/writer.h"

#include "base/utf8.h"

#include <string.h>

/* U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069: what comes after them is shown in another order. */
static bool turns_direction(const unsigned char *at, int length)
{
    if (length != 3 || at[0] != 0xE2)
        return false;
    return at[1] == 0x80 ? at[2] == 0x8E || at[2] == 0x8F || (at[2] >= 0xAA && at[2] <= 0xAE)
                         : at[1] == 0x81 && at[2] >= 0xA6 && at[2] <= 0xA9;
}

static bool is_control(const char *at, int length)
{
    unsigned char first = (unsigned char)at[0];
    /* C0, DEL, and C1, which terminals may obey in UTF-8 too. */
    return first < 0x20 || first == 0x7F || (length == 2 && first == 0xC2 && (unsigned char)at[1] < 0xA0) ||
           turns_direction((const unsigned char *)at, length);
}

static const char *printable(ip_arena *arena, const char *text, bool tabs)
{
    char *copy = ip_arena_alloc(arena, 4 * strlen(text) + 1), *to = copy;
    for (const char *at = text; *at;) {
        int length = ip_utf8_sequence(at);
        int taken = length ? length : 1;
        if (length && (!is_control(at, length) || (tabs && *at == '\t'))) {
            memcpy(to, at, (size_t)length);
            to += length;
        } else {
            for (int i = 0; i < taken; i++)
                to += sprintf(to, "\\x%02X", (unsigned char)at[i]);
        }
        at += taken;
    }
    return copy;
}

const char *ip_report_printable(ip_arena *arena, const char *text)
{
    return printable(arena, text, false);
}

int ip_report_display_width(const char *text)
{
    int width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xC0) != 0x80; /* one column a code point */
    return width;
}

static void push_piece(ip_writer *writer, ip_style style, const char *text, size_t length)
{
    ip_piece piece = {ip_report_printable(writer->arena, ip_arena_strndup(writer->arena, text, length)), 0, style,
                      writer->pending_space};
    piece.width = ip_report_display_width(piece.text);
    writer->pending_space = false;
    IP_PUSH(writer->arena, &writer->pieces, piece);
}

void ip_report_say(ip_writer *writer, ip_style style, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = ip_arena_vprintf(writer->arena, format, args);
    va_end(args);
    while (*text) {
        size_t blanks = strspn(text, " \n\t");
        if (blanks) {
            writer->pending_space = true;
            text += blanks;
            continue;
        }
        size_t length = strcspn(text, " \n\t");
        push_piece(writer, style, text, length);
        text += length;
    }
}

void ip_report_say_whole(ip_writer *writer, ip_style style, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = ip_arena_vprintf(writer->arena, format, args);
    va_end(args);
    push_piece(writer, style, text, strlen(text));
}

int ip_report_paragraph_width(const ip_writer *writer)
{
    int width = 0;
    for (int i = 0; i < writer->pieces.count; i++)
        width += writer->pieces.items[i].width + (i > 0 && writer->pieces.items[i].space_before);
    return width;
}

static void put_blanks(const ip_writer *writer, int count)
{
    fprintf(writer->out, "%*s", count > 0 ? count : 0, "");
}

static void put_piece(const ip_writer *writer, const ip_piece *piece)
{
    static const char *const codes[] = {
        [IP_PLAIN] = "",   [IP_BOLD] = "1",    [IP_DIM] = "2",   [IP_RED] = "1;31",
        [IP_GREEN] = "32", [IP_YELLOW] = "33", [IP_CYAN] = "36",
    };
    if (writer->colour && piece->style != IP_PLAIN)
        fprintf(writer->out, "\033[%sm%s\033[0m", codes[piece->style], piece->text);
    else
        fputs(piece->text, writer->out);
}

void ip_report_write_code(ip_writer *writer, ip_style style, const char *lead, const char *line, size_t length)
{
    while (length > 0 && line[length - 1] == '\r') /* of a line that ends as on Windows */
        length--;
    const char *code = ip_arena_printf(writer->arena, "%s%.*s", lead, (int)length, line);
    writer->after_blank = false;
    put_piece(writer, &(ip_piece){printable(writer->arena, code, true), 0, style, false});
    fputc('\n', writer->out);
}

/* Writes the words, without the last newline; returns the column reached. */
static int put_wrapped(ip_writer *writer, int indent, int hang)
{
    const ip_piece *pieces = writer->pieces.items;
    int count = writer->pieces.count, column = indent;
    put_blanks(writer, indent);
    for (int i = 0; i < count;) {
        int end = i + 1, width = pieces[i].width; /* a word: pieces without a blank between */
        while (end < count && !pieces[end].space_before)
            width += pieces[end++].width;
        if (i > 0 && column + 1 + width > writer->width && column > hang) {
            fputc('\n', writer->out);
            put_blanks(writer, hang);
            column = hang;
        } else if (i > 0) {
            fputc(' ', writer->out);
            column++;
        }
        for (; i < end; i++)
            put_piece(writer, &pieces[i]);
        column += width;
    }
    writer->pieces.count = 0;
    writer->pending_space = false;
    return column;
}

void ip_report_end_paragraph(ip_writer *writer, int indent, int hang)
{
    bool empty = !writer->pieces.count;
    if (empty && writer->after_blank)
        return;
    writer->after_blank = empty;
    put_wrapped(writer, writer->pieces.count ? indent : 0, hang);
    fputc('\n', writer->out);
}

void ip_report_end_paragraph_with_tail(ip_writer *writer, int indent, int hang, int tail_column, const char *tail)
{
    int column = put_wrapped(writer, indent, hang);
    writer->after_blank = false;
    if (*tail) {
        if (column + 2 > tail_column) {
            fputc('\n', writer->out);
            column = 0;
            tail_column = hang;
        }
        put_blanks(writer, tail_column - column);
        ip_piece piece = {ip_report_printable(writer->arena, tail), 0, IP_DIM, false};
        put_piece(writer, &piece);
    }
    fputc('\n', writer->out);
}

void ip_report_write_line(ip_writer *w, int indent, const char *text)
{
    ip_report_say(w, IP_PLAIN, "%s", text);
    ip_report_end_paragraph(w, indent, indent + 2);
}
