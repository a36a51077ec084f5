/* Names, look-ups and parts of a history. */
#include "large_history/large_history.h"

#include <stdlib.h>

const char *ip_large_name(ip_arena *arena, const ip_large_history *h, int t)
{
    if (t == 0)
        return "initial";
    if (h->names[t])
        return h->names[t];
    int s = h->session_of[t], place = t - h->session_first[s] + 1;
    return h->session_names[s] ? ip_arena_printf(arena, "%s.%d", h->session_names[s], place)
                               : ip_arena_printf(arena, "s%d.%d", s, place);
}

const char *ip_large_object_name(ip_arena *arena, const ip_large_history *h, int object)
{
    return ip_arena_printf(arena, "%s%s", h->object_word, h->objects[object]);
}

bool ip_large_writes(const ip_large_history *h, int t, int object)
{
    if (t == 0)
        return true;
    int low = h->write_first[t], high = h->write_first[t + 1];
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (h->writes[middle] < object)
            low = middle + 1;
        else
            high = middle;
    }
    return low < h->write_first[t + 1] && h->writes[low] == object;
}

/* ---------------------------------------------------------------- restriction -- */

/* Arrays of the restricted history, being filled. */
typedef struct part {
    ip_arena *arena;
    const ip_large_history *whole;
    int *number;  /* [transaction of the whole]; -1: left out */
    int *object;  /* [object of the whole]: its number plus one; 0: left out */
    int *objects; /* [object of the result]: of the whole */
    int object_count;
    ip_large_history *result;
} part;

static void number_transactions(part *p, const bool *keep)
{
    const ip_large_history *h = p->whole;
    ip_large_history *r = p->result;
    int *first = IP_NEW_ARRAY(p->arena, int, h->session_count + 1), *session = NULL, count = 0;
    session = IP_NEW_ARRAY(p->arena, int, h->count);
    bool *aborted = IP_NEW_ARRAY(p->arena, bool, h->count);
    const char **names = IP_NEW_ARRAY(p->arena, const char *, h->count);
    for (int s = 0; s < h->session_count; s++) {
        first[s] = count;
        for (int t = h->session_first[s]; t < h->session_first[s + 1]; t++) {
            p->number[t] = t == 0 || keep[t] ? count : -1;
            if (p->number[t] < 0)
                continue;
            session[count] = s;
            aborted[count] = h->aborted[t];
            names[count++] = ip_large_name(p->arena, h, t);
        }
    }
    first[h->session_count] = count;
    r->count = count;
    r->session_count = h->session_count;
    r->session_first = first;
    r->session_of = session;
    r->aborted = aborted;
    r->names = names;
}

static int object_of(part *p, int object)
{
    if (!p->object[object]) {
        p->objects[p->object_count++] = object;
        p->object[object] = p->object_count;
    }
    return p->object[object] - 1;
}

static int compare_numbers(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void copy_events(part *p)
{
    const ip_large_history *h = p->whole;
    ip_large_history *r = p->result;
    int *read_first = IP_NEW_ARRAY(p->arena, int, r->count + 1),
        *write_first = IP_NEW_ARRAY(p->arena, int, r->count + 1);
    int reads = 0, writes = 0;
    for (int t = 0; t < h->count; t++)
        if (p->number[t] >= 0) {
            reads += h->read_first[t + 1] - h->read_first[t];
            writes += h->write_first[t + 1] - h->write_first[t];
        }
    ip_large_read *kept_reads = IP_NEW_ARRAY(p->arena, ip_large_read, reads);
    int *kept_writes = IP_NEW_ARRAY(p->arena, int, writes);
    reads = writes = 0;
    for (int t = 0; t < h->count; t++) {
        if (p->number[t] < 0)
            continue;
        read_first[p->number[t]] = reads;
        write_first[p->number[t]] = writes;
        for (int i = h->read_first[t]; i < h->read_first[t + 1]; i++) {
            ip_large_read read = h->reads[i];
            read.from = p->number[read.from];
            if (read.from < 0)
                continue;
            read.object = object_of(p, read.object);
            kept_reads[reads++] = read;
        }
        for (int i = h->write_first[t]; i < h->write_first[t + 1]; i++)
            kept_writes[writes++] = object_of(p, h->writes[i]);
        int first = write_first[p->number[t]];
        qsort(kept_writes + first, (size_t)(writes - first), sizeof *kept_writes, compare_numbers);
    }
    read_first[r->count] = reads;
    write_first[r->count] = writes;
    r->read_first = read_first;
    r->write_first = write_first;
    r->reads = kept_reads;
    r->writes = kept_writes;
}

static void copy_writers(part *p)
{
    const ip_large_history *h = p->whole;
    ip_large_history *r = p->result;
    int *first = IP_NEW_ARRAY(p->arena, int, p->object_count + 1);
    int *writers = IP_NEW_ARRAY(p->arena, int, r->write_first[r->count]), count = 0;
    int *rows = IP_NEW_ARRAY(p->arena, int, p->object_count);
    const char **names = IP_NEW_ARRAY(p->arena, const char *, p->object_count);
    for (int y = 0; y < p->object_count; y++) {
        int x = p->objects[y];
        first[y] = count;
        names[y] = h->objects[x];
        rows[y] = h->row_of ? h->row_of[x] : x;
        for (int i = h->writer_first[x]; i < h->writer_first[x + 1]; i++)
            if (p->number[h->writers[i]] >= 0)
                writers[count++] = p->number[h->writers[i]];
    }
    first[p->object_count] = count;
    r->object_count = p->object_count;
    r->objects = names;
    r->writer_first = first;
    r->writers = writers;
    r->row_of = h->row_of ? rows : NULL;
}

/* Restriction may drop the items that show the order of two items of a list, so each item is compared with the next
 * kept one. */
static void copy_precedences(part *p)
{
    const ip_large_history *h = p->whole;
    ip_large_precedence *kept = IP_NEW_ARRAY(p->arena, ip_large_precedence, h->precedence_count);
    int count = 0, last = -1, last_object = -1;
    for (int i = 0; i < h->precedence_count; i++) {
        const ip_large_precedence *at = &h->precedences[i];
        if (at->object != last_object)
            last = p->number[at->first];
        else if (p->number[at->first] >= 0)
            last = p->number[at->first];
        last_object = at->object;
        if (p->number[at->then] >= 0 && last >= 0 && last != p->number[at->then])
            kept[count++] = (ip_large_precedence){last, p->number[at->then], object_of(p, at->object)};
    }
    p->result->precedences = kept;
    p->result->precedence_count = count;
}

const ip_large_history *ip_large_restrict(ip_arena *arena, const ip_large_history *history, const bool *keep)
{
    part p = {.arena = arena, .whole = history, .number = IP_NEW_ARRAY(arena, int, history->count)};
    p.object = IP_NEW_ARRAY(arena, int, history->object_count);
    p.objects = IP_NEW_ARRAY(arena, int, history->object_count);
    p.result = IP_NEW(arena, ip_large_history);
    *p.result = *history;
    number_transactions(&p, keep);
    copy_events(&p);
    copy_precedences(&p);
    copy_writers(&p);
    return p.result;
}
