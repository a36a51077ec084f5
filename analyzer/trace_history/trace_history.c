/* Turns the lines of a recording into the transactions of a history. */
#define _GNU_SOURCE /* memmem */
#include "trace_history/trace_history.h"

#include "large_history/intern.h"
#include "trace_history/sources.h"

#include <string.h>

bool ip_trace_history_is_recording(const ip_source *source)
{
    size_t end = strcspn(source->text, "\n");
    const char *first = memchr(source->text, '{', end);
    return first && memmem(source->text, end, "\"isoproof-trace\"", 16);
}

typedef struct reader {
    ip_arena *arena;
    const ip_source *source;
    ip_trace_accesses accesses;
    ip_intern sessions;
    IP_VEC(int) last; /* [session] index of its last transaction */
    bool finished;    /* the recording's last line says that it is complete */
} reader;

static const char *number_text(const ip_json *line, const char *key)
{
    const ip_json *value = ip_history_json_get(line, key);
    return value && value->kind == IP_JSON_NUMBER ? value->text : NULL;
}

/* Returns the index of the line's transaction. A session's transaction numbers increase, so the transaction is the last
 * one of the session or a new one. */
static int transaction_of(reader *r, const ip_json *line)
{
    const char *session = number_text(line, "session"), *number = number_text(line, "transaction");
    const char *name = ip_arena_printf(r->arena, "%s.%s", session, number);
    int known = ip_large_intern_text(&r->sessions, session, strlen(session)), last = -1;
    if (known < r->last.count)
        last = r->last.items[known];
    else
        IP_PUSH(r->arena, &r->last, -1);
    if (last >= 0 && strcmp(r->accesses.transactions.items[last].name, name) == 0)
        return last;
    ip_traced_transaction created = {.session = session, .name = name, .last = -1, .offset = line->range.begin};
    r->last.items[known] = r->accesses.transactions.count;
    IP_PUSH(r->arena, &r->accesses.transactions, created);
    return r->accesses.transactions.count - 1;
}

/* What a session has sent last, and is not recorded, may write any table. */
static void read_end(reader *r, const ip_json *line, long number)
{
    const ip_json *unread = ip_history_json_get(line, "unread");
    if (!unread || unread->kind != IP_JSON_TRUE || r->accesses.unknown_writes)
        return;
    r->accesses.unknown_writes = true;
    r->accesses.unknown_line = number;
    r->accesses.unknown_text = "the last statements of this session are not recorded";
}

static void read_line(reader *r, const ip_json *line, long number)
{
    const ip_json *event = line->kind == IP_JSON_OBJECT ? ip_history_json_get(line, "event") : NULL;
    const char *kind = event && event->kind == IP_JSON_STRING ? event->text : "";
    bool statement = strcmp(kind, "statement") == 0, error = strcmp(kind, "error") == 0;
    r->finished |= strcmp(kind, "finish") == 0;
    if (strcmp(kind, "end") == 0)
        read_end(r, line, number);
    if ((!statement && !error) || !number_text(line, "session") || !number_text(line, "transaction"))
        return;
    int transaction = transaction_of(r, line);
    if (statement)
        ip_trace_history_trace_accesses_add(&r->accesses, transaction, line, number);
    else
        r->accesses.transactions.items[transaction].outcome = IP_TRACE_FAILED;
}

/* A statement outside of a transaction block has committed unless it failed. */
static void settle(reader *r)
{
    for (int i = 0; i < r->accesses.transactions.count; i++) {
        ip_traced_transaction *t = &r->accesses.transactions.items[i];
        if (t->outcome == IP_TRACE_OPEN && !t->begun)
            t->outcome = t->failed ? IP_TRACE_FAILED : IP_TRACE_COMMITTED;
    }
}

static int *number_transactions(reader *r, ip_large_builder *builder, long *left_out)
{
    int *numbers = IP_NEW_ARRAY(r->arena, int, r->accesses.transactions.count + 1);
    bool *touches = IP_NEW_ARRAY(r->arena, bool, r->accesses.transactions.count + 1);
    for (int i = 0; i < r->accesses.items.count; i++)
        touches[r->accesses.items.items[i].transaction] = true;
    for (int i = 0; i < r->accesses.transactions.count; i++) {
        const ip_traced_transaction *t = &r->accesses.transactions.items[i];
        bool known = t->outcome == IP_TRACE_COMMITTED || t->outcome == IP_TRACE_ABORTED;
        numbers[i] = -1;
        *left_out += touches[i] && (!known || t->partly);
        if (!touches[i] || !known || t->partly)
            continue;
        int session = ip_large_session(builder, t->session, strlen(t->session));
        numbers[i] = ip_large_transaction(builder, session, t->name, t->offset);
        if (t->outcome == IP_TRACE_ABORTED)
            ip_large_set_outcome(builder, numbers[i], IP_LARGE_ABORTED);
    }
    return numbers;
}

