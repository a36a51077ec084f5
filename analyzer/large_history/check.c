/* From a level's form to an answer: first the forced edges, then, where orders stay open, a search. */
#include "large_history/check.h"

#include "large_history/search.h"
#include "large_history/strong.h"
#include "large_history/weak.h"

static void fail_by_cycle(ip_large_graph *g, const ip_large_form *form, ip_large_verdict *v)
{
    v->answer = IP_LARGE_INCONSISTENT;
    v->graph = g;
    ip_large_graph_cycle(g, &v->cycle);
    v->core = IP_NEW_ARRAY(g->arena, bool, g->history->count);
    ip_large_add_core(g, form, &v->cycle, v->core);
}

static void take_order(ip_arena *arena, const ip_large_graph *g, ip_large_verdict *v)
{
    int *order = IP_NEW_ARRAY(arena, int, g->history->count), count = 0;
    for (int i = 0; i < g->count; i++)
        if (!g->split || g->order[i] % 2)
            order[count++] = ip_large_transaction_of(g, g->order[i]);
    v->order = order;
    v->answer = IP_LARGE_CONSISTENT;
}

void ip_large_check(ip_arena *arena, const ip_large_history *h, const ip_large_form *form, ip_large_verdict *v)
{
    *v = (ip_large_verdict){.answer = IP_LARGE_UNDECIDED};
    ip_large_graph *g = ip_large_graph_new(arena, h, form->prefix);
    if (!ip_large_graph_sort(g)) {
        fail_by_cycle(g, form, v);
        return;
    }
    bool strong = form->prefix || form->total;
    if (strong ? !ip_large_saturate(g, form, &v->answer) : !ip_large_add_weak(g, form))
        return;
    if (v->answer == IP_LARGE_INCONSISTENT || !ip_large_graph_sort(g)) {
        fail_by_cycle(g, form, v);
        return;
    }
    if (strong)
        ip_large_search(g, form, v);
    else
        take_order(arena, g, v);
}
