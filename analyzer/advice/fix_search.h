/* The cheapest changes with which all programs are safe at a level. */
#ifndef IP_FIX_SEARCH_H
#define IP_FIX_SEARCH_H

#include "advice/trial.h"

/* [candidates]: changes that cost less than this, with which all programs are proved safe; NULL: none were found.
 * unchanged: what is known of the programs at this level. */
const bool *ip_advice_find_fixes(const ip_fix_trial *trial, const ip_level_result *unchanged, int less_than,
                                 ip_advice *advice);

/* The same for these programs only [programs], as if there were no others, without raising levels. */
const bool *ip_advice_find_fixes_of(const ip_fix_trial *trial, const bool *members, const ip_advice *advice);

/* Candidates of every kind for the run's programs; levels above the weakest for each program among them. */
void ip_advice_find_candidates(ip_workshop *workshop, const ip_mixtures *mixtures);

#endif
