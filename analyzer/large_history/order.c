/* A topological order that is maintained while edges are added and removed (Pearce & Kelly 2007). */
#include "large_history/order.h"

#include <stdlib.h>
#include <string.h>

static void index_ends(ip_kept_order *o)
{
    const ip_large_graph *g = o->graph;
    o->in_first = IP_NEW_ARRAY(o->arena, int, g->count + 2);
    o->by_to = IP_NEW_ARRAY(o->arena, int, g->edges.count);
    for (int i = 0; i < g->edges.count; i++)
        o->in_first[g->edges.items[i].to + 2]++;
    for (int v = 0; v < g->count; v++)
        o->in_first[v + 2] += o->in_first[v + 1];
    for (int i = 0; i < g->edges.count; i++)
        o->by_to[o->in_first[g->edges.items[i].to + 1]++] = g->edges.items[i].from;
}

ip_kept_order *ip_large_kept_order_new(ip_arena *arena, const ip_large_graph *g)
{
    ip_kept_order *o = IP_NEW(arena, ip_kept_order);
    size_t size = sizeof(int) * (size_t)g->count;
    *o = (ip_kept_order){.arena = arena, .graph = g};
    int **arrays[] = {&o->rank,  &o->node_at, &o->out, &o->in,   &o->seen,
                      &o->queue, &o->from,    &o->by,  &o->back, &o->pool};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = ip_arena_alloc(arena, size);
    memcpy(o->rank, g->rank, size);
    memcpy(o->node_at, g->order, size);
    memset(o->out, 0xff, size);
    memset(o->in, 0xff, size);
    index_ends(o);
    return o;
}

/* ------------------------------------------------------------------- search -- */

static bool same_session(const ip_large_graph *g, int a, int b)
{
    int t = ip_large_transaction_of(g, a), u = ip_large_transaction_of(g, b);
    return g->history->session_of[t] == g->history->session_of[u];
}

static void visit(ip_kept_order *o, int node, int from, int by, int limit, bool forward, int *tail)
{
    if (o->seen[node] == o->round || (forward ? o->rank[node] > limit : o->rank[node] < limit))
        return;
    o->seen[node] = o->round;
    o->from[node] = from;
    o->by[node] = by;
    (forward ? o->queue : o->back)[(*tail)++] = node;
}

/* Searches from the node, over nodes before the limit; the number found: in queue. Stops at the target. */
static int search_forward(ip_kept_order *o, int begin, int target, int limit)
{
    const ip_large_graph *g = o->graph;
    int head = 0, tail = 0;
    o->round++;
    visit(o, begin, -1, -1, limit, true, &tail);
    while (head < tail && o->seen[target] != o->round) {
        int v = o->queue[head++];
        if (v + 1 < g->count && same_session(g, v, v + 1))
            visit(o, v + 1, v, -1, limit, true, &tail);
        for (int i = g->first[v]; i < g->first[v + 1]; i++)
            visit(o, g->edges.items[g->by_from[i]].to, v, -1, limit, true, &tail);
        for (int e = o->out[v]; e >= 0; e = o->edges.items[e].next_out)
            visit(o, o->edges.items[e].to, v, o->edges.items[e].literal, limit, true, &tail);
    }
    return tail;
}

static int search_back(ip_kept_order *o, int begin, int limit)
{
    const ip_large_graph *g = o->graph;
    int head = 0, tail = 0;
    o->round++;
    visit(o, begin, -1, -1, limit, false, &tail);
    while (head < tail) {
        int v = o->back[head++];
        if (v > 0 && same_session(g, v - 1, v))
            visit(o, v - 1, v, -1, limit, false, &tail);
        for (int i = o->in_first[v]; i < o->in_first[v + 1]; i++)
            visit(o, o->by_to[i], v, -1, limit, false, &tail);
        for (int e = o->in[v]; e >= 0; e = o->edges.items[e].next_in)
            visit(o, o->edges.items[e].from, v, o->edges.items[e].literal, limit, false, &tail);
    }
    return tail;
}

/* ------------------------------------------------------------------ reorder -- */

static int compare_numbers(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Nodes to their ranks, sorted. */
static void sort_ranks(ip_kept_order *o, int *nodes, int count)
{
    for (int i = 0; i < count; i++)
        nodes[i] = o->rank[nodes[i]];
    qsort(nodes, (size_t)count, sizeof *nodes, compare_numbers);
}

/* The nodes found on both sides share their ranks: first the nodes that must come before, then the rest, each part in
 * its old order. */
static void reorder(ip_kept_order *o, int before, int after)
{
    sort_ranks(o, o->back, before);
    sort_ranks(o, o->queue, after);
    int count = before + after, *ranks = o->from, *nodes = o->by; /* free again */
    for (int i = 0, b = 0, a = 0; i < count; i++)
        ranks[i] = a == after || (b < before && o->back[b] < o->queue[a]) ? o->back[b++] : o->queue[a++];
    for (int i = 0; i < before; i++)
        nodes[i] = o->node_at[o->back[i]];
    for (int i = 0; i < after; i++)
        nodes[before + i] = o->node_at[o->queue[i]];
    for (int i = 0; i < count; i++) {
        o->rank[nodes[i]] = ranks[i];
        o->node_at[ranks[i]] = nodes[i];
    }
}

static void copy_path(const ip_kept_order *o, int to, ip_arena *arena, ip_kept_edges *path)
{
    path->count = 0;
    for (int v = to; o->from[v] >= 0; v = o->from[v]) {
        ip_kept_edge edge = {o->from[v], v, o->by[v], -1, -1};
        IP_PUSH(arena, path, edge);
    }
}

bool ip_large_kept_order_add(ip_kept_order *o, int from, int to, int literal, ip_kept_edges *path)
{
    if (o->rank[from] >= o->rank[to]) {
        int after = search_forward(o, to, from, o->rank[from]);
        if (o->seen[from] == o->round) {
            copy_path(o, from, o->arena, path);
            return false;
        }
        reorder(o, search_back(o, from, o->rank[to]), after);
    }
    ip_kept_edge edge = {from, to, literal, o->out[from], o->in[to]};
    o->out[from] = o->in[to] = o->edges.count;
    IP_PUSH(o->arena, &o->edges, edge);
    return true;
}

void ip_large_kept_order_undo(ip_kept_order *o, int count)
{
    while (o->edges.count > count) {
        const ip_kept_edge *edge = &o->edges.items[--o->edges.count];
        o->out[edge->from] = edge->next_out;
        o->in[edge->to] = edge->next_in;
    }
}
