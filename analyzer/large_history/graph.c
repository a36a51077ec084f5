/* The graph of forced orders: edges in flat arrays, a topological order, vector clocks of sessions, shortest cycles. */
#include "large_history/graph.h"

#include <limits.h>
#include <string.h>

static int session_of(const ip_large_graph *g, int node)
{
    return g->history->session_of[ip_large_transaction_of(g, node)];
}

static int node_end(const ip_large_graph *g, int session)
{
    return ip_large_snapshot(g, g->history->session_first[session + 1]);
}

static bool is_first(const ip_large_graph *g, int node)
{
    return node == ip_large_snapshot(g, g->history->session_first[session_of(g, node)]);
}

void ip_large_graph_add(ip_large_graph *g, int from, int to, ip_large_reason reason, int object, int third)
{
    ip_large_edge edge = {from, to, reason, object, third};
    IP_PUSH(g->arena, &g->edges, edge);
}

ip_large_graph *ip_large_graph_new(ip_arena *arena, const ip_large_history *h, bool split)
{
    ip_large_graph *g = IP_NEW(arena, ip_large_graph);
    g->arena = arena;
    g->history = h;
    g->split = split;
    g->count = split ? 2 * h->count : h->count;
    for (int t = 1; t < h->count; t++)
        for (int r = h->read_first[t]; r < h->read_first[t + 1]; r++) {
            const ip_large_read *read = &h->reads[r];
            bool again = r > h->read_first[t] && h->reads[r - 1].from == read->from;
            bool implied = read->from == 0 || (h->session_of[read->from] == h->session_of[t] && read->from < t);
            if (!again && !implied)
                ip_large_graph_add(g, ip_large_commit(g, read->from), ip_large_snapshot(g, t), IP_LARGE_READS,
                                   read->object, -1);
        }
    g->read_edges = g->edges.count;
    for (int i = 0; i < h->precedence_count; i++)
        ip_large_graph_add(g, ip_large_commit(g, h->precedences[i].first), ip_large_commit(g, h->precedences[i].then),
                           IP_LARGE_APPENDS, h->precedences[i].object, -1);
    return g;
}

/* ------------------------------------------------------------------- order -- */

static void index_edges(ip_large_graph *g)
{
    if (!g->first) {
        g->first = IP_NEW_ARRAY(g->arena, int, g->count + 2);
        g->order = IP_NEW_ARRAY(g->arena, int, g->count);
        g->rank = IP_NEW_ARRAY(g->arena, int, g->count);
    }
    if (g->room < g->edges.count) {
        g->room = g->edges.capacity;
        g->by_from = IP_NEW_ARRAY(g->arena, int, g->room);
    }
    memset(g->first, 0, sizeof *g->first * (size_t)(g->count + 2));
    for (int i = 0; i < g->edges.count; i++)
        g->first[g->edges.items[i].from + 2]++;
    for (int v = 0; v < g->count; v++)
        g->first[v + 2] += g->first[v + 1];
    for (int i = 0; i < g->edges.count; i++)
        g->by_from[g->first[g->edges.items[i].from + 1]++] = i;
    g->sorted_edges = g->edges.count;
}

/* Kahn's algorithm, with the nodes of the initial transaction first. */
bool ip_large_graph_sort(ip_large_graph *g)
{
    int head = 0, tail = 0;
    index_edges(g);
    int *before = g->rank; /* counts of edges that come in, until the node has its place */
    for (int v = 0; v < g->count; v++)
        before[v] = v > 0;
    for (int i = 0; i < g->edges.count; i++)
        before[g->edges.items[i].to]++;
    if (before[0] == 0)
        g->order[tail++] = 0;
    while (head < tail) {
        int v = g->order[head++];
        bool initial = session_of(g, v) == 0, last = initial && v + 1 == node_end(g, 0);
        if (!last && v + 1 < node_end(g, session_of(g, v)) && --before[v + 1] == 0)
            g->order[tail++] = v + 1;
        for (int s = 1; last && s < g->history->session_count; s++) {
            int u = ip_large_snapshot(g, g->history->session_first[s]);
            if (u < node_end(g, s) && --before[u] == 0)
                g->order[tail++] = u;
        }
        for (int i = g->first[v]; i < g->first[v + 1]; i++)
            if (--before[g->edges.items[g->by_from[i]].to] == 0)
                g->order[tail++] = g->edges.items[g->by_from[i]].to;
    }
    if (tail < g->count)
        return false;
    for (int i = 0; i < tail; i++)
        g->rank[g->order[i]] = i;
    return true;
}

