/* Which serial orders give the same of what a schedule gives otherwise. */
#include "report/outcomes.h"

#include "replay/schedule/serial_results.h"

#include <string.h>

enum { MOST_COMPARED = 6 };

const char *ip_report_order_text(ip_arena *arena, const ip_outcomes *o, int order)
{
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

ip_outcomes ip_report_outcomes_of(ip_arena *arena, const ip_schema *schema, const ip_anomaly *anomaly)
{
    ip_outcomes o = {.anomaly = anomaly, .all = ip_report_differences_of(arena, schema, anomaly)};
    o.shown = o.all.count < MOST_COMPARED ? o.all.count : MOST_COMPARED;
    o.orders = o.all.count ? anomaly->replay.serial->serial.count : 0;
    int *like = IP_NEW_ARRAY(arena, int, o.orders);
    for (int order = 0; order < o.orders; order++)
        like[order] = first_like(&o.all, order);
    o.like = like;
    return o;
}
