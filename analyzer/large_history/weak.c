/* Edges that the history alone forces: read committed, read atomic, causal consistency (Biswas & Enea 2019; Møldrup &
 * Pavlogiannis 2025). */
#include "large_history/weak.h"

#include "base/stop.h"

#include <string.h>

/* State for the transaction t3 that is examined. Arrays by object or by transaction are valid where their stamp is
 * t3. */
typedef struct weak {
    ip_large_graph *g;
    const ip_large_history *h;
    int *object_stamp, *first_read;  /* [object]: t3's first read of it */
    int *next_read;                  /* [read]: t3's next read of the same object, or -1 */
    int *source_stamp;               /* [transaction]: t3 has read from it */
    int *last_writer, *writer_stamp; /* [object]: the latest of the session */
} weak;

static weak weak_new(ip_arena *arena, ip_large_graph *g)
{
    const ip_large_history *h = g->history;
    return (weak){.g = g,
                  .h = h,
                  .object_stamp = IP_NEW_ARRAY(arena, int, h->object_count),
                  .first_read = IP_NEW_ARRAY(arena, int, h->object_count),
                  .next_read = IP_NEW_ARRAY(arena, int, h->read_first[h->count]),
                  .source_stamp = IP_NEW_ARRAY(arena, int, h->count),
                  .last_writer = IP_NEW_ARRAY(arena, int, h->object_count),
                  .writer_stamp = IP_NEW_ARRAY(arena, int, h->object_count)};
}

static void force(weak *w, int t2, int t1, int object, int t3)
{
    if (t2 == t1 || t2 == 0 || (w->h->session_of[t2] == w->h->session_of[t1] && t2 < t1))
        return;
    ip_large_graph_add(w->g, t2, t1, IP_LARGE_SEEN, object, t3);
}

static void index_reads(weak *w, int t3)
{
    const ip_large_history *h = w->h;
    for (int r = h->read_first[t3 + 1] - 1; r >= h->read_first[t3]; r--) {
        int x = h->reads[r].object;
        w->next_read[r] = w->object_stamp[x] == t3 ? w->first_read[x] : -1;
        w->object_stamp[x] = t3;
        w->first_read[x] = r;
    }
}

/* ------------------------------------------- read committed and read atomic -- */

/* t3 has read from t2 at read r, and t2 writes x. Of t3's later reads of x the first that did not read from t2, and
 * those of the same statement, are enough: from there on the writers of x that t3 read follow each other. */
static void force_next_read(weak *w, int t2, int x, int r, int t3)
{
    const ip_large_read *reads = w->h->reads;
    int step = -1;
    for (int i = w->first_read[x]; i >= 0 && (step < 0 || reads[i].step == step); i = w->next_read[i]) {
        if (reads[i].step <= reads[r].step || reads[i].from == t2)
            continue;
        step = reads[i].step;
        force(w, t2, reads[i].from, x, t3);
    }
}

static void force_all(weak *w, int t2, int x, int t3)
{
    for (int i = w->first_read[x]; i >= 0; i = w->next_read[i])
        force(w, t2, w->h->reads[i].from, x, t3);
}

/* t3 reads from t2, which writes objects that t3 reads from other transactions: later, at read committed, or at any
 * time. Scans the smaller of two sets: the objects that t2 writes and those that t3 reads. */
static void add_read(weak *w, int t3, bool later)
{
    const ip_large_history *h = w->h;
    int end = h->read_first[t3 + 1];
    for (int r = h->read_first[t3]; r < end; r++) {
        int t2 = h->reads[r].from, writes = h->write_first[t2 + 1] - h->write_first[t2];
        int first = later ? r + 1 : h->read_first[t3];
        if (t2 == 0 || w->source_stamp[t2] == t3)
            continue;
        w->source_stamp[t2] = t3;
        for (int i = h->write_first[t2]; writes <= end - first && i < h->write_first[t2 + 1]; i++)
            if (w->object_stamp[h->writes[i]] != t3)
                continue;
            else if (later)
                force_next_read(w, t2, h->writes[i], r, t3);
            else
                force_all(w, t2, h->writes[i], t3);
        for (int i = first; writes > end - first && i < end; i++)
            if (!ip_large_writes(h, t2, h->reads[i].object))
                continue;
            else if (later)
                force_next_read(w, t2, h->reads[i].object, r, t3);
            else
                force(w, t2, h->reads[i].from, h->reads[i].object, t3);
    }
}

/* The last transaction of t3's session that has written x: the session's earlier writers precede it. */
static void add_session(weak *w, int t3)
{
    const ip_large_history *h = w->h;
    int session = h->session_of[t3];
    for (int r = h->read_first[t3]; r < h->read_first[t3 + 1]; r++) {
        int x = h->reads[r].object;
        if (w->writer_stamp[x] == session)
            force(w, w->last_writer[x], h->reads[r].from, x, t3);
    }
    for (int i = h->write_first[t3]; i < h->write_first[t3 + 1]; i++) {
        w->writer_stamp[h->writes[i]] = session;
        w->last_writer[h->writes[i]] = t3;
    }
}

