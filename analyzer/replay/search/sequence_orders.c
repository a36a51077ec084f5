/* The orders in time in which instances can use sequences that one of them sets: as many as can be tried, evenly
 * spread. */
#include "replay/search/sequence_orders.h"

#include <string.h>

enum { MOST_GIVEN = 48 };

static int place_of(const int *commits, int instance)
{
    int place = 0;
    while (commits[place] != instance)
        place++;
    return place;
}

/* How many orders there are: one for each way to deal the places among the instances. */
static long total_of(const int *items, int count)
{
    long total = 1;
    for (int i = 0, same = 0; i < count && total < 1000000; i++) {
        same = i > 0 && items[i] == items[i - 1] ? same + 1 : 1;
        total = total * (i + 1) / same;
    }
    return total;
}

ip_sequence_orders ip_replay_sequence_orders_of(ip_arena *arena, const ip_trial *trial, const ip_sequence_uses *uses)
{
    ip_sequence_orders orders = {.commits = trial->order, .step = 1};
    orders.items = IP_NEW_ARRAY(arena, int, uses->count);
    for (int o = 0; o < trial->count; o++)
        for (int u = 0; u < uses->count; u++)
            if (uses->items[u].instance == trial->order[o])
                orders.items[orders.count++] = trial->order[o];
    if (orders.count > 0)
        orders.step = total_of(orders.items, orders.count) / MOST_GIVEN + 1;
    return orders;
}

/* The next one by the instances' places in the order of commits; the first is that of a serial execution. */
static bool advance(ip_sequence_orders *orders)
{
    int *items = orders->items, i = orders->count - 2, j = orders->count - 1;
    const int *commits = orders->commits;
    while (i >= 0 && place_of(commits, items[i]) >= place_of(commits, items[i + 1]))
        i--;
    if (i < 0)
        return false;
    while (place_of(commits, items[j]) <= place_of(commits, items[i]))
        j--;
    int swap = items[i];
    items[i] = items[j];
    items[j] = swap;
    for (int a = i + 1, b = orders->count - 1; a < b; a++, b--) {
        swap = items[a];
        items[a] = items[b];
        items[b] = swap;
    }
    return true;
}

bool ip_replay_sequence_orders_next(ip_arena *arena, ip_sequence_orders *orders, ip_trial *trial)
{
    do {
        if (!advance(orders))
            return false;
    } while (++orders->place % orders->step != 0);
    int *copy = IP_NEW_ARRAY(arena, int, orders->count);
    memcpy(copy, orders->items, sizeof *copy * (size_t)orders->count);
    trial->sequence_order = copy;
    trial->sequence_order_count = orders->count;
    return true;
}
