/* Resolves the writer of each read: numbers transactions session by session, looks up values, builds indexes. */
#include "large_history/builder_internal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_IMPOSSIBLE = 20 };

const char *ip_large_built_name(const ip_large_builder *b, int recorded)
{
    const ip_built_transaction *t = &b->transactions.items[recorded];
    if (t->name >= 0)
        return b->names.items.items[t->name].text;
    return ip_large_name(b->arena, b->result, b->number[recorded]);
}

const char *ip_large_built_object(const ip_large_builder *b, int object)
{
    return ip_arena_printf(b->arena, "%s%s", b->object_word, b->objects.items.items[object].text);
}

const char *ip_large_built_value(const ip_large_builder *b, int value)
{
    return value < 0 ? "null" : b->values.items.items[value].text + b->value_start;
}

void ip_large_built_impossible(ip_large_builder *b, int recorded, const char *format, ...)
{
    va_list args;
    if (b->result->impossible_count++ >= MOST_IMPOSSIBLE)
        return;
    va_start(args, format);
    ip_large_impossible read = {b->number[recorded], ip_arena_vprintf(b->arena, format, args)};
    IP_PUSH(b->arena, &b->result->impossible, read);
    va_end(args);
}

/* ---------------------------------------------------------------- numbering -- */

static void number_transactions(ip_large_builder *b)
{
    int sessions = b->session_names.count + 1, count = b->transactions.count + 1;
    int *first = IP_NEW_ARRAY(b->arena, int, sessions + 1), *next = IP_NEW_ARRAY(b->arena, int, sessions);
    int *session_of = IP_NEW_ARRAY(b->arena, int, count);
    const char **names = IP_NEW_ARRAY(b->arena, const char *, count);
    bool *aborted = IP_NEW_ARRAY(b->arena, bool, count);
    first[1] = 1;
    for (int t = 0; t < b->transactions.count; t++)
        first[b->transactions.items[t].session + 2]++;
    for (int s = 2; s <= sessions; s++)
        first[s] += first[s - 1];
    memcpy(next, first, sizeof *next * (size_t)sessions);
    b->number = IP_NEW_ARRAY(b->arena, int, count);
    b->recorded = IP_NEW_ARRAY(b->arena, int, count);
    b->recorded[0] = -1;
    b->named = IP_NEW_ARRAY(b->arena, int, b->names.items.count);
    for (int t = 0; t < b->transactions.count; t++) {
        const ip_built_transaction *built = &b->transactions.items[t];
        if (built->name >= 0)
            b->named[built->name] = t;
        int to = next[built->session + 1]++;
        b->number[t] = to;
        b->recorded[to] = t;
        session_of[to] = built->session + 1;
        names[to] = built->name >= 0 ? b->names.items.items[built->name].text : NULL;
    }
    const char **session_names = IP_NEW_ARRAY(b->arena, const char *, sessions);
    for (int s = 1; s < sessions; s++)
        session_names[s] = b->session_names.items[s - 1];
    ip_large_history *h = b->result;
    h->count = count;
    h->session_count = sessions;
    h->session_first = first;
    h->session_of = session_of;
    h->aborted = aborted;
    h->names = names;
    h->session_names = session_names;
}

static void sort_events(ip_large_builder *b)
{
    b->event_first = IP_NEW_ARRAY(b->arena, int, b->result->count + 1);
    b->order = IP_NEW_ARRAY(b->arena, int, b->events.count);
    int *next = IP_NEW_ARRAY(b->arena, int, b->result->count + 1);
    for (int i = 0; i < b->events.count; i++)
        b->event_first[b->number[b->events.items[i].event.transaction] + 1]++;
    for (int t = 0; t < b->result->count; t++)
        b->event_first[t + 1] += b->event_first[t];
    memcpy(next, b->event_first, sizeof *next * (size_t)(b->result->count + 1));
    for (int i = 0; i < b->events.count; i++)
        b->order[next[b->number[b->events.items[i].event.transaction]]++] = i;
}

