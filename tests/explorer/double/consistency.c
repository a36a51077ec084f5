/* Stands in until the checker of levels is there. */
#include "replay/history/consistency.h"
#include <stdlib.h>
#include <string.h>

struct ip_consistency {
    const char *names[64];
    int count;
};
const ip_level *ip_level_load_for_histories(ip_arena *arena, const char *name, ip_diagnostics *d);
const ip_level *ip_level_load_for_histories(ip_arena *arena, const char *name, ip_diagnostics *d)
{
    (void)arena;
    (void)d;
    return (const ip_level *)name;
}
ip_consistency *ip_consistency_new(const ip_level *const *levels, int count, ip_diagnostics *d)
{
    (void)d;
    ip_consistency *c = calloc(1, sizeof *c);
    for (int i = 0; i < count; i++)
        c->names[i] = (const char *)levels[i];
    c->count = count;
    return c;
}
void ip_consistency_free(ip_consistency *c)
{
    free(c);
}
typedef ip_transactions T;
#define B(t) ((T)1 << (t))
static bool phi(const ip_history *h, const char *l, const T *co, const T *direct, const T *before, int t2, int t3,
                int r)
{
    const ip_history_transaction *t = &h->transactions[t3];
    if (!strcmp(l, "read-committed")) {
        for (int q = 0; q < r; q++)
            if (t->reads[q].from == t2 && t->reads[q].step < t->reads[r].step)
                return true;
        return false;
    }
    if (!strcmp(l, "read-atomic"))
        return direct[t3] & B(t2);
    if (!strcmp(l, "causal"))
        return before[t3] & B(t2);
    if (!strcmp(l, "serializability"))
        return co[t3] & B(t2);
    if (strcmp(l, "true") == 0)
        return false;
    bool si = !strcmp(l, "snapshot-isolation");
    for (int t4 = 0; t4 < h->count; t4++)
        if (t4 == t2 || (co[t4] & B(t2))) {
            if (direct[t3] & B(t4))
                return true;
            if (si && t4 && (co[t3] & B(t4))) {
                int n = h->row_of ? h->row_count : h->object_count;
                const T *w = h->row_of ? h->row_writers : h->writers;
                for (int i = 0; i < n; i++)
                    if ((w[i] & B(t4)) && (w[i] & B(t3)))
                        return true;
            }
        }
    return false;
}
static bool search(ip_consistency *c, const ip_history *h, T *co, T placed, int n, const T *direct, const T *before,
                   int *order)
{
    if (n == h->count) {
        for (int t3 = 1; t3 < h->count; t3++)
            for (int r = 0; r < h->transactions[t3].read_count; r++) {
                const ip_history_read *rd = &h->transactions[t3].reads[r];
                for (T left = h->writers[rd->object]; left; left &= left - 1) {
                    int t2 = __builtin_ctzll(left);
                    if (t2 != rd->from && t2 != t3 &&
                        phi(h, c->names[h->transactions[t3].level], co, direct, before, t2, t3, r) &&
                        !(co[rd->from] & B(t2)))
                        return false;
                }
            }
        return true;
    }
    for (int t = 1; t < h->count; t++)
        if (!(placed & B(t)) && !(before[t] & ~placed)) {
            co[t] = placed;
            order[n] = t;
            if (search(c, h, co, placed | B(t), n + 1, direct, before, order))
                return true;
        }
    return false;
}
bool ip_consistency_order(ip_consistency *c, const ip_history *h, int order[IP_MAX_TRANSACTIONS])
{
    T direct[64] = {0}, before[64] = {0}, co[64] = {0};
    for (int t = 1; t < h->count; t++) {
        direct[t] = h->transactions[t].sessions_before | 1;
        for (int r = 0; r < h->transactions[t].read_count; r++)
            direct[t] |= B(h->transactions[t].reads[r].from);
        before[t] = direct[t];
    }
    for (int k = 0; k < h->count; k++)
        for (int t = 0; t < h->count; t++)
            if (before[t] & B(k))
                before[t] |= before[k];
    order[0] = 0;
    return search(c, h, co, 1, 1, direct, before, order);
}
bool ip_consistent(ip_consistency *c, const ip_history *h)
{
    int order[64];
    return ip_consistency_order(c, h, order);
}
