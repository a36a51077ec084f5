/* PostgreSQL's log files, versions 13 to 18, as a stream of what was sent to the server (recorded.h). */
#ifndef IP_SERVER_LOG_H
#define IP_SERVER_LOG_H

#include "server_log/recorded.h"

typedef enum ip_log_format { IP_LOG_JSON, IP_LOG_CSV, IP_LOG_STDERR } ip_log_format;

/* Counts over all files that were read. Each entry is in one of statements, duplicates, errors, others. */
typedef struct ip_log_counts {
    long lines;      /* of the logs */
    long entries;    /* an entry may have several lines */
    long statements; /* entries that say what a session sends */
    long duplicates; /* the steps parse and bind of the extended protocol, more rows of a cursor: logged again */
    long errors;
    long others;     /* nothing about a statement: connections, checkpoints … */
    long unreadable; /* lines that are no entry or a part of one: truncated, mixed with others */
    long first_unreadable;
    const char *first_unreadable_file;
    long untold;        /* statements with parameters whose values the log does not have */
    long unkeyed;       /* entries of statements that name no session */
    bool redacted;      /* a recording has other values than were sent: of them only equality is known */
    bool no_vxid;       /* some statement came without a virtual transaction */
    bool bare_duration; /* "duration: 0.1 ms" without the statement that it belongs to */
} ip_log_counts;

typedef struct ip_server_log ip_server_log;

/* prefix: the server's log_line_prefix, for logs of format stderr; NULL: the server's default. NULL, with *error: it
 * cannot be used. Freed with ip_server_log_free. */
ip_server_log *ip_server_log_new(const char *prefix, ip_recorded_sink sink, void *context, const char **error);
void ip_server_log_free(ip_server_log *log);
/* Reads one file, "-" for standard input. false, with *error (it lives as long as log): it cannot be used. */
bool ip_server_log_read(ip_server_log *log, const char *path, const char **error);
const ip_log_counts *ip_server_log_counts(const ip_server_log *log);

#endif
