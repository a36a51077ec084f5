/* The cheapest changes with which all programs are safe at a level. */
#ifndef IP_FIX_SEARCH_H
#define IP_FIX_SEARCH_H

#include "advice/search_state.h"

/* A search that has tried all changes of the text that are no last resorts. */
typedef struct ip_begun_search {
    ip_fix_search state;
    bool found, *chosen; /* [candidates] */
    bool *broken;        /* [candidates]: turned out so */
    ip_effort left;      /* as of the mixtures */
    double proof;
} ip_begun_search;

/* Begins it where nothing is known of the programs at the level. In the arena of the mixtures. */
ip_begun_search *ip_advice_begin_fixes(const ip_fix_trial *trial);
/* What the search has learned of candidates and proofs counts from here on, and nothing else does. */
void ip_advice_know_begun(const ip_fix_trial *trial, const ip_begun_search *begun);

/* [candidates]: changes that cost less than this, with which all programs are proved safe; NULL: none were found.
 * begun: goes on from there; NULL: begins with what is known of the unchanged programs at this level. */
const bool *ip_advice_find_fixes(const ip_fix_trial *trial, const ip_begun_search *begun,
                                 const ip_level_result *unchanged, int less_than, ip_advice *advice);

/* The same for these programs only [programs], as if there were no others, without raising levels. */
const bool *ip_advice_find_fixes_of(const ip_fix_trial *trial, const bool *members);

/* Candidates of every kind for the run's programs; levels above the weakest for each program among them. */
void ip_advice_find_candidates(ip_workshop *workshop, const ip_mixtures *mixtures);

#endif
