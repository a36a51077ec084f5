/* The runs of transactions, by the answers to their reads: a tree for each, with the external reads as inner nodes,
 * their answers as edges and the end as leaf. */
#include "explorer/paths.h"

#include <string.h>

typedef struct edge {
    int from, value, to; /* to 0: no edge here; node 0 is a root, so no edge leads to it */
} edge;

struct ip_explore_paths {
    ip_arena *arena;
    IP_VEC(ip_explore_node) nodes; /* first the roots, by transaction */
    edge *edges;                   /* open addressing */
    int edge_count, edge_capacity;
};

enum { FIRST_EDGES = 256 };

static void add_node(ip_explore_paths *paths)
{
    ip_explore_node node = {.read.object = -1};
    IP_PUSH(paths->arena, &paths->nodes, node);
}

ip_explore_paths *ip_explore_paths_new(int transaction_count)
{
    ip_arena *arena = ip_arena_new();
    ip_explore_paths *paths = IP_NEW(arena, ip_explore_paths);
    paths->arena = arena;
    paths->edge_capacity = FIRST_EDGES;
    paths->edges = IP_NEW_ARRAY(arena, edge, FIRST_EDGES);
    for (int t = 0; t < transaction_count; t++)
        add_node(paths);
    return paths;
}

void ip_explore_paths_free(ip_explore_paths *paths)
{
    if (paths)
        ip_arena_free(paths->arena);
}

ip_explore_node *ip_explore_node_at(ip_explore_paths *paths, int node)
{
    return &paths->nodes.items[node];
}

static edge *find(edge *edges, int capacity, int from, int value)
{
    uint64_t hash = ((uint64_t)(unsigned)from << 32 | (unsigned)value) * UINT64_C(0x9e3779b97f4a7c15);
    int slot = (int)(hash >> 32) & (capacity - 1);
    while (edges[slot].to && (edges[slot].from != from || edges[slot].value != value))
        slot = (slot + 1) & (capacity - 1);
    return &edges[slot];
}

static void enlarge(ip_explore_paths *paths)
{
    edge *old = paths->edges;
    int count = paths->edge_capacity;
    paths->edge_capacity *= 2;
    paths->edges = IP_NEW_ARRAY(paths->arena, edge, paths->edge_capacity);
    for (int i = 0; i < count; i++)
        if (old[i].to)
            *find(paths->edges, paths->edge_capacity, old[i].from, old[i].value) = old[i];
}

int ip_explore_child(ip_explore_paths *paths, int node, int value)
{
    edge *e = find(paths->edges, paths->edge_capacity, node, value);
    if (e->to)
        return e->to;
    int to = paths->nodes.count;
    *e = (edge){node, value, to};
    add_node(paths);
    if (++paths->edge_count * 2 > paths->edge_capacity)
        enlarge(paths);
    return to;
}

ip_arena *ip_explore_paths_arena(ip_explore_paths *paths)
{
    return paths->arena;
}

size_t ip_explore_paths_bytes(const ip_explore_paths *paths)
{
    return ip_arena_bytes(paths->arena);
}
