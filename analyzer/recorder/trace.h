/* A recording as a file: one JSON object a line (docs/recordings.md describes the fields). */
#ifndef IP_TRACE_H
#define IP_TRACE_H

#include "protocol/writing.h"
#include "recorder/conversation.h"
#include "recorder/redaction.h"

#include <stdio.h>
#include <time.h>

typedef struct ip_trace {
    FILE *file;
    char *buffer; /* of the file */
    const ip_redaction *redaction;
    ip_arena *scratch;                   /* for one line */
    long sessions, statements, failures; /* failures: failed statements */
    long errors; /* outside of statements: a refused session, a check at the end of a transaction */
    ip_writing line;
    int failure;            /* errno of the write that failed, after which nothing is written; 0 if none */
    bool waits;             /* some line is not flushed */
    time_t second, flushed; /* second: of the last line; flushed: when all lines were last flushed */
    char second_text[64];
} ip_trace;

/* Writes the first line, which says what the file is. redacted: values are replaced. */
void ip_recorder_trace_begin(ip_trace *trace, const char *upstream, bool redacted);
/* Writes a line. The lines of the last second may be lost if the process is killed. */
void ip_recorder_trace_write(ip_trace *trace, long session, const ip_said *said);
/* Tells whether lines are not in the file yet. Without further ones, ip_recorder_trace_flush has to be called. */
bool ip_recorder_trace_waits(const ip_trace *trace);
void ip_recorder_trace_flush(ip_trace *trace);
void ip_recorder_trace_finish(ip_trace *trace);
/* Closes the file. Returns false and sets errno if anything could not be written. */
bool ip_recorder_trace_end(ip_trace *trace);

#endif
