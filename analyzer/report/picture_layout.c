/* Boxes on a circle, clockwise from the top, or in a grid. Sizes are those of the text, by its number of characters. */
#include "report/picture_layout.h"

#include <math.h>
#include <string.h>

static const double LEAST_WIDTH = 60, BOX_HEIGHT = 30, PADDING = 90, LOOP = 130, COLUMN_GAP = 90, ROW_GAP = 46,
                    HEADING = 36;

static double width_of(const char *text)
{
    int characters = 0;
    for (const char *c = text; *c; c++)
        characters += ((unsigned char)*c & 0xC0) != 0x80;
    return 20 + 8.0 * characters;
}

static ip_picture_box size_of(const ip_picture_node *node)
{
    ip_picture_box box = {0, 0, fmax(LEAST_WIDTH, width_of(node->name)),
                          BOX_HEIGHT + IP_PICTURE_LINE * node->lines.count};
    for (int i = 0; i < node->lines.count; i++)
        box.width = fmax(box.width, width_of(node->lines.items[i]));
    return box;
}

static void lay_out_circle(const ip_picture *p, ip_picture_layout *l)
{
    double radius = p->nodes.count <= 2 ? 80 : 70 + 28.0 * p->nodes.count, widest = LEAST_WIDTH;
    for (int i = 0; i < p->nodes.count; i++)
        widest = fmax(widest, l->boxes[i].width);
    bool loops = false; /* which stand beside their box */
    for (int i = 0; i < p->edges.count; i++)
        loops = loops || p->edges.items[i].from == p->edges.items[i].to;
    l->width = 2 * (radius + PADDING + (loops ? LOOP : 0)) + widest;
    l->height = 2 * (radius + PADDING);
    for (int i = 0; i < p->nodes.count; i++) {
        double angle = 2 * acos(-1) * i / p->nodes.count - acos(-1) / 2;
        l->boxes[i].x = l->width / 2 + radius * cos(angle);
        l->boxes[i].y = l->height / 2 + radius * sin(angle);
    }
}

static int rows_of(const ip_picture *p)
{
    int rows = 0;
    for (int i = 0; i < p->nodes.count; i++)
        rows = p->nodes.items[i].row >= rows ? p->nodes.items[i].row + 1 : rows;
    return rows;
}

static void lay_out_rows(const ip_picture *p, ip_picture_layout *l)
{
    double y = p->columns.count ? HEADING : ROW_GAP / 2;
    for (int row = 0; row < rows_of(p); row++) {
        double highest = 0;
        for (int i = 0; i < p->nodes.count; i++)
            if (p->nodes.items[i].row == row)
                highest = fmax(highest, l->boxes[i].height);
        for (int i = 0; i < p->nodes.count; i++)
            if (p->nodes.items[i].row == row)
                l->boxes[i].y = y + highest / 2;
        y += highest + ROW_GAP;
    }
    l->height = y;
}

static void lay_out_columns(ip_arena *arena, const ip_picture *p, ip_picture_layout *l)
{
    double x = COLUMN_GAP / 2;
    l->columns = IP_NEW_ARRAY(arena, double, p->columns.count);
    for (int column = 0; column < p->columns.count; column++) {
        double widest = width_of(p->columns.items[column]);
        for (int i = 0; i < p->nodes.count; i++)
            if (p->nodes.items[i].column == column)
                widest = fmax(widest, l->boxes[i].width);
        l->columns[column] = x + widest / 2;
        for (int i = 0; i < p->nodes.count; i++)
            if (p->nodes.items[i].column == column)
                l->boxes[i].x = l->columns[column];
        x += widest + COLUMN_GAP;
    }
    l->width = x - COLUMN_GAP / 2;
}

static double row_width(const ip_picture *p, const ip_picture_layout *l, int row)
{
    double width = 0;
    for (int i = 0; i < p->nodes.count; i++)
        width += p->nodes.items[i].row == row ? l->boxes[i].width + COLUMN_GAP / 2 : 0;
    return width;
}

/* Each row in the middle, from its first column to its last. */
static void centre_rows(const ip_picture *p, ip_picture_layout *l)
{
    int rows = rows_of(p);
    for (int row = 0; row < rows; row++)
        l->width = fmax(l->width, row_width(p, l, row));
    for (int row = 0; row < rows; row++) {
        double x = (l->width - row_width(p, l, row)) / 2;
        for (int column = 0; column < p->nodes.count; column++)
            for (int i = 0; i < p->nodes.count; i++)
                if (p->nodes.items[i].row == row && p->nodes.items[i].column == column) {
                    l->boxes[i].x = x + COLUMN_GAP / 4 + l->boxes[i].width / 2;
                    x += l->boxes[i].width + COLUMN_GAP / 2;
                }
    }
}

ip_picture_layout ip_report_picture_lay_out(ip_arena *arena, const ip_picture *p)
{
    ip_picture_layout l = {.boxes = IP_NEW_ARRAY(arena, ip_picture_box, p->nodes.count)};
    for (int i = 0; i < p->nodes.count; i++)
        l.boxes[i] = size_of(&p->nodes.items[i]);
    if (!p->grid) {
        lay_out_circle(p, &l);
        return l;
    }
    lay_out_rows(p, &l);
    if (p->columns.count)
        lay_out_columns(arena, p, &l);
    else
        centre_rows(p, &l);
    return l;
}
