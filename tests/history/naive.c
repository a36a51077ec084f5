/* Decides consistency by definition, over all commit orders: what the checker is compared with. */
#include "naive.h"

enum { MOST = 10 };

typedef struct view {
    const ip_history *h;
    bool so[MOST][MOST], wr[MOST][MOST], hb[MOST][MOST], conflict[MOST][MOST];
    int position[MOST]; /* in the commit order */
} view;

static bool writes(const view *v, int t, int x)
{
    return v->h->writers[x] >> t & 1;
}

static bool co(const view *v, int t, int u)
{
    return v->position[t] < v->position[u];
}

static void fill(view *v)
{
    const ip_history *h = v->h;
    int n = h->count;
    for (int t = 0; t < n; t++)
        for (int u = 0; u < n; u++) {
            v->so[t][u] = u != 0 && t != u && (t == 0 || (h->transactions[u].sessions_before >> t & 1));
            for (int r = 0; r < h->transactions[u].read_count; r++)
                v->wr[t][u] |= h->transactions[u].reads[r].from == t;
            v->hb[t][u] = v->so[t][u] || v->wr[t][u];
            if (t == u || t == 0 || u == 0)
                continue;
            if (h->row_writers)
                for (int row = 0; row < h->row_count; row++)
                    v->conflict[t][u] |= (h->row_writers[row] >> t & 1) && (h->row_writers[row] >> u & 1);
            else
                for (int x = 0; x < h->object_count; x++)
                    v->conflict[t][u] |= writes(v, t, x) && writes(v, u, x);
        }
    for (int k = 0; k < n; k++)
        for (int t = 0; t < n; t++)
            for (int u = 0; u < n; u++)
                v->hb[t][u] |= v->hb[t][k] && v->hb[k][u];
}

static bool read_earlier(const view *v, int t2, int t3, int step)
{
    for (int r = 0; r < v->h->transactions[t3].read_count; r++) {
        const ip_history_read *read = &v->h->transactions[t3].reads[r];
        if (read->step < step && read->from == t2)
            return true;
    }
    return false;
}

static bool prefix(const view *v, int t2, int t3)
{
    for (int t4 = 0; t4 < v->h->count; t4++)
        if ((t2 == t4 || co(v, t2, t4)) && (v->so[t4][t3] || v->wr[t4][t3]))
            return true;
    return false;
}

static bool conflicts(const view *v, int t2, int t3)
{
    for (int t4 = 0; t4 < v->h->count; t4++)
        if ((t2 == t4 || co(v, t2, t4)) && v->conflict[t4][t3] && co(v, t4, t3))
            return true;
    return false;
}

/* φ(t2, read) of the level. */
static bool phi(const view *v, int level, int t2, int t3, int step)
{
    switch (level) {
    case NAIVE_RC:
        return read_earlier(v, t2, t3, step);
    case NAIVE_RA:
        return v->so[t2][t3] || v->wr[t2][t3];
    case NAIVE_CC:
        return v->hb[t2][t3];
    case NAIVE_PC:
        return prefix(v, t2, t3);
    case NAIVE_SI:
        return prefix(v, t2, t3) || conflicts(v, t2, t3);
    case NAIVE_SER:
        return co(v, t2, t3);
    default:
        return false;
    }
}

static bool satisfies(const view *v, const int *levels)
{
    const ip_history *h = v->h;
    for (int t = 0; t < h->count; t++)
        for (int u = 0; u < h->count; u++)
            if ((v->so[t][u] || v->wr[t][u] || (h->before && (h->before[u] >> t & 1))) && !co(v, t, u))
                return false;
    for (int t3 = 0; t3 < h->count; t3++)
        for (int r = 0; r < h->transactions[t3].read_count; r++) {
            const ip_history_read *read = &h->transactions[t3].reads[r];
            for (int t2 = 0; t2 < h->count; t2++)
                if (t2 != read->from && writes(v, t2, read->object) &&
                    phi(v, levels[h->transactions[t3].level], t2, t3, read->step) && !co(v, t2, read->from))
                    return false;
        }
    return true;
}

static bool permute(view *v, const int *levels, int *order, int placed)
{
    if (placed == v->h->count) {
        for (int i = 0; i < placed; i++)
            v->position[order[i]] = i;
        return satisfies(v, levels);
    }
    for (int i = placed; i < v->h->count; i++) {
        int other = order[i];
        order[i] = order[placed];
        order[placed] = other;
        if (permute(v, levels, order, placed + 1))
            return true;
        order[placed] = order[i];
        order[i] = other;
    }
    return false;
}

bool naive_consistent(const ip_history *history, const int *levels)
{
    view v = {.h = history};
    int order[MOST];
    for (int i = 0; i < history->count; i++)
        order[i] = i;
    fill(&v);
    return permute(&v, levels, order, 1); /* the initial transaction stays first */
}

bool naive_satisfies(const ip_history *history, const int *levels, const int *order)
{
    view v = {.h = history};
    fill(&v);
    for (int i = 0; i < history->count; i++)
        v.position[order[i]] = i;
    return order[0] == 0 && satisfies(&v, levels);
}
