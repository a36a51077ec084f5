/* What a schedule leaves and gives in the end, and what the serial orders of its transactions do. */
#include "replay/schedule/serial_results.h"
#include "report/differences.h"
#include "report/text_parts.h"
#include "report/words.h"

#include <string.h>

enum { INDENT = 2, HANG = 4, GAP = 3, MOST_COMPARED = 6, LEAST_VALUE = 8 };

static const char HERE[] = "here", IN_THE_END[] = "in the end";

typedef struct outcomes {
    ip_report_writer *rw;
    const ip_anomaly *anomaly;
    ip_differences all;
    int shown;       /* of all */
    int orders;      /* serial ones */
    const int *like; /* [orders] the first order that gives the same */
} outcomes;

/* "T1 then T2" */
static const char *order_text(const outcomes *o, int order)
{
    ip_arena *arena = o->rw->writer.arena;
    const char *text = "";
    for (int i = 0; i < o->anomaly->instance_count; i++)
        text = ip_arena_printf(arena, "%s%sT%d", text, i ? " then " : "",
                               o->anomaly->replay.serial->serial.items[order].order[i] + 1);
    return text;
}

static int first_like(const ip_differences *all, int order)
{
    for (int before = 0; before < order; before++) {
        bool same = true;
        for (int d = 0; d < all->count && same; d++)
            same = strcmp(all->items[d].serial[before], all->items[d].serial[order]) == 0;
        if (same)
            return before;
    }
    return order;
}

static outcomes outcomes_of(ip_report_writer *rw, const ip_anomaly *anomaly)
{
    ip_arena *arena = rw->writer.arena;
    outcomes o = {.rw = rw, .anomaly = anomaly};
    o.all = ip_report_differences_of(arena, &rw->report->workload->schema, anomaly);
    o.shown = o.all.count < MOST_COMPARED ? o.all.count : MOST_COMPARED;
    o.orders = o.all.count ? anomaly->replay.serial->serial.count : 0;
    int *like = IP_NEW_ARRAY(arena, int, o.orders);
    for (int order = 0; order < o.orders; order++)
        like[order] = first_like(&o.all, order);
    o.like = like;
    return o;
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
    for (int d = 0; d < o->shown; d++) {
        int width = width_of(o, cell_of(&o->all.items[d], order));
        added.width = width > added.width ? width : added.width;
    }
    IP_PUSH(o->rw->writer.arena, all, added);
}

/* Orders that give the same are one column. */
static columns columns_of(const outcomes *o)
{
    columns all = {0};
    add_column(o, &all, IN_THE_END, NAMES);
    add_column(o, &all, HERE, RUN);
    for (int order = 0; order < o->orders; order++)
        if (o->like[order] == order)
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
    for (int d = 0; d < o->shown; d++) {
        const ip_difference *of = &o->all.items[d];
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
    for (int first = 0; first < o->orders; first++) {
        const char *others = "";
        int count = 0;
        for (int order = first + 1; order < o->orders; order++)
            if (o->like[order] == first)
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
    for (int d = 0; d < o->shown; d++)
        differs = differs || strcmp(o->all.items[d].run, o->all.items[d].serial[order]) != 0;
    ip_report_say(w, IP_BOLD, "%s", order_text(o, order));
    for (int other = order + 1; other < o->orders; other++)
        if (o->like[other] == order) {
            ip_report_say(w, IP_PLAIN, ", or ");
            ip_report_say(w, IP_BOLD, "%s", order_text(o, other));
        }
    ip_report_say(w, IP_PLAIN, "%s", differs ? " gives instead" : " gives the same of these");
    ip_report_end_paragraph(w, INDENT, HANG);
    for (int d = 0; d < o->shown; d++)
        if (strcmp(o->all.items[d].run, o->all.items[d].serial[order]) != 0)
            write_value(o, &o->all.items[d], o->all.items[d].serial[order], false, widest);
}

static void write_list(const outcomes *o)
{
    ip_writer *w = &o->rw->writer;
    int widest = 0;
    for (int d = 0; d < o->shown; d++) {
        int width = width_of(o, o->all.items[d].what);
        if (width > widest && HANG + width + GAP + LEAST_VALUE <= w->width)
            widest = width;
    }
    ip_report_say(w, IP_PLAIN, "%s, ", IN_THE_END);
    ip_report_say(w, IP_BOLD, "%s", HERE);
    ip_report_end_paragraph(w, INDENT, HANG);
    for (int d = 0; d < o->shown; d++)
        write_value(o, &o->all.items[d], o->all.items[d].run, o->all.items[d].never, widest);
    for (int order = 0; order < o->orders; order++)
        if (o->like[order] == order)
            write_order(o, order, widest);
}

void ip_report_write_outcomes(ip_report_writer *rw, const ip_anomaly *anomaly)
{
    outcomes o = outcomes_of(rw, anomaly);
    if (o.shown < 2) /* the summary says it all */
        return;
    columns all = columns_of(&o);
    if (fits(&o, &all)) {
        write_table(&o, &all);
        write_alike(&o);
    } else {
        write_list(&o);
    }
    if (o.all.count > o.shown)
        ip_report_write_line(
            &rw->writer, INDENT,
            ip_arena_printf(rw->writer.arena, "and %d more; --format json has the rows", o.all.count - o.shown));
}
