/* A history of up to 63 transactions in the form of the checker of small ones. */
#include "large_history/small.h"

typedef struct small {
    ip_arena *arena;
    const ip_large_history *h;
    ip_recorded_history *result;
    int *number; /* [object]: as numbered in the result, plus one; 0: not there yet */
    IP_VEC(int) objects;
} small;

bool ip_large_is_small(const ip_large_history *h)
{
    return h->count <= IP_MAX_TRANSACTIONS && h->precedence_count == 0;
}

static int object_of(small *s, int object)
{
    if (!s->number[object]) {
        IP_PUSH(s->arena, &s->objects, object);
        s->number[object] = s->objects.count;
    }
    return s->number[object] - 1;
}

static void copy_transaction(small *s, int t)
{
    const ip_large_history *h = s->h;
    ip_history_transaction *to = &s->result->history.transactions[t];
    int count = h->read_first[t + 1] - h->read_first[t];
    ip_history_read *reads = IP_NEW_ARRAY(s->arena, ip_history_read, count);
    for (int i = 0; i < count; i++) {
        const ip_large_read *read = &h->reads[h->read_first[t] + i];
        reads[i] = (ip_history_read){
            .object = object_of(s, read->object), .from = read->from, .step = read->step, .unsure = true};
    }
    for (int i = h->write_first[t]; i < h->write_first[t + 1]; i++)
        object_of(s, h->writes[i]);
    to->aborted = h->aborted[t];
    to->reads = reads;
    to->read_count = count;
    to->sessions_before = 1;
    for (int u = h->session_first[h->session_of[t]]; u < t; u++)
        to->sessions_before |= (ip_transactions)1 << u;
}

static void copy_writers(small *s)
{
    const ip_large_history *h = s->h;
    ip_history *to = &s->result->history;
    int count = s->objects.count;
    ip_transactions *writers = IP_NEW_ARRAY(s->arena, ip_transactions, count), *row_writers = NULL;
    int *row_of = NULL;
    if (h->row_of) {
        row_of = IP_NEW_ARRAY(s->arena, int, count);
        row_writers = IP_NEW_ARRAY(s->arena, ip_transactions, h->row_count);
    }
    for (int x = 0; x < count; x++) {
        int object = s->objects.items[x];
        writers[x] = 1;
        for (int i = h->writer_first[object]; i < h->writer_first[object + 1]; i++)
            writers[x] |= (ip_transactions)1 << h->writers[i];
        if (row_of) {
            row_of[x] = h->row_of[object];
            row_writers[row_of[x]] |= writers[x] & ~(ip_transactions)1;
        }
    }
    to->object_count = count;
    to->writers = writers;
    to->row_of = row_of;
    to->row_writers = row_writers;
    to->row_count = row_of ? h->row_count : 0;
}

const ip_recorded_history *ip_large_as_recorded(ip_arena *arena, const ip_large_history *h)
{
    small s = {.arena = arena, .h = h, .result = IP_NEW(arena, ip_recorded_history)};
    s.number = IP_NEW_ARRAY(arena, int, h->object_count);
    const char **names = IP_NEW_ARRAY(arena, const char *, h->count);
    s.result->history.count = h->count;
    for (int t = 0; t < h->count; t++) {
        names[t] = ip_large_name(arena, h, t);
        if (t > 0)
            copy_transaction(&s, t);
    }
    copy_writers(&s);
    const char **objects = IP_NEW_ARRAY(arena, const char *, s.objects.count);
    for (int x = 0; x < s.objects.count; x++)
        objects[x] = ip_large_object_name(arena, h, s.objects.items[x]);
    s.result->names = names;
    s.result->objects = objects;
    for (int i = 0; i < h->impossible.count; i++) {
        ip_impossible_read read = {h->impossible.items[i].transaction, h->impossible.items[i].reason};
        IP_PUSH(arena, &s.result->impossible, read);
    }
    return s.result;
}