/* ------------------------------------------------------------------- clocks -- */

static void raise_clock(int *restrict to, const int *restrict from, int width)
{
    for (int s = 0; s < width; s++)
        to[s] = to[s] > from[s] ? to[s] : from[s];
}

void ip_large_graph_clock(ip_large_graph *g, int first_session, int width)
{
    size_t size = sizeof *g->clocks * (size_t)g->count * (size_t)width;
    if (!g->clocks || g->clock_width < width)
        g->clocks = ip_arena_alloc(g->arena, size);
    g->clock_first = first_session;
    g->clock_width = width;
    memset(g->clocks, 0xff, size);
    for (int i = 0; i < g->count; i++) {
        int v = g->order[i], own = session_of(g, v) - first_session;
        int *clock = g->clocks + (size_t)v * (size_t)width;
        if (!is_first(g, v))
            raise_clock(clock, clock - width, width);
        if (own >= 0 && own < width)
            clock[own] = v;
        for (int e = g->first[v]; e < g->first[v + 1]; e++)
            raise_clock(g->clocks + (size_t)g->edges.items[g->by_from[e]].to * (size_t)width, clock, width);
    }
}

static void lower_clock(int *restrict to, const int *restrict from, int width)
{
    for (int s = 0; s < width; s++)
        to[s] = to[s] < from[s] ? to[s] : from[s];
}

static void fill_firsts(ip_large_graph *g)
{
    int width = g->clock_width;
    for (size_t i = 0; i < (size_t)g->count * (size_t)width; i++)
        g->firsts[i] = INT_MAX;
    for (int i = g->count - 1; i >= 0; i--) {
        int v = g->order[i], session = session_of(g, v);
        int *first = g->firsts + (size_t)v * (size_t)width;
        if (v + 1 < node_end(g, session))
            lower_clock(first, first + width, width);
        for (int e = g->first[v]; e < g->first[v + 1]; e++)
            lower_clock(first, g->firsts + (size_t)g->edges.items[g->by_from[e]].to * (size_t)width, width);
        for (int s = 1; session == 0 && s < width; s++) /* it is before all others */
            first[s] = ip_large_snapshot(g, g->history->session_first[s]);
        first[session] = v;
    }
}

static void note_changes(const ip_large_graph *g, const int *now, const int *before, bool *changed)
{
    size_t width = (size_t)g->clock_width;
    for (int v = 0; v < g->count; v++)
        changed[v] = memcmp(now + (size_t)v * width, before + (size_t)v * width, width * sizeof *now) != 0;
}

static void swap(int **a, int **b)
{
    int *other = *a;
    *a = *b;
    *b = other;
}

