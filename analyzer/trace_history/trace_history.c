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

static void read_line(reader *r, const ip_json *line, long number)
{
    const ip_json *event = line->kind == IP_JSON_OBJECT ? ip_history_json_get(line, "event") : NULL;
    bool statement = event && event->kind == IP_JSON_STRING && strcmp(event->text, "statement") == 0;
    bool error = event && event->kind == IP_JSON_STRING && strcmp(event->text, "error") == 0;
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

const ip_large_history *ip_trace_history_recording_history(ip_arena *arena, const ip_source *source,
                                                           ip_diagnostics *diagnostics)
{
    reader r = {.arena = arena, .source = source, .accesses.arena = arena, .sessions.arena = arena};
    ip_large_builder *builder = ip_large_builder_new(arena, source, diagnostics, "", "", 0);
    long number = 1;
    for (size_t at = 0; !ip_history_json_accept(source, &at, '\0') && at < source->length; number++) {
        const ip_json *line = ip_history_json_parse_value(arena, source, diagnostics, &at);
        if (!line)
            return NULL;
        read_line(&r, line, number);
    }
    settle(&r);
    long left_out = 0;
    const int *numbers = number_transactions(&r, builder, &left_out);
    ip_trace_sources sources = ip_trace_history_trace_sources_report(&r.accesses, builder, numbers);
    tell(&r, &sources, left_out, diagnostics);
    return ip_large_finish(builder);
}
