/* Reads PostgreSQL's log files, versions 13 to 18, as a stream of statements (recorded.h). */
#ifndef IP_SERVER_LOG_H
#define IP_SERVER_LOG_H

#include "server_log/recorded.h"

typedef enum ip_log_format { IP_LOG_JSON, IP_LOG_CSV, IP_LOG_STDERR } ip_log_format;

/* Counts over all files. Each entry counts as a statement, a duplicate, an error, repeated, or as others. */
typedef struct ip_log_counts {
    long lines;      /* of all logs */
    long entries;    /* an entry may have several lines */
    long statements; /* entries with a statement */
    long duplicates; /* repeated entries: the steps parse and bind of the extended protocol, further rows of a cursor */
    long errors;
    long repeated;             /* entries that an earlier file has, too */
    const char *repeated_file; /* the first file with such an entry */
    long others;               /* not about a statement: connections, checkpoints, … */
    long unreadable;           /* lines that belong to no entry: truncated, or mixed with others */
    long first_unreadable;
    const char *first_unreadable_file;
    long unlogged_values; /* statements with parameters whose values are not in the log */
    long unkeyed;         /* entries of statements without a session */
    long unread_sessions; /* of recordings; their last statements may be missing */
    long recordings;      /* files that are recordings */
    const char *cut_file; /* the first recording that is cut off */
    long cut_line;        /* its last line */
    bool redacted;        /* a recording has replaced values: they can only be compared */
    bool no_vxid;         /* some statement has no virtual transaction */
    bool bare_duration;   /* some "duration: 0.1 ms" stands without its statement */
} ip_log_counts;

typedef struct ip_server_log ip_server_log;

/* prefix is the server's log_line_prefix, for logs of format stderr; NULL for the server's default. Returns NULL and
 * sets *error if the prefix is not valid. Release the log with ip_log_free. */
ip_server_log *ip_log_new(const char *prefix, ip_recorded_sink sink, void *context, const char **error);
void ip_log_free(ip_server_log *log);
/* Call before the first file if there are several: entries that several of them have then count once. */
void ip_log_expect_repeats(ip_server_log *log);
/* Reads a file, or the standard input for "-". Returns false and sets *error on failure; *error lives as long as the
 * log. */
bool ip_log_read(ip_server_log *log, const char *path, const char **error);
const ip_log_counts *ip_log_server_log_counts(const ip_server_log *log);

#endif
