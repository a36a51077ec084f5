/* Graphs as pictures: in Graphviz's language, and in HTML as SVG within the page. */
#include "report/picture.h"

#include "report/escape.h"
#include "report/picture_layout.h"
#include "report/writer.h"

#include <math.h>
#include <string.h>

typedef struct colour {
    const char *type, *name;
} colour;

static const char *colour_of(const char *type)
{
    static const colour colours[] = {
        {"", "#555555"}, {"so", "#555555"}, {"wr", "#1b7837"}, {"ww", "#2166ac"}, {"rw", "#b2182b"}};
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
        if (strcmp(colours[i].type, type) == 0)
            return colours[i].name;
    return "#762a83";
}

int ip_report_picture_add_node(ip_arena *arena, ip_picture *picture, const char *name)
{
    ip_picture_node node = {.name = name};
    IP_PUSH(arena, &picture->nodes, node);
    return picture->nodes.count - 1;
}

int ip_report_picture_place(ip_arena *arena, ip_picture *picture, const char *name)
{
    for (int i = 0; i < picture->nodes.count; i++)
        if (strcmp(picture->nodes.items[i].name, name) == 0)
            return i;
    return ip_report_picture_add_node(arena, picture, name);
}

static const char *label_of(ip_arena *arena, const ip_picture_edge *edge)
{
    return ip_arena_printf(arena, "%s%s%s", edge->type, *edge->about ? " " : "", edge->about);
}

/* ---------------------------------------------------------------------- dot -- */

