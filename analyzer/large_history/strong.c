#include "large_history/strong.h"

#include "base/stop.h"

int ip_large_run_end(const ip_large_history *h, const int *writers, int i, int end)
{
    int session = h->session_of[writers[i]], last = h->session_first[session + 1], high = end;
    while (i < high) {
        int middle = i + (high - i) / 2;
        if (writers[middle] < last)
            i = middle + 1;
        else
            high = middle;
    }
    return i;
}

static bool reaches(const ip_large_graph *g, int from, int to)
{
    return ip_large_graph_reaches(g, from, to);
}

static void force(ip_large_graph *g, int from, int to, ip_large_reason reason, int object, int third)
{
    if (!reaches(g, from, to))
        ip_large_graph_add(g, from, to, reason, object, third);
}

int ip_large_last_before(const ip_large_graph *g, const int *writers, int i, int end, int node)
{
    int low = i, high = end;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (reaches(g, ip_large_commit(g, writers[middle]), node))
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1;
}

int ip_large_first_after(const ip_large_graph *g, const int *writers, int i, int end, int node)
{
    int low = i, high = end;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (reaches(g, node, ip_large_commit(g, writers[middle])))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* t3 reads x from t1. Whoever writes x and is before t3 is before t1; whoever writes x after t1 is after t3. */
static void close_read(ip_large_graph *g, int t3, const ip_large_read *read)
{
    const ip_large_history *h = g->history;
    int x = read->object, t1 = read->from, end = h->writer_first[x + 1], next;
    for (int i = h->writer_first[x]; i < end; i = next) {
        next = ip_large_run_end(h, h->writers, i, end);
        int before = ip_large_last_before(g, h->writers, i, next, ip_large_snapshot(g, t3));
        if (before >= i && h->writers[before] == t3) /* not split: it reaches itself */
            before--;
        if (before >= i && h->writers[before] != t1)
            force(g, ip_large_commit(g, h->writers[before]), ip_large_commit(g, t1), IP_LARGE_SEEN, x, t3);
        int after = ip_large_first_after(g, h->writers, i, next, ip_large_commit(g, t1));
        if (after < next && h->writers[after] == t1)
            after++;
        if (after < next && h->writers[after] == t3)
            after++;
        if (after < next)
            force(g, ip_large_snapshot(g, t3), ip_large_commit(g, h->writers[after]), IP_LARGE_OVERWRITE, x, t1);
    }
}

/* Of two that write one row, whoever commits first does so before the other takes its snapshot. */
static void close_conflict(ip_large_graph *g, int b, const ip_large_rows *rows, int row)
{
    const ip_large_history *h = g->history;
    int end = rows->first[row + 1], next;
    for (int i = rows->first[row]; i < end; i = next) {
        next = ip_large_run_end(h, rows->writers, i, end);
        int after = ip_large_first_after(g, rows->writers, i, next, ip_large_snapshot(g, b));
        if (after < next && rows->writers[after] == b)
            after++;
        if (after < next)
            force(g, ip_large_commit(g, b), ip_large_snapshot(g, rows->writers[after]), IP_LARGE_CONFLICT, row, -1);
    }
}

ip_large_rows ip_large_rows_of(ip_arena *arena, const ip_large_history *h)
{
    if (!h->row_of)
        return (ip_large_rows){h->writer_first, h->writers};
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
    return (ip_large_rows){first, writers};
}

static bool close_all(ip_large_graph *g, const ip_large_form *form, const ip_large_rows *rows)
{
    const ip_large_history *h = g->history;
    for (int t = 1; t < h->count; t++) {
        if (t % 1024 == 0 && ip_stopped())
            return false;
        for (int r = h->read_first[t]; r < h->read_first[t + 1]; r++)
            close_read(g, t, &h->reads[r]);
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
    if ((double)g->count * h->session_count * sizeof *g->clocks > MOST_CLOCKS)
        return false;
    ip_large_rows rows = ip_large_rows_of(g->arena, h);
    for (;;) {
        int before = g->edges.count;
        ip_large_graph_clock(g, 0, h->session_count);
        if (!close_all(g, form, &rows))
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

/* The path that the edge follows from: over edges that were there before it. */
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