/* ------------------------------------------------------------------- causal -- */

/* Reads by object, each object's in the order of the readers. */
static void sort_reads(ip_arena *arena, const ip_large_history *h, int **first, int **order, int **reader)
{
    int count = h->read_first[h->count];
    *first = IP_NEW_ARRAY(arena, int, h->object_count + 2);
    *order = IP_NEW_ARRAY(arena, int, count);
    *reader = IP_NEW_ARRAY(arena, int, count);
    for (int r = 0; r < count; r++)
        (*first)[h->reads[r].object + 2]++;
    for (int x = 0; x < h->object_count; x++)
        (*first)[x + 2] += (*first)[x + 1];
    for (int t = 0; t < h->count; t++)
        for (int r = h->read_first[t]; r < h->read_first[t + 1]; r++) {
            (*reader)[r] = t;
            (*order)[(*first)[h->reads[r].object + 1]++] = r;
        }
}

/* Of one object and one session that writes it, w1 … w2: for each read, its last writer in the reader's causal past.
 * The causal past grows along a session's readers, so one pass over the writers is enough. */
static void add_causal_writers(weak *w, const int *writers, int count, const int *order, int reads, const int *reader)
{
    const ip_large_history *h = w->h;
    const ip_large_graph *g = w->g;
    int at = 0, session = -1, column = h->session_of[writers[0]] - g->clock_first;
    int last_from = -1, last_writer = -1;
    for (int i = 0; i < reads; i++) {
        int t3 = reader[order[i]], t1 = h->reads[order[i]].from;
        if (h->session_of[t3] != session) {
            session = h->session_of[t3];
            at = 0;
        }
        int seen = g->clocks[(size_t)t3 * (size_t)g->clock_width + (size_t)column];
        while (at < count && writers[at] <= seen && writers[at] != t3)
            at++;
        int t2 = at > 0 ? writers[at - 1] : 0;
        if (t2 == 0 || (t2 == last_writer && t1 == last_from) || ip_large_graph_reaches(g, t2, t1))
            continue;
        last_from = t1;
        last_writer = t2;
        force(w, t2, t1, h->reads[order[i]].object, t3);
    }
}

static bool add_causal_sessions(weak *w, const int *first, const int *order, const int *reader)
{
    const ip_large_history *h = w->h;
    int low = h->session_first[w->g->clock_first];
    int high = h->session_first[w->g->clock_first + w->g->clock_width];
    for (int x = 0; x < h->object_count; x++) {
        int end = h->writer_first[x + 1], next;
        if (x % 4096 == 0 && ip_stopped())
            return false;
        if (first[x] == first[x + 1])
            continue;
        for (int i = h->writer_first[x]; i < end; i = next) {
            int session = h->session_of[h->writers[i]];
            for (next = i; next < end && h->session_of[h->writers[next]] == session;)
                next++;
            if (h->writers[i] >= low && h->writers[i] < high)
                add_causal_writers(w, h->writers + i, next - i, order + first[x], first[x + 1] - first[x], reader);
        }
    }
    return true;
}

/* Clocks of as many sessions at a time as a quarter of a gigabyte can hold. */
static bool add_causal(weak *w, ip_arena *arena)
{
    static const size_t ROOM = 256u << 20;
    const ip_large_history *h = w->h;
    size_t fitting = ROOM / (sizeof *w->g->clocks * (size_t)h->count);
    int width = fitting < 1 ? 1 : fitting < (size_t)h->session_count ? (int)fitting : h->session_count;
    int *first, *order, *reader;
    sort_reads(arena, h, &first, &order, &reader);
    for (int s = 0; s < h->session_count; s += width) {
        if (width > h->session_count - s)
            width = h->session_count - s;
        ip_large_graph_clock(w->g, s, width);
        if (!add_causal_sessions(w, first, order, reader))
            return false;
    }
    return true;
}

bool ip_large_add_weak(ip_large_graph *g, const ip_large_form *form)
{
    ip_arena *arena = ip_arena_new();
    weak w = weak_new(arena, g);
    bool good = !form->causal || add_causal(&w, arena);
    bool one_hop = !form->causal; /* hb has all of the others */
    for (int t3 = 1; good && one_hop && t3 < g->history->count; t3++) {
        if (t3 % 4096 == 0 && ip_stopped())
            good = false;
        index_reads(&w, t3);
        if (form->read || form->read_before)
            add_read(&w, t3, !form->read);
        if (form->session)
            add_session(&w, t3);
    }
    ip_arena_free(arena);
    return good;
}
