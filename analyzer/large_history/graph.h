/* A graph of precedence: session order, write-read and the edges that a level's axioms force, over transactions or,
 * where the level is about a snapshot, over each transaction's snapshot and its commit (split).
 *
 * Transaction t is node t, or the nodes 2t (it takes its snapshot) and 2t+1 (it commits). Nodes of a session are in the
 * order of their numbers, and the initial transaction's are before all others; these edges are not stored.
 *
 * A clock of a node has for each session the last node of it that is before the node: since sessions are ordered, that
 * determines all nodes before it (vector clocks: Mattern 1989). */
#ifndef IP_LARGE_GRAPH_H
#define IP_LARGE_GRAPH_H

#include "large_history/large_history.h"

typedef enum ip_large_reason {
    IP_LARGE_SESSION,
    IP_LARGE_READS,     /* to reads object from from */
    IP_LARGE_APPENDS,   /* lists show that from appended to object before to did */
    IP_LARGE_SEEN,      /* third reads object from to and sees from, which writes it, too */
    IP_LARGE_OVERWRITE, /* from reads object from third, and to writes it after third has */
    IP_LARGE_CONFLICT,  /* both write one row, and to's snapshot is not before from's commit: object, or -1 */
    IP_LARGE_CHOICE     /* an order that a search has tried; object or -1, third: the reader or -1 */
} ip_large_reason;

typedef struct ip_large_edge {
    int from, to; /* nodes */
    ip_large_reason reason;
    int object, third; /* third: a transaction */
} ip_large_edge;

typedef IP_VEC(ip_large_edge) ip_large_edges;

typedef struct ip_large_graph {
    ip_arena *arena;
    const ip_large_history *history;
    bool split;
    int count; /* nodes */
    ip_large_edges edges;
    int read_edges; /* the first so many: write-read */
    /* Of the latest ip_large_graph_sort: edges by the node where they begin, nodes in a topological order. */
    int *first, *by_from;
    int *order, *rank; /* rank[node]: its place in order */
    int sorted_edges;
    int room;    /* of by_from */
    int *clocks; /* [node, session] node or -1; of sessions clock_first … clock_first + clock_width - 1 */
    int clock_first, clock_width;
    /* After ip_large_graph_reach: the first node of each session that the node is before, or itself; and whether the
     * two have changed since the time before that. */
    int *firsts, *clocks_before, *firsts_before;
    bool *before_changed, *after_changed; /* [node] */
} ip_large_graph;

/* With session order, write-read and precedences. */
ip_large_graph *ip_large_graph_new(ip_arena *arena, const ip_large_history *history, bool split);
void ip_large_graph_add(ip_large_graph *graph, int from, int to, ip_large_reason reason, int object, int third);

static inline int ip_large_snapshot(const ip_large_graph *graph, int transaction)
{
    return graph->split ? 2 * transaction : transaction;
}

static inline int ip_large_commit(const ip_large_graph *graph, int transaction)
{
    return graph->split ? 2 * transaction + 1 : transaction;
}

static inline int ip_large_transaction_of(const ip_large_graph *graph, int node)
{
    return graph->split ? node / 2 : node;
}

/* false: there is a cycle. */
bool ip_large_graph_sort(ip_large_graph *graph);
/* Clocks of these sessions, of a sorted graph. */
void ip_large_graph_clock(ip_large_graph *graph, int first_session, int width);
/* Clocks of all sessions in both directions, of a sorted graph. */
void ip_large_graph_reach(ip_large_graph *graph);
/* Of a graph with clocks: is one node before the other, or the same? */
bool ip_large_graph_reaches(const ip_large_graph *graph, int from, int to);

/* A cycle, each edge starting where the one before it ends, of as few edges as a bounded search finds. For a graph
 * whose sorting has failed. */
void ip_large_graph_cycle(ip_large_graph *graph, ip_large_edges *cycle);
/* A shortest path over edges whose number is below the limit, and session order. false: there is none. */
bool ip_large_graph_path(const ip_large_graph *graph, int from, int to, int limit, ip_large_edges *path);

#endif
