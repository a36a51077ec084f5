/* The search chooses by clauses, which it learned with other choices, and tries only the strongest lock of a place. So
 * a choice that suffices may have changes that it does not need, and locks that are stronger than it needs. */
#include "advice/cheaper_choice.h"

#include <string.h>

void ip_advice_remove_needless_changes(const ip_sufficient_choice *choice, bool *chosen)
{
    const ip_cover *cover = choice->cover;
    bool *tried = IP_NEW_ARRAY(choice->arena, bool, cover->count);
    for (;;) {
        int dearest = -1;
        for (int c = 0; c < cover->count; c++)
            if (chosen[c] && !tried[c] && (dearest < 0 || cover->costs[c] > cover->costs[dearest]))
                dearest = c;
        if (dearest < 0 || choice->is_spent(choice->data))
            return;
        tried[dearest] = true;
        chosen[dearest] = false;
        if (!choice->suffices(choice->data, chosen))
            chosen[dearest] = true;
    }
}

int ip_advice_weaker_lock(const ip_candidates *candidates, const ip_cover *cover, int strongest, int than,
                          bool cheapest)
{
    int best = -1;
    for (int c = 0; c < cover->count; c++)
        if (candidates->items[c].weaker_than == strongest && cover->costs[c] < cover->costs[than] &&
            (best < 0 || (cover->costs[c] < cover->costs[best]) == cheapest))
            best = c;
    return best;
}

static void exchange(bool *chosen, int old, int new)
{
    chosen[old] = false;
    chosen[new] = true;
}

/* Replaces each chosen lock from the first on by the weakest. false: they are the weakest already, or the result does
 * not suffice. */
static bool weaken_all(const ip_sufficient_choice *choice, int first, bool *chosen)
{
    const int count = choice->cover->count;
    bool *weakest = IP_NEW_ARRAY(choice->arena, bool, count), any = false;
    memcpy(weakest, chosen, sizeof *weakest * (size_t)count);
    for (int c = first; c < count; c++) {
        int weaker = chosen[c] ? ip_advice_weaker_lock(choice->candidates, choice->cover, c, c, true) : -1;
        if (weaker >= 0)
            exchange(weakest, c, weaker);
        any = any || weaker >= 0;
    }
    if (!any || choice->is_spent(choice->data) || !choice->suffices(choice->data, weakest))
        return false;
    memcpy(chosen, weakest, sizeof *weakest * (size_t)count);
    return true;
}

/* One lock, as far as the result suffices. false: not as far as possible. */
static bool weaken(const ip_sufficient_choice *choice, int lock, bool *chosen)
{
    int best = lock, weaker;
    while ((weaker = ip_advice_weaker_lock(choice->candidates, choice->cover, lock, best, false)) >= 0) {
        if (choice->is_spent(choice->data))
            return false;
        exchange(chosen, best, weaker);
        if (!choice->suffices(choice->data, chosen)) {
            exchange(chosen, weaker, best);
            return false;
        }
        best = weaker;
    }
    return true;
}

/* Most often one lock is the reason why not all can be the weakest. */
void ip_advice_weaken_locks(const ip_sufficient_choice *choice, bool *chosen)
{
    if (weaken_all(choice, 0, chosen))
        return;
    for (int c = 0; c < choice->cover->count; c++)
        if (chosen[c] && choice->candidates->items[c].weaker_than < 0 && !weaken(choice, c, chosen) &&
            weaken_all(choice, c + 1, chosen))
            return;
}
