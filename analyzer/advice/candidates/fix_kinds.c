/* Candidates of every kind for the programs of a run. */
#include "advice/fix_search.h"

static void find_raised_levels(ip_workshop *w, const ip_mixtures *mixtures)
{
    for (int p = 0; p < mixtures->program_count; p++)
        for (int l = 1; l < mixtures->level_count && mixtures->fixed[p] == IP_LEFT_OUT; l++) {
            const char *level = ip_level_name(mixtures->levels[l]);
            int c = ip_advice_candidate_add(w, "raise-level", p, -1, IP_COST_RAISE_LEVEL + l,
                                            ip_arena_printf(w->arena, "run it at %s", level));
            w->candidates.items[c].fix.level = level;
            w->candidates.items[c].raised_program = p;
            w->candidates.items[c].raised_level = l;
        }
}

void ip_advice_find_candidates(ip_workshop *w, const ip_mixtures *mixtures)
{
    ip_advice_find_single_statements(w);
    ip_advice_find_rechecks(w);
    ip_advice_find_merges(w);
    ip_advice_find_locks(w);
    ip_advice_find_parent_locks(w);
    ip_advice_find_constraints(w);
    ip_advice_find_promotions(w);
    ip_advice_find_advisory_locks(w);
    ip_advice_find_transactions(w);
    find_raised_levels(w, mixtures);
}
