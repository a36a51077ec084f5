/* An entry of a log as it stands in its file, before its message is interpreted. Internal to this folder. */
#ifndef IP_LOG_ENTRY_H
#define IP_LOG_ENTRY_H

#include "server_log/server_log.h"

#include <stddef.h>
#include <stdio.h>

/* Texts are NULL if the format lacks them. */
typedef struct ip_log_entry {
    const char *time, *database, *application, *pid, *session, *vxid, *ps;
    const char *severity, *message, *detail, *statement;
    long number; /* of the entry in its session; 0 if unknown */
    long line;
} ip_log_entry;

/* A file that is read line by line. A line lives until the next one is read. */
typedef struct ip_log_file {
    FILE *stream;
    const char *path;
    char *line;
    size_t room, length; /* length: without the end of the line */
    long number;
    bool whole; /* the line has an end */
} ip_log_file;

/* Returns the bytes if they are valid UTF-8, and otherwise each byte as a Latin-1 letter, so that different texts stay
 * different. *utf8_length becomes the length of the result. */
const char *ip_log_utf8(ip_arena *arena, const char *text, size_t length, size_t *utf8_length);
/* Tells whether the text begins with a time such as "2026-11-24 09:47:42". */
bool ip_log_is_time(const char *text);

/* Reads a line of a jsonlog. Returns false if it is malformed. */
bool ip_log_json(ip_arena *arena, const char *line, size_t length, ip_log_entry *entry);
/* What the first line of a recording by isoproof record says. */
typedef struct ip_trace_head {
    bool is_head;  /* false: the line is another one */
    bool redacted; /* values are replaced */
    bool finishes; /* the last line of the recording says that it is the last one */
} ip_trace_head;
ip_trace_head ip_log_trace_head(const char *line, size_t length);

/* Reads a record of a csvlog, which may span several lines. Returns false if it is malformed. Modifies the text. */
bool ip_log_csv(char *record, size_t length, ip_log_entry *entry);

/* A parsed log_line_prefix. */
typedef struct ip_line_prefix ip_line_prefix;
/* Returns NULL and sets *error if the format is no log_line_prefix, or lacks %c and %p. */
ip_line_prefix *ip_log_line_prefix_new(ip_arena *arena, const char *format, const char **error);
/* Tells whether each entry has its number in its session. */
bool ip_log_line_prefix_has_numbers(const ip_line_prefix *prefix);
/* Sets the entry's fields from the beginning of the line. Returns the rest of the line, or NULL if the line does not
 * begin with the prefix. */
const char *ip_log_line_prefix_match(const ip_line_prefix *prefix, ip_arena *arena, const char *line,
                                     ip_log_entry *entry);

struct ip_log_repeats;

/* Where to send the statements of entries. */
typedef struct ip_log_output {
    ip_recorded_sink sink;
    void *context;
    ip_log_counts *counts;
    const char *path;
    struct ip_log_repeats *repeats; /* NULL if there is one file only */
} ip_log_output;
/* Reads a line of a recording. Returns false if it is malformed. *last is set if it is the last line of a recording
 * that is complete. */
bool ip_log_trace(ip_arena *arena, const char *line, size_t length, long number, const ip_log_output *output,
                  bool *last);
void ip_log_understand(ip_arena *arena, const ip_log_entry *entry, const ip_log_output *output);

#endif
