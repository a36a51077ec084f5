/* Edges that are forced where orders of writers are open: each order that a known path excludes is decided, until
 * nothing new follows. */
#include "large_history/strong.h"

#include "base/stop.h"

static bool reaches(const ip_large_graph *g, int from, int to)
{
    return ip_large_graph_reaches(g, from, to);
}

static void force(ip_large_graph *g, int from, int to, ip_large_reason reason, int object, int third)
{
    if (!reaches(g, from, to))
        ip_large_graph_add(g, from, to, reason, object, third);
}

/* The first writer of a run that is not below the bound. */
static int lower_bound(const int *writers, int low, int high, int bound)
{
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (writers[middle] < bound)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int ip_large_last_before(const ip_large_graph *g, const int *writers, int begin, int end, int node)
{
    int session = g->history->session_of[writers[begin]];
    int last = g->clocks[(size_t)node * (size_t)g->clock_width + (size_t)session]; /* commit(t) <= last */
    return lower_bound(writers, begin, end, g->split ? (last + 1) / 2 : last + 1) - 1;
}

int ip_large_first_after(const ip_large_graph *g, const int *writers, int begin, int end, int node)
{
    if (begin >= end)
        return end;
    int session = g->history->session_of[writers[begin]];
    int first = g->firsts[(size_t)node * (size_t)g->clock_width + (size_t)session]; /* commit(t) >= first */
    return lower_bound(writers, begin, end, g->split ? first / 2 : first);
}

/* t3 reads x from t1. A writer of x before t3 is before t1; a writer of x after t1 is after t3. */
static void close_read(ip_large_graph *g, int t3, const ip_large_read *read, const ip_large_rows *objects)
{
    const int *writers = objects->writers;
    int x = read->object, t1 = read->from, from = ip_large_commit(g, t1), to = ip_large_snapshot(g, t3);
    if (!g->before_changed[to] && !g->after_changed[from])
        return; /* it has been seen to before */
    for (int r = objects->run_first[x]; r < objects->run_first[x + 1]; r++) {
        int begin = objects->run_begin[r], end = objects->run_begin[r + 1];
        int before = ip_large_last_before(g, writers, begin, end, to);
        if (before >= begin && writers[before] == t3) /* not split: the transaction is before itself */
            before--;
        if (before >= begin && writers[before] != t1)
            force(g, ip_large_commit(g, writers[before]), from, IP_LARGE_SEEN, x, t3);
        int after = ip_large_first_after(g, writers, begin, end, from);
        if (after < end && writers[after] == t1)
            after++;
        if (after < end && writers[after] == t3)
            after++;
        if (after < end)
            force(g, to, ip_large_commit(g, writers[after]), IP_LARGE_OVERWRITE, x, t1);
    }
}

/* If two transactions write one row, the first commits before the other takes its snapshot. */
static void close_conflict(ip_large_graph *g, int b, const ip_large_rows *rows, int row)
{
    if (!g->after_changed[ip_large_snapshot(g, b)])
        return;
    for (int r = rows->run_first[row]; r < rows->run_first[row + 1]; r++) {
        int begin = rows->run_begin[r], end = rows->run_begin[r + 1];
        int after = ip_large_first_after(g, rows->writers, begin, end, ip_large_snapshot(g, b));
        if (after < end && rows->writers[after] == b)
            after++;
        if (after < end)
            force(g, ip_large_commit(g, b), ip_large_snapshot(g, rows->writers[after]), IP_LARGE_CONFLICT, row, -1);
    }
}

static ip_large_rows cut(ip_arena *arena, const ip_large_history *h, int rows, const int *first, const int *writers)
{
    int *run_first = IP_NEW_ARRAY(arena, int, rows + 1), *run_begin = IP_NEW_ARRAY(arena, int, first[rows] + 1),
        runs = 0;
    for (int row = 0; row < rows; row++) {
        run_first[row] = runs;
        for (int i = first[row]; i < first[row + 1]; i++)
            if (i == first[row] || h->session_of[writers[i]] != h->session_of[writers[i - 1]])
                run_begin[runs++] = i;
    }
    run_first[rows] = runs;
    run_begin[runs] = first[rows];
    return (ip_large_rows){run_first, run_begin, writers};
}

ip_large_rows ip_large_objects_of(ip_arena *arena, const ip_large_history *h)
{
    return cut(arena, h, h->object_count, h->writer_first, h->writers);
}

ip_large_rows ip_large_rows_of(ip_arena *arena, const ip_large_history *h)
{
    if (!h->row_of)
        return ip_large_objects_of(arena, h);
    int *first = IP_NEW_ARRAY(arena, int, h->row_count + 2), *last = IP_NEW_ARRAY(arena, int, h->row_count);
    int *writers = IP_NEW_ARRAY(arena, int, h->write_first[h->count]);
    for (int t = 1; t < h->count; t++)
        for (int i = h->write_first[t]; i < h->write_first[t + 1]; i++) {
            int row = h->row_of[h->writes[i]];
            first[row + 2] += last[row] != t;
            last[row] = t;
        }
    for (int r = 0; r < h->row_count; r++) {
        first[r + 2] += first[r + 1];
        last[r] = 0;
    }
    for (int t = 1; t < h->count; t++)
        for (int i = h->write_first[t]; i < h->write_first[t + 1]; i++) {
            int row = h->row_of[h->writes[i]];
            if (last[row] != t)
                writers[first[row + 1]++] = t;
            last[row] = t;
        }
    return cut(arena, h, h->row_count, first, writers);
}

static bool close_all(ip_large_graph *g, const ip_large_form *form, const ip_large_rows *objects,
                      const ip_large_rows *rows)
{
    const ip_large_history *h = g->history;
    for (int t = 1; t < h->count; t++) {
        if (t % 1024 == 0 && ip_stopped())
            return false;
        for (int r = h->read_first[t]; r < h->read_first[t + 1]; r++)
            close_read(g, t, &h->reads[r], objects);
        int last_row = -1;
        for (int i = h->write_first[t]; form->conflict && i < h->write_first[t + 1]; i++) {
            int row = h->row_of ? h->row_of[h->writes[i]] : h->writes[i];
            if (row != last_row)
                close_conflict(g, t, rows, row);
            last_row = row;
        }
    }
    return true;
}

bool ip_large_saturate(ip_large_graph *g, const ip_large_form *form, ip_large_answer *answer)
{
    static const double MOST_CLOCKS = 1.5e9; /* bytes */
    const ip_large_history *h = g->history;
    if (4.0 * g->count * h->session_count * sizeof *g->clocks > MOST_CLOCKS)
        return false;
    ip_large_rows objects = ip_large_objects_of(g->arena, h), rows = ip_large_rows_of(g->arena, h);
    for (;;) {
        int before = g->edges.count;
        ip_large_graph_reach(g);
        if (!close_all(g, form, &objects, &rows))
            return false;
        if (g->edges.count == before)
            return true;
        if (!ip_large_graph_sort(g)) {
            *answer = IP_LARGE_INCONSISTENT;
            return true;
        }
    }
}

/* -------------------------------------------------------------------- core -- */

typedef struct tracing {
    const ip_large_graph *g;
    const ip_large_form *form;
    bool *core;
    ip_large_edges todo;
} tracing;

static void add_path(tracing *t, int from, int to, int limit)
{
    if (from != to)
        ip_large_graph_path(t->g, from, to, limit, &t->todo);
}

/* The path from which the edge follows: over earlier edges only. */
static void trace(tracing *t, const ip_large_edge *edge)
{
    const ip_large_graph *g = t->g;
    int number = (int)(edge - g->edges.items);
    int limit = number;
    bool all = t->form->prefix || t->form->total;
    if (edge->reason == IP_LARGE_SEEN && (t->form->causal || all))
        add_path(t, edge->from, ip_large_snapshot(g, edge->third), all ? limit : g->read_edges);
    else if (edge->reason == IP_LARGE_OVERWRITE)
        add_path(t, ip_large_commit(g, edge->third), edge->to, limit);
    else if (edge->reason == IP_LARGE_CONFLICT)
        add_path(t, ip_large_snapshot(g, ip_large_transaction_of(g, edge->from)),
                 ip_large_commit(g, ip_large_transaction_of(g, edge->to)), limit);
}

static const ip_large_edge *stored(const ip_large_graph *g, const ip_large_edge *edge)
{
    for (int i = g->first[edge->from]; i < g->first[edge->from + 1]; i++) {
        const ip_large_edge *at = &g->edges.items[g->by_from[i]];
        if (at->to == edge->to && at->reason == edge->reason && at->object == edge->object && at->third == edge->third)
            return at;
    }
    return edge;
}

void ip_large_add_core(const ip_large_graph *g, const ip_large_form *form, const ip_large_edges *edges, bool *core)
{
    ip_arena *arena = ip_arena_new();
    bool *seen = IP_NEW_ARRAY(arena, bool, g->edges.count + 1);
    tracing t = {.g = g, .form = form, .core = core};
    for (int i = 0; i < edges->count; i++)
        IP_PUSH(g->arena, &t.todo, edges->items[i]);
    for (int i = 0; i < t.todo.count; i++) {
        ip_large_edge copy = t.todo.items[i];
        const ip_large_edge *edge = stored(g, &copy);
        core[ip_large_transaction_of(g, edge->from)] = true;
        core[ip_large_transaction_of(g, edge->to)] = true;
        if (edge->third >= 0)
            core[edge->third] = true;
        if (edge == &copy || seen[edge - g->edges.items])
            continue;
        seen[edge - g->edges.items] = true;
        trace(&t, edge);
    }
    ip_arena_free(arena);
}
