/* The greedy cover of the cycles that are known: few programs are left out, and each of them is needed. */
#include "decide/cycle_cover.h"

#include <string.h>

static bool has(const ip_cycle_cover_edge *e, int program)
{
    for (int i = 0; i < e->count; i++)
        if (e->ends[i] == program)
            return true;
    return false;
}

void ip_decide_cycle_cover_add(ip_arena *arena, ip_cycle_cover *cover, const int *ends, int count)
{
    int *own = IP_NEW_ARRAY(arena, int, count), kept = 0;
    ip_cycle_cover_edge added = {own, 0};
    for (int i = 0; i < count; i++) {
        added.count = kept;
        if (!has(&added, ends[i]))
            own[kept++] = ends[i];
    }
    added.count = kept;
    for (int e = 0; e < cover->edges.count; e++) {
        int shared = 0;
        for (int i = 0; i < cover->edges.items[e].count; i++)
            shared += has(&added, cover->edges.items[e].ends[i]);
        if (shared == cover->edges.items[e].count)
            return; /* the existing edge implies it */
    }
    IP_PUSH(arena, &cover->edges, added);
}

bool ip_decide_cycle_cover_has(const ip_cycle_cover *cover, int first, int second)
{
    for (int e = 0; e < cover->edges.count; e++) {
        const ip_cycle_cover_edge *edge = &cover->edges.items[e];
        if (edge->count == 1 + (first != second) && has(edge, first) && has(edge, second))
            return true;
    }
    return false;
}

static bool is_hit(const ip_cycle_cover_edge *e, const bool *out)
{
    for (int i = 0; i < e->count; i++)
        if (out[e->ends[i]])
            return true;
    return false;
}

/* Hard programs are left out first, then programs on most of the remaining edges. */
static int next_out(const ip_cycle_cover *cover, const bool *out, int forced, const int *degree)
{
    int best = -1;
    for (int p = 0; p < cover->count; p++) {
        if (out[p] || p == forced || !degree[p])
            continue;
        if (best < 0 || cover->hard[p] > cover->hard[best] ||
            (cover->hard[p] == cover->hard[best] && degree[p] >= degree[best]))
            best = p;
    }
    return best;
}

/* Puts programs back whose edges all have another program that is left out. */
static void put_back(const ip_cycle_cover *cover, bool *out, const int *order, int count)
{
    for (int i = count - 1; i >= 0; i--) {
        bool needed = false;
        out[order[i]] = false;
        for (int e = 0; e < cover->edges.count && !needed; e++)
            needed = has(&cover->edges.items[e], order[i]) && !is_hit(&cover->edges.items[e], out);
        out[order[i]] = needed;
    }
}

bool ip_decide_cycle_cover_find(ip_arena *arena, const ip_cycle_cover *cover, int forced, bool *out)
{
    int *degree = IP_NEW_ARRAY(arena, int, cover->count), *order = IP_NEW_ARRAY(arena, int, cover->count), count = 0;
    for (int p = 0; p < cover->count; p++)
        out[p] = cover->given_up[p] && p != forced;
    for (int e = 0; e < cover->edges.count; e++)
        if (cover->edges.items[e].count == 1)
            out[cover->edges.items[e].ends[0]] = true;
    if (forced >= 0 && out[forced])
        return false;
    for (;;) {
        memset(degree, 0, sizeof *degree * (size_t)cover->count);
        for (int e = 0; e < cover->edges.count; e++)
            for (int i = 0; i < cover->edges.items[e].count && !is_hit(&cover->edges.items[e], out); i++)
                degree[cover->edges.items[e].ends[i]]++;
        int next = next_out(cover, out, forced, degree);
        if (next < 0)
            break;
        out[next] = true;
        order[count++] = next;
    }
    put_back(cover, out, order, count);
    return true;
}