static void index_writes(ip_large_builder *b)
{
    for (int t = 1; t < b->result->count; t++)
        for (int i = b->event_first[t + 1] - 1; i >= b->event_first[t]; i--) {
            ip_built_event *e = &b->events.items[b->order[i]];
            if (e->kind != IP_EVENT_WRITE)
                continue;
            e->last = b->own_of[e->event.object] != t;
            b->own_of[e->event.object] = t;
            b->transactions.items[e->event.transaction].overwrites |= !e->last;
            if (e->event.value < 0)
                continue;
            int *writer = ip_large_pairs_at(&b->writes, e->event.object, e->event.value);
            bool other = *writer >= 0 && b->events.items[*writer].event.transaction != e->event.transaction;
            if (*writer == -1)
                *writer = b->order[i];
            else if (other)
                *writer = IP_WRITTEN_TWICE;
        }
    memset(b->own_of, 0, sizeof *b->own_of * (size_t)b->objects.items.count);
}

/* ------------------------------------------------------------------- reads -- */

/* Two transactions wrote the value. If the reader is one of them, it has read from the other; else an error is
 * reported. */
static int report_writers_apart(ip_large_builder *b, const ip_built_event *read)
{
    if (b->errors >= IP_LARGE_MOST_ERRORS) { /* more errors than are described: their writers are not searched */
        b->errors++;
        return -2;
    }
    int found[2] = {-1, -1}, count = 0;
    for (int i = 0; i < b->events.count && count < 2; i++) {
        const ip_built_event *e = &b->events.items[i];
        int t = e->event.transaction;
        if (e->kind == IP_EVENT_WRITE && e->event.object == read->event.object && e->event.value == read->event.value &&
            t != read->event.transaction && (count == 0 || t != found[0]))
            found[count++] = t;
    }
    if (count == 1)
        return found[0];
    ip_large_complain(b, read->event.offset,
                      "both '%s' and '%s' wrote %s to '%s': a read cannot tell which of them it read from",
                      ip_large_built_name(b, found[0]), ip_large_built_name(b, found[1]),
                      ip_large_built_value(b, read->event.value), ip_large_built_object(b, read->event.object));
    return -2;
}

static int source_of_value(ip_large_builder *b, const ip_built_event *read)
{
    const ip_large_event *e = &read->event;
    int writer = ip_large_pairs_get(&b->writes, e->object, e->value);
    bool initial = b->initial.items[e->object] == e->value;
    if (writer == IP_WRITTEN_TWICE)
        return report_writers_apart(b, read);
    if (writer >= 0 && b->events.items[writer].event.transaction == e->transaction) {
        if (initial)
            return -1;
        ip_large_complain(b, e->offset, "a transaction cannot read its own write before it writes");
        return -2;
    }
    if (writer >= 0 && initial) {
        ip_large_complain(b, e->offset, "'%s' wrote %s to '%s', which is its initial value, too: a read cannot tell %s",
                          ip_large_built_name(b, b->events.items[writer].event.transaction),
                          ip_large_built_value(b, e->value), ip_large_built_object(b, e->object),
                          "which of them it read");
        return -2;
    }
    if (writer < 0 && !initial) {
        ip_large_complain(b, e->offset, "no transaction wrote %s to '%s', and its initial value is %s",
                          ip_large_built_value(b, e->value), ip_large_built_object(b, e->object),
                          ip_large_built_value(b, b->initial.items[e->object]));
        return -2;
    }
    return initial ? -1 : b->events.items[writer].event.transaction;
}

static int named_source(ip_large_builder *b, const ip_built_event *read)
{
    if (read->detail < 0)
        return -1;
    const ip_interned *name = &b->values.items.items[read->detail];
    int known = ip_large_intern_find(&b->names, name->text, name->length);
    if (known < 0) {
        ip_large_complain(b, read->event.offset, "no transaction is called '%s'", name->text);
        return -2;
    }
    int from = b->number[b->named[known]];
    for (int i = b->event_first[from]; i < b->event_first[from + 1]; i++) {
        const ip_built_event *e = &b->events.items[b->order[i]];
        if (e->kind == IP_EVENT_WRITE && e->event.object == read->event.object)
            return b->named[known];
    }
    ip_large_complain(b, read->event.offset, "'%s' does not write '%s'", name->text,
                      ip_large_built_object(b, read->event.object));
    return -2;
}

