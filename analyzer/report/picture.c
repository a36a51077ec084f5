/* Graphs as pictures: in Graphviz's language, and in HTML as SVG within the page. */
#include "report/picture.h"

#include "report/escape.h"
#include "report/writer.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

typedef struct colour {
    const char *type, *name;
} colour;

static const char *colour_of(const char *type)
{
    static const colour colours[] = {{"so", "#555555"}, {"wr", "#1b7837"}, {"ww", "#2166ac"}, {"rw", "#b2182b"}};
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
        if (strcmp(colours[i].type, type) == 0)
            return colours[i].name;
    return "#762a83";
}

int ip_picture_node(ip_arena *arena, ip_picture *picture, const char *name)
{
    for (int i = 0; i < picture->nodes.count; i++)
        if (strcmp(picture->nodes.items[i], name) == 0)
            return i;
    IP_PUSH(arena, &picture->nodes, name);
    return picture->nodes.count - 1;
}

static const char *label_of(ip_arena *arena, const ip_picture_edge *edge)
{
    return ip_arena_printf(arena, "%s%s%s", edge->type, *edge->about ? " " : "", edge->about);
}

/* ---------------------------------------------------------------------- dot -- */

static void quote(FILE *out, ip_arena *arena, const char *text)
{
    fputc('"', out);
    for (const char *c = ip_printable(arena, text); *c; c++)
        fprintf(out, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    fputc('"', out);
}

void ip_picture_write_dot(FILE *out, ip_arena *arena, const ip_picture *p)
{
    fputs("digraph ", out);
    quote(out, arena, p->title);
    fputs(" {\n    label=", out);
    quote(out, arena, p->title);
    fputs(";\n    node [shape=box, style=rounded, fontname=\"sans-serif\"];\n"
          "    edge [fontname=\"sans-serif\", fontsize=11];\n",
          out);
    for (int i = 0; i < p->nodes.count; i++) {
        fprintf(out, "    n%d [label=", i);
        quote(out, arena, p->nodes.items[i]);
        fputs("];\n", out);
    }
    for (int i = 0; i < p->edges.count; i++) {
        const ip_picture_edge *e = &p->edges.items[i];
        fprintf(out, "    n%d -> n%d [color=\"%s\", fontcolor=\"%s\", label=", e->from, e->to, colour_of(e->type),
                colour_of(e->type));
        quote(out, arena, label_of(arena, e));
        fputs(", tooltip=", out);
        quote(out, arena, e->sentence);
        fputs("];\n", out);
    }
    fputs("}\n", out);
}

/* --------------------------------------------------------------------- HTML -- */

/* Nodes on a circle, clockwise from the top, in units of the picture. */
typedef struct layout {
    int count;
    double radius, width, height;
} layout;

static const double NODE_HEIGHT = 30, PADDING = 90;

static double node_width(const char *label)
{
    double width = 20 + 8.0 * (double)strlen(label);
    return width < 60 ? 60 : width > 200 ? 200 : width;
}

static layout layout_of(const ip_picture *p)
{
    layout l = {p->nodes.count, 70 + 28.0 * p->nodes.count, 0, 0};
    double widest = 60;
    for (int i = 0; i < p->nodes.count; i++)
        widest = fmax(widest, node_width(p->nodes.items[i]));
    l.width = 2 * (l.radius + PADDING) + widest;
    l.height = 2 * (l.radius + PADDING);
    return l;
}

static void place(const layout *l, int node, double *x, double *y)
{
    double angle = 2 * acos(-1) * node / l->count - acos(-1) / 2;
    *x = l->width / 2 + l->radius * cos(angle);
    *y = l->height / 2 + l->radius * sin(angle);
}

/* Where a line from the middle of the node's box to (tx, ty) leaves it, with a gap. */
static void leave_box(double x, double y, double half_width, double tx, double ty, double *bx, double *by)
{
    double dx = tx - x, dy = ty - y, length = fmax(1, hypot(dx, dy));
    double scale = fmin(half_width / fmax(1e-6, fabs(dx)), NODE_HEIGHT / 2 / fmax(1e-6, fabs(dy)));
    *bx = x + dx * scale + 4 * dx / length;
    *by = y + dy * scale + 4 * dy / length;
}

/* An arc that bends to the left, so that edges back and forth do not cover each other. */
static void draw_edge(FILE *out, ip_arena *arena, const ip_picture *p, const layout *l, const ip_picture_edge *e)
{
    double x1, y1, x2, y2, bx, by, ex, ey;
    place(l, e->from, &x1, &y1);
    place(l, e->to, &x2, &y2);
    double dx = x2 - x1, dy = y2 - y1, length = fmax(1, hypot(dx, dy)), bend = 20 + length / 8;
    double cx = (x1 + x2) / 2 + bend * dy / length, cy = (y1 + y2) / 2 - bend * dx / length;
    leave_box(x1, y1, node_width(p->nodes.items[e->from]) / 2, cx, cy, &bx, &by);
    leave_box(x2, y2, node_width(p->nodes.items[e->to]) / 2, cx, cy, &ex, &ey);
    const char *ink = colour_of(e->type);
    fprintf(out, "<g><title>");
    ip_escape(out, e->sentence);
    fprintf(out,
            "</title><path d=\"M%.0f %.0f Q%.0f %.0f %.0f %.0f\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" "
            "marker-end=\"url(#a%d-%s)\"/><text x=\"%.0f\" y=\"%.0f\" fill=\"%s\" text-anchor=\"middle\">",
            bx, by, cx, cy, ex, ey, ink, p->number, ink + 1, (bx + 2 * cx + ex) / 4, (by + 2 * cy + ey) / 4 + 4, ink);
    ip_escape(out, label_of(arena, e));
    fputs("</text></g>\n", out);
}

static void draw(FILE *out, ip_arena *arena, const ip_picture *p)
{
    layout l = layout_of(p);
    fprintf(out, "<svg viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" role=\"img\">\n", l.width, l.height, l.width);
    for (int i = 0; i < p->edges.count; i++) {
        const char *ink = colour_of(p->edges.items[i].type);
        bool again = false;
        for (int j = 0; j < i; j++)
            again |= colour_of(p->edges.items[j].type) == ink;
        if (!again)
            fprintf(out,
                    "<marker id=\"a%d-%s\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" "
                    "markerHeight=\"7\" "
                    "orient=\"auto\"><path d=\"M0 0L10 5L0 10z\" fill=\"%s\"/></marker>\n",
                    p->number, ink + 1, ink);
    }
    for (int i = 0; i < p->edges.count; i++)
        draw_edge(out, arena, p, &l, &p->edges.items[i]);
    for (int i = 0; i < p->nodes.count; i++) {
        double x, y, width = node_width(p->nodes.items[i]);
        place(&l, i, &x, &y);
        fprintf(out,
                "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" rx=\"8\" fill=\"#fff\" stroke=\"#333\"/>"
                "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\">",
                x - width / 2, y - NODE_HEIGHT / 2, width, NODE_HEIGHT, x, y + 5);
        ip_escape(out, p->nodes.items[i]);
        fputs("</text>\n", out);
    }
    fputs("</svg>\n", out);
}

static void write_list(FILE *out, const ip_picture *p)
{
    fputs("<ul>\n", out);
    for (int i = 0; i < p->remarks.count; i++) {
        fputs("<li>", out);
        ip_escape(out, p->remarks.items[i]);
        fputs("</li>\n", out);
    }
    for (int i = 0; i < p->edges.count; i++) {
        fprintf(out, "<li><b style=\"color:%s\">", colour_of(p->edges.items[i].type));
        ip_escape(out, p->edges.items[i].type);
        fputs("</b> ", out);
        ip_escape(out, p->edges.items[i].sentence);
        fputs("</li>\n", out);
    }
    fputs("</ul>\n", out);
}

void ip_picture_write_html(FILE *out, ip_arena *arena, const char *title, const ip_picture *pictures, int count)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>", out);
    ip_escape(out, title);
    fputs("</title>\n<style>body{font-family:sans-serif;margin:2em;max-width:60em}svg{max-width:100%}"
          "svg text{font-size:13px}</style>\n</head>\n<body>\n<h1>",
          out);
    ip_escape(out, title);
    fputs("</h1>\n", out);
    for (int i = 0; i < count; i++) {
        fputs("<h2>", out);
        ip_escape(out, pictures[i].title);
        fputs("</h2>\n", out);
        if (pictures[i].edges.count)
            draw(out, arena, &pictures[i]);
        if (pictures[i].edges.count || pictures[i].remarks.count)
            write_list(out, &pictures[i]);
    }
    fputs("</body>\n</html>\n", out);
}
