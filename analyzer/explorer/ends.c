/* The states that a history can end in: one for each order of commits that differs in the last writers. */
#include "explorer/ends.h"

#include <string.h>

#define BIT(t) ((ip_transactions)1 << (t))

typedef struct choice {
    int object, writer;
    ip_transactions remaining;                   /* writers to be tried after this one */
    ip_transactions before[IP_MAX_TRANSACTIONS]; /* the conditions until then */
} choice;

struct ip_ends {
    const ip_explored *explored;
    ip_arena *arena;
    ip_history history; /* with conditions */
    ip_transactions before[IP_MAX_TRANSACTIONS];
    IP_VEC(choice) choices;
};

ip_ends *ip_explore_ends_new(ip_arena *arena, const ip_explored *explored)
{
    ip_ends *ends = IP_NEW(arena, ip_ends);
    *ends = (ip_ends){.explored = explored, .arena = arena, .history = *explored->history};
    ends->history.before = ends->before;
    return ends;
}

static void make_last(ip_ends *ends, int object, int writer)
{
    ends->before[writer] |= ends->history.writers[object] & ~BIT(writer);
}

/* The transactions that are last in some commit order, under the conditions so far. */
static ip_transactions possible_last(ip_ends *ends, int object)
{
    ip_transactions writers = ends->history.writers[object] & ~(ip_transactions)1, result = 0;
    for (ip_transactions left = writers; left; left &= left - 1) {
        int writer = __builtin_ctzll(left);
        ip_transactions saved = ends->before[writer];
        make_last(ends, object, writer);
        if (ip_history_consistent(ends->explored->levels, &ends->history))
            result |= BIT(writer);
        ends->before[writer] = saved;
    }
    return result;
}

static void choose(ip_ends *ends, choice *chosen)
{
    chosen->writer = __builtin_ctzll(chosen->remaining);
    chosen->remaining &= chosen->remaining - 1;
    memcpy(ends->before, chosen->before, sizeof ends->before);
    make_last(ends, chosen->object, chosen->writer);
}

static int last_writer(ip_ends *ends, int object)
{
    if (object >= ends->history.object_count)
        return 0;
    ip_transactions others = ends->history.writers[object] & ~(ip_transactions)1;
    if (!(others & (others - 1)))
        return others ? __builtin_ctzll(others) : 0;
    for (int i = 0; i < ends->choices.count; i++)
        if (ends->choices.items[i].object == object)
            return ends->choices.items[i].writer;
    choice created = {.object = object, .remaining = possible_last(ends, object)};
    memcpy(created.before, ends->before, sizeof created.before);
    choose(ends, &created);
    IP_PUSH(ends->arena, &ends->choices, created);
    return created.writer;
}

ip_datum ip_explore_ends_value(ip_ends *ends, int row, int column)
{
    int object = ip_explore_explored_object(ends->explored, row, column);
    return ip_explore_explored_written(ends->explored, last_writer(ends, object), object);
}

/* Discards the consequences of the last choices. */
bool ip_explore_ends_next(ip_ends *ends)
{
    while (ends->choices.count) {
        choice *last = &ends->choices.items[ends->choices.count - 1];
        if (last->remaining) {
            choose(ends, last);
            return true;
        }
        ends->choices.count--;
    }
    return false;
}

bool ip_explore_ends_order(ip_ends *ends, int order[IP_MAX_TRANSACTIONS])
{
    return ip_history_consistency_order(ends->explored->levels, &ends->history, order);
}
