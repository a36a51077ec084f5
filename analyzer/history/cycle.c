/* Adya's graph of a history with its versions in commit order. */
#include "history/cycle.h"

#include <string.h>

static ip_transactions bit(int t)
{
    return (ip_transactions)1 << t;
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

int ip_history_shortest_cycle(const ip_transactions *after, int count, int cycle[IP_MAX_TRANSACTIONS])
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
