/* An entry of a log as its file has it, before its message is understood. Internal to this room. */
#ifndef IP_LOG_ENTRY_H
#define IP_LOG_ENTRY_H

#include "server_log/server_log.h"

#include <stddef.h>
#include <stdio.h>

/* NULL: the format does not tell. */
typedef struct ip_log_entry {
    const char *time, *database, *application, *pid, *session, *vxid, *ps;
    const char *severity, *message, *detail, *statement;
    long number; /* in its session; 0: not known */
    long line;
} ip_log_entry;

/* What is being read, line by line. A line is kept until the next one is asked for. */
typedef struct ip_log_file {
    FILE *stream;
    const char *path;
    char *line;
    size_t room, length; /* length: without the end of the line */
    long number;
    bool whole; /* the line has its end */
} ip_log_file;

/* The bytes as UTF-8: as they are if they are it, else each byte as a Latin-1 letter, so that different texts stay
 * different. */
const char *ip_log_utf8(ip_arena *arena, const char *text, size_t length, size_t *made);
/* Does a text begin with "2026-11-24 09:47:42"? */
bool ip_log_is_time(const char *text);

/* One line of a jsonlog; false: it is none. */
bool ip_log_json(ip_arena *arena, const char *line, size_t length, ip_log_entry *entry);
/* Is the line the first of a recording by isoproof record? */
bool ip_is_trace(const char *line, size_t length,
                 bool *redacted); /* *redacted is set where its values are not those sent */

/* One record of a csvlog, which may have several lines; false: it is none. The text is cut into pieces. */
bool ip_log_csv(char *record, size_t length, ip_log_entry *entry);

/* log_line_prefix, read once. */
typedef struct ip_line_prefix ip_line_prefix;
/* NULL, with *error: it has what no log_line_prefix has, or no %c or %p. */
ip_line_prefix *ip_line_prefix_new(ip_arena *arena, const char *format, const char **error);
/* Fills entry with what the beginning of the line says; where the rest begins, or NULL: the line does not begin so. */
const char *ip_line_prefix_match(const ip_line_prefix *prefix, ip_arena *arena, const char *line, ip_log_entry *entry);

/* What the entry says, to the sink. */
typedef struct ip_log_output {
    ip_recorded_sink sink;
    void *context;
    ip_log_counts *counts;
    const char *path;
} ip_log_output;
/* One line of a recording; false: it is none. */
bool ip_log_trace(ip_arena *arena, const char *line, size_t length, long number, const ip_log_output *output);
void ip_log_understand(ip_arena *arena, const ip_log_entry *entry, const ip_log_output *output);

#endif