void ip_large_graph_reach(ip_large_graph *g)
{
    int width = g->history->session_count;
    bool again = g->firsts != NULL;
    size_t size = (size_t)g->count * (size_t)width;
    if (!again) {
        g->firsts = IP_NEW_ARRAY(g->arena, int, size);
        g->firsts_before = IP_NEW_ARRAY(g->arena, int, size);
        g->clocks = IP_NEW_ARRAY(g->arena, int, size);
        g->clocks_before = IP_NEW_ARRAY(g->arena, int, size);
        g->before_changed = IP_NEW_ARRAY(g->arena, bool, g->count);
        g->after_changed = IP_NEW_ARRAY(g->arena, bool, g->count);
        g->clock_width = width;
    }
    swap(&g->clocks, &g->clocks_before);
    swap(&g->firsts, &g->firsts_before);
    ip_large_graph_clock(g, 0, width);
    fill_firsts(g);
    memset(g->before_changed, true, sizeof *g->before_changed * (size_t)g->count);
    memset(g->after_changed, true, sizeof *g->after_changed * (size_t)g->count);
    if (again) {
        note_changes(g, g->clocks, g->clocks_before, g->before_changed);
        note_changes(g, g->firsts, g->firsts_before, g->after_changed);
    }
}

bool ip_large_graph_reaches(const ip_large_graph *g, int from, int to)
{
    int s = session_of(g, from);
    if (s == 0)
        return from <= to;
    return g->clocks[(size_t)to * (size_t)g->clock_width + (size_t)(s - g->clock_first)] >= from;
}

/* -------------------------------------------------------------------- paths -- */

/* A breadth-first search. A step within a session goes to any later node of it. */
typedef struct search {
    const ip_large_graph *g;
    int limit;                    /* edges from this number on do not count */
    const bool *within;           /* nodes that count; NULL: all */
    int *seen;                    /* [node]: the round in which it was seen */
    int *reached, *reached_round; /* [session]: from which node on all have been seen */
    int *from, *by;               /* [node]: the node before it, and the edge or -1 */
    int *queue, *depth;
    int round, begin, target;
    long work;
} search;

static search search_new(ip_arena *arena, const ip_large_graph *g, int limit)
{
    size_t n = (size_t)g->count;
    return (search){.g = g,
                    .limit = limit,
                    .seen = IP_NEW_ARRAY(arena, int, n),
                    .reached = IP_NEW_ARRAY(arena, int, g->history->session_count),
                    .reached_round = IP_NEW_ARRAY(arena, int, g->history->session_count),
                    .from = IP_NEW_ARRAY(arena, int, n),
                    .by = IP_NEW_ARRAY(arena, int, n),
                    .queue = IP_NEW_ARRAY(arena, int, n + 1),
                    .depth = IP_NEW_ARRAY(arena, int, n)};
}

/* true: it is the target. */
static bool visit(search *s, int node, int from, int by, int *tail)
{
    s->work++;
    if (s->within && !s->within[node])
        return false;
    if (node == s->target) {
        s->from[node] = from;
        s->by[node] = by;
        return true;
    }
    if (s->seen[node] == s->round)
        return false;
    s->seen[node] = s->round;
    s->from[node] = from;
    s->by[node] = by;
    s->depth[node] = s->depth[from] + 1;
    s->queue[(*tail)++] = node;
    return false;
}

static bool visit_session(search *s, int node, int *tail)
{
    int session = session_of(s->g, node), end = node_end(s->g, session);
    if (session == 0) {
        for (int u = node + 1; u < s->g->count; u++)
            if (visit(s, u, node, -1, tail))
                return true;
        return false;
    }
    if (s->reached_round[session] != s->round) {
        s->reached_round[session] = s->round;
        s->reached[session] = end;
    }
    int stop = s->reached[session];
    for (int u = node + 1; u < stop; u++)
        if (visit(s, u, node, -1, tail))
            return true;
    if (node + 1 < stop)
        s->reached[session] = node + 1;
    return false;
}

/* A path of at least one edge and at most the given number of edges. */
static bool find_path(search *s, int from, int to, int longest)
{
    int head = 0, tail = 0;
    s->round++;
    s->begin = from;
    s->target = to;
    s->depth[from] = 0;
    s->queue[tail++] = from;
    if (from != to)
        s->seen[from] = s->round;
    while (head < tail) {
        int v = s->queue[head++];
        if (s->depth[v] >= longest)
            return false;
        for (int i = s->g->first[v]; i < s->g->first[v + 1]; i++) {
            int e = s->g->by_from[i];
            if (e < s->limit && visit(s, s->g->edges.items[e].to, v, e, &tail))
                return true;
        }
        if (visit_session(s, v, &tail))
            return true;
    }
    return false;
}

