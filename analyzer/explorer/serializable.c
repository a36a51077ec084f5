/* Whether a history is serializable, without a level file. */
#include "explorer/serializable.h"

#include "history/read_order.h"

#define BIT(t) ((ip_transactions)1 << (t))

enum { FAILED_SETS = 1024 };

typedef struct search {
    const ip_history *history;
    ip_transactions before[IP_MAX_TRANSACTIONS]; /* so ∪ wr */
    ip_transactions idle;                        /* write nothing that is read */
    ip_transactions failed[FAILED_SETS]; /* sets of placed transactions that no order completes; 0: an empty slot */
} search;

/* Whether t may come next: no transaction after it may read a version that t overwrites. */
static bool may_follow(const search *s, ip_transactions placed, int t)
{
    const ip_history *h = s->history;
    if (s->before[t] & ~placed)
        return false;
    for (int u = 1; u < h->count; u++) {
        if (u == t || (placed & BIT(u)))
            continue;
        const ip_history_transaction *reader = &h->transactions[u];
        for (int r = 0; r < reader->read_count; r++)
            if ((h->writers[reader->reads[r].object] & BIT(t)) && (placed & BIT(reader->reads[r].from)) &&
                ip_history_read_order(h, u, &reader->reads[r]).before_overwriters)
                return false;
    }
    return true;
}

static bool writes_nothing(const ip_history *h, int t)
{
    for (int u = 1; u < h->count; u++)
        for (int r = 0; r < h->transactions[u].read_count; r++)
            if (h->writers[h->transactions[u].reads[r].object] & BIT(t))
                return false;
    return true;
}

/* The possible continuations depend only on the set of placed transactions, so a set that failed once always fails; the
 * memory of that may be lossy. A transaction whose writes no transaction reads can go first without a choice. */
static bool place(search *s, ip_transactions placed, int count)
{
    const ip_history *h = s->history;
    if (count == h->count)
        return true;
    ip_transactions *failed = &s->failed[(placed * UINT64_C(0x9e3779b97f4a7c15)) >> 54];
    if (*failed == placed)
        return false;
    for (int t = 1; t < h->count; t++) {
        if ((placed & BIT(t)) || !may_follow(s, placed, t))
            continue;
        if (place(s, placed | BIT(t), count + 1))
            return true;
        if (s->idle & BIT(t))
            break;
    }
    *failed = placed;
    return false;
}

bool ip_explore_history_serializable(const ip_history *h)
{
    search s;
    s.history = h;
    s.idle = 0;
    for (int i = 0; i < FAILED_SETS; i++)
        s.failed[i] = 0;
    for (int t = 1; t < h->count; t++) {
        s.before[t] = h->transactions[t].sessions_before | 1;
        for (int r = 0; r < h->transactions[t].read_count; r++)
            if (ip_history_read_order(h, t, &h->transactions[t].reads[r]).after_writer)
                s.before[t] |= BIT(h->transactions[t].reads[r].from);
        if (writes_nothing(h, t))
            s.idle |= BIT(t);
    }
    return place(&s, 1, 1);
}