/* The recorded writer; -1: the initial transaction, -2: unknown, after an error report where it should be known. */
static int source_of(ip_large_builder *b, const ip_built_event *read)
{
    return read->kind == IP_EVENT_READ_FROM ? named_source(b, read) : source_of_value(b, read);
}

/* May other transactions see the version that was read (Adya 1999, G1a and G1b)? */
static bool is_version(ip_large_builder *b, const ip_built_event *read, int from)
{
    int reader = read->event.transaction;
    const ip_built_transaction *writer = &b->transactions.items[from];
    if (writer->outcome == IP_LARGE_ABORTED) {
        ip_large_built_impossible(b, reader, "%s reads %s from %s, which aborted", ip_large_built_name(b, reader),
                                  ip_large_built_object(b, read->event.object), ip_large_built_name(b, from));
        return false;
    }
    if (!writer->overwrites || read->event.value < 0)
        return true;
    int event = ip_large_pairs_get(&b->writes, read->event.object, read->event.value);
    if (event < 0 || b->events.items[event].last)
        return true;
    ip_large_built_impossible(b, reader, "%s reads %s = %s from %s, which then overwrote it itself",
                              ip_large_built_name(b, reader), ip_large_built_object(b, read->event.object),
                              ip_large_built_value(b, read->event.value), ip_large_built_name(b, from));
    return false;
}

/* After an own write: the value must be that one. */
static void check_own(ip_large_builder *b, const ip_built_event *read)
{
    const ip_built_event *own = &b->events.items[b->own[read->event.object]];
    bool good = read->event.value < 0 || own->event.value < 0 || read->event.value == own->event.value;
    if (read->kind == IP_EVENT_READ_FROM) {
        const ip_built_transaction *t = &b->transactions.items[read->event.transaction];
        const char *name = read->detail < 0 ? "initial" : b->values.items.items[read->detail].text;
        good &= t->name >= 0 && strcmp(name, b->names.items.items[t->name].text) == 0;
    }
    if (!good)
        ip_large_built_impossible(
            b, read->event.transaction, "%s reads %s after writing it and does not get its own value",
            ip_large_built_name(b, read->event.transaction), ip_large_built_object(b, read->event.object));
}

/* Keeps only the history's reads of all events, in the order of transactions: from in detail. */
static void resolve_transaction(ip_large_builder *b, int t)
{
    for (int i = b->event_first[t]; i < b->event_first[t + 1]; i++) {
        ip_built_event *e = &b->events.items[b->order[i]];
        int x = e->event.object, from = -3;
        if (e->kind == IP_EVENT_WRITE) {
            b->own[x] = b->order[i];
            b->own_of[x] = t;
            continue;
        }
        if (e->kind == IP_EVENT_READ_LIST)
            from = ip_large_built_list_source(b, e);
        else if (b->own_of[x] == t)
            check_own(b, e);
        else
            from = source_of(b, e);
        if (from >= 0)
            b->transactions.items[from].was_read = true;
        e->detail = from;
    }
}

static bool is_kept(const ip_large_builder *b, int recorded)
{
    const ip_built_transaction *t = &b->transactions.items[recorded];
    return t->outcome == IP_LARGE_COMMITTED || (t->outcome == IP_LARGE_UNKNOWN && t->was_read);
}

/* ------------------------------------------------------------------ indexes -- */

static void list_reads(ip_large_builder *b)
{
    ip_large_history *h = b->result;
    int *first = IP_NEW_ARRAY(b->arena, int, h->count + 1);
    IP_VEC(ip_large_read) reads = {0};
    for (int t = 0; t < h->count; t++) {
        int step = -1;
        first[t] = reads.count;
        for (int i = b->event_first[t]; i < b->event_first[t + 1]; i++) {
            const ip_built_event *e = &b->events.items[b->order[i]];
            step = e->event.step < 0 ? step + 1 : e->event.step;
            if (e->kind == IP_EVENT_WRITE || e->detail < -1 || (e->detail >= 0 && !is_version(b, e, e->detail)))
                continue;
            ip_large_read read = {e->event.object, e->detail < 0 ? 0 : b->number[e->detail], step};
            IP_PUSH(b->arena, &reads, read);
        }
    }
    first[h->count] = reads.count;
    h->read_first = first;
    h->reads = reads.items;
}