static void tell(const reader *r, const ip_trace_sources *sources, long left_out, ip_diagnostics *diagnostics)
{
    const ip_range range = {r->source, 0, 0};
    const ip_trace_accesses *a = &r->accesses;
    ip_diagnostics_add(
        diagnostics, IP_REMARK, range, NULL,
        "of %ld statements on tables, %ld are about one row; of %ld values read, %ld tell their writer; %ld "
        "transactions that failed, were undone in part or do not end are left out",
        a->statements, a->understood, sources->reads, sources->kept, left_out);
    if (a->unknown_writes)
        ip_diagnostics_add(diagnostics, IP_REMARK, range, NULL,
                           "line %ld may write any table, so that no value tells its writer: %s", a->unknown_line,
                           a->unknown_text);
    if (sources->others)
        ip_diagnostics_add(
            diagnostics, IP_REMARK, range, NULL,
            "%ld values changed while no recorded transaction wrote them: other clients, triggers or cascades write "
            "their tables, whose reads are left out",
            sources->others);
    if (sources->no_keys)
        ip_diagnostics_add(diagnostics, IP_REMARK, range, NULL, "nothing names one row of %s: its reads are left out",
                           sources->no_keys);
    if (sources->keys)
        ip_diagnostics_add(
            diagnostics, IP_ASSUMPTION, range, NULL,
            "one row each is named by %s; nothing but the recorded statements writes these tables, and values are "
            "stored as they are sent",
            sources->keys);
}

/* Recordings since version 2 say at their end that it is one. */
static bool should_finish(const ip_json *head)
{
    const char *version = head && head->kind == IP_JSON_OBJECT ? number_text(head, "format_version") : NULL;
    return version && strcmp(version, "1") != 0;
}

/* Where the last line begins if nothing ends it: record writes whole lines, so that it may have been cut off. */
static size_t last_part(const ip_source *source)
{
    size_t begin = source->length;
    while (begin > 0 && source->text[begin - 1] != '\n')
        begin--;
    return begin;
}

/* Reads all lines. Returns false after reporting a malformed one. */
static bool read_lines(reader *r, ip_diagnostics *diagnostics)
{
    bool finishes = false;
    ip_range last = {r->source, 0, 0};
    size_t at = 0, part = last_part(r->source);
    for (long number = 1; !ip_history_json_accept(r->source, &at, '\0') && at < r->source->length; number++) {
        ip_diagnostics unsaid = {.arena = r->arena};
        bool may_be_cut = number > 1 && at >= part;
        const ip_json *line = ip_history_json_parse_value(r->arena, r->source, may_be_cut ? &unsaid : diagnostics, &at);
        if (!line && may_be_cut) {
            finishes = true;
            break;
        }
        if (!line)
            return false;
        last.begin = last.end = line->range.begin;
        finishes |= number == 1 && should_finish(line);
        read_line(r, line, number);
    }
    if (finishes && !r->finished)
        ip_diagnostics_add(diagnostics, IP_REMARK, last, NULL,
                           "the recording ends here, before record did: what came later is missing");
    return true;
}

const ip_large_history *ip_trace_history_recording_history(ip_arena *arena, const ip_source *source,
                                                           ip_diagnostics *diagnostics)
{
    reader r = {.arena = arena, .source = source, .accesses.arena = arena, .sessions.arena = arena};
    ip_large_builder *builder = ip_large_builder_new(arena, source, diagnostics, "", "", 0);
    if (!read_lines(&r, diagnostics))
        return NULL;
    settle(&r);
    long left_out = 0;
    const int *numbers = number_transactions(&r, builder, &left_out);
    ip_trace_sources sources = ip_trace_history_trace_sources_report(&r.accesses, builder, numbers);
    tell(&r, &sources, left_out, diagnostics);
    return ip_large_finish(builder);
}
