/* Fixes for confirmed anomalies, where no changes are known that make all programs safe. */
#ifndef IP_PARTIAL_FIXES_H
#define IP_PARTIAL_FIXES_H

#include "advice/fix_search.h"
#include "advice/joined_fixes.h"

/* Changes, and the programs for which they are proved. */
typedef struct ip_partial_choice {
    const bool *chosen; /* [candidates] */
    ip_proved_members proved;
} ip_partial_choice;

/* What was found for one result. */
typedef struct ip_partial_search {
    ip_level_result unchanged;
    IP_VEC(ip_partial_choice) choices;
    ip_proved_choices proved; /* on the way */
    double proof;             /* as of the mixtures */
    bool stopped;             /* before its end */
} ip_partial_search;

/* unchanged: the result of all programs at the level. begun: what the search for all programs has learned is known;
 * NULL: what is known already is. The same comes out in whatever process it is done. In the arena of the mixtures. */
ip_partial_search *ip_advice_search_partial_fixes(const ip_fix_trial *trial, const ip_begun_search *begun,
                                                  const ip_level_result *unchanged);

/* Whether a search was for this result. */
bool ip_advice_partial_fixes_are_of(const ip_partial_search *search, const ip_level_result *unchanged,
                                    int program_count);

/* Adds a set of fixes to the advice for each choice. */
void ip_advice_add_partial_fixes(const ip_fix_trial *trial, const ip_partial_search *search,
                                 const ip_level_result *unchanged, ip_advice *advice);

#endif