static int compare_numbers(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void list_writes(ip_large_builder *b)
{
    ip_large_history *h = b->result;
    int *first = IP_NEW_ARRAY(b->arena, int, h->count + 1), *writes = IP_NEW_ARRAY(b->arena, int, b->events.count);
    int count = 0;
    bool *aborted = IP_NEW_ARRAY(b->arena, bool, h->count);
    for (int t = 0; t < h->count; t++) {
        first[t] = count;
        aborted[t] = t > 0 && !is_kept(b, b->recorded[t]);
        for (int i = b->event_first[t]; !aborted[t] && i < b->event_first[t + 1]; i++) {
            const ip_built_event *e = &b->events.items[b->order[i]];
            if (e->kind == IP_EVENT_WRITE && e->last)
                writes[count++] = e->event.object;
        }
        qsort(writes + first[t], (size_t)(count - first[t]), sizeof *writes, compare_numbers);
    }
    first[h->count] = count;
    h->aborted = aborted;
    h->write_first = first;
    h->writes = writes;
}

static void list_writers(ip_large_builder *b)
{
    ip_large_history *h = b->result;
    int *first = IP_NEW_ARRAY(b->arena, int, h->object_count + 1);
    int *next = IP_NEW_ARRAY(b->arena, int, h->object_count + 1);
    int *writers = IP_NEW_ARRAY(b->arena, int, h->write_first[h->count]);
    for (int i = 0; i < h->write_first[h->count]; i++)
        first[h->writes[i] + 1]++;
    for (int x = 0; x < h->object_count; x++)
        first[x + 1] += first[x];
    memcpy(next, first, sizeof *next * (size_t)(h->object_count + 1));
    for (int t = 1; t < h->count; t++)
        for (int i = h->write_first[t]; i < h->write_first[t + 1]; i++)
            writers[next[h->writes[i]]++] = t;
    h->writer_first = first;
    h->writers = writers;
}

static void list_rows(ip_large_builder *b)
{
    if (!b->rows.items.count)
        return;
    int *row = IP_NEW_ARRAY(b->arena, int, b->objects.items.count);
    for (int x = 0; x < b->objects.items.count; x++)
        row[x] = b->row.items[x] >= 0 ? b->row.items[x] : b->rows.items.count + x;
    b->result->row_of = row;
    b->result->row_count = b->rows.items.count + b->objects.items.count;
}

/* In the history's numbers; without transactions that did not commit. */
static void list_precedences(ip_large_builder *b)
{
    int count = 0;
    for (int i = 0; i < b->precedences.count; i++) {
        ip_large_precedence p = b->precedences.items[i];
        if (is_kept(b, p.first) && is_kept(b, p.then))
            b->precedences.items[count++] = (ip_large_precedence){b->number[p.first], b->number[p.then], p.object};
    }
    b->result->precedences = b->precedences.items;
    b->result->precedence_count = count;
}

const ip_large_history *ip_large_finish(ip_large_builder *b)
{
    ip_large_history *h = b->result = IP_NEW(b->arena, ip_large_history);
    h->object_count = b->objects.items.count;
    const char **objects = IP_NEW_ARRAY(b->arena, const char *, h->object_count);
    for (int x = 0; x < h->object_count; x++)
        objects[x] = b->objects.items.items[x].text;
    h->objects = objects;
    h->object_word = b->object_word;
    b->own = IP_NEW_ARRAY(b->arena, int, h->object_count);
    b->own_of = IP_NEW_ARRAY(b->arena, int, h->object_count);
    b->longest = IP_NEW_ARRAY(b->arena, int, h->object_count);
    number_transactions(b);
    sort_events(b);
    index_writes(b);
    for (int t = 1; t < h->count; t++)
        resolve_transaction(b, t);
    ip_large_built_order_lists(b);
    if (b->errors > IP_LARGE_MOST_ERRORS)
        ip_diagnostics_add(b->diagnostics, IP_ERROR, (ip_range){0}, NULL, "%d more errors in %s",
                           b->errors - IP_LARGE_MOST_ERRORS, b->source->path);
    if (b->errors)
        return NULL;
    list_reads(b);
    list_writes(b);
    list_writers(b);
    list_rows(b);
    list_precedences(b);
    return h;
}
