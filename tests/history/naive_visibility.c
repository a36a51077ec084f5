/* Decides levels of visibility over all arbitrations and visibilities. */
#include "naive_visibility.h"

enum { N = SEEN_MOST + 1 };

typedef struct execution {
    const ip_history *h;
    const int *levels;
    int position[N];
    bool vis[N][N];
} execution;

static bool ar(const execution *e, int t, int u)
{
    return e->position[t] < e->position[u];
}

static bool conflict(const execution *e, int t, int u)
{
    const ip_history *h = e->h;
    for (int r = 0; r < (h->row_writers ? h->row_count : h->object_count); r++) {
        ip_transactions writers = h->row_writers ? h->row_writers[r] : h->writers[r];
        if ((writers >> t & 1) && (writers >> u & 1))
            return true;
    }
    return false;
}

static bool transitive(const execution *e, int c)
{
    for (int a = 1; a < e->h->count; a++)
        for (int b = 1; b < e->h->count; b++)
            if (e->vis[a][b] && e->vis[b][c] && !e->vis[a][c])
                return false;
    return true;
}

static bool prefix(const execution *e, int c)
{
    for (int a = 1; a < e->h->count; a++)
        for (int b = 1; b < e->h->count; b++)
            if (ar(e, a, b) && e->vis[b][c] && !e->vis[a][c])
                return false;
    return true;
}

static bool no_conflict(const execution *e, int u)
{
    for (int t = 1; t < e->h->count; t++)
        if (t != u && conflict(e, t, u) && ar(e, t, u) && !e->vis[t][u])
            return false;
    return true;
}

static bool session(const execution *e, int u)
{
    for (int t = 1; t < e->h->count; t++)
        if ((e->h->transactions[u].sessions_before >> t & 1) && !e->vis[t][u])
            return false;
    return true;
}

static bool total(const execution *e, int u)
{
    for (int t = 1; t < e->h->count; t++)
        if (ar(e, t, u) && !e->vis[t][u])
            return false;
    return true;
}

static bool at_its_level(const execution *e, int u)
{
    switch (e->levels[e->h->transactions[u].level]) {
    case SEEN_CC:
        return transitive(e, u);
    case SEEN_PC:
        return prefix(e, u);
    case SEEN_UA:
        return no_conflict(e, u);
    case SEEN_PSI:
        return transitive(e, u) && no_conflict(e, u);
    case SEEN_SI:
        return prefix(e, u) && no_conflict(e, u);
    case SEEN_SESSION_SI:
        return prefix(e, u) && no_conflict(e, u) && session(e, u);
    case SEEN_SER:
        return total(e, u);
    default:
        return true;
    }
}

/* Each read returns the last version that is visible. */
static bool reads_well(const execution *e, int u)
{
    for (int r = 0; r < e->h->transactions[u].read_count; r++) {
        const ip_history_read *read = &e->h->transactions[u].reads[r];
        int last = 0;
        for (int t = 1; t < e->h->count; t++)
            if (e->vis[t][u] && (e->h->writers[read->object] >> t & 1) && (last == 0 || ar(e, last, t)))
                last = t;
        if (last != read->from)
            return false;
    }
    return true;
}

static bool any_visibility(execution *e)
{
    int from[N * N], to[N * N], pairs = 0;
    for (int t = 1; t < e->h->count; t++)
        for (int u = 1; u < e->h->count; u++)
            if (ar(e, t, u)) {
                from[pairs] = t;
                to[pairs++] = u;
            } else if (t != u && ((e->h->transactions[u].sessions_before >> t & 1) ||
                                  (e->h->before && (e->h->before[u] >> t & 1)))) {
                return false;
            }
    for (unsigned set = 0; set < 1u << pairs; set++) {
        bool good = true;
        for (int i = 0; i < pairs; i++)
            e->vis[from[i]][to[i]] = set >> i & 1;
        for (int i = 0; i < pairs; i++)
            e->vis[to[i]][from[i]] = false;
        for (int u = 1; u < e->h->count && good; u++)
            good = reads_well(e, u) && at_its_level(e, u);
        if (good)
            return true;
    }
    return false;
}

static bool permute(execution *e, int *order, int placed)
{
    if (placed == e->h->count) {
        for (int i = 0; i < placed; i++)
            e->position[order[i]] = i;
        return any_visibility(e);
    }
    for (int i = placed; i < e->h->count; i++) {
        int other = order[i];
        order[i] = order[placed];
        order[placed] = other;
        if (permute(e, order, placed + 1))
            return true;
        order[placed] = order[i];
        order[i] = other;
    }
    return false;
}

bool naive_visible(const ip_history *history, const int *levels)
{
    execution e = {.h = history, .levels = levels};
    int order[N];
    for (int i = 0; i < history->count; i++)
        order[i] = i;
    return permute(&e, order, 1);
}
