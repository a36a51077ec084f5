/* The search for changes, for the files that make it up: fix_search.c, clauses.c, choice_questions.c. A choice is an
 * array [cover.count] of the candidates that are made. */
#ifndef IP_SEARCH_STATE_H
#define IP_SEARCH_STATE_H

#include "advice/cover.h"
#include "advice/trial.h"

/* One after the other, until one finds something: the first is the cheapest to ask about. */
typedef enum ip_fix_means { IP_TEXT_ONLY, IP_LEVELS_TOO, IP_LAST_RESORTS_TOO } ip_fix_means;

/* Programs that are asked about by themselves. */
typedef struct ip_probe {
    const bool *members; /* [programs] */
    int size;
    bool *tried_all; /* with all changes at once */
    /* Choices, of candidates that concern them; unsafe: with a cycle; open: neither proved nor with a cycle. */
    IP_VEC(const bool *) safe_with, unsafe_with, open_with;
} ip_probe;

/* The programs of a cycle of an earlier choice, which is asked about by itself. */
typedef struct ip_left_cycle {
    const int *programs; /* [length] */
    int length;
    const bool *members;                     /* [programs] */
    bool *tried_all;                         /* with all changes at once */
    IP_VEC(const bool *) there_with, absent; /* choices, of candidates that concern the members */
} ip_left_cycle;

typedef struct ip_fix_search {
    ip_fix_trial trial;
    int questions;
    ip_fix_means means;
    const bool *members;              /* [programs]: those that are to be safe together */
    const ip_level_result *unchanged; /* known of the unchanged programs, once; NULL: nothing more */
    bool hopeless;                    /* for some cycle nothing helps */
    int too_much;                     /* a choice has to cost less, with weakened locks */
    bool improves;                    /* a sufficient choice was found */
    int windows; /* all its proofs are by windows of up to so many transactions; 0: there is none yet, -1: not all are
                  */
    double most_work; /* of the solver, for a question that ended with a proof */
    ip_arena *arena;
    ip_cover cover;
    bool *barred;
    IP_VEC(ip_left_cycle) cycles;
    IP_VEC(ip_probe) probes; /* smallest first, all programs last */
} ip_fix_search;

ip_candidate *ip_advice_search_candidate(const ip_fix_search *s, int c);
bool ip_advice_search_compatible(const void *search, int a, int b);

#endif
