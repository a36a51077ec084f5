/* A recording as a file: one JSON object a line (docs/recordings.md has the fields). */
#ifndef IP_TRACE_H
#define IP_TRACE_H

#include "protocol/writing.h"
#include "recorder/conversation.h"
#include "recorder/redaction.h"

#include <stdio.h>
#include <time.h>

typedef struct ip_trace {
    FILE *file;
    const ip_redaction *redaction;
    ip_arena *scratch;                   /* of a line */
    long sessions, statements, failures; /* failures: of statements */
    long errors; /* beside statements: a session that was refused, a check at the end of a transaction */
    ip_writing line;
    bool failed;            /* something could not be written */
    time_t second, flushed; /* of the last line; of the last time that all was written */
    char second_text[64];
} ip_trace;

/* The first line: what the file is, of which nothing is written yet. redacted: values are not those that were sent. */
void ip_trace_begin(ip_trace *trace, const char *upstream, bool redacted);
/* What is written within a second may be lost where the process is killed. */
void ip_trace_write(ip_trace *trace, long session, const ip_said *said);
/* Closes the file. false: not everything could be written. */
bool ip_trace_end(ip_trace *trace);

#endif
