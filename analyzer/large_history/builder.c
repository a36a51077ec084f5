/* Collects events of all formats: sessions, transactions, objects and values by number. */
#include "large_history/builder_internal.h"

#include <stdarg.h>
#include <string.h>

ip_large_builder *ip_large_builder_new(ip_arena *arena, const ip_source *source, ip_diagnostics *diagnostics,
                                       const char *initial, const char *object_word, int value_start)
{
    ip_large_builder *b = IP_NEW(arena, ip_large_builder);
    b->arena = arena;
    b->source = source;
    b->diagnostics = diagnostics;
    b->object_word = object_word;
    b->value_start = value_start;
    b->sessions_by_name.arena = b->names.arena = b->objects.arena = b->values.arena = b->rows.arena = arena;
    b->writes.arena = arena;
    b->usual_initial = ip_large_value(b, initial, strlen(initial));
    return b;
}

void ip_large_complain(ip_large_builder *b, size_t offset, const char *format, ...)
{
    va_list args;
    b->errors++;
    if (b->errors > IP_LARGE_MOST_ERRORS)
        return;
    va_start(args, format);
    ip_range range = {b->source, offset, offset < b->source->length ? offset + 1 : offset};
    ip_diagnostics_add(b->diagnostics, IP_ERROR, range, NULL, "%s", ip_arena_vprintf(b->arena, format, args));
    va_end(args);
}

bool ip_large_failed(const ip_large_builder *b)
{
    return b->errors > 0;
}

/* -------------------------------------------------------------------- names -- */

int ip_large_unnamed_session(ip_large_builder *b)
{
    const char *none = NULL;
    IP_PUSH(b->arena, &b->session_names, none);
    return b->session_names.count - 1;
}

int ip_large_session(ip_large_builder *b, const char *name, size_t length)
{
    int known = ip_large_intern_text(&b->sessions_by_name, name, length);
    if (known == b->named_sessions.count) {
        int session = ip_large_unnamed_session(b);
        IP_PUSH(b->arena, &b->named_sessions, session);
        b->session_names.items[session] = b->sessions_by_name.items.items[known].text;
    }
    return b->named_sessions.items[known];
}

void ip_large_name_session(ip_large_builder *b, int session, const char *name)
{
    b->session_names.items[session] = ip_arena_strdup(b->arena, name);
}

int ip_large_transaction(ip_large_builder *b, int session, const char *name, size_t offset)
{
    ip_built_transaction t = {.session = session, .name = -1, .outcome = IP_LARGE_COMMITTED, .offset = offset};
    if (name) {
        int before = b->names.items.count;
        t.name = ip_large_intern_text(&b->names, name, strlen(name));
        if (b->names.items.count == before)
            ip_large_complain(b, offset, "two transactions are called '%s'", name);
    }
    IP_PUSH(b->arena, &b->transactions, t);
    return b->transactions.count - 1;
}

int ip_large_object(ip_large_builder *b, const char *name, size_t length)
{
    int object = ip_large_intern_text(&b->objects, name, length), none = -1;
    if (object == b->initial.count) {
        IP_PUSH(b->arena, &b->initial, b->usual_initial);
        IP_PUSH(b->arena, &b->row, none);
    }
    return object;
}

int ip_large_value(ip_large_builder *b, const char *text, size_t length)
{
    return ip_large_intern_text(&b->values, text, length);
}

void ip_large_set_outcome(ip_large_builder *b, int transaction, ip_large_outcome outcome)
{
    b->transactions.items[transaction].outcome = outcome;
}

void ip_large_set_initial(ip_large_builder *b, int object, int value)
{
    b->initial.items[object] = value;
}

void ip_large_set_row(ip_large_builder *b, int object, const char *row)
{
    b->row.items[object] = ip_large_intern_text(&b->rows, row, strlen(row));
}

/* ------------------------------------------------------------------- events -- */

void ip_large_write(ip_large_builder *b, const ip_large_event *event)
{
    ip_built_event built = {.event = *event, .kind = IP_EVENT_WRITE};
    IP_PUSH(b->arena, &b->events, built);
}

void ip_large_read_value(ip_large_builder *b, const ip_large_event *event)
{
    ip_built_event built = {.event = *event, .kind = IP_EVENT_READ};
    IP_PUSH(b->arena, &b->events, built);
}

void ip_large_read_from(ip_large_builder *b, const ip_large_event *event, const char *transaction)
{
    ip_built_event built = {.event = *event, .kind = IP_EVENT_READ_FROM, .detail = -1};
    if (transaction) {
        /* The transaction may follow later: its name is stored as a value until then. */
        built.detail = ip_large_intern_text(&b->values, transaction, strlen(transaction));
    }
    IP_PUSH(b->arena, &b->events, built);
}

void ip_large_read_list(ip_large_builder *b, const ip_large_event *event, const int *values, int count)
{
    ip_built_event built = {.event = *event, .kind = IP_EVENT_READ_LIST, .list = b->lists.count, .count = count};
    for (int i = 0; i < count; i++)
        IP_PUSH(b->arena, &b->lists, values[i]);
    IP_PUSH(b->arena, &b->events, built);
}
