/* Wrapped, optionally coloured text. A paragraph is built from pieces and then
 * written; whatever the pieces hold, no control byte reaches the terminal. */
#ifndef IP_WRITER_H
#define IP_WRITER_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdio.h>

typedef enum ip_style { IP_PLAIN, IP_BOLD, IP_DIM, IP_RED, IP_GREEN, IP_YELLOW, IP_CYAN } ip_style;

typedef struct ip_piece {
    const char *text;
    int width; /* columns it takes */
    ip_style style;
    bool space_before; /* a place where the line may break */
} ip_piece;

typedef struct ip_writer {
    ip_arena *arena;
    FILE *out;
    int width;
    bool colour;
    IP_VEC(ip_piece) pieces; /* of the current paragraph */
    bool pending_space;
    bool after_blank; /* the last line is empty: no other one follows */
} ip_writer;

/* Adds text to the paragraph; a blank in it is where the line may break. */
void ip_report_say(ip_writer *writer, ip_style style, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The same, never broken inside. */
void ip_report_say_whole(ip_writer *writer, ip_style style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A line of the user's code, written at once and as it is: tabs stay tabs, so that it can be copied. */
void ip_report_write_code(ip_writer *writer, ip_style style, const char *lead, const char *line, size_t length);
/* Columns the paragraph would take on one endless line. */
int ip_report_paragraph_width(const ip_writer *writer);
/* Writes the paragraph and starts an empty one. The first line is indented by
 * indent, the others by hang. An empty paragraph is an empty line, one
 * however many follow each other. */
void ip_report_end_paragraph(ip_writer *writer, int indent, int hang);
/* The same with a tail at a column of its own, on a line of its own if the
 * paragraph reaches into it. */
void ip_report_end_paragraph_with_tail(ip_writer *writer, int indent, int hang, int tail_column, const char *tail);

/* A paragraph of this text alone, its later lines indented by two more. */
void ip_report_write_line(ip_writer *writer, int indent, const char *text);

/* Text with control bytes and broken UTF-8 made visible. */
const char *ip_report_printable(ip_arena *arena, const char *text);
int ip_report_display_width(const char *text);

#endif
