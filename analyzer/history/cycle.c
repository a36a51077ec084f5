#include "history/cycle.h"

#include <string.h>

static ip_transactions bit(int t)
{
    return (ip_transactions)1 << t;
}

/* Adya 1999, direct serialization graph; dependencies on versions further apart lie in its closure and are added, too:
 * cycles only become shorter. The initial transaction precedes all others and is in no cycle. */
static void find_edges(const ip_history *h, const int *order, ip_transactions *after)
{
    ip_transactions later[IP_MAX_TRANSACTIONS], committed = 0, seen = 0;
    for (int i = h->count - 1; i >= 0; i--) {
        later[order[i]] = seen;
        seen |= bit(order[i]);
        if (order[i] != 0 && !h->transactions[order[i]].aborted)
            committed |= bit(order[i]);
    }
    memset(after, 0, sizeof *after * (size_t)h->count);
    for (int x = 0; x < h->object_count; x++)
        for (ip_transactions rest = h->writers[x] & committed; rest; rest &= rest - 1) {
            int t = __builtin_ctzll(rest);
            after[t] |= h->writers[x] & later[t]; /* WW */
        }
    for (int t = 1; t < h->count; t++) {
        const ip_history_transaction *transaction = &h->transactions[t];
        for (int r = 0; r < transaction->read_count && !transaction->aborted; r++) {
            const ip_history_read *read = &transaction->reads[r];
            after[read->from] |= bit(t);                                                              /* WR */
            after[t] |= h->writers[read->object] & later[read->from] & ~bit(t) & ~(ip_transactions)1; /* RW */
        }
    }
    for (int t = 0; t < h->count; t++)
        after[t] &= committed;
}

/* A shortest cycle through start; 0: none. Breadth first, one bit mask a distance. */
static int shortest_through(const ip_transactions *after, int start, int cycle[IP_MAX_TRANSACTIONS])
{
    ip_transactions reached[IP_MAX_TRANSACTIONS + 1] = {bit(start)}, seen = 0;
    for (int length = 1; reached[length - 1]; length++) {
        ip_transactions next = 0;
        for (ip_transactions rest = reached[length - 1]; rest; rest &= rest - 1)
            next |= after[__builtin_ctzll(rest)];
        if (next >> start & 1) {
            int t = start;
            for (int i = length - 1; i >= 0; i--)
                for (ip_transactions rest = reached[i]; rest; rest &= rest - 1)
                    if (after[__builtin_ctzll(rest)] >> t & 1) {
                        t = __builtin_ctzll(rest);
                        cycle[i] = t;
                        break;
                    }
            return length;
        }
        reached[length] = next & ~seen;
        seen |= next;
    }
    return 0;
}

int ip_shortest_cycle(const ip_transactions *after, int count, int cycle[IP_MAX_TRANSACTIONS])
{
    int best = 0, found[IP_MAX_TRANSACTIONS];
    for (int t = 1; t < count && best != 2; t++) {
        int length = shortest_through(after, t, found);
        if (!length || (best && length >= best))
            continue;
        best = length;
        memcpy(cycle, found, sizeof *found * (size_t)length);
    }
    return best;
}

int ip_history_cycle(const ip_history *h, const int *order, int cycle[IP_MAX_TRANSACTIONS])
{
    ip_transactions after[IP_MAX_TRANSACTIONS];
    find_edges(h, order, after);
    return ip_shortest_cycle(after, h->count, cycle);
}
