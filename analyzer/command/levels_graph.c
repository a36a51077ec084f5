/* isoproof levels --graph: the hierarchy that was found, for Graphviz. */
#include "command/levels_graph.h"

#include "compare/hierarchy.h"

typedef struct graph {
    ip_arena *arena;
    const ip_level *const *levels;
    int count;
    const ip_implication *implied;
    int *class; /* [level]: the first level that is equivalent */
} graph;

static bool implies(const graph *g, int a, int b)
{
    ip_implication i = g->implied[a * g->count + b];
    return i == IP_IMPLIED || i == IP_IMPLIED_WITHIN_SCOPE;
}

/* a implies b, with no class in between. */
static bool is_edge(const graph *g, int a, int b)
{
    if (g->class[a] != a || g->class[b] != b || a == b || !implies(g, a, b))
        return false;
    for (int c = 0; c < g->count; c++)
        if (g->class[c] == c && c != a && c != b && implies(g, a, c) && implies(g, c, b))
            return false;
    return true;
}

static bool is_related(const graph *g, int level)
{
    for (int other = 0; other < g->count; other++)
        if (other != level && (implies(g, level, other) || implies(g, other, level)))
            return true;
    return false;
}

static void write_node(const graph *g, FILE *out, int level)
{
    fprintf(out, "  n%d [label=\"%s", level, ip_level_name(g->levels[level]));
    for (int other = level + 1; other < g->count; other++)
        if (g->class[other] == level)
            fprintf(out, "\\n%s", ip_level_name(g->levels[other]));
    fprintf(out, "\"];\n");
}

void ip_write_levels_graph(ip_arena *arena, FILE *out, const ip_level *const *levels, int count, double deadline)
{
    static const ip_scope scope = {.transactions = 4, .objects = 2, .values = 5, .blind_writes = true};
    graph g = {arena, levels, count, ip_hierarchy_find(arena, levels, count, scope, deadline),
               IP_NEW_ARRAY(arena, int, count)};
    bool open = false;
    for (int l = 0; l < count; l++) {
        g.class[l] = l;
        for (int first = 0; first < l && g.class[l] == l; first++)
            if (g.class[first] == first && implies(&g, l, first) && implies(&g, first, l))
                g.class[l] = first;
        for (int other = 0; other < count; other++)
            open |= g.implied[l * count + other] == IP_IMPLICATION_UNKNOWN;
    }
    fprintf(out,
            "// An arrow leads to a level that allows more. Solid: proved for all histories. Dashed: no history of up "
            "to\n// %d transactions, %d objects and %d values says otherwise. Levels in one box allow the same.\n",
            scope.transactions, scope.objects, scope.values);
    if (open)
        fprintf(out, "// Time ran out: some arrows may be missing.\n");
    fprintf(out, "digraph levels {\n  node [shape=box, fontname=\"sans-serif\"];\n");
    for (int l = 0; l < count; l++)
        if (g.class[l] == l && is_related(&g, l))
            write_node(&g, out, l);
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++)
            if (is_edge(&g, a, b))
                fprintf(out, "  n%d -> n%d%s;\n", a, b,
                        g.implied[a * count + b] == IP_IMPLIED ? "" : " [style=dashed]");
    fprintf(out, "}\n");
}
