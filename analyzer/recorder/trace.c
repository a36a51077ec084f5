/* Writes the lines of a recording. Lines are written as a whole and flushed when their session is idle, so that a
 * recording that is cut short is valid up to there. The JSON text is written directly, because building a tree for each
 * line took a third of the time. */
#include "recorder/trace.h"

#include "base/utf8.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void put(ip_trace *trace, const char *text)
{
    ip_protocol_writing_bytes(&trace->line, text, strlen(text));
}

static void put_number(ip_trace *trace, long number)
{
    char digits[24], *at = digits + sizeof digits;
    bool negative = number < 0;
    unsigned long left = negative ? 0 - (unsigned long)number : (unsigned long)number;
    do
        *--at = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    if (negative)
        *--at = '-';
    ip_protocol_writing_bytes(&trace->line, at, (size_t)(digits + sizeof digits - at));
}

static bool is_utf8(const char *text)
{
    while (*text) {
        int length = (unsigned char)*text < 0x80 ? 1 : ip_utf8_sequence(text);
        if (length == 0)
            return false;
        text += length;
    }
    return true;
}

static void put_escaped(ip_trace *trace, unsigned char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *name = strchr("\"\"\\\\\bb\ff\nn\rr\tt", c); /* pairs of a character and its letter */
    const char control[] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
    if (name)
        ip_protocol_writing_bytes(&trace->line, (const char[]){'\\', name[1]}, 2);
    else
        ip_protocol_writing_bytes(&trace->line, control, sizeof control);
}

/* Text that is not UTF-8 is read as Latin-1, so that different texts stay different. */
static void put_text(ip_trace *trace, const char *text)
{
    bool latin = !is_utf8(text);
    ip_protocol_writing_byte(&trace->line, '"');
    for (const char *begin = text;; text++) {
        unsigned char c = (unsigned char)*text;
        if (c >= 0x20 && c != '"' && c != '\\' && (c < 0x80 || !latin))
            continue;
        ip_protocol_writing_bytes(&trace->line, begin, (size_t)(text - begin));
        begin = text + 1;
        if (c == '\0')
            break;
        if (c >= 0x80)
            ip_protocol_writing_bytes(&trace->line, (const char[]){(char)(0xc0 | c >> 6), (char)(0x80 | (c & 0x3f))},
                                      2);
        else
            put_escaped(trace, c);
    }
    ip_protocol_writing_byte(&trace->line, '"');
}

/* Writes ,"key": */
static void put_key(ip_trace *trace, const char *key)
{
    put(trace, ",\"");
    put(trace, key);
    put(trace, "\":");
}

static void put_field(ip_trace *trace, const char *key, const char *text)
{
    put_key(trace, key);
    put_text(trace, text);
}

static void put_count(ip_trace *trace, const char *key, long number)
{
    put_key(trace, key);
    put_number(trace, number);
}

static void put_time(ip_trace *trace)
{
    struct timespec time;
    char part[] = ".000000Z";
    clock_gettime(CLOCK_REALTIME, &time);
    if (time.tv_sec != trace->second) {
        struct tm parts;
        gmtime_r(&time.tv_sec, &parts);
        strftime(trace->second_text, sizeof trace->second_text, "%FT%T", &parts);
        trace->second = time.tv_sec;
    }
    long micros = time.tv_nsec / 1000;
    for (int i = 6; i > 0; i--, micros /= 10)
        part[i] = (char)('0' + micros % 10);
    put_key(trace, "time");
    ip_protocol_writing_byte(&trace->line, '"');
    put(trace, trace->second_text);
    put(trace, part);
    ip_protocol_writing_byte(&trace->line, '"');
}

/* Writes {"unread": true} for a value that could not be read. */
static void put_value(ip_trace *trace, const ip_said_value *value)
{
    if (!value->known)
        put(trace, "{\"unread\":true}");
    else if (value->text)
        put_text(trace, ip_recorder_redacted_value(trace->redaction, trace->scratch, value->text));
    else
        put(trace, "null");
}

static void begin_line(ip_trace *trace, const char *key, const char *text)
{
    trace->line.length = 0;
    put(trace, "{\"");
    put(trace, key);
    put(trace, "\":");
    put_text(trace, text);
}

static void note_failure(ip_trace *trace, int reason)
{
    trace->failure = trace->failure ? trace->failure : reason ? reason : EIO;
}

bool ip_recorder_trace_waits(const ip_trace *trace)
{
    return trace->waits && !trace->failure;
}

void ip_recorder_trace_flush(ip_trace *trace)
{
    if (!trace->failure && fflush(trace->file) != 0)
        note_failure(trace, errno);
    trace->flushed = trace->second;
    trace->waits = false;
}

/* After a failure nothing is written, so that the recording has no gap before its end. */
static void end_line(ip_trace *trace)
{
    put(trace, "}\n");
    if (trace->line.failed)
        note_failure(trace, ENOMEM);
    errno = 0;
    if (!trace->failure && fwrite(trace->line.bytes, 1, trace->line.length, trace->file) != trace->line.length)
        note_failure(trace, errno);
    trace->waits = true;
    if (trace->flushed != trace->second)
        ip_recorder_trace_flush(trace);
    trace->line.failed = false;
}