static void quote_inner(FILE *out, ip_arena *arena, const char *text)
{
    for (const char *c = ip_report_printable(arena, text); *c; c++)
        fprintf(out, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
}

static void quote(FILE *out, ip_arena *arena, const char *text)
{
    fputc('"', out);
    quote_inner(out, arena, text);
    fputc('"', out);
}

static void write_dot_node(FILE *out, ip_arena *arena, const ip_picture *p, int node, const char *indent)
{
    fprintf(out, "%sn%d [label=\"", indent, node);
    quote_inner(out, arena, p->nodes.items[node].name);
    for (int i = 0; i < p->nodes.items[node].lines.count; i++) {
        fputs("\\n", out);
        quote_inner(out, arena, p->nodes.items[node].lines.items[i]);
    }
    fputs("\"];\n", out);
}

/* A column is a cluster; that rows follow each other is said by edges that are not seen. */
static void write_dot_grid(FILE *out, ip_arena *arena, const ip_picture *p)
{
    for (int column = 0; column < p->columns.count; column++) {
        fprintf(out, "    subgraph cluster%d {\n        label=", column);
        quote(out, arena, p->columns.items[column]);
        fputs(";\n        color=\"#bbbbbb\";\n", out);
        for (int i = 0; i < p->nodes.count; i++)
            if (p->nodes.items[i].column == column)
                write_dot_node(out, arena, p, i, "        ");
        fputs("    }\n", out);
    }
    for (int i = 0; i < p->nodes.count; i++)
        for (int j = 0; j < p->nodes.count; j++)
            if (p->nodes.items[j].row == p->nodes.items[i].row + 1)
                fprintf(out, "    n%d -> n%d [style=invis];\n", i, j);
}

void ip_report_picture_write_dot(FILE *out, ip_arena *arena, const ip_picture *p)
{
    fputs("digraph ", out);
    quote(out, arena, p->title);
    fputs(" {\n    label=", out);
    quote(out, arena, p->title);
    fputs(";\n    node [shape=box, style=rounded, fontname=\"sans-serif\"];\n"
          "    edge [fontname=\"sans-serif\", fontsize=11];\n",
          out);
    if (p->grid)
        write_dot_grid(out, arena, p);
    for (int i = 0; i < p->nodes.count && !p->grid; i++)
        write_dot_node(out, arena, p, i, "    ");
    for (int i = 0; i < p->edges.count; i++) {
        const ip_picture_edge *e = &p->edges.items[i];
        fprintf(out, "    n%d -> n%d [color=\"%s\", fontcolor=\"%s\",%s label=", e->from, e->to, colour_of(e->type),
                colour_of(e->type), p->grid ? " constraint=false," : "");
        quote(out, arena, label_of(arena, e));
        fputs(", tooltip=", out);
        quote(out, arena, e->sentence);
        fputs("];\n", out);
    }
    fputs("}\n", out);
}

/* --------------------------------------------------------------------- HTML -- */

/* Where a line from the middle of a box towards (tx, ty) leaves it, with a gap. */
static void leave_box(const ip_picture_box *box, double tx, double ty, double *bx, double *by)
{
    double dx = tx - box->x, dy = ty - box->y, length = fmax(1, hypot(dx, dy));
    double scale = fmin(box->width / 2 / fmax(1e-6, fabs(dx)), box->height / 2 / fmax(1e-6, fabs(dy)));
    *bx = box->x + dx * scale + 4 * dx / length;
    *by = box->y + dy * scale + 4 * dy / length;
}

/* An arc that bends to the left, so that edges back and forth do not cover each other; further ones between the same
 * nodes bend more. A plain arrow is straight. */
typedef struct arc {
    double bx, by, cx, cy, ex, ey;
} arc;

static arc arc_of(const ip_picture_layout *l, const ip_picture_edge *e, int nth)
{
    const ip_picture_box *a = &l->boxes[e->from], *b = &l->boxes[e->to];
    double dx = b->x - a->x, dy = b->y - a->y, length = fmax(1, hypot(dx, dy));
    double bend = *e->type ? 20 + length / 8 + 30 * nth : 0;
    arc r = {.cx = (a->x + b->x) / 2 + bend * dy / length, .cy = (a->y + b->y) / 2 - bend * dx / length};
    leave_box(a, r.cx, r.cy, &r.bx, &r.by);
    leave_box(b, r.cx, r.cy, &r.ex, &r.ey);
    return r;
}

/* How many edges from the same node to the same node stand before it. */
static int turn_of(const ip_picture *p, int edge)
{
    int turn = 0;
    for (int i = 0; i < edge; i++)
        turn += p->edges.items[i].from == p->edges.items[edge].from && p->edges.items[i].to == p->edges.items[edge].to;
    return turn;
}

/* From a node to itself: beside its box, away from the middle of the picture, wider each time. */
typedef struct loop {
    double x, y, side, reach;
} loop;

static loop loop_of(const ip_picture_layout *l, const ip_picture_edge *e, int nth)
{
    const ip_picture_box *box = &l->boxes[e->from];
    double side = box->x < l->width / 2 - 1 ? -1 : 1;
    return (loop){box->x + side * box->width / 2, box->y, side, 34 + 22.0 * nth};
}

static void draw_edge(FILE *out, const ip_picture *p, const ip_picture_layout *l, int edge)
{
    const ip_picture_edge *e = &p->edges.items[edge];
    const char *ink = colour_of(e->type);
    int nth = turn_of(p, edge);
    if (e->from == e->to) {
        loop r = loop_of(l, e, nth);
        double x = r.x + r.side * r.reach, rise = 24 + 8 * nth;
        fprintf(out, "<path class=\"edge %s\" d=\"M%.0f %.0f C%.0f %.0f %.0f %.0f %.0f %.0f\"", e->type, r.x, r.y - 8,
                x, r.y - rise, x, r.y + rise, r.x + r.side * 4, r.y + 8);
    } else {
        arc r = arc_of(l, e, nth);
        fprintf(out, "<path class=\"edge %s\" d=\"M%.0f %.0f Q%.0f %.0f %.0f %.0f\"", e->type, r.bx, r.by, r.cx, r.cy,
                r.ex, r.ey);
    }
    fprintf(out, " fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"%s marker-end=\"url(#a%d-%s)\"><title>", ink,
            e->dashed ? " stroke-dasharray=\"5 4\"" : "", p->number, ink + 1);
    ip_report_escape(out, e->sentence);
    fputs("</title></path>\n", out);
}

static void label_edge(FILE *out, ip_arena *arena, const ip_picture *p, const ip_picture_layout *l, int edge)
{
    const ip_picture_edge *e = &p->edges.items[edge];
    const char *anchor = "middle";
    double x, y;
    if (!*e->type && !*e->about)
        return;
    if (e->from == e->to) {
        loop r = loop_of(l, e, turn_of(p, edge));
        anchor = r.side < 0 ? "end" : "start";
        x = r.x + r.side * r.reach * 0.8;
        y = r.y - 8 + 18 * turn_of(p, edge);
    } else {
        arc r = arc_of(l, e, turn_of(p, edge));
        x = (r.bx + 2 * r.cx + r.ex) / 4;
        y = (r.by + 2 * r.cy + r.ey) / 4 + 4;
        if (fabs(r.bx - r.ex) < 1) { /* upright: beside it, not on the edge that leads back */
            anchor = r.ey > r.by ? "start" : "end";
            x += r.ey > r.by ? 6 : -6;
            y += IP_PICTURE_LINE * turn_of(p, edge);
        }
    }
    fprintf(out, "<text class=\"label %s\" x=\"%.0f\" y=\"%.0f\" fill=\"%s\" text-anchor=\"%s\">", e->type, x, y,
            colour_of(e->type), anchor);
    ip_report_escape(out, label_of(arena, e));
    fputs("</text>\n", out);
}

static void draw_node(FILE *out, const ip_picture_node *node, const ip_picture_box *box)
{
    fprintf(out,
            "<g class=\"node\"><rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" rx=\"8\" fill=\"#fff\" "
            "stroke=\"#333\"/><text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\"%s>",
            box->x - box->width / 2, box->y - box->height / 2, box->width, box->height, box->x,
            box->y - box->height / 2 + 20, node->lines.count ? " font-weight=\"bold\"" : "");
    ip_report_escape(out, node->name);
    fputs("</text>\n", out);
    for (int i = 0; i < node->lines.count; i++) {
        fprintf(out, "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\">", box->x,
                box->y - box->height / 2 + 20 + IP_PICTURE_LINE * (i + 1));
        ip_report_escape(out, node->lines.items[i]);
        fputs("</text>\n", out);
    }
    fputs("</g>\n", out);
}

static void draw_columns(FILE *out, const ip_picture *p, const ip_picture_layout *l)
{
    for (int i = 0; i < p->columns.count; i++) {
        fprintf(out,
                "<line x1=\"%.0f\" y1=\"30\" x2=\"%.0f\" y2=\"%.0f\" stroke=\"#ccc\"/>"
                "<text x=\"%.0f\" y=\"18\" fill=\"#555555\" text-anchor=\"middle\">",
                l->columns[i], l->columns[i], l->height - 4, l->columns[i]);
        ip_report_escape(out, p->columns.items[i]);
        fputs("</text>\n", out);
    }
}

void ip_report_picture_write_svg(FILE *out, ip_arena *arena, const ip_picture *p)
{
    ip_picture_layout l = ip_report_picture_lay_out(arena, p);
    fprintf(out, "<svg viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" role=\"img\" aria-label=\"", l.width, l.height,
            l.width);
    ip_report_escape(out, p->title);
    fputs("\">\n", out);
    for (int i = 0; i < p->edges.count; i++) {
        const char *ink = colour_of(p->edges.items[i].type);
        bool again = false;
        for (int j = 0; j < i; j++)
            again |= colour_of(p->edges.items[j].type) == ink;
        if (!again)
            fprintf(out,
                    "<marker id=\"a%d-%s\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" "
                    "markerHeight=\"7\" "
                    "orient=\"auto\"><path class=\"head-%s\" d=\"M0 0L10 5L0 10z\" fill=\"%s\"/></marker>\n",
                    p->number, ink + 1, p->edges.items[i].type, ink);
    }
    draw_columns(out, p, &l);
    for (int i = 0; i < p->edges.count; i++)
        draw_edge(out, p, &l, i);
    for (int i = 0; i < p->nodes.count; i++)
        draw_node(out, &p->nodes.items[i], &l.boxes[i]);
    for (int i = 0; i < p->edges.count; i++)
        label_edge(out, arena, p, &l, i);
    fputs("</svg>\n", out);
}

static void write_list(FILE *out, const ip_picture *p)
{
    fputs("<ul>\n", out);
    for (int i = 0; i < p->remarks.count; i++) {
        fputs("<li>", out);
        ip_report_escape(out, p->remarks.items[i]);
        fputs("</li>\n", out);
    }
    for (int i = 0; i < p->edges.count; i++) {
        if (!*p->edges.items[i].sentence)
            continue;
        fprintf(out, "<li><b style=\"color:%s\">", colour_of(p->edges.items[i].type));
        ip_report_escape(out, p->edges.items[i].type);
        fputs("</b> ", out);
        ip_report_escape(out, p->edges.items[i].sentence);
        fputs("</li>\n", out);
    }
    fputs("</ul>\n", out);
}

void ip_report_picture_write_html(FILE *out, ip_arena *arena, const char *title, const ip_picture *pictures, int count)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width\">\n<title>",
          out);
    ip_report_escape(out, title);
    fputs("</title>\n<style>body{font-family:sans-serif;margin:1em auto;padding:0 1em;max-width:76em;"
          "overflow-wrap:anywhere}h1{font-size:1.4em}h2{font-size:1.15em}h1,h2,ul{max-width:50em}li{margin:.3em 0}"
          "div{overflow-x:auto}svg{display:block}"
          "svg text{font-size:13px;paint-order:stroke;stroke:#fff;stroke-width:4px}</style>\n</head>\n<body>\n<h1>",
          out);
    ip_report_escape(out, title);
    fputs("</h1>\n", out);
    for (int i = 0; i < count; i++) {
        fputs("<h2>", out);
        ip_report_escape(out, pictures[i].title);
        fputs("</h2>\n", out);
        if (pictures[i].nodes.count) {
            fputs("<div>", out);
            ip_report_picture_write_svg(out, arena, &pictures[i]);
            fputs("</div>\n", out);
        }
        if (pictures[i].edges.count || pictures[i].remarks.count)
            write_list(out, &pictures[i]);
    }
    fputs("</body>\n</html>\n", out);
}
