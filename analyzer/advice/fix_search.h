/* The cheapest changes with which all programs are safe at a level. */
#ifndef IP_FIX_SEARCH_H
#define IP_FIX_SEARCH_H

#include "advice/candidate.h"
#include "advice/mixture_verdicts.h"

/* Adds the set to advice->fix_sets. false: none was found that costs less than this. */
bool ip_advice_find_fixes(ip_mixtures *mixtures, ip_workshop *workshop, int level, int less_than, ip_advice *advice);

/* The same for these programs only [programs], without raising levels; the set is then proved for them and as many
 * others as possible (NULL: none). */
bool ip_advice_find_fixes_of(ip_mixtures *mixtures, ip_workshop *workshop, int level, const bool *members,
                             const bool *others, ip_advice *advice);

/* Candidates of every kind for the run's programs; levels above the weakest for each program among them. */
void ip_advice_find_candidates(ip_workshop *workshop, const ip_mixtures *mixtures);

#endif