/* The last line, which says that none is missing. */
void ip_recorder_trace_finish(ip_trace *trace)
{
    begin_line(trace, "event", "finish");
    put_time(trace);
    put_count(trace, "sessions", trace->sessions);
    put_count(trace, "statements", trace->statements);
    end_line(trace);
    ip_recorder_trace_flush(trace);
}

void ip_recorder_trace_begin(ip_trace *trace, const char *upstream, bool redacted)
{
    enum { BLOCK = 256 * 1024 };
    trace->buffer = malloc(BLOCK); /* glibc takes the size of a buffer only with the buffer */
    if (trace->buffer)
        setvbuf(trace->file, trace->buffer, _IOFBF, BLOCK);
    trace->scratch = ip_arena_new();
    begin_line(trace, "format", "isoproof-trace");
    put_count(trace, "format_version", 2);
    put_time(trace);
    put_field(trace, "upstream", upstream);
    if (redacted)
        put(trace, ",\"redacted\":true");
    end_line(trace);
}

bool ip_recorder_trace_end(ip_trace *trace)
{
    ip_protocol_writing_free(&trace->line);
    ip_arena_free(trace->scratch);
    if (fclose(trace->file) != 0)
        note_failure(trace, errno);
    free(trace->buffer);
    errno = trace->failure;
    return !trace->failure;
}

static void put_rows(ip_trace *trace, const ip_said *said)
{
    put_key(trace, "columns");
    for (int i = 0; i < said->columns.count; i++) {
        put(trace, i ? "," : "[");
        put_text(trace, said->columns.items[i]);
    }
    put(trace, said->columns.count ? "]" : "[]");
    put_key(trace, "rows");
    ip_protocol_writing_byte(&trace->line, '[');
    for (int r = 0; r < said->rows.count; r++) {
        put(trace, r ? ",[" : "[");
        for (int i = 0; i < said->rows.items[r].values.count; i++) {
            if (i)
                ip_protocol_writing_byte(&trace->line, ',');
            put_value(trace, &said->rows.items[r].values.items[i]);
        }
        ip_protocol_writing_byte(&trace->line, ']');
    }
    ip_protocol_writing_byte(&trace->line, ']');
    put_count(trace, "row_count", said->row_count);
}

static void put_error(ip_trace *trace, const ip_said *said)
{
    put_field(trace, "sqlstate", said->sqlstate);
    put_field(trace, "message", ip_recorder_redacted_message(trace->redaction, said->text, said->message));
}

static void put_outcome(ip_trace *trace, const ip_said *said)
{
    put_key(trace, "tags");
    ip_protocol_writing_byte(&trace->line, '[');
    for (int i = 0; i < said->tags.count; i++) {
        if (i)
            ip_protocol_writing_byte(&trace->line, ',');
        put_text(trace, said->tags.items[i]);
    }
    ip_protocol_writing_byte(&trace->line, ']');
    if (said->columns.count || said->row_count)
        put_rows(trace, said);
    if (said->suspended)
        put(trace, ",\"suspended\":true");
    if (said->sqlstate)
        put_error(trace, said);
    if (said->status)
        put_field(trace, "status", (const char[]){said->status, '\0'});
}

static void put_statement(ip_trace *trace, const ip_said *said)
{
    put_count(trace, "transaction", said->transaction);
    put_field(trace, "text", ip_recorder_redacted_statement(trace->redaction, trace->scratch, said->text));
    if (said->extended) {
        put_key(trace, "parameters");
        ip_protocol_writing_byte(&trace->line, '[');
        for (int i = 0; i < said->parameters.count; i++) {
            if (i)
                ip_protocol_writing_byte(&trace->line, ',');
            put_value(trace, &said->parameters.items[i]);
        }
        ip_protocol_writing_byte(&trace->line, ']');
    }
    put_outcome(trace, said);
}

void ip_recorder_trace_write(ip_trace *trace, long session, const ip_said *said)
{
    static const char *const kinds[] = {[IP_SAID_CONNECT] = "connect",
                                        [IP_SAID_STATEMENT] = "statement",
                                        [IP_SAID_ERROR] = "error",
                                        [IP_SAID_END] = "end"};
    trace->sessions += said->kind == IP_SAID_CONNECT;
    trace->statements += said->kind == IP_SAID_STATEMENT;
    trace->failures += said->kind == IP_SAID_STATEMENT && said->sqlstate;
    trace->errors += said->kind == IP_SAID_ERROR;
    begin_line(trace, "event", kinds[said->kind]);
    put_count(trace, "session", session);
    put_time(trace);
    put_field(trace, "database", said->database);
    put_field(trace, "application", said->application);
    if (said->kind == IP_SAID_CONNECT) {
        put_field(trace, "user", said->user);
    } else if (said->kind == IP_SAID_STATEMENT) {
        put_statement(trace, said);
    } else if (said->kind == IP_SAID_ERROR) {
        put_count(trace, "transaction", said->transaction);
        put_error(trace, said);
    } else if (said->unread) {
        put(trace, ",\"unread\":true");
    }
    end_line(trace);
    ip_arena_reset(trace->scratch);
}