static void copy_path(ip_arena *arena, const search *s, ip_large_edges *path)
{
    ip_large_edges back = {0};
    int v = s->target;
    do {
        ip_large_edge edge = {s->from[v], v, IP_LARGE_SESSION, -1, -1};
        if (s->by[v] >= 0)
            edge = s->g->edges.items[s->by[v]];
        IP_PUSH(arena, &back, edge);
        v = s->from[v];
    } while (v != s->begin);
    for (int i = back.count - 1; i >= 0; i--)
        IP_PUSH(arena, path, back.items[i]);
}

bool ip_large_graph_path(const ip_large_graph *g, int from, int to, int limit, ip_large_edges *path)
{
    ip_arena *arena = ip_arena_new();
    search s = search_new(arena, g, limit);
    bool found = find_path(&s, from, to, g->count);
    if (found)
        copy_path(g->arena, &s, path);
    ip_arena_free(arena);
    return found;
}

/* Nodes that may be on a cycle: those from which no end can be reached, and none from a beginning. */
static bool *on_cycles(ip_arena *arena, const ip_large_graph *g)
{
    bool *on = IP_NEW_ARRAY(arena, bool, g->count);
    int *out = IP_NEW_ARRAY(arena, int, g->count), *first = IP_NEW_ARRAY(arena, int, g->count + 2);
    int *by_to = IP_NEW_ARRAY(arena, int, g->edges.count), *stack = IP_NEW_ARRAY(arena, int, g->count), top = 0;
    for (int v = 0; v < g->count; v++)
        on[v] = g->rank[v] > 0; /* incoming edges whose source has not been removed */
    for (int i = 0; i < g->edges.count; i++)
        first[g->edges.items[i].to + 2]++;
    for (int v = 0; v < g->count; v++)
        first[v + 2] += first[v + 1];
    for (int i = 0; i < g->edges.count; i++)
        by_to[first[g->edges.items[i].to + 1]++] = g->edges.items[i].from;
    for (int v = 0; v < g->count; v++) {
        out[v] = g->first[v + 1] - g->first[v] + (v + 1 < node_end(g, session_of(g, v)));
        if (session_of(g, v) == 0)
            out[v] += g->count; /* its edges to all others are not stored */
        if (out[v] == 0)
            stack[top++] = v;
    }
    while (top > 0) {
        int v = stack[--top];
        on[v] = false;
        for (int i = first[v]; i < first[v + 1]; i++)
            if (--out[by_to[i]] == 0)
                stack[top++] = by_to[i];
        if (!is_first(g, v) && --out[v - 1] == 0)
            stack[top++] = v - 1;
    }
    return on;
}

static int edges_within(const ip_large_graph *g, const bool *on, int v)
{
    int count = 0;
    for (int i = g->first[v]; on[v] && i < g->first[v + 1]; i++)
        count += on[g->edges.items[g->by_from[i]].to];
    return count;
}

void ip_large_graph_cycle(ip_large_graph *g, ip_large_edges *cycle)
{
    static const long MOST_WORK = 300L * 1000 * 1000;
    ip_arena *arena = ip_arena_new();
    search s = search_new(arena, g, g->edges.count);
    int best = g->count + 1;
    bool *on = on_cycles(arena, g);
    s.within = on;
    for (int v = 0; v < g->count && best > 2 && (s.work < MOST_WORK || best > g->count); v++) {
        if (!edges_within(g, on, v))
            continue; /* a cycle has a node that an edge leaves */
        if (!find_path(&s, v, v, best - 1))
            continue;
        cycle->count = 0;
        copy_path(g->arena, &s, cycle);
        best = cycle->count;
    }
    ip_arena_free(arena);
}
