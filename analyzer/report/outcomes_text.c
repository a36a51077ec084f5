/* The outcomes of a schedule and of serial orders, as a table, or as a list where that is too wide. */
#include "report/outcomes.h"
#include "report/text_parts.h"
#include "report/words.h"

#include <string.h>

enum { INDENT = 2, HANG = 4, GAP = 3, LEAST_VALUE = 8 };

static const char THIS_RUN[] = "in this run", IN_THE_END[] = "in the end";

typedef struct outcomes {
    ip_report_writer *rw;
    ip_outcomes of;
} outcomes;

static const char *order_text(const outcomes *o, int order)
{
    return ip_report_order_text(o->rw->writer.arena, &o->of, order);
}

static int width_of(const outcomes *o, const char *text)
{
    return ip_report_display_width(ip_report_printable(o->rw->writer.arena, text));
}

/* ----------------------------------------------------------------- table -- */

typedef struct column {
    const char *head;
    int order; /* serial; NAMES: of what; RUN: the schedule */
    int width;
} column;

enum { NAMES = -2, RUN = -1 };

typedef IP_VEC(column) columns;

static const char *cell_of(const ip_difference *of, int order)
{
    return order == NAMES ? of->what : order == RUN ? of->run : of->serial[order];
}

static void add_column(const outcomes *o, columns *all, const char *head, int order)
{
    column added = {head, order, width_of(o, head)};
    for (int d = 0; d < o->of.shown; d++) {
        int width = width_of(o, cell_of(&o->of.all.items[d], order));
        added.width = width > added.width ? width : added.width;
    }
    IP_PUSH(o->rw->writer.arena, all, added);
}

/* Orders that give the same are one column. */
static columns columns_of(const outcomes *o)
{
    columns all = {0};
    add_column(o, &all, IN_THE_END, NAMES);
    add_column(o, &all, THIS_RUN, RUN);
    for (int order = 0; order < o->of.orders; order++)
        if (o->of.like[order] == order)
            add_column(o, &all, order_text(o, order), order);
    return all;
}

static bool fits(const outcomes *o, const columns *all)
{
    int width = INDENT - GAP;
    for (int c = 0; c < all->count; c++)
        width += all->items[c].width + GAP;
    return width <= o->rw->writer.width;
}

static void pad(ip_writer *w, ip_style style, const char *text, int width, bool last)
{
    const char *shown = ip_report_printable(w->arena, text);
    int left = width - ip_report_display_width(shown);
    ip_report_say_whole(w, style, "%s%*s", shown, last ? 0 : left + GAP, "");
}

static void write_table(const outcomes *o, const columns *all)
{
    ip_writer *w = &o->rw->writer;
    for (int c = 0; c < all->count; c++)
        pad(w, IP_BOLD, all->items[c].head, all->items[c].width, c + 1 == all->count);
    ip_report_end_paragraph(w, INDENT, INDENT);
    for (int d = 0; d < o->of.shown; d++) {
        const ip_difference *of = &o->of.all.items[d];
        for (int c = 0; c < all->count; c++) {
            bool wrong = all->items[c].order == RUN && of->never;
            pad(w, wrong ? IP_RED : IP_PLAIN, cell_of(of, all->items[c].order), all->items[c].width,
                c + 1 == all->count);
        }
        ip_report_end_paragraph(w, INDENT, INDENT);
    }
}

/* Under a table that has some of the orders only. */
static void write_alike(const outcomes *o)
{
    ip_writer *w = &o->rw->writer;
    for (int first = 0; first < o->of.orders; first++) {
        const char *others = "";
        int count = 0;
        for (int order = first + 1; order < o->of.orders; order++)
            if (o->of.like[order] == first)
                others = ip_arena_printf(w->arena, "%s%s%s", others, count++ ? ", " : "", order_text(o, order));
        if (count)
            ip_report_write_line(w, INDENT,
                                 ip_arena_printf(w->arena, "%s: the same as %s", others, order_text(o, first)));
    }
}

/* ------------------------------------------------------------------ list -- */

static void write_value(const outcomes *o, const ip_difference *of, const char *value, bool wrong, int widest)
{
    ip_writer *w = &o->rw->writer;
    int gap = widest - width_of(o, of->what) + GAP;
    if (gap > 0 && HANG + widest + GAP + width_of(o, value) <= w->width)
        ip_report_say_whole(w, IP_PLAIN, "%s%*s", ip_report_printable(w->arena, of->what), gap, "");
    else
        ip_report_say(w, IP_PLAIN, "%s: ", of->what);
    ip_report_say(w, wrong ? IP_RED : IP_PLAIN, "%s", value);
    ip_report_end_paragraph(w, HANG, HANG + INDENT);
}

/* What an order gives otherwise than the schedule; orders that give the same are one. */
static void write_order(const outcomes *o, int order, int widest)
{
    ip_writer *w = &o->rw->writer;
    bool differs = false;
    for (int d = 0; d < o->of.shown; d++)
        differs = differs || strcmp(o->of.all.items[d].run, o->of.all.items[d].serial[order]) != 0;
    ip_report_say(w, IP_BOLD, "%s", order_text(o, order));
    for (int other = order + 1; other < o->of.orders; other++)
        if (o->of.like[other] == order) {
            ip_report_say(w, IP_PLAIN, ", or ");
            ip_report_say(w, IP_BOLD, "%s", order_text(o, other));
        }
    ip_report_say(w, IP_PLAIN, "%s", differs ? " gives instead" : " gives the same of these");
    ip_report_end_paragraph(w, INDENT, HANG);
    for (int d = 0; d < o->of.shown; d++)
        if (strcmp(o->of.all.items[d].run, o->of.all.items[d].serial[order]) != 0)
            write_value(o, &o->of.all.items[d], o->of.all.items[d].serial[order], false, widest);
}

static void write_list(const outcomes *o)
{
    ip_writer *w = &o->rw->writer;
    int widest = 0;
    for (int d = 0; d < o->of.shown; d++) {
        int width = width_of(o, o->of.all.items[d].what);
        if (width > widest && HANG + width + GAP + LEAST_VALUE <= w->width)
            widest = width;
    }
    ip_report_say(w, IP_BOLD, "%s", THIS_RUN);
    ip_report_say(w, IP_PLAIN, ", %s", IN_THE_END);
    ip_report_end_paragraph(w, INDENT, HANG);
    for (int d = 0; d < o->of.shown; d++)
        write_value(o, &o->of.all.items[d], o->of.all.items[d].run, o->of.all.items[d].never, widest);
    for (int order = 0; order < o->of.orders; order++)
        if (o->of.like[order] == order)
            write_order(o, order, widest);
}

void ip_report_write_outcomes(ip_report_writer *rw, const ip_anomaly *anomaly)
{
    outcomes o = {rw, ip_report_outcomes_of(rw->writer.arena, &rw->report->workload->schema, anomaly)};
    if (o.of.shown < 2) /* the summary says it all */
        return;
    columns all = columns_of(&o);
    if (fits(&o, &all)) {
        write_table(&o, &all);
        write_alike(&o);
    } else {
        write_list(&o);
    }
    if (o.of.all.count > o.of.shown)
        ip_report_write_line(
            &rw->writer, INDENT,
            ip_arena_printf(rw->writer.arena, "and %d more; --format json has the rows", o.of.all.count - o.of.shown));
}
