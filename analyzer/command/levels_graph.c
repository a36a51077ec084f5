/* Draws the hierarchy of levels for isoproof levels --graph, for Graphviz or as a page. */
#include "command/levels_graph.h"

#include "compare/hierarchy.h"
#include "report/picture.h"

typedef struct graph {
    ip_arena *arena;
    const ip_level *const *levels;
    int count;
    const ip_implication *implied;
    int *class; /* [level] the first equivalent level */
} graph;

static bool implies(const graph *g, int a, int b)
{
    ip_implication i = g->implied[a * g->count + b];
    return i == IP_IMPLIED || i == IP_IMPLIED_WITHIN_SCOPE;
}

/* Tells whether a implies b with no class in between. */
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

static const ip_history_scope scope = {.transactions = 4, .objects = 2, .values = 5, .blind_writes = true};

static void write_dot(const graph *g, FILE *out, bool open)
{
    fprintf(out,
            "// An arrow leads to a level that allows more. Solid: proved for all histories. Dashed: no history of up "
            "to\n// %d transactions, %d objects and %d values says otherwise. Levels in one box allow the same.\n",
            scope.transactions, scope.objects, scope.values);
    if (open)
        fprintf(out, "// Time ran out: some arrows may be missing.\n");
    fprintf(out, "digraph levels {\n  node [shape=box, fontname=\"sans-serif\"];\n");
    for (int l = 0; l < g->count; l++)
        if (g->class[l] == l && is_related(g, l))
            write_node(g, out, l);
    for (int a = 0; a < g->count; a++)
        for (int b = 0; b < g->count; b++)
            if (is_edge(g, a, b))
                fprintf(out, "  n%d -> n%d%s;\n", a, b,
                        g->implied[a * g->count + b] == IP_IMPLIED ? "" : " [style=dashed]");
    fprintf(out, "}\n");
}

/* Returns the level's row: the length of the longest path to it from a level that no level implies. */
static int depth_of(const graph *g, int level)
{
    int depth = 0;
    for (int above = 0; above < g->count; above++)
        if (is_edge(g, above, level)) {
            int way = depth_of(g, above) + 1;
            depth = way > depth ? way : depth;
        }
    return depth;
}

/* Orders the nodes of a row by the mean column of their neighbours above. */
static double left_of(const ip_picture *p, int node)
{
    double sum = 0, count = 0;
    for (int e = 0; e < p->edges.count; e++)
        if (p->edges.items[e].to == node) {
            sum += p->nodes.items[p->edges.items[e].from].column;
            count++;
        }
    return count > 0 ? sum / count : 0;
}

static void order_rows(ip_picture *p)
{
    for (int row = 0; row < p->nodes.count; row++)
        for (int i = 0; i < p->nodes.count; i++) {
            ip_picture_node *node = &p->nodes.items[i];
            for (int j = 0; node->row == row && j < p->nodes.count; j++)
                if (i != j && p->nodes.items[j].row == row &&
                    (left_of(p, j) < left_of(p, i) || (left_of(p, j) == left_of(p, i) && j < i)))
                    node->column++;
        }
}

static void write_html(const graph *g, FILE *out, bool open)
{
    ip_picture p = {.title = "Which level implies which", .grid = true};
    int *place = IP_NEW_ARRAY(g->arena, int, g->count);
    for (int l = 0; l < g->count; l++) {
        if (g->class[l] != l || !is_related(g, l))
            continue;
        place[l] = p.nodes.count;
        ip_picture_node node = {.name = ip_level_name(g->levels[l]), .row = depth_of(g, l)};
        for (int other = l + 1; other < g->count; other++)
            if (g->class[other] == l) {
                const char *name = ip_level_name(g->levels[other]);
                IP_PUSH(g->arena, &node.lines, name);
            }
        IP_PUSH(g->arena, &p.nodes, node);
    }
    for (int a = 0; a < g->count; a++)
        for (int b = 0; b < g->count; b++)
            if (is_edge(g, a, b)) {
                ip_picture_edge edge = {.from = place[a],
                                        .to = place[b],
                                        .type = "",
                                        .about = "",
                                        .sentence = "",
                                        .dashed = g->implied[a * g->count + b] != IP_IMPLIED};
                IP_PUSH(g->arena, &p.edges, edge);
            }
    order_rows(&p);
    const char *remarks[] = {"An arrow leads to a level that allows more. Levels in one box allow the same.",
                             "Solid: proved for all histories.",
                             ip_arena_printf(g->arena,
                                             "Dashed: no history of up to %d transactions, %d objects and %d values of "
                                             "each says otherwise.",
                                             scope.transactions, scope.objects, scope.values),
                             "Time ran out: some arrows may be missing."};
    for (int i = 0; i < (open ? 4 : 3); i++)
        IP_PUSH(g->arena, &p.remarks, remarks[i]);
    ip_report_picture_write_html(out, g->arena, "Levels", &p, 1);
}

void ip_command_write_levels_graph(ip_arena *arena, FILE *out, const ip_level *const *levels, int count,
                                   double deadline, bool html)
{
    graph g = {arena, levels, count, ip_compare_hierarchy_find(arena, levels, count, scope, deadline),
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
    (html ? write_html : write_dot)(&g, out, open);
}
