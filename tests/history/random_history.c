/* Draws random histories, the same for the same seed. */
#include "random_history.h"

#include <stdio.h>
#include <string.h>

/* Steele, Lea & Flood 2014, SplitMix64. */
unsigned random_below(uint64_t *seed, unsigned bound)
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (unsigned)((z ^ z >> 31) % bound);
}

random_shape random_shape_make(uint64_t *seed, int most_transactions)
{
    int n = most_transactions -
            (int)(random_below(seed, (unsigned)most_transactions) * random_below(seed, 3) / 2); /* rather many */
    return (random_shape){.transactions = n,
                          .sessions = random_below(seed, 2) ? 2 * n : 1 + (int)random_below(seed, (unsigned)n),
                          .objects = 1 + (int)random_below(seed, RANDOM_MOST_OBJECTS),
                          .levels = 1,
                          .rows = random_below(seed, 2),
                          .aborts = random_below(seed, 3) == 0,
                          .precedences = random_below(seed, 4) == 0,
                          .noise = random_below(seed, 4) ? 1 << random_below(seed, 10) : 1,
                          .view = (int)random_below(seed, 4)};
}

static void make_writers(uint64_t *seed, const random_shape *shape, random_history *result)
{
    ip_history *h = &result->history;
    unsigned rarity = 1 + random_below(seed, 3); /* one in so many writes */
    for (int x = 0; x < shape->objects; x++) {
        result->writers[x] = 1;
        result->row_of[x] = (int)random_below(seed, (unsigned)shape->objects);
        for (int t = 1; t < h->count; t++)
            if (!h->transactions[t].aborted && random_below(seed, 1 + rarity) == 0)
                result->writers[x] |= (ip_transactions)1 << t;
    }
    memset(result->row_writers, 0, sizeof result->row_writers);
    for (int x = 0; x < shape->objects; x++)
        result->row_writers[result->row_of[x]] |= result->writers[x] & ~(ip_transactions)1;
    h->object_count = shape->objects;
    h->writers = result->writers;
    h->row_of = shape->rows ? result->row_of : NULL;
    h->row_writers = shape->rows ? result->row_writers : NULL;
    h->row_count = shape->rows ? shape->objects : 0;
}

/* The order in which transactions get their reads: each reads from earlier ones of it only. */
static void shuffle(uint64_t *seed, const int *session, int count, int *order)
{
    for (int i = 0; i < count; i++)
        order[i] = i;
    for (int i = 1; i < count; i++) {
        int j = 1 + (int)random_below(seed, (unsigned)(count - 1)), other = order[i];
        order[i] = order[j];
        order[j] = other;
    }
    for (int i = 1; i < count; i++) /* a session's transactions in their own order */
        for (int j = i + 1; j < count; j++)
            if (session[order[i]] == session[order[j]] && order[i] > order[j]) {
                int other = order[i];
                order[i] = order[j];
                order[j] = other;
            }
}

/* The transactions that order[i] sees, and so what it reads unless there is noise. */
static ip_transactions see(uint64_t *seed, const random_shape *shape, const ip_history *h, const int *order, int i,
                           const ip_transactions *seen)
{
    ip_transactions view = 1;
    int end = shape->view == 1 ? 1 + (int)random_below(seed, (unsigned)i) : i;
    for (int j = 1; j < end; j++) {
        int u = order[j];
        bool before = h->transactions[order[i]].sessions_before >> u & 1;
        if (shape->view < 2 || before || random_below(seed, 2))
            view |= (ip_transactions)1 << u | (shape->view == 2 ? seen[u] : 0);
    }
    return view;
}

void random_history_make(uint64_t *seed, const random_shape *shape, random_history *result)
{
    ip_history *h = &result->history;
    int session[IP_MAX_TRANSACTIONS] = {0}, order[IP_MAX_TRANSACTIONS];
    ip_transactions seen[IP_MAX_TRANSACTIONS] = {1};
    memset(h, 0, sizeof *h);
    h->count = shape->transactions + 1;
    for (int t = 1; t < h->count; t++) {
        session[t] = (int)random_below(seed, (unsigned)shape->sessions);
        ip_history_transaction *transaction = &h->transactions[t];
        transaction->sessions_before = 1;
        for (int u = 1; u < t; u++)
            if (session[u] == session[t])
                transaction->sessions_before |= (ip_transactions)1 << u;
        transaction->aborted = shape->aborts && random_below(seed, 4) == 0;
        transaction->level = (int)random_below(seed, (unsigned)shape->levels);
    }
    make_writers(seed, shape, result);
    shuffle(seed, session, h->count, order);
    h->before = shape->precedences ? result->before : NULL;
    result->before[0] = 0;
    for (int i = 1; i < h->count; i++) {
        int u = order[random_below(seed, (unsigned)h->count)];
        bool precedes = shape->precedences && u != 0 && u != order[i] && random_below(seed, 3) == 0;
        result->before[order[i]] = precedes ? (ip_transactions)1 << u : 0;
    }
    for (int i = 1; i < h->count; i++) {
        int t = order[i], count = (int)random_below(seed, RANDOM_MOST_READS + 1), step = 0;
        seen[t] = see(seed, shape, h, order, i, seen);
        for (int r = 0; r < count; r++) {
            int x = (int)random_below(seed, (unsigned)shape->objects), from, at = i - 1;
            bool any = random_below(seed, (unsigned)shape->noise) == 0;
            do
                from = order[any ? (int)random_below(seed, (unsigned)i) : at--];
            while (!((result->writers[x] & (any ? ~(ip_transactions)0 : seen[t])) >> from & 1));
            step += random_below(seed, 3) != 0;
            result->reads[t][r] = (ip_history_read){.object = x, .from = from, .step = step};
        }
        h->transactions[t].reads = result->reads[t];
        h->transactions[t].read_count = count;
    }
}

void random_history_print(const ip_history *h)
{
    for (int t = 1; t < h->count; t++) {
        const ip_history_transaction *transaction = &h->transactions[t];
        printf("  t%d: after %#lx level %d%s", t, (unsigned long)transaction->sessions_before, transaction->level,
               transaction->aborted ? " aborted" : "");
        for (int r = 0; r < transaction->read_count; r++)
            printf(" r%d(x%d)=t%d%s", transaction->reads[r].step, transaction->reads[r].object,
                   transaction->reads[r].from,
                   transaction->reads[r].newest   ? " newest"
                   : transaction->reads[r].unsure ? " or newest"
                                                  : "");
        for (int i = 0; i < transaction->lock_count; i++)
            printf(" l%d(row %d mode %d%s%s)", transaction->locks[i].step, transaction->locks[i].row,
                   transaction->locks[i].mode, transaction->locks[i].changes ? " changes" : "",
                   transaction->locks[i].inserts ? " inserts" : "");
        for (int x = 0; x < h->object_count; x++)
            if (h->writers[x] >> t & 1)
                printf(" w(x%d in row %d)", x, h->row_of ? h->row_of[x] : x);
        if (h->before && h->before[t])
            printf(" must follow %#lx", (unsigned long)h->before[t]);
        putchar('\n');
    }
}
