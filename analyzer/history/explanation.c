/* Why a history does not satisfy its levels, as a cycle that people can follow. */
#include "history/explanation.h"

#include "history/cycle.h"

#include <string.h>

enum { MOST_ORDERS = 2000 };

const char *ip_history_reason_type_name(ip_reason_type type)
{
    static const char *const names[] = {"so", "wr", "ww", "rw", "co"};
    return names[type];
}

static ip_transactions bit(int t)
{
    return (ip_transactions)1 << t;
}

/* ------------------------------------------------------------------- core -- */

/* Leaves out one read after the other while the rest stays inconsistent. Axioms only get easier to satisfy with fewer
 * reads, so one pass gives a minimal set. */
static ip_history *shrink(ip_arena *arena, ip_consistency *checker, const ip_history *history)
{
    ip_history *core = IP_NEW(arena, ip_history);
    *core = *history;
    for (int t = 1; t < core->count; t++) {
        ip_history_transaction *transaction = &core->transactions[t];
        int kept = transaction->read_count;
        ip_history_read *reads = IP_NEW_ARRAY(arena, ip_history_read, kept);
        if (kept)
            memcpy(reads, transaction->reads, sizeof *reads * (size_t)kept);
        transaction->reads = reads;
        for (int r = kept - 1; r >= 0; r--) {
            ip_history_read left_out = reads[r];
            memmove(reads + r, reads + r + 1, sizeof *reads * (size_t)(kept - 1 - r));
            transaction->read_count = --kept;
            if (!ip_history_consistent(checker, core))
                continue;
            memmove(reads + r + 1, reads + r, sizeof *reads * (size_t)(kept - r));
            reads[r] = left_out;
            transaction->read_count = ++kept;
        }
    }
    return core;
}

/* ----------------------------------------------------------------- orders -- */

typedef struct orders {
    ip_arena *arena;
    const ip_history *h;
    ip_transactions before[IP_MAX_TRANSACTIONS];
    int order[IP_MAX_TRANSACTIONS], best_order[IP_MAX_TRANSACTIONS];
    int cycle[IP_MAX_TRANSACTIONS], length; /* of the best; 0: none yet */
    int tried;
} orders;

/* Session order and dependencies, of aborted transactions, too: their reads count for the levels. */
static int find_cycle(const orders *o, int cycle[IP_MAX_TRANSACTIONS])
{
    const ip_history *h = o->h;
    ip_transactions later[IP_MAX_TRANSACTIONS], after[IP_MAX_TRANSACTIONS] = {0}, seen = 0;
    for (int i = h->count - 1; i >= 0; i--) {
        later[o->order[i]] = seen;
        seen |= bit(o->order[i]);
    }
    for (int x = 0; x < h->object_count; x++)
        for (ip_transactions rest = h->writers[x]; rest; rest &= rest - 1)
            after[__builtin_ctzll(rest)] |= h->writers[x] & later[__builtin_ctzll(rest)];
    for (int t = 1; t < h->count; t++) {
        const ip_history_transaction *transaction = &h->transactions[t];
        for (ip_transactions rest = o->before[t]; rest; rest &= rest - 1)
            after[__builtin_ctzll(rest)] |= bit(t);
        for (int r = 0; r < transaction->read_count; r++)
            after[t] |= h->writers[transaction->reads[r].object] & later[transaction->reads[r].from] & ~bit(t);
    }
    return ip_history_shortest_cycle(after, h->count, cycle);
}

/* The order whose cycle is shortest, among the first so many. */
static void try_orders(orders *o, int placed_count, ip_transactions placed)
{
    if (o->tried >= MOST_ORDERS || o->length == 2)
        return;
    if (placed_count == o->h->count) {
        int cycle[IP_MAX_TRANSACTIONS], length = find_cycle(o, cycle);
        o->tried++;
        if (length && (!o->length || length < o->length)) {
            o->length = length;
            memcpy(o->cycle, cycle, sizeof *cycle * (size_t)length);
            memcpy(o->best_order, o->order, sizeof *cycle * (size_t)o->h->count);
        }
        return;
    }
    for (int t = 1; t < o->h->count; t++)
        if (!(placed & bit(t)) && !(o->before[t] & ~placed)) {
            o->order[placed_count] = t;
            try_orders(o, placed_count + 1, placed | bit(t));
        }
}

/* Why u comes after t, with the read first, since users see reads. */
static ip_reason dependency(const orders *o, int t, int u)
{
    int position[IP_MAX_TRANSACTIONS];
    for (int i = 0; i < o->h->count; i++)
        position[o->best_order[i]] = i;
    const ip_history_transaction *reader = &o->h->transactions[u];
    for (int r = 0; r < reader->read_count; r++)
        if (reader->reads[r].from == t)
            return (ip_reason){t, u, IP_REASON_WR, reader->reads[r].object, NULL};
    if (reader->sessions_before & bit(t))
        return (ip_reason){t, u, IP_REASON_SO, -1, NULL};
    reader = &o->h->transactions[t];
    for (int r = 0; r < reader->read_count; r++)
        if ((o->h->writers[reader->reads[r].object] >> u & 1) && reader->reads[r].from != u &&
            position[reader->reads[r].from] < position[u])
            return (ip_reason){t, u, IP_REASON_RW, reader->reads[r].object, NULL};
    int object = 0;
    while (object + 1 < o->h->object_count && !((o->h->writers[object] >> t & 1) && (o->h->writers[object] >> u & 1)))
        object++;
    return (ip_reason){t, u, IP_REASON_WW, object, NULL};
}

static void explain_orders(ip_arena *arena, ip_explanation *result)
{
    orders o = {.arena = arena, .h = result->core};
    for (int t = 1; t < o.h->count; t++) {
        const ip_history_transaction *transaction = &o.h->transactions[t];
        o.before[t] = transaction->sessions_before | 1;
        for (int r = 0; r < transaction->read_count; r++)
            o.before[t] |= bit(transaction->reads[r].from);
    }
    try_orders(&o, 1, 1);
    result->tried_orders = true;
    for (int i = 0; i < o.length; i++) {
        ip_reason edge = dependency(&o, o.cycle[i], o.cycle[(i + 1) % o.length]);
        IP_PUSH(arena, &result->cycle, edge);
    }
    if (!o.length)
        return;
    int *order = IP_NEW_ARRAY(arena, int, o.h->count);
    memcpy(order, o.best_order, sizeof *order * (size_t)o.h->count);
    result->order = order;
    result->order_count = o.h->count;
}

const ip_explanation *ip_history_explain(ip_arena *arena, ip_consistency *checker, const ip_level *const *levels,
                                         int count, const ip_history *history, const char *const *names,
                                         const char *const *objects)
{
    ip_explanation *result = IP_NEW(arena, ip_explanation);
    const ip_history *core = shrink(arena, checker, history);
    result->core = core;
    bool forced = count > 0 && ip_level_vocabulary(levels[0]) == IP_COMMIT_ORDER &&
                  ip_history_explain_forced(arena, levels, count, core, names, objects, result);
    if (!forced)
        explain_orders(arena, result);
    return result;
}
